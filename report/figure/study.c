/* A result of a study over its first axis, a line for each value of the second. */

#include "report/figure/figures.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/figure/figure.h"
#include "report/text/format.h"
#include "report/text/print.h"
#include "study/store/store_read.h"

enum {
    LINES_MOST = THUD_FIGURE_STYLES,
    JOINED_MOST = 100, /* values of the first axis: with more, points are samples and are not joined */
    WORD_ROOM = 128,
};

/* a value of an axis: a number, or a text cut to the length of a key */
typedef struct value {
    double number;
    char text[WORD_ROOM];
} value;

typedef struct point {
    double x, y;
    size_t line;
} point;

typedef struct drawing {
    const thud_columns *columns;
    size_t x, second, y; /* columns; `second` is SIZE_MAX when there is none */
    point *points;
    size_t count, capacity;
    value lines[LINES_MOST];
    size_t line_count; /* LINES_MOST + 1: too many for lines */
} drawing;

size_t thud_study_quantity(const thud_columns *columns, const char *name) {
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < columns->count; i++) {
        const thud_column *column = &columns->list[i];
        if (column->kind != THUD_COLUMN_RESULT) continue;
        if (name ? strcmp(column->name, name) == 0 : strstr(column->name, ".max_displacement") != NULL) return i;
        if (!name && first == SIZE_MAX) first = i;
    }
    return first;
}

/* ---- reading ---- */

static value value_at(const thud_results *reader, size_t column) {
    thud_column_kind kind = thud_results_columns(reader)->list[column].kind;
    value out = {.number = NAN};
    if (kind == THUD_COLUMN_AXIS) out.number = thud_results_number(reader, column);
    const char *text = kind == THUD_COLUMN_AXIS ? NULL : thud_results_text(reader, column);
    if (text) snprintf(out.text, sizeof out.text, "%s", text);
    return out;
}

static bool same(const value *a, const value *b) {
    return (a->number == b->number || (isnan(a->number) && isnan(b->number))) && strcmp(a->text, b->text) == 0;
}

/* called for each row; false when memory is short */
typedef bool visitor(void *context, const thud_results *reader);

static bool visit(const char *directory, visitor *take, void *context, thud_error *failure) {
    thud_results *reader = NULL;
    thud_results_row row;
    thud_error note;
    bool found = true, kept = true;
    thud_status status = thud_results_open(directory, &note, &reader);
    while (status == THUD_OK && found && kept) {
        status = thud_results_next(reader, &row, &found);
        if (status == THUD_OK && found && strcmp(row.status, "ok") == 0) kept = take(context, reader);
    }
    if (reader) thud_results_close(reader);
    if (!kept) return thud_fail_memory(failure);
    return status == THUD_OK || thud_fail_with(failure, status, note.text);
}

/* ---- which axes ---- */

/* for each column: its first value, and whether it varies */
typedef struct variety {
    value *first;
    bool *varies;
    bool begun;
} variety;

static bool take_variety(void *context, const thud_results *reader) {
    variety *v = context;
    const thud_columns *columns = thud_results_columns(reader);
    for (size_t i = 0; i < columns->count && columns->list[i].kind != THUD_COLUMN_RESULT; i++) {
        value here = value_at(reader, i);
        if (!v->begun) v->first[i] = here;
        else if (!same(&here, &v->first[i])) v->varies[i] = true;
    }
    v->begun = true;
    return true;
}

/* a labelled axis is identified by its labels */
static size_t label_of(const thud_columns *columns, size_t axis) {
    size_t next = axis + 1;
    return next < columns->count && columns->list[next].kind == THUD_COLUMN_LABEL ? next : axis;
}

static bool choose_axes(drawing *d, const bool *varies, thud_error *failure) {
    d->x = d->second = SIZE_MAX;
    for (size_t i = 0; i < d->columns->count; i++) {
        thud_column_kind kind = d->columns->list[i].kind;
        if (!varies[i] || kind == THUD_COLUMN_RESULT || kind == THUD_COLUMN_LABEL) continue;
        if (d->x == SIZE_MAX && kind == THUD_COLUMN_AXIS) d->x = i;
        else if (d->second == SIZE_MAX) d->second = label_of(d->columns, i);
    }
    return d->x != SIZE_MAX || thud_fail(failure, "no axis of numbers varies: there is nothing to draw over");
}

