/*
 * One impact of a general structure: m δ̈ = −F(δ, δ̇) by the Runge–Kutta method of order 8, in the units of the
 * dimensionless frame.
 *
 * Near δ = 0, F behaves like a power of δ. A step therefore changes δ at most by a factor, in and out, so that
 * every step sees a smooth force. About forty steps lead from rounding-level penetrations to those where the force
 * matters. Error control handles kinks of the force elsewhere.
 */
#include "impact/general.h"

#include <float.h>
#include <math.h>

#include "impact/relaxing.h"
#include "impact/scale.h"
#include "numeric/golden_section.h"
#include "numeric/integral/runge_kutta.h"
#include "numeric/root.h"

enum { SIZE = 2, WORK = SIZE * 40, MOST_STEPS = 4000, LOOKS = 8 };

/* relative to the largest penetration so far: below it the force is negligible */
static const double BESIDE = 1e-12;

/* relative to the approach speed: slower bodies do not return */
static const double STANDSTILL = 1e-10;

typedef struct walk {
    thud_general force;
    thud_scale scale;
    thud_runge_kutta method;
    double work[WORK];
    double t, y[SIZE]; /* time, penetration and its rate in the frame */
    double h, accuracy;
    double top;
    double end; /* separation: at the penetration, zero unless the law adheres */
    bool parting;
} walk;

static double force_at(const walk *w, double depth, double rate) {
    return thud_general_force_at(&w->force, depth * w->scale.length, rate * w->force.state.speed) / w->scale.force;
}

static bool slope(void *context, double t, const double *y, double *out) {
    (void)t;
    out[0] = y[1];
    out[1] = -force_at(context, y[0], y[1]);
    return isfinite(out[1]);
}

thud_general thud_general_of(const thud_impact_options *o, double damping) {
    return (thud_general){
        .structure = o->law->structure,
        .state = {.stiffness = o->stiffness,
                  .exponent = o->exponent,
                  .damping = damping,
                  .speed = o->speed,
                  .restitution = o->restitution,
                  .extra = o->extra,
                  .context = o->law->structure->context},
        .limited = o->law->structure->remembers ||
                   thud_law_separation(o->law, o->separation) == THUD_SEPARATION_ZERO_FORCE,
    };
}

static bool begin(walk *w, const thud_impact_options *o, double damping) {
    *w = (walk){
        .force = thud_general_of(o, damping),
        .scale = thud_scale_of(o),
        .accuracy = fmax(o->tolerance / 30, 1e-15), /* tolerance of a step, because their errors add up */
        .h = 1e-9,
    };
    w->end = thud_general_end(&w->force) / w->scale.length;
    w->y[0] = w->t = BESIDE; /* at the approach speed, before any force matters */
    w->y[1] = 1 - force_at(w, w->y[0], 1) * w->t;
    thud_runge_kutta_init(&w->method, SIZE, slope, w, w->work);
    return thud_runge_kutta_begin(&w->method, w->t, w->y);
}

/* the longest step that changes δ at most by a factor: to three times on the way in, to a fifth on the way out */
static double longest(const walk *w) {
    double left = w->parting ? 0.8 * (w->y[0] - w->end) : 2 * w->y[0];
    return left / fmax(fabs(w->y[1]), DBL_MIN);
}

static double rate_in_step(double x, const void *context) {
    return thud_runge_kutta_component(&((const walk *)context)->method, 1, x, 0);
}

static bool try_step(walk *w, double h) {
    double scale[SIZE] = {w->accuracy, w->accuracy};
    if (!thud_runge_kutta_try(&w->method, w->t, h, w->y)) return false;
    double error = thud_runge_kutta_error(&w->method, scale, 0, 0, 0);
    bool good = error <= 1 && w->method.end[0] > (w->parting ? w->end : 0) && thud_runge_kutta_close(&w->method) &&
                thud_runge_kutta_interpolate(&w->method);
    w->h = h * (error <= 1 && !good ? 0.5 : thud_runge_kutta_factor(error));
    return good;
}

