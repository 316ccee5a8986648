/*
 * Bounds of what links do in a step whose ends are known.
 *
 * The second derivative of a deformation is the difference of two accelerations, and no further from the straight
 * line between its ends than these two are together: floors above each other move much alike, and what they do to
 * the storey between them is a small part of what each does. With Δ₀ and Δ₁ that difference at the ends and b how
 * far it may be off the line, a deformation is off its own line by h²/8 (max(|Δ₀|, |Δ₁|) + b) at most, and its
 * rate by h/8 |Δ₁ − Δ₀| + h/2 b. Between its ends a link then is between the lesser of these, less that, and the
 * larger, and that more.
 */
#include "simulate/series/link_bounds.h"

#include <math.h>

#include "numeric/wide.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

/* of the numbers that a bound is about: some thirty operations of u = 1.1e-16 each */
static const double ROUNDING = 1e-14;

void thud_link_bounds_lay_out(thud_link_bounds *b, size_t count, double *numbers) {
    double **const all[THUD_LINK_BOUNDS_ARRAYS] = {
        &b->stiffness, &b->offset,     &b->drag,   &b->low,   &b->high,     &b->direction,  &b->free,
        &b->d,         &b->rate,       &b->faster, &b->end_d, &b->end_rate, &b->end_faster, &b->off_d,
        &b->off_rate,  &b->off_faster, &b->room,   &b->above, &b->top_d,    &b->top_force};
    for (size_t i = 0; i < THUD_LINK_BOUNDS_ARRAYS && count > 0; i++) *all[i] = numbers + i * count;
}

/* ---- branches ---- */

void thud_link_bounds_list(thud_link_bounds *w, const thud_simulation *sim) {
    if (w->branches == sim->links.branches) return;
    for (size_t i = 0; i < sim->links.count; i++) {
        const thud_body_link *l = &sim->links.list[i];
        w->stiffness[i] = l->branch.stiffness;
        w->offset[i] = l->branch.offset;
        w->drag[i] = l->drag;
        w->low[i] = l->branch.low;
        w->high[i] = l->branch.high;
        w->direction[i] = l->branch.direction;
        w->free[i] = l->branch.direction == 0 ? INFINITY : 0;
    }
    w->branches = sim->links.branches;
}

/* ---- bounds ---- */

/* the difference between the ends of a link at both ends of the step, and what rounding may make of it */
static inline void subtract_one(double l0, double l1, double r0, double r1, double *start, double *end,
                                double *off) {
    *start = r0 - l0;
    *end = r1 - l1;
    *off = ROUNDING * ((fabs(l0) + fabs(l1)) + (fabs(r0) + fabs(r1)));
}

/* of all; storeys of buildings, one after the other, need not be looked up */
THUD_WIDE static void subtract(const thud_links *m, const double *restrict from, const double *restrict to,
                               double *restrict start, double *restrict end, double *restrict off) {
    const int *left = m->left, *right = m->right;
    const double *restrict ls = m->left_share, *restrict rs = m->right_share;
    size_t count = m->count;
    if (m->stacked) {
        subtract_one(0, 0, from[0], to[0], start, end, off);
        for (size_t i = 1; i < count; i++)
            subtract_one(ls[i] * from[i - 1], ls[i] * to[i - 1], from[i], to[i], start + i, end + i, off + i);
        return;
    }
    for (size_t i = 0; i < count; i++)
        subtract_one(ls[i] * from[left[i]], ls[i] * to[left[i]], rs[i] * from[right[i]], rs[i] * to[right[i]],
                     start + i, end + i, off + i);
}

