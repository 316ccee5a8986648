/*
 * Impacts in a record of force: saturated readings, the reading without contact and its noise, and stretches above
 * the noise.
 *
 * A stretch exceeds the offset by more than five standard deviations of the noise, and by a twentieth of the
 * largest force. The part of a contact below this threshold is estimated from a half sine; it only determines
 * where a fit begins to search.
 */
#include <thud/identify.h>

#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "base/error.h"
#include "identify/median.h"

enum {
    LEAST_SAMPLES = 5, /* per contact: fewer determine nothing */
    CLIPPED_RUN = 3,   /* this many equal readings in a row at the maximum are not a coincidence */
};

static const double ABOVE_NOISE = 5;
static const double ABOVE_PEAK = 0.05;
static const double ALL_NOISE = 0.75; /* share of the deviation of all readings */
static const double JOINED = 0.3;     /* relative to the longer of two stretches: a shorter break between them is
                                         ignored */
/* samples to fit, in visible durations of the contact; under heavy damping two thirds of it are a tail below the
 * threshold, which comes after */
static const double BEFORE = 1.5, AFTER = 4;

static thud_status check(const double *time, const double *force, size_t count, thud_error *error) {
    if (count < LEAST_SAMPLES)
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "%zu sample%s: at least %d within a contact are needed",
                              count, count == 1 ? "" : "s", LEAST_SAMPLES);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(time[i]) || !isfinite(force[i]))
            return thud_error_set(error, THUD_ERROR_ARGUMENT, "sample %zu is not a finite number", i + 1);
        if (i > 0 && !(time[i] > time[i - 1]))
            return thud_error_set(error, THUD_ERROR_ARGUMENT,
                                  "time %.9g of sample %zu is not later than the one before", time[i], i + 1);
    }
    return THUD_OK;
}

static size_t largest_of(const thud_force_record *r) {
    size_t largest = 0;
    for (size_t i = 1; i < r->count; i++)
        if (r->force[i] > r->force[largest]) largest = i;
    return largest;
}

static double lowest_of(const thud_force_record *r) {
    double lowest = INFINITY;
    for (size_t i = 0; i < r->count; i++) lowest = fmin(lowest, r->force[i]);
    return lowest;
}

/* the largest reading, where it comes several times in a row */
static double find_clip(const thud_force_record *r, double largest) {
    size_t run = 0;
    for (size_t i = 0; i < r->count; i++) {
        run = r->force[i] == largest ? run + 1 : 0;
        if (run >= CLIPPED_RUN) return largest;
    }
    return INFINITY;
}

/* standard deviation of the noise from second differences of readings, in which a smooth signal is small */
static double noise_of(const double *readings, size_t count, double *scratch) {
    for (size_t i = 0; i + 2 < count; i++) scratch[i] = fabs(readings[i] - 2 * readings[i + 1] + readings[i + 2]);
    return thud_median(scratch, count - 2) / (0.6745 * sqrt(6)); /* for a normal distribution, and three readings */
}

/* the samples before the force first rises above a low level, or after it last falls below it */
static size_t rest_before(const thud_force_record *r, double level) {
    size_t i = 0;
    while (r->force[i] <= level) i++;
    return i;
}

static size_t rest_after(const thud_force_record *r, double level) {
    size_t i = r->count;
    while (r->force[i - 1] <= level) i--;
    return i;
}

static double mean_of(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += values[i];
    return sum / (double)count;
}

/*
 * Offset and noise. They come from the first quarter of the samples before a third of the largest force, because
 * the rest may be the rise of the contact. If these are too few, they come from the last quarter of the samples
 * after it. Negative readings do not count as rest.
 */
