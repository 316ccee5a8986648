/*
 * From the question to one contact with all its numbers.
 */
#include "engine/numbers.h"

#include <math.h>

#include <thud/impact.h>

#include "engine/relation.h"
#include "numeric/root.h"

/* L of the dimensionless frame */
static double unit_length(const thud_engine_numbers *a) {
    return pow(a->mass * a->speed * a->speed / a->stiffness, 1 / (a->n + 1));
}

static double damper_exponent(const thud_engine_recipe *recipe) {
    return recipe->law ? thud_law_damper_exponent(thud_law_find(recipe->law), recipe->exponent) : 0;
}

static thud_engine_numbers begin(const thud_engine_options *o) {
    const thud_engine_recipe *recipe = o->model->recipe;
    const thud_law *law = recipe->law ? thud_law_find(recipe->law) : NULL;
    thud_engine_numbers a = {
        .form = recipe->form,
        .stepper = recipe->stepper,
        .limited = thud_engine_limited(o),
        .approach_only = law && law->structure->approach_only,
        .mass = thud_effective_mass(o->mass1, o->mass2),
        .speed = o->speed,
        .n = recipe->exponent,
        .p = damper_exponent(recipe),
        .stiffness = o->stiffness,
        .impedance = {1, 1, 0, 0.5, 2},
    };
    if (recipe->prepare) recipe->prepare(o, &a);
    return a;
}

/* the stiffness for a given contact time or penetration, from the dimensionless ones: T = τ L/v and δ = ξ L with
 * Lⁿ⁺¹ = m v²/k */
static double scale_stiffness(const thud_engine_options *o, const thud_engine_numbers *a, double contact_time,
                              double max_penetration) {
    if (!isnan(o->stiffness)) return o->stiffness;
    double length = !isnan(o->duration) ? o->duration * o->speed / contact_time : o->overlap / max_penetration;
    return a->mass * a->speed * a->speed / pow(length, a->n + 1);
}

thud_status thud_engine_contact_damp(const thud_engine_options *o, double chi, thud_engine_contact *contact) {
    thud_engine_numbers *a = &contact->numbers;
    double length = unit_length(a);
    double restitution, contact_time, max_penetration;
    thud_status status = thud_engine_scaled_impact(o, chi, &restitution, &contact_time, &max_penetration);
    if (status != THUD_OK) return status;
    contact->chi = chi;
    a->damping = a->form == THUD_FORM_TWO_STIFFNESSES ? chi * a->stiffness
                                                      : chi * a->mass * a->speed / pow(length, a->p + 1);
    contact->restitution = restitution;
    contact->contact_time = contact_time * length / a->speed;
    contact->max_penetration = max_penetration * length;
    /* the catalogue has no varying impedance */
    if (a->form == THUD_FORM_SOFT && a->impedance[0] != a->impedance[1])
        contact->restitution = thud_engine_continuous(a, &contact->contact_time, &contact->max_penetration);
    return THUD_OK;
}

static thud_status find_smooth(const thud_engine_options *o, thud_engine_contact *contact) {
    double chi, restitution, contact_time, max_penetration;
    thud_status status = thud_engine_scaled_damping(o, o->restitution, &chi);
    if (status == THUD_OK)
        status = thud_engine_scaled_impact(o, chi, &restitution, &contact_time, &max_penetration);
    if (status != THUD_OK) return status;
    contact->numbers = begin(o);
    contact->numbers.stiffness = scale_stiffness(o, &contact->numbers, contact_time, max_penetration);
    if (!(contact->numbers.stiffness > 0 && isfinite(contact->numbers.stiffness))) return THUD_ERROR_OVERFLOW;
    if (o->usual) chi = o->model->recipe->usual(o, o->restitution);
    return isfinite(chi) ? thud_engine_contact_damp(o, chi, contact) : THUD_ERROR_UNREACHABLE;
}

/* the four arcs of the loop: to the yield, to the largest penetration, back by k₁, back by k₂ */
static double two_slopes_time(const thud_engine_numbers *a, double largest) {
    double w1 = sqrt(a->stiffness / a->mass), yield = a->yield;
    double at_yield = sqrt(fmax(0, a->speed * a->speed - w1 * w1 * yield * yield));
    double first = asin(fmin(1, w1 * yield / a->speed)) / w1;
    if (largest <= yield) return 2 * first;
    double w2 = sqrt(fmax(a->damping, 1e-12 * a->stiffness) / a->mass);
    double offset = (w1 * w1 / (w2 * w2) - 1) * yield; /* the line of k₂ crosses zero this far before contact */
    double second = atan2(at_yield / w2, yield + offset);
    double force = a->stiffness * yield + a->damping * (largest - yield); /* back by k₁ over δ_y to k₂ (δ − δ_y) */
    double amplitude = force / a->stiffness, third = acos(fmax(-1, fmin(1, 1 - yield / amplitude))) / w1;
    double speed = w1 * amplitude * sin(w1 * third);
    double fourth = atan2(largest - yield, speed / w2) / w2;
    return first + second / w2 + third + fourth;
}

