/*
 * Links in a step: the end of their first branch, their energy over the step, and their peaks. Each lane has every
 * LANES-th link; lane 0 handles events.
 */
#if LINKS > 0

static double link_stretch(SHARED const double *x, SHARED const link_state *l) {
    return of_body(x, l->right) - of_body(x, l->left);
}

/* once the motion is expanded */
static void gather_links(SHARED step_series *s, SHARED const body_state *b) {
    EACH(i, LINKS)
        ROLLED for (int k = 0; k <= TERMS; k++) {
            s->stretch[k][i] = link_stretch(s->x[k], &b->link[i]);
            s->link_rate[k][i] = link_stretch(s->v[k], &b->link[i]);
        }
}

/* ---- events ---- */

/*
 * Where a series reaches a level, from below (side 1) or above (−1); at once if it starts beyond it and moves
 * away. Its first `zeros` coefficients, minus the level, are zero by the previous event, and may be beyond the
 * level by rounding. False: the coefficients do not decide it, and the step must be shorter.
 */
static bool look_for(SHARED const double *c, double level, int side, int zeros, int end, int *kind, double *sigma) {
    double place = 0;
    if (zeros == 0 && side * (c[0] - level) >= 0) zeros = 1;
    int first = zeros;
    while (first < TERMS && zeros > 0 && c[first * LINKS] == 0) first++;
    bool sets_out = zeros > 0 && side * c[first * LINKS] > 0;
    int found = sets_out ? ZERO_ONE : poly_look(c, LINKS, level, zeros, *sigma, &place);
    if (found == ZERO_UNCLEAR) return false;
    if (found == ZERO_ONE && (place < *sigma || *kind == 0)) {
        *kind = end;
        *sigma = place;
    }
    return true;
}

/* the first end of its branch before σ; `kind` is 0 if there is none */
static bool look_at_link(SHARED const step_series *s, const step_course *course, SHARED const link_state *l, int i, int *kind,
                         double *sigma) {
    SHARED const double *d = &s->stretch[0][i], *rate = &s->link_rate[0][i];
    bool rests = l->rate_is_zero;
    *kind = 0;
    if (l->direction != 0) {
        if (rests || l->direction * rate[0] >= 0)
            return look_for(rate, 0, -l->direction, rests ? 1 : 0, LINK_TURNS, kind, sigma);
        *kind = LINK_TURNS;
        *sigma = 0;
        return true;
    }
    double way = 2 * course->reach;
    if (d[0] - way > l->low && d[0] + way < l->high) return true;
    /* it may have turned at the level, at zero speed */
    return look_for(d, l->low, -1, rests && d[0] == l->low ? 2 : 0, LINK_FALLS, kind, sigma) &&
           look_for(d, l->high, 1, rests && d[0] == l->high ? 2 : 0, LINK_RISES, kind, sigma);
}

/* ---- mechanisms ---- */

static int first_held(SHARED const int *held, int body) {
    while (held[body] != body) body = held[body];
    return body;
}

/* groups of bodies held together by links that do not yield; the ground comes after the bodies */
static void find_held(SHARED body_state *b) {
    ROLLED for (int i = 0; i <= BODIES; i++) b->held[i] = i;
    ROLLED for (int i = 0; i < LINKS; i++) {
        SHARED const link_state *l = &b->link[i];
        if (link_gives_way(l)) continue;
        int left = first_held(b->held, l->left < 0 ? BODIES : l->left);
        int right = first_held(b->held, l->right < 0 ? BODIES : l->right);
        b->held[left < right ? right : left] = left < right ? left : right;
    }
}

static void leave_mechanism(SHARED const body_state *b, SHARED link_state *l) {
    l->mechanism = fmax(l->mechanism, fabs(link_plastic(l, link_stretch(b->x, l)) - l->adrift_at));
    l->adrift = false;
}

/* after a change of branches: finds links that yield while no other link shares their force */
static void follow_mechanism(SHARED body_state *b) {
    bool any = false;
    ROLLED for (int i = 0; i < LINKS; i++) any = any || b->link[i].adrift || link_gives_way(&b->link[i]);
    if (!any) return;
    find_held(b);
    ROLLED for (int i = 0; i < LINKS; i++) {
        SHARED link_state *l = &b->link[i];
        bool adrift = l->yield < INFINITY && link_gives_way(l) &&
                      first_held(b->held, l->left < 0 ? BODIES : l->left) !=
                          first_held(b->held, l->right < 0 ? BODIES : l->right);
        if (l->adrift && !adrift) leave_mechanism(b, l);
        if (!l->adrift && adrift) l->adrift_at = link_plastic(l, link_stretch(b->x, l));
        l->adrift = adrift;
    }
}

/* ---- from branch to branch ---- */

/* by lane 0, with the bodies at their start */
static void start_links(SHARED body_state *b) {
    ROLLED for (int i = 0; i < LINKS; i++) {
        double d = link_stretch(b->x, &b->link[i]);
        link_start(&b->link[i], d);
        b->link[i].max_d = fabs(d);
    }
    follow_mechanism(b);
}

/* by lane 0, at the end of a step: all yielding links between the same two bodies turn together, so that rounding
 * cannot separate them */
static void turn_links(SHARED body_state *b, int left, int right, double sigma) {
    ROLLED for (int i = 0; i < LINKS; i++) {
        SHARED link_state *l = &b->link[i];
        bool same = (l->left == left && l->right == right) || (l->left == right && l->right == left);
        if (!same || l->direction == 0) continue;
        link_pass(l, LINK_TURNS, link_stretch(b->x, l));
        l->rate_is_zero = sigma > 0 || l->rate_is_zero;
    }
}

static void end_links(SHARED body_state *b) {
    EACH(i, LINKS)
        if (b->link[i].adrift) leave_mechanism(b, &b->link[i]);
}

/* ---- accounts ---- */

/* the dissipation is the yield force times the plastic deformation, minus the hardening part; the force overwrites
 * the rate, which is no longer needed */
static void account_links(SHARED step_series *s, SHARED body_state *b, case_state *state, double sigma) {
    EACH(i, LINKS) {
        SHARED link_state *l = &b->link[i];
        ROLLED for (int k = 0; k <= TERMS; k++)
            s->link_rate[k][i] = l->stiffness * s->stretch[k][i] + l->drag * s->link_rate[k][i] + (k == 0 ? l->offset : 0);
        poly_raise(&l->max_d, &s->stretch[0][i], LINKS, sigma, true);
        poly_raise(&l->max_force, &s->link_rate[0][i], LINKS, sigma, true);
        l->rate_is_zero = false;
        if (l->direction == 0) continue;
        double way = (1 - l->hardening) * (poly_value(&s->stretch[0][i], LINKS, sigma) - s->stretch[0][i]);
        l->plastic += fabs(way);
        l->energy += l->direction * l->yield * way;
        state->hysteresis += l->direction * l->yield * way;
    }
}

#endif
