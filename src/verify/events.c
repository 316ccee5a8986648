/*
 * Events for CVODE: functions of the state whose zeros it looks for, and what happens there. Compliant contacts
 * open and close; in between their law has branches, from each to the next at a zero of its own. newton and
 * poisson: a jump of the velocities, by the complementarity problems of the textbook.
 */
#include <float.h>
#include <math.h>

#include "numeric/matrix/lcp.h"
#include "verify/run.h"

enum { ROOT_DEPTH, ROOT_RATE, ROOT_PULL, ROOT_TOP };

/*
 * Gaps below CVODE's tolerance are closed; impacts that would rise by what it does not see, or are as slow, are
 * over. Open contacts close some rounding behind the contact: CVODE does not see a root that it starts from, such
 * as that of bodies that touch at rest, and takes the rounding of bodies side by side for roots without end.
 */

/* impacts at one instant, until what is left is not seen, in the slowest of collapses: 60,000 and some more */
static const int ROUNDS = 200000;

size_t thud_verify_root_count(const thud_verify_model *v) {
    return v->contact_count * THUD_VERIFY_ROOTS + v->link_count * THUD_VERIFY_LINK_ROOTS;
}

bool thud_verify_roots(thud_verify_model *v, double t, const double *y, double *roots) {
    if (!thud_verify_find_partings(v, t, y)) return false;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        const bool open = c->phase == THUD_VERIFY_OPEN, closed = c->phase == THUD_VERIFY_CLOSED;
        double *root = roots + i * THUD_VERIFY_ROOTS;
        root[ROOT_DEPTH] = open ? c->depth - THUD_VERIFY_ROUNDING * v->size : closed && c->turned ? c->depth : 1;
        root[ROOT_RATE] = closed || (open && c->near && !c->rests) ? c->rate : c->rests ? c->parting + v->faint : 1;
        root[ROOT_PULL] = closed ? thud_verify_pull(c) : 1;
        root[ROOT_TOP] = closed && c->branch == THUD_VERIFY_UNLOADING ? c->depth - c->top : 1;
    }
    roots += v->contact_count * THUD_VERIFY_ROOTS;
    for (size_t i = 0; i < v->link_count; i++)
        thud_verify_link_roots(&v->links[i], v->faint, roots + i * THUD_VERIFY_LINK_ROOTS);
    return true;
}

/* ---- at a new start ---- */

/*
 * CVODE does not see a zero that it starts from: a closed contact whose rate is nothing but rounding, as where its
 * bodies have just been stopped, turns the way that its acceleration leads.
 */
void thud_verify_set_out(thud_verify_model *v, double t, const double *y) {
    bool found = false;
    thud_verify_look(v, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (c->phase != THUD_VERIFY_CLOSED || fabs(c->rate) > THUD_VERIFY_ROUNDING * v->speed) continue;
        if (!found) thud_verify_accelerate(v, t, y);
        found = true;
        thud_verify_turn(c, thud_verify_pressing(v, i, y) > 0);
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
        const bool open = c->phase == THUD_VERIFY_OPEN;
        c->near = open && c->depth > -THUD_VERIFY_SMALL * v->size &&
                  fabs(c->rate) > THUD_VERIFY_SEEN * v->speed;                         /* not by rounding */
        lost = lost || (open && c->rate > 0 && c->depth > THUD_VERIFY_SEEN * v->size); /* nor a root missed */
    }
    return lost;
}

/* finds the way that each link goes; from rest, that of its acceleration */
static void find_ways(thud_verify_model *v, double t, const double *y) {
    bool at_rest = false;
    for (size_t i = 0; i < v->link_count; i++) {
        v->links[i].way = v->links[i].rate;
        at_rest = at_rest || v->links[i].rate == 0;
    }
    if (at_rest) thud_verify_accelerate(v, t, y);
    for (size_t i = 0; i < v->link_count && at_rest; i++)
        if (v->links[i].way == 0) v->links[i].way = thud_verify_along(v, &v->links[i].row, v->acceleration);
}

void thud_verify_pass_links(thud_verify_model *v, double t, double *y, const int *signs) {
    if (v->link_count == 0) return;
    thud_verify_look(v, y);
    find_ways(v, t, y);
    for (size_t i = 0; i < v->link_count; i++) {
        if (signs) thud_verify_link_pass(&v->links[i], signs + i * THUD_VERIFY_LINK_ROOTS);
        thud_verify_link_pass(&v->links[i], NULL); /* an impact at the same instant may have turned it */
    }
    thud_verify_look(v, y);
}

/* ---- impacts ---- */

