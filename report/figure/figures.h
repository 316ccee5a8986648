/*
 * All figures of thud, drawn from results of commands. A path ends in .svg, .pdf, .png or .eps.
 */
#ifndef THUD_REPORT_FIGURE_FIGURES_H
#define THUD_REPORT_FIGURE_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <thud/calibrate.h>
#include <thud/gap.h>
#include <thud/generate.h>
#include <thud/identify.h>
#include <thud/impact.h>
#include <thud/law.h>
#include <thud/motion.h>
#include <thud/simulate.h>
#include <thud/status.h>

#include "base/error.h"
#include "study/fragility_curves.h"
#include "report/figure/figure.h"
#include "report/run/summary.h"
#include "study/store/columns.h"

/* ---- contact laws as loops of force over penetration, in the dimensionless frame k = m = v = 1 ---- */

/*
 * One law with its own rule at several restitutions; NULL: one law of each structure, with the damping that
 * returns e = 0.5 if it has a damper. Non-smooth laws have no force to draw.
 */
bool thud_law_draw(const char *path, const thud_law *law, thud_error *failure);

/* ---- the course of one impact as a CSV file and as a figure ---- */

/* Columns t [s], penetration [m], velocity [m/s], force [N], with 17 significant digits. */
bool thud_curve_write(const char *path, const thud_impact_state *states, size_t count, thud_error *failure);

/* Force over penetration and force over time, side by side; without units in the dimensionless frame. */
bool thud_curve_draw(const char *path, const thud_impact_options *options, const thud_impact_state *states,
                     size_t count, bool dimensionless, thud_error *failure);

/* ---- the damping of a law over restitution: exact and by the published rule, and the restitution that the rule
   returns ---- */

/*
 * Draws it and marks `found`, which belongs to the restitution of the options. The second panel, the restitution
 * returned, is for laws with a rule. Laws without a damping to find are refused. No units in the dimensionless
 * frame.
 */
bool thud_calibration_draw(const char *path, const thud_impact_options *options, const thud_calibration *found,
                           bool dimensionless, thud_error *failure);

/* ---- restitution returned over restitution asked for, one panel per contact model of a simulator ---- */

typedef struct thud_engine_panel {
    char title[96];
    /* writes rows of one kind: 0 for thud's numbers or 1 for the usual ones, e asked for, e returned */
    void (*write)(const void *context, bool usual, FILE *stream);
    const void *context;
    bool has_usual;
} thud_engine_panel;

bool thud_engine_draw(const char *path, const thud_engine_panel *panels, size_t count, thud_error *failure);

/* ---- the elastic contact force of two bodies over penetration, and its slope ---- */

/* F = k δⁿ with k in N/mⁿ, up to a penetration `reach`, m; `name` is that of the shape. */
typedef struct thud_stiffness_picture {
    const char *name;
    double stiffness, exponent, reach;
} thud_stiffness_picture;

bool thud_stiffness_draw(const char *path, const thud_stiffness_picture *picture, thud_error *failure);

/*
 * The published closed form for the linear damper, Poursina & Nikravesh 2020 eq 49: its largest error at one
 * restitution over all exponents, as in their fig 8.
 *
 * The paper draws m, k, v and n at random. In the dimensionless frame the first three cancel, so that a fine grid
 * of n finds the limit that random samples only approach.
 */

/* The law that the closed form was published with. */
#define THUD_CLOSED_FORM_LAW "poursina-nikravesh"

typedef struct thud_closed_form_error {
    double error;    /* e_out − e of the largest magnitude; separation at F = 0 */
    double exponent; /* n there, between the law's limits */
} thud_closed_form_error;

thud_status thud_closed_form_largest_error(double restitution, thud_closed_form_error *largest);

/*
 * Compares the Hertz spring with a linear damper to related laws, and its closed form to the exact damping, as in
 * Poursina & Nikravesh 2020.
 */

/*
 * Three figures in the directory: structures (their fig 2), damping (fig 6) and closed-form (figs 8 and 9).
 */
bool thud_linear_damper_figures_draw(const char *directory, thud_error *failure);

/* ---- separation of two structures: the distances by rule, and their motion in a record ---- */

typedef struct thud_gap_picture {
    const thud_gap_options *options;
    const thud_gap_rules *rules;
    const thud_motion *motion;     /* the record that both follow; NULL: the rules alone */
    const thud_gap_record *record; /* its separation; unused without a motion */
} thud_gap_picture;

bool thud_gap_draw(const char *path, const thud_gap_picture *picture, thud_error *failure);

/* ---- the same of two scenarios, floor by floor ---- */

typedef struct thud_gap_floors_picture {
    size_t floors, records;
    const char *const *a_names, *const *b_names; /* [floors] */
    const double *a_left, *b_left;               /* [records × floors], m */
} thud_gap_floors_picture;

