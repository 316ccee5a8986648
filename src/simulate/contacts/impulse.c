/*
 * Impacts without duration between bodies: which contacts take part, and what their impulses do; these themselves
 * are found in contact/impulses.c.
 */
#include "simulate/contacts/impulse.h"

#include <math.h>

#include "contact/impulses.h"
#include "simulate/state.h"

/* speeds below this share of those in the impact are rounding */
#define ROUNDING 1e-14
/* accelerations that are below this share of the ones of both bodies do not open a contact */
#define OPENING 1e-9
/* of the speeds that its bodies have had: an impact with 1e-16 of their energy, whose outcome nobody sees; and of its
 * own speed: rest */
#define SLOW 1e-8
#define PART 1e-3

/* what a push along a contact does to a body */
static double reply_of(const thud_simulation *sim, thud_pair p, thud_body body) {
    if (body < 0) return 0;
    if (!p.row) return ((p.left == body) - (p.right == body)) * sim->structure.inverse_mass[body];
    for (size_t i = 0; i < p.row->reply_count; i++)
        if (p.row->reply[i].body == body) return p.row->reply[i].factor;
    return 0;
}

static double coupling_of_rows(const thud_simulation *sim, thud_pair a, thud_pair b) {
    if (!a.row) return reply_of(sim, b, a.left) - reply_of(sim, b, a.right);
    double sum = 0;
    for (size_t i = 0; i < a.row->count; i++)
        sum += a.row->terms[i].factor * reply_of(sim, b, a.row->terms[i].body);
    return sum;
}

double thud_pair_coupling(const thud_simulation *sim, thud_pair a, thud_pair b) {
    double sum = 0;
    if (a.row || b.row) return coupling_of_rows(sim, a, b);
    if (a.left >= 0) sum += ((a.left == b.left) - (a.left == b.right)) * sim->structure.inverse_mass[a.left];
    if (a.right >= 0) sum += ((a.right == b.right) - (a.right == b.left)) * sim->structure.inverse_mass[a.right];
    return sum;
}

/* whether a load opens one that an impact without a bounce has stopped, and has done so for a time that is too
 * short to show: where impacts follow each other ever faster, gaps come to less than the least number */
static bool opens(const thud_simulation *sim, const thud_body_contact *t) {
    double speed = thud_contact_size(t, sim->motion.v), load = thud_contact_size(t, sim->motion.series.a);
    return thud_simulation_rate(sim, t) <= ROUNDING * speed && thud_simulation_closing(sim, t) < -OPENING * load;
}

/* a collapse of some contacts within that of others starts anew with every impact of these. Where that is slower
 * than SLOW, it does not matter what comes of it: all that are at rest, to a part of its speed, and whose gaps are
 * out of sight take part, and rest when it is over */
static double slow_speed(const thud_simulation *sim, const thud_body_contact *trigger) {
    double speed = thud_simulation_rate(sim, trigger);
    bool loses = thud_gap_contact_restitution(&trigger->given, speed) < 1; /* or there is no collapse */
    return loses && speed <= SLOW * thud_interface_fastest(sim, trigger) ? speed : 0;
}

static bool is_swept_along(const thud_simulation *sim, const thud_body_contact *t, double speed) {
    return fabs(thud_simulation_rate(sim, t)) <= PART * speed && thud_interface_is_out_of_sight(sim, t);
}

static bool takes_part(const thud_simulation *sim, const thud_body_contact *t, double slow) {
    if (!t->impulsive) return false;
    if (t->phase == THUD_PHASE_STICKING || (slow > 0 && is_swept_along(sim, t, slow))) return true;
    /* one that parts has an impact of its own if this one drives it back; together they might gain energy */
    return thud_simulation_rate(sim, t) >= 0 && thud_interface_is_closed(sim, t) && !opens(sim, t);
}

/* the contacts of one impact, and their linear complementarity problem */
typedef struct {
    const thud_simulation *sim;
    size_t *number; /* [count] */
    thud_impulses p;
} impact;

static const thud_gap_contact *given(const void *context, size_t index) {
    const impact *i = context;
    return &i->sim->contacts.list[i->number[index]].given;
}

static void prepare(impact *i, const thud_simulation *sim) {
    size_t limit = sim->contacts.stuck_limit;
    double *work = sim->contacts.impact_work;
    i->sim = sim;
    i->number = sim->contacts.impact_numbers;
    i->p = (thud_impulses){.coupling = work,
                           .before = work + limit * limit,
                           .slow = sim->accounts.ledger.threshold,
                           .given = given,
                           .context = i};
    i->p.impulse = i->p.before + limit;
    i->p.bound = i->p.impulse + limit;
    i->p.added = i->p.bound + limit;
    i->p.work = i->p.added + limit;
}

