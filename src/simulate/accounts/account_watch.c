/*
 * Signals that are watched: sums of displacements, velocities, accelerations and forces of links, each a power
 * series in every step, so that their peaks are found where those of bodies are.
 */
#include <math.h>
#include <stdlib.h>

#include "link/hysteresis.h"
#include "model/eigen.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

size_t thud_watch_terms(const thud_model *model) {
    size_t count = 0;
    for (size_t i = 0; i < model->watch_count; i++)
        count += model->watches[i].given.kind == THUD_WATCH_BASE_SHEAR ? 2 * (model->link_count + model->body_count)
                                                                       : 4 + model->watches[i].row.count;
    return count;
}

/* the ground does not move in these coordinates, and is no term */
static void add_term(thud_watches *w, thud_watched *signal, thud_term_kind of, thud_body body, double factor) {
    if (body < 0 || factor == 0) return;
    w->terms[signal->first + signal->count++] = (thud_watch_term){of, body, factor};
}

/* k d + c ḋ, d = x_right − x_left, or what a link that is not linear has for it; the weight that leans on it is no
 * force of the link */
static void add_force(const thud_simulation *sim, thud_watches *w, thud_watched *signal, size_t number,
                      double sign) {
    const thud_spring *spring = &sim->structure.springs[number];
    const double stiffness = sim->model->links[number].given.stiffness;
    if (!thud_link_is_linear(&sim->model->links[number].given)) {
        add_term(w, signal, THUD_TERM_LINK, (int)number, sign);
        return;
    }
    add_term(w, signal, THUD_TERM_DISPLACEMENT, spring->right, sign * stiffness);
    add_term(w, signal, THUD_TERM_DISPLACEMENT, spring->left, -sign * stiffness);
    add_term(w, signal, THUD_TERM_VELOCITY, spring->right, sign * spring->damping);
    add_term(w, signal, THUD_TERM_VELOCITY, spring->left, -sign * spring->damping);
}

static void add_drift(const thud_simulation *sim, thud_watches *w, thud_watched *signal, size_t number) {
    const thud_model_link *link = &sim->model->links[number];
    const thud_spring *spring = &sim->structure.springs[number];
    add_term(w, signal, THUD_TERM_DISPLACEMENT, spring->right, 1 / link->given.height);
    add_term(w, signal, THUD_TERM_DISPLACEMENT, spring->left, -1 / link->given.height);
}

/* ιᵀ(K x + C ẋ) of structures given by matrices, but for modal damping and a M */
static void add_base_of_matrices(const thud_simulation *sim, thud_watches *w, thud_watched *signal,
                                 const size_t *group, thud_body body) {
    const thud_model *model = sim->model;
    for (size_t k = 0; k < model->matrices_count; k++) {
        const thud_model_matrices *m = &model->matrices[k];
        for (size_t j = 0; j < m->count; j++) {
            double stiffness = 0, damping = 0;
            if (group[m->first + j] != group[body]) continue;
            for (size_t i = 0; i < m->count; i++) {
                stiffness += m->influence[i] * m->stiffness[i * m->count + j];
                if (m->damping) damping += m->influence[i] * m->damping[i * m->count + j];
            }
            if (model->damping == THUD_STRUCTURE_DAMPING_MODAL) damping = 0;
            if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH) damping = model->rayleigh_stiffness * stiffness;
            add_term(w, signal, THUD_TERM_DISPLACEMENT, (thud_body)(m->first + j), stiffness);
            add_term(w, signal, THUD_TERM_VELOCITY, (thud_body)(m->first + j), damping);
        }
    }
}

static void add_base(const thud_simulation *sim, thud_watches *w, thud_watched *signal, const size_t *group,
                     thud_body body) {
    for (size_t i = 0; i < sim->model->link_count; i++) {
        const thud_model_link *link = &sim->model->links[i];
        if ((link->left < 0) == (link->right < 0)) continue;
        const thud_body of = link->left < 0 ? link->right : link->left;
        if (group[of] == group[body]) add_force(sim, w, signal, i, link->left < 0 ? 1 : -1);
    }
    add_base_of_matrices(sim, w, signal, group, body);
}

