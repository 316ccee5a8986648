/*
 * Links between the pieces that CVODE solves: modes at the start, at their zeros, and after impacts.
 */
#include <float.h>
#include <math.h>

#include "verify/run.h"

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

/* whether its ends move against each other by more than rounding of their velocities, which a support has */
static bool moves(const thud_verify_model *v, const thud_verify_link *l, const double *y) {
    double left = l->left < v->n ? y[v->n + l->left] : 0, right = l->right < v->n ? y[v->n + l->right] : 0;
    return fabs(l->rate) > 8 * DBL_EPSILON * (fabs(left) + fabs(right));
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
}
