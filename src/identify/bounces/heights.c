/* Restitution from heights: e = √(h₁/h₀), v = √(2 g h₀). */
#include <math.h>

#include "base/environment.h"
#include "base/error.h"
#include "identify/bounces/bounces.h"
#include "identify/least_squares.h"

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

typedef struct heights {
    const double *values;
    size_t count;
} heights;

/* h e²ⁱ, with x = (ln h, ln e) */
static bool residuals_of(const double *x, void *context, double *residuals, double *jacobian) {
    const heights *h = context;
    for (size_t i = 0; i < h->count; i++) {
        double height = exp(x[0] + 2 * (double)i * x[1]);
        if (residuals) residuals[i] = height - h->values[i];
        if (!jacobian) continue;
        jacobian[2 * i] = height;
        jacobian[2 * i + 1] = 2 * (double)i * height;
    }
    return true;
}

/* one e for all heights of a ball, and from their scatter the error of a height */
static thud_status pool_heights(heights *h, const thud_bounce_options *o, thud_bounces *out, double *height_error) {
    *height_error = o->error > 0 ? o->error : NAN;
    out->restitution = (thud_estimate){out->bounces[0].restitution, out->bounces[0].error};
    if (h->count < 3) return THUD_OK;
    double start[] = {log(h->values[0]), log(out->bounces[0].restitution)};
    thud_least_squares problem = {residuals_of, h, h->count, 0, 2, 1e-10, 0};
    thud_solution s;
    thud_status status = thud_least_squares_solve(&problem, start, &s);
    if (status != THUD_OK) return status;
    double e = exp(s.x[1]), scatter = sqrt(s.sum / (double)(h->count - 2));
    out->restitution = (thud_estimate){e, e * sqrt(s.covariance[1][1])};
    if (o->error > 0) out->restitution.error = e * o->error * sqrt(s.inverse[1][1]);
    else *height_error = scatter;
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
    heights h = {values, count};
    double height_error = NAN;
    if (status == THUD_OK) status = pool_heights(&h, o, out, &height_error);
    for (size_t i = 0; status == THUD_OK && i + 1 < count; i++)
        out->bounces[i].error =
            out->bounces[i].restitution / 2 * height_error * hypot(1 / values[i], 1 / values[i + 1]);
    return thud_bounces_deliver(out, status, bounces, error);
}

/* the mean of drops that have nothing in common but the ball */
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
    return thud_bounces_deliver(out, status, bounces, error);
}
