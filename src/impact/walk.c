/* Integrates one impact step by step and locates its events: turning point, zero force, return. */
#include "impact/walk.h"

#include <math.h>

#include "impact/overdamped.h"
#include "numeric/elementary.h"
#include "numeric/root.h"

/* from here on the force is such a small difference that it is integrated as a variable; below, the difference is
   more accurate */
static const double HEAVY = 10;

double thud_walk_chi(const thud_walk *w) {
    return w->frame->approach_only && w->phase != THUD_WALK_APPROACH ? 0 : w->frame->chi;
}

/* z^(q x) */
static double penetration_power(const thud_walk *w, double root, double x) {
    return thud_power(root, w->plan.q * x);
}

double thud_walk_penetration(const thud_walk *w, double root) { return penetration_power(w, root, 1); }

/* F/δᵖ, which has the sign of F and is regular */
static double reduced_force(const thud_walk *w, double root, double velocity) {
    return penetration_power(w, root, w->plan.n - w->plan.p) + thud_walk_chi(w) * velocity;
}

double thud_walk_force(const thud_walk *w, double root, double velocity) {
    return penetration_power(w, root, w->plan.p) * reduced_force(w, root, velocity);
}

/* dF/dt = n δ^(n−1) v − χ F for a linear damper, otherwise δ^(1−p) dF/dt = n δ^(n−p) v + χ (p v² − δ F) */
double thud_walk_force_slope(const thud_walk *w, double root, double velocity, double force) {
    double n = w->plan.n, p = w->plan.p;
    if (p == 0) return n * penetration_power(w, root, n - 1) * velocity - thud_walk_chi(w) * force;
    double drag = p * velocity * velocity - thud_walk_penetration(w, root) * force;
    return n * penetration_power(w, root, n - p) * velocity + thud_walk_chi(w) * drag;
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
        .carries_force = frame->chi > HEAVY && frame->p < frame->n && !frame->approach_only,
        .velocity = 1,
    };
    if (!w.plan.polynomial) start_beside_contact(&w);
    w.force = thud_walk_force(&w, w.root, w.velocity);
    return w;
}

double thud_sight_velocity(double tau, const void *sight) {
    const thud_sight *at = sight;
    return thud_taylor_value(at->series, at->series->velocity, tau);
}

double thud_sight_root(double tau, const void *sight) {
    const thud_sight *at = sight;
    return thud_taylor_value(at->series, at->series->root, tau);
}

static double force_of(const thud_sight *at, double tau, double root, double velocity) {
    bool cancels = at->walk->carries_force && velocity < 0 && root > 0;
    return cancels ? thud_taylor_force(at->series, tau) : thud_walk_force(at->walk, root, velocity);
}

double thud_sight_force(double tau, const void *sight) {
    return force_of(sight, tau, thud_sight_root(tau, sight), thud_sight_velocity(tau, sight));
}

double thud_sight_force_slope(double tau, const void *sight) {
    const thud_sight *at = sight;
    double root = thud_sight_root(tau, sight), velocity = thud_sight_velocity(tau, sight);
    return thud_walk_force_slope(at->walk, root, velocity, force_of(at, tau, root, velocity));
}

/* a function with the sign of the force */
static double hold_of(const thud_sight *at, double tau, double root, double velocity) {
    if (at->walk->carries_force) return -thud_taylor_slope(at->series, at->series->velocity, tau);
    return reduced_force(at->walk, root, velocity);
}

static double hold_ahead(double tau, const void *sight) {
    return hold_of(sight, tau, thud_sight_root(tau, sight), thud_sight_velocity(tau, sight));
}

/* an event need not be more accurate than the motion */
static double find(thud_function *event, const thud_sight *at, double from, double to) {
    return thud_root_bracketed(event, at, from, to, at->walk->frame->tolerance);
}

static thud_stride cut(const thud_sight *at, thud_stride stride, double tau, thud_walk_phase next) {
    stride.tau = tau;
    stride.to = thud_taylor_at(at->series, tau);
    stride.next = next;
    return stride;
}

/*
 * In approach the body only slows down and goes deeper; in recovery it never moves forwards. A step that violates
 * this by more than rounding was too long for its series, or has passed the whole contact.
 */
