#define _XOPEN_SOURCE 700 /* strdup */

/* Fragility curves of a store: one for every threshold and every combination of design values. */
#include "study/fragility_curves.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/number.h"
#include "base/print.h"
#include "numeric/normal.h"

/* the cases of one design at one level, counted for each threshold; rows are not stored */
typedef struct cell {
    double level;
    size_t key;   /* its design */
    size_t first; /* index of its counts in the list of all */
} cell;

typedef struct counters {
    size_t exceed, total, missing;
} counters;

typedef struct gathering {
    thud_results *results;
    const thud_fragility_request *request;
    thud_fragility_set *set;
    size_t *thresholds, threshold_count;
    cell *cells;
    size_t cell_count, cell_capacity;
    counters *counts; /* [cells × thresholds] */
    uint64_t *tuples; /* [cells × (design + 1)] bits of the values of a cell, or the hash of a text */
    size_t *slots;    /* [slot_count] cell + 1, by the hash of its tuple; 0: empty */
    size_t slot_count, last_cell;
    uint64_t *here; /* the tuple of the row */
    size_t key_capacity, last_key;
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

/* an axis with labels is identified by them */
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

/* doubles the capacity of a full list */
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
        thud_print(digits, 40, "%.*g", n, number);
        if (thud_number_value(digits, NULL) == number) break;
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

/* SIZE_MAX when memory is short */
static size_t add_key(gathering *g) {
    thud_fragility_set *set = g->set;
    char digits[40];
    if (!grow((void **)&set->keys, set->key_count, &g->key_capacity, (set->design_count + 1) * sizeof *set->keys))
        return SIZE_MAX;
    char **to = set->keys + set->key_count * set->design_count;
    for (size_t i = 0; i < set->design_count; i++) to[i] = NULL;
    g->last_key = set->key_count++;
    for (size_t i = 0; i < set->design_count; i++)
        if (!(to[i] = strdup(text_of(g, set->design[i], digits)))) return SIZE_MAX;
    return g->last_key;
}

/* ---- cells ---- */

static size_t tuple_size(const gathering *g) { return g->set->design_count + 1; }

static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* the row's design values, and its level */
static void take_tuple(const gathering *g) {
    const thud_fragility_set *set = g->set;
    for (size_t i = 0; i < set->design_count; i++) {
        const bool number = thud_results_columns(g->results)->list[set->design[i]].kind == THUD_COLUMN_AXIS;
        const char *text = number ? NULL : thud_results_text(g->results, set->design[i]);
        g->here[i] = number ? bits_of(thud_results_number(g->results, set->design[i]))
                            : thud_hash_text(THUD_HASH_START, text ? text : "");
    }
    g->here[set->design_count] = bits_of(thud_results_number(g->results, g->request->level));
}

static bool is_here(const gathering *g, size_t which) {
    return memcmp(g->tuples + which * tuple_size(g), g->here, tuple_size(g) * sizeof *g->here) == 0;
}

/* the slot of the row's cell, or an empty one for it */
static size_t find_slot(const gathering *g) {
    const uint64_t hash =
        thud_hash_finish(thud_hash_bytes(THUD_HASH_START, g->here, tuple_size(g) * sizeof *g->here));
    size_t slot = (size_t)hash % g->slot_count;
    while (g->slots[slot] != 0 && !is_here(g, g->slots[slot] - 1)) slot = (slot + 1) % g->slot_count;
    return slot;
}

static bool grow_cells(gathering *g) {
    if (g->cell_count < g->cell_capacity) return true;
    const size_t more = g->cell_capacity ? 2 * g->cell_capacity : 64, size = tuple_size(g);
    cell *cells = realloc(g->cells, more * sizeof *cells);
    if (cells) g->cells = cells;
    counters *counts = realloc(g->counts, (more * g->threshold_count + 1) * sizeof *counts);
    if (counts) g->counts = counts;
    uint64_t *tuples = realloc(g->tuples, more * size * sizeof *tuples);
    if (tuples) g->tuples = tuples;
    size_t *slots = calloc(2 * more, sizeof *slots);
    if (!cells || !counts || !tuples || !slots) {
        free(slots);
        return false;
    }
    free(g->slots);
    g->slots = slots;
    g->slot_count = 2 * more;
    g->cell_capacity = more;
    /* rehashes all of them */
    uint64_t *row = g->here;
    for (size_t i = 0; i < g->cell_count; i++) {
        g->here = g->tuples + i * size;
        g->slots[find_slot(g)] = i + 1;
    }
    g->here = row;
    return true;
}

/* SIZE_MAX when memory is short */
static size_t add_cell(gathering *g) {
    if (!grow_cells(g)) return SIZE_MAX;
    size_t key = find_key(g);
    if (key == SIZE_MAX) key = add_key(g);
    if (key == SIZE_MAX) return SIZE_MAX;
    const size_t which = g->cell_count++, size = tuple_size(g);
    memcpy(g->tuples + which * size, g->here, size * sizeof *g->here);
    g->slots[find_slot(g)] = which + 1;
    const size_t first = which * g->threshold_count;
    g->cells[which] = (cell){thud_results_number(g->results, g->request->level), key, first};
    for (size_t i = 0; i < g->threshold_count; i++) g->counts[first + i] = (counters){0};
    return which;
}

/* neighbouring cases often share a cell */
static size_t find_cell(gathering *g) {
    take_tuple(g);
    if (g->cell_count == 0) return add_cell(g);
    if (is_here(g, g->last_cell)) return g->last_cell;
    const size_t there = g->slots[find_slot(g)];
    return there > 0 ? there - 1 : add_cell(g);
}

static bool take_row(gathering *g) {
    const size_t which = find_cell(g);
    if (which == SIZE_MAX) return false;
    g->last_cell = which;
    for (size_t i = 0; i < g->threshold_count; i++) {
        const double flag = thud_results_number(g->results, g->thresholds[i]);
        counters *c = &g->counts[g->cells[which].first + i];
        if (isnan(flag)) c->missing++;
        else c->total++;
        if (flag > 0) c->exceed++;
    }
    return true;
}

/* no other columns are read */
static thud_status want(gathering *g) {
    bool *columns = calloc(thud_results_columns(g->results)->count + 1, sizeof *columns);
    if (!columns) return THUD_ERROR_MEMORY;
    columns[g->request->level] = true;
    for (size_t i = 0; i < g->set->design_count; i++) columns[g->set->design[i]] = true;
    for (size_t i = 0; i < g->threshold_count; i++) columns[g->thresholds[i]] = true;
    const thud_status status = thud_results_want(g->results, columns);
    free(columns);
    return status;
}

static thud_status read_rows(gathering *g) {
    thud_results_row here;
    bool found = true, kept = true;
    thud_status status = want(g);
    while (status == THUD_OK && found && kept) {
        status = thud_results_next(g->results, &here, &found);
        if (status == THUD_OK && found) kept = take_row(g);
    }
    return kept ? status : THUD_ERROR_MEMORY;
}

/* ---- curves ---- */

static int by_design_and_level(const void *a, const void *b) {
    const cell *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* the reason why the counts determine no curve: the levels on either side of a step, if there is one */
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
    else if (exceed_from == not_to) thud_print(c->note, sizeof c->note, "a step at %.5g", not_to);
    else if (exceed_from > not_to)
        thud_print(c->note, sizeof c->note, "a step between %.5g and %.5g", not_to, exceed_from);
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
    /* errors apply to logarithms, since neither value can be negative */
    const double z = thud_normal_quantile(0.5 + confidence / 2);
    const double median = exp(z * c->fit.median_error / c->fit.median),
                 dispersion = exp(z * c->fit.dispersion_error / c->fit.dispersion);
    c->median_low = c->fit.median / median;
    c->median_high = c->fit.median * median;
    c->dispersion_low = c->fit.dispersion / dispersion;
    c->dispersion_high = c->fit.dispersion * dispersion;
}

/* from cells [from, to) of one design, ordered by level */
static bool make_curve(const gathering *g, size_t from, size_t to, size_t which, thud_fragility_curve *c) {
    const size_t most = to - from;
    *c = (thud_fragility_curve){.threshold = g->thresholds[which], .example = g->cells[from].key};
    c->levels = malloc(most * sizeof *c->levels);
    c->exceed = calloc(most, sizeof *c->exceed);
    c->total = calloc(most, sizeof *c->total);
    c->missing = calloc(most, sizeof *c->missing);
    if (!c->levels || !c->exceed || !c->total || !c->missing) return false;
    for (size_t i = from; i < to; i++) {
        if (i == from || g->cells[i].level != g->cells[i - 1].level) c->levels[c->count++] = g->cells[i].level;
        const counters *there = &g->counts[g->cells[i].first + which];
        c->missing[c->count - 1] += there->missing;
        c->total[c->count - 1] += there->total;
        c->exceed[c->count - 1] += there->exceed;
    }
    fit(c, g->request->confidence);
    if (g->request->hazard && c->status == THUD_OK) c->rate = thud_hazard_of(g->request->hazard, &c->fit);
    return true;
}

static bool make_curves(gathering *g) {
    thud_fragility_set *set = g->set;
    set->curves = calloc(g->threshold_count * set->key_count + 1, sizeof *set->curves);
    if (!set->curves) return false;
    if (g->cell_count > 0) qsort(g->cells, g->cell_count, sizeof *g->cells, by_design_and_level);
    for (size_t which = 0; which < g->threshold_count; which++)
        for (size_t from = 0, to; from < g->cell_count; from = to) {
            for (to = from; to < g->cell_count && g->cells[to].key == g->cells[from].key;) to++;
            if (!make_curve(g, from, to, which, &set->curves[set->curve_count++])) return false;
        }
    return true;
}

thud_status thud_fragility_curves(thud_results *results, const thud_fragility_request *request,
                                  thud_fragility_set *set) {
    *set = (thud_fragility_set){0};
    gathering g = {.results = results, .request = request, .set = set};
    thud_status status = choose_columns(&g) ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) g.here = calloc(set->design_count + 1, sizeof *g.here);
    if (status == THUD_OK) status = g.here ? read_rows(&g) : THUD_ERROR_MEMORY;
    if (status == THUD_OK && !make_curves(&g)) status = THUD_ERROR_MEMORY;
    free(g.thresholds);
    free(g.cells);
    free(g.counts);
    free(g.tuples);
    free(g.slots);
    free(g.here);
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
