/* The course of one impact at instants evenly spaced in time, from the dense output of the integrator. */
#include <math.h>

#include "impact/walk.h"

/* an endless impact is followed until little of the penetration is left */
static bool is_over(const thud_walk *w, double max_penetration) {
    if (w->phase == THUD_WALK_PARTED) return true;
    return w->phase == THUD_WALK_CAUGHT && thud_walk_penetration(w, w->root) < max_penetration / 20;
}

/* the end of the impact, or of what is shown of it */
static thud_status find_end(const thud_frame *frame, double *time) {
    thud_walk walk = thud_walk_begin(frame);
    thud_taylor series;
    double max_penetration = 0;
    while (!is_over(&walk, max_penetration)) {
        if (walk.steps >= THUD_WALK_MAX_STEPS) return THUD_ERROR_STEPS;
        thud_stride stride = thud_walk_look(&walk, &series);
        if (!(stride.tau > 0)) return THUD_ERROR_ACCURACY;
        thud_walk_go(&walk, stride);
        max_penetration = fmax(max_penetration, thud_walk_penetration(&walk, walk.root));
    }
    *time = walk.time;
    return THUD_OK;
}

static thud_impact_state state_at(const thud_walk *w, double time, double root, double velocity) {
    return (thud_impact_state){time, thud_walk_penetration(w, root), velocity, thud_walk_force(w, root, velocity)};
}

/*
 * Within the last bits of a singular δ = 0, which the walk passes in one stride: the velocity there is v0, the
 * instant `away` from it. First order in what spring and damper do on the way.
 */
static thud_impact_state state_beside_contact(const thud_walk *w, double time, double v0, double away) {
    double n = w->plan.n, p = w->plan.p, free_path = fabs(v0) * away;
    double chi = v0 < 0 && w->frame->approach_only ? 0 : w->frame->chi;
    double depth = free_path - chi * pow(free_path, p + 2) / (v0 * (p + 1) * (p + 2));
    double velocity = v0 - chi * pow(depth, p + 1) / (p + 1) - pow(depth, n + 1) / ((n + 1) * v0);
    return state_at(w, time, depth, velocity);
}

static thud_impact_state state_ahead(const thud_walk *w, const thud_taylor *series, double tau_end, double time) {
    thud_taylor_point to = thud_taylor_at(series, thud_walk_instant(series, time - w->time, tau_end));
    return state_at(w, time, to.root, to.velocity);
}

thud_status thud_frame_sample(const thud_frame *frame, size_t count, thud_impact_state *states) {
    double end;
    thud_status status = find_end(frame, &end);
    if (status != THUD_OK) return status;

    thud_walk walk = thud_walk_begin(frame);
    thud_taylor series;
    double interval = end / (double)(count - 1);
    size_t i = 0;
    for (; i < count - 1 && (double)i * interval < walk.time; i++)
        states[i] = state_beside_contact(&walk, (double)i * interval, 1, (double)i * interval);
    while (walk.time < end) {
        thud_stride stride = thud_walk_look(&walk, &series);
        for (; i < count - 1 && (double)i * interval <= walk.time + stride.to.time; i++)
            states[i] = state_ahead(&walk, &series, stride.tau, (double)i * interval);
        thud_walk_go(&walk, stride);
    }
    for (; i < count - 1; i++)
        states[i] = state_beside_contact(&walk, (double)i * interval, walk.velocity, end - (double)i * interval);
    states[count - 1] = state_at(&walk, end, walk.root, walk.velocity);
    return THUD_OK;
}
