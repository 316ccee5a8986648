/*
 * Bodies that friction holds to each other and to what is around them, at random: in rows, side by side and in
 * loops, where what each link holds is not determined though the motion is; with stops, rigid and not, and supports
 * that move. Half of them have few numbers, so that forces are equal and links come to their limits together.
 */
#ifndef THUD_TESTS_SLIDERS_H
#define THUD_TESTS_SLIDERS_H

#include "simulate/dice.h"
#include "simulate/scene.h"

typedef struct sliders {
    bool on_supports; /* some move by themselves */
    int stops;        /* at most */
    bool rigid;       /* some of them; on supports one, for between two there may be no way left */
    bool elastic;     /* stops lose nothing */
    bool late;        /* supports set out after a while, and some loads are records that begin with zeros */
} sliders;

/* a load with the samples that it may have */
typedef struct sliders_load {
    thud_signal signal;
    thud_motion record;
    double samples[25]; /* 0.1 s apart: to the end and beyond */
} sliders_load;

static inline double sliders_number(dice *d, bool few, double low, double high) {
    return few ? low + (high - low) / 4 * choose(d, 5) : roll(d, low, high);
}

static inline thud_signal sliders_signal(dice *d, bool few, double size) {
    thud_signal s = {.kind = choose(d, 3) ? THUD_SIGNAL_SINE : THUD_SIGNAL_STEP};
    const double sign = choose(d, 2) ? 1 : -1;
    s.amplitude = sign * sliders_number(d, few, size / 4, size);
    if (s.kind == THUD_SIGNAL_SINE) s.frequency = sliders_number(d, few, 0.5, 2.5);
    if (s.kind == THUD_SIGNAL_STEP) s.start = sliders_number(d, few, 0, 1);
    return s;
}

/* zero up to an instant, and some for three samples in between */
static inline thud_signal sliders_record(dice *d, bool few, double size, sliders_load *to) {
    const int count = sizeof to->samples / sizeof *to->samples, zeros = 2 + choose(d, 8);
    for (int i = 0; i < count; i++) to->samples[i] = i < zeros ? 0 : sliders_number(d, few, -size, size);
    if (choose(d, 3) == 0)
        for (int i = zeros + 3; i < zeros + 6; i++) to->samples[i] = 0;
    to->record = (thud_motion){.count = (size_t)count, .step = 0.1, .acceleration = to->samples};
    return (thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = &to->record, .scale = 1};
}

/* as long as `to` lives */
static inline const thud_signal *sliders_roll(dice *d, bool few, double size, bool late, sliders_load *to) {
    to->signal = late && choose(d, 3) == 0 ? sliders_record(d, few, size, to) : sliders_signal(d, few, size);
    return &to->signal;
}

static inline thud_link sliders_link(dice *d, bool few) {
    thud_link link = {.stiffness = choose(d, 2) ? sliders_number(d, few, 20, 200) : 0};
    link.damping = choose(d, 3) ? 0 : sliders_number(d, few, 0.1, 1.1);
    if (choose(d, 4) || link.stiffness == 0)
        link.hysteresis = (thud_hysteresis){THUD_HYSTERESIS_FRICTION, .force = sliders_number(d, few, 1, 5)};
    return link;
}

static inline void sliders_stop(scene *s, dice *d, bool few, bool rigid, bool elastic, thud_body a, thud_body b) {
    static const char *const damped[] = {"newton", "poisson", "flores", "kelvin-voigt"};
    static const char *const lossless[] = {"newton", "poisson", "hertz", "valles-reinhorn"};
    const char *const *laws = elastic ? lossless : damped;
    int law = rigid ? choose(d, 4) : 2 + choose(d, 2);
    double gap = few && choose(d, 3) == 0 ? 0 : sliders_number(d, few, 0.004, 0.02);
    double e = sliders_number(d, few, 0.2, 0.8);
    scene_touch(s, a, b, scene_contact(laws[law], gap, elastic ? 1 : e, law < 2 ? 0 : 1e4));
}

static inline scene *sliders_open(unsigned seed, sliders kind) {
    dice d = dice_of(seed);
    const bool few = seed % 2;
    scene *s = scene_open(2);
    int bodies = 1 + choose(&d, 4), supports = kind.on_supports ? 1 + choose(&d, 2) : 0, given = 1 + supports;
    thud_body ends[8] = {THUD_BODY_GROUND};
    sliders_load load;
    for (int i = 0; i < supports; i++) {
        thud_support moved = {.acceleration = *sliders_roll(&d, few, 3, kind.late, &load)};
        if (kind.late && choose(&d, 2)) moved.delay = sliders_number(&d, few, 0, 0.8);
        if (choose(&d, 4) == 0) moved.velocity = sliders_number(&d, few, -0.1, 0.1);
        ends[1 + i] = thud_model_add_support(s->model, NULL, &moved).number;
    }
    for (int i = 0; i < bodies; i++) {
        const double speed = choose(&d, 2) ? 0 : sliders_number(&d, few, -0.2, 0.2);
        ends[given + i] = scene_body(s, sliders_number(&d, few, 1, 3), 0, speed);
    }
    /* each body is held, each support holds something, and some are held twice */
    int links = bodies + supports + 1 + choose(&d, 4);
    thud_body a = THUD_BODY_GROUND, b = ends[given];
    for (int i = 0; i < links; i++) {
        bool again = i >= bodies + supports && choose(&d, 2);
        if (!again) a = i < supports ? ends[1 + i] : ends[choose(&d, given + bodies)], b = ends[given + i % bodies];
        thud_link link = sliders_link(&d, few);
        if (a == b) a = THUD_BODY_GROUND;
        bool turned = choose(&d, 2);
        scene_link(s, turned ? a : b, turned ? b : a, &link);
    }
    for (int i = 0; i < kind.stops; i++) {
        thud_body left = ends[choose(&d, given + bodies)], right = ends[given + choose(&d, bodies)];
        bool turned = choose(&d, 2);
        if (left != right)
            sliders_stop(s, &d, few, kind.rigid && (i == 0 || !kind.on_supports), kind.elastic,
                         turned ? left : right, turned ? right : left);
    }
    sliders_roll(&d, few, 5, kind.late, &load);
    if (choose(&d, 3)) thud_model_set_ground(s->model, &load.signal);
    for (int i = 0; i < 2; i++) {
        sliders_roll(&d, few, 8, kind.late, &load);
        if (choose(&d, 2)) scene_force(s, ends[given + choose(&d, bodies)], &load.signal);
    }
    return s;
}

#endif
