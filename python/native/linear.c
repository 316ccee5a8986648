#include "linear.h"

#include <string.h>

/* Σ_j a_ij x_j */
static double row(const double *matrix, size_t n, size_t i, const double *x) {
    double sum = 0;
    for (size_t j = 0; j < n; j++) sum += matrix[i * n + j] * x[j];
    return sum;
}

/* xᵀ A x; 0 without a matrix */
static double product(const double *matrix, size_t n, const double *x) {
    double sum = 0;
    for (size_t i = 0; matrix && i < n; i++) sum += x[i] * row(matrix, n, i, x);
    return sum;
}

static void mass(void *context, const double *q, double *matrix) {
    const thud_py_linear *l = context;
    if (l->mass) memcpy(matrix, l->mass, l->dof * l->dof * sizeof *matrix);
    else l->given.mass(l->of_mass, q, matrix);
}

static void loads(const thud_py_linear *l, double time, const double *q, const double *rate, double *out) {
    if (l->given.forces) l->given.forces(l->of_forces, time, q, rate, out);
    else memset(out, 0, l->dof * sizeof *out);
}

static void forces(void *context, double time, const double *q, const double *rate, double *out) {
    const thud_py_linear *l = context;
    loads(l, time, q, rate, out);
    for (size_t i = 0; i < l->dof; i++) {
        if (l->stiffness) out[i] -= row(l->stiffness, l->dof, i, q);
        if (l->damping) out[i] -= row(l->damping, l->dof, i, rate);
    }
}

static double penetration(void *context, size_t contact, const double *q, double *gradient) {
    const thud_py_linear *l = context;
    if (!l->direction) return l->given.penetration(l->of_penetration, contact, q, gradient);
    memcpy(gradient, l->direction + contact * l->dof, l->dof * sizeof *gradient);
    return row(l->direction, l->dof, contact, q) - l->gap[contact];
}

static double energy(void *context, double time, const double *q, const double *rate) {
    const thud_py_linear *l = context;
    if (l->given.energy) return l->given.energy(l->of_energy, time, q, rate);
    return 0.5 * (product(l->mass, l->dof, rate) + product(l->stiffness, l->dof, q));
}

static double damping_power(void *context, double time, const double *q, const double *rate) {
    const thud_py_linear *l = context;
    if (l->given.damping_power) return l->given.damping_power(l->of_damping_power, time, q, rate);
    return product(l->damping, l->dof, rate);
}

static double power(void *context, double time, const double *q, const double *rate) {
    const thud_py_linear *l = context;
    if (l->given.power) return l->given.power(l->of_power, time, q, rate);
    double sum = -damping_power(context, time, q, rate);
    if (!l->given.forces) return sum;
    loads(l, time, q, rate, l->work);
    for (size_t i = 0; i < l->dof; i++) sum += l->work[i] * rate[i];
    return sum;
}

static bool touch(void *context, size_t contact, const double *q) {
    const thud_py_linear *l = context;
    return l->given.touch(l->of_touch, contact, q);
}

static double next_break(void *context, double time) {
    const thud_py_linear *l = context;
    return l->given.next_break(l->of_next_break, time);
}

static void switches(void *context, double time, const double *q, const double *rate, double *values) {
    const thud_py_linear *l = context;
    l->given.switches(l->of_switches, time, q, rate, values);
}

static void commit(void *context, size_t index, double time, const double *q, const double *rate) {
    const thud_py_linear *l = context;
    l->given.commit(l->of_commit, index, time, q, rate);
}

void thud_py_linear_system(thud_py_linear *l, thud_system *system) {
    const bool balanced = l->given.energy || (l->mass && l->stiffness);
    *system = (thud_system){
        .context = l,
        .dof = l->dof,
        .contact_count = l->given.contact_count,
        .contacts = l->given.contacts,
        .mass = mass,
        .forces = forces,
        .penetration = l->direction || l->given.penetration ? penetration : NULL,
        .touch = l->given.touch ? touch : NULL,
        .next_break = l->given.next_break ? next_break : NULL,
        .switch_count = l->given.switch_count,
        .switches = l->given.switches ? switches : NULL,
        .commit = l->given.commit ? commit : NULL,
        .energy = balanced ? energy : NULL,
    };
    const bool own = l->given.energy != NULL; /* a balance of the user's is the user's throughout */
    if (own ? l->given.power != NULL : balanced) system->power = power;
    if (own ? l->given.damping_power != NULL : balanced) system->damping_power = damping_power;
}