static bool is_possible(const thud_walk *w, const thud_taylor_point *to) {
    double little = 1e-9;
    if (w->phase != THUD_WALK_APPROACH) return to->velocity <= 0 && to->root <= (1 + little) * w->root;
    return to->velocity <= 0 || (to->velocity <= (1 + little) * w->velocity && to->root >= (1 - little) * w->root);
}

/*
 * An integrated force must stay accurate while it decays as exp(−χ q z^(q−1) δᵖ τ). A step covers at most exp(−2),
 * so that its alternating series does not cancel.
 */
static double longest_step(const thud_sight *at) {
    const thud_walk *w = at->walk;
    double tau = thud_taylor_step(at->series), power = w->plan.q * (w->plan.p + 1) - 1;
    if (!w->carries_force) return tau;
    return fmin(tau, 2 / (thud_walk_chi(w) * w->plan.q * thud_power(w->root, power) * at->series->unit));
}

/* a series that has overflowed stays undefined for any step; a step of 0 signals it */
static thud_stride first_step(const thud_sight *at) {
    thud_stride stride = cut(at, (thud_stride){0}, longest_step(at), at->walk->phase);
    for (int i = 0; i < 60 && !is_possible(at->walk, &stride.to); i++)
        stride = cut(at, stride, stride.tau / 2, stride.next);
    if (!is_possible(at->walk, &stride.to)) stride.tau = 0;
    return stride;
}

/* a step that does not pass δ = 0; if the series are singular there, it does not reach it either */
static thud_stride stop_at_return(const thud_sight *at, thud_stride stride) {
    if (stride.to.root > 0) return stride;
    if (at->walk->plan.polynomial) {
        double tau = find(thud_sight_root, at, stride.turn, stride.tau);
        return cut(at, stride, tau, THUD_WALK_PARTED);
    }
    for (int i = 0; i < 60 && !(stride.to.root > 0); i++) stride = cut(at, stride, stride.tau / 2, stride.next);
    if (!(stride.to.root > 0)) stride.tau = 0;
    return stride;
}

static thud_stride stop_at_zero_force(const thud_sight *at, thud_stride stride) {
    if (hold_of(at, stride.tau, stride.to.root, stride.to.velocity) > 0) return stride;
    return cut(at, stride, find(hold_ahead, at, stride.turn, stride.tau), THUD_WALK_PARTED);
}

/* finds the turning point; a step ends there only if the damper does */
static thud_stride pass_turn(const thud_sight *at, thud_stride stride) {
    if (stride.to.velocity > 0) return stride;
    stride.turn = find(thud_sight_velocity, at, 0, stride.tau);
    stride.next = THUD_WALK_RECOVERY;
    return at->walk->frame->approach_only ? cut(at, stride, stride.turn, THUD_WALK_RECOVERY) : stride;
}

static thud_stride look_along(const thud_sight *at) {
    thud_stride stride = first_step(at);
    if (at->walk->phase == THUD_WALK_APPROACH) stride = pass_turn(at, stride);
    if (stride.next == THUD_WALK_APPROACH) return stride;
    stride = stop_at_return(at, stride);
    return at->walk->lets_go ? stop_at_zero_force(at, stride) : stride;
}

/* once the motion follows the slow return, the series would need thousands of steps */
static bool try_overdamped(const thud_walk *w, thud_stride *stride) {
    static const double WORTH_IT = 15; /* below this, s is not small enough while the penetration is near 1 */
    if (w->phase == THUD_WALK_APPROACH || w->lets_go || thud_walk_chi(w) < WORTH_IT) return false;
    thud_overdamped slow = thud_overdamped_from(w);
    if (!thud_overdamped_holds(&slow, w)) return false;
    double depth = thud_overdamped_end(&slow);
    if (!(depth < 0.9 * slow.depth)) return false;
    thud_impact_state end = thud_overdamped_state(&slow, depth);
    double n = slow.n, spring = (pow(slow.depth, n + 1) - pow(depth, n + 1)) / (n + 1);
    double kinetic = (w->velocity - end.velocity) * (w->velocity + end.velocity) / 2;
    *stride = (thud_stride){
        .tau = 1,
        .overdamped = true,
        .to = {pow(depth, 1.0 / w->plan.q), end.velocity, end.time, spring + kinetic},
        .force = end.force,
        .next = w->phase,
    };
    return true;
}

