/*
 * Random models of several bodies in a row, of one between two stops that turn together, and of some that come to
 * rest, the same ones for the same seed; not built yet.
 */
#ifndef THUD_TESTS_SIMULATE_ROWS_H
#define THUD_TESTS_SIMULATE_ROWS_H

#include "simulate/one_body.h"

enum { MOST_BODIES = 6 };

/* what several bodies in a row, linked as they may be, between stops and next to each other, do under a record */
static inline scene *row_scene(uint64_t seed) {
    thud_random dice = thud_random_seed(seed + 1000000), *r = &dice;
    one_body b = one_body_roll(r);
    b.mass = spread(r, 1, 1e3);
    scene *s = scene_open(b.duration);
    int n = 2 + choose(r, MOST_BODIES - 1), kind = choose(r, 3);
    bool moves = choose(r, 2) == 0; /* or peaks are the record's own */
    for (int i = 0; i < n; i++) {
        double mass = b.mass * spread(r, 0.3, 3), velocity = b.speed * roll(r, -5, 5);
        scene_body(s, mass, 0, moves ? velocity : 0);
    }
    double rate = b.frequency > 0 ? b.frequency : 10;
    for (int i = 0; i < n; i++) {
        double k = b.mass * rate * rate * spread(r, 0.5, 8), ratio = spread(r, 0.01, 0.2);
        bool free = choose(r, 8) == 0, chained = i > 0 && choose(r, 3) > 0;
        thud_link link = {.stiffness = k, .damping_ratio = kind == 0 ? ratio : 0};
        if (!free) scene_link(s, chained ? i - 1 : THUD_BODY_GROUND, i, &link);
    }
    if (kind == 1) thud_model_set_modal_damping(s->model, 0.05);
    if (kind == 2) thud_model_set_rayleigh_damping(s->model, 0.5, 1e-3);
    thud_motion *motion = one_body_record(r, &b);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    thud_motion_free(motion);
    double gravity = roll(r, -1, 1);
    if (choose(r, 4) == 0) thud_model_set_gravity(s->model, gravity);
    bool apart = choose(r, 3) == 0; /* nothing but the record makes peaks */
    for (int i = 0; i <= n; i++) {
        thud_gap_contact c = one_body_contact(r, &b);
        c.gap *= apart ? 1e3 : 2;
        if (choose(r, 3) > 0) scene_touch(s, i == 0 ? THUD_BODY_GROUND : i - 1, i == n ? THUD_BODY_GROUND : i, c);
    }
    return s;
}

/* a street: so many structures of one or two bodies between two walls that few of them touch at a time; loads of
 * all kinds on them */
static inline scene *street_scene(uint64_t seed) {
    enum { LEAST = 21, MOST = 23 }; /* bodies */
    thud_random dice = thud_random_seed(seed + 6000000), *r = &dice;
    one_body b = one_body_roll(r);
    b.mass = spread(r, 1, 1e3);
    double rate = b.frequency > 0 ? b.frequency : 10, share = spread(r, 1, 4);
    scene *s = scene_open(b.duration);
    int n = LEAST + choose(r, MOST - LEAST + 1), kind = choose(r, 3), before = -1;
    for (int i = 0; i < n; i++) {
        double mass = b.mass * spread(r, 0.3, 3), velocity = b.speed * roll(r, -1, 1);
        scene_body(s, mass, 0, choose(r, 8) == 0 ? velocity : 0);
    }
    for (int i = 0; i < n; i++) {
        double k = b.mass * rate * rate * spread(r, 0.5, 2), ratio = spread(r, 0.01, 0.1);
        bool storey = i > 0 && choose(r, 4) == 0;
        thud_link link = {.stiffness = k, .damping_ratio = kind == 0 ? ratio : 0};
        scene_link(s, storey ? i - 1 : THUD_BODY_GROUND, i, &link);
        thud_gap_contact c = one_body_contact(r, &b);
        c.gap = share * b.way * spread(r, 0.3, 1.5);
        if (storey || choose(r, 8) == 0) continue;
        scene_touch(s, before < 0 ? THUD_BODY_GROUND : before, i, c);
        before = i;
    }
    if (before >= 0) {
        thud_gap_contact c = one_body_contact(r, &b);
        scene_touch(s, before, THUD_BODY_GROUND, c);
    }
    if (kind == 1) thud_model_set_modal_damping(s->model, 0.05);
    if (kind == 2) thud_model_set_rayleigh_damping(s->model, 0.5, 1e-3);
    one_body_load(s, r, &b);
    double strength = 0.1 * b.mass * b.strength, frequency = spread(r, 1, 10);
    for (int i = 0; i < n && kind == 0; i += 1 + choose(r, n))
        scene_force(s, i, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = strength, .frequency = frequency});
    return s;
}