static bool find_axes(drawing *d, const char *directory, thud_error *failure) {
    size_t count = d->columns->count;
    variety v = {calloc(count + 1, sizeof *v.first), calloc(count + 1, sizeof *v.varies), false};
    bool good = v.first && v.varies
                    ? visit(directory, take_variety, &v, failure) && choose_axes(d, v.varies, failure)
                    : thud_fail_memory(failure);
    free(v.first);
    free(v.varies);
    return good;
}

/* ---- points ---- */

static size_t line_for(drawing *d, const value *key) {
    for (size_t i = 0; i < d->line_count && i < LINES_MOST; i++)
        if (same(&d->lines[i], key)) return i;
    if (d->line_count < LINES_MOST) d->lines[d->line_count] = *key;
    if (d->line_count <= LINES_MOST) d->line_count++;
    return d->line_count - 1;
}

static bool take_point(void *context, const thud_results *reader) {
    drawing *d = context;
    double x = thud_results_number(reader, d->x), y = thud_results_number(reader, d->y);
    if (!isfinite(x) || !isfinite(y)) return true;
    if (d->count == d->capacity) {
        size_t capacity = d->capacity ? 2 * d->capacity : 1024;
        point *more = realloc(d->points, capacity * sizeof *more);
        if (!more) return false;
        d->points = more;
        d->capacity = capacity;
    }
    value key = d->second == SIZE_MAX ? (value){.number = 0} : value_at(reader, d->second);
    d->points[d->count++] = (point){x, y, line_for(d, &key)};
    return true;
}

static int by_line_and_x(const void *left, const void *right) {
    const point *a = left, *b = right;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y); /* makes the sum independent of the order of equal rows */
}

/* sorts the points of each line along the axis; one line alone if there would be too many */
static void arrange(drawing *d) {
    if (d->line_count > LINES_MOST) {
        for (size_t i = 0; i < d->count; i++) d->points[i].line = 0;
        d->second = SIZE_MAX;
        d->line_count = 1;
    }
    qsort(d->points, d->count, sizeof *d->points, by_line_and_x);
}

/* ---- figure ---- */

/* properties of the data */
typedef struct traits {
    bool spread;                 /* several cases at one place */
    size_t most;                 /* places of one line */
    double largest_x, largest_y; /* in magnitude */
    double least_x, least_y;
} traits;

/* kg already has a prefix, and that of m² would count twice: only these units take one */
static thud_prefix prefix_for(const char *unit, double largest) {
    static const char *const units[] = {"m", "m/s", "m/s²", "s", "N", "N·s", "J", "N/m", "N·s/m", "Hz", "Pa"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(unit, units[i]) == 0) return thud_prefix_for(largest);
    return (thud_prefix){1, ""};
}

/* the cases from `from` on at one place: x, mean, lowest, highest, count; returns the next index */
static size_t write_place(FILE *stream, const drawing *d, size_t from) {
    const point *p = &d->points[from];
    size_t to = from;
    double sum = 0;
    for (; to < d->count && d->points[to].line == p->line && d->points[to].x == p->x; to++) sum += d->points[to].y;
    thud_print_to(stream, "%.9g %.9g %.9g %.9g %zu\n", p->x, sum / (double)(to - from), p->y, d->points[to - 1].y,
                  to - from);
    return to;
}

static traits write_data(FILE *stream, const drawing *d) {
    traits t = {.least_x = INFINITY, .least_y = INFINITY};
    size_t places = 0;
    fputs("# first axis, mean, least, largest, cases; a block for each value of the second axis\n", stream);
    for (size_t i = 0; i < d->count;) {
        size_t next = write_place(stream, d, i);
        bool ends = next == d->count || d->points[next].line != d->points[i].line;
        t.largest_x = fmax(t.largest_x, fabs(d->points[i].x));
        t.least_x = fmin(t.least_x, d->points[i].x);
        t.least_y = fmin(t.least_y, d->points[i].y);
        t.largest_y = fmax(t.largest_y, fmax(fabs(d->points[i].y), fabs(d->points[next - 1].y)));
        t.spread = t.spread || next - i > 1;
        places++;
        if (places > t.most) t.most = places;
        if (ends) fputs("\n\n", stream), places = 0;
        i = next;
    }
    return t;
}

