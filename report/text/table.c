#define _XOPEN_SOURCE 700 /* strndup */

/* Aligned tables for people: cells are kept until the widest of each column is known. */

#include "report/text/table.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "base/text.h"

struct thud_table_row {
    char *heading; /* NULL for a row of cells */
    char **cells;
};

/* the code point at *text, which moves on; a stray byte counts as one character */
static uint32_t next_character(const unsigned char **text) {
    uint32_t first = *(*text)++;
    int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    uint32_t code = more ? first & (0x3fu >> more) : first;
    for (; more > 0 && (**text & 0xc0) == 0x80; more--) code = code << 6 | (*(*text)++ & 0x3fu);
    return code;
}

static int width_of(uint32_t character) {
    bool combines = (character >= 0x300 && character <= 0x36f) || (character >= 0x20d0 && character <= 0x20ff);
    return combines ? 0 : 1;
}

int thud_text_width(const char *text) {
    int width = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c;) width += width_of(next_character(&c));
    return width;
}

void thud_text_print(FILE *stream, const char *text) {
    size_t size = strlen(text);
    while (size > 0) {
        const size_t length = thud_printable_length(text, size), step = length > 0 ? length : 1;
        if (length > 0) fwrite(text, 1, length, stream);
        else fputc('?', stream);
        text += step;
        size -= step;
    }
}

size_t thud_text_fitting(const char *text, int columns) {
    const unsigned char *start = (const unsigned char *)text, *end = start;
    for (int width = 0; *end;) {
        const unsigned char *next = end;
        width += width_of(next_character(&next));
        if (width > columns) break;
        end = next;
    }
    return (size_t)(end - start);
}

thud_table thud_table_start(const char *alignment) {
    return (thud_table){.alignment = alignment, .columns = strlen(alignment)};
}

static char *formatted(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = thud_print_list(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) thud_print_list(text, (size_t)length + 1, format, again);
    if (text) thud_printable_make(text);
    va_end(again);
    return text;
}

static thud_table_row *add_row(thud_table *table) {
    if (table->row_count == table->row_capacity) {
        size_t capacity = table->row_capacity ? 2 * table->row_capacity : 32;
        thud_table_row *rows = realloc(table->rows, capacity * sizeof *rows);
        if (!rows) return NULL;
        table->rows = rows;
        table->row_capacity = capacity;
    }
    thud_table_row *row = &table->rows[table->row_count++];
    *row = (thud_table_row){0};
    return row;
}

static thud_table_row *row_of_next_cell(thud_table *table) {
    if (table->next_column > 0) return &table->rows[table->row_count - 1];
    thud_table_row *row = add_row(table);
    if (row) row->cells = calloc(table->columns, sizeof *row->cells);
    return row && row->cells ? row : NULL;
}

/* the values that a format asks for are those of the next one no longer */
static void pass_values(const char *format, va_list *values) {
    while ((format = strchr(format, '%'))) {
        format += 1 + strspn(format + 1, "+-.0123456789");
        if (*format == '*') (void)va_arg(*values, int);
        format += strspn(format, "*");
        if (*format == 's') (void)va_arg(*values, const char *);
        else if (*format == 'z') (void)va_arg(*values, size_t);
        else if (*format == 'l') (void)va_arg(*values, unsigned long long);
        else if (*format == 'c' || *format == 'd') (void)va_arg(*values, int);
        else if (*format != '%') (void)va_arg(*values, double);
        format++;
    }
}

static void add_cell(thud_table *table, const char *format, va_list values) {
    thud_table_row *row = row_of_next_cell(table);
    char *text = row && format ? formatted(format, values) : NULL;
    table->failed = !text;
    if (!text) return;
    row->cells[table->next_column] = text;
    table->next_column = (table->next_column + 1) % table->columns;
}

void thud_table_cells(thud_table *table, const char *format, ...) {
    va_list values, of_cell;
    va_start(values, format);
    for (bool more = true; more && !table->failed;) {
        size_t length = strcspn(format, "\t\n");
        char *cell = strndup(format, length);
        va_copy(of_cell, values);
        add_cell(table, cell, of_cell);
        va_end(of_cell);
        if (cell) pass_values(cell, &values);
        free(cell);
        more = format[length] != '\0';
        format += length + 1;
    }
    va_end(values);
}

void thud_table_heading(thud_table *table, const char *format, ...) {
    thud_table_row *row = table->failed ? NULL : add_row(table);
    if (!row) {
        table->failed = true;
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    row->heading = formatted(format, arguments);
    va_end(arguments);
    table->failed = !row->heading;
    table->next_column = 0;
}

void thud_table_space(thud_table *table) { thud_table_heading(table, "%s", ""); }

static int column_width(const thud_table *table, size_t column) {
    int width = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const thud_table_row *row = &table->rows[i];
        int cell = row->cells && row->cells[column] ? thud_text_width(row->cells[column]) : 0;
        width = cell > width ? cell : width;
    }
    return width;
}

/* the last cell with something in it, so that no line ends in blanks */
static size_t filled_columns(const thud_table *table, const thud_table_row *row) {
    size_t filled = table->columns;
    while (filled > 0 && (!row->cells[filled - 1] || !*row->cells[filled - 1])) filled--;
    return filled;
}

static void print_row(const thud_table *table, const thud_table_row *row, const int *widths, FILE *stream,
                      int indent) {
    size_t filled = filled_columns(table, row);
    fprintf(stream, "%*s", filled ? indent : 0, "");
    for (size_t column = 0; column < filled; column++) {
        const char *text = row->cells[column] ? row->cells[column] : "";
        int padding = widths[column] - thud_text_width(text);
        bool right = table->alignment[column] == 'r';
        bool last = column + 1 == filled;
        fprintf(stream, "%*s%s%*s", right ? padding : 0, "", text, right || last ? 0 : padding, "");
        if (!last) fputs("  ", stream);
    }
    fputc('\n', stream);
}

static void free_rows(thud_table *table) {
    for (size_t i = 0; i < table->row_count; i++) {
        thud_table_row *row = &table->rows[i];
        for (size_t column = 0; row->cells && column < table->columns; column++) free(row->cells[column]);
        free(row->cells);
        free(row->heading);
    }
    free(table->rows);
    *table = (thud_table){.failed = table->failed};
}

bool thud_table_finish(thud_table *table, FILE *stream, int indent) {
    int *widths = calloc(table->columns, sizeof *widths);
    table->failed = table->failed || !widths;
    for (size_t column = 0; !table->failed && column < table->columns; column++)
        widths[column] = column_width(table, column);
    for (size_t i = 0; !table->failed && i < table->row_count; i++) {
        if (table->rows[i].heading) fprintf(stream, "%s\n", table->rows[i].heading);
        else print_row(table, &table->rows[i], widths, stream, indent);
    }
    free(widths);
    free_rows(table);
    return !table->failed;
}
