/*
 * Events inside a step. What an event waits for is a course over the step, a polynomial through a few evenly spaced
 * looks at it; a penetration is the integral of the polynomial of its rate, and a step in which the two do not
 * agree is too long. An event is where its course rises above zero. The step is then taken again to that instant,
 * so that the state there has the accuracy of a step and not of an interpolation.
 *
 * At the start of a step no event is due: a course that begins at zero, or past it by rounding, belongs to what has
 * just been handled when it falls, and is due at once when it rises.
 */
#include <float.h>
#include <math.h>

#include "numeric/series/polynomial.h"
#include "system/run.h"

enum { LOOKS = THUD_SYSTEM_LOOKS, STRIDE = LOOKS + 1, DEGREE = LOOKS + 1 };

/* A penetration is followed where its course is off by no more than this share of its range. One that turns back
 * very near to zero is asked itself how far it gets. */
static const double FOLLOWED = 1e-4;

typedef enum measure { DEPTH, RATE, OVER_TOP, PULL, REACTION, SWITCH } measure;

/* a function that an event waits for: sign · measure becomes positive */
typedef struct watch {
    thud_event_kind event;
    measure measure;
    double sign;
} watch;

enum { WATCH_LIMIT = 3 };

/* a contact waits for these in its phase */
static size_t watches_of(const thud_system_contact *contact, watch *watches) {
    size_t count = 0;
    switch (contact->phase) {
    case THUD_PHASE_OPEN: watches[count++] = (watch){THUD_EVENT_CLOSE, DEPTH, 1}; break;
    case THUD_PHASE_ACTIVE:
        if (contact->approaching) {
            watches[count++] = (watch){THUD_EVENT_TURN, RATE, -1};
            break;
        }
        watches[count++] = (watch){THUD_EVENT_OPEN, DEPTH, -1};
        if (contact->zero_force) watches[count++] = (watch){THUD_EVENT_RELEASE, PULL, -1};
        if (contact->kind == THUD_FORCE_BILINEAR) watches[count++] = (watch){THUD_EVENT_RELOAD, OVER_TOP, 1};
        /* other laws are the same both ways */
        if (contact->approach_only || contact->given->law->structure->remembers)
            watches[count++] = (watch){THUD_EVENT_TURN, RATE, 1};
        break;
    case THUD_PHASE_RELEASED:
        watches[count++] = (watch){THUD_EVENT_OPEN, DEPTH, -1};
        watches[count++] = (watch){THUD_EVENT_RESUME, PULL, 1};
        break;
    case THUD_PHASE_STICKING: watches[count++] = (watch){THUD_EVENT_RELEASE, REACTION, -1}; break;
    }
    return count;
}

static watch watch_of(const thud_system_run_state *run, const thud_event *event) {
    watch watches[WATCH_LIMIT];
    if (event->kind == THUD_EVENT_SWITCH) return (watch){THUD_EVENT_SWITCH, SWITCH, 1};
    size_t count = watches_of(&run->contacts[event->contact], watches), w = 0;
    while (w + 1 < count && watches[w].event != event->kind) w++;
    return watches[w];
}

/* ---- a look inside the step ---- */

/* the switches at a state: each asks for a change of internal state as it rises above zero */
static bool look_at_switches(thud_system_run_state *run, double t, const double *y) {
    const thud_system *system = run->system;
    if (system->switch_count == 0) return true;
    system->switches(system->context, t, y, y + run->dof, run->switch_now);
    return thud_system_all_finite(run, run->switch_now, system->switch_count, "a switch is not a number");
}

/* rounding of a penetration, from the numbers it is made of */
static double rounding_of(const thud_system_run_state *run, const thud_system_contact *contact) {
    return 16 * DBL_EPSILON * (fabs(contact->looks[0].depth) + thud_system_size(run, contact));
}

