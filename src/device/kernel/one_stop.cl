/*
 * One body against a stop, from the closing of the gap to its opening.
 */
#ifdef ROOT
/* a step of a contact in which a quantity may have its peak */
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
    ROLLED for (int g = 0; g < 4; g++)
        add_place(&sums, CONTACT_WEIGHT[g], series_value(q->z, CONTACT_ORDER, sigma * CONTACT_NODE[g]),
                  series_value(q->w, CONTACT_ORDER, sigma * CONTACT_NODE[g]));
    double share = ROOT * sigma, sum = share * sums.depth;
    of_run->dissipated += s->of.d * share * sums.squares;
    of_run->input += s->f * (depth - s->depth) + s->slope * (time * depth - sum);
    of_run->steps++;
    of_stop->lost += s->c * share * sums.lost;
    /* the change of momentum minus the impulses of load, spring and dashpot */
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

/* searches steps that may contain peaks, all at once, and clears them */
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

/* raises peaks to the values at the ends of a step, and notes the step if higher ones are possible inside; false
 * if a noted step must be searched first */
static bool note_tops(const stop_contact *s, double sigma, double time, double z, double w, one_account *of_run,
                      stop_account *of_stop, open_top *top) {
    double before = contact_acceleration(s, s->f, s->z, s->w), after = contact_acceleration(s, s->f + s->slope * time, z, w);
    bool noted = true;
    UNROLL for (int which = QUANTITY_DEPTH; which <= QUANTITY_ACCELERATION; which++) {
        quantity from = quantity_at(s, which, s->z, s->w, before), to = quantity_at(s, which, z, w, after);
        raise_top(of_run, of_stop, which, larger(size_of(which, from.value), size_of(which, to.value)));
        if (which == QUANTITY_FORCE && !(from.direction > 0)) continue; /* it falls to a minimum, which may be a
                                                                           pull */
        if (which <= QUANTITY_SPEED) { /* their directions are slopes in time, which are never all zero */
            from.slope = from.direction;
            to.slope = to.direction;
        }
        double least = top_of(of_run, of_stop, which);
        double bound = bound_inside(from, to, which <= QUANTITY_SPEED ? time : sigma, least);
        if (!(bound > least)) continue;
        if (top[which].bound > least) noted = false;
        open_top o = {bound, s->z, s->w, s->f, s->slope, s->c, sigma};
        if (noted) top[which] = o;
    }
    return noted;
}

/* ---- steps of a contact that something happens in ---- */

/* the end of a step */
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

/* up to the break of the load, the end of the contact or of its branch, or the range of the series; way: the sign
 * of the speed on a one-way branch, or 0 */
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
    if (n->z > 0 && s->w < 0 && n->w > 0) { /* did it leave the contact before it turned? */
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
    /* the time misses the break slightly, so the load was wrong by its change of slope */
    double beside = clock->at - (clock->number < l->last ? l->h : l->rest), slope = clock->f1;
    bool inside = clock->number < l->last;
    end_step(l, clock);
    if (!inside) return;
    clock->at = beside;
    s->w += sign * 0.5 * (clock->f1 - slope) * beside * beside;
}

/* one step with any event in it; false if it is impossible */
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

/* directions of the quantities that have peaks */
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
    return a.depth * b.depth <= 0 || a.speed * b.speed <= 0 || a.force * b.force <= 0 || a.felt * b.felt <= 0;
}

/* steps to the breaks of the load while there are no events */
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
        if (!(error < 1e6 * tolerance)) break; /* more than one shortening can correct */
        if (error > tolerance) sigma *= shorter_for(tolerance / error);
        double time = series_value(q.t, CONTACT_ORDER, sigma);
        bool arrives = fabs(time - horizon) <= ARRIVED * horizon;
        if (time > horizon && !arrives) break;
        double z = series_value(q.z, CONTACT_ORDER, sigma), w = series_value(q.w, CONTACT_ORDER, sigma);
        if (z <= 0 || (s.w < 0 && w > 0)) break;
        if (watches_force && quantity_at(&s, QUANTITY_SIGN, z, w, 0).value < 0) break;
        /* quantities that keep their direction are larger at the ends of other steps */
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

