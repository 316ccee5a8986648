/*
 * One contact of a system in the course of its impact. The damping is calibrated by the contact element when the
 * gap closes. The force is that of the branch under way, F = k δⁿ + c δᵖ δ̇ or one line of a bilinear law, continued
 * smoothly past the end of the branch: a step that runs over the end is good up to there.
 */
#include <math.h>

#include "calibrate/element.h"
#include "law/force.h"
#include "system/run.h"

/* the line of a bilinear law that unloads from a depth */
static thud_branch unloading_from(const thud_system_contact *contact, double depth) {
    const thud_contact *element = &contact->element;
    return thud_branch_unloading(element->options.stiffness, element->unloading_stiffness, depth, contact->base);
}

static thud_branch branch_of(const thud_system_contact *contact) {
    const thud_contact *element = &contact->element;
    const double k = element->options.stiffness;
    if (contact->kind == THUD_FORCE_BILINEAR)
        return contact->approaching ? (thud_branch){.k = k, .n = 1, .offset = contact->base}
                                    : unloading_from(contact, contact->top);
    const bool damps = contact->kind == THUD_FORCE_VISCOUS && (contact->approaching || !contact->approach_only);
    return (thud_branch){k, damps ? element->damping : 0, element->options.exponent, element->exponent_p, 0};
}

/* the force of a general structure, which may depend on the depth that was turned at */
static thud_general general_of(const thud_system_contact *contact) {
    thud_general general = thud_contact_general(&contact->element);
    general.state.top = contact->top;
    return general;
}

double thud_system_force(const thud_system_contact *contact, double depth, double rate) {
    const thud_branch branch = branch_of(contact);
    if (contact->kind != THUD_FORCE_GENERAL) return thud_branch_force(&branch, depth, rate);
    const thud_general general = general_of(contact);
    return thud_general_force_at(&general, depth, rate);
}

double thud_system_steepness(const thud_system_contact *contact, double depth) {
    const double k = contact->element.options.stiffness, n = contact->element.options.exponent;
    if (contact->kind == THUD_FORCE_BILINEAR) return fmax(k, contact->element.unloading_stiffness);
    return k * n * thud_branch_power(depth, n - 1);
}

double thud_system_longest_step(const thud_system_run_state *run) {
    double longest = INFINITY;
    for (size_t i = 0; i < run->contact_count; i++) {
        const thud_system_contact *c = &run->contacts[i];
        if (c->kind == THUD_FORCE_GENERAL && thud_system_in_force(c) && c->rate < 0 &&
            c->depth > THUD_SYSTEM_NOTHING * c->top)
            longest = fmin(longest, 0.8 * c->depth / -c->rate);
    }
    return longest;
}

/* F/δᵖ: it does not vanish with δ. p is n, or n − p is 1 or more and δⁿ⁻ᵖ has a slope at zero */
double thud_system_pull(const thud_system_contact *contact, double depth, double rate) {
    const thud_contact *element = &contact->element;
    const double k = element->options.stiffness, pull = element->damping * rate;
    if (contact->kind == THUD_FORCE_BILINEAR) {
        const thud_branch line = unloading_from(contact, contact->top);
        return thud_branch_force(&line, depth, rate);
    }
    const double m = element->options.exponent - (contact->kind == THUD_FORCE_VISCOUS ? element->exponent_p : 0);
    return m == 0 ? k + pull : k * copysign(thud_branch_power(fabs(depth), m), depth) + pull;
}

double thud_system_stored(const thud_system_contact *contact, double depth) {
    if (!thud_system_in_force(contact) || !(depth > 0)) return 0;
    const thud_branch branch = branch_of(contact);
    if (contact->kind != THUD_FORCE_GENERAL) return thud_branch_potential(&branch, depth);
    const thud_general general = general_of(contact);
    return thud_general_potential(&general, depth);
}

/* 1/(gᵀM⁻¹g) at the present state; 0 when the mass fails */
static double effective_mass(thud_system_run_state *run, size_t index) {
    return thud_system_factor_mass(run, run->y) ? 1 / thud_system_coupling(run, index, index) : 0;
}

static thud_status calibrate(thud_system_run_state *run, thud_system_contact *contact, double speed) {
    const thud_status status = thud_press_calibrate(&contact->element, contact->given, speed);
    if (status == THUD_ERROR_UNREACHABLE)
        run->cause =
            "a restitution is zero at the speed of an impact, which no damping returns; `least` keeps it above";
    else if (status != THUD_OK) run->cause = "a contact cannot be calibrated";
    return status;
}

/* ---- pressed contacts ---- */

static thud_pressed_contact look(void *context, size_t i) {
    thud_system_run_state *run = context;
    thud_system_contact *c = &run->contacts[i];
    return (thud_pressed_contact){&c->pressed, c->given, thud_system_in_force(c), c->rate,
                                  run->y[thud_system_impulse_at(run, i)]};
}

static double coupling_of(void *run, size_t i, size_t j) { return thud_system_coupling(run, i, j); }

static thud_status calibrate_in_force(void *run, size_t i, double speed) {
    thud_system_contact *contact = &((thud_system_run_state *)run)->contacts[i];
    const thud_status status = calibrate(run, contact, speed);
    if (thud_law_has_damper(contact->given->law)) contact->entry.damping = contact->element.damping;
    return status;
}

