/*
 * Links that yield or slacken along straight branches, and results of links.
 *
 * A link is in the matrices with its spring k. On a branch k_b d + F₀ it pulls T = (k_b − k) d + F₀ beside that.
 * Where a branch ends on a line that is fixed, that of yielding or of slack, the line has derivatives by the
 * parameters alone; a branch that begins where the rate turns goes on from the force that there is. The force is
 * continuous in every case.
 */
#include <math.h>

#include "derivative/tangents.h"

enum { W = THUD_TANGENTS_WIDTH };

static double between(const thud_tangents_link *l, const double *values) {
    return (l->right == SIZE_MAX ? 0 : values[l->right]) - (l->left == SIZE_MAX ? 0 : values[l->left]);
}

static const double *numbers_of(const thud_tangents *f, size_t link) {
    return f->numbers + f->layout->link + link * THUD_LINK_NUMBERS;
}

static const thud_hysteresis *hysteresis_of(const thud_tangents *f, size_t link) {
    return &f->sim->model->links[link].given.hysteresis;
}

void thud_tangents_link_take(thud_tangents *f, const thud_simulation *sim, size_t link) {
    const thud_spring *given = &sim->structure.springs[link];
    thud_tangents_link *l = &f->links[link];
    l->left = given->left < 0 ? SIZE_MAX : (size_t)given->left;
    l->right = given->right < 0 ? SIZE_MAX : (size_t)given->right;
    l->bends = hysteresis_of(f, link)->model != THUD_HYSTERESIS_NONE;
    l->spring = numbers_of(f, link)[THUD_OF_LINK_STIFFNESS];
    l->drag = numbers_of(f, link)[THUD_OF_LINK_DAMPING];
}

/* ---- branches ---- */

static void take_branch(thud_tangents *f, const thud_simulation *sim, size_t link) {
    thud_tangents_link *l = &f->links[link];
    l->branch = l->spring;
    l->offset = l->direction = 0;
    if (!l->bends) return;
    const thud_link_branch *b = &sim->links.list[link].branch;
    l->branch = b->stiffness;
    l->offset = b->offset;
    l->direction = b->direction;
}

/* the derivatives of a line that is where its parameters say: of yielding, of a cable that is taut or slack */
static void take_line(thud_tangents *f, size_t link) {
    thud_tangents_link *l = &f->links[link];
    const thud_hysteresis *h = hysteresis_of(f, link);
    for (size_t j = 0; j < f->m; j++) {
        const double *by = thud_tangents_link_by(f, j, link);
        const double k_by = by[THUD_OF_LINK_STIFFNESS], hardening_by = by[THUD_OF_HARDENING];
        if (!l->bends) {
            l->branch_by[j] = k_by;
            l->offset_by[j] = 0;
        } else if (h->model == THUD_HYSTERESIS_BILINEAR) {
            l->branch_by[j] = h->hardening * k_by + hardening_by * l->spring;
            l->offset_by[j] = l->direction * ((1 - h->hardening) * by[THUD_OF_YIELD] - hardening_by * h->yield);
        } else { /* ∓k slack */
            const double side = h->model == THUD_HYSTERESIS_TENSION_ONLY ? -1 : 1;
            l->branch_by[j] = l->branch != 0 ? k_by : 0;
            l->offset_by[j] = l->branch != 0 ? side * (k_by * h->slack + l->spring * by[THUD_OF_SLACK]) : 0;
        }
    }
}

/* the way of a branch that yields: its end less its start, at the moving instant */
static void add_way(const thud_tangents *f, thud_tangents_link *l, double sign) {
    l->way += sign * l->direction * l->deformation[0];
    for (size_t j = 0; j < f->m; j++)
        l->way_by[j] += sign * l->direction * (l->deformation_by[j * W] + l->rate[0] * f->event_by[j]);
}

void thud_tangents_links_begin(thud_tangents *f, const thud_simulation *sim) {
    for (size_t i = 0; i < f->link_count; i++) {
        thud_tangents_link *l = &f->links[i];
        take_branch(f, sim, i);
        take_line(f, i);
        if (!l->bends || hysteresis_of(f, i)->model != THUD_HYSTERESIS_BILINEAR) continue;
        for (size_t j = 0; j < f->m; j++) {
            l->branch_by[j] = thud_tangents_link_by(f, j, i)[THUD_OF_LINK_STIFFNESS];
            l->offset_by[j] = 0;
        }
        if (l->offset != 0 || l->direction != 0)
            thud_tangents_lose(f, "link '%s' has yielded at the start", thud_model_link_name(sim->model, i));
    }
}

void thud_tangents_link_event(thud_tangents *f, const thud_simulation *sim, const thud_event *event) {
    const size_t link = event->contact;
    thud_tangents_link *l = &f->links[link];
    const double d = l->deformation[0], rate = l->rate[0], before = l->branch;
    const bool at_once = event->at == 0 && f->event_time == f->time, turns = event->kind == THUD_EVENT_LINK_TURNS;
    double *rate_by = f->instants, *line_by = f->instants + f->m;
    for (size_t j = 0; j < f->m; j++) {
        /* that of the force at a fixed time, along the branch that ends */
        line_by[j] = before * l->deformation_by[j * W] + l->branch_by[j] * d + l->offset_by[j];
        rate_by[j] = l->rate_by[j * W];
    }
    const double rise = l->rate[1];
    if (!at_once)
        for (size_t j = 0; j < f->m; j++) f->event_by[j] = turns ? -rate_by[j] / rise : 0;
    const bool yields = hysteresis_of(f, link)->model == THUD_HYSTERESIS_BILINEAR;
    if (yields && turns) add_way(f, l, 1);
    take_branch(f, sim, link);
    if (turns) {
        for (size_t j = 0; j < f->m; j++) {
            const double k_by = thud_tangents_link_by(f, j, link)[THUD_OF_LINK_STIFFNESS];
            const double moved = rate * f->event_by[j];
            const double d_by = l->deformation_by[j * W] + moved, force_by = line_by[j] + before * moved;
            l->branch_by[j] = k_by;
            l->offset_by[j] = force_by - l->branch * d_by - k_by * d;
        }
    } else {
        take_line(f, link);
        for (size_t j = 0; j < f->m && !at_once; j++) {
            const double next_by = l->branch * l->deformation_by[j * W] + l->branch_by[j] * d + l->offset_by[j];
            f->event_by[j] = -(line_by[j] - next_by) / ((before - l->branch) * rate);
        }
    }
    if (yields && !turns) add_way(f, l, -1);
    f->event_contact = SIZE_MAX;
    f->event_time = f->time;
}

