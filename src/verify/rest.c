/*
 * What rests. Frictions whose ends are at rest against each other and rigid contacts that are closed have to be
 * looked at together, for one may hold what another would, and several may turn at one instant: complementarity
 * between bounds, reactions of frictions up to their force, those of contacts from zero on. What has an
 * acceleration then departs; what has none stays at rest, and is held there until its acceleration, found in the
 * same way at each step, is no longer zero.
 */
#include <math.h>

#include "numeric/matrix/cholesky.h"
#include "verify/run.h"

/* shares of the acceleration at which CVODE sees that something departs: the error that a solution may have, and
 * the acceleration of others that depart at the same instant */
static const double NOISE = 0.05, DEPARTED = 0.25;

/* ---- reactions ---- */

/* contacts and frictions at rest, or of contacts those alone that press, into `held`; their number */
static size_t gather(thud_verify_model *v, bool pressing) {
    size_t count = 0;
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (pressing ? c->phase == THUD_VERIFY_STUCK : c->rests)
            v->held[count++] = (thud_verify_hold){&c->row, c, NULL};
    }
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        if (thud_verify_sticks(l)) v->held[count++] = (thud_verify_hold){&l->row, NULL, l};
    }
    return count;
}

static void couple(thud_verify_model *v, size_t count, double *matrix) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            matrix[i * count + j] = thud_verify_coupling(v, v->held[i].row, v->held[j].row);
}

/* m/s²: at which the two ends come together, or those of a link part, from the accelerations found last */
static double drive_of(thud_verify_model *v, const thud_verify_hold *h, const double *y) {
    return h->link ? thud_verify_along(v, h->row, v->acceleration)
                   : thud_verify_pressing(v, (size_t)(h->contact - v->contacts), y);
}

/* reactions, whatever they are, that leave what sticks without an acceleration */
void thud_verify_hold_all(thud_verify_model *v, const double *y) {
    const size_t count = gather(v, true);
    for (size_t j = 0; j < count; j++) v->drive[j] = drive_of(v, &v->held[j], y);
    couple(v, count, v->delassus);
    thud_cholesky_solve_part(v->delassus, count, v->drive);
    for (size_t j = 0; j < count; j++) {
        const thud_verify_hold *h = &v->held[j];
        thud_verify_kick(v, h->row, v->drive[j], v->acceleration);
        if (h->link) h->link->hold = v->drive[j];
        else h->contact->force = v->drive[j];
    }
}

/* reactions within their bounds, from accelerations without any */
static bool find_reactions(thud_verify_model *v, size_t count, const double *y) {
    thud_box_lcp *p = &v->resting;
    p->n = count;
    couple(v, count, p->w);
    for (size_t j = 0; j < count; j++) {
        const thud_verify_link *link = v->held[j].link;
        p->high[j] = link ? link->law->force : INFINITY;
        p->low[j] = link ? -p->high[j] : 0;
        p->noise[j] = NOISE * v->faint;
        p->q[j] = -drive_of(v, &v->held[j], y);
    }
    return thud_box_lcp_solve(p);
}

/* the acceleration of one that all reactions leave */
static double left_of(const thud_verify_model *v, size_t j) {
    double rounding;
    return -thud_box_lcp_value(&v->resting, j, &rounding);
}

bool thud_verify_find_partings(thud_verify_model *v, double t, const double *y) {
    const size_t count = gather(v, false);
    thud_verify_accelerate_free(v, t, y);
    if (count > 0 && !find_reactions(v, count, y)) return false;
    for (size_t j = 0; j < count; j++) {
        const thud_verify_hold *h = &v->held[j];
        thud_verify_kick(v, h->row, v->resting.z[j], v->acceleration);
        if (h->link) h->link->parting = left_of(v, j);
        else h->contact->parting = left_of(v, j);
    }
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        if (!thud_verify_sticks(l)) l->parting = thud_verify_along(v, &l->row, v->acceleration);
    }
    return true;
}

/* ---- what is at rest ---- */

