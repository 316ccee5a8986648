/*
 * Shapes from the integrator of one impact, whose Taylor series give force and slope at any instant; for two
 * stiffnesses from the closed form.
 */
#include "identify/force/shape.h"

#include <math.h>

#include "impact/overdamped.h"
#include "impact/walk.h"
#include "numeric/elementary.h"

/* tolerance of the integrator: below the resolution of a difference quotient with a step of 1e-6 */
static const double TOLERANCE = 1e-12;

/* share of the largest penetration at which an endless contact is cut off */
static const double REST = 0.01;

typedef struct samples {
    const double *times;
    size_t count;
    double *forces;
    double *slopes; /* or NULL */
} samples;

static void put(const samples *to, size_t i, double force, double slope) {
    to->forces[i] = force;
    if (to->slopes) to->slopes[i] = slope;
}

/* ---- two stiffnesses ---- */

/* with separation at δ = 0 contact lasts until the bodies have left the set, without a force */
static void sample_bilinear(double damper, bool zero_force, const samples *to, thud_shape_facts *facts) {
    double ratio = exp(damper), end = thud_bilinear_impact(ratio, true).contact_time;
    thud_frame_impact hit = thud_bilinear_impact(ratio, zero_force);
    *facts = (thud_shape_facts){hit.contact_time, hit.restitution, hit.approach_time, end};
    for (size_t i = 0; i < to->count; i++) {
        double t = to->times[i];
        bool touching = t > 0 && t < end;
        thud_impact_state at = thud_bilinear_state(ratio, touching ? t : 0);
        double stiffness = t < hit.approach_time ? 1 : ratio;
        put(to, i, touching ? at.force : 0, touching ? stiffness * at.velocity : 0);
    }
}

/* ---- springs and dampers ---- */

/* dt/dτ = q z^(q−1); Hertz's contacts have q = 2 */
static double clock_rate(const thud_walk *w, double root) {
    return w->plan.q == 2 ? 2 * root : w->plan.q * thud_power(root, w->plan.q - 1);
}

/* the parts of f = δⁿ + χ δᵖ v */
typedef struct parts {
    double depth, spring, damper, force; /* δ, δ^(n−1), χ δᵖ, f */
} parts;

/* δᵖ, by roots and products of δ and δ^(n−1) if possible: powers are most of the work */
static double damper_power(const thud_walk *w, double root, double depth, double spring) {
    double n = w->plan.n, p = w->plan.p;
    if (p == n) return spring * depth;
    if (p == 0) return 1;
    return 2 * p == n - 1 ? sqrt(spring) : thud_power(root, w->plan.q * p);
}

static parts parts_of(const thud_walk *w, double root, double velocity) {
    double n = w->plan.n, chi = w->frame->approach_only && velocity < 0 ? 0 : w->frame->chi;
    bool hertz = n == 1.5 && w->plan.q == 2;
    double depth = w->plan.q == 2 ? root * root : thud_walk_penetration(w, root);
    double spring = hertz ? root : n == 1.5 ? sqrt(depth) : thud_power(depth, n - 1);
    double damper = chi * damper_power(w, root, depth, spring);
    return (parts){depth, spring, damper, spring * depth + damper * velocity};
}

/* z and v at τ + Δ from those at τ: z′ = v, v′ = −f dt/dτ; exact to the third power of Δ */
static void move_on(const thud_walk *w, thud_taylor_point *at, double rate, double step) {
    double pull = -parts_of(w, at->root, at->velocity).force * rate;
    at->root += step * (at->velocity + step / 2 * pull);
    at->velocity += step * pull;
}

/* the state at a time, from a guess of τ, by Newton's method, or by bisection if it diverges */
static double reach(const thud_walk *w, const thud_taylor *series, double time, double guess, double end,
                    thud_taylor_point *at) {
    double tau = guess, close = 2e-5 * end;
    /* a unit other than 1 does not occur in measurements */
    for (int i = 0; i < 6 && tau > 0 && tau < end && series->unit == 1; i++) {
        *at = thud_taylor_at(series, tau);
        double rate = clock_rate(w, at->root), step = (time - at->time) / rate;
        tau += step;
        if (!(fabs(step) < close)) continue;
        move_on(w, at, rate, step);
        return tau;
    }
    tau = thud_walk_instant(series, time, end);
    *at = thud_taylor_at(series, tau);
    return tau;
}

