/*
 * The tables of results: name, unit, dimension and where each number is.
 */
#include "contact/run_quantity.h"

#include <math.h>
#include <string.h>

#define RUN(member) .offset = offsetof(thud_summary, member)
#define BODY(member) .offset = offsetof(thud_body_summary, member)
#define CONTACT(member) .offset = offsetof(thud_contact_summary, member)
#define LINK(member) .offset = offsetof(thud_link_summary, member)
#define WATCHED(member) .offset = offsetof(thud_watch_summary, member)
#define BALANCE(member) .offset = offsetof(thud_energy_summary, member)
#define SOLVER(member) .offset = offsetof(thud_solver_summary, member), .is_count = true

/* name, unit, dimension (exponents of kg, m, s, rad), place */
/* clang-format off */
static const thud_run_quantity OF_RUN[] = {
    {"duration", "s", {0, 0, 1, 0}, RUN(duration)},
    {"impacts", "", {0, 0, 0, 0}, RUN(impacts), .is_count = true},
};

static const thud_run_quantity OF_BODY[] = {
    {"max_displacement", "m", {0, 1, 0, 0}, BODY(max_displacement), .head = "max displacement"},
    {"max_velocity", "m/s", {0, 1, -1, 0}, BODY(max_velocity), .head = "max velocity"},
    {"max_acceleration", "m/s²", {0, 1, -2, 0}, BODY(max_acceleration), .head = "max acceleration",
     .impulsive = THUD_IMPULSIVE_BETWEEN},
    {"final_displacement", "m", {0, 1, 0, 0}, BODY(final_displacement), .head = "at the end"},
    {"final_velocity", "m/s", {0, 1, -1, 0}, BODY(final_velocity)},
};

static const thud_run_quantity OF_ROD[] = {
    {"max_angle", "rad", {0, 0, 0, 1}, BODY(max_displacement), .head = "max angle"},
    {"max_angular_velocity", "rad/s", {0, 0, -1, 1}, BODY(max_velocity), .head = "max angular velocity"},
    {"max_angular_acceleration", "rad/s²", {0, 0, -2, 1}, BODY(max_acceleration), .head = "max angular acceleration",
     .impulsive = THUD_IMPULSIVE_BETWEEN},
    {"final_angle", "rad", {0, 0, 0, 1}, BODY(final_displacement), .head = "at the end"},
    {"final_angular_velocity", "rad/s", {0, 0, -1, 1}, BODY(final_velocity)},
};

static const thud_run_quantity OF_CONTACT[] = {
    {"impacts", "", {0, 0, 0, 0}, CONTACT(impacts), .is_count = true, .head = "impacts"},
    {"max_force", "N", {1, 1, -2, 0}, CONTACT(max_force), .head = "max force", .impulsive = THUD_IMPULSIVE_NONE},
    {"max_penetration", "m", {0, 1, 0, 0}, CONTACT(max_penetration), .head = "max penetration",
     .impulsive = THUD_IMPULSIVE_ZERO},
    {"impulse", "N·s", {1, 1, -1, 0}, CONTACT(impulse), .head = "impulse"},
    {"energy_lost", "J", {1, 2, -2, 0}, CONTACT(energy_lost), .head = "energy lost"},
    {"stick_time", "s", {0, 0, 1, 0}, CONTACT(stick_time), .head = "at rest", .of_rest = true},
    {"resting_force", "N", {1, 1, -2, 0}, CONTACT(max_force), .head = "resting reaction",
     .impulsive = THUD_IMPULSIVE_ONLY, .of_rest = true},
    {"indentation", "m", {0, 1, 0, 0}, CONTACT(indentation)},
    {"closest_approach", "m", {0, 1, 0, 0}, CONTACT(closest_approach), .head = "closest approach", .of_endless = true},
};

static const thud_run_quantity OF_LINK[] = {
    {"max_force", "N", {1, 1, -2, 0}, LINK(max_force), .head = "max force"},
    {"max_deformation", "m", {0, 1, 0, 0}, LINK(max_deformation), .head = "max deformation"},
    {"ductility", "", {0, 0, 0, 0}, LINK(ductility), .head = "ductility"},
    {"residual_deformation", "m", {0, 1, 0, 0}, LINK(residual_deformation), .head = "residual"},
    {"plastic_deformation", "m", {0, 1, 0, 0}, LINK(plastic_deformation), .head = "plastic, summed"},
    {"energy", "J", {1, 2, -2, 0}, LINK(energy), .head = "energy"},
    {"mechanism", "m", {0, 1, 0, 0}, LINK(mechanism)},
};

