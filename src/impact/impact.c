/* One impact in SI units: converted to the dimensionless frame, solved, and converted back. */
#include <thud/impact.h>

#include <math.h>
#include <stdbool.h>

#include "base/environment.h"
#include "impact/damping.h"
#include "impact/frame.h"
#include "impact/general.h"
#include "impact/scale.h"

thud_impact_options thud_impact_options_default(const thud_law *law) {
    thud_impact_options options = {
        .law = law,
        .restitution = 1,
        .exponent = law ? law->exponent_default : NAN,
        .stiffness = 1,
        .mass = 1,
        .speed = 1,
        .tolerance = 1e-15,
    };
    thud_general_presets(law, options.extra);
    return options;
}

double thud_effective_mass(double mass1, double mass2) { return 1 / (1 / mass1 + 1 / mass2); }

static bool asks_zero_force(const thud_impact_options *o) {
    return thud_law_separation(o->law, o->separation) == THUD_SEPARATION_ZERO_FORCE;
}

/* χ, or for bilinear laws the ratio of stiffnesses */
static thud_status scaled_damping(const thud_impact_options *o, const thud_scale *scale, double *chi) {
    if (o->law->structure->kind == THUD_FORCE_ELASTIC) {
        *chi = 0;
        return THUD_OK;
    }
    if (o->damping != THUD_DAMPING_GIVEN) {
        thud_status status =
            thud_law_scaled_damping(o->law, o->restitution, o->exponent, o->separation, o->damping, chi);
        if (status != THUD_OK || !(o->restitution_speed > 0) || o->law->structure->kind != THUD_FORCE_VISCOUS)
            return status;
        thud_impact_options at = *o;
        at.speed = o->restitution_speed;
        *chi = thud_scale_damping(&at, *chi) / scale->damping;
        return *chi < INFINITY ? THUD_OK : THUD_ERROR_OVERFLOW;
    }
    *chi = o->damping_value / scale->damping;
    return *chi < INFINITY ? THUD_OK : THUD_ERROR_OVERFLOW;
}

static thud_frame frame_of(const thud_impact_options *o, double chi) {
    bool viscous = o->law->structure->kind == THUD_FORCE_VISCOUS;
    return (thud_frame){
        .n = o->exponent,
        .p = viscous ? thud_law_damper_exponent(o->law, o->exponent) : 0,
        .chi = chi,
        .approach_only = o->law->structure->approach_only,
        .zero_force = asks_zero_force(o),
        .tolerance = o->tolerance / 30, /* tolerance of a step, because the errors of some ten steps add up */
    };
}

/*
 * For a damper this weak the second order is below the last bit: the loss is proportional to χ, everything else is
 * elastic. With the velocity −1 the force vanishes at δ^(n−p) = χ and is smallest at n δ^(n−p) = p χ.
 */
static const double WEAKEST = 1e-25;

static thud_status solve_almost_elastic(const thud_frame *frame, thud_frame_impact *hit) {
    thud_frame model = *frame;
    model.chi = WEAKEST;
    model.keep_books = true;
    thud_status status = thud_frame_integrate(&model, hit);
    if (status != THUD_OK) return status;
    double n = frame->n, p = frame->p, chi = frame->chi, scale = pow(p * chi / n, 1 / (n - p));
    hit->loss *= chi / WEAKEST;
    if (frame->zero_force) hit->separation_penetration = pow(chi, 1 / (n - p));
    else hit->min_force = p == 0 ? -chi : pow(scale, n) - chi * pow(scale, p);
    return THUD_OK;
}

/*
 * Uses the closed form if there is one; undamped impacts always have one. Otherwise it integrates, with the work
 * of the damper if 1 − e² would cancel.
 */
static thud_status solve_frame(const thud_frame *frame, thud_frame_impact *hit) {
    if (frame->chi == 0 || frame->p == (frame->n - 1) / 2) *hit = thud_half_power_impact(frame);
    else if (frame->p == frame->n) *hit = thud_hunt_crossley_impact(frame);
    else if (frame->chi < WEAKEST) return solve_almost_elastic(frame, hit);
    else {
        thud_frame open = *frame;
        open.keep_books = frame->chi < 0.05;
        return thud_frame_integrate(&open, hit);
    }
    return THUD_OK;
}

static thud_status integrate_with_books(const thud_frame *frame, thud_frame_impact *hit) {
    bool pulls = frame->p < frame->n && !frame->approach_only;
    if (pulls && frame->chi > 0 && frame->chi < WEAKEST) return solve_almost_elastic(frame, hit);
    thud_frame open = *frame;
    open.keep_books = true;
    return thud_frame_integrate(&open, hit);
}

static bool fits(double unit) { return unit > 0 && unit < INFINITY; }

/*
 * Converts to SI; overflow is an error. Only the contact time may be infinite, if nothing returns.
 */
