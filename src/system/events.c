/*
 * Events inside a step: every contact is followed on the interpolation, part by part, and where its gap turns
 * inside a part, to the turning point. An event is a function of the state that becomes positive; it is bracketed
 * and found on the interpolation, and then the step is taken again to that instant, so that the state there has the
 * accuracy of a step and not of an interpolation.
 *
 * At the start of a step no event is due: a function that begins at zero, or past it by rounding, belongs to what
 * has just been handled when it falls, and is due at once when it rises.
 */
#include <float.h>
#include <math.h>

#include "numeric/root.h"
#include "system/run.h"

enum { LOOKS = THUD_SYSTEM_LOOKS };

typedef enum measure { DEPTH, RATE, OVER_TOP, PULL, REACTION, SWITCH } measure;

/* a function that an event waits for: sign · measure becomes positive */
typedef struct watch {
    thud_event_kind event;
    measure measure;
    double sign;
} watch;

enum { WATCH_LIMIT = 3 };

/* what a contact waits for in its phase */
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

static double measure_of(const thud_system_contact *contact, measure what, double depth, double rate,
                         double reaction) {
    switch (what) {
    case DEPTH: return depth;
    case RATE: return rate;
    case OVER_TOP: return depth - contact->top;
    case PULL: return thud_system_pull(contact, depth, rate);
    case REACTION: return reaction;
    case SWITCH: break; /* of no contact */
    }
    return NAN;
}

/* ---- a look inside the step ---- */

/* rounding of a penetration, from the numbers it is made of */
static double rounding_of(const thud_system_run_state *run, size_t index) {
    const thud_system_contact *contact = &run->contacts[index];
    double sum = fabs(run->depths[index * (LOOKS + 1)]);
    for (size_t j = 0; j < run->dof; j++) sum += fabs(contact->gradient[j]) * run->bodies[j].max_displacement;
    return 16 * DBL_EPSILON * sum;
}

/* Between every other pair of looks a cubic through depths and rates must meet the depth in the middle. */
static bool is_followed(const double *depth, const double *rate, double part, double rounding) {
    double range = 0, miss = 0;
    for (size_t j = 1; j <= LOOKS; j++) range = fmax(range, fabs(depth[j] - depth[0]));
    for (size_t j = 0; j + 2 <= LOOKS; j++) {
        double middle = (depth[j] + depth[j + 2]) / 2 + part / 4 * (rate[j] - rate[j + 2]);
        miss = fmax(miss, fabs(depth[j + 1] - middle));
    }
    return miss <= 0.02 * range + rounding;
}

/* what asks for a change of internal state, at a state */
static bool look_at_switches(thud_system_run_state *run, double t, const double *y) {
    const thud_system *system = run->system;
    if (system->switch_count == 0) return true;
    system->switches(system->context, t, y, y + run->dof, run->switch_now);
    for (size_t i = 0; i < system->switch_count; i++) {
        if (isfinite(run->switch_now[i])) continue;
        run->failed = true;
        run->cause = "a switch is not a number";
        return false;
    }
    return true;
}

bool thud_system_survey(thud_system_run_state *run) {
    size_t stride = LOOKS + 1;
    for (size_t j = 0; j <= LOOKS; j++) {
        double x = (double)j / LOOKS;
        thud_runge_kutta_value(&run->method, x, run->look);
        if (run->sticking > 0 && !thud_system_slope(run, run->t + x * run->h, run->look, run->slope)) return false;
        if (!look_at_switches(run, run->t + x * run->h, run->look)) return false;
        for (size_t i = 0; i < run->system->switch_count; i++) run->switches[i * stride + j] = run->switch_now[i];
        thud_system_look_at(run, run->look);
        for (size_t i = 0; i < run->contact_count; i++) {
            const thud_system_contact *contact = &run->contacts[i];
            if (!isfinite(contact->depth) || !isfinite(contact->rate)) {
                run->failed = true;
                run->cause = "a penetration or its gradient is not a number";
                return false;
            }
            run->depths[i * stride + j] = contact->depth;
            run->rates[i * stride + j] = contact->rate;
            run->reactions[i * stride + j] = contact->force;
        }
    }
    for (size_t i = 0; i < run->contact_count; i++) {
        thud_phase phase = run->contacts[i].phase; /* those in force are in the error of the step */
        if (phase != THUD_PHASE_OPEN && phase != THUD_PHASE_RELEASED) continue;
        const double *depth = run->depths + i * stride, *rate = run->rates + i * stride;
        if (!is_followed(depth, rate, run->h / LOOKS, rounding_of(run, i))) return false;
    }
    return true;
}

