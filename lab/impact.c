/* Laws, and one impact of two bodies. */
#include <math.h>

#include "desk.h"

int lab_law_count(void) { return (int)thud_law_count(); }

/* NULL for a number that is none */
static const thud_law *law_of(double number) {
    return number >= 0 && number < (double)thud_law_count() ? thud_law_at((size_t)number) : NULL;
}

const char *lab_law_text(int number, int which) {
    const thud_law *law = law_of(number);
    if (!law) return "";
    const char *const texts[] = {law->name, law->title,  law->structure->equation,
                                 law->rule, law->source, law->validity};
    if (which < 0 || which > LAB_LAW_VALIDITY) return "";
    return texts[which] ? texts[which] : "";
}

thud_status lab_law_numbers(int number, double *numbers) {
    const thud_law *law = law_of(number);
    if (!law) return THUD_ERROR_ARGUMENT;
    const double of[LAB_LAW_NUMBERS] = {
        law->structure->kind, thud_law_has_rule(law), law->exponent_default,        law->exponent_min,
        law->exponent_max,    law->separation,        law->structure->damper_slope, law->structure->damper_offset};
    for (size_t i = 0; i < LAB_LAW_NUMBERS; i++) numbers[i] = of[i];
    return THUD_OK;
}

/* a number as one of an enumeration; the first where it is none of it */
static int choice(double number, int last) { return number >= 0 && number <= last ? (int)number : 0; }

static bool read_input(const double *input, thud_impact_options *options) {
    const thud_law *law = law_of(input[0]);
    if (!law) return false;
    *options = thud_impact_options_default(law);
    options->restitution = input[1];
    if (!isnan(input[2])) options->exponent = input[2];
    options->stiffness = input[3];
    options->mass = input[4];
    options->speed = input[5];
    options->damping = (thud_damping)choice(input[6], THUD_DAMPING_GIVEN);
    options->damping_value = input[7];
    options->separation = (thud_separation)choice(input[8], THUD_SEPARATION_ZERO_FORCE);
    return true;
}

/* the options, checked; the desk says what is wrong with them */
static thud_status checked(lab_desk *desk, const double *input, thud_impact_options *options) {
    thud_error error;
    if (!read_input(input, options)) return lab_fail(desk, THUD_ERROR_ARGUMENT, "there is no such law");
    thud_status status = thud_impact_check(options, &error);
    return status == THUD_OK ? THUD_OK : lab_fail_error(desk, status, &error);
}

/* a status of the solvers, which say no more than that */
static thud_status told(lab_desk *desk, thud_status status) {
    return status == THUD_OK ? THUD_OK : lab_fail(desk, status, "%s", thud_status_text(status));
}

thud_status lab_impact(lab_desk *desk, const double *input, double *results) {
    thud_impact_options options;
    thud_impact i;
    thud_status status = checked(desk, input, &options);
    if (status == THUD_OK) status = told(desk, thud_impact_solve(&options, &i));
    if (status != THUD_OK) return status;
    const double of[LAB_IMPACT_RESULTS] = {
        i.restitution, i.damping,      i.unloading_stiffness,    i.exponent_n,
        i.exponent_p,  i.contact_time, i.approach_time,          i.max_penetration,
        i.max_force,   i.min_force,    i.separation_penetration, i.impulse,
        i.energy_lost};
    for (size_t k = 0; k < LAB_IMPACT_RESULTS; k++) results[k] = of[k];
    return THUD_OK;
}

thud_status lab_course(lab_desk *desk, const double *input, size_t count, double *columns) {
    thud_impact_options options;
    thud_status status = checked(desk, input, &options);
    if (status != THUD_OK) return status;
    thud_impact_state *states = lab_room(count * sizeof *states);
    if (!states) return told(desk, THUD_ERROR_MEMORY);
    status = told(desk, thud_impact_sample(&options, count, states));
    for (size_t i = 0; i < count && status == THUD_OK; i++) {
        columns[i] = states[i].time;
        columns[count + i] = states[i].penetration;
        columns[2 * count + i] = states[i].velocity;
        columns[3 * count + i] = states[i].force;
    }
    lab_give_back(states);
    return status;
}

thud_status lab_calibrate(lab_desk *desk, const double *input, double *results) {
    thud_impact_options options;
    thud_calibration c;
    if (!read_input(input, &options)) return lab_fail(desk, THUD_ERROR_ARGUMENT, "there is no such law");
    thud_status status = told(desk, thud_calibrate_compare(&options, &c));
    if (status != THUD_OK) return status;
    results[0] = c.damping;
    results[1] = c.damping_published;
    results[2] = c.restitution_published;
    results[3] = c.error_published;
    return THUD_OK;
}

thud_status lab_returned(const double *input, const double *asked, size_t count, double *returned) {
    thud_impact_options options;
    if (!read_input(input, &options)) return THUD_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        thud_calibration c;
        options.restitution = asked[i];
        returned[i] = thud_calibrate_compare(&options, &c) == THUD_OK ? c.restitution_published : (double)NAN;
    }
    return THUD_OK;
}
