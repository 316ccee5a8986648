/*
 * Studies: one scenario, run for every combination of values of its parameters.
 *
 * A study is read once and const from then on. Cases are numbered from 0; a worker, one per thread, prepares what
 * they share and runs them one at a time, in any order: the result of a case depends on the case alone, to the bit.
 *
 *     thud_study_read("study.yaml", report, context, &study);
 *     thud_worker_create(study, &worker);
 *     for (size_t i = 0; i < thud_study_case_count(study); i++)
 *         thud_worker_run(worker, thud_study_case_at(study, i), NULL, &result);
 */
#ifndef THUD_STUDY_H
#define THUD_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <thud/scenario.h>
#include <thud/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_study thud_study;
typedef struct thud_worker thud_worker;

/* Reads a study file, the scenario it names, and enough of its records to know them again. Messages as for
 * scenarios; all errors of both files in one go. */
THUD_API thud_status thud_study_read(const char *path, thud_error_report *report, void *context,
                                     thud_study **study);
THUD_API void thud_study_free(thud_study *study);

/* Columns more, to be asked for before anything is made of the study: how far the numbers of each case can be
 * trusted
 * (<thud/spread.h>). A case then takes 34 runs. */
THUD_API thud_status thud_study_add_spread(thud_study *study);

/* The names of two axes of samples that are crossed, each value of one with each of the other; false: there are
 * none. That many cases are seldom meant: `zip` pairs samples. */
THUD_API bool thud_study_crossed_samples(const thud_study *study, const char **first, const char **second);

THUD_API const char *thud_study_title(const thud_study *study);

/* The file that it was read from, from the root on; "" for a pipe. */
THUD_API const char *thud_study_path(const thud_study *study);
THUD_API size_t thud_study_case_count(const thud_study *study);

/* What is varied. Derived axes (arithmetic of others) count too; they come last. */
THUD_API size_t thud_study_axis_count(const thud_study *study);
THUD_API const char *thud_study_axis_name(const thud_study *study, size_t axis);
THUD_API bool thud_study_axis_is_text(const thud_study *study, size_t axis); /* records, models: not a number */

/* Whether somebody chooses its values: neither samples nor records (files, seeds), nor zipped with such, nor
 * derived. Shares of cases over it are no probabilities. */
THUD_API bool thud_study_axis_is_design(const thud_study *study, size_t axis);

/* "m", "m/s²": of its numbers; "" for texts, for numbers without one, and for derived axes without a path. */
THUD_API const char *thud_study_axis_unit(const thud_study *study, size_t axis);

/* The number of values of an axis, and which of them a case has, from 0. A derived axis has as many as there are
 * cases. */
THUD_API size_t thud_study_axis_length(const thud_study *study, size_t axis);
THUD_API size_t thud_study_axis_position(const thud_study *study, size_t case_index, size_t axis);

/* The value of an axis in a case. */
typedef struct thud_axis_value {
    double number;     /* in SI units; NAN for text; may be infinite */
    const char *label; /* NULL where there is none; lasts as long as the study */
    char
        text[256]; /* as a column of results: as few digits as read back the same, or the word or file as written */
} thud_axis_value;
THUD_API thud_status thud_study_value(const thud_study *study, size_t case_index, size_t axis,
                                      thud_axis_value *value);

/* Its number alone, and its label alone, which take no writing; NAN and NULL where there is none. */
THUD_API double thud_study_number(const thud_study *study, size_t case_index, size_t axis);
THUD_API const char *thud_study_label(const thud_study *study, size_t case_index, size_t axis);

/*
 * Cases are numbered with the first axis of the file slowest and the last fastest. They are best run in another
 * order: the case at each position from 0 on, so that what changes the structure (and has a model built anew)
 * varies slowest. Every case stands at one position.
 */
THUD_API size_t thud_study_case_at(const thud_study *study, size_t position);

/* Whether the study asks for the history of this case (`histories:`). */
THUD_API bool thud_study_wants_history(const thud_study *study, size_t case_index);

