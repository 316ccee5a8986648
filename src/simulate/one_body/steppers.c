/*
 * The ways to step that one body between stops has: along a record in flight and in a contact, and step by step.
 */
#include "simulate/one_body/one_body.h"
#include "simulate/record/flow_inside.h"
#include "simulate/stepper.h"

static bool is_one(const thud_simulation *sim) { return sim->structure.single.is_one; }

static bool is_one_with_record(const thud_simulation *sim) { return is_one(sim) && sim->structure.flow; }

static thud_step_result fly_along_record(thud_simulation *sim, thud_event *event) {
    (void)event;
    if (sim->contacts.closed_count == 0 && thud_flow_may_start(sim)) thud_flow_run_single(sim);
    return THUD_STEP_PASSES;
}

static thud_step_result follow_contact_along_record(thud_simulation *sim, thud_event *event) {
    (void)event;
    if (sim->contacts.closed_count == 0 || !thud_flow_may_start(sim) || sim->contacts.known ||
        !thud_one_body_in_contact(sim))
        return THUD_STEP_PASSES;
    thud_one_body_follow_record(sim);
    thud_interfaces_forget(sim);
    return THUD_STEP_PASSES;
}

static thud_step_result conclude(thud_simulation *sim) {
    thud_interfaces_forget(sim);
    thud_load_move(&sim->loads.ground, sim->motion.time);
    return THUD_STEP_TAKEN;
}

static thud_step_result step_contact(thud_simulation *sim, thud_event *event) {
    return thud_one_body_in_contact(sim) && thud_one_body_step_in_root(sim, event) ? conclude(sim)
                                                                                   : THUD_STEP_PASSES;
}

static thud_step_result step_flight(thud_simulation *sim, thud_event *event) {
    return thud_one_body_in_flight(sim) && thud_one_body_flight_step(sim, event) ? conclude(sim) : THUD_STEP_PASSES;
}

const thud_stepper thud_stepper_record_of_one = {"record, one body", is_one_with_record, fly_along_record};
const thud_stepper thud_stepper_contact_along_record = {"contact along a record, one body", is_one_with_record,
                                                        follow_contact_along_record};
const thud_stepper thud_stepper_contact_of_one = {"contact, one body", is_one, step_contact};
const thud_stepper thud_stepper_flight_of_one = {"flight, one body", is_one, step_flight};
