/*
 * What a step shows: true peaks of the motion, of contact forces and of signals, and samples at the
 * instants asked for.
 *
 * Coordinates are polynomials of the step. Forces of contacts, penetrations and signals are functions of the state:
 * polynomials through their values at a few evenly spaced looks give the places of their peaks, and the peaks are
 * computed there. An error of the place counts by its square.
 */
#include <math.h>

#include "numeric/series/polynomial.h"
#include "system/run.h"

enum { LOOKS = THUD_SYSTEM_LOOKS, STRIDE = LOOKS + 1, DEGREE = THUD_RUNGE_KUTTA_DEGREE };

static void raise_to(double *peak, double value) {
    if (value > *peak) *peak = value;
}

/* accelerations, forces of contacts and signals at a state; false: there are none */
static bool evaluate(thud_system_run_state *run, double time, const double *y) {
    const size_t n = run->dof;
    if (!thud_system_slope(run, time, y, run->slope)) return false;
    if (run->view)
        run->view->evaluate(run->system->context, thud_system_near_side(run, time), y, y + n, run->slope + n,
                            run->signal);
    return true;
}

static bool look(thud_system_run_state *run, double x) {
    thud_runge_kutta_value(&run->method, x, run->look);
    return evaluate(run, run->t + x * run->h, run->look);
}

/* ---- coordinates ---- */

/* a component of the state as a polynomial; what it may be at most up to `end` */
static double gather(const thud_system_run_state *run, size_t component, double end, double *c) {
    double most = 0;
    for (int k = DEGREE; k >= 0; k--) {
        c[k] = run->method.coefficient[k][component];
        most = most * end + fabs(c[k]);
    }
    return most;
}

static void watch_body(thud_system_run_state *run, size_t i, double end) {
    thud_body_summary *body = &run->bodies[i];
    double c[DEGREE + 1], place;
    if (gather(run, i, end, c) > body->max_displacement)
        raise_to(&body->max_displacement, thud_polynomial_peak(c, DEGREE, end, NULL));
    if (gather(run, run->dof + i, end, c) > body->max_velocity)
        raise_to(&body->max_velocity, thud_polynomial_peak(c, DEGREE, end, NULL));
    for (int k = 1; k <= DEGREE; k++) c[k - 1] = k * c[k] / run->h;
    /* the derivative of an interpolation is not as good: a little below may be above */
    if (thud_polynomial_peak(c, DEGREE - 1, end, &place) > body->max_acceleration * (1 - THUD_SYSTEM_SMALL) &&
        look(run, place))
        raise_to(&body->max_acceleration, fabs(run->slope[run->dof + i]));
}

/* ---- functions of the state ---- */

typedef double reading(const thud_system_run_state *run, size_t index);
static double force_of(const thud_system_run_state *run, size_t i) { return run->contacts[i].force; }
static double depth_of(const thud_system_run_state *run, size_t i) { return run->contacts[i].depth; }
static double signal_of(const thud_system_run_state *run, size_t i) { return run->signal[i]; }

/* `values` of the looks up to `end`; the peak is that of sign · value */
static void raise_by(thud_system_run_state *run, const double *values, reading *read, size_t index, double sign,
                     double end, double *peak) {
    double c[STRIDE], place;
    for (size_t j = 0; j <= LOOKS; j++) raise_to(peak, sign * values[j]);
    thud_polynomial_through(values, STRIDE, c);
    for (size_t j = 0; j <= LOOKS; j++) c[j] *= sign;
    /* an excess within the rounding of the polynomial is no peak */
    const double top = thud_polynomial_maximum(c, LOOKS, 1, &place);
    if (top - *peak > THUD_SYSTEM_FINE * fabs(top) && look(run, end * place))
        raise_to(peak, sign * read(run, index));
}

static void show(thud_system_run_state *run, double time) {
    const thud_observer *observer = run->ledger.observer;
    if (run->view && run->view->show) run->view->show(run->system->context, time, run->signal, &run->ledger);
    if (!observer || !observer->contact) return;
    for (size_t i = 0; i < run->contact_count && !run->ledger.stopped; i++) {
        const thud_system_contact *c = &run->contacts[i];
        if (!thud_system_in_force(c)) continue;
        thud_contact_sample sample = {i, c->entry.time, time, c->depth, c->rate, c->force};
        thud_ledger_show_contact(&run->ledger, &sample);
    }
}

