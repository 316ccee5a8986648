/*
 * Peaks, counts and sticking on CVODE's way. After each of its steps the state is asked for at the middle, from
 * CVODE's own interpolation; the parabola through three instants tells where a peak may be, and there it is looked
 * for by halving. Steps of 1e-13 are a fraction of a radian of anything that moves: no more than one peak is in
 * them.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "model/signal.h"
#include "verify/run.h"

enum { SEARCH = 28 }; /* of golden sections: 1e-6 of a step, at which a peak is flat to 1e-12 of what it rises by */

/* what is watched: x, ẋ and ẍ (absolute) of every coordinate, force and penetration of every contact, force and
 * deformation of every link, and signals */
static size_t watched(const thud_verify_model *v) {
    return thud_verify_place_of_signals(v) + thud_verify_signal_count(v);
}

thud_status thud_verify_watch_init(thud_verify_model *v) {
    size_t count = watched(v);
    v->watch = calloc(5 * count + 2 * v->n + v->state_count + 1, sizeof *v->watch);
    if (!v->watch) return THUD_ERROR_MEMORY;
    v->peak = v->watch;
    v->before = v->watch + count;
    v->middle = v->watch + 2 * count;
    v->after = v->watch + 3 * count;
    v->between = v->watch + 4 * count;
    v->start_doubt = v->watch + 5 * count;
    v->start_lever = v->start_doubt + v->n;
    v->state = v->start_lever + v->n;
    return THUD_OK;
}

/* between bounces, lower than CVODE sees or not, bodies fly */
static void accelerate(thud_verify_model *v, double t, const double *y) {
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].unseen) v->contacts[i].phase = THUD_VERIFY_OPEN;
    thud_verify_accelerate(v, t, y);
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].unseen) v->contacts[i].phase = THUD_VERIFY_STUCK;
}

static void look(thud_verify_model *v, double t, const double *y, double *out) {
    size_t n = v->n, bodies = v->model->body_count;
    bool rods = v->model->rod_count > 0;
    accelerate(v, t, y);
    double ground = thud_verify_ground(v, t);
    v->shaken = fmax(v->shaken, fabs(ground));
    for (size_t i = 0; i < n; i++) {
        out[i] = y[i];
        out[n + i] = y[n + i];
        const thud_model_matrices *m = thud_model_matrices_of(v->model, (thud_body)i);
        const double share = m ? m->influence[i - m->first] : i < bodies || !rods;
        out[2 * n + i] = v->acceleration[i] + share * ground;
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        bool acts =
            c->phase == THUD_VERIFY_STUCK || (c->phase == THUD_VERIFY_CLOSED && c->branch != THUD_VERIFY_NO_FORCE);
        out[thud_verify_place_of_contact(v, i)] = acts && !c->unseen ? c->force : 0;
        out[thud_verify_place_of_contact(v, i) + 1] = acts && c->phase == THUD_VERIFY_CLOSED ? c->depth : 0;
        if (acts && c->phase == THUD_VERIFY_CLOSED) c->fastest = fmax(c->fastest, fabs(c->rate));
    }
    double *of_links = out + thud_verify_place_of_link(v, 0);
    for (size_t i = 0; i < v->link_count; i++) {
        of_links[2 * i] = thud_verify_link_whole(&v->links[i]);
        of_links[2 * i + 1] = v->links[i].deformation;
    }
    thud_verify_signals(v, ground, y, out + thud_verify_place_of_signals(v));
}

/* those of coordinates and links have two sides, forces and penetrations of contacts and signals one */
static bool has_two_sides(const thud_verify_model *v, size_t which) {
    return which < 3 * v->n ||
           (which >= thud_verify_place_of_link(v, 0) && which < thud_verify_place_of_signals(v));
}

static void raise(const thud_verify_model *v, size_t which, double value) {
    double size = has_two_sides(v, which) ? fabs(value) : value;
    if (!(size <= v->peak[which])) v->peak[which] = size; /* NAN stays */
}

void thud_verify_watch_given(thud_verify_model *v, const double *y) {
    for (size_t i = 0; i < 2 * v->n; i++) raise(v, i, y[i]);
}

/* whether a friction that sticks holds its bodies together */
static bool is_gripped(const thud_verify_model *v, const thud_verify_contact *c) {
    for (size_t i = 0; i < v->link_count; i++)
        if (thud_verify_link_sticks(&v->links[i]) && thud_verify_coupling(v, c, &v->pairs[i]) != 0) return true;
    return false;
}

/* whether a rigid contact is between two low bounces; with no rate, but for rounding, a friction has ended them */
static bool is_low(const thud_verify_model *v, const thud_verify_contact *c, double t) {
    return c->impulsive && c->phase == THUD_VERIFY_OPEN && !c->rests && c->depth > -THUD_VERIFY_LOW * v->size &&
           c->high_until[0] < t && !(fabs(c->rate) <= 1e-14 * v->speed && is_gripped(v, c));
}

