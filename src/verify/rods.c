/*
 * Rods: what they strike, and what swings them. Where bodies are beside them contacts have gradients of all
 * coordinates, which go with the state; without bodies two angles are all.
 */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "verify/run.h"

/* tip T of rod t and rod s with pivot P, `apart` beside where they are at zero displacements: the depth and its
 * slopes; beyond an end, side 0, the way back to the rod. Returns how T counts that goes to the right. */
static double look_at_pair(thud_verify_model *v, size_t i, double a, double b, double apart) {
    thud_verify_contact *c = &v->contacts[i];
    const thud_rod *t = &v->model->rods[v->model->contacts[i].left].given;
    const thud_rod *s = &v->model->rods[v->model->contacts[i].right].given;
    double x = t->pivot_x - s->pivot_x + apart, y = t->pivot_y - s->pivot_y;
    /* T − P turned by −b: across and along the rod at b */
    double across = x * cos(b) + y * sin(b) + t->length * sin(a - b);
    double along = x * sin(b) - y * cos(b) + t->length * cos(a - b);
    bool beside = along >= 0 && along <= s->length;
    if (isnan(c->side)) c->side = (beside && x != 0 ? x < 0 : across < 0) ? 1 : -1;
    if (c->side != 0) {
        c->depth = c->side * across - c->given.gap;
        c->slope_left = c->side * t->length * cos(a - b);
        c->slope_right = -c->side * along;
        return c->side * cos(b);
    }
    double sign = along > s->length / 2 ? -1 : 1;
    c->depth = sign > 0 ? along : s->length - along;
    c->slope_left = -sign * t->length * sin(a - b);
    c->slope_right = sign * across;
    return sign * sin(b);
}

static double pivot_at(const thud_verify_model *v, int rod, const double *q) {
    const thud_body on = v->model->rods[rod].on;
    return on < 0 ? 0 : q[on];
}

static void count_pivot(const thud_verify_model *v, int rod, double slope, double *gradient) {
    const thud_body on = v->model->rods[rod].on;
    if (on >= 0) gradient[on] += slope;
}

/* the sides that are bodies: x_left − x_right */
static double look_at_bodies(const thud_model_contact *m, const double *q, double *gradient) {
    double way = 0;
    for (size_t k = 0; m->row.terms && k < m->row.count; k++) {
        gradient[m->row.terms[k].body] += m->row.terms[k].factor;
        way += m->row.terms[k].factor * q[m->row.terms[k].body];
    }
    for (int side = 0; side < 2 && !m->row.terms; side++) {
        const thud_body body = side == 0 ? m->left : m->right;
        const double sign = side == 0 ? 1 : -1;
        if (body < 0) continue;
        gradient[body] += sign;
        way += sign * q[body];
    }
    return way;
}

/* the side that is a tip: x of the pivot and L sin θ */
static double look_at_tip(const thud_verify_model *v, const thud_model_contact *m, const double *q,
                          double *gradient) {
    const size_t angle = v->model->body_count + (size_t)m->tip;
    const double length = v->model->rods[m->tip].given.length, sign = m->tip_left ? 1 : -1;
    gradient[angle] += sign * length * cos(q[angle]);
    count_pivot(v, m->tip, sign, gradient);
    return sign * (pivot_at(v, m->tip, q) + length * sin(q[angle]));
}

/* depth and gradient */
static void look(thud_verify_model *v, size_t i, const double *q) {
    const thud_model_contact *m = &v->model->contacts[i];
    thud_verify_contact *c = &v->contacts[i];
    memset(c->gradient, 0, v->n * sizeof *c->gradient);
    if (!m->of_rods) {
        c->depth = look_at_bodies(m, q, c->gradient) - c->given.gap;
        if (m->of_tip) c->depth += look_at_tip(v, m, q, c->gradient);
        return;
    }
    const size_t bodies = v->model->body_count, tip = bodies + (size_t)m->left, rod = bodies + (size_t)m->right;
    const double apart = pivot_at(v, m->left, q) - pivot_at(v, m->right, q);
    const double level = look_at_pair(v, i, q[tip], q[rod], apart);
    c->gradient[tip] = c->slope_left;
    c->gradient[rod] = c->slope_right;
    count_pivot(v, m->left, level, c->gradient);
    count_pivot(v, m->right, -level, c->gradient);
}

