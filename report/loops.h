/*
 * loops.csv: force over penetration of the strongest impacts of each contact, collected while the run goes on.
 *
 * Columns: contact; impact, its number in the ledger; t [s]; penetration [m]; velocity [m/s]; force [N]. Newton's
 * and Poisson's impacts take no time and have no loop.
 */
#ifndef THUD_REPORT_LOOPS_H
#define THUD_REPORT_LOOPS_H

#include <thud/simulate.h>

#include "report/failure.h"

enum {
    THUD_LOOPS_KEPT = 12,   /* impacts of a contact, those with the largest forces */
    THUD_LOOP_POINTS = 400, /* of a loop at most; longer ones are thinned out evenly */
};

typedef struct thud_loops thud_loops;

/* NULL without memory. */
thud_loops *thud_loops_create(const thud_model *model);
void thud_loops_free(thud_loops *loops);

/* False without memory. */
bool thud_loops_add_sample(thud_loops *loops, const thud_contact_sample *sample);
bool thud_loops_add_impact(thud_loops *loops, const thud_impact_entry *entry);

bool thud_loops_write(const thud_loops *loops, const char *path, thud_failure *failure);

#endif