/* computes a good step from the present state without taking it; shortened to end at the turning point */
static thud_status look(walk *w) {
    double limit = longest(w), h = fmin(w->h, limit);
    while (!try_step(w, h)) {
        h = fmin(w->h, 0.9 * h);
        if (!(w->t + h > w->t)) return THUD_ERROR_ACCURACY;
    }
    if (w->parting || w->method.end[1] > 0) return THUD_OK;
    /* the place by the interpolation, then two Newton steps on the true end */
    double x = thud_root_bracketed(rate_in_step, w, 0, 1, 0), to = isfinite(x) ? x * h : h;
    for (int i = 0; i < 3 && to > 0; i++) {
        if (!thud_runge_kutta_try(&w->method, w->t, to, w->y)) return THUD_ERROR_ACCURACY;
        double push = force_at(w, w->method.end[0], 0), miss = push > 0 ? w->method.end[1] / push : 0;
        if (i == 2 || !(fabs(miss) > DBL_EPSILON * to)) break;
        to += miss;
    }
    w->method.end[1] = 0;
    return thud_runge_kutta_close(&w->method) && thud_runge_kutta_interpolate(&w->method) ? THUD_OK
                                                                                          : THUD_ERROR_ACCURACY;
}

static void take(walk *w) {
    w->t += w->method.h;
    if (w->method.end[1] == 0) w->parting = true;
    thud_runge_kutta_advance(&w->method, w->y);
    w->top = fmax(w->top, w->y[0]);
    if (w->parting) w->force.state.top = w->top * w->scale.length;
}

typedef enum end { GOES_ON, PARTED, STAYS } end;

/* the last rounding-level penetrations pass at the remaining speed; adhesion may hold the body back */
static end end_of(walk *w) {
    if (!w->parting || w->y[1] == 0) return GOES_ON;
    if (w->y[1] > 0) return STAYS;
    const double left = w->y[0] - w->end;
    if (left <= BESIDE * w->top) {
        double time = left / -w->y[1], rate = w->y[1] - force_at(w, w->y[0], w->y[1]) * time;
        if (!(rate < 0)) return STAYS;
        w->t += time;
        w->y[0] = w->end;
        w->y[1] = rate;
        return PARTED;
    }
    return fabs(w->y[1]) < STANDSTILL && force_at(w, w->y[0], 0) < STANDSTILL ? STAYS : GOES_ON;
}

/* ---- results of the impact ---- */

typedef struct peek {
    const walk *w;
    double sign;
} peek;

static double force_in_step(double x, const void *context) {
    const peek *p = context;
    const thud_runge_kutta *m = &p->w->method;
    return p->sign * force_at(p->w, thud_runge_kutta_component(m, 0, x, 0), thud_runge_kutta_component(m, 1, x, 0));
}

/* the largest sign·F in the computed step */
static double extreme(const walk *w, double sign) {
    peek p = {w, sign};
    int best = 0;
    double most = -INFINITY;
    for (int i = 0; i <= LOOKS; i++) {
        double value = force_in_step((double)i / LOOKS, &p);
        if (value > most) most = value, best = i;
    }
    /* at an end of the step the maximum may be on either side; the adjacent step searches there */
    double from = best > 0 ? best - 1 : 0, to = best < LOOKS ? best + 1 : LOOKS;
    double x = thud_golden_section(force_in_step, &p, from / LOOKS, to / LOOKS, 36);
    return fmax(most, force_in_step(x, &p));
}

/* the force before the cut-off, for the instant at which a contact that may not pull releases */
static double raw_in_step(double x, const void *context) {
    const walk *w = context;
    walk uncut = {.force = w->force, .scale = w->scale};
    uncut.force.limited = false;
    return force_at(&uncut, thud_runge_kutta_component(&w->method, 0, x, 0),
                    thud_runge_kutta_component(&w->method, 1, x, 0));
}

