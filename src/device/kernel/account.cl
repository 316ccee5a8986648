/*
 * Accounts of a step from 0 to σ: energy by Gauss quadrature of its series, impulses, and true peaks.
 */

/* points and weights of one half; the other is its mirror image. Six points are exact to degree eleven; the series
 * ends at ten */
#define POINTS 3
GLOBAL_CONSTANT double GAUSS_POINT[POINTS] = {0.0337652428984240, 0.1693953067668677, 0.3806904069584015};
GLOBAL_CONSTANT double GAUSS_WEIGHT[POINTS] = {0.0856622461895852, 0.1803807865240693, 0.2339569672863455};
/* four points in all, if the last terms are negligible */
GLOBAL_CONSTANT double FEW_POINT[2] = {0.0694318442029737, 0.3300094782075719};
GLOBAL_CONSTANT double FEW_WEIGHT[2] = {0.1739274225687269, 0.3260725774312731};

static double gauss_at(bool few, int side, int g, double sigma) {
    double point = few ? FEW_POINT[g] : GAUSS_POINT[g];
    return sigma * (side == 0 ? point : 1 - point);
}

/* s represented by a point */
static double gauss_duration(SHARED const step_series *s, const step_course *course, int g, double at, double sigma) {
    double weight = sigma * (course->is_smooth ? FEW_WEIGHT[g] : GAUSS_WEIGHT[g]);
    return course->clock < 0 ? weight : weight * poly_value(s->pace, 1, at);
}

static void account_bodies(SHARED const step_series *s, SHARED const body_state *b, case_state *state, int g, double duration,
                           double ground) {
    EACH(i, BODIES) {
        double drag = 0, momentum = b->mass[i] * s->node[g][i];
        ROLLED for (int e = b->row_begin[i]; e < b->row_begin[i + 1]; e++) drag += b->damping[e] * s->node[g][b->column[e]];
        state->dissipated += duration * momentum * drag;
        state->input += duration * momentum * (state->gravity - ground);
    }
}

static void account_contacts(SHARED const step_series *s, SHARED contact_state *contacts, case_state *state, int g, double at,
                             double duration) {
    EACH(i, CONTACTS) {
        SHARED contact_state *c = &contacts[i];
        if (c->phase != PHASE_ACTIVE) continue;
        double force = poly_value(&s->force[0][i], CONTACT_STRIDE, at);
        c->impulse += duration * force;
        if (c->damping == 0) continue;
        double rate = of_body(s->node[g], c->left) - of_body(s->node[g], c->right);
        double drag = force - c->stiffness * poly_value(&s->spring[0][i], CONTACT_STRIDE, at);
        c->lost += duration * drag * rate;
        state->impact += duration * drag * rate;
    }
}

static void account_energy(SHARED step_series *s, const step_course *course, SHARED const body_state *b,
                           SHARED contact_state *contacts, case_state *state, double sigma) {
    int points = course->is_smooth ? 2 : POINTS;
    ROLLED for (int side = 0; side < 2; side++) {
        EACH(i, BODIES)
            ROLLED for (int g = 0; g < points; g++)
                s->node[g][i] = poly_value(&s->v[0][i], BODIES, gauss_at(course->is_smooth, side, g, sigma));
        SYNC;
        ROLLED for (int g = 0; g < points; g++) {
            double at = gauss_at(course->is_smooth, side, g, sigma);
            double duration = gauss_duration(s, course, g, at, sigma);
            account_bodies(s, b, state, g, duration, poly_value(s->ground, 1, at));
            if (state->closed > 0) account_contacts(s, contacts, state, g, at, duration);
        }
        SYNC;
    }
}

static void account_peaks(SHARED const step_series *s, SHARED body_state *b, SHARED contact_state *contacts,
                          double sigma) {
    EACH(i, BODIES) {
        poly_raise(&b->max_x[i], &s->x[0][i], BODIES, sigma, true);
        poly_raise(&b->max_v[i], &s->v[0][i], BODIES, sigma, true);
        poly_raise(&b->max_a[i], &s->a[0][i], BODIES, sigma, true);
    }
    EACH(i, CONTACTS) {
        if (contacts[i].phase != PHASE_ACTIVE) continue;
        /* a damper may pull before the gap opens, which does not count as force of the impact */
        poly_raise(&contacts[i].max_force, &s->force[0][i], CONTACT_STRIDE, sigma, false);
        poly_raise(&contacts[i].max_penetration, &s->depth[0][i], CONTACT_STRIDE, sigma, true);
    }
}
