/*
 * A constant e for all bounces or e = 1 − a v^b, and whether the data refute the former.
 *
 * The constant is the law with b = 0, so the test uses the reduction of the sum of squares S by b. If the error σ
 * of a reading is known, (S₀ − S₁)/σ² is χ² with one degree of freedom. Otherwise (S₀ − S₁)(N − p)/S₁ is the
 * square of Student's t with N − p. Student's distribution for integer degrees of freedom: M. Abramowitz & I. A.
 * Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
 */
#include "identify/bounces/bounces.h"

#include <math.h>

#include "identify/least_squares.h"
#include "numeric/constant.h"

enum { LEAST = 3 };

static const double APART = 1.02;     /* ratio of two speeds below which they count as equal */
static const double ROUNDING = 1e-12; /* relative to the largest reading: smaller residuals are rounding */
static const double STEEPEST = 20;    /* exponent b */
static const double SLOWEST = 1e-9;   /* relative to the reference speed */

/* ---- the test ---- */

double thud_student_tail(double t, size_t freedom) {
    double angle = atan(t / sqrt((double)freedom)), cosine = cos(angle), sum = 0, term = 1;
    bool odd = freedom % 2 == 1;
    for (size_t k = odd ? 1 : 0; k + 2 <= freedom; k += 2) {
        sum += odd ? term * cosine : term;
        term *= (double)(k + 1) / (double)(k + 2) * cosine * cosine;
    }
    double within = odd ? 2 / THUD_PI * (angle + sin(angle) * sum) : sin(angle) * sum;
    return fmax(0, 1 - within);
}

static double probability_of(double gain, double left, size_t freedom, double error) {
    if (error > 0) return erfc(sqrt(fmax(0, gain) / 2) / error);
    return thud_student_tail(sqrt(fmax(0, gain) / left * (double)freedom), freedom);
}

/* records the probability of such a gain if e is constant; a gain at rounding level means nothing */
static void judge_constant(thud_bounces *b, double constant, double left, double rounding, size_t freedom,
                           double error) {
    b->constant_probability = constant < rounding ? 1 : probability_of(constant - left, left, freedom, error);
    b->constant_refuted = b->constant_probability < THUD_BOUNCES_SIGNIFICANCE;
    if (b->constant_refuted) b->restitution.error = NAN;
}

/* ---- shared by both kinds of measurement ---- */

/* the geometric mean of the speeds, at which e and b are least correlated */
static double reference_speed(const thud_bounces *b) {
    double sum = 0;
    for (size_t i = 0; i < b->count; i++) sum += log(b->bounces[i].speed) / (double)b->count;
    return exp(sum);
}

/* the line through ln(1 − e) over ln v; false if there are too few speeds, or an e of 1 */
static bool find_start(const thud_bounces *b, double *e, double *exponent) {
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
    *exponent = xy / xx;
    *e = 1 - exp(y);
    return true;
}

/* converts e₀ at the reference speed and b, at `place` of a solution, to a and b; false if there is no loss */
static bool conclude(thud_bounces *b, const thud_solution *s, size_t place, double reference) {
    double loss = 1 - s->x[place], exponent = s->x[place + 1], log_reference = log(reference), sum = 0;
    if (!(loss > 0)) return false;
    const double(*c)[THUD_LEAST_SQUARES_MOST] = s->covariance;
    double a = loss * exp(-exponent * log_reference), own = c[place][place] / (loss * loss),
           mixed = c[place][place + 1] / loss, other = c[place + 1][place + 1];
    /* ln a = ln(1 − e₀) − b ln v₀ */
    double variance = own + 2 * mixed * log_reference + other * log_reference * log_reference;
    for (size_t i = 0; i < b->count; i++) {
        double rest = 1 - a * pow(b->bounces[i].speed, exponent) - b->bounces[i].restitution;
        sum += rest * rest;
    }
    b->law = (thud_restitution_law){
        .a = {a, a * sqrt(variance)},
        .b = {exponent, sqrt(other)},
        .correlation = -(mixed + other * log_reference) / sqrt(variance * other),
        .residual = sqrt(sum / (double)b->count),
    };
    b->has_law = isfinite(a) && isfinite(exponent);
    return b->has_law;
}

