/*
 * Energy and impulses on CVODE's way. Powers and forces are summed over each of its steps by Gauss's rule of five
 * points, from CVODE's own interpolation: over a step of a radian of anything that moves, twice that of its power,
 * the rule leaves out 4e-13 of it.
 */
#include <math.h>

#include "model/model.h"
#include "numeric/golden_section.h"
#include "verify/run.h"

enum { POINTS = 5 };
static const double places[POINTS] = {0.046910077030668004, 0.23076534494715845, 0.5, 0.76923465505284155,
                                      0.953089922969332},
                    weights[POINTS] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                       0.23931433524968324, 0.11846344252809454};

/* N: all that is between the ends of a link, with the weight that leans on it */
static double force_between(const thud_verify_link *l) {
    double lean = thud_model_link_stiffness(l->source) - l->stiffness;
    return thud_verify_link_whole(l) + lean * l->deformation;
}

/* W that supports put in by a force along a contact or a link: what they are pushed with, against which they move
 */
static double power_of_supports(const thud_verify_model *v, const thud_verify_contact *pair, double force,
                                const double *rate) {
    double power = 0;
    for (size_t i = v->shown; i < v->n; i++)
        if (thud_verify_touches(pair, i)) power += thud_verify_slope(pair, i) * force * rate[i];
    return power;
}

static double power_of_all_supports(thud_verify_model *v, const double *rate) {
    double power = 0;
    if (v->shown == v->n) return 0;
    for (size_t i = 0; i < v->link_count; i++)
        power += power_of_supports(v, &v->pairs[i], force_between(&v->links[i]), rate);
    for (size_t i = 0; i < v->contact_count; i++)
        power += power_of_supports(v, &v->contacts[i], v->contacts[i].force, rate);
    return power;
}

/* ẋᵀC ẋ, which takes supports for fixed: c (ẋ − ẋ_s)² in place of c ẋ² */
static double linear_dissipation(const thud_verify_model *v, const double *rate) {
    size_t bodies = v->model->body_count;
    double power = 0;
    for (size_t i = 0; i < bodies; i++)
        for (size_t j = 0; j < bodies; j++) power += rate[i] * v->damping[i * bodies + j] * rate[j];
    for (size_t i = 0; i < v->link_count && v->shown < v->n; i++) {
        const thud_verify_link *l = &v->links[i];
        bool left = l->left >= v->shown && l->left < v->n, right = l->right >= v->shown && l->right < v->n;
        if (left == right) continue;
        double body = rate[left ? l->right : l->left];
        power += l->linear * (l->rate * l->rate - body * body);
    }
    return power;
}

/* forces at a state; accelerations are for reactions alone, and for what supports are pushed with */
static void find_forces(thud_verify_model *v, double t, const double *y) {
    if (v->shown < v->n || thud_verify_gather_held(v) > 0) {
        thud_verify_accelerate(v, t, y);
        return;
    }
    thud_verify_look(v, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        c->force = c->phase == THUD_VERIFY_CLOSED ? thud_verify_force(c) : 0;
    }
}

/* at one of the points: what it stands for is a time */
static void add_point(thud_verify_model *v, double t, const double *y, double time) {
    const double *rate = y + v->n;
    find_forces(v, t, y);
    double input = time * (thud_verify_load_power(v, t, y) + power_of_all_supports(v, rate));
    v->input += input;
    v->turnover += fabs(input);
    v->dissipated += time * linear_dissipation(v, rate);
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        v->dissipated += time * thud_verify_link_dashpot(l) * l->rate;
        l->work += time * thud_verify_link_law(l) * l->rate;
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        if (c->phase == THUD_VERIFY_OPEN) continue;
        c->impulse += time * c->force;
        c->pushed += time * fabs(c->force);
        if (c->phase == THUD_VERIFY_CLOSED) c->work += time * c->force * c->rate;
    }
}

static double plastic_at(double d, const void *context) {
    thud_verify_link l = *(const thud_verify_link *)context;
    l.deformation = d;
    return l.side * thud_verify_link_plastic(&l);
}

/* within a step plastic deformation goes one way, since CVODE stops where a link turns; but for a link whose
 * unloading degrades, which may have its largest one on the way out: sections of 0.618⁴⁰ find the height of that */