/* k δ^(n−p) + c δ̇ of a contact that has ended, during a flight; negative δ counts as zero */
static double sign_along(const stop_contact *s, const double *c, double sign, double time) {
    double depth = sign * series_value(c, FLIGHT_ORDER, time) - s->gap, w = sign * series_slope(c, FLIGHT_ORDER, time);
    return s->k * power_of(root_of_depth(fmax(depth, 0.0)), SPRING - DAMPER) + s->c * w;
}

/* when the force of an ended contact would push again within the current step; INFINITY if not before the gap
 * opens */
static double time_of_push(const one_run *r, const stop_contact *s, double sign) {
    double c[FLIGHT_ORDER + 1], h = step_length(r) - r->clock.at, low = 0, high = 0;
    bool pushes = false;
    flight_series(r->of, load_of(r), r->clock.f1, r->x, r->v, c);
    for (int part = 1; part <= 16 && !pushes; part++) {
        low = high;
        high = h * part / 16;
        if (sign * series_value(c, FLIGHT_ORDER, high) < s->gap) return INFINITY;
        pushes = sign_along(s, c, sign, high) > 0;
    }
    if (!pushes) return INFINITY;
    for (int round = 0; round < 60 && high - low > 1e-15 * h; round++) {
        double middle = 0.5 * (low + high);
        if (sign_along(s, c, sign, middle) > 0) high = middle;
        else low = middle;
    }
    return high;
}

/* without force but still inside: to the gap, to where it pushes again, or to the end of the run */
static int go_on_beyond(one_run *r, const stop_contact *s, int side) {
    const double sign = side == 0 ? 1 : -1;
    while (!is_over(r)) {
        double push = time_of_push(r, s, sign);
        if (fly_closely(r, side, LEFT_BEYOND, push) >= 0) return sign * r->v < 0 ? CASE_RUNNING : CASE_DECLINED;
        if (push < INFINITY) return CASE_RESUMED;
    }
    return CASE_DONE;
}

/* energy of a contact's spring, per unit of mass */
static double potential_of(const stop_contact *s) {
    return s->k * power_of(s->z, SPRING) * s->depth / (1 + (double)SPRING / ROOT);
}

/* resumes an ended contact at the present position */
static void take_up(one_run *r, contact_run *c, double sign) {
    stop_contact *s = &c->now;
    s->depth = fmax(sign * r->x - s->gap, 0.0);
    s->z = root_of_depth(s->depth);
    s->w = sign * r->v;
    c->account.lost -= potential_of(s);
    r->events++;
}

/* from the closing of a gap to its opening, or to the end of the run; way: 1 if the damper acts in approach
   only */
static int follow_contact(one_run *r, contact_run *c, int side, bool watches_force, double way) {
    const double sign = side == 0 ? 1 : -1, damping = c->now.c;
    double speed = c->now.w; /* approach speed since it was resumed */
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
        double potential = potential_of(s);
        r->x = sign * (s->gap + s->depth);
        r->v = sign * s->w;
        r->events++;
        if (speed > r->threshold) r->impacts[side]++;
        note_stored(r, potential);
        if (n.detaches) c->account.lost += potential;
        if (over && !n.ends && !n.detaches) r->held = potential;
        if (over) return CASE_DONE;
        if (n.ends) return s->w < 0 ? CASE_RUNNING : CASE_DECLINED;
        int status = go_on_beyond(r, s, side);
        if (status != CASE_RESUMED) return status;
        take_up(r, c, sign);
        speed = fmax(s->w, 0.0);
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
    r->left = LEFT_STOP;
    return status;
}
#endif