/* ---- series ---- */

void thud_tangents_links_raise(const thud_tangents *f, int k, double *force) {
    const size_t at = (size_t)k * f->points;
    for (size_t i = 0; i < f->link_count; i++) {
        thud_tangents_link *l = &f->links[i];
        l->deformation[k] = between(l, f->xs + at);
        l->rate[k] = between(l, f->vs + at);
        l->pull[k] = l->bends ? (l->branch - l->spring) * l->deformation[k] + (k == 0 ? l->offset : 0) : 0;
        l->force[k] = l->spring * l->deformation[k] + l->drag * l->rate[k] + l->pull[k];
        if (!l->bends) continue;
        if (l->left != SIZE_MAX) force[l->left] += l->pull[k];
        if (l->right != SIZE_MAX) force[l->right] -= l->pull[k];
    }
}

void thud_tangents_links_raise_by(const thud_tangents *f, size_t j, int k, double *force) {
    const size_t at = (j * W + (size_t)k) * f->points, here = j * W + (size_t)k;
    for (size_t i = 0; i < f->link_count; i++) {
        thud_tangents_link *l = &f->links[i];
        const double *by = thud_tangents_link_by(f, j, i);
        const double d = l->deformation_by[here] = between(l, f->xs_by + at);
        const double rate = l->rate_by[here] = between(l, f->vs_by + at);
        double pull = 0;
        if (l->bends)
            pull = (l->branch - l->spring) * d +
                   (l->branch_by[j] - by[THUD_OF_LINK_STIFFNESS]) * l->deformation[k] +
                   (k == 0 ? l->offset_by[j] : 0);
        l->pull_by[here] = pull;
        l->force_by[here] = l->spring * d + by[THUD_OF_LINK_STIFFNESS] * l->deformation[k] + l->drag * rate +
                            by[THUD_OF_LINK_DAMPING] * l->rate[k] + pull;
        if (!l->bends) continue;
        if (l->left != SIZE_MAX) force[l->left] += pull;
        if (l->right != SIZE_MAX) force[l->right] -= pull;
    }
}

/* ∫ T ḋ dt */
void thud_tangents_links_sum(thud_tangents *f, double h) {
    for (size_t i = 0; i < f->link_count; i++) {
        thud_tangents_link *l = &f->links[i];
        for (size_t j = 0; j < f->m && l->bends; j++) {
            const double *pull_by = l->pull_by + j * W, *rate_by = l->rate_by + j * W;
            double sum = 0;
            for (int k = f->order - 1; k >= 0; k--) {
                double c = 0;
                for (int p = 0; p <= k; p++) c += pull_by[p] * l->rate[k - p] + l->pull[p] * rate_by[k - p];
                sum = sum * h + c / (k + 1);
            }
            l->work_by[j] += sum * h;
        }
    }
}

/* what it stores beside ½ k d²: of bilinear ones ½ k (1 − α)(z² − d²), z the elastic part; of cables F²/2k − ½ k d²
 */
void thud_tangents_links_end(thud_tangents *f) {
    for (size_t i = 0; i < f->link_count; i++) {
        thud_tangents_link *l = &f->links[i];
        const thud_hysteresis *h = hysteresis_of(f, i);
        const double k = l->spring, d = l->deformation[0], soft = 1 - h->hardening;
        if (l->bends && h->model == THUD_HYSTERESIS_BILINEAR) add_way(f, l, 1);
        for (size_t j = 0; j < f->m && l->bends; j++) {
            const double *by = thud_tangents_link_by(f, j, i);
            const double k_by = by[THUD_OF_LINK_STIFFNESS], a_by = by[THUD_OF_HARDENING],
                         d_by = l->deformation_by[j * W] + l->rate[0] * f->event_by[j];
            double stored = 0;
            if (h->model == THUD_HYSTERESIS_BILINEAR) {
                const double yield = h->yield / k;
                const double z = l->direction != 0 ? l->direction * yield : d + l->offset / (soft * k);
                const double z_by = l->direction != 0
                                        ? l->direction * (by[THUD_OF_YIELD] - yield * k_by) / k
                                        : d_by + l->offset_by[j] / (soft * k) -
                                              l->offset * (soft * k_by - a_by * k) / (soft * k * soft * k);
                l->residual_by[j] = soft * (d_by - z_by) - a_by * (d - z);
                stored = 0.5 * (soft * k_by - a_by * k) * (z * z - d * d) + soft * k * (z * z_by - d * d_by);
            } else {
                const double force = l->branch * d + l->offset,
                             force_by = l->branch * d_by + l->branch_by[j] * d + l->offset_by[j];
                if (l->branch != 0) stored = force * force_by / k - force * force * k_by / (2 * k * k);
                stored -= k * d * d_by + 0.5 * k_by * d * d;
            }
            l->stored_by[j] = stored;
            l->loss_by[j] = l->work_by[j] - stored;
        }
    }
}