/* whether a friction that turned with its bounces is in the last of its slides, no longer than a low bounce is high
 */
static bool has_low_slide(const thud_verify_model *v, const thud_verify_contact *c) {
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        if (!thud_verify_is_friction(l) || thud_verify_link_sticks(l)) continue;
        double stops = -thud_verify_along(v, &v->pairs[i], v->acceleration) * l->rate; /* (m/s²)(m/s) */
        if (stops > 0 && l->rate * l->rate * fabs(l->rate) <= 2 * THUD_VERIFY_LOW * v->size * stops &&
            thud_verify_coupling(v, c, &v->pairs[i]) != 0)
            return true;
    }
    return false;
}

static bool has_low_company(const thud_verify_model *v, const thud_verify_contact *c, double t) {
    if (has_low_slide(v, c)) return true;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *other = &v->contacts[i];
        if (other != c && is_low(v, other, t) && thud_verify_share_body(v, c, other)) return true;
    }
    return false;
}

void thud_verify_watch_start(thud_verify_model *v, double t, const double *y) {
    thud_verify_note_shares(v);
    thud_verify_accelerate(v, t, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        c->awaits = c->awaits && c->phase == THUD_VERIFY_STUCK && has_low_company(v, c, t);
        c->unseen =
            c->awaits || (c->phase == THUD_VERIFY_STUCK && c->stick_since - t > 1e-14 * v->model->run.duration);
    }
    look(v, t, y, v->before);
    for (size_t i = 0; i < watched(v); i++) raise(v, i, v->before[i]);
}

/* the largest of one number, or of its opposite, between two instants */
static double search(thud_verify_model *v, size_t which, double side, double low, double high,
                     thud_verify_interpolation *at, void *context) {
    const double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low), value[2];
    for (int i = 0; i < 2; i++) {
        if (!at(context, i == 0 ? a : b, v->state)) return 0;
        look(v, i == 0 ? a : b, v->state, v->between);
        value[i] = side * v->between[which];
    }
    for (int i = 0; i < SEARCH; i++) {
        bool left = value[0] > value[1];
        if (left) high = b, b = a, value[1] = value[0], a = high - golden * (high - low);
        else low = a, a = b, value[0] = value[1], b = low + golden * (high - low);
        double t = left ? a : b;
        if (!at(context, t, v->state)) return 0;
        look(v, t, v->state, v->between);
        value[left ? 0 : 1] = side * v->between[which];
    }
    return fmax(value[0], value[1]);
}

/* whether a parabola through three instants has a largest value between them that is more than a peak */
static bool may_be_more(double before, double middle, double after, double peak) {
    double slope = after - before, curve = before - 2 * middle + after;
    if (!(curve < 0) || !(fabs(slope) < -2 * curve)) return false;
    return middle - slope * slope / (8 * curve) > peak * (1 - 1e-9);
}

bool thud_verify_watch_step(thud_verify_model *v, double from, double to, const double *y,
                            thud_verify_interpolation *at, void *context) {
    if (!(to > from)) return true;
    double half = from + 0.5 * (to - from);
    if (!at(context, half, v->state)) return false;
    look(v, half, v->state, v->middle);
    look(v, to, y, v->after);
    for (size_t i = 0; i < watched(v); i++) {
        double peak = v->peak[i], b = v->before[i], m = v->middle[i], a = v->after[i];
        raise(v, i, m);
        raise(v, i, a);
        /* each side by itself: a step may go from one to the other, and the larger of both has a corner there */
        if (may_be_more(b, m, a, peak)) raise(v, i, search(v, i, 1, from, to, at, context));
        if (has_two_sides(v, i) && may_be_more(-b, -m, -a, peak))
            raise(v, i, search(v, i, -1, from, to, at, context));
    }
    look(v, to, y, v->before); /* as the events find it */
    return true;
}

/* ---- counts and sticking ---- */

void thud_verify_count(const thud_verify_model *v, thud_verify_contact *c, size_t *impacts) {
    double threshold = v->model->run.impact_threshold;
    if (fabs(c->rate - threshold) <= 1e-6 * v->speed) c->doubtful++;
    if (!(c->rate > threshold)) return;
    c->impacts++;
    (*impacts)++;
}

/* Closed at rest without a force, it is as much stuck as not, unless it has pressed and frictions hold its bodies
 * since. One that has bounced may be held by friction with a gap that CVODE does not see. */
static bool lies_loose(const thud_verify_model *v, const thud_verify_contact *c) {
    if (!c->rests || c->phase == THUD_VERIFY_STUCK) return false;
    return !is_gripped(v, c) || !c->pressed;
}

