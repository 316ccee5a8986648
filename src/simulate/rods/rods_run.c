/*
 * A simulation of a model with rods: the structure's matrices, the state at the start, the run.
 */
#include <stdlib.h>

#include "simulate/rods/rods.h"

/* one block for all numbers; counted first with `block` NULL, then handed out */
static size_t lay_out(thud_rods *r, double *block) {
    const size_t bodies = r->bodies, square = bodies * bodies;
    size_t used = 0;
    r->mass = thud_system_carve(block, &used, square);
    r->stiffness = thud_system_carve(block, &used, square);
    r->damping = thud_system_carve(block, &used, square);
    r->load = thud_system_carve(block, &used, bodies);
    r->influence = thud_system_carve(block, &used, bodies);
    r->sides = thud_system_carve(block, &used, r->model->contact_count);
    r->scratch = thud_system_carve(block, &used, r->dof);
    r->q = thud_system_carve(block, &used, r->dof);
    r->rate = thud_system_carve(block, &used, r->dof);
    r->signals = thud_system_carve(block, &used, 3 * thud_rods_signal_count(r));
    r->began = thud_system_carve(block, &used, r->sim->links.acting_count);
    return used;
}

static thud_status take_structure(thud_rods *r) {
    const thud_model *model = r->model;
    if (r->bodies == 0) return THUD_OK;
    thud_status status = thud_structure_matrices(model, r->load, r->stiffness, r->damping);
    for (size_t i = 0; i < r->bodies; i++) {
        const thud_model_matrices *given = thud_model_matrices_of(model, (thud_body)i);
        for (size_t j = 0; j < r->bodies; j++)
            r->mass[i * r->bodies + j] = thud_model_mass_between(model, (thud_body)i, (thud_body)j);
        r->influence[i] = given ? given->influence[i - given->first] : 1;
        if (given) r->load[i] = given->load[i - given->first];
    }
    return status;
}

static void take_start(thud_rods *r) {
    const thud_model *model = r->model;
    for (size_t i = 0; i < r->bodies; i++) {
        r->q[i] = r->sim->motion.x[i] = model->bodies[i].displacement;
        r->rate[i] = model->bodies[i].velocity;
    }
    for (size_t i = 0; i < model->rod_count; i++) {
        r->q[r->bodies + i] = model->rods[i].given.angle;
        r->rate[r->bodies + i] = model->rods[i].given.angular_velocity;
    }
    for (size_t i = 0; i < model->contact_count; i++) thud_rods_face(r, i, r->q);
    thud_links_reset(r->sim);
    thud_rods_start_links(r);
}

static thud_status run(thud_rods *r, const thud_observer *observer) {
    const thud_model *model = r->model;
    const thud_run_options *how = &r->sim->options;
    const bool loaded = model->ground.kind != THUD_SIGNAL_NONE || model->force_count > 0;
    thud_accounts *accounts = &r->sim->accounts;
    thud_system system = {
        .context = r,
        .dof = r->dof,
        .contact_count = model->contact_count,
        .contacts = r->contacts,
        .mass = thud_rods_mass,
        .forces = thud_rods_forces,
        .penetration = thud_rods_penetration,
        .touch = thud_rods_touch,
        .energy = thud_rods_energy,
        .switch_count = thud_rods_switch_count(r),
        .switches = thud_rods_switches,
        .commit = thud_rods_commit,
        .next_break = loaded ? thud_rods_next_break : NULL,
    };
    if (r->bodies > 0 || loaded) {
        system.power = thud_rods_power;
        system.damping_power = thud_rods_damping_power;
    }
    thud_system_options options = thud_system_options_default();
    options.duration = how->duration;
    options.tolerance = how->tolerance;
    options.impact_threshold = how->impact_threshold;
    options.output_interval = how->output_interval;
    options.output_events = how->output_events;
    thud_system_view view;
    thud_rods_view(r, &view);
    /* rods alone have no signals but their angles */
    const bool looks = r->bodies > 0 || accounts->watches.count > 0;
    thud_status status = thud_system_run_model(model, &system, &options, looks ? &view : NULL, r->q, r->rate,
                                               accounts->bodies, accounts->contacts, observer, &accounts->summary);
    thud_energy_summary *energy = &accounts->summary.energy;
    energy->hysteresis = r->hysteresis;
    energy->stored -= r->hysteresis; /* where the run has left it */
    return status;
}

thud_status thud_rods_run(thud_simulation *sim, const thud_observer *observer) {
    const thud_model *model = sim->model;
    thud_rods r = {.sim = sim,
                   .model = model,
                   .contacts = sim->contacts.given,
                   .bodies = model->body_count,
                   .dof = model->body_count + model->rod_count};
    double *block = calloc(lay_out(&r, NULL), sizeof *block);
    if (!block) return THUD_ERROR_MEMORY;
    lay_out(&r, block);
    thud_status status = take_structure(&r);
    if (status == THUD_OK) {
        take_start(&r);
        status = run(&r, observer);
    }
    free(block);
    return status;
}
