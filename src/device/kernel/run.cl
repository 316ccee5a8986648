/*
 * From event to event: gaps close, branches turn, contacts end. What this does not know how to do well it declines, and
 * the case is run by the library on a core.
 */
#define EVENT_NONE 0
#define EVENT_CLOSE 1
#define EVENT_TURN 2
#define EVENT_END 3    /* at δ = 0 */
#define EVENT_DETACH 4 /* at zero force */
#define EVENT_REOPEN 5
#define EVENT_RESUME 6 /* taken up again before the gap has opened */
#define EVENT_RELOAD 7 /* bilinear: back at the penetration where unloading began */

#define CASE_RUNNING 0
#define CASE_DONE 1
#define CASE_DECLINED 2

typedef struct {
    int kind, contact;
    double sigma;
} step_event;

/* whether the force of a contact may fall to zero before the penetration does */
static bool may_detach(const contact_state *c) {
    if (c->law == LAW_BILINEAR) return !c->approaching;
    return c->zero_force && c->damping > 0 && !c->approach_only;
}

/* takes the earlier of two events, where the sign of a series, `side` until then, changes; at once where it has. False: the
 * coefficients do not tell, and the step has to be shorter. */
static bool consider(const double *series, int order, double side, int kind, int contact, step_event *first) {
    double place = 0;
    int zeros = side * series[0] < 0 ? ZERO_ONE : poly_look(series, order, first->sigma, &place);
    if (zeros == ZERO_UNCLEAR) return false;
    if (zeros == ZERO_ONE && (place < first->sigma || first->kind == EVENT_NONE)) {
        first->kind = kind;
        first->contact = contact;
        first->sigma = place;
    }
    return true;
}

static bool consider_contact(const step_series *s, const contact_state *c, int i, step_event *first) {
    if (c->phase == PHASE_OPEN) {
        /* beyond zero and on its way out it has just parted, to rounding */
        bool parts = s->depth[i][0] > 0 && s->rate[i][0] <= 0;
        return parts || consider(s->depth[i], s->order, -1, EVENT_CLOSE, i, first);
    }
    double sign[WIDTH];
    bool watched = c->phase == PHASE_DETACHED || may_detach(c);
    for (int k = 0; k <= s->order && watched; k++)
        sign[k] = c->law == LAW_BILINEAR ? s->force[i][k] : c->stiffness * s->sign[i][k] + c->damping * s->rate[i][k];
    if (watched && c->force_is_zero) sign[0] = 0;
    if (c->phase == PHASE_DETACHED)
        return consider(s->depth[i], s->order, 1, EVENT_REOPEN, i, first) &&
               consider(sign, s->order, -1, EVENT_RESUME, i, first);
    if (!consider(i == s->clock ? s->z[1] : s->depth[i], s->order, 1, EVENT_END, i, first)) return false;
    bool turns = c->approach_only || (c->law == LAW_BILINEAR && c->approaching);
    if (turns && !consider(s->rate[i], s->order, c->approaching ? 1 : -1, EVENT_TURN, i, first)) return false;
    if (c->law == LAW_BILINEAR && !c->approaching) {
        double rise[WIDTH];
        for (int k = 0; k <= s->order; k++) rise[k] = s->depth[i][k] - (k == 0 ? c->top : 0);
        if (c->rate_is_zero) rise[0] = rise[1] = 0; /* it has just turned there */
        if (!consider(rise, s->order, -1, EVENT_RELOAD, i, first)) return false;
    }
    return !watched || consider(sign, s->order, 1, EVENT_DETACH, i, first);
}

/* the first event of the step, which is made shorter until it is clear; false when it is not */
static bool find_event(const step_series *s, const contact_state *contacts, step_event *event) {
    double sigma = s->step;
    for (int halving = 0; halving < 40; halving++) {
        bool clear = true;
        event->kind = EVENT_NONE;
        event->contact = 0;
        event->sigma = sigma;
        for (int i = 0; i < CONTACTS && clear; i++) clear = consider_contact(s, &contacts[i], i, event);
        if (clear) return true;
        sigma *= 0.5;
    }
    return false;
}