/* the penetration from its first value and the rates */
static void integrate(double h, const thud_system_contact *contact, double *c) {
    double rates[STRIDE], rate[STRIDE];
    for (size_t j = 0; j <= LOOKS; j++) rates[j] = contact->looks[j].rate;
    thud_polynomial_through(rates, STRIDE, rate);
    c[0] = contact->looks[0].depth;
    for (int k = 0; k < STRIDE; k++) c[k + 1] = h * rate[k] / (k + 1);
}

static bool is_followed(const thud_system_run_state *run, const thud_system_contact *contact) {
    const thud_system_look *look = contact->looks;
    double c[DEGREE + 1], range = 0, miss = 0;
    integrate(run->h, contact, c);
    for (size_t j = 1; j <= LOOKS; j++) {
        range = fmax(range, fabs(look[j].depth - look[0].depth));
        miss = fmax(miss, fabs(thud_polynomial_value(c, DEGREE, (double)j / LOOKS) - look[j].depth));
    }
    return miss <= FOLLOWED * range + rounding_of(run, contact);
}

bool thud_system_survey(thud_system_run_state *run) {
    for (size_t j = 0; j <= LOOKS; j++) {
        const double x = (double)j / LOOKS, t = run->t + x * run->h;
        thud_runge_kutta_value(&run->method, x, run->look);
        if (run->sticking > 0 && !thud_system_slope(run, t, run->look, run->slope)) return false;
        if (!look_at_switches(run, t, run->look)) return false;
        for (size_t i = 0; i < run->system->switch_count; i++) run->switches[i * STRIDE + j] = run->switch_now[i];
        thud_system_look_at(run, run->look);
        for (size_t i = 0; i < run->contact_count; i++) {
            thud_system_contact *contact = &run->contacts[i];
            if (!thud_system_is_known(run, contact)) return false;
            contact->looks[j] = (thud_system_look){contact->depth, contact->rate, contact->force};
        }
    }
    for (size_t i = 0; i < run->contact_count; i++) {
        thud_phase phase = run->contacts[i].phase; /* those in force are in the error of the step */
        if ((phase == THUD_PHASE_OPEN || phase == THUD_PHASE_RELEASED) && !is_followed(run, &run->contacts[i]))
            return false;
    }
    return true;
}

/* ---- courses ---- */

static double measured(const thud_system_contact *contact, measure what, thud_system_look at) {
    return what == DEPTH      ? at.depth
           : what == RATE     ? at.rate
           : what == OVER_TOP ? at.depth - contact->top
           : what == PULL     ? thud_system_pull(contact, at.depth, at.rate)
                              : at.force;
}

/* the value at a look */
static double value_of(const thud_system_run_state *run, size_t index, measure what, size_t j) {
    if (what == SWITCH) return run->switches[index * STRIDE + j];
    const thud_system_contact *contact = &run->contacts[index];
    return measured(contact, what, contact->looks[j]);
}

/* its coefficients, DEGREE + 1 of them */
static void expand(const thud_system_run_state *run, size_t index, const watch *w, double *c) {
    double value[STRIDE];
    for (size_t j = 0; j <= LOOKS; j++) value[j] = value_of(run, index, w->measure, j);
    c[DEGREE] = 0;
    if (w->measure == DEPTH || w->measure == OVER_TOP) integrate(run->h, &run->contacts[index], c);
    else thud_polynomial_through(value, STRIDE, c);
    c[0] = value[0];
    for (int k = 0; k <= DEGREE; k++) c[k] *= w->sign;
}

/* Where a course rises above zero for the first time. One that is above zero already, or at it and about to rise,
 * is due, unless it falls in the first part again and has been up by no more than `trace` until then. */
static double rise(const double *c, double trace) {
    double root[2];
    int count = thud_polynomial_roots(c, DEGREE, 1, root, 2), first = 0;
    while (first < DEGREE && c[first] == 0) first++;
    if (!(c[first] > 0)) return count > 0 ? root[0] : INFINITY;
    const bool falls = count > 0 && root[0] <= 1.0 / LOOKS;
    if (!falls || thud_polynomial_maximum(c, DEGREE, root[0], NULL) > trace) return 0;
    return count > 1 ? root[1] : INFINITY;
}

