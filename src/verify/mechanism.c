/*
 * Links that drift: they yield, their force does not grow with their deformation, and no way leads from one end to
 * the other over links and matrices that do hold. How far each gets in one go, from where that begins to where
 * it ends.
 */
#include <math.h>

#include "verify/run.h"

/* the ground comes last, and supports are it */
static size_t place_of(const thud_verify_model *v, size_t end) { return end < v->shown ? end : v->shown; }

/* of two places with one mark each: all that have the one get the other */
static void join(thud_verify_model *v, size_t a, size_t b) {
    size_t from = v->marks[a], to = v->marks[b];
    for (size_t i = 0; i <= v->shown; i++)
        if (v->marks[i] == from) v->marks[i] = to;
}

/* matrices hold what they have a stiffness between, and hold it to the ground unless ι is free of force */
static void join_matrices(thud_verify_model *v, const thud_model_matrices *m) {
    for (size_t i = 0; i < m->count; i++) {
        double sum = 0, size = 0;
        for (size_t j = 0; j < m->count; j++) {
            double term = m->stiffness[i * m->count + j] * m->influence[j];
            sum += term, size += fabs(term);
            if (m->stiffness[i * m->count + j] != 0) join(v, m->first + i, m->first + j);
        }
        if (fabs(sum) > 1e-9 * size) join(v, m->first + i, v->shown);
    }
}

static bool gives_way(const thud_verify_link *l) { return !(thud_verify_link_tangent(l) > 0); }

static void leave(thud_verify_link *l) { l->mechanism = fmax(l->mechanism, fabs(l->plastic - l->adrift_at)); }

/* modes are those of the piece that begins */
void thud_verify_follow_mechanism(thud_verify_model *v) {
    bool any = false;
    for (size_t i = 0; i < v->link_count; i++)
        any = any || v->links[i].adrift ||
              (v->links[i].source->given.hysteresis.yield > 0 && gives_way(&v->links[i]));
    if (!any) return;
    for (size_t i = 0; i <= v->shown; i++) v->marks[i] = i;
    for (size_t k = 0; k < v->model->matrices_count; k++) join_matrices(v, &v->model->matrices[k]);
    for (size_t i = 0; i < v->link_count; i++)
        if (!gives_way(&v->links[i])) join(v, place_of(v, v->links[i].left), place_of(v, v->links[i].right));
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        bool adrift = l->source->given.hysteresis.yield > 0 && gives_way(l) &&
                      v->marks[place_of(v, l->left)] != v->marks[place_of(v, l->right)];
        if (l->adrift && !adrift) leave(l);
        if (adrift && !l->adrift) l->adrift_at = l->plastic;
        l->adrift = adrift;
    }
}

void thud_verify_end_mechanism(thud_verify_model *v) {
    for (size_t i = 0; i < v->link_count; i++)
        if (v->links[i].adrift) leave(&v->links[i]);
}