/* no further than the horizon; time grows with σ as far as the clock's root is above zero */
static void stop_at_horizon(const step_series *s, step_event *event, bool *arrived) {
    double elapsed = s->clock < 0 ? event->sigma : poly_value(s->time, 1, s->order, event->sigma);
    *arrived = event->kind == EVENT_NONE && elapsed >= s->horizon;
    if (elapsed <= s->horizon) return;
    *arrived = true;
    event->kind = EVENT_NONE;
    if (s->clock < 0) {
        event->sigma = s->horizon;
        return;
    }
    double time[WIDTH];
    for (int k = 0; k <= s->order; k++) time[k] = s->time[k];
    time[0] -= s->horizon;
    event->sigma = poly_zero_between(time, 1, s->order, 0, event->sigma);
}

static void go(const step_series *s, case_state *state, contact_state *contacts, double sigma) {
    account_energy(s, state, contacts, sigma);
    account_peaks(s, state, contacts, sigma);
    state->time += s->clock < 0 ? sigma : poly_value(s->time, 1, s->order, sigma);
    for (int i = 0; i < BODIES; i++) {
        state->x[i] = poly_value(&s->x[0][i], BODIES, s->order, sigma);
        state->v[i] = poly_value(&s->v[0][i], BODIES, s->order, sigma);
    }
    for (int i = 0; i < CONTACTS; i++) {
        if (contacts[i].phase != PHASE_OPEN) contacts[i].depth = fmax(poly_value(s->depth[i], 1, s->order, sigma), 0.0);
        contacts[i].at_zero = contacts[i].rate_is_zero = contacts[i].force_is_zero = false;
    }
}

/* c = χ m v/L^(p+1) with L = (m v²/k)^(1/(n+1)), or as given */
static double damping_at(const contact_state *c, double speed) {
    if (c->law == LAW_BILINEAR) return 0;
    if (c->chi <= 0) return -c->chi;
    double length = pow(c->mass * speed * speed / c->k, 1 / (c->n + 1));
    return c->chi * c->mass * speed / pow(length, c->p + 1);
}

static void close_contact(const case_state *state, contact_state *c) {
    c->speed = c->begun = contact_rate(state, c);
    c->phase = PHASE_ACTIVE;
    c->approaching = true;
    c->depth = 0;
    c->at_zero = true;
    c->offset = c->base = 0;
    c->stiffness = c->k;
    c->damping = damping_at(c, fmax(c->begun, fmax(state->threshold, 1e-12)));
}

static void count_impact(const case_state *state, contact_state *c) {
    if (c->speed > state->threshold) c->impacts++;
}

static void lose(case_state *state, contact_state *c, double energy) {
    c->lost += energy;
    state->impact += energy;
}

static void turn(case_state *state, contact_state *c) {
    c->rate_is_zero = true;
    if (c->law == LAW_VISCOUS) {
        c->approaching = !c->approaching;
        c->damping = c->approaching ? damping_at(c, fmax(c->begun, fmax(state->threshold, 1e-12))) : 0;
        return;
    }
    double before = contact_potential(c), force = c->stiffness * (c->depth - c->offset);
    c->approaching = false;
    c->top = c->depth;
    c->stiffness = c->k * c->chi;
    c->offset = c->depth - force / c->stiffness;
    lose(state, c, before - contact_potential(c));
}

/* all contacts of the same two bodies turn together, which rounding must not tell apart */
static void turn_pair(case_state *state, contact_state *contacts, const contact_state *first) {
    int left = first->left, right = first->right;
    bool approaching = first->approaching;
    for (int i = 0; i < CONTACTS; i++) {
        contact_state *c = &contacts[i];
        bool turns = c->approach_only || (c->law == LAW_BILINEAR && c->approaching);
        if (c->phase == PHASE_ACTIVE && c->left == left && c->right == right && turns && c->approaching == approaching)
            turn(state, c);
    }
}

static void reload(case_state *state, contact_state *c) {
    double before = contact_potential(c);
    c->approaching = true;
    c->stiffness = c->k;
    c->offset = c->base;
    lose(state, c, before - contact_potential(c));
}

