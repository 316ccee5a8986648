/* Samples at the ends of exact steps, and at events between them. */
#include "simulate/record/flow_inside.h"
#include "simulate/state.h"

static void show(thud_simulation *sim, thud_sample *sample, const thud_body_contact *contact, double force) {
    if (contact) sim->accounts.sample_force[contact->number] = force;
    if (sim->links.count > 0) {
        double *deformation = sim->accounts.sample_deformation, *link_force = sim->accounts.sample_link_force;
        thud_links_evaluate(sim, sample->displacement, sample->velocity, deformation, link_force);
        sample->deformation = deformation;
        sample->link_force = link_force;
    }
    thud_ledger_show(&sim->accounts.ledger, sample, sim->structure.n, sim->contacts.count);
    if (contact) sim->accounts.sample_force[contact->number] = 0;
}

void thud_flow_hand_over(thud_simulation *sim, const double *x, const double *v, const double *a, double time,
                         const thud_body_contact *contact, double force) {
    show(sim, &(thud_sample){time, x, v, a, sim->accounts.sample_force, false, NULL, NULL, NULL}, contact, force);
    thud_samples_next(&sim->accounts.samples);
}

void thud_flow_show_event(thud_simulation *sim, const double *x, const double *v, const double *a, double time,
                          const thud_body_contact *contact, double force) {
    if (!sim->options.output_events || !sim->accounts.observer || !sim->accounts.observer->sample) return;
    show(sim, &(thud_sample){time, x, v, a, sim->accounts.sample_force, true, NULL, NULL, NULL}, contact, force);
}