/* ---- functions of x ---- */

typedef struct probe {
    thud_system_run_state *run;
    size_t contact;
    measure measure;
    double sign;
} probe;

static double value_at(double x, const void *context) {
    const probe *p = context;
    thud_system_run_state *run = p->run;
    thud_runge_kutta_value(&run->method, x, run->look);
    if (p->measure == SWITCH)
        return look_at_switches(run, run->t + x * run->h, run->look) ? run->switch_now[p->contact] : NAN;
    thud_system_contact *contact = &run->contacts[p->contact];
    if (p->measure == REACTION) {
        if (!thud_system_slope(run, run->t + x * run->h, run->look, run->slope)) return NAN;
        return p->sign * contact->force;
    }
    thud_system_look_at(run, run->look);
    return p->sign * measure_of(contact, p->measure, contact->depth, contact->rate, 0);
}

/* Time has stood still for more events than there can be at once: take the next a part of the step later. */
static bool is_idle(const thud_system_run_state *run) {
    return run->idle > 16 + 4 * (run->contact_count + run->system->switch_count);
}

/*
 * Where sign · value becomes positive between two looks, known to be so at b. At the start of a step f(a) may be
 * past it: then it has left and come back within the part, and some place nearer and nearer to a shows it, or it is
 * due.
 */
static double crossing(const probe *p, double a, double fa, double b) {
    for (double x = b; !(fa < 0) && x - a > 1e-12;) {
        x = a + (x - a) / 4;
        double fx = value_at(x, p);
        if (fx < 0) a = x, fa = fx;
    }
    if (fa < 0) {
        double x = thud_root_bracketed(value_at, p, a, b, 1e-14);
        return isfinite(x) ? x : b;
    }
    /* impacts without duration may be many at one instant, each slower than the one before */
    bool strikes = p->measure == DEPTH && p->run->contacts[p->contact].kind == THUD_FORCE_IMPULSIVE;
    return a > 0 || strikes || !is_idle(p->run) ? a : b;
}

/* the same for a depth, whose rate says whether it turns in between; INFINITY: it does not become positive */
static double depth_crossing(const probe *p, size_t j, const double *depth, const double *rate) {
    double a = (double)j / LOOKS, b = (double)(j + 1) / LOOKS;
    double fa = p->sign * depth[j], fb = p->sign * depth[j + 1];
    double sa = p->sign * rate[j], sb = p->sign * rate[j + 1];
    probe turning = {p->run, p->contact, RATE, 1};
    bool turns = (sa < 0) != (sb < 0);
    if (fb > 0) {
        if (fa < 0 || sa >= 0 || !turns) return crossing(p, a, fa, b);
        /* it left, and came back within the same part: what it comes back from is the turning point */
        double x = thud_root_bracketed(value_at, &turning, a, b, 1e-14);
        double fx = isfinite(x) ? value_at(x, p) : 0;
        return fx < 0 ? crossing(p, x, fx, b) : crossing(p, a, fa, b);
    }
    if (!(sa > 0 && turns)) return INFINITY;
    double x = thud_root_bracketed(value_at, &turning, a, b, 1e-14);
    if (!isfinite(x) || !(value_at(x, p) > rounding_of(p->run, p->contact))) return INFINITY;
    return crossing(p, a, fa, x);
}

