/*
 * Accelerations of a system with contacts, M q̈ = f − Σ g F, and of one with contacts that stick: then
 * gᵀq̈ + ġᵀq̇ = 0 for each of them, and their reactions λ follow from (gᵀM⁻¹g) λ = gᵀM⁻¹f + ġᵀq̇.
 */
#include <math.h>
#include <string.h>

#include "numeric/matrix/cholesky.h"
#include "system/run.h"

static double dot(const double *a, const double *b, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

static bool fail(thud_system_run_state *run, const char *cause) {
    run->failed = true;
    run->cause = cause;
    return false;
}

bool thud_system_all_finite(thud_system_run_state *run, const double *values, size_t count, const char *cause) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) return fail(run, cause);
    return true;
}

bool thud_system_is_known(thud_system_run_state *run, const thud_system_contact *contact) {
    return thud_system_all_finite(run, (const double[]){contact->depth, contact->rate}, 2,
                                  "a penetration or its gradient is not a number");
}

double thud_system_size(const thud_system_run_state *run, const thud_system_contact *contact) {
    double sum = 0;
    for (size_t j = 0; j < run->dof; j++) sum += fabs(contact->gradient[j]) * run->bodies[j].max_displacement;
    return sum;
}

static void look_at_contact(thud_system_run_state *run, size_t i, const double *y) {
    thud_system_contact *contact = &run->contacts[i];
    contact->depth = run->system->penetration(run->system->context, i, y, contact->gradient) - contact->dent;
    contact->rate = dot(contact->gradient, y + run->dof, run->dof);
}

void thud_system_look_at(thud_system_run_state *run, const double *y) {
    for (size_t i = 0; i < run->contact_count; i++) look_at_contact(run, i, y);
}

bool thud_system_factor_mass(thud_system_run_state *run, const double *q) {
    run->system->mass(run->system->context, q, run->mass);
    if (thud_cholesky_factor(run->mass, run->dof)) return true;
    return fail(run, "the mass matrix is not positive definite");
}

void thud_system_respond(thud_system_run_state *run, size_t count) {
    size_t n = run->dof;
    for (size_t j = 0; j < count; j++) {
        double *response = run->response + j * n;
        memcpy(response, run->contacts[run->chosen[j]].gradient, n * sizeof *response);
        thud_cholesky_back(run->mass, n, response);
        for (size_t i = 0; i <= j; i++) {
            double w = dot(run->contacts[run->chosen[i]].gradient, response, n);
            run->delassus[i * count + j] = run->delassus[j * count + i] = w;
        }
    }
}

double thud_system_coupling(thud_system_run_state *run, size_t index, size_t other) {
    memcpy(run->nudged, run->contacts[other].gradient, run->dof * sizeof *run->nudged);
    thud_cholesky_back(run->mass, run->dof, run->nudged);
    return dot(run->contacts[index].gradient, run->nudged, run->dof);
}

/*
 * ġᵀq̇ = d²δ/ds² along q + s q̇, from gradients at three pairs of points (order 6). They are apart by parts of the
 * time step: what the step resolves they resolve, and their rounding times the step is that of q̇.
 */
double thud_system_bend(thud_system_run_state *run, size_t i, const double *y) {
    static const double weight[3] = {1.5, -0.3, 1.0 / 30};
    size_t n = run->dof;
    double unit = run->h / 64, sum = 0;
    const double *rate = y + n;
    for (int side = -1; side <= 1; side += 2) {
        for (int k = 1; k <= 3; k++) {
            for (size_t j = 0; j < n; j++) run->nudged[j] = y[j] + side * k * unit * rate[j];
            double *gradient = run->nudged + n;
            run->system->penetration(run->system->context, i, run->nudged, gradient);
            sum += side * weight[k - 1] / 2 * dot(gradient, rate, n);
        }
    }
    return sum / unit;
}

void thud_system_push(const thud_system_run_state *run, size_t count, const double *push, double *values) {
    for (size_t j = 0; j < count; j++)
        for (size_t k = 0; k < run->dof; k++) values[k] -= run->response[j * run->dof + k] * push[j];
}

