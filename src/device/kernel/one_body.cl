/*
 * One body between two stops along a record: flight from sample to sample, contacts by series, and the accounts of both.
 *
 * A thread runs one case. Two loops take nearly all steps, whole steps of flight and steps of a contact from break to break
 * of the load: there threads side by side do the same for long. All that has to be searched for, where a gap closes, where a
 * contact ends, and peaks inside steps, is done between these loops, by threads together.
 *
 * What this does not know how to do well it declines, and the case is run by the library on a core.
 */
#define CASE_RUNNING 0
#define CASE_DONE 1
#define CASE_DECLINED 2

#define STOP_LIMIT 4096 /* steps of one contact */

/* what shakes the body; per unit of mass */
typedef struct {
    GLOBAL const double *samples;
    int count, parts; /* samples; steps from one to the next */
    double scale, per_step, gravity; /* per_step: scale over s between samples */
    double h, rest; /* s: of a step, and of the last one, which may be none */
    int last;       /* number of the last step */
    double most, steepest; /* of |load| and of its slope */
} one_load;

/* in the step `number` since the start, part `part` of the piece after sample `sample`, `at` s inside; load f₀ + f₁ at */
typedef struct {
    int number, sample, part;
    double at, f0, f1;
    double next; /* the sample at the end of the piece */
} one_clock;

/* per unit of mass */
typedef struct {
    double input, dissipated;
    double max_x, max_v, max_a; /* a: what the body feels */
    int steps;
} one_account;

/* a step of flight inside which a quantity may have its peak, and what it can be there at most */
typedef struct {
    double bound, x, v, f0, f1;
} open_peak;

typedef struct {
    oscillator of;
    flight_step step;
    one_load load;
    one_clock clock;
    one_account account;
    double mass, threshold, tolerance;
    double x, v, gap[2]; /* stops: towards +x and −x; INFINITY where there is none */
    open_peak open[3];

    double impact, largest_stored;
    double held; /* in the spring of a contact when the run ends */
    int events, impacts[2];
    double max_force[2], max_depth[2], impulse[2], lost[2];
} one_run;

/* ---- the clock ---- */

static double step_length(const one_run *r) { return r->clock.number < r->load.last ? r->load.h : r->load.rest; }

static bool is_over(const one_run *r) {
    return r->clock.number > r->load.last || (r->clock.number == r->load.last && r->clock.at >= r->load.rest);
}

/* the load of the piece that begins with a sample; nothing after the last one */
static void load_piece(const one_load *l, one_clock *c, double from) {
    bool inside = c->sample + 1 < l->count;
    c->next = inside ? l->samples[c->sample + 1] : 0;
    c->f0 = l->gravity - (inside ? l->scale * from : 0);
    c->f1 = inside ? (from - c->next) * l->per_step : 0;
}

static void next_step(const one_load *l, one_clock *c) {
    c->number++;
    c->at = 0;
    c->f0 += c->f1 * l->h;
    if (++c->part < l->parts) return;
    c->part = 0;
    c->sample++;
    load_piece(l, c, c->next);
}

/* the step under way is over; the last one leads to the end */
static void end_step(const one_load *l, one_clock *c) {
    if (c->number < l->last) next_step(l, c);
    else c->at = l->rest;
}

static void note_stored(one_run *r, double potential) {
    r->largest_stored = fmax(r->largest_stored, 0.5 * (r->v * r->v + r->of.w * r->x * r->x) + potential);
}

/* ---- flight ---- */

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

/* raises the peak of a quantity to what it is in a step of length h with the series x */
static void raise_flight_peak(one_run *r, int which, const double *x, double h) {
    double c[FLIGHT_ORDER], power = h, bound = 0;
    UNROLL for (int k = 0; k < FLIGHT_ORDER; k++) {
        double v = (k + 1) * x[k + 1];
        c[k] = which == FLIGHT_X   ? x[k]
               : which == FLIGHT_V ? v
                                   : (k == 0 ? r->load.gravity : 0) - r->of.d * v - r->of.w * x[k];
        bound += k == 0 ? fabs(c[k]) : fabs(c[k]) * power;
        power *= k == 0 ? 1 : h;
    }
    if (bound > peak_of(&r->account, which)) raise_to(&r->account, which, largest_value(c, FLIGHT_ORDER - 1, h));
}

