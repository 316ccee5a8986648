/*
 * One step as power series of σ: time, or next to δ = 0 of the contact that is nearest to it, the clock,
 *     δ = z^q,  dt = q z^(q−1) dσ,  dz/dσ = δ̇.
 * A lane raises the series of its own bodies and contacts by one order at a time, and then waits for the others.
 */
#define PARTS (CONTACTS + LINKS)

typedef struct {
    double x[WIDTH][BODIES], v[WIDTH][BODIES], a[WIDTH][BODIES]; /* a: including that of the ground */
    double top[WIDTH];                                          /* the largest |v| of each order */
    double time[WIDTH], pace[WIDTH], ground[WIDTH], sine[WIDTH], cosine[WIDTH];
    double z[7][WIDTH]; /* powers of the root: [1], [2], [3], [4], [5], [6] */
    double depth[WIDTH][CONTACTS + 1], rate[WIDTH][CONTACTS + 1], force[WIDTH][CONTACTS + 1];
    double spring[WIDTH][CONTACTS + 1];
    double factor[WIDTH][CONTACTS + 1]; /* δ^p; at the end k δ^(n−p) + c δ̇, which has the sign of the force */
    double away[CONTACTS + 1];        /* s, approximately, to δ = 0 where that is singular; negative: declined */
    double place[PARTS + 1];          /* σ of the first event of each contact, then of each link; negative:
                                         undecided */
    int kind[PARTS + 1];
#if LINKS > 0
    double stretch[WIDTH][LINKS], link_rate[WIDTH][LINKS]; /* d and ḋ; at the end the force overwrites ḋ */
#endif
    double node[3][BODIES]; /* speeds at the points of a quadrature */
} step_series;

#define CONTACT_STRIDE (CONTACTS + 1)

/* 1/(k + 1) */
GLOBAL_CONSTANT double OVER[TERMS + 1] = {1,       1.0 / 2, 1.0 / 3, 1.0 / 4,  1.0 / 5, 1.0 / 6,
                                          1.0 / 7, 1.0 / 8, 1.0 / 9, 1.0 / 10, 1.0 / 11};

/* step data shared by all lanes */
typedef struct {
    int clock;
    double step;    /* range of σ of the series */
    double horizon; /* s, to the next break of the load */
    double reach;   /* m, bound on the motion of all bodies; in time alone */
    bool is_smooth; /* terms from the ninth on do not count */
} step_course;

static NOINLINE double product_term(SHARED const double *a, SHARED const double *b, int stride, int k) {
    double sum = 0;
    for (int j = 0; j <= k; j++) sum += a[j * stride] * b[(k - j) * stride];
    return sum;
}

/* for x^e, k ≥ 1, from the lower ones: x u′ = e u x′ */
static NOINLINE double power_term(SHARED const double *x, SHARED const double *u, int stride, double e, int k) {
    double sum = 0;
    for (int j = 1; j <= k; j++) sum += (e * j - (k - j)) * x[j * stride] * u[(k - j) * stride];
    return sum / (k * x[0]);
}

/* δ^e: for the clock a power of its root, otherwise by products or by the recurrence of powers */
static NOINLINE double depth_power_term(SHARED const step_series *s, int clock, SHARED const contact_state *c, int i, double e,
                               SHARED const double *u, int k) {
    SHARED const double *depth = &s->depth[0][i];
    if (e == 0) return k == 0 ? 1 : 0;
    if (i == clock) {
        int m = (int)(c->q * e);
        return s->z[m][k];
    }
    if (e == 1) return depth[k * CONTACT_STRIDE];
    if (e == 2) return product_term(depth, depth, CONTACT_STRIDE, k);
    return k == 0 ? pow(depth[0], e) : power_term(depth, u, CONTACT_STRIDE, e, k);
}

