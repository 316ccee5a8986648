/*
 * Watches of both solvers. What may be different is the sum of what may be of their terms.
 */
#include <math.h>

#include "model/model.h"
#include "verify/judge.h"

/* of one coordinate, in the unit of the watch */
static double coordinate_allowed(const thud_verify_judgement *j, thud_watch_kind kind, thud_body body) {
    const thud_verify_model *v = j->v;
    size_t i = thud_verify_coordinate(v, body);
    if (i >= v->n) return 0;
    if (kind == THUD_WATCH_ACCELERATION) return thud_verify_acceleration_allowed(j, i);
    return kind == THUD_WATCH_VELOCITY ? thud_verify_velocity_allowed(j, i)
                                       : thud_verify_displacement_allowed(j, i);
}

static double difference_allowed(const thud_verify_judgement *j, const thud_model_watch *w) {
    thud_watch_kind kind = w->given.kind;
    double sum = 0;
    if (!w->row.terms)
        return coordinate_allowed(j, kind, w->given.left.number) +
               coordinate_allowed(j, kind, w->given.right.number);
    for (size_t k = 0; k < w->row.count; k++)
        sum += fabs(w->row.terms[k].factor) * coordinate_allowed(j, kind, w->row.terms[k].body);
    return sum;
}

static double base_allowed(const thud_verify_judgement *j, thud_body of) {
    const thud_verify_model *v = j->v;
    double sum = 0;
    for (size_t i = 0; i < v->link_count; i++)
        if (thud_verify_is_of_base(v, i, of)) sum += thud_verify_link_force_allowed(j, i);
    for (size_t i = 0; i < v->model->body_count; i++) {
        double stiffness, damping;
        if (v->groups[i] != v->groups[of]) continue;
        thud_verify_base_terms(v, i, &stiffness, &damping);
        sum += j->share * (fabs(stiffness) * v->peak[i] + fabs(damping) * v->peak[v->n + i]);
    }
    return sum;
}

/* whether a coordinate is among those of a watch */
static bool is_of_watch(const thud_verify_model *v, const thud_model_watch *w, size_t i) {
    bool any = false;
    for (size_t k = 0; k < w->row.count; k++) any = any || thud_verify_coordinate(v, w->row.terms[k].body) == i;
    return w->row.terms ? any
                        : thud_verify_coordinate(v, w->given.left.number) == i ||
                              thud_verify_coordinate(v, w->given.right.number) == i;
}

/* at the end, besides: speeds and accelerations before and after an impact */
static double end_doubt(const thud_verify_judgement *j, const thud_model_watch *w) {
    double sum = 0;
    for (size_t i = 0; i < j->v->n; i++)
        if (is_of_watch(j->v, w, i)) sum += thud_verify_end_doubt(j, i);
    if (w->given.kind == THUD_WATCH_ACCELERATION && sum > 0) return INFINITY;
    return w->given.kind == THUD_WATCH_VELOCITY ? sum : 0;
}

static double allowed(const thud_verify_judgement *j, const thud_model_watch *w) {
    switch (w->given.kind) {
    case THUD_WATCH_DISPLACEMENT:
    case THUD_WATCH_VELOCITY:
    case THUD_WATCH_ACCELERATION: return difference_allowed(j, w);
    case THUD_WATCH_LINK_FORCE: return thud_verify_link_force_allowed(j, w->given.link);
    case THUD_WATCH_DRIFT:
        return thud_verify_deformation_allowed(j, w->given.link) / j->v->model->links[w->given.link].given.height;
    case THUD_WATCH_BASE_SHEAR: return base_allowed(j, w->given.right.number);
    case THUD_WATCH_GROUND: return j->share * j->v->shaken;
    }
    return NAN;
}

/* whether a link that a watch is of has held what others could have held as well */
static bool is_shared(const thud_verify_model *v, const thud_watch *w) {
    bool any = false;
    if (w->kind == THUD_WATCH_LINK_FORCE) return v->links[w->link].shared;
    for (size_t i = 0; w->kind == THUD_WATCH_BASE_SHEAR && i < v->link_count; i++)
        any = any || (v->links[i].shared && thud_verify_is_of_base(v, i, w->right.number));
    return any;
}

void thud_verify_judge_watches(thud_verify_judgement *j, const thud_verify_results *run) {
    const thud_verify_model *v = j->v;
    size_t first = thud_verify_place_of_signals(v);
    for (size_t i = 0; i < v->model->watch_count; i++) {
        const thud_model_watch *w = &v->model->watches[i];
        const thud_watch_summary *sum = &run->watches[i];
        if (is_shared(v, &w->given)) continue;
        double may = allowed(j, w), highest = v->peak[first + 2 * i], lowest = -v->peak[first + 2 * i + 1];
        thud_verify_note_difference(j, THUD_VERIFY_WATCH, i, "highest", sum->highest, highest, may);
        thud_verify_note_difference(j, THUD_VERIFY_WATCH, i, "lowest", sum->lowest, lowest, may);
        thud_verify_note_difference(j, THUD_VERIFY_WATCH, i, "max", sum->max, fmax(fabs(highest), fabs(lowest)),
                                    may);
        thud_verify_note_difference(j, THUD_VERIFY_WATCH, i, "final", sum->final, v->before[first + 2 * i],
                                    may + end_doubt(j, w));
    }
}
