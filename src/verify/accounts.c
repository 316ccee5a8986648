/*
 * What CVODE's run comes to: peaks, states at the end and the energy balance. After each of CVODE's steps the state
 * is asked for at the middle, from its own interpolation; the parabola through three instants says where a peak may
 * be, and there it is looked for by golden section. CVODE's steps are a fraction of a radian of anything that
 * moves: no more than one peak is in them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/golden_section.h"
#include "verify/run.h"

enum { SECTIONS = 28 }; /* a millionth of a step, at which a peak is flat to the square of that */

thud_status thud_verify_results_init(thud_verify_results *r, const thud_model *model) {
    const size_t links = thud_model_watched_links(model);
    r->bodies = calloc(model->body_count + model->rod_count + model->support_count + 1, sizeof *r->bodies);
    r->contacts = calloc(model->contact_count + 1, sizeof *r->contacts);
    r->links = links > 0 ? calloc(links, sizeof *r->links) : NULL;
    return r->bodies && r->contacts && (links == 0 || r->links) ? THUD_OK : THUD_ERROR_MEMORY;
}

void thud_verify_results_free(thud_verify_results *r) {
    free(r->bodies);
    free(r->contacts);
    free(r->links);
    *r = (thud_verify_results){0};
}

/* ---- what is watched ---- */

/* x, ẋ and ẍ (absolute) of every coordinate, force and penetration of every contact, force and deformation of every
 * link */
static size_t place_of_contact(const thud_verify_model *v, size_t i) { return 3 * v->n + 2 * i; }
static size_t place_of_link(const thud_verify_model *v, size_t i) {
    return place_of_contact(v, v->contact_count) + 2 * i;
}
static size_t watched(const thud_verify_model *v) { return place_of_link(v, v->link_count); }

thud_status thud_verify_accounts_init(thud_verify_model *v) {
    const size_t count = watched(v);
    v->watch = calloc(5 * count + v->state_count + 1, sizeof *v->watch);
    if (!v->watch) return THUD_ERROR_MEMORY;
    v->peak = v->watch;
    v->before = v->peak + count;
    v->middle = v->before + count;
    v->after = v->middle + count;
    v->between = v->after + count;
    v->state = v->between + count;
    return thud_verify_results_init(&v->results, v->model);
}

static void look(thud_verify_model *v, double t, const double *y, double *out) {
    const double ground = thud_verify_ground(v, t);
    thud_verify_accelerate(v, t, y);
    for (size_t i = 0; i < v->n; i++) {
        out[i] = y[i];
        out[v->n + i] = y[v->n + i];
        out[2 * v->n + i] = v->acceleration[i] + thud_verify_influence(v, i) * ground;
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        const bool pushes = c->phase == THUD_VERIFY_CLOSED && c->branch != THUD_VERIFY_NO_FORCE;
        out[place_of_contact(v, i)] = pushes || c->phase == THUD_VERIFY_STUCK ? c->force : 0;
        out[place_of_contact(v, i) + 1] = pushes ? c->depth : 0;
    }
    for (size_t i = 0; i < v->link_count; i++) {
        out[place_of_link(v, i)] = thud_verify_link_whole(&v->links[i]);
        out[place_of_link(v, i) + 1] = v->links[i].deformation;
    }
}

/* quantities of coordinates and links have two sides, those of contacts one */
static bool has_two_sides(const thud_verify_model *v, size_t which) {
    return which < place_of_contact(v, 0) || which >= place_of_link(v, 0);
}

static void raise(const thud_verify_model *v, size_t which, double value) {
    const double size = has_two_sides(v, which) ? fabs(value) : value;
    if (!(size <= v->peak[which])) v->peak[which] = size; /* NAN stays */
}

void thud_verify_watch_start(thud_verify_model *v, double t, const double *y) {
    look(v, t, y, v->before);
    for (size_t i = 0; i < watched(v); i++) raise(v, i, v->before[i]);
}

typedef struct search {
    thud_verify_model *v;
    size_t which;
    double side;
    thud_verify_interpolation *at;
    void *context;
} search;

static double value_at(double t, const void *context) {
    const search *s = context;
    thud_verify_model *v = s->v;
    if (!s->at(s->context, t, v->state)) return -INFINITY;
    look(v, t, v->state, v->between);
    if (s->side * v->between[s->which] > v->peak[s->which]) raise(v, s->which, v->between[s->which]);
    return s->side * v->between[s->which];
}

