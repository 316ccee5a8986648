/*
 * What rests. Frictions whose ends are at rest against each other and rigid contacts that are closed have to be
 * looked at together, for one may hold what another would, and several may turn at one instant: by the principle of
 * least constraint (least.h), with reactions of frictions up to their force, those of contacts from zero on. What
 * has an acceleration then departs; what has none stays at rest, and is held there until its acceleration, found in
 * the same way at each step, is no longer zero.
 */
#include <math.h>

#include "model/model.h"
#include "verify/run.h"

/* of the terms that accelerations are the sum of: at which CVODE sees that something departs; and of that, what the
 * solution may be off by, and what departs together with it, or from the start */
static const double FAINT = 1e-12, NOISE = 0.05, DEPARTED = 0.25;

/* ---- accelerations of what rests ---- */

/* contacts and frictions at rest, into `held`; their number */
static size_t gather(thud_verify_model *v) {
    size_t count = 0;
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].rests) v->held[count++] = &v->contacts[i];
    for (size_t i = 0; i < v->link_count; i++)
        if (thud_verify_link_sticks(&v->links[i])) v->held[count++] = &v->pairs[i];
    return count;
}

/* from accelerations without reactions */
static bool find_reactions(thud_verify_model *v, size_t count, const double *y) {
    thud_verify_least *p = &v->resting;
    p->n = count;
    p->noise = NOISE * v->faint;
    for (size_t j = 0; j < count; j++) {
        const thud_verify_contact *pair = v->held[j];
        bool link = thud_verify_is_link(v, pair);
        p->high[j] = link ? v->links[pair - v->pairs].source->given.hysteresis.force : INFINITY;
        p->low[j] = link ? -p->high[j] : 0;
        p->drive[j] = thud_verify_drive(v, pair, y);
        for (size_t k = 0; k < count; k++) p->matrix[j * count + k] = thud_verify_coupling(v, pair, v->held[k]);
    }
    return thud_verify_least_solve(p);
}

bool thud_verify_find_partings(thud_verify_model *v, double t, const double *y) {
    size_t count = gather(v);
    thud_verify_accelerate_free(v, t, y);
    if (count > 0 && !find_reactions(v, count, y)) return false;
    for (size_t j = 0; j < count; j++) {
        const thud_verify_contact *pair = v->held[j];
        thud_verify_kick(v, pair, v->resting.force[j], v->acceleration);
        if (!thud_verify_is_link(v, pair)) v->contacts[pair - v->contacts].parting = v->resting.left[j];
        else v->links[pair - v->pairs].parting = v->resting.left[j];
    }
    for (size_t i = 0; i < v->link_count; i++)
        if (!thud_verify_link_sticks(&v->links[i]))
            v->links[i].parting = thud_verify_along(v, &v->pairs[i], v->acceleration);
    return true;
}

/*
 * While the row of one depends on those of the others, as in a loop, how they share what there is to hold is not
 * determined, and each solver has its own way. None of that changes before CVODE starts anew.
 */
void thud_verify_note_shares(thud_verify_model *v) {
    size_t count = gather(v);
    for (size_t i = 0; i < count; i++) {
        const thud_verify_contact *itself = v->held[0];
        for (size_t j = 1; j < count; j++) v->held[j - 1] = v->held[j];
        v->held[count - 1] = itself;
        thud_verify_couple_pairs(v, v->held, count);
        if (!thud_verify_depends(v->delassus, count)) continue;
        if (thud_verify_is_link(v, itself)) v->links[itself - v->pairs].shared = true;
        else v->contacts[itself - v->contacts].shared = true;
    }
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
        double bears = thud_verify_is_friction(&v->links[i]) ? v->links[i].source->given.hysteresis.force : 0;
        most = fmax(most, bears * thud_verify_coupling(v, &v->pairs[i], &v->pairs[i]));
    }
    return most;
}

/* as far as CVODE can tell: it has stuck before, has come there by a zero of its rate, or is there together with
 * another that has; an impact may have set it in motion again */
