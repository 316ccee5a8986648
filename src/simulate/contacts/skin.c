/*
 * The skin of a contact that closes: where the motion without its force and that with it are the same to the
 * tolerance.
 */
#include "simulate/contacts/skin.h"

#include <math.h>

#include "numeric/series/polynomial.h"
#include "simulate/series/series_bodies.h"

static bool is_begun_by_another(const thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *other = &sim->contacts.list[sim->contacts.closed[i]];
        if (other->phase != THUD_PHASE_ACTIVE || other->root < 2) continue;
        /* closing, or about to open: of two at δ = 0, as far as coordinates tell, only one can be the clock */
        if (thud_interface_begins(other) ||
            thud_simulation_depth(sim, other) <= thud_interface_rounding(sim, other))
            return true;
    }
    return false;
}

static double largest_speed(const thud_simulation *sim) {
    double largest = 0;
    for (size_t i = 0; i < sim->structure.n; i++) largest = fmax(largest, fabs(sim->motion.v[i]));
    return largest;
}

/* a contact's penetration as it would be without its force, and what is compared with it */
typedef struct {
    double depth[THUD_SERIES_WIDTH], rate[THUD_SERIES_WIDTH];
    double fastest; /* m/s, of all bodies in the step */
} approach;

static approach follow_without(const thud_simulation *sim, const thud_body_contact *t, double speed) {
    const thud_series *s = &sim->motion.series;
    approach a = {.fastest = largest_speed(sim)};
    thud_series_show(sim, t);
    for (int k = 0; k <= s->order; k++) {
        a.depth[k] = thud_contact_along(t, s->x + (size_t)k * sim->structure.n);
        a.rate[k] = thud_contact_along(t, s->v + (size_t)k * sim->structure.n);
    }
    a.depth[0] = 0;
    a.rate[0] = speed;
    if (s->in_time) a.depth[1] = speed;
    for (int part = 1; part <= 4; part++) {
        thud_series_at(sim, 0.25 * part * s->step, NULL, sim->motion.next_v, NULL);
        a.fastest = fmax(a.fastest, thud_series_largest(sim->motion.next_v, sim->structure.n));
    }
    return a;
}

/* whether the acceleration is all there is on the way to a depth: δ = a t²/2 there, or nearly */
static bool is_uniform(const thud_series *s, const approach *a, double acceleration, double depth) {
    double sigma = thud_series_sigma(s, sqrt(2 * depth / acceleration), s->step);
    double time = thud_series_value(s->time, s->order, sigma), way = 0.5 * acceleration * time * time;
    double reached = thud_series_value(a->depth, s->order, sigma);
    return reached > 0.5 * way && reached < 2 * way;
}

/* from very little on, for as long as the force, had it acted all the time that it took to get there, would have
 * changed no speed by more than a tolerance of what the bodies have in this step */
static double depth_unseen(const thud_series *s, const approach *a, const thud_body_contact *t, double tolerance) {
    double skin = 0, limit = tolerance * t->effective_mass * a->fastest;
    bool returned = false;
    for (double sigma = 0x1p-100 * s->step; sigma <= s->step; sigma *= 2) {
        double depth = thud_series_value(a->depth, s->order, sigma);
        returned = !(depth > skin);
        if (returned) continue;
        double rate = thud_series_value(a->rate, s->order, sigma);
        double spring = t->given.stiffness * pow(depth, t->branch.n),
               damper = t->element.damping * pow(depth, t->branch.p) * rate;
        if (!((spring + fabs(damper)) * thud_series_value(s->time, s->order, sigma) <= limit)) break;
        skin = depth;
    }
    return returned ? 4 * skin
                    : skin; /* out of reach where it turns round unseen, between two points as it may be */
}

double thud_skin_for(thud_simulation *sim, const thud_body_contact *t, double speed) {
    if (t->linear || t->enter_at > 0) return 0;
    thud_series_accelerations(sim);
    double acceleration = thud_simulation_closing(sim, t), fast = fmax(speed, 0.01 * largest_speed(sim));
    double slow_below = speed * speed / (4 * fabs(acceleration)), tolerance = sim->motion.contact_tolerance;
    bool alone = t->root > 0 && !is_begun_by_another(sim);
    if (alone && thud_body_contact_skin_is_below(t, fast, acceleration, tolerance, slow_below)) return 0;
    double skin = thud_body_contact_skin(t, fast, acceleration, tolerance);
    if (skin < slow_below) return alone ? 0 : skin;
    /* from rest, or next to it: speed and acceleration may be zero, or rounding, and what comes after them decides
     */
    if (!thud_series_expand(sim)) return skin;
    approach a = follow_without(sim, t, speed);
    if (skin > 0 && is_uniform(&sim->motion.series, &a, acceleration, skin)) return skin;
    return fmax(skin, depth_unseen(&sim->motion.series, &a, t, tolerance));
}

bool thud_skin_cross(thud_simulation *sim, thud_body_contact *t, double *speed, double *time) {
    const thud_series *s = &sim->motion.series;
    double rate = thud_simulation_rate(sim, t), depth = thud_simulation_depth(sim, t), sign = 1;
    thud_phase phase = t->phase;
    if (phase == THUD_PHASE_ACTIVE) t->phase = THUD_PHASE_RELEASED; /* without its force */
    bool expanded = thud_series_expand(sim), back = rate > 0;
    t->phase = phase;
    if (!expanded || (back && !s->in_time)) return false;
    approach a = follow_without(sim, t, rate);
    a.depth[0] = depth;
    for (int k = 0; k <= s->order && back; k++, sign = -sign) {
        a.depth[k] *= sign;
        a.rate[k] *= sign;
    }
    /* where a load breaks on the way it is taken to go on as it does */
    double limit = s->in_time ? fmax(s->step, 2 * depth / fabs(rate)) : s->step,
           sigma = thud_polynomial_first_root(a.depth, s->order, limit);
    if (!(sigma <= limit)) return false;
    *speed = (back ? 1 : -1) * thud_series_value(a.rate, s->order, sigma);
    *time = back ? sigma : thud_series_value(s->time, s->order, sigma);
    return *speed > 0;
}
