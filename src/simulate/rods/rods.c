/*
 * Uniform rods that hang from pivots, and the structure of the same model: M(q) q̈ = f. With θ from the downward
 * vertical, positive towards +x, x the displacement of the pivot relative to the ground and a_g the acceleration of
 * that,
 *
 *     (m L²/3) θ̈ + (m L/2) cos θ (ẍ + a_g) = −m g (L/2) sin θ,
 *     force on the body that it hangs on: −m (ẍ + a_g) − (m L/2) (cos θ θ̈ − sin θ θ̇²);
 *
 * and M ẍ + C ẋ + K x = −M ι a_g + loads of the structure. In models with rods gravity acts downwards and on rods
 * alone, in others along the axis.
 */
#include "simulate/rods/rods.h"

#include <math.h>
#include <string.h>

#include "model/signal.h"

size_t thud_rod_pivot(const thud_rods *r, size_t rod) {
    const thud_body on = r->model->rods[rod].on;
    return on < 0 ? r->dof : (size_t)on;
}

static double inertia_of(const thud_rod *rod) { return rod->mass * rod->length * rod->length / 3; }

/* kg·m, of the middle of a rod, level: what couples its angle with the pivot */
static double lever_of(const thud_rod *rod, double angle) { return rod->mass * rod->length / 2 * cos(angle); }

void thud_rods_mass(void *context, const double *q, double *matrix) {
    const thud_rods *r = context;
    const size_t n = r->dof, bodies = r->bodies;
    memset(matrix, 0, n * n * sizeof *matrix);
    for (size_t i = 0; i < bodies; i++) memcpy(matrix + i * n, r->mass + i * bodies, bodies * sizeof *matrix);
    for (size_t i = 0; i < r->model->rod_count; i++) {
        const thud_rod *rod = &r->model->rods[i].given;
        const size_t own = bodies + i, pivot = thud_rod_pivot(r, i);
        matrix[own * n + own] = inertia_of(rod);
        if (pivot == n) continue;
        matrix[pivot * n + pivot] += rod->mass;
        matrix[own * n + pivot] = matrix[pivot * n + own] = lever_of(rod, q[own]);
    }
}

/* how far the pivot of a rod goes with the ground */
static double influence_of(const thud_rods *r, size_t rod) {
    const size_t pivot = thud_rod_pivot(r, rod);
    return pivot == r->dof ? 1 : r->influence[pivot];
}

static double times(const double *matrix, size_t row, size_t count, const double *values) {
    double sum = 0;
    for (size_t j = 0; j < count; j++) sum += matrix[row * count + j] * values[j];
    return sum;
}

double thud_rods_load(const thud_signal *signal, double time) {
    const thud_motion *m = signal->kind == THUD_SIGNAL_SAMPLES ? signal->samples : NULL;
    return m && time >= thud_motion_time(m, m->count - 1) ? 0 : thud_signal_value(signal, time);
}

/* forces of the ground, of `forces`, and of gravity where there are no rods, added */
static void add_loads(const thud_rods *r, double time, const double *q, double *forces) {
    const thud_model *model = r->model;
    for (size_t i = 0; i < model->force_count; i++)
        forces[model->forces[i].body] += thud_rods_load(&model->forces[i].signal, time);
    for (size_t i = 0; i < r->bodies && model->rod_count == 0; i++) forces[i] += r->load[i] * model->gravity;
    if (model->ground.kind == THUD_SIGNAL_NONE) return;
    const double ground = thud_rods_load(&model->ground, time);
    for (size_t i = 0; i < r->bodies; i++) forces[i] -= r->load[i] * ground;
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        const size_t own = r->bodies + i, pivot = thud_rod_pivot(r, i);
        const double share = influence_of(r, i) * ground;
        forces[own] -= lever_of(rod, q[own]) * share;
        if (pivot < r->dof) forces[pivot] -= rod->mass * share;
    }
}

void thud_rods_forces(void *context, double time, const double *q, const double *rate, double *forces) {
    const thud_rods *r = context;
    const size_t bodies = r->bodies;
    for (size_t i = 0; i < bodies; i++)
        forces[i] = -times(r->stiffness, i, bodies, q) - times(r->damping, i, bodies, rate);
    for (size_t i = 0; i < r->model->rod_count; i++) {
        const thud_rod *rod = &r->model->rods[i].given;
        const size_t own = bodies + i, pivot = thud_rod_pivot(r, i);
        forces[own] = -rod->mass * r->model->gravity * rod->length / 2 * sin(q[own]);
        if (pivot < r->dof) forces[pivot] += rod->mass * rod->length / 2 * sin(q[own]) * rate[own] * rate[own];
    }
    thud_rods_pull_links(r, q, forces);
    add_loads(r, time, q, forces);
}

/* with what links have lost: the run keeps no account of that */
double thud_rods_energy(void *context, double time, const double *q, const double *rate) {
    const thud_rods *r = context;
    const size_t bodies = r->bodies;
    double sum = 0;
    (void)time;
    for (size_t i = 0; i < bodies; i++)
        sum += (rate[i] * times(r->mass, i, bodies, rate) + q[i] * times(r->stiffness, i, bodies, q)) / 2;
    for (size_t i = 0; i < r->model->rod_count; i++) {
        const thud_rod *rod = &r->model->rods[i].given;
        const size_t own = bodies + i, pivot = thud_rod_pivot(r, i);
        double lift = sin(q[own] / 2); /* 1 − cos θ = 2 sin²(θ/2), from the lowest place */
        sum +=
            inertia_of(rod) * rate[own] * rate[own] / 2 + rod->mass * r->model->gravity * rod->length * lift * lift;
        if (pivot < r->dof) sum += rate[pivot] * (rod->mass * rate[pivot] / 2 + lever_of(rod, q[own]) * rate[own]);
    }
    return r->sim->links.acting_count > 0 ? sum + thud_rods_energy_of_links(r, q) : sum;
}

double thud_rods_damping_power(void *context, double time, const double *q, const double *rate) {
    const thud_rods *r = context;
    double sum = 0;
    (void)time, (void)q;
    for (size_t i = 0; i < r->bodies; i++) sum += rate[i] * times(r->damping, i, r->bodies, rate);
    return sum;
}

double thud_rods_power(void *context, double time, const double *q, const double *rate) {
    const thud_rods *r = context;
    double *forces = r->scratch, sum = 0;
    memset(forces, 0, r->dof * sizeof *forces);
    add_loads(r, time, q, forces);
    for (size_t i = 0; i < r->dof; i++) sum += rate[i] * forces[i];
    return sum - thud_rods_damping_power(context, time, q, rate);
}

/* ---- instants at which loads are not smooth ---- */

double thud_rods_next_break(void *context, double time) {
    const thud_model *model = ((const thud_rods *)context)->model;
    double next = thud_signal_next_break(&model->ground, 0, time);
    for (size_t i = 0; i < model->force_count; i++)
        next = fmin(next, thud_signal_next_break(&model->forces[i].signal, 0, time));
    return next;
}
