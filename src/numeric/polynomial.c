/*
 * Roots by Descartes' rule in the Bernstein basis. On [0, h], with aₖ = cₖ hᵏ,
 *     p = Σ bⱼ C(n,j) tʲ (1−t)ⁿ⁻ʲ,   bⱼ = Σ C(j,k)/C(n,k) aₖ,   t = x/h.
 * The signs of b₀ … bₙ vary at least as often as p has roots, and by an even number more: no variation, no root;
 * one variation, one root. Otherwise the interval is halved by de Casteljau's averages, which never add a
 * variation, not even rounded, so that there are never more than n/2 intervals open at one depth. J. M. Lane & R.
 * F. Riesenfeld, BIT 21 (1981) 112–117; G. Farin, Curves and Surfaces for CAGD, 5th ed., ch. 5–6.
 *
 * Rounding moves p by no more than (n+4) eps Σ|cₖ| xᵏ, in this basis as in Horner's rule. A sign is believed only
 * beyond that, so that a polynomial which touches zero is not taken for one that crosses it twice.
 */
#include "numeric/polynomial.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

enum { MAX = THUD_POLYNOMIAL_MAX_DEGREE, ROOM = MAX + 4, MAX_DEPTH = 50, MAX_ITERATIONS = 200 };

/* k! to the last bit, for the binomial coefficients */
static const double FACTORIAL[MAX + 1] = {
    1,
    1,
    2,
    6,
    24,
    120,
    720,
    5040,
    40320,
    362880,
    3628800,
    39916800,
    479001600,
    6227020800,
    87178291200,
    1307674368000,
    20922789888000,
    355687428096000,
    6402373705728000,
    1.21645100408832e+17,
    2.43290200817664e+18,
    5.109094217170944e+19,
    1.1240007277776077e+21,
    2.5852016738884978e+22,
    6.2044840173323941e+23,
    1.5511210043330986e+25,
    4.0329146112660565e+26,
    1.0888869450418352e+28,
    3.0488834461171387e+29,
    8.8417619937397019e+30,
    2.6525285981219107e+32,
    8.2228386541779224e+33,
    2.6313083693369352e+35,
    8.6833176188118859e+36,
    2.9523279903960416e+38,
    1.0333147966386145e+40,
    3.7199332678990125e+41,
    1.3763753091226346e+43,
    5.2302261746660112e+44,
    2.0397882081197444e+46,
    8.1591528324789768e+47,
};

double thud_polynomial_value(const double *c, int degree, double x) {
    double value = 0;
    for (int k = degree; k >= 0; k--) value = value * x + c[k];
    return value;
}

double thud_polynomial_slope(const double *c, int degree, double x) {
    double slope = 0;
    for (int k = degree; k > 0; k--) slope = slope * x + k * c[k];
    return slope;
}

/* cₖ hᵏ; powers from their halves, so that they need not wait for each other */
static void scale(const double *c, int degree, double h, double *a) {
    double power[MAX + 1];
    power[1] = h;
    for (int k = 2; k <= degree; k++) power[k] = power[k / 2] * power[k - k / 2];
    a[0] = c[0];
    for (int k = 1; k <= degree; k++) a[k] = c[k] * power[k];
}

bool thud_polynomial_keeps_sign(const double *c, int degree, double h) {
    double rest = 0;
    for (int k = degree; k > 0; k--) rest = (rest + fabs(c[k])) * h;
    return fabs(c[0]) > rest * (1 + 2 * degree * DBL_EPSILON);
}

/* Σ|cₖ| xᵏ times what rounding leaves uncertain */
static double rounding(const double *c, int degree, double x) {
    double sum = 0;
    for (int k = degree; k >= 0; k--) sum = sum * x + fabs(c[k]);
    return (degree + 4) * DBL_EPSILON * sum;
}

/* ---- one root in a bracket ---- */

/* p and p′ in four sums each, padded with zeros to whole rounds; Horner's rule would wait for every product */
typedef struct fast_polynomial {
    double c[ROOM], d[ROOM];
    int rounds;
} fast_polynomial;

static void prepare(const double *c, int degree, fast_polynomial *out) {
    out->rounds = degree / 4 + 1;
    for (int k = degree; k < 4 * out->rounds; k++) out->c[k] = out->d[k] = 0;
    for (int k = 0; k <= degree; k++) out->c[k] = c[k];
    for (int k = 1; k <= degree; k++) out->d[k - 1] = k * c[k];
}

static double fast_value(const fast_polynomial *p, double x, double *slope) {
    double c[4] = {0}, d[4] = {0}, square = x * x, fourth = square * square;
    for (int k = 4 * (p->rounds - 1); k >= 0; k -= 4)
        for (int i = 0; i < 4; i++) {
            c[i] = c[i] * fourth + p->c[k + i];
            d[i] = d[i] * fourth + p->d[k + i];
        }
    *slope = (d[0] + x * d[1]) + square * (d[2] + x * d[3]);
    return (c[0] + x * c[1]) + square * (c[2] + x * c[3]);
}

