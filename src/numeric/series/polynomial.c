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
#include "numeric/series/polynomial.h"

#include <float.h>
#include <math.h>

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

/* cₖ hᵏ; each power comes from its halves, so that the products need not wait for each other */
static void scale(const double *c, int degree, double h, double *a) {
    double power[MAX + 1];
    power[1] = h;
    for (int k = 2; k <= degree; k++) power[k] = power[k / 2] * power[k - k / 2];
    a[0] = c[0];
    for (int k = 1; k <= degree; k++) a[k] = c[k] * power[k];
    a[degree + 1] = a[degree + 2] = a[degree + 3] = 0;
}

/* the sum in four parts, each by Horner's rule in h⁴, so that they need not wait for each other */
bool thud_polynomial_keeps_sign(const double *c, int degree, double h) {
    double sum[4] = {0}, square = h * h, fourth = square * square;
    int k = 1 + (degree - 1) / 4 * 4;
    for (int i = 0; k + i <= degree; i++) sum[i] = fabs(c[k + i]);
    while ((k -= 4) > 0)
        for (int i = 0; i < 4; i++) sum[i] = sum[i] * fourth + fabs(c[k + i]);
    double rest = h * ((sum[0] + h * sum[1]) + square * (sum[2] + h * sum[3]));
    return fabs(c[0]) > rest * (1 + 2 * degree * DBL_EPSILON);
}

/* Σ|cₖ| xᵏ times the relative rounding error */
static double rounding(const double *c, int degree, double x) {
    double sum = 0;
    for (int k = degree; k >= 0; k--) sum = sum * x + fabs(c[k]);
    return (degree + 4) * DBL_EPSILON * sum;
}

/* ---- one root in a bracket ---- */

/* p, p′ and p″/2 in four sums each, padded with zeros; plain Horner's rule would wait for every product */
typedef struct jet {
    double c[ROOM], d[ROOM], e[ROOM];
    int rounds;
} jet;

static void prepare(const double *c, int degree, jet *out) {
    int end = degree / 4 * 4 + 4;
    out->rounds = end / 4;
    for (int k = 0; k <= degree; k++) {
        out->c[k] = c[k];
        out->d[k] = k * c[k];
        out->e[k] = 0.5 * k * (k - 1) * c[k];
    }
    for (int k = degree + 1; k < end; k++) out->c[k] = out->d[k] = out->e[k] = 0;
}

/* Halley's step, of third order: p p′/(p′² − p p″/2); in x p′ and x² p″/2, which need no arrays shifted */
static double halley(const jet *p, double x, double *value) {
    double c[4] = {0}, d[4] = {0}, e[4] = {0}, square = x * x, fourth = square * square;
    for (int k = 4 * (p->rounds - 1); k >= 0; k -= 4)
        for (int i = 0; i < 4; i++) {
            c[i] = c[i] * fourth + p->c[k + i];
            d[i] = d[i] * fourth + p->d[k + i];
            e[i] = e[i] * fourth + p->e[k + i];
        }
    double first = (d[0] + x * d[1]) + square * (d[2] + x * d[3]);
    double second = (e[0] + x * e[1]) + square * (e[2] + x * e[3]);
    *value = (c[0] + x * c[1]) + square * (c[2] + x * c[3]);
    return *value * first * x / (first * first - *value * second);
}

/*
 * Halley's method from `x`, with bisection where it leaves the bracket or does not halve its step. p has the sign
 * of `sign` at `low`, and the opposite sign at `high`.
 */
