#include "simulate/result.h"

#include <string.h>

#define RESULT(part, member, unit, ...)                                                                            \
    { #member, unit, __VA_ARGS__, offsetof(part, member), false }
#define RESULT_COUNT(part, member)                                                                                 \
    { #member, "", {0, 0, 0, 0 }, offsetof(part, member), true }
/* by another name */
#define RESULT_NAMED(part, name, member, unit, ...)                                                                \
    { name, unit, __VA_ARGS__, offsetof(part, member), false }

static const thud_result RUN[] = {
    RESULT(thud_summary, duration, "s", {0, 0, 1, 0}),
    RESULT_COUNT(thud_summary, impacts),
};

static const thud_result BODY[] = {
    RESULT(thud_body_summary, max_displacement, "m", {0, 1, 0, 0}),
    RESULT(thud_body_summary, max_velocity, "m/s", {0, 1, -1, 0}),
    RESULT(thud_body_summary, max_acceleration, "m/s²", {0, 1, -2, 0}),
    RESULT(thud_body_summary, final_displacement, "m", {0, 1, 0, 0}),
    RESULT(thud_body_summary, final_velocity, "m/s", {0, 1, -1, 0}),
};

static const thud_result ROD[] = {
    RESULT_NAMED(thud_body_summary, "max_angle", max_displacement, "rad", {0, 0, 0, 1}),
    RESULT_NAMED(thud_body_summary, "max_angular_velocity", max_velocity, "rad/s", {0, 0, -1, 1}),
    RESULT_NAMED(thud_body_summary, "max_angular_acceleration", max_acceleration, "rad/s²", {0, 0, -2, 1}),
    RESULT_NAMED(thud_body_summary, "final_angle", final_displacement, "rad", {0, 0, 0, 1}),
    RESULT_NAMED(thud_body_summary, "final_angular_velocity", final_velocity, "rad/s", {0, 0, -1, 1}),
};

static const thud_result CONTACT[] = {
    RESULT_COUNT(thud_contact_summary, impacts),
    RESULT(thud_contact_summary, max_force, "N", {1, 1, -2, 0}),
    RESULT(thud_contact_summary, max_penetration, "m", {0, 1, 0, 0}),
    RESULT(thud_contact_summary, impulse, "N·s", {1, 1, -1, 0}),
    RESULT(thud_contact_summary, energy_lost, "J", {1, 2, -2, 0}),
    RESULT(thud_contact_summary, stick_time, "s", {0, 0, 1, 0}),
};

static const thud_result ENERGY[] = {
    RESULT(thud_energy_summary, input, "J", {1, 2, -2, 0}),
    RESULT(thud_energy_summary, dissipated, "J", {1, 2, -2, 0}),
    RESULT(thud_energy_summary, impact, "J", {1, 2, -2, 0}),
    RESULT(thud_energy_summary, stored, "J", {1, 2, -2, 0}),
    RESULT(thud_energy_summary, residual, "", {0, 0, 0, 0}),
};

static const thud_result SOLVER[] = {
    RESULT_COUNT(thud_solver_summary, steps),
    RESULT_COUNT(thud_solver_summary, events),
    RESULT_COUNT(thud_solver_summary, rhs_evaluations),
};

#define LIST(rows)                                                                                                 \
    { rows, sizeof(rows) / sizeof((rows)[0]) }

const thud_results thud_results_of_run = LIST(RUN), thud_results_of_body = LIST(BODY),
                   thud_results_of_rod = LIST(ROD), thud_results_of_contact = LIST(CONTACT),
                   thud_results_of_energy = LIST(ENERGY), thud_results_of_solver = LIST(SOLVER);

double thud_result_value(const thud_result *result, const void *part) {
    const char *place = (const char *)part + result->offset;
    if (result->is_count) {
        size_t count;
        memcpy(&count, place, sizeof count);
        return (double)count;
    }
    double value;
    memcpy(&value, place, sizeof value);
    return value;
}

double *thud_results_take(thud_results results, const void *part, double *to) {
    for (size_t i = 0; i < results.count; i++) *to++ = thud_result_value(&results.list[i], part);
    return to;
}
