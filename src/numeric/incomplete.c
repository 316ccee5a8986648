/*
 * P(a, x) by its power series below a + 1 and Q(a, x) by Legendre's continued fraction above (Abramowitz & Stegun
 * 6.5.29 and 6.5.31); Iₓ(a, b) by the continued fraction of A&S 26.5.8 on the side where it converges fast. The
 * fractions are evaluated by the method of W. J. Lentz, Appl. Opt. 15 (1976) 668. ln Γ is Stirling's series behind
 * a recurrence: the C library's function writes to a variable that all threads share.
 *
 * Quantiles are roots: of P in ln x from the approximation of E. B. Wilson & M. M. Hilferty, Proc. Natl. Acad. Sci.
 * 17 (1931) 684, and of I in ln x or ln(1 − x).
 */
#include "numeric/incomplete.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "numeric/constant.h"
#include "numeric/normal.h"
#include "numeric/root.h"

enum { MOST_TERMS = 100000 }; /* the series takes about 6 √a of them */

/* Stirling's series is exact to 1e-16 from 12 on with these terms */
static double log_gamma(double a) {
    static const double series[] = {1.0 / 12,   -1.0 / 360,        1.0 / 1260, -1.0 / 1680,
                                    1.0 / 1188, -691.0 / 360360.0, 1.0 / 156};
    double product = 1;
    for (; a < 12; a++) product *= a;
    double sum = 0, power = 1 / a;
    for (int i = 0; i < 7; i++, power /= a * a) sum += series[i] * power;
    return (a - 0.5) * log(a) - a + 0.5 * log(2 * THUD_PI) + sum - log(product);
}

/* ---- gamma ---- */

static double gamma_factor(double a, double x) { return exp(a * log(x) - x - log_gamma(a)); }

static double gamma_series(double a, double x) {
    double term = 1 / a, sum = term;
    for (int i = 1; i < MOST_TERMS && term > DBL_EPSILON / 4 * sum; i++) sum += term *= x / (a + i);
    return sum * gamma_factor(a, x);
}

static double gamma_fraction(double a, double x) {
    double b = x + 1 - a, c = 1 / DBL_MIN, d = 1 / b, f = d;
    for (int i = 1; i < MOST_TERMS; i++) {
        const double n = -i * (i - a);
        b += 2;
        d = 1 / (n * d + b);
        c = b + n / c;
        f *= c * d;
        if (fabs(c * d - 1) < DBL_EPSILON) break;
    }
    return f * gamma_factor(a, x);
}

double thud_gamma_below(double a, double x) {
    if (!(x > 0)) return x == 0 ? 0 : NAN;
    if (isinf(x)) return 1;
    return x < a + 1 ? gamma_series(a, x) : 1 - gamma_fraction(a, x);
}

double thud_gamma_above(double a, double x) {
    if (!(x > 0)) return x == 0 ? 1 : NAN;
    if (isinf(x)) return 0;
    return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

/* ---- beta ---- */

static double beta_fraction(double a, double b, double x) {
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / d;
    double f = d;
    for (int m = 1; m < MOST_TERMS; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        f *= c * d;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        f *= c * d;
        if (fabs(c * d - 1) < DBL_EPSILON) break;
    }
    return f;
}

/* xᵃ (1 − x)ᵇ / (a B(a, b)) times the fraction; y = 1 − x is given, since it may be small */
static double beta_part(double a, double b, double x, double y) {
    const double log_beta = log_gamma(a) + log_gamma(b) - log_gamma(a + b);
    return exp(a * log(x) + b * log(y) - log_beta) / a * beta_fraction(a, b, x);
}

static double beta_of(double a, double b, double x, double y) {
    if (x <= 0) return 0;
    if (y <= 0) return 1;
    return x < (a + 1) / (a + b + 2) ? beta_part(a, b, x, y) : 1 - beta_part(b, a, y, x);
}

double thud_beta_below(double a, double b, double x) { return beta_of(a, b, x, 1 - x); }

/* ---- quantiles ---- */

/* what the root is sought of, as a function of ln x */
typedef struct goal {
    double a, b; /* b is 0 for a gamma function */
    double share;
    bool above; /* the share lies above x */
} goal;

static double miss(double t, const void *context) {
    const goal *g = context;
    const double x = exp(t), y = -expm1(t);
    const double share = g->b > 0   ? (g->above ? beta_of(g->b, g->a, y, x) : beta_of(g->a, g->b, x, y))
                         : g->above ? thud_gamma_above(g->a, x)
                                    : thud_gamma_below(g->a, x);
    const double out = fmax(log(share), -1e6) - log(g->share); /* a share of zero must stay a number */
    return g->above ? -out : out;
}

/* widens a bracket about a first guess until the root is in it */
static double find(const goal *g, double guess, double width, double most) {
    double low = guess - width, high = fmin(guess + width, most);
    for (int i = 0; i < 60 && miss(low, g) > 0; i++) low -= width *= 2;
    for (int i = 0; i < 60 && high < most && miss(high, g) < 0; i++) high = fmin(high + (width *= 2), most);
    return exp(thud_root_bracketed(miss, g, low, high, 0));
}

double thud_gamma_quantile(double a, double p, double q) {
    if (!(p > 0)) return p == 0 ? 0 : NAN;
    if (!(q > 0)) return q == 0 ? INFINITY : NAN;
    const goal g = {.a = a, .share = fmin(p, q), .above = q < p};
    const double z = g.above ? -thud_normal_quantile(q) : thud_normal_quantile(p);
    const double root = 1 - 1 / (9 * a) + z / (3 * sqrt(a));
    /* where that has no sense P ≈ xᵃ / Γ(a + 1) */
    const double guess = root > 0.1 ? log(a) + 3 * log(root) : (log(p) + log_gamma(a + 1)) / a;
    return find(&g, guess, 0.1 / sqrt(a), INFINITY);
}

double thud_beta_quantile(double a, double b, double p, double q) {
    if (!(p > 0)) return p == 0 ? 0 : NAN;
    if (!(q > 0)) return q == 0 ? 1 : NAN;
    /* from the side with the smaller x, where ln x has all digits */
    const bool turned = p > thud_beta_below(a, b, 0.5);
    const goal g = {.a = turned ? b : a, .b = turned ? a : b, .share = fmin(p, q), .above = turned ? p < q : q < p};
    const double x = find(&g, log(g.a / (g.a + g.b)) - 0.1, 0.1, 0);
    return turned ? 1 - x : x;
}
