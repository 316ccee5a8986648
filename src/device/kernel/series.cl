/*
 * One step as power series of σ: time, or next to δ = 0 of the contact that is nearest to it, the clock,
 *     δ = z^q,  dt = q z^(q−1) dσ,  dz/dσ = δ̇.
 */
typedef struct {
    int order, clock;
    double step;    /* σ up to which the series may be used */
    double horizon; /* s, to the next break of the load */
    double x[WIDTH][BODIES], v[WIDTH][BODIES], a[WIDTH][BODIES];
    double time[WIDTH], pace[WIDTH], ground[WIDTH], sine[WIDTH], cosine[WIDTH];
    double z[7][WIDTH]; /* powers of the root: [1], [2], [3], [4], [5], [6] */
    double depth[CONTACTS + 1][WIDTH], rate[CONTACTS + 1][WIDTH], force[CONTACTS + 1][WIDTH];
    double spring[CONTACTS + 1][WIDTH], factor[CONTACTS + 1][WIDTH], drag[CONTACTS + 1][WIDTH];
    double sign[CONTACTS + 1][WIDTH]; /* k δ^(n−p) + c δ̇, which has the sign of the force */
} step_series;

static double product_term(const double *a, const double *b, int k) {
    double sum = 0;
    for (int j = 0; j <= k; j++) sum += a[j] * b[k - j];
    return sum;
}

/* of x^e, k ≥ 1, from the lower ones: x u′ = e u x′ */
static double power_term(const double *x, const double *u, double e, int k) {
    double sum = 0;
    for (int j = 1; j <= k; j++) sum += (e * j - (k - j)) * x[j] * u[k - j];
    return sum / (k * x[0]);
}

/* δ^e: of the clock a power of its root, otherwise by products or by the recurrence of powers */
static double depth_power_term(const step_series *s, const contact_state *c, int i, double e, const double *u, int k) {
    if (e == 0) return k == 0 ? 1 : 0;
    if (i == s->clock) {
        int m = (int)(c->q * e);
        return s->z[m][k];
    }
    if (e == 1) return s->depth[i][k];
    if (e == 2) return product_term(s->depth[i], s->depth[i], k);
    return k == 0 ? pow(s->depth[i][0], e) : power_term(s->depth[i], u, e, k);
}

static void raise_contact(step_series *s, const contact_state *c, int i, int k) {
    double *rate = s->rate[i], *spring = s->spring[i], *drag = s->drag[i];
    if (c->law == LAW_BILINEAR) {
        spring[k] = s->depth[i][k] - (k == 0 ? c->offset : 0);
        s->force[i][k] = s->sign[i][k] = c->stiffness * spring[k];
        drag[k] = 0;
        return;
    }
    spring[k] = depth_power_term(s, c, i, c->n, spring, k);
    s->factor[i][k] = c->p == c->n ? spring[k] : depth_power_term(s, c, i, c->p, s->factor[i], k);
    drag[k] = c->damping == 0 ? 0 : product_term(s->factor[i], rate, k);
    s->force[i][k] = c->stiffness * spring[k] + c->damping * drag[k];
    if (!c->zero_force || c->damping == 0) return;
    /* δ^(n−p) in the place of the force's own spring: 1, δ, √δ … */
    double e = c->n - c->p;
    double ratio = c->p == 0 ? spring[k] : depth_power_term(s, c, i, e, s->sign[i], k);
    s->sign[i][k] = ratio; /* the power; the rate is added when it is looked at */
}

/* the powers of the root, from z up to the one that is needed */
static void raise_root(step_series *s, const contact_state *c, int k) {
    if (k > 0) s->z[1][k] = s->rate[s->clock][k - 1] / k;
    s->z[0][k] = k == 0 ? 1 : 0;
    for (int m = 2; m <= 6; m++) s->z[m][k] = product_term(s->z[m / 2], s->z[m - m / 2], k);
    s->pace[k] = c->q * s->z[c->q - 1][k];
    s->depth[s->clock][k] = s->z[c->q][k];
}

