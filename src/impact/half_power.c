/*
 * Closed form of the half-power structure, p = (n−1)/2.
 *
 * With s = δ^((n+1)/2), ω = √(2/(n+1)), ζ = χ ω/2 and an angle φ that replaces time by dt = ω s^(−α) dφ, α =
 * (n−1)/(n+1), the motion is that of a linear oscillator, S″ + 2ζS′ + S = 0, S(0) = 0, S′(0) = 1:
 *
 *     s = S/ω,  δ′ = V = S′,  F = s^α (s + χ δ′) = s^α P/ω,  P = S + 2ζV.
 *
 * The turning point is at φ = h(ζ), zero force at 2h and return at π/√(1−ζ²), η = √|1−ζ²|. Only time needs an
 * integral, which is regular except for s^(−α).
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "impact/frame.h"
#include "law/relation.h"
#include "numeric/constant.h"
#include "numeric/elementary.h"
#include "numeric/integral/quadrature.h"
#include "numeric/series/product_rule.h"

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
        .eta = sqrt(fabs(1 - zeta)) * sqrt(1 + zeta),
        .turn = thud_half_power_turning_angle(zeta),
    };
}

/* S and V at φ; for ζ > 1 in a form without growth or cancellation */
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

/*
 * With ζ = cos θ and ψ = ηφ all is sines: S = e^(−ζφ) sin ψ/η, P = e^(−ζφ) sin(2θ−ψ)/η, P′ = −e^(−ζφ) sin(3θ−ψ)/η.
 * The slope of F, S P′ + α V P, vanishes where
 *     ψ = (3θ ± A)/2,   (1+α) cos A = cos 3θ + α cos θ,
 * with the sign − at the peak and + at the strongest pull; there 2θ − ψ = (θ ∓ A)/2. Above ζ = 1 the same holds
 * with hyperbolic functions. At n = 1 the peak lies at contact for ζ ≥ 1/2, the pull at return for ζ ≤ 1/2.
 */
typedef struct {
    double psi, rest; /* ψ, and 2θ − ψ */
} extremum;

/* √(1 ∓ cos A) up to a factor, without cancellation: 1 ∓ cos 3θ = (1 ∓ ζ)(2ζ ± 1)² */
static double half_angle_rise(const oscillator *o) {
    return sqrt(fabs(1 - o->zeta)) * hypot(1 + 2 * o->zeta, sqrt(o->alpha));
}

static double half_angle_run(const oscillator *o) {
    return sqrt(1 + o->zeta) * hypot(1 - 2 * o->zeta, sqrt(o->alpha));
}

/* θ and A, or their hyperbolic counterparts above ζ = 1 */
static double angle(const oscillator *o) { return o->turn * o->eta; }

static double spread(const oscillator *o) {
    if (o->zeta > 1) return 2 * asinh(half_angle_rise(o) / sqrt(2 * (1 + o->alpha)));
    return 2 * atan2(half_angle_rise(o), half_angle_run(o));
}

static extremum peak_of(const oscillator *o) {
    return (extremum){(3 * angle(o) - spread(o)) / 2, (angle(o) + spread(o)) / 2};
}

static extremum pull_of(const oscillator *o) {
    return (extremum){(3 * angle(o) + spread(o)) / 2, (angle(o) - spread(o)) / 2};
}

static const double WEAK = 0.4; /* ζ below which the pull is measured from the return */

/* π − ψ and 2θ − ψ from κ = π/2 − θ and a = A − π/2, which stay accurate for the weakest damping */
static extremum weak_pull(const oscillator *o) {
    double zeta = o->zeta, kappa = asin(zeta);
    double a = asin(zeta * (3 - o->alpha - 4 * zeta * zeta) / (1 + o->alpha));
    return (extremum){(3 * kappa - a) / 2, -(kappa + a) / 2};
}

/* s^α P/ω from S and P, also for tiny α with S rounded to 0 near contact or return */
static double force_from(const oscillator *o, double place, double push) {
    double grip = o->alpha == 0 ? 1 : pow(fmax(place, DBL_MIN) / o->omega, o->alpha);
    return grip * push / o->omega;
}

/* F at an extremum, ζ ≠ 1 */
static double force_at(const oscillator *o, extremum at) {
    double zeta = o->zeta, eta = o->eta, phi = at.psi / eta;
    if (zeta < 1) {
        double decay = exp(-zeta * phi) / eta;
        return force_from(o, decay * sin(at.psi), decay * sin(at.rest));
    }
    double slow = phi / (zeta + eta); /* (ζ−η) φ */
    double size = fabs(at.rest);      /* its sinh, with the decay in one exponent */
    double push = copysign(exp(size - zeta * phi) * expm1(-2 * size), at.rest) / (2 * eta);
    return force_from(o, -exp(-slow) * expm1(-2 * at.psi) / (2 * eta), push);
}

/* F at φ for ζ = 1: S = φ e^(−φ), P = (2−φ) e^(−φ) */
static double critical_force(const oscillator *o, double sign) {
    double phi = (3 + sign * sqrt((9 + o->alpha) / (1 + o->alpha))) / 2;
    return force_from(o, phi * exp(-phi), (2 - phi) * exp(-phi));
}

