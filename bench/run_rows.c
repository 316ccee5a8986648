/*
 * Rows of 10 to 1000 buildings of one storey, 20 mm apart, in one ground motion. thud is timed without a history at
 * a tolerance of 1e-9. Contacts are Gonthier's, with the restitution 0.6; and, beside SUNDIALS, springs and
 * dashpots: of laws that are calibrated for the speed of an impact the rival knows no impacts that press each
 * other. CVODE (Adams' methods) is given the loosest tolerance, of whole decades, at which it is no further than
 * 1e-6 from thud at 1e-12; or its tightest one. Errors are of displacements and velocities at the points of the
 * record, relative to the peak of each.
 */
#include "run_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/thud.h>

#include "rival_run.h"
#include "timing.h"

static const double TOLERANCE = 1e-9, FINE = 1e-12, TARGET = 1e-6;
enum { LOOSEST = 6, TIGHTEST = 11 }; /* decades of CVODE's tolerance */

typedef struct row {
    run_case which;
    double *reference, *trace, *to; /* [points × 2 bodies]; where the next sample goes */
    double scale[RUN_STATES];
    thud_simulation *simulation;
} row;

static size_t width_of(const row *r) { return 2 * (size_t)r->which.bodies; }

static bool keep(void *context, const thud_sample *sample) {
    row *r = context;
    const size_t bodies = (size_t)r->which.bodies;
    if (sample->time <= 0) return true;
    memcpy(r->to, sample->displacement, bodies * sizeof(double));
    memcpy(r->to + bodies, sample->velocity, bodies * sizeof(double));
    r->to += 2 * bodies;
    return true;
}

static double error_of(const row *r) {
    double worst = 0;
    const size_t width = width_of(r);
    for (size_t i = 0; i < (size_t)r->which.points * width; i++)
        worst = fmax(worst, fabs(r->trace[i] - r->reference[i]) / r->scale[i % width]);
    return worst;
}

/* the states at the points, and the largest of each */
static bool trace(row *r, double tolerance, double *to) {
    thud_simulation *simulation = NULL;
    thud_model *model = run_case_model(&r->which, tolerance, true);
    thud_observer observer = {.context = r, .sample = keep};
    r->to = to;
    const bool good = model && thud_simulation_create(model, &simulation) == THUD_OK &&
                      thud_simulation_run(simulation, &observer) == THUD_OK;
    thud_simulation_free(simulation);
    thud_model_free(model);
    return good;
}

static void find_scales(row *r) {
    const size_t width = width_of(r);
    memset(r->scale, 0, sizeof r->scale);
    for (size_t i = 0; i < (size_t)r->which.points * width; i++)
        r->scale[i % width] = fmax(r->scale[i % width], fabs(r->reference[i]));
}

static double work(void *context) {
    row *r = context;
    return thud_simulation_run(r->simulation, NULL) == THUD_OK
               ? thud_simulation_summary(r->simulation)->bodies[0].max_displacement
               : NAN;
}

/* seconds; the error in *error, NAN where it gives up */
static double time_rival(row *r, double tolerance, double *error) {
    rival_run *solver = rival_run_create(&r->which, RIVAL_RUN_ADAMS);
    rival_run_counts counts;
    *error = NAN;
    if (!solver) return NAN;
    rival_run_restart(solver, true);
    const double begin = timing_now();
    const bool good = rival_run_solve(solver, tolerance, r->scale, r->trace, &counts);
    const double seconds = timing_now() - begin;
    if (good) *error = error_of(r);
    rival_run_free(solver);
    return seconds;
}

/* what the row before took; all zero before the first */
typedef struct before {
    double buildings, seconds, impacts;
    int decade; /* of CVODE's tolerance */
} before;

/* growth exponent of the time at the same impacts per building */
static double growth(const before *b, double buildings, double seconds, double impacts) {
    const double share = impacts / buildings / (b->impacts / b->buildings);
    return log(seconds / b->seconds / share) / log(buildings / b->buildings);
}

/* from the tolerance that the row before needed on */
static void beat(row *r, double own, double seconds, int *decade) {
    double error, rival = time_rival(r, pow(10, -*decade), &error);
    while (!(error <= TARGET) && *decade < TIGHTEST) rival = time_rival(r, pow(10, -++*decade), &error);
    printf("%.0e  %10.1f ms  %.0e  %.0e  %7.1f\n", own, 1e3 * rival, error, pow(10, -*decade), rival / seconds);
}

static bool measure(row *r, bool with_rival, before *b) {
    const double buildings = r->which.bodies;
    thud_model *model = run_case_model(&r->which, TOLERANCE, false);
    bool good = model && thud_simulation_create(model, &r->simulation) == THUD_OK && trace(r, FINE, r->reference);
    if (good) {
        find_scales(r);
        good = trace(r, TOLERANCE, r->trace);
    }
    if (good) {
        const double own = error_of(r), seconds = timing_per_call(work, r, 1);
        const thud_summary *s = thud_simulation_summary(r->simulation);
        const double impacts = (double)s->impacts;
        printf("  %5.0f  %7zu  %7zu  %9.2f ms  %6.1f us  ", buildings, s->impacts, s->solver.steps, 1e3 * seconds,
               1e6 * seconds / buildings);
        if (b->buildings > 0) printf("%5.2f  ", growth(b, buildings, seconds, impacts));
        else printf("%5s  ", "");
        fflush(stdout);
        int decade = b->decade > 0 ? b->decade : LOOSEST;
        if (with_rival) beat(r, own, seconds, &decade);
        else printf("%.0e\n", own);
        fflush(stdout);
        *b = (before){buildings, seconds, impacts, decade};
    }
    thud_simulation_free(r->simulation);
    r->simulation = NULL;
    thud_model_free(model);
    return good;
}

static bool measure_row(int buildings, bool hertz, before *b) {
    row *r = calloc(1, sizeof *r);
    bool good = r && run_case_row(&r->which, buildings, hertz);
    if (good) {
        const size_t size = (size_t)r->which.points * width_of(r) * sizeof(double);
        r->reference = malloc(size);
        r->trace = malloc(size);
        good = r->reference && r->trace && measure(r, !hertz, b);
    }
    if (r) {
        run_case_free(&r->which);
        free(r->reference);
        free(r->trace);
    }
    free(r);
    return good;
}

bool run_rows(void) {
    static const int lengths[] = {10, 20, 50, 200, RUN_BODIES};
    bool good = true;
    for (int hertz = 1; hertz >= 0; hertz--) {
        before b = {0};
        printf("rows of buildings, %s, 20 s: growth is that of the time with n, at the same impacts per building\n",
               hertz ? "gonthier" : "springs and dashpots");
        printf("      n  impacts    steps         thud  a building  growth  error%s\n",
               hertz ? "" : "     SUNDIALS  error   tol.    ratio");
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths && good; i++)
            good = measure_row(lengths[i], hertz, &b);
    }
    return good;
}
