/*
 * One contact, under the closing acceleration q, parts with w: the impacts that are left take 2w/(q(1 − e)),
 * and the first rises to w²/(2q).
 *
 * Several that bodies connect, W λ = q with all reactions λ positive: with u their speeds of parting,
 *
 *     E = ½ uᵀW⁻¹u + Σ λ gap
 *
 * is what they have to lose. Flights under constant loads keep it and impacts take from it, so that no gap will
 * ever be wider than E/λ. One contact has E/λ = w²/(2q): the rule is the same. Time goes with √E. Once E has shrunk
 * by FOLLOWED from where gaps were out of sight, the rest of the time is known well enough from the time that this
 * took.
 *
 * Beside a friction that turns with each flight, it is not the loads that are constant but both halves of a flight:
 * one contact is followed in the same way. Its coordinates would lose so low a flight where the friction turns.
 *
 * Without a load that closes them, impacts may still follow one another ever faster: those of a light body between
 * a heavy one and a wall. Their gaps shrink faster than their speeds, and are out of sight first.
 *
 * The limit has u = 0. To get there takes the impulses W P = −u beside those of the reactions, which are accounted
 * for from now on, in whatever order the impacts come, and costs ½ uᵀW⁻¹u.
 */
#include "simulate/contacts/accumulate.h"

#include <math.h>

#include "contact/impulses.h"
#include "numeric/matrix/cholesky.h"
#include "simulate/contacts/impulse.h"
#include "simulate/links/link_ends.h"

/* what the jump to the limit may leave out, relative to lengths and times of the run */
#define NEGLIGIBLE 1e-14
/* how far E is followed beyond that */
#define FOLLOWED 1e-8
/* speeds that are the same but for their size; what is left of speeds, and of time, that are gone; impacts that are
 * rehearsed */
#define SAME_SHAPE 1e-12
#define GONE 0x1p-53
enum { REHEARSED = 1000, RARELY = 32 };
/* shares of speeds and forces that are next to none */
#define SLOW 1e-9
/* what loads may change speeds by meanwhile, and a shape as it shrinks */
#define NO_LOAD 1e-6

/* m/s: impacts that are slower are not counted. With a threshold of zero every one is, but not to the end of all
 * numbers */
static double slow_below(const thud_simulation *sim, const thud_body_contact *t) {
    return fmax(sim->accounts.ledger.threshold, SLOW * thud_interface_fastest(sim, thud_contact_direction(t)));
}

/* e of impacts as slow as those: that of the threshold, below which it does not change. Without a threshold that of
 * the speed */
static double slow_restitution(const thud_simulation *sim, const thud_body_contact *t, double speed) {
    return thud_gap_contact_restitution(&t->given, fmax(speed, sim->accounts.ledger.threshold));
}

/* ---- a group of contacts ---- */

typedef struct {
    size_t count;
    size_t *number;
    double *factor;            /* of W; W itself where it is one number, which then leaves no rounding of a root */
    double *parting, *impulse; /* u, and W⁻¹u */
    double *reaction;          /* λ */
    double *loss;              /* J: what each contact loses of the whole, where that is known */
} group;

static group prepare_group(const thud_simulation *sim) {
    size_t limit = sim->contacts.stuck_limit;
    group g = {.number = sim->contacts.impact_numbers, .factor = sim->contacts.impact_work};
    g.parting = g.factor + limit * limit;
    g.impulse = g.parting + limit;
    g.reaction = g.impulse + limit;
    g.loss = g.reaction + limit;
    return g;
}

static const thud_body_contact *member(const thud_simulation *sim, const group *g, size_t a) {
    return &sim->contacts.list[g->number[a]];
}

/* whether a gap that is followed is out of sight */
static bool is_out_of_sight(const thud_simulation *sim, const thud_body_contact *t) {
    return t->state.followed && thud_interface_is_out_of_sight(sim, t);
}

/* the contact, those that stick and others that bodies connect with it: all that are followed, or out of sight */
typedef enum { ALONE, TRACKED, CLOSED } company;

static bool gather(const thud_simulation *sim, const thud_body_contact *t, company with, group *g) {
    g->count = 0;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        const thud_body_contact *other = &sim->contacts.list[c];
        bool joins = other == t || other->phase == THUD_PHASE_STICKING ||
                     (with == TRACKED && other->state.followed) || (with == CLOSED && is_out_of_sight(sim, other));
        if (!joins) continue;
        if (g->count == sim->contacts.stuck_limit) return false;
        g->number[g->count++] = c;
    }
    g->count = thud_impulse_connected(sim, t->number, g->number, g->count);
    return true;
}

