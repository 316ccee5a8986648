/*
 * One body against a stop, in the direction of the stop: δ = z^ROOT, dt = ROOT z^(ROOT−1) dσ, dz/dσ = δ̇, so that
 *     F/m = k z^SPRING + c z^DAMPER δ̇
 * is a polynomial of z and δ̇, and power series in σ converge through δ = 0. The three numbers are the compiler's.
 */
#ifdef ROOT
#if ROOT == 4
#define CONTACT_ORDER 16
#else
#define CONTACT_ORDER 12
#endif
#define CONTACT_WIDTH (CONTACT_ORDER + 1)
#define CONTACT_LAST (ROOT + SPRING) /* near δ = 0 only every so-many-th term differs from zero */

typedef struct {
    oscillator of;
    double gap, k, c;        /* m; per unit of mass */
    double f, slope;         /* the load towards the stop, now, and its slope; per unit of mass */
    double z, w, depth;      /* now: the root of δ, δ̇ and δ */
    double gravity;          /* towards the stop */
} stop_contact;

typedef struct {
    double z[CONTACT_WIDTH], w[CONTACT_WIDTH], t[CONTACT_WIDTH];
} contact_series;

static double power_of(double z, int m) {
    double square = z * z;
    return m == 0   ? 1
           : m == 1 ? z
           : m == 2 ? square
           : m == 3 ? square * z
           : m == 4 ? square * square
           : m == 5 ? square * square * z
                    : square * square * square;
}

/* powers of z in ROOT z^(ROOT−1) times the accelerations: of δ, of the spring, of the damper */
#define SPRING_PACE (SPRING + ROOT - 1)
#define DAMPER_PACE (DAMPER + ROOT - 1)
#define POWERS 10
/* which powers are needed, for themselves or as halves of others */
#define ASKED(m) ((m) == ROOT || (m) == ROOT - 1 || (m) == SPRING_PACE || (m) == DAMPER_PACE)
#define HALF_OF(m, whole) (ASKED(whole) && ((m) == (whole) / 2 || (m) == (whole) - (whole) / 2))
#define HALF(m)                                                                                                        \
    (HALF_OF(m, 2) || HALF_OF(m, 3) || HALF_OF(m, 4) || HALF_OF(m, 5) || HALF_OF(m, 6) || HALF_OF(m, 7) || HALF_OF(m, 8) || \
     HALF_OF(m, 9))
#define QUARTER(m) (((m) == 2 && (HALF(4) || HALF(5))) || ((m) == 3 && HALF(5)))
#define NEEDED(m) (ASKED(m) || HALF(m) || QUARTER(m))

/* a coefficient of a product; the newest terms are added last, so that processors need not wait */
static double product_of(const double *a, const double *b, int k) {
    double sum = 0;
    UNROLL for (int j = 1; j < k; j++) sum += a[j] * b[k - j];
    if (k > 0) sum += a[0] * b[k];
    return sum + a[k] * b[0];
}

/* for a square: every product but the middle one twice */
static double square_of(const double *a, int k) {
    if (k == 0) return a[0] * a[0];
    double sum = k % 2 == 0 ? 0.5 * a[k / 2] * a[k / 2] : 0;
    UNROLL for (int j = (k - 1) / 2; j >= 0; j--) sum += a[j] * a[k - j];
    return 2 * sum;
}

static void contact_expand(const stop_contact *s, contact_series *r) {
    double power[POWERS][CONTACT_WIDTH], smooth[CONTACT_WIDTH], force[CONTACT_WIDTH];
    r->z[0] = s->z;
    r->w[0] = s->w;
    r->t[0] = 0;
    UNROLL for (int k = 0; k < CONTACT_ORDER; k++) {
        power[0][k] = k == 0;
        power[1][k] = r->z[k];
        UNROLL for (int m = 2; m < POWERS; m++) {
            if (!NEEDED(m)) continue;
            power[m][k] = m % 2 == 0 ? square_of(power[m / 2], k) : product_of(power[m / 2], power[m - m / 2], k);
        }
        smooth[k] = (k == 0 ? s->f - s->of.w * s->gap : 0) + s->slope * r->t[k] - s->of.d * r->w[k] - s->of.w * power[ROOT][k];
        force[k] = (SPRING != DAMPER ? 0 : k == 0 ? s->k : 0) + s->c * r->w[k];
        double gain = ROOT == 1 ? smooth[k] : product_of(power[ROOT - 1], smooth, k);
        if (DAMPER_PACE == 0) gain -= force[k];
        else gain -= product_of(power[DAMPER_PACE], force, k);
        if (SPRING != DAMPER) gain -= s->k * power[SPRING_PACE][k];
        r->w[k + 1] = gain * ((double)ROOT / (k + 1));
        r->z[k + 1] = r->w[k] * (1.0 / (k + 1));
        r->t[k + 1] = power[ROOT - 1][k] * ((double)ROOT / (k + 1));
    }
}

