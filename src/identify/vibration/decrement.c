/*
 * Logarithmic decrement: extremes of alternate sign come every half period and fall by e^(−δ/2),
 *
 *     xⱼ = b + (−1)ʲ A e^(−δ j/2),   tⱼ = t₀ + j T/2.
 *
 * Each extreme is the vertex of a parabola through the readings about it; δ comes from least squares in the
 * extremes themselves, whose errors are alike, and not in their logarithms, whose errors grow as they fall.
 */
#include <math.h>
#include <stdlib.h>

#include "identify/least_squares.h"
#include "identify/median.h"
#include "identify/vibration/vibration.h"

enum { LEAST = 4 };

static const double LOW = 0.03;  /* relative to the largest extreme: rest begins below this */
static const double NOISE = 6;   /* standard deviations of it, likewise */
static const double ABOUT = 0.1; /* relative to a period: readings this close on both sides belong to an extreme */

typedef struct extreme {
    double time, value;
} extreme;

typedef struct extremes {
    extreme *list;
    size_t count;
} extremes;

static double reading(const thud_decay *d, size_t i) { return d->motion->acceleration[i] - d->offset; }

/* the parabola through the samples within `reach` of one, or through its neighbours: y = c₀ + c₁ u + c₂ u² */
static extreme vertex(const thud_decay *d, size_t at, double reach) {
    double centre = thud_motion_time(d->motion, at), s[5] = {0}, r[3] = {0};
    size_t from = at - 1, to = at + 1; /* with lobes before and after its own */
    while (from > d->first && centre - thud_motion_time(d->motion, from - 1) <= reach) from--;
    while (to + 1 < d->motion->count && thud_motion_time(d->motion, to + 1) - centre <= reach) to++;
    double unit = thud_motion_time(d->motion, to) - thud_motion_time(d->motion, from);
    for (size_t i = from; i <= to; i++) {
        double u = (thud_motion_time(d->motion, i) - centre) / unit, y = reading(d, i), power = 1;
        for (int k = 0; k < 5; k++, power *= u) {
            s[k] += power;
            if (k < 3) r[k] += power * y;
        }
    }
    double det = s[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (s[1] * s[4] - s[3] * s[2]) +
                 s[2] * (s[1] * s[3] - s[2] * s[2]);
    double c0 = (r[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (r[1] * s[4] - s[3] * r[2]) +
                 s[2] * (r[1] * s[3] - s[2] * r[2])) /
                det;
    double c1 = (s[0] * (r[1] * s[4] - r[2] * s[3]) - r[0] * (s[1] * s[4] - s[3] * s[2]) +
                 s[2] * (s[1] * r[2] - r[1] * s[2])) /
                det;
    double c2 = (s[0] * (s[2] * r[2] - s[3] * r[1]) - s[1] * (s[1] * r[2] - s[2] * r[1]) +
                 r[0] * (s[1] * s[3] - s[2] * s[2])) /
                det;
    double u = -c1 / (2 * c2);
    if (!(fabs(u) < 1)) return (extreme){centre, reading(d, at)};
    return (extreme){centre + u * unit, c0 + u * c1 / 2};
}

/* noise of the readings: the median of their fourth differences, in which a vibration with twenty samples per
   period vanishes */
static double noise_of(const thud_decay *d, double *scratch) {
    size_t count = d->motion->count - d->first;
    if (count < 16) return 0;
    for (size_t i = 0; i + 4 < count; i++) {
        const double *x = d->motion->acceleration + d->first + i;
        scratch[i] = fabs(x[0] - 4 * x[1] + 6 * x[2] - 4 * x[3] + x[4]);
    }
    return thud_median(scratch, count - 4) / (0.6745 * sqrt(70)); /* for a normal distribution, and five readings */
}

/*
 * The extreme sample of each lobe. A lobe ends where the sign has changed for good. The last lobe is the one
 * before a lobe below the noise, or twice as long as expected.
 */
static void find_lobes(const thud_decay *d, double low, size_t *peaks, size_t *count) {
    size_t best = d->first, longest = d->motion->count;
    double sign = reading(d, d->first) > 0 ? 1 : -1;
    for (size_t i = d->first; i < d->motion->count && i - best < longest; i++) {
        double value = sign * reading(d, i);
        if (value > sign * reading(d, best)) best = i;
        if (value > -low) continue;
        peaks[(*count)++] = best;
        if (*count > 2) longest = 2 * (peaks[*count - 1] - peaks[0]) / (*count - 1);
        sign = -sign;
        best = i;
    }
}

static bool residuals_of(const double *x, void *context, double *residuals, double *jacobian) {
    const extremes *e = context;
    if (!(fabs(x[1]) < 20)) return false;
    for (size_t j = 0; j < e->count; j++) {
        double sign = j % 2 ? -1 : 1, fall = exp(-x[1] * (double)j / 2);
        if (residuals) residuals[j] = x[2] + sign * x[0] * fall - e->list[j].value;
        if (!jacobian) continue;
        jacobian[3 * j] = sign * fall;
        jacobian[3 * j + 1] = -sign * x[0] * fall * (double)j / 2;
        jacobian[3 * j + 2] = 1;
    }
    return true;
}

/* half the period and its variance: the line through the instants, weighted by the size of the extremes */
static double half_period(const extremes *e, double *variance) {
    double w = 0, x = 0, t = 0, xx = 0, xt = 0, sum = 0;
    for (size_t j = 0; j < e->count; j++) {
        double weight = e->list[j].value * e->list[j].value;
        w += weight;
        x += weight * (double)j;
        t += weight * e->list[j].time;
    }
    x /= w;
    t /= w;
    for (size_t j = 0; j < e->count; j++) {
        double weight = e->list[j].value * e->list[j].value, off = (double)j - x;
        xx += weight * off * off;
        xt += weight * off * (e->list[j].time - t);
    }
    double slope = xt / xx;
    for (size_t j = 0; j < e->count; j++) {
        double rest = e->list[j].time - t - slope * ((double)j - x);
        sum += e->list[j].value * e->list[j].value * rest * rest;
    }
    *variance = sum / (double)(e->count - 2) / xx;
    return slope;
}

static thud_status conclude(extremes *e, thud_mode *mode) {
    double last = fabs(e->list[e->count - 1].value / e->list[0].value);
    double start[] = {e->list[0].value, -2 * log(last) / (double)(e->count - 1), 0};
    thud_least_squares problem = {residuals_of, e, e->count, 0, 3, 1e-10, 0};
    thud_solution s;
    thud_status status = thud_least_squares_solve(&problem, start, &s);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    double variance, half = half_period(e, &variance), decrement = s.x[1];
    if (!(half > 0 && decrement > 0)) return THUD_OK;
    /* f = 1/(2 half), α = δ/(2 half) */
    double frequency = 1 / (2 * half), f_by_half = -frequency / half, rate = decrement * frequency;
    double rate_variance =
        frequency * frequency * s.covariance[1][1] + decrement * decrement * f_by_half * f_by_half * variance;
    *mode = thud_mode_of(frequency, rate, f_by_half * f_by_half * variance, rate_variance,
                         decrement * f_by_half * f_by_half * variance, e->count);
    return THUD_OK;
}

/* the extremes of the lobes; the first, just after the release, is one-sided and left out */
static void find_extremes(const thud_decay *d, const size_t *peaks, size_t count, extremes *e) {
    double span = thud_motion_time(d->motion, peaks[count - 1]) - thud_motion_time(d->motion, peaks[0]);
    double reach = ABOUT * 2 * span / (double)(count - 1);
    for (size_t j = 1; j < count; j++) e->list[e->count++] = vertex(d, peaks[j], reach);
}

thud_status thud_decay_decrement(const thud_decay *d, thud_mode *mode) {
    size_t room = d->motion->count - d->first + 1, count = 0;
    size_t *peaks = malloc(room * sizeof *peaks);
    double *scratch = malloc(room * sizeof *scratch);
    extremes e = {malloc(room * sizeof *e.list), 0};
    thud_status status = peaks && scratch && e.list ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) {
        find_lobes(d, fmax(LOW * d->amplitude, NOISE * noise_of(d, scratch)), peaks, &count);
        if (count > LEAST) find_extremes(d, peaks, count, &e);
        if (e.count >= LEAST) status = conclude(&e, mode);
    }
    free(peaks);
    free(scratch);
    free(e.list);
    return status;
}
