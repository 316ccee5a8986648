/*
 * Stiffness and damping from restitution and contact time.
 *
 * In the dimensionless frame e determines χ and the contact time τ; the scales do the rest (K. Li & A. P. Darby,
 * Struct. Control Health Monit. 16 (2009) 287–302, for n = 1):
 *
 *     Tc = τ (m/k)^(1/(n+1)) v^(−(n−1)/(n+1)),   so   k = m v^(1−n) (τ/Tc)^(n+1),   c = χ m v/L^(p+1).
 *
 * With ℓ = −ln e, sensitivities to first order are
 *
 *     d ln k = (n+1) (d ln τ − d ln Tc),   d ln c = d ln χ + (p+1)/(n+1) d ln k.
 */
#include <thud/identify.h>

#include <math.h>

#include "base/environment.h"
#include "base/error.h"
#include "impact/scale.h"
#include "numeric/series/derivative.h"

/* closer to e = 1 only rounding changes */
static const double LEAST_LOSS = 1e-6;

thud_contact_measurement thud_contact_measurement_default(const thud_law *law) {
    return (thud_contact_measurement){
        .law = law,
        .restitution = NAN,
        .contact_time = NAN,
        .mass = NAN,
        .exponent = law ? law->exponent_default : NAN,
    };
}

/* whether k or c depend on the speed */
static bool needs_speed(const thud_contact_measurement *m) {
    return m->exponent != 1 || thud_law_damper_exponent(m->law, m->exponent) > 0;
}

static thud_impact_options frame_of(const thud_contact_measurement *m, double restitution) {
    thud_impact_options o = thud_impact_options_default(m->law);
    o.restitution = restitution;
    o.exponent = m->exponent;
    o.separation = m->separation;
    o.damping = THUD_DAMPING_EXACT;
    return o;
}

static bool is_size(double x) { return x >= 1e-100 && x <= 1e100; }

static thud_status check(const thud_contact_measurement *m, thud_error *error) {
    if (!m || !m->law || m->law->structure->kind == THUD_FORCE_IMPULSIVE)
        return thud_error_argument(error, "law", NAN, "must have a finite contact time");
    if (m->law->structure->kind == THUD_FORCE_GENERAL)
        return thud_error_argument(error, "law", NAN, "is a general structure, which cannot be fitted");
    if (!(m->restitution > 0 && m->restitution <= 1))
        return thud_error_argument(error, "restitution", m->restitution, "must be above 0 and at most 1");
    if (!is_size(m->contact_time))
        return thud_error_argument(error, "contact time", m->contact_time, "must be above zero and finite");
    if (!is_size(m->mass)) return thud_error_argument(error, "mass", m->mass, "must be above zero and finite");
    if (m->speed == 0 && needs_speed(m))
        return thud_error_argument(error, "speed", NAN,
                                   "is needed: with this law and exponent contact time or damping depend on it");
    if (m->speed != 0 && !is_size(m->speed))
        return thud_error_argument(error, "speed", m->speed, "must be above zero and finite");
    if (!(m->restitution_error >= 0 && m->restitution_error < INFINITY))
        return thud_error_argument(error, "error of the restitution", m->restitution_error,
                                   "must be zero or positive");
    if (!(m->contact_time_error >= 0 && m->contact_time_error < INFINITY))
        return thud_error_argument(error, "error of the contact time", m->contact_time_error,
                                   "must be zero or positive");
    thud_impact_options o = frame_of(m, m->restitution);
    return thud_impact_check(&o, error);
}

/* results in the dimensionless frame for a restitution */
typedef struct framed {
    double tau;
    double damper; /* χ, or k₂/k₁ */
} framed;

static thud_status solve_frame(const thud_contact_measurement *m, double restitution, framed *out) {
    thud_impact_options o = frame_of(m, restitution);
    thud_impact hit;
    thud_status status = thud_impact_solve(&o, &hit);
    if (status != THUD_OK) return status;
    bool bilinear = m->law->structure->kind == THUD_FORCE_BILINEAR;
    *out = (framed){hit.contact_time, bilinear ? hit.unloading_stiffness : hit.damping};
    return hit.contact_time < INFINITY ? THUD_OK : THUD_ERROR_OVERFLOW;
}

static double log_tau(double loss, const void *context) {
    framed at;
    return solve_frame(context, exp(-loss), &at) == THUD_OK ? log(at.tau) : NAN;
}

static double damper(double loss, const void *context) {
    framed at;
    return solve_frame(context, exp(-loss), &at) == THUD_OK ? at.damper : NAN;
}

