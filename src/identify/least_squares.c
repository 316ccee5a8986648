/*
 * Levenberg and Marquardt's method for a handful of parameters and many residuals: steps solve
 * (JᵀJ + μ D²) s = −Jᵀf, where D are the largest lengths that the columns of J have had (J. J. Moré, Lect. Notes
 * Math. 630 (1978) 105–116), and μ follows the gain of a step over the predicted one (H. B. Nielsen, Damping
 * parameter in Marquardt's method, IMM, DTU, 1999).
 */
#include "identify/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/matrix/cholesky.h"

enum {
    MOST = THUD_LEAST_SQUARES_MOST,
    ITERATIONS = 50,
    REFUSED = 15
}; /* most steps, and most consecutive steps that made it worse */

/* cost of a step to where the model does not exist: larger than any other, but finite */
static const double FORBIDDEN = 1e100;

/* factor by which the variance of a parameter may grow because others are unknown too; beyond it rounding
   decides */
static const double LEAST_KNOWN = 1e13;

/* relative to the sum of squares: a gradient of rounding only */
static const double FLAT = 1e-14;

/* the damping of the first step, relative to JᵀJ */
static const double FIRST_DAMPING = 1e-3;

/* JᵀJ with columns of length one as its factor, and the lengths that they had */
typedef struct normal {
    bool is_definite;
    double factor[MOST * MOST], length[MOST];
} normal;

/* state of the search, with its next step */
typedef struct search {
    const thud_least_squares *problem;
    double *numbers;                        /* the memory of the next three */
    double *jacobian, *residuals, *trial;   /* [count][parameters], [count], [count] */
    double x[MOST], gradient[MOST], sum;    /* parameters, Jᵀf, fᵀf */
    double square[MOST * MOST];             /* the lower triangle of JᵀJ */
    double step[MOST], scale[MOST], mu, nu; /* s, D, μ, and the factor on μ when a step is rejected */
    normal normal;
} search;

typedef enum outcome { GOES_ON, STUCK, NO_MODEL } outcome;

/* ---- residuals and derivatives ---- */

static void evaluate(const search *s, const double *x, double *residuals) {
    const thud_least_squares *problem = s->problem;
    const bool there = problem->residuals(x, problem->context, residuals, NULL);
    for (size_t i = 0; i < problem->count; i++)
        if (!there || !(fabs(residuals[i]) < FORBIDDEN)) residuals[i] = FORBIDDEN;
}

static double sum_of_squares(const double *residuals, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += residuals[i] * residuals[i];
    return sum;
}

/* Jᵀf and the lower triangle of JᵀJ; the compiler unrolls loops for a known p */
static inline void multiply(search *s, size_t p) {
    double gradient[MOST] = {0}, square[MOST * MOST] = {0};
    for (size_t row = 0; row < s->problem->count; row++) {
        const double *at = s->jacobian + row * p, f = s->residuals[row];
        for (size_t i = 0; i < p; i++) {
            gradient[i] += at[i] * f;
            for (size_t k = 0; k <= i; k++) square[i * p + k] += at[i] * at[k];
        }
    }
    memcpy(s->gradient, gradient, sizeof gradient);
    memcpy(s->square, square, sizeof square);
}

static void find_normal(search *s) {
    const size_t p = s->problem->parameters;
    normal *n = &s->normal;
    *n = (normal){0};
    for (size_t i = 0; i < p; i++) n->length[i] = sqrt(s->square[i * p + i]);
    for (size_t i = 0; i < p; i++)
        for (size_t k = 0; k <= i; k++) n->factor[i * p + k] = s->square[i * p + k] / (n->length[i] * n->length[k]);
    n->is_definite = thud_cholesky_factor(n->factor, p);
}

/* false if the model does not exist */
static bool differentiate(search *s) {
    const thud_least_squares *problem = s->problem;
    const size_t p = problem->parameters;
    if (!problem->residuals(s->x, problem->context, NULL, s->jacobian)) return false;
    if (p == 4) multiply(s, 4);
    else if (p == 5) multiply(s, 5);
    else multiply(s, p);
    for (size_t i = 0; i < p; i++) s->scale[i] = fmax(s->scale[i], sqrt(s->square[i * p + i]));
    find_normal(s);
    return true;
}

/* ---- steps ---- */

/* the step for the present damping; false if rounding prevents it */
static bool find_step(search *s) {
    const size_t p = s->problem->parameters;
    double damped[MOST * MOST];
    memcpy(damped, s->square, sizeof damped);
    for (size_t i = 0; i < p; i++) {
        damped[i * p + i] += s->mu * s->scale[i] * s->scale[i];
        s->step[i] = -s->gradient[i];
    }
    return thud_cholesky_solve(damped, p, s->step);
}

/* the predicted reduction of the sum of squares, for a linear model: sᵀ(μ D² s − Jᵀf) */
static double predicted_gain(const search *s) {
    double gain = 0;
    for (size_t i = 0; i < s->problem->parameters; i++)
        gain += s->step[i] * (s->mu * s->scale[i] * s->scale[i] * s->step[i] - s->gradient[i]);
    return gain;
}