/* a body that presses two stops on one side, which turn at the same instants: dampers in approach only, or two
 * stiffnesses */
static inline scene *twin_scene(uint64_t seed) {
    static const char *const laws[] = {"mahmoud-jankowski", "jankowski-2006", "valles-reinhorn"};
    thud_random dice = thud_random_seed(seed + 2000000), *r = &dice;
    one_body b = one_body_roll(r);
    scene *s = scene_open(b.duration);
    thud_body body = scene_body(s, b.mass, 0, 0);
    thud_link link = {.stiffness = b.mass * b.frequency * b.frequency, .damping_ratio = 0.05};
    if (b.frequency > 0) scene_link(s, THUD_BODY_GROUND, body, &link);
    thud_motion *motion = one_body_record(r, &b);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    thud_motion_free(motion);
    double gap = b.way * spread(r, 0.05, 0.5), rate = 3.14 / (b.step * spread(r, 2, 40)), depth = b.speed / rate;
    for (int i = 0; i < 2; i++) {
        double e = roll(r, 0.4, 0.9), share = roll(r, 0.01, 0.2);
        thud_gap_contact c = scene_contact(laws[choose(r, 3)], i == 0 ? gap : gap + share * depth, e, 1);
        c.stiffness = b.mass * rate * rate * pow(depth, 1 - c.exponent);
        scene_touch(s, body, THUD_BODY_GROUND, c);
    }
    return s;
}

/* bodies on top of each other or side by side, that a load presses against a wall: rigid contacts for the most
 * part, so that impacts accumulate and contacts stay closed; some are shaken off again */
static inline scene *resting_scene(uint64_t seed) {
    static const double thresholds[] = {1e-3, 1e-3, 0, 0.1};
    thud_random dice = thud_random_seed(seed + 3000000), *r = &dice;
    scene *s = scene_open(roll(r, 1, 3));
    int n = 1 + choose(r, 4);
    for (int i = 0; i < n; i++) {
        double mass = spread(r, 0.3, 3), velocity = roll(r, -0.5, 1);
        scene_body(s, mass, 0, velocity);
    }
    for (int i = 0; i < n; i++) {
        double e = roll(r, 0, 0.8), gap = spread(r, 1e-3, 0.1), stiffness = spread(r, 1e4, 1e6);
        thud_gap_contact c = choose(r, 4) > 0 ? scene_contact(choose(r, 2) == 0 ? "newton" : "poisson", gap, e, 0)
                                              : scene_contact("flores", gap, fmax(e, 0.2), stiffness);
        scene_touch(s, i, i + 1 < n ? i + 1 : THUD_BODY_GROUND, c);
    }
    bool held = choose(r, 3) == 0;
    double stiffness = spread(r, 1, 100), amplitude = roll(r, 5, 15), frequency = spread(r, 0.5, 3);
    if (held) scene_spring(s, THUD_BODY_GROUND, choose(r, n), stiffness, 0.1);
    if (choose(r, 2) == 0)
        thud_model_set_ground(
            s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = frequency});
    thud_model_set_gravity(s->model, 9.81);
    thud_model_set_impact_threshold(s->model, thresholds[choose(r, 4)]);
    return s;
}

/* bodies between stops without clearance, one of them compliant at least, that go from one into the other; two of
 * them are linked, and have as many pairs of stops */
static inline scene *snug_scene(uint64_t seed) {
    static const char *const laws[] = {"newton", "flores", "hertz", "kelvin-voigt", "tsuji"};
    thud_random dice = thud_random_seed(seed + 4000000), *r = &dice;
    scene *s = scene_open(roll(r, 0.3, 0.6));
    int n = 1 + choose(r, 2);
    for (int i = 0; i < n; i++) {
        double mass = spread(r, 0.5, 2), place = roll(r, -0.02, 0.02), velocity = roll(r, 0.2, 1);
        scene_body(s, mass, place, choose(r, 2) == 0 ? velocity : -velocity);
        int above = choose(r, 5), below = above == 0 ? 1 + choose(r, 4) : choose(r, 5);
        double e = roll(r, 0.3, 0.9), k = spread(r, 1e4, 1e6);
        scene_touch(s, i, THUD_BODY_GROUND,
                    scene_contact(laws[above], place, above == 2 ? 1 : e, above == 0 ? 0 : k));
        scene_touch(s, THUD_BODY_GROUND, i,
                    scene_contact(laws[below], -place, below == 2 ? 1 : e, below == 0 ? 0 : k));
    }
    double stiffness = spread(r, 10, 1000), gravity = roll(r, -5, 5);
    scene_spring(s, THUD_BODY_GROUND, 0, stiffness, 0.2);
    if (n > 1) scene_spring(s, 0, 1, stiffness, 0.2);
    thud_model_set_gravity(s->model, gravity);
    return s;
}

#endif
