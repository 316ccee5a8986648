/*
 * Laws of contacts for CVODE, branch by branch. A branch goes on smoothly beyond its end: CVODE steps over the end
 * before it looks for the zero there, and a corner inside of the step would spoil what it found on the near side.
 */
#include <math.h>

#include "calibrate/element.h"
#include "verify/run.h"

static double signed_power(double x, double exponent) {
    return copysign(exponent == 0 ? 1 : pow(fabs(x), exponent), x);
}

static double unloading(const thud_verify_contact *c) {
    const thud_contact *e = &c->element;
    return e->options.stiffness * (c->top - c->base) - e->unloading_stiffness * (c->top - c->depth);
}

static bool is_viscous(const thud_verify_contact *c) {
    return c->given.law->structure->kind == THUD_FORCE_VISCOUS && c->element.damping > 0;
}

/* linear in ln v between two points, or 1 − a v^b by an exponential */
double thud_verify_restitution(const thud_verify_contact *c, double speed) {
    const thud_restitution_curve *r = &c->given.restitution_curve;
    double x = log(fmax(speed, c->slow));
    if (r->kind == THUD_RESTITUTION_CONSTANT) return c->given.restitution;
    if (r->kind == THUD_RESTITUTION_POWER) return fmax(r->least, 1 - r->a * exp(r->b * x));
    size_t last = r->count - 1;
    if (x <= log(r->speed[0])) return r->restitution[0];
    for (size_t i = 0; i < last; i++) {
        double low = log(r->speed[i]), high = log(r->speed[i + 1]);
        if (x <= high) return ((high - x) * r->restitution[i] + (x - low) * r->restitution[i + 1]) / (high - low);
    }
    return r->restitution[last];
}

thud_status thud_verify_calibrate(thud_verify_contact *c, double speed) {
    double from = fmax(speed, c->slow);
    if (c->given.restitution_curve.kind == THUD_RESTITUTION_CONSTANT) return thud_contact_begin(&c->element, from);
    return thud_contact_begin_with(&c->element, from, thud_verify_restitution(c, from));
}

/* the force of general laws is the law's own function: what is checked is how it is solved. Where it would pull, it
 * is on the branch without force. */
static bool is_general(const thud_verify_contact *c) { return c->given.law->structure->kind == THUD_FORCE_GENERAL; }

static double general_force(const thud_verify_contact *c) {
    thud_general general = thud_contact_general(&c->element);
    general.limited = c->given.law->structure->remembers; /* which never pulls */
    return thud_general_force_at(&general, c->depth, c->rate);
}

double thud_verify_force(const thud_verify_contact *c) {
    const thud_contact *e = &c->element;
    const double k = e->options.stiffness;
    if (c->branch == THUD_VERIFY_NO_FORCE) return 0;
    if (is_general(c)) return general_force(c);
    if (c->branch == THUD_VERIFY_UNLOADING) return unloading(c);
    if (c->bilinear) return k * (c->depth - c->base);
    const bool drags = c->branch == THUD_VERIFY_WHOLE && is_viscous(c);
    const double drag = drags ? e->damping * fabs(signed_power(c->depth, e->exponent_p)) * c->rate : 0;
    return k * signed_power(c->depth, e->options.exponent) + drag;
}

double thud_verify_potential(const thud_verify_contact *c) {
    const thud_contact *e = &c->element;
    const double k = e->options.stiffness, n = e->options.exponent, force = c->bilinear ? thud_verify_force(c) : 0;
    if (c->branch == THUD_VERIFY_NO_FORCE || !(c->depth > 0)) return 0;
    if (c->bilinear) return 0.5 * force * force / (c->branch == THUD_VERIFY_WHOLE ? k : e->unloading_stiffness);
    if (!is_general(c)) return k * pow(c->depth, n + 1) / (n + 1);
    thud_general general = thud_contact_general(e);
    return thud_general_potential(&general, c->depth);
}

/* whether the law is cut off where it would pull */
static bool is_cut(const thud_verify_contact *c) {
    const thud_structure *s = c->given.law->structure;
    bool both = (is_viscous(c) || is_general(c)) && !s->approach_only && !s->remembers;
    return both && thud_law_separation(c->given.law, c->given.separation) == THUD_SEPARATION_ZERO_FORCE;
}

double thud_verify_pull(const thud_verify_contact *c) {
    const thud_contact *e = &c->element;
    if (c->bilinear) return c->branch == THUD_VERIFY_WHOLE ? 1 : unloading(c);
    if (!is_cut(c)) return 1;
    if (is_general(c) && c->depth > 0) return general_force(c);
    /* without the factor that vanishes with the depth */
    return e->options.stiffness * signed_power(c->depth, e->options.exponent - e->exponent_p) +
           e->damping * c->rate;
}

void thud_verify_turn(thud_verify_contact *c, bool inwards) {
    if (!inwards) c->turned = true;
    if (c->given.law->structure->approach_only) c->branch = inwards ? THUD_VERIFY_WHOLE : THUD_VERIFY_SPRING;
    if (!inwards && is_general(c)) c->element.max_penetration = fmax(c->element.max_penetration, c->depth);
    if (!c->bilinear || inwards || c->branch != THUD_VERIFY_WHOLE) return;
    c->branch = THUD_VERIFY_UNLOADING;
    c->top = c->depth;
}

/* bilinear laws load anew from where their unloading line ends, or go on along it when they are slower than an
 * impact */
static void resume(thud_verify_model *v, thud_verify_contact *c) {
    bool anew = c->bilinear && c->rate >= c->slow;
    c->branch = c->bilinear && !anew ? THUD_VERIFY_UNLOADING : THUD_VERIFY_WHOLE;
    c->begun_with = c->impulse;
    const thud_pressing pressing = thud_verify_pressed(v);
    thud_press_resume(&pressing, (size_t)(c - v->contacts), c->rate);
    if (!anew) return;
    c->base = c->top - c->element.options.stiffness / c->element.unloading_stiffness * (c->top - c->base);
    if (thud_verify_calibrate(c, c->rate) != THUD_OK) c->element.unloading_stiffness = NAN; /* no run has that */
}

/* the force of a dent has come to zero: the face stays there */
static void keep_dent(thud_verify_contact *c) {
    double place = c->top - c->element.options.stiffness * (c->top - c->base) / c->element.unloading_stiffness;
    c->dent += place;
    c->top -= place;
    c->base -= place;
    c->depth -= place;
    c->phase = THUD_VERIFY_OPEN;
    c->element.active = false;
}

bool thud_verify_cross_zero(thud_verify_model *v, thud_verify_contact *c, bool upwards) {
    if (c->given.indentation == THUD_INDENTATION_PERMANENT) {
        if (!upwards) keep_dent(c);
        return false;
    }
    bool resumes = upwards && c->branch == THUD_VERIFY_NO_FORCE;
    if (!upwards) c->branch = THUD_VERIFY_NO_FORCE;
    else if (is_general(c)) c->branch = THUD_VERIFY_WHOLE; /* before it is out: the same impact */
    else if (resumes) resume(v, c);
    return resumes && !is_general(c);
}

bool thud_verify_jump(thud_verify_model *v, thud_verify_contact *c) {
    thud_verify_turn(c, c->rate > 0);
    if (!is_cut(c) && (!c->bilinear || c->branch == THUD_VERIFY_WHOLE)) return false;
    return thud_verify_cross_zero(v, c, thud_verify_pull(c) >= 0);
}
