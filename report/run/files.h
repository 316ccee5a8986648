/*
 * The files of a run, written during it: history.csv, ground.csv, impacts.csv, loops.csv, link_loops.csv and
 * history.h5.
 */
#ifndef THUD_REPORT_RUN_FILES_H
#define THUD_REPORT_RUN_FILES_H

#include <stdbool.h>

#include <thud/derivative.h>
#include <thud/simulate.h>

#include "base/error.h"
#include "report/text/file.h"

/*
 * history.csv: the state at the asked instants, one row each, written while the run goes on.
 *
 * Columns: t [s]; per body NAME displacement [m], NAME velocity [m/s], NAME acceleration [m/s²]; per rod the same
 * of its angle; per contact NAME force [N]; per signal that is watched NAME [unit]; per link, where there are
 * results of links, NAME deformation [m] and NAME link force [N].
 */

typedef struct thud_history_file {
    thud_output output;
    char *line; /* room for one row */
    size_t coordinates, contacts, watches, links;
} thud_history_file;

bool thud_history_open(thud_history_file *file, const char *path, const thud_model *model, thud_error *failure);

/* False if writing fails; thud_history_commit gives the reason. */
bool thud_history_add(thud_history_file *file, const thud_sample *sample);

/* Puts the file in place, with the rows that it has. */
bool thud_history_commit(thud_history_file *file, thud_error *failure);

/* Removes the file. No effect after a commit, or on an all-zero file. */
void thud_history_abort(thud_history_file *file);

/*
 * ground.csv: how the ground and the supports moved, at the instants of history.csv; for the pages, which draw
 * them.
 *
 * Columns: t [s]; ground acceleration [m/s²], ground velocity [m/s], ground displacement [m]; per support
 * NAME displacement [m], relative to the ground. Only where something moves them.
 */

typedef struct thud_ground_state {
    double acceleration, velocity, displacement; /* motion of the ground, or of a support relative to it */
} thud_ground_state;

typedef struct thud_ground_file {
    thud_output output;
    const thud_model *model;
    thud_ground_state *states; /* [count] the ground, then the supports */
    size_t count;
    double time; /* s, time of the states */
} thud_ground_file;

bool thud_ground_moves(const thud_model *model);
bool thud_ground_open(thud_ground_file *file, const char *path, const thud_model *model, thud_error *failure);

/* Adds the row of an instant, in increasing order. No effect on an all-zero file. */
bool thud_ground_add(thud_ground_file *file, double time);
bool thud_ground_commit(thud_ground_file *file, thud_error *failure);

/* Removes the file. No effect after a commit, or on an all-zero file. */
void thud_ground_abort(thud_ground_file *file);

/*
 * impacts.csv: the ledger, one row per impact, written during the run. Cells are empty for values that a law does
 * not have (the largest force of Newton's), and for impacts that the end of the run interrupted.
 */

typedef struct thud_ledger_file {
    thud_output output;
    const thud_model *model;
    size_t rows;
    const thud_derivatives *derivatives; /* NULL: none; then rows wait for the end, when these are known */
    thud_impact_entry *kept;             /* [rows] */
    size_t room;
} thud_ledger_file;

bool thud_ledger_open(thud_ledger_file *file, const char *path, const thud_model *model, thud_error *failure);

/* Right after opening: with columns more, the derivatives of time and approach speed by each parameter. Their run
 * must be over when the file is committed. */
void thud_ledger_derive(thud_ledger_file *file, const thud_derivatives *derivatives);

/* False if writing fails; thud_ledger_commit gives the reason. */
bool thud_ledger_add(thud_ledger_file *file, const thud_impact_entry *entry);

bool thud_ledger_commit(thud_ledger_file *file, thud_error *failure);

/* Removes the file. No effect after a commit, or on an all-zero file. */
void thud_ledger_abort(thud_ledger_file *file);

