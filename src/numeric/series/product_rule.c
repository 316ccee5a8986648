/*
 * Product integration: f is interpolated by Chebyshev polynomials T(k) in x = 2u − 1 at their extrema, and the
 * integral of each with the weight follows from the one two before it. R. Piessens & M. Branders, BIT 13 (1973)
 * 443–450; C. W. Clenshaw & A. R. Curtis, Numer. Math. 2 (1960) 197–205.
 */
#include "numeric/series/product_rule.h"

#include <math.h>

enum { FINEST = THUD_PRODUCT_RULE_DEGREE };

static const double SQRT_PI = 1.77245385090551602730;

/* sin²(jπ/96): the extrema of T(48) as values of u; every other one is an extremum of T(24), every fourth of T(12)
 */
static const double EXTREMA[FINEST + 1] = {
    0.0,
    0.00107053838069824663,
    0.00427756931309479443,
    0.00960735979838477544,
    0.0170370868554658566,
    0.0265349352524471679,
    0.0380602337443566219,
    0.0515636292336558481,
    0.0669872981077806766,
    0.0842651938487273815,
    0.103323329854382418,
    0.124080096260511302,
    0.146446609406726238,
    0.170327092449965566,
    0.19561928549563968,
    0.222214883490198888,
    0.25,
    0.278855654890499359,
    0.308658283817455114,
    0.33928026734841921,
    0.370590477448739619,
    0.402454838991935866,
    0.434736903889974204,
    0.467298435384928467,
    0.5,
    0.532701564615071533,
    0.565263096110025796,
    0.597545161008064134,
    0.629409522551260381,
    0.66071973265158079,
    0.691341716182544886,
    0.721144345109500641,
    0.75,
    0.777785116509801112,
    0.80438071450436032,
    0.829672907550034434,
    0.853553390593273762,
    0.875919903739488698,
    0.896676670145617582,
    0.915734806151272619,
    0.933012701892219323,
    0.948436370766344152,
    0.961939766255643378,
    0.973465064747552832,
    0.982962913144534143,
    0.990392640201615225,
    0.995722430686905206,
    0.998929461619301753,
    1.0,
};

/*
 * The coefficients of one parity: sums over the extrema of the lower half with T(k+2) = 2 T(2) T(k) − T(k−2). Two
 * sums, so that additions need not wait for each other.
 */
static void interpolate_parity(int count, double *term, double *before, const double *twice, int degree, int parity,
                               double *coefficient) {
    for (int k = parity; k <= degree; k += 2) {
        double even = 0, odd = 0;
        for (int j = 0; j + 1 < count; j += 2) {
            even += term[j];
            odd += term[j + 1];
        }
        coefficient[k] = even + odd + term[count - 1];
        for (int j = 0; j < count; j++) {
            double next = twice[j] * term[j] - before[j];
            before[j] = term[j];
            term[j] = next;
        }
    }
}

/* the coefficients of the polynomial through the values at the extrema of T(degree); folded about the middle */
static void interpolate(const double *value, int degree, double *coefficient) {
    enum { HALF = FINEST / 2 + 1 };
    int stride = FINEST / degree, count = degree / 2 + 1;
    double even[HALF], even_before[HALF], odd[HALF], odd_before[HALF], twice[HALF];
    for (int j = 0; j < count; j++) {
        double x = 2 * EXTREMA[j * stride] - 1, left = value[j * stride], right = value[FINEST - j * stride];
        double weight = (j == 0 || j == count - 1 ? 1.0 : 2.0) / degree;
        twice[j] = 4 * x * x - 2;
        even[j] = weight * (left + right);
        even_before[j] = even[j] * twice[j] / 2;
        odd[j] = odd_before[j] = weight * (left - right) * x;
    }
    interpolate_parity(count, even, even_before, twice, degree, 0, coefficient);
    interpolate_parity(count, odd, odd_before, twice, degree, 1, coefficient);
    coefficient[0] /= 2;
    coefficient[degree] /= 2;
}