/* a bilinear contact that is struck anew loads from the set that the impact before has left; one that is slower than an
 * impact goes on along the line that it came from */
static void resume(case_state *state, contact_state *c) {
    double speed = contact_rate(state, c);
    if (c->law == LAW_BILINEAR && speed >= fmax(state->threshold, 1e-12)) {
        c->base = c->offset;
        c->approaching = true;
        c->stiffness = c->k;
    }
    c->speed = fmax(speed, 0.0);
    c->phase = PHASE_ACTIVE;
    c->force_is_zero = true;
    lose(state, c, -contact_potential(c));
}

static void apply(case_state *state, contact_state *contacts, const step_event *event) {
    contact_state *c = &contacts[event->contact];
    state->events++;
    state->largest_stored = fmax(state->largest_stored, stored_energy(state, contacts));
    switch (event->kind) {
    case EVENT_CLOSE: close_contact(state, c); break;
    case EVENT_TURN: turn_pair(state, contacts, c); break;
    case EVENT_RELOAD: reload(state, c); break;
    case EVENT_RESUME: resume(state, c); break;
    case EVENT_DETACH:
        lose(state, c, contact_potential(c));
        count_impact(state, c);
        c->phase = PHASE_DETACHED;
        c->force_is_zero = true;
        break;
    case EVENT_END: count_impact(state, c); /* fall through */
    case EVENT_REOPEN:
        c->phase = PHASE_OPEN;
        c->depth = 0;
        c->at_zero = true;
        break;
    }
}

/* a contact that turns back into the gap in the instant in which it closes is left to the library */
static bool is_declined(const case_state *state, const contact_state *contacts) {
    for (int i = 0; i < CONTACTS; i++) {
        const contact_state *c = &contacts[i];
        if (c->phase == PHASE_ACTIVE && c->at_zero && !(contact_rate(state, c) > 0)) return true;
    }
    return false;
}

/* to the next break of the load at `until`; CASE_RUNNING when it was reached */
static int run_until(case_state *state, contact_state *contacts, double until, int step_limit) {
    step_series s;
    while (state->time < until) {
        step_event event;
        bool arrived = false;
        if (state->steps >= step_limit || is_declined(state, contacts)) return CASE_DECLINED;
        if (!expand(&s, state, contacts, until - state->time)) return CASE_DECLINED;
        if (!find_event(&s, contacts, &event)) return CASE_DECLINED;
        stop_at_horizon(&s, &event, &arrived);
        double slope = state->slope, before = state->time;
        if (event.sigma > 0) go(&s, state, contacts, event.sigma);
        if (arrived) state->time = until;
        state->value += slope * (state->time - before);
        state->steps++;
        if (event.kind != EVENT_NONE) apply(state, contacts, &event);
    }
    return CASE_RUNNING;
}

/* along a record whose samples are `dt` apart, or the sine; straight to the end where there is neither */
static int run_one(case_state *state, contact_state *contacts, GLOBAL const double *record, int count, double dt, double scale,
             int step_limit) {
    for (int i = 0; i < BODIES; i++) {
        state->max_x[i] = fabs(state->x[i]);
        state->max_v[i] = fabs(state->v[i]);
    }
    state->input = stored_energy(state, contacts);
    int status = CASE_RUNNING;
    for (int i = 0; i + 1 < count && status == CASE_RUNNING && state->time < state->end; i++) {
        double from = scale * record[i], to = scale * record[i + 1], until = fmin((i + 1) * dt, state->end);
        state->value = from;
        state->slope = (to - from) / dt;
        status = run_until(state, contacts, until, step_limit);
    }
    if (status == CASE_RUNNING && state->time < state->end) {
        state->value = state->slope = 0;
        status = run_until(state, contacts, state->end, step_limit);
    }
    state->largest_stored = fmax(state->largest_stored, stored_energy(state, contacts));
    for (int i = 0; i < CONTACTS; i++)
        if (contacts[i].phase == PHASE_ACTIVE) count_impact(state, &contacts[i]);
    return status == CASE_RUNNING ? CASE_DONE : status;
}
