/*
 * Directions: ∂δ/∂q of contacts and links over all coordinates, what an impulse along one does, M⁻¹ ∂δ/∂q, and the
 * geometry of contacts. Where there are rods, directions of contacts go with the state.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/matrix/cholesky.h"
#include "verify/run.h"

/* ---- masses ---- */

/* M of what is shown, at a place: the kinetic energy of a rod whose pivot moves is
 * m ẋ²/2 + (m L/2) cos θ ẋ θ̇ + (m L²/6) θ̇² */
bool thud_verify_factor_mass(thud_verify_model *v, const double *q) {
    const size_t n = v->shown, bodies = v->model->body_count;
    double *m = v->mass_factor;
    memset(m, 0, n * n * sizeof *m);
    for (size_t i = 0; i < bodies; i++)
        for (size_t j = 0; j < bodies; j++)
            m[i * n + j] = thud_model_mass_between(v->model, (thud_body)i, (thud_body)j);
    for (size_t i = 0; i < v->model->rod_count; i++) {
        const thud_model_rod *rod = &v->model->rods[i];
        const size_t angle = bodies + i, on = (size_t)rod->on;
        m[angle * n + angle] = v->mass[angle];
        if (rod->on < 0) continue;
        m[on * n + on] += rod->given.mass;
        m[angle * n + on] = rod->given.mass * rod->given.length / 2 * cos(q[angle]); /* below the diagonal */
    }
    return thud_cholesky_factor(m, n);
}

void thud_verify_divide(const thud_verify_model *v, double *forces) {
    thud_cholesky_back(v->mass_factor, v->shown, forces);
    for (size_t i = v->shown; i < v->n; i++) forces[i] = 0;
}

/* J: ½ |Lᵀ q̇|² */
double thud_verify_moving(const thud_verify_model *v, const double *rate) {
    const size_t n = v->shown;
    double energy = 0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = j; i < n; i++) sum += v->mass_factor[i * n + j] * rate[i];
        energy += 0.5 * sum * sum;
    }
    return energy;
}

/* ---- rows ---- */

static size_t coordinate(const thud_verify_model *v, thud_body body) {
    return thud_body_is_support(body) ? v->shown + thud_support_index(body) : (size_t)body;
}

void thud_verify_find_reply(const thud_verify_model *v, thud_verify_row *row) {
    memcpy(row->reply, row->gradient, v->n * sizeof *row->reply);
    thud_verify_divide(v, row->reply);
}

static void add_body(const thud_verify_model *v, thud_verify_row *row, thud_body body, double factor) {
    if (body >= 0 || thud_body_is_support(body)) row->gradient[coordinate(v, body)] += factor;
}

/* the sides of a contact that are bodies or points */
static void add_bodies(const thud_verify_model *v, const thud_model_contact *m, thud_verify_row *row) {
    for (size_t k = 0; m->row.terms && k < m->row.count; k++)
        add_body(v, row, m->row.terms[k].body, m->row.terms[k].factor);
    if (m->row.terms) return;
    add_body(v, row, m->left, 1);
    add_body(v, row, m->right, -1);
}

thud_status thud_verify_rows_init(thud_verify_model *v) {
    const size_t n = v->n;
    v->rows = calloc(2 * n * (v->contact_count + v->link_count) + 1, sizeof *v->rows);
    if (!v->rows) return THUD_ERROR_MEMORY;
    if (!v->hung && !thud_verify_factor_mass(v, NULL)) return THUD_ERROR_ACCURACY;
    double *next = v->rows;
    for (size_t i = 0; i < v->contact_count + v->link_count; i++, next += 2 * n) {
        const bool link = i >= v->contact_count;
        thud_verify_row *row = link ? &v->links[i - v->contact_count].row : &v->contacts[i].row;
        *row = (thud_verify_row){next, next + n};
        if (link) {
            const thud_model_link *source = v->links[i - v->contact_count].source;
            add_body(v, row, source->right, 1);
            add_body(v, row, source->left, -1);
        } else if (!v->rods) {
            add_bodies(v, &v->model->contacts[i], row);
        }
        if (!v->hung) thud_verify_find_reply(v, row);
    }
    return THUD_OK;
}

double thud_verify_along(const thud_verify_model *v, const thud_verify_row *row, const double *values) {
    double sum = 0;
    for (size_t i = 0; i < v->n; i++) sum += row->gradient[i] * values[i];
    return sum;
}

void thud_verify_push(const thud_verify_model *v, const thud_verify_row *row, double force, double *forces) {
    for (size_t i = 0; i < v->n; i++) forces[i] -= row->gradient[i] * force;
}

void thud_verify_kick(const thud_verify_model *v, const thud_verify_row *row, double impulse, double *velocity) {
    for (size_t i = 0; i < v->n; i++) velocity[i] -= row->reply[i] * impulse;
}

double thud_verify_coupling(const thud_verify_model *v, const thud_verify_row *a, const thud_verify_row *b) {
    return thud_verify_along(v, b, a->reply);
}

bool thud_verify_share_body(const thud_verify_model *v, const thud_verify_row *a, const thud_verify_row *b) {
    for (size_t i = 0; i < v->shown; i++)
        if (a->gradient[i] != 0 && b->gradient[i] != 0) return true;
    return false;
}