/* A number of an entry, for every writer of the ledger: name, unit ("" for none) and value. */
typedef struct thud_ledger_column {
    const char *name;
    const char *unit;
    size_t offset;   /* offset in thud_impact_entry */
    bool of_the_end; /* undefined if the run ended during the impact */
} thud_ledger_column;

enum { THUD_LEDGER_COLUMNS = 11 };
extern const thud_ledger_column thud_ledger_columns[THUD_LEDGER_COLUMNS]; /* the first is the time */

double thud_ledger_value(const thud_ledger_column *column, const thud_impact_entry *entry);

/*
 * loops.csv: force over penetration of the strongest impacts of each contact, collected during the run.
 *
 * Columns: contact; impact, its number in the ledger; t [s]; penetration [m]; velocity [m/s]; force [N]. Impacts
 * of Newton's and Poisson's laws are instantaneous and have no loop.
 */

enum {
    THUD_LOOPS_KEPT = 12,   /* impacts of a contact, those with the largest forces */
    THUD_LOOP_POINTS = 400, /* limit for a loop; longer ones are thinned evenly */
};

typedef struct thud_loops thud_loops;

/* NULL when memory is short. */
thud_loops *thud_loops_create(const thud_model *model);
void thud_loops_free(thud_loops *loops);

/* False when memory is short. */
bool thud_loops_add_sample(thud_loops *loops, const thud_contact_sample *sample);
bool thud_loops_add_impact(thud_loops *loops, const thud_impact_entry *entry);

bool thud_loops_write(const thud_loops *loops, const char *path, thud_error *failure);

/*
 * link_loops.csv: force over deformation of links with results, collected during the run.
 *
 * Columns: link; t [s]; deformation [m]; force [N]. Points on straight lines are left out.
 */

/* limits for a link, and for all; more are thinned. Every link has some */
enum { THUD_LINK_LOOP_POINTS = 4000, THUD_LINK_LOOPS_POINTS = 60000, THUD_LINK_LOOP_LEAST = 400 };

typedef struct thud_link_loops thud_link_loops;

/* NULL when memory is short. */
thud_link_loops *thud_link_loops_create(const thud_model *model);
void thud_link_loops_free(thud_link_loops *loops);

/* False when memory is short. */
bool thud_link_loops_add(thud_link_loops *loops, const thud_link_sample *sample);

bool thud_link_loops_write(const thud_link_loops *loops, const char *path, thud_error *failure);

/*
 * history.h5, for other tools: the same numbers as history.csv and impacts.csv in one HDF5 file.
 *
 *     /time                                              s
 *     /bodies/NAME/displacement, velocity, acceleration  m, m/s, m/s²
 *     /rods/NAME/angle, angular_velocity, angular_acceleration
 *     /contacts/NAME/force                               N
 *     /watch/NAME/value                                  of signals that are watched, in their units
 *     /links/NAME/deformation, force                     m, N, where there are results of links
 *     /impacts                                           a table, one row for each impact
 *
 * Every set of numbers has its unit in the attribute "unit", the table the units of its columns in "units". A slash
 * in a name is written as "|"; the attribute "name" has the name as it was given. The file is written under a
 * temporary name, closed, and renamed: an HDF5 file that was not closed cannot be opened.
 */

typedef struct thud_history_hdf5 thud_history_hdf5;

/* NULL when the file cannot be made. */
thud_history_hdf5 *thud_history_hdf5_open(const char *path, const thud_model *model, thud_error *failure);

/* False if writing fails; thud_history_hdf5_commit reports it too. */
bool thud_history_hdf5_add_sample(thud_history_hdf5 *file, const thud_sample *sample);
bool thud_history_hdf5_add_impact(thud_history_hdf5 *file, const thud_impact_entry *entry);

/* Completes the file and frees it. False if any write failed; the file is then removed. */
bool thud_history_hdf5_commit(thud_history_hdf5 *file, thud_error *failure);

/* Removes the file and frees it; accepts NULL. */
void thud_history_hdf5_abort(thud_history_hdf5 *file);

#endif
