/* Square matrices in files: Matrix Market, or rows of numbers. */
#include "model/scenario/matrix_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/number.h"
#include "base/print.h"
#include "ground/text/line.h"

typedef struct reading {
    thud_span all, rest; /* the file, and its unread rest */
    size_t order;
    double *matrix;
    bool symmetric;
    thud_error *error;
    thud_status status;
} reading;

static bool fail(reading *r, const char *where, const char *format, ...) THUD_PRINTF(3, 4);
static bool fail(reading *r, const char *where, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(text, sizeof text, format, arguments);
    va_end(arguments);
    r->status = thud_error_set(r->error, THUD_ERROR_SYNTAX, "%s", text);
    if (r->error) thud_line_place(r->all, where, &r->error->line, &r->error->column);
    return false;
}

static bool is_gap(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';'; }

static void skip(thud_span *line) {
    while (line->at < line->end && is_gap(*line->at)) line->at++;
}

/* the next line that is not empty or a comment; false at the end of the file */
static bool next_line(reading *r, const char *comments, thud_span *line) {
    while (thud_line_next(&r->rest, line)) {
        *line = thud_span_trim(*line);
        const bool comment = line->at < line->end && (*line->at == comments[0] || *line->at == comments[1]);
        if (line->at < line->end && !comment) return true;
    }
    return false;
}

/* the next number of a line, up to a gap or its end */
static bool take_number(reading *r, thud_span *line, const char *what, double *value) {
    thud_number number;
    skip(line);
    if (line->at == line->end) return fail(r, line->at, "%s is missing here", what);
    switch (thud_number_read(line->at, line->end, '.', &number)) {
    case THUD_NUMBER_FINE: break;
    case THUD_NUMBER_NOT_ONE: return fail(r, line->at, "%s is not a finite number", what);
    case THUD_NUMBER_TOO_LARGE: return fail(r, line->at, "%s is too large for a double", what);
    case THUD_NUMBER_MISSING:
    case THUD_NUMBER_STARS: return fail(r, line->at, "%s is not a number", what);
    }
    if (number.end < line->end && !is_gap(*number.end)) return fail(r, line->at, "%s is not a number", what);
    *value = number.value;
    line->at = number.end;
    return true;
}

static bool take_index(reading *r, thud_span *line, const char *what, double most, size_t *index) {
    double value = 0;
    skip(line);
    const char *at = line->at;
    if (!take_number(r, line, what, &value)) return false;
    if (!(value >= 0 && value <= most && value == floor(value)))
        return fail(r, at, "%s must be a whole number up to %.0f", what, most);
    *index = (size_t)value;
    return true;
}

static bool end_line(reading *r, thud_span *line) {
    skip(line);
    return line->at == line->end || fail(r, line->at, "unexpected text at the end of this line");
}

static bool check_size(reading *r, const char *where, size_t rows, size_t columns) {
    if (rows == r->order && columns == r->order) return true;
    return fail(r, where, "the matrix has %zu rows and %zu columns, but there are %zu names", rows, columns,
                r->order);
}

static double *entry(reading *r, size_t row, size_t column) { return &r->matrix[row * r->order + column]; }

static void put(reading *r, size_t row, size_t column, double value) {
    *entry(r, row, column) = value;
    if (r->symmetric) *entry(r, column, row) = value;
}

/* ---- Matrix Market ---- */

/* the header: %%MatrixMarket matrix coordinate|array real|integer general|symmetric */
static bool read_head(reading *r, bool *coordinates) {
    thud_span line, word;
    (void)thud_line_next(&r->rest, &line);
    const char *const at = line.at;
    line.at += sizeof "%%MatrixMarket" - 1;
    thud_span words[4];
    for (int i = 0; i < 4; i++) {
        while (line.at < line.end && (*line.at == ' ' || *line.at == '\t')) line.at++;
        word = (thud_span){line.at, line.at};
        while (word.end < line.end && *word.end != ' ' && *word.end != '\t') word.end++;
        words[i] = word;
        line.at = word.end;
    }
    if (!thud_span_equals(words[0], "matrix"))
        return fail(r, at, "only Matrix Market files with a matrix can be read");
    *coordinates = thud_span_equals(words[1], "coordinate");
    if (!*coordinates && !thud_span_equals(words[1], "array"))
        return fail(r, words[1].at, "expected coordinate or array");
    if (!thud_span_equals(words[2], "real") && !thud_span_equals(words[2], "integer") &&
        !thud_span_equals(words[2], "double"))
        return fail(r, words[2].at, "the numbers must be real");
    r->symmetric = thud_span_equals(words[3], "symmetric");
    if (!r->symmetric && !thud_span_equals(words[3], "general"))
        return fail(r, words[3].at, "expected general or symmetric");
    return true;
}