/* accepts the step if it reduces the sum of squares */
static bool take_step(search *s) {
    const size_t p = s->problem->parameters;
    double there[MOST];
    for (size_t i = 0; i < p; i++) there[i] = s->x[i] + s->step[i];
    evaluate(s, there, s->trial);
    const double after = sum_of_squares(s->trial, s->problem->count);
    const double ratio = (s->sum - after) / predicted_gain(s), bend = 2 * ratio - 1;
    if (!(ratio > 0)) return false;
    memcpy(s->x, there, p * sizeof *there);
    double *left = s->residuals;
    s->residuals = s->trial;
    s->trial = left;
    s->sum = after;
    s->mu *= fmax(1.0 / 3, 1 - bend * bend * bend);
    s->nu = 2;
    return true;
}

static outcome iterate(search *s) {
    for (int refused = 0; refused < REFUSED; refused++) {
        if (find_step(s) && take_step(s)) return differentiate(s) ? GOES_ON : NO_MODEL;
        s->mu *= s->nu;
        s->nu *= 2;
    }
    return STUCK;
}

/* ---- the end ---- */

/* the predicted reduction by the next step, for a linear model: gᵀ(JᵀJ)⁻¹g with g = Jᵀf */
static double next_gain(const search *s) {
    const size_t p = s->problem->parameters;
    const normal *n = &s->normal;
    double scaled[MOST], step[MOST], gain = 0;
    if (!n->is_definite) return INFINITY;
    for (size_t i = 0; i < p; i++) step[i] = scaled[i] = s->gradient[i] / n->length[i];
    thud_cholesky_back(n->factor, p, step);
    for (size_t i = 0; i < p; i++) gain += scaled[i] * step[i];
    return gain;
}

/* whether the last step was too short to continue, or the sum of squares is flat here */
static bool is_at_rest(const search *s) {
    const double tolerance = s->problem->tolerance;
    size_t small = 0;
    double steepest = 0;
    for (size_t i = 0; i < s->problem->parameters; i++) {
        small += fabs(s->step[i]) <= tolerance * (fabs(s->x[i]) + tolerance);
        steepest = fmax(steepest, fabs(s->gradient[i]) * fmax(fabs(s->x[i]), 1));
    }
    return small == s->problem->parameters || steepest <= FLAT * fmax(0.5 * s->sum, 1);
}

/*
 * Iterates until a step is small relative to the parameters, or to their errors. A step of d standard errors
 * reduces the sum of squares by d² variances, so that a negligible next step is foreseen before it is taken. No
 * progress means that the limit of doubles is reached. True if it converges.
 */
static bool search_on(search *s) {
    const double small = s->problem->small;
    const double freedom = (double)(s->problem->count - s->problem->idle - s->problem->parameters);
    for (int i = 0; i < ITERATIONS; i++) {
        const double before = s->sum;
        const outcome came = iterate(s);
        if (came != GOES_ON) return came == STUCK;
        const double enough = small * small * s->sum / freedom;
        if (before - s->sum < enough || next_gain(s) < enough || is_at_rest(s)) return true;
    }
    return false;
}

/* (JᵀJ)⁻¹, and its product with the variance of the residuals; false if it is singular */
static bool find_covariance(const search *s, thud_solution *solution) {
    const size_t p = s->problem->parameters;
    const normal *n = &s->normal;
    if (!n->is_definite) return false;
    const double variance = solution->sum / (double)(s->problem->count - s->problem->idle - p);
    for (size_t k = 0; k < p; k++) {
        double column[MOST] = {0};
        column[k] = 1;
        thud_cholesky_back(n->factor, p, column);
        if (!(column[k] < LEAST_KNOWN)) return false;
        for (size_t i = 0; i < p; i++) {
            solution->inverse[i][k] = column[i] / (n->length[i] * n->length[k]);
            solution->covariance[i][k] = variance * solution->inverse[i][k];
        }
    }
    return true;
}

static thud_status run(search *s, const double *start, thud_solution *solution) {
    const size_t p = s->problem->parameters;
    memcpy(s->x, start, p * sizeof *start);
    evaluate(s, s->x, s->residuals);
    s->sum = sum_of_squares(s->residuals, s->problem->count);
    if (!differentiate(s)) return THUD_ERROR_ACCURACY;
    for (size_t i = 0; i < p; i++)
        if (!(s->scale[i] > 0)) s->scale[i] = 1; /* a parameter without influence so far */
    s->mu = FIRST_DAMPING;
    s->nu = 2;

    *solution = (thud_solution){.converged = search_on(s)};
    memcpy(solution->x, s->x, p * sizeof *s->x);
    solution->sum = s->sum;
    if (!(solution->sum < FORBIDDEN)) return THUD_ERROR_ACCURACY;
    return find_covariance(s, solution) ? THUD_OK : THUD_ERROR_ACCURACY;
}

thud_status thud_least_squares_solve(const thud_least_squares *problem, const double *start,
                                     thud_solution *solution) {
    const size_t n = problem->count, p = problem->parameters;
    if (p > MOST || n <= p + problem->idle) return THUD_ERROR_ARGUMENT;
    search s = {.problem = problem, .numbers = malloc(n * (p + 2) * sizeof *s.numbers)};
    if (!s.numbers) return THUD_ERROR_MEMORY;
    s.jacobian = s.numbers;
    s.residuals = s.numbers + n * p;
    s.trial = s.residuals + n;
    const thud_status status = run(&s, start, solution);
    free(s.numbers);
    return status;
}
