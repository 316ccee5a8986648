/*
 * Impacts of linear forces with a memory: their turn and end, calibration and course, from the state at any time.
 */
#include "impact/relaxing.h"

#include <math.h>
#include <stdbool.h>

#include "impact/scale.h"
#include "numeric/constant.h"
#include "numeric/golden_section.h"
#include "numeric/root.h"

typedef struct relaxing {
    bool is_fractional;
    double pace; /* 1/s in the frame: as fast as the force rings, or faster */
    thud_solid solid;
    thud_fractional fractional;
} relaxing;

static bool is_fractional(const thud_impact_options *o) {
    return o->law->structure->relaxes == THUD_RELAXES_FRACTIONAL;
}

/* `c` in its unit: of the fractional damper it is τ, and χ = τ^α */
static bool init(relaxing *s, const thud_impact_options *o, double c) {
    s->is_fractional = is_fractional(o);
    s->pace = 1;
    if (!s->is_fractional) {
        s->solid = thud_solid_of(o->extra[0], c);
        return true;
    }
    if (!thud_fractional_init(&s->fractional, o->extra[0], pow(c, o->extra[0]))) return false;
    s->pace = fmax(s->fractional.omega, 1);
    return true;
}

static thud_relaxing_state at(const relaxing *s, double t) {
    return s->is_fractional ? thud_fractional_at(&s->fractional, t) : thud_solid_at(&s->solid, t);
}

static double rate_at(double t, const void *context) { return at(context, t).rate; }

static double force_at(double t, const void *context) { return at(context, t).force; }

/* where a function that is positive at `from` comes to zero; NAN: nowhere */
static double zero_after(const relaxing *s, double from, double (*value)(double, const void *)) {
    double step = 0.02 / s->pace;
    for (double t = from; step < 1e6; t += step, step *= 1.02)
        if (!(value(t + step, s) > 0)) return thud_root_bracketed(value, s, t, t + step, 0);
    return NAN;
}

typedef struct course {
    double turn, end; /* times */
    double most;      /* largest force */
    thud_relaxing_state last;
} course;

static bool follow(const relaxing *s, course *c) {
    c->turn = zero_after(s, 0, rate_at);
    if (!isfinite(c->turn)) return false;
    c->end = zero_after(s, c->turn, force_at);
    if (!isfinite(c->end)) return false;
    c->most = force_at(thud_golden_section(force_at, s, 0, c->turn, 60), s);
    c->last = at(s, c->end);
    return true;
}

static double in_unit(const thud_impact_options *o, double damping) { return damping / thud_scale_of(o).damping; }

thud_status thud_relaxing_solve(const thud_impact_options *o, double damping, thud_impact *impact) {
    const thud_scale scale = thud_scale_of(o);
    relaxing s;
    course c;
    if (!init(&s, o, in_unit(o, damping)) || !follow(&s, &c)) return THUD_ERROR_ACCURACY;
    const double e = -c.last.rate;
    *impact = (thud_impact){
        .restitution = e,
        .damping = damping,
        .unloading_stiffness = o->stiffness,
        .exponent_n = o->exponent,
        .exponent_p = thud_law_damper_exponent(o->law, o->exponent),
        .contact_time = c.end * scale.time,
        .approach_time = c.turn * scale.time,
        .max_penetration = at(&s, c.turn).depth * scale.length,
        .max_force = c.most * scale.force,
        .separation_penetration = c.last.depth * scale.length,
        .impulse = o->mass * o->speed * (1 + e),
        .energy_lost = o->mass * o->speed * o->speed * (1 - e) * (1 + e) / 2,
    };
    double finite = impact->contact_time + impact->max_penetration + impact->max_force + impact->energy_lost;
    return finite < INFINITY && impact->max_penetration > 0 ? THUD_OK : THUD_ERROR_OVERFLOW;
}

/* ---- calibration ---- */

/* e with c = e^x in its unit, less what is asked for */
static double miss(double x, const void *context) {
    const thud_impact_options *o = context;
    relaxing s;
    course c;
    return init(&s, o, exp(x)) && follow(&s, &c) ? -c.last.rate - o->restitution : NAN;
}

static double rise(double x, const void *context) { return -miss(x, context); }

thud_status thud_relaxing_damping(const thud_impact_options *o, double *damping) {
    const double power = is_fractional(o) ? o->extra[0] : 1, stride = 0.25 / power, most = 12 / power;
    const double unit = thud_scale_of(o).damping;
    if (o->restitution == 1) {
        *damping = 0;
        return THUD_OK;
    }
    /* a dashpot alone would lose as much with χ = −2 ln e/π, and behind a spring it loses less */
    double x = (log(-2 * log(o->restitution) / THUD_PI) - 1) / power, before = miss(x, o), high = x;
    for (;; x += stride, before = miss(x, o)) {
        if (x > most) return THUD_ERROR_UNREACHABLE; /* without a spring no more is lost than with so weak a one */
        double here = miss(x + stride, o);
        if (isnan(before) || isnan(here)) return THUD_ERROR_ACCURACY;
        high = x + stride;
        if (here <= 0) break;
        if (here < before) continue;
        high = thud_golden_section(rise, o, x - stride, x + stride, 60); /* the least of e */
        if (miss(high, o) > 0) return THUD_ERROR_UNREACHABLE;
        x -= stride;
        break;
    }
    x = thud_root_bracketed(miss, o, x, high, 0);
    if (isnan(x) || fabs(miss(x, o)) > 1e-11) return THUD_ERROR_ACCURACY;
    *damping = unit * exp(x);
    return *damping < INFINITY ? THUD_OK : THUD_ERROR_OVERFLOW;
}

/* ---- the course ---- */

thud_status thud_relaxing_sample(const thud_impact_options *o, const thud_impact *hit, size_t count,
                                 thud_impact_state *states) {
    const thud_scale scale = thud_scale_of(o);
    relaxing s;
    if (!init(&s, o, in_unit(o, hit->damping))) return THUD_ERROR_ACCURACY;
    for (size_t i = 0; i < count; i++) {
        const double time = hit->contact_time * (double)i / (double)(count - 1);
        const thud_relaxing_state now = at(&s, time / scale.time);
        states[i] =
            (thud_impact_state){time, now.depth * scale.length, now.rate * o->speed, now.force * scale.force};
    }
    return THUD_OK;
}
