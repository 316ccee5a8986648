/*
 * The propagator of one body between stops: along a record while all gaps are open and in a contact, and step by
 * step next to the instants at which one closes or opens.
 */
#include "simulate/one_body/one_body.h"

#include <stdlib.h>

#include "model/model.h"
#include "simulate/propagator.h"
#include "simulate/record/flow_inside.h"

/* ---- what it owns ---- */

/* with the relative acceleration a of the velocity v: v′ = a, a′ = −K v − C a − ä_g */
static void flight_from(const thud_one_body *one, double v, double a, double rise, double *out) {
    for (int k = 0; k < THUD_SERIES_WIDTH; k++) {
        out[k] = v;
        double slope = -(one->stiffness * v + one->damping * a) - (k == 0 ? rise : 0);
        v = a / (k + 1);
        a = slope / (k + 1);
    }
}

/* one body without forces of its own */
static bool is_one(const thud_simulation *sim) {
    return sim->structure.n == 1 && sim->contacts.row_count == 0 && sim->model->matrices_count == 0 &&
           sim->loads.push_count == 0 && sim->links.count == 0 && sim->accounts.watches.count == 0;
}

static thud_status create(const thud_simulation *sim, void **memory) {
    if (!is_one(sim)) return THUD_OK;
    thud_one_body *one = calloc(1, sizeof *one);
    if (!one) return THUD_ERROR_MEMORY;
    *memory = one;
    double stiffness = 0, damping = sim->structure.damping_matrix ? sim->structure.damping_matrix[0] : 0;
    for (size_t i = 0; i < sim->structure.spring_count; i++) {
        stiffness += sim->structure.springs[i].stiffness;
        damping += sim->structure.springs[i].damping;
    }
    one->stiffness = stiffness * sim->structure.inverse_mass[0];
    one->damping = damping * sim->structure.inverse_mass[0] + sim->structure.mass_damping;
    flight_from(one, 1, 0, 0, one->from_speed);
    flight_from(one, 0, 1, 0, one->from_pull);
    flight_from(one, 0, 0, 1, one->from_rise);
    return thud_flow_create(sim, &one->flow);
}

static void discard(void *memory) {
    thud_one_body *one = memory;
    if (one) thud_flow_free(one->flow);
    free(one);
}

static void restart(void *memory) {
    thud_one_body *one = memory;
    if (one->flow) thud_flow_restart(one->flow);
}

/* ---- its steps ---- */

/* from beyond the critical damping a body creeps back, and comes to where a penetration is rounding of coordinates:
 * the series keep it apart from these */
static bool creeps(const thud_simulation *sim, const thud_body_contact *t) {
    /* with p = 0 the damper is beyond it at δ = 0 whatever c is, and the force is zero before that */
    return (t->ends_at_return || t->branch.p > 0) && t->branch.c > 0 && t->branch.p < t->branch.n &&
           !(thud_body_contact_damping_ratio(t, thud_simulation_depth(sim, t)) < 1);
}

bool thud_one_body_in_contact(const thud_simulation *sim) {
    if (sim->contacts.closed_count != 1 || sim->motion.probe_order > 0 || sim->loads.ground.omega != 0)
        return false;
    const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[0]];
    if (t->bilinear && (t->permanent || t->base != 0)) return false;
    if (t->phase == THUD_PHASE_RELEASED) return !t->pulls_off && t->given.gap >= 0 && t->enter_at == 0;
    return t->phase == THUD_PHASE_ACTIVE && t->root > 0 && t->given.gap >= 0 && t->enter_at == 0 && !creeps(sim, t);
}

/* how deep the body may get before it meets another stop; 0 when one on the other side leaves no clearance */
static double clearance_of(const thud_simulation *sim, const thud_body_contact *t) {
    double clearance = INFINITY;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *other = &sim->contacts.list[i];
        if (other == t) continue;
        bool same_side = (other->left < 0) == (t->left < 0);
        double distance = same_side ? other->given.gap - t->given.gap : other->given.gap + t->given.gap;
        if (same_side && distance < clearance) clearance = distance;
        if (!same_side && !(distance > 0)) return 0;
    }
    return clearance;
}

thud_chart thud_chart_of_contact(const thud_one_body *one, const thud_simulation *sim) {
    thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[0]];
    if (t->phase == THUD_PHASE_RELEASED)
        return (thud_chart){
            .contact = t,
            .side = t->left < 0 ? -1 : 1,
            .gap = t->given.gap,
            .stiffness = one->stiffness,
            .damping = one->damping,
            .n = 1,
            .p = 1,
            .root = 1,
            .spring_power = 1,
            .drag_power = 1,
            .released = true,
            .clearance = clearance_of(sim, t),
            .slowest = -INFINITY,
            .tolerance = sim->motion.linear_tolerance,
            .near = sim->motion.contact_near,
        };
    const bool plain = t->branch.c == 0 && t->branch.n == 1.5; /* Hertz, whatever the damper in approach */
    const int root = plain ? 2 : t->root, spring_power = (int)(root * t->branch.n);
    return (thud_chart){
        .contact = t,
        .side = t->left < 0 ? -1 : 1,
        .gap = t->given.gap + t->branch.offset,
        .stiffness = one->stiffness,
        .damping = one->damping,
        .spring = t->branch.k * sim->structure.inverse_mass[0],
        .drag = t->branch.c * sim->structure.inverse_mass[0],
        .n = t->branch.n,
        .p = t->branch.p,
        .root = root,
        .spring_power = spring_power,
        .drag_power = t->branch.c == 0 ? spring_power : (int)(root * t->branch.p),
        .approach_only = t->approach_only || t->bilinear,
        .clearance = clearance_of(sim, t) - t->branch.offset,
        .slowest = t->may_pull ? -t->branch.k / t->branch.c : -INFINITY,
        .tolerance = t->linear ? sim->motion.linear_tolerance : sim->motion.contact_tolerance,
        .near = sim->motion.contact_near,
    };
}

/* as far as the record goes with nothing happening */
static void follow_record(const thud_one_body *one, thud_simulation *sim) {
    if (!one->flow || !thud_flow_may_start(sim)) return;
    if (sim->contacts.closed_count == 0) {
        thud_one_body_fly_along_record(one, sim);
    } else if (!sim->contacts.known && thud_one_body_in_contact(sim)) {
        thud_one_body_follow_record(one, sim);
        thud_interfaces_forget(sim);
    }
}

static bool fits(const thud_simulation *sim, const void *memory) {
    (void)sim;
    return memory;
}

static thud_step_result advance(thud_simulation *sim, void *memory, thud_event *event) {
    const thud_one_body *one = memory;
    follow_record(one, sim);
    if (thud_propagators_are_done(sim)) return THUD_STEP_PASSES;
    bool taken = sim->contacts.closed_count == 0
                     ? thud_one_body_flight_step(one, sim, event)
                     : thud_one_body_in_contact(sim) && thud_one_body_step_in_root(one, sim, event);
    if (!taken) return THUD_STEP_PASSES;
    thud_interfaces_forget(sim);
    thud_load_move(&sim->loads.ground, sim->motion.time);
    return THUD_STEP_TAKEN;
}

const thud_propagator thud_propagator_one_body = {
    .name = "one body", .create = create, .free = discard, .restart = restart, .fits = fits, .advance = advance};
