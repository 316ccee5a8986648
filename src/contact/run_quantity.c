/*
 * The tables of results: name, unit, dimension and where each number is.
 */
#include "contact/run_quantity.h"

#include <string.h>

#define QUANTITY(part, member, unit, ...)                                                                          \
    { #member, unit, __VA_ARGS__, offsetof(part, member), false }
#define QUANTITY_COUNT(part, member)                                                                               \
    { #member, "", {0, 0, 0, 0 }, offsetof(part, member), true }
/* by another name */
#define QUANTITY_NAMED(part, name, member, unit, ...)                                                              \
    { name, unit, __VA_ARGS__, offsetof(part, member), false }

static const thud_run_quantity RUN[] = {
    QUANTITY(thud_summary, duration, "s", {0, 0, 1, 0}),
    QUANTITY_COUNT(thud_summary, impacts),
};

static const thud_run_quantity BODY[] = {
    QUANTITY(thud_body_summary, max_displacement, "m", {0, 1, 0, 0}),
    QUANTITY(thud_body_summary, max_velocity, "m/s", {0, 1, -1, 0}),
    QUANTITY(thud_body_summary, max_acceleration, "m/s²", {0, 1, -2, 0}),
    QUANTITY(thud_body_summary, final_displacement, "m", {0, 1, 0, 0}),
    QUANTITY(thud_body_summary, final_velocity, "m/s", {0, 1, -1, 0}),
};

static const thud_run_quantity ROD[] = {
    QUANTITY_NAMED(thud_body_summary, "max_angle", max_displacement, "rad", {0, 0, 0, 1}),
    QUANTITY_NAMED(thud_body_summary, "max_angular_velocity", max_velocity, "rad/s", {0, 0, -1, 1}),
    QUANTITY_NAMED(thud_body_summary, "max_angular_acceleration", max_acceleration, "rad/s²", {0, 0, -2, 1}),
    QUANTITY_NAMED(thud_body_summary, "final_angle", final_displacement, "rad", {0, 0, 0, 1}),
    QUANTITY_NAMED(thud_body_summary, "final_angular_velocity", final_velocity, "rad/s", {0, 0, -1, 1}),
};

static const thud_run_quantity CONTACT[] = {
    QUANTITY_COUNT(thud_contact_summary, impacts),
    QUANTITY(thud_contact_summary, max_force, "N", {1, 1, -2, 0}),
    QUANTITY(thud_contact_summary, max_penetration, "m", {0, 1, 0, 0}),
    QUANTITY(thud_contact_summary, impulse, "N·s", {1, 1, -1, 0}),
    QUANTITY(thud_contact_summary, energy_lost, "J", {1, 2, -2, 0}),
    QUANTITY(thud_contact_summary, stick_time, "s", {0, 0, 1, 0}),
};

static const thud_run_quantity ENERGY[] = {
    QUANTITY(thud_energy_summary, input, "J", {1, 2, -2, 0}),
    QUANTITY(thud_energy_summary, dissipated, "J", {1, 2, -2, 0}),
    QUANTITY(thud_energy_summary, impact, "J", {1, 2, -2, 0}),
    QUANTITY(thud_energy_summary, stored, "J", {1, 2, -2, 0}),
    QUANTITY(thud_energy_summary, residual, "", {0, 0, 0, 0}),
};

static const thud_run_quantity SOLVER[] = {
    QUANTITY_COUNT(thud_solver_summary, steps),
    QUANTITY_COUNT(thud_solver_summary, events),
    QUANTITY_COUNT(thud_solver_summary, rhs_evaluations),
};

#define LIST(rows)                                                                                                 \
    { rows, sizeof(rows) / sizeof((rows)[0]) }

const thud_run_quantities thud_quantities_of_run = LIST(RUN), thud_quantities_of_body = LIST(BODY),
                          thud_quantities_of_rod = LIST(ROD), thud_quantities_of_contact = LIST(CONTACT),
                          thud_quantities_of_energy = LIST(ENERGY), thud_quantities_of_solver = LIST(SOLVER);

double thud_run_quantity_value(const thud_run_quantity *result, const void *part) {
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

double *thud_run_quantities_take(thud_run_quantities results, const void *part, double *to) {
    for (size_t i = 0; i < results.count; i++) *to++ = thud_run_quantity_value(&results.list[i], part);
    return to;
}
