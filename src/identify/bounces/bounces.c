/*
 * Restitution from the bounces of a dropped ball.
 *
 * A flight of duration D begins and ends with the speed g D/2. The ball therefore touches the floor at
 *
 *     tᵢ = t₀ + i Tc + (2/g) (v₁ + … + vᵢ),   vⱼ₊₁ = e(vⱼ) vⱼ,
 *
 * with the contact time Tc, if known. A constant e, and e = 1 − a v^b, are fitted by least squares in the times,
 * which also gives their errors. After a drop from the height h, v₁ = e(v₀) v₀ with v₀ = √(2 g h).
 */
#include "identify/bounces/bounces.h"

#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "base/error.h"

thud_bounce_options thud_bounce_options_default(void) { return (thud_bounce_options){.gravity = 9.80665}; }

thud_bounces *thud_bounces_create(size_t count) {
    thud_bounces *made = malloc(sizeof *made);
    thud_bounce *bounces = malloc(count * sizeof *bounces);
    if (!made || !bounces) {
        free(made);
        free(bounces);
        return NULL;
    }
    *made =
        (thud_bounces){.count = count, .bounces = bounces, .restitution = {NAN, NAN}, .constant_probability = NAN};
    return made;
}

void thud_bounces_free(thud_bounces *bounces) {
    if (!bounces) return;
    free(bounces->bounces);
    free(bounces);
}

thud_status thud_bounces_deliver(thud_bounces *found, thud_status status, thud_bounces **bounces,
                                 thud_error *error) {
    if (status == THUD_OK) *bounces = found;
    else thud_bounces_free(found);
    return status == THUD_OK || status == THUD_ERROR_ARGUMENT ? status : thud_error_status(error, status);
}

thud_status thud_bounces_check_options(const thud_bounce_options *o, thud_error *error) {
    if (!o) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    const struct {
        const char *name;
        double value;
    } others[] = {{"contact time", o->contact_time}, {"drop", o->drop}, {"standard error", o->error}};
    if (!(o->gravity > 0 && o->gravity < INFINITY))
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "gravity %.6g: expected a number above zero", o->gravity);
    for (int i = 0; i < 3; i++)
        if (!(others[i].value >= 0 && others[i].value < INFINITY))
            return thud_error_set(error, THUD_ERROR_ARGUMENT, "%s %.6g: expected zero or more", others[i].name,
                                  others[i].value);
    return THUD_OK;
}

static thud_status check_times(const double *times, size_t count, const thud_bounce_options *o, thud_error *error) {
    size_t least = o->drop > 0 ? 2 : 3;
    if (count < least)
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "%zu time%s: at least %zu are needed%s", count,
                              count == 1 ? "" : "s", least,
                              o->drop > 0 ? " after a drop of known height" : ", for two flights");
    for (size_t i = 0; i + 1 < count; i++) {
        if (!(isfinite(times[i]) && times[i + 1] > times[i] && isfinite(times[i + 1])))
            return thud_error_set(error, THUD_ERROR_ARGUMENT,
                                  "time %.9g of bounce %zu is not later than %.9g of the one before", times[i + 1],
                                  i + 2, times[i]);
        if (!(times[i + 1] - times[i] > o->contact_time))
            return thud_error_set(
                error, THUD_ERROR_ARGUMENT,
                "the contact time %.6g s is not shorter than the %.6g s between bounces %zu and %zu",
                o->contact_time, times[i + 1] - times[i], i + 1, i + 2);
    }
    return THUD_OK;
}

/* duration of the flight before bounce i; before the first one twice the fall, if the drop is known */
static double flight_before(const double *times, size_t i, const thud_bounce_options *o) {
    if (i == 0) return 2 * sqrt(2 * o->drop / o->gravity);
    return times[i] - times[i - 1] - o->contact_time;
}

static thud_status list_bounces(const double *times, const thud_bounce_options *o, thud_bounces *out,
                                thud_error *error) {
    size_t skipped = o->drop > 0 ? 0 : 1; /* the flight before the first bounce is unknown */
    for (size_t i = 0; i < out->count; i++) {
        double before = flight_before(times, i + skipped, o), after = flight_before(times, i + skipped + 1, o);
        out->bounces[i] = (thud_bounce){o->gravity * before / 2, after / before, NAN};
        if (after > before)
            return thud_error_set(error, THUD_ERROR_ARGUMENT,
                                  "restitution %.4f above 1 at bounce %zu: a flight of %.6g s after one of %.6g s",
                                  after / before, i + skipped + 1, after, before);
    }
    return THUD_OK;
}

/* e = (tᵢ₊₁ − tᵢ)/(tᵢ − tᵢ₋₁), from three times, each with an error; a known drop is more accurate */
static void judge_bounces(thud_bounces *out, const thud_bounce_options *o, double time_error) {
    for (size_t i = 0; i < out->count; i++) {
        thud_bounce *b = &out->bounces[i];
        double flight = 2 * b->speed / o->gravity, e = b->restitution;
        bool dropped = o->drop > 0 && i == 0;
        b->error = time_error / flight * (dropped ? sqrt(2) : sqrt(1 + (1 + e) * (1 + e) + e * e));
    }
}

thud_status thud_identify_bounces(const double *times, size_t count, const thud_bounce_options *options,
                                  thud_bounces **bounces, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!times || !bounces) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_status status = thud_bounces_check_options(options, error);
    if (status == THUD_OK) status = check_times(times, count, options, error);
    if (status != THUD_OK) return status;
    thud_bounces *out = thud_bounces_create(count - (options->drop > 0 ? 1 : 2));
    if (!out) return thud_error_memory(error);
    status = list_bounces(times, options, out, error);
    double time_error = NAN;
    thud_bounce_series series = {.values = times,
                                 .count = count,
                                 .gravity = options->gravity,
                                 .contact_time = options->contact_time,
                                 .drop_speed = sqrt(2 * options->gravity * options->drop),
                                 .error = options->error};
    out->restitution.value = out->bounces[0].restitution;
    if (status == THUD_OK) status = thud_bounce_series_fit(&series, out, &time_error);
    if (status == THUD_OK) judge_bounces(out, options, time_error);
    if (status == THUD_OK && out->count == 1) out->restitution.error = out->bounces[0].error;
    return thud_bounces_deliver(out, status, bounces, error);
}
