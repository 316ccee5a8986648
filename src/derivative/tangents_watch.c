/* Signals that are watched, in the coefficients of a step. */
#include <stdlib.h>

#include "derivative/tangents.h"
#include "model/eigen.h"

enum { W = THUD_TANGENTS_WIDTH };

static void add(thud_tangents_watch *w, thud_tangents_term_kind kind, int part, double factor) {
    if (part >= 0) w->terms[w->count++] = (thud_tangents_term){kind, (size_t)part, factor};
}

/* the links between the structure of a body and what it stands on */
static void add_base(const thud_model *model, const size_t *group, int body, thud_tangents_watch *w) {
    for (size_t i = 0; i < model->link_count && model->matrices_count == 0; i++) {
        const thud_model_link *link = &model->links[i];
        if ((link->left < 0) == (link->right < 0)) continue;
        const thud_body of = link->left < 0 ? link->right : link->left;
        if (group[of] == group[body]) add(w, THUD_TANGENTS_FORCE, (int)i, link->left < 0 ? 1 : -1);
    }
}

static void take(const thud_simulation *sim, const thud_model_watch *watch, const size_t *group,
                 thud_tangents_watch *w) {
    const thud_watch *given = &watch->given;
    const thud_tangents_term_kind kind = given->kind == THUD_WATCH_DISPLACEMENT ? THUD_TANGENTS_DISPLACEMENT
                                         : given->kind == THUD_WATCH_VELOCITY   ? THUD_TANGENTS_VELOCITY
                                                                                : THUD_TANGENTS_ACCELERATION;
    switch (given->kind) {
    case THUD_WATCH_LINK_FORCE: add(w, THUD_TANGENTS_FORCE, (int)given->link, 1); break;
    case THUD_WATCH_DRIFT: add(w, THUD_TANGENTS_DRIFT, (int)given->link, 1); break;
    case THUD_WATCH_BASE_SHEAR: add_base(sim->model, group, given->right.number, w); break;
    case THUD_WATCH_GROUND: break;
    default:
        for (size_t k = 0; k < watch->row.count; k++)
            add(w, kind, thud_supports_body(&sim->supports, watch->row.terms[k].body), -watch->row.terms[k].factor);
        if (watch->row.terms) break;
        add(w, kind, thud_supports_body(&sim->supports, given->right.number), 1);
        add(w, kind, thud_supports_body(&sim->supports, given->left.number), -1);
    }
}

bool thud_tangents_watches_take(thud_tangents *f, const thud_simulation *sim) {
    if (f->watch_count == 0) return true;
    size_t *group = malloc((f->points + 1) * sizeof *group);
    if (!group) return false;
    thud_eigen_groups(sim->model, group);
    bool good = true;
    for (size_t i = 0; i < f->watch_count && good; i++) {
        const thud_model_watch *watch = &sim->model->watches[i];
        f->watches[i].terms = calloc(sim->model->link_count + watch->row.count + 2, sizeof(thud_tangents_term));
        good = f->watches[i].terms != NULL;
        if (good) take(sim, watch, group, &f->watches[i]);
    }
    free(group);
    return good;
}

static double height_of(const thud_tangents *f, size_t link) {
    return f->numbers[f->layout->link + link * THUD_LINK_NUMBERS + THUD_OF_HEIGHT];
}

void thud_tangents_watch_raise(const thud_tangents *f, size_t watch) {
    thud_tangents_watch *w = &f->watches[watch];
    for (int k = 0; k < f->order; k++) {
        const size_t at = (size_t)k * f->points;
        w->value[k] = 0;
        for (size_t i = 0; i < w->count; i++) {
            const thud_tangents_term *t = &w->terms[i];
            double part = 0;
            switch (t->kind) {
            case THUD_TANGENTS_DISPLACEMENT: part = f->xs[at + t->part]; break;
            case THUD_TANGENTS_VELOCITY: part = f->vs[at + t->part]; break;
            case THUD_TANGENTS_ACCELERATION: part = (k + 1) * f->vs[at + f->points + t->part]; break;
            case THUD_TANGENTS_FORCE: part = f->links[t->part].force[k]; break;
            case THUD_TANGENTS_DRIFT: part = f->links[t->part].deformation[k] / height_of(f, t->part); break;
            }
            w->value[k] += t->factor * part;
        }
    }
}

void thud_tangents_watch_raise_by(const thud_tangents *f, size_t watch) {
    thud_tangents_watch *w = &f->watches[watch];
    for (size_t j = 0; j < f->m; j++)
        for (int k = 0; k < f->order; k++) {
            const size_t here = j * W + (size_t)k, at = here * f->points;
            w->by[here] = 0;
            for (size_t i = 0; i < w->count; i++) {
                const thud_tangents_term *t = &w->terms[i];
                double part = 0;
                switch (t->kind) {
                case THUD_TANGENTS_DISPLACEMENT: part = f->xs_by[at + t->part]; break;
                case THUD_TANGENTS_VELOCITY: part = f->vs_by[at + t->part]; break;
                case THUD_TANGENTS_ACCELERATION: part = (k + 1) * f->vs_by[at + f->points + t->part]; break;
                case THUD_TANGENTS_FORCE: part = f->links[t->part].force_by[here]; break;
                case THUD_TANGENTS_DRIFT: {
                    const double height = height_of(f, t->part),
                                 height_by = thud_tangents_link_by(f, j, t->part)[THUD_OF_HEIGHT];
                    const thud_tangents_link *l = &f->links[t->part];
                    part = (l->deformation_by[here] - l->deformation[k] * height_by / height) / height;
                    break;
                }
                }
                w->by[here] += t->factor * part;
            }
        }
}
