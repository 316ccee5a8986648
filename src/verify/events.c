/*
 * Events for CVODE: functions of the state whose zeros it looks for, and what happens there. Compliant contacts
 * open and close; in between their law has branches, from each to the next at a zero of its own. newton and
 * poisson: a jump of the velocities, by the complementarity problems of the textbook.
 */
#include <math.h>

#include "model/model.h"
#include "numeric/matrix/lcp.h"
#include "verify/run.h"

enum { ROOT_DEPTH, ROOT_RATE, ROOT_PULL, ROOT_TOP };

/* of the size of the motion: gaps smaller than this are closed, and impacts that would rise by less are over, as
 * are those at a smaller share of its speed */
static const double closed_share = 1e-13, resting_share = THUD_VERIFY_RESTING, near_share = 1e-3;

/* impacts at one instant; from 1 to resting_share, each pair 3e-4 slower than the one before, and more than that */
static const int round_limit = 200000;

/* and open ones close this far behind the contact: CVODE does not see a root that it starts from, such as that of
 * bodies in contact that are at rest, and takes the rounding of bodies that move side by side for roots without end
 */
static const double contact_share = 1e-14;

bool thud_verify_roots(thud_verify_model *v, double t, const double *y, double *roots) {
    if (!thud_verify_find_partings(v, t, y)) return false;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        double *root = roots + i * THUD_VERIFY_ROOTS;
        bool watched = c->phase == THUD_VERIFY_OPEN || (c->phase == THUD_VERIFY_CLOSED && c->turned);
        root[ROOT_DEPTH] = watched ? c->depth : 1;
        if (c->phase == THUD_VERIFY_OPEN) root[ROOT_DEPTH] -= contact_share * v->size;
        root[ROOT_RATE] = c->rests ? c->parting + v->faint : 1;
        if (c->phase == THUD_VERIFY_CLOSED || (c->phase == THUD_VERIFY_OPEN && c->near && !c->rests))
            root[ROOT_RATE] = c->rate;
        root[ROOT_PULL] = c->phase == THUD_VERIFY_CLOSED ? thud_verify_pull(c) : 1;
        bool unloads = c->phase == THUD_VERIFY_CLOSED && c->branch == THUD_VERIFY_UNLOADING;
        root[ROOT_TOP] = unloads ? c->depth - c->top : 1;
    }
    roots += v->contact_count * THUD_VERIFY_ROOTS;
    for (size_t i = 0; i < v->link_count; i++)
        thud_verify_link_roots(&v->links[i], roots + i * THUD_VERIFY_LINK_ROOTS);
    return true;
}

/*
 * CVODE does not see a zero that it starts from: a closed contact whose rate is nothing but rounding, as where its
 * bodies have just been stopped, turns the way that its acceleration leads.
 */
void thud_verify_set_contacts_out(thud_verify_model *v, double t, const double *y) {
    bool at_rest = false;
    thud_verify_look(v, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        bool still = c->phase == THUD_VERIFY_CLOSED && fabs(c->rate) <= 1e-14 * v->speed;
        if (still && !at_rest) thud_verify_accelerate(v, t, y);
        if (still) thud_verify_turn(c, thud_verify_pressing(v, i, y) > 0);
        at_rest = at_rest || still;
    }
}

/*
 * A bounce may be over within one step of CVODE, and then depths at both its ends are above zero: without a root at
 * the turn of the gap the contact would be lost.
 */
bool thud_verify_note(thud_verify_model *v, const double *y) {
    bool lost = false;
    thud_verify_look(v, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        bool open = c->phase == THUD_VERIFY_OPEN;
        c->near = open && c->depth > -near_share * v->size && fabs(c->rate) > 1e-10 * v->speed;
        lost = lost || (open && c->rate > 0 && c->depth > 1e-9 * v->size);
    }
    return lost;
}