/* b becomes W⁻¹b */
static void divide(const group *g, double *b) {
    if (g->count == 1) b[0] /= g->factor[0];
    else thud_cholesky_back(g->factor, g->count, b);
}

/* W, u and W⁻¹u; false where one contact does the work of another */
static bool couple(const thud_simulation *sim, group *g) {
    size_t n = g->count;
    for (size_t a = 0; a < n; a++) {
        const thud_body_contact *t = member(sim, g, a);
        g->impulse[a] = g->parting[a] = t->phase == THUD_PHASE_STICKING ? 0 : -thud_simulation_rate(sim, t);
        for (size_t b = 0; b <= a; b++) g->factor[a * n + b] = thud_contact_coupling(sim, t, member(sim, g, b));
    }
    if (n > 1 && !thud_cholesky_factor(g->factor, n)) return false;
    for (size_t a = 0; a < n && n > 1; a++) {
        double pivot = g->factor[a * n + a],
               whole = thud_contact_coupling(sim, member(sim, g, a), member(sim, g, a));
        if (!(pivot * pivot > THUD_REST_DEPENDENT * whole)) return false;
    }
    divide(g, g->impulse);
    return true;
}

/* stops the group, and accounts for what the impacts that are left do beside the reactions; each contact with its
 * share of the losses, where that is known */
static void stop(thud_simulation *sim, const group *g, bool rehearsed, double remaining) {
    double whole = 0, losses = 0;
    for (size_t a = 0; a < g->count; a++) {
        whole += 0.5 * g->impulse[a] * g->parting[a];
        losses += rehearsed ? g->loss[a] : 0;
    }
    for (size_t a = 0; a < g->count; a++) thud_interfaces_strike(sim, member(sim, g, a), -g->impulse[a]);
    for (size_t a = 0; a < g->count; a++) {
        thud_body_contact *t = &sim->contacts.list[g->number[a]];
        double impulse = -g->impulse[a];
        thud_impact_entry rest = {.contact = t->number,
                                  .time = sim->motion.time,
                                  .impulse = impulse,
                                  .ended = true,
                                  .energy_lost =
                                      rehearsed ? whole * g->loss[a] / losses : 0.5 * g->impulse[a] * g->parting[a],
                                  .max_force = NAN,
                                  .damping = NAN};
        sim->accounts.energy.impact += rest.energy_lost;
        thud_ledger_enter(&sim->accounts.ledger, &rest);
        t->rehearsals = 0;
        if (t->phase == THUD_PHASE_STICKING) continue;
        thud_interface_rest(sim, t);
        t->stick_start = sim->motion.time + remaining;
    }
}

/* ---- one contact ---- */

/* whether a gap closes in the time, from a rate and an acceleration of closing */
static bool closes(double gap, double rate, double acceleration, double time) {
    double turn = acceleration < 0 && rate > 0 ? fmin(-rate / acceleration, time) : time;
    return (rate + 0.5 * acceleration * turn) * turn >= gap;
}

/* whether a compliant contact opposite to it, without clearance, has next to no force as deep as the bodies rise */
static bool is_soft(const thud_body_contact *t, const thud_body_contact *other, double rise, double speed,
                    double closing) {
    if (other->impulsive || !thud_interface_is_opposite(t, other)) return false;
    double spring = other->given.stiffness * pow(rise, other->branch.n),
           damper = other->element.damping * pow(rise, other->branch.p) * fabs(speed);
    return spring + damper <= SLOW * other->effective_mass * closing;
}

/* whether another one that shares a body with it strikes before the time is over: as the bodies go now, or as they
 * would if this one stayed closed, a rise nearer */
static bool is_interrupted(const thud_simulation *sim, const thud_body_contact *t, double time) {
    double own = thud_simulation_rate(sim, t), closing = thud_simulation_closing(sim, t);
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *other = &sim->contacts.list[i];
        double coupling = thud_contact_coupling(sim, t, other);
        if (other == t || other->phase != THUD_PHASE_OPEN || coupling == 0) continue;
        double share = coupling / thud_contact_coupling(sim, t, t), gap = -thud_simulation_depth(sim, other);
        double rate = thud_simulation_rate(sim, other), q = thud_simulation_closing(sim, other);
        double rise = fabs(share) * own * own / (2 * closing);
        if (is_soft(t, other, rise, own, closing)) continue;
        if (closes(gap, rate, q, time) || closes(gap - rise, rate - share * own, q - share * closing, time))
            return true;
    }
    return false;
}