static double refine(const double *c, int degree, double sign, double low, double high, double x) {
    jet p;
    prepare(c, degree, &p);
    double previous = INFINITY;
    bool follows = false; /* the last step was Halley's, not a bisection */
    if (!(x > low && x < high)) x = low + (high - low) / 2;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        double value, step = halley(&p, x, &value), next = x - step;
        if (value == 0) return x;
        if (value * sign > 0) low = x;
        else high = x;

        if (next > low && next < high && 2 * fabs(step) <= previous) {
            /* the error after this step scales with its cube; the last two steps tell whether it is in the last
               bits */
            double ratio = fabs(step) / previous;
            if (fabs(step) * ratio * ratio * ratio <= DBL_EPSILON / 4 * next && follows) return next;
            previous = fabs(step);
            follows = true;
        } else {
            if (fabs(value) * (degree + 4) <= 2 * rounding(c, degree, x)) return x; /* 2 eps: its sign is noise */
            previous = high - low;
            follows = false;
            next = low + (high - low) / 2;
            if (next <= low || next >= high) return x;
        }
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
    double sign;     /* sign of p since the last root */
    double before;   /* the last place where the sign was certain */
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

static void probe(search *s, double x, double guess) {
    observe(s, x, thud_polynomial_value(s->c, s->degree, x), guess);
}

static double pass(double value, double *seen) {
    double sum = value + *seen;
    *seen = value;
    return sum;
}

/*
 * b(j) ← Σ C(j,k) b(k): n rounds in which everything from one place on, a place further every round, adds what
 * stood before it. Four rounds in one pass, each a step behind the one above it. Three numbers behind b(n) are
 * spoilt.
 */
static void pascal(double *b, int n) {
    for (int k = 0; k < n; k += 4) {
        double seen[4]; /* what each round has seen last */
        for (int j = k; j < k + 4; j++) {
            double value = b[j];
            for (int i = 0; i < j - k; i++) value = pass(value, &seen[i]);
            b[j] = seen[j - k] = value;
        }
        for (int j = k + 4; j <= n; j++) {
            double value = b[j];
            for (int i = 0; i < 4; i++) value = pass(value, &seen[i]);
            b[j] = value;
        }
    }
}

static void to_bernstein(double *a, int n) {
    double inverse = 1 / FACTORIAL[n];
    for (int k = 0; k <= n; k++) a[k] *= FACTORIAL[k] * FACTORIAL[n - k] * inverse;
    pascal(a, n);
}

/* the left half of an interval: averages of b₀ … bⱼ with binomial weights */
static void left_half(const double *b, int n, double *out) {
    for (int j = 0; j <= n; j++) out[j] = b[j];
    out[n + 1] = out[n + 2] = out[n + 3] = 0;
    pascal(out, n);
    double weight = 1;
    for (int j = 0; j <= n; j++, weight /= 2) out[j] *= weight;
}

static void turn(double *b, int n) {
    for (int i = 0, j = n; i < j; i++, j--) {
        double kept = b[i];
        b[i] = b[j];
        b[j] = kept;
    }
}

/* how often the signs vary; zeros have none */
static int variations(const double *b, int n) {
    int count = 0;
    double last = b[0];
    for (int j = 1; j <= n; j++) {
        double now = b[j] != 0 ? b[j] : last;
        count += (now > 0) != (last > 0);
        last = now;
    }
    return count;
}

/* for coefficients that are not all zero */
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

/* an interval with one root at most; where an end is not sure, p is looked at between it and the root */
static void look(search *s, const double *b, int varied, double low, double high) {
    int n = s->degree;
    double guess = low + (high - low) * (varied ? crossing(b, n) : 0.5);
    if (!sure(s, b[n], high) || s->before < low) {
        double place = varied ? refine(s->c, n, first_sign(b), low, high, guess) : high;
        probe(s, low + (place - low) / 2, low);
        if (varied) probe(s, place + (high - place) / 2, place);
    }
    observe(s, high, b[n], guess);
}

static void scan(search *s, const double *b, double low, double high, int depth) {
    int n = s->degree, varied = variations(b, n);
    if (varied <= 1) {
        look(s, b, varied, low, high);
    } else if (depth == MAX_DEPTH || !sure(s, largest(b, n), high)) {
        observe(s, high, b[n], high); /* roots that cannot be told apart */
    } else {
        double half[ROOM], turned[MAX + 1], middle = low + (high - low) / 2;
        left_half(b, n, half);
        scan(s, half, low, middle, depth + 1);
        if (s->count == s->limit) return;
        for (int j = 0; j <= n; j++) turned[j] = b[n - j];
        left_half(turned, n, half);
        turn(half, n);
        scan(s, half, middle, high, depth + 1);
    }
}

/* at h nothing is too small to count, so that no step ends on the far side of a root unseen */
static void close_interval(search *s, double end, double last_but_one) {
    if (s->before == s->h) return;
    if (end * s->sign < 0) found(s, refine(s->c, s->degree, s->sign, s->before, s->h, s->h), s->h);
    else if (end == 0 && last_but_one * s->sign > s->rounding) found(s, s->h, s->h);
}

/* b: the coefficients on the whole interval; `whole`: the degree before p was shortened */
static void find(search *s, double *b, int whole) {
    int n = s->degree, varied = variations(b, n);
    bool clear = fabs(b[n]) > s->rounding;
    if (clear && varied == 0) return;
    if (clear && varied == 1) {
        s->root[s->count++] = refine(s->c, n, s->sign, 0, s->h, s->h * crossing(b, n));
        return;
    }
    if (!clear) b[n] = thud_polynomial_value(s->c, whole, s->h);
    double end = b[n], last_but_one = b[n - 1];
    scan(s, b, 0, s->h, 0);
    if (s->count < s->limit) close_interval(s, end, last_but_one);
}

/* |a₀| against the terms of the other sign, and |a₁| against k|aₖ|: most polynomials need no more */
typedef struct terms {
    double sum, against, bend;
} terms;

/* in four sums each, for speed; a is padded with three zeros */
static terms weigh(const double *a, int n) {
    double sum[4] = {0}, against[4] = {0}, bend[4] = {0}, sign = copysign(1, a[0]);
    for (int k = 1; k <= n; k += 4)
        for (int i = 0; i < 4; i++) {
            double size = fabs(a[k + i]);
            sum[i] += size;
            against[i] += size - sign * a[k + i];
            bend[i] += (k + i) * size;
        }
    return (terms){
        .sum = fabs(a[0]) + ((sum[0] + sum[1]) + (sum[2] + sum[3])),
        .against = ((against[0] + against[1]) + (against[2] + against[3])) / 2,
        .bend = (bend[0] + bend[1]) + (bend[2] + bend[3]) - 2 * fabs(a[1]),
    };
}

/* the degree without the last terms, where they are lost in the rounding of a₀: Taylor polynomials end like that */
static int shorten(double *a, int n) {
    double tail = fabs(a[n]), little = DBL_EPSILON / 4 * fabs(a[0]);
    for (; n > 1 && tail <= little; tail += fabs(a[n])) a[n--] = 0;
    return n;
}

int thud_polynomial_roots(const double *c, int degree, double h, double *root, int limit) {
    while (degree > 0 && c[degree] == 0) degree--;
    for (; degree > 0 && c[0] == 0; degree--) c++;
    if (!(h * 0 == 0) || !(c[0] * 0 == 0)) return -1;
    if (degree == 0 || !(h > 0) || thud_polynomial_keeps_sign(c, degree, h)) return 0;

    double a[ROOM];
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
    s.degree = shorten(a, degree);
    to_bernstein(a, s.degree);
    find(&s, a, degree);
    return s.count;
}

double thud_polynomial_first_root(const double *c, int degree, double h) {
    double root;
    int count = thud_polynomial_roots(c, degree, h, &root, 1);
    return count < 0 ? NAN : count == 0 ? INFINITY : root;
}

/* ---- extremes ---- */

static double extreme(const double *c, int degree, double h, bool absolute, double *where) {
    double slope[MAX + 1] = {0}, place[MAX + 1];
    for (int k = 1; k <= degree; k++) slope[k - 1] = k * c[k];
    int count = thud_polynomial_roots(slope, degree > 0 ? degree - 1 : 0, h, place, MAX);
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

/* ---- interpolation ---- */

/* Newton's form in places counted by their distance, opened from the inside; then x = place/n */
void thud_polynomial_through(const double *values, int count, double *c) {
    const int n = count - 1;
    double difference[MAX + 1], power = 1;
    for (int j = 0; j <= n; j++) {
        difference[j] = values[j];
        c[j] = 0;
    }
    for (int k = 1; k <= n; k++)
        for (int j = n; j >= k; j--) difference[j] = (difference[j] - difference[j - 1]) / k;
    for (int k = n; k >= 0; k--) {
        for (int j = n; j > 0; j--) c[j] = c[j - 1] - k * c[j];
        c[0] = difference[k] - k * c[0];
    }
    for (int j = 1; j <= n; j++) c[j] *= power *= n;
}