static void count(const thud_verify_model *v, thud_verify_contact *c, size_t *impacts) {
    if (!(c->rate > v->model->run.impact_threshold)) return;
    v->results.contacts[c - v->contacts].impacts++;
    (*impacts)++;
}

static thud_status close_compliant(thud_verify_model *v, thud_verify_contact *c, size_t *impacts) {
    c->element.options.mass = 1 / thud_verify_coupling(v, &c->row, &c->row);
    const thud_pressing pressing = thud_verify_pressed(v);
    const size_t number = (size_t)(c - v->contacts);
    c->begun_with = c->impulse;
    thud_press_find(&pressing, number, fmax(c->rate, 0));
    thud_status status = thud_verify_calibrate(c, c->pressed.speed);
    if (status != THUD_OK) return status;
    c->phase = THUD_VERIFY_CLOSED;
    c->branch = THUD_VERIFY_WHOLE;
    status = thud_press_pass_on(&pressing, number);
    c->turned = false;
    /* the elastic line of the dent, unless CVODE starts on the end of it: that root it would not see */
    if (c->dent > 0 && c->top > 10 * THUD_VERIFY_ROUNDING * v->size) c->branch = THUD_VERIFY_UNLOADING;
    else if (c->dent == 0) c->base = 0;
    if (c->rate <= 0) thud_verify_turn(c, false);
    count(v, c, impacts);
    return status;
}

bool thud_verify_is_shut(const thud_verify_model *v, const thud_verify_contact *c) {
    return c->impulsive && (c->rests || c->depth >= -THUD_VERIFY_FINEST * v->size);
}

static bool is_poisson(const thud_verify_contact *c) { return c->given.law->structure->restores_impulse; }

static bool is_stronge(const thud_verify_contact *c) { return c->given.law->structure->restores_energy; }

static bool solve(thud_verify_model *v, size_t chosen, double *z) {
    return thud_lcp_solve(chosen, v->delassus, v->drive, z, v->work);
}

/* stronge: the impulses R of restitution with R (W R) = e² P times the speed of the approach, P those of
 * compression, by Newton's method of one unknown after the other */
static void restore(thud_verify_model *v, size_t chosen) {
    for (size_t j = 0; j < chosen; j++) {
        const thud_verify_contact *c = &v->contacts[v->chosen[j]];
        v->impulse[j] = is_poisson(c) || is_stronge(c) ? thud_verify_restitution(c, c->rate) * v->compressed[j] : 0;
    }
    for (int sweep = 0; sweep < 20000; sweep++) {
        double change = 0, most = 0;
        for (size_t j = 0; j < chosen; j++) {
            const thud_verify_contact *c = &v->contacts[v->chosen[j]];
            const double e = thud_verify_restitution(c, c->rate), own = v->delassus[j * chosen + j];
            const double work = e * e * v->compressed[j] * fmax(c->rate, 0), before = v->impulse[j];
            double others = 0;
            if (!is_stronge(c)) continue;
            for (size_t k = 0; k < chosen; k++) others += k == j ? 0 : v->delassus[j * chosen + k] * v->impulse[k];
            double x = (fabs(others) + sqrt(own * work)) / own; /* beyond the root: the steps come down to it */
            for (int i = 0; i < 60 && x > 0; i++) x -= (own * x * x + others * x - work) / (2 * own * x + others);
            v->impulse[j] = fmax(x, 0);
            change = fmax(change, fabs(v->impulse[j] - before));
            most = fmax(most, v->impulse[j]);
        }
        if (change <= 4 * DBL_EPSILON * most) break;
    }
    for (size_t j = 0; j < chosen; j++) v->compressed[j] += v->impulse[j];
}

/* newton: at least −e times what they came with, where anything pushes; poisson: compression of all, then e times
 * that where the law says so, and as much more as nothing may come nearer than it should */
static bool find_impulses(thud_verify_model *v, size_t chosen, bool compress) {
    for (size_t j = 0; j < chosen; j++) {
        v->drive[j] = -v->contacts[v->chosen[j]].rate;
        v->compressed[j] = 0;
    }
    if (compress && !solve(v, chosen, v->compressed)) return false;
    if (compress) restore(v, chosen);
    for (size_t j = 0; j < chosen; j++) {
        const thud_verify_contact *c = &v->contacts[v->chosen[j]];
        v->drive[j] = -c->rate -
                      (is_poisson(c) || is_stronge(c) ? 0 : thud_verify_restitution(c, c->rate) * fmax(c->rate, 0));
        for (size_t k = 0; k < chosen; k++) v->drive[j] += v->delassus[j * chosen + k] * v->compressed[k];
    }
    if (!solve(v, chosen, v->impulse)) return false;
    for (size_t j = 0; j < chosen; j++) v->impulse[j] += v->compressed[j];
    return true;
}

