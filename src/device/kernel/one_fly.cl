/*
 * One body in flight: whole steps while no stop is within reach, then a step by series to the stop.
 */
#define FLIGHT_X 0
#define FLIGHT_V 1
#define FLIGHT_A 2

static double peak_of(const one_account *a, int which) {
    return which == FLIGHT_X ? a->max_x : which == FLIGHT_V ? a->max_v : a->max_a;
}

static void raise_to(one_account *a, int which, double value) {
    if (which == FLIGHT_X) a->max_x = fmax(a->max_x, value);
    if (which == FLIGHT_V) a->max_v = fmax(a->max_v, value);
    if (which == FLIGHT_A) a->max_a = fmax(a->max_a, value);
}

/* an additional spring for the stop in contact: k (sign x − reach) towards the middle */
typedef struct {
    double k, push; /* 1/s², and m/s²: sign k reach */
} stop_spring;

/* raises the peak of a quantity to its maximum in a step of length h with the series x */
static void raise_flight_peak(one_run *r, stop_spring spring, int which, const double *x, double h) {
    double c[FLIGHT_ORDER], power = h, bound = 0;
    UNROLL for (int k = 0; k < FLIGHT_ORDER; k++) {
        double v = (k + 1) * x[k + 1];
        c[k] = which == FLIGHT_X   ? x[k]
               : which == FLIGHT_V ? v
                                   : (k == 0 ? r->load.gravity + spring.push : 0) - r->of.d * v - (r->of.w + spring.k) * x[k];
        bound += k == 0 ? fabs(c[k]) : fabs(c[k]) * power;
        power *= k == 0 ? 1 : h;
    }
    if (bound > peak_of(&r->account, which)) raise_to(&r->account, which, largest_value(c, FLIGHT_ORDER - 1, h));
}

/* searches steps that may contain peaks, after the flight */
NOINLINE static void look_inside(one_run *r) {
    for (int which = FLIGHT_X; which <= FLIGHT_A; which++) {
        open_peak *o = &r->open[which];
        if (!(o->bound > peak_of(&r->account, which))) continue;
        double x[FLIGHT_ORDER + 1];
        flight_series(r->of, o->f0, o->f1, o->x, o->v, x);
        stop_spring none = {0, 0};
        raise_flight_peak(r, none, which, x, r->step.h);
        o->bound = 0;
    }
}

/* bounds on the excess of |x|, |v| and the absolute acceleration between the ends of a step: h²/8 times their
 * largest second derivative, which follows from their maxima and those of the load */
typedef struct {
    double x, v, a;
} flight_margin;

static flight_margin margin_of(oscillator o, const one_load *l, const one_account *so_far) {
    double a = o.w * so_far->max_x + o.d * so_far->max_v + l->most;
    double v = so_far->max_v + l->h * a, x = so_far->max_x + l->h * v;
    a = o.w * x + o.d * v + l->most;
    double jerk = l->steepest + o.d * a + o.w * v, eighth = 0.125 * l->h * l->h;
    flight_margin m = {eighth * a, eighth * jerk, eighth * (o.d * jerk + o.w * a)};
    return m;
}

/* a whole step that may have new peaks, at its end or inside; false if a noted step must be searched first */
static bool note_peaks(const one_run *r, const flight_margin *m, double x, double v, double f0, double f1, double next_x,
                       double next_v, one_account *account, open_peak *open) {
    const oscillator o = r->of;
    double a = f0 - o.d * v - o.w * x, next_a = next_load(&r->load, f0, f1) - o.d * next_v - o.w * next_x;
    double j = f1 - o.d * a - o.w * v, next_j = next_slope(&r->load, f0, f1) - o.d * next_a - o.w * next_v;
    double felt = r->load.gravity - o.d * v - o.w * x, next_felt = r->load.gravity - o.d * next_v - o.w * next_x;
    double k = -o.d * a - o.w * v, next_k = -o.d * next_a - o.w * next_v; /* slope of the absolute acceleration */
    double l = -o.d * j - o.w * a, next_l = -o.d * next_j - o.w * next_a;
    double end[3] = {larger(fabs(x), fabs(next_x)), larger(fabs(v), fabs(next_v)), larger(fabs(felt), fabs(next_felt))};
    double bound[3] = {end[0] + m->x, end[1] + m->v, end[2] + m->a};
    UNROLL for (int i = 0; i < 3; i++) raise_to(account, i, end[i]);
    /* a value whose slope and curvature keep their signs is largest at an end */
    bool inside[3] = {bound[0] > account->max_x && (v * next_v <= 0 || a * next_a <= 0),
                      bound[1] > account->max_v && (a * next_a <= 0 || j * next_j <= 0),
                      bound[2] > account->max_a && (k * next_k <= 0 || l * next_l <= 0)};
    UNROLL for (int i = 0; i < 3; i++)
        if (inside[i] && open[i].bound > peak_of(account, i)) return false;
    UNROLL for (int i = 0; i < 3; i++) {
        open_peak noted = {bound[i], x, v, f0, f1};
        if (inside[i]) open[i] = noted;
    }
    return true;
}

/* limits beyond which a stop, or a new peak, is possible inside a step */
typedef struct {
    double above, below, x, v, a;
} flight_limit;

static flight_limit limit_of(const one_run *r, const flight_margin *m, const one_account *so_far) {
    flight_limit l = {r->gap[0] - m->x, m->x - r->gap[1], so_far->max_x - m->x, so_far->max_v - m->v, so_far->max_a - m->a};
    return l;
}

