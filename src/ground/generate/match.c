/* A motion that is matched to a target spectrum. */
#include "ground/generate/match.h"

#include <math.h>
#include <stdlib.h>

#include "ground/generate/sampling.h"
#include "numeric/constant.h"

/*
 * A spectrum dips between its matched periods, and codes are less strict about excess. The aim is therefore higher
 * than the target by this factor.
 */
static const double BIAS = 1.02;

/*
 * Distance of two ordinates in log T: a third of the half-power bandwidth 2ζ of an oscillator. A limit bounds the
 * cost of light damping.
 */
static size_t ordinates_for(const thud_compatible_options *o) {
    double distance = fmin(fmax(0.6 * thud_target_damping(&o->target), 0.02), 0.06);
    return (size_t)ceil(log(o->period_max / o->period_min) / distance) + 1;
}

static void fill_ordinates(thud_match *match, const thud_compatible_options *o) {
    double damping = thud_target_damping(&o->target);
    double last = (double)(match->ordinate_count - 1);
    for (size_t i = 0; i < match->ordinate_count; i++) {
        /* the exact ends, since the target may not extend further */
        double period = i == 0             ? o->period_min
                        : (double)i < last ? o->period_min * pow(o->period_max / o->period_min, (double)i / last)
                                           : o->period_max;
        double omega = 2 * THUD_PI / period;
        match->ordinates[i] = (thud_ordinate){
            .period = period,
            .oscillator = thud_oscillator_make(omega, damping),
            .aim = BIAS * thud_target_acceleration(&o->target, period) / (omega * omega),
        };
    }
}

thud_match *thud_match_create(const thud_compatible_options *o) {
    thud_match *match = malloc(sizeof *match);
    if (!match) return NULL;
    size_t count = thud_sampling_count(&o->sampling);
    size_t silence = (size_t)ceil(0.6 * o->period_max / o->sampling.step) + 2;
    *match = (thud_match){
        .count = count + silence,
        .step = o->sampling.step,
        .period_min = o->period_min,
        .period_max = o->period_max,
        .envelope = malloc((count + silence) * sizeof *match->envelope),
        .acceleration = calloc(count + silence, sizeof *match->acceleration),
        .peak_aim = BIAS * thud_target_acceleration(&o->target, 0),
        .ordinate_count = ordinates_for(o),
    };
    match->ordinates = malloc(match->ordinate_count * sizeof *match->ordinates);
    if (!match->envelope || !match->acceleration || !match->ordinates) {
        thud_match_free(match);
        return NULL;
    }
    thud_envelope envelope = thud_envelope_make(match->step * (double)(count - 1));
    for (size_t i = 0; i < match->count; i++)
        match->envelope[i] = thud_envelope_value(&envelope, match->step * (double)i);
    fill_ordinates(match, o);
    return match;
}

void thud_match_free(thud_match *match) {
    if (!match) return;
    free(match->envelope);
    free(match->acceleration);
    free(match->ordinates);
    free(match);
}

double thud_match_measure(thud_match *match) {
    match->peak = 0;
    for (size_t i = 1; i < match->count; i++)
        if (fabs(match->acceleration[i]) > fabs(match->acceleration[match->peak])) match->peak = i;
    double worst = isnan(match->peak_aim) ? 0 : fabs(fabs(match->acceleration[match->peak]) / match->peak_aim - 1);
    for (size_t i = 0; i < match->ordinate_count; i++) {
        thud_ordinate *at = &match->ordinates[i];
        at->summit = thud_summit_find(&at->oscillator, match->acceleration, match->count, match->step);
        worst = fmax(worst, fabs(fabs(at->summit.u) / at->aim - 1));
    }
    return worst;
}
