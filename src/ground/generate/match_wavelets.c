/*
 * Every peak must reach its aim, and the motion must end at rest where it began: demands that the smallest change
 * meets. Peaks then move or other peaks replace them, so it takes several rounds.
 */
#include "ground/generate/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/generate/adjust.h"

enum { ROUNDS = 20, PEAKS = 16 };

/* good enough to stop */
static const double GOOD_MATCH = 0.02;

/* broad features first; below the last value the rounds no longer converge (tried for all spectra of the code) */
static double softness_in(int round) { return fmax(0.1 * pow(0.75, round), 3e-3); }

typedef struct refinement {
    thud_match *match;
    thud_adjuster *adjuster;
    thud_demand *demands; /* ordinates, peaks of the acceleration, velocity and displacement at the end */
    size_t demand_limit;
    double *weights; /* [demand_limit · count] */
    double *best;    /* [count] */
} refinement;

static void refinement_free(refinement *r) {
    thud_adjuster_free(r->adjuster);
    free(r->demands);
    free(r->weights);
    free(r->best);
}

static bool refinement_init(refinement *r, thud_match *match) {
    size_t limit = match->ordinate_count + PEAKS + 2, count = match->count;
    *r = (refinement){
        .match = match,
        .adjuster =
            thud_adjuster_create(match->envelope, count, match->step, match->period_min, match->period_max, limit),
        .demands = malloc(limit * sizeof *r->demands),
        .demand_limit = limit,
        .weights = malloc(limit * count * sizeof *r->weights),
        .best = malloc(count * sizeof *r->best),
    };
    if (r->adjuster && r->demands && r->weights && r->best) return true;
    refinement_free(r);
    return false;
}

/* the signed difference between the response and its aim; weights are scaled so that 1 is the aim */
static double shortfall(double value, double aim) { return copysign(1, value) - value / aim; }

static void demand_summit(const thud_match *match, const thud_ordinate *at, thud_demand *demand) {
    demand->length = thud_summit_weights(&at->oscillator, at->summit.time, match->step, demand->weights);
    for (size_t i = 0; i < demand->length; i++) demand->weights[i] /= at->aim;
    demand->wanted = shortfall(at->summit.u, at->aim);
}

static void demand_peak(const thud_match *match, size_t index, thud_demand *demand) {
    demand->length = index + 1;
    memset(demand->weights, 0, demand->length * sizeof *demand->weights);
    demand->weights[index] = 1 / match->peak_aim;
    demand->wanted = shortfall(match->acceleration[index], match->peak_aim);
}

/* the largest peak, and others that are too large: lowering them one by one would take a round for each */
static size_t demand_peaks(const thud_match *match, thud_demand *demands) {
    const double *a = match->acceleration;
    size_t count = 0;
    demand_peak(match, match->peak, &demands[count++]);
    for (size_t i = 1; i + 1 < match->count && count < PEAKS; i++) {
        bool peak = fabs(a[i]) >= fabs(a[i - 1]) && fabs(a[i]) > fabs(a[i + 1]);
        if (peak && i != match->peak && fabs(a[i]) > match->peak_aim) demand_peak(match, i, &demands[count++]);
    }
    return count;
}

/* Σ weights a is to be zero: the velocity at the last sample or, with moment, the displacement */
static void demand_rest(const thud_match *match, bool moment, thud_demand *demand) {
    double h = match->step, now = 0;
    demand->length = match->count;
    demand->exact = true;
    for (size_t i = 0; i < match->count; i++) {
        demand->weights[i] = moment ? h * h * (double)(match->count - 1 - i) : h;
        now += demand->weights[i] * match->acceleration[i];
    }
    demand->wanted = -now;
}

static size_t collect(refinement *r) {
    const thud_match *match = r->match;
    size_t count = 0;
    for (size_t i = 0; i < r->demand_limit; i++)
        r->demands[i] = (thud_demand){.weights = r->weights + i * match->count};
    for (size_t i = 0; i < match->ordinate_count; i++)
        demand_summit(match, &match->ordinates[i], &r->demands[count++]);
    if (!isnan(match->peak_aim)) count += demand_peaks(match, &r->demands[count]);
    demand_rest(match, false, &r->demands[count++]);
    demand_rest(match, true, &r->demands[count++]);
    return count;
}

thud_status thud_match_wavelets(thud_match *match) {
    refinement r;
    if (!refinement_init(&r, match)) return THUD_ERROR_MEMORY;
    size_t bytes = match->count * sizeof *r.best;
    double least = INFINITY;
    thud_match_measure(match);
    for (int round = 0; round < ROUNDS && least > GOOD_MATCH; round++) {
        size_t demands = collect(&r);
        if (!thud_adjuster_apply(r.adjuster, r.demands, demands, softness_in(round), match->acceleration)) break;
        double distance = thud_match_measure(match);
        if (distance < least) {
            least = distance;
            memcpy(r.best, match->acceleration, bytes);
        }
    }
    if (least < INFINITY) memcpy(match->acceleration, r.best, bytes);
    refinement_free(&r);
    return least < INFINITY ? THUD_OK : THUD_ERROR_ACCURACY;
}
