/*
 * Restitution and damping of simulators' forces: from the catalogue if it has the force, otherwise by the
 * relations here.
 */
#include "engine/relation.h"

#include <math.h>

#include <thud/impact.h>

#include "engine/numbers.h"
#include "impact/damping.h"
#include "numeric/root.h"

double thud_engine_bounded_restitution(double zeta) {
    if (fabs(zeta - 1) < 1e-9) zeta = 1 - 1e-9; /* the two branches meet there; e changes by less than 1e-9 */
    if (zeta < 1) {
        double omega = sqrt((1 - zeta) * (1 + zeta));
        return exp(-zeta * (2 * acos(zeta) - atan2(2 * zeta * omega, 1 + 2 * zeta * zeta)) / omega);
    }
    double omega = sqrt((zeta - 1) * (zeta + 1));
    return exp(-zeta * (2 * acosh(zeta) - atanh(2 * zeta * omega / (1 + 2 * zeta * zeta))) / omega);
}

double thud_engine_two_slopes_restitution(double first, double second, double yield, double mass, double speed) {
    double energy = 0.5 * mass * speed * speed, beyond = energy - 0.5 * first * yield * yield;
    if (beyond <= 0) return 1; /* no yielding */
    double force = first * yield;
    double x = 2 * beyond / (force + sqrt(force * force + 2 * second * beyond));
    return sqrt(1 - (first - second) * yield * x / energy);
}

/* the yield at a tenth of the penetration, as in Muthukumar and DesRoches; earlier if the loss would otherwise
 * need a negative k₂ */
void thud_engine_two_slopes_calibrate(double restitution, double *share, double *ratio) {
    double kept = restitution * restitution, lost = (1 - restitution) * (1 + restitution);
    double a = fmin(0.1, 0.5 * kept / (1 - 0.5 * lost));
    *share = a;
    *ratio = (a * (1 - a) - lost * (a - 0.5 * a * a)) / (a * (1 - a) + 0.5 * lost * (1 - a) * (1 - a));
}

bool thud_engine_limited(const thud_engine_options *options) {
    const thud_engine_recipe *recipe = options->model->recipe;
    return recipe->limit == THUD_LIMIT_ALWAYS || (recipe->limit == THUD_LIMIT_SWITCH && options->limited);
}

static thud_separation separation(const thud_engine_options *options) {
    return thud_engine_limited(options) ? THUD_SEPARATION_ZERO_FORCE : THUD_SEPARATION_RETURN;
}

static thud_engine_numbers bounded_numbers(double exponent, double chi) {
    return (thud_engine_numbers){
        .form = THUD_FORM_BOUNDED, .mass = 1, .speed = 1, .n = exponent, .stiffness = 1, .damping = chi};
}

static double bounded_restitution(double exponent, double chi) {
    if (exponent == 1) return thud_engine_bounded_restitution(0.5 * chi);
    thud_engine_numbers numbers = bounded_numbers(exponent, chi);
    return thud_engine_continuous(&numbers, NULL, NULL);
}

typedef struct bounded_search {
    double exponent, restitution;
} bounded_search;

static double bounded_excess(double log_chi, const void *context) {
    const bounded_search *search = context;
    return bounded_restitution(search->exponent, exp(log_chi)) - search->restitution;
}

static thud_status bounded_damping(double exponent, double restitution, double *chi) {
    bounded_search search = {exponent, restitution};
    if (restitution == 1) {
        *chi = 0;
        return THUD_OK;
    }
    double tolerance = exponent == 1 ? 0 : 1e-9; /* for other exponents the motion is accurate to 1e-7 */
    double found = thud_root_bracketed(bounded_excess, &search, log(1e-9), log(1e3), tolerance);
    if (isnan(found)) return THUD_ERROR_UNREACHABLE;
    *chi = exp(found);
    return THUD_OK;
}

/* in the dimensionless frame, where χ is c */
static thud_impact_options impact_of(const thud_engine_options *options) {
    const thud_engine_recipe *recipe = options->model->recipe;
    thud_impact_options one = thud_impact_options_default(thud_law_find(recipe->law));
    one.exponent = recipe->exponent;
    one.separation = separation(options);
    if (recipe->width > 0) one.extra[0] = recipe->width;
    return one;
}

thud_status thud_engine_scaled_damping(const thud_engine_options *options, double restitution, double *chi) {
    const thud_engine_recipe *recipe = options->model->recipe;
    if (recipe->form == THUD_FORM_BOUNDED) return bounded_damping(recipe->exponent, restitution, chi);
    if (recipe->form == THUD_FORM_GENERAL) {
        thud_impact_options one = impact_of(options);
        one.restitution = restitution;
        return thud_impact_damping(&one, THUD_DAMPING_EXACT, chi);
    }
    return thud_law_scaled_damping(thud_law_find(recipe->law), restitution, recipe->exponent, separation(options),
                                   THUD_DAMPING_EXACT, chi);
}

thud_status thud_engine_scaled_impact(const thud_engine_options *options, double chi, double *restitution,
                                      double *contact_time, double *max_penetration) {
    const thud_engine_recipe *recipe = options->model->recipe;
    if (recipe->form == THUD_FORM_BOUNDED) {
        thud_engine_numbers numbers = bounded_numbers(recipe->exponent, chi);
        *restitution = thud_engine_continuous(&numbers, contact_time, max_penetration);
        if (recipe->exponent == 1) *restitution = thud_engine_bounded_restitution(0.5 * chi);
        return THUD_OK;
    }
    thud_impact_options one = impact_of(options);
    if (recipe->form == THUD_FORM_TWO_STIFFNESSES) one.restitution = 1 / sqrt(chi);
    else one.damping = THUD_DAMPING_GIVEN, one.damping_value = chi;
    thud_impact impact;
    thud_status status = thud_impact_solve(&one, &impact);
    if (status != THUD_OK) return status;
    *restitution = impact.restitution;
    *contact_time = impact.contact_time;
    *max_penetration = impact.max_penetration;
    return THUD_OK;
}