static thud_status close_compliant(thud_verify_model *v, thud_verify_contact *c, size_t *impacts) {
    c->element.options.mass = 1 / thud_verify_coupling(v, c, c);
    thud_verify_find_speed(v, c);
    thud_status status = thud_verify_calibrate(c, c->calibrated_for);
    if (status != THUD_OK) return status;
    c->phase = THUD_VERIFY_CLOSED;
    status = thud_verify_press_on(v, c);
    if (status != THUD_OK) return status;
    c->branch = THUD_VERIFY_WHOLE;
    c->turned = false;
    /* the elastic line of the dent, unless CVODE starts on the end of it: that root it would not see */
    if (c->dent > 0 && c->top > 10 * contact_share * v->size) c->branch = THUD_VERIFY_UNLOADING;
    else if (c->dent == 0) c->base = 0;
    if (c->rate <= 0) thud_verify_turn(c, false);
    thud_verify_count(v, c, impacts);
    return THUD_OK;
}

/* ---- velocities jump ---- */

bool thud_verify_is_shut(const thud_verify_model *v, const thud_verify_contact *c) {
    return c->impulsive && (c->rests || c->depth >= -closed_share * v->size);
}

static bool is_poisson(const thud_verify_contact *c) { return c->given.law->structure->restores_impulse; }

static void kick(thud_verify_model *v, size_t count, const double *impulse, double *velocity) {
    for (size_t j = 0; j < count; j++) {
        thud_verify_kick(v, &v->contacts[v->chosen[j]], impulse[j], velocity);
    }
}

static bool solve(thud_verify_model *v, size_t count, double *z) {
    return thud_lcp_solve(count, v->delassus, v->drive, z, v->work);
}

/* newton: at least −e times what they came with, where anything pushes; poisson: compression of all, then e times
 * that where the law says so, and as much more as nothing may come nearer than it should */
static bool find_impulses(thud_verify_model *v, size_t count, bool poisson) {
    for (size_t j = 0; j < count; j++) {
        v->drive[j] = -v->contacts[v->chosen[j]].rate;
        v->compressed[j] = 0;
    }
    if (poisson && !solve(v, count, v->compressed)) return false;
    for (size_t j = 0; j < count; j++) {
        const thud_verify_contact *c = &v->contacts[v->chosen[j]];
        if (is_poisson(c)) v->compressed[j] *= 1 + thud_verify_restitution(c, c->rate);
    }
    for (size_t j = 0; j < count; j++) {
        const thud_verify_contact *c = &v->contacts[v->chosen[j]];
        v->drive[j] = -c->rate - (is_poisson(c) ? 0 : thud_verify_restitution(c, c->rate) * fmax(c->rate, 0));
        for (size_t k = 0; k < count; k++) v->drive[j] += v->delassus[j * count + k] * v->compressed[k];
    }
    if (!solve(v, count, v->impulse)) return false;
    for (size_t j = 0; j < count; j++) v->impulse[j] += v->compressed[j];
    return true;
}

/* leaves of the chosen contacts those that bodies connect with one that comes in */
static size_t keep_connected(thud_verify_model *v, size_t count) {
    double *kept = v->impulse;
    for (size_t j = 0; j < count; j++) kept[j] = v->contacts[v->chosen[j]].rate > 0;
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t j = 0; j < count; j++)
            for (size_t k = 0; k < count && kept[j] == 0; k++)
                if (kept[k] != 0 &&
                    thud_verify_share_body(v, &v->contacts[v->chosen[j]], &v->contacts[v->chosen[k]]))
                    kept[j] = 1, grows = true;
    }
    size_t left = 0;
    for (size_t j = 0; j < count; j++)
        if (kept[j] != 0) v->chosen[left++] = v->chosen[j];
    return left;
}

/* One that parts, and not by rounding, waits for its own turn; so does one in flight that a load opens, by less
 * than CVODE sees, as after an impact without a bounce. `settled`: what rests has been looked for. */
static bool parts(thud_verify_model *v, size_t i, double t, const double *y, bool settled) {
    const thud_verify_contact *c = &v->contacts[i];
    const double slow = resting_share * v->speed;
    if (c->phase == THUD_VERIFY_STUCK || c->rate > slow) return false;
    if (c->rate < -slow) return true;
    if (c->rests || !settled) return false;
    thud_verify_accelerate(v, t, y);
    return thud_verify_pressing(v, i, y) < 0;
}