/* m/s²: the terms that accelerations are the sum of */
static double size_of_terms(const thud_verify_model *v, const double *y) {
    const size_t bodies = v->model->body_count;
    double most = v->speed / v->model->run.duration;
    for (size_t i = 0; i < v->n; i++) {
        double sum = fabs(v->acceleration[i]);
        for (size_t j = 0; i < bodies && j < bodies; j++)
            sum +=
                fabs(v->stiffness[i * bodies + j] * y[j] + v->damping[i * bodies + j] * y[v->n + j]) / v->mass[i];
        most = fmax(most, sum);
    }
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        if (thud_verify_is_friction(l))
            most = fmax(most, l->law->force * thud_verify_coupling(v, &l->row, &l->row));
    }
    return most;
}

/* frictions that move slip the way they go; the others are taken for sticking */
static void find_still_links(thud_verify_model *v) {
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        if (!thud_verify_is_friction(l)) continue;
        const bool still = fabs(l->rate) <= THUD_VERIFY_SEEN * v->speed;
        l->now.mode = still ? THUD_VERIFY_ELASTIC : THUD_VERIFY_YIELD;
        l->side = l->rate > 0 ? 1 : -1;
    }
}

/* accelerations with nothing held say which contacts would not rise by anything */
static void find_still_contacts(thud_verify_model *v, double t) {
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        const bool rested = c->rests;
        c->rests = thud_verify_is_shut(v, c) && thud_verify_is_resting(v, c, c->rests);
        if (!rested) c->rests_since = t > 0 ? t : -INFINITY; /* at the start it is at rest for good */
        v->rested = v->rested || c->rests;
    }
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].phase == THUD_VERIFY_STUCK) v->contacts[i].phase = THUD_VERIFY_OPEN;
}

static void depart_or_stay(thud_verify_model *v, const thud_verify_hold *h, double force, double parting) {
    const double departed = DEPARTED * v->faint;
    if (h->link) {
        h->link->parting = parting;
        if (fabs(parting) > departed) h->link->now.mode = THUD_VERIFY_YIELD, h->link->side = parting > 0 ? 1 : -1;
        return;
    }
    h->contact->parting = parting;
    h->contact->rests = parting >= -departed;
    if (h->contact->rests && force > 0) h->contact->phase = THUD_VERIFY_STUCK;
}

/* no way left between the contacts at rest, and no speed in all that is: what rounding and CVODE leave */
static void bring_together(thud_verify_model *v, double *y) {
    double *totals = y + v->totals;
    for (int speeds = 0; speeds < 2; speeds++) {
        thud_verify_look(v, y);
        const size_t held = gather(v, false);
        size_t count = 0;
        for (size_t j = 0; j < held; j++) {
            const thud_verify_hold h = v->held[j];
            if (h.link && !speeds) continue;
            v->held[count] = h;
            v->drive[count++] = speeds ? thud_verify_along(v, h.row, y + v->n) : h.contact->depth;
        }
        couple(v, count, v->delassus);
        thud_cholesky_solve_part(v->delassus, count, v->drive);
        for (size_t j = 0; j < count; j++) {
            const thud_verify_hold *h = &v->held[j];
            thud_verify_kick(v, h->row, v->drive[j], speeds ? y + v->n : y);
            if (!speeds || h->link) continue;
            totals[THUD_VERIFY_CONTACTS] += 0.5 * v->drive[j] * h->contact->rate;
            totals[THUD_VERIFY_INPUT] += thud_verify_of_supports(v, h->row, v->drive[j], y + v->n);
        }
    }
}

thud_status thud_verify_settle(thud_verify_model *v, double t, double *y) {
    thud_verify_look(v, y);
    find_still_links(v);
    thud_verify_accelerate_free(v, t, y);
    v->faint = THUD_VERIFY_UNSEEN * size_of_terms(v, y);
    find_still_contacts(v, t);
    const size_t count = gather(v, false);
    if (count == 0) return THUD_OK;
    if (!find_reactions(v, count, y)) return THUD_ERROR_ACCURACY;
    for (size_t j = 0; j < count; j++) depart_or_stay(v, &v->held[j], v->resting.z[j], left_of(v, j));
    bring_together(v, y);
    return THUD_OK;
}
