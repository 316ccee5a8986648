/* A model solved twice, and the two compared sample by sample. */
#include <thud/verify.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "simulate/finite.h"
#include "simulate/rods.h"
#include "simulate/verify_run.h"

enum { SAMPLES = 2000 };

/* what thud's own run leaves: displacements at the samples */
typedef struct history {
    size_t n, count;
    double *displacement; /* [SAMPLES + 1][n] */
} history;

static bool keep(void *context, const thud_sample *sample) {
    history *h = context;
    if (sample->event || h->count > SAMPLES) return true;
    memcpy(h->displacement + h->count * h->n, sample->displacement, h->n * sizeof *h->displacement);
    h->count++;
    return true;
}

static void take(const thud_body_summary *bodies, size_t n, double *peaks, double *final) {
    for (size_t i = 0; i < n; i++) {
        peaks[i] = bodies[i].max_displacement;
        peaks[n + i] = bodies[i].max_velocity;
        final[i] = bodies[i].final_displacement;
    }
}

static thud_status run_rods(const thud_model *model, const thud_gap_contact *contacts,
                            const thud_observer *observer, double *peaks, double *final, size_t *impacts) {
    size_t n = model->rod_count;
    thud_body_summary *bodies = malloc(n * sizeof *bodies);
    thud_contact_summary *sums = malloc((model->contact_count + 1) * sizeof *sums);
    thud_summary summary;
    thud_status status = THUD_ERROR_MEMORY;
    if (bodies && sums) status = thud_rods_run(model, contacts, observer, bodies, sums, &summary);
    if (status == THUD_OK) {
        take(bodies, n, peaks, final);
        *impacts = summary.impacts;
    }
    free(bodies);
    free(sums);
    return status;
}

static thud_status run_bodies(const thud_model *model, const thud_gap_contact *contacts,
                              const thud_observer *observer, double *peaks, double *final, size_t *impacts) {
    thud_simulation *simulation = NULL;
    thud_status status = thud_simulation_create(model, &simulation);
    for (size_t i = 0; contacts && i < model->contact_count && status == THUD_OK; i++)
        status = thud_simulation_set_contact(simulation, i, &contacts[i]);
    if (status == THUD_OK) status = thud_simulation_run(simulation, observer);
    if (status == THUD_OK) {
        const thud_summary *summary = thud_simulation_summary(simulation);
        take(summary->bodies, summary->body_count, peaks, final);
        *impacts = summary->impacts;
    }
    thud_simulation_free(simulation);
    return status;
}

/* thud's run, sampled evenly; peaks, [2n], are those of displacements and velocities */
static thud_status run_thud(const thud_model *model, const thud_gap_contact *contacts, history *h, double *peaks,
                            size_t *impacts) {
    /* the same model but for its output: nothing of what it points to is touched */
    thud_model sampled = *model;
    sampled.output_interval = model->duration / SAMPLES;
    sampled.output_events = false;
    thud_observer observer = {.context = h, .sample = keep};
    double *final = h->displacement + SAMPLES * h->n;
    thud_status status = model->rod_count > 0 ? run_rods(&sampled, contacts, &observer, peaks, final, impacts)
                                              : run_bodies(&sampled, contacts, &observer, peaks, final, impacts);
    /* the last sample may be lost to rounding of its instant, and is the final state in any case */
    return status == THUD_OK && h->count < SAMPLES ? THUD_ERROR_ACCURACY : status;
}

static void compare(const thud_model *model, const double *mine, const double *other, size_t n, const double *peaks,
                    double *differences, thud_verification *verification) {
    verification->agreed_until = model->duration;
    bool agreed = true;
    for (size_t i = 0; i < n; i++) differences[i] = 0;
    for (size_t j = 0; j <= SAMPLES; j++) {
        for (size_t i = 0; i < n; i++) {
            double miss = fabs(mine[j * n + i] - other[j * n + i]),
                   difference = peaks[i] > 0 ? miss / peaks[i] : miss;
            differences[i] = fmax(differences[i], difference);
            if (!agreed || difference <= THUD_VERIFY_AGREEMENT) continue;
            agreed = false;
            verification->agreed_until = j > 0 ? model->duration * (double)(j - 1) / SAMPLES : 0;
        }
    }
    for (size_t i = 0; i < n; i++)
        verification->max_difference = fmax(verification->max_difference, differences[i]);
}

/* what CVODE makes is looked at as thud's own run is */
static thud_status check_finite(const thud_model *model, const double *other, size_t n,
                                thud_verification *verification) {
    thud_fault fault = {0};
    if (thud_finite_history(other, SAMPLES + 1, n, model->duration / SAMPLES, &fault)) return THUD_OK;
    thud_fault_say(&fault, model, verification->stop, sizeof verification->stop);
    return THUD_ERROR_FINITE;
}

thud_status thud_verify(const thud_model *model, const thud_gap_contact *contacts, double *differences,
                        thud_verification *verification) {
    if (!model || !verification || !model->built || model->solver != THUD_SOLVER_EVENTS) return THUD_ERROR_ARGUMENT;
    size_t n = model->body_count + model->rod_count, size = (SAMPLES + 1) * n;
    *verification = (thud_verification){.samples = SAMPLES + 1};
    if (model->duration == 0) { /* the start alone, which both take from the model */
        for (size_t i = 0; differences && i < n; i++) differences[i] = 0;
        verification->samples = 1;
        return THUD_OK;
    }
    double *block = calloc(2 * size + 3 * n, sizeof *block);
    if (!block) return THUD_ERROR_MEMORY;
    double *mine = block, *other = block + size, *peaks = block + 2 * size, *own = peaks + 2 * n;
    history h = {.n = n, .displacement = mine};
    thud_verify_model v;
    thud_status status = run_thud(model, contacts, &h, peaks, &verification->run_impacts);
    if (status == THUD_OK) {
        status = thud_verify_model_init(&v, model, contacts);
        if (status == THUD_OK) {
            status = thud_verify_cvode(&v, peaks, SAMPLES, other, verification);
            thud_verify_model_free(&v);
        }
    }
    if (status == THUD_OK) status = check_finite(model, other, n, verification);
    if (status == THUD_OK) compare(model, mine, other, n, peaks, differences ? differences : own, verification);
    free(block);
    return status;
}
