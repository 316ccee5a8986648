/*
 * What the page of the lab calls, in the browser and natively: flat arrays of doubles in, flat arrays out.
 *
 * Statuses are those of <thud/status.h>. Everything that outlives a call (a ground motion, the rows of a run, a
 * text) belongs to a desk, which one page has; pointers into it hold until the next call that writes there.
 */
#ifndef LAB_LAB_H
#define LAB_LAB_H

#include <stddef.h>

#include <thud/status.h>

/* in a module of WebAssembly: a function that the page sees under its own name */
#ifdef __wasm__
#define LAB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define LAB_EXPORT(name)
#endif

typedef struct lab_desk lab_desk;

/* NULL when memory is short. */
LAB_EXPORT(lab_open) lab_desk *lab_open(void);
LAB_EXPORT(lab_close) void lab_close(lab_desk *desk);

/* What was last said about a failure; "" when nothing was. */
LAB_EXPORT(lab_said) const char *lab_said(const lab_desk *desk);

/* Memory for what the page hands over; NULL without any. */
LAB_EXPORT(lab_room) void *lab_room(size_t size);
LAB_EXPORT(lab_give_back) void lab_give_back(void *room);

LAB_EXPORT(lab_version) const char *lab_version(void);
LAB_EXPORT(lab_status_text) const char *lab_status_text(int status);

/* ---- Laws and one impact ---- */

LAB_EXPORT(lab_law_count) int lab_law_count(void);

enum { LAB_LAW_NAME, LAB_LAW_TITLE, LAB_LAW_EQUATION, LAB_LAW_RULE, LAB_LAW_SOURCE, LAB_LAW_VALIDITY };

/* One of the texts above; "" where there is none. */
LAB_EXPORT(lab_law_text) const char *lab_law_text(int law, int which);

/* kind (thud_force_kind), whether it has a rule, n, its least and most, separation (thud_separation), p/n and the
 * offset of p. */
enum { LAB_LAW_NUMBERS = 8 };
LAB_EXPORT(lab_law_numbers) thud_status lab_law_numbers(int law, double *numbers);

/* an impact: law, e, n, k, m, v, damping (thud_damping), its value, separation */
enum { LAB_IMPACT_INPUTS = 9, LAB_IMPACT_RESULTS = 13, LAB_CALIBRATION_RESULTS = 4, LAB_COURSE_COLUMNS = 4 };

/* In the order of thud_impact. */
LAB_EXPORT(lab_impact) thud_status lab_impact(lab_desk *desk, const double *input, double *results);

/* Columns, one after the other: time, penetration, velocity, force; `count` instants. */
LAB_EXPORT(lab_course) thud_status lab_course(lab_desk *desk, const double *input, size_t count, double *columns);

/* In the order of thud_calibration. */
LAB_EXPORT(lab_calibrate) thud_status lab_calibrate(lab_desk *desk, const double *input, double *results);

/* What published damping returns for each e asked; NAN where there is none. input[1] is not read. */
LAB_EXPORT(lab_returned)
thud_status lab_returned(const double *input, const double *asked, size_t count, double *returned);

/* ---- Ground motion ---- */

/* The next motion of the desk. A text is a file of any format that thud motion reads. */
LAB_EXPORT(lab_motion_read) thud_status lab_motion_read(lab_desk *desk, const char *text, size_t size);
/* Eurocode 8: type 1 or 2, soil 0 to 4 for A to E, ag in m/s², as `generate` of a scenario has it. */
LAB_EXPORT(lab_motion_ec8)
thud_status lab_motion_ec8(lab_desk *desk, int type, int soil, double ag, double duration, double step,
                           double seed);
/* One that another desk has: `count` accelerations, `step` apart. */
LAB_EXPORT(lab_motion_take)
thud_status lab_motion_take(lab_desk *desk, double step, const double *values, size_t count);
LAB_EXPORT(lab_motion_count) size_t lab_motion_count(const lab_desk *desk);
LAB_EXPORT(lab_motion_step) double lab_motion_step(const lab_desk *desk);
LAB_EXPORT(lab_motion_peak) double lab_motion_peak(const lab_desk *desk);
LAB_EXPORT(lab_motion_values) const double *lab_motion_values(const lab_desk *desk);
/* The instants of the samples, s; NULL where the step is uniform. */
LAB_EXPORT(lab_motion_times) const double *lab_motion_times(const lab_desk *desk);
/* Format and title of a file that was read. */
LAB_EXPORT(lab_motion_title) const char *lab_motion_title(const lab_desk *desk);

/* ---- Runs ---- */

