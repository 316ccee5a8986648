/*
 * Models of pendulum rods, run as a system of callbacks.
 */
#ifndef THUD_SYSTEM_RODS_H
#define THUD_SYSTEM_RODS_H

#include <thud/simulate.h>

/*
 * Runs a built model of rods from its start to its end. `contacts`, [contact], are the parameters to use; NULL: the
 * model's own. `angles`, [rod], and `forces`, [contact], are the summary's arrays. Allocates before the first step
 * only.
 */
thud_status thud_rods_run(const thud_model *model, const thud_run_options *how, const thud_gap_contact *contacts,
                          const thud_observer *observer, thud_body_summary *angles, thud_contact_summary *forces,
                          thud_summary *summary);

#endif