static void raise_force(SHARED step_series *s, int clock, SHARED const contact_state *c, int i, int k) {
    if (c->law == LAW_BILINEAR) {
        s->spring[k][i] = s->depth[k][i] - (k == 0 ? c->offset : 0);
        s->force[k][i] = c->stiffness * s->spring[k][i];
        return;
    }
    double spring = depth_power_term(s, clock, c, i, c->n, &s->spring[0][i], k), drag = 0;
    s->spring[k][i] = spring;
    if (c->damping != 0) {
        s->factor[k][i] = c->p == c->n ? spring : depth_power_term(s, clock, c, i, c->p, &s->factor[0][i], k);
        drag = product_term(&s->factor[0][i], &s->rate[0][i], CONTACT_STRIDE, k);
    }
    s->force[k][i] = c->stiffness * spring + c->damping * drag;
}

/* the powers of the root, from z up to those that are needed */
static void raise_root(SHARED step_series *s, SHARED const contact_state *c, int i, int k) {
    int last = (int)(c->q * fmax(1.0, fmax(c->n, c->p)));
    if (k > 0) s->z[1][k] = s->rate[k - 1][i] * OVER[k - 1];
    s->z[0][k] = k == 0 ? 1 : 0;
    ROLLED for (int m = 2; m <= last; m++) s->z[m][k] = product_term(s->z[m / 2], s->z[m - m / 2], 1, k);
    s->pace[k] = c->q * s->z[c->q - 1][k];
    s->depth[k][i] = s->z[c->q][k];
}

/* contacts that are not open; only active ones have a force */
static void raise_contacts(SHARED step_series *s, int clock, SHARED const contact_state *contacts, int k) {
    EACH(i, CONTACTS) {
        SHARED const contact_state *c = &contacts[i];
        s->force[k][i] = 0;
        if (c->phase == PHASE_OPEN) continue;
        if (k > 0) {
            s->depth[k][i] = of_body(s->x[k], c->left) - of_body(s->x[k], c->right);
            s->rate[k][i] = of_body(s->v[k], c->left) - of_body(s->v[k], c->right);
        }
        if (i == clock) raise_root(s, c, i, k);
        raise_force(s, clock, c, i, k);
        if (c->phase == PHASE_DETACHED) s->force[k][i] = 0; /* only its sign is watched */
    }
}

/* in time the ground's terms are known; lane 0 raises them where they depend on the pace */
static void raise_ground(SHARED step_series *s, const case_state *state, int k) {
    double value = k == 0 ? state->value : 0;
    if (k > 0) s->time[k] = s->pace[k - 1] * OVER[k - 1];
    if (state->omega != 0) {
        if (k > 0) {
            s->sine[k] = state->omega * product_term(s->pace, s->cosine, 1, k - 1) / k;
            s->cosine[k] = -state->omega * product_term(s->pace, s->sine, 1, k - 1) / k;
        }
        value += state->amplitude * s->sine[k];
    } else {
        value += state->slope * s->time[k];
    }
    s->ground[k] = value;
}

static void expand_ground(SHARED step_series *s, const case_state *state) {
    double sine = 0, cosine = 0;
    if (state->omega != 0) {
        sine = sin(state->omega * state->time + state->phase);
        cosine = cos(state->omega * state->time + state->phase);
    }
    if (LANE == 0) {
        s->time[0] = 0;
        s->sine[0] = sine;
        s->cosine[0] = cosine;
    }
    EACH(k, TERMS + 1) {
        double power = state->amplitude;
        ROLLED for (int j = 1; j <= k; j++) power *= state->omega / j;
        double turned = k % 4 == 0 ? sine : k % 4 == 1 ? cosine : k % 4 == 2 ? -sine : -cosine;
        double line = k == 0 ? state->value : k == 1 && state->omega == 0 ? state->slope : 0;
        s->ground[k] = line + (state->omega != 0 ? power * turned : 0);
    }
}

