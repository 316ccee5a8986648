/* Restitution from heights: e = √(h₁/h₀), v = √(2 g h₀). */
#include <math.h>

#include "base/environment.h"
#include "base/error.h"
#include "identify/bounces/bounces.h"

static thud_status check_height(double height, size_t index, thud_error *error) {
    if (height > 0 && height < INFINITY) return THUD_OK;
    return thud_error_set(error, THUD_ERROR_ARGUMENT, "height %.6g m in place %zu: expected a number above zero",
                          height, index + 1);
}

static thud_status list_rebound(double drop, double rebound, size_t index, const thud_bounce_options *o,
                                thud_bounce *bounce, thud_error *error) {
    if (rebound > drop)
        return thud_error_set(error, THUD_ERROR_ARGUMENT,
                              "restitution %.4f above 1 in place %zu: a rebound of %.6g m from %.6g m",
                              sqrt(rebound / drop), index + 1, rebound, drop);
    double e = sqrt(rebound / drop);
    *bounce = (thud_bounce){sqrt(2 * o->gravity * drop), e, e / 2 * o->error * hypot(1 / drop, 1 / rebound)};
    if (o->error == 0) bounce->error = NAN;
    return THUD_OK;
}

thud_status thud_identify_heights(const double *values, size_t count, const thud_bounce_options *o,
                                  thud_bounces **bounces, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!values || !bounces) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_status status = thud_bounces_check_options(o, error);
    if (status == THUD_OK && count < 2)
        status = thud_error_set(error, THUD_ERROR_ARGUMENT, "%zu height%s: a drop and a rebound are needed", count,
                                count == 1 ? "" : "s");
    for (size_t i = 0; status == THUD_OK && i < count; i++) status = check_height(values[i], i, error);
    if (status != THUD_OK) return status;
    thud_bounces *out = thud_bounces_create(count - 1);
    if (!out) return thud_error_memory(error);
    for (size_t i = 0; status == THUD_OK && i + 1 < count; i++)
        status = list_rebound(values[i], values[i + 1], i, o, &out->bounces[i], error);
    thud_bounce_series series = {
        .values = values, .count = count, .heights = true, .gravity = o->gravity, .error = o->error};
    double height_error = NAN;
    out->restitution = (thud_estimate){out->bounces[0].restitution, out->bounces[0].error};
    if (status == THUD_OK) status = thud_bounce_series_fit(&series, out, &height_error);
    for (size_t i = 0; status == THUD_OK && i + 1 < count; i++)
        out->bounces[i].error =
            out->bounces[i].restitution / 2 * height_error * hypot(1 / values[i], 1 / values[i + 1]);
    return thud_bounces_deliver(out, status, bounces, error);
}

/* the mean of independent drops */
static thud_estimate mean_of(const thud_bounces *b) {
    double n = (double)b->count, mean = 0, sum = 0;
    for (size_t i = 0; i < b->count; i++) mean += b->bounces[i].restitution / n;
    for (size_t i = 0; i < b->count; i++) sum += pow(b->bounces[i].restitution - mean, 2);
    return (thud_estimate){mean, b->count > 1 ? sqrt(sum / (n - 1) / n) : b->bounces[0].error};
}

thud_status thud_identify_drops(const double *drops, const double *rebounds, size_t count,
                                const thud_bounce_options *o, thud_bounces **bounces, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!drops || !rebounds || !bounces) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_status status = thud_bounces_check_options(o, error);
    if (status == THUD_OK && count == 0) status = thud_error_set(error, THUD_ERROR_ARGUMENT, "no drop to look at");
    if (status != THUD_OK) return status;
    thud_bounces *out = thud_bounces_create(count);
    if (!out) return thud_error_memory(error);
    for (size_t i = 0; status == THUD_OK && i < count; i++) {
        status = check_height(drops[i], i, error);
        if (status == THUD_OK) status = check_height(rebounds[i], i, error);
        if (status == THUD_OK) status = list_rebound(drops[i], rebounds[i], i, o, &out->bounces[i], error);
    }
    if (status == THUD_OK) out->restitution = mean_of(out);
    if (status == THUD_OK) status = thud_restitution_law_of_drops(out);
    return thud_bounces_deliver(out, status, bounces, error);
}