/*
 * Newton's method from `x`, with bisection where it leaves the bracket or does not halve its step. p has the sign
 * of `sign` at `low` and the other one at `high`.
 */
static double refine(const double *c, int degree, double sign, double low, double high, double x) {
    fast_polynomial p;
    prepare(c, degree, &p);
    double previous = INFINITY;
    if (!(x > low && x < high)) x = low + (high - low) / 2;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        double slope, value = fast_value(&p, x, &slope);
        if (value == 0) return x;
        if (value * sign > 0) low = x;
        else high = x;

        double step = fabs(value / slope), next = x - value / slope;
        if (next > low && next < high && 2 * step <= previous) {
            /* the error after this step goes with its square: by what the last two say, is it in the last bits? */
            bool last = step <= DBL_EPSILON * x || step * step * step <= DBL_EPSILON / 4 * x * previous * previous;
            if (last && i > 0) return next;
        } else {
            if (fabs(value) * 4 <= rounding(c, degree, x)) return x;
            next = low + (high - low) / 2;
            step = high - low;
            if (next <= low || next >= high) return x;
        }
        previous = step;
        x = next;
    }
    return x;
}

/* ---- all changes of sign, from left to right ---- */

typedef struct search {
    const double *c;
    double h;
    double *root;
    double rounding; /* at h, the largest */
    double sign;     /* of p since the last root */
    double before;   /* the last place where it was sure */
    int degree, count, limit;
} search;

static bool sure(const search *s, double value, double x) {
    return fabs(value) > s->rounding || fabs(value) > rounding(s->c, s->degree, x);
}

static void found(search *s, double root, double after) {
    if (s->count < s->limit) s->root[s->count++] = root;
    s->sign = -s->sign;
    s->before = after;
}

/* p has `value` at x, and between there and s->before no more than one root that is sure */
static void observe(search *s, double x, double value, double guess) {
    if (!sure(s, value, x)) return;
    if (value * s->sign > 0) s->before = x;
    else found(s, refine(s->c, s->degree, s->sign, s->before, x, guess), x);
}

static void probe(search *s, double x) { observe(s, x, thud_polynomial_value(s->c, s->degree, x), x); }

/* aₖ to bⱼ, in place */
static void to_bernstein(double *a, int n) {
    double inverse = 1 / FACTORIAL[n];
    for (int k = 0; k <= n; k++) a[k] *= FACTORIAL[k] * FACTORIAL[n - k] * inverse;

    /* Pascal's triangle; each round reads only what the one before it has left */
    double b[MAX + 2];
    for (int k = 0; k < n; k++) {
        for (int j = k; j < n; j++) b[j + 1] = a[j + 1] + a[j];
        for (int j = k; j < n; j++) a[j + 1] = b[j + 1];
    }
}

/* how often the signs vary; zeros have none */
static int variations(const double *b, int n) {
    int count = 0;
    double last = b[0];
    for (int j = 1; j <= n; j++) {
        if (b[j] == 0) continue;
        count += (b[j] > 0) != (last > 0);
        last = b[j];
    }
    return count;
}

/* of coefficients that are not all zero */
static double first_sign(const double *b) {
    while (*b == 0) b++;
    return copysign(1, *b);
}

/* where the polygon of the coefficients first crosses zero, 0 to 1: a guess at the root */
static double crossing(const double *b, int n) {
    for (int j = 0; j < n; j++)
        if ((b[j] < 0) != (b[j + 1] < 0)) return (j + b[j] / (b[j] - b[j + 1])) / n;
    return 0.5;
}

static double largest(const double *b, int n) {
    double out = 0;
    for (int j = 0; j <= n; j++) out = fmax(out, fabs(b[j]));
    return out;
}

/* halves at 1/2: b becomes the right half */
static void split(double *b, int n, double *left) {
    for (int k = 0; k < n; k++) {
        left[k] = b[0];
        for (int j = 0; j < n - k; j++) b[j] = (b[j] + b[j + 1]) / 2;
    }
    left[n] = b[0];
}

/* an interval with one root at most; where an end is not sure, p is looked at between it and the root */
static void look(search *s, const double *b, int varied, double low, double high) {
    int n = s->degree;
    double guess = low + (high - low) * (varied ? crossing(b, n) : 0.5);
    if (!sure(s, b[n], high) || s->before < low) {
        double place = varied ? refine(s->c, n, first_sign(b), low, high, guess) : high;
        probe(s, low + (place - low) / 2);
        if (varied) probe(s, place + (high - place) / 2);
    }
    observe(s, high, b[n], guess);
}