/* t_end = t + 2w/(q(1 − e)) when the closing acceleration q is constant; the change of q over that time must not
 * show
 */
static bool reaches_its_limit(const thud_simulation *sim, const thud_body_contact *t, double *remaining) {
    double w = -thud_simulation_rate(sim, t), q = thud_simulation_closing(sim, t);
    double e = slow_restitution(sim, t, w);
    if (!thud_accumulation_is_over(w, q, e, slow_below(sim, t), NEGLIGIBLE * thud_interface_length(sim, t)))
        return false;
    *remaining = thud_accumulation_time(w, q, e);
    if (is_interrupted(sim, t, *remaining)) return false;
    const thud_series *s = &sim->motion.series;
    if (!s->in_time) return true;
    thud_series_show(sim, t);
    double change = fabs(thud_contact_along(t, s->a + sim->structure.n)) * *remaining / q;
    return change * *remaining <= NEGLIGIBLE * (sim->motion.time + *remaining);
}

/* whether it is about to fly no higher than that, beside a link that may turn meanwhile */
static bool flies_beside_friction(const thud_simulation *sim, const thud_body_contact *t) {
    double w = -thud_simulation_rate(sim, t), q = thud_simulation_closing(sim, t), e = slow_restitution(sim, t, w);
    if (!thud_accumulation_is_over(w, q, e, INFINITY, NEGLIGIBLE * thud_interface_length(sim, t))) return false;
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (!thud_link_may_stick(l) || l->holding) continue;
        if (thud_direction_coupling(sim, thud_contact_direction(t), thud_link_direction(l)) != 0) return true;
    }
    return false;
}

/* ---- several, or one beside friction ---- */

/* λ; false, without those that no load closes, where there are some */
static bool react(const thud_simulation *sim, group *g) {
    size_t n = g->count, pressed = 0;
    for (size_t a = 0; a < n; a++) g->reaction[a] = thud_simulation_closing(sim, member(sim, g, a));
    divide(g, g->reaction);
    for (size_t a = 0; a < n; a++) {
        const thud_body_contact *t = member(sim, g, a);
        if (t->phase == THUD_PHASE_STICKING)
            g->reaction[a] += t->series->force[0]; /* which the expansion has already */
        if (g->reaction[a] > 0) g->number[pressed++] = g->number[a];
    }
    g->count = pressed;
    return pressed == n;
}

/* the group of a contact under load, and what it has to lose; false when there is none */
static bool group_under_load(const thud_simulation *sim, const thud_body_contact *t, group *g, double *energy) {
    if (!gather(sim, t, TRACKED, g)) return false;
    do {
        g->count = thud_impulse_connected(sim, t->number, g->number, g->count);
        if (g->count == 0 || !couple(sim, g)) return false;
    } while (!react(sim, g));
    *energy = 0;
    for (size_t a = 0; a < g->count; a++) {
        const thud_body_contact *other = member(sim, g, a);
        *energy += 0.5 * g->parting[a] * g->impulse[a];
        if (other->phase != THUD_PHASE_STICKING)
            *energy += g->reaction[a] * fmax(-thud_simulation_depth(sim, other), 0);
    }
    return true;
}

/* no gap will be seen and no impact counted; and there is a loss that ends them */
static bool is_calm(const thud_simulation *sim, const group *g, double energy) {
    bool loses = false;
    for (size_t a = 0; a < g->count; a++) {
        const thud_body_contact *t = member(sim, g, a);
        double slow = slow_below(sim, t);
        if (!(energy <= g->reaction[a] * NEGLIGIBLE * thud_interface_length(sim, t))) return false;
        if (!(2 * energy * thud_contact_coupling(sim, t, t) < slow * slow)) return false;
        loses = loses || (t->phase != THUD_PHASE_STICKING && slow_restitution(sim, t, fabs(g->parting[a])) < 1);
    }
    return loses;
}

/* whether a group has come to rest but for a part of the time that it took; *remaining is the rest */
static bool comes_to_rest(thud_simulation *sim, thud_body_contact *t, group *g, double *remaining) {
    double energy;
    if (!(-thud_simulation_rate(sim, t) < slow_below(sim, t)) || !group_under_load(sim, t, g, &energy))
        return false;
    if (!is_calm(sim, g, energy)) {
        t->calm_energy = 0;
        return false;
    }
    if (t->calm_energy == 0) {
        t->calm_energy = energy;
        t->calm_since = sim->motion.time;
    }
    if (!(energy <= FOLLOWED * t->calm_energy)) return false;
    double share = sqrt(energy / t->calm_energy);
    *remaining = (sim->motion.time - t->calm_since) * share / (1 - share);
    return true;
}

