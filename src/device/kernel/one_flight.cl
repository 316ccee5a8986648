/*
 * One body between stops, in flight: ẍ = f − d ẋ − w x, to rounding, with loads f₀ + f₁ τ. With SINE, loads have
 * the initial value f₀ and slope f₁ and oscillate about a level. Whole steps are products with precomputed
 * numbers; steps that begin or end at a contact are Taylor series.
 */
#define FLIGHT_ORDER 12
#define FLIGHT_REACH 0.5 /* largest (√w + d) h: the truncation error is below 0.5¹³/13! = 2e-14 */

typedef struct {
    double d, w; /* 1/s, 1/s² */
#ifdef SINE
    double square, level; /* ω² of the load, and its constant part */
#endif
} oscillator;

/* the coefficients of f(τ) */
static void load_series(oscillator o, double f0, double f1, double *f) {
    f[0] = f0;
    f[1] = f1;
#ifdef SINE
    f[2] = -0.5 * o.square * (f0 - o.level);
    UNROLL for (int k = 1; k <= FLIGHT_ORDER - 2; k++) f[k + 2] = -o.square * f[k] * (1.0 / ((k + 1) * (k + 2)));
#else
    UNROLL for (int k = 2; k <= FLIGHT_ORDER; k++) f[k] = 0;
    (void)o;
#endif
}

/* the coefficients of x(τ) */
static void flight_series(oscillator o, double f0, double f1, double x, double v, double *c) {
    double f[FLIGHT_ORDER + 1];
    load_series(o, f0, f1, f);
    c[0] = x;
    c[1] = v;
    c[2] = 0.5 * (f0 - o.d * v - o.w * x);
    UNROLL for (int k = 1; k <= FLIGHT_ORDER - 2; k++)
        c[k + 2] = (f[k] - o.d * (k + 1) * c[k + 1] - o.w * c[k]) * (1.0 / ((k + 1) * (k + 2)));
}

static double series_value(const double *c, int order, double s) {
    double sum = c[order];
    UNROLL for (int k = order - 1; k >= 0; k--) sum = sum * s + c[k];
    return sum;
}

static double series_slope(const double *c, int order, double s) {
    double sum = order * c[order];
    UNROLL for (int k = order - 1; k >= 1; k--) sum = sum * s + k * c[k];
    return sum;
}

/* over a whole step, from x, v, f₀ and f₁ in this order: the next x and v, and ∫x dτ. With sines the effect of the
 * level is last, and ∫x dτ is replaced by ∫ẋ² dτ, a quadratic form in all five */
#ifdef SINE
#define FLIGHT_INPUTS 5
#else
#define FLIGHT_INPUTS 4
#endif
typedef struct {
    double h, x[FLIGHT_INPUTS], v[FLIGHT_INPUTS];
#ifdef SINE
    double squares[FLIGHT_INPUTS][FLIGHT_INPUTS];
#else
    double sum[FLIGHT_INPUTS];
#endif
} flight_step;

GLOBAL_CONSTANT double FLIGHT_NODE[8] = {0.0198550717512319, 0.1016667612931866, 0.2372337950418355, 0.4082826787521751,
                                         0.5917173212478249, 0.7627662049581645, 0.8983332387068134, 0.9801449282487681};
GLOBAL_CONSTANT double FLIGHT_WEIGHT[8] = {0.0506142681451881, 0.1111905172266872, 0.1568533229389436, 0.1813418916891810,
                                           0.1813418916891810, 0.1568533229389436, 0.1111905172266872, 0.0506142681451881};

/* the motion due to one input alone */
static void flight_from(oscillator o, int input, double *c) {
#ifdef SINE
    if (input < 4) o.level = 0;
#endif
    flight_series(o, input == 2, input == 3, input == 0, input == 1, c);
}

