/*
 * Signals that a run watches, from CVODE's state: differences between two places, forces and drifts of links, base
 * shears, the ground; and how near the bodies of contacts come.
 */
#include <math.h>

#include "model/model.h"
#include "verify/run.h"

size_t thud_verify_signal_count(const thud_verify_model *v) { return 2 * v->model->watch_count + v->contact_count; }

static double value_at(const thud_verify_model *v, const double *values, thud_body body) {
    size_t i = thud_verify_coordinate(v, body);
    return i < v->n ? values[i] : 0;
}

/* right less left */
static double between(const thud_verify_model *v, const thud_model_watch *w, const double *values) {
    if (!w->row.terms)
        return value_at(v, values, w->given.right.number) - value_at(v, values, w->given.left.number);
    double sum = 0;
    for (size_t k = 0; k < w->row.count; k++)
        sum -= w->row.terms[k].factor * value_at(v, values, w->row.terms[k].body);
    return sum;
}

/* ιᵀK and ιᵀC, without what modal damping and a M do, which is no force to the ground */
void thud_verify_base_terms(const thud_verify_model *v, size_t body, double *stiffness, double *damping) {
    const thud_model *model = v->model;
    const thud_model_matrices *m = thud_model_matrices_of(model, (thud_body)body);
    *stiffness = *damping = 0;
    for (size_t i = 0; m && i < m->count; i++) {
        size_t place = i * m->count + body - m->first;
        *stiffness += m->influence[i] * m->stiffness[place];
        if (m->damping) *damping += m->influence[i] * m->damping[place];
    }
    if (model->damping == THUD_STRUCTURE_DAMPING_MODAL) *damping = 0;
    if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH) *damping = model->rayleigh_stiffness * *stiffness;
}

bool thud_verify_is_of_base(const thud_verify_model *v, size_t i, thud_body of) {
    const thud_model_link *link = &v->model->links[i];
    if ((link->left < 0) == (link->right < 0)) return false;
    return v->groups[link->left < 0 ? link->right : link->left] == v->groups[of];
}

static double base_shear(const thud_verify_model *v, thud_body of, const double *y) {
    const thud_model *model = v->model;
    double sum = 0;
    for (size_t i = 0; i < model->link_count; i++)
        if (thud_verify_is_of_base(v, i, of))
            sum += (model->links[i].left < 0 ? 1 : -1) * thud_verify_link_whole(&v->links[i]);
    for (size_t i = 0; i < model->body_count; i++) {
        double stiffness, damping;
        if (v->groups[i] != v->groups[of]) continue;
        thud_verify_base_terms(v, i, &stiffness, &damping);
        sum += stiffness * y[i] + damping * y[v->n + i];
    }
    return sum;
}

static double watched(const thud_verify_model *v, const thud_model_watch *w, double ground, const double *y) {
    switch (w->given.kind) {
    case THUD_WATCH_DISPLACEMENT: return between(v, w, y);
    case THUD_WATCH_VELOCITY: return between(v, w, y + v->n);
    case THUD_WATCH_ACCELERATION: return between(v, w, v->acceleration);
    case THUD_WATCH_LINK_FORCE: return thud_verify_link_whole(&v->links[w->given.link]);
    case THUD_WATCH_BASE_SHEAR: return base_shear(v, w->given.right.number, y);
    case THUD_WATCH_DRIFT: return v->links[w->given.link].deformation / v->model->links[w->given.link].given.height;
    case THUD_WATCH_GROUND: return ground;
    }
    return NAN;
}

/* left less right, of bodies */
static double apart(const thud_verify_model *v, size_t contact, const double *y) {
    const thud_model_contact *m = &v->model->contacts[contact];
    if (!thud_contact_is_of_bodies(m)) return 0;
    if (!m->row.terms) return value_at(v, y, m->left) - value_at(v, y, m->right);
    double sum = 0;
    for (size_t k = 0; k < m->row.count; k++) sum += m->row.terms[k].factor * value_at(v, y, m->row.terms[k].body);
    return sum;
}

void thud_verify_signals(const thud_verify_model *v, double ground, const double *y, double *out) {
    const thud_model *model = v->model;
    for (size_t i = 0; i < model->watch_count; i++) {
        double value = watched(v, &model->watches[i], ground, y);
        *out++ = value;
        *out++ = -value;
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        *out++ = apart(v, i, y);
    }
}
