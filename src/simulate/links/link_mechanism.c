/*
 * Mechanisms. A link gives way where its force does not grow with its deformation: it yields without hardening, or
 * leans on its weight by more than is left of its stiffness. Where all links that hold a part of the structure give
 * way together, nothing pulls it back, and it goes where it was going.
 *
 * Every elastic–plastic structure does so for a moment whenever it yields. What counts is how far it gets in one
 * go: plastic deformation between the instant from which nothing else held it and the one at which something did.
 */
#include <math.h>

#include "simulate/links/link_ends.h"
#include "simulate/links/links.h"
#include "simulate/state.h"

/* N/m: what the force gains with the deformation; of smooth models as far as they have yielded at last */
static double tangent_of(const thud_body_link *l) {
    const thud_hysteresis *h = &l->given->hysteresis;
    bool loads = l->model->has_inner && l->branch.side == l->branch.direction;
    double own = l->model->has_inner || l->branch.curved ? (loads ? h->hardening : 1) * l->given->stiffness
                                                         : l->branch.stiffness;
    return own + l->lean;
}

static bool gives_way(const thud_body_link *l) { return !(l->branch.holds > 0) && !(tangent_of(l) > 0); }

static double plastic_of(const thud_simulation *sim, const thud_body_link *l) {
    return l->model->plastic(l->given, &l->branch, thud_link_deformation(sim, l), l->inner);
}

static size_t first_of(const thud_links *links, size_t body) {
    while ((size_t)links->held[body] != body) body = (size_t)links->held[body];
    return body;
}

/* the ground comes after the bodies, and a support holds as it does */
static size_t place_of(const thud_simulation *sim, thud_body body) {
    return body < 0 || thud_supports_have(&sim->supports, body) ? sim->structure.n : (size_t)body;
}

static void join(thud_links *links, size_t one, size_t other) {
    size_t a = first_of(links, one), b = first_of(links, other);
    links->held[a < b ? b : a] = (thud_body)(a < b ? a : b);
}

/* those that a matrix has a stiffness between; and the ground, where moving all along with it would take a force */
static void join_matrices(thud_simulation *sim, const thud_model_matrices *m) {
    for (size_t i = 0; i < m->count; i++) {
        double sum = 0, size = 0;
        for (size_t j = 0; j < m->count; j++) {
            double term = m->stiffness[i * m->count + j] * m->influence[j];
            sum += term;
            size += fabs(term);
            if (m->stiffness[i * m->count + j] != 0) join(&sim->links, m->first + i, m->first + j);
        }
        if (fabs(sum) > 1e-9 * size) join(&sim->links, m->first + i, sim->structure.n);
    }
}

/* which bodies are held together by links that do not give way, and by matrices */
static void find_held(thud_simulation *sim) {
    thud_links *links = &sim->links;
    for (size_t i = 0; i <= sim->structure.n; i++) links->held[i] = (thud_body)i;
    for (size_t i = 0; i < sim->model->matrices_count; i++) join_matrices(sim, &sim->model->matrices[i]);
    for (size_t i = 0; i < links->count; i++)
        if (!gives_way(&links->list[i]))
            join(links, place_of(sim, links->list[i].left), place_of(sim, links->list[i].right));
}

static void leave(thud_simulation *sim, size_t number) {
    thud_body_link *l = &sim->links.list[number];
    double *most = &sim->links.results[number].mechanism;
    *most = fmax(*most, fabs(plastic_of(sim, l) - l->adrift_at));
    l->adrift = false;
}

void thud_mechanism_follow(thud_simulation *sim) {
    thud_links *links = &sim->links;
    bool any = false;
    for (size_t i = 0; i < links->acting_count && !any; i++) {
        const thud_body_link *l = &links->list[links->acting[i]];
        any = l->adrift || gives_way(l);
    }
    if (!any) return;
    find_held(sim);
    for (size_t i = 0; i < links->acting_count; i++) {
        size_t number = links->acting[i];
        thud_body_link *l = &links->list[number];
        bool adrift = thud_link_yield_deformation(l->given) > 0 && gives_way(l) &&
                      first_of(links, place_of(sim, l->left)) != first_of(links, place_of(sim, l->right));
        if (l->adrift && !adrift) leave(sim, number);
        if (!l->adrift && adrift) l->adrift_at = plastic_of(sim, l);
        l->adrift = adrift;
    }
}

void thud_mechanism_start(thud_simulation *sim) {
    for (size_t i = 0; i < sim->links.count; i++) sim->links.list[i].adrift = false;
    thud_mechanism_follow(sim);
}

void thud_mechanism_end(thud_simulation *sim) {
    for (size_t i = 0; i < sim->links.count; i++)
        if (sim->links.list[i].adrift) leave(sim, i);
}