/* truncation error at σ, relative to the speed; near δ = 0 only every so-many-th term differs from zero */
static double contact_error(const contact_series *r, double sigma) {
    int last = r->z[0] < 0.2 * sigma * fabs(r->w[0]) ? CONTACT_LAST : 2;
    double rest = 0, tail = 0, power = 1;
    UNROLL for (int k = CONTACT_ORDER; k > CONTACT_ORDER - CONTACT_LAST; k--) {
        rest = rest * sigma + fabs(r->w[k]);
        if (CONTACT_ORDER - k == 1 && last == 2) tail = rest;
    }
    UNROLL for (int k = 0; k <= CONTACT_ORDER - CONTACT_LAST; k++) power *= sigma;
    if (last == 2) {
        UNROLL for (int k = 2; k < CONTACT_LAST; k++) tail *= sigma;
        rest = tail;
    }
    return rest * power / (fabs(r->w[0]) + sigma * fabs(r->w[1]));
}

/* factor by which a step must shrink for its error; omitted terms grow with the 12th power or more */
static double shorter_for(double share) { return fmax(0.9 * (double)pow_single((float)share, 1.0f / CONTACT_ORDER), 0.2); }

static float single_root(float depth) { return ROOT == 1 ? depth : ROOT == 2 ? sqrt_single(depth) : sqrt_single(sqrt_single(depth)); }

/* z^(ROOT−1) */
static float single_power(float z) { return ROOT == 1 ? 1 : ROOT == 2 ? z : z * z * z; }

static double root_of_depth(double depth) { return ROOT == 1 ? depth : ROOT == 2 ? sqrt(depth) : sqrt(sqrt(depth)); }

static double contact_acceleration(const stop_contact *s, double f, double z, double w) {
    return f - s->of.d * w - s->of.w * (s->gap + power_of(z, ROOT)) - s->k * power_of(z, SPRING) -
           s->c * power_of(z, DAMPER) * w;
}

/* approximate σ at a given time, from the present acceleration; single precision is enough */
static float sigma_of(const stop_contact *s, float acceleration, float time) {
    float z0 = (float)s->z, speed = (float)s->w, depth = (float)s->depth + time * (speed + 0.5f * time * acceleration);
    /* the body would have left before: return a σ beyond that */
    if (depth <= 0)
        return 1.3f * (z0 + single_root(time * fabs_single(speed))) / (fabs_single(speed) + time * fabs_single(acceleration));
    /* dt = ROOT z^(ROOT−1) dσ: the mean of z^(ROOT−1) by Simpson's rule */
    float z = single_root(depth), mean = single_power(z0) + 4 * single_power(0.5f * (z0 + z)) + single_power(z);
    return time * 6 / (ROOT * mean);
}

/* refines it by Newton's method: the remaining error is below 1e-3 of the time, mostly far below */
static double sigma_towards(const stop_contact *s, const contact_series *r, double time) {
    if (ROOT == 1) return time;
    double sigma = sigma_of(s, (float)contact_acceleration(s, s->f, s->z, s->w), (float)time);
    double late = time - series_value(r->t, CONTACT_ORDER, sigma);
    double change = (float)late / (float)series_slope(r->t, CONTACT_ORDER, sigma);
    return sigma + fmin(fmax(change, -0.1 * sigma), 0.1 * sigma);
}

#define ARRIVED 1e-3 /* relative distance to a break that is corrected after the step */

/* the σ at which `time` has passed, which is before `high` */
static double sigma_at(const contact_series *r, double time, double high) {
    double low = 0, s = 0.95 * high;
    for (int round = 0; round < 60; round++) {
        double over = series_value(r->t, CONTACT_ORDER, s) - time, slope = series_slope(r->t, CONTACT_ORDER, s);
        if (over < 0) low = s;
        else high = s;
        double next = s - over / slope;
        if (fabs(next - s) <= 1e-10 * s) return next; /* the next change would be below rounding */
        s = next > low && next < high ? next : 0.5 * (low + high);
    }
    return s;
}

/* ---- quantities along a step ---- */

#define QUANTITY_DEPTH 0
#define QUANTITY_SPEED 1
#define QUANTITY_FORCE 2
#define QUANTITY_ACCELERATION 3 /* towards the stop, as felt by the body */
#define QUANTITY_ROOT 4
#define QUANTITY_SIGN 5 /* k δ^(n−p) + c δ̇, which has the sign of the force */

typedef struct {
    double value, slope; /* slope: in σ */
    double direction;    /* sign of the slope, also near δ = 0, where slopes in σ may all vanish */
} quantity;

/* powers of z common to the slopes of force and acceleration */
#define FORCE_ZEROS (DAMPER > 0 ? DAMPER - 1 : ROOT - 1)
#define FELT_ZEROS (FORCE_ZEROS < ROOT - 1 ? FORCE_ZEROS : ROOT - 1)

