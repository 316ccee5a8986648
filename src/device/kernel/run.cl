/*
 * From event to event: gaps close, branches turn, contacts end. The kernel declines what it cannot do accurately,
 * and the library then runs the case on a core.
 */
#define EVENT_NONE 0
#define EVENT_CLOSE 1
#define EVENT_TURN 2
#define EVENT_END 3    /* at δ = 0 */
#define EVENT_DETACH 4 /* at zero force */
#define EVENT_REOPEN 5
#define EVENT_RESUME 6 /* resumed before the gap has opened */
#define EVENT_RELOAD 7 /* bilinear: back at the penetration at which unloading began */

#define CASE_RUNNING 0
#define CASE_DONE 1
#define CASE_DECLINED 2

typedef struct {
    int kind, contact; /* links are counted after the contacts */
    double sigma;
} step_event;

/* whether the force of a contact may become zero before the penetration does */
static bool may_detach(SHARED const contact_state *c) {
    if (c->law == LAW_BILINEAR) return !c->approaching;
    return c->zero_force && c->damping > 0 && !c->approach_only;
}

/* a watched series: where it reaches a level, being below (−1) or above (1) before. The first `zeros`
 * coefficients, minus the level, are zero by the previous event. */
typedef struct {
    SHARED const double *series;
    int stride, zeros;
    double level, side;
} watch;

/* keeps the earlier of two events; at once if the series is already beyond the level. False: the coefficients do
 * not decide it, and the step must be shorter. */
static bool consider(const watch *w, int kind, int contact, step_event *first) {
    double place = 0;
    bool beyond = w->zeros == 0 && w->side * (w->series[0] - w->level) < 0;
    int zeros = beyond ? ZERO_ONE
                       : poly_look(w->series, w->stride, w->level, w->zeros, first->sigma, &place);
    if (zeros == ZERO_UNCLEAR) return false;
    if (zeros == ZERO_ONE && (place < first->sigma || first->kind == EVENT_NONE)) {
        first->kind = kind;
        first->contact = contact;
        first->sigma = place;
    }
    return true;
}

static bool consider_open(SHARED step_series *s, const step_course *course, SHARED const contact_state *c, int i,
                          step_event *first) {
    if (s->depth[0][i] + 2 * course->reach < 0) return true;
    ROLLED for (int k = 1; k <= TERMS; k++) s->depth[k][i] = of_body(s->x[k], c->left) - of_body(s->x[k], c->right);
    watch gap = {&s->depth[0][i], CONTACT_STRIDE, 0, 0, -1};
    /* positive and moving out: it has just separated, to rounding */
    bool parts = s->depth[0][i] > 0 && s->rate[0][i] <= 0;
    return parts || consider(&gap, EVENT_CLOSE, i, first);
}

static bool consider_contact(SHARED step_series *s, const step_course *course, SHARED const contact_state *c, int i,
                             step_event *first) {
    if (c->phase == PHASE_OPEN) return consider_open(s, course, c, i, first);
    watch depth = {&s->depth[0][i], CONTACT_STRIDE, 0, 0, 1};
    watch sign = {&s->factor[0][i], CONTACT_STRIDE, c->force_is_zero ? 1 : 0, 0, 1};
    watch rate = {&s->rate[0][i], CONTACT_STRIDE, 0, 0, c->approaching ? 1 : -1};
    bool watched = c->phase == PHASE_DETACHED || may_detach(c);
    if (c->phase == PHASE_DETACHED) {
        sign.side = -1;
        return consider(&depth, EVENT_REOPEN, i, first) && consider(&sign, EVENT_RESUME, i, first);
    }
    watch root = {s->z[1], 1, 0, 0, 1};
    if (!consider(i == course->clock ? &root : &depth, EVENT_END, i, first)) return false;
    bool turns = c->approach_only || (c->law == LAW_BILINEAR && c->approaching);
    if (turns && !consider(&rate, EVENT_TURN, i, first)) return false;
    if (c->law == LAW_BILINEAR && !c->approaching) {
        /* start of unloading; it may have just turned there */
        watch rise = {&s->depth[0][i], CONTACT_STRIDE, c->rate_is_zero ? 2 : 0, c->top, -1};
        if (!consider(&rise, EVENT_RELOAD, i, first)) return false;
    }
    return !watched || consider(&sign, EVENT_DETACH, i, first);
}

