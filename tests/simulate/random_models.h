/* Random models of every class: rows of buildings, stops, links that slide and yield, supports, frames. */
#ifndef THUD_TESTS_RANDOM_MODELS_H
#define THUD_TESTS_RANDOM_MODELS_H

#include "simulate/dice.h"
#include "simulate/scene.h"

enum { SAMPLES = 600 };

/* what a model has that decides how hard it is */
typedef struct traits {
    bool elastic;   /* some rigid contact loses nothing */
    bool compliant; /* some contact is */
} traits;

/* ---- parts ---- */

/* a filtered random motion under an envelope, m/s² */
static inline void shake(scene *s, dice *d, double peak) {
    thud_motion *motion = thud_motion_create(SAMPLES, 0.01);
    double value = 0, rate = 0, most = 0, omega = 6.28 * roll(d, 1, 3);
    ck_assert_ptr_nonnull(motion);
    for (size_t i = 0; i < SAMPLES; i++) {
        const double t = (double)i / SAMPLES, envelope = fmin(1, 8 * t) * exp(-2 * t);
        for (int part = 0; part < 4; part++) {
            rate += 0.0025 * (roll(d, -200, 200) - 1.2 * omega * rate - omega * omega * value);
            value += 0.0025 * rate;
        }
        motion->acceleration[i] = envelope * value;
        most = fmax(most, fabs(envelope * value));
    }
    for (size_t i = 0; i < SAMPLES; i++) motion->acceleration[i] *= peak / most;
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    thud_motion_free(motion);
}

static inline thud_signal sine(dice *d, double amplitude) {
    thud_signal signal = {.kind = THUD_SIGNAL_SINE, .amplitude = amplitude};
    signal.frequency = roll(d, 0.3, 3);
    signal.phase = roll(d, 0, 6);
    return signal;
}

static inline void load(scene *s, dice *d, double peak) {
    thud_signal motion;
    if (choose(d, 3)) {
        shake(s, d, peak);
        return;
    }
    motion = sine(d, peak);
    thud_model_set_ground(s->model, &motion);
}

/* restitutions as people give them: round numbers, the extremes among them */
static inline double restitution(dice *d, traits *t) {
    static const double COMMON[] = {0, 0, 0.1, 0.2, 0.4, 0.5, 0.6, 0.65, 0.8, 0.95};
    const int kind = choose(d, 40);
    if (kind == 0) t->elastic = true;
    if (kind == 0) return 1;
    return kind < 30 ? COMMON[choose(d, 10)] : roll(d, 0, 0.99);
}

static inline thud_gap_contact rigid(dice *d, traits *t, double gap) {
    const char *law = choose(d, 2) ? "newton" : "poisson";
    return scene_contact(law, gap, restitution(d, t), 0);
}

static inline thud_gap_contact compliant(dice *d, traits *t, double gap, double stiffness) {
    static const char *const LAWS[] = {"kelvin-voigt", "gonthier",      "jankowski-2006",  "lankarani-nikravesh",
                                       "flores",       "hunt-crossley", "valles-reinhorn", "tsuji"};
    const char *law = LAWS[choose(d, 8)];
    t->compliant = true;
    thud_gap_contact c = scene_contact(law, gap, roll(d, 0.2, 0.95), stiffness);
    if (choose(d, 2)) c.damping = THUD_DAMPING_EXACT;
    return c;
}

static inline thud_gap_contact any(dice *d, traits *t, double gap, double stiffness, int kind) {
    return kind == 1 || (kind == 2 && choose(d, 2)) ? compliant(d, t, gap, stiffness) : rigid(d, t, gap);
}

/* m: none, some millimetres, or anything */
static inline double gap_of(dice *d) {
    static const double COMMON[] = {0, 0, 0.001, 0.002, 0.005, 0.01, 0.02};
    return choose(d, 4) ? COMMON[choose(d, 7)] : roll(d, 0, 0.05);
}

/* ---- classes ---- */

