/*
 * One body against a stop without compliance (newton, poisson): impulses, their accumulation, and rest.
 *
 * With one body the two laws are one: what strikes with v leaves with −e v. After an impact with w = e v under the closing
 * acceleration q, the impacts that are left take 2w/(q(1 − e)) and rise to w²/(2q) at most; when neither that nor the change
 * of q meanwhile can be seen, the body rests, as it does in the library by the same limits. It leaves when the reaction would
 * pull.
 */
#ifdef RIGID
#define NEGLIGIBLE 1e-14     /* of lengths and times of the run: what the way to rest may leave out */
#define REST_ROUNDING 1e-13  /* of accelerations: a reaction below this is zero */
#define IMPACT_LIMIT 1000000 /* impacts without loss may get smaller for ever */

/* counted on the way out of an impact with w under q, whose slope is `jerk`; *remaining: s, that the impacts to come take */
static bool is_accumulated(const one_run *r, int side, double e, double w, double q, double jerk, double *remaining) {
    double slow = fmax(r->threshold, 1e-9 * r->account.max_v), size = fabs(r->gap[side]) + r->account.max_x;
    if (!(e < 1 && q > 0 && w < slow && w * w <= 2 * q * NEGLIGIBLE * size)) return false;
    *remaining = 2 * w / (q * (1 - e));
    return fabs(jerk) * *remaining / q * *remaining <= NEGLIGIBLE * (time_of(r) + *remaining);
}

/* the reaction over a time, as long as the load is straight */
static void account_rest(one_run *r, int side, double reaction, double slope, double time) {
    double later = reaction + slope * time;
    r->impulse[side] += 0.5 * (reaction + later) * time;
    r->max_force[side] = fmax(r->max_force[side], fmax(reaction, later));
    raise_to(&r->account, FLIGHT_A, fabs(r->load.gravity - load_of(r)));
    raise_to(&r->account, FLIGHT_A, fabs(r->load.gravity - load_of(r) - r->clock.f1 * time));
    r->account.steps++;
}

/* from sample to sample until the stop would have to pull, or to the end; begun: when the time at rest begins */
static int stay_at_rest(one_run *r, int side, double begun) {
    const double sign = side == 0 ? 1 : -1, pull = r->of.w * r->x;
    int status = CASE_DONE;
    r->v = 0;
    while (!is_over(r)) {
        double f = load_of(r), h = step_length(r) - r->clock.at;
        double reaction = sign * (f - pull), slope = sign * r->clock.f1;
        double slack = REST_ROUNDING * (2 * fabs(r->load.gravity) + fabs(f) + fabs(pull));
        status = CASE_RUNNING;
        r->left = LEFT_REST;
        if (reaction < -slack) break; /* the load has jumped */
        r->left = LEFT_RELEASED;
        if (reaction + slope * h < -slack) {
            double time = -(reaction + slack) / slope;
            account_rest(r, side, reaction, slope, time);
            r->clock.at += time;
            break;
        }
        account_rest(r, side, reaction, slope, h);
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
    double a = load_of(r) - r->of.d * r->v - r->of.w * r->x, jerk = r->clock.f1 - r->of.d * a - r->of.w * r->v;
    bool rests = e <= NEGLIGIBLE;
    if (!rests && !is_accumulated(r, side, e, w, sign * a, jerk, &remaining)) return CASE_RUNNING;
    /* the impacts to come stop the body, whatever their order */
    r->impulse[side] -= w;
    lose(r, side, 0.5 * w * w);
    (void)flags;
    return stay_at_rest(r, side, time_of(r) + remaining);
}
#endif