/* the sign of the force where it is watched: k (δ − offset), or k δ^(n−p) + c δ̇, which overwrites the factor */
static void find_signs(SHARED step_series *s, const step_course *course, SHARED const contact_state *contacts) {
    EACH(i, CONTACTS) {
        SHARED const contact_state *c = &contacts[i];
        bool watched = c->phase == PHASE_DETACHED || (c->phase == PHASE_ACTIVE && may_detach(c));
        SHARED double *sign = &s->factor[0][i];
        if (!watched) continue;
        for (int k = 0; k <= TERMS; k++) {
            int at = k * CONTACT_STRIDE;
            if (c->law == LAW_BILINEAR || c->p == 0) sign[at] = s->spring[k][i];
            else sign[at] = depth_power_term(s, course->clock, c, i, c->n - c->p, sign, k);
        }
        for (int k = 0; k <= TERMS; k++)
            sign[k * CONTACT_STRIDE] = c->stiffness * sign[k * CONTACT_STRIDE] + c->damping * s->rate[k][i];
    }
}

/* shared by the lanes */
typedef struct {
    body_state bodies;
    contact_state contacts[CONTACTS + 1];
    step_series series;
} team_state;

/* the first event of the step, which is shortened until it is decided; false if it is not */
static bool find_event(SHARED team_state *t, const step_course *course, bool contacts_are_closed, step_event *event) {
    SHARED step_series *s = &t->series;
    SHARED const contact_state *contacts = t->contacts;
    double sigma = course->step;
    if (contacts_are_closed) find_signs(s, course, contacts);
    ROLLED for (int halving = 0; halving < 40; halving++) {
        bool clear = true;
        EACH(i, CONTACTS) {
            step_event first = {EVENT_NONE, 0, sigma};
            bool known = consider_contact(s, course, &contacts[i], i, &first);
            s->place[i] = known ? first.sigma : -1;
            s->kind[i] = first.kind;
        }
#if LINKS > 0
        EACH(i, LINKS) {
            int kind;
            double place = sigma;
            bool known = look_at_link(s, course, &t->bodies.link[i], i, &kind, &place);
            s->place[CONTACTS + i] = known ? place : -1;
            s->kind[CONTACTS + i] = kind;
        }
#endif
        SYNC;
        event->kind = EVENT_NONE;
        event->contact = 0;
        event->sigma = sigma;
        ROLLED for (int i = 0; i < PARTS; i++) {
            double place = s->place[i];
            clear = clear && place >= 0;
            if (s->kind[i] == EVENT_NONE || !(place < event->sigma || event->kind == EVENT_NONE)) continue;
            event->kind = s->kind[i];
            event->contact = i;
            event->sigma = place;
        }
        SYNC;
        if (clear) return true;
        sigma *= 0.5;
    }
    return false;
}

/* limits the step to the horizon; time grows with σ while the clock's root is positive */
static void stop_at_horizon(SHARED const step_series *s, const step_course *course, step_event *event, bool *arrived) {
    double horizon = course->horizon;
    double elapsed = course->clock < 0 ? event->sigma : poly_value(s->time, 1, event->sigma);
    *arrived = event->kind == EVENT_NONE && elapsed >= horizon;
    if (elapsed <= horizon) return;
    *arrived = true;
    event->kind = EVENT_NONE;
    event->sigma = course->clock < 0 ? horizon : poly_place(s->time, 1, 0, horizon, 0, event->sigma);
}

