#include "simulate/one_body/single.h"

#include <math.h>

#include "simulate/series/series_terms.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* with the relative acceleration a of the velocity v: v′ = a, a′ = −K v − C a − ä_g */
static void flight_from(const thud_single *s, double v, double a, double rise, double *out) {
    for (int k = 0; k < WIDTH; k++) {
        out[k] = v;
        double slope = -(s->stiffness * v + s->damping * a) - (k == 0 ? rise : 0);
        v = a / (k + 1);
        a = slope / (k + 1);
    }
}

void thud_single_prepare(thud_simulation *sim) {
    sim->single = (thud_single){.is_one = sim->n == 1 && sim->push_count == 0};
    if (!sim->single.is_one) return;
    double stiffness = 0, damping = sim->damping_matrix ? sim->damping_matrix[0] : 0;
    for (size_t i = 0; i < sim->spring_count; i++) {
        stiffness += sim->springs[i].stiffness;
        damping += sim->springs[i].damping;
    }
    sim->single.stiffness = stiffness * sim->inverse_mass[0];
    sim->single.damping = damping * sim->inverse_mass[0] + sim->mass_damping;
    flight_from(&sim->single, 1, 0, 0, sim->single.from_speed);
    flight_from(&sim->single, 0, 1, 0, sim->single.from_pull);
    flight_from(&sim->single, 0, 0, 1, sim->single.from_rise);
}

void thud_single_watch(thud_simulation *sim) {
    thud_single *s = &sim->single;
    s->plain = s->is_one;
    s->above = s->below = -1;
    for (size_t i = 0; i < sim->touch_count && s->plain; i++) {
        const thud_touch *t = &sim->touches[i];
        int *nearest = t->left >= 0 ? &s->above : &s->below;
        double best = *nearest < 0 ? INFINITY : sim->touches[*nearest].given.gap;
        if (t->impulsive || t->given.gap == best) s->plain = false;
        if (t->given.gap < best) *nearest = (int)i;
    }
}
