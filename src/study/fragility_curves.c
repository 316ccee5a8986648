#define _XOPEN_SOURCE 700 /* strdup */

/* The fragility curves of a store: one for every threshold and every value of each axis of the design. */
#include "study/fragility_curves.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/normal.h"

/* one case of one design: its level, and a flag per threshold */
typedef struct row {
    double level;
    size_t key;   /* its design */
    size_t first; /* of its flags in the list of all */
} row;

typedef struct gathering {
    thud_results *results;
    const thud_fragility_request *request;
    thud_fragility_set *set;
    size_t *thresholds, threshold_count;
    row *rows;
    size_t row_count, row_room;
    double *flags; /* [rows × thresholds] */
    size_t key_room, last_key;
} gathering;

static bool is_axis(const thud_column *column) {
    return column->kind == THUD_COLUMN_AXIS || column->kind == THUD_COLUMN_TEXT;
}

size_t thud_fragility_level(const thud_results *results) {
    const thud_columns *columns = thud_results_columns(results);
    for (size_t i = 0; i < columns->count; i++)
        if (columns->list[i].kind == THUD_COLUMN_AXIS && thud_results_roles(results)[i].strength) return i;
    return SIZE_MAX;
}

bool thud_fragility_is_design(const thud_results *results, size_t level, size_t column) {
    const thud_role *roles = thud_results_roles(results);
    return is_axis(&thud_results_columns(results)->list[column]) && roles[column].kind == THUD_ROLE_DESIGN &&
           roles[column].group != roles[level].group;
}

/* ---- which columns ---- */

/* the labels of an axis, where it has them, are what its values are known by */
static size_t label_of(const thud_columns *columns, size_t axis) {
    const size_t next = axis + 1;
    return next < columns->count && columns->list[next].kind == THUD_COLUMN_LABEL ? next : axis;
}

static bool choose_columns(gathering *g) {
    const thud_columns *columns = thud_results_columns(g->results);
    thud_fragility_set *set = g->set;
    set->design = malloc((columns->count + 1) * sizeof *set->design);
    g->thresholds = malloc((columns->count + 1) * sizeof *g->thresholds);
    if (!set->design || !g->thresholds) return false;
    for (size_t i = 0; i < columns->count; i++) {
        const bool pooled = g->request->pooled && g->request->pooled[i];
        if (thud_results_roles(g->results)[i].kind == THUD_ROLE_THRESHOLD) g->thresholds[g->threshold_count++] = i;
        if (!pooled && thud_fragility_is_design(g->results, g->request->level, i))
            set->design[set->design_count++] = label_of(columns, i);
    }
    return true;
}

/* ---- rows ---- */

/* grows a list to twice its capacity where it is full */
static bool grow(void **list, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return true;
    const size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*list, more * size);
    if (!grown) return false;
    *list = grown;
    *capacity = more;
    return true;
}

static const char *text_of(const gathering *g, size_t column, char digits[40]) {
    if (thud_results_columns(g->results)->list[column].kind != THUD_COLUMN_AXIS) {
        const char *text = thud_results_text(g->results, column);
        return text ? text : "";
    }
    const double number = thud_results_number(g->results, column);
    for (int n = 15; n <= 17; n++) {
        snprintf(digits, 40, "%.*g", n, number);
        if (strtod(digits, NULL) == number) break;
    }
    return digits;
}

static bool has_key(const gathering *g, size_t key) {
    const thud_fragility_set *set = g->set;
    char digits[40];
    for (size_t i = 0; i < set->design_count; i++)
        if (strcmp(set->keys[key * set->design_count + i], text_of(g, set->design[i], digits)) != 0) return false;
    return true;
}

/* neighbours have the same design, or the designs come round in turn */
static size_t find_key(gathering *g) {
    const size_t count = g->set->key_count;
    for (size_t i = 0; i < count; i++) {
        const size_t key = (g->last_key + i) % count;
        if (has_key(g, key)) return g->last_key = key;
    }
    return SIZE_MAX;
}

/* SIZE_MAX without memory */
static size_t add_key(gathering *g) {
    thud_fragility_set *set = g->set;
    char digits[40];
    if (!grow((void **)&set->keys, set->key_count, &g->key_room, (set->design_count + 1) * sizeof *set->keys))
        return SIZE_MAX;
    char **to = set->keys + set->key_count * set->design_count;
    for (size_t i = 0; i < set->design_count; i++) to[i] = NULL;
    g->last_key = set->key_count++;
    for (size_t i = 0; i < set->design_count; i++)
        if (!(to[i] = strdup(text_of(g, set->design[i], digits)))) return SIZE_MAX;
    return g->last_key;
}

static bool take_row(gathering *g) {
    const size_t old = g->row_room;
    if (!grow((void **)&g->rows, g->row_count, &g->row_room, sizeof *g->rows)) return false;
    if (g->row_room != old) {
        double *flags = realloc(g->flags, (g->row_room * g->threshold_count + 1) * sizeof *flags);
        if (!flags) return false;
        g->flags = flags;
    }
    size_t key = find_key(g);
    if (key == SIZE_MAX) key = add_key(g);
    if (key == SIZE_MAX) return false;
    const size_t first = g->row_count * g->threshold_count;
    g->rows[g->row_count++] = (row){thud_results_number(g->results, g->request->level), key, first};
    for (size_t i = 0; i < g->threshold_count; i++)
        g->flags[first + i] = thud_results_number(g->results, g->thresholds[i]);
    return true;
}