/* whether τ and the damper are smooth functions of ℓ at ℓ = 0: true for closed forms, except where time is spent
 * near a singular δ = 0 */
static bool is_smooth(const thud_contact_measurement *m) {
    double n = m->exponent, p = thud_law_damper_exponent(m->law, n);
    if (m->law->structure->kind == THUD_FORCE_BILINEAR || p == n) return true;
    bool returns =
        m->law->structure->approach_only || thud_law_separation(m->law, m->separation) == THUD_SEPARATION_RETURN;
    return p == (n - 1) / 2 && (n == 1 || returns);
}

/* derivative by ℓ */
static double derivative(const thud_contact_measurement *m, thud_function *f, double loss) {
    if (is_smooth(m)) return thud_derivative(f, m, 0, fmax(2 * loss, 0.4), loss);
    loss = fmax(loss, LEAST_LOSS);
    return thud_derivative(f, m, loss / 2, 1.5 * loss, loss);
}

/* k and c with their derivatives by e and Tc */
typedef struct solution {
    double k, c;
    double k_by_e, k_by_time, c_by_e, c_by_time;
} solution;

static thud_status solve(const thud_contact_measurement *m, solution *s) {
    framed at;
    thud_status status = solve_frame(m, m->restitution, &at);
    if (status != THUD_OK) return status;
    double n = m->exponent, p = thud_law_damper_exponent(m->law, n), speed = m->speed > 0 ? m->speed : 1;
    thud_impact_options o = frame_of(m, m->restitution);
    o.mass = m->mass;
    o.speed = speed;
    o.stiffness = m->mass * pow(speed, 1 - n) * pow(at.tau / m->contact_time, n + 1);
    *s = (solution){.k = o.stiffness, .c = thud_scale_damping(&o, at.damper)};
    if (!is_size(s->k) || !(s->c < INFINITY) || (s->c == 0 && at.damper > 0)) return THUD_ERROR_OVERFLOW;

    s->k_by_time = -(n + 1) * s->k / m->contact_time;
    bool bilinear = m->law->structure->kind == THUD_FORCE_BILINEAR;
    double power = bilinear ? 1 : isnan(p) ? 0 : (p + 1) / (n + 1); /* exponent of k in c */
    s->c_by_time = power * s->c / s->k * s->k_by_time;
    if (m->law->structure->kind == THUD_FORCE_ELASTIC) return THUD_OK;

    double loss = -log(m->restitution), by_loss = -1 / m->restitution;
    s->k_by_e = s->k * (n + 1) * derivative(m, log_tau, loss) * by_loss;
    s->c_by_e = thud_scale_damping(&o, derivative(m, damper, loss)) * by_loss + power * s->c / s->k * s->k_by_e;
    return isfinite(s->k_by_e) && isfinite(s->c_by_e) ? THUD_OK : THUD_ERROR_ACCURACY;
}

/* to first order; the two measurements are independent */
static void add_errors(const thud_contact_measurement *m, const solution *s, thud_contact_parameters *out) {
    double e = m->restitution_error, time = m->contact_time_error;
    out->stiffness_error = out->damping_error = out->correlation = NAN;
    if (e == 0 && time == 0) return;
    out->stiffness_error = hypot(s->k_by_e * e, s->k_by_time * time);
    out->damping_error = hypot(s->c_by_e * e, s->c_by_time * time);
    double both = s->k_by_e * s->c_by_e * e * e + s->k_by_time * s->c_by_time * time * time;
    out->correlation = both / (out->stiffness_error * out->damping_error);
}

thud_status thud_identify_contact(const thud_contact_measurement *m, thud_contact_parameters *parameters,
                                  thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = check(m, error);
    if (status == THUD_OK && !parameters) status = thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (status != THUD_OK) return status;
    solution s;
    status = solve(m, &s);
    if (status != THUD_OK) return thud_error_status(error, status);
    double e = m->restitution, time = m->contact_time;
    *parameters = (thud_contact_parameters){
        .stiffness = s.k,
        .damping = s.c,
        .exponent_n = m->exponent,
        .exponent_p = thud_law_damper_exponent(m->law, m->exponent),
        .stiffness_sensitivity = {s.k_by_e * e / s.k, s.k_by_time * time / s.k},
        .damping_sensitivity = {s.c_by_e * e / s.c, s.c_by_time * time / s.c},
    };
    add_errors(m, &s, parameters);
    return THUD_OK;
}