static bool is_still(const thud_verify_model *v, const thud_verify_link *l, const int *signs) {
    bool known = thud_verify_link_sticks(l) || (signs && signs[0] != 0);
    return fabs(l->rate) <= (known ? 1e-9 : fmax(1e-10, 1e3 * v->tolerance)) * v->speed;
}

/* those that move slip the way they go; the others are taken for sticking */
static void find_still_links(thud_verify_model *v, const int *signs) {
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        if (!thud_verify_is_friction(l)) continue;
        bool still = is_still(v, l, signs ? signs + i * THUD_VERIFY_LINK_ROOTS : NULL);
        l->mode = still ? THUD_VERIFY_ELASTIC : l->rate > 0 ? THUD_VERIFY_UPPER : THUD_VERIFY_LOWER;
    }
}

/* accelerations with nothing held tell which contacts would not rise by anything */
static void find_still_contacts(thud_verify_model *v) {
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        c->rests = thud_verify_is_shut(v, c) && thud_verify_is_resting(v, c, c->rests);
    }
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].phase == THUD_VERIFY_STUCK) v->contacts[i].phase = THUD_VERIFY_OPEN;
}

/* ---- what becomes of it ---- */

static void take_link(const thud_verify_model *v, thud_verify_link *l, double parting) {
    l->parting = parting;
    if (fabs(parting) > DEPARTED * v->faint) l->mode = parting > 0 ? THUD_VERIFY_UPPER : THUD_VERIFY_LOWER;
}

static void take_contact(const thud_verify_model *v, thud_verify_contact *c, double force, double parting) {
    c->parting = parting;
    c->rests = parting >= -DEPARTED * v->faint;
    if (c->rests && force > 0) c->phase = THUD_VERIFY_STUCK;
}

/* no way left between the contacts at rest, and no speed in all that is: what rounding and CVODE leave */
static void bring_together(thud_verify_model *v, double *y) {
    for (int part = 0; part < 2; part++) {
        thud_verify_look(v, y);
        size_t held = gather(v), count = 0;
        for (size_t j = 0; j < held; j++) {
            const thud_verify_contact *pair = v->held[j];
            bool link = thud_verify_is_link(v, pair);
            if (link && part == 0) continue;
            v->held[count] = pair;
            v->drive[count++] = part == 0 ? pair->depth : thud_verify_along(v, pair, y + v->n);
        }
        thud_verify_couple_pairs(v, v->held, count);
        thud_verify_semidefinite(v->delassus, count, v->drive);
        for (size_t j = 0; j < count; j++) {
            const thud_verify_contact *pair = v->held[j];
            thud_verify_kick(v, pair, v->drive[j], part == 0 ? y : y + v->n);
            if (part == 0 || thud_verify_is_link(v, pair)) continue;
            thud_verify_totals_strike(v, &v->contacts[pair - v->contacts], v->drive[j], pair->rate, 0, y);
        }
    }
}

thud_status thud_verify_come_to_rest(thud_verify_model *v, double t, double *y, const int *signs) {
    const int *of_links = signs ? signs + v->contact_count * THUD_VERIFY_ROOTS : NULL;
    thud_verify_look(v, y);
    find_still_links(v, of_links);
    thud_verify_accelerate_free(v, t, y);
    v->faint = FAINT * size_of_terms(v, y);
    v->faintest = fmax(v->faintest, v->faint);
    for (size_t i = 0; i < v->link_count; i++) v->links[i].faint = v->faint;
    find_still_contacts(v);
    size_t count = gather(v);
    if (count == 0) return THUD_OK;
    if (!find_reactions(v, count, y)) return THUD_ERROR_ACCURACY;
    for (size_t j = 0; j < count; j++) {
        const thud_verify_contact *pair = v->held[j];
        if (thud_verify_is_link(v, pair)) take_link(v, &v->links[pair - v->pairs], v->resting.left[j]);
        else take_contact(v, &v->contacts[pair - v->contacts], v->resting.force[j], v->resting.left[j]);
    }
    bring_together(v, y);
    return THUD_OK;
}