static void raise_motion(SHARED step_series *s, const case_state *state, SHARED const body_state *b, int clock, int k) {
    EACH(i, BODIES) {
        double a = k == 0 ? state->gravity : 0, way = 0, gain = 0;
        ROLLED for (int e = b->row_begin[i]; e < b->row_begin[i + 1]; e++) {
            int column = b->column[e];
            a -= b->stiffness[e] * s->x[k][column] + b->damping[e] * s->v[k][column];
        }
        if (state->closed > 0)
            ROLLED for (int e = b->contact_begin[i]; e < b->contact_begin[i + 1]; e++) {
                int c = b->contact[e];
                a += (c < 0 ? s->force[k][-1 - c] : -s->force[k][c]) * b->over_mass[i];
            }
#if LINKS > 0
        ROLLED for (int e = b->link_begin[i]; e < b->link_begin[i + 1]; e++) {
            int n = b->link_of[e];
            SHARED const link_state *l = &b->link[n < 0 ? -1 - n : n];
            double d = of_body(s->x[k], l->right) - of_body(s->x[k], l->left);
            double force = l->stiffness * d + (k == 0 ? l->offset : 0);
            a += (n < 0 ? -force : force) * b->over_mass[i];
        }
#endif
        s->a[k][i] = a;
        if (clock < 0) {
            way = s->v[k][i];
            gain = a - s->ground[k];
        } else {
            ROLLED for (int j = 0; j <= k; j++) {
                way += s->pace[j] * s->v[k - j][i];
                gain += s->pace[j] * (s->a[k - j][i] - s->ground[k - j]);
            }
        }
        s->x[k + 1][i] = way * OVER[k];
        s->v[k + 1][i] = gain * OVER[k];
    }
}

static double root_of(double depth, int q) { return q == 2 ? sqrt(depth) : sqrt(sqrt(depth)); }

/* positions of the contacts, and distances to the singular point of a power: δ = 0 */
static void begin_contacts(SHARED step_series *s, SHARED const body_state *b, SHARED const contact_state *contacts) {
    EACH(i, CONTACTS) {
        SHARED const contact_state *c = &contacts[i];
        double rate = c->rate_is_zero ? 0 : contact_rate(b, c), speed = fabs(contact_rate(b, c));
        s->depth[0][i] = c->phase == PHASE_OPEN ? (c->at_zero ? 0 : contact_gap_depth(b, c)) : c->depth;
        s->rate[0][i] = rate;
        s->away[i] = c->phase == PHASE_ACTIVE && c->q > 1 ? c->depth / speed : INFINITY;
        /* a contact that turns at the instant of closing is left to the library */
        if (c->phase == PHASE_ACTIVE && c->at_zero && !(contact_rate(b, c) > 0)) s->away[i] = -1;
    }
}

/* the clock is the contact in force nearest to δ = 0 in time; −1 if none is within the next step. `next`: s to the
 * singular points of the others. False if a contact is declined. */
static bool choose_clock(SHARED const step_series *s, double horizon, int *clock, double *next) {
    double nearest = INFINITY;
    *clock = -1;
    *next = INFINITY;
    ROLLED for (int i = 0; i < CONTACTS; i++) {
        double away = s->away[i];
        if (away < 0) return false;
        if (away < nearest) {
            *next = nearest;
            nearest = away;
            *clock = i;
        } else {
            *next = fmin(*next, away);
        }
    }
    if (nearest < horizon) return true;
    *clock = -1;
    *next = nearest;
    return true;
}

/* roughly the σ that the horizon is away, from the present speed */
static double horizon_in_sigma(SHARED const contact_state *c, double rate, double horizon) {
    double z = root_of(c->depth, c->q), later = c->depth + rate * horizon;
    if (later <= 0) return 1.2 * (z > 0 ? z : root_of(-later, c->q)) / fabs(rate);
    double to = root_of(later, c->q), sum = 1, power = 1;
    ROLLED for (int i = 1; i < c->q; i++) {
        power *= to;
        sum = sum * z + power;
    }
    return 1.1 * horizon / sum;
}

/* number of consecutive coefficients that must be small: near δ = 0 only every q(n + 1)-th, up to the tenth, may
   differ from zero */
