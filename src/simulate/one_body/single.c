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

static thud_touch *only_contact(const thud_simulation *sim) {
    return sim->closed_count > 0 ? &sim->touches[sim->closed[0]] : NULL;
}

/* σ² is the penetration: δ^(3/2) = z³ */
static bool is_hertz_clock(const thud_simulation *sim, const thud_touch *t) {
    return t && sim->series.clock == (int)t->number && t->n == 1.5 && t->root == 2;
}

bool thud_single_fits(const thud_simulation *sim) {
    if (!sim->single.is_one || sim->ground.omega != 0 || sim->closed_count > 1) return false;
    const thud_touch *t = only_contact(sim);
    if (t && t->phase != THUD_TOUCH_ACTIVE) return false;
    return sim->series.in_time || is_hertz_clock(sim, t);
}

/* the acceleration from displacement, velocity and what the contact adds */
static inline double accelerate(const thud_simulation *sim, double x, double v, double contact, double ground,
                                int k) {
    double rest = k == 0 ? contact + sim->gravity : contact;
    return rest - ground - (sim->single.stiffness * x + sim->single.damping * v);
}

static int raise_in_time(thud_simulation *sim, const thud_series_goal *goal, double *top) {
    thud_series *s = &sim->series;
    const thud_touch *t = only_contact(sim);
    double *x = s->x, *v = s->v, *a = s->a;
    double side = t && t->left < 0 ? -1 : 1, push = -side * sim->inverse_mass[0], length = 1, scale = 0;
    int small = 0;
    for (int k = 0; k <= goal->highest; k++) {
        double contact = 0;
        if (t) {
            thud_touch_series *c = t->series;
            if (k > 0) c->depth[k] = side * x[k];
            c->rate[k] = k == 0 && t->rate_is_zero ? 0 : side * v[k];
            thud_terms_force(s, t, false, k);
            if (k == 0 && t->force_is_zero) c->force[0] = 0;
            contact = push * c->force[k];
        }
        s->ground[k] = k == 0 ? sim->ground.value : k == 1 ? sim->ground.slope : 0;
        a[k] = accelerate(sim, x[k], v[k], contact, s->ground[k], k);
        s->time[k + 1] = k == 0;
        x[k + 1] = v[k] * THUD_RECIPROCAL[k + 1];
        v[k + 1] = a[k] * THUD_RECIPROCAL[k + 1];
        top[k] = fabs(v[k]);
        if (!(top[k] < HUGE_VAL)) return -1;
        if (thud_terms_suffice(goal, top[k], k, &length, &scale, &small)) return k;
    }
    return goal->highest + 1;
}

static int raise_hertz(thud_simulation *sim, const thud_series_goal *goal, double *top) {
    thud_series *s = &sim->series;
    const thud_touch *t = only_contact(sim);
    thud_touch_series *c = t->series;
    double *x = s->x, *v = s->v, *a = s->a, *z = s->root;
    double side = t->left < 0 ? -1 : 1, push = -side * sim->inverse_mass[0], length = 1, scale = 0;
    int small = 0;
    for (int k = 0; k <= goal->highest; k++) {
        c->rate[k] = k == 0 && t->rate_is_zero ? 0 : side * v[k];
        if (k > 0) {
            z[k] = c->rate[k - 1] * THUD_RECIPROCAL[k];
            c->depth[k] = thud_series_product(z, z, k);
            x[k] = side * c->depth[k];
        }
        c->spring[k] = thud_series_product(z, c->depth, k);
        c->force[k] = t->stiffness * c->spring[k];
        if (t->damping != 0) {
            const double *factor = t->p == 1.5 ? c->spring : t->p == 0.5 ? z : THUD_SERIES_ONE;
            c->drag[k] = t->p == 0 ? c->rate[k] : thud_series_product(factor, c->rate, k);
            c->force[k] += t->damping * c->drag[k];
        }
        if (k == 0 && t->force_is_zero) c->force[0] = 0;
        s->ground[k] = k == 0 ? sim->ground.value : sim->ground.slope * s->time[k];
        a[k] = accelerate(sim, x[k], v[k], push * c->force[k], s->ground[k], k);
        s->pace[k] = 2 * z[k];
        s->time[k + 1] = s->pace[k] * THUD_RECIPROCAL[k + 1];
        v[k + 1] = thud_series_product(s->pace, a, k) * THUD_RECIPROCAL[k + 1];
        top[k] = fabs(v[k]);
        if (!(top[k] < HUGE_VAL)) return -1;
        if (thud_terms_suffice(goal, top[k], k, &length, &scale, &small)) return k;
    }
    return goal->highest + 1;
}

int thud_single_raise(thud_simulation *sim, const thud_series_goal *goal, double *top) {
    return sim->series.in_time ? raise_in_time(sim, goal, top) : raise_hertz(sim, goal, top);
}

void thud_single_energy(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    thud_touch *t = only_contact(sim);
    bool damped = t && t->damping != 0;
    double squares = 0, drag = 0, impulse = 0, area = 0;
    int nodes = s->order / 3 + 2; /* see thud_books_energy */
    for (int g = 0; g < nodes; g++) {
        double at = sigma * sim->gauss[nodes].node[g], duration = sigma * sim->gauss[nodes].weight[g];
        double v = thud_series_value(s->v, s->order, at);
        if (!s->in_time) {
            double z = thud_series_value(s->root, s->order, at);
            duration *= 2 * z;
            impulse += duration * thud_series_value(t->series->force, s->order, at);
            area += duration * at * thud_series_value(s->x + 1, s->order - 1, at);
        }
        squares += duration * v * v;
        if (damped) drag += duration * v * thud_series_value(t->series->drag, s->order, at);
    }
    double way = sigma * thud_series_value(s->x + 1, s->order - 1, sigma), slope = sim->ground.slope;
    if (s->in_time) area = thud_series_integral(s->x, s->order, sigma) - sigma * s->x[0];
    double end = thud_series_value(s->ground, s->order, sigma), m = sim->mass[0];
    sim->books.dissipated += m * sim->single.damping * squares;
    /* in parts: ∫ a ẋ dt = a (x − x₀) − a′ ∫ (x − x₀) dt */
    sim->books.input += m * ((sim->gravity - end) * way + slope * area);
    if (!t) return;
    t->entry.impulse += s->in_time ? thud_series_integral(t->series->force, s->order, sigma) : impulse;
    double lost = t->damping * (t->left < 0 ? -drag : drag);
    t->entry.energy_lost += lost;
    sim->books.impact += lost;
}