static void find_rest(thud_force_record *r, double largest, double *scratch) {
    double level = largest / 3;
    size_t before = rest_before(r, level), after = rest_after(r, level);
    size_t quiet_before = before / 4, quiet_after = (r->count - after) / 4;
    r->has_rest = quiet_before >= 3 || quiet_after >= 3;
    r->offset = 0;
    if (quiet_before >= 3) {
        r->offset = mean_of(r->force, quiet_before);
        r->noise = noise_of(r->force, before, scratch);
    } else if (quiet_after >= 3) {
        r->offset = mean_of(r->force + r->count - quiet_after, quiet_after);
        r->noise = noise_of(r->force + after, r->count - after, scratch);
    } else {
        r->noise = noise_of(r->force, r->count, scratch);
    }
}

static double deviation_of(const thud_force_record *r) {
    double mean = mean_of(r->force, r->count), sum = 0;
    for (size_t i = 0; i < r->count; i++) sum += (r->force[i] - mean) * (r->force[i] - mean);
    return sqrt(sum / (double)r->count);
}

/* without rest the record is all contact or all noise; in noise, readings differ from their neighbours as much as
 * from each other */
static bool is_noise(thud_force_record *r, double largest) {
    if (r->has_rest) return !(largest - r->offset > ABOVE_NOISE * r->noise);
    if (r->noise >= ALL_NOISE * deviation_of(r)) return true;
    /* few samples of a curved signal look like noise */
    if (r->noise > ABOVE_PEAK * largest) r->noise = 0;
    return false;
}

static double threshold_of(const thud_force_record *r, double largest) {
    double height = largest - r->offset;
    return r->offset + fmin(fmax(ABOVE_NOISE * r->noise, ABOVE_PEAK * height), height / 2);
}

static bool append(thud_force_record *r, thud_force_impact impact) {
    /* capacity grows in powers of two */
    if ((r->impact_count & (r->impact_count - 1)) == 0) {
        size_t room = r->impact_count ? 2 * r->impact_count : 1;
        thud_force_impact *larger = realloc(r->impacts, room * sizeof *larger);
        if (!larger) return false;
        r->impacts = larger;
    }
    r->impacts[r->impact_count++] = impact;
    return true;
}

/* noise may interrupt a stretch: short breaks are ignored. There is a stretch with the largest force */
static void join_stretches(thud_force_record *r) {
    for (bool changed = true; changed;) {
        changed = false;
        size_t kept = 0;
        for (size_t i = 1; i < r->impact_count; i++) {
            thud_force_impact *a = &r->impacts[kept], b = r->impacts[i];
            if (b.begin - a->end < JOINED * fmax(a->end - a->begin, b.end - b.begin)) {
                a->last = b.last;
                a->end = b.end;
                changed = true;
            } else {
                r->impacts[++kept] = b;
            }
        }
        r->impact_count = kept + 1;
    }
}

/* stretches above the threshold */
static bool find_stretches(thud_force_record *r, double threshold) {
    for (size_t i = 0; i < r->count;) {
        if (r->force[i] <= threshold) {
            i++;
            continue;
        }
        size_t first = i;
        while (i < r->count && r->force[i] > threshold) i++;
        if (!append(r, (thud_force_impact){first, i, r->time[first], r->time[i - 1], 0, 0, 0})) return false;
    }
    join_stretches(r);
    return true;
}

static void count_samples(const thud_force_record *r, thud_force_impact *impact) {
    impact->contact = impact->last - impact->first;
    for (size_t i = impact->first; i < impact->last; i++) {
        impact->peak = fmax(impact->peak, r->force[i] - r->offset);
        impact->clipped += r->force[i] >= r->clip;
    }
}

/* spikes of one or two samples are not impacts; returns the largest number of samples of any stretch */
static size_t drop_spikes(thud_force_record *r) {
    size_t kept = 0, most = 0;
    for (size_t i = 0; i < r->impact_count; i++) {
        thud_force_impact impact = r->impacts[i];
        count_samples(r, &impact);
        most = impact.contact > most ? impact.contact : most;
        if (impact.contact >= LEAST_SAMPLES) r->impacts[kept++] = impact;
    }
    r->impact_count = kept;
    return most;
}

