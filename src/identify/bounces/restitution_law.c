/* e = 1 − a v^b by least squares in e, from three speeds or more. */
#include "identify/bounces/bounces.h"

#include <math.h>

#include "identify/least_squares.h"

enum { LEAST = 3 };

static const double APART = 1.02; /* speeds that differ by less are the same */

/* bounces count by their errors where all are known */
static double weight_of(const thud_bounces *b, size_t i) {
    return b->bounces[i].error > 0 ? 1 / b->bounces[i].error : 1;
}

static bool has_errors(const thud_bounces *b) {
    for (size_t i = 0; i < b->count; i++)
        if (!(b->bounces[i].error > 0)) return false;
    return true;
}

static bool residuals_of(const double *x, void *context, double *residuals, double *jacobian) {
    const thud_bounces *b = context;
    bool weighted = has_errors(b);
    if (!(fabs(x[0]) < 100 && fabs(x[1]) < 20)) return false;
    for (size_t i = 0; i < b->count; i++) {
        double speed = log(b->bounces[i].speed), loss = exp(x[0] + x[1] * speed);
        double weight = weighted ? weight_of(b, i) : 1;
        if (residuals) residuals[i] = weight * (1 - loss - b->bounces[i].restitution);
        if (!jacobian) continue;
        jacobian[2 * i] = -weight * loss;
        jacobian[2 * i + 1] = -weight * loss * speed;
    }
    return true;
}

/* the line through ln(1 − e) over ln v; false when there are too few speeds, or an e of 1 */
static bool find_start(const thud_bounces *b, double start[2]) {
    double lowest = INFINITY, highest = 0, n = (double)b->count, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < b->count; i++) {
        double speed = b->bounces[i].speed, loss = 1 - b->bounces[i].restitution;
        if (!(loss > 0 && speed > 0)) return false;
        lowest = fmin(lowest, speed);
        highest = fmax(highest, speed);
        x += log(speed) / n;
        y += log(loss) / n;
    }
    if (b->count < LEAST || !(highest > APART * lowest)) return false;
    for (size_t i = 0; i < b->count; i++) {
        double off = log(b->bounces[i].speed) - x;
        xx += off * off;
        xy += off * (log(1 - b->bounces[i].restitution) - y);
    }
    start[1] = xy / xx;
    start[0] = y - start[1] * x;
    return true;
}

thud_status thud_restitution_law_fit(thud_bounces *b) {
    double start[2];
    thud_solution s;
    thud_least_squares problem = {residuals_of, b, b->count, 0, 2, 1e-10, 0};
    if (!find_start(b, start)) return THUD_OK;
    thud_status status = thud_least_squares_solve(&problem, start, &s);
    b->has_law = status == THUD_OK;
    if (!b->has_law) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    double sum = 0, a = exp(s.x[0]);
    for (size_t i = 0; i < b->count; i++) {
        double rest = 1 - a * pow(b->bounces[i].speed, s.x[1]) - b->bounces[i].restitution;
        sum += rest * rest;
    }
    b->law = (thud_restitution_law){
        .a = {a, a * sqrt(s.covariance[0][0])},
        .b = {s.x[1], sqrt(s.covariance[1][1])},
        .correlation = s.covariance[0][1] / sqrt(s.covariance[0][0] * s.covariance[1][1]),
        .residual = sqrt(sum / (double)b->count),
    };
    return THUD_OK;
}
