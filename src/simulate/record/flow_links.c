/*
 * Exact steps of a structure that may yield, while it does not: all links on branches as stiff as the springs that
 * the modes were found with. What such a link exerts is F = k d + F₀ + c ḋ; the constant forces, those of plastic
 * deformations that are left, shift the position of rest and nothing else. With p what they are in the modes'
 * coordinates, the shift is p/ω², and what lies beyond it moves as if there were no such forces. Velocities are the
 * same, and so is what dashpots take and the ground gives.
 *
 * A step in which a branch may end is left to the series, which find the instant.
 */
#include "simulate/record/flow_inside.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

/* of the largest ω²: rounding in the shift of a mode as slow as this is 1e-10 of the way that the same force moves
 * the fastest one */
static const double SLOWEST = 1e-6;

bool thud_flow_is_for_links(const thud_simulation *sim) {
    const thud_links *m = &sim->links;
    return m->count == 0 || (sim->structure.n > 1 && m->shaped_count == 0 && !m->may_stick);
}

/* the position of rest, by modes and bodies; false where a mode has none to speak of */
static bool shift(const thud_simulation *sim, thud_flow *f) {
    size_t n = f->n;
    double largest = 0;
    for (size_t j = 0; j < n; j++) largest = thud_larger(largest, fabs(f->square[j]));
    for (size_t j = 0; j < n; j++) {
        double push = thud_series_dot(f->inverse + j * n, sim->links.push, n);
        if (push != 0 && fabs(f->square[j]) < SLOWEST * largest) return false;
        f->unloaded_q[j] = push == 0 ? 0 : push / f->square[j];
    }
    for (size_t i = 0; i < n; i++) f->unloaded[i] = thud_series_dot(f->shape + i * n, f->unloaded_q, n);
    return true;
}

bool thud_flow_may_start_with_links(const thud_simulation *sim, thud_flow *f) {
    if (!sim->links.elastic) return false;
    if (f->branches == sim->links.branches) return f->shifted;
    f->branches = sim->links.branches;
    f->shifted = sim->links.acting_count == 0 || shift(sim, f);
    return f->shifted;
}

static void push(const thud_simulation *sim, double *a) {
    for (size_t i = 0; sim->links.acting_count > 0 && i < sim->structure.n; i++) a[i] += sim->links.push[i];
}

void thud_flow_enter_links(thud_simulation *sim, thud_flow *f) {
    thud_link_bounds_list(&f->links, sim);
    push(sim, f->a0);
    for (size_t j = 0; j < f->n; j++) f->q0[j] -= f->unloaded_q[j];
}

void thud_flow_load_links(thud_flow *f) {
    for (size_t i = 0; i < f->n; i++) f->x1[i] += f->unloaded[i];
}

void thud_flow_push_links(const thud_simulation *sim, thud_flow *f) { push(sim, f->a1); }

bool thud_flow_links_may_end(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    thud_link_step step = {f->h, f->x0, f->x1, f->v0, f->v1, f->a0, f->a1, g0, g1, f->bent};
    thud_link_bounds_take(&f->links, sim, &step);
    return thud_link_bounds_may_end(&f->links, sim);
}

/* ends that are peaks are taken in; what lies inside is for later */
void thud_flow_raise_links(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    thud_link_bounds *b = &f->links;
    if (!thud_link_bounds_may_peak(b, sim)) return;
    for (size_t i = 0; i < sim->links.count; i++) {
        if (!(b->above[i] > 0)) continue;
        thud_arc d, force;
        thud_link_summary *peak = &sim->links.results[i];
        thud_link_bounds_arcs(b, i, &d, &force);
        if (thud_arc_turns(&d, &peak->max_deformation))
            thud_flow_later_add(sim, f, THUD_FLOW_DEFORMATION, i, &d, g0, g1);
        if (thud_arc_turns(&force, &peak->max_force))
            thud_flow_later_add(sim, f, THUD_FLOW_FORCE, i, &force, g0, g1);
    }
}