/*
 * A trace of approach in one stop and of parting in the one opposite, of a body that is held between both, is
 * rounding; the problem has no solution with it, and always has one without. `again`: not the first of this
 * instant.
 */
static thud_status strike(thud_verify_model *v, double t, double *y, bool settled, size_t *impacts) {
    size_t count = 0;
    bool poisson = false;
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (!thud_verify_is_shut(v, c) || parts(v, i, t, y, settled)) continue;
        if (fabs(c->rate) <= resting_share * v->speed) c->rate = 0;
        v->chosen[count++] = i;
    }
    count = keep_connected(v, count);
    for (size_t j = 0; j < count; j++) {
        thud_verify_contact *c = &v->contacts[v->chosen[j]];
        poisson = poisson || is_poisson(c);
        c->arrived = fmax(c->arrived, c->rate);
    }
    thud_verify_couple(v, count);
    if (!find_impulses(v, count, poisson)) return THUD_ERROR_ACCURACY;
    for (size_t j = 0; j < count; j++) {
        if (v->impulse[j] > 0) thud_verify_count(v, &v->contacts[v->chosen[j]], impacts);
    }
    for (size_t j = 0; j < count; j++) v->drive[j] = v->contacts[v->chosen[j]].rate;
    thud_verify_before_kick(v);
    kick(v, count, v->impulse, y + v->n);
    thud_verify_look(v, y);
    const thud_status status = thud_verify_after_kick(v);
    for (size_t j = 0; j < count; j++) {
        thud_verify_contact *c = &v->contacts[v->chosen[j]];
        thud_verify_totals_strike(v, c, v->impulse[j], v->drive[j], c->rate, y);
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        /* poisson gives back what others put into a contact at rest */
        if (c->rests && c->rate < -1e-12 * v->speed) {
            c->phase = THUD_VERIFY_OPEN;
            c->rests = c->pressed = false;
        }
        if (c->phase == THUD_VERIFY_CLOSED && thud_verify_jump(c)) thud_verify_count(v, c, impacts);
    }
    return status;
}

/* the largest acceleration of a contact that its two ends could give it */
static double strongest(const thud_verify_model *v, const thud_verify_contact *c) {
    double most = 0;
    for (size_t i = 0; i < v->n; i++) most = fmax(most, fabs(v->acceleration[i]));
    return most * thud_verify_steepness(v, c);
}

/* (m/s)²: the fastest of a contact and those at its bodies that are near; and as they came to this instant */
static double square_speed(const thud_verify_model *v, const thud_verify_contact *c, bool came) {
    double most = 0;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *other = &v->contacts[i];
        bool near = thud_verify_is_shut(v, other);
        if (other != c && !(near && thud_verify_share_body(v, c, other))) continue;
        most = fmax(most, other->rate * other->rate);
        if (came) most = fmax(most, other->arrived * other->arrived);
    }
    return most;
}

/* whether it loses energy, or another one that is closed with it at its bodies does: of two such contacts one may
 * have e = 1, and both come to rest */
static bool loses(const thud_verify_model *v, const thud_verify_contact *c) {
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *other = &v->contacts[i];
        bool joins = other == c || (thud_verify_is_shut(v, other) && thud_verify_share_body(v, c, other));
        if (joins && thud_verify_restitution(other, 0) < 1) return true;
    }
    return false;
}

/* Neither comes nor goes: it was held, was stopped but for rounding, would rise by nothing, or is as slow as no
 * impact is any more. Whether a load holds it is for the others to say too. */
bool thud_verify_is_resting(const thud_verify_model *v, const thud_verify_contact *c, bool held) {
    if (held || fabs(c->rate) <= 1e-14 * v->speed) return true;
    double rise = 2 * strongest(v, c) * resting_share * v->size, slow = resting_share * v->speed;
    return loses(v, c) && square_speed(v, c, false) <= fmax(rise, slow * slow);
}