/*
 * Levers of an error of the course, a share s of its size X, its speeds V and its accelerations A. A contact that
 * is s X nearer is struck earlier by s X/u; but where the speed u comes from an acceleration q, by no more than 2
 * √(2 s X/q): (u − √(u² − 2 q s X))/q is below √(2 s X/q), and a flight that rises by less than s X is gone, with
 * its 2 u/q. Relative to s that is the less the larger s, and largest at the least s.
 */
double thud_verify_arrival_lever(const thud_verify_model *v, const thud_verify_contact *c, double pressing) {
    double most = pressing > 0 ? 2 * sqrt(2 * v->size / (pressing * thud_verify_least_share(v))) : INFINITY;
    return fmin(v->size / c->struck, most);
}

/* and the bounces after it, each of whose speeds is off by s V at first: 2 s V/a (1 + e + e² + …) */
double thud_verify_begin_lever(const thud_verify_model *v, const thud_verify_contact *c, double pressing) {
    double e = thud_verify_restitution(c, 0);
    if (!(c->struck > 0)) return 0; /* from rest */
    double bounces = e > 0 && e < 1 && pressing > 0 ? 2 * v->speed / (pressing * (1 - e)) : 0;
    return c->arrival_lever + bounces;
}

/* the state a moment later, or earlier, along the motion, into `state`; accelerations and forces are those of then
 */
void thud_verify_look_ahead(thud_verify_model *v, double t, const double *y, double step) {
    thud_verify_accelerate(v, t, y);
    for (size_t j = 0; j < v->n; j++) {
        v->state[j] = y[j] + step * (y[v->n + j] + 0.5 * step * v->acceleration[j]);
        v->state[v->n + j] = y[v->n + j] + step * v->acceleration[j];
    }
    for (size_t j = 2 * v->n; j < v->state_count; j++) v->state[j] = y[j];
    thud_verify_accelerate(v, fmax(t + step, 0), v->state);
}

/* N/s: how fast the reaction of one that sticks grows, by a difference; leaves the accelerations at the instant */
static double force_rate(thud_verify_model *v, size_t i, double t, const double *y, double step) {
    thud_verify_look_ahead(v, t, y, step);
    double later = v->contacts[i].force;
    thud_verify_accelerate(v, t, y);
    return (later - v->contacts[i].force) / step;
}

/* a reaction that is off by s A comes to zero s A/Ȧ earlier or later, and one that is off by a force likewise */
void thud_verify_note_end(thud_verify_model *v, size_t i, double t, const double *y) {
    double rate = force_rate(v, i, t, y, -1e-6 * v->model->run.duration), most = 0;
    for (size_t j = 0; j < v->n; j++) most = fmax(most, fabs(v->acceleration[j]));
    thud_verify_contact *c = &v->contacts[i];
    double falls = -rate * thud_verify_coupling(v, c, c);
    c->stick_lever += falls > 0 ? (most + v->shaken + fabs(v->model->gravity)) / falls : INFINITY;
    if (rate < 0) c->grip_lever -= 1 / rate;
}

/* s: how long bounces take that rise by no more than a share of the motion */
static double time_of_rise(const thud_verify_model *v, const thud_verify_contact *c, double share,
                           double pressing) {
    double e = thud_verify_restitution(c, 0);
    return e > 0 && e < 1 && pressing > 0 ? 2 * sqrt(2 * share * v->size / pressing) / (1 - e) : 0;
}

/*
 * At the beginning of rest accelerations jump, from those of the last flight to those at rest, and with them the
 * forces of this contact and of others that rest; the largest may be on either side, and goes with the instant as
 * much as that side does.
 */
static void note_jumps(thud_verify_model *v, thud_verify_contact *c, double t, const double *y, double doubt,
                       double lever) {
    const double step = 1e-6 * v->model->run.duration;
    const size_t n = v->n, forces = 3 * n;
    double *sides[] = {v->middle, v->between}, *later = v->after;
    for (int flight = 0; flight < 2; flight++) {
        c->unseen = flight;
        look(v, t, y, sides[flight]);
    }
    thud_verify_look_ahead(v, t, y, step);
    for (int flight = 0; flight < 2; flight++) {
        const double *now = sides[flight];
        c->unseen = flight;
        look(v, t + step, v->state, later);
        for (size_t j = 0; j < n; j++) {
            if (fabs(sides[0][2 * n + j] - sides[1][2 * n + j]) <= v->faint) continue;
            double rate = fabs(later[2 * n + j] - now[2 * n + j]) / step;
            v->start_doubt[j] = fmax(v->start_doubt[j], rate * doubt);
            v->start_lever[j] = fmax(v->start_lever[j], rate * lever);
        }
        for (size_t k = 0; k < v->contact_count; k++) {
            thud_verify_contact *other = &v->contacts[k];
            if (other->phase != THUD_VERIFY_STUCK) continue;
            double rate = fabs(later[forces + 2 * k] - now[forces + 2 * k]) / step;
            other->force_doubt = fmax(other->force_doubt, rate * doubt);
            other->force_lever = fmax(other->force_lever, rate * lever);
        }
    }
    c->unseen = false;
    thud_verify_accelerate(v, t, y);
}

