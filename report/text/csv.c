/* Comma-separated files (RFC 4180): cells written, and the tables of a run read back. */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include "report/text/csv.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "ground/bytes.h"
#include "report/text/format.h"

/* text that a spreadsheet would evaluate; numbers are exempt, and the text's own leading apostrophe is doubled so
 * that the first can be removed */
static bool is_formula(const char *text) {
    const char *end = NULL;
    if (!*text || !strchr("=+-@'\t\r", *text)) return false;
    (void)thud_number_value(text, &end);
    return *end != '\0';
}

void thud_csv_text(FILE *stream, const char *text, const char *ending) {
    const char *mark = is_formula(text) ? "'" : "";
    if (!strpbrk(text, ",\"\r\n")) {
        fprintf(stream, "%s%s%s", mark, text, ending);
        return;
    }
    fprintf(stream, "\"%s", mark);
    for (; *text; text++) {
        if (*text == '"') fputc('"', stream);
        fputc(*text, stream);
    }
    fprintf(stream, "%s\"", ending);
}

void thud_csv_number(FILE *stream, double value) {
    char text[1 + THUD_DECIMAL_SIZE] = ",";
    fwrite(text, 1, 1 + thud_decimal_write(text + 1, value), stream);
}

typedef struct reader {
    const char *path;
    thud_csv_table *table;
    char *at;     /* position in the file, which ends with a zero */
    size_t line;  /* from 1 */
    bool *naming; /* [columns] */
    bool ended_line;
    thud_error *failure;
} reader;

static bool wrong(const reader *r, const char *what) {
    return thud_fail(r->failure, "%s:%zu: %s", r->path, r->line, what);
}

/* the next cell, ended by a zero in place; quotes are taken off */
static char *next_cell(reader *r) {
    char *cell = r->at, *to = r->at;
    bool quoted = *r->at == '"';
    if (quoted) r->at++;
    for (; *r->at; r->at++) {
        if (quoted && *r->at == '"') {
            if (r->at[1] != '"') break;
            r->at++;
        } else if (!quoted && (*r->at == ',' || *r->at == '\n')) {
            break;
        }
        if (*r->at == '\n') r->line++;
        *to++ = *r->at;
    }
    if (quoted && *r->at == '"') r->at++;
    if (quoted && r->at[0] == '\r' && r->at[1] == '\n') r->at++;
    char end = *r->at;
    r->ended_line = end != ',';
    if (end) r->at++;
    if (end == '\n') r->line++;
    if (!quoted && to > cell && to[-1] == '\r') to--;
    *to = 0;
    return *cell == '\'' ? cell + 1 : cell; /* the apostrophe that thud_csv_text puts before formulas */
}

static bool add_text(char ***list, size_t *count, const char *text) {
    char **longer = realloc(*list, (*count + 1) * sizeof *longer);
    if (!longer) return false;
    *list = longer;
    longer[*count] = strdup(text);
    return longer[*count] && ++*count;
}

static bool read_heads(reader *r) {
    do {
        if (!add_text(&r->table->heads, &r->table->columns, next_cell(r))) return thud_fail_memory(r->failure);
    } while (!r->ended_line);
    r->naming = calloc(r->table->columns, sizeof *r->naming);
    if (!r->naming) return thud_fail_memory(r->failure);
    for (size_t i = 0; i < r->table->columns; i++)
        r->naming[i] = strcmp(r->table->heads[i], "contact") == 0 || strcmp(r->table->heads[i], "link") == 0;
    return true;
}

/* names of contacts and links are few, and the last one often repeats */
static bool read_name(reader *r, const char *cell, double *number) {
    thud_csv_table *t = r->table;
    for (size_t i = t->word_count; i-- > 0;)
        if (strcmp(t->words[i], cell) == 0) {
            *number = (double)i;
            return true;
        }
    *number = (double)t->word_count;
    return add_text(&t->words, &t->word_count, cell) || thud_fail_memory(r->failure);
}

static bool read_number(reader *r, const char *cell, double *number) {
    const char *end = cell;
    *number = thud_number_value(cell, &end);
    return !*end || wrong(r, "not a number");
}

static bool read_row(reader *r) {
    thud_csv_table *t = r->table;
    size_t line = r->line;
    for (size_t i = 0; i < t->columns; i++) {
        char *cell = next_cell(r);
        double *number = t->numbers + i * t->stride + t->rows;
        if (!(r->naming[i] ? read_name(r, cell, number) : read_number(r, cell, number))) return false;
        if (r->ended_line != (i + 1 == t->columns)) {
            r->line = line;
            return wrong(r, "the row has not as many cells as the first line");
        }
    }
    t->rows++;
    return true;
}

static size_t count_lines(const char *text) {
    size_t count = 1;
    for (; (text = strchr(text, '\n')); text++) count++;
    return count;
}

static bool read_rows(reader *r) {
    thud_csv_table *t = r->table;
    t->stride = count_lines(r->at);
    t->numbers = malloc(t->columns * t->stride * sizeof *t->numbers);
    if (!t->numbers) return thud_fail_memory(r->failure);
    while (*r->at)
        if (!read_row(r)) return false;
    return true;
}

bool thud_csv_table_read(const char *path, thud_csv_table *table, thud_error *failure) {
    thud_bytes bytes = {0};
    thud_error error;
    *table = (thud_csv_table){0};
    if (thud_bytes_load(path, &bytes, &error) != THUD_OK) {
        free(bytes.data);
        return thud_fail(failure, "cannot read '%s': %s", path, error.text);
    }
    bytes.data[bytes.size] = 0; /* the loader leaves room for it */
    reader r = {.path = path, .table = table, .at = bytes.data, .line = 1, .failure = failure};
    bool good = read_heads(&r) && read_rows(&r);
    free(r.naming);
    free(bytes.data);
    if (!good) thud_csv_table_free(table);
    return good;
}

void thud_csv_table_free(thud_csv_table *table) {
    for (size_t i = 0; i < table->columns; i++) free(table->heads[i]);
    for (size_t i = 0; i < table->word_count; i++) free(table->words[i]);
    free(table->heads);
    free(table->words);
    free(table->numbers);
    *table = (thud_csv_table){0};
}

size_t thud_csv_find(const thud_csv_table *table, const char *head) {
    for (size_t i = 0; i < table->columns; i++)
        if (strncmp(table->heads[i], head, strlen(head)) == 0) return i;
    return table->columns;
}
