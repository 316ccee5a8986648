/*
 * From the links of a model to those of a run; their forces, order by order.
 */
#include "simulate/links/links.h"

#include <math.h>
#include <string.h>

#include "link/hysteresis.h"
#include "simulate/state.h"

void thud_links_prepare(thud_simulation *sim) {
    thud_links *links = &sim->links;
    links->acting_count = 0;
    links->may_stick = false;
    for (size_t i = 0; i < links->count; i++) {
        const thud_model_link *from = &sim->model->links[i];
        thud_spring *spring = &sim->structure.springs[i];
        links->list[i] = (thud_body_link){.left = from->left,
                                          .right = from->right,
                                          .given = &from->given,
                                          .model = thud_link_model_of(&from->given),
                                          .linear = thud_link_is_linear(&from->given),
                                          .drag = spring->damping};
        if (links->list[i].linear) continue;
        if (from->given.damping_exponent != 1) links->list[i].damper = from->damping;
        spring->stiffness = thud_model_link_stiffness(from) - from->given.stiffness; /* of a weight that leans */
        if (from->given.hysteresis.model == THUD_HYSTERESIS_FRICTION) links->may_stick = true;
        links->acting[links->acting_count++] = i;
    }
}

static double deformation_of(const thud_simulation *sim, const thud_body_link *l) {
    return thud_coordinate(sim->motion.x, l->right) - thud_coordinate(sim->motion.x, l->left);
}

void thud_links_reset(thud_simulation *sim) {
    sim->links.stuck_count = 0;
    for (size_t i = 0; i < sim->links.count; i++) {
        thud_body_link *l = &sim->links.list[i];
        double d = deformation_of(sim, l);
        l->inner = 0;
        l->model->start(l->given, d, &l->branch, &l->inner);
        thud_damper_reset(sim, l);
        l->rate_is_zero = false;
        memset(l->hold, 0, sizeof l->hold);
        sim->links.results[i] = (thud_link_summary){.max_deformation = fabs(d)};
    }
}

void thud_links_raise(thud_simulation *sim, int k, double *a) {
    const thud_series *s = &sim->motion.series;
    const double *x = s->x + (size_t)k * sim->structure.n, *v = s->v + (size_t)k * sim->structure.n;
    const double *inverse_mass = sim->structure.inverse_mass;
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        double d = thud_coordinate(x, l->right) - thud_coordinate(x, l->left);
        double force = l->branch.stiffness * d + (k == 0 ? l->branch.offset : 0);
        l->series.deformation[k] = d;
        if (l->model->raise || l->damper > 0) {
            l->series.rate[k] = thud_coordinate(v, l->right) - thud_coordinate(v, l->left);
            l->series.pace = s->in_time ? NULL : s->pace;
            if (k == 0) l->series.inner[0] = l->inner;
            if (l->model->raise) {
                l->model->raise(l->given, &l->branch, &l->series, k);
                force = l->series.force[k];
            }
            if (l->damper > 0) {
                thud_damper_raise(l, k);
                force += l->damper_force[k];
            }
        }
        if (l->left >= 0) a[l->left] += force * inverse_mass[l->left];
        if (l->right >= 0) a[l->right] -= force * inverse_mass[l->right];
    }
}

double thud_links_stored(const thud_simulation *sim) {
    double energy = 0;
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        energy += l->model->stored(l->given, &l->branch, deformation_of(sim, l), l->inner);
    }
    return energy;
}

bool thud_links_are_curved(const thud_simulation *sim) {
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (l->branch.curved || (l->damper > 0 && l->zone != 0)) return true;
    }
    return false;
}

/* N, for a model with a curve: what it comes to */
static double strength_of(const thud_link *link) {
    return link->hysteresis.model == THUD_HYSTERESIS_BOUC_WEN ? link->hysteresis.yield : link->hysteresis.strength;
}

double thud_links_curve(const thud_simulation *sim, int k) {
    double largest = 0;
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (l->branch.curved) largest = thud_larger(largest, fabs(l->series.force[k]) / strength_of(l->given));
        if (l->damper > 0 && l->zone != 0) largest = thud_larger(largest, fabs(l->power[k]) / l->power[0]);
    }
    return largest;
}

void thud_links_move(thud_simulation *sim, double sigma) {
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (l->model->has_inner) l->inner = thud_series_value(l->series.inner, sim->motion.series.order, sigma);
    }
}