typedef struct tally {
    double most, least;   /* extremes of the force */
    double approach_time; /* until the turn */
    double parted_at, parted_depth;
    bool lets_go; /* the force is cut off at present */
} tally;

static void count_step(tally *c, const walk *w) {
    c->most = fmax(c->most, extreme(w, 1));
    c->least = fmin(c->least, -extreme(w, -1));
    if (!w->force.limited || !w->parting) return;
    bool cut = raw_in_step(1, w) <= 0;
    if (cut && !c->lets_go) {
        double x = thud_root_bracketed(raw_in_step, w, 0, 1, 1e-12);
        if (!isfinite(x)) x = 1;
        c->parted_at = w->t + x * w->method.h;
        c->parted_depth = thud_runge_kutta_component(&w->method, 0, x, 0);
    }
    c->lets_go = cut;
}

/* `c` may be NULL, if only the final speed is wanted */
static thud_status run(walk *w, tally *c, double *restitution) {
    end over = GOES_ON;
    for (int steps = 0; over == GOES_ON; steps++) {
        if (steps == MOST_STEPS) return THUD_ERROR_STEPS;
        thud_status status = look(w);
        if (status != THUD_OK) return status;
        if (c) count_step(c, w);
        bool turns = !w->parting && w->method.end[1] == 0;
        take(w);
        if (c && turns) c->approach_time = w->t;
        over = end_of(w);
    }
    *restitution = over == PARTED ? -w->y[1] : 0;
    return THUD_OK;
}

static thud_status returned(const thud_impact_options *o, double damping, double *restitution) {
    walk w;
    return begin(&w, o, damping) ? run(&w, NULL, restitution) : THUD_ERROR_ACCURACY;
}

thud_status thud_general_solve(const thud_impact_options *o, double damping, thud_impact *impact) {
    if (o->law->structure->relaxes) return thud_relaxing_solve(o, damping, impact);
    walk w;
    double e;
    if (!begin(&w, o, damping)) return THUD_ERROR_ACCURACY;
    tally c = {.most = force_at(&w, 0, 1)};
    thud_status status = run(&w, &c, &e);
    if (status != THUD_OK) return status;
    const double endless = e == 0 ? INFINITY : w.t;
    *impact = (thud_impact){
        .restitution = e,
        .damping = damping,
        .unloading_stiffness = o->stiffness,
        .exponent_n = o->exponent,
        .exponent_p = thud_law_damper_exponent(o->law, o->exponent),
        .contact_time = (c.lets_go && e > 0 ? c.parted_at : endless) * w.scale.time,
        .approach_time = c.approach_time * w.scale.time,
        .max_penetration = w.top * w.scale.length,
        .max_force = c.most * w.scale.force,
        .min_force = fmin(c.least, 0) * w.scale.force,
        .separation_penetration = c.lets_go ? c.parted_depth * w.scale.length
                                  : e > 0   ? w.end * w.scale.length
                                            : 0,
        .impulse = o->mass * o->speed * (1 + e),
        .energy_lost = o->mass * o->speed * o->speed * (1 - e) * (1 + e) / 2,
    };
    double finite = impact->approach_time + impact->max_penetration + impact->max_force + impact->energy_lost;
    return finite < INFINITY && impact->max_penetration > 0 ? THUD_OK : THUD_ERROR_OVERFLOW;
}

/* ---- calibration ---- */

typedef struct search {
    const thud_impact_options *options;
    double unit; /* unit of c */
    thud_status *status;
} search;

/* e with c = unit · exp(x), minus the target */
static double miss(double x, const void *context) {
    const search *s = context;
    double e = NAN;
    *s->status = returned(s->options, s->unit * exp(x), &e);
    if (*s->status == THUD_ERROR_STEPS) { /* so slow a return counts as none */
        *s->status = THUD_OK;
        e = 0;
    }
    return *s->status == THUD_OK ? e - s->options->restitution : NAN;
}

