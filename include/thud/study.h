/*
 * Studies: one scenario, run for every combination of parameter values.
 *
 * A study is read once and then const. Cases are numbered from 0. Each thread has a worker, which prepares what
 * its cases share and runs them one at a time, in any order. The result of a case depends on the case alone, to
 * the bit.
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

/* Reads a study file, the scenario that it names, and enough of the records to recognise changes. Messages are as
 * for scenarios: all errors of both files at once. */
THUD_API thud_status thud_study_read(const char *path, thud_error_report *report, void *context,
                                     thud_study **study);
THUD_API void thud_study_free(thud_study *study);

/* Adds columns that say how far the numbers of each case can be trusted (<thud/spread.h>). Call it before using
 * the study. A case then takes 34 runs. */
THUD_API thud_status thud_study_add_spread(thud_study *study);

/* The names of two axes of samples that are crossed, so that each value of one meets each of the other; false when
 * there are none. This is seldom intended: `zip` pairs samples. */
THUD_API bool thud_study_crossed_samples(const thud_study *study, const char **first, const char **second);

THUD_API const char *thud_study_title(const thud_study *study);

/* The absolute path of the study's file; "" for a pipe. */
THUD_API const char *thud_study_path(const thud_study *study);
THUD_API size_t thud_study_case_count(const thud_study *study);

/* What varies. Derived axes (arithmetic on others) are included; they come last. */
THUD_API size_t thud_study_axis_count(const thud_study *study);
THUD_API const char *thud_study_axis_name(const thud_study *study, size_t axis);
THUD_API bool thud_study_axis_is_text(const thud_study *study, size_t axis); /* files or models: not a number */

/* True for an axis whose values somebody chose. It is neither random samples nor records (files, seeds), nor
 * zipped with such, nor derived. Shares of cases over such an axis are not probabilities. */
THUD_API bool thud_study_axis_is_design(const thud_study *study, size_t axis);

/* unit of its numbers: "m", "m/s²"; "" for texts, for numbers without a unit, and for derived axes without a
 * path */
THUD_API const char *thud_study_axis_unit(const thud_study *study, size_t axis);

/* The number of values of an axis, and the index of a case's value, from 0. A derived axis has one value per
 * case. */
THUD_API size_t thud_study_axis_length(const thud_study *study, size_t axis);
THUD_API size_t thud_study_axis_position(const thud_study *study, size_t case_index, size_t axis);

/* The value of an axis in a case. */
typedef struct thud_axis_value {
    double number;     /* in SI units; NAN for texts; may be infinite */
    const char *label; /* NULL where there is none; valid as long as the study */
    char text[256]; /* as in a column of results: the fewest digits that read back the same, or the word or file as
                       written */
} thud_axis_value;
THUD_API thud_status thud_study_value(const thud_study *study, size_t case_index, size_t axis,
                                      thud_axis_value *value);

/* Its number or its label alone, without formatting; NAN and NULL where there is none. */
THUD_API double thud_study_number(const thud_study *study, size_t case_index, size_t axis);
THUD_API const char *thud_study_label(const thud_study *study, size_t case_index, size_t axis);

/*
 * Cases are numbered with the first axis of the file slowest and the last fastest. They run best in another order,
 * in which the axes that change the structure (and make a new model necessary) vary slowest. thud_study_case_at
 * gives the case at each position of that order, from 0.
 */
THUD_API size_t thud_study_case_at(const thud_study *study, size_t position);

/* True when the study asks for the history of this case (`histories:`). */
THUD_API bool thud_study_wants_history(const thud_study *study, size_t case_index);

/* The results of a case, one number each: impacts, duration, bodies.NAME.max_displacement …, contacts.NAME.impacts
 * …, energy.input …, solver.steps. These are the keys of summary.json without wall times, and those of
 * `collect:`. */
THUD_API size_t thud_study_result_count(const thud_study *study);
THUD_API const char *thud_study_result_name(const thud_study *study, size_t index);
THUD_API const char *thud_study_result_unit(const thud_study *study, size_t index); /* "m", "N", "" */

/* A hash of everything that the results depend on: study, scenario and records by content, and the version. */
THUD_API uint64_t thud_study_hash(const thud_study *study);

/* The same hash without the list of values of each axis: studies that differ only in these can be extended. A case
 * is identified by the hash of its own values. */
THUD_API uint64_t thud_study_hash_without_values(const thud_study *study);
THUD_API uint64_t thud_study_case_hash(const thud_study *study, size_t case_index);

THUD_API thud_status thud_worker_create(const thud_study *study, thud_worker **worker);
THUD_API void thud_worker_free(thud_worker *worker);

/* The outcome of one case. A case that fails has an error, and NAN for missing results. */
enum { THUD_CASE_NOTES = 256 };
typedef struct thud_case_result {
    size_t case_index;
    thud_error error; /* its status is THUD_OK unless the case fails */
    double wall_seconds;
    const double *values; /* [result_count], owned by the worker, valid until its next run */
    const char
        *executor; /* who ran it, for the store: "threads", "opencl NVIDIA H200"; NULL: the sweep's own name */
    char notes[THUD_CASE_NOTES]; /* notes of a case that does not fail, one per line; "" for none */
} thud_case_result;

/* Runs a case. It returns THUD_OK even when the case fails; other codes concern the worker itself (memory).
 * `observer` (may be NULL) receives the history of the case. */
THUD_API thud_status thud_worker_run(thud_worker *worker, size_t case_index, const thud_observer *observer,
                                     thud_case_result *result);

/* The model of the last case that ran, for the names in its history. NULL before the first, and when the model
 * could not be built. Valid until the next run. */
THUD_API const thud_model *thud_worker_model(const thud_worker *worker);

/* ---- Fragility ---- */

/* A lognormal fragility curve P(exceed
 * x) = Φ(ln(x/median)/dispersion), by maximum likelihood from counts. */
typedef struct thud_fragility {
    double median, dispersion;
    double median_error, dispersion_error; /* standard errors */
    double log_likelihood;
} thud_fragility;

/* At intensity levels[i] > 0, exceed[i] of total[i] cases exceeded the threshold. THUD_ERROR_ACCURACY: the data do
 * not determine a curve (all or none exceed). */
THUD_API thud_status thud_fragility_fit(size_t count, const double *levels, const size_t *exceed,
                                        const size_t *total, thud_fragility *fragility);

/*
 * Counts cases that exceeded a threshold, at each level of one axis of numbers and over all other axes: the data
 * of a curve. The caller adds the cases one by one, in any order. With other design axes, add only the cases of
 * one design.
 */
typedef struct thud_exceedance {
    size_t count;    /* number of levels */
    double *levels;  /* [count] values of the axis */
    size_t *exceed;  /* [count] cases beyond the threshold */
    size_t *total;   /* [count] cases, without failed ones */
    size_t *missing; /* [count] cases without a result */
} thud_exceedance;

THUD_API thud_status thud_exceedance_create(const thud_study *study, size_t axis, thud_exceedance **exceedance);
THUD_API void thud_exceedance_free(thud_exceedance *exceedance);

/* `position` is the case's index on the axis; `exceeded` is the column of `collect:`: 0, 1 or NAN. */
THUD_API void thud_exceedance_add(thud_exceedance *exceedance, size_t position, double exceeded);
THUD_API thud_status thud_exceedance_fit(const thud_exceedance *exceedance, thud_fragility *fragility);

#ifdef __cplusplus
}
#endif
#endif