static double first_crossing(thud_system_run_state *run, size_t index, const watch *waits, double limit) {
    const thud_system_contact *contact = &run->contacts[index];
    const double *depth = run->depths + index * (LOOKS + 1), *rate = run->rates + index * (LOOKS + 1);
    const double *reaction = run->reactions + index * (LOOKS + 1);
    probe p = {run, index, waits->measure, waits->sign};
    for (size_t j = 0; j < LOOKS && (double)j / LOOKS < limit; j++) {
        double x = INFINITY;
        if (waits->measure == DEPTH) {
            x = depth_crossing(&p, j, depth, rate);
        } else {
            double fa = p.sign * measure_of(contact, p.measure, depth[j], rate[j], reaction[j]);
            double fb = p.sign * measure_of(contact, p.measure, depth[j + 1], rate[j + 1], reaction[j + 1]);
            /* a contact at rest would turn with every rounding */
            double trace = p.measure == RATE ? run->accuracy * contact->speed : 0;
            if (fb > trace) x = crossing(&p, (double)j / LOOKS, fa, (double)(j + 1) / LOOKS);
        }
        if (x < INFINITY) return x;
    }
    return INFINITY;
}

/* where a switch becomes positive; INFINITY: nowhere before the limit */
static double first_switch(thud_system_run_state *run, size_t index, double limit) {
    const double *value = run->switches + index * (LOOKS + 1);
    probe p = {run, index, SWITCH, 1};
    for (size_t j = 0; j < LOOKS && (double)j / LOOKS < limit; j++)
        if (value[j + 1] > 0) return crossing(&p, (double)j / LOOKS, value[j], (double)(j + 1) / LOOKS);
    return INFINITY;
}

thud_event thud_system_first_event(thud_system_run_state *run) {
    thud_event first = {.kind = THUD_EVENT_NONE, .at = INFINITY};
    for (size_t i = 0; i < run->contact_count; i++) {
        watch watches[WATCH_LIMIT];
        size_t count = watches_of(&run->contacts[i], watches);
        for (size_t w = 0; w < count; w++) {
            double x = first_crossing(run, i, &watches[w], first.at);
            if (x < first.at) first = (thud_event){watches[w].event, i, x};
        }
    }
    for (size_t i = 0; i < run->system->switch_count; i++) {
        double x = first_switch(run, i, first.at);
        if (x < first.at) first = (thud_event){THUD_EVENT_SWITCH, i, x};
    }
    return first;
}

/* ---- the step to the event ---- */

/* the measure that the event is the zero of, at the end of the step that was tried */
static double end_value(thud_system_run_state *run, const probe *p, double t) {
    double *end = run->method.end;
    if (p->measure == SWITCH) return look_at_switches(run, t, end) ? run->switch_now[p->contact] : NAN;
    thud_system_contact *contact = &run->contacts[p->contact];
    if (p->measure == REACTION) return thud_system_slope(run, t, end, run->slope) ? p->sign * contact->force : NAN;
    thud_system_look_at(run, end);
    return p->sign * measure_of(contact, p->measure, contact->depth, contact->rate, 0);
}

static probe probe_of(thud_system_run_state *run, const thud_event *event) {
    if (event->kind == THUD_EVENT_SWITCH) return (probe){run, event->contact, SWITCH, 1};
    watch watches[WATCH_LIMIT];
    size_t count = watches_of(&run->contacts[event->contact], watches), w = 0;
    while (w + 1 < count && watches[w].event != event->kind) w++;
    return (probe){run, event->contact, watches[w].measure, watches[w].sign};
}

bool thud_system_step_to(thud_system_run_state *run, const thud_event *event) {
    thud_runge_kutta *method = &run->method;
    if (!(event->at > 0)) return true; /* at the start of the step: nothing moves */
    probe p = probe_of(run, event);
    double full = run->h, x = event->at, nudge = 1e-3 * fmin(x, 1e-2);
    double slope = (value_at(x + nudge, &p) - value_at(x - nudge, &p)) / (2 * nudge);
    /* Newton's steps with the slope of the interpolation; the second is already below rounding */
    for (int round = 0;; round++) {
        if (!thud_runge_kutta_try(method, run->t, x * full, run->y)) return false;
        double miss = end_value(run, &p, run->t + x * full);
        double next = x - miss / slope;
        bool better = next > 0 && fabs(next - x) < 1e-3 * x && fabs(next - x) > 4 * DBL_EPSILON;
        if (round == 2 || !better) break;
        x = next;
    }
    run->h = full; /* of the whole step: the next one may be as long */
    run->t += x * full;
    for (size_t i = 0; i < method->count; i++) run->y[i] = method->end[i];
    return true;
}