#ifdef SINE
static void prepare_squares(oscillator o, double h, flight_step *s) {
    for (int i = 0; i < FLIGHT_INPUTS; i++)
        for (int j = 0; j < FLIGHT_INPUTS; j++) {
            double a[FLIGHT_ORDER + 1], b[FLIGHT_ORDER + 1], sum = 0;
            flight_from(o, i, a);
            flight_from(o, j, b);
            ROLLED for (int g = 0; g < 8; g++)
                sum += FLIGHT_WEIGHT[g] * series_slope(a, FLIGHT_ORDER, h * FLIGHT_NODE[g]) *
                       series_slope(b, FLIGHT_ORDER, h * FLIGHT_NODE[g]);
            s->squares[i][j] = sum * h;
        }
}

/* ∫ẋ² dτ over a whole step */
static double flight_squares(const flight_step *s, double x, double v, double f0, double f1) {
    double y[FLIGHT_INPUTS] = {x, v, f0, f1, 1}, sum = 0;
    UNROLL for (int i = 0; i < FLIGHT_INPUTS; i++) {
        double row = s->squares[i][i] * y[i];
        UNROLL for (int j = 0; j < i; j++) row += 2 * s->squares[i][j] * y[j];
        sum += row * y[i];
    }
    return sum;
}
#endif

static flight_step flight_prepare(oscillator o, double h) {
    flight_step s;
    s.h = h;
    for (int i = 0; i < FLIGHT_INPUTS; i++) {
        double c[FLIGHT_ORDER + 1];
        flight_from(o, i, c);
        s.x[i] = series_value(c, FLIGHT_ORDER, h);
        s.v[i] = series_slope(c, FLIGHT_ORDER, h);
#ifndef SINE
        double sum = 0;
        for (int k = FLIGHT_ORDER; k >= 0; k--) sum = sum * h + c[k] / (k + 1);
        s.sum[i] = sum * h;
#endif
    }
#ifdef SINE
    prepare_squares(o, h, &s);
#endif
    return s;
}

static double flight_form(const double *r, double x, double v, double f0, double f1) {
#ifdef SINE
    return r[0] * x + r[1] * v + (r[2] * f0 + r[3] * f1) + r[4];
#else
    return r[0] * x + r[1] * v + (r[2] * f0 + r[3] * f1);
#endif
}

/* ---- where a polynomial that is negative at first rises through zero ---- */

/* fmax without its NaN handling */
static double larger(double a, double b) { return a > b ? a : b; }

/* between `low`, where it is negative, and `high`, where it is not */
static double rise_between(const double *c, int order, double low, double high) {
    double s = 0.5 * (low + high);
    for (int round = 0; round < 60; round++) {
        double value = series_value(c, order, s), slope = series_slope(c, order, s);
        if (value < 0) low = s;
        else high = s;
        double next = s - value / slope;
        bool settled = fabs(next - s) <= 1e-10 * s; /* the next change would be below rounding */
        if (settled) return next;
        s = next > low && next < high ? next : 0.5 * (low + high);
    }
    return s;
}

/* the largest value between two places with slopes of different signs */
static double top_between(const double *c, int order, double low, double high) {
    for (int round = 0; round < 50 && high - low > 1e-13 * high; round++) {
        double middle = 0.5 * (low + high);
        if (series_slope(c, order, middle) > 0) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high);
}

static double series_bend(const double *c, int order, double s) {
    double sum = order * (order - 1) * c[order];
    UNROLL for (int k = order - 1; k >= 2; k--) sum = sum * s + k * (k - 1) * c[k];
    return sum;
}

/* the place of the largest slope, between two places with opposite curvature */
static double steepest_between(const double *c, int order, double low, double high) {
    for (int round = 0; round < 30; round++) {
        double middle = 0.5 * (low + high);
        if (series_bend(c, order, middle) > 0) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high);
}