bool thud_watch_prepare(thud_simulation *sim) {
    thud_watches *w = &sim->accounts.watches;
    if (w->count == 0) return true;
    size_t *group = malloc((sim->structure.n + 1) * sizeof *group), used = 0;
    if (!group) return false;
    thud_eigen_groups(sim->model, group);
    for (size_t i = 0; i < w->count; i++) {
        const thud_watch *given = &sim->model->watches[i].given;
        thud_watched *signal = &w->list[i];
        *signal = (thud_watched){.first = used, .of_ground = given->kind == THUD_WATCH_GROUND};
        if (given->kind == THUD_WATCH_LINK_FORCE) add_force(sim, w, signal, given->link, 1);
        else if (given->kind == THUD_WATCH_DRIFT) add_drift(sim, w, signal, given->link);
        else if (given->kind == THUD_WATCH_BASE_SHEAR) add_base(sim, w, signal, group, given->right.number);
        else if (given->kind != THUD_WATCH_GROUND) {
            const thud_term_kind of = given->kind == THUD_WATCH_DISPLACEMENT ? THUD_TERM_DISPLACEMENT
                                      : given->kind == THUD_WATCH_VELOCITY   ? THUD_TERM_VELOCITY
                                                                             : THUD_TERM_ACCELERATION;
            const thud_row *row = &sim->model->watches[i].row;
            for (size_t k = 0; k < row->count; k++)
                add_term(w, signal, of, thud_supports_body(&sim->supports, row->terms[k].body),
                         -row->terms[k].factor);
            if (!row->terms) add_term(w, signal, of, thud_supports_body(&sim->supports, given->right.number), 1);
            if (!row->terms) add_term(w, signal, of, thud_supports_body(&sim->supports, given->left.number), -1);
        }
        used += signal->count;
    }
    free(group);
    return true;
}

void thud_watch_reset(thud_watches *w) {
    for (size_t i = 0; i < w->count; i++)
        w->results[i] = (thud_watch_summary){.highest = -INFINITY, .lowest = INFINITY};
}

static void add_link(const thud_simulation *sim, const thud_watch_term *t, double *c) {
    double deformation[WIDTH], force[WIDTH];
    thud_link_expand(sim, &sim->links.list[t->part], deformation, force);
    for (int k = 0; k <= sim->motion.series.order; k++) c[k] += t->factor * force[k];
}

/* all terms but those of links */
static void gather_bodies(const thud_simulation *sim, const thud_watched *signal, double *c) {
    const thud_series *s = &sim->motion.series;
    const double *const series[] = {s->x, s->v, s->a};
    for (int k = 0; k <= s->order; k++) c[k] = signal->of_ground ? s->ground[k] : 0;
    for (size_t i = 0; i < signal->count; i++) {
        const thud_watch_term *t = &sim->accounts.watches.terms[signal->first + i];
        if (t->of == THUD_TERM_LINK) continue;
        thud_series_show_body(sim, (size_t)t->part);
        for (int k = 0; k <= s->order; k++) c[k] += t->factor * thud_coefficient(sim, series[t->of], t->part, k);
    }
}

static void gather(const thud_simulation *sim, const thud_watched *signal, double *c) {
    gather_bodies(sim, signal, c);
    for (size_t i = 0; i < signal->count; i++) {
        const thud_watch_term *t = &sim->accounts.watches.terms[signal->first + i];
        if (t->of == THUD_TERM_LINK) add_link(sim, t, c);
    }
}

void thud_watch_account(thud_simulation *sim, double sigma, const double *power) {
    const int order = sim->motion.series.order;
    double c[WIDTH];
    for (size_t i = 0; i < sim->accounts.watches.count; i++) {
        thud_watch_summary *result = &sim->accounts.watches.results[i];
        gather(sim, &sim->accounts.watches.list[i], c);
        result->final = thud_series_value(c, order, sigma);
        thud_peak_raise_maximum(&result->highest, c, order, power);
        for (int k = 0; k <= order; k++) c[k] = -c[k];
        double below = -result->lowest;
        thud_peak_raise_maximum(&below, c, order, power);
        result->lowest = -below;
        result->max = thud_larger(fabs(result->highest), fabs(result->lowest));
    }
}

const double *thud_watch_sample(thud_simulation *sim, double sigma) {
    double c[WIDTH];
    for (size_t i = 0; i < sim->accounts.watches.count; i++) {
        const thud_watched *signal = &sim->accounts.watches.list[i];
        gather_bodies(sim, signal, c);
        double value = thud_series_value(c, sim->motion.series.order, sigma);
        for (size_t j = 0; j < signal->count; j++) {
            const thud_watch_term *t = &sim->accounts.watches.terms[signal->first + j];
            if (t->of == THUD_TERM_LINK) value += t->factor * sim->accounts.sample_link_force[t->part];
        }
        sim->accounts.watches.sample[i] = value;
    }
    return sim->accounts.watches.sample;
}
