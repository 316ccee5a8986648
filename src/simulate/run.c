/*
 * The public face of simulations: made, run, run again with other contacts, summed up.
 */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/environment.h"
#include "base/error.h"
#include "contact/balance.h"
#include "contact/notes.h"
#include "model/model.h"
#include "model/signal.h"
#include "simulate/accounts/energy_scale.h"
#include "simulate/contacts/pressed.h"
#include "simulate/contacts/transition.h"
#include "simulate/modal/modal.h"
#include "simulate/prepare.h"
#include "simulate/propagator.h"
#include "simulate/rods/rods.h"
#include "simulate/series/series.h"

thud_status thud_simulation_create(const thud_model *model, thud_simulation **simulation) {
    THUD_PLAIN_ENVIRONMENT;
    if (!model || !model->built || !simulation) return THUD_ERROR_ARGUMENT;
    thud_simulation *sim = calloc(1, sizeof *sim);
    if (!sim) return THUD_ERROR_MEMORY;
    thud_status status = thud_simulation_prepare(sim, model);
    if (status == THUD_OK) *simulation = sim;
    else thud_simulation_free(sim);
    return status;
}

void thud_simulation_free(thud_simulation *sim) {
    if (!sim) return;
    free(sim->stepping.kept);
    thud_propagators_free(sim);
    thud_modal_free(sim->structure.modal);
    free(sim->block);
    free(sim);
}

thud_status thud_simulation_set_contact(thud_simulation *sim, size_t contact, const thud_gap_contact *parameters) {
    THUD_PLAIN_ENVIRONMENT;
    if (!sim || contact >= sim->contacts.count || !parameters || !parameters->law) return THUD_ERROR_ARGUMENT;
    const thud_model_contact *c = &sim->model->contacts[contact];
    /* run in another way, it takes another preparation */
    const bool general = parameters->law->structure->kind == THUD_FORCE_GENERAL;
    if (thud_model_is_system(sim->model) != sim->as_system || (general && !sim->as_system))
        return THUD_ERROR_ARGUMENT;
    if (!sim->as_system) {
        thud_body_contact fresh;
        thud_status status =
            thud_body_contact_init(&fresh, contact, thud_supports_body(&sim->supports, c->left),
                                   thud_supports_body(&sim->supports, c->right), parameters, c->effective_mass);
        if (status != THUD_OK) return status;
        fresh.row = sim->contacts.list[contact].row;
        if (fresh.row) fresh.left = fresh.right = THUD_NOTHING;
        sim->contacts.list[contact] = fresh;
    }
    sim->contacts.given[contact] = *parameters;
    sim->stepping.under_way = false;
    return THUD_OK;
}

/* grounds that exact steps, where there are any, are the same for */
static bool is_alike(const thud_signal *a, const thud_signal *b) {
    if (a->kind != b->kind) return false;
    if (a->kind != THUD_SIGNAL_SAMPLES) return true;
    return !a->samples->time && !b->samples->time && a->samples->step == b->samples->step;
}

/* one body has the strongest acceleration of its record prepared; rows of points, and signals, are the model's own
 */
thud_status thud_simulation_adopt(thud_simulation *sim, const thud_model *model) {
    const thud_model *old = sim->model;
    if (sim->as_system || thud_model_is_system(model) || sim->structure.n < 2 || sim->supports.count > 0 ||
        sim->contacts.row_count > 0 || sim->accounts.watches.count > 0 || !is_alike(&old->ground, &model->ground))
        return THUD_ERROR_ARGUMENT;
    sim->model = model;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_status status = thud_simulation_set_contact(sim, i, &model->contacts[i].given);
        if (status != THUD_OK) return status;
    }
    for (size_t i = 0; i < sim->links.count; i++) sim->links.list[i].given = &model->links[i].given;
    sim->options = model->run;
    if (sim->links.count > 0) sim->links.ground_speed = thud_signal_speed(&model->ground, sim->options.duration);
    return THUD_OK;
}

thud_status thud_simulation_set_options(thud_simulation *sim, const thud_run_options *options, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!sim) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (!options) options = &sim->model->run;
    const thud_status status = thud_run_options_check(options, sim->model, error);
    if (status != THUD_OK) return status;
    sim->options = *options;
    sim->stepping.under_way = false;
    return THUD_OK;
}

const thud_summary *thud_simulation_summary(const thud_simulation *sim) { return &sim->accounts.summary; }

static void sum_up(thud_simulation *sim) {
    thud_summary *s = &sim->accounts.summary;
    thud_transition_end(sim);
    thud_propagators_settle(sim);
    thud_links_end(sim);
    s->duration = sim->motion.time;
    s->impacts = sim->accounts.ledger.impacts;
    for (size_t i = 0; i < sim->structure.n; i++) {
        sim->accounts.bodies[i].final_displacement = sim->motion.x[i];
        sim->accounts.bodies[i].final_velocity = sim->motion.v[i];
    }
    const thud_energy_account *b = &sim->accounts.energy;
    double stored = thud_simulation_stored(sim), scale = thud_energy_scale(sim);
    double residual = b->input - b->dissipated - b->hysteresis - b->impact - stored;
    s->energy = (thud_energy_summary){.input = b->input,
                                      .dissipated = b->dissipated,
                                      .hysteresis = b->hysteresis,
                                      .impact = b->impact,
                                      .stored = stored,
                                      .residual = scale > 0 ? residual / scale : 0};
}

thud_status thud_simulation_conclude(thud_simulation *sim) {
    if (sim->accounts.ledger.stopped && sim->motion.failure == THUD_OK)
        thud_transition_fail(sim, THUD_ERROR_STOPPED, NULL, thud_status_text(THUD_ERROR_STOPPED));
    sum_up(sim);
    return thud_balance_judge(&sim->accounts.ledger, sim->model, sim->options.tolerance, true, sim->motion.failure,
                              &sim->accounts.summary);
}

static thud_status run_bodies(thud_simulation *sim, const thud_observer *observer) {
    const thud_follower *follower = sim->follower;
    thud_simulation_reset(sim, observer);
    if (follower) follower->start(follower->context, sim);
    if (thud_propagators_start(sim)) {
        if (follower) follower->begin(follower->context, sim);
        if (sim->motion.end == 0) thud_series_show_start(sim);
        thud_propagators_follow(sim);
    }
    const thud_status status = thud_simulation_conclude(sim);
    if (follower) follower->end(follower->context, sim);
    const thud_pressing pressing = thud_simulation_pressing(sim);
    thud_press_say(&pressing, sim->model, &sim->accounts.summary.notes);
    return status;
}

thud_status thud_simulation_run(thud_simulation *sim, const thud_observer *observer) {
    THUD_PLAIN_ENVIRONMENT;
    if (!sim) return THUD_ERROR_ARGUMENT;
    const double start = thud_clock();
    sim->stepping.under_way = false;
    const thud_status status = sim->as_system ? thud_rods_run(sim, observer) : run_bodies(sim, observer);
    thud_notes_of_model(sim->model, &sim->options, &sim->accounts.summary);
    sim->accounts.summary.solver.wall_seconds = thud_clock() - start;
    sim->accounts.observer = NULL; /* it is the caller's, and may end with this call */
    return status;
}
