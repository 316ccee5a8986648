/*
 * history.csv: the state at the asked instants, one row each, written while the run goes on.
 *
 * Columns: t [s]; per body NAME displacement [m], NAME velocity [m/s], NAME acceleration [m/s²]; per rod the same
 * of its angle; per contact NAME force [N].
 */
#ifndef THUD_REPORT_HISTORY_H
#define THUD_REPORT_HISTORY_H

#include <thud/simulate.h>

#include "report/file.h"

typedef struct thud_history_file {
    thud_output output;
    char *line; /* room for one row */
    size_t coordinates, contacts;
} thud_history_file;

bool thud_history_open(thud_history_file *file, const char *path, const thud_model *model, thud_failure *failure);

/* False when the file does not take it; thud_history_commit says why. */
bool thud_history_add(thud_history_file *file, const thud_sample *sample);

/* Puts the file in place, with the rows that it has. */
bool thud_history_commit(thud_history_file *file, thud_failure *failure);

/* Leaves no trace. Does nothing after a commit, or on an all-zero file. */
void thud_history_abort(thud_history_file *file);

#endif