static bool read_coordinates(reading *r, size_t entries) {
    thud_span line;
    for (size_t k = 0; k < entries; k++) {
        size_t row = 0, column = 0;
        double value = 0;
        if (!next_line(r, "%%", &line))
            return fail(r, r->all.end, "the file ends after %zu of %zu entries", k, entries);
        const char *at = line.at;
        if (!take_index(r, &line, "the row", (double)r->order, &row) ||
            !take_index(r, &line, "the column", (double)r->order, &column) ||
            !take_number(r, &line, "the entry", &value) || !end_line(r, &line))
            return false;
        if (row == 0 || column == 0) return fail(r, at, "rows and columns count from 1");
        if (r->symmetric && column > row)
            return fail(r, at,
                        "an entry above the diagonal of a symmetric matrix, which may only have entries below");
        if (!isnan(*entry(r, row - 1, column - 1)))
            return fail(r, at, "row %zu, column %zu is given twice in the file", row, column);
        put(r, row - 1, column - 1, value);
    }
    for (size_t i = 0; i < r->order * r->order; i++)
        if (isnan(r->matrix[i])) r->matrix[i] = 0;
    return true;
}

/* column by column; for a symmetric matrix from the diagonal down */
static bool read_array(reading *r) {
    thud_span line = {0};
    const size_t n = r->order, whole = r->symmetric ? n * (n + 1) / 2 : n * n;
    size_t count = 0;
    for (size_t column = 0; column < n; column++)
        for (size_t row = r->symmetric ? column : 0; row < n; row++, count++) {
            double value = 0;
            skip(&line);
            if (line.at == line.end && !next_line(r, "%%", &line))
                return fail(r, r->all.end, "the file ends after %zu of %zu entries", count, whole);
            if (!take_number(r, &line, "the entry", &value)) return false;
            put(r, row, column, value);
        }
    return end_line(r, &line);
}

static bool read_market(reading *r) {
    bool coordinates = false;
    thud_span line;
    size_t rows = 0, columns = 0, entries = 0;
    if (!read_head(r, &coordinates)) return false;
    if (!next_line(r, "%%", &line)) return fail(r, r->all.end, "the file ends before the size of the matrix");
    const char *at = line.at;
    if (!take_index(r, &line, "the number of rows", 1e9, &rows) ||
        !take_index(r, &line, "the number of columns", 1e9, &columns) || !check_size(r, at, rows, columns))
        return false;
    if (coordinates && !take_index(r, &line, "the number of entries", (double)(rows * columns), &entries))
        return false;
    if (!end_line(r, &line)) return false;
    if (coordinates ? !read_coordinates(r, entries) : !read_array(r)) return false;
    return !next_line(r, "%%", &line) || fail(r, line.at, "there are more entries than the file says at its start");
}

/* ---- rows of numbers ---- */

static bool read_rows(reading *r) {
    thud_span line;
    size_t row = 0;
    while (next_line(r, "#%", &line)) {
        size_t column = 0;
        const char *at = line.at;
        for (skip(&line); line.at < line.end; column++, skip(&line)) {
            double value = 0;
            if (!take_number(r, &line, "the entry", &value)) return false;
            if (row < r->order && column < r->order) put(r, row, column, value);
        }
        if (column != r->order)
            return fail(r, at, "this row has %zu number%s, but there are %zu names", column, column == 1 ? "" : "s",
                        r->order);
        row++;
    }
    return row == r->order || fail(r, r->all.end, "the file has %zu rows, but there are %zu names", row, r->order);
}

thud_status thud_matrix_parse(const char *text, size_t size, size_t order, double **matrix, thud_error *error) {
    const thud_span all = {text, text + size};
    reading r = {.all = all, .rest = all, .order = order, .error = error, .status = THUD_OK};
    const char *binary = thud_binary_kind(all);
    if (binary) {
        fail(&r, text, "not a matrix: the file is %s", binary);
        return r.status;
    }
    r.matrix = malloc(order * order * sizeof *r.matrix);
    if (!r.matrix) return thud_error_memory(error);
    for (size_t i = 0; i < order * order; i++) r.matrix[i] = NAN;
    if (thud_span_begins(all, "%%MatrixMarket") ? read_market(&r) : read_rows(&r)) *matrix = r.matrix;
    else free(r.matrix);
    return r.status;
}