/*
 * A model is a list of parts, each a code and its numbers; bodies, rods and laws are numbers from 0, the ground is
 * −1.
 *
 *     body         mass, displacement, velocity
 *     link         left, right, stiffness, damping, damping ratio
 *     contact      left, right, law, gap, e, k, n, damping, separation; NAN for the law's own n
 *     rod          pivot x, pivot y, length, mass, angle, angular velocity
 *     rod contact  tip, side, law, gap, e, k, n, damping, separation
 *     gravity      g
 *     sine         amplitude, frequency, phase
 *     record       factor on the motion of the desk
 *     modal        damping ratio of every mode
 *     span         duration, interval between rows (0: no rows), 1 for rows at events too, impact threshold
 */
enum {
    LAB_PART_BODY = 1,
    LAB_PART_LINK,
    LAB_PART_CONTACT,
    LAB_PART_ROD,
    LAB_PART_ROD_CONTACT,
    LAB_PART_GRAVITY,
    LAB_PART_SINE,
    LAB_PART_RECORD,
    LAB_PART_MODAL,
    LAB_PART_SPAN,
    LAB_PART_END
};

/* Runs it; rows and impacts are kept as far as there are LAB_KEPT numbers of them. */
enum { LAB_KEPT = 4000000 };
LAB_EXPORT(lab_run) thud_status lab_run(lab_desk *desk, const double *parts, size_t count);

/* time, displacements, velocities (rods after the bodies), forces of the contacts, 1 at an event */
LAB_EXPORT(lab_row_count) size_t lab_row_count(const lab_desk *desk);
LAB_EXPORT(lab_row_size) size_t lab_row_size(const lab_desk *desk);
LAB_EXPORT(lab_rows) const double *lab_rows(const lab_desk *desk);

/* contact, time, approach speed, separation speed, duration, largest force, impulse, energy lost */
enum { LAB_IMPACT_COLUMNS = 8 };
LAB_EXPORT(lab_impact_count) size_t lab_impact_count(const lab_desk *desk);
LAB_EXPORT(lab_impacts) const double *lab_impacts(const lab_desk *desk);

/*
 * duration, impacts, energy: input, dissipated, impact, stored, residual; steps, events, bodies, contacts; then
 * max displacement, velocity, acceleration and the final two of each body, and impacts, max force, max penetration,
 * impulse, energy lost and time at rest of each contact
 */
enum { LAB_SUMMARY_HEAD = 11, LAB_SUMMARY_BODY = 5, LAB_SUMMARY_CONTACT = 6 };
LAB_EXPORT(lab_summary) const double *lab_summary(const lab_desk *desk);

/* ---- Measurements ---- */

/* The next measurement of the desk, from a text with columns as thud identify reads them. */
LAB_EXPORT(lab_measure) thud_status lab_measure(lab_desk *desk, const char *text, size_t size);
/* thud_measurement_kind; −1 when there is none */
LAB_EXPORT(lab_measured_kind) int lab_measured_kind(const lab_desk *desk);
LAB_EXPORT(lab_measured_count) size_t lab_measured_count(const lab_desk *desk);
LAB_EXPORT(lab_measured_times) const double *lab_measured_times(const lab_desk *desk);
LAB_EXPORT(lab_measured_values) const double *lab_measured_values(const lab_desk *desk);
/* What was assumed of columns without a unit. */
LAB_EXPORT(lab_measured_units) const char *lab_measured_units(const lab_desk *desk);

/*
 * Every law fitted to the largest impact of a force history. Rows: law; k, c, n, v, e and contact time, each with
 * its standard error; residual, r², difference of BIC from the best, probability, separation. The first row is the
 * best law fitted by itself, then come all in their order.
 */
enum { LAB_FIT_COLUMNS = 18 };
LAB_EXPORT(lab_fit_force) thud_status lab_fit_force(lab_desk *desk, double mass);
LAB_EXPORT(lab_fit_count) size_t lab_fit_count(const lab_desk *desk);
LAB_EXPORT(lab_fits) const double *lab_fits(const lab_desk *desk);
/* The laws of a row of the ranking, from 0, that cannot be told apart. */
LAB_EXPORT(lab_fit_names) const char *lab_fit_names(const lab_desk *desk, size_t row);
/* Times, then forces, of the best. */
LAB_EXPORT(lab_fit_course_count) size_t lab_fit_course_count(const lab_desk *desk);
LAB_EXPORT(lab_fit_course) const double *lab_fit_course(const lab_desk *desk);

/* Restitution with its error, 1 where there is a law e = 1 − a v^b, a and b with their errors, bounces; then of
 * each speed, restitution and its error. In the place of the course. */
enum { LAB_BOUNCES_HEAD = 8, LAB_BOUNCE_COLUMNS = 3 };
LAB_EXPORT(lab_fit_bounces) thud_status lab_fit_bounces(lab_desk *desk);

#endif
