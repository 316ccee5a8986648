/*
 * Impacts without duration between bodies: which contacts take part, and what their impulses do; these themselves
 * are found in contact/impulses.c.
 */
#include "simulate/contacts/impulse.h"

#include <math.h>

#include "contact/impulses.h"
#include "numeric/matrix/cholesky.h"
#include "simulate/contacts/rest.h"
#include "simulate/state.h"

/* speeds below this share of those in the impact are rounding */
#define ROUNDING 1e-14

/* what a push along a contact does to a body */
static double reply_of(const thud_simulation *sim, thud_direction p, thud_body body) {
    if (body < 0) return 0;
    if (!p.row) return ((p.left == body) - (p.right == body)) * sim->structure.inverse_mass[body];
    for (size_t i = 0; i < p.row->reply_count; i++)
        if (p.row->reply[i].body == body) return p.row->reply[i].factor;
    return 0;
}

static double coupling_of_rows(const thud_simulation *sim, thud_direction a, thud_direction b) {
    if (!a.row) return reply_of(sim, b, a.left) - reply_of(sim, b, a.right);
    double sum = 0;
    for (size_t i = 0; i < a.row->count; i++)
        sum += a.row->terms[i].factor * reply_of(sim, b, a.row->terms[i].body);
    return sum;
}

double thud_direction_coupling(const thud_simulation *sim, thud_direction a, thud_direction b) {
    double sum = 0;
    if (a.row || b.row) return coupling_of_rows(sim, a, b);
    if (a.left >= 0) sum += ((a.left == b.left) - (a.left == b.right)) * sim->structure.inverse_mass[a.left];
    if (a.right >= 0) sum += ((a.right == b.right) - (a.right == b.left)) * sim->structure.inverse_mass[a.right];
    return sum;
}

/* whether a load opens one that an impact without a bounce has stopped, and has done so for a time that is too
 * short to show: where impacts follow each other ever faster, gaps come to less than the least number */
static bool opens(const thud_simulation *sim, const thud_body_contact *t) {
    return thud_simulation_rate(sim, t) <= thud_interface_stillness(sim, thud_contact_direction(t)) &&
           thud_simulation_closing(sim, t) < -thud_rest_noise(sim, t);
}

static bool takes_part(const thud_simulation *sim, const thud_body_contact *t) {
    if (!t->impulsive) return false;
    if (t->phase == THUD_PHASE_STICKING) return true;
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

/* of those gathered, the ones that bodies connect with the trigger, with their speeds and W */
static void connect(const thud_simulation *sim, size_t trigger, impact *i) {
    i->p.count = thud_impulse_connected(sim, trigger, i->number, i->p.count);
    for (size_t a = 0; a < i->p.count; a++) {
        const thud_body_contact *t = &sim->contacts.list[i->number[a]];
        i->p.before[a] = -thud_simulation_rate(sim, t);
        for (size_t b = 0; b < i->p.count; b++)
            i->p.coupling[a * i->p.count + b] = thud_contact_coupling(sim, t, &sim->contacts.list[i->number[b]]);
    }
    if (i->p.count > 1) drop_rounding(sim, i);
}

/* those that bodies connect with the trigger: what strikes elsewhere does not matter */
static bool collect(const thud_simulation *sim, size_t trigger, impact *i) {
    i->p.plastic = false;
    i->p.count = 0;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        if (c != trigger && !takes_part(sim, &sim->contacts.list[c])) continue;
        if (i->p.count == sim->contacts.stuck_limit) return false;
        i->number[i->p.count++] = c;
    }
    connect(sim, trigger, i);
    return true;
}

/* what the impulses do to the bodies, to each contact and to the ledger */
static void apply(thud_simulation *sim, const impact *i) {
    double fastest = 0;
    for (size_t a = 0; a < i->p.count; a++) fastest = fmax(fastest, fabs(i->p.before[a]));
    for (size_t a = 0; a < i->p.count; a++)
        thud_interfaces_strike(sim, &sim->contacts.list[i->number[a]], i->p.impulse[a]);
    for (size_t a = 0; a < i->p.count; a++) {
        thud_body_contact *t = &sim->contacts.list[i->number[a]];
        double after = thud_impulses_after(&i->p, a);
        /* rounding of the sum above, and of the velocities that it is the difference of */
        double size = fastest + thud_contact_size(t, sim->motion.v);
        bool rests = fabs(after) <= ROUNDING * size;
        if (i->p.impulse[a] > 0) {
            thud_impact_entry entry = thud_impulses_entry(t->number, sim->motion.time, i->p.before[a],
                                                          rests ? 0 : after, i->p.impulse[a]);
            sim->accounts.energy.impact += entry.energy_lost;
            thud_approach_enter(sim, t, 0);
            thud_ledger_enter(&sim->accounts.ledger, &entry);
        }
        if (t->phase == THUD_PHASE_STICKING && !rests) thud_rest_end(sim, t);
        if (t->phase != THUD_PHASE_OPEN) continue;
        if (rests) thud_interface_rest(sim, t);
        else thud_interface_close(sim, t);
    }
    for (size_t a = 0; a < i->p.count; a++) thud_interface_follow_group(sim, &sim->contacts.list[i->number[a]]);
    thud_links_strike(sim);
}

/* ---- many impacts at one instant ---- */

