/*
 * Figures of a run: motion.svg, the displacements with the stops and what each impact did; impacts.svg, the
 * restitution that was achieved against the approach speed, and where the energy went.
 */
#ifndef THUD_REPORT_RUN_FIGURES_H
#define THUD_REPORT_RUN_FIGURES_H

#include <thud/simulate.h>

#include "report/failure.h"
#include "report/summary.h"

typedef struct thud_run_figures thud_run_figures;

/* NULL without memory. */
thud_run_figures *thud_run_figures_create(const thud_model *model);
void thud_run_figures_free(thud_run_figures *figures);

/* Samples of a long run are thinned out evenly. False without memory. */
bool thud_run_figures_add_sample(thud_run_figures *figures, const thud_sample *sample);
bool thud_run_figures_add_impact(thud_run_figures *figures, const thud_impact_entry *entry);

/* Both pictures into a directory that is there. */
bool thud_run_figures_draw(const thud_run_figures *figures, const thud_run_report *report, const char *directory,
                           thud_failure *failure);

#endif