/* whether a parabola through three instants has a largest value between them that is more than a peak */
static bool may_be_more(double before, double middle, double after, double peak) {
    const double slope = after - before, curve = before - 2 * middle + after;
    if (!(curve < 0) || !(fabs(slope) < -2 * curve)) return false;
    return middle - slope * slope / (8 * curve) > peak * (1 - THUD_VERIFY_SEEN); /* it is no better than that */
}

bool thud_verify_watch_step(thud_verify_model *v, double from, double to, const double *y,
                            thud_verify_interpolation *at, void *context) {
    if (!(to > from)) return true;
    const double half = from + 0.5 * (to - from);
    if (!at(context, half, v->state)) return false;
    look(v, half, v->state, v->middle);
    look(v, to, y, v->after);
    for (size_t i = 0; i < watched(v); i++) {
        const double peak = v->peak[i];
        raise(v, i, v->middle[i]);
        raise(v, i, v->after[i]);
        /* one side after the other: a step may go from one to the other, and the larger of both has a corner there
         */
        for (int side = 1; side >= (has_two_sides(v, i) ? -1 : 1); side -= 2) {
            const search s = {v, i, side, at, context};
            if (may_be_more(side * v->before[i], side * v->middle[i], side * v->after[i], peak))
                thud_golden_section(value_at, &s, from, to, SECTIONS);
        }
    }
    look(v, to, y, v->before); /* as the events find it */
    return true;
}

/* ---- the start and the end of a run ---- */

static double stored_in_links(const thud_verify_model *v) {
    double sum = 0;
    for (size_t i = 0; i < v->link_count; i++)
        if (v->links[i].law->model != THUD_HYSTERESIS_NONE) sum += thud_verify_link_stored(&v->links[i]);
    return sum;
}

static double stored_in_contacts(const thud_verify_model *v) {
    double sum = 0;
    for (size_t i = 0; i < v->contact_count; i++)
        if (!v->contacts[i].impulsive) sum += thud_verify_potential(&v->contacts[i]);
    return sum;
}

void thud_verify_accounts_start(thud_verify_model *v, double *y) {
    memset(v->watch, 0, 5 * watched(v) * sizeof *v->watch);
    memset(v->results.contacts, 0, v->contact_count * sizeof *v->results.contacts);
    v->rested = false;
    v->crowded = INFINITY;
    for (size_t i = 0; i < v->contact_count; i++) v->contacts[i].together = false;
    for (size_t i = 0; i < 2 * v->n; i++) raise(v, i, y[i]); /* before impacts at that instant */
    double *totals = y + v->totals;
    for (size_t i = v->totals; i < v->state_count; i++) y[i] = 0;
    totals[THUD_VERIFY_INPUT] = thud_verify_energy(v, y);
    v->stored_in_contacts = stored_in_contacts(v);
    v->stored_in_links = stored_in_links(v);
    totals[THUD_VERIFY_INPUT] += v->stored_in_contacts;
}

void thud_verify_accounts_end(thud_verify_model *v, const double *y) {
    thud_verify_results *r = &v->results;
    const double *totals = y + v->totals, energy = thud_verify_energy(v, y);
    for (size_t i = 0; i < v->n; i++)
        r->bodies[i] = (thud_body_summary){v->peak[i], v->peak[v->n + i], v->peak[2 * v->n + i], y[i], y[v->n + i]};
    for (size_t i = 0; i < v->contact_count; i++) {
        const double *peak = v->peak + place_of_contact(v, i);
        const size_t impacts = r->contacts[i].impacts;
        r->contacts[i] = (thud_contact_summary){impacts, peak[0], peak[1], NAN, NAN, NAN, NAN, NAN};
    }
    for (size_t i = 0; r->links && i < v->link_count; i++) {
        const double *peak = v->peak + place_of_link(v, i);
        r->links[i] = (thud_link_summary){peak[0], peak[1], NAN, NAN, NAN, NAN, NAN};
    }
    double closed = 0;
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].phase == THUD_VERIFY_CLOSED) closed += thud_verify_potential(&v->contacts[i]);
    r->energy = (thud_energy_summary){
        .input = totals[THUD_VERIFY_INPUT],
        .dissipated = totals[THUD_VERIFY_DISSIPATED],
        .impact = totals[THUD_VERIFY_CONTACTS] + v->stored_in_contacts - closed,
        .hysteresis = totals[THUD_VERIFY_LINKS] + v->stored_in_links - stored_in_links(v),
        .stored = energy + closed,
        .residual = NAN,
    };
}