static void go(SHARED step_series *s, const step_course *course, case_state *state, SHARED body_state *b,
               SHARED contact_state *contacts, double sigma) {
    account_energy(s, course, b, contacts, state, sigma);
    account_peaks(s, b, contacts, sigma);
#if LINKS > 0
    account_links(s, b, state, sigma);
#endif
    state->time += course->clock < 0 ? sigma : poly_value(s->time, 1, sigma);
    EACH(i, BODIES) {
        b->x[i] = poly_value(&s->x[0][i], BODIES, sigma);
        b->v[i] = poly_value(&s->v[0][i], BODIES, sigma);
    }
    EACH(i, CONTACTS) {
        SHARED contact_state *c = &contacts[i];
        if (c->phase != PHASE_OPEN) c->depth = fmax(poly_value(&s->depth[0][i], CONTACT_STRIDE, sigma), 0.0);
        c->at_zero = c->rate_is_zero = c->force_is_zero = false;
    }
    SYNC;
}

/* c = χ m v/L^(p+1) with L = (m v²/k)^(1/(n+1)), or as given */
static double damping_at(SHARED const contact_state *c, double speed) {
    if (c->law == LAW_BILINEAR) return 0;
    if (c->chi <= 0) return -c->chi;
    double length = pow(c->mass * speed * speed / c->k, 1 / (c->n + 1));
    return c->chi * c->mass * speed / pow(length, c->p + 1);
}

/* ---- contacts that impacts press, as in simulate/contacts/pressed.h ---- */

static double coupling_of(SHARED const body_state *b, SHARED const contact_state *c, SHARED const contact_state *of) {
    double sum = 0;
    if (c->left >= 0) sum += ((c->left == of->left) - (c->left == of->right)) * b->over_mass[c->left];
    if (c->right >= 0) sum += ((c->right == of->right) - (c->right == of->left)) * b->over_mass[c->right];
    return sum;
}

static double promise_of(SHARED const contact_state *c, double speed) { return (1 + c->e) * speed * c->mass; }

static double left_to_give(SHARED const contact_state *c) {
    return fmax(c->promised - (c->impulse - c->given_before), 0.0);
}

static double lead_by(SHARED const body_state *b, SHARED const contact_state *from, double impulse,
                      SHARED const contact_state *c) {
    return fmax(-coupling_of(b, c, from), 0.0) * impulse;
}

/* impulses of approaches below the threshold are ignored */
static void find_pressed(const case_state *state, SHARED const body_state *b, SHARED contact_state *contacts,
                         SHARED contact_state *c) {
    const double threshold = fmax(state->threshold, 1e-12);
    double lead = c->begun;
    ROLLED for (int i = 0; i < CONTACTS; i++) {
        SHARED const contact_state *other = &contacts[i];
        if (other != c && other->phase == PHASE_ACTIVE) lead += lead_by(b, other, left_to_give(other), c);
    }
    c->given_before = c->impulse;
    c->struck = fmax(lead, threshold);
    c->promised = lead < threshold ? 0 : promise_of(c, lead);
}

static void reach_from(SHARED const body_state *b, SHARED contact_state *contacts, SHARED const contact_state *at,
                       double promise, bool begins) {
    ROLLED for (int i = 0; i < CONTACTS; i++) {
        SHARED contact_state *c = &contacts[i];
        if (c->reached || c->phase != PHASE_ACTIVE) continue;
        double own = begins ? promise_of(at, lead_by(b, c, left_to_give(c), at)) : 0;
        c->reach = fmax(c->reach, lead_by(b, at, fmax(promise - own, 0.0), c));
    }
}

static void pass_on(const case_state *state, SHARED const body_state *b, SHARED contact_state *contacts, int from) {
    const double threshold = fmax(state->threshold, 1e-12);
    ROLLED for (int i = 0; i < CONTACTS; i++) {
        contacts[i].reached = i == from;
        contacts[i].reach = 0;
    }
    reach_from(b, contacts, &contacts[from], contacts[from].promised, true);
    for (int rounds = 0; rounds < CONTACTS; rounds++) {
        int next = -1;
        ROLLED for (int i = 0; i < CONTACTS; i++) {
            SHARED const contact_state *c = &contacts[i];
            bool there = !c->reached && c->phase == PHASE_ACTIVE;
            if (there && c->reach > (next >= 0 ? contacts[next].reach : threshold)) next = i;
        }
        if (next < 0) return;
        SHARED contact_state *c = &contacts[next];
        double more = promise_of(c, c->reach), speed = fmin(contact_rate(b, c), c->struck) + c->reach;
        c->reached = true;
        c->promised = left_to_give(c) + more;
        c->given_before = c->impulse;
        if (speed > c->struck) {
            c->struck = speed;
            if (c->approaching || !c->approach_only) c->damping = damping_at(c, speed);
        }
        reach_from(b, contacts, c, more, false);
    }
}

