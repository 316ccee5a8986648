/*
 * Peaks of signals. A signal is evaluated at a few evenly spaced instants of each step, with the accelerations that
 * the equations of motion have there; where one of the values is not below its neighbours and more than the largest
 * so far may lie beside it, the place is that of the polynomial through all of them, and the value is computed
 * there: near a peak an error of the place counts by its square.
 */
#include <math.h>

#include "numeric/golden_section.h"
#include "system/run.h"

enum { PARTS = THUD_SYSTEM_LOOKS, SECTIONS = 40 };

static void evaluate(thud_system_run_state *run, double time, const double *y, const double *slope, double *out) {
    run->view->evaluate(run->system->context, thud_system_near_side(run, time), y, y + run->dof, slope + run->dof,
                        out);
}

/* all signals at x of the step; false where there are no accelerations */
static bool look(thud_system_run_state *run, double x, double *out) {
    const double time = run->t + x * run->h;
    thud_runge_kutta_value(&run->method, x, run->look);
    if (!thud_system_slope(run, time, run->look, run->slope)) return false;
    evaluate(run, time, run->look, run->slope, out);
    return true;
}

static double at(thud_system_run_state *run, size_t signal, double sign, double x) {
    return look(run, x, run->signal) ? sign * run->signal[signal] : -INFINITY;
}

/* the polynomial through the values of a step, at x parts of it */
static double polynomial(double x, const void *values) {
    const double *value = values;
    static const double weight[PARTS + 1] = {1, -8, 28, -56, 70, -56, 28, -8, 1};
    double sum = 0, weights = 0;
    for (int j = 0; j <= PARTS; j++) {
        if (x == j) return value[j];
        sum += weight[j] / (x - j) * value[j];
        weights += weight[j] / (x - j);
    }
    return sum / weights;
}

/* the largest of sign · signal in the step up to `end`, if it is above `known` */
static double highest(thud_system_run_state *run, size_t signal, double sign, double end, double known) {
    const size_t count = run->view->count;
    double value[PARTS + 1], best = known;
    for (int j = 0; j <= PARTS; j++) {
        value[j] = sign * run->signals[(size_t)j * count + signal];
        best = fmax(best, value[j]);
    }
    for (int j = 0; j <= PARTS; j++) {
        int left = j > 0 ? j - 1 : 0, right = j < PARTS ? j + 1 : PARTS;
        if (value[j] < value[left] || value[j] < value[right]) continue;
        /* the parabola through this value and two beside it stays below */
        int middle = j == 0 ? 1 : j == PARTS ? PARTS - 1 : j;
        double bound = value[j] + fabs(value[middle - 1] - 2 * value[middle] + value[middle + 1]);
        if (bound > best)
            best = fmax(best, at(run, signal, sign,
                                 end * thud_golden_section(polynomial, value, left, right, SECTIONS) / PARTS));
    }
    return best;
}

void thud_system_signals_reset(thud_system_run_state *run) {
    for (size_t i = 0; i < run->view->count; i++) {
        run->view->highest[i] = -INFINITY;
        run->view->lowest[i] = INFINITY;
    }
}

static void take(thud_system_run_state *run, const double *values) {
    const thud_system_view *view = run->view;
    for (size_t i = 0; i < view->count; i++) {
        view->highest[i] = fmax(view->highest[i], values[i]);
        view->lowest[i] = fmin(view->lowest[i], values[i]);
    }
}

void thud_system_watch_signals(thud_system_run_state *run, double end) {
    const thud_system_view *view = run->view;
    for (size_t j = 0; j <= PARTS; j++) {
        double x = end * (double)j / PARTS, *values = run->signals + j * view->count;
        if (!look(run, x, values)) return;
        if (view->show && end > 0) view->show(run->system->context, run->t + x * run->h, values, &run->ledger);
    }
    for (size_t i = 0; i < view->count; i++) {
        view->highest[i] = highest(run, i, 1, end, view->highest[i]);
        view->lowest[i] = -highest(run, i, -1, end, -view->lowest[i]);
    }
}

void thud_system_signals_start(thud_system_run_state *run) {
    evaluate(run, run->t, run->y, run->method.stage[0], run->signal);
    take(run, run->signal);
}

void thud_system_signals_end(thud_system_run_state *run) {
    const thud_system_view *view = run->view;
    if (thud_system_slope(run, run->t, run->y, run->slope)) {
        evaluate(run, run->t, run->y, run->slope, view->final);
        take(run, view->final);
    }
    view->conclude(run->system->context, view, run->y, run->summary);
}