/* steps that may have peaks inside, looked at when the flight is over */
NOINLINE static void look_inside(one_run *r) {
    for (int which = FLIGHT_X; which <= FLIGHT_A; which++) {
        open_peak *o = &r->open[which];
        if (!(o->bound > peak_of(&r->account, which))) continue;
        double x[FLIGHT_ORDER + 1];
        flight_series(r->of, o->f0, o->f1, o->x, o->v, x);
        raise_flight_peak(r, which, x, r->step.h);
        o->bound = 0;
    }
}

/* how far |x|, |v| and what is felt can be between the ends of a step above what they are there: h²/8 of the most that they
 * bend, which follows from the most that they, their slopes and the load have been */
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

/* a whole step that may have new peaks, at its end or inside; false when one that was noted before has to be looked at first */
static bool note_peaks(const one_run *r, const flight_margin *m, double x, double v, double f0, double f1, double next_x,
                       double next_v, one_account *account, open_peak *open) {
    const oscillator o = r->of;
    double a = f0 - o.d * v - o.w * x, next_a = f0 + f1 * r->step.h - o.d * next_v - o.w * next_x;
    double j = f1 - o.d * a - o.w * v, next_j = f1 - o.d * next_a - o.w * next_v;
    double felt = r->load.gravity - o.d * v - o.w * x, next_felt = r->load.gravity - o.d * next_v - o.w * next_x;
    double k = -o.d * a - o.w * v, next_k = -o.d * next_a - o.w * next_v; /* the slope of what is felt */
    double l = -o.d * j - o.w * a, next_l = -o.d * next_j - o.w * next_a;
    double end[3] = {larger(fabs(x), fabs(next_x)), larger(fabs(v), fabs(next_v)), larger(fabs(felt), fabs(next_felt))};
    double bound[3] = {end[0] + m->x, end[1] + m->v, end[2] + m->a};
    UNROLL for (int i = 0; i < 3; i++) raise_to(account, i, end[i]);
    /* a value whose slope and bend keep their signs is largest at an end */
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

/* whole steps, as long as no stop can be reached */
static void fly(one_run *r) {
    const flight_step s = r->step;
    const oscillator o = r->of;
    const one_load load = r->load;
    const double above = r->gap[0], below = r->gap[1];
    one_clock clock = r->clock;
    one_account account = r->account;
    double x = r->x, v = r->v;
    flight_margin m = margin_of(o, &load, &account);
    bool was_near = true; /* at an end of the step, a quantity is so near its peak that it may be higher inside */
    if (x + m.x >= above || -x + m.x >= below) return;
    while (clock.number < load.last) {
        double f0 = clock.f0, f1 = clock.f1;
        double next_x = flight_form(s.x, x, v, f0, f1), next_v = flight_form(s.v, x, v, f0, f1);
        double felt = load.gravity - o.d * next_v - o.w * next_x;
        if (next_x + m.x >= above || m.x - next_x >= below) break;
        bool near = fabs(next_x) + m.x > account.max_x || fabs(next_v) + m.v > account.max_v || fabs(felt) + m.a > account.max_a;
        if (near || was_near) {
            if (!note_peaks(r, &m, x, v, f0, f1, next_x, next_v, &account, r->open)) break;
            m = margin_of(o, &load, &account);
        }
        account.dissipated += o.d * flight_square(s.square, x, v, f0, f1);
        account.input += f0 * (next_x - x) + f1 * (s.h * next_x - flight_form(s.sum, x, v, f0, f1));
        account.steps++;
        was_near = near;
        x = next_x;
        v = next_v;
        next_step(&load, &clock);
    }
    r->x = x;
    r->v = v;
    r->clock = clock;
    r->account = account;
}

/* which stop the body has just left, or is still beyond without being pushed */
#define LEFT_NONE 0
#define LEFT_STOP 1
#define LEFT_BEYOND 2

/* the first time at which a stop is reached within h, or left for good; −1 if it is not */
static double reach(const one_run *r, const double *c, int side, int left, double h) {
    double p[FLIGHT_ORDER + 1], sign = side == 0 ? 1 : -1;
    if (left == LEFT_BEYOND) sign = -sign;
    UNROLL for (int k = 0; k <= FLIGHT_ORDER; k++) p[k] = sign * c[k];
    p[0] += left == LEFT_BEYOND ? r->gap[side] : -r->gap[side];
    /* setting out from there, the zero at 0 is divided out */
    if (left == LEFT_STOP) {
        UNROLL for (int k = 0; k < FLIGHT_ORDER; k++) p[k] = p[k + 1];
        p[FLIGHT_ORDER] = 0;
    }
    double power = 1, others = 0;
    UNROLL for (int k = 1; k <= FLIGHT_ORDER; k++) {
        power *= h;
        others += fmax(p[k], 0.0) * power;
    }
    return p[0] + others < 0 ? -1 : first_rise(p, FLIGHT_ORDER, h);
}

/* a step of any length by series: to the stop that is reached first, whose number is returned, or to the end of the step
 * under way: −1 */
NOINLINE static int fly_closely(one_run *r, int side, int left) {
    double c[FLIGHT_ORDER + 1], h = step_length(r) - r->clock.at;
    double f0 = r->clock.f0 + r->clock.f1 * r->clock.at;
    int reached = -1;
    flight_series(r->of, f0, r->clock.f1, r->x, r->v, c);
    for (int i = 0; i < 2; i++) {
        if (!(r->gap[i] < INFINITY) || (left == LEFT_BEYOND && i != side)) continue;
        double time = reach(r, c, i, i == side ? left : LEFT_NONE, h);
        if (time < 0) continue;
        h = time;
        reached = i;
    }
    for (int which = FLIGHT_X; which <= FLIGHT_A; which++) raise_flight_peak(r, which, c, h);
    double squares = 0;
    UNROLL for (int g = 0; g < 8; g++) {
        double v = series_slope(c, FLIGHT_ORDER, h * FLIGHT_NODE[g]);
        squares += h * FLIGHT_WEIGHT[g] * v * v;
    }
    double x = series_value(c, FLIGHT_ORDER, h), sum = 0;
    UNROLL for (int k = FLIGHT_ORDER; k >= 0; k--) sum = sum * h + c[k] * (1.0 / (k + 1));
    r->account.dissipated += r->of.d * squares;
    r->account.input += f0 * (x - r->x) + r->clock.f1 * (h * x - sum * h);
    r->account.steps++;
    r->x = x;
    r->v = series_slope(c, FLIGHT_ORDER, h);
    r->clock.at += h;
    if (reached < 0) end_step(&r->load, &r->clock);
    return reached;
}

/* ---- contact ---- */

/* a step of a contact inside which a quantity may have its peak */
typedef struct {
    double bound, z, w, f, slope, c, sigma;
} open_top;

typedef struct {
    double max_depth, max_force, impulse, lost; /* per unit of mass */
} stop_account;

typedef struct {
    stop_contact now;
    stop_account account;
    open_top top[4]; /* by quantity */
} contact_run;

/* c/m = χ v/L^(p+1) with L = (m v²/k)^(1/(n+1)), or as given; k is per unit of mass */
static double damping_at(double k, double chi, double mass, double speed) {
    if (chi <= 0) return -chi / mass;
    if (SPRING == DAMPER) return chi * k / speed;
    double length = pow(speed * speed / k, (double)ROOT / (SPRING + ROOT));
    return chi * speed / pow(length, (double)DAMPER / ROOT + 1);
}

/* Lobatto's rule of six places, the ends among them */
GLOBAL_CONSTANT double CONTACT_NODE[4] = {0.1174723380352676, 0.3573842417596774, 0.6426157582403226, 0.8825276619647324};
GLOBAL_CONSTANT double CONTACT_WEIGHT[4] = {0.1892374781489235, 0.2774291885177432, 0.2774291885177432, 0.1892374781489235};

typedef struct {
    double depth, squares, lost; /* ∫δ dt, ∫δ̇² dt, ∫δ^p δ̇² dt, over ROOT σ */
} contact_sums;

static void add_place(contact_sums *sums, double weight, double z, double w) {
    weight *= power_of(z, ROOT - 1);
    double square = weight * w * w;
    sums->depth += weight * power_of(z, ROOT);
    sums->squares += square;
    sums->lost += square * power_of(z, DAMPER);
}

/* energy and impulse of a step that ends with z, δ̇ and δ after a time */
static void account_contact(const stop_contact *s, const contact_series *q, double sigma, double time, double z, double w,
                            double depth, one_account *of_run, stop_account *of_stop) {
    contact_sums sums = {0, 0, 0};
    add_place(&sums, 1.0 / 30, s->z, s->w);
    add_place(&sums, 1.0 / 30, z, w);
    UNROLL for (int g = 0; g < 4; g++)
        add_place(&sums, CONTACT_WEIGHT[g], series_value(q->z, CONTACT_ORDER, sigma * CONTACT_NODE[g]),
                  series_value(q->w, CONTACT_ORDER, sigma * CONTACT_NODE[g]));
    double share = ROOT * sigma, sum = share * sums.depth;
    of_run->dissipated += s->of.d * share * sums.squares;
    of_run->input += s->f * (depth - s->depth) + s->slope * (time * depth - sum);
    of_run->steps++;
    of_stop->lost += s->c * share * sums.lost;
    /* the change of momentum less what the load, the spring and the dashpot have done */
    of_stop->impulse += s->f * time + 0.5 * s->slope * time * time - s->of.w * (s->gap * time + sum) -
                        s->of.d * (depth - s->depth) - (w - s->w);
}

static double top_of(const one_account *of_run, const stop_account *of_stop, int which) {
    return which == QUANTITY_DEPTH   ? of_stop->max_depth
           : which == QUANTITY_SPEED ? of_run->max_v
           : which == QUANTITY_FORCE ? of_stop->max_force
                                     : of_run->max_a;
}

static void raise_top(one_account *of_run, stop_account *of_stop, int which, double value) {
    if (which == QUANTITY_DEPTH) of_stop->max_depth = larger(of_stop->max_depth, value);
    if (which == QUANTITY_SPEED) of_run->max_v = larger(of_run->max_v, value);
    if (which == QUANTITY_FORCE) of_stop->max_force = larger(of_stop->max_force, value);
    if (which == QUANTITY_ACCELERATION) of_run->max_a = larger(of_run->max_a, value);
}

/* steps that may have peaks inside, looked at together, and forgotten */
NOINLINE static void look_inside_contact(one_run *r, contact_run *c) {
    for (int which = QUANTITY_DEPTH; which <= QUANTITY_ACCELERATION; which++) {
        open_top *o = &c->top[which];
        if (!(o->bound > top_of(&r->account, &c->account, which))) continue;
        contact_series q;
        stop_contact s = c->now;
        s.z = o->z;
        s.w = o->w;
        s.f = o->f;
        s.slope = o->slope;
        s.c = o->c;
        contact_expand(&s, &q);
        raise_top(&r->account, &c->account, which, value_of_top(&s, which, &q, o->sigma));
        o->bound = 0;
    }
}

/* raises peaks to what they are at the ends of a step, and notes it where it may have higher ones inside; false when one
 * that was noted before has to be looked at first */
static bool note_tops(const stop_contact *s, double sigma, double time, double z, double w, one_account *of_run,
                      stop_account *of_stop, open_top *top) {
    double before = contact_acceleration(s, s->f, s->z, s->w), after = contact_acceleration(s, s->f + s->slope * time, z, w);
    bool noted = true;
    UNROLL for (int which = QUANTITY_DEPTH; which <= QUANTITY_ACCELERATION; which++) {
        quantity from = quantity_at(s, which, s->z, s->w, before), to = quantity_at(s, which, z, w, after);
        raise_top(of_run, of_stop, which, larger(fabs(from.value), fabs(to.value)));
        if (which <= QUANTITY_SPEED) { /* their directions are slopes in time, which are never all zero */
            from.slope = from.direction;
            to.slope = to.direction;
        }
        double bound = bound_inside(from, to, which <= QUANTITY_SPEED ? time : sigma);
        if (!(bound > top_of(of_run, of_stop, which))) continue;
        if (top[which].bound > top_of(of_run, of_stop, which)) noted = false;
        open_top o = {bound, s->z, s->w, s->f, s->slope, s->c, sigma};
        if (noted) top[which] = o;
    }
    return noted;
}

/* ---- steps of a contact that something happens in ---- */

/* where a step leads */
typedef struct {
    double sigma, time, z, w;
    bool arrives, ends, detaches, turns;
} contact_step;

static void stop_at(contact_step *n, const contact_series *q, double sigma) {
    n->sigma = sigma;
    n->z = series_value(q->z, CONTACT_ORDER, sigma);
    n->w = series_value(q->w, CONTACT_ORDER, sigma);
    n->time = series_value(q->t, CONTACT_ORDER, sigma);
}

/* up to the break of the load, the end of the contact or of its branch, or as far as the series are good for; way: the sign
 * that the speed has on a branch of one direction, or 0 */
static bool choose_step(const stop_contact *s, const contact_series *q, double tolerance, double horizon, bool watches_force,
                        double way, contact_step *n) {
    double sigma = sigma_towards(s, q, horizon);
    for (int round = 0;; round++) {
        double error = contact_error(q, sigma);
        if (error <= tolerance) break;
        if (round == 40 || !(error < INFINITY)) return false;
        sigma *= shorter_for(tolerance / error);
    }
    n->arrives = n->ends = n->detaches = n->turns = false;
    stop_at(n, q, sigma);
    if (n->z > 0 && s->w < 0 && n->w > 0) { /* has it been out, where it turned? */
        double turn = place_of_fall(s, QUANTITY_SPEED, q, sigma, -1);
        if (series_value(q->z, CONTACT_ORDER, turn) <= 0) stop_at(n, q, turn);
    }
    if (n->z <= 0) {
        n->ends = true;
        stop_at(n, q, place_of_fall(s, QUANTITY_ROOT, q, n->sigma, 1));
        n->z = 0;
    }
    n->arrives = !n->ends && fabs(n->time - horizon) <= ARRIVED * horizon;
    if (n->time > horizon && !n->arrives) {
        n->ends = false;
        n->arrives = true;
        stop_at(n, q, ROOT == 1 ? horizon : sigma_at(q, horizon, n->sigma));
        n->time = horizon;
    }
    for (int part = 1; part < 8 && way != 0 && !(way * n->w < 0); part++) /* back and forth within the step */
        if (way * series_value(q->w, CONTACT_ORDER, 0.125 * part * n->sigma) < 0) stop_at(n, q, 0.125 * part * n->sigma);
    bool pulls = watches_force && quantity_at(s, QUANTITY_SIGN, n->z, n->w, 0).value < 0;
    if (pulls || way * n->w < 0) {
        stop_at(n, q, place_of_fall(s, pulls ? QUANTITY_SIGN : QUANTITY_SPEED, q, n->sigma, pulls ? 1 : way));
        n->ends = n->arrives = false;
        n->detaches = pulls;
        n->turns = !pulls;
        if (n->turns) n->w = 0;
    }
    return n->time <= (1 + ARRIVED) * horizon && n->sigma > 0;
}

/* the body is `depth` deep with δ̇, and a time has passed */
static void move_on(const one_load *l, one_clock *clock, stop_contact *s, double sign, double z, double w, double depth,
                    double time, bool arrives) {
    s->z = z;
    s->w = w;
    s->depth = depth;
    clock->at += time;
    if (!arrives) return;
    /* the time is beside the break by little, and the load has been off there by the change of its slope */
    double beside = clock->at - (clock->number < l->last ? l->h : l->rest), slope = clock->f1;
    bool inside = clock->number < l->last;
    end_step(l, clock);
    if (!inside) return;
    clock->at = beside;
    s->w += sign * 0.5 * (clock->f1 - slope) * beside * beside;
}

/* one step with whatever happens in it; false when it cannot be done */
NOINLINE static bool step_closely(one_run *r, contact_run *c, double sign, bool watches_force, double way, contact_step *n) {
    stop_contact *s = &c->now;
    contact_series q;
    s->f = sign * (r->clock.f0 + r->clock.f1 * r->clock.at);
    s->slope = sign * r->clock.f1;
    contact_expand(s, &q);
    if (!choose_step(s, &q, r->tolerance, step_length(r) - r->clock.at, watches_force, way, n)) return false;
    double depth = power_of(n->z, ROOT);
    account_contact(s, &q, n->sigma, n->time, n->z, n->w, depth, &r->account, &c->account);
    note_tops(s, n->sigma, n->time, n->z, n->w, &r->account, &c->account, c->top);
    look_inside_contact(r, c);
    move_on(&r->load, &r->clock, s, sign, n->z, n->w, depth, n->time, n->arrives);
    return true;
}

/* ---- a contact from its beginning to its end ---- */

/* which way the quantities go that have peaks */
typedef struct {
    double depth, speed, force, felt;
} contact_way;

static contact_way way_of(const stop_contact *s, double f, double z, double w) {
    double acceleration = contact_acceleration(s, f, z, w);
    contact_way way = {w, acceleration, quantity_at(s, QUANTITY_FORCE, z, w, acceleration).direction,
                       quantity_at(s, QUANTITY_ACCELERATION, z, w, acceleration).direction};
    return way;
}

static bool has_turned(contact_way a, contact_way b) {
    return a.depth * b.depth < 0 || a.speed * b.speed < 0 || a.force * b.force < 0 || a.felt * b.felt < 0;
}

/* steps to the breaks of the load, as long as nothing happens on the way */
static void step_along(one_run *r, contact_run *c, double sign, bool watches_force) {
    const one_load load = r->load;
    const double tolerance = r->tolerance;
    one_clock clock = r->clock;
    one_account of_run = r->account;
    stop_account of_stop = c->account;
    stop_contact s = c->now;
    contact_way way = way_of(&s, sign * (clock.f0 + clock.f1 * clock.at), s.z, s.w);
    for (int steps = 0; steps < STOP_LIMIT && clock.number < load.last; steps++) {
        contact_series q;
        s.f = sign * (clock.f0 + clock.f1 * clock.at);
        s.slope = sign * clock.f1;
        contact_expand(&s, &q);
        double horizon = load.h - clock.at;
        double sigma = sigma_towards(&s, &q, horizon);
        double error = contact_error(&q, sigma);
        if (!(error < 1e6 * tolerance)) break; /* beyond what one shortening mends */
        if (error > tolerance) sigma *= shorter_for(tolerance / error);
        double time = series_value(q.t, CONTACT_ORDER, sigma);
        bool arrives = fabs(time - horizon) <= ARRIVED * horizon;
        if (time > horizon && !arrives) break;
        double z = series_value(q.z, CONTACT_ORDER, sigma), w = series_value(q.w, CONTACT_ORDER, sigma);
        if (z <= 0 || (s.w < 0 && w > 0)) break;
        if (watches_force && quantity_at(&s, QUANTITY_SIGN, z, w, 0).value < 0) break;
        /* quantities that go on as they went are larger at the ends of other steps */
        contact_way next = way_of(&s, s.f + s.slope * time, z, w);
        if (has_turned(way, next) && !note_tops(&s, sigma, time, z, w, &of_run, &of_stop, c->top)) break;
        way = next;
        double depth = power_of(z, ROOT);
        account_contact(&s, &q, sigma, time, z, w, depth, &of_run, &of_stop);
        move_on(&load, &clock, &s, sign, z, w, depth, time, arrives);
    }
    r->clock = clock;
    r->account = of_run;
    c->account = of_stop;
    c->now = s;
}

/* whether the force of a contact that has ended would push again somewhere in the step under way */
static bool would_push(const one_run *r, const stop_contact *s, double sign) {
    double c[FLIGHT_ORDER + 1], h = step_length(r) - r->clock.at;
    flight_series(r->of, r->clock.f0 + r->clock.f1 * r->clock.at, r->clock.f1, r->x, r->v, c);
    for (int part = 1; part <= 8; part++) {
        double depth = sign * series_value(c, FLIGHT_ORDER, 0.125 * part * h) - s->gap;
        double w = sign * series_slope(c, FLIGHT_ORDER, 0.125 * part * h);
        if (depth < 0) return false;
        if (s->k * power_of(root_of_depth(depth), SPRING - DAMPER) + s->c * w > 0) return true;
    }
    return false;
}

/* off the force, but not yet out: to the gap, or to the end of the run */
static int go_on_beyond(one_run *r, const stop_contact *s, int side) {
    const double sign = side == 0 ? 1 : -1;
    while (!is_over(r)) {
        if (would_push(r, s, sign)) return CASE_DECLINED;
        if (fly_closely(r, side, LEFT_BEYOND) >= 0) return sign * r->v < 0 ? CASE_RUNNING : CASE_DECLINED;
    }
    return CASE_DONE;
}

/* from the closing of a gap to its opening, or to the end of the run; way: 1 where the damper acts in approach alone */
static int follow_contact(one_run *r, contact_run *c, int side, bool watches_force, double way) {
    const double sign = side == 0 ? 1 : -1, damping = c->now.c, speed = c->now.w;
    stop_contact *s = &c->now;
    const int begun = r->account.steps;
    while (r->account.steps - begun < STOP_LIMIT) {
        contact_step n;
        if (way == 0) step_along(r, c, sign, watches_force);
        look_inside_contact(r, c);
        if (!step_closely(r, c, sign, watches_force, way, &n)) return CASE_DECLINED;
        if (n.turns) {
            way = -way;
            s->c = way > 0 ? damping : 0;
        }
        bool over = is_over(r);
        if (!(n.ends || n.detaches || over)) continue;
        double potential = s->k * power_of(s->z, SPRING) * s->depth / (1 + (double)SPRING / ROOT);
        r->x = sign * (s->gap + s->depth);
        r->v = sign * s->w;
        r->events++;
        if (speed > r->threshold) r->impacts[side]++;
        note_stored(r, potential);
        if (n.detaches) c->account.lost += potential;
        if (over && !n.ends && !n.detaches) r->held = potential;
        if (over) return CASE_DONE;
        if (n.ends) return s->w < 0 ? CASE_RUNNING : CASE_DECLINED;
        return go_on_beyond(r, s, side);
    }
    return CASE_DECLINED;
}

/* numbers: of the contact */
static int be_in_contact(one_run *r, GLOBAL const double *numbers, int cases, int flags, int side) {
    const double sign = side == 0 ? 1 : -1, speed = sign * r->v;
    bool approach_only = flags >> 4 & 1, zero_force = flags >> 5 & 1;
    contact_run c;
    c.now.of = r->of;
    c.now.gravity = sign * r->load.gravity;
    c.now.gap = numbers[0];
    c.now.k = numbers[cases] / r->mass;
    c.now.c = damping_at(c.now.k, numbers[2 * cases], r->mass, fmax(speed, fmax(r->threshold, 1e-12)));
    c.now.z = c.now.depth = 0;
    c.now.w = speed;
    c.account.max_depth = r->max_depth[side];
    c.account.max_force = r->max_force[side];
    c.account.impulse = c.account.lost = 0;
    for (int which = 0; which < 4; which++) c.top[which].bound = 0;
    r->events++;
    note_stored(r, 0);
    if (!(speed > 0)) return CASE_DECLINED;
    UNROLL for (int which = QUANTITY_DEPTH; which <= QUANTITY_ACCELERATION; which++)
        raise_top(&r->account, &c.account, which, fabs(quantity_at(&c.now, which, 0, speed, 0).value));
    bool damped = c.now.c > 0;
    int status = follow_contact(r, &c, side, zero_force && !approach_only && damped, approach_only && damped);
    r->max_depth[side] = c.account.max_depth;
    r->max_force[side] = c.account.max_force;
    r->impulse[side] += c.account.impulse;
    r->lost[side] += c.account.lost;
    r->impact += c.account.lost;
    r->account.max_x = fmax(r->account.max_x, c.now.gap + c.account.max_depth);
    return status;
}