/* buildings side by side, few or many; kind 0: rigid contacts, 1: compliant ones, 2: both */
static inline void row(scene *s, dice *d, traits *t, int kind, bool many) {
    static const int FEW[] = {2, 3, 5, 8}, MANY[] = {12, 12, 20, 20};
    const int count = many ? MANY[choose(d, 4)] : FEW[choose(d, 4)], laws = choose(d, 3) ? -1 : kind;
    const bool equal = choose(d, 2);
    const double gap = gap_of(d);
    const thud_gap_contact same = any(d, t, gap, 1e9, kind);
    for (int i = 0; i < count; i++) {
        const double mass = 2e5 * (equal ? 1 : roll(d, 0.3, 3)), period = roll(d, 0.2, 1.5);
        scene_body(s, mass, 0, 0);
        scene_link(s, THUD_BODY_GROUND, i,
                   &(thud_link){.stiffness = mass * 39.478 / (period * period), .damping_ratio = 0.05});
    }
    for (int i = 0; i + 1 < count; i++) scene_touch(s, i, i + 1, laws < 0 ? same : any(d, t, gap_of(d), 1e9, kind));
    load(s, d, roll(d, 1, 8));
}

static inline void rigid_row(scene *s, dice *d, traits *t) { row(s, d, t, 0, false); }
static inline void rigid_rows(scene *s, dice *d, traits *t) { row(s, d, t, 0, true); }
static inline void compliant_row(scene *s, dice *d, traits *t) { row(s, d, t, 1, choose(d, 2)); }
static inline void mixed_row(scene *s, dice *d, traits *t) { row(s, d, t, 2, false); }
static inline void mixed_rows(scene *s, dice *d, traits *t) { row(s, d, t, 2, true); }

/* bodies one behind the other between stops, pressed by gravity or a push, some without clearance */
static inline void stops(scene *s, dice *d, traits *t) {
    const int count = 1 + choose(d, 4), kind = choose(d, 3);
    thud_body before = THUD_BODY_GROUND;
    for (int i = 0; i <= count; i++) {
        thud_body body = THUD_BODY_GROUND;
        double mass = spread(d, 0.05, 20);
        if (i < count) body = scene_body(s, mass, 0, choose(d, 2) ? 0 : roll(d, -1, 1));
        if (i < count && choose(d, 3))
            scene_spring(s, THUD_BODY_GROUND, body, mass * spread(d, 5, 5000), mass * roll(d, 0, 3));
        if (i < count || choose(d, 3)) scene_touch(s, before, body, any(d, t, gap_of(d), 1e6, kind));
        before = body;
    }
    if (choose(d, 2)) thud_model_set_gravity(s->model, roll(d, -10, 10));
    if (choose(d, 2)) load(s, d, roll(d, 1, 10));
    if (choose(d, 3) == 0) {
        const thud_signal push = sine(d, spread(d, 1, 100));
        scene_force(s, 0, &push);
    }
}

