/*
 * Closed form of the half-power structure, p = (n−1)/2.
 *
 * With s = δ^((n+1)/2), ω = √(2/(n+1)), ζ = χ ω/2 and an angle φ that replaces time by dt = ω s^(−α) dφ,
 * α = (n−1)/(n+1), the motion is that of a linear oscillator, S″ + 2ζS′ + S = 0, S(0) = 0, S′(0) = 1:
 *     s = S/ω,  δ′ = V = S′,  F = s^α (s + χ δ′) = s^α P/ω,  P = S + 2ζV.
 * The turning point is at φ = h(ζ), zero force at 2h and return at π/√(1−ζ²). Only time needs an integral, which is
 * regular but for s^(−α).
 */
#include <math.h>

#include "impact/frame.h"
#include "law/relation.h"
#include "numeric/elementary.h"
#include "numeric/quadrature.h"

static const double PI = 3.14159265358979323846;

/* the place of an extremum need not be known better: its value is flat there */
static const double AT_EXTREMUM = 1e-9;

typedef struct {
    double n, alpha, omega, zeta, eta;
    double turn; /* φ at the turning point */
} oscillator;

static oscillator oscillator_of(const thud_frame *frame) {
    double n = frame->n, omega = sqrt(2 / (n + 1)), zeta = frame->chi * omega / 2;
    return (oscillator){
        .n = n,
        .alpha = (n - 1) / (n + 1),
        .omega = omega,
        .zeta = zeta,
        .eta = sqrt(fabs((1 - zeta) * (1 + zeta))),
        .turn = thud_half_power_turning_angle(zeta),
    };
}

/* S and V at φ; for ζ > 1 in terms that neither grow nor cancel */
static void swing(const oscillator *o, double phi, double *place, double *speed) {
    if (o->zeta > 1) {
        double slow = 1 / (o->zeta + o->eta); /* the smaller decay rate, ζ − η */
        double decay = exp(-slow * phi), fast = exp(-2 * o->eta * phi), rise = -expm1(-2 * o->eta * phi);
        *place = decay * rise / (2 * o->eta);
        *speed = decay * (fast - slow * rise / (2 * o->eta));
        return;
    }
    double decay = exp(-o->zeta * phi), sine = o->eta > 0 ? sin(o->eta * phi) / o->eta : phi;
    *place = decay * sine;
    *speed = decay * (cos(o->eta * phi) - o->zeta * sine);
}

static double force_at(const oscillator *o, double phi) {
    double place, speed;
    swing(o, phi, &place, &speed);
    return pow(place / o->omega, o->alpha) * (place + 2 * o->zeta * speed) / o->omega;
}

/* dF/dφ but for a positive factor: P′ = V − 2ζP */
static double force_slope(double phi, const void *context) {
    const oscillator *o = context;
    double place, speed;
    swing(o, phi, &place, &speed);
    double force = place + 2 * o->zeta * speed, slope = speed - 2 * o->zeta * force;
    return o->alpha == 0 ? slope : place * slope + o->alpha * speed * force;
}

/* the force is largest between contact and turning point; a strong linear damper is strongest at contact */
static double largest_force(const oscillator *o) {
    if (o->zeta == 0) return force_at(o, o->turn);
    if (o->alpha == 0 && o->zeta >= 0.5) return 2 * o->zeta / o->omega;
    double start = o->alpha == 0 ? 0 : o->turn * 1e-30; /* beyond 0, where the slope is 0/0 */
    return force_at(o, thud_root_bracketed(force_slope, o, start, o->turn, AT_EXTREMUM));
}

/* the force is most negative between zero force and return; a weak linear damper pulls hardest at return */
static double smallest_force(const oscillator *o) {
    if (o->zeta == 0) return 0;
    double start = 2 * o->turn, end = PI / o->eta;
    if (o->zeta < 1 && o->alpha == 0 && o->zeta <= 0.5) return -2 * o->zeta / o->omega * exp(-o->zeta * end);
    if (o->zeta >= 1)
        for (end = 2 * start; !(force_slope(end, o) > 0); end *= 2)
            if (!(end < 1e6 * start)) return 0; /* so slow a return pulls with nothing */
    return force_at(o, thud_root_bracketed(force_slope, o, start, end, AT_EXTREMUM));
}

static double rate_from_contact(double phi, const void *context) {
    const oscillator *o = context;
    double place, speed;
    swing(o, phi, &place, &speed);
    return pow(place, -o->alpha);
}

static double rate_from_turn(double phi, const void *context) {
    const oscillator *o = context;
    return rate_from_contact(o->turn + phi, context);
}

/* counted back from the return, where S vanishes again; ζ < 1 */
static double rate_to_return(double phi, const void *context) {
    const oscillator *o = context;
    double place = exp(-o->zeta * (PI / o->eta - phi)) * sin(o->eta * phi) / o->eta;
    return pow(place, -o->alpha);
}

static double time_of(const oscillator *o, thud_function *rate, double angle) {
    if (o->alpha == 0) return angle * o->omega;
    return pow(o->omega, 1 + o->alpha) * thud_integrate(rate, o, angle);
}

/* from the turning point back to δ = 0 without damping */
static double elastic_time(const oscillator *o, double penetration) {
    return pow(penetration, (1 - o->n) / 2) / o->omega * thud_quarter_period(o->n + 1);
}

static thud_half_power_case case_of(const thud_frame *frame) {
    if (frame->approach_only) return THUD_HALF_POWER_APPROACH;
    return frame->zero_force ? THUD_HALF_POWER_ZERO_FORCE : THUD_HALF_POWER_RETURN;
}

thud_frame_impact thud_half_power_impact(const thud_frame *frame) {
    oscillator o = oscillator_of(frame);
    thud_half_power_case which = frame->chi == 0 ? THUD_HALF_POWER_APPROACH : case_of(frame);
    double log_e = thud_half_power_log_restitution(which, o.zeta);
    double depth = exp(-o.zeta * o.turn) / o.omega; /* s at the turning point */

    thud_frame_impact hit = {
        .restitution = exp(log_e),
        .loss = -expm1(2 * log_e) / 2,
        .max_penetration = pow(depth, 2 / (o.n + 1)),
        .max_force = largest_force(&o),
    };
    hit.approach_time =
        o.zeta == 0 ? elastic_time(&o, hit.max_penetration) : time_of(&o, rate_from_contact, o.turn);

    double recovery = INFINITY;
    if (which == THUD_HALF_POWER_APPROACH) {
        recovery = elastic_time(&o, hit.max_penetration);
    } else if (which == THUD_HALF_POWER_ZERO_FORCE) {
        recovery = time_of(&o, rate_from_turn, o.turn);
        hit.separation_penetration = pow(2 * o.zeta * hit.restitution / o.omega, 2 / (o.n + 1));
    } else {
        if (o.zeta < 1) recovery = time_of(&o, rate_to_return, PI / o.eta - o.turn);
        hit.min_force = smallest_force(&o);
    }
    hit.contact_time = hit.approach_time + recovery;
    return hit;
}