/* the estimated τ at a time `ahead` of a state, to second order */
static double foresee(const thud_walk *w, double tau, const thud_taylor_point *at, double ahead) {
    double q = w->plan.q, rate = clock_rate(w, at->root);
    if (!(rate > 0)) return pow(ahead, 1 / q);
    double step = ahead / rate;
    if (w->plan.q == 1) return tau + step;
    double bend = q == 2 ? 2 * at->velocity : q * (q - 1) * thud_power(at->root, q - 2) * at->velocity;
    return tau + step * (1 - bend * step / (2 * rate));
}

/* df/ds = n δ^(n−1) v + χ (p δ^(p−1) v² − δᵖ f) */
static void put_state(const thud_walk *w, const samples *to, size_t i, double root, double velocity) {
    parts at = parts_of(w, root, velocity);
    double slope = w->plan.n * at.spring * velocity - at.damper * at.force, p = w->plan.p;
    if (p > 0 && at.depth > 0) slope += p * at.damper / at.depth * velocity * velocity;
    put(to, i, at.force, slope);
}

/* before the walk begins and after it ends near a singular δ = 0, the motion is nearly free */
static void put_free(const thud_walk *w, const samples *to, size_t i, double away, double velocity) {
    put_state(w, to, i, pow(fabs(velocity) * away, 1.0 / w->plan.q), velocity);
}

static bool is_over(const thud_walk *w, double deepest) {
    if (w->phase == THUD_WALK_PARTED) return true;
    return w->phase == THUD_WALK_CAUGHT && thud_walk_penetration(w, w->root) < REST * deepest;
}

/* all samples within one step */
static size_t sample_step(const thud_walk *w, const thud_taylor *series, const thud_stride *stride,
                          const samples *to, size_t i) {
    double end = w->time + stride->to.time, before = 0, tau = 0;
    thud_taylor_point at = {.root = w->root, .velocity = w->velocity};
    for (; i < to->count && to->times[i] < end; i++) {
        double time = to->times[i] - w->time;
        tau = reach(w, series, time, foresee(w, tau, &at, time - before), stride->tau, &at);
        put_state(w, to, i, at.root, at.velocity);
        before = time;
    }
    return i;
}

/* the same along the slow return under heavy damping */
static size_t sample_overdamped(const thud_walk *w, const thud_stride *stride, const samples *to, size_t i) {
    thud_overdamped slow = thud_overdamped_from(w);
    double last = thud_walk_penetration(w, stride->to.root);
    for (; i < to->count && to->times[i] < w->time + stride->to.time; i++) {
        thud_impact_state at = thud_overdamped_state_at(&slow, last, to->times[i] - w->time);
        put_state(w, to, i, pow(at.penetration, 1.0 / w->plan.q), at.velocity);
    }
    return i;
}

static thud_status sample_frame(const thud_frame *frame, const samples *to, thud_shape_facts *facts) {
    thud_walk walk = thud_walk_begin(frame);
    thud_taylor series;
    double deepest = 0, turn = 0;
    size_t i = 0;
    for (; i < to->count && to->times[i] <= 0; i++) put(to, i, 0, 0);
    for (; i < to->count && to->times[i] < walk.time; i++) put_free(&walk, to, i, to->times[i], 1);
    while (!is_over(&walk, deepest)) {
        if (walk.steps >= THUD_WALK_MAX_STEPS) return THUD_ERROR_STEPS;
        thud_stride stride = thud_walk_look(&walk, &series);
        if (!stride.overdamped && !(stride.tau > 0)) return THUD_ERROR_ACCURACY;
        i = stride.overdamped ? sample_overdamped(&walk, &stride, to, i)
                              : sample_step(&walk, &series, &stride, to, i);
        if (stride.turn > 0) turn = walk.time + thud_taylor_at(&series, stride.turn).time;
        thud_walk_go(&walk, stride);
        deepest = fmax(deepest, thud_walk_penetration(&walk, walk.root));
    }
    for (; i < to->count && to->times[i] < walk.time; i++)
        put_free(&walk, to, i, walk.time - to->times[i], walk.velocity);
    for (; i < to->count; i++) put(to, i, 0, 0);
    *facts = (thud_shape_facts){walk.time, fmax(0, -walk.velocity), turn, walk.time};
    return THUD_OK;
}

