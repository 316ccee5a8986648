/*
 * The directions of contacts: ∂δ/∂q, of two coordinates or, where an end moves with several bodies, of all of them;
 * and what an impulse along one does, M⁻¹ ∂δ/∂q.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "numeric/matrix/cholesky.h"
#include "verify/run.h"

/* M of bodies and of matrices, as it stands in rows of n */
static void fill_mass(const thud_verify_model *v, size_t n, double *matrix) {
    const size_t bodies = v->model->body_count;
    for (size_t i = 0; i < bodies; i++)
        for (size_t j = 0; j < bodies; j++)
            matrix[i * n + j] = thud_model_mass_between(v->model, (thud_body)i, (thud_body)j);
}

/* taken apart; where rods hang on bodies, that is done at every state */
static thud_status factor_mass(thud_verify_model *v) {
    const size_t n = v->hung ? v->shown : v->model->body_count;
    if (!v->hung && !thud_model_has_full_mass(v->model)) return THUD_OK;
    v->mass_factor = calloc(n * n, sizeof *v->mass_factor);
    if (!v->mass_factor) return THUD_ERROR_MEMORY;
    v->factored = n;
    if (v->hung) return THUD_OK;
    fill_mass(v, n, v->mass_factor);
    return thud_cholesky_factor(v->mass_factor, n) ? THUD_OK : THUD_ERROR_ACCURACY;
}

/* kinetic energy of a rod whose pivot moves: m ẋ²/2 + (m L/2) cos θ ẋ θ̇ + (m L²/6) θ̇² */
void thud_verify_factor_hung(thud_verify_model *v, const double *q) {
    const size_t n = v->factored, bodies = v->model->body_count;
    memset(v->mass_factor, 0, n * n * sizeof *v->mass_factor);
    fill_mass(v, n, v->mass_factor);
    for (size_t i = 0; i < v->model->rod_count; i++) {
        const thud_model_rod *rod = &v->model->rods[i];
        const size_t angle = bodies + i, on = (size_t)rod->on;
        v->mass_factor[angle * n + angle] = v->mass[angle];
        if (rod->on < 0) continue;
        v->mass_factor[on * n + on] += rod->given.mass;
        v->mass_factor[on * n + angle] = v->mass_factor[angle * n + on] =
            rod->given.mass * rod->given.length / 2 * cos(q[angle]);
    }
    (void)thud_cholesky_factor(v->mass_factor, n); /* positive definite at every angle */
}

void thud_verify_divide(const thud_verify_model *v, double *forces) {
    if (v->factored > 0) thud_cholesky_back(v->mass_factor, v->factored, forces);
    for (size_t i = v->factored; i < v->n; i++) forces[i] /= v->mass[i];
}

void thud_verify_reply(const thud_verify_model *v, thud_verify_contact *c) {
    memcpy(c->reply, c->gradient, v->n * sizeof *c->reply);
    thud_verify_divide(v, c->reply);
}

size_t thud_verify_coordinate(const thud_verify_model *v, thud_body body) {
    if (thud_body_is_support(body)) return v->shown + thud_support_index(body);
    return body < 0 ? v->n : (size_t)body;
}

/* links that may stick, beside a full mass matrix: x_right − x_left */
static double *take_pairs(thud_verify_model *v, double *next) {
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_contact *c = &v->pairs[i];
        c->gradient = next;
        c->reply = next + v->n;
        next += 2 * v->n;
        if (c->left < v->n) c->gradient[c->left] = c->slope_left;
        if (c->right < v->n) c->gradient[c->right] = c->slope_right;
        c->left = c->right = v->n;
        thud_verify_reply(v, c);
    }
    return next;
}

