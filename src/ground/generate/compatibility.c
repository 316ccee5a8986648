/*
 * Compares the mean spectrum of motions with a target, as in EN 1998-1:2004, 3.2.3.1.2(4).
 */
#include <thud/generate.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/environment.h"
#include "ground/generate/sampling.h"

/* dense enough for every dip at 5 % damping, and denser than the matched periods */
enum { ORDINATES = 241 };

/* a band of periods with the ratio of the mean spectrum to the target at each, and at T = 0 */
typedef struct survey {
    double periods[ORDINATES + 1];
    double ratios[ORDINATES + 1];
} survey;

static void survey_start(survey *s, double first, double last) {
    *s = (survey){.periods = {0}};
    for (int i = 0; i < ORDINATES; i++) s->periods[i + 1] = first * pow(last / first, (double)i / (ORDINATES - 1));
    s->periods[ORDINATES] = last;
}

static thud_status survey_add(survey *s, const thud_motion *motion, const thud_target *target, double share) {
    thud_response responses[ORDINATES + 1];
    double damping = thud_target_damping(target);
    thud_status status = thud_motion_spectrum(motion, s->periods, ORDINATES + 1, &damping, 1, responses);
    for (int i = 0; status == THUD_OK && i <= ORDINATES; i++)
        s->ratios[i] += share * responses[i].pseudo_acceleration / thud_target_acceleration(target, s->periods[i]);
    return status;
}

static thud_status survey_motions(const thud_motion *const *motions, size_t count, const thud_target *target,
                                  double first, double last, survey *s) {
    thud_status status = THUD_OK;
    survey_start(s, first, last);
    for (size_t i = 0; status == THUD_OK && i < count; i++)
        status = survey_add(s, motions[i], target, 1 / (double)count);
    return status;
}

static int find_lowest(const survey *s) {
    int found = 1;
    for (int i = 2; i <= ORDINATES; i++)
        if (s->ratios[i] < s->ratios[found]) found = i;
    return found;
}

static int find_highest(const survey *s) {
    int found = 1;
    for (int i = 2; i <= ORDINATES; i++)
        if (s->ratios[i] > s->ratios[found]) found = i;
    return found;
}

/* from 0.2 T1 to 2 T1, as far as the target has values there */
static thud_status survey_near(const thud_motion *const *motions, size_t count, const thud_target *target,
                               double t1, double *lowest) {
    double first = 0.2 * t1, last = 2 * t1;
    if (target->point_count > 0) {
        first = fmax(first, target->points[0].period);
        last = fmin(last, target->points[target->point_count - 1].period);
    } else {
        last = fmin(last, thud_ec8_longest(&target->ec8));
    }
    if (!(first > 0 && first < last)) return THUD_ERROR_ARGUMENT;
    survey s;
    thud_status status = survey_motions(motions, count, target, first, last, &s);
    if (status == THUD_OK) *lowest = s.ratios[find_lowest(&s)];
    return status;
}

static bool is_band(const thud_target *target, double first, double last) {
    return first > 0 && last > first && isfinite(last) && !isnan(thud_target_acceleration(target, first)) &&
           !isnan(thud_target_acceleration(target, last));
}

thud_status thud_compatibility_measure(const thud_motion *const *motions, size_t count, const thud_target *target,
                                       double period_min, double period_max, double t1,
                                       thud_compatibility *compatibility) {
    THUD_PLAIN_ENVIRONMENT;
    if (!motions || count == 0 || !target || !compatibility || thud_target_check(target, NULL) != THUD_OK ||
        !is_band(target, period_min, period_max) || !(t1 >= 0 && t1 <= 1e6))
        return THUD_ERROR_ARGUMENT;
    survey s;
    thud_status status = survey_motions(motions, count, target, period_min, period_max, &s);
    if (status != THUD_OK) return status;
    int lowest = find_lowest(&s), highest = find_highest(&s);
    thud_compatibility out = {
        .zero_period = s.ratios[0],
        .lowest = s.ratios[lowest],
        .lowest_period = s.periods[lowest],
        .highest = s.ratios[highest],
        .highest_period = s.periods[highest],
        .lowest_near_t1 = s.ratios[lowest],
    };
    if (t1 > 0) status = survey_near(motions, count, target, t1, &out.lowest_near_t1);
    if (status == THUD_OK) *compatibility = out;
    return status;
}