static thud_status read_rows(gathering *g) {
    thud_results_row here;
    bool found = true, kept = true;
    thud_status status = THUD_OK;
    while (status == THUD_OK && found && kept) {
        status = thud_results_next(g->results, &here, &found);
        if (status == THUD_OK && found) kept = take_row(g);
    }
    return kept ? status : THUD_ERROR_MEMORY;
}

/* ---- curves ---- */

static int by_design_and_level(const void *a, const void *b) {
    const row *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* why the counts fix no curve: what lies on either side of a step, where there is one */
static void explain(thud_fragility_curve *c, size_t begin, size_t end) {
    double exceed_from = INFINITY, exceed_to = -INFINITY, not_from = INFINITY, not_to = -INFINITY;
    for (size_t i = begin; i < end; i++) {
        const double x = c->levels[i];
        if (c->exceed[i] > 0) exceed_from = fmin(exceed_from, x);
        if (c->exceed[i] > 0) exceed_to = fmax(exceed_to, x);
        if (c->total[i] > c->exceed[i]) not_from = fmin(not_from, x);
        if (c->total[i] > c->exceed[i]) not_to = fmax(not_to, x);
    }
    const bool some = isfinite(exceed_from), others = isfinite(not_from);
    if (!some && !others) snprintf(c->note, sizeof c->note, "no case has a result");
    else if (!some) snprintf(c->note, sizeof c->note, "no case exceeds it");
    else if (!others) snprintf(c->note, sizeof c->note, "all cases exceed it");
    else if (exceed_from == not_to) snprintf(c->note, sizeof c->note, "a step at %.5g", not_to);
    else if (exceed_from > not_to)
        snprintf(c->note, sizeof c->note, "a step between %.5g and %.5g", not_to, exceed_from);
    else snprintf(c->note, sizeof c->note, "the share does not rise with the level");
}

/* levels that are not above zero, or infinite, have no place on the curve */
static void fit(thud_fragility_curve *c, double confidence) {
    size_t begin = 0, end = c->count;
    while (begin < end && !(c->levels[begin] > 0)) begin++;
    while (end > begin && isinf(c->levels[end - 1])) end--;
    c->status = THUD_ERROR_ACCURACY;
    if (end > begin)
        c->status =
            thud_fragility_fit(end - begin, c->levels + begin, c->exceed + begin, c->total + begin, &c->fit);
    if (c->status != THUD_OK) {
        explain(c, begin, end);
        return;
    }
    /* errors are those of the logarithms, of which neither can be negative */
    const double z = thud_normal_quantile(0.5 + confidence / 2);
    const double median = exp(z * c->fit.median_error / c->fit.median),
                 dispersion = exp(z * c->fit.dispersion_error / c->fit.dispersion);
    c->median_low = c->fit.median / median;
    c->median_high = c->fit.median * median;
    c->dispersion_low = c->fit.dispersion / dispersion;
    c->dispersion_high = c->fit.dispersion * dispersion;
}

/* from rows [from, to) of one design, which are in the order of their levels */
static bool make_curve(const gathering *g, size_t from, size_t to, size_t which, thud_fragility_curve *c) {
    const size_t most = to - from;
    *c = (thud_fragility_curve){.threshold = g->thresholds[which], .example = g->rows[from].key};
    c->levels = malloc(most * sizeof *c->levels);
    c->exceed = calloc(most, sizeof *c->exceed);
    c->total = calloc(most, sizeof *c->total);
    c->missing = calloc(most, sizeof *c->missing);
    if (!c->levels || !c->exceed || !c->total || !c->missing) return false;
    for (size_t i = from; i < to; i++) {
        if (i == from || g->rows[i].level != g->rows[i - 1].level) c->levels[c->count++] = g->rows[i].level;
        const double flag = g->flags[g->rows[i].first + which];
        if (isnan(flag)) c->missing[c->count - 1]++;
        else c->total[c->count - 1]++;
        if (flag > 0) c->exceed[c->count - 1]++;
    }
    fit(c, g->request->confidence);
    return true;
}

static bool make_curves(gathering *g) {
    thud_fragility_set *set = g->set;
    set->curves = calloc(g->threshold_count * set->key_count + 1, sizeof *set->curves);
    if (!set->curves) return false;
    if (g->row_count > 0) qsort(g->rows, g->row_count, sizeof *g->rows, by_design_and_level);
    for (size_t which = 0; which < g->threshold_count; which++)
        for (size_t from = 0, to; from < g->row_count; from = to) {
            for (to = from; to < g->row_count && g->rows[to].key == g->rows[from].key;) to++;
            if (!make_curve(g, from, to, which, &set->curves[set->curve_count++])) return false;
        }
    return true;
}

thud_status thud_fragility_curves(thud_results *results, const thud_fragility_request *request,
                                  thud_fragility_set *set) {
    *set = (thud_fragility_set){0};
    gathering g = {.results = results, .request = request, .set = set};
    thud_status status = choose_columns(&g) ? read_rows(&g) : THUD_ERROR_MEMORY;
    if (status == THUD_OK && !make_curves(&g)) status = THUD_ERROR_MEMORY;
    free(g.thresholds);
    free(g.rows);
    free(g.flags);
    if (status != THUD_OK) thud_fragility_set_clear(set);
    return status;
}

void thud_fragility_set_clear(thud_fragility_set *set) {
    for (size_t i = 0; i < set->curve_count; i++) {
        free(set->curves[i].levels);
        free(set->curves[i].exceed);
        free(set->curves[i].total);
        free(set->curves[i].missing);
    }
    for (size_t i = 0; i < set->key_count * set->design_count; i++) free(set->keys[i]);
    free(set->keys);
    free(set->design);
    free(set->curves);
    *set = (thud_fragility_set){0};
}