/*
 * Without a load, impacts of a group may follow one another ever faster until all are at rest: a light body between
 * a heavy one and a wall. The gaps are out of sight by then, and the clock stands still. Within that, others may
 * collapse anew after each impact, and others within those, so that a row of a dozen bodies has more impacts at one
 * instant than can be counted. Their order is decided by gaps that no coordinate tells.
 *
 * So the speed below which a contact comes to rest at its next impact grows with the impacts that there have been
 * at this instant. One impact of contact a takes (1 − e²)/(Wₐₐ (W⁻¹)ₐₐ) of the energy ½ uᵀW⁻¹u, or more; a collapse
 * of m contacts with κ the largest of those products loses twelve decades of its speeds within some
 *
 *     N = 2 · 12 ln 10 · m κ/(1 − e²)
 *
 * impacts. The speed is 12 (2n/N)⁴ decades above rounding after n of them: a collapse that takes N is followed down
 * to a small part of its speeds, one impact after the other, and ends at rest whatever comes after that. What is
 * slower is stopped with all others that are as slow, closed, and connected with it by bodies: the impulses of e =
 * 0, which take the energy that the rest of the collapse would.
 *
 * Under a load, impacts of a group may go on like that without getting slower: some come to rest while others set
 * out, a billionth of a billionth of the energy in all of them. Where they follow each other so fast that the run
 * would have ten million of them, the speed grows as well, but by four decades and no further.
 */
enum { DECADES = 12, CROWD_DECADES = 4, EVERY = 16, MOST = 200 }; /* it is looked at after so many impacts */
static const double CROWDED = 1e-7;                               /* of the run for each impact */

/* counts an impact that comes no later than `wait` after each of those before */
static void count_within(thud_impact_count *c, double now, double wait) {
    bool same = c->impacts > 0 && now - c->since <= wait;
    if (!same) *c = (thud_impact_count){.since = now};
    c->impacts++;
}

static void count_impact(thud_simulation *sim) {
    thud_contacts *c = &sim->contacts;
    double now = sim->motion.time;
    count_within(&c->instant, now, 0x1p-43 * now); /* a thousand roundings of the clock */
    count_within(&c->crowd, now, CROWDED * sim->options.duration * (double)c->crowd.impacts);
}

/* κ; 1 where one contact does the work of another */
static double condition(impact *i) {
    const size_t n = i->p.count;
    double *w = i->p.coupling, *unit = i->p.work, most = 1;
    connect(i->sim, i->number[0], i);
    for (size_t a = 0; a < n; a++) i->p.bound[a] = w[a * n + a];
    if (n < 2 || !thud_cholesky_factor(w, n)) return 1;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++) unit[b] = b == a;
        thud_cholesky_back(w, n, unit);
        most = fmax(most, i->p.bound[a] * unit[a]);
    }
    return most;
}

/* m/s: contacts that close more slowly than this have come to the end of their collapse */
static double slow_speed(const thud_simulation *sim, const thud_body_contact *t, impact *i) {
    double e = thud_gap_contact_restitution(&t->given, fmax(thud_simulation_rate(sim, t), 0));
    double whole = 2 * DECADES * log(10) * (double)i->p.count * condition(i);
    if (i->p.count > 2) whole = fmin(whole, MOST);
    whole /= 1 - e * e;
    double part = fmin(2 * (double)sim->contacts.instant.impacts / whole, 1),
           crowd = fmin((double)sim->contacts.crowd.impacts / (2 * whole), 1);
    double decades = fmax(DECADES * pow(part, 4), CROWD_DECADES * pow(crowd, 4));
    return thud_interface_stillness(sim, thud_contact_direction(t)) * pow(10, decades);
}

/* gathers those that are closed, as far as anybody can tell, and no faster than that, or at rest */
static bool gather_slow(const thud_simulation *sim, size_t trigger, double speed, impact *i) {
    i->p.count = 0;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        const thud_body_contact *t = &sim->contacts.list[c];
        bool stands = t->impulsive && t->phase == THUD_PHASE_STICKING;
        bool slow = t->impulsive && t->phase == THUD_PHASE_OPEN && thud_interface_is_out_of_sight(sim, t) &&
                    fabs(thud_simulation_rate(sim, t)) <= speed;
        if (c != trigger && !stands && !slow) continue;
        if (i->p.count == sim->contacts.stuck_limit) return false;
        i->number[i->p.count++] = c;
    }
    i->p.count = thud_impulse_connected(sim, trigger, i->number, i->p.count);
    return true;
}

/* whether the trigger and others have come to the end of a collapse: then these are gathered */
static bool is_over(const thud_simulation *sim, size_t trigger, impact *i) {
    const thud_body_contact *t = &sim->contacts.list[trigger];
    if (sim->contacts.crowd.impacts % EVERY != 0 || !gather_slow(sim, trigger, INFINITY, i)) return false;
    double speed = slow_speed(sim, t, i);
    if (!(thud_simulation_rate(sim, t) <= speed) || !gather_slow(sim, trigger, speed, i)) return false;
    connect(sim, trigger, i);
    i->p.plastic = true;
    return true;
}

thud_status thud_impulse_apply(thud_simulation *sim, size_t trigger) {
    impact i;
    prepare(&i, sim);
    count_impact(sim);
    bool found = is_over(sim, trigger, &i) && thud_impulses_find(&i.p);
    if (!found && !collect(sim, trigger, &i)) return THUD_ERROR_STEPS;
    if (!found && !thud_impulses_find(&i.p)) return THUD_ERROR_ACCURACY;
    apply(sim, &i);
    return THUD_OK;
}