/* replaces errors from scatter by a given standard error */
static void take_error(thud_solution *s, double error) {
    if (!(error > 0)) return;
    for (size_t i = 0; i < THUD_LEAST_SQUARES_MOST; i++)
        for (size_t k = 0; k < THUD_LEAST_SQUARES_MOST; k++) s->covariance[i][k] = error * error * s->inverse[i][k];
}

/* ---- drops, each with its own rebound: e is measured ---- */

typedef struct drops {
    const thud_bounces *bounces;
    double reference;
    bool weighted; /* bounces are weighted by their errors if all are known */
    size_t parameters;
} drops;

static bool drop_residuals(const double *x, void *context, double *residuals, double *jacobian) {
    const drops *d = context;
    double exponent = d->parameters > 1 ? x[1] : 0;
    if (!(fabs(x[0]) < 1e6 && fabs(exponent) < STEEPEST)) return false;
    for (size_t i = 0; i < d->bounces->count; i++) {
        const thud_bounce *at = &d->bounces->bounces[i];
        double over = log(at->speed / d->reference), power = exp(exponent * over);
        double weight = d->weighted ? 1 / at->error : 1;
        if (residuals) residuals[i] = weight * (1 - (1 - x[0]) * power - at->restitution);
        if (!jacobian) continue;
        jacobian[d->parameters * i] = weight * power;
        if (d->parameters > 1) jacobian[d->parameters * i + 1] = -weight * (1 - x[0]) * power * over;
    }
    return true;
}

thud_status thud_restitution_law_of_drops(thud_bounces *b) {
    double x[2];
    thud_solution constant, s;
    if (!find_start(b, &x[0], &x[1])) return THUD_OK;
    drops d = {b, reference_speed(b), true, 1};
    for (size_t i = 0; i < b->count; i++) d.weighted = d.weighted && b->bounces[i].error > 0;
    thud_least_squares problem = {drop_residuals, &d, b->count, 0, 1, 1e-10, 0};
    thud_status status = thud_least_squares_solve(&problem, x, &constant);
    if (status == THUD_OK) {
        problem.parameters = d.parameters = 2;
        status = thud_least_squares_solve(&problem, x, &s);
    }
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    double error = d.weighted ? 1 : 0, rounding = (double)b->count * ROUNDING * ROUNDING;
    take_error(&s, error);
    if (conclude(b, &s, 0, d.reference)) judge_constant(b, constant.sum, s.sum, rounding, b->count - 2, error);
    return THUD_OK;
}

/* ---- one ball: readings follow from its speeds, each speed from the one before ---- */

/* the series with its parameters: a time of the first touch, the first speed if unknown, e₀, and b */
typedef struct sequence {
    const thud_bounce_series *series;
    double reference;
    bool by_speed; /* b is fitted; otherwise it is 0 */
} sequence;

static size_t restitution_place(const thud_bounce_series *s) {
    return (size_t)!s->heights + (size_t) !(s->drop_speed > 0);
}

static size_t parameters_of(const sequence *q) { return restitution_place(q->series) + 1 + q->by_speed; }

/* a speed, and its derivatives by the logarithm of the first one, e₀ and b */
typedef struct speed {
    double value, by_start, by_e, by_b;
} speed;

/* after a bounce */
static speed rebound(const sequence *q, speed v, double e0, double b) {
    double over = q->by_speed ? log(v.value / q->reference) : 0, power = exp(b * over), loss = (1 - e0) * power;
    double e = 1 - loss, slope = e - b * loss; /* d(e v)/dv */
    return (speed){e * v.value, slope * v.by_start, slope * v.by_e + v.value * power,
                   slope * v.by_b - v.value * loss * over};
}