size_t thud_impulse_connected(const thud_simulation *sim, size_t contact, size_t *numbers, size_t count) {
    bool *kept = sim->contacts.impact_kept, grows = count > 1;
    for (size_t a = 0; a < count; a++) kept[a] = numbers[a] == contact;
    while (grows) {
        grows = false;
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b < count && !kept[a]; b++) {
                const thud_body_contact *t = &sim->contacts.list[numbers[a]],
                                        *other = &sim->contacts.list[numbers[b]];
                if (kept[b] && thud_contact_coupling(sim, t, other) != 0) kept[a] = grows = true;
            }
    }
    size_t left = 0;
    for (size_t a = 0; a < count; a++)
        if (kept[a]) numbers[left++] = numbers[a];
    return left;
}

/*
 * Without rounding there is always a solution. Where y ≥ 0 and W y = 0, such as 1 for all contacts of a body
 * between two stops without clearance, yᵀu⁻ = 0; since none of them parts, every u⁻ with y > 0 is zero then, and no
 * e makes yᵀ(u⁻ + e min(u⁻, 0)) negative. A trace of parting in one and of approach in another would.
 */
static void drop_rounding(const thud_simulation *sim, impact *i) {
    double fastest = 0;
    for (size_t a = 0; a < i->p.count; a++) fastest = fmax(fastest, fabs(i->p.before[a]));
    for (size_t a = 0; a < i->p.count; a++) {
        const thud_body_contact *t = &sim->contacts.list[i->number[a]];
        double size = fastest + thud_contact_size(t, sim->motion.v);
        if (fabs(i->p.before[a]) <= ROUNDING * size) i->p.before[a] = 0;
    }
}

/* those that bodies connect with the trigger: what strikes elsewhere does not matter */
static bool collect(thud_simulation *sim, size_t trigger, impact *i) {
    const double slow = slow_speed(sim, &sim->contacts.list[trigger]);
    i->p.count = 0;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        if (c != trigger && !takes_part(sim, &sim->contacts.list[c], slow)) continue;
        if (i->p.count == sim->contacts.stuck_limit) return false;
        i->number[i->p.count++] = c;
    }
    i->p.count = thud_impulse_connected(sim, trigger, i->number, i->p.count);
    for (size_t a = 0; a < i->p.count; a++) {
        const thud_body_contact *t = &sim->contacts.list[i->number[a]];
        i->p.before[a] = -thud_simulation_rate(sim, t);
        for (size_t b = 0; b < i->p.count; b++)
            i->p.coupling[a * i->p.count + b] = thud_contact_coupling(sim, t, &sim->contacts.list[i->number[b]]);
    }
    if (i->p.count > 1) drop_rounding(sim, i);
    return true;
}

thud_status thud_impulse_apply(thud_simulation *sim, size_t trigger) {
    impact i;
    prepare(&i, sim);
    if (!collect(sim, trigger, &i)) return THUD_ERROR_STEPS;
    if (!thud_impulses_find(&i.p)) return THUD_ERROR_ACCURACY;

    double fastest = 0;
    for (size_t a = 0; a < i.p.count; a++) fastest = fmax(fastest, fabs(i.p.before[a]));
    for (size_t a = 0; a < i.p.count; a++)
        thud_interfaces_strike(sim, &sim->contacts.list[i.number[a]], i.p.impulse[a]);
    for (size_t a = 0; a < i.p.count; a++) {
        thud_body_contact *t = &sim->contacts.list[i.number[a]];
        double after = thud_impulses_after(&i.p, a);
        /* rounding of the sum above, and of the velocities that it is the difference of */
        double size = fastest + thud_contact_size(t, sim->motion.v);
        bool rests = fabs(after) <= ROUNDING * size;
        if (i.p.impulse[a] > 0) {
            thud_impact_entry entry =
                thud_impulses_entry(t->number, sim->motion.time, i.p.before[a], rests ? 0 : after, i.p.impulse[a]);
            sim->accounts.energy.impact += entry.energy_lost;
            thud_ledger_enter(&sim->accounts.ledger, &entry);
        }
        if (t->phase == THUD_PHASE_STICKING && !rests) thud_stick_end(sim, t);
        if (t->phase != THUD_PHASE_OPEN) continue;
        if (rests) thud_interface_rest(sim, t);
        else thud_interface_close(sim, t);
    }
    for (size_t a = 0; a < i.p.count; a++) thud_interface_follow_group(sim, &sim->contacts.list[i.number[a]]);
    thud_links_strike(sim);
    return THUD_OK;
}