/* whether no other contact of its bodies bounces too, or is about to */
static bool bounces_alone(const thud_verify_model *v, const thud_verify_contact *c) {
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *other = &v->contacts[i];
        bool near = other->impulsive && other->phase == THUD_VERIFY_OPEN && other->depth > -near_share * v->size;
        if (other != c && near && thud_verify_share_body(v, c, other)) return false;
    }
    return true;
}

/* whether a friction turns with each of its bounces: the acceleration is then another on the way back */
static bool slides_with(const thud_verify_model *v, const thud_verify_contact *c) {
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        if (thud_verify_is_friction(l) && fabs(l->rate) <= 4 * fabs(c->rate) &&
            thud_verify_coupling(v, c, &v->pairs[i]) != 0)
            return true;
    }
    return false;
}

/* when it was last, with its company, that a contact was fast enough to rise by more than low bounces do; and by a
 * hundred times that */
static void note_high(thud_verify_model *v, double t) {
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        double low = 2 * THUD_VERIFY_LOW * strongest(v, c) * v->size,
               square = c->impulsive ? square_speed(v, c, true) : 0;
        if (square > low) c->high_until[0] = t;
        if (square > 100 * low) c->high_until[1] = t;
    }
}

/* which impact the times of its bounces follow from: the fastest */
static void note_arrivals(thud_verify_model *v, const double *y) {
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (c->arrived > c->struck) {
            c->struck = c->arrived;
            c->arrival_lever = thud_verify_arrival_lever(v, c, thud_verify_pressing(v, i, y));
        }
        c->arrived = 0;
    }
}

/*
 * Bounces that rise by less than 1e-10 of the motion end 2 u/a (1 + e + e² + …) after the first of them, whose
 * speed is u, but for what the acceleration a changes by until then: one that grows by a share r makes each of them
 * up to that much shorter, and the speed of the next up to r/3 larger.
 *
 * What CVODE knows of u: each of its steps leaves out no more than its tolerance, √N times that in one of the N
 * numbers of the state, so that the place at which the flight before has ended is known to ε = steps · √N ·
 * tolerance · size; and u² = 2 a h, h being how high it rose, to ε/h, u and the time to half of that. A bounce that
 * rises by less than ε tells nothing, and the time may be anything up to the whole of it.
 *
 * Of two contacts of one body that bounce together, or beside a friction that turns, nothing is foretold: see
 * note_beginning in peaks.c.
 */
static void foretell(thud_verify_model *v, double t, const double *y) {
    thud_verify_accelerate(v, t, y);
    note_high(v, t);
    note_arrivals(v, y);
    double known = (double)v->piece_steps * sqrt((double)v->state_count) * v->tolerance * v->size;
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (!thud_verify_is_shut(v, c) || c->phase == THUD_VERIFY_STUCK || !(c->rate < 0)) continue;
        double pressing = thud_verify_pressing(v, i, y), e = thud_verify_restitution(c, -c->rate);
        bool low = pressing > 0 && c->rate * c->rate <= 2 * THUD_VERIFY_LOW * pressing * v->size;
        if (low && !c->bounces) {
            double rest = e < 1 ? -2 * c->rate / (pressing * (1 - e)) : 0,
                   rise = c->rate * c->rate / (2 * pressing);
            c->limit = t + rest;
            c->limit_doubt = bounces_alone(v, c) && !slides_with(v, c) && e < 1
                                 ? fmin(known / (2 * rise * (1 - e * e)), 1) * rest
                                 : INFINITY;
            thud_verify_look_ahead(v, t, y, rest);
            c->limit_doubt += 4.0 / 3 * rest * fabs(thud_verify_pressing(v, i, v->state) / pressing - 1);
            thud_verify_accelerate(v, t, y);
        }
        c->bounces = low;
    }
}

thud_status thud_verify_settle(thud_verify_model *v, double t, double *y, const int *signs) {
    foretell(v, t, y);
    thud_status status = thud_verify_come_to_rest(v, t, y, signs);
    thud_verify_note_sticking(v, t, y);
    return status;
}