/* b is spoilt */
static void scan(search *s, double *b, double low, double high, int depth) {
    if (s->count == s->limit) return;
    int varied = variations(b, s->degree);
    if (varied <= 1) {
        look(s, b, varied, low, high);
    } else if (depth == MAX_DEPTH || !sure(s, largest(b, s->degree), high)) {
        observe(s, high, b[s->degree], high); /* roots that cannot be told apart */
    } else {
        double left[MAX + 1], middle = low + (high - low) / 2;
        split(b, s->degree, left);
        scan(s, left, low, middle, depth + 1);
        scan(s, b, middle, high, depth + 1);
    }
}

/* at h nothing is too small to count, so that no step ends on the far side of a root unseen */
static void close_interval(search *s, double end, double last_but_one) {
    if (s->before == s->h) return;
    if (end * s->sign < 0) found(s, refine(s->c, s->degree, s->sign, s->before, s->h, s->h), s->h);
    else if (end == 0 && last_but_one * s->sign > s->rounding) found(s, s->h, s->h);
}

/* b: the coefficients on the whole interval, which are spoilt */
static void find(search *s, double *b) {
    int n = s->degree, varied = variations(b, n);
    bool clear = fabs(b[n]) > s->rounding;
    if (clear && varied == 0) return;
    if (clear && varied == 1) {
        s->root[s->count++] = refine(s->c, n, s->sign, 0, s->h, s->h * crossing(b, n));
        return;
    }
    if (!clear) b[n] = thud_polynomial_value(s->c, n, s->h);
    double end = b[n], last_but_one = b[n - 1];
    scan(s, b, 0, s->h, 0);
    if (s->count < s->limit) close_interval(s, end, last_but_one);
}

/* |a₀| against the terms of the other sign, and |a₁| against k|aₖ|: most polynomials need no more */
typedef struct terms {
    double sum, against, bend;
} terms;

static terms weigh(const double *a, int n) {
    terms out = {0};
    double sign = a[0] > 0 ? 1 : -1;
    for (int k = 1; k <= n; k++) {
        double size = fabs(a[k]);
        out.sum += size;
        out.against += size - sign * a[k];
        out.bend += k * size;
    }
    out.sum += fabs(a[0]);
    out.against /= 2;
    out.bend -= 2 * fabs(a[1]);
    return out;
}

/* the changes of sign in (0, h], `limit` at most, from the left; −1 when there are numbers that are not finite */
static int changes(const double *c, int degree, double h, double *root, int limit) {
    while (degree > 0 && c[degree] == 0) degree--;
    for (; degree > 0 && c[0] == 0; degree--) c++;
    if (!(h * 0 == 0) || !(c[0] * 0 == 0)) return -1;
    if (degree == 0 || !(h > 0)) return 0;

    double a[MAX + 1];
    scale(c, degree, h, a);
    terms t = weigh(a, degree);
    if (!(t.sum * 0 == 0)) return -1;
    double slack = (degree + 4) * DBL_EPSILON * t.sum;
    if (fabs(a[0]) > t.against + slack) return 0;

    search s = {c, h, root, slack, copysign(1, a[0]), 0, degree, 0, limit};
    if (t.bend + degree * slack < 0) { /* monotone */
        double end = thud_polynomial_value(c, degree, h);
        if (end * s.sign < 0) root[s.count++] = refine(c, degree, s.sign, 0, h, h * a[0] / (a[0] - end));
        else if (end == 0) root[s.count++] = h;
        return s.count;
    }
    to_bernstein(a, degree);
    find(&s, a);
    return s.count;
}

double thud_polynomial_first_root(const double *c, int degree, double h) {
    double root;
    int count = changes(c, degree, h, &root, 1);
    return count < 0 ? NAN : count == 0 ? INFINITY : root;
}

/* ---- extremes ---- */

static double extreme(const double *c, int degree, double h, bool absolute, double *where) {
    double slope[MAX + 1] = {0}, place[MAX + 1];
    for (int k = 1; k <= degree; k++) slope[k - 1] = k * c[k];
    int count = changes(slope, degree > 0 ? degree - 1 : 0, h, place, MAX);
    if (count < 0 || !(c[0] * 0 == 0)) {
        if (where) *where = NAN;
        return NAN;
    }
    place[count++] = h;

    double best = absolute ? fabs(c[0]) : c[0], at = 0;
    for (int i = 0; i < count; i++) {
        double value = thud_polynomial_value(c, degree, place[i]);
        if (absolute) value = fabs(value);
        if (value > best) {
            best = value;
            at = place[i];
        }
    }
    if (where) *where = at;
    return best;
}

double thud_polynomial_peak(const double *c, int degree, double h, double *where) {
    return extreme(c, degree, h, true, where);
}

double thud_polynomial_maximum(const double *c, int degree, double h, double *where) {
    return extreme(c, degree, h, false, where);
}