/* coefficients decrease geometrically: if the last three are below rounding, the rest is negligible; false on
 * overflow */
static bool is_resolved(const thud_product_rule *rule) {
    double last = 0, all = 0;
    for (int k = 0; k <= rule->degree; k++) all += fabs(rule->coefficient[k]);
    for (int k = rule->degree; k > rule->degree - 3; k--) last += fabs(rule->coefficient[k]);
    return last <= 4e-16 * all && all < INFINITY;
}

bool thud_product_rule_expand(thud_function *f, const void *context, double s, thud_product_rule *rule) {
    double value[FINEST + 1];
    rule->s = s;
    for (rule->degree = FINEST / 4; rule->degree <= FINEST; rule->degree *= 2) {
        int stride = FINEST / rule->degree;
        bool first = rule->degree == FINEST / 4;
        for (int j = first ? 0 : stride; j <= FINEST; j += first ? stride : 2 * stride)
            value[j] = f(EXTREMA[j], context);
        interpolate(value, rule->degree, rule->coefficient);
        if (is_resolved(rule)) return true;
    }
    return false;
}

/* ∫ (1−x²)^s dx from 0 to t ≤ 1/2, the binomial series integrated */
static double weight_from_centre(double s, double t) {
    double square = t * t, term = t, sum = t;
    for (int k = 1; fabs(term) > 1e-17 * fabs(t) && k < 40; k++) {
        term *= square * (k - 1 - s) / k;
        sum += term / (2 * k + 1);
    }
    return sum;
}

/* ∫ (1−x²)^s dx over the last w ≤ 1/2 before an end, divided by (2w)^s w: the series of (1 − w/2)^s integrated */
static double weight_to_end(double s, double w) {
    double term = 1, sum = 1 / (s + 1);
    for (int k = 1; term > 1e-17 && k < 40; k++) {
        term *= w / 2 * (k - 1 - s) / k;
        sum += term / (s + 1 + k);
    }
    return sum;
}

/* ∫ (1−x²)^s dx from −1 to 2u − 1 */
static double weight_up_to(double s, double u) {
    double w = 2 * fmin(u, 1 - u), whole = SQRT_PI * tgamma(s + 1) / tgamma(s + 1.5);
    if (w > 0.5) return whole / 2 + weight_from_centre(s, 2 * u - 1);
    double tail = w == 0 ? 0 : pow(2 * w, s) * w * weight_to_end(s, w);
    return u < 0.5 ? tail : whole - tail;
}

/*
 * J(k) = ∫ (1−x²)^s T(k) dx from −1 to t. The derivative of (1−x²)^(s+1) T(k), with (1−x²) T′(k) = k (T(k−1) −
 * T(k+1))/2 and 2x T(k) = T(k+1) + T(k−1), gives (k + 2s + 2) J(k+1) = (k − 2s − 2) J(k−1) − 2 (1−t²)^(s+1) T(k,
 * t), which is stable, since the first factor is the larger one.
 */
double thud_product_rule_integral(const thud_product_rule *rule, double u) {
    double s = rule->s, t = 2 * u - 1, edge = 2 * pow(4 * u * (1 - u), s + 1);
    double before = weight_up_to(s, u), here = -edge / (4 * (s + 1)); /* J(k−1), J(k) */
    double chebyshev_before = 1, chebyshev = t;
    double sum = rule->coefficient[0] * before + rule->coefficient[1] * here;
    for (int k = 1; k < rule->degree; k++) {
        double next = ((k - 2 * s - 2) * before - edge * chebyshev) / (k + 2 * s + 2);
        sum += rule->coefficient[k + 1] * next;
        before = here;
        here = next;
        double chebyshev_next = 2 * t * chebyshev - chebyshev_before;
        chebyshev_before = chebyshev;
        chebyshev = chebyshev_next;
    }
    return sum * pow(4, -s) / 2; /* u (1−u) = (1−x²)/4 */
}