static const thud_run_quantity OF_ENERGY[] = {
    {"input", "J", {1, 2, -2, 0}, BALANCE(input), .head = "input"},
    {"dissipated", "J", {1, 2, -2, 0}, BALANCE(dissipated), .head = "dissipated by the structure"},
    {"hysteresis", "J", {1, 2, -2, 0}, BALANCE(hysteresis), .head = "dissipated by hysteresis"},
    {"impact", "J", {1, 2, -2, 0}, BALANCE(impact), .head = "lost in impacts"},
    {"stored", "J", {1, 2, -2, 0}, BALANCE(stored), .head = "stored at the end"},
    {"residual", "", {0, 0, 0, 0}, BALANCE(residual), .head = "residual, relative"},
};

static const thud_run_quantity OF_SOLVER[] = {
    {"steps", "", {0, 0, 0, 0}, SOLVER(steps)},
    {"events", "", {0, 0, 0, 0}, SOLVER(events)},
    {"rhs_evaluations", "", {0, 0, 0, 0}, SOLVER(rhs_evaluations)},
};
#define WATCH(unit, mass, length, time)                                                                            \
    {                                                                                                              \
        {"max", unit, {mass, length, time, 0}, WATCHED(max), .head = "max"},                                       \
        {"highest", unit, {mass, length, time, 0}, WATCHED(highest), .head = "highest"},                           \
        {"lowest", unit, {mass, length, time, 0}, WATCHED(lowest), .head = "lowest"},                              \
        {"final", unit, {mass, length, time, 0}, WATCHED(final), .head = "at the end"},                            \
    }
static const thud_run_quantity OF_DISPLACEMENT[] = WATCH("m", 0, 1, 0), OF_VELOCITY[] = WATCH("m/s", 0, 1, -1),
                               OF_ACCELERATION[] = WATCH("m/s²", 0, 1, -2), OF_FORCE[] = WATCH("N", 1, 1, -2),
                               OF_DRIFT[] = WATCH("", 0, 0, 0);
/* clang-format on */

#define LIST(rows, ranges)                                                                                         \
    { rows, sizeof(rows) / sizeof((rows)[0]), ranges }

const thud_run_quantities thud_quantities_of_run = LIST(OF_RUN, 0),
                          thud_quantities_of_body = LIST(OF_BODY, THUD_BODY_RANGES),
                          thud_quantities_of_rod = LIST(OF_ROD, THUD_BODY_RANGES),
                          thud_quantities_of_contact = LIST(OF_CONTACT, THUD_CONTACT_RANGES),
                          thud_quantities_of_link = LIST(OF_LINK, THUD_LINK_RANGES),
                          thud_quantities_of_energy = LIST(OF_ENERGY, THUD_ENERGY_RANGES),
                          thud_quantities_of_solver = LIST(OF_SOLVER, 0);

thud_run_quantities thud_quantities_of_watch(thud_watch_kind kind) {
    switch (kind) {
    case THUD_WATCH_DISPLACEMENT: return (thud_run_quantities)LIST(OF_DISPLACEMENT, THUD_WATCH_RANGES);
    case THUD_WATCH_VELOCITY: return (thud_run_quantities)LIST(OF_VELOCITY, THUD_WATCH_RANGES);
    case THUD_WATCH_DRIFT: return (thud_run_quantities)LIST(OF_DRIFT, THUD_WATCH_RANGES);
    case THUD_WATCH_LINK_FORCE:
    case THUD_WATCH_BASE_SHEAR: return (thud_run_quantities)LIST(OF_FORCE, THUD_WATCH_RANGES);
    case THUD_WATCH_ACCELERATION:
    case THUD_WATCH_GROUND: break;
    }
    return (thud_run_quantities)LIST(OF_ACCELERATION, THUD_WATCH_RANGES);
}

double thud_run_quantity_value(const thud_run_quantity *quantity, const void *part) {
    const char *place = (const char *)part + quantity->offset;
    if (quantity->is_count) {
        size_t count;
        memcpy(&count, place, sizeof count);
        return (double)count;
    }
    double value;
    memcpy(&value, place, sizeof value);
    return value;
}

double thud_contact_quantity_value(const thud_run_quantity *quantity, const thud_contact_summary *contact,
                                   bool impulsive) {
    if (quantity->impulsive == (impulsive ? THUD_IMPULSIVE_NONE : THUD_IMPULSIVE_ONLY)) return NAN;
    return thud_run_quantity_value(quantity, contact);
}

double *thud_run_quantities_take(thud_run_quantities quantities, const void *part, double *to) {
    for (size_t i = 0; i < quantities.count; i++) *to++ = thud_run_quantity_value(&quantities.list[i], part);
    return to;
}

size_t thud_run_quantity_find(thud_run_quantities quantities, const char *name) {
    size_t i = 0;
    while (i < quantities.count && strcmp(quantities.list[i].name, name) != 0) i++;
    return i;
}