/* ---- without a load ---- */

/* impacts of a group one after the other, in straight flights between them */
typedef struct {
    double *coupling; /* W */
    double *slow;     /* m/s: faster impacts are counted, and are not rehearsed */
    double *u, *gap;  /* speeds of parting, gaps */
    double *shape;    /* u of some time ago, after the same contact */
    double since;     /* s, likewise */
    double *loss;     /* J, from the start */
    double time;      /* s, from the start */
    double wait;      /* s: of the last flight */
    double last;      /* s: what the round before took; 0: not known */
    size_t impacts;   /* in the round before */
    double *struck;   /* how often in the second half */
} rehearsal;

static rehearsal prepare_rehearsal(const thud_simulation *sim, const group *g) {
    size_t limit = sim->contacts.stuck_limit;
    double *work = g->loss + limit;
    return (rehearsal){.u = g->reaction,
                       .loss = g->loss,
                       .gap = work,
                       .shape = work + limit,
                       .struck = work + 2 * limit,
                       .slow = work + 3 * limit,
                       .coupling = work + 4 * limit};
}

/* on to the next impact and applies it; the contact, or the number of contacts where there is none that is not
 * counted */
static size_t rehearse(const thud_simulation *sim, const group *g, rehearsal *r) {
    size_t n = g->count, next = n;
    double wait = INFINITY;
    for (size_t a = 0; a < n; a++) {
        if (!(r->u[a] < 0 && r->gap[a] < -r->u[a] * wait)) continue;
        wait = r->gap[a] / -r->u[a];
        next = a;
    }
    if (next == n || !(-r->u[next] < r->slow[next])) return n;
    const double *row = r->coupling + next * n, e = slow_restitution(sim, member(sim, g, next), -r->u[next]);
    const double impulse = -(1 + e) * r->u[next] / row[next];
    for (size_t a = 0; a < n; a++) r->gap[a] = fmax(r->gap[a] + r->u[a] * wait, 0);
    r->gap[next] = 0;
    r->wait = wait;
    r->time += wait;
    r->loss[next] += 0.5 * impulse * (e - 1) * r->u[next];
    for (size_t a = 0; a < n; a++) r->u[a] += impulse * row[a];
    return next;
}

/* whether u is s times the shape, to what 1 − s > 0 is known */
static bool has_shrunk(const group *g, const rehearsal *r) {
    double along = 0, square = 0, off = 0, size = 0;
    for (size_t a = 0; a < g->count; a++) {
        along += r->u[a] * r->shape[a];
        square += r->shape[a] * r->shape[a];
        size = fmax(size, fabs(r->shape[a]));
    }
    double s = along / square;
    for (size_t a = 0; a < g->count; a++) off = fmax(off, fabs(r->u[a] - s * r->shape[a]));
    return s > 0 && off <= fmin(SAME_SHAPE, NO_LOAD * (1 - s)) * size;
}

static void keep_shape(const group *g, rehearsal *r) {
    for (size_t a = 0; a < g->count; a++) r->shape[a] = r->u[a];
    r->since = r->time;
}

static double largest(const group *g, const double *u) {
    double most = 0;
    for (size_t a = 0; a < g->count; a++) most = fmax(most, fabs(u[a]));
    return most;
}

/* of contacts that others may strike only after their limit: the group is those that are still struck, and that
 * stick */
static void leave_out_others(const thud_simulation *sim, group *g, const double *struck) {
    size_t left = 0;
    for (size_t a = 0; a < g->count; a++)
        if (struck[a] > 0 || member(sim, g, a)->phase == THUD_PHASE_STICKING) g->number[left++] = g->number[a];
    g->count = left < g->count ? left : 0;
}

/*
 * Each impact is linear. If the speeds come back to the same shape, smaller, they will do so for ever, since the
 * other shapes have died out; and if one round then takes less time than the one before, the rest is a geometric
 * series.
 */