/* of accelerations, which may be relative to a ground that has one: Δ₀, Δ₁ and b */
THUD_WIDE static void subtract_accelerations(const thud_links *m, const thud_link_step *step,
                                             double *restrict start, double *restrict end, double *restrict bent) {
    const double *restrict from = step->a0, *restrict to = step->a1, *restrict by = step->bent;
    const double *restrict ls = m->left_share, *restrict rs = m->right_share, g0 = step->g0, g1 = step->g1;
    const int *left = m->left, *right = m->right;
    size_t count = m->count;
    if (m->stacked) {
        start[0] = from[0] - g0;
        end[0] = to[0] - g1;
        bent[0] = by[0];
        for (size_t i = 1; i < count; i++) {
            start[i] = (from[i] - g0) - ls[i] * (from[i - 1] - g0);
            end[i] = (to[i] - g1) - ls[i] * (to[i - 1] - g1);
            bent[i] = by[i] + ls[i] * by[i - 1];
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        start[i] = rs[i] * (from[right[i]] - g0) - ls[i] * (from[left[i]] - g0);
        end[i] = rs[i] * (to[right[i]] - g1) - ls[i] * (to[left[i]] - g1);
        bent[i] = rs[i] * by[right[i]] + ls[i] * by[left[i]];
    }
}

/* how far deformations and rates may be off straight lines; what rounding may be is there already */
THUD_WIDE static void bend(size_t count, double h, const double *restrict faster0, const double *restrict faster1,
                           const double *restrict bent, double *restrict off_d, double *restrict off_rate) {
    for (size_t i = 0; i < count; i++) {
        double most = thud_larger(fabs(faster0[i]), fabs(faster1[i])) + bent[i];
        off_d[i] += 0.125 * h * h * most;
        off_rate[i] += 0.125 * h * fabs(faster1[i] - faster0[i]) + 0.5 * h * bent[i];
    }
}

static inline double lesser(double a, double b) { return a < b ? a : b; }

void thud_link_bounds_take(thud_link_bounds *w, const thud_simulation *sim, const thud_link_step *step) {
    const thud_links *m = &sim->links;
    subtract(m, step->x0, step->x1, w->d, w->end_d, w->off_d);
    subtract(m, step->v0, step->v1, w->rate, w->end_rate, w->off_rate);
    subtract_accelerations(m, step, w->faster, w->end_faster, w->off_faster);
    bend(m->count, step->h, w->faster, w->end_faster, w->off_faster, w->off_d, w->off_rate);
}

/* how far each stays from the ends of its branch; `free` is so much that it does not count where none yields */
THUD_WIDE static void leave_room(const thud_link_bounds *w, size_t count, double *restrict room) {
    const double *restrict d0 = w->d, *restrict d1 = w->end_d, *restrict off_d = w->off_d;
    const double *restrict rate0 = w->rate, *restrict rate1 = w->end_rate, *restrict off_rate = w->off_rate;
    const double *restrict low = w->low, *restrict high = w->high;
    const double *restrict direction = w->direction, *restrict free = w->free;
    for (size_t i = 0; i < count; i++) {
        double below = (lesser(d0[i], d1[i]) - off_d[i]) - low[i],
               over = high[i] - (thud_larger(d0[i], d1[i]) + off_d[i]);
        double speed = lesser(direction[i] * rate0[i], direction[i] * rate1[i]) - off_rate[i];
        room[i] = lesser(lesser(below, over), speed + free[i]);
    }
}

bool thud_link_bounds_may_end(thud_link_bounds *w, const thud_simulation *sim) {
    leave_room(w, sim->links.count, w->room);
    return !thud_series_all_above(w->room, sim->links.count);
}

/* ---- peaks ---- */

/* of deformations, and of F = k d + F₀ + c ḋ: by how much one of them may get beyond its peak */
THUD_WIDE static void exceed(const thud_link_bounds *w, size_t count, double *restrict above) {
    const double *restrict d0 = w->d, *restrict d1 = w->end_d, *restrict off_d = w->off_d;
    const double *restrict rate0 = w->rate, *restrict rate1 = w->end_rate, *restrict off_rate = w->off_rate;
    const double *restrict k = w->stiffness, *restrict offset = w->offset, *restrict c = w->drag;
    const double *restrict top_d = w->top_d, *restrict top_force = w->top_force;
    for (size_t i = 0; i < count; i++) {
        double from = fabs(k[i] * d0[i] + offset[i] + c[i] * rate0[i]),
               to = fabs(k[i] * d1[i] + offset[i] + c[i] * rate1[i]);
        double force = (1 + ROUNDING) * thud_larger(from, to) + fabs(k[i]) * off_d[i] + c[i] * off_rate[i];
        double d = thud_larger(fabs(d0[i]), fabs(d1[i])) + off_d[i];
        above[i] = thud_larger(d - top_d[i], force - top_force[i]);
    }
}

bool thud_link_bounds_may_peak(thud_link_bounds *w, const thud_simulation *sim) {
    for (size_t i = 0; i < sim->links.count; i++) {
        w->top_d[i] = sim->links.results[i].max_deformation;
        w->top_force[i] = sim->links.results[i].max_force;
    }
    exceed(w, sim->links.count, w->above);
    return thud_series_any_above(w->above, sim->links.count);
}

void thud_link_bounds_arcs(const thud_link_bounds *w, size_t i, thud_arc *deformation, thud_arc *force) {
    double k = w->stiffness[i], c = w->drag[i], offset = w->offset[i];
    *deformation = (thud_arc){w->d[i], w->end_d[i], w->off_d[i], w->rate[i], w->end_rate[i], w->off_rate[i]};
    *force = (thud_arc){
        k * w->d[i] + offset + c * w->rate[i],
        k * w->end_d[i] + offset + c * w->end_rate[i],
        fabs(k) * w->off_d[i] + c * w->off_rate[i],
        k * w->rate[i] + c * w->faster[i],
        k * w->end_rate[i] + c * w->end_faster[i],
        (1 + ROUNDING) * (fabs(k) * w->off_rate[i] + c * w->off_faster[i]),
    };
}
