/*
 * What is measured of links: energy, plastic deformation, peaks. On a branch the work is that of a straight line,
 * (F(0) + F(1)) (d(1) − d(0))/2, and needs no quadrature.
 */
#include <math.h>

#include "simulate/links/links.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

static double between(const double *values, const thud_body_link *l) {
    return thud_coordinate(values, l->right) - thud_coordinate(values, l->left);
}

/* ∫ F dd over the step, both as series of σ: all terms of the product, since the two may end early */
static double work_of(const double *force, const double *d, int order, double sigma) {
    double terms[WIDTH], power = sigma, work = 0;
    for (int k = 1; k <= order; k++, power *= sigma) terms[k] = k * d[k] * power;
    power = 1;
    for (int i = 0; i <= order; i++, power *= sigma) {
        double sum = 0;
        for (int k = 1; k <= order; k++) sum += terms[k] / (i + k);
        work += force[i] * power * sum;
    }
    return work;
}

static void account_damper(thud_simulation *sim, const thud_body_link *l, double sigma) {
    sim->accounts.energy.dissipated +=
        work_of(l->damper_force, l->series.deformation, sim->motion.series.order, sigma);
}

void thud_link_account(thud_simulation *sim, size_t number, double sigma) {
    int order = sim->motion.series.order;
    const thud_body_link *l = &sim->links.list[number];
    const thud_link_branch *b = &l->branch;
    thud_link_summary *result = &sim->links.results[number];
    double from = between(sim->motion.x, l), to = between(sim->motion.next_x, l), inner = l->inner;
    double work = (0.5 * b->stiffness * (from + to) + b->offset) * (to - from);
    if (l->model->raise) work = work_of(l->series.force, l->series.deformation, order, sigma);
    if (l->model->has_inner) inner = thud_series_value(l->series.inner, order, sigma);
    double lost = work - (l->model->stored(l->given, b, to, inner) - l->model->stored(l->given, b, from, l->inner));
    result->energy += lost;
    sim->accounts.energy.hysteresis += lost;
    result->plastic_deformation += thud_link_plastic_way(l->given, b, from, to, l->inner, inner);
    if (l->damper > 0) account_damper(sim, l, sigma);
}

void thud_links_account(thud_simulation *sim, double sigma) {
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (!l->model->raise && l->damper == 0 && l->branch.direction == 0) continue; /* elastic, or stuck */
        thud_link_account(sim, sim->links.acting[i], sigma);
    }
}

/* F = k d + F₀ + c ḋ, whatever the link */
void thud_link_expand(const thud_simulation *sim, const thud_body_link *l, double *deformation, double *force) {
    const thud_series *s = &sim->motion.series;
    for (int k = 0; k <= s->order; k++) {
        double d = thud_coefficient(sim, s->x, l->right, k) - thud_coefficient(sim, s->x, l->left, k);
        double rate = thud_coefficient(sim, s->v, l->right, k) - thud_coefficient(sim, s->v, l->left, k);
        deformation[k] = d;
        force[k] = l->branch.stiffness * d + l->drag * rate;
    }
    force[0] += l->branch.offset;
    for (int k = 0; k <= s->order && l->model->raise; k++)
        force[k] += l->series.force[k] - l->branch.stiffness * deformation[k] - (k == 0 ? l->branch.offset : 0);
    for (int k = 0; k <= s->order && l->damper > 0; k++) force[k] += l->damper_force[k];
    if (!thud_link_sticks(l)) return;
    for (int k = 0; k <= s->order; k++) force[k] += l->hold[k];
}

void thud_links_evaluate(const thud_simulation *sim, const double *x, const double *v, double *deformation,
                         double *force) {
    for (size_t i = 0; i < sim->links.count; i++) {
        const thud_body_link *l = &sim->links.list[i];
        deformation[i] = between(x, l);
        force[i] = l->branch.stiffness * deformation[i] + l->branch.offset + l->drag * between(v, l);
    }
}

void thud_links_take(thud_simulation *sim) {
    double *deformation = sim->accounts.sample_deformation, *force = sim->accounts.sample_link_force;
    thud_links_evaluate(sim, sim->motion.x, sim->motion.v, deformation, force);
    for (size_t i = 0; i < sim->links.count; i++) {
        thud_link_summary *result = &sim->links.results[i];
        result->max_deformation = thud_larger(result->max_deformation, fabs(deformation[i]));
        result->max_force = thud_larger(result->max_force, fabs(force[i]));
    }
}

/* whether a peak may be raised, by how far deformation and rate get in the step */
static bool may_raise(const thud_simulation *sim, const thud_body_link *l, size_t number) {
    const thud_link_summary *result = &sim->links.results[number];
    if (l->model->raise || l->damper > 0 || l->branch.holds > 0) return true;
    double d = sim->links.deformation[number], way = sim->links.way[number];
    if (fabs(d) + way > result->max_deformation) return true;
    double force = l->branch.stiffness * d + l->branch.offset + l->drag * sim->links.rate[number];
    return fabs(force) + l->branch.stiffness * way + l->drag * sim->links.change[number] > result->max_force;
}

void thud_links_peaks(thud_simulation *sim, const double *power) {
    double deformation[WIDTH], force[WIDTH];
    int order = sim->motion.series.order;
    for (size_t i = 0; i < sim->links.count; i++) {
        thud_link_summary *result = &sim->links.results[i];
        const thud_body_link *l = &sim->links.list[i];
        if (!may_raise(sim, l, i)) continue;
        thud_link_expand(sim, l, deformation, force);
        thud_peak_raise(&result->max_deformation, deformation, order, power);
        const double before = result->max_force, grip = thud_link_grip(l);
        thud_peak_raise(&result->max_force, force, order, power);
        /* a stuck link holds no more than its grip: what is found above it, up to the slack that it slips by, is
         * rounding */
        const bool grips = thud_link_sticks(l) && l->branch.stiffness == 0 && l->drag == 0 && l->damper == 0;
        if (grips && result->max_force <= grip + 2 * l->slack)
            result->max_force = fmax(before, fmin(result->max_force, grip));
    }
}

void thud_links_end(thud_simulation *sim) {
    thud_mechanism_end(sim);
    for (size_t i = 0; i < sim->links.count; i++) {
        const thud_body_link *l = &sim->links.list[i];
        thud_link_summary *result = &sim->links.results[i];
        double yield = thud_link_yield_deformation(l->given);
        result->ductility = yield > 0 ? result->max_deformation / yield : 0;
        result->residual_deformation =
            l->model->centres ? 0 : l->model->plastic(l->given, &l->branch, between(sim->motion.x, l), l->inner);
    }
}