static void close_contact(const case_state *state, SHARED const body_state *b, SHARED contact_state *contacts, int number) {
    SHARED contact_state *c = &contacts[number];
    c->speed = c->begun = contact_rate(b, c);
    find_pressed(state, b, contacts, c);
    c->phase = PHASE_ACTIVE;
    c->approaching = true;
    c->depth = 0;
    c->at_zero = true;
    c->offset = c->base = 0;
    c->stiffness = c->k;
    c->damping = damping_at(c, c->struck);
    pass_on(state, b, contacts, number);
}

static void count_impact(const case_state *state, SHARED contact_state *c) {
    if (c->speed > state->threshold) c->impacts++;
}

static void lose(case_state *state, SHARED contact_state *c, double energy) {
    c->lost += energy;
    state->impact += energy;
}

static void turn(case_state *state, SHARED contact_state *c) {
    c->rate_is_zero = true;
    if (c->law == LAW_VISCOUS) {
        c->approaching = !c->approaching;
        c->damping = c->approaching ? damping_at(c, c->struck) : 0;
        return;
    }
    double before = contact_potential(c), force = c->stiffness * (c->depth - c->offset);
    c->approaching = false;
    c->top = c->depth;
    c->stiffness = c->k * c->chi;
    c->offset = c->depth - force / c->stiffness;
    lose(state, c, before - contact_potential(c));
}

/* all contacts between the same two bodies turn together, so that rounding cannot separate them */
static void turn_pair(case_state *state, SHARED contact_state *contacts, int left, int right, bool approaching) {
    ROLLED for (int i = 0; i < CONTACTS; i++) {
        SHARED contact_state *c = &contacts[i];
        bool turns = c->approach_only || (c->law == LAW_BILINEAR && c->approaching);
        if (c->phase == PHASE_ACTIVE && c->left == left && c->right == right && turns && c->approaching == approaching)
            turn(state, c);
    }
}

static void reload(case_state *state, SHARED contact_state *c) {
    double before = contact_potential(c);
    c->approaching = true;
    c->stiffness = c->k;
    c->offset = c->base;
    lose(state, c, before - contact_potential(c));
}

/* a bilinear contact that is struck again loads from the remaining set; slower than an impact, it continues along
 * its previous line */
static void resume(case_state *state, SHARED const body_state *b, SHARED contact_state *c) {
    double speed = contact_rate(b, c);
    if (c->law == LAW_BILINEAR && speed >= fmax(state->threshold, 1e-12)) {
        c->base = c->offset;
        c->approaching = true;
        c->stiffness = c->k;
    }
    c->speed = fmax(speed, 0.0);
    c->given_before = c->impulse;
    c->promised = speed < fmax(state->threshold, 1e-12) ? 0 : promise_of(c, speed);
    c->phase = PHASE_ACTIVE;
    c->force_is_zero = true;
    lose(state, c, -contact_potential(c));
}

