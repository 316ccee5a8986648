/*
 * DOP853, after E. Hairer, S. P. Nørsett & G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., II.5,
 * II.6 and II.10. Their interpolation, nested in x and 1 − x, is expanded into powers of x once per step.
 */
#include "numeric/integral/runge_kutta.h"

#include <math.h>
#include <string.h>

#include "numeric/integral/runge_kutta_table.h"

enum { TERMS = THUD_RUNGE_KUTTA_DEGREE + 1, OTHERS = 4 }; /* others: end, fifth, third, trial */

size_t thud_runge_kutta_work(size_t count) { return count * (STAGES + TERMS + OTHERS); }

void thud_runge_kutta_init(thud_runge_kutta *method, size_t count, thud_derivative *derivative, void *context,
                           double *work) {
    *method = (thud_runge_kutta){.count = count, .derivative = derivative, .context = context};
    for (size_t i = 0; i < STAGES; i++, work += count) method->stage[i] = work;
    for (size_t i = 0; i < TERMS; i++, work += count) method->coefficient[i] = work;
    method->end = work;
    method->fifth = work + count;
    method->third = work + 2 * count;
    method->trial = work + 3 * count;
}

static bool evaluate(thud_runge_kutta *method, double t, const double *y, double *slope) {
    method->evaluations++;
    return method->derivative(method->context, t, y, slope);
}

bool thud_runge_kutta_begin(thud_runge_kutta *method, double t, const double *y) {
    return evaluate(method, t, y, method->stage[0]);
}

/* sum = Σ weight[j] k_j */
static void combine(const thud_runge_kutta *method, const double *weight, size_t stages, double *sum) {
    memset(sum, 0, method->count * sizeof *sum);
    for (size_t j = 0; j < stages; j++) {
        if (weight[j] == 0) continue;
        const double *slope = method->stage[j];
        for (size_t i = 0; i < method->count; i++) sum[i] += weight[j] * slope[i];
    }
}

/* y + h Σ coupling k */
static void move(const thud_runge_kutta *method, size_t stage, double *y) {
    combine(method, coupling[stage], stage, y);
    for (size_t i = 0; i < method->count; i++) y[i] = method->start[i] + method->h * y[i];
}

static bool take_stage(thud_runge_kutta *method, size_t stage) {
    move(method, stage, method->trial);
    return evaluate(method, method->t + node[stage] * method->h, method->trial, method->stage[stage]);
}

bool thud_runge_kutta_try(thud_runge_kutta *method, double t, double h, const double *y) {
    method->t = t;
    method->h = h;
    method->start = y;
    for (size_t stage = 1; stage < STEP_STAGES; stage++) {
        if (!take_stage(method, stage)) return false;
    }
    move(method, LAST_STAGE, method->end);
    combine(method, error_fifth, STEP_STAGES, method->fifth);
    combine(method, weight_third, STEP_STAGES, method->third);
    for (size_t i = 0; i < method->count; i++) {
        method->fifth[i] *= h;
        method->third[i] = method->end[i] - y[i] - h * method->third[i];
    }
    return true;
}

bool thud_runge_kutta_close(thud_runge_kutta *method) {
    return evaluate(method, method->t + method->h, method->end, method->stage[LAST_STAGE]);
}

/*
 * With d = y1 − y0: y = y0 + x[d + (1−x)[f1 + x[f2 + (1−x)[f3 + x[f4 + (1−x)[f5 + x f6]]]]]], where
 * f1 = h k_0 − d, f2 = 2d − h (k_0 + k_12), f3 … f6 = h Σ dense_weight k.
 */
static void expand(const thud_runge_kutta *method, size_t i, const double *tail, double *power) {
    double y0 = method->start[i], d = method->end[i] - y0;
    double first = method->h * method->stage[0][i], last = method->h * method->stage[LAST_STAGE][i];
    const double term[TERMS] = {y0, d, first - d, 2 * d - first - last, tail[0], tail[1], tail[2], tail[3]};
    memset(power, 0, TERMS * sizeof *power);
    for (size_t level = TERMS; level-- > 0;) {
        power[0] += term[level];
        if (level == 0) break;
        bool by_rest = level % 2 == 0; /* multiply by 1 − x, otherwise by x */
        for (size_t j = TERMS; j-- > 0;) {
            double lower = j > 0 ? power[j - 1] : 0;
            power[j] = by_rest ? power[j] - lower : lower;
        }
    }
}

bool thud_runge_kutta_interpolate(thud_runge_kutta *method) {
    for (size_t stage = LAST_STAGE + 1; stage < STAGES; stage++) {
        if (!take_stage(method, stage)) return false;
    }
    for (size_t i = 0; i < method->count; i++) {
        double tail[DENSE_TERMS], power[TERMS];
        for (size_t term = 0; term < DENSE_TERMS; term++) {
            tail[term] = 0;
            for (size_t j = 0; j < STAGES; j++) tail[term] += dense_weight[term][j] * method->stage[j][i];
            tail[term] *= method->h;
        }
        expand(method, i, tail, power);
        for (size_t j = 0; j < TERMS; j++) method->coefficient[j][i] = power[j];
    }
    return true;
}

void thud_runge_kutta_advance(thud_runge_kutta *method, double *y) {
    memcpy(y, method->end, method->count * sizeof *y);
    double *slope = method->stage[0];
    method->stage[0] = method->stage[LAST_STAGE];
    method->stage[LAST_STAGE] = slope;
}

void thud_runge_kutta_value(const thud_runge_kutta *method, double x, double *y) {
    memcpy(y, method->coefficient[TERMS - 1], method->count * sizeof *y);
    for (size_t j = TERMS - 1; j-- > 0;) {
        const double *power = method->coefficient[j];
        for (size_t i = 0; i < method->count; i++) y[i] = y[i] * x + power[i];
    }
}

double thud_runge_kutta_component(const thud_runge_kutta *method, size_t index, double x, int order) {
    double sum = 0;
    for (int j = TERMS - 1; j >= order; j--) {
        double factor = 1;
        for (int k = 0; k < order; k++) factor *= j - k;
        sum = sum * x + factor * method->coefficient[j][index];
    }
    return sum;
}

/* the norm of II.10: the estimate of order 5, reduced where that of order 3 is far larger */
double thud_runge_kutta_error(const thud_runge_kutta *method, const double *scale, double extra_fifth,
                              double extra_third, size_t extra_count) {
    double fifth = extra_fifth, third = extra_third;
    size_t count = extra_count;
    for (size_t i = 0; i < method->count; i++) {
        if (!(scale[i] > 0)) continue;
        double a = method->fifth[i] / scale[i], b = method->third[i] / scale[i];
        fifth += a * a;
        third += b * b;
        count++;
    }
    if (fifth == 0 && third == 0) return 0;
    return fifth / sqrt((fifth + 0.01 * third) * (double)count);
}

double thud_runge_kutta_factor(double error) {
    static const double safety = 0.9, least = 0.2, most = 6;
    if (!(error < INFINITY)) return least;
    return fmin(most, fmax(least, safety * pow(error, -1.0 / 8)));
}