static void raise_ground(step_series *s, const case_state *state, int k) {
    double value = k == 0 ? state->value : 0;
    if (state->omega != 0) {
        if (k > 0) {
            s->sine[k] = state->omega * product_term(s->pace, s->cosine, k - 1) / k;
            s->cosine[k] = -state->omega * product_term(s->pace, s->sine, k - 1) / k;
        }
        value += state->amplitude * s->sine[k];
    } else {
        value += state->slope * s->time[k];
    }
    s->ground[k] = value;
}

static void raise_accelerations(step_series *s, const case_state *state, const contact_state *contacts, int k) {
    double *a = s->a[k], *x = s->x[k], *v = s->v[k];
    for (int i = 0; i < BODIES; i++) a[i] = (k == 0 ? state->gravity : 0) - s->ground[k];
    for (int i = 0; i < ENTRIES; i++) {
        int column = state->of.column[i];
        a[state->of.row[i]] -= state->of.stiffness[i] * x[column] + state->of.damping[i] * v[column];
    }
    for (int i = 0; i < CONTACTS; i++) {
        int left = contacts[i].left, right = contacts[i].right;
        if (contacts[i].phase != PHASE_ACTIVE) continue;
        if (left >= 0) a[left] -= s->force[i][k] / state->of.mass[left];
        if (right >= 0) a[right] += s->force[i][k] / state->of.mass[right];
    }
}

static void raise_motion(step_series *s, int k) {
    s->time[k + 1] = s->pace[k] / (k + 1);
    for (int i = 0; i < BODIES; i++) {
        double way = 0, gain = 0;
        if (s->clock < 0) {
            way = s->v[k][i];
            gain = s->a[k][i];
        } else {
            for (int j = 0; j <= k; j++) {
                way += s->pace[j] * s->v[k - j][i];
                gain += s->pace[j] * s->a[k - j][i];
            }
        }
        s->x[k + 1][i] = way / (k + 1);
        s->v[k + 1][i] = gain / (k + 1);
    }
}

/* the contact in force that is nearest to δ = 0, in time; −1 when none is within the step to come */
static int choose_clock(const case_state *state, const contact_state *contacts, double horizon) {
    int clock = -1;
    double nearest = horizon;
    for (int i = 0; i < CONTACTS; i++) {
        if (contacts[i].phase != PHASE_ACTIVE || contacts[i].q < 2) continue;
        double distance = contacts[i].depth / fabs(contact_rate(state, &contacts[i]));
        if (!(distance < nearest)) continue;
        nearest = distance;
        clock = i;
    }
    return clock;
}

static double root_of(double depth, int q) { return q == 2 ? sqrt(depth) : sqrt(sqrt(depth)); }

/* roughly the σ that the horizon is away, from the present speed */
static double horizon_in_sigma(const contact_state *c, double rate, double horizon) {
    double z = root_of(c->depth, c->q), later = c->depth + rate * horizon;
    if (later <= 0) return 1.2 * (z > 0 ? z : root_of(-later, c->q)) / fabs(rate);
    double to = root_of(later, c->q), sum = 1, power = 1;
    for (int i = 1; i < c->q; i++) {
        power *= to;
        sum = sum * z + power;
    }
    return 1.1 * horizon / sum;
}

/* how many coefficients in a row must be small: near δ = 0 only every q(n + 1)-th may be of any size */
static int terms_to_ask(const step_series *s, const case_state *state, const contact_state *contacts, double far) {
    bool any = false;
    for (int i = 0; i < CONTACTS; i++) any = any || contacts[i].phase == PHASE_ACTIVE;
    if (s->clock < 0) return any ? 3 : 2;
    const contact_state *c = &contacts[s->clock];
    double reach = far * fabs(contact_rate(state, c));
    bool near = s->z[1][0] < (c->q > 2 ? 2 : 0.1) * reach;
    return near ? (int)ceil(c->q * (c->n + 1)) : 3;
}

