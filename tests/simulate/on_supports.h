/* Structures on supports of their own motion, at random: links and contacts of every kind, among them and to them.
 */
#ifndef THUD_TESTS_ON_SUPPORTS_H
#define THUD_TESTS_ON_SUPPORTS_H

#include "simulate/dice.h"
#include "simulate/scene.h"

#define PI 3.14159265358979323846

static inline thud_body support(scene *s, const char *name, thud_support given) {
    return thud_model_add_support(s->model, name, &given).number;
}

static inline thud_motion *record(dice *d, size_t count, double step, double size) {
    thud_motion *motion = thud_motion_create(count, step);
    ck_assert_ptr_nonnull(motion);
    for (size_t i = 0; i < count; i++) motion->acceleration[i] = roll(d, -size, size);
    return motion;
}

static inline thud_signal samples(const thud_motion *motion) {
    return (thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1};
}

static inline thud_hysteresis random_hysteresis(dice *d) {
    double yield = roll(d, 1, 6);
    switch (choose(d, 6)) {
    case 0: return (thud_hysteresis){THUD_HYSTERESIS_BILINEAR, .yield = yield, .hardening = roll(d, 0, 0.3)};
    case 1: return (thud_hysteresis){THUD_HYSTERESIS_CLOUGH, .yield = yield, .hardening = 0.05};
    case 2:
        return (thud_hysteresis){THUD_HYSTERESIS_FLAG, .yield = yield, .hardening = 0.1, .energy = roll(d, 0, 1)};
    case 3: return (thud_hysteresis){THUD_HYSTERESIS_TENSION_ONLY, .slack = roll(d, 0, 0.02)};
    case 4: return (thud_hysteresis){THUD_HYSTERESIS_COMPRESSION_ONLY, .slack = roll(d, 0, 0.02)};
    default: return (thud_hysteresis){.model = THUD_HYSTERESIS_NONE};
    }
}

static inline thud_hysteresis random_friction(dice *d) {
    if (choose(d, 2)) return (thud_hysteresis){.model = THUD_HYSTERESIS_NONE};
    return (thud_hysteresis){THUD_HYSTERESIS_FRICTION, .force = roll(d, 1, 6)};
}

static inline thud_signal random_signal(dice *d, const thud_motion *motion) {
    switch (choose(d, 4)) {
    case 0:
        return (thud_signal){
            .kind = THUD_SIGNAL_SINE, .amplitude = roll(d, 1, 6), .frequency = roll(d, 0.5, 3), .phase = PI / 2};
    case 1: return samples(motion);
    default: return (thud_signal){0};
    }
}

/* bodies in a row, links and contacts among them and to the ground and supports, of every kind */
static inline scene *random_model(unsigned seed, bool slides, const thud_motion *const motions[2]) {
    static const char *const laws[] = {"newton",       "poisson",         "flores",
                                       "kelvin-voigt", "valles-reinhorn", "jankowski-2006"};
    dice d = dice_of(seed);
    scene *s = scene_open(4);
    int bodies = 1 + choose(&d, 4), supports = 1 + choose(&d, 3);
    thud_body ends[9] = {THUD_BODY_GROUND};
    for (int i = 0; i < supports; i++)
        ends[1 + i] = support(s, NULL,
                              (thud_support){.acceleration = random_signal(&d, motions[1]),
                                             .delay = choose(&d, 2) ? roll(&d, 0, 1) : 0,
                                             .velocity = choose(&d, 4) ? 0 : roll(&d, -0.2, 0.2)});
    int given = 1 + supports;
    for (int i = 0; i < bodies; i++) ends[given + i] = scene_body(s, roll(&d, 1, 3), 0, roll(&d, -0.3, 0.3));
    for (int i = 0; i < bodies + supports + 2; i++) {
        /* each support holds something, each body is held */
        thud_body a = i < supports ? ends[1 + i] : ends[choose(&d, given + bodies)], b = ends[given + i % bodies];
        thud_link link = {
            .stiffness = roll(&d, 50, 300), .damping = roll(&d, 0, 2), .hysteresis = random_hysteresis(&d)};
        if (slides)
            link.hysteresis = i < supports ? random_friction(&d) : (thud_hysteresis){.model = THUD_HYSTERESIS_NONE};
        bool turned = choose(&d, 2);
        if (a != b) scene_link(s, turned ? a : b, turned ? b : a, &link);
    }
    for (int i = 0; i < 3; i++) {
        thud_body a = ends[choose(&d, given + bodies)], b = ends[given + choose(&d, bodies)];
        int law =
            i == 0 && !slides ? choose(&d, 2) : 2 + choose(&d, 4); /* two that are rigid may leave no way out */
        thud_gap_contact c = scene_contact(laws[law], roll(&d, 0.005, 0.05), roll(&d, 0.3, 0.9), law < 2 ? 0 : 1e4);
        bool turned = choose(&d, 2);
        if (a != b) scene_touch(s, turned ? a : b, turned ? b : a, c);
    }
    thud_signal shake = random_signal(&d, motions[0]);
    thud_model_set_ground(s->model, &shake);
    return s;
}

#endif