static thud_status deliver(const thud_impact_options *o, const thud_scale *scale, const thud_frame_impact *hit,
                           double chi, thud_impact *impact) {
    bool bilinear = o->law->structure->kind == THUD_FORCE_BILINEAR;
    if (!fits(scale->length) || !fits(scale->time) || !fits(scale->force)) return THUD_ERROR_OVERFLOW;
    thud_impact out = {
        .restitution = hit->restitution,
        .damping = bilinear ? 0 : chi * scale->damping,
        .unloading_stiffness = bilinear ? chi * o->stiffness : o->stiffness,
        .exponent_n = o->exponent,
        .exponent_p = thud_law_damper_exponent(o->law, o->exponent),
        .contact_time = hit->contact_time * scale->time,
        .approach_time = hit->approach_time * scale->time,
        .max_penetration = hit->max_penetration * scale->length,
        .max_force = hit->max_force * scale->force,
        .min_force = hit->min_force * scale->force,
        .separation_penetration = hit->separation_penetration * scale->length,
        .impulse = o->mass * o->speed * (1 + hit->restitution),
        .energy_lost = o->mass * o->speed * o->speed * hit->loss,
    };
    bool endless = hit->restitution == 0;
    double finite = out.damping + out.unloading_stiffness + (endless ? 0 : out.contact_time) + out.approach_time +
                    out.max_penetration + out.separation_penetration + out.max_force - out.min_force + out.impulse +
                    out.energy_lost;
    if (isnan(finite)) return THUD_ERROR_ACCURACY;
    if (!(finite < INFINITY)) return THUD_ERROR_OVERFLOW;
    if (!(out.max_penetration > 0 && out.max_force > 0 && out.contact_time > 0)) return THUD_ERROR_OVERFLOW;
    *impact = out;
    return THUD_OK;
}

/* a general structure: c in SI, and the impact with it */
static thud_status solve_general(const thud_impact_options *o, thud_impact *impact) {
    double damping;
    thud_status status = thud_impact_damping(o, o->damping, &damping);
    return status == THUD_OK ? thud_general_solve(o, damping, impact) : status;
}

/* rigid bodies: an impulse and a loss, in zero time */
static thud_impact jump(const thud_impact_options *o) {
    double e = o->restitution;
    return (thud_impact){
        .restitution = e,
        .exponent_n = NAN,
        .exponent_p = NAN,
        .damping = NAN,
        .unloading_stiffness = INFINITY,
        .max_force = INFINITY,
        .impulse = o->mass * o->speed * (1 + e),
        .energy_lost = o->mass * o->speed * o->speed * (1 - e) * (1 + e) / 2,
    };
}

typedef thud_status frame_solver(const thud_frame *frame, thud_frame_impact *hit);

/* an impact in the frame, and what it is in SI */
typedef struct {
    thud_scale scale;
    double chi;
    thud_frame_impact hit;
    thud_impact impact;
} solution;

static thud_status solve_with(const thud_impact_options *o, frame_solver *solver, solution *s) {
    s->scale = thud_scale_of(o);
    thud_status status = scaled_damping(o, &s->scale, &s->chi);
    if (status != THUD_OK) return status;
    if (o->law->structure->kind == THUD_FORCE_BILINEAR) {
        s->hit = thud_bilinear_impact(s->chi, asks_zero_force(o));
    } else {
        thud_frame frame = frame_of(o, s->chi);
        status = solver(&frame, &s->hit);
    }
    return status == THUD_OK ? deliver(o, &s->scale, &s->hit, s->chi, &s->impact) : status;
}

static thud_status solve(const thud_impact_options *o, frame_solver *solver, thud_impact *impact) {
    if (o->law->structure->kind == THUD_FORCE_GENERAL) return solve_general(o, impact);
    solution s;
    thud_status status = solve_with(o, solver, &s);
    if (status == THUD_OK) *impact = s.impact;
    return status;
}

thud_status thud_impact_solve(const thud_impact_options *o, thud_impact *impact) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = thud_impact_check(o, NULL);
    if (status != THUD_OK || !impact) return impact ? status : THUD_ERROR_ARGUMENT;
    if (o->law->structure->kind == THUD_FORCE_IMPULSIVE) {
        *impact = jump(o);
        return THUD_OK;
    }
    return solve(o, solve_frame, impact);
}

thud_status thud_impact_integrate(const thud_impact_options *o, thud_impact *impact) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = thud_impact_check(o, NULL);
    if (status != THUD_OK || !impact) return impact ? status : THUD_ERROR_ARGUMENT;
    thud_force_kind kind = o->law->structure->kind;
    if (kind == THUD_FORCE_BILINEAR || kind == THUD_FORCE_IMPULSIVE) return THUD_ERROR_ARGUMENT;
    return solve(o, integrate_with_books, impact);
}

static thud_status sample_frame(const thud_impact_options *o, const solution *s, size_t count,
                                thud_impact_state *states) {
    thud_frame frame = frame_of(o, s->chi);
    if (frame.chi < WEAKEST) frame.chi = 0; /* the states are the same to the last bit */
    if (o->law->structure->kind != THUD_FORCE_BILINEAR) return thud_frame_sample(&frame, &s->hit, count, states);
    for (size_t i = 0; i < count; i++)
        states[i] = thud_bilinear_state(s->chi, s->hit.contact_time * (double)i / (double)(count - 1));
    return THUD_OK;
}

thud_status thud_impact_sample(const thud_impact_options *o, size_t count, thud_impact_state *states) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = thud_impact_check(o, NULL);
    if (status != THUD_OK) return status;
    if (!states || count < 2 || o->law->structure->kind == THUD_FORCE_IMPULSIVE) return THUD_ERROR_ARGUMENT;

    if (o->law->structure->kind == THUD_FORCE_GENERAL) {
        thud_impact hit;
        status = solve_general(o, &hit);
        return status == THUD_OK ? thud_general_sample(o, &hit, count, states) : status;
    }
    /* solve first: if that does not overflow, no instant does, and the curve must have the same end */
    solution s;
    status = solve_with(o, solve_frame, &s);
    if (status == THUD_OK) status = sample_frame(o, &s, count, states);
    for (size_t i = 0; status == THUD_OK && i < count; i++) {
        states[i].time *= s.scale.time;
        states[i].penetration *= s.scale.length;
        states[i].velocity *= o->speed;
        states[i].force *= s.scale.force;
    }
    return status;
}
