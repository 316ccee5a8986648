/*
 * The results of a run, as a JSON object or tables, with their spread and the results of a second solver.
 */
#ifndef THUD_REPORT_RUN_SUMMARY_H
#define THUD_REPORT_RUN_SUMMARY_H

#include <stdio.h>

#include <thud/derivative.h>
#include <thud/modes.h>
#include <thud/spread.h>
#include <thud/verify.h>

#include "base/error.h"
#include "report/text/json.h"
#include "report/text/table.h"

/* Input of a run's report. */
typedef struct thud_run_report {
    const thud_model *model;
    const char *title;               /* NULL: the model's */
    const thud_run_options *options; /* NULL: the model's */
    const thud_summary *summary;
    const thud_verification *verification; /* NULL: not asked for */
    const thud_spread *spread;             /* NULL: not requested, or skipped */
    const char *spread_missing;            /* the reason why a requested spread is missing; otherwise NULL */
    const thud_modes *modes;               /* NULL: left out */
    const thud_summary *open;              /* the same model with all contacts open; NULL: not requested */
    const thud_derivatives *derivatives;   /* that followed the run; NULL: not requested */
    bool show_modes;                       /* as a table too */
    bool show_all;                         /* every table; otherwise the main results */
    const struct thud_overlaps *overlaps;  /* NULL: no floor could pass through another */
    const double *differences; /* with a verification: per body, relative to its peak; rods after bodies */
} thud_run_report;

/* The title, and how it was run. */
static inline const char *thud_run_title(const thud_run_report *report) {
    return report->title ? report->title : thud_model_title(report->model);
}
static inline thud_run_options thud_run_options_of(const thud_run_report *report) {
    return report->options ? *report->options : thud_model_run_options(report->model);
}

/* Whether impulses of newton or poisson contacts act on a coordinate: its acceleration is then that between
 * impacts. */
bool thud_run_is_struck(const thud_run_report *report, size_t coordinate);

/* Errors of the stream are its owner's to check. */
void thud_summary_write_json(const thud_run_report *report, FILE *stream);

/* The answer, then tables of the main results, or with show_all every table. False when memory is short. */
bool thud_summary_print(const thud_run_report *report, FILE *stream);

/* The quantities in tables of a run: the key in the summary, heading, unit and effect of impulses. */
void thud_quantities_write_json(thud_json *json);

/* The JSON as a file. */
bool thud_summary_write(const char *path, const thud_run_report *report, thud_error *failure);

/* ---- how far the numbers of a run can be trusted, as JSON and for people ---- */

/* The member `spread` of summary.json. */
void thud_spread_write(thud_json *json, const thud_model *model, const thud_spread *spread);

/* Three standard deviations of a quantity, with two digits, 0 if they are rounding relative to `scale`; or a range
   of counts. */
void thud_spread_cell(thud_table *table, const thud_range *range, const char *unit, double scale);
void thud_spread_count_cell(thud_table *table, const thud_range *range);

/* The meaning of ±, the range of impacts, and how long histories agree. */
void thud_spread_print(const thud_spread *spread, double duration, FILE *stream);

/* ---- derivatives ---- */

/* The member `derivatives` of summary.json. */
void thud_derivatives_write(thud_json *json, const thud_derivatives *derivatives);

/* Derivatives and elasticities, the largest first; `all` of them, or those that matter most. False when memory ran
 * out. */
bool thud_derivatives_print(const thud_derivatives *derivatives, bool all, FILE *stream);

/* ---- notes to the reader of the results ---- */

/* The member `notes` of summary.json, if there are any; one line each. */
void thud_notes_write(thud_json *json, const thud_run_report *report);
void thud_notes_print(const thud_run_report *report, FILE *stream);

/* ---- with and without contacts ---- */

/* A report of the run with all contacts open, which must exist. */
thud_run_report thud_run_report_open(const thud_run_report *report);

/* The largest results of each structure with and without its contacts. False when memory is short. */
bool thud_open_print(const thud_run_report *report, FILE *stream);

/* ---- modes ---- */

/* The member `modes` of summary.json. */
void thud_modes_write(thud_json *json, const thud_model *model, const thud_modes *modes);

/* Periods, participating masses and shapes, structure by structure. False when memory ran out. */
bool thud_modes_print(const thud_model *model, const thud_modes *modes, FILE *stream);

/* ---- the results of a second solver: members of a JSON object, lines of text ---- */

/* The path of a number in the summary: "bodies.deck.max_acceleration". Truncated if necessary. */
void thud_verification_path(const thud_model *model, const thud_verify_difference *difference, char *text,
                            size_t size);

/* One line without a full stop: "CVODE has 15.444 for bodies.deck.max_acceleration, 14.763 in the run". */
void thud_verification_describe(const thud_model *model, const thud_verify_difference *difference, char *text,
                                size_t size);

/* The member `verify`. */
void thud_verification_write(thud_json *json, const thud_run_report *report);

void thud_verification_print(const thud_run_report *report, FILE *stream);

#endif