/* One that parts, and not by rounding, waits for its own turn; so does one in flight that a load opens, by less
 * than CVODE sees, as after an impact without a bounce. `settled`: what rests has been looked for. */
static bool parts(thud_verify_model *v, size_t i, double t, const double *y, bool settled) {
    const thud_verify_contact *c = &v->contacts[i];
    const double slow = THUD_VERIFY_UNSEEN * v->speed;
    if (c->phase == THUD_VERIFY_STUCK || c->rate > slow) return false;
    if (c->rate < -slow) return true;
    if (c->rests || !settled) return false;
    thud_verify_accelerate(v, t, y);
    return thud_verify_pressing(v, i, y) < 0;
}

/* A trace of approach in one stop and of parting in the one opposite, of a body that is held between both, is
 * rounding; the problem has no solution with it, and always has one without. */
static size_t choose(thud_verify_model *v, double t, const double *y, bool settled) {
    size_t chosen = 0;
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (!thud_verify_is_shut(v, c) || parts(v, i, t, y, settled)) continue;
        if (fabs(c->rate) <= THUD_VERIFY_UNSEEN * v->speed) c->rate = 0;
        v->chosen[chosen++] = i;
    }
    return chosen;
}

/* several contacts of a body that are closed at one instant are struck in an order that is the solver's own */
static bool has_company(const thud_verify_model *v, const thud_verify_contact *c) {
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *other = &v->contacts[i];
        if (other != c && thud_verify_is_shut(v, other) && thud_verify_share_body(v, &c->row, &other->row))
            return true;
    }
    return false;
}

/*
 * Whether an impact has changed, by more than numbers may differ, what several contacts do whose gaps CVODE cannot
 * tell from zero: those in flight, and those that have just come to rest, some low bounces early. They are struck
 * in an order that is rounding.
 */
static bool is_crowded(const thud_verify_model *v, size_t chosen, double t) {
    const double slow = THUD_VERIFY_AGREEMENT * v->speed, just = THUD_VERIFY_SMALL * v->size / v->speed;
    size_t count = 0;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        const bool near = c->impulsive && !c->rests && c->depth > -THUD_VERIFY_SEEN * v->size;
        count += near && fabs(c->rate - c->pressed.reach) > slow;
    }
    for (size_t j = 0; j < chosen; j++) {
        const thud_verify_contact *c = v->held[j].contact;
        count += c->rests && t - c->rests_since < just &&
                 v->impulse[j] * thud_verify_coupling(v, &c->row, &c->row) > slow;
    }
    return count > 1;
}

/* rigid contacts; `again`: not the first time in this instant */
static thud_status strike(thud_verify_model *v, double t, double *y, bool again, size_t *impacts) {
    const size_t chosen = choose(v, t, y, again || t > 0);
    bool compress = false;
    for (size_t j = 0; j < chosen; j++) {
        v->held[j].contact = &v->contacts[v->chosen[j]];
        v->held[j].contact->together = v->held[j].contact->together || has_company(v, v->held[j].contact);
        compress = compress || is_poisson(v->held[j].contact) || is_stronge(v->held[j].contact);
    }
    for (size_t j = 0; j < chosen; j++)
        for (size_t k = 0; k < chosen; k++)
            v->delassus[j * chosen + k] =
                thud_verify_coupling(v, &v->held[j].contact->row, &v->held[k].contact->row);
    if (!find_impulses(v, chosen, compress)) return THUD_ERROR_ACCURACY;
    const thud_pressing pressing = thud_verify_pressed(v);
    thud_press_before_impulse(&pressing);
    for (size_t j = 0; j < chosen; j++) {
        thud_verify_contact *c = v->held[j].contact;
        if (v->impulse[j] > 0) count(v, c, impacts);
        v->drive[j] = c->rate;
    }
    for (size_t j = 0; j < chosen; j++) thud_verify_kick(v, &v->held[j].contact->row, v->impulse[j], y + v->n);
    thud_verify_look(v, y);
    if (is_crowded(v, chosen, t)) v->crowded = fmin(v->crowded, t);
    const thud_status status = thud_press_after_impulse(&pressing);
    for (size_t j = 0; j < chosen; j++) {
        const thud_verify_contact *c = v->held[j].contact;
        y[v->totals + THUD_VERIFY_CONTACTS] += 0.5 * v->impulse[j] * (v->drive[j] + c->rate);
        y[v->totals + THUD_VERIFY_INPUT] += thud_verify_of_supports(v, &c->row, v->impulse[j], y + v->n);
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        /* poisson gives back what others put into it at rest */
        if (c->rests && c->rate < -THUD_VERIFY_UNSEEN * v->speed) {
            c->phase = THUD_VERIFY_OPEN;
            c->rests = false;
        }
        if (c->phase == THUD_VERIFY_CLOSED && thud_verify_jump(v, c)) count(v, c, impacts);
    }
    return status;
}