/* ---- what happens ---- */

/* a tip at the line of the rod that it strikes: does it meet the rod there? */
static bool meets(thud_verify_model *v, size_t i, const double *y) {
    thud_verify_contact *c = &v->contacts[i];
    if (!v->model->contacts[i].of_rods) return true;
    const thud_rod *side = &v->model->rods[v->model->contacts[i].right].given;
    if (c->side == 0) {
        c->side = NAN; /* the side that it is on now */
        thud_verify_look(v, y);
        return false;
    }
    double along = -c->slope_right * c->side;
    if (along >= 0 && along <= side->length) return true;
    c->side = 0;
    return false;
}

/* whether an open contact is at its zero: asked for by a root; or, of those that are there, by a jump of others,
 * but not by rounding of the rate of bodies that touch at rest */
static bool comes_in(const thud_verify_model *v, const thud_verify_contact *c, const int *signs, size_t i) {
    if (signs && signs[i * THUD_VERIFY_ROOTS + ROOT_DEPTH] != 0) return c->rate > 0;
    bool there = c->depth >= 0 || (!signs && thud_verify_is_shut(v, c));
    return there && c->rate > resting_share * v->speed;
}

/* Closes what is to be closed. True when velocities have to jump; what comes in after that, closes then. */
static bool close_all(thud_verify_model *v, const double *y, const int *signs, size_t *impacts,
                      thud_status *status) {
    bool strikes = false;
    for (int compliant = 0; compliant < 2 && !strikes; compliant++) {
        for (size_t i = 0; i < v->contact_count && *status == THUD_OK; i++) {
            thud_verify_contact *c = &v->contacts[i];
            if (c->impulsive == compliant || c->phase != THUD_VERIFY_OPEN || !comes_in(v, c, signs, i)) continue;
            if (!meets(v, i, y)) continue;
            if (c->impulsive) strikes = true;
            else *status = close_compliant(v, c, impacts);
        }
    }
    return strikes;
}

/* a closed contact on its way. The sign of a change in depth says nothing where a run was started on the zero
 * itself: the rate does. */
static void follow_branches(thud_verify_model *v, thud_verify_contact *c, const int *sign, size_t *impacts) {
    if (sign[ROOT_RATE] != 0) thud_verify_turn(c, sign[ROOT_RATE] > 0);
    if (sign[ROOT_PULL] != 0 && thud_verify_cross_zero(c, sign[ROOT_PULL] > 0)) thud_verify_count(v, c, impacts);
    if (sign[ROOT_TOP] != 0 && c->rate > 0 && c->branch == THUD_VERIFY_UNLOADING) c->branch = THUD_VERIFY_WHOLE;
    if (sign[ROOT_DEPTH] != 0 && c->rate < 0) {
        c->phase = THUD_VERIFY_OPEN;
        c->element.active = false;
    }
}

thud_status thud_verify_happen(thud_verify_model *v, double t, double *y, const int *signs, size_t *impacts) {
    thud_status status = THUD_OK;
    thud_verify_look(v, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        const int *sign = signs + i * THUD_VERIFY_ROOTS;
        if (c->phase == THUD_VERIFY_STUCK && sign[ROOT_RATE] < 0) {
            thud_verify_note_end(v, i, t, y);
            thud_verify_look(v, y);
        }
        if (c->phase == THUD_VERIFY_CLOSED) follow_branches(v, c, sign, impacts);
    }
    /* one impact may send a body into the next contact, which is as closed, and that one back, until they are at
     * rest
     */
    const int *asked = signs;
    for (int round = 0; round < round_limit && close_all(v, y, asked, impacts, &status) && status == THUD_OK;
         round++) {
        status = strike(v, t, y, round > 0 || t > 0, impacts);
        thud_verify_look(v, y);
        asked = NULL;
    }
    if (status == THUD_OK) status = thud_verify_settle(v, t, y, signs);
    /* links see the velocities as the impacts have left them */
    thud_verify_pass_links(v, t, y, signs + v->contact_count * THUD_VERIFY_ROOTS);
    return status;
}