/* the same beside friction, yielding springs and dashpots with an exponent */
static inline void links(scene *s, dice *d, traits *t) {
    static const thud_hysteresis_model MODELS[] = {THUD_HYSTERESIS_FRICTION, THUD_HYSTERESIS_FRICTION,
                                                   THUD_HYSTERESIS_BILINEAR, THUD_HYSTERESIS_CLOUGH};
    static const double EXPONENTS[] = {0.5, 0.8, 1, 1.5, 2};
    const int count = 1 + choose(d, 4), kind = choose(d, 3);
    for (int i = 0; i < count; i++) {
        const double mass = roll(d, 0.5, 5);
        const thud_body body = scene_body(s, mass, 0, choose(d, 2) ? 0 : roll(d, -1, 1));
        thud_link link = {.stiffness = mass * spread(d, 20, 2000)};
        link.damping = mass * roll(d, 0, 2);
        if (choose(d, 3) == 0) link.damping_exponent = EXPONENTS[choose(d, 5)];
        const thud_hysteresis_model model = MODELS[choose(d, 4)];
        if (choose(d, 2)) link.hysteresis = thud_hysteresis_default(model);
        if (link.hysteresis.model == THUD_HYSTERESIS_FRICTION) link.hysteresis.force = mass * roll(d, 0.3, 4);
        else if (link.hysteresis.model != THUD_HYSTERESIS_NONE) link.hysteresis.yield = mass * roll(d, 0.5, 5);
        const thud_body from = choose(d, 2) && i > 0 ? i - 1 : THUD_BODY_GROUND;
        scene_link(s, from, body, &link);
        if (from < 0 || choose(d, 2)) scene_touch(s, body, THUD_BODY_GROUND, any(d, t, gap_of(d), 1e6, kind));
        if (i > 0 && choose(d, 3)) scene_touch(s, i - 1, body, any(d, t, gap_of(d), 1e6, kind));
    }
    if (choose(d, 2)) thud_model_set_gravity(s->model, roll(d, -5, 5));
    load(s, d, roll(d, 1, 10));
}

/* decks between abutments that move by themselves; one rigid contact to a support at most, for between two of them
 * there may be no way left */
static inline void supports(scene *s, dice *d, traits *t) {
    const int count = 1 + choose(d, 4);
    thud_body ends[2], last = THUD_BODY_GROUND;
    for (int i = 0; i < 2; i++) {
        thud_support given = {.acceleration = choose(d, 3) ? sine(d, roll(d, 1, 5)) : (thud_signal){0}};
        given.acceleration.phase = 1.5707963267948966; /* from rest, and back: it does not drift away */
        given.delay = choose(d, 2) ? roll(d, 0, 0.5) : 0;
        ends[i] = thud_model_add_support(s->model, NULL, &given).number;
    }
    for (int i = 0; i < count; i++) {
        const double mass = roll(d, 1, 3);
        const thud_body body = scene_body(s, mass, 0, 0);
        scene_spring(s, i % 2 ? ends[1] : ends[0], body, mass * spread(d, 20, 500), mass * roll(d, 0, 1));
        scene_touch(s, i > 0 ? last : ends[0], body, any(d, t, gap_of(d), 1e5, 2));
        last = body;
    }
    scene_touch(s, last, ends[1], compliant(d, t, gap_of(d), 1e5));
    const thud_signal motion = sine(d, roll(d, 1, 5));
    thud_model_set_ground(s->model, &motion);
}

/* two frames that touch at each floor, elastic or yielding */
static inline void frames(scene *s, dice *d, traits *t) {
    const int floors = 2 + choose(d, 5), kind = choose(d, 3);
    const bool yields = choose(d, 2);
    const double gap = gap_of(d);
    for (int building = 0; building < 2; building++)
        for (int i = 0; i < floors; i++) {
            const thud_body body = scene_body(s, 2e5, 0, 0);
            thud_link link = {.stiffness = 2e8 * roll(d, 0.3, 2), .damping_ratio = 0.05};
            if (yields) {
                link.hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_BILINEAR);
                link.hysteresis.yield = 4e5 * (double)(floors - i);
            }
            scene_link(s, i > 0 ? body - 1 : THUD_BODY_GROUND, body, &link);
        }
    const thud_gap_contact c = any(d, t, gap, 1e9, kind);
    for (int i = 0; i < floors; i++) scene_touch(s, i, floors + i, c);
    load(s, d, roll(d, 2, 8));
}

typedef struct class {
    const char *name;
    void (*build)(scene *s, dice *d, traits *t);
} class;

static const class CLASSES[] = {
    {"rigid row", rigid_row}, {"long rigid row", rigid_rows}, {"compliant row", compliant_row},
    {"mixed row", mixed_row}, {"long mixed row", mixed_rows}, {"stops", stops},
    {"links", links},         {"supports", supports},         {"frames", frames}};
enum { CLASS_COUNT = sizeof CLASSES / sizeof *CLASSES };

#endif