static bool collapses(const thud_simulation *sim, group *g, double *remaining) {
    rehearsal r = prepare_rehearsal(sim, g);
    for (size_t a = 0; a < g->count; a++) {
        const thud_body_contact *t = member(sim, g, a);
        r.u[a] = g->parting[a];
        r.slow[a] = slow_below(sim, t);
        for (size_t b = 0; b < g->count; b++)
            r.coupling[a * g->count + b] = thud_contact_coupling(sim, t, member(sim, g, b));
        r.loss[a] = r.struck[a] = 0;
        r.gap[a] = t->phase == THUD_PHASE_STICKING ? 0 : fmax(-thud_simulation_depth(sim, t), 0);
    }
    size_t kept_at = 0, kept_by = g->count;
    double fastest = largest(g, r.u);
    bool found = false;
    for (size_t k = 1; k <= REHEARSED; k++) {
        size_t next = rehearse(sim, g, &r);
        if (next == g->count) {
            g->count = 0;
            return false;
        }
        if (k > REHEARSED / 2) r.struck[next]++;
        bool gone = largest(g, r.u) <= GONE * fastest && r.wait <= GONE * r.time;
        if (gone) {
            *remaining = r.time;
            return true;
        }
        bool round = next == kept_by && has_shrunk(g, &r);
        if (!round && k < 2 * kept_at) continue;
        double took = r.time - r.since, share = took / r.last;
        bool no_time = took == 0;
        if (round && (no_time || (r.last > 0 && r.impacts == k - kept_at && share < 1))) {
            *remaining = r.time + (no_time ? 0 : took * share / (1 - share));
            found = true;
        }
        r.last = round ? took : 0;
        r.impacts = k - kept_at;
        keep_shape(g, &r);
        kept_at = k;
        kept_by = next;
    }
    if (!found) leave_out_others(sim, g, r.struck);
    return found;
}

/* whether loads, or a contact that has been left out, may change speeds in the time */
static bool is_disturbed(const thud_simulation *sim, const group *g, double time) {
    double fastest = 0, pull = 0;
    for (size_t a = 0; a < g->count; a++) {
        const thud_body_contact *t = member(sim, g, a);
        pull = fmax(pull, fabs(thud_simulation_closing(sim, t)));
        fastest = fmax(fastest, fabs(thud_simulation_rate(sim, t)));
        for (size_t i = 0; i < sim->contacts.count; i++) {
            const thud_body_contact *other = &sim->contacts.list[i];
            bool outside = other->phase == THUD_PHASE_OPEN && thud_contact_coupling(sim, t, other) != 0;
            for (size_t b = 0; b < g->count; b++) outside = outside && g->number[b] != i;
            double rate = thud_simulation_rate(sim, other) + fastest; /* of a body that moves as the group does */
            if (outside && closes(-thud_simulation_depth(sim, other), rate, 0, time)) return true;
        }
    }
    return pull * time > NO_LOAD * fastest;
}

/* whether the speeds of contacts whose gaps are out of sight are on their way to zero, by themselves. A rehearsal
 * is as much work as a thousand impacts: after the first one, the second, the fourth and so on, and every so many
 */
static bool is_over(const thud_simulation *sim, thud_body_contact *t, group *g, double *remaining) {
    if (!(-thud_simulation_rate(sim, t) < slow_below(sim, t))) return false;
    const size_t count = ++t->rehearsals;
    if (count < RARELY ? (count & (count - 1)) != 0 : count % RARELY != 0) return false;
    if (!gather(sim, t, CLOSED, g)) return false;
    while (g->count > 1 && couple(sim, g)) {
        if (collapses(sim, g, remaining)) return !is_disturbed(sim, g, *remaining);
        g->count = thud_impulse_connected(sim, t->number, g->number, g->count);
    }
    return false;
}

bool thud_accumulate(thud_simulation *sim) {
    bool any = false;
    for (size_t c = 0; c < sim->contacts.count && sim->contacts.known; c++) {
        thud_body_contact *t = &sim->contacts.list[c];
        if (!t->impulsive || t->phase != THUD_PHASE_OPEN || !thud_interface_begins(t) || thud_interface_rests(t))
            continue;
        if (thud_interface_is_kept_open(sim, t)) continue;
        group g = prepare_group(sim);
        double remaining;
        bool beside = flies_beside_friction(sim, t), ends = false;
        if (beside) thud_interface_follow(sim, t);
        else ends = reaches_its_limit(sim, t, &remaining) && gather(sim, t, ALONE, &g) && couple(sim, &g);
        if (!ends && t->state.followed) ends = comes_to_rest(sim, t, &g, &remaining);
        bool collapsed = !ends && t->state.followed && is_over(sim, t, &g, &remaining);
        if (!ends && !collapsed) continue;
        stop(sim, &g, collapsed, remaining);
        any = true;
    }
    return any;
}