double thud_verify_of_supports(const thud_verify_model *v, const thud_verify_row *row, double force,
                               const double *rate) {
    double sum = 0;
    for (size_t i = v->shown; i < v->n; i++) sum += row->gradient[i] * force * rate[i];
    return sum;
}

/* ---- rods ---- */

static void add_pivot(const thud_verify_model *v, thud_verify_row *row, int rod, double slope) {
    add_body(v, row, v->model->rods[rod].on, slope);
}

static double pivot_at(const thud_verify_model *v, int rod, const double *q) {
    const thud_body on = v->model->rods[rod].on;
    return on < 0 ? 0 : q[on];
}

/* tip T of rod t and rod s with pivot P, `apart` from each other by displacements of their pivots: the depth and
 * its slopes; beyond an end, side 0, the way back to the rod */
static void look_at_pair(thud_verify_model *v, size_t i, const double *q) {
    const thud_model_contact *m = &v->model->contacts[i];
    thud_verify_contact *c = &v->contacts[i];
    const thud_rod *t = &v->model->rods[m->left].given, *s = &v->model->rods[m->right].given;
    const size_t tip = v->model->body_count + (size_t)m->left, rod = v->model->body_count + (size_t)m->right;
    const double a = q[tip], b = q[rod], apart = pivot_at(v, m->left, q) - pivot_at(v, m->right, q);
    const double x = t->pivot_x - s->pivot_x + apart, y = t->pivot_y - s->pivot_y;
    /* T − P turned by −b: across and along the rod at b */
    const double across = x * cos(b) + y * sin(b) + t->length * sin(a - b);
    const double along = x * sin(b) - y * cos(b) + t->length * cos(a - b);
    const bool beside = along >= 0 && along <= s->length;
    if (isnan(c->side)) c->side = (beside && x != 0 ? x < 0 : across < 0) ? 1 : -1;
    const double end = along > s->length / 2 ? -1 : 1, level = c->side != 0 ? c->side * cos(b) : end * sin(b);
    if (c->side != 0) {
        c->depth = c->side * across - c->given.gap;
        c->row.gradient[tip] = c->side * t->length * cos(a - b);
        c->row.gradient[rod] = -c->side * along;
    } else {
        c->depth = end > 0 ? along : s->length - along;
        c->row.gradient[tip] = -end * t->length * sin(a - b);
        c->row.gradient[rod] = end * across;
    }
    add_pivot(v, &c->row, m->left, level);
    add_pivot(v, &c->row, m->right, -level);
}

/* the side that is a tip: x of the pivot and L sin θ */
static void add_tip(thud_verify_model *v, size_t i, const double *q) {
    const thud_model_contact *m = &v->model->contacts[i];
    const size_t angle = v->model->body_count + (size_t)m->tip;
    const double length = v->model->rods[m->tip].given.length, sign = m->tip_left ? 1 : -1;
    v->contacts[i].depth += sign * (pivot_at(v, m->tip, q) + length * sin(q[angle]));
    v->contacts[i].row.gradient[angle] += sign * length * cos(q[angle]);
    add_pivot(v, &v->contacts[i].row, m->tip, sign);
}

/* depth and direction, without the reply */
static void look(thud_verify_model *v, size_t i, const double *q) {
    const thud_model_contact *m = &v->model->contacts[i];
    thud_verify_contact *c = &v->contacts[i];
    if (v->rods) memset(c->row.gradient, 0, v->n * sizeof *c->row.gradient);
    if (m->of_rods) {
        look_at_pair(v, i, q);
        return;
    }
    if (v->rods) add_bodies(v, m, &c->row);
    c->depth = thud_verify_along(v, &c->row, q) - c->given.gap;
    if (m->of_tip) add_tip(v, i, q);
}

void thud_verify_look_at(thud_verify_model *v, size_t i, const double *q) {
    look(v, i, q);
    if (v->rods) thud_verify_find_reply(v, &v->contacts[i].row);
}

/* m/s²: what a direction that goes with the state adds to δ̈, by a difference along the motion: gᵀq̇ a ten
 * thousandth of a radian later less that as much earlier. The square of it is left out, and rounding is as much. */
static double bend(thud_verify_model *v, size_t i, const double *y) {
    thud_verify_contact *c = &v->contacts[i];
    const double depth = c->depth, *rate = y + v->n;
    double speed = 0, sum = 0;
    for (size_t j = v->model->body_count; j < v->shown; j++) speed = fmax(speed, fabs(rate[j]));
    if (speed == 0) return 0;
    const double step = 0.0001 / speed;
    for (int side = -1; side <= 1; side += 2) {
        for (size_t j = 0; j < v->n; j++) v->nudged[j] = y[j] + side * step * rate[j];
        look(v, i, v->nudged);
        sum += side * thud_verify_along(v, &c->row, rate);
    }
    look(v, i, y);
    c->depth = depth;
    return sum / (2 * step);
}

double thud_verify_pressing(thud_verify_model *v, size_t i, const double *y) {
    return (v->rods ? bend(v, i, y) : 0) + thud_verify_along(v, &v->contacts[i].row, v->acceleration);
}
