/* Samples one impact at evenly spaced instants, from the dense output of the integrator. */
#include <math.h>

#include "impact/overdamped.h"

/* an endless impact is followed until little penetration is left */
static bool is_over(const thud_walk *w, double max_penetration) {
    if (w->phase == THUD_WALK_PARTED) return true;
    return w->phase == THUD_WALK_CAUGHT && thud_walk_penetration(w, w->root) < max_penetration / 20;
}

/* walks through the impact, or its displayed part, to check that it ends */
static thud_status walk_through(const thud_frame *frame, thud_walk *walk) {
    if (frame->chi > THUD_WALK_HEAVIEST) return THUD_ERROR_ACCURACY;
    *walk = thud_walk_begin(frame);
    thud_taylor series;
    double max_penetration = 0;
    while (!is_over(walk, max_penetration)) {
        if (walk->steps >= THUD_WALK_MAX_STEPS) return THUD_ERROR_STEPS;
        thud_stride stride = thud_walk_look(walk, &series);
        if (!(stride.tau > 0)) return THUD_ERROR_ACCURACY;
        thud_walk_go(walk, stride);
        max_penetration = fmax(max_penetration, thud_walk_penetration(walk, walk->root));
    }
    return walk->time < INFINITY ? THUD_OK : THUD_ERROR_ACCURACY;
}

/*
 * Whether the walk reached the known end of the impact. They may differ by the tolerance and, near critical
 * damping, by rounding; a curve that missed its end is off by far more.
 */
static bool ends_as(const thud_walk *walk, const thud_frame_impact *hit) {
    if (hit->restitution == 0) return walk->phase == THUD_WALK_CAUGHT;
    double close = fmax(1e-6, 300 * walk->frame->tolerance);
    return fabs(walk->time / hit->contact_time - 1) <= close &&
           fabs(-walk->velocity / hit->restitution - 1) <= close;
}

static thud_impact_state state_at(const thud_walk *w, double time, double root, double velocity, double force) {
    return (thud_impact_state){time, thud_walk_penetration(w, root), velocity, force};
}

/*
 * Near a singular δ = 0, within the stride's last bits: the velocity there is v0, the instant `away` from it.
 * First order in spring and damper.
 */
static thud_impact_state state_beside_contact(const thud_walk *w, double time, double v0, double away) {
    double n = w->plan.n, p = w->plan.p, free_path = fabs(v0) * away, chi = thud_walk_chi(w);
    double depth = free_path - chi * pow(free_path, p + 2) / (v0 * (p + 1) * (p + 2));
    double velocity = v0 - chi * pow(depth, p + 1) / (p + 1) - pow(depth, n + 1) / ((n + 1) * v0);
    return state_at(w, time, depth, velocity, thud_walk_force(w, depth, velocity));
}

/*
 * The place in a step at a time since its beginning. Newton's method from the previous τ converges in two or three
 * steps; near contact, where dt/dτ vanishes, it may fail, and the bracket is searched.
 */
static double tau_at(const thud_taylor *series, double from, double to, double time) {
    if (series->plan->q == 1) return time / series->unit; /* here τ is proportional to time */
    double tau = from;
    for (int i = 0; i < 6; i++) {
        double change =
            (time - thud_taylor_value(series, series->time, tau)) / thud_taylor_slope(series, series->time, tau);
        double next = tau + change;
        if (!(next >= from && next <= to)) break;
        if (fabs(change) <= 1e-9 * next)
            return next; /* quadratic convergence: the next change is below the last
                            bit */
        tau = next;
    }
    return thud_walk_instant(series, time, to);
}

typedef struct {
    thud_impact_state *states;
    size_t count, next;
    double interval;
} course;

static bool comes_before(const course *c, double time) {
    return c->next < c->count - 1 && (double)c->next * c->interval <= time;
}

static void record_stride(course *c, const thud_walk *w, const thud_taylor *series, const thud_stride *stride) {
    thud_sight at = {w, series};
    double tau = 0, from = w->time, to = from + stride->to.time;
    for (; comes_before(c, to); c->next++) {
        double time = (double)c->next * c->interval;
        tau = tau_at(series, tau, stride->tau, time - from);
        c->states[c->next] =
            state_at(w, time, thud_sight_root(tau, &at), thud_sight_velocity(tau, &at), thud_sight_force(tau, &at));
    }
}

static void record_overdamped(course *c, const thud_walk *w, const thud_stride *stride) {
    thud_overdamped slow = thud_overdamped_from(w);
    double end = thud_walk_penetration(w, stride->to.root);
    for (; comes_before(c, w->time + stride->to.time); c->next++) {
        double time = (double)c->next * c->interval;
        c->states[c->next] = thud_overdamped_state_at(&slow, end, time - w->time);
        c->states[c->next].time = time;
    }
}

/* repeats the walk with its end known, so it cannot fail */
static void record(const thud_frame *frame, double end, course *c) {
    thud_walk walk = thud_walk_begin(frame);
    thud_taylor series;
    for (; c->next < c->count - 1 && (double)c->next * c->interval < walk.time; c->next++) {
        double time = (double)c->next * c->interval;
        c->states[c->next] = state_beside_contact(&walk, time, 1, time);
    }
    while (walk.time < end) {
        thud_stride stride = thud_walk_look(&walk, &series);
        if (stride.overdamped) record_overdamped(c, &walk, &stride);
        else record_stride(c, &walk, &series, &stride);
        thud_walk_go(&walk, stride);
    }
    for (; c->next < c->count - 1; c->next++) {
        double time = (double)c->next * c->interval;
        c->states[c->next] = state_beside_contact(&walk, time, walk.velocity, end - time);
    }
    c->states[c->next] = state_at(&walk, end, walk.root, walk.velocity, walk.force);
}

thud_status thud_frame_sample(const thud_frame *frame, const thud_frame_impact *hit, size_t count,
                              thud_impact_state *states) {
    thud_walk last;
    thud_status status = walk_through(frame, &last);
    if (status != THUD_OK) return status;
    if (!ends_as(&last, hit)) return THUD_ERROR_ACCURACY;
    record(frame, last.time, &(course){states, count, 0, last.time / (double)(count - 1)});
    return THUD_OK;
}
