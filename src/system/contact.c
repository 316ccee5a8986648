/*
 * One contact of a system in the course of its impact. The damping is calibrated by the contact element when the
 * gap closes. The force is that of the branch under way, F = k δⁿ + c δᵖ δ̇ or one line of a bilinear law, continued
 * smoothly past the end of the branch: a step that runs over the end is good up to there.
 */
#include <math.h>

#include "calibrate/element.h"
#include "law/force.h"
#include "system/run.h"

bool thud_system_in_force(const thud_system_contact *contact) { return contact->phase == THUD_PHASE_ACTIVE; }

static thud_branch branch_of(const thud_system_contact *contact) {
    const thud_contact *element = &contact->element;
    double k = element->options.stiffness;
    bool parting = thud_system_in_force(contact) && !contact->approaching;
    if (contact->kind == THUD_FORCE_BILINEAR)
        return parting ? thud_branch_unloading(k, element->unloading_stiffness, contact->top, contact->base)
                       : (thud_branch){.k = k, .n = 1, .offset = contact->base};
    bool resting = contact->kind != THUD_FORCE_VISCOUS || (contact->approach_only && parting);
    return (thud_branch){k, resting ? 0 : element->damping, element->options.exponent, element->exponent_p, 0};
}

/* the force of a general structure, which may depend on the depth that was turned at */
static thud_general general_of(const thud_system_contact *contact) {
    thud_general general = thud_contact_general(&contact->element);
    general.state.top = contact->top;
    return general;
}

double thud_system_force(const thud_system_contact *contact, double depth, double rate) {
    if (contact->kind == THUD_FORCE_GENERAL) {
        const thud_general general = general_of(contact);
        return thud_general_force_at(&general, depth, rate);
    }
    thud_branch branch = branch_of(contact);
    return thud_branch_force(&branch, depth, rate);
}

double thud_system_steepness(const thud_system_contact *contact, double depth) {
    const thud_contact *element = &contact->element;
    double k = element->options.stiffness, n = element->options.exponent;
    if (contact->kind == THUD_FORCE_BILINEAR) return fmax(k, element->unloading_stiffness);
    return k * n * thud_branch_power(depth, n - 1);
}

double thud_system_longest_step(thud_system_run_state *run) {
    double longest = INFINITY;
    bool looked = false;
    for (size_t i = 0; i < run->contact_count; i++) {
        const thud_system_contact *contact = &run->contacts[i];
        if (contact->kind != THUD_FORCE_GENERAL || !thud_system_in_force(contact)) continue;
        if (!looked) thud_system_look_at(run, run->y);
        looked = true;
        if (contact->rate < 0 && contact->depth > 1e-9 * contact->top)
            longest = fmin(longest, 0.8 * contact->depth / -contact->rate);
    }
    return longest;
}

/* F/δᵖ: it does not vanish with δ */
double thud_system_pull(const thud_system_contact *contact, double depth, double rate) {
    const thud_contact *element = &contact->element;
    if (contact->kind == THUD_FORCE_BILINEAR) {
        thud_branch line = thud_branch_unloading(element->options.stiffness, element->unloading_stiffness,
                                                 contact->top, contact->base);
        return thud_branch_force(&line, depth, rate);
    }
    double p = contact->kind == THUD_FORCE_VISCOUS ? element->exponent_p : 0;
    double size = thud_branch_power(fabs(depth), element->options.exponent - p);
    return element->options.stiffness * copysign(size, depth) + element->damping * rate;
}

/* what a bilinear law has stored comes back along its unloading line */
double thud_system_stored(const thud_system_contact *contact, double depth, double rate) {
    if (!thud_system_in_force(contact) || !(depth > 0)) return 0;
    if (contact->kind == THUD_FORCE_GENERAL) {
        const thud_general general = general_of(contact);
        return thud_general_potential(&general, depth);
    }
    thud_branch branch = branch_of(contact);
    if (contact->kind != THUD_FORCE_BILINEAR) return thud_branch_potential(&branch, depth);
    double force = thud_branch_force(&branch, depth, rate);
    return force * force / (2 * contact->element.unloading_stiffness);
}

/* 1/(gᵀM⁻¹g) at the present state; 0 when the mass fails */
static double effective_mass(thud_system_run_state *run, size_t index) {
    if (!thud_system_factor_mass(run, run->y)) return 0;
    run->chosen[0] = index;
    thud_system_respond(run, 1);
    return 1 / run->delassus[0];
}

thud_status thud_system_calibrate(thud_system_run_state *run, thud_system_contact *contact, double speed) {
    bool constant = contact->given->restitution_curve.kind == THUD_RESTITUTION_CONSTANT;
    double e = constant ? contact->given->restitution : thud_gap_contact_restitution(contact->given, speed);
    bool possible = constant || e > 0;
    thud_status status = constant   ? thud_contact_begin(&contact->element, speed)
                         : possible ? thud_contact_begin_with(&contact->element, speed, e)
                                    : THUD_ERROR_UNREACHABLE;
    if (status != THUD_OK)
        run->cause = possible
                         ? "a contact cannot be calibrated"
                         : "a restitution is zero at the speed of an impact, which no damping returns; `least` "
                           "keeps it above";
    return status;
}

/* of an impact that begins here */
static void begin_entry(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    run->y[thud_system_impulse_at(run, index)] = run->y[thud_system_impulse_at(run, index) + 1] = 0;
    contact->entry = (thud_impact_entry){
        .contact = index,
        .time = run->t,
        .approach_speed = fmax(contact->rate, 0),
        .separation_speed = NAN,
        .restitution = NAN,
        .max_penetration = fmax(contact->depth, 0),
        .damping = thud_law_has_damper(contact->given->law) ? contact->element.damping : NAN,
    };
}