static bool series_residuals(const double *x, void *context, double *residuals, double *jacobian) {
    const sequence *q = context;
    const thud_bounce_series *s = q->series;
    const size_t p = parameters_of(q), at = restitution_place(s);
    const bool known = s->drop_speed > 0;
    double e0 = x[at], b = q->by_speed ? x[at + 1] : 0, g = s->gravity;
    speed v = {known ? s->drop_speed : exp(x[at - 1]), known ? 0 : exp(x[at - 1]), 0, 0};
    speed time = {s->heights ? 0 : x[0], 0, 0, 0};
    if (!(fabs(b) < STEEPEST && v.value < INFINITY)) return false;
    if (known) v = rebound(q, v, e0, b);
    for (size_t i = 0; i < s->count; i++) {
        if (!(v.value > SLOWEST * q->reference)) return false;
        double half = v.value / g; /* slope of v²/(2g) */
        speed model = time;
        if (s->heights) model = (speed){v.value * half / 2, half * v.by_start, half * v.by_e, half * v.by_b};
        if (residuals) residuals[i] = model.value - s->values[i];
        if (jacobian) {
            double *row = jacobian + i * p;
            if (!s->heights) row[0] = 1;
            if (!known) row[at - 1] = model.by_start;
            row[at] = model.by_e;
            if (q->by_speed) row[at + 1] = model.by_b;
        }
        /* a flight takes 2v/g, and begins and ends with v */
        time.value += s->contact_time + 2 / g * v.value;
        time.by_start += 2 / g * v.by_start;
        time.by_e += 2 / g * v.by_e;
        time.by_b += 2 / g * v.by_b;
        v = rebound(q, v, e0, b);
    }
    return true;
}

static thud_status fit_sequence(sequence *q, const double *x, thud_solution *s) {
    thud_least_squares problem = {series_residuals, q, q->series->count, 0, parameters_of(q), 1e-10, 0};
    thud_status status = thud_least_squares_solve(&problem, x, s);
    if (status == THUD_OK) take_error(s, q->series->error);
    return status;
}

/* constant e, and the standard error of a reading */
static thud_status fit_constant(sequence *q, const thud_bounces *b, thud_estimate *e, thud_solution *solution) {
    const thud_bounce_series *s = q->series;
    size_t at = restitution_place(s);
    double x[THUD_LEAST_SQUARES_MOST] = {0};
    x[0] = s->values[0];
    if (!(s->drop_speed > 0)) x[at - 1] = log(b->bounces[0].speed);
    x[at] = b->bounces[0].restitution;
    q->by_speed = false;
    thud_status status = fit_sequence(q, x, solution);
    if (status == THUD_OK) *e = (thud_estimate){solution->x[at], sqrt(solution->covariance[at][at])};
    return status;
}

static double scatter_of(const thud_solution *s, size_t freedom) { return sqrt(s->sum / (double)freedom); }

thud_status thud_bounce_series_fit(const thud_bounce_series *series, thud_bounces *b, double *reading_error) {
    sequence q = {.series = series, .reference = reference_speed(b)};
    size_t at = restitution_place(series), count = series->count;
    thud_solution constant, law;
    double x[THUD_LEAST_SQUARES_MOST], largest = series->values[series->heights ? 0 : count - 1];
    *reading_error = series->error > 0 ? series->error : NAN;
    if (count <= at + 1) return THUD_OK;
    thud_status status = fit_constant(&q, b, &b->restitution, &constant);
    if (status != THUD_OK) return status;
    if (!(series->error > 0)) *reading_error = scatter_of(&constant, count - at - 1);
    if (count <= at + 2) return THUD_OK;
    for (size_t i = 0; i < at; i++) x[i] = constant.x[i];
    if (!find_start(b, &x[at], &x[at + 1])) return THUD_OK;
    q.by_speed = true;
    status = fit_sequence(&q, x, &law);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    if (!conclude(b, &law, at, q.reference)) return THUD_OK;
    double rounding = (double)count * pow(ROUNDING * fabs(largest), 2);
    judge_constant(b, constant.sum, law.sum, rounding, count - at - 2, series->error);
    if (b->constant_refuted && !(series->error > 0)) *reading_error = scatter_of(&law, count - at - 2);
    return THUD_OK;
}
