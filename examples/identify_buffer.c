/*
 * From a drop test to a contact: a ball falls on a rubber buffer, its force is recorded with noise and an offset,
 * and the law, its stiffness and its damping are found again. The record is made here with the law of Kelvin and
 * Voigt, so that it is known what should come out.
 *
 * Ends with status 1 if the law that was used is not among the best, or if k or c are off by more than three
 * standard errors.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/thud.h>

enum { CONTACT = 401, REST = 200, SAMPLES = CONTACT + 2 * REST };

/* noise that is the same everywhere: twelve uniform numbers make a good normal one */
static double noise(unsigned long *state) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *state = (*state * 1103515245 + 12345) & 0x7fffffff;
        sum += (double)*state / 0x80000000;
    }
    return sum;
}

/* the force of one impact, with rest before and after it */
static bool record_impact(const thud_impact_options *o, double *time, double *force) {
    thud_impact_state states[CONTACT];
    if (thud_impact_sample(o, CONTACT, states) != THUD_OK) return false;
    double step = states[1].time;
    unsigned long random = 2009;
    for (int i = 0; i < SAMPLES; i++) {
        bool touching = i > REST && i < REST + CONTACT;
        time[i] = step * (i + 0.37); /* the gauge does not know when the ball comes */
        force[i] = 1.5 + 0.3 * noise(&random) + (touching ? states[i - REST].force : 0);
    }
    return true;
}

static bool is_near(const char *name, thud_estimate found, double truth) {
    printf("  %s = %.4g ± %.2g, made with %.4g\n", name, found.value, found.error, truth);
    return fabs(found.value - truth) <= 3 * found.error;
}

int main(void) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("kelvin-voigt"));
    thud_impact hit;
    double time[SAMPLES], force[SAMPLES];
    o.restitution = 0.53;
    o.stiffness = 65.3e3;
    o.mass = thud_effective_mass(1.35, 0.11);
    o.speed = 0.6;
    if (thud_impact_solve(&o, &hit) != THUD_OK || !record_impact(&o, time, force)) return EXIT_FAILURE;

    thud_force_record *record;
    thud_error message;
    if (thud_force_record_create(time, force, SAMPLES, &record, &message) != THUD_OK) {
        fprintf(stderr, "%s\n", message.text);
        return EXIT_FAILURE;
    }
    printf("%zu impact, peak %.1f N, noise %.2f N\n", record->impact_count, record->impacts[0].peak, record->noise);

    static thud_ranking ranking;
    thud_force_options options = thud_force_options_default(NULL, o.mass);
    thud_status status = thud_identify_rank(record, 0, &options, &ranking, NULL);
    thud_force_record_free(record);
    if (status != THUD_OK) return EXIT_FAILURE;
    for (size_t i = 0; i < 3; i++) printf("%8.1f  %s\n", ranking.rows[i].difference, ranking.rows[i].names);

    const thud_force_fit *best = &ranking.rows[0].fit;
    bool good = strstr(ranking.rows[0].names, "kelvin-voigt") != NULL;
    good = is_near("k", best->stiffness, o.stiffness) && good;
    good = is_near("c", best->damping, hit.damping) && good;
    good = is_near("v", best->speed, o.speed) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
