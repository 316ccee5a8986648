/*
 * Sliders of sliders.h with bodies on springs beside them, and the same in other coordinates: x = T y, where the
 * sliders keep theirs and the others have sums of all. What friction holds is between coordinates of a structure
 * with a full mass matrix TᵀMT then, as a program that condenses the inside of a structure gives it.
 */
#ifndef THUD_TESTS_SLIDERS_RESTATED_H
#define THUD_TESTS_SLIDERS_RESTATED_H

#include <math.h>

#include "simulate/links/sliders.h"

enum { RESTATED_INSIDE = 2, RESTATED_MOST = 4 + RESTATED_INSIDE };

typedef struct inside {
    int sliders, bodies;
    double mass[RESTATED_MOST], x[RESTATED_MOST], v[RESTATED_MOST];
    double to[RESTATED_MOST][RESTATED_MOST]; /* T */
    struct {
        thud_body a, b;
        double stiffness, damping;
    } spring[3 * RESTATED_INSIDE];
    int springs;
    thud_gap_contact stop; /* of the last body, against the ground */
} inside;

static inline inside inside_roll(unsigned seed, const thud_model *m, bool rigid) {
    dice d = dice_of(seed + 5000);
    inside in = {.sliders = (int)m->body_count, .bodies = (int)m->body_count + RESTATED_INSIDE};
    for (int i = 0; i < in.bodies; i++) {
        const bool slides = i < in.sliders;
        in.mass[i] = slides ? m->bodies[i].mass : roll(&d, 0.5, 3);
        in.x[i] = slides ? m->bodies[i].displacement : 0;
        in.v[i] = slides ? m->bodies[i].velocity : roll(&d, -0.3, 0.3);
        for (int j = 0; j < in.bodies; j++) {
            if (slides) in.to[i][j] = i == j;
            else in.to[i][j] = i == j ? roll(&d, 0.7, 1.5) : roll(&d, -0.4, 0.6);
        }
    }
    in.to[in.bodies - 2][in.bodies - 1] = 0; /* a triangle: T⁻¹ by hand */
    for (int i = in.sliders; i < in.bodies; i++)
        for (int k = 0; k < 3; k++) {
            in.spring[in.springs].a = i;
            in.spring[in.springs].b = k == 2 ? THUD_BODY_GROUND : choose(&d, i);
            in.spring[in.springs].stiffness = roll(&d, 20, 300);
            in.spring[in.springs++].damping = roll(&d, 0.1, 1);
        }
    in.stop = scene_contact(rigid ? "newton" : "kelvin-voigt", roll(&d, 0.004, 0.03), 0.6, rigid ? 0 : 1e4);
    return in;
}

/* as bodies and links */
static inline void inside_add_bodies(scene *s, const inside *in) {
    for (int i = in->sliders; i < in->bodies; i++) scene_body(s, in->mass[i], in->x[i], in->v[i]);
    for (int k = 0; k < in->springs; k++)
        scene_spring(s, in->spring[k].b, in->spring[k].a, in->spring[k].stiffness, in->spring[k].damping);
    scene_touch(s, in->bodies - 1, THUD_BODY_GROUND, in->stop);
}

/* T⁻¹ of x: the sliders first, then the others, each from those before it */
static inline void inside_solve(const inside *in, const double *x, double *y) {
    for (int i = 0; i < in->bodies; i++) {
        y[i] = x[i];
        for (int j = 0; j < i && i >= in->sliders; j++) y[i] -= in->to[i][j] * y[j];
        y[i] /= in->to[i][i];
    }
}

/* Tᵀ g gᵀ T of a row g with `value`, added */
static inline void inside_add(const inside *in, thud_body a, thud_body b, double value, double *matrix) {
    double row[RESTATED_MOST];
    for (int j = 0; j < in->bodies; j++) row[j] = (a < 0 ? 0 : in->to[a][j]) - (b < 0 ? 0 : in->to[b][j]);
    for (int i = 0; i < in->bodies; i++)
        for (int j = 0; j < in->bodies; j++) matrix[i * in->bodies + j] += value * row[i] * row[j];
}

static inline void inside_add_matrices(scene *s, const inside *in) {
    double m[RESTATED_MOST * RESTATED_MOST] = {0}, k[RESTATED_MOST * RESTATED_MOST] = {0},
                             c[RESTATED_MOST * RESTATED_MOST] = {0};
    double ones[RESTATED_MOST], influence[RESTATED_MOST], x[RESTATED_MOST], v[RESTATED_MOST];
    for (int i = 0; i < in->bodies; i++) {
        ones[i] = 1;
        inside_add(in, i, THUD_BODY_GROUND, in->mass[i], m);
    }
    for (int i = 0; i < in->springs; i++) {
        inside_add(in, in->spring[i].a, in->spring[i].b, in->spring[i].stiffness, k);
        inside_add(in, in->spring[i].a, in->spring[i].b, in->spring[i].damping, c);
    }
    inside_solve(in, ones, influence);
    inside_solve(in, in->x, x);
    inside_solve(in, in->v, v);
    thud_model_add_matrices(
        s->model,
        &(thud_matrices){
            .count = (size_t)in->bodies, .mass = m, .stiffness = k, .damping = c, .influence = influence});
    for (int i = 0; i < in->bodies; i++) thud_model_set_start(s->model, (thud_body_id){i}, x[i], v[i]);
}

/* the coordinate x of a body inside, as a point */
static inline thud_body_id inside_place(scene *s, const inside *in, int body) {
    thud_body_id bodies[RESTATED_MOST];
    for (int i = 0; i < in->bodies; i++) bodies[i] = (thud_body_id){i};
    return thud_model_add_point(s->model, (size_t)in->bodies, bodies, in->to[body]);
}

/* the model of a scene that is not built, in coordinates y */
static inline scene *sliders_restate(const scene *old, const inside *in) {
    const thud_model *m = old->model;
    scene *s = scene_open(m->run.duration);
    for (size_t i = 0; i < m->support_count; i++)
        thud_model_add_support(s->model, m->supports[i].name, &m->supports[i].given);
    inside_add_matrices(s, in);
    for (size_t i = 0; i < m->link_count; i++)
        scene_link(s, m->links[i].left, m->links[i].right, &m->links[i].given);
    for (size_t i = 0; i < m->contact_count; i++)
        scene_touch(s, m->contacts[i].left, m->contacts[i].right, m->contacts[i].given);
    thud_model_add_contact(s->model, NULL, inside_place(s, in, in->bodies - 1), THUD_GROUND, &in->stop);
    thud_model_set_ground(s->model, &m->ground);
    for (size_t i = 0; i < m->force_count; i++) scene_force(s, m->forces[i].body, &m->forces[i].signal);
    return s;
}

#endif
