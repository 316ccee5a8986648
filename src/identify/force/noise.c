/*
 * Autoregressive noise: J. P. Burg's reflection coefficients (Modern Spectrum Analysis, IEEE Press 1978, 34–48),
 * which need no window and always give a stable process. The order m minimises
 *
 *     N ln vₘ + m ln N   (G. Schwarz, Ann. Statist. 6 (1978) 461–464),
 *
 * where vₘ is the variance of a residual given the m before it. The first order costs 10.83, which white noise
 * passes once in 1,000 times (χ²₁), so that white noise is rarely taken for correlated.
 */
#include "identify/force/noise.h"

#include <math.h>
#include <string.h>

#include "numeric/normal.h"

enum { MOST = THUD_NOISE_MOST_ORDER, SAMPLES_FOR_EACH = 10 };

static const double FIRST = 10.83;
static const double NOTHING = 1e-4; /* an autocorrelation that counts as zero */

/* raises the order by one: forward and backward errors, coefficients and the remaining variance */
static double reflect(double *forward, double *backward, size_t from, size_t count, double *coefficients,
                      int order) {
    double product = 0, squares = 0, before[MOST];
    for (size_t i = from; i < count; i++) {
        product += forward[i] * backward[i - 1];
        squares += forward[i] * forward[i] + backward[i - 1] * backward[i - 1];
    }
    double k = squares > 0 ? 2 * product / squares : 0;
    for (size_t i = count - 1; i >= from; i--) {
        double ahead = forward[i], behind = backward[i - 1];
        forward[i] = ahead - k * behind;
        backward[i] = behind - k * ahead;
    }
    memcpy(before, coefficients, sizeof before);
    for (int j = 0; j < order; j++) coefficients[j] = before[j] - k * before[order - 1 - j];
    coefficients[order] = k;
    return 1 - k * k;
}

thud_noise thud_noise_estimate(const double *residuals, size_t count, double *work) {
    thud_noise best = {.gain = 1};
    double *forward = work, *backward = work + count, coefficients[MOST] = {0}, left = 1, least = 0;
    size_t most = count / SAMPLES_FOR_EACH < MOST ? count / SAMPLES_FOR_EACH : MOST;
    memcpy(forward, residuals, count * sizeof *forward);
    memcpy(backward, residuals, count * sizeof *backward);
    for (size_t order = 0; order < most; order++) {
        left *= reflect(forward, backward, order + 1, count, coefficients, (int)order);
        if (!(left > 0)) break;
        double criterion = (double)count * log(left) + (double)order * log((double)count) + FIRST;
        if (!(criterion < least)) continue;
        least = criterion;
        best = (thud_noise){.order = (int)order + 1, .gain = 1 / left};
        memcpy(best.coefficients, coefficients, sizeof coefficients);
    }
    return best;
}

/*
 * Converts the coefficients to reflection coefficients, and these to the autocorrelation up to the order (N.
 * Levinson); beyond that it follows the process itself.
 */
size_t thud_noise_correlation(const thud_noise *noise, double *correlation, size_t most) {
    double a[MOST][MOST];
    int p = noise->order;
    correlation[0] = 1;
    if (p == 0 || most < 2) return 1;
    memcpy(a[p - 1], noise->coefficients, sizeof a[0]);
    for (int m = p - 1; m > 0; m--) {
        double k = a[m][m];
        for (int j = 0; j < m; j++) a[m - 1][j] = (a[m][j] + k * a[m][m - 1 - j]) / (1 - k * k);
    }
    size_t count = 1, still = 0;
    for (; count < most && still <= (size_t)p; count++) {
        int order = count < (size_t)p ? (int)count : p;
        double sum = 0;
        for (int j = 0; j < order; j++) sum += a[order - 1][j] * correlation[count - 1 - (size_t)j];
        correlation[count] = sum;
        still = fabs(sum) < NOTHING ? still + 1 : 0;
    }
    return count;
}

/* the cube root of Wilson and Hilferty for both χ² (E. Paulson, Ann. Math. Statist. 13 (1942) 233–235) */
double thud_variance_ratio_tail(double ratio, double above, double below) {
    double root = cbrt(ratio), u = 2 / (9 * above), l = 2 / (9 * below);
    return thud_normal_below(((1 - u) - (1 - l) * root) / sqrt(l * root * root + u));
}
