/*
 * Three stretches: the approach, and the two halves of the recovery, the second of them followed backwards from
 * the end. Forces begin like sᵖ at the first touch, at the turn where a damper may end, and before the end. In x
 * with s = x⁴ all of these are smooth down to p = ¼. Cubic interpolation has the error h⁴ 3/128 d⁴f/dx⁴: for a
 * quarter of a sine 4e-5 of the peak with 32 cells, several times that for the steeper rise of a damped contact.
 * Its value at the fit cancels in evidence.c. A filter adds a fourth stretch after the contact.
 */
#include "identify/force/table.h"

#include <math.h>

#include "identify/force/reading.h"
#include "numeric/wide.h"

enum { STRETCHES = THUD_TABLE_STRETCHES, NODES = THUD_TABLE_MANY + 1 };

static const double INSIDE = 1e-12; /* relative to the contact time: distance from its ends */

/* likewise, in tolerances, where the contact ends with a jump: the walk may find its end slightly before that of
 * the closed form, and has no force there */
static const double BEFORE_JUMP = 10, LEAST_BEFORE_JUMP = 1e-6;

/* whether the force is not zero at its ends */
static bool jumps(const thud_shape *shape) {
    return shape->filter_order == 0 && shape->law->structure->kind == THUD_FORCE_VISCOUS &&
           thud_law_damper_exponent(shape->law, shape->n) == 0;
}

static void lay_stretches(thud_shape_table *t) {
    double end = t->facts.force_end - t->tail, turn = t->facts.approach_time;
    if (!(turn > 0 && turn < end)) turn = end / 2;
    double middle = (turn + end) / 2;
    const double from[STRETCHES] = {0, turn, end, end}, to[STRETCHES] = {turn, middle, middle, end + t->tail};
    t->count = t->tail > 0 ? 4 : 3;
    for (int k = 0; k < t->count; k++) {
        t->stretches[k].from = from[k];
        t->stretches[k].length = to[k] - from[k];
        t->stretches[k].per_length = 1 / (to[k] - from[k]);
    }
}

double thud_table_end(const thud_shape_table *t, int stretch) {
    const thud_table_stretch *at = &t->stretches[stretch];
    return stretch == 2 ? at->from : at->from + at->length;
}

double thud_table_instant(const thud_shape_table *t, int stretch, int node) {
    double x = (double)node / t->cells;
    return t->stretches[stretch].from + t->stretches[stretch].length * x * x * x * x;
}

/* the nodes of a stretch in the order of their times */
static int node_of(const thud_shape_table *t, int stretch, int i) { return stretch == 2 ? t->cells - i : i; }

thud_status thud_shape_tabulate(const thud_shape *shape, int cells, thud_shape_table *t) {
    double times[STRETCHES * NODES], forces[STRETCHES * NODES];
    size_t count = 0, at = 0;
    t->cells = cells;
    thud_status status = thud_shape_solve(shape, &t->facts);
    if (status != THUD_OK) return status;
    t->tail = thud_reading_tail(shape);
    t->facts.force_end += t->tail;
    lay_stretches(t);
    double end = t->facts.force_end, margin = INSIDE * end;
    double last = end - (jumps(shape) ? fmax(BEFORE_JUMP * shape->tolerance, LEAST_BEFORE_JUMP) * end : margin);
    for (int k = 0; k < t->count; k++)
        for (int i = 0; i <= cells; i++)
            times[count++] = fmin(fmax(thud_table_instant(t, k, node_of(t, k, i)), margin), last);
    thud_shape_facts facts; /* from the walk: less accurate than closed forms */
    status = thud_reading_sample(shape, times, count, forces, NULL, NULL, &facts);
    for (int k = 0; k < t->count; k++)
        for (int i = 0; i <= cells; i++) t->stretches[k].forces[node_of(t, k, i)] = forces[at++];
    if (!jumps(shape) && t->count == 3) t->stretches[0].forces[0] = t->stretches[2].forces[0] = 0;
    return status;
}

void thud_table_blend(const thud_shape_table tables[], const double weights[], int count, thud_shape_table *blend) {
    *blend = (thud_shape_table){.cells = tables[0].cells};
    for (int i = 0; i < count; i++) {
        const thud_shape_table *t = &tables[i];
        double w = weights[i];
        blend->facts.contact_time += w * t->facts.contact_time;
        blend->facts.restitution += w * t->facts.restitution;
        blend->facts.approach_time += w * t->facts.approach_time;
        blend->facts.force_end += w * t->facts.force_end;
        blend->tail += w * t->tail;
        for (int k = 0; k < t->count; k++)
            for (int j = 0; j <= blend->cells; j++) blend->stretches[k].forces[j] += w * t->stretches[k].forces[j];
    }
    lay_stretches(blend);
}

/* by cubic interpolation through four nodes */
THUD_WIDE void thud_stretch_forces(const thud_table_stretch *stretch, int cells, const double *restrict instants,
                                   size_t count, double *restrict forces) {
    const double *f = stretch->forces;
    for (size_t i = 0; i < count; i++) {
        double x = cells * sqrt(sqrt((instants[i] - stretch->from) * stretch->per_length));
        int k = (int)x - 1;
        k = k < 0 ? 0 : k;
        k = k > cells - 3 ? cells - 3 : k;
        double f0 = f[k], f1 = f[k + 1], f2 = f[k + 2], f3 = f[k + 3];
        double t = x - k, d1 = f1 - f0, d2 = f2 - f1, d3 = f3 - f2;
        forces[i] = f0 + t * (d1 + (t - 1) * (0.5 * (d2 - d1) + (t - 2) * (1.0 / 6) * (d3 - 2 * d2 + d1)));
    }
}

double thud_table_force(const thud_shape_table *table, double s) {
    double force;
    int k = 0;
    while (k + 1 < table->count && s >= thud_table_end(table, k)) k++;
    thud_stretch_forces(&table->stretches[k], table->cells, &s, 1, &force);
    return force;
}
