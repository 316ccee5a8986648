/*
 * The numbers for a simulator, and what they return.
 */
#include <math.h>

#include "base/environment.h"
#include "engine/numbers.h"
#include "engine/relation.h"
#include "numeric/root.h"

/* steps per contact: a usual number, and the range that is tried */
static const double USUAL_STEPS = 100, FEWEST_STEPS = 2, MOST_STEPS = 65536;

static double worst(const thud_engine_numbers *a, double step, double restitution) {
    thud_engine_range range = thud_engine_step_range(a, step);
    return isnan(range.mean) ? INFINITY : fmax(fabs(range.lowest - restitution), fabs(range.highest - restitution));
}

/* from coarse to fine until the error is kept at three consecutive steps, then bisection between the last two */
static double find_largest_step(const thud_engine_numbers *a, double contact_time, double restitution,
                                double error) {
    double step = contact_time / FEWEST_STEPS, ratio = sqrt(0.5);
    int kept = 0;
    for (; contact_time / step <= MOST_STEPS; step *= ratio) {
        kept = worst(a, step, restitution) <= error ? kept + 1 : 0;
        if (kept == 3) break;
    }
    if (kept < 3) return NAN;
    double good = step / (ratio * ratio), bad = good / ratio;
    if (bad > contact_time) return good;
    for (int i = 0; i < 12; i++) {
        double middle = sqrt(good * bad);
        if (worst(a, middle, restitution) <= error) good = middle;
        else bad = middle;
    }
    return good;
}

typedef struct step_search {
    const thud_engine_options *options;
    thud_engine_contact contact;
    double step;
} step_search;

static double step_excess(double log_chi, const void *context) {
    step_search search = *(const step_search *)context;
    if (thud_engine_contact_damp(search.options, exp(log_chi), &search.contact) != THUD_OK) return NAN;
    return thud_engine_step_range(&search.contact.numbers, search.step).mean - search.options->restitution;
}

/* the damping that returns e at this step, close to the one that returns it in the limit */
static thud_status fit_step(const thud_engine_options *o, double step, thud_engine_contact *contact) {
    if (isnan(contact->chi) || contact->chi == 0) return THUD_OK;
    step_search search = {o, *contact, step};
    for (double reach = 0.05; reach < 16; reach *= 2) {
        double middle = log(contact->chi);
        double below = step_excess(middle - reach, &search), above = step_excess(middle + reach, &search);
        if (!(below > 0 && above < 0)) continue;
        double found = thud_root_bracketed(step_excess, &search, middle - reach, middle + reach, 1e-12);
        return isnan(found) ? THUD_ERROR_UNREACHABLE : thud_engine_contact_damp(o, exp(found), contact);
    }
    return THUD_ERROR_UNREACHABLE;
}

static thud_status usual_restitution(const thud_engine_options *options, double *restitution) {
    const thud_engine_recipe *recipe = options->model->recipe;
    thud_engine_options o = *options;
    thud_engine_contact contact;
    *restitution = NAN;
    if (!recipe->usual && recipe->form != THUD_FORM_TWO_SLOPES) return THUD_OK;
    o.usual = true;
    thud_status status = thud_engine_contact_find(&o, &contact);
    if (status == THUD_OK) *restitution = contact.restitution;
    return status;
}

static void fill_steps(const thud_engine_options *o, const thud_engine_contact *contact,
                       thud_engine_answer *answer) {
    const thud_engine_numbers *a = &contact->numbers;
    answer->largest_step = INFINITY;
    answer->restitution_step = answer->step_lowest = answer->step_highest = contact->restitution;
    if (a->stepper == THUD_STEPPER_NONE) return;
    if (a->form == THUD_FORM_JUMP && a->correction == 0) return;
    double least = isnan(contact->contact_time) ? 0 : contact->contact_time / MOST_STEPS;
    thud_engine_range range = thud_engine_step_range(a, fmax(answer->step, least));
    answer->restitution_step = range.mean;
    answer->step_lowest = range.lowest;
    answer->step_highest = range.highest;
    /* numbers fitted to one step differ from those for small steps */
    double wanted = o->usual ? contact->restitution : o->restitution;
    bool hopeless = a->form == THUD_FORM_JUMP || fabs(contact->restitution - wanted) > o->error;
    answer->largest_step = hopeless ? NAN : find_largest_step(a, contact->contact_time, wanted, o->error);
}