void thud_verify_look_at_rods(thud_verify_model *v, size_t i, const double *q) {
    thud_verify_contact *c = &v->contacts[i];
    if (c->gradient) {
        look(v, i, q);
        thud_verify_reply(v, c);
    } else if (v->model->contacts[i].of_rods) {
        look_at_pair(v, i, q[c->left], q[c->right], 0);
    }
}

/* by differences along the motion: gᵀq̇ a little later less that a little earlier */
static double bend_of_all(thud_verify_model *v, size_t i, const double *y) {
    thud_verify_contact *c = &v->contacts[i];
    const double kept[3] = {c->depth, c->slope_left, c->slope_right}, *rate = y + v->n;
    double speed = 0, sum = 0;
    for (size_t j = v->model->body_count; j < v->shown; j++) speed = fmax(speed, fabs(rate[j]));
    const double step = speed > 0 ? 1e-4 / speed : 0;
    if (step == 0) return 0;
    for (int side = -1; side <= 1; side += 2) {
        for (size_t j = 0; j < v->n; j++) v->nudged[j] = y[j] + side * step * rate[j];
        look(v, i, v->nudged);
        sum += side * thud_verify_along(v, c, rate);
    }
    look(v, i, y);
    c->depth = kept[0], c->slope_left = kept[1], c->slope_right = kept[2];
    return sum / (2 * step);
}

double thud_verify_bend(thud_verify_model *v, size_t i, const double *y) {
    thud_verify_contact *c = &v->contacts[i];
    if (c->gradient && v->general) return bend_of_all(v, i, y);
    if (!v->model->contacts[i].of_rods) return 0;
    double kept[3] = {c->depth, c->slope_left, c->slope_right}, q[2], rate[2], sum = 0;
    for (int k = 0; k < 2; k++)
        q[k] = y[k == 0 ? c->left : c->right], rate[k] = y[v->n + (k == 0 ? c->left : c->right)];
    double speed = fmax(fabs(rate[0]), fabs(rate[1])), step = speed > 0 ? 1e-4 / speed : 0;
    if (step == 0) return 0;
    for (int side = -1; side <= 1; side += 2) {
        look_at_pair(v, i, q[0] + side * step * rate[0], q[1] + side * step * rate[1], 0);
        sum += side * (c->slope_left * rate[0] + c->slope_right * rate[1]);
    }
    c->depth = kept[0], c->slope_left = kept[1], c->slope_right = kept[2];
    return sum / (2 * step);
}

/* of the ground's acceleration, what comes to the pivot of a rod */
static double shaken_pivot(const thud_verify_model *v, size_t rod, double ground) {
    const thud_body on = v->model->rods[rod].on;
    const thud_model_matrices *m = on < 0 ? NULL : thud_model_matrices_of(v->model, on);
    return (m ? m->influence[(size_t)on - m->first] : 1) * ground;
}

void thud_verify_swing(thud_verify_model *v, double ground, const double *y) {
    const thud_model *model = v->model;
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        const size_t angle = model->body_count + i;
        const thud_body on = model->rods[i].on;
        const double arm = rod->mass * rod->length / 2, s = sin(y[angle]), turn = y[v->n + angle];
        const double shaken = shaken_pivot(v, i, ground);
        v->acceleration[angle] = -arm * model->gravity * s - arm * cos(y[angle]) * shaken;
        if (on >= 0) v->acceleration[on] += arm * s * turn * turn - rod->mass * shaken;
    }
}

double thud_verify_swing_power(const thud_verify_model *v, double ground, const double *y) {
    const thud_model *model = v->model;
    double power = 0;
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        const size_t angle = model->body_count + i;
        const double shaken = shaken_pivot(v, i, ground);
        power -= rod->mass * rod->length / 2 * cos(y[angle]) * shaken * y[v->n + angle];
        if (model->rods[i].on >= 0) power -= rod->mass * shaken * y[v->n + (size_t)model->rods[i].on];
    }
    return power;
}

double thud_verify_swing_energy(const thud_verify_model *v, const double *y) {
    const thud_model *model = v->model;
    double energy = 0;
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        const size_t angle = model->body_count + i;
        const double turn = y[v->n + angle], arm = rod->mass * rod->length / 2;
        energy += 0.5 * v->mass[angle] * turn * turn + arm * model->gravity * (1 - cos(y[angle]));
        if (model->rods[i].on < 0) continue;
        const double moves = y[v->n + (size_t)model->rods[i].on];
        energy += 0.5 * rod->mass * moves * moves + arm * cos(y[angle]) * moves * turn;
    }
    return energy;
}