/* ---- rest ---- */

/* the largest acceleration of a contact that its ends could give it */
static double strongest(const thud_verify_model *v, const thud_verify_contact *c) {
    double most = 0, steepness = 0;
    for (size_t i = 0; i < v->n; i++) {
        most = fmax(most, fabs(v->acceleration[i]));
        steepness += fabs(c->row.gradient[i]);
    }
    return most * steepness;
}

/* Neither comes nor goes: it was held, was stopped but for rounding, would rise by nothing, or is as slow as no
 * impact is any more. That takes a loss, its own or that of another one which is closed with it at its bodies. */
bool thud_verify_is_resting(const thud_verify_model *v, const thud_verify_contact *c, bool held) {
    if (held || fabs(c->rate) <= THUD_VERIFY_ROUNDING * v->speed) return true;
    double fastest = 0;
    bool loses = false;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *other = &v->contacts[i];
        const bool joins =
            other == c || (thud_verify_is_shut(v, other) && thud_verify_share_body(v, &c->row, &other->row));
        if (!joins) continue;
        fastest = fmax(fastest, other->rate * other->rate);
        loses = loses || thud_verify_restitution(other, 0) < 1;
    }
    const double rise = 2 * strongest(v, c) * THUD_VERIFY_UNSEEN * v->size, slow = THUD_VERIFY_UNSEEN * v->speed;
    return loses && fastest <= fmax(rise, slow * slow);
}

/* ---- what happens ---- */

/* a tip at the line of the rod that it strikes: does it meet the rod there? */
static bool meets(thud_verify_model *v, size_t i, const double *y) {
    thud_verify_contact *c = &v->contacts[i];
    const thud_model_contact *m = &v->model->contacts[i];
    if (!m->of_rods) return true;
    if (c->side == 0) {
        c->side = NAN; /* the side that it is on now */
        thud_verify_look(v, y);
        return false;
    }
    const double along = -c->row.gradient[v->model->body_count + (size_t)m->right] * c->side;
    if (along >= 0 && along <= v->model->rods[m->right].given.length) return true;
    c->side = 0;
    return false;
}

/* whether an open contact is at its zero: asked for by a root; or, of those that are there, by a jump of others,
 * but not by rounding of the rate of bodies that touch at rest */
static bool comes_in(const thud_verify_model *v, const thud_verify_contact *c, const int *signs, size_t i) {
    if (signs && signs[i * THUD_VERIFY_ROOTS + ROOT_DEPTH] != 0) return c->rate > 0;
    const bool there = c->depth >= 0 || (!signs && thud_verify_is_shut(v, c));
    return there && c->rate > THUD_VERIFY_UNSEEN * v->speed;
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
    if (sign[ROOT_PULL] != 0 && thud_verify_cross_zero(v, c, sign[ROOT_PULL] > 0)) count(v, c, impacts);
    if (sign[ROOT_TOP] != 0 && c->rate > 0 && c->branch == THUD_VERIFY_UNLOADING) c->branch = THUD_VERIFY_WHOLE;
    if (sign[ROOT_DEPTH] != 0 && c->rate < 0) {
        c->phase = THUD_VERIFY_OPEN;
        c->element.active = false;
    }
}

thud_status thud_verify_happen(thud_verify_model *v, double t, double *y, const int *signs, size_t *impacts) {
    thud_status status = THUD_OK;
    thud_verify_look(v, y);
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].phase == THUD_VERIFY_CLOSED)
            follow_branches(v, &v->contacts[i], signs + i * THUD_VERIFY_ROOTS, impacts);
    /* one impact may send a body into the next contact, which is as closed, and that one back, until they rest */
    const int *asked = signs;
    for (int round = 0; round < ROUNDS && close_all(v, y, asked, impacts, &status) && status == THUD_OK; round++) {
        status = strike(v, t, y, round > 0, impacts);
        asked = NULL;
    }
    if (status == THUD_OK) status = thud_verify_settle(v, t, y);
    /* links see the velocities as the impacts have left them */
    thud_verify_pass_links(v, t, y, signs + v->contact_count * THUD_VERIFY_ROOTS);
    return status;
}
