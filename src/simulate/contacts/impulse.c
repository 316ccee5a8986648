/*
 * Impacts without duration between bodies: which contacts take part, and what their impulses do; these themselves
 * are found in contact/impulses.c.
 */
#include "simulate/contacts/impulse.h"

#include <math.h>

#include "contact/impulses.h"
#include "simulate/contacts/track.h"
#include "simulate/state.h"

/* contacts this near to each other's instant take part in one impact, relative to the coordinates */
#define SAME_INSTANT 1e-14
/* speeds below this share of those in the impact are rounding */
#define ROUNDING 1e-14
/* accelerations that are below this share of the ones of both bodies do not open a contact */
#define OPENING 1e-9
/* and those whose gaps are tracked, relative to the terms of these */
#define SAME_TRACK 1e-12

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

static bool is_closed(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->known_zeros > 0) return true;
    if (t->tracked) return t->track >= -SAME_TRACK * t->track_size;
    double size = thud_contact_size(t, sim->motion.x) + fabs(t->given.gap);
    return thud_simulation_depth(sim, t) >= -SAME_INSTANT * size;
}

/* whether a load opens one that an impact without a bounce has stopped, and has done so for a time that is too
 * short to show: where impacts follow each other ever faster, gaps come to less than the least number */
static bool opens(const thud_simulation *sim, const thud_body_contact *t) {
    double speed = thud_contact_size(t, sim->motion.v), load = thud_contact_size(t, sim->motion.series.a);
    return thud_simulation_rate(sim, t) <= ROUNDING * speed && thud_simulation_closing(sim, t) < -OPENING * load;
}

static bool takes_part(const thud_simulation *sim, const thud_body_contact *t) {
    if (!t->impulsive) return false;
    if (t->phase == THUD_PHASE_STICKING) return true;
    /* one that parts has an impact of its own if this one drives it back; together they might gain energy */
    return thud_simulation_rate(sim, t) >= 0 && is_closed(sim, t) && !opens(sim, t);
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

/* the speed at which the bodies of a contact part; one that sticks is at rest, whatever rounding has left */
static double speed_before(const thud_simulation *sim, const thud_body_contact *t) {
    return t->phase == THUD_PHASE_STICKING ? 0 : -thud_simulation_rate(sim, t);
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
    i->p.count = 0;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        if (c != trigger && !takes_part(sim, &sim->contacts.list[c])) continue;
        if (i->p.count == sim->contacts.stuck_limit) return false;
        i->number[i->p.count++] = c;
    }
    i->p.count = thud_impulse_connected(sim, trigger, i->number, i->p.count);
    for (size_t a = 0; a < i->p.count; a++) {
        const thud_body_contact *t = &sim->contacts.list[i->number[a]];
        i->p.before[a] = speed_before(sim, t);
        for (size_t b = 0; b < i->p.count; b++)
            i->p.coupling[a * i->p.count + b] = thud_contact_coupling(sim, t, &sim->contacts.list[i->number[b]]);
    }
    if (i->p.count > 1) drop_rounding(sim, i);
    return true;
}

/* a contact beside the impact, at rest so far as its gap closed or as it turned: its rate is the one of now */
static void forget_rates(thud_simulation *sim, const impact *i) {
    for (size_t c = 0; c < sim->contacts.count; c++) {
        thud_body_contact *t = &sim->contacts.list[c];
        if (t->phase == THUD_PHASE_STICKING || !(t->known_zeros > 1 || t->rate_is_zero || t->force_is_zero))
            continue;
        bool moved = false, struck = false;
        for (size_t a = 0; a < i->p.count; a++) {
            struck = struck || i->number[a] == c;
            moved = moved ||
                    (i->p.impulse[a] > 0 && thud_contact_coupling(sim, t, &sim->contacts.list[i->number[a]]) != 0);
        }
        if (!moved || struck) continue;
        if (t->known_zeros > 1) t->known_zeros = 1;
        t->rate_is_zero = t->force_is_zero = false;
    }
}

thud_status thud_impulse_apply(thud_simulation *sim, size_t trigger) {
    impact i;
    prepare(&i, sim);
    if (!collect(sim, trigger, &i)) return THUD_ERROR_STEPS;
    if (!thud_impulses_find(&i.p)) return THUD_ERROR_ACCURACY;

    double fastest = 0;
    for (size_t a = 0; a < i.p.count; a++) fastest = fmax(fastest, fabs(i.p.before[a]));
    for (size_t a = 0; a < i.p.count; a++) {
        thud_body_contact *t = &sim->contacts.list[i.number[a]];
        thud_simulation_push(sim, t, i.p.impulse[a]);
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
        if (t->phase == THUD_PHASE_OPEN) t->known_zeros = rests ? 2 : 1;
    }
    for (size_t a = 0; a < i.p.count; a++) thud_track_begin(sim, &sim->contacts.list[i.number[a]]);
    forget_rates(sim, &i);
    thud_links_strike(sim);
    return THUD_OK;
}
