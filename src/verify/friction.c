/*
 * Links between the pieces that CVODE solves: modes at the start, at their zeros, and after impacts; and which of
 * the frictions whose ends are at rest against each other stick: those whose reaction is within their force.
 */
#include <float.h>
#include <math.h>

#include "numeric/matrix/cholesky.h"
#include "verify/run.h"

static bool is_friction(const thud_verify_link *l) {
    return l->source->given.hysteresis.model == THUD_HYSTERESIS_FRICTION;
}

void thud_verify_start_links(thud_verify_model *v) {
    const thud_model *model = v->model;
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        double d = 0, rate = 0;
        for (int side = -1; side <= 1; side += 2) {
            size_t end = side > 0 ? l->right : l->left;
            if (end < v->shown)
                d += side * model->bodies[end].displacement, rate += side * model->bodies[end].velocity;
            else if (end < v->n) {
                const thud_support *support = &model->supports[end - v->shown].given;
                d += side * support->displacement, rate += side * support->velocity;
            }
        }
        thud_verify_link_start(l, d, rate);
    }
}

/* the speeds of what sticks are taken out, as by impulses of the links: rounding, or what CVODE has left of them */
static void stop(thud_verify_model *v, double *velocity) {
    size_t count = 0;
    for (size_t i = 0; i < v->link_count; i++) {
        if (!thud_verify_link_sticks(&v->links[i])) continue;
        v->drive[count] = v->links[i].rate;
        v->held[count++] = &v->pairs[i];
    }
    thud_verify_couple_pairs(v, v->held, count);
    for (size_t j = 0; j < count; j++) v->delassus[j * count + j] *= 1 + 1e-14;
    if (count == 0 || !thud_cholesky_solve(v->delassus, count, v->drive)) return;
    for (size_t j = 0; j < count; j++) {
        thud_verify_kick(v, v->held[j], v->drive[j], velocity);
    }
}

/* whether its ends move against each other by more than rounding of their velocities, which a support has */
static bool moves(const thud_verify_model *v, const thud_verify_link *l, const double *y) {
    double left = l->left < v->n ? y[v->n + l->left] : 0, right = l->right < v->n ? y[v->n + l->right] : 0;
    return fabs(l->rate) > 8 * DBL_EPSILON * (fabs(left) + fabs(right));
}

/* at rest, as far as CVODE can tell: it has stuck before, or has come there by a zero of its rate; one that has
 * just begun to slip is not */
static bool rests(const thud_verify_model *v, const thud_verify_link *l, const int *signs) {
    if (thud_verify_link_sticks(l)) return fabs(l->rate) <= 1e-9 * v->speed;
    return signs && signs[0] != 0;
}

/* all that rest stick, but for the one furthest beyond its force, which slips; and so on */
static void settle_friction(thud_verify_model *v, double t, double *y, const int *signs) {
    bool any = false;
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        if (!is_friction(l)) continue;
        bool sticks = rests(v, l, signs ? signs + i * THUD_VERIFY_LINK_ROOTS : NULL);
        if (sticks) l->mode = THUD_VERIFY_ELASTIC;
        else if (moves(v, l, y)) l->mode = l->rate > 0 ? THUD_VERIFY_UPPER : THUD_VERIFY_LOWER;
        any = any || sticks;
    }
    for (size_t round = 0; any && round < v->link_count; round++) {
        size_t worst = v->link_count;
        double most = 1; /* a reaction that has come to the force goes beyond it */
        thud_verify_accelerate(v, t, y);
        for (size_t i = 0; i < v->link_count; i++) {
            const thud_verify_link *l = &v->links[i];
            if (!thud_verify_link_sticks(l)) continue;
            double share = fabs(l->hold) / l->source->given.hysteresis.force;
            bool yields =
                signs && (signs[i * THUD_VERIFY_LINK_ROOTS] != 0 || signs[i * THUD_VERIFY_LINK_ROOTS + 1] != 0);
            if (yields) share *= 1 + 1e-9;
            if (share > most) most = share, worst = i;
        }
        if (worst == v->link_count) break;
        v->links[worst].mode = v->links[worst].hold > 0 ? THUD_VERIFY_UPPER : THUD_VERIFY_LOWER;
    }
    if (any) stop(v, y + v->n);
}

/* which way it goes: from rest where its acceleration leads, and where that is zero, as under a sine at its start,
 * the one of a moment later */
static void set_out(thud_verify_model *v, double t, const double *y) {
    bool at_rest = false;
    for (size_t i = 0; i < v->link_count; i++) {
        v->links[i].way = moves(v, &v->links[i], y) ? v->links[i].rate : 0;
        at_rest = at_rest || v->links[i].way == 0;
    }
    for (int later = 0; later < 2 && at_rest; later++) {
        thud_verify_accelerate(v, t + later * 1e-6 * v->model->run.duration, y);
        for (size_t i = 0; i < v->link_count; i++) {
            thud_verify_link *l = &v->links[i];
            if (l->way != 0) continue;
            if (l->right < v->n) l->way += v->acceleration[l->right];
            if (l->left < v->n) l->way -= v->acceleration[l->left];
        }
    }
}

void thud_verify_pass_links(thud_verify_model *v, double t, double *y, const int *signs) {
    if (v->link_count == 0) return;
    thud_verify_look(v, y);
    set_out(v, t, y);
    for (size_t i = 0; i < v->link_count; i++) {
        if (signs) thud_verify_link_pass(&v->links[i], signs + i * THUD_VERIFY_LINK_ROOTS);
        thud_verify_link_pass(&v->links[i], NULL); /* an impact at the same instant may have turned it */
    }
    thud_verify_look(v, y);
    settle_friction(v, t, y, signs);
}