bool thud_gap_floors_draw(const char *path, const thud_gap_floors_picture *picture, thud_error *failure);

/* ---- a motion as a figure: acceleration, velocity and displacement over time, and its response spectrum ---- */

/*
 * With a target, the figure shows it behind the spectrum with a band of ±10 %; without one (NULL), 5 % damping
 * alone. `title` is one line.
 */
bool thud_motion_draw(const char *path, const thud_motion *motion, const thud_target *target, const char *title,
                      thud_error *failure);

/* ---- response spectra as a CSV file and as a figure ---- */

/* Arguments of thud_motion_spectrum, and its result. */
typedef struct thud_spectrum {
    const double *periods; /* s */
    size_t period_count;
    const double *dampings;
    size_t damping_count;
    const thud_response *responses; /* [damping_count][period_count] */
} thud_spectrum;

/* 2π/T times the displacement, m/s; 0 at T = 0. */
double thud_pseudo_velocity(double period, const thud_response *response);

/* A row for each damping and period, with 17 significant digits. */
bool thud_spectrum_write(const char *path, const thud_spectrum *spectrum, thud_error *failure);

/* Pseudo-acceleration, velocity and displacement over the period, a line for each damping. `title` may be "". */
bool thud_spectrum_draw(const char *path, const thud_spectrum *spectrum, const char *title, thud_error *failure);

/* ---- power spectral densities as a CSV file and as a figure ---- */

/* Columns frequency [Hz], density [(m/s^2)^2/Hz], with 17 significant digits. */
bool thud_psd_write(const char *path, const thud_psd *psd, thud_error *failure);

/* Both axes logarithmic. `title` may be "". */
bool thud_psd_draw(const char *path, const thud_psd *psd, const char *title, thud_error *failure);

/* ---- figures of identified contacts: data and fit, residuals, confidence ellipse ---- */

/* Joint uncertainty of k and c. */
typedef struct thud_ellipse {
    thud_estimate k, c; /* c is k₂ of bilinear laws */
    double correlation;
    double n, p;
    bool bilinear;
} thud_ellipse;

bool thud_ellipse_draw(const char *path, const thud_ellipse *ellipse, const char *title, thud_error *failure);

/* One impact of a record: force with the fit, residuals, and the ellipse where the law has two parameters. */
bool thud_force_fit_draw(const char *path, const thud_force_record *record, size_t impact,
                         const thud_force_fit *fit, thud_error *failure);

/* Restitution over speed. */
bool thud_bounces_draw(const char *path, const thud_bounces *bounces, thud_error *failure);

/* The record with the envelope that a mode gives it. */
bool thud_vibration_draw(const char *path, const thud_motion *motion, const thud_vibration *vibration,
                         const thud_mode *mode, thud_error *failure);

/* Figures of a structure's own tests: a static load test and a transfer function. */

/* Deflections over loads, and the straight line through them. */
bool thud_static_draw(const char *path, const thud_measurement *m, const thud_static_load *found,
                      thud_error *failure);

/* The mobility in the complex plane with its circle, and its magnitude with the half-power points. */
bool thud_transfer_draw(const char *path, const thud_transfer *transfer, const thud_resonance *found,
                        thud_error *failure);

/*
 * Figures of a run. motion.svg has the displacements, the stops and the impacts; impacts.svg the achieved
 * restitution over approach speed, and the dissipated energies.
 */

typedef struct thud_run_figures thud_run_figures;

/* NULL when memory is short. */
thud_run_figures *thud_run_figures_create(const thud_model *model);
void thud_run_figures_free(thud_run_figures *figures);

/* Samples of a long run are thinned out evenly. False when memory is short. */
bool thud_run_figures_add_sample(thud_run_figures *figures, const thud_sample *sample);
bool thud_run_figures_add_impact(thud_run_figures *figures, const thud_impact_entry *entry);

/* Both pictures into a directory that is there. */
bool thud_run_figures_draw(const thud_run_figures *figures, const thud_run_report *report, const char *directory,
                           thud_error *failure);

/*
 * A result of a study over its first axis, a line for each value of the second.
 *
 * Axes with one value are skipped, and the first axis must have numbers. If several cases share both values,
 * because the study has more axes, the figure shows their mean with a bar from the lowest to the highest. The same
 * holds for the second axis if it has more values than line styles.
 */

/* The column of a result by its name; NULL for the largest displacement of the first body, or the first result.
 * SIZE_MAX if there is none. */
size_t thud_study_quantity(const thud_columns *columns, const char *name);

/* Draws that column of the study in `directory`. Cases that failed are left out. */
bool thud_study_draw(const char *path, const char *directory, size_t quantity, thud_error *failure);

/* The fragility curves of a study over their level, at most seven, with the counted shares. */
bool thud_fragility_draw(const char *path, const thud_results *results, const thud_fragility_request *request,
                         const thud_fragility_set *set, thud_error *failure);

#endif