static thud_status fill_values(const thud_engine_options *o, const thud_engine_contact *contact,
                               thud_engine_answer *answer) {
    const thud_engine_recipe *recipe = o->model->recipe;
    double values[THUD_ENGINE_VALUES], entered = thud_engine_entered(o, contact);
    if (recipe->enters_restitution && isnan(entered)) return THUD_ERROR_UNREACHABLE;
    recipe->fill(o, answer, entered, values);
    answer->value_count = 0;
    for (size_t i = 0; i < THUD_ENGINE_VALUES && recipe->symbols[i].name; i++)
        answer->values[answer->value_count++] =
            (thud_engine_value){recipe->symbols[i].name, recipe->symbols[i].unit, values[i]};
    thud_engine_write_lines(o, answer);
    return THUD_OK;
}

/* the contact, including the effect of the step if asked for */
static thud_status find_contact(const thud_engine_options *o, double *step, thud_engine_contact *contact) {
    thud_status status = thud_engine_contact_find(o, contact);
    if (status != THUD_OK) return status;
    *step = !isnan(o->step) ? o->step : isnan(contact->contact_time) ? NAN : contact->contact_time / USUAL_STEPS;
    if (o->for_step && !o->usual && contact->numbers.stepper != THUD_STEPPER_NONE)
        status = fit_step(o, *step, contact);
    return status;
}

thud_status thud_engine_solve(const thud_engine_options *o, thud_engine_answer *answer) {
    THUD_PLAIN_ENVIRONMENT;
    thud_engine_contact contact;
    double step, restitution_usual;
    thud_status status = answer ? thud_engine_check(o, NULL) : THUD_ERROR_ARGUMENT;
    if (status == THUD_OK) status = find_contact(o, &step, &contact);
    if (status == THUD_OK) status = usual_restitution(o, &restitution_usual);
    if (status != THUD_OK) return status;
    const thud_engine_numbers *a = &contact.numbers;
    bool jump = a->form == THUD_FORM_JUMP;
    thud_engine_answer found = {
        .mass = a->mass,
        .stiffness = a->stiffness,
        .damping = jump ? NAN : a->damping,
        .yield = a->form == THUD_FORM_TWO_SLOPES ? a->yield : NAN,
        .exponent_n = jump ? NAN : a->n,
        .exponent_p = jump || a->form == THUD_FORM_TWO_SLOPES ? NAN : a->p,
        .contact_time = contact.contact_time,
        .max_penetration = contact.max_penetration,
        .restitution_usual = restitution_usual,
        .restitution = contact.restitution,
        .step = step,
    };
    if (isnan(found.step)) found.step = 1e-3; /* arbitrary: a jump does not depend on it */
    status = fill_values(o, &contact, &found);
    if (status != THUD_OK) return status;
    fill_steps(o, &contact, &found);
    *answer = found;
    return THUD_OK;
}

thud_status thud_engine_emulate(const thud_engine_options *o, const thud_engine_answer *answer, double gap,
                                double *restitution) {
    THUD_PLAIN_ENVIRONMENT;
    thud_engine_contact contact;
    thud_status status = answer && restitution ? thud_engine_check(o, NULL) : THUD_ERROR_ARGUMENT;
    if (status == THUD_OK && !(gap >= 0 && gap < INFINITY && answer->step > 0)) status = THUD_ERROR_ARGUMENT;
    if (status == THUD_OK) status = thud_engine_contact_find(o, &contact);
    if (status != THUD_OK) return status;
    if (contact.numbers.form != THUD_FORM_JUMP) contact.numbers.damping = answer->damping;
    double e = contact.numbers.stepper == THUD_STEPPER_NONE
                   ? contact.restitution
                   : thud_engine_step_through(&contact.numbers, answer->step, gap);
    if (isnan(e)) return THUD_ERROR_STEPS;
    *restitution = e;
    return THUD_OK;
}