/* What a case gives, one number each: impacts, duration, bodies.NAME.max_displacement …, contacts.NAME.impacts …,
 * energy.input …, solver.steps; the keys of summary.json without wall times, and those of `collect:`. */
THUD_API size_t thud_study_result_count(const thud_study *study);
THUD_API const char *thud_study_result_name(const thud_study *study, size_t index);
THUD_API const char *thud_study_result_unit(const thud_study *study, size_t index); /* "m", "N", "" */

/* A fingerprint of everything that the results depend on: study, scenario and records by content, version. */
THUD_API uint64_t thud_study_hash(const thud_study *study);

/* The same without the list of values of each axis: studies that differ in it alone can be extended. A case is
 * known by the fingerprint of its own values. */
THUD_API uint64_t thud_study_hash_without_values(const thud_study *study);
THUD_API uint64_t thud_study_case_hash(const thud_study *study, size_t case_index);

THUD_API thud_status thud_worker_create(const thud_study *study, thud_worker **worker);
THUD_API void thud_worker_free(thud_worker *worker);

/* The outcome of one case. A case that fails has an error, and NAN for what it does not have. */
enum { THUD_CASE_NOTES = 256 };
typedef struct thud_case_result {
    size_t case_index;
    thud_error error; /* its status is THUD_OK for a case that does not fail */
    double wall_seconds;
    const double *values; /* [result_count], of the worker's, until its next run */
    const char
        *executor; /* who ran it, for the store: "threads", "opencl NVIDIA H200"; NULL: the sweep's own name */
    char notes[THUD_CASE_NOTES]; /* of a case that does not fail, one to a line; "" where there are none */
} thud_case_result;

/* Runs a case. Returns THUD_OK also when the case fails; other codes are the worker's own (memory). A history of
 * the case goes to `observer` (may be NULL). */
THUD_API thud_status thud_worker_run(thud_worker *worker, size_t case_index, const thud_observer *observer,
                                     thud_case_result *result);

/* The model of the last case that ran, for the names in its history; NULL before, and when it could not be built.
 * It lasts until the next run. */
THUD_API const thud_model *thud_worker_model(const thud_worker *worker);

/* ---- What studies are made for ---- */

/* A lognormal fragility curve P(exceed | x) = Φ(ln(x/median)/dispersion), by maximum likelihood from counts. */
typedef struct thud_fragility {
    double median, dispersion;
    double median_error, dispersion_error; /* standard errors */
    double log_likelihood;
} thud_fragility;

/* levels[i] > 0 of intensity, exceed[i] of total[i] cases exceeded the threshold. THUD_ERROR_ACCURACY when the data
 * do not fix a curve (all or none exceed). */
THUD_API thud_status thud_fragility_fit(size_t count, const double *levels, const size_t *exceed,
                                        const size_t *total, thud_fragility *fragility);

/*
 * How many cases exceeded a threshold at each level of one axis (of numbers), over all the others: what a curve is
 * fitted to. The caller adds the cases that he means, one by one, in any order: those of one design, where an axis
 * is of the design beside this one.
 */
typedef struct thud_exceedance {
    size_t count;    /* of levels */
    double *levels;  /* [count], as on the axis */
    size_t *exceed;  /* [count] */
    size_t *total;   /* [count], failed cases left out */
    size_t *missing; /* [count] cases without a result */
} thud_exceedance;

THUD_API thud_status thud_exceedance_create(const thud_study *study, size_t axis, thud_exceedance **exceedance);
THUD_API void thud_exceedance_free(thud_exceedance *exceedance);

/* `position` is that of the case on the axis, `exceeded` the column of `collect:`: 0, 1, or NAN. */
THUD_API void thud_exceedance_add(thud_exceedance *exceedance, size_t position, double exceeded);
THUD_API thud_status thud_exceedance_fit(const thud_exceedance *exceedance, thud_fragility *fragility);

#ifdef __cplusplus
}
#endif
#endif
