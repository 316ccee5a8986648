/*
 * Steps one impact as the simulator does. The relative motion of two bodies is
 *
 *     m δ̈ = −F(δ, δ̇),
 *
 * All of these integrators reduce two bodies to it, because each is linear in the accelerations.
 */
#include "engine/numbers.h"

#include <math.h>

#include "numeric/root.h"

/* more steps than any contact worth emulating needs */
enum { STEP_LIMIT = 20000000 };

/* slower than this share of the approach speed counts as rest */
static const double STANDSTILL = 1e-9;

/* number of phases within a step at which a contact may begin: midpoints of equal parts */
enum { PHASES = 16 };

typedef struct motion {
    const thud_engine_numbers *numbers;
    thud_engine_memory memory;
    double step;
    double penetration, rate, acceleration;
} motion;

static double acceleration(const motion *m, double penetration, double rate) {
    return -thud_engine_force(m->numbers, &m->memory, penetration, rate) / m->numbers->mass;
}

static void accept(motion *m, double penetration, double rate) {
    thud_engine_remember(m->numbers, &m->memory, penetration, rate);
    m->penetration = penetration;
    m->rate = rate;
}

/* force at the old state, then the velocity, then the position with the new velocity */
static void step_euler(motion *m) {
    thud_engine_remember(m->numbers, &m->memory, m->penetration, m->rate);
    m->rate -= m->step * m->memory.force / m->numbers->mass;
    m->penetration += m->step * m->rate;
}

/* half a kick, a drift, the force at the new position with the half-step velocity, half a kick */
static void step_verlet(motion *m) {
    double half = m->rate + 0.5 * m->step * m->acceleration;
    double penetration = m->penetration + m->step * half;
    m->acceleration = acceleration(m, penetration, half);
    accept(m, penetration, half + 0.5 * m->step * m->acceleration);
}

/* the state after a step of the trapezoidal rule with this final acceleration */
static void trapezoid_end(const motion *m, double end, double *penetration, double *rate) {
    *rate = m->rate + 0.5 * m->step * (m->acceleration + end);
    *penetration = m->penetration + m->step * m->rate + 0.25 * m->step * m->step * (m->acceleration + end);
}

static double trapezoid_residual(double end, const void *context) {
    const motion *m = context;
    double penetration, rate;
    trapezoid_end(m, end, &penetration, &rate);
    return end - acceleration(m, penetration, rate);
}

/* the acceleration at the end of the step: zero outside the contact, otherwise the root between that and the edge
   of contact */
static double trapezoid_acceleration(const motion *m) {
    double penetration, rate;
    trapezoid_end(m, 0, &penetration, &rate);
    if (penetration <= 0) return 0;
    double residual = trapezoid_residual(0, m);
    if (residual > 0) { /* the force pushes: the edge of contact is where δ is back at zero */
        double edge = -penetration / (0.25 * m->step * m->step);
        return thud_root_bracketed(trapezoid_residual, m, edge * (1 + 1e-9), 0, 0);
    }
    double above = -residual;
    for (int i = 0; i < 100 && trapezoid_residual(above, m) < 0; i++) above *= 2;
    return above > 0 ? thud_root_bracketed(trapezoid_residual, m, 0, above, 0) : 0;
}

static void step_trapezoid(motion *m) {
    double end = trapezoid_acceleration(m), penetration, rate;
    trapezoid_end(m, end, &penetration, &rate);
    m->acceleration = end;
    accept(m, penetration, rate);
}

/* an impulse λ ≥ 0 with λ = h [k (δ + h δ̇⁺) + c δ̇⁺], δ̇⁺ = δ̇ − λ/m */
static void step_implicit(motion *m) {
    const thud_engine_numbers *a = m->numbers;
    double h = m->step, stiff = h * a->stiffness + a->damping;
    if (m->penetration > 0) {
        double impulse = h * (a->stiffness * m->penetration + stiff * m->rate) / (1 + h * stiff / a->mass);
        m->rate -= fmax(0, impulse) / a->mass;
    }
    m->penetration += h * m->rate;
}

/* a force k (δ + h δ̇⁺)₊ (1 + d δ̇⁺)₊ at the new rate, if the old position is inside: the larger root of a
 * quadratic, while both factors are positive */
static void step_lagged(motion *m) {
    const thud_engine_numbers *a = m->numbers;
    double h = m->step, d = a->damping / a->stiffness, share = h * a->stiffness / a->mass;
    double least = fmax(-m->penetration / h, -1 / d);
    if (m->penetration > 0 && m->rate > least) {
        double square = share * h * d, linear = 1 + share * (h + m->penetration * d);
        double constant = share * m->penetration - m->rate;
        m->rate = -2 * constant / (linear + sqrt(linear * linear - 4 * square * constant));
    }
    m->penetration += h * m->rate;
}

/* Newton's rule at the first step inside, plus a share of the penetration that is corrected as speed; where a jump
 * acts ahead of contact, the remaining gap is subtracted from the rebound, as if the body had to cross it in this
 * step */
static void step_jump(motion *m) {
    const thud_engine_numbers *a = m->numbers;
    double rebound = m->rate < a->threshold ? 0 : fmax(0, a->damping * m->rate);
    if (m->penetration > 0) m->rate = fmin(m->rate, -rebound - a->correction * m->penetration / m->step);
    else if (-m->penetration < a->reach) m->rate = fmin(m->rate, -rebound - m->penetration / m->step);
    m->penetration += m->step * m->rate;
}

static void take_step(motion *m) {
    switch (m->numbers->stepper) {
    case THUD_STEPPER_NONE:
    case THUD_STEPPER_EULER: step_euler(m); break;
    case THUD_STEPPER_VERLET: step_verlet(m); break;
    case THUD_STEPPER_TRAPEZOID: step_trapezoid(m); break;
    case THUD_STEPPER_IMPLICIT: step_implicit(m); break;
    case THUD_STEPPER_LAGGED: step_lagged(m); break;
    case THUD_STEPPER_JUMP: step_jump(m); break;
    }
}

double thud_engine_step_through(const thud_engine_numbers *a, double step, double gap) {
    motion m = {.numbers = a, .step = step, .penetration = -gap, .rate = a->speed};
    m.memory.penetration = -gap;
    for (int i = 0; i < STEP_LIMIT; i++) {
        take_step(&m);
        if (!isfinite(m.rate)) return NAN;
        if (m.penetration <= 0 && m.rate < 0) return -m.rate / a->speed;
        /* it stops before contact, or below the bounce threshold; any penetration is then corrected without
         * speed */
        const bool stays = a->reach > 0 || (a->form == THUD_FORM_JUMP && a->correction == 0);
        if (stays && fabs(m.rate) < STANDSTILL * a->speed) return 0;
    }
    return NAN;
}

thud_engine_range thud_engine_step_range(const thud_engine_numbers *a, double step) {
    thud_engine_range range = {0, INFINITY, -INFINITY};
    for (int i = 0; i < PHASES; i++) {
        double e = thud_engine_step_through(a, step, (i + 0.5) / PHASES * step * a->speed);
        if (isnan(e)) return (thud_engine_range){NAN, NAN, NAN};
        range.mean += e / PHASES;
        range.lowest = fmin(range.lowest, e);
        range.highest = fmax(range.highest, e);
    }
    return range;
}
