/*
 * impacts.csv: the ledger, one row for each impact, written while the run goes on. Cells are empty where a law has
 * no such thing (the largest force of Newton's), and where the run was over before the impact was.
 */
#ifndef THUD_REPORT_LEDGER_H
#define THUD_REPORT_LEDGER_H

#include <thud/simulate.h>

#include "report/file.h"

typedef struct thud_ledger_file {
    thud_output output;
    const thud_model *model;
    size_t rows;
} thud_ledger_file;

bool thud_ledger_open(thud_ledger_file *file, const char *path, const thud_model *model, thud_failure *failure);

/* False when the file does not take it; thud_ledger_commit says why. */
bool thud_ledger_add(thud_ledger_file *file, const thud_impact_entry *entry);

bool thud_ledger_commit(thud_ledger_file *file, thud_failure *failure);

/* Leaves no trace. Does nothing after a commit, or on an all-zero file. */
void thud_ledger_abort(thud_ledger_file *file);

/* A number of an entry, for every writer of the ledger: name, unit ("" for none) and value. */
typedef struct thud_ledger_column {
    const char *name;
    const char *unit;
    size_t offset;   /* of the double in thud_impact_entry */
    bool of_the_end; /* undefined when the run was over before the impact was */
} thud_ledger_column;

enum { THUD_LEDGER_COLUMNS = 11 };
extern const thud_ledger_column thud_ledger_columns[THUD_LEDGER_COLUMNS]; /* the first is the time */

double thud_ledger_value(const thud_ledger_column *column, const thud_impact_entry *entry);

#endif