/*
 * Where spring and damper cancel, use the integrated force and the velocity that belongs to it, χ v = F/δᵖ −
 * δ^(n−p). An error of the force decays with the damper; an error of the velocity would remain.
 */
static thud_stride with_force(const thud_sight *at, thud_stride stride) {
    const thud_walk *w = at->walk;
    double weight = penetration_power(w, stride.to.root, w->plan.p);
    double spring = penetration_power(w, stride.to.root, w->plan.n - w->plan.p);
    double drag = thud_walk_chi(w) * stride.to.velocity;
    stride.force = weight * (spring + drag);
    if (!w->carries_force || drag >= 0 || fabs(spring + drag) > (spring - drag) / 2) return stride;
    bool released = stride.next == THUD_WALK_PARTED;
    stride.force = released ? 0 : thud_taylor_force(at->series, stride.tau);
    stride.to.velocity = (stride.force / weight - spring) / thud_walk_chi(w);
    return stride;
}

thud_stride thud_walk_look(const thud_walk *w, thud_taylor *series) {
    thud_stride stride;
    if (try_overdamped(w, &stride)) return stride;
    bool known = w->carries_force && w->phase != THUD_WALK_APPROACH;
    thud_taylor_state from = {w->root, w->velocity, known ? w->force : NAN};
    thud_taylor_expand(&w->plan, thud_walk_chi(w), from, series);
    thud_sight at = {w, series};
    stride = look_along(&at);
    if (stride.next == THUD_WALK_PARTED && !w->lets_go) stride.to.root = 0; /* by definition */
    return with_force(&at, stride);
}

/*
 * Above critical damping the recovery stays above the line v = −κ δ^(p+1), κ = χ/(2(p+1)), which the motion cannot
 * cross once δ^(n−2p−1) ≤ χ²/(4(p+1)). The walk continues until the pull has passed its maximum.
 */
static bool is_caught(const thud_walk *w) {
    double n = w->plan.n, p = w->plan.p, chi = thud_walk_chi(w), depth = thud_walk_penetration(w, w->root);
    if (!(p <= (n - 1) / 2) || chi == 0) return false;
    bool held = pow(depth, n - 2 * p - 1) <= chi * chi / (4 * (p + 1)) &&
                w->velocity >= -chi * pow(depth, p + 1) / (2 * (p + 1));
    if (!held || !(w->force < 0)) return false;
    if (thud_walk_force_slope(w, w->root, w->velocity, w->force) > 0) return true;
    thud_overdamped slow = thud_overdamped_from(w);
    return thud_overdamped_holds(&slow, w);
}

/* over the last stretch to a singular δ = 0 the velocity changes by ∫ (δⁿ/v + χ δᵖ) dδ, with nearly constant v */
static bool try_last_stretch(thud_walk *w) {
    double n = w->plan.n, p = w->plan.p, chi = thud_walk_chi(w), depth = w->root, v = w->velocity;
    double spring = pow(depth, n + 1) / ((n + 1) * v), damper = chi * pow(depth, p + 1) / (p + 1);
    if (fabs(spring) > 1e-9 * fabs(v) || fabs(spring) * damper > 1e-17 * v * v) return false;
    if (damper > 1e-5 * fabs(v)) return false; /* for the time below */
    w->velocity = v + spring + damper;
    w->work += damper * -v - damper * damper / 2;
    w->time -= depth / v * (1 - (spring * (n + 1) / (n + 2) + damper * (p + 1) / (p + 2)) / v);
    w->root = 0;
    w->force = thud_walk_force(w, 0, w->velocity);
    return true;
}

void thud_walk_go(thud_walk *w, thud_stride stride) {
    w->steps++;
    w->root = stride.to.root;
    w->velocity = stride.to.velocity;
    w->force = stride.force;
    w->time += stride.to.time;
    w->work += stride.to.work;

    if (stride.tau == stride.turn) w->velocity = 0; /* by definition */

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
