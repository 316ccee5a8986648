/*
 * Contacts of a system that impacts under way press: the speed that they are calibrated for. As in
 * simulate/contacts/pressed.h, with the gradients and the mass matrix of the instant, W = gᵀM⁻¹g.
 */
#include <math.h>

#include "law/force.h"
#include "system/run.h"

static double threshold_of(const thud_system_run_state *run) { return fmax(run->options->impact_threshold, 1e-12); }

/* the contact and all others in force, with their W in `delassus`; its mass has been factored */
static size_t gather(thud_system_run_state *run, size_t index) {
    size_t count = 0;
    run->chosen[count++] = index;
    for (size_t i = 0; i < run->contact_count; i++)
        if (i != index && thud_system_in_force(&run->contacts[i])) run->chosen[count++] = i;
    thud_system_respond(run, count);
    return count;
}

static double promise_of(const thud_system_contact *contact, double speed, double coupling) {
    return (1 + thud_contact_expected_restitution(contact->given, speed)) * speed / coupling;
}

static double left_to_give(const thud_system_run_state *run, size_t index) {
    const thud_system_contact *contact = &run->contacts[index];
    return fmax(contact->promised - (run->y[thud_system_impulse_at(run, index)] - contact->given_before), 0);
}

void thud_system_find_pressed(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    const size_t count = gather(run, index);
    double lead = fmax(contact->rate, 0);
    for (size_t k = 1; k < count; k++) lead += fmax(-run->delassus[k], 0) * left_to_give(run, run->chosen[k]);
    contact->given_before = 0;
    contact->slow = contact->rate < threshold_of(run);
    contact->speed = fmax(lead, threshold_of(run));
    contact->promised = lead < threshold_of(run) ? 0 : promise_of(contact, lead, run->delassus[0]);
}

void thud_system_count_pressed(const thud_system_run_state *run, thud_system_contact *contact) {
    if (contact->slow && thud_contact_minds_speed(contact->given))
        thud_slow_add(&contact->slow_starts, contact->speed > threshold_of(run), contact->speed);
}

void thud_system_resume_pressed(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    gather(run, index);
    contact->given_before = 0;
    contact->promised =
        contact->rate < threshold_of(run) ? 0 : promise_of(contact, contact->rate, run->delassus[0]);
}

static thud_status strike(thud_system_run_state *run, thud_system_contact *contact, double speed) {
    const bool was_pressed = contact->speed > threshold_of(run);
    if (!(speed > contact->speed)) return THUD_OK;
    contact->speed = speed;
    if (!thud_contact_minds_speed(contact->given)) return THUD_OK;
    const thud_status status = thud_system_calibrate(run, contact, speed);
    if (thud_law_has_damper(contact->given->law)) contact->entry.damping = contact->element.damping;
    if (contact->slow) thud_slow_raise(&contact->slow_starts, was_pressed, speed);
    return status;
}

/* what the chosen contact `at` leads the others to: the strongest way to each counts */
static void reach_from(thud_system_run_state *run, size_t count, size_t at, double promise, bool begins) {
    const double *w = run->delassus + at * count;
    for (size_t k = 1; k < count; k++) {
        thud_system_contact *other = &run->contacts[run->chosen[k]];
        const double closing = fmax(-w[k], 0);
        const double own =
            begins ? promise_of(&run->contacts[run->chosen[at]], closing * left_to_give(run, run->chosen[k]), w[at])
                   : 0;
        if (!other->reached) other->reach = fmax(other->reach, closing * fmax(promise - own, 0));
    }
}

thud_status thud_system_pass_on(thud_system_run_state *run, size_t index) {
    const size_t count = gather(run, index);
    thud_status status = THUD_OK;
    for (size_t k = 0; k < count; k++) {
        run->contacts[run->chosen[k]].reached = k == 0;
        run->contacts[run->chosen[k]].reach = 0;
    }
    reach_from(run, count, 0, run->contacts[index].promised, true);
    while (status == THUD_OK) {
        size_t next = 0;
        for (size_t k = 1; k < count; k++) {
            const thud_system_contact *c = &run->contacts[run->chosen[k]];
            const double least = next > 0 ? run->contacts[run->chosen[next]].reach : threshold_of(run);
            if (!c->reached && c->reach > least) next = k;
        }
        if (next == 0) return THUD_OK;
        thud_system_contact *contact = &run->contacts[run->chosen[next]];
        const double more = promise_of(contact, contact->reach, run->delassus[next * count + next]);
        contact->reached = true;
        contact->promised = left_to_give(run, run->chosen[next]) + more;
        contact->given_before = run->y[thud_system_impulse_at(run, run->chosen[next])];
        status = strike(run, contact, fmin(contact->rate, contact->speed) + contact->reach);
        reach_from(run, count, next, more, false);
    }
    return status;
}

void thud_system_before_impulse(thud_system_run_state *run) {
    for (size_t i = 0; i < run->contact_count; i++) run->contacts[i].reach = run->contacts[i].rate;
}

thud_status thud_system_after_impulse(thud_system_run_state *run) {
    thud_status status = THUD_OK;
    thud_system_look_at(run, run->y);
    for (size_t i = 0; i < run->contact_count && status == THUD_OK; i++) {
        thud_system_contact *contact = &run->contacts[i];
        const double lead = contact->rate - contact->reach;
        if (thud_system_in_force(contact) && lead > threshold_of(run))
            status = strike(run, contact, fmin(contact->reach, contact->speed) + lead);
    }
    return status;
}

static const thud_slow_starts *starts_of(const void *context, size_t contact) {
    const thud_system_run_state *run = context;
    return &run->contacts[contact].slow_starts;
}

void thud_system_say_pressed(thud_system_run_state *run, const thud_model *model) {
    thud_slow_notes(&run->summary->notes, model, run->contact_count, starts_of, run, threshold_of(run));
}
