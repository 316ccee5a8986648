/* Ranks of numbers and their correlation; all columns are read once. */
#include "study/sensitivity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/store/roles.h"

/* ---- ranks ---- */

typedef struct ranked {
    double value;
    size_t place;
} ranked;

static int compare(const void *a, const void *b) {
    const double x = ((const ranked *)a)->value, y = ((const ranked *)b)->value;
    return (x > y) - (x < y);
}

/* ranks from 0; ties have their mean rank */
static void rank(size_t count, const double *x, ranked *pairs, double *ranks) {
    for (size_t i = 0; i < count; i++) pairs[i] = (ranked){x[i], i};
    qsort(pairs, count, sizeof *pairs, compare);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && pairs[to].value == pairs[from].value;) to++;
        for (size_t i = from; i < to; i++) ranks[pairs[i].place] = 0.5 * (double)(from + to - 1);
    }
}

/* ranks have the mean (n − 1)/2 */
static double correlate(size_t count, const double *a, const double *b) {
    const double mean = 0.5 * (double)(count - 1);
    double ab = 0, aa = 0, bb = 0;
    for (size_t i = 0; i < count; i++) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa) / sqrt(bb) : NAN;
}

double thud_rank_correlation(size_t count, const double *x, const double *y, double *work) {
    if (count < 2) return NAN;
    ranked *pairs = (ranked *)(void *)(work + 2 * count); /* a number and its index take two doubles */
    rank(count, x, pairs, work);
    rank(count, y, pairs, work + count);
    return correlate(count, work, work + count);
}

/* ---- a study ---- */

/* The columns of numbers, side by side. */
typedef struct table {
    size_t *column;
    bool *is_axis;
    size_t columns, rows, capacity;
    double *numbers; /* [rows × columns] */
    size_t *cases;   /* [rows] */
    thud_design_kind design;
    size_t axes;
} table;

static bool choose_columns(const thud_results *results, table *t) {
    const thud_columns *columns = thud_results_columns(results);
    const thud_role *roles = thud_results_roles(results);
    t->column = calloc(columns->count + 1, sizeof *t->column);
    t->is_axis = calloc(columns->count + 1, sizeof *t->is_axis);
    for (size_t i = 0; t->column && t->is_axis && i < columns->count; i++) {
        const bool axis = columns->list[i].kind == THUD_COLUMN_AXIS && roles[i].kind != THUD_ROLE_DERIVED,
                   result = columns->list[i].kind == THUD_COLUMN_RESULT &&
                            strncmp(columns->list[i].name, "solver.", strlen("solver.")) != 0;
        if (!axis && !result) continue;
        if (axis) t->design = roles[i].design;
        t->axes += axis;
        t->is_axis[t->columns] = axis;
        t->column[t->columns++] = i;
    }
    return t->column && t->is_axis;
}

static bool add_row(table *t, const thud_results *results, size_t case_index) {
    if (t->rows == t->capacity) {
        const size_t capacity = t->capacity ? 2 * t->capacity : 64;
        double *larger = realloc(t->numbers, capacity * (t->columns + 1) * sizeof *larger);
        if (!larger) return false;
        t->numbers = larger;
        size_t *more = realloc(t->cases, capacity * sizeof *more);
        if (!more) return false;
        t->cases = more;
        t->capacity = capacity;
    }
    for (size_t i = 0; i < t->columns; i++)
        t->numbers[t->rows * t->columns + i] = thud_results_number(results, t->column[i]);
    t->cases[t->rows++] = case_index;
    return true;
}

static thud_status read_rows(thud_results *results, table *t) {
    thud_results_row row;
    bool found = true;
    thud_status status = THUD_OK;
    while (status == THUD_OK && found) {
        status = thud_results_next(results, &row, &found);
        if (status == THUD_OK && found && strcmp(row.status, "ok") == 0 && !add_row(t, results, row.case_index))
            status = THUD_ERROR_MEMORY;
    }
    return status;
}

/* those cases in which both are finite, side by side; how many */
static size_t take_pairs(const table *t, size_t a, size_t b, double *x, double *y) {
    size_t count = 0;
    for (size_t i = 0; i < t->rows; i++) {
        const double p = t->numbers[i * t->columns + a], q = t->numbers[i * t->columns + b];
        if (!isfinite(p) || !isfinite(q)) continue;
        x[count] = p;
        y[count++] = q;
    }
    return count;
}