/* the share of a half sine's duration that is below a share of its height, at one end */
static double foot_of(double share) {
    double below = asin(fmin(share, 0.9)) / 3.14159265358979323846;
    return below / (1 - 2 * below);
}

/* extends from the threshold to the estimated begin and end of the contact */
static void widen(thud_force_record *r, double threshold) {
    for (size_t i = 0; i < r->impact_count; i++) {
        thud_force_impact *impact = &r->impacts[i];
        double foot = foot_of((threshold - r->offset) / impact->peak) * (impact->end - impact->begin);
        impact->begin -= foot;
        impact->end += foot;
    }
}

/* the samples of each impact: some rest on both sides, without its neighbours */
static void find_windows(thud_force_record *r) {
    for (size_t i = 0; i < r->impact_count; i++) {
        thud_force_impact *impact = &r->impacts[i];
        double seen = impact->end - impact->begin, from = impact->begin - BEFORE * seen,
               to = impact->end + AFTER * seen;
        if (i > 0) from = fmax(from, (r->impacts[i - 1].end + impact->begin) / 2);
        if (i + 1 < r->impact_count) to = fmin(to, (impact->end + r->impacts[i + 1].begin) / 2);
        while (impact->first > 0 && r->time[impact->first - 1] >= from) impact->first--;
        while (impact->last < r->count && r->time[impact->last] <= to) impact->last++;
    }
}

static thud_status find_impacts(thud_force_record *r, double *scratch, thud_error *error) {
    size_t at = largest_of(r);
    double largest = r->force[at];
    if (!(largest > 0))
        return thud_error_set(
            error, THUD_ERROR_ARGUMENT,
            "the force is never above zero: its largest is %.6g N at %.9g s; is its sign reversed?", largest,
            r->time[at]);
    r->clip = find_clip(r, largest);
    find_rest(r, largest, scratch);
    double height = largest - r->offset;
    const double below = r->offset - lowest_of(r);
    if (below > 2 * height && below > ABOVE_NOISE * r->noise)
        return thud_error_set(
            error, THUD_ERROR_ARGUMENT,
            "the force stands out below zero alone, down to %.6g N: a force that pushes is positive "
            "here; is its sign reversed?",
            lowest_of(r));
    if (is_noise(r, largest))
        return thud_error_set(error, THUD_ERROR_ARGUMENT,
                              "no impact: the largest force, %.6g N, does not exceed the noise of %.3g N", height,
                              r->noise);
    double threshold = threshold_of(r, largest);
    if (!find_stretches(r, threshold)) return THUD_ERROR_MEMORY;
    size_t most = drop_spikes(r);
    if (r->impact_count == 0)
        return thud_error_set(error, THUD_ERROR_ARGUMENT,
                              "no impact: at most %zu samples in a row above %.6g N, and a contact needs %d", most,
                              threshold, LEAST_SAMPLES);
    widen(r, threshold);
    find_windows(r);
    return THUD_OK;
}

void thud_force_record_free(thud_force_record *record) {
    if (!record) return;
    free(record->impacts);
    free(record);
}

thud_status thud_force_record_create(const double *time, const double *force, size_t count,
                                     thud_force_record **record, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!time || !force || !record) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_status status = check(time, force, count, error);
    if (status != THUD_OK) return status;
    thud_force_record *made = calloc(1, sizeof *made);
    double *scratch = malloc(count * sizeof *scratch);
    status = THUD_ERROR_MEMORY;
    if (made && scratch) {
        *made = (thud_force_record){.time = time, .force = force, .count = count};
        status = find_impacts(made, scratch, error);
    }
    free(scratch);
    if (status == THUD_OK) *record = made;
    else if (made) thud_force_record_free(made);
    return status == THUD_ERROR_MEMORY ? thud_error_memory(error) : status;
}