static double first_rise(thud_system_run_state *run, size_t index, const watch *w) {
    double c[DEGREE + 1], trace = 0, place;
    expand(run, index, w, c);
    double top = thud_polynomial_maximum(c, DEGREE, 1, &place);
    /* a penetration is known to its rounding, and a contact at rest would turn with every rounding */
    if (w->measure == DEPTH) trace = rounding_of(run, &run->contacts[index]);
    if (w->measure == RATE) trace = run->accuracy * run->contacts[index].pressed.speed;
    if (w->measure == DEPTH && place > 0 && place < 1 && fabs(top) < THUD_SYSTEM_SMALL * (top - c[0])) {
        thud_runge_kutta_value(&run->method, place, run->look);
        thud_system_look_at(run, run->look);
        c[0] += w->sign * run->contacts[index].depth - top;
        top = w->sign * run->contacts[index].depth;
    }
    return top > trace ? rise(c, w->measure == DEPTH ? trace : INFINITY) : INFINITY;
}

thud_event thud_system_first_event(thud_system_run_state *run) {
    thud_event first = {.kind = THUD_EVENT_NONE, .at = INFINITY};
    for (size_t i = 0; i < run->contact_count; i++) {
        watch watches[WATCH_LIMIT];
        size_t count = watches_of(&run->contacts[i], watches);
        for (size_t w = 0; w < count; w++) {
            double x = first_rise(run, i, &watches[w]);
            if (x < first.at) first = (thud_event){watches[w].event, i, x};
        }
    }
    for (size_t i = 0; i < run->system->switch_count; i++) {
        double x = first_rise(run, i, &(watch){THUD_EVENT_SWITCH, SWITCH, 1});
        if (x < first.at) first = (thud_event){THUD_EVENT_SWITCH, i, x};
    }
    return first;
}

/* ---- the step to the event ---- */

/* the measure that the event is the zero of, at the end of the step that was tried; NAN: it has none */
static double end_value(thud_system_run_state *run, size_t index, measure what, double t) {
    const double *end = run->method.end;
    if (what == SWITCH) return look_at_switches(run, t, end) ? run->switch_now[index] : NAN;
    if (what == REACTION && !thud_system_slope(run, t, end, run->slope)) return NAN;
    thud_system_look_at(run, end);
    const thud_system_contact *contact = &run->contacts[index];
    return measured(contact, what, (thud_system_look){contact->depth, contact->rate, contact->force});
}

bool thud_system_step_to(thud_system_run_state *run, const thud_event *event) {
    enum { ROUNDS = 10 };
    thud_runge_kutta *method = &run->method;
    if (!(event->at > 0)) return true; /* at the start of the step: nothing moves */
    double c[DEGREE + 1], full = run->h, x = event->at, last = 0.2 * x, miss = 0;
    const watch w = watch_of(run, event);
    expand(run, event->contact, &w, c);
    double slope = thud_polynomial_slope(c, DEGREE, x);
    /* Newton's first step has the slope of the course, the others that of the last two */
    for (int round = 0;; round++) {
        const double before = miss;
        if (!thud_runge_kutta_try(method, run->t, x * full, run->y)) return false;
        miss = w.sign * end_value(run, event->contact, w.measure, run->t + x * full);
        if (round > 0) slope = (miss - before) / last;
        const double step = -miss / slope;
        if (round == ROUNDS || !(fabs(step) < 0.5 * fabs(last)) || fabs(step) <= 4 * DBL_EPSILON * x) break;
        x += last = step;
    }
    run->h = full; /* of the whole step: the next one may be as long */
    run->t += x * full;
    for (size_t i = 0; i < method->count; i++) run->y[i] = method->end[i];
    return true;
}