static int terms_to_ask(SHARED const contact_state *clock, double rate, double far) {
    bool near = root_of(clock->depth, clock->q) < (clock->q > 2 ? 2 : 0.1) * far * fabs(rate);
    return near ? (int)fmin(ceil(clock->q * (clock->n + 1)), TERMS - 4.0) : 3;
}

/* the step, no longer than `step`, at which the last terms stay below the tolerance */
static double step_for(SHARED const double *top, int terms, double tolerance, double step) {
    ROLLED for (int round = 0; round < 4; round++) {
        double scale = fmax(top[0], fmax(top[1] * step, top[2] * step * step)), shorter = step, power = step * step;
        ROLLED for (int k = 3; k <= TERMS; k++) {
            power *= step;
            double size = top[k] * power, most = tolerance * scale;
            if (k <= TERMS - terms || !(size > most)) continue;
            shorter = fmin(shorter, step * pow_single((float)fmax(most / size, 1e-30), (float)OVER[k - 1]));
        }
        if (shorter > 0.99 * step) return shorter;
        step = shorter;
    }
    return step;
}

/* the largest speed of each order, the lanes share the orders; whether all are finite */
static bool find_tops(SHARED step_series *s) {
    EACH(k, TERMS + 1) {
        double top = 0, sum = 0; /* a NaN shows in the sum */
        UNROLL for (int i = 0; i < BODIES; i++) {
            double size = fabs(s->v[k][i]);
            sum += size;
            top = size > top ? size : top;
        }
        s->top[k] = sum < INFINITY ? top : INFINITY;
    }
    SYNC;
    bool finite = true;
    UNROLL for (int k = 0; k <= TERMS; k++) finite = finite && s->top[k] < INFINITY;
    return finite;
}

static double reach_of(SHARED const step_series *s, double step) {
    double sum = 0, power = step;
    UNROLL for (int k = 0; k < TERMS; k++) {
        sum += s->top[k] * power * OVER[k];
        power *= step;
    }
    return sum;
}

/* false when the numbers are not finite, or a contact is declined */
static bool expand(SHARED step_series *s, step_course *course, case_state *state, SHARED body_state *b,
                   SHARED contact_state *contacts, double horizon) {
    double far = horizon, next = INFINITY;
    int clock = -1, terms = state->closed > 0 ? 3 : 2;
    EACH(i, BODIES) {
        s->x[0][i] = b->x[i];
        s->v[0][i] = b->v[i];
    }
    begin_contacts(s, b, contacts);
    expand_ground(s, state);
    SYNC;
    if (state->closed > 0 && !choose_clock(s, horizon, &clock, &next)) return false;
    if (clock >= 0) {
        double rate = contact_rate(b, &contacts[clock]);
        far = horizon_in_sigma(&contacts[clock], rate, horizon);
        terms = terms_to_ask(&contacts[clock], rate, far);
        if (clock % LANES == LANE) s->z[1][0] = root_of(contacts[clock].depth, contacts[clock].q);
    }
    ROLLED for (int k = 0; k <= TERMS; k++) {
        if (state->closed > 0) {
            raise_contacts(s, clock, contacts, k);
            if (clock >= 0) {
                if (LANE == 0) raise_ground(s, state, k);
            }
            SYNC;
        }
        raise_motion(s, state, b, clock, k);
        SYNC;
    }
    if (!find_tops(s)) return false;
    course->clock = clock;
    course->horizon = horizon;
    course->step = step_for(s->top, terms, state->tolerance, far);
    if (clock >= 0) next /= fmax(s->pace[0], 1e-300);
    course->step = fmin(course->step, 0.5 * next);
    double cube = course->step * course->step * course->step;
    double ninth = s->top[9] * cube * cube * cube;
    course->is_smooth = clock < 0 && ninth <= state->tolerance * fmax(s->top[0], s->top[1] * course->step);
    course->reach = clock < 0 ? reach_of(s, course->step) : INFINITY;
    return course->step > 0;
}
