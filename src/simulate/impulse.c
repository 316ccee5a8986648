/*
 * Newton: u⁺ ≥ −e u⁻, complementary to the impulse. Poisson: an impulse of compression that stops the approach,
 * then one of restitution, at least e times as large, complementary to u⁺ ≥ 0 (Pfeiffer & Glocker 1996). u is the
 * speed at which the bodies part. Where both kinds meet in one impact, the contacts of Newton enter after the
 * compression.
 */
#include "simulate/impulse.h"

#include <math.h>

#include "numeric/lcp.h"
#include "simulate/state.h"
#include "simulate/track.h"

/* contacts this near to each other's instant take part in one impact, relative to the coordinates */
#define SAME_INSTANT 1e-14
/* speeds below this share of those in the impact are rounding */
#define ROUNDING 1e-14
/* and those whose gaps are tracked, relative to the terms of these */
#define SAME_TRACK 1e-12

double thud_contact_coupling(const thud_simulation *sim, const thud_body_contact *a, const thud_body_contact *b) {
    double sum = 0;
    if (a->left >= 0) sum += ((a->left == b->left) - (a->left == b->right)) * sim->structure.inverse_mass[a->left];
    if (a->right >= 0)
        sum += ((a->right == b->right) - (a->right == b->left)) * sim->structure.inverse_mass[a->right];
    return sum;
}

static bool touches(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->known_zeros > 0) return true;
    if (t->tracked) return t->track >= -SAME_TRACK * t->track_size;
    double size = fabs(thud_coordinate(sim->motion.x, t->left)) + fabs(thud_coordinate(sim->motion.x, t->right)) +
                  fabs(t->given.gap);
    return thud_simulation_depth(sim, t) >= -SAME_INSTANT * size;
}

static bool takes_part(const thud_simulation *sim, const thud_body_contact *t) {
    if (!t->impulsive) return false;
    if (t->phase == THUD_PHASE_STICKING) return true;
    /* one that parts has an impact of its own if this one drives it back; together they might gain energy */
    return thud_simulation_rate(sim, t) >= 0 && touches(sim, t);
}

/* the contacts of one impact, and room for their linear complementarity problem */
typedef struct {
    size_t count;
    size_t *number;                                     /* [count] */
    double *coupling, *before, *impulse, *bound, *work; /* W, u⁻, P, q */
} impact;

static impact room_for_impact(thud_simulation *sim) {
    size_t limit = sim->contacts.stuck_limit;
    impact i = {.number = sim->contacts.impact_numbers, .coupling = sim->contacts.impact_work};
    i.before = i.coupling + limit * limit;
    i.impulse = i.before + limit;
    i.bound = i.impulse + limit;
    i.work = i.bound + limit;
    return i;
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
 * between two stops without room, yᵀu⁻ = 0; since none of them parts, every u⁻ with y > 0 is zero then, and no e
 * makes yᵀ(u⁻ + e min(u⁻, 0)) negative. A trace of parting in one and of approach in another would.
 */
static void drop_rounding(const thud_simulation *sim, impact *i) {
    double fastest = 0;
    for (size_t a = 0; a < i->count; a++) fastest = fmax(fastest, fabs(i->before[a]));
    for (size_t a = 0; a < i->count; a++) {
        const thud_body_contact *t = &sim->contacts.list[i->number[a]];
        double size = fastest + fabs(thud_coordinate(sim->motion.v, t->left)) +
                      fabs(thud_coordinate(sim->motion.v, t->right));
        if (fabs(i->before[a]) <= ROUNDING * size) i->before[a] = 0;
    }
}

/* those that bodies connect with the trigger: what strikes elsewhere has no say in it */
static bool collect(thud_simulation *sim, size_t trigger, impact *i) {
    i->count = 0;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        if (c != trigger && !takes_part(sim, &sim->contacts.list[c])) continue;
        if (i->count == sim->contacts.stuck_limit) return false;
        i->number[i->count++] = c;
    }
    i->count = thud_impulse_connected(sim, trigger, i->number, i->count);
    for (size_t a = 0; a < i->count; a++) {
        const thud_body_contact *t = &sim->contacts.list[i->number[a]];
        i->before[a] = speed_before(sim, t);
        for (size_t b = 0; b < i->count; b++)
            i->coupling[a * i->count + b] = thud_contact_coupling(sim, t, &sim->contacts.list[i->number[b]]);
    }
    if (i->count > 1) drop_rounding(sim, i);
    return true;
}

