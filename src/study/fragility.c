/*
 * Fragility curves: P(x) = Φ(ln(x/θ)/β), by maximum likelihood (J. W. Baker, Earthquake Spectra 31 (2015) 579).
 *
 * With z = a + b ln x, b = 1/β, a = −ln θ/β it is probit regression, whose log-likelihood
 *     L = Σ nᵢ ln Φ(zᵢ) + (Nᵢ − nᵢ) ln Φ(−zᵢ)
 * is concave in (a, b): Newton's method, with steps halved while L falls, finds its one maximum where there is one.
 * There is none when a level separates those that exceed from those that do not. Errors are those of the observed
 * information −∂²L, carried over to θ and β.
 */
#include <math.h>
#include <stdlib.h>

#include <thud/study.h>

#include "base/environment.h"
#include "numeric/normal.h"

typedef struct data {
    size_t count;
    double *x; /* ln of the levels, less their mean */
    const size_t *exceed, *total;
    double mean;
} data;

/* L, its slope and its negative curvature */
typedef struct likelihood {
    double value;
    double slope[2];
    double information[3]; /* aa, ab, bb */
} likelihood;

static likelihood evaluate(const data *d, double a, double b) {
    likelihood out = {0};
    for (size_t i = 0; i < d->count; i++) {
        const double x = d->x[i], z = a + b * x, n = (double)d->exceed[i], m = (double)(d->total[i] - d->exceed[i]);
        double slope = 0, curvature = 0;
        if (n > 0) {
            const double h = thud_normal_hazard(z);
            out.value += n * thud_normal_log_below(z);
            slope += n * h;
            curvature += n * h * (z + h);
        }
        if (m > 0) {
            const double h = thud_normal_hazard(-z);
            out.value += m * thud_normal_log_below(-z);
            slope -= m * h;
            curvature += m * h * (h - z);
        }
        out.slope[0] += slope;
        out.slope[1] += slope * x;
        out.information[0] += curvature;
        out.information[1] += curvature * x;
        out.information[2] += curvature * x * x;
    }
    return out;
}

static double determinant(const likelihood *l) {
    return l->information[0] * l->information[2] - l->information[1] * l->information[1];
}

/* whether more than one level has cases, and they are not separated: neither do all lower ones stay below nor all
   higher ones exceed */
static bool is_separated(const data *d) {
    double lowest_exceeding = INFINITY, highest_exceeding = -INFINITY, lowest_not = INFINITY,
           highest_not = -INFINITY;
    for (size_t i = 0; i < d->count; i++) {
        if (d->exceed[i] > 0) {
            lowest_exceeding = fmin(lowest_exceeding, d->x[i]);
            highest_exceeding = fmax(highest_exceeding, d->x[i]);
        }
        if (d->total[i] > d->exceed[i]) {
            lowest_not = fmin(lowest_not, d->x[i]);
            highest_not = fmax(highest_not, d->x[i]);
        }
    }
    return lowest_exceeding >= highest_not || highest_exceeding <= lowest_not;
}

/* one step of Newton's method, halved until L does not fall; false if none works */
static bool step(const data *d, double *a, double *b, likelihood *l, double *size) {
    const double det = determinant(l);
    if (!(det > 0) || !isfinite(det)) return false;
    const double da = (l->information[2] * l->slope[0] - l->information[1] * l->slope[1]) / det;
    const double db = (l->information[0] * l->slope[1] - l->information[1] * l->slope[0]) / det;
    double share = 1;
    for (int i = 0; i < 60; i++, share *= 0.5) {
        const likelihood next = evaluate(d, *a + share * da, *b + share * db);
        /* near the maximum L is known only to its rounding */
        if (!(next.value >= l->value - 1e-14 * fabs(l->value))) continue;
        *a += share * da;
        *b += share * db;
        *l = next;
        *size = hypot(share * da, share * db);
        return true;
    }
    return false;
}

static thud_status fit(const data *d, thud_fragility *out) {
    double a = 0, b = 1, size = INFINITY;
    likelihood l = evaluate(d, a, b);
    int i = 0;
    for (; i < 100 && size > 1e-13 * (1 + hypot(a, b)); i++)
        if (!step(d, &a, &b, &l, &size)) break;
    const double det = determinant(&l);
    /* the maximum is flat or falling, or never reached */
    if (!(det > 0) || !(b > 0) || !isfinite(a) || !(size <= 1e-8 * (1 + hypot(a, b)))) return THUD_ERROR_ACCURACY;
    const double aa = l.information[2] / det, ab = -l.information[1] / det, bb = l.information[0] / det;
    /* ln θ = mean − a/b: its slopes by a and b are −1/b and a/b² */
    const double da = -1 / b, db = a / (b * b);
    out->median = exp(d->mean - a / b);
    out->dispersion = 1 / b;
    out->median_error = out->median * sqrt(da * da * aa + 2 * da * db * ab + db * db * bb);
    out->dispersion_error = sqrt(bb) / (b * b);
    out->log_likelihood = l.value;
    return THUD_OK;
}

thud_status thud_fragility_fit(size_t count, const double *levels, const size_t *exceed, const size_t *total,
                               thud_fragility *fragility) {
    THUD_PLAIN_ENVIRONMENT;
    if (!levels || !exceed || !total || !fragility || count == 0) return THUD_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (!(levels[i] > 0) || isinf(levels[i]) || exceed[i] > total[i]) return THUD_ERROR_ARGUMENT;
    data d = {.count = count, .x = malloc(count * sizeof *d.x), .exceed = exceed, .total = total};
    if (!d.x) return THUD_ERROR_MEMORY;
    double cases = 0;
    for (size_t i = 0; i < count; i++) {
        d.mean += (double)total[i] * log(levels[i]);
        cases += (double)total[i];
    }
    d.mean = cases > 0 ? d.mean / cases : 0;
    for (size_t i = 0; i < count; i++) d.x[i] = log(levels[i]) - d.mean;
    const thud_status status = is_separated(&d) ? THUD_ERROR_ACCURACY : fit(&d, fragility);
    free(d.x);
    return status;
}
