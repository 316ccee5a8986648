/*
 * One body against a bilinear stop: along k₁ during approach, back along k₂ through that line's own zero. On each
 * line the motion is a flight with one additional spring, to rounding.
 *
 * A new impact before the gap has opened loads from the remaining set; if it is slower than an impact, it
 * continues along the previous line. Both as in the library.
 */
#ifdef BILINEAR
#define LINE_GOES_ON 0
#define LINE_TURNS 1
#define LINE_RELOADS 2
#define LINE_RELEASES 3

typedef struct {
    double k, offset; /* 1/s², m: the current line, k (δ − offset) */
    double first, second; /* 1/s²: k₁ and k₂ */
    double top, base;     /* m: start of unloading, and the set at the start of loading */
    bool loading, at_top, at_zero; /* at_top: has just turned there; at_zero: sets out from no force */
} stop_line;

static double line_potential(const stop_line *s, double depth) {
    return 0.5 * s->k * (depth - s->offset) * (depth - s->offset);
}

/* series c of x become those of ±δ − level, which rise through zero at the level; zeros at 0 are divided out */
static double time_to_depth(const double *c, double sign, double gap, double level, double way, int zeros, double h) {
    double p[FLIGHT_ORDER + 1];
    UNROLL for (int k = 0; k <= FLIGHT_ORDER; k++) p[k] = way * sign * c[k];
    p[0] -= way * (gap + level);
    divide_zeros(p, zeros);
    return rise_within(p, h);
}

/* when the speed towards the stop falls to zero */
static double time_to_turn(const double *c, double sign, double h) {
    double p[FLIGHT_ORDER + 1];
    UNROLL for (int k = 0; k < FLIGHT_ORDER; k++) p[k] = -sign * (k + 1) * c[k + 1];
    p[FLIGHT_ORDER] = 0;
    return rise_within(p, h);
}

/* one step along a line, to its end or that of the current step */
NOINLINE static int step_on_line(one_run *r, stop_line *s, int side) {
    const double sign = side == 0 ? 1 : -1, gap = r->gap[side];
    const oscillator o = {r->of.d, r->of.w + s->k};
    const stop_spring spring = {s->k, sign * s->k * (gap + s->offset)};
    double whole = step_length(r) - r->clock.at, h = fmin(whole, FLIGHT_REACH / (sqrt(o.w) + o.d));
    double c[FLIGHT_ORDER + 1];
    bool ends = h >= whole;
    int what = LINE_GOES_ON;
    flight_series(o, load_of(r) + spring.push, r->clock.f1, r->x, r->v, c);
    double turn = s->loading ? time_to_turn(c, sign, h) : time_to_depth(c, sign, gap, s->top, 1, s->at_top ? 2 : 0, h);
    if (turn >= 0) {
        h = turn;
        what = s->loading ? LINE_TURNS : LINE_RELOADS;
    }
    double release = s->loading ? -1 : time_to_depth(c, sign, gap, s->offset, -1, s->at_zero, h);
    if (release >= 0) {
        h = release;
        what = LINE_RELEASES;
    }
    double sum = go_along(r, spring, c, h), depth = sign * r->x - gap;
    r->impulse[side] += s->k * (sign * sum - (gap + s->offset) * h);
    r->max_depth[side] = fmax(r->max_depth[side], depth);
    r->max_force[side] = fmax(r->max_force[side], s->k * (depth - s->offset));
    s->at_top = s->at_zero = false;
    if (what == LINE_GOES_ON && ends) end_step(&r->load, &r->clock);
    return what;
}

/* changes to the other line, at the present position */
static void change_line(one_run *r, stop_line *s, int side, int what) {
    const double sign = side == 0 ? 1 : -1, depth = sign * r->x - r->gap[side];
    double before = line_potential(s, depth);
    note_stored(r, before);
    r->events++;
    if (what == LINE_TURNS) {
        double force = s->k * (depth - s->offset);
        s->top = depth;
        s->k = s->second;
        s->offset = depth - force / s->k;
        r->v = 0;
    } else {
        s->k = s->first;
        s->offset = s->base;
    }
    s->loading = what == LINE_RELOADS;
    s->at_top = what == LINE_TURNS;
    lose(r, side, before - line_potential(s, depth));
}

/* without force but still inside: to the gap, to where the line has a force again, or to the end of the run */
static int go_on_beyond(one_run *r, const stop_line *s, int side) {
    const double sign = side == 0 ? 1 : -1;
    for (bool first = true; !is_over(r); first = false) {
        double c[FLIGHT_ORDER + 1], h = step_length(r) - r->clock.at;
        flight_series(r->of, load_of(r), r->clock.f1, r->x, r->v, c);
        double push = time_to_depth(c, sign, r->gap[side], s->offset, 1, first, h);
        if (fly_closely(r, side, LEFT_BEYOND, push < 0 ? INFINITY : push) >= 0)
            return sign * r->v < 0 ? CASE_RUNNING : CASE_DECLINED;
        if (push >= 0) return CASE_RESUMED;
    }
    return CASE_DONE;
}

static void load_from_set(stop_line *s, double speed, double slowest) {
    s->at_zero = true;
    if (speed < slowest) return;
    s->base = s->offset;
    s->loading = true;
    s->k = s->first;
}

/* numbers: of the contact; the third is k₂/k₁ */
static int be_in_contact(one_run *r, GLOBAL const double *numbers, int cases, int flags, int side) {
    const double sign = side == 0 ? 1 : -1, slowest = fmax(r->threshold, 1e-12);
    double speed = sign * r->v, first = numbers[cases] / r->mass;
    stop_line s = {first, 0, first, first * numbers[2 * cases], 0, 0, true, false, false};
    const int begun = r->account.steps;
    if (!(speed > 0)) return CASE_DECLINED;
    r->events++;
    r->left = LEFT_STOP;
    note_stored(r, 0);
    (void)flags;
    while (r->account.steps - begun < STOP_LIMIT) {
        int what = step_on_line(r, &s, side);
        bool over = is_over(r), released = what == LINE_RELEASES;
        if (what == LINE_TURNS || what == LINE_RELOADS) change_line(r, &s, side, what);
        if (!released && !over) continue;
        if (speed > r->threshold) r->impacts[side]++;
        if (!released) r->held = line_potential(&s, sign * r->x - r->gap[side]);
        if (over) return CASE_DONE;
        r->events++;
        note_stored(r, 0);
        /* without a loss the force is zero where the gap opens, to rounding */
        if (s.offset <= 1e-14 * (fabs(r->gap[side]) + r->account.max_x)) return CASE_RUNNING;
        int status = go_on_beyond(r, &s, side);
        if (status != CASE_RESUMED) return status;
        r->events++;
        speed = fmax(sign * r->v, 0.0);
        load_from_set(&s, speed, slowest);
    }
    return CASE_DECLINED;
}
#endif
