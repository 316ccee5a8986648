/*
 * history.h5, for other tools: the same numbers as history.csv and impacts.csv in one HDF5 file.
 *
 *     /time                                              s
 *     /bodies/NAME/displacement, velocity, acceleration  m, m/s, m/s²
 *     /rods/NAME/angle, angular_velocity, angular_acceleration
 *     /contacts/NAME/force                               N
 *     /impacts                                           a table, one row for each impact
 *
 * Every set of numbers has its unit in the attribute "unit", the table the units of its columns in "units". A slash
 * in a name is written as "|"; the attribute "name" has the name as it was given. The file is written under a
 * temporary name, closed, and renamed: an HDF5 file that was not closed cannot be opened.
 */
#ifndef THUD_REPORT_HISTORY_HDF5_H
#define THUD_REPORT_HISTORY_HDF5_H

#include <stdbool.h>

#include <thud/simulate.h>

#include "report/failure.h"

typedef struct thud_history_hdf5 thud_history_hdf5;

/* NULL when the file cannot be made. */
thud_history_hdf5 *thud_history_hdf5_open(const char *path, const thud_model *model, thud_failure *failure);

/* False when the file does not take it; thud_history_hdf5_commit says so too. */
bool thud_history_hdf5_add_sample(thud_history_hdf5 *file, const thud_sample *sample);
bool thud_history_hdf5_add_impact(thud_history_hdf5 *file, const thud_impact_entry *entry);

/* Puts the file in place, with what it has, and frees it. False when any write failed; nothing is left behind then.
 */
bool thud_history_hdf5_commit(thud_history_hdf5 *file, thud_failure *failure);

/* Leaves no trace, and frees it; NULL is nothing. */
void thud_history_hdf5_abort(thud_history_hdf5 *file);

#endif