thud_status thud_general_damping(const thud_impact_options *o, double *damping) {
    if (o->law->structure->relaxes) return thud_relaxing_damping(o, damping);
    static const double stride = 1.5, least = -100, most = 200;
    thud_status status = THUD_OK;
    search s = {o, thud_scale_of(o).damping, &status};
    if (o->restitution == 1) {
        double e = NAN;
        *damping = 0;
        status = returned(o, 0, &e);
        return status == THUD_OK && !(1 - e < 1e-11) ? THUD_ERROR_UNREACHABLE : status;
    }
    /* ln χ of Hunt and Crossley's damper is a good first guess */
    double x = log(1.5 * (1 - o->restitution) / o->restitution), here = miss(x, &s), side = here > 0 ? 1 : -1;
    for (double next = x + side * stride; status == THUD_OK; next += side * stride) {
        if (next < least || next > most) return THUD_ERROR_UNREACHABLE;
        double there = miss(next, &s);
        if (status != THUD_OK) break;
        if ((there > 0) != (here > 0) || there == 0) {
            x = thud_root_bracketed(miss, &s, x, next, 1e-16);
            if (status != THUD_OK || isnan(x)) return status != THUD_OK ? status : THUD_ERROR_ACCURACY;
            /* a force that is discontinuous in e has no c for this restitution */
            const bool found = fabs(miss(x, &s)) < fmax(1e-11, 100 * o->tolerance) && status == THUD_OK;
            if (!found) return status == THUD_OK ? THUD_ERROR_UNREACHABLE : status;
            *damping = s.unit * exp(x);
            return *damping < INFINITY ? THUD_OK : THUD_ERROR_OVERFLOW;
        }
        x = next;
    }
    return status;
}

/* ---- sampling ---- */

thud_status thud_general_sample(const thud_impact_options *o, const thud_impact *hit, size_t count,
                                thud_impact_state *states) {
    if (o->law->structure->relaxes) return thud_relaxing_sample(o, hit, count, states);
    walk w;
    if (!begin(&w, o, hit->damping)) return THUD_ERROR_ACCURACY;
    const bool endless = isinf(hit->contact_time);
    double last = hit->contact_time / w.scale.time;
    if (endless) { /* until a twentieth of the penetration is left: a first pass finds the time */
        walk ahead = w;
        thud_runge_kutta_init(&ahead.method, SIZE, slope, &ahead, ahead.work);
        if (!thud_runge_kutta_begin(&ahead.method, ahead.t, ahead.y)) return THUD_ERROR_ACCURACY;
        do {
            thud_status status = look(&ahead);
            if (status != THUD_OK) return status;
            take(&ahead);
        } while (!ahead.parting || (ahead.y[0] > ahead.top / 20 && !(ahead.y[1] > 0)));
        last = ahead.t;
    }
    states[0] = (thud_impact_state){0, 0, o->speed, force_at(&w, 0, 1) * w.scale.force};
    size_t next = 1;
    end over = GOES_ON;
    for (int steps = 0; next < count; steps++) {
        if (steps == MOST_STEPS) return THUD_ERROR_STEPS;
        thud_status status = over == GOES_ON ? look(&w) : THUD_OK;
        if (status != THUD_OK) return status;
        double until = over == GOES_ON ? w.t + w.method.h : INFINITY;
        for (; next < count; next++) {
            double time = last * (double)next / (double)(count - 1);
            if (time > until) break;
            double x = fmax((time - w.t) / w.method.h, 0);
            double depth = over == GOES_ON ? thud_runge_kutta_component(&w.method, 0, x, 0) : w.end;
            double rate = over == GOES_ON ? thud_runge_kutta_component(&w.method, 1, x, 0) : w.y[1];
            states[next] = (thud_impact_state){time * w.scale.time, depth * w.scale.length, rate * o->speed,
                                               force_at(&w, depth, rate) * w.scale.force};
        }
        if (over != GOES_ON) break;
        take(&w);
        over = end_of(&w);
    }
    return THUD_OK;
}
