/*
 * Polynomials c₀ + c₁ s + … + cₙ sⁿ on [0, h], every `stride`-th number: values, and the first zero.
 */
static double poly_value(const double *c, int stride, int order, double s) {
    double sum = c[order * stride];
    for (int k = order - 1; k >= 0; k--) sum = sum * s + c[k * stride];
    return sum;
}

static double poly_slope(const double *c, int stride, int order, double s) {
    double sum = order * c[order * stride];
    for (int k = order - 1; k >= 1; k--) sum = sum * s + k * c[k * stride];
    return sum;
}

/* the zero of a polynomial that has different signs at `low` and `high`: Newton's method inside the bracket */
static double poly_zero_between(const double *c, int stride, int order, double low, double high) {
    double below = poly_value(c, stride, order, low), s = 0.5 * (low + high);
    for (int round = 0; round < 80; round++) {
        double value = poly_value(c, stride, order, s), slope = poly_slope(c, stride, order, s);
        if (value == 0) return s;
        if ((value > 0) == (below > 0)) low = s;
        else high = s;
        double next = s - value / slope;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (fabs(next - s) <= 2e-16 * s) return next;
        s = next;
    }
    return s;
}

/* what can be said of zeros in (0, h] */
#define ZERO_NONE 0
#define ZERO_ONE 1
#define ZERO_UNCLEAR 2

/*
 * Whether there is a zero, and where, if the sizes of the coefficients tell: none when the first is larger than all others
 * together, at most one when the slope keeps its sign. Coefficients that are zero at the start are divided out: a zero at 0
 * is where one comes from.
 */
static int poly_look(const double *c, int order, double h, double *place) {
    int first = 0;
    while (first < order && c[first] == 0) first++;
    const double *d = c + first;
    int degree = order - first;
    double power = 1, others = 0, slopes = 0;
    for (int k = 1; k <= degree; k++) {
        slopes += k > 1 ? k * fabs(d[k]) * power : 0;
        power *= h;
        others += fabs(d[k]) * power;
    }
    if (fabs(d[0]) > others || degree == 0) return ZERO_NONE;
    if (!(fabs(d[1]) > slopes)) return ZERO_UNCLEAR;
    double end = poly_value(d, 1, degree, h);
    if (end == 0) {
        *place = h;
        return ZERO_ONE;
    }
    if ((end > 0) == (d[0] > 0)) return ZERO_NONE;
    *place = poly_zero_between(d, 1, degree, 0, h);
    return ZERO_ONE;
}

/* raises a peak to the largest |value| on [0, h]: at its ends, and where the slope changes its sign in one of four parts */
static void poly_raise(double *peak, const double *c, int stride, int order, double h) {
    double power = h, bound = fabs(c[0]);
    for (int k = 1; k <= order; k++) {
        bound += fabs(c[k * stride]) * power;
        power *= h;
    }
    if (bound <= *peak) return;
    int first = 1; /* next to δ = 0 series begin with zeros: the first number tells which way they set out */
    while (first < order && c[first * stride] == 0) first++;
    double before = c[first * stride], from = 0;
    *peak = fmax(*peak, fmax(fabs(c[0]), fabs(poly_value(c, stride, order, h))));
    for (int part = 1; part <= 4; part++) {
        double to = 0.25 * part * h, slope = poly_slope(c, stride, order, to);
        if (before * slope < 0) {
            double low = from, high = to;
            for (int round = 0; round < 40 && high - low > 1e-9 * h; round++) {
                double middle = 0.5 * (low + high);
                if (poly_slope(c, stride, order, middle) * before > 0) low = middle;
                else high = middle;
            }
            *peak = fmax(*peak, fabs(poly_value(c, stride, order, 0.5 * (low + high))));
        }
        before = slope;
        from = to;
    }
}