static double parting_speed(const impact *i, size_t a) {
    double speed = i->before[a];
    for (size_t b = 0; b < i->count; b++) speed += i->coupling[a * i->count + b] * i->impulse[b];
    return speed;
}

static bool is_poisson(const thud_simulation *sim, const impact *i, size_t a) {
    return sim->contacts.list[i->number[a]].given.law->structure->restores_impulse;
}

/* adds the impulses R ≥ 0 that are complementary to u + W R ≥ 0 */
static bool complement(impact *i, double *added) {
    if (!thud_lcp_solve(i->count, i->coupling, i->bound, added, i->work)) return false;
    for (size_t a = 0; a < i->count; a++) i->impulse[a] += added[a];
    return true;
}

static bool solve_impact(const thud_simulation *sim, impact *i, double *added) {
    bool poisson = false;
    for (size_t a = 0; a < i->count; a++) {
        i->impulse[a] = 0;
        i->bound[a] = i->before[a];
        poisson = poisson || is_poisson(sim, i, a);
    }
    if (poisson) {
        if (!complement(i, added)) return false;
        for (size_t a = 0; a < i->count; a++)
            if (is_poisson(sim, i, a)) i->impulse[a] *= 1 + sim->contacts.list[i->number[a]].given.restitution;
    }
    for (size_t a = 0; a < i->count; a++) {
        double wanted = is_poisson(sim, i, a) ? 0 : sim->contacts.list[i->number[a]].given.restitution;
        i->bound[a] = parting_speed(i, a) + wanted * fmin(i->before[a], 0);
    }
    return complement(i, added);
}

static void book_impact(thud_simulation *sim, thud_body_contact *t, double before, double after, double impulse) {
    double lost = -0.5 * impulse * (before + after);
    double approach = fmax(-before, 0);
    thud_impact_entry entry = {
        .contact = t->number,
        .time = sim->motion.time,
        .approach_speed = approach,
        .separation_speed = after,
        .restitution = approach > 0 ? after / approach : NAN,
        .max_force = NAN,
        .impulse = impulse,
        .energy_lost = lost,
        .damping = NAN,
        .ended = true,
    };
    sim->accounts.energy.impact += lost;
    thud_ledger_enter(&sim->accounts.ledger, &entry);
}

thud_status thud_impulse_apply(thud_simulation *sim, size_t trigger) {
    impact i = room_for_impact(sim);
    double *added = sim->contacts.impact_work + sim->contacts.impact_work_size - sim->contacts.stuck_limit;
    if (!collect(sim, trigger, &i)) return THUD_ERROR_STEPS;
    if (!solve_impact(sim, &i, added)) return THUD_ERROR_ACCURACY;

    double fastest = 0;
    for (size_t a = 0; a < i.count; a++) fastest = fmax(fastest, fabs(i.before[a]));
    for (size_t a = 0; a < i.count; a++) {
        thud_body_contact *t = &sim->contacts.list[i.number[a]];
        if (t->left >= 0) sim->motion.v[t->left] -= i.impulse[a] * sim->structure.inverse_mass[t->left];
        if (t->right >= 0) sim->motion.v[t->right] += i.impulse[a] * sim->structure.inverse_mass[t->right];
        double after = parting_speed(&i, a);
        /* rounding of the sum above, and of the velocities that it is the difference of */
        double size = fastest + fabs(thud_coordinate(sim->motion.v, t->left)) +
                      fabs(thud_coordinate(sim->motion.v, t->right));
        bool rests = fabs(after) <= ROUNDING * size;
        if (i.impulse[a] > 0) book_impact(sim, t, i.before[a], rests ? 0 : after, i.impulse[a]);
        if (t->phase == THUD_PHASE_STICKING && !rests) thud_stick_end(sim, t);
        if (t->phase == THUD_PHASE_OPEN) t->known_zeros = rests ? 2 : 1;
    }
    for (size_t a = 0; a < i.count; a++) thud_track_begin(sim, &sim->contacts.list[i.number[a]]);
    return THUD_OK;
}
