/*
 * A fit of a thousand samples: thud beside what an expert would write, GSL's least squares on a model that CVODE
 * solves, with GSL's own difference quotients. Both begin with what the record shows without a law, impulse, peak
 * and duration, and must end at the same parameters. Nothing here is a test: times and ratios are printed, never
 * judged.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_multifit_nlinear.h>

#include <thud/thud.h>

#include "numeric/random.h"
#include "rival_force.h"
#include "timing.h"

enum { SAMPLES = 1000, RECORDS = 4, PARAMETERS = 5 };

/* k, c, v, t₀, offset */
typedef struct parameters {
    double x[PARAMETERS];
} parameters;

typedef struct task {
    double time[SAMPLES];
    double force[RECORDS][SAMPLES];
    thud_impact_options truth;
    parameters found[RECORDS];
    bool fitted; /* n as well */
    rival_force *solver;
    double tolerance;
    double start[RECORDS][PARAMETERS]; /* of the rival; not timed */
} task;

/* a steel ball of half a kilogram, a third of the record before and after the contact; noise of the peak */
static bool make_records(task *t, const char *law, double noise) {
    static thud_impact_state states[SAMPLES * 16];
    thud_impact_options *o = &t->truth;
    thud_impact hit;
    *o = thud_impact_options_default(thud_law_find(law));
    o->restitution = 0.6;
    o->stiffness = 2e6;
    o->mass = 0.5;
    o->speed = 0.8;
    o->damping = THUD_DAMPING_EXACT;
    if (thud_impact_solve(o, &hit) != THUD_OK || thud_impact_sample(o, SAMPLES * 16, states) != THUD_OK)
        return false;
    thud_random random = thud_random_seed(1);
    double step = 1.7 * hit.contact_time / SAMPLES, fine = hit.contact_time / (SAMPLES * 16 - 1);
    for (int i = 0; i < SAMPLES; i++) {
        t->time[i] = step * i;
        double since = t->time[i] - 0.35 * hit.contact_time;
        size_t at = since > 0 ? (size_t)(since / fine) : 0;
        double force = since > 0 && at < SAMPLES * 16 ? states[at].force : 0;
        for (int k = 0; k < RECORDS; k++)
            t->force[k][i] = 2 + force + noise * hit.max_force * thud_random_normal(&random);
    }
    t->truth.damping_value = hit.damping;
    return true;
}

static double thud_work(void *context) {
    task *t = context;
    double sum = 0;
    for (int k = 0; k < RECORDS; k++) {
        thud_force_record *record;
        thud_force_fit fit;
        thud_force_options o = thud_force_options_default(t->truth.law, t->truth.mass);
        o.exponent = t->fitted ? NAN : t->truth.exponent;
        if (thud_force_record_create(t->time, t->force[k], SAMPLES, &record, NULL) != THUD_OK) return NAN;
        if (thud_identify_force(record, 0, &o, &fit, NULL) != THUD_OK) return NAN;
        thud_force_record_free(record);
        t->found[k] = (parameters){
            {fit.stiffness.value, fit.damping.value, fit.speed.value, fit.begin.value, fit.offset.value}};
        sum += fit.stiffness.value;
    }
    return sum;
}

/* ---- the rival ---- */

typedef struct rival_problem_of_fit {
    const task *task;
    const double *force;
} rival_problem_of_fit;

static int residuals(const gsl_vector *x, void *context, gsl_vector *f) {
    const rival_problem_of_fit *p = context;
    const task *t = p->task;
    rival_force_law law = {
        .n = t->truth.exponent,
        .p = thud_law_damper_exponent(t->truth.law, t->truth.exponent),
        .k = exp(gsl_vector_get(x, 0)),
        .c = exp(gsl_vector_get(x, 1)),
        .mass = t->truth.mass,
        .speed = gsl_vector_get(x, 2),
    };
    double begin = gsl_vector_get(x, 3) * 1e-3, offset = gsl_vector_get(x, 4);
    double forces[SAMPLES];
    if (!rival_force_sample(t->solver, &law, begin, t->time, SAMPLES, t->tolerance, forces)) return GSL_EFAILED;
    for (size_t i = 0; i < SAMPLES; i++) gsl_vector_set(f, i, offset + forces[i] - p->force[i]);
    return GSL_SUCCESS;
}

/* where the force is above a tenth of its peak there is contact; an impact of restitution 0.8 has this impulse, and
 * lasts so long */