/* means of y where the rank of x is in its lower and upper quarter; equal numbers, which share a rank, stay
 * together, and a quarter has one number at least */
static void take_quarters(size_t count, const double *ranks, const double *y, thud_influence *out) {
    const double quarter = 0.25 * (double)(count - 1), last = (double)(count - 1);
    double lowest = last, highest = 0;
    for (size_t i = 0; i < count; i++) {
        lowest = fmin(lowest, ranks[i]);
        highest = fmax(highest, ranks[i]);
    }
    lowest = fmax(lowest, quarter);
    highest = fmin(highest, last - quarter);
    double low = 0, high = 0;
    size_t lows = 0, highs = 0;
    for (size_t i = 0; i < count; i++) {
        if (ranks[i] <= lowest) low += y[i], lows++;
        if (ranks[i] >= highest) high += y[i], highs++;
    }
    out->low = low / (double)lows;
    out->high = high / (double)highs;
}

/* the results and the axis in all blocks of a design without a gap, side by side; how many */
static size_t take_blocks(const table *t, size_t a, size_t b, double *x, double *y) {
    const size_t block = thud_design_block(t->design, t->axes);
    size_t blocks = 0;
    for (size_t first = 0; first + block <= t->rows; first++) {
        if (t->cases[first] % block != 0 || t->cases[first + block - 1] != t->cases[first] + block - 1) continue;
        bool whole = true;
        for (size_t i = 0; i < block; i++) {
            x[blocks * block + i] = t->numbers[(first + i) * t->columns + a];
            y[blocks * block + i] = t->numbers[(first + i) * t->columns + b];
            if (!isfinite(y[blocks * block + i])) whole = false;
        }
        blocks += whole;
    }
    return blocks;
}

static int by_size(const void *a, const void *b) {
    const thud_influence *p = a, *q = b;
    if (p->result != q->result) return p->result < q->result ? -1 : 1;
    /* without a design the index is 0; of Sobol' indices the total counts, of Morris' the size of the effects */
    const double i = fmax(p->index.first.value, p->index.second.value),
                 j = fmax(q->index.first.value, q->index.second.value);
    if (i != j && !isnan(i) && !isnan(j)) return i > j ? -1 : 1;
    const double x = fabs(p->correlation), y = fabs(q->correlation);
    if (x != y) return x > y ? -1 : 1;
    return p->axis < q->axis ? -1 : p->axis > q->axis;
}

static void fill(const table *t, double *x, double *y, double *work, thud_influences *out) {
    for (size_t b = 0; b < t->columns; b++) {
        size_t own = 0;
        for (size_t a = 0; a < t->columns && !t->is_axis[b]; a++) {
            if (!t->is_axis[a]) continue;
            const size_t place = own++;
            thud_influence one = {.axis = t->column[a], .result = t->column[b]};
            one.count = take_pairs(t, a, b, x, y);
            one.correlation = thud_rank_correlation(one.count, x, y, work);
            if (isnan(one.correlation)) continue;
            take_quarters(one.count, work, y, &one);
            if (t->design != THUD_DESIGN_NONE) {
                one.blocks = take_blocks(t, a, b, x, y);
                one.index = thud_index_of(t->design, t->axes, place, one.blocks, y, x, work);
            }
            out->list[out->count++] = one;
        }
    }
    qsort(out->list, out->count, sizeof *out->list, by_size);
}

thud_status thud_influences_find(thud_results *results, thud_influences *influences) {
    table t = {0};
    thud_influences out = {0};
    thud_status status = choose_columns(results, &t) ? THUD_OK : THUD_ERROR_MEMORY;
    out.design = t.design;
    if (status == THUD_OK) status = read_rows(results, &t);
    double *block = status == THUD_OK ? malloc((6 * t.rows + 1) * sizeof *block) : NULL;
    if (block) out.list = calloc(t.columns * t.columns + 1, sizeof *out.list);
    if (status == THUD_OK && !out.list) status = THUD_ERROR_MEMORY;
    if (status == THUD_OK) fill(&t, block, block + t.rows, block + 2 * t.rows, &out);
    free(block);
    free(t.column);
    free(t.is_axis);
    free(t.numbers);
    free(t.cases);
    *influences = out;
    return status;
}

void thud_influences_clear(thud_influences *influences) {
    free(influences->list);
    *influences = (thud_influences){0};
}