/* forces, then penetrations, then signals, each with its looks */
static void watch_functions(thud_system_run_state *run, double end) {
    const size_t m = run->contact_count, signals = run->view ? run->view->count : 0;
    double *forces = run->seen, *depths = forces + m * STRIDE, *values = depths + m * STRIDE;
    bool any = signals > 0;
    for (size_t i = 0; i < m; i++) any = any || thud_system_has_force(&run->contacts[i]);
    if (!any) return;
    for (size_t j = 0; j <= LOOKS; j++) {
        const double x = end * (double)j / LOOKS;
        if (!look(run, x)) return;
        for (size_t i = 0; i < m; i++) forces[i * STRIDE + j] = force_of(run, i);
        for (size_t i = 0; i < m; i++) depths[i * STRIDE + j] = depth_of(run, i);
        for (size_t i = 0; i < signals; i++) values[i * STRIDE + j] = signal_of(run, i);
        if (end > 0) show(run, run->t + x * run->h);
    }
    for (size_t i = 0; i < m; i++) {
        thud_impact_entry *entry = &run->contacts[i].entry;
        const bool sticks = run->contacts[i].phase == THUD_PHASE_STICKING;
        if (!thud_system_has_force(&run->contacts[i])) continue;
        raise_by(run, forces + i * STRIDE, force_of, i, 1, end,
                 sticks ? &run->ledger.contacts[i].max_force : &entry->max_force);
        if (!sticks) raise_by(run, depths + i * STRIDE, depth_of, i, 1, end, &entry->max_penetration);
    }
    for (size_t i = 0; i < signals; i++) {
        double below = -run->view->lowest[i];
        raise_by(run, values + i * STRIDE, signal_of, i, 1, end, &run->view->highest[i]);
        raise_by(run, values + i * STRIDE, signal_of, i, -1, end, &below);
        run->view->lowest[i] = -below;
    }
}

/* ---- samples ---- */

void thud_system_sample(thud_system_run_state *run, double time, const double *y, bool event) {
    const thud_observer *observer = run->ledger.observer;
    if (!observer || !observer->sample || run->ledger.stopped || !evaluate(run, time, y)) return;
    for (size_t i = 0; i < run->contact_count; i++) run->force[i] = force_of(run, i);
    thud_sample sample = {
        .time = time,
        .displacement = y,
        .velocity = y + run->dof,
        .acceleration = run->slope + run->dof,
        .force = run->force,
        .event = event,
    };
    if (run->view) run->view->complete(run->system->context, run->signal, &sample);
    thud_ledger_show(&run->ledger, &sample, run->dof, run->contact_count);
}

void thud_system_watch(thud_system_run_state *run, double end) {
    for (size_t i = 0; i < run->dof; i++) watch_body(run, i, end);
    watch_functions(run, end);
    double until = run->t + end * run->h;
    if (end >= 1 && run->stop - until < THUD_SYSTEM_NOTHING * run->h) until = run->stop;
    for (; run->samples.at <= until; thud_samples_next(&run->samples)) {
        thud_runge_kutta_value(&run->method, fmin((run->samples.at - run->t) / run->h, 1), run->look);
        thud_system_sample(run, run->samples.at, run->look, false);
    }
}

/* signals at run->t */
static void take(thud_system_run_state *run, double *values) {
    const thud_system_view *view = run->view;
    if (!view || !evaluate(run, run->t, run->y)) return;
    for (size_t i = 0; i < view->count; i++) {
        values[i] = run->signal[i];
        view->highest[i] = fmax(view->highest[i], values[i]);
        view->lowest[i] = fmin(view->lowest[i], values[i]);
    }
}

void thud_system_watch_start(thud_system_run_state *run) {
    const double *slope = run->method.stage[0];
    for (size_t i = 0; i < run->dof; i++) {
        raise_to(&run->bodies[i].max_displacement, fabs(run->y[i]));
        raise_to(&run->bodies[i].max_velocity, fabs(run->y[run->dof + i]));
        raise_to(&run->bodies[i].max_acceleration, fabs(slope[run->dof + i]));
    }
    take(run, run->signal);
}

void thud_system_watch_end(thud_system_run_state *run) {
    if (!run->view) return;
    take(run, run->view->final);
    run->view->conclude(run->system->context, run->view, run->y, run->summary);
}
