/*
 * Hunt–Crossley structure: m δ̈ + k δⁿ (1 + χ δ̇/v) = 0.
 *
 * Its first integral gives (1+e) χ = ln[(1+χ)/(1−χ e)] for every n: Marhefka & Orin 1999, Gonthier et al. 2004,
 * Khatiwada et al. 2014. As printed the relation cancels twice when e is near 1. Taking the first two terms of both
 * logarithms out by hand leaves
 *     χ [r(χ) + e³ r(−χ e)] = (1−e²)/2,   r(z) = (ln(1+z) − z + z²/2)/z³,
 * in which nothing cancels; both sides are the energy lost. For small e the factor 1 − χ e falls like exp(−1/e), so
 * there its logarithm is the unknown instead.
 */
#include <float.h>
#include <math.h>

#include "law/relation.h"
#include "numeric/elementary.h"

enum { MAX_ITERATIONS = 20 };

/* the energy lost, as the left side of the relation */
static double scaled_loss(double chi, double e) {
    return chi * (thud_log_remainder(chi) + e * e * e * thud_log_remainder(-chi * e));
}

/* Newton on ln(1−χe), for e below about 0.4, where its slope is nearly one */
static double damping_of_small_restitution(double e) {
    double rest = (1 + 1 / e) * exp(-(1 + e) / e); /* 1 − χ e */
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        double chi = (1 - rest) / e;
        double step = log(rest) - log1p(chi) + (1 + e) * chi;
        double slope = 1 + rest * (1 / (e * (1 + chi)) - (1 + e) / e);
        double change = step / slope;
        rest *= exp(-change);
        if (!(fabs(change) * rest > DBL_EPSILON / 2)) break;
    }
    return (1 - rest) / e;
}

/* χ to 1e-5 by a fit of e χ/(1−e) over 0.35 ≤ e ≤ 1; two Newton steps then reach the last bit */
static double fitted_damping(double e) {
    static const double FIT[] = {0.31810928, -1.4997835, 3.0427973, -3.4489973, 2.1788582, 0.90902216};
    double sum = 0;
    for (int i = 0; i < 6; i++) sum = sum * e + FIT[i];
    return sum * (1 - e) / e;
}

double thud_hunt_crossley_damping(double e) {
    if (e == 1) return 0;
    if (e < 0.02) return 1 / e; /* 1 − χ e < 1e-20 */
    if (e < 0.35) return damping_of_small_restitution(e);

    /* Newton on loss(χ) = (1−e²)/2 */
    double loss = (1 - e) * (1 + e) / 2, chi = fitted_damping(e);
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        double excess = loss - scaled_loss(chi, e);
        double slope = (1 + e) * ((1 - e) - chi * e) / (chi * (1 + chi) * (1 - chi * e)) - 2 * excess / chi;
        double change = excess / slope;
        chi -= change;
        if (!(fabs(change) > 1e-8 * chi)) break; /* quadratic convergence: the next change is below the last bit */
    }
    return chi;
}

/* e for large χ, from the factor 1 − χe: (1−χe) − 1 − ln(1−χe) = χ − ln(1+χ) */
static double restitution_of_large_damping(double chi) {
    double target = chi - log1p(chi);
    double rest = exp(-1 - target);
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        double change = (rest - 1 - log(rest) - target) * rest / (1 - rest);
        rest += change;
        if (!(fabs(change) > DBL_EPSILON / 2)) break;
    }
    return (1 - rest) / chi;
}

double thud_hunt_crossley_restitution(double chi, double *loss) {
    static const double LARGE = 1.5; /* e = 0.49 here, so 1 − e² no longer cancels */
    double e = 1;
    if (chi > 40) {
        e = 1 / chi; /* 1 − χ e < 1e-16 */
    } else if (chi > LARGE) {
        e = restitution_of_large_damping(chi);
    } else if (chi > 0) {
        e = 1 / (1 + chi * (2.0 / 3 - chi / 60));
        for (int i = 0; i < MAX_ITERATIONS; i++) {
            double excess = (1 - e) * (1 + e) / 2 - scaled_loss(chi, e);
            double change = excess * (1 - chi * e) / e;
            e += change;
            if (!(fabs(change) > 1e-9)) break;
        }
    }
    *loss = chi > LARGE ? (1 - e) * (1 + e) / 2 : scaled_loss(chi, e);
    return e;
}