static void find_start(const task *t, int k, double start[PARAMETERS]) {
    double peak = 0, impulse = 0, step = t->time[1], offset = t->force[k][0];
    int first = SAMPLES, last = 0;
    for (int i = 0; i < SAMPLES; i++) peak = fmax(peak, t->force[k][i] - offset);
    for (int i = 0; i < SAMPLES; i++) {
        if (t->force[k][i] - offset < peak / 10) continue;
        impulse += (t->force[k][i] - offset) * step;
        first = i < first ? i : first;
        last = i;
    }
    thud_contact_measurement m = thud_contact_measurement_default(t->truth.law);
    thud_contact_parameters p;
    m.restitution = 0.8;
    m.contact_time = (last - first) * step;
    m.mass = t->truth.mass;
    m.speed = impulse / (1.8 * m.mass);
    if (thud_identify_contact(&m, &p, NULL) != THUD_OK) return;
    start[0] = log(p.stiffness);
    start[1] = log(p.damping);
    start[2] = m.speed;
    start[3] = 1e3 * t->time[first];
    start[4] = offset;
}

static bool rival_fit(task *t, int k) {
    rival_problem_of_fit problem = {t, t->force[k]};
    gsl_multifit_nlinear_fdf fdf = {.f = residuals, .n = SAMPLES, .p = PARAMETERS, .params = &problem};
    gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_workspace *w =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, SAMPLES, PARAMETERS);
    gsl_vector_view x = gsl_vector_view_array(t->start[k], PARAMETERS);
    int info;
    bool good = w && gsl_multifit_nlinear_init(&x.vector, &fdf, w) == GSL_SUCCESS &&
                gsl_multifit_nlinear_driver(50, 1e-8, 1e-8, 0, NULL, NULL, &info, w) == GSL_SUCCESS;
    if (good) {
        const gsl_vector *end = gsl_multifit_nlinear_position(w);
        t->found[k] = (parameters){{exp(gsl_vector_get(end, 0)), exp(gsl_vector_get(end, 1)),
                                    gsl_vector_get(end, 2), 1e-3 * gsl_vector_get(end, 3), gsl_vector_get(end, 4)}};
    }
    if (w) gsl_multifit_nlinear_free(w);
    return good;
}

static double rival_work(void *context) {
    task *t = context;
    double sum = 0;
    for (int k = 0; k < RECORDS; k++) sum += rival_fit(t, k) ? t->found[k].x[0] : NAN;
    return sum;
}

/* largest relative difference of k, c and v */
static double difference(const parameters *a, const parameters *b) {
    double worst = 0;
    for (int k = 0; k < RECORDS; k++)
        for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(a[k].x[i] / b[k].x[i] - 1));
    return worst;
}

static bool measure(const char *law, double tolerance) {
    static task thuds, rivals;
    if (!make_records(&thuds, law, 0.01)) return false;
    rivals = thuds;
    rivals.solver = rival_force_create();
    rivals.tolerance = tolerance;
    if (!rivals.solver || isnan(thud_work(&thuds))) return false;
    for (int k = 0; k < RECORDS; k++) find_start(&rivals, k, rivals.start[k]);
    timing_task tasks[] = {{.work = thud_work, .context = &thuds, .calls = RECORDS},
                           {.work = rival_work, .context = &rivals, .calls = RECORDS}};
    timing_run(tasks, 2);
    printf("%-20s thud %7.2f ms   GSL on CVODE at %.0e %8.2f ms   ratio %5.1f   they differ by %.1e\n", law,
           1e3 * tasks[0].seconds, rivals.tolerance, 1e3 * tasks[1].seconds, tasks[1].seconds / tasks[0].seconds,
           difference(thuds.found, rivals.found));
    fflush(stdout);
    rival_force_free(rivals.solver);
    return true;
}

/* where the model is not straight: errors come from the posterior, and there is no rival */
static bool measure_alone(const char *law, double noise, bool fitted) {
    static task thuds;
    thuds.fitted = fitted;
    if (!make_records(&thuds, law, noise) || isnan(thud_work(&thuds))) return false;
    timing_task tasks[] = {{.work = thud_work, .context = &thuds, .calls = RECORDS}};
    timing_run(tasks, 1);
    printf("%-20s thud %7.2f ms   noise %g %%, n %s\n", law, 1e3 * tasks[0].seconds, 100 * noise,
           fitted ? "fitted" : "given");
    fflush(stdout);
    return true;
}

/* laws that begin smoothly, with a cusp and with a jump */
static bool measure_errors(void) {
    static const char *const laws[] = {"flores", "tsuji", "poursina-nikravesh"};
    printf("\nFits with errors from the posterior where they need it:\n\n");
    for (int i = 0; i < 12; i++)
        if (!measure_alone(laws[i / 4], i & 1 ? 0.05 : 0.01, i & 2)) return false;
    return true;
}

int main(void) {
    printf("A fit of k, c, v, begin and offset to %d samples, n given. Both find their start themselves. GSL's "
           "difference\n"
           "quotients have steps of 1.5e-8: below a tolerance of 1e-10 they are differences of errors.\n\n",
           SAMPLES);
    bool good = measure("flores", 1e-8) && measure("flores", 1e-10) && measure_errors();
    printf("\nchecksum %.17g\n", timing_checksum());
    if (!good) fprintf(stderr, "bench_identify: a fit failed\n");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
