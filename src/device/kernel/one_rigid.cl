/*
 * One body against a rigid stop (newton, poisson): impulses, their accumulation, and rest.
 *
 * With one body the two laws coincide: the rebound speed is e v. After an impact with w = e v under the closing
 * acceleration q, the remaining impacts take 2w/(q(1 − e)) and rise to at most w²/(2q). When both, and the change
 * of q meanwhile, are negligible, the body rests, with the limits of the library. It leaves when the reaction
 * would pull.
 */
#ifdef RIGID
#define NEGLIGIBLE 1e-14     /* relative to lengths and times of the run: negligible on the way to rest */
#define REST_ROUNDING 1e-13  /* relative to accelerations: a smaller reaction is zero */
#define IMPACT_LIMIT 1000000 /* impacts without loss may continue for ever */

/* after an impact with w under q, whose slope is `jerk`; *remaining: s, duration of the impacts to come */
static bool is_accumulated(const one_run *r, int side, double e, double w, double q, double jerk, double *remaining) {
    double slow = fmax(r->threshold, 1e-9 * r->account.max_v), size = fabs(r->gap[side]) + r->account.max_x;
    if (!(e < 1 && q > 0 && w < slow && w * w <= 2 * q * NEGLIGIBLE * size)) return false;
    *remaining = 2 * w / (q * (1 - e));
    return fabs(jerk) * *remaining / q * *remaining <= NEGLIGIBLE * (time_of(r) + *remaining);
}

#ifdef SINE
/* when a reaction falls below −slack within h; INFINITY when it does not */
static double time_of_release(const one_run *r, double sign, double pull, double slack, double h) {
    double c[FLIGHT_ORDER + 1];
    load_series(r->of, load_of(r), slope_of(r), c);
    c[0] -= pull;
    UNROLL for (int k = 0; k <= FLIGHT_ORDER; k++) c[k] *= -sign;
    c[0] -= slack;
    double time = rise_within(c, h);
    return time < 0 ? INFINITY : time;
}

/* accounts for the reaction over a time */
static void account_rest(one_run *r, int side, double sign, double pull, double time) {
    double c[FLIGHT_ORDER + 1], sum = 0;
    load_series(r->of, load_of(r), slope_of(r), c);
    c[0] -= pull;
    UNROLL for (int k = FLIGHT_ORDER; k >= 0; k--) sum = sum * time + c[k] * (1.0 / (k + 1));
    r->impulse[side] += sign * sum * time;
    r->max_force[side] = fmax(r->max_force[side], largest_value(c, FLIGHT_ORDER, time));
    c[0] += pull - r->load.gravity;
    raise_to(&r->account, FLIGHT_A, largest_value(c, FLIGHT_ORDER, time));
    r->account.steps++;
}
#else
static double time_of_release(const one_run *r, double sign, double pull, double slack, double h) {
    double reaction = sign * (load_of(r) - pull), slope = sign * slope_of(r);
    return reaction + slope * h < -slack ? -(reaction + slack) / slope : INFINITY;
}

static void account_rest(one_run *r, int side, double sign, double pull, double time) {
    double f = load_of(r), reaction = sign * (f - pull), later = reaction + sign * slope_of(r) * time;
    r->impulse[side] += 0.5 * (reaction + later) * time;
    r->max_force[side] = fmax(r->max_force[side], fmax(reaction, later));
    raise_to(&r->account, FLIGHT_A, fabs(r->load.gravity - f));
    raise_to(&r->account, FLIGHT_A, fabs(r->load.gravity - f - slope_of(r) * time));
    r->account.steps++;
}
#endif

/* from sample to sample until the stop would have to pull, or to the end; begun: start of the rest */
static int stay_at_rest(one_run *r, int side, double begun) {
    const double sign = side == 0 ? 1 : -1, pull = r->of.w * r->x;
    int status = CASE_DONE;
    r->v = 0;
    while (!is_over(r)) {
        double f = load_of(r), h = step_length(r) - r->clock.at;
        double slack = REST_ROUNDING * (2 * fabs(r->load.gravity) + fabs(f) + fabs(pull));
        status = CASE_RUNNING;
        r->left = LEFT_REST;
        if (sign * (f - pull) < -slack) break; /* the load has jumped */
        r->left = LEFT_RELEASED;
        double time = time_of_release(r, sign, pull, slack, h);
        account_rest(r, side, sign, pull, fmin(time, h));
        if (time < INFINITY) {
            r->clock.at += time;
            break;
        }
        end_step(&r->load, &r->clock);
        status = CASE_DONE;
    }
    r->events++;
    r->max_depth[side] += fmax(time_of(r) - begun, 0.0);
    return status;
}

/* numbers: of the contact; the third is e */
static int be_in_contact(one_run *r, GLOBAL const double *numbers, int cases, int flags, int side) {
    const double sign = side == 0 ? 1 : -1, e = numbers[2 * cases], speed = sign * r->v, w = e * speed;
    double remaining = 0;
    if (!(speed > 1e-12 * r->account.max_v) || r->events >= IMPACT_LIMIT) return CASE_DECLINED;
    r->x = sign * r->gap[side];
    r->events++;
    note_stored(r, 0);
    r->v = -sign * w;
    r->left = LEFT_STOP;
    r->impulse[side] += speed + w;
    lose(r, side, 0.5 * (speed - w) * (speed + w));
    if (speed > r->threshold) r->impacts[side]++;
    if (is_over(r)) return CASE_DONE;
    double a = load_of(r) - r->of.d * r->v - r->of.w * r->x, jerk = slope_of(r) - r->of.d * a - r->of.w * r->v;
    bool rests = e <= NEGLIGIBLE;
    if (!rests && !is_accumulated(r, side, e, w, sign * a, jerk, &remaining)) return CASE_RUNNING;
    /* the remaining impacts stop the body, in any order */
    r->impulse[side] -= w;
    lose(r, side, 0.5 * w * w);
    (void)flags;
    return stay_at_rest(r, side, time_of(r) + remaining);
}
#endif
