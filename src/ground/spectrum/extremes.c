/*
 * Inside a step ü = y is a free vibration, ÿ + 2ζω ẏ + ω²y = 0, because the acceleration is linear there.
 *
 * Its zeros, known in closed form, are the peaks of u̇. Between two of them u̇ is monotonic and crosses zero at
 * most once, at a peak of u. Only the first and the last period of a long step need a search: at a fixed phase, u
 * and u̇ are a straight line plus a decaying exponential, which is convex where it adds and therefore largest at
 * an end.
 *
 * The energy y² + ẏ²/ω² never grows. It bounds y and ẏ, and so the rise of u and u̇ between samples.
 */
#include "ground/spectrum/extremes.h"

#include <math.h>
#include <stdbool.h>

#include "numeric/constant.h"

/* y = ü and its derivative */
typedef struct vibration {
    double y, rate;
} vibration;

static vibration vibration_at(const thud_oscillator *o, thud_oscillator_state at, double a, double slope) {
    double y = -(2 * o->decay * at.v + o->square * at.u + a);
    return (vibration){y, -(2 * o->decay * y + o->square * at.v + slope)};
}

static double larger(double a, double b) { return a > b ? a : b; }

static double smaller(double a, double b) { return a < b ? a : b; }

/*
 * A peak between two samples is at most half a step from one of them, and higher than it by at most h²/8 times the
 * largest curvature. For short periods this bound is weak. Then u is bounded by the forces at its peak, ω²|u| ≤
 * |a| + |ü|, and u̇ by the free vibration about −slope/ω².
 */
static thud_extremes_limit limit(const thud_oscillator *o, const thud_step_limits *steps, vibration from) {
    double h = steps->length, x = o->omega * h, y = fabs(from.y), rate = fabs(from.rate);
    double largest_y = smaller((1 + x) * y + h * rate, y + rate / o->omega);
    double largest_rate = o->omega * y + rate;
    return (thud_extremes_limit){
        .rise = {h * h / 8 * largest_y,
                 smaller(h * h / 8 * largest_rate, 2 * steps->slope / o->square + y / o->omega)},
        .u = (steps->a + largest_y) / o->square,
    };
}

thud_extremes_limit thud_extremes_limit_of(const thud_oscillator *o, const thud_response_step *step) {
    double end = fabs(step->a + step->slope * step->length);
    thud_step_limits only = {larger(fabs(step->a), end), fabs(step->slope), step->length};
    return limit(o, &only, vibration_at(o, step->from, step->a, step->slope));
}

thud_extremes_limit thud_extremes_limit_of_all(const thud_oscillator *o, const thud_step_limits *steps,
                                               thud_extremes samples) {
    /* the signs for which all terms add */
    double y = 2 * o->decay * samples.v + o->square * samples.u + steps->a;
    double rate = 2 * o->decay * y + o->square * samples.v + steps->slope;
    return limit(o, steps, (vibration){y, rate});
}

bool thud_extremes_possible(const thud_extremes_limit *up_to, thud_extremes samples, const thud_extremes *largest) {
    return samples.v + up_to->rise.v > largest->v ||
           (samples.u + up_to->rise.u > largest->u && up_to->u > largest->u);
}

static thud_oscillator_state state_at(const thud_oscillator *o, const thud_response_step *step, double t) {
    thud_oscillator_kernel kernel = thud_oscillator_kernel_at(o, t);
    return thud_oscillator_advance(o, &kernel, step->from, step->a, step->slope);
}

/* a part of the step in which the velocity is monotonic */
typedef struct piece {
    double begin, end; /* s */
    double v_begin, v_end;
} piece;

/*
 * |u| where the velocity is zero, by Newton's method in a bracket. For a short remaining step the parabola through
 * the last point is enough: its error is of third order in a distance of 3e-7, relative to the scale of the
 * motion.
 */
static double peak_in(const thud_oscillator *o, const thud_response_step *step, piece in, double scale) {
    enum { MAX_ITERATIONS = 100 };
    double t = in.begin + (in.end - in.begin) * (in.v_begin / (in.v_begin - in.v_end)), u = 0;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        thud_oscillator_state at = state_at(o, step, t);
        double change = -at.v / vibration_at(o, at, step->a + step->slope * t, step->slope).y;
        bool inside = t + change > in.begin && t + change < in.end;
        u = inside ? at.u + at.v * change / 2 : at.u;
        if (inside && fabs(at.v * change) <= 1e-13 * larger(scale, fabs(u))) break;
        if ((at.v > 0) == (in.v_begin > 0)) in.begin = t;
        else in.end = t;
        t = inside ? t + change : in.begin + (in.end - in.begin) / 2;
    }
    return fabs(u);
}

static void search_piece(const thud_oscillator *o, const thud_response_step *step, piece in,
                         thud_extremes *largest) {
    bool crosses = (in.v_begin > 0 && in.v_end < 0) || (in.v_begin < 0 && in.v_end > 0);
    if (crosses) largest->u = larger(peak_in(o, step, in, largest->u), largest->u);
}

/* the first zero of y after the beginning of the step */
static double first_zero(const thud_oscillator *o, vibration from) {
    double angle = atan2(-from.y * o->damped, from.rate + o->decay * from.y);
    return (angle > 0 ? angle : angle + THUD_PI) / o->damped;
}

void thud_extremes_search(const thud_oscillator *o, const thud_response_step *step, thud_extremes *largest) {
    double half = THUD_PI / o->damped, t = first_zero(o, vibration_at(o, step->from, step->a, step->slope));
    piece in = {.begin = 0, .v_begin = step->from.v};
    for (; t < step->length; t += half) {
        in.end = t;
        in.v_end = state_at(o, step, t).v;
        largest->v = larger(fabs(in.v_end), largest->v);
        search_piece(o, step, in, largest);

        /* after the first period, continue where the last one begins */
        double skipped = floor((step->length - t) / half) - 2;
        bool skip = t > 2 * half && skipped > 0;
        if (skip) t += skipped * half;
        in.begin = t;
        in.v_begin = skip ? state_at(o, step, t).v : in.v_end;
    }
    in.end = step->length;
    in.v_end = step->to.v;
    search_piece(o, step, in, largest);
}