thud_status thud_verify_rows_init(thud_verify_model *v) {
    const bool full = thud_model_has_full_mass(v->model) && !v->hung;
    size_t rows = full ? v->link_count : 0, n = v->n;
    for (size_t i = 0; i < v->contact_count; i++) rows += v->general || v->model->contacts[i].row.terms;
    v->rows = calloc(2 * rows * n + 1, sizeof *v->rows);
    if (!v->rows) return THUD_ERROR_MEMORY;
    const thud_status status = factor_mass(v);
    if (status != THUD_OK) return status;
    double *next = full ? take_pairs(v, v->rows) : v->rows;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_row *row = &v->model->contacts[i].row;
        if (!row->terms && !v->general) continue;
        thud_verify_contact *c = &v->contacts[i];
        c->left = c->right = n;
        c->gradient = next;
        c->reply = next + n;
        next += 2 * n;
        if (v->general) continue; /* they go with the state */
        for (size_t k = 0; k < row->count; k++)
            c->gradient[thud_verify_coordinate(v, row->terms[k].body)] = row->terms[k].factor;
        thud_verify_reply(v, c);
    }
    return THUD_OK;
}

double thud_verify_along(const thud_verify_model *v, const thud_verify_contact *c, const double *values) {
    double sum = 0;
    for (size_t i = 0; c->gradient && i < v->n; i++) sum += c->gradient[i] * values[i];
    if (c->left < v->n) sum += c->slope_left * values[c->left];
    if (c->right < v->n) sum += c->slope_right * values[c->right];
    return sum;
}

void thud_verify_push(const thud_verify_model *v, const thud_verify_contact *c, double force, double *forces) {
    for (size_t i = 0; c->gradient && i < v->n; i++) forces[i] -= c->gradient[i] * force;
    if (c->left < v->n) forces[c->left] -= c->slope_left * force;
    if (c->right < v->n) forces[c->right] -= c->slope_right * force;
}

void thud_verify_kick(const thud_verify_model *v, const thud_verify_contact *c, double impulse, double *velocity) {
    for (size_t i = 0; c->gradient && i < v->n; i++) velocity[i] -= c->reply[i] * impulse;
    if (c->left < v->n) velocity[c->left] -= c->slope_left * impulse / v->mass[c->left];
    if (c->right < v->n) velocity[c->right] -= c->slope_right * impulse / v->mass[c->right];
}

double thud_verify_slope(const thud_verify_contact *c, size_t coordinate) {
    if (c->gradient) return c->gradient[coordinate];
    double sum = 0;
    if (c->left == coordinate) sum += c->slope_left;
    if (c->right == coordinate) sum += c->slope_right;
    return sum;
}

double thud_verify_coupling(const thud_verify_model *v, const thud_verify_contact *a,
                            const thud_verify_contact *b) {
    double sum = 0;
    if (a->gradient) {
        for (size_t i = 0; i < v->n; i++) sum += a->reply[i] * thud_verify_slope(b, i);
        return sum;
    }
    if (a->left < v->n) sum += a->slope_left * thud_verify_slope(b, a->left) / v->mass[a->left];
    if (a->right < v->n) sum += a->slope_right * thud_verify_slope(b, a->right) / v->mass[a->right];
    return sum;
}

double thud_verify_steepness(const thud_verify_model *v, const thud_verify_contact *c) {
    if (!c->gradient) return fabs(c->slope_left) + fabs(c->slope_right);
    double sum = 0;
    for (size_t i = 0; i < v->n; i++) sum += fabs(c->gradient[i]);
    return sum;
}

bool thud_verify_touches(const thud_verify_contact *c, size_t coordinate) {
    return c->gradient ? c->gradient[coordinate] != 0 : c->left == coordinate || c->right == coordinate;
}

bool thud_verify_share_body(const thud_verify_model *v, const thud_verify_contact *a,
                            const thud_verify_contact *b) {
    if (!a->gradient && !b->gradient)
        return (a->left < v->shown && (a->left == b->left || a->left == b->right)) ||
               (a->right < v->shown && (a->right == b->left || a->right == b->right));
    for (size_t i = 0; i < v->shown; i++)
        if (thud_verify_touches(a, i) && thud_verify_touches(b, i)) return true;
    return false;
}