/* "gap [mm]"; a number without unit has a dash if `always` is set */
static void write_name(FILE *stream, const thud_column *column, const char *prefix, bool always) {
    char text[256];
    if (*column->unit || always)
        snprintf(text, sizeof text, "%.160s [%s%.64s]", column->name, prefix, *column->unit ? column->unit : "–");
    else snprintf(text, sizeof text, "%.160s", column->name);
    thud_gnuplot_text(stream, text);
    fputs(" noenhanced\n", stream);
}

/* converts the data from SI units to the unit of the axis, and writes its label */
static void write_axis(FILE *stream, char axis, const thud_column *column, double largest) {
    thud_prefix prefix = prefix_for(column->unit, largest);
    thud_print_to(stream, "f%c = %.0e\nset %clabel ", axis, prefix.factor, axis);
    write_name(stream, column, prefix.symbol, true);
}

static void write_key(FILE *stream, const drawing *d) {
    thud_column column = d->columns->list[d->second];
    /* a label column follows its axis, and has no unit */
    if (column.kind == THUD_COLUMN_LABEL) column.name = d->columns->list[d->second - 1].name;
    fputs("set rmargin at screen 0.76\nset key at graph 1.03, graph 1 left top reverse Left noenhanced\n"
          "set key title ",
          stream);
    write_name(stream, &column, "", false);
}

static void write_line(FILE *stream, const drawing *d, const traits *t, size_t line) {
    const value *v = &d->lines[line];
    bool joined = t->most <= JOINED_MOST;
    fprintf(stream, "%sdata index %zu using ($1*fx):($2*fy)%s with %s linestyle %zu ",
            line ? ", \\\n     " : "plot ", line, joined && t->spread ? ":($3*fy):($4*fy)" : "",
            !joined     ? "points"
            : t->spread ? "yerrorlines"
                        : "linespoints",
            line + 1);
    if (d->second == SIZE_MAX) {
        fputs("notitle", stream);
        return;
    }
    fputs("title ", stream);
    thud_gnuplot_text(stream, isnan(v->number) ? v->text : thud_format_short(v->number).text);
}

/* whether a margin would take the axis below zero, where there are no data */
static bool reaches_zero(double least, double largest, double share) {
    return least >= 0 && least - share * (largest - least) < 0;
}

static void write_script(FILE *stream, const drawing *d, const traits *t, const char *title) {
    char head[400];
    snprintf(head, sizeof head, "%.250s%s", title, t->spread ? " (mean, least and largest)" : "");
    fputs("set title ", stream);
    thud_gnuplot_text(stream, head);
    /* a margin around the data, but never below zero: a count or a gap is not negative */
    fprintf(stream, " noenhanced\nset offsets graph %s, graph 0.03, graph 0.05, graph %s\n",
            reaches_zero(t->least_x, t->largest_x, 0.03) ? "0" : "0.03",
            reaches_zero(t->least_y, t->largest_y, 0.05) ? "0" : "0.05");
    fputs("# the data are in SI units; these factors put them into the units of the axes\n", stream);
    write_axis(stream, 'x', &d->columns->list[d->x], t->largest_x);
    write_axis(stream, 'y', &d->columns->list[d->y], t->largest_y);
    if (d->second != SIZE_MAX) write_key(stream, d);
    for (size_t i = 0; i < d->line_count; i++) write_line(stream, d, t, i);
    fputs("\n", stream);
}

static bool draw(const char *path, const drawing *d, const char *title, thud_error *failure) {
    thud_figure figure;
    if (d->count == 0) return thud_fail(failure, "no case has a finite result: there is nothing to draw");
    if (!thud_figure_open(&figure, path, 800, 460, failure)) return false;
    traits t = write_data(figure.data.stream, d);
    write_script(figure.script.stream, d, &t, title);
    return thud_figure_draw(&figure, failure);
}

bool thud_study_draw(const char *path, const char *directory, size_t quantity, thud_error *failure) {
    thud_results *reader = NULL;
    thud_error note;
    thud_status status = thud_results_open(directory, &note, &reader);
    if (status != THUD_OK) return thud_fail_with(failure, status, note.text);
    drawing d = {.columns = thud_results_columns(reader), .y = quantity};
    bool good = find_axes(&d, directory, failure) && visit(directory, take_point, &d, failure);
    if (good) {
        arrange(&d);
        good = draw(path, &d, thud_results_info(reader)->title, failure);
    }
    free(d.points);
    thud_results_close(reader);
    return good;
}