static double largest_force(const oscillator *o) {
    if (o->alpha == 0 && o->zeta >= 0.5) return 2 * o->zeta / o->omega;
    return o->zeta == 1 ? critical_force(o, -1) : force_at(o, peak_of(o));
}

static double smallest_force(const oscillator *o) {
    if (o->zeta == 0) return 0;
    if (o->zeta == 1) return critical_force(o, 1);
    if (o->zeta >= WEAK) return force_at(o, pull_of(o));
    extremum at = weak_pull(o);
    double decay = exp(-o->zeta * (THUD_PI - at.psi) / o->eta) / o->eta;
    return force_from(o, decay * sin(at.psi), decay * sin(at.rest));
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

/* measured back from the return, where S vanishes again, without its factor e^(−α); ζ < 1 */
static double rate_to_return(double phi, const void *context) {
    const oscillator *o = context;
    double place = exp(o->zeta * phi) * sin(o->eta * phi) / o->eta;
    return pow(place, -o->alpha);
}

/* S^(−α) from contact to return, u = 0 to 1, without (u (1−u))^(−α): smooth between zeros of the sine; ζ < 1 */
static double smooth_rate(double u, const void *context) {
    const oscillator *o = context;
    double near = u < 0.5 ? u : 1 - u; /* measured from the nearer end, where the sine vanishes */
    double arch = near == 0 ? THUD_PI : sin(THUD_PI * near) / near;
    return pow(arch / ((1 - near) * o->eta), -o->alpha) * exp(o->alpha * o->zeta * THUD_PI / o->eta * u);
}

/* angles, or times per ω^(1+α): to the turning point, and from there to separation */
typedef struct {
    double approach, recovery;
} phases;

/* n = 1: time is proportional to the angle */
static void linear_phases(const oscillator *o, thud_half_power_case which, phases *times) {
    times->approach = times->recovery = o->turn;
    if (which == THUD_HALF_POWER_RETURN) times->recovery = o->zeta < 1 ? THUD_PI / o->eta - o->turn : INFINITY;
}

/* from one expansion over the whole arch. Near critical damping the arch is too long to resolve, and its beginning
 * is lost next to an end that is e⁴ = 55 times as large or more */
static bool expanded_phases(const oscillator *o, thud_half_power_case which, phases *times) {
    thud_product_rule rule;
    if (o->zeta >= 1 || o->alpha * o->zeta * THUD_PI > 4 * o->eta ||
        !thud_product_rule_expand(smooth_rate, o, -o->alpha, &rule))
        return false;
    double length = THUD_PI / o->eta, turn = o->turn / length;
    double end = which == THUD_HALF_POWER_RETURN ? 1 : 2 * turn;
    times->approach = length * thud_product_rule_integral(&rule, turn);
    if (which != THUD_HALF_POWER_APPROACH)
        times->recovery = length * thud_product_rule_integral(&rule, end) - times->approach;
    return true;
}

/* phase by phase, for every ζ; at and above critical damping there is no return */
static void integrated_phases(const oscillator *o, thud_half_power_case which, double log_e, phases *times) {
    times->approach = thud_integrate(rate_from_contact, o, o->turn);
    times->recovery = INFINITY;
    if (which == THUD_HALF_POWER_ZERO_FORCE) times->recovery = thud_integrate(rate_from_turn, o, o->turn);
    else if (o->zeta < 1)
        times->recovery = exp(-o->alpha * log_e) * thud_integrate(rate_to_return, o, THUD_PI / o->eta - o->turn);
}

/* from the turning point back to δ = 0 without damping */
static double elastic_time(const oscillator *o, double penetration) {
    return pow(penetration, (1 - o->n) / 2) / o->omega * thud_quarter_period(o->n + 1);
}

/* where the damper is off or absent after the turn, the recovery is elastic */
static void find_times(const oscillator *o, thud_half_power_case which, double log_e, thud_frame_impact *hit) {
    phases times = {0};
    if (o->zeta == 0) hit->approach_time = elastic_time(o, hit->max_penetration);
    else {
        if (o->alpha == 0) linear_phases(o, which, &times);
        else if (!expanded_phases(o, which, &times)) integrated_phases(o, which, log_e, &times);
        hit->approach_time = pow(o->omega, 1 + o->alpha) * times.approach;
    }
    double recovery = which == THUD_HALF_POWER_APPROACH ? elastic_time(o, hit->max_penetration)
                                                        : pow(o->omega, 1 + o->alpha) * times.recovery;
    hit->contact_time = hit->approach_time + recovery;
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
    find_times(&o, which, log_e, &hit);
    if (which == THUD_HALF_POWER_ZERO_FORCE)
        hit.separation_penetration = pow(2 * o.zeta * hit.restitution / o.omega, 2 / (o.n + 1));
    if (which == THUD_HALF_POWER_RETURN) hit.min_force = smallest_force(&o) + 0.0; /* not −0 */
    return hit;
}
