/*
 * Random models of one body between stops, the same ones for the same seed: laws, exponents, separations, gaps,
 * masses, dampings, loads and tolerances of all kinds, with contacts that last from a fraction of a step of the
 * record to dozens of steps. A second body that nothing touches may be beside it: then the general way through a
 * run is taken.
 */
#ifndef THUD_TESTS_SIMULATE_ONE_BODY_H
#define THUD_TESTS_SIMULATE_ONE_BODY_H

#include "laws.h"
#include "numeric/random.h"
#include "simulate/scene.h"

static inline double roll(thud_random *r, double low, double high) {
    return low + (high - low) * thud_random_uniform(r);
}

static inline double spread(thud_random *r, double low, double high) {
    return low * pow(high / low, roll(r, 0, 1));
}

static inline int choose(thud_random *r, int count) { return (int)roll(r, 0, count); }

/* How large and how fast the motion is about to be. */
typedef struct one_body {
    double mass, strength, frequency; /* kg; m/s² of the load; rad/s, 0 without a spring */
    double step;                      /* s, of the record, or what would be one */
    double speed, way;                /* m/s, m */
    double duration;
} one_body;

static inline one_body one_body_roll(thud_random *r) {
    one_body b;
    b.mass = spread(r, 1, 1e6);
    b.strength = spread(r, 0.5, 20);
    double frequency = 6.283185307179586 * spread(r, 0.5, 12);
    b.frequency = choose(r, 8) == 0 ? 0 : frequency;
    b.step = spread(r, 0.003, 0.02);
    b.duration = b.step * roll(r, 100, 200);
    double rate = b.frequency > 0 ? b.frequency : 6;
    b.speed = 0.3 * b.strength / rate;
    b.way = b.speed / rate;
    return b;
}

/* white, smooth, or quiet with a spike now and then */
static inline thud_motion *one_body_record(thud_random *r, const one_body *b) {
    size_t count = (size_t)(b->duration / b->step * roll(r, 0.8, 1.2)) + 2;
    thud_motion *motion = thud_motion_create(count, b->step);
    int kind = choose(r, 3);
    double kept = kind == 1 ? roll(r, 0.5, 0.95) : 0, value = 0, strength = b->strength;
    for (size_t i = 0; i < count; i++) {
        double next = thud_random_normal(r), rare = roll(r, 0, 1);
        value = kept * value + sqrt(1 - kept * kept) * next;
        motion->acceleration[i] = kind == 2 && rare > 0.08 ? 0 : strength * value;
    }
    return motion;
}

static inline void one_body_load(scene *s, thud_random *r, const one_body *b) {
    int kind = choose(r, 8);
    double frequency = spread(r, 1, 10), phase = roll(r, 0, 6);
    if (kind < 6) {
        thud_motion *motion = one_body_record(r, b);
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
        thud_motion_free(motion);
    } else if (kind == 6) {
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE,
                                                       .amplitude = b->strength,
                                                       .frequency = frequency,
                                                       .phase = phase});
    }
    double gravity = roll(r, -0.5, 0.5) * b->strength;
    if (choose(r, 3) == 0) thud_model_set_gravity(s->model, gravity);
}

/* of the structures that fast ways are written for, or of any */
static inline const thud_law *one_body_law(thud_random *r) {
    bool any = choose(r, 3) == 0;
    for (;;) {
        const thud_law *law = drawn_law(choose(r, DRAWN_LAW_COUNT));
        if (any || law->structure == thud_law_find("flores")->structure) return law;
    }
}

static inline thud_gap_contact one_body_contact(thud_random *r, const one_body *b) {
    static const double exponents[] = {1.5, 1.5, 1, 1.25, 2};
    const thud_law *law = one_body_law(r);
    thud_force_kind force = law->structure->kind;
    bool impulsive = force == THUD_FORCE_IMPULSIVE;
    thud_gap_contact c = thud_gap_contact_default(law);
    double e = roll(r, 0.3, 1), gap = b->way * spread(r, 0.01, 1), n = exponents[choose(r, 5)];
    c.restitution = force == THUD_FORCE_ELASTIC ? 1 : e;
    c.gap = gap;
    if (!impulsive && n >= law->exponent_min && n <= law->exponent_max) c.exponent = n;
    /* half a period of the contact, were it linear */
    double time = b->step * spread(r, 0.5, 40), rate = 3.14 / time, depth = b->speed / rate;
    if (!impulsive) c.stiffness = b->mass * rate * rate * pow(depth, 1 - c.exponent);
    int damping = choose(r, 2), separation = choose(r, 3);
    if (force == THUD_FORCE_VISCOUS) {
        c.damping = damping == 0 && law->scaled_damping ? THUD_DAMPING_PUBLISHED : THUD_DAMPING_EXACT;
        if (separation == 0) c.separation = THUD_SEPARATION_RETURN;
        if (separation == 1) c.separation = THUD_SEPARATION_ZERO_FORCE;
    }
    return c;
}

static inline void one_body_damp(scene *s, thud_random *r, thud_link *link) {
    int kind = choose(r, 6);
    double ratio = spread(r, 0.01, 0.3), by_mass = spread(r, 0.1, 5), by_stiffness = spread(r, 1e-4, 1e-2);
    if (kind < 3) link->damping_ratio = ratio;
    if (kind == 3) thud_model_set_modal_damping(s->model, ratio);
    if (kind == 4) thud_model_set_rayleigh_damping(s->model, by_mass, by_stiffness);
}

/* not built yet; `idle`: the mass of a second body, 0 for none */
static inline scene *one_body_scene(uint64_t seed, double idle) {
    thud_random dice = thud_random_seed(seed), *r = &dice;
    one_body b = one_body_roll(r);
    scene *s = scene_open(b.duration);
    double velocity = b.speed * roll(r, -1, 1), displacement = b.way * roll(r, -1, 1);
    bool moves = choose(r, 3) == 0;
    thud_body body = scene_body(s, b.mass, moves ? 0.009 * displacement : 0, moves ? velocity : 0);
    if (idle > 0) scene_body(s, idle, 0, 0);
    thud_link link = {.stiffness = b.mass * b.frequency * b.frequency};
    one_body_damp(s, r, &link);
    if (b.frequency > 0) scene_link(s, THUD_BODY_GROUND, body, &link);
    one_body_load(s, r, &b);
    int stops = 1 + choose(r, 3);
    double gap = 0;
    bool was_above = false;
    for (int i = 0; i < stops; i++) {
        thud_gap_contact c = one_body_contact(r, &b);
        bool above = i == 0 ? choose(r, 2) == 0 : i == 1, alike = choose(r, 3) == 0;
        if (i == 1 && above != was_above && alike) c.gap = gap;
        gap = c.gap;
        was_above = above;
        scene_touch(s, above ? body : THUD_BODY_GROUND, above ? THUD_BODY_GROUND : body, c);
    }
    thud_model_set_tolerance(s->model, 1e-13);
    return s;
}

#endif