/* the step at which the last terms stay below the tolerance */
static double step_for(const double *top, int order, int terms, double tolerance, double step) {
    for (int round = 0; round < 4; round++) {
        double scale = fmax(top[0], fmax(top[1] * step, top[2] * step * step)), shorter = step;
        for (int k = order; k > order - terms && k > 2; k--)
            if (top[k] > 0) shorter = fmin(shorter, pow(tolerance * scale / top[k], 1.0 / k));
        if (shorter > 0.99 * step) return shorter;
        step = shorter;
    }
    return step;
}

/* a power of a penetration that is not the clock's has its singular point where δ is zero */
static double step_before_singular(const step_series *s, const case_state *state, const contact_state *contacts) {
    double step = INFINITY;
    for (int i = 0; i < CONTACTS; i++) {
        const contact_state *c = &contacts[i];
        if (i == s->clock || c->phase != PHASE_ACTIVE || c->q == 1) continue;
        double away = c->depth / fabs(contact_rate(state, c));
        if (s->clock >= 0) away /= fmax(s->pace[0], 1e-300);
        step = fmin(step, 0.5 * away);
    }
    return step;
}

/* false when the numbers are not finite */
static bool expand(step_series *s, const case_state *state, contact_state *contacts, double horizon) {
    double top[WIDTH], far = horizon, length = 1, scale = 0;
    s->horizon = horizon;
    s->clock = choose_clock(state, contacts, horizon);
    for (int i = 0; i < BODIES; i++) {
        s->x[0][i] = state->x[i];
        s->v[0][i] = state->v[i];
    }
    s->time[0] = 0;
    if (state->omega != 0) {
        s->sine[0] = sin(state->omega * state->time + state->phase);
        s->cosine[0] = cos(state->omega * state->time + state->phase);
    }
    if (s->clock >= 0) {
        const contact_state *c = &contacts[s->clock];
        s->z[1][0] = root_of(c->depth, c->q);
        far = horizon_in_sigma(c, contact_rate(state, c), horizon);
    }
    int terms = terms_to_ask(s, state, contacts, far), small = 0, k = 0;
    bool enough = false;
    for (; k <= TERMS; k++) {
        for (int i = 0; i < CONTACTS; i++) {
            const contact_state *c = &contacts[i];
            if (k > 0) s->depth[i][k] = of_body(s->x[k], c->left) - of_body(s->x[k], c->right);
            else s->depth[i][0] = c->phase == PHASE_OPEN ? (c->at_zero ? 0 : contact_gap_depth(state, c)) : c->depth;
            s->rate[i][k] = of_body(s->v[k], c->left) - of_body(s->v[k], c->right);
            if (k == 0 && c->rate_is_zero) s->rate[i][0] = 0;
        }
        if (s->clock >= 0) raise_root(s, &contacts[s->clock], k);
        else s->pace[k] = k == 0 ? 1 : 0;
        for (int i = 0; i < CONTACTS; i++)
            if (contacts[i].phase != PHASE_OPEN) raise_contact(s, &contacts[i], i, k);
        raise_ground(s, state, k);
        raise_accelerations(s, state, contacts, k);
        raise_motion(s, k);
        double size = 0;
        for (int i = 0; i < BODIES; i++) size = fmax(size, fabs(s->v[k][i]));
        top[k] = size;
        if (!(size < INFINITY)) return false;
        double term = size * length;
        scale = fmax(scale, term);
        small = term <= 10 * state->tolerance * scale ? small + 1 : 0;
        length *= far;
        if (small >= terms && term <= state->tolerance * scale && k >= 4) {
            enough = true;
            break;
        }
    }
    s->order = enough ? k : TERMS;
    s->step = enough ? far : step_for(top, TERMS, terms, state->tolerance, far);
    s->step = fmin(s->step, step_before_singular(s, state, contacts));
    return s->step > 0;
}
