/*
 * Two programs in step: an active damper in a building beside a neighbour. Every millisecond the controller looks
 * at the state and sets the force of its actuator, which is on its way to there until the next look. The model
 * moves exactly in between: impacts happen when they do, not at the next millisecond.
 *
 * Before the worst of the motion the run is kept as bytes, and told twice from there: with the actuator and with
 * its power cut. Ends with status 1 where the energy balance does not close or the damper does not help.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/thud.h>

static const double mass = 4e5, stiffness = 1.6e7, strongest = 2e5, step = 1e-3; /* kg, N/m, N, s */

static double controller(const thud_sample *state) {
    const double wanted = -8e5 * state->velocity[0];
    return wanted > strongest ? strongest : wanted < -strongest ? -strongest : wanted;
}

/* on to `until`, with the actuator or without; whether all went well */
static bool go(thud_simulation *simulation, thud_body_id building, bool powered, int from, int until) {
    thud_sample state;
    for (int i = from; i < until; i++) {
        if (thud_simulation_state(simulation, &state) != THUD_OK) return false;
        const double force = powered ? controller(&state) : 0;
        if (thud_simulation_set_force(simulation, building, force, THUD_INPUT_RAMPED) != THUD_OK) return false;
        if (thud_simulation_advance(simulation, step * (i + 1)) != THUD_OK) return false;
    }
    return true;
}

static void tell(const char *how, const thud_summary *s) {
    printf("%-10s %zu impacts, moved by %.1f mm, struck with %.0f kN\n", how, s->impacts,
           1e3 * s->bodies[0].max_displacement, 1e-3 * s->contacts[0].max_force);
}

int main(void) {
    thud_model *model = thud_model_create();
    thud_body_id building = thud_model_add_body(model, "building", mass),
                 neighbour = thud_model_add_body(model, "neighbour", 2 * mass);
    thud_model_add_link(model, THUD_GROUND, building, &(thud_link){.stiffness = stiffness, .damping_ratio = 0.02});
    thud_model_add_link(model, THUD_GROUND, neighbour,
                        &(thud_link){.stiffness = 6 * stiffness, .damping_ratio = 0.05});
    thud_gap_contact gap = thud_gap_contact_default(thud_law_find("gonthier"));
    gap.gap = 0.03;
    gap.restitution = 0.65;
    gap.stiffness = 2e9;
    thud_model_add_contact(model, "gap", building, neighbour, &gap);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 0.6, .frequency = 1});
    thud_model_set_duration(model, 8); /* of whole runs */

    thud_simulation *simulation;
    if (thud_model_build(model, NULL) != THUD_OK || thud_simulation_create(model, &simulation) != THUD_OK) return 1;
    const thud_summary *s = thud_simulation_summary(simulation);
    bool well = thud_simulation_start(simulation, NULL) == THUD_OK && go(simulation, building, true, 0, 2000);

    const size_t size = thud_simulation_save_size(simulation);
    void *kept = malloc(size);
    well = well && kept && thud_simulation_save(simulation, kept, size) == THUD_OK;
    well = well && go(simulation, building, true, 2000, 8000);
    tell("powered", s);
    const double powered = s->bodies[0].max_displacement;
    well = well && fabs(s->energy.residual) < 1e-9;

    well = well && thud_simulation_restore(simulation, kept, size) == THUD_OK;
    well = well && go(simulation, building, false, 2000, 8000);
    tell("power cut", s);
    well = well && fabs(s->energy.residual) < 1e-9 && powered < s->bodies[0].max_displacement;

    free(kept);
    thud_simulation_free(simulation);
    thud_model_free(model);
    return well ? 0 : 1;
}