static double energy_of(oscillator o, double x, double v) { return 0.5 * (v * v + o.w * x * x); }

/* whole steps while no stop is within reach. They are exact, so that the dissipation follows from the balance or,
 * with a sine, from the work of the load */
static void fly(one_run *r) {
    const flight_step s = r->step;
    const oscillator o = r->of;
    const one_load load = r->load;
    one_clock clock = r->clock;
    one_account account = r->account;
    double x = r->x, v = r->v, input = 0, dissipated = 0;
    flight_margin m = margin_of(o, &load, &account);
    flight_limit limit = limit_of(r, &m, &account);
    bool was_near = true; /* the quantity is so close to its peak at an end that it may be higher inside */
    if (x >= limit.above || x <= limit.below) return;
    while (clock.number < load.last) {
        double f0 = clock.f0, f1 = clock.f1;
        double next_x = flight_form(s.x, x, v, f0, f1), next_v = flight_form(s.v, x, v, f0, f1);
        double felt = load.gravity - o.d * next_v - o.w * next_x;
        if (next_x >= limit.above || next_x <= limit.below) break;
        bool near = fabs(next_x) > limit.x || fabs(next_v) > limit.v || fabs(felt) > limit.a;
        if (near || was_near) {
            if (!note_peaks(r, &m, x, v, f0, f1, next_x, next_v, &account, r->open)) break;
            m = margin_of(o, &load, &account);
            limit = limit_of(r, &m, &account);
        }
#ifdef SINE
        dissipated += o.d * flight_squares(&s, x, v, f0, f1);
#else
        input += f0 * (next_x - x) + f1 * (s.h * next_x - flight_form(s.sum, x, v, f0, f1));
#endif
        account.steps++;
        was_near = near;
        x = next_x;
        v = next_v;
        next_step(&load, &clock);
    }
    double gain = energy_of(o, x, v) - energy_of(o, r->x, r->v);
#ifdef SINE
    input = dissipated + gain;
#else
    dissipated = input - gain;
#endif
    account.input += input;
    account.dissipated += dissipated;
    r->x = x;
    r->v = v;
    r->clock = clock;
    r->account = account;
}

/* what is zero as the body leaves a stop: δ, δ̇ or δ̈; or it is still inside without a force */
#define LEFT_NONE 0
#define LEFT_STOP 1
#define LEFT_REST 2
#define LEFT_RELEASED 3
#define LEFT_BEYOND 4

/* the first time within h at which a stop is reached, or left for good; −1 if there is none */
static double reach(const one_run *r, const double *c, int side, int left, double h) {
    double p[FLIGHT_ORDER + 1], sign = side == 0 ? 1 : -1;
    if (left == LEFT_BEYOND) sign = -sign;
    UNROLL for (int k = 0; k <= FLIGHT_ORDER; k++) p[k] = sign * c[k];
    p[0] += left == LEFT_BEYOND ? r->gap[side] : -r->gap[side];
    /* setting out from there, the zeros at 0 are divided out */
    if (left != LEFT_BEYOND) divide_zeros(p, left);
    return rise_within(p, h);
}

/* advances along the series x, with the accounts; returns ∫x dt */
static double go_along(one_run *r, stop_spring spring, const double *c, double h) {
    double squares = 0, x = series_value(c, FLIGHT_ORDER, h), sum = 0;
    for (int which = FLIGHT_X; which <= FLIGHT_A; which++) raise_flight_peak(r, spring, which, c, h);
    ROLLED for (int g = 0; g < 8; g++) {
        double v = series_slope(c, FLIGHT_ORDER, h * FLIGHT_NODE[g]);
        squares += h * FLIGHT_WEIGHT[g] * v * v;
    }
    UNROLL for (int k = FLIGHT_ORDER; k >= 0; k--) sum = sum * h + c[k] * (1.0 / (k + 1));
    r->account.dissipated += r->of.d * squares;
#ifdef SINE
    r->account.input += r->of.d * squares + energy_of(r->of, x, series_slope(c, FLIGHT_ORDER, h)) - energy_of(r->of, r->x, r->v);
#else
    r->account.input += load_of(r) * (x - r->x) + r->clock.f1 * (h * x - sum * h);
#endif
    r->account.steps++;
    r->x = x;
    r->v = series_slope(c, FLIGHT_ORDER, h);
    r->clock.at += h;
    return sum * h;
}

/* a step of any length by series: to the first stop, whose number is returned; or to the end of the current step
 * or the time `limit`: −1 */
NOINLINE static int fly_closely(one_run *r, int side, int left, double limit) {
    double c[FLIGHT_ORDER + 1], whole = step_length(r) - r->clock.at, h = fmin(whole, limit);
    bool ends = limit >= whole;
    stop_spring none = {0, 0};
    int reached = -1;
    flight_series(r->of, load_of(r), slope_of(r), r->x, r->v, c);
    for (int i = 0; i < 2; i++) {
        if (!(r->gap[i] < INFINITY) || (left == LEFT_BEYOND && i != side)) continue;
        double time = reach(r, c, i, i == side ? left : LEFT_NONE, h);
        if (time < 0) continue;
        h = time;
        reached = i;
    }
    go_along(r, none, c, h);
    if (reached < 0 && ends) end_step(&r->load, &r->clock);
    return reached;
}
