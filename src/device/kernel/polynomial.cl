/*
 * Polynomials c₀ + c₁ s + … of order TERMS on [0, h], every `stride`-th number: values, peaks, and the first zero.
 *
 * The functions are not inlined: the instructions of a GPU must fit into its cache.
 */
/* even and odd terms in parallel: half as many dependent operations; TERMS is even */
static NOINLINE double poly_value(SHARED const double *c, int stride, double s) {
    double even = c[TERMS * stride], odd = c[(TERMS - 1) * stride], square = s * s;
    UNROLL for (int k = TERMS - 2; k >= 2; k -= 2) {
        even = even * square + c[k * stride];
        odd = odd * square + c[(k - 1) * stride];
    }
    return (even * square + c[0]) + odd * s;
}

static NOINLINE double poly_slope(SHARED const double *c, int stride, double s) {
    double even = TERMS * c[TERMS * stride], odd = (TERMS - 1) * c[(TERMS - 1) * stride], square = s * s;
    UNROLL for (int k = TERMS - 2; k >= 2; k -= 2) {
        even = even * square + k * c[k * stride];
        odd = odd * square + (k - 1) * c[(k - 1) * stride];
    }
    return even * s + odd;
}

/* where the polynomial, minus its terms below `first` and divided by s^first, equals `level`, between `low` and
 * `high`: Newton's method in the bracket */
static NOINLINE double poly_place(SHARED const double *c, int stride, int first, double level, double low, double high) {
    double below = 0, s = low; /* the first round finds on which side `low` is */
    ROLLED for (int round = 0; round < 80; round++) {
        double value = 0, slope = 0;
        ROLLED for (int k = TERMS; k >= first; k--) {
            slope = slope * s + value;
            value = value * s + c[k * stride];
        }
        value -= level;
        if (round == 0) {
            below = value;
            s = 0.5 * (low + high);
            continue;
        }
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

/* possible results on zeros in (0, h] */
#define ZERO_NONE 0
#define ZERO_ONE 1
#define ZERO_UNCLEAR 2

/*
 * Whether and where the polynomial reaches `level`, if the sizes of the coefficients decide it. It does not if its
 * initial distance exceeds all other terms together; it does at most once if the slope keeps its sign. The first
 * `zeros` coefficients, minus the level, are exactly zero despite rounding; these and other initial zeros are
 * divided out, because a zero at 0 is the starting point.
 */
static NOINLINE int poly_look(SHARED const double *c, int stride, double level, int zeros, double h, double *place) {
    int first = zeros;
    while (first < TERMS && c[first * stride] - (first == 0 ? level : 0) == 0) first++;
    if (first > 0) level = 0;
    SHARED const double *d = c + first * stride;
    double start = d[0] - level, power = 1, others = 0, slopes = 0, end = start;
    ROLLED for (int k = 1; k <= TERMS - first; k++) {
        double size = fabs(d[k * stride]) * power;
        slopes += k > 1 ? k * size : 0;
        power *= h;
        others += size * h;
        end += d[k * stride] * power;
    }
    if (fabs(start) > others || first == TERMS) return ZERO_NONE;
    if (!(fabs(d[stride]) > slopes)) return ZERO_UNCLEAR;
    *place = h;
    if (end == 0) return ZERO_ONE;
    if ((end > 0) == (start > 0)) return ZERO_NONE;
    *place = poly_place(c, stride, first, level, 0, h);
    return ZERO_ONE;
}

/* where the slope, of opposite signs at `low` and `high`, is zero, to a millionth of their distance: Newton's
 * method in the bracket */
static NOINLINE double poly_summit(SHARED const double *c, int stride, double before, double low, double high) {
    double s = 0.5 * (low + high), near = 1e-6 * (high - low);
    ROLLED for (int round = 0; round < 30; round++) {
        double slope = 0, bend = 0;
        ROLLED for (int k = TERMS; k >= 1; k--) {
            bend = bend * s + slope;
            slope = slope * s + k * c[k * stride];
        }
        if (slope * before > 0) low = s;
        else high = s;
        double next = s - slope / bend;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (fabs(next - s) <= near) return next;
        s = next;
    }
    return s;
}

static double size_of(double value, bool both_signs) { return both_signs ? fabs(value) : value; }

/*
 * Raises a peak to the largest |value| on [0, h], or to the largest value where negative ones do not count. It
 * checks the ends, and places where the slope changes sign in one of four parts, if they can be higher: inside,
 * the function exceeds the chord by at most h²/8 times the largest second derivative.
 */
static NOINLINE void poly_raise(SHARED double *peak, SHARED const double *c, int stride, double h, bool both_signs) {
    double power = h, bound = fabs(c[0]), bend = 0, most = *peak;
    UNROLL for (int k = 1; k <= TERMS; k++) {
        double size = fabs(c[k * stride]) * power;
        bound += size;
        bend += k * (k - 1) * size;
        power *= h;
    }
    if (bound <= most) return;
    double ends = fmax(size_of(c[0], both_signs), size_of(poly_value(c, stride, h), both_signs));
    most = fmax(most, ends);
    if (ends + 0.125 * bend > most) {
        int first = 1; /* near δ = 0 series begin with zeros: the first nonzero coefficient gives the initial
                          direction */
        while (first < TERMS && c[first * stride] == 0) first++;
        double before = c[first * stride], from = 0;
        ROLLED for (int part = 1; part <= 4; part++) {
            double to = 0.25 * part * h, slope = poly_slope(c, stride, to);
            if (before * slope < 0) {
                double at = poly_summit(c, stride, before, from, to);
                most = fmax(most, size_of(poly_value(c, stride, at), both_signs));
            }
            before = slope;
            from = to;
        }
    }
    *peak = most;
}