/* usual: Muthukumar & DesRoches, Earthq. Eng. Struct. Dyn. 35 (2006) 811, eqs 10–13: the loop that loses the
 * energy of a Hertz contact of the same largest penetration, with the yield at a tenth of it */
static void two_slopes_usual(const thud_engine_options *o, thud_engine_numbers *a) {
    double lost = (1 - o->restitution) * (1 + o->restitution), share = 0.1;
    double effective = a->stiffness / (1 + lost / (2.5 * share));
    double largest = a->speed * sqrt(1.25 * a->mass / effective);
    a->yield = share * largest;
    a->damping = effective * (1 - lost / (2.5 * (1 - share)));
}

static double two_slopes_largest(const thud_engine_numbers *a) {
    double energy = 0.5 * a->mass * a->speed * a->speed - 0.5 * a->stiffness * a->yield * a->yield;
    double force = a->stiffness * a->yield;
    return a->yield + 2 * energy / (force + sqrt(force * force + 2 * a->damping * energy));
}

/* the loop with k₁ = 1, from which the rest scales */
static void two_slopes_exact(const thud_engine_options *o, thud_engine_numbers *a) {
    double share, ratio;
    thud_engine_two_slopes_calibrate(o->restitution, &share, &ratio);
    double work =
        share - 0.5 * share * share + 0.5 * ratio * (1 - share) * (1 - share); /* loss relative to k₁ δ² */
    a->yield = share * a->speed * sqrt(0.5 * a->mass / (work * a->stiffness));
    a->damping = ratio * a->stiffness;
}

static thud_status find_two_slopes(const thud_engine_options *o, thud_engine_contact *contact) {
    thud_engine_numbers *a = &contact->numbers;
    *a = begin(o);
    if (isnan(a->stiffness)) {
        a->stiffness = a->mass * a->speed * a->speed; /* L = 1 */
        two_slopes_exact(o, a);
        double largest = two_slopes_largest(a);
        a->stiffness = scale_stiffness(o, a, two_slopes_time(a, largest) * a->speed, largest);
    }
    if (o->usual) two_slopes_usual(o, a);
    else two_slopes_exact(o, a);
    contact->chi = NAN;
    contact->restitution =
        thud_engine_two_slopes_restitution(a->stiffness, a->damping, a->yield, a->mass, a->speed);
    contact->max_penetration = two_slopes_largest(a);
    contact->contact_time = two_slopes_time(a, contact->max_penetration);
    return THUD_OK;
}

static thud_status find_jump(const thud_engine_options *o, thud_engine_contact *contact) {
    const thud_engine_recipe *recipe = o->model->recipe;
    *contact = (thud_engine_contact){.numbers = begin(o), .chi = NAN, .contact_time = NAN, .max_penetration = NAN};
    contact->numbers.stiffness = NAN;
    contact->numbers.damping = o->usual ? recipe->usual(o, o->restitution) : o->restitution;
    const bool bounces = o->speed >= contact->numbers.threshold;
    contact->restitution = bounces ? contact->numbers.damping : 0;
    /* the position correction does not vanish with the step, so it is part of the answer */
    if (contact->numbers.correction > 0) contact->restitution = thud_engine_step_range(&contact->numbers, 1).mean;
    return THUD_OK;
}

thud_status thud_engine_contact_find(const thud_engine_options *o, thud_engine_contact *contact) {
    switch (o->model->recipe->form) {
    case THUD_FORM_TWO_SLOPES: return find_two_slopes(o, contact);
    case THUD_FORM_JUMP: return find_jump(o, contact);
    default: return find_smooth(o, contact);
    }
}

typedef struct entry_search {
    const thud_engine_options *options;
    double chi;
} entry_search;

static double entry_excess(double restitution, const void *context) {
    const entry_search *search = context;
    return search->options->model->recipe->usual(search->options, restitution) - search->chi;
}

double thud_engine_entered(const thud_engine_options *o, const thud_engine_contact *contact) {
    const thud_engine_recipe *recipe = o->model->recipe;
    if (!recipe->enters_restitution) return NAN;
    if (o->usual || contact->chi == 0) return o->restitution;
    entry_search search = {o, contact->chi};
    return thud_root_bracketed(entry_excess, &search, 1e-12, 1, 0);
}
