/*
 * Accounts of a step from 0 to σ: energy by Gauss quadrature of its series, impulses, and true peaks.
 */
GLOBAL_CONSTANT double GAUSS_NODE[2][4] = {
    {0.0694318442029737, 0.3300094782075719, 0.6699905217924281, 0.9305681557970263},
    {0.0198550717512319, 0.1016667612931866, 0.2372337950418355, 0.4082826787521751}, /* and 1 less these */
};
GLOBAL_CONSTANT double GAUSS_WEIGHT[2][4] = {
    {0.1739274225687269, 0.3260725774312731, 0.3260725774312731, 0.1739274225687269},
    {0.0506142681451881, 0.1111905172266872, 0.1568533229389436, 0.1813418916891810},
};

static void account_at(const step_series *s, case_state *state, contact_state *contacts, double at, double weight) {
    double duration = s->clock < 0 ? weight : weight * poly_value(s->pace, 1, s->order, at);
    double ground = poly_value(s->ground, 1, s->order, at), v[BODIES];
    double momentum = 0, loss = 0;
    for (int i = 0; i < BODIES; i++) {
        v[i] = poly_value(&s->v[0][i], BODIES, s->order, at);
        momentum += state->of.mass[i] * v[i];
    }
    for (int i = 0; i < ENTRIES; i++) {
        int row = state->of.row[i];
        loss += state->of.mass[row] * state->of.damping[i] * v[row] * v[state->of.column[i]];
    }
    state->dissipated += duration * loss;
    state->input += duration * (state->gravity - ground) * momentum;
    for (int i = 0; i < CONTACTS; i++) {
        contact_state *c = &contacts[i];
        if (c->phase != PHASE_ACTIVE) continue;
        c->impulse += duration * poly_value(s->force[i], 1, s->order, at);
        if (c->damping == 0) continue;
        double rate = of_body(v, c->left) - of_body(v, c->right);
        double lost = duration * c->damping * poly_value(s->drag[i], 1, s->order, at) * rate;
        c->lost += lost;
        state->impact += lost;
    }
}

static void account_energy(const step_series *s, case_state *state, contact_state *contacts, double sigma) {
    bool few = s->order <= 9 && s->clock < 0;
    for (int g = 0; g < 4; g++) {
        double node = GAUSS_NODE[few ? 0 : 1][g], weight = sigma * GAUSS_WEIGHT[few ? 0 : 1][g];
        account_at(s, state, contacts, sigma * node, weight);
        if (!few) account_at(s, state, contacts, sigma * (1 - node), weight);
    }
}

static void account_peaks(const step_series *s, case_state *state, contact_state *contacts, double sigma) {
    for (int i = 0; i < BODIES; i++) {
        poly_raise(&state->max_x[i], &s->x[0][i], BODIES, s->order, sigma);
        poly_raise(&state->max_v[i], &s->v[0][i], BODIES, s->order, sigma);
        double absolute[WIDTH];
        for (int k = 0; k <= s->order; k++) absolute[k] = s->a[k][i] + s->ground[k];
        poly_raise(&state->max_a[i], absolute, 1, s->order, sigma);
    }
    for (int i = 0; i < CONTACTS; i++) {
        if (contacts[i].phase != PHASE_ACTIVE) continue;
        poly_raise(&contacts[i].max_force, s->force[i], 1, s->order, sigma);
        poly_raise(&contacts[i].max_penetration, s->depth[i], 1, s->order, sigma);
    }
}