/* in an interval that begins below zero and has at most one turn; −1: none */
static double rise_in(const double *c, int order, double low, double high, double slope, double after) {
    if (series_value(c, order, high) >= 0) return rise_between(c, order, low, high);
    if (!(slope > 0 && after < 0)) return -1;
    double top = top_between(c, order, low, high);
    return series_value(c, order, top) > 0 ? rise_between(c, order, low, top) : -1;
}

/* the first rise in (0, h], or −1; in quarters of a step a polynomial changes curvature at most once */
static double first_rise(const double *c, int order, double h) {
    double low = 0, slope = c[1], bend = 2 * c[2];
    for (int part = 1; part <= 4; part++) {
        double high = 0.25 * part * h, after = series_slope(c, order, high), bend_after = series_bend(c, order, high);
        /* it falls at both ends, and may rise between: a body that hardly moves */
        if (slope <= 0 && after <= 0 && bend > 0 && bend_after < 0) {
            double middle = steepest_between(c, order, low, high), steepest = series_slope(c, order, middle);
            double at = steepest > 0 ? rise_in(c, order, low, middle, slope, steepest) : -1;
            if (at >= 0) return at;
            if (steepest > 0) {
                low = middle;
                slope = steepest;
            }
        }
        double at = rise_in(c, order, low, high, slope, after);
        if (at >= 0) return at;
        low = high;
        slope = after;
        bend = bend_after;
    }
    return -1;
}

/* a quick test that rising terms are large enough; −1: they are not */
static double rise_within(const double *c, double h) {
    double power = 1, others = 0;
    UNROLL for (int k = 1; k <= FLIGHT_ORDER; k++) {
        power *= h;
        others += fmax(c[k], 0.0) * power;
    }
    return c[0] + others < 0 ? -1 : first_rise(c, FLIGHT_ORDER, h);
}

/* divides zeros at 0 out */
static void divide_zeros(double *c, int zeros) {
    for (int zero = 0; zero < zeros; zero++) {
        UNROLL for (int k = 0; k < FLIGHT_ORDER; k++) c[k] = c[k + 1];
        c[FLIGHT_ORDER] = 0;
    }
}

/* ---- peaks ---- */

/* two places with opposite slopes around a maximum: regula falsi, Illinois variant */
typedef struct {
    double low, high, from, to; /* places and slopes */
    int moved;                  /* the end that moved last: −1, 1; 0 at first */
} top_search;

static double search_place(const top_search *t) { return t->low + (t->high - t->low) * t->from / (t->from - t->to); }

static void search_narrow(top_search *t, double at, double slope) {
    if (slope * t->from > 0) {
        t->low = at;
        t->from = slope;
        if (t->moved < 0) t->to *= 0.5;
        t->moved = -1;
    } else {
        t->high = at;
        t->to = slope;
        if (t->moved > 0) t->from *= 0.5;
        t->moved = 1;
    }
}

/* the remaining rise to the maximum from a place near it: half of the slope times the distance */
static double search_rest(const top_search *t, double at, double slope) { return 0.5 * slope * (search_place(t) - at); }

/* the largest |value| of a polynomial on [0, h] */
static double largest_value(const double *c, int order, double h) {
    double low = 0, slope = c[1], top = fmax(fabs(c[0]), fabs(series_value(c, order, h)));
    for (int part = 1; part <= 4; part++) {
        double high = 0.25 * part * h, after = series_slope(c, order, high);
        if (slope != 0 && slope * after <= 0) { /* zero: the maximum is here, as for a parabola from end to end */
            top_search search = {low, high, slope, after, 0};
            double at = low, here = slope;
            double value = c[0], rest = 0;
            for (int round = 0; round < 30; round++) {
                at = search_place(&search);
                here = series_slope(c, order, at);
                value = series_value(c, order, at);
                search_narrow(&search, at, here);
                rest = search_rest(&search, at, here);
                if (fabs(rest) <= 1e-9 * fabs(value)) break;
            }
            top = fmax(top, fabs(value + rest));
        }
        low = high;
        slope = after;
    }
    return top;
}
