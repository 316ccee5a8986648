#include "simulate/single.h"

#include <math.h>

#include "simulate/series_terms.h"

enum { WIDTH = THUD_SERIES_WIDTH };

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
}

static thud_touch *only_contact(const thud_simulation *sim) {
    return sim->closed_count > 0 ? &sim->touches[sim->closed[0]] : NULL;
}

bool thud_single_fits(const thud_simulation *sim) {
    if (!sim->single.is_one || !sim->series.in_time || sim->ground.omega != 0 || sim->closed_count > 1) return false;
    const thud_touch *t = only_contact(sim);
    return !t || t->phase == THUD_TOUCH_ACTIVE;
}

int thud_single_raise(thud_simulation *sim, int highest, double far, double tolerance, double *top) {
    thud_series *s = &sim->series;
    const thud_touch *t = only_contact(sim);
    double *x = s->x, *v = s->v, *a = s->a;
    double stiffness = sim->single.stiffness, damping = sim->single.damping;
    double side = t && t->left < 0 ? -1 : 1, push = -side * sim->inverse_mass[0];
    double length = 1, scale = 0;
    int small = 0;
    for (int k = 0; k <= highest; k++) {
        double rest = 0;
        if (t) {
            thud_touch_series *c = t->series;
            if (k > 0) c->depth[k] = side * x[k];
            c->rate[k] = k == 0 && t->rate_is_zero ? 0 : side * v[k];
            thud_terms_force(s, t, false, k);
            if (k == 0 && t->force_is_zero) c->force[0] = 0;
            rest = push * c->force[k];
        }
        s->ground[k] = k == 0 ? sim->ground.value : k == 1 ? sim->ground.slope : 0;
        if (k == 0) rest += sim->gravity;
        a[k] = rest - s->ground[k] - (stiffness * x[k] + damping * v[k]);
        s->time[k + 1] = k == 0;
        x[k + 1] = v[k] * THUD_RECIPROCAL[k + 1];
        v[k + 1] = a[k] * THUD_RECIPROCAL[k + 1];
        top[k] = fabs(v[k]);
        if (!(top[k] < HUGE_VAL)) return -1;
        double term = top[k] * length;
        scale = thud_larger(scale, term);
        small = term <= tolerance * scale ? small + 1 : 0;
        length *= far;
        if (small >= 2 && k >= 4) return k;
    }
    return highest + 1;
}

/* the integral of a product of two series from 0 to σ, as far as they go */
static double integral_of_product(const double *a, const double *b, int order, double sigma) {
    double sum = 0;
    for (int k = order; k >= 0; k--) sum = sum * sigma + thud_terms_product(a, b, k) * THUD_RECIPROCAL[k + 1];
    return sum * sigma;
}

void thud_single_energy(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    const double *x = s->x, *v = s->v;
    double m = sim->mass[0], slope = sim->ground.slope, end = sim->ground.value + slope * sigma;
    sim->books.dissipated += m * sim->single.damping * integral_of_product(v, v, s->order, sigma);
    double way = sigma * thud_series_value(x + 1, s->order - 1, sigma);
    double area = thud_series_integral(x, s->order, sigma) - sigma * x[0];
    sim->books.input += m * ((sim->gravity - end) * way + slope * area);

    thud_touch *t = only_contact(sim);
    if (!t) return;
    t->entry.impulse += thud_series_integral(t->series->force, s->order, sigma);
    if (t->damping == 0) return;
    double lost = t->damping * integral_of_product(t->series->drag, t->series->rate, s->order, sigma);
    t->entry.energy_lost += lost;
    sim->books.impact += lost;
}
