/*
 * Quantiles of distributions that may be cut off at both ends. One that is cut off at a and b takes the share u of
 * what lies between them: F = F(a) + u (F(b) − F(a)), or the same by S = 1 − F where S is the smaller, so that a
 * piece of the upper tail keeps its digits.
 */
#include "study/distribution.h"

#include <math.h>

#include "numeric/constant.h"
#include "numeric/incomplete.h"
#include "numeric/normal.h"

static const double EULER = 0.57721566490153286061;

/* F, S and the quantile by both, for one distribution whose whole range is known */
typedef struct family {
    double (*below)(const thud_variate *v, double x);
    double (*above)(const thud_variate *v, double x);
    double (*quantile)(const thud_variate *v, double p, double q);
} family;

/* ---- gamma: shape a = (mean/deviation)², scale = mean/a ---- */

static double gamma_shape(const thud_variate *v) { return v->centre / v->spread * (v->centre / v->spread); }

static double gamma_below(const thud_variate *v, double x) {
    const double a = gamma_shape(v);
    return x > 0 ? thud_gamma_below(a, x * a / v->centre) : 0;
}

static double gamma_above(const thud_variate *v, double x) {
    const double a = gamma_shape(v);
    return x > 0 ? thud_gamma_above(a, x * a / v->centre) : 1;
}

static double gamma_quantile(const thud_variate *v, double p, double q) {
    const double a = gamma_shape(v);
    return thud_gamma_quantile(a, p, q) * (v->centre / a);
}

/* ---- Weibull: S = exp(−(x/scale)^shape) ---- */

static double weibull_power(const thud_variate *v, double x) { return x > 0 ? pow(x / v->centre, v->spread) : 0; }

static double weibull_below(const thud_variate *v, double x) { return -expm1(-weibull_power(v, x)); }

static double weibull_above(const thud_variate *v, double x) { return exp(-weibull_power(v, x)); }

static double weibull_quantile(const thud_variate *v, double p, double q) {
    return v->centre * pow(q < p ? -log(q) : -log1p(-p), 1 / v->spread);
}

/* ---- Gumbel, of largest values: F = exp(−e⁻ʸ), y = (x − mode)/β, β = √6 deviation/π, mode = mean − γβ ---- */

static double gumbel_scale(const thud_variate *v) { return v->spread * sqrt(6.0) / THUD_PI; }

static double gumbel_power(const thud_variate *v, double x) {
    const double scale = gumbel_scale(v);
    return exp(-((x - v->centre) / scale + EULER));
}

static double gumbel_below(const thud_variate *v, double x) { return exp(-gumbel_power(v, x)); }

static double gumbel_above(const thud_variate *v, double x) { return -expm1(-gumbel_power(v, x)); }

static double gumbel_quantile(const thud_variate *v, double p, double q) {
    return v->centre - gumbel_scale(v) * (EULER + log(q < p ? -log1p(-q) : -log(p)));
}

/* ---- beta between low and high: m the mean and s the deviation of (x − low)/(high − low) ---- */

static double beta_value(const thud_variate *v, double u) {
    const double width = v->high - v->low, m = (v->centre - v->low) / width, s = v->spread / width;
    const double sum = m * (1 - m) / (s * s) - 1;
    return v->low + width * thud_beta_quantile(m * sum, (1 - m) * sum, u, 1 - u);
}

/* ---- the others ---- */

static double triangular_value(const thud_variate *v, double u) {
    const double width = v->high - v->low, share = (v->centre - v->low) / width;
    return u < share ? v->low + width * sqrt(u * share) : v->high - width * sqrt((1 - u) * (1 - share));
}

static double discrete_value(const thud_variate *v, double u) {
    size_t low = 0, high = v->value_count - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (u < v->shares[middle]) high = middle;
        else low = middle + 1;
    }
    return v->values[low];
}

/* straight lines between measured values, which stand at equal shares from 0 to 1 */
static double empirical_value(const thud_variate *v, double u) {
    const double place = u * (double)(v->value_count - 1);
    const size_t i = (size_t)place;
    if (i + 1 >= v->value_count) return v->values[v->value_count - 1];
    return v->values[i] + (place - (double)i) * (v->values[i + 1] - v->values[i]);
}

static double normal_value(const thud_variate *v, double u) {
    const bool logarithmic = v->distribution == THUD_DISTRIBUTION_LOGNORMAL;
    const double centre = logarithmic ? log(v->centre) : v->centre;
    const double low = logarithmic ? (v->low > 0 ? log(v->low) : -INFINITY) : v->low;
    const double high = logarithmic ? log(v->high) : v->high;
    const double z = thud_normal_between((low - centre) / v->spread, (high - centre) / v->spread, u);
    const double x = centre + v->spread * z;
    return logarithmic ? exp(x) : x;
}

static double cut_value(const thud_variate *v, const family *f, double u) {
    const double below[2] = {f->below(v, v->low), f->below(v, v->high)},
                 above[2] = {f->above(v, v->low), f->above(v, v->high)};
    const double p = below[0] + u * (below[1] - below[0]), q = above[1] + (1 - u) * (above[0] - above[1]);
    return f->quantile(v, p, q);
}

static double value_of(const thud_variate *v, double u) {
    static const family gamma = {gamma_below, gamma_above, gamma_quantile},
                        weibull = {weibull_below, weibull_above, weibull_quantile},
                        gumbel = {gumbel_below, gumbel_above, gumbel_quantile};
    switch (v->distribution) {
    case THUD_DISTRIBUTION_UNIFORM: return v->low + u * (v->high - v->low);
    case THUD_DISTRIBUTION_NORMAL:
    case THUD_DISTRIBUTION_LOGNORMAL: return normal_value(v, u);
    case THUD_DISTRIBUTION_DISCRETE: return discrete_value(v, u);
    case THUD_DISTRIBUTION_GAMMA: return cut_value(v, &gamma, u);
    case THUD_DISTRIBUTION_WEIBULL: return cut_value(v, &weibull, u);
    case THUD_DISTRIBUTION_GUMBEL: return cut_value(v, &gumbel, u);
    case THUD_DISTRIBUTION_BETA: return beta_value(v, u);
    case THUD_DISTRIBUTION_TRIANGULAR: return triangular_value(v, u);
    case THUD_DISTRIBUTION_EMPIRICAL: return empirical_value(v, u);
    case THUD_DISTRIBUTION_COUNT: break;
    }
    return NAN;
}

double thud_variate_quantile(const thud_variate *v, double u) {
    const double x = value_of(v, u);
    if (v->value_count > 0) return x;
    return fmin(fmax(x, v->low), v->high); /* rounding must not lead outside */
}