/* chooses the contacts that stick; mass and gradients are known */
static size_t choose_sticking(thud_system_run_state *run) {
    size_t count = 0;
    for (size_t i = 0; i < run->contact_count; i++)
        if (run->contacts[i].phase == THUD_PHASE_STICKING) run->chosen[count++] = i;
    thud_system_respond(run, count);
    return count;
}

/* takes the reactions of the contacts that stick out of the accelerations */
static void hold(thud_system_run_state *run, const double *y, double *acceleration, double *slope) {
    const size_t count = choose_sticking(run);
    for (size_t j = 0; j < count; j++)
        run->drive[j] = dot(run->contacts[run->chosen[j]].gradient, acceleration, run->dof) +
                        thud_system_bend(run, run->chosen[j], y);
    thud_cholesky_solve_part(run->delassus, count, run->drive);
    for (size_t j = 0; j < count; j++)
        run->contacts[run->chosen[j]].force = slope[thud_system_impulse_at(run, run->chosen[j])] = run->drive[j];
    thud_system_push(run, count, run->drive, acceleration);
}

double thud_system_near_side(const thud_system_run_state *run, double t) {
    return t >= run->stop && t > run->t ? nextafter(run->stop, -INFINITY) : t;
}

bool thud_system_slope(void *context, double t, const double *y, double *slope) {
    thud_system_run_state *run = context;
    const thud_system *system = run->system;
    size_t n = run->dof, work = thud_system_work_at(run);
    const double *rate = y + n;
    double *force = slope + n;
    t = thud_system_near_side(run, t);

    memset(slope, 0, run->method.count * sizeof *slope);
    memcpy(slope, rate, n * sizeof *slope);
    system->forces(system->context, t, y, rate, force);
    if (!thud_system_all_finite(run, force, n, "the forces are not numbers")) return false;
    if (!thud_system_factor_mass(run, y)) return false;
    for (size_t i = 0; i < run->contact_count; i++) {
        thud_system_contact *contact = &run->contacts[i];
        contact->force = 0;
        if (!thud_system_has_force(contact)) continue;
        look_at_contact(run, i, y);
        if (!thud_system_is_known(run, contact)) return false;
        if (contact->phase == THUD_PHASE_STICKING) continue;
        contact->force = thud_system_force(contact, contact->depth, contact->rate);
        for (size_t j = 0; j < n; j++) force[j] -= contact->gradient[j] * contact->force;
        slope[thud_system_impulse_at(run, i)] = contact->force;
        slope[thud_system_impulse_at(run, i) + 1] = contact->force * contact->rate;
    }
    thud_cholesky_back(run->mass, n, force);
    if (run->sticking > 0) hold(run, y, force, slope);
    if (system->power) {
        double power = system->power(system->context, t, y, rate);
        if (!thud_system_all_finite(run, &power, 1, "the power is not a number")) return false;
        slope[work] = power;
        double taken = system->damping_power ? system->damping_power(system->context, t, y, rate) : 0;
        slope[work + 1] = system->damping_power ? power + taken : fmax(power, 0);
    }
    return thud_system_all_finite(run, slope, run->method.count, "an acceleration is not a number");
}

bool thud_system_project(thud_system_run_state *run) {
    /* positions first; the gradients change with them */
    for (int part = 0; part < 2 && run->sticking > 0; part++) {
        thud_system_look_at(run, run->y);
        if (!thud_system_factor_mass(run, run->y)) return false;
        const size_t count = choose_sticking(run);
        for (size_t j = 0; j < count; j++) {
            const thud_system_contact *contact = &run->contacts[run->chosen[j]];
            run->drive[j] = part == 0 ? contact->depth : contact->rate;
        }
        thud_cholesky_solve_part(run->delassus, count, run->drive);
        thud_system_push(run, count, run->drive, part == 0 ? run->y : run->y + run->dof);
    }
    return true;
}
