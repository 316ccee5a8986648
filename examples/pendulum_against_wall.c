/*
 * A system of your own: a double pendulum whose lower end strikes a wall.
 *
 * Two equal point masses on massless rods, angles from the downward vertical. The wall stands where the lower mass
 * hangs at rest, 5 cm to its right. All that thud asks for is the mass matrix, the forces, the gap with its
 * gradient and, for the energy balance, the energy.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/thud.h>

static const double m = 0.5, l = 0.4, g = 9.81, wall = 0.05; /* kg, m, m/s², m */

static void mass(void *context, const double *q, double *matrix) {
    (void)context;
    double coupled = m * l * l * cos(q[0] - q[1]);
    matrix[0] = 2 * m * l * l;
    matrix[1] = matrix[2] = coupled;
    matrix[3] = m * l * l;
}

static void forces(void *context, double time, const double *q, const double *rate, double *f) {
    (void)context, (void)time;
    double turn = m * l * l * sin(q[0] - q[1]);
    f[0] = -turn * rate[1] * rate[1] - 2 * m * g * l * sin(q[0]);
    f[1] = turn * rate[0] * rate[0] - m * g * l * sin(q[1]);
}

static double penetration(void *context, size_t contact, const double *q, double *gradient) {
    (void)context, (void)contact;
    gradient[0] = l * cos(q[0]);
    gradient[1] = l * cos(q[1]);
    return l * sin(q[0]) + l * sin(q[1]) - wall;
}

static double energy(void *context, double time, const double *q, const double *rate) {
    (void)context, (void)time;
    double moving = 2 * rate[0] * rate[0] + rate[1] * rate[1] + 2 * rate[0] * rate[1] * cos(q[0] - q[1]);
    double lifted = 2 * (1 - cos(q[0])) + (1 - cos(q[1]));
    return m * l * l * moving / 2 + m * g * l * lifted;
}

static bool print_impact(void *context, const thud_impact_entry *hit) {
    (void)context;
    printf("%7.4f s  %6.3f m/s  e = %.4f  %7.1f N  %6.3f ms  %8.5f J\n", hit->time, hit->approach_speed,
           hit->restitution, hit->max_force, 1e3 * hit->duration, hit->energy_lost);
    return true;
}

int main(void) {
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("hunt-crossley"));
    contact.restitution = 0.8;
    contact.stiffness = 2e7;
    contact.damping = THUD_DAMPING_EXACT;

    const thud_system system = {
        .dof = 2,
        .contact_count = 1,
        .contacts = &contact,
        .mass = mass,
        .forces = forces,
        .penetration = penetration,
        .energy = energy,
    };
    thud_system_options options = thud_system_options_default();
    options.duration = 3;
    const thud_observer observer = {.impact = print_impact};
    double q[2] = {-0.6, -0.9}, rate[2] = {0, 0};
    thud_body_summary angles[2];
    thud_contact_summary knocks;
    thud_summary summary;
    thud_status status = thud_system_run(&system, &options, q, rate, angles, &knocks, &observer, &summary);
    if (status != THUD_OK) {
        fprintf(stderr, "%s: %s\n", thud_status_text(status), summary.error.text);
        return EXIT_FAILURE;
    }
    printf("%zu impacts took %.4f of %.4f J; the residual of the energy balance is %.0e\n", summary.impacts,
           summary.energy.impact, summary.energy.input, fabs(summary.energy.residual));

    /* nothing but impacts takes energy here, and it comes from the start alone */
    bool closes = fabs(summary.energy.residual) < 1e-10 && summary.impacts > 0 && knocks.max_force > 0;
    return closes ? EXIT_SUCCESS : EXIT_FAILURE;
}