static void change(case_state *state, SHARED const body_state *b, SHARED contact_state *contacts, const step_event *event) {
    SHARED contact_state *c = &contacts[event->contact];
    switch (event->kind) {
    case EVENT_CLOSE: close_contact(state, b, contacts, event->contact); break;
    case EVENT_TURN: turn_pair(state, contacts, c->left, c->right, c->approaching); break;
    case EVENT_RELOAD: reload(state, c); break;
    case EVENT_RESUME: resume(state, b, c); break;
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

#if LINKS > 0
/* and so do contacts and links of the same two bodies */
static void change_links(case_state *state, SHARED body_state *b, SHARED contact_state *contacts, const step_event *event) {
    if (event->contact >= CONTACTS) {
        SHARED link_state *l = &b->link[event->contact - CONTACTS];
        int left = l->left, right = l->right, direction = l->direction;
        if (event->kind == LINK_TURNS) {
            turn_pair(state, contacts, left, right, direction < 0);
            turn_pair(state, contacts, right, left, direction > 0);
            turn_links(b, left, right, event->sigma);
        } else {
            link_pass(l, event->kind, link_stretch(b->x, l));
        }
    } else if (event->kind == EVENT_TURN) {
        turn_links(b, contacts[event->contact].left, contacts[event->contact].right, event->sigma);
    }
    follow_mechanism(b);
}
#endif

/* lane 0 changes the contact, or the link */
static void apply(case_state *state, SHARED body_state *b, SHARED contact_state *contacts, const step_event *event) {
    state->events++;
    state->largest_stored = fmax(state->largest_stored, stored_energy(b, contacts));
#if LINKS > 0
    if (LANE == 0) change_links(state, b, contacts, event);
#endif
    if (LANE == 0 && event->contact < CONTACTS) change(state, b, contacts, event);
    state->closed += event->kind == EVENT_CLOSE ? 1 : event->kind == EVENT_END || event->kind == EVENT_REOPEN ? -1 : 0;
    SYNC;
}

#define STEP_LIMIT (1 << 24)
#define STALL_LIMIT (100 + 10 * PARTS) /* limit on events in one instant: rounding may make a link alternate */

/* to the next break of the load at `until`; CASE_RUNNING when it is reached */
static int run_until(case_state *state, SHARED team_state *t, double until) {
    while (state->time < until) {
        step_event event;
        step_course course;
        bool arrived = false;
        if (state->steps >= STEP_LIMIT) return CASE_DECLINED;
        if (!expand(&t->series, &course, state, &t->bodies, t->contacts, until - state->time)) return CASE_DECLINED;
#if LINKS > 0
        gather_links(&t->series, &t->bodies);
#endif
        if (!find_event(t, &course, state->closed > 0, &event)) return CASE_DECLINED;
        stop_at_horizon(&t->series, &course, &event, &arrived);
        double slope = state->slope, before = state->time;
        if (event.sigma > 0) go(&t->series, &course, state, &t->bodies, t->contacts, event.sigma);
        if (arrived) state->time = until;
        state->value += slope * (state->time - before);
        state->steps++;
        if (event.kind != EVENT_NONE) apply(state, &t->bodies, t->contacts, &event);
#if LINKS > 0
        state->stalls = event.sigma > 0 ? 0 : state->stalls + 1;
        if (state->stalls > STALL_LIMIT) return CASE_DECLINED;
#endif
    }
    return CASE_RUNNING;
}

/* along a record with samples `dt` apart, or the sine; straight to the end without either */
static int run_one(case_state *state, SHARED team_state *t, GLOBAL const double *record, int count, double dt, double scale) {
    double input = stored_energy(&t->bodies, t->contacts);
    state->input = LANE == 0 ? input : 0;
    int status = CASE_RUNNING;
    ROLLED for (int i = 0; i + 1 < count && status == CASE_RUNNING && state->time < state->end; i++) {
        double from = scale * record[i], to = scale * record[i + 1], until = fmin((i + 1) * dt, state->end);
        state->value = from;
        state->slope = (to - from) / dt;
        status = run_until(state, t, until);
    }
    if (status == CASE_RUNNING && state->time < state->end) {
        state->value = state->slope = 0;
        status = run_until(state, t, state->end);
    }
    state->largest_stored = fmax(state->largest_stored, stored_energy(&t->bodies, t->contacts));
    EACH(i, CONTACTS)
        if (t->contacts[i].phase == PHASE_ACTIVE) count_impact(state, &t->contacts[i]);
#if LINKS > 0
    end_links(&t->bodies);
#endif
    return status == CASE_RUNNING ? CASE_DONE : status;
}