static quantity quantity_at(const stop_contact *s, int which, double z, double w, double acceleration) {
    quantity q = {0, 0, 0};
    double pace = ROOT * power_of(z, ROOT - 1);
    if (which == QUANTITY_DEPTH) {
        q.value = power_of(z, ROOT);
        q.direction = w;
        q.slope = pace * w;
        return q;
    }
    if (which == QUANTITY_SPEED) {
        q.value = w;
        q.direction = acceleration;
        q.slope = pace * acceleration;
        return q;
    }
    if (which == QUANTITY_ROOT) {
        q.value = z;
        q.slope = q.direction = w;
        return q;
    }
    if (which == QUANTITY_SIGN) {
        q.value = s->k * power_of(z, SPRING - DAMPER) + s->c * w;
        q.slope = s->c * pace * acceleration +
                  (SPRING == DAMPER ? 0 : s->k * (SPRING - DAMPER) * power_of(z, SPRING - DAMPER - 1) * w);
        return q;
    }
    q.value = s->k * power_of(z, SPRING) + s->c * power_of(z, DAMPER) * w;
    q.direction = s->k * SPRING * power_of(z, SPRING - 1 - FORCE_ZEROS) * w;
    if (DAMPER == 0) q.direction += s->c * ROOT * acceleration;
    else q.direction += s->c * (DAMPER * w * w + z * pace * acceleration);
    q.slope = q.direction * power_of(z, FORCE_ZEROS);
    if (which == QUANTITY_FORCE) return q;
    q.value = s->gravity - s->of.d * w - s->of.w * (s->gap + power_of(z, ROOT)) - q.value;
    q.direction = -(s->of.d * acceleration + s->of.w * w) * ROOT * power_of(z, ROOT - 1 - FELT_ZEROS) -
                  q.direction * power_of(z, FORCE_ZEROS - FELT_ZEROS);
    q.slope = q.direction * power_of(z, FELT_ZEROS);
    return q;
}

static quantity quantity_along(const stop_contact *s, int which, const contact_series *r, double sigma) {
    double z = series_value(r->z, CONTACT_ORDER, sigma), w = series_value(r->w, CONTACT_ORDER, sigma);
    double f = s->f + s->slope * series_value(r->t, CONTACT_ORDER, sigma);
    return quantity_at(s, which, z, w, contact_acceleration(s, f, z, w));
}

/* for forces the positive part, otherwise the magnitude */
static double size_of(int which, double value) { return which == QUANTITY_FORCE ? value : fabs(value); }

/* the largest value where the direction of a quantity changes, between 0 and σ */
static double value_of_top(const stop_contact *s, int which, const contact_series *r, double sigma) {
    top_search search = {0, sigma, quantity_along(s, which, r, 0).direction, quantity_along(s, which, r, sigma).direction, 0};
    quantity q = {0, 0, 0};
    double rest = 0;
    for (int round = 0; round < 40; round++) {
        double at = search_place(&search);
        q = quantity_along(s, which, r, at);
        search_narrow(&search, at, q.direction);
        rest = search_rest(&search, at, q.slope);
        if (fabs(rest) <= 1e-9 * fabs(q.value)) break;
    }
    return size_of(which, q.value + rest);
}

/* where a quantity changes its initial sign, before σ */
static double place_of_fall(const stop_contact *s, int which, const contact_series *r, double sigma, double sign) {
    double low = 0, high = sigma, at = 0.5 * sigma;
    for (int round = 0; round < 60; round++) {
        quantity q = quantity_along(s, which, r, at);
        if (sign * q.value > 0) low = at;
        else high = at;
        double next = at - q.value / q.slope;
        if (fabs(next - at) <= 1e-10 * at) return next; /* the next change would be below rounding */
        at = next > low && next < high ? next : 0.5 * (low + high);
    }
    return at;
}

/*
 * An upper bound of |quantity| inside a step: a smooth function of one curvature stays below its two end tangents;
 * twice that excess is allowed. Zero if the largest value is at an end, or if one tangent stays below `least`;
 * INFINITY if an end is at δ = 0, where tangents are useless.
 */
static double bound_inside(quantity from, quantity to, double length, double least) {
    if (!(from.direction * to.direction < 0)) return 0;
    double sign = from.direction > 0 ? 1 : -1; /* it rises to a maximum, or falls to a minimum where it is negative */
    double begin = sign * from.value, end = sign * to.value, ends = larger(begin, end);
    if (from.slope == 0 || to.slope == 0) return ends < 0 ? 0 : INFINITY;
    double either = fmin(begin + fabs(from.slope) * length, end + fabs(to.slope) * length);
    if (!(2 * either - ends > least)) return 0;
    double meet = (to.value - from.value - to.slope * length) / (from.slope - to.slope);
    return 2 * (begin + sign * from.slope * meet) - ends;
}
#endif
