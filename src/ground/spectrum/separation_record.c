/*
 * Two oscillators on the same ground: the largest difference of their displacements.
 */
#include "ground/spectrum/separation.h"

#include <math.h>

#include "base/environment.h"
#include "base/error.h"
#include "ground/spectrum/oscillator.h"
#include "ground/step.h"
#include "numeric/constant.h"
#include "numeric/root.h"

/* rad of the faster oscillator per part of a step: a peak missed between parts changes the result by less than
   1e-4 */
static const double PART = 0.125;

/* more parts indicate an error in the step or in a period: a day with T = 5 ms has fewer */
static const double PARTS_MOST = 1e9;

/* lightly damped structures beat for long; the search stops after this many parts */
enum { PARTS_AFTER = 1000000 };

typedef struct pair {
    thud_oscillator a, b;
    thud_oscillator_state at_a, at_b;
    double length; /* s, of the kernels */
    thud_oscillator_kernel over_a, over_b;
    double time;          /* s */
    double ground, slope; /* acceleration of the ground, m/s² and m/s³ */
    thud_gap_record found;
} pair;

static double towards(const pair *p) { return p->at_a.u - p->at_b.u; }

static double closing(const pair *p) { return p->at_a.v - p->at_b.v; }

/* the pair t seconds later, on the same linear piece of the acceleration */
static pair later(const pair *p, double t) {
    thud_oscillator_kernel a = thud_oscillator_kernel_at(&p->a, t), b = thud_oscillator_kernel_at(&p->b, t);
    pair out = *p;
    out.at_a = thud_oscillator_advance(&p->a, &a, p->at_a, p->ground, p->slope);
    out.at_b = thud_oscillator_advance(&p->b, &b, p->at_b, p->ground, p->slope);
    out.time += t;
    return out;
}

static double closing_later(double t, const void *context) {
    pair at = later(context, t);
    return closing(&at);
}

static void note(thud_gap_record *found, const pair *at) {
    double u = towards(at);
    if (u > found->a_towards_b) found->a_towards_b = u, found->a_time = at->time;
    if (-u > found->b_towards_a) found->b_towards_a = -u, found->b_time = at->time;
}

static void set_length(pair *p, double length) {
    if (length == p->length) return;
    p->length = length;
    p->over_a = thud_oscillator_kernel_at(&p->a, length);
    p->over_b = thud_oscillator_kernel_at(&p->b, length);
}

/* advances by one part of a step; a peak lies where the difference stops growing */
static void advance(pair *p) {
    pair next = *p;
    next.at_a = thud_oscillator_advance(&p->a, &p->over_a, p->at_a, p->ground, p->slope);
    next.at_b = thud_oscillator_advance(&p->b, &p->over_b, p->at_b, p->ground, p->slope);
    next.time += p->length;
    next.ground += p->slope * p->length;
    if ((closing(p) > 0) != (closing(&next) > 0)) {
        double t = thud_root_bracketed(closing_later, p, 0, p->length, 0);
        pair peak = later(p, t);
        if (!isnan(t)) note(&next.found, &peak);
    }
    note(&next.found, &next);
    *p = next;
}

static double parts_of(const pair *p, double length) {
    return fmax(1, ceil(length * fmax(p->a.omega, p->b.omega) / PART));
}

static double parts_of_all(const pair *p, const thud_motion *motion) {
    double sum = 0;
    for (size_t i = 0; i + 1 < motion->count; i++) sum += parts_of(p, thud_step_length(motion, i));
    return sum;
}

static void follow(pair *p, const thud_motion *motion) {
    for (size_t i = 0; i + 1 < motion->count; i++) {
        double length = thud_step_length(motion, i), parts = parts_of(p, length);
        p->time = thud_motion_time(motion, i);
        p->ground = motion->acceleration[i];
        p->slope = thud_step_slope(motion, i);
        set_length(p, length / parts);
        for (double k = 0; k < parts; k++) advance(p);
    }
}

/* amplitude of the free vibration from here on */
static double amplitude(const thud_oscillator *o, thud_oscillator_state at) {
    return hypot(at.u, (at.v + o->decay * at.u) / o->damped);
}

/* until the two can no longer exceed the present maximum */
static void swing_out(pair *p) {
    p->ground = p->slope = 0;
    set_length(p, PART / fmax(p->a.omega, p->b.omega));
    for (int i = 0; i < PARTS_AFTER; i++) {
        double largest = amplitude(&p->a, p->at_a) + amplitude(&p->b, p->at_b);
        if (!(largest > fmin(p->found.a_towards_b, p->found.b_towards_a))) return;
        advance(p);
    }
}

thud_status thud_gap_by_record(const thud_gap_options *o, const thud_motion *motion, thud_gap_record *record,
                               thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = thud_gap_check(o, error);
    if (status != THUD_OK) return status;
    if (!record) return thud_error_argument(error, "record", NAN, "is missing");
    if (thud_motion_check(motion) != THUD_OK)
        return thud_error_argument(error, "motion", NAN, "its times must increase and all its numbers be finite");
    pair p = {
        .a = thud_oscillator_make(2 * THUD_PI / o->a.period, o->a.damping),
        .b = thud_oscillator_make(2 * THUD_PI / o->b.period, o->b.damping),
    };
    if (parts_of_all(&p, motion) > PARTS_MOST)
        return thud_error_argument(error, "period", fmin(o->a.period, o->b.period),
                                   "is too short for so long a motion");
    follow(&p, motion);
    swing_out(&p);
    *record = p.found;
    return THUD_OK;
}