/* whether another one at its bodies has come to rest since they were fast: its own bounces began at some instant of
 * those */
static bool follows_another(const thud_verify_model *v, const thud_verify_contact *c) {
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *other = &v->contacts[i];
        if (other != c && other->sticks && other->stick_since > c->high_until[0] &&
            thud_verify_share_body(v, c, other))
            return true;
    }
    return false;
}

/*
 * When it has begun to stick. Alone, at the limit that was foretold. In company the bounces that are left take a
 * time that goes with their speeds: from ten times a speed to that speed they took nine times what they take from
 * there to the limit. So that the limit is between the instant t₀ at which all were low, and t₀ + (t₀ − t₁)/9, t₁
 * being the one of ten times the speed; and what CVODE takes for it, t, is somewhere else, before the bounces that
 * it takes for rest are over. The force at the beginning, which may be the largest, goes with that instant. So does
 * it with where the other solver takes bounces for rest, which may be where they rise by less than rounding of
 * places shows: 1e-14 of the gap and of the ways of two bodies, together no more than four times the largest way.
 */
static void note_beginning(thud_verify_model *v, size_t i, double t, const double *y) {
    thud_verify_contact *c = &v->contacts[i];
    double doubt = 0, pressing = c->force * thud_verify_coupling(v, c, c),
           lever = thud_verify_begin_lever(v, c, pressing);
    bool alone = c->bounces && isfinite(c->limit_doubt) && !follows_another(v, c);
    double left = (c->high_until[0] - c->high_until[1]) / 9;
    c->stick_since = alone ? c->limit : t;
    c->awaits = !alone && has_low_company(v, c, t);
    if (alone) doubt = c->limit_doubt;
    else if (c->struck > 0) doubt = t - c->high_until[0] + left + time_of_rise(v, c, THUD_VERIFY_RESTING, pressing);
    c->stick_doubt += doubt;
    c->stick_lever += lever;
    if (c->struck > 0) doubt += time_of_rise(v, c, 4e-14, pressing);
    for (size_t k = 0; k < v->contact_count; k++) /* others may have waited for this one */
        if (v->contacts[k].awaits) v->contacts[k].unseen = has_low_company(v, &v->contacts[k], t);
    note_jumps(v, c, t, y, doubt, lever);
    c->struck = 0;
}

void thud_verify_note_sticking(thud_verify_model *v, double t, const double *y) {
    thud_verify_accelerate(v, t, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        bool sticks = c->rests;
        if (sticks && !c->sticks) note_beginning(v, i, t, y);
        if (sticks) c->bounces = false;
        if (!sticks && c->sticks) {
            c->stick_time += fmax(t - c->stick_since, 0);
            c->stick_lever += v->size / v->speed; /* another event may end it, and come as the course does */
        }
        if (c->lies) c->stick_doubt += t - c->lies_since;
        c->lies_since = t;
        c->sticks = sticks;
        c->pressed = c->phase == THUD_VERIFY_STUCK || (c->rests && c->pressed);
        c->lies = lies_loose(v, c);
    }
}

void thud_verify_end_sticking(thud_verify_model *v, double t) {
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (c->sticks) c->stick_time += fmax(t - c->stick_since, 0);
        if (c->lies) c->stick_doubt += t - c->lies_since;
        c->sticks = c->lies = false;
    }
}

void thud_verify_watch_reset(thud_verify_model *v) {
    memset(v->watch, 0, (5 * watched(v) + 2 * v->n) * sizeof *v->watch);
    for (size_t i = thud_verify_place_of_signals(v); i < watched(v); i++) v->peak[i] = -INFINITY;
    v->shaken = v->faintest = 0;
    for (size_t i = 0; i < v->link_count; i++) v->links[i].shared = false;
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        c->impacts = c->doubtful = 0;
        c->fastest = c->stick_time = c->stick_since = c->lies_since = c->stick_doubt = c->stick_lever = 0;
        c->force_doubt = c->force_lever = c->arrived = c->arrival_lever = c->grip_lever = 0;
        c->shared = c->unseen = c->awaits = false;
        c->struck = c->high_until[0] = c->high_until[1] = 0;
        c->sticks = c->pressed = c->lies = c->bounces = false;
    }
}
