#include "impact/walk.h"

#include <float.h>
#include <math.h>

#include "numeric/elementary.h"
#include "numeric/root.h"

/* the damper at work in this phase */
static double chi_now(const thud_walk *w) {
    return w->frame->approach_only && w->phase != THUD_WALK_APPROACH ? 0 : w->frame->chi;
}

/* z^(q x) */
static double penetration_power(const thud_walk *w, double root, double x) {
    return thud_power(root, w->plan.q * x);
}

double thud_walk_penetration(const thud_walk *w, double root) { return penetration_power(w, root, 1); }

/* F/δᵖ, which has the sign of F and no singularity, with a weight for the spring */
static double reduced_force(const thud_walk *w, double weight, double root, double velocity) {
    return weight * penetration_power(w, root, w->plan.n - w->plan.p) + chi_now(w) * velocity;
}

double thud_walk_force(const thud_walk *w, double root, double velocity) {
    return penetration_power(w, root, w->plan.p) * reduced_force(w, 1, root, velocity);
}

/* heavy damping brings the force so near to zero before it crosses that rounding hides it: the last bits are left
 * out */
static double force_to_let_go(const thud_walk *w, double root, double velocity) {
    return reduced_force(w, 1 - 4 * DBL_EPSILON, root, velocity);
}

/* dF/dt = n δ^(n−1) v − χ F for a linear damper, otherwise δ^(1−p) dF/dt = n δ^(n−p) v + χ (p v² − δ F) */
double thud_walk_force_slope(const thud_walk *w, double root, double velocity) {
    double n = w->plan.n, p = w->plan.p, force = thud_walk_force(w, root, velocity);
    if (p == 0) return n * penetration_power(w, root, n - 1) * velocity - chi_now(w) * force;
    double drag = p * velocity * velocity - thud_walk_penetration(w, root) * force;
    return n * penetration_power(w, root, n - p) * velocity + chi_now(w) * drag;
}

/*
 * Where the equation is singular at δ = 0, the walk starts so close to it that the first terms of
 *     v = 1 − χ δ^(p+1)/(p+1) − δ^(n+1)/(n+1) − χ δ^(n+p+2)/((p+1)(n+p+2)) − …
 * are exact to the last bit: spring² and spring·damper² below 1e-17.
 */
static void start_beside_contact(thud_walk *w) {
    double n = w->plan.n, p = w->plan.p, chi = w->frame->chi;
    double depth = fmin(pow(1e-9 * (n + 1), 1 / (n + 1)), pow(1e-5 * (p + 1) / chi, 1 / (p + 1)));
    double spring = pow(depth, n + 1) / (n + 1), damper = chi * pow(depth, p + 1) / (p + 1);
    double mixed = chi * pow(depth, n + p + 2) / (n + p + 2);
    w->root = depth;
    w->velocity = 1 - damper - spring - mixed / (p + 1);
    w->time = depth * (1 + damper / (p + 2) + spring / (n + 2) + damper * damper / (2 * p + 3));
    w->work = damper - damper * damper / 2 - mixed / (n + 1);
}

thud_walk thud_walk_begin(const thud_frame *frame) {
    thud_walk w = {
        .frame = frame,
        .plan = thud_taylor_plan_for(frame->n, frame->p, frame->tolerance, frame->keep_books),
        .phase = THUD_WALK_APPROACH,
        .lets_go = frame->zero_force && frame->chi > 0 && frame->p < frame->n && !frame->approach_only,
        .velocity = 1,
    };
    if (!w.plan.polynomial) start_beside_contact(&w);
    return w;
}

typedef struct {
    const thud_walk *walk;
    const thud_taylor *series;
} looking;

static double velocity_ahead(double tau, const void *context) {
    const looking *at = context;
    return thud_taylor_value(at->series, at->series->velocity, tau);
}

static double root_ahead(double tau, const void *context) {
    const looking *at = context;
    return thud_taylor_value(at->series, at->series->root, tau);
}

static double force_ahead(double tau, const void *context) {
    const looking *at = context;
    return force_to_let_go(at->walk, root_ahead(tau, context), velocity_ahead(tau, context));
}

/* an event need not be placed better than the motion is known */
static double find(thud_function *event, const looking *at, double from, double to) {
    return thud_root_bracketed(event, at, from, to, at->walk->frame->tolerance);
}

static thud_stride cut(const looking *at, thud_stride stride, double tau, thud_walk_phase next) {
    return (thud_stride){tau, stride.turn, thud_taylor_at(at->series, tau), next};
}