thud_pressing thud_system_pressing(thud_system_run_state *run) {
    return (thud_pressing){.engine = run,
                           .count = run->contact_count,
                           .threshold = thud_press_threshold(run->options->impact_threshold),
                           .contact = look,
                           .coupling = coupling_of,
                           .calibrate = calibrate_in_force};
}

/* ---- what each event does ---- */

/* the entry of an impact that begins here */
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
    const thud_pressing pressing = thud_system_pressing(run);
    thud_press_find(&pressing, index, fmax(contact->rate, 0));
    const double speed = contact->pressed.speed;
    thud_status status = calibrate(run, contact, speed);
    if (status != THUD_OK) return status;
    const thud_impact_options *o = &contact->element.options;
    double n = o->exponent;
    contact->length = pow(o->mass * speed * speed / o->stiffness, 1 / (n + 1));
    bool dented = contact->permanent && contact->dent > 0; /* it begins on the line that the last one ended on */
    if (!dented) {
        contact->top = fmax(contact->depth, 0);
        contact->base = 0;
    }
    contact->phase = THUD_PHASE_ACTIVE;
    contact->approaching = !dented && contact->rate >= 0;
    contact->stored_start = thud_system_stored(contact, contact->depth);
    run->input_extra += contact->stored_start;
    begin_entry(run, index);
    status = thud_press_pass_on(&pressing, index);
    thud_press_count(&pressing, index);
    return status;
}

/* a bilinear law loads anew from where its unloading line has ended, or goes on along it when it is slower than an
 * impact */
thud_status thud_system_resume_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    const thud_pressing pressing = thud_system_pressing(run);
    const bool bilinear = contact->kind == THUD_FORCE_BILINEAR;
    const bool constant = contact->given->restitution_curve.kind == THUD_RESTITUTION_CONSTANT;
    const bool loads = contact->rate > 0 && (!bilinear || contact->rate >= pressing.threshold);
    if (loads && bilinear) contact->base = unloading_from(contact, contact->top).offset;
    contact->phase = THUD_PHASE_ACTIVE;
    contact->approaching = loads;
    /* struck anew: what the impact before has left in the spring was lost with it, and comes back to this one */
    contact->stored_start = 0;
    begin_entry(run, index);
    if (effective_mass(run, index) > 0) thud_press_resume(&pressing, index, contact->rate);
    return loads && bilinear && !constant ? calibrate(run, contact, contact->rate) : THUD_OK;
}

void thud_system_turn_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    contact->approaching = !contact->approaching;
    if (!contact->approaching)
        contact->top = fmax(contact->depth, contact->kind == THUD_FORCE_GENERAL ? contact->top : 0);
    contact->entry.max_penetration = fmax(contact->entry.max_penetration, contact->depth);
}

/* impulse and energy so far; what is still stored is not lost */
static void settle_entry(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    const double *account = run->y + thud_system_impulse_at(run, index);
    thud_impact_entry *entry = &contact->entry;
    entry->impulse = account[0];
    entry->energy_lost = account[1] + contact->stored_start - thud_system_stored(contact, contact->depth);
    entry->duration = run->t - entry->time;
    entry->separation_penetration = fmax(contact->depth, 0);
    entry->max_penetration = fmax(entry->max_penetration, contact->depth);
    entry->separation_speed = -contact->rate;
    if (entry->approach_speed > 0) entry->restitution = entry->separation_speed / entry->approach_speed;
}

static void enter(thud_system_run_state *run, size_t index, bool ended) {
    thud_impact_entry *entry = &run->contacts[index].entry;
    settle_entry(run, index);
    entry->ended = ended;
    if (!ended) entry->separation_speed = entry->restitution = NAN;
    run->impact_energy += entry->energy_lost;
    thud_ledger_enter(&run->ledger, entry);
}

/* a face that stays dented is where the unloading line from the deepest place ends */
static double deepen(thud_system_run_state *run, size_t index) {
    const thud_system_contact *contact = &run->contacts[index];
    if (!contact->permanent) return 0;
    const double deepest = contact->approaching ? contact->depth : contact->top;
    const double deeper = fmax(unloading_from(contact, deepest).offset, 0);
    run->ledger.contacts[index].indentation += deeper;
    return deeper;
}

static void open_contact(thud_system_contact *contact) {
    contact->phase = THUD_PHASE_OPEN;
    contact->element.active = false;
}

/* the impact is over, even where the gap is yet to open; that of a dent is open, and depths are measured from there
 */
void thud_system_release_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    contact->phase = THUD_PHASE_RELEASED;
    enter(run, index, true);
    const double deeper = deepen(run, index);
    contact->dent += deeper;
    contact->top -= deeper;
    contact->base -= deeper;
    if (contact->permanent) open_contact(contact);
}

void thud_system_open_contact(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    if (thud_system_in_force(contact)) {
        contact->depth = 0; /* located to rounding, which is no penetration */
        thud_system_release_contact(run, index);
    }
    open_contact(contact);
}

void thud_system_enter_rest(thud_system_run_state *run) {
    for (size_t i = 0; i < run->contact_count; i++) {
        if (run->contacts[i].phase == THUD_PHASE_STICKING) thud_system_end_sticking(run, i);
        if (!thud_system_in_force(&run->contacts[i])) continue;
        enter(run, i, false);
        deepen(run, i); /* what has yielded by now counts, though the force has not come to zero */
    }
}