static thud_frame frame_of(const thud_shape *shape, double damper) {
    bool viscous = shape->law->structure->kind == THUD_FORCE_VISCOUS;
    return (thud_frame){
        .n = shape->n,
        .p = viscous ? thud_law_damper_exponent(shape->law, shape->n) : 0,
        .chi = viscous ? damper : 0,
        .approach_only = shape->law->structure->approach_only,
        .zero_force = shape->separation == THUD_SEPARATION_ZERO_FORCE,
        .tolerance = shape->tolerance > 0 ? shape->tolerance : TOLERANCE,
    };
}

static thud_status sample_above_zero(const thud_shape *shape, double damper, const samples *to,
                                     thud_shape_facts *facts) {
    if (shape->law->structure->kind == THUD_FORCE_BILINEAR) {
        sample_bilinear(damper, shape->separation == THUD_SEPARATION_ZERO_FORCE, to, facts);
        return THUD_OK;
    }
    thud_frame frame = frame_of(shape, damper);
    return sample_frame(&frame, to, facts);
}

static double mirrored(double at_zero, double beyond) { return 2 * at_zero - beyond; }

/* the mirror image needs a second history, one stretch at a time */
static thud_status sample_below_zero(const thud_shape *shape, const samples *to, thud_shape_facts *facts) {
    enum { STRETCH = 256 };
    double forces[STRETCH], slopes[STRETCH];
    thud_shape_facts still = {0}, damped = {0};
    thud_status status = sample_above_zero(shape, -shape->damper, to, &damped);
    size_t i = 0;
    do {
        size_t count = to->count - i < STRETCH ? to->count - i : STRETCH;
        samples part = {to->times + i, count, forces, slopes};
        if (status == THUD_OK) status = sample_above_zero(shape, 0, &part, &still);
        for (size_t k = 0; k < count; k++)
            put(to, i + k, mirrored(forces[k], to->forces[i + k]),
                to->slopes ? mirrored(slopes[k], to->slopes[i + k]) : 0);
    } while (status == THUD_OK && (i += STRETCH) < to->count);
    facts->contact_time = mirrored(still.contact_time, damped.contact_time);
    facts->restitution = mirrored(still.restitution, damped.restitution);
    facts->approach_time = mirrored(still.approach_time, damped.approach_time);
    facts->force_end = mirrored(still.force_end, damped.force_end);
    return status;
}

thud_status thud_shape_sample(const thud_shape *shape, const double *times, size_t count, double *forces,
                              double *slopes, thud_shape_facts *facts) {
    samples to = {times, count, forces, slopes};
    if (shape->damper < 0) return sample_below_zero(shape, &to, facts);
    return sample_above_zero(shape, shape->damper, &to, facts);
}

bool thud_shape_choose_damper(thud_shape *shape, double restitution) {
    if (thud_law_scaled_damping(shape->law, restitution, shape->n, shape->separation, THUD_DAMPING_EXACT,
                                &shape->damper) != THUD_OK)
        return false;
    if (shape->law->structure->kind == THUD_FORCE_BILINEAR) shape->damper = log(shape->damper);
    return true;
}

/* closed forms; false if there is none, or the bodies never separate */
static bool solve_closed(const thud_frame *frame, thud_shape_facts *facts) {
    thud_frame_impact hit;
    if (frame->chi == 0 || frame->p == (frame->n - 1) / 2) hit = thud_half_power_impact(frame);
    else if (frame->p == frame->n) hit = thud_hunt_crossley_impact(frame);
    else return false;
    *facts = (thud_shape_facts){hit.contact_time, hit.restitution, hit.approach_time, hit.contact_time};
    return hit.restitution > 0 && hit.contact_time < INFINITY && hit.approach_time > 0;
}

thud_status thud_shape_solve(const thud_shape *shape, thud_shape_facts *facts) {
    thud_frame frame = frame_of(shape, shape->damper);
    bool bilinear = shape->law->structure->kind == THUD_FORCE_BILINEAR;
    if (!bilinear && shape->damper >= 0 && solve_closed(&frame, facts)) return THUD_OK;
    return thud_shape_sample(shape, NULL, 0, NULL, NULL, facts);
}