static double way_of(const thud_verify_link *l, double plastic) {
    if (l->source->given.hysteresis.model != THUD_HYSTERESIS_CLOUGH || l->mode != THUD_VERIFY_UPPER)
        return fabs(plastic - l->plastic);
    double at = thud_golden_section(plastic_at, l, fmin(l->began, l->deformation), fmax(l->began, l->deformation),
                                    40),
           top = l->side * plastic_at(at, l);
    return fabs(top - l->plastic) + fabs(plastic - top);
}

static void add_slides(thud_verify_model *v) {
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        double plastic = thud_verify_link_plastic(l);
        l->slid += way_of(l, plastic);
        l->plastic = plastic;
        l->began = l->deformation;
    }
}

bool thud_verify_totals_step(thud_verify_model *v, double from, double to, const double *y,
                             thud_verify_interpolation *at, void *context) {
    for (int i = 0; i < POINTS; i++) {
        double t = from + places[i] * (to - from);
        if (!at(context, t, v->state)) return false;
        add_point(v, t, v->state, weights[i] * (to - from));
    }
    thud_verify_look(v, y);
    add_slides(v);
    return true;
}

void thud_verify_totals_strike(thud_verify_model *v, thud_verify_contact *c, double impulse, double before,
                               double after, const double *y) {
    double input = power_of_supports(v, c, impulse, y + v->n);
    c->impulse += impulse;
    c->pushed += fabs(impulse);
    c->work += 0.5 * impulse * (before + after);
    v->input += input;
    v->turnover += fabs(input);
}

/* ---- at a state ---- */

static double energy_of_matrices(const thud_model_matrices *m, const double *x, const double *rate) {
    double energy = 0;
    for (size_t i = 0; i < m->count; i++)
        for (size_t j = 0; j < m->count; j++)
            energy += 0.5 * (x[i] * m->stiffness[i * m->count + j] * x[j] +
                             rate[i] * m->mass[i * m->count + j] * rate[j]);
    return energy;
}

static double energy_at(thud_verify_model *v, const double *y) {
    const thud_model *model = v->model;
    thud_verify_look(v, y);
    double energy = thud_verify_swing_energy(v, y);
    for (size_t i = 0; i < model->body_count; i++)
        if (!thud_model_matrices_of(model, (thud_body)i)) energy += 0.5 * v->mass[i] * y[v->n + i] * y[v->n + i];
    for (size_t k = 0; k < model->matrices_count; k++)
        energy += energy_of_matrices(&model->matrices[k], y + model->matrices[k].first,
                                     y + v->n + model->matrices[k].first);
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        double lean = thud_model_link_stiffness(l->source) - l->stiffness;
        energy += thud_verify_link_stored(l) + 0.5 * lean * l->deformation * l->deformation;
    }
    for (size_t i = 0; i < v->contact_count; i++)
        if (v->contacts[i].phase == THUD_VERIFY_CLOSED) energy += thud_verify_potential(&v->contacts[i]);
    return energy;
}

/* ---- a run ---- */

void thud_verify_totals_start(thud_verify_model *v, const double *y) {
    v->dissipated = 0;
    thud_verify_look(v, y);
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        l->work = l->slid = l->mechanism = 0;
        l->adrift = false;
        l->stored = thud_verify_link_stored(l);
        l->plastic = thud_verify_link_plastic(l);
        l->began = l->deformation;
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        c->impulse = c->pushed = c->work = 0;
        c->branch = THUD_VERIFY_WHOLE;
        c->stored = c->impulsive ? 0 : thud_verify_potential(c);
    }
    v->input = v->turnover = energy_at(v, y);
    for (size_t i = 0; i < v->contact_count; i++) {
        v->input += v->contacts[i].stored;
        v->turnover += v->contacts[i].stored;
    }
}

void thud_verify_totals_end(thud_verify_model *v, const double *y) {
    v->stored = energy_at(v, y);
    thud_verify_end_mechanism(v);
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        const bool closed = c->phase == THUD_VERIFY_CLOSED;
        c->lost = c->work + c->stored - (closed ? thud_verify_potential(c) : 0);
        /* of its depth, what the force would not give back along the line of unloading */
        if (closed && c->given.indentation == THUD_INDENTATION_PERMANENT)
            c->dent += fmax(c->depth - thud_verify_force(c) / c->element.unloading_stiffness, 0);
    }
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        bool hysteretic = l->source->given.hysteresis.model != THUD_HYSTERESIS_NONE;
        l->lost = hysteretic ? l->work - (thud_verify_link_stored(l) - l->stored) : 0;
    }
}