thud_status thud_system_begin_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    contact->element.options.mass = effective_mass(run, index);
    if (!(contact->element.options.mass > 0 && isfinite(contact->element.options.mass))) {
        run->cause = "a contact closes that moves nothing";
        return THUD_ERROR_ARGUMENT;
    }
    thud_system_find_pressed(run, index);
    thud_status status = thud_system_calibrate(run, contact, contact->speed);
    if (status != THUD_OK) return status;
    const thud_impact_options *o = &contact->element.options;
    double n = o->exponent;
    contact->length = pow(o->mass * contact->speed * contact->speed / o->stiffness, 1 / (n + 1));
    bool dented = contact->permanent && contact->dent > 0; /* it begins on the line that the last one ended on */
    if (!dented) {
        contact->top = fmax(contact->depth, 0);
        contact->base = 0;
    }
    contact->phase = THUD_PHASE_ACTIVE;
    contact->approaching = !dented && contact->rate >= 0;
    contact->stored_start = thud_system_stored(contact, contact->depth, contact->rate);
    run->input_extra += contact->stored_start;
    begin_entry(run, index);
    status = thud_system_pass_on(run, index);
    thud_system_count_pressed(run, contact);
    return status;
}

/* a bilinear law loads anew from where its unloading line has ended, or goes on along it when it is slower than an
 * impact */
thud_status thud_system_resume_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    const thud_contact *element = &contact->element;
    bool bilinear = contact->kind == THUD_FORCE_BILINEAR;
    bool loads = contact->rate > 0 && (!bilinear || contact->rate >= fmax(run->options->impact_threshold, 1e-12));
    double ratio = bilinear ? element->options.stiffness / element->unloading_stiffness : 0;
    if (loads && bilinear) contact->base = contact->top - ratio * (contact->top - contact->base);
    contact->phase = THUD_PHASE_ACTIVE;
    contact->approaching = loads;
    /* struck anew: what the impact before has left in the spring was lost with it, and comes back to this one */
    contact->stored_start = 0;
    begin_entry(run, index);
    if (effective_mass(run, index) > 0) thud_system_resume_pressed(run, index);
    bool constant = contact->given->restitution_curve.kind == THUD_RESTITUTION_CONSTANT;
    return loads && bilinear && !constant ? thud_system_calibrate(run, contact, contact->rate) : THUD_OK;
}

void thud_system_turn_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    if (contact->approaching) {
        contact->top = fmax(contact->depth, contact->kind == THUD_FORCE_GENERAL ? contact->top : 0);
        contact->entry.max_penetration = fmax(contact->entry.max_penetration, contact->depth);
        contact->approaching = false;
    } else {
        contact->approaching = true;
    }
}

/* impulse and energy so far; what is still stored is not lost */
static void settle_entry(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    const double *account = run->y + thud_system_impulse_at(run, index);
    thud_impact_entry *entry = &contact->entry;
    entry->impulse = account[0];
    entry->energy_lost =
        account[1] + contact->stored_start - thud_system_stored(contact, contact->depth, contact->rate);
    entry->duration = run->t - entry->time;
    entry->separation_penetration = fmax(contact->depth, 0);
    entry->max_penetration = fmax(entry->max_penetration, contact->depth);
    entry->separation_speed = -contact->rate;
    if (entry->approach_speed > 0) entry->restitution = entry->separation_speed / entry->approach_speed;
}

static void enter(thud_system_run_state *run, thud_system_contact *contact) {
    run->impact_energy += contact->entry.energy_lost;
    thud_ledger_enter(&run->ledger, &contact->entry);
}

/* m beyond the face: where the unloading line from a depth ends */
static double set_from(const thud_system_contact *contact, double depth) {
    const thud_contact *element = &contact->element;
    double ratio = element->options.stiffness / element->unloading_stiffness;
    return depth - ratio * (depth - contact->base);
}

/* the face is where the unloading line has ended: depths are measured from there, and the contact is open */
static void keep_dent(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    double deeper = set_from(contact, contact->top);
    if (!contact->approaching && deeper > 0) {
        contact->dent += deeper;
        contact->top -= deeper;
        contact->base -= deeper;
        run->ledger.contacts[index].indentation += deeper;
    }
    contact->phase = THUD_PHASE_OPEN;
    contact->element.active = false;
}

/* the impact is over, even where the gap is yet to open */
void thud_system_release_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    contact->phase = THUD_PHASE_RELEASED;
    settle_entry(run, index);
    contact->entry.ended = true;
    enter(run, contact);
    if (contact->permanent) keep_dent(run, index);
}

void thud_system_open_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    if (thud_system_in_force(contact)) {
        contact->depth = 0; /* located to rounding, which is no penetration */
        thud_system_release_contact(run, index);
    }
    contact->phase = THUD_PHASE_OPEN;
    contact->element.active = false;
}

void thud_system_enter_rest(thud_system_run_state *run) {
    thud_system_look_at(run, run->y);
    for (size_t i = 0; i < run->contact_count; i++) {
        thud_system_contact *contact = &run->contacts[i];
        if (contact->phase == THUD_PHASE_STICKING) thud_system_end_sticking(run, i);
        if (thud_system_in_force(contact)) {
            settle_entry(run, i);
            contact->entry.separation_speed = contact->entry.restitution = NAN;
            contact->entry.ended = false;
            enter(run, contact);
            /* what has yielded by now counts, though the force has not come to zero */
            const double deepest = contact->approaching ? contact->depth : contact->top;
            if (contact->permanent) run->ledger.contacts[i].indentation += fmax(set_from(contact, deepest), 0);
        }
    }
}