/* a step that does not pass δ = 0; where the series are singular there, it does not reach it either */
static thud_stride stop_at_return(const looking *at, thud_stride stride) {
    if (stride.to.root > 0) return stride;
    if (at->walk->plan.polynomial) {
        double tau = find(root_ahead, at, stride.turn, stride.tau);
        return cut(at, stride, tau, THUD_WALK_PARTED);
    }
    /* a series that has overflowed stays undefined however short the step: a step of 0 says so */
    for (int i = 0; i < 60 && !(stride.to.root > 0); i++) stride = cut(at, stride, stride.tau / 2, stride.next);
    if (!(stride.to.root > 0)) stride.tau = 0;
    return stride;
}

static thud_stride stop_at_zero_force(const looking *at, thud_stride stride) {
    if (force_to_let_go(at->walk, stride.to.root, stride.to.velocity) > 0) return stride;
    return cut(at, stride, find(force_ahead, at, stride.turn, stride.tau), THUD_WALK_PARTED);
}

/* finds the turning point; a step ends there only if the damper does */
static thud_stride pass_turn(const looking *at, thud_stride stride) {
    if (stride.to.velocity > 0) return stride;
    stride.turn = find(velocity_ahead, at, 0, stride.tau);
    stride.next = THUD_WALK_RECOVERY;
    return at->walk->frame->approach_only ? cut(at, stride, stride.turn, THUD_WALK_RECOVERY) : stride;
}

thud_stride thud_walk_look(const thud_walk *w, thud_taylor *series) {
    thud_taylor_expand(&w->plan, chi_now(w), w->root, w->velocity, series);
    looking at = {w, series};
    double tau = thud_taylor_step(series);
    thud_stride stride = {tau, 0, thud_taylor_at(series, tau), w->phase};
    if (w->phase == THUD_WALK_APPROACH) stride = pass_turn(&at, stride);
    if (stride.next == THUD_WALK_APPROACH) return stride;
    stride = stop_at_return(&at, stride);
    return w->lets_go ? stop_at_zero_force(&at, stride) : stride;
}

/*
 * Above critical damping the recovery stays over the line v = −κ δ^(p+1), κ = χ/(2(p+1)), which the motion cannot
 * cross once δ^(n−2p−1) ≤ χ²/(4(p+1)). The walk goes on until the pull has passed its strongest.
 */
static bool is_caught(const thud_walk *w) {
    double n = w->plan.n, p = w->plan.p, chi = chi_now(w), depth = thud_walk_penetration(w, w->root);
    if (!(p <= (n - 1) / 2) || chi == 0) return false;
    return pow(depth, n - 2 * p - 1) <= chi * chi / (4 * (p + 1)) &&
           w->velocity >= -chi * pow(depth, p + 1) / (2 * (p + 1)) &&
           thud_walk_force(w, w->root, w->velocity) < 0 && thud_walk_force_slope(w, w->root, w->velocity) > 0;
}

/* over the last stretch to a singular δ = 0 the velocity changes by ∫ (δⁿ/v + χ δᵖ) dδ, with v as good as constant
 */
static bool try_last_stretch(thud_walk *w) {
    double n = w->plan.n, p = w->plan.p, chi = chi_now(w), depth = w->root, v = w->velocity;
    double spring = pow(depth, n + 1) / ((n + 1) * v), damper = chi * pow(depth, p + 1) / (p + 1);
    if (fabs(spring) > 1e-9 * fabs(v) || fabs(spring) * damper > 1e-17 * v * v) return false;
    if (damper > 1e-5 * fabs(v)) return false; /* for the time below */
    w->velocity = v + spring + damper;
    w->work += damper * -v - damper * damper / 2;
    w->time -= depth / v * (1 - damper / v * (p + 1) / (p + 2));
    w->root = 0;
    return true;
}

void thud_walk_go(thud_walk *w, thud_stride stride) {
    w->steps++;
    w->root = stride.to.root;
    w->velocity = stride.to.velocity;
    w->time += stride.to.time;
    w->work += stride.to.work;

    /* events are exact by definition */
    if (stride.tau == stride.turn) w->velocity = 0;
    if (stride.next == THUD_WALK_PARTED && !w->lets_go) w->root = 0;

    w->phase = stride.next;
    if (w->phase != THUD_WALK_RECOVERY || w->velocity == 0 || w->lets_go) return;
    if (is_caught(w)) w->phase = THUD_WALK_CAUGHT;
    else if (!w->plan.polynomial && try_last_stretch(w)) w->phase = THUD_WALK_PARTED;
}

typedef struct {
    const thud_taylor *series;
    double time;
} wanted;

static double time_ahead(double tau, const void *context) {
    const wanted *w = context;
    return thud_taylor_value(w->series, w->series->time, tau) - w->time;
}

double thud_walk_instant(const thud_taylor *series, double time, double end) {
    double tau = thud_root_bracketed(time_ahead, &(wanted){series, time}, 0, end, 0);
    return isnan(tau) ? end : tau; /* the last bit of the step */
}
