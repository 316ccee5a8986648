/*
 * The bridge of Chanda, Banerjee & Das 2016 under twenty earthquakes, with "the abutment" read in both ways: means
 * for every case.
 */
#ifndef THUD_PAPERS_CHANDA_SEEDS_H
#define THUD_PAPERS_CHANDA_SEEDS_H

#include "bridge.h"

/* Means of one case. */
typedef struct bridge_mean {
    double displacement, velocity, jump, acceleration, impacts, last; /* mm, m/s, m/s, m/s², –, s */
    double slowest, fastest; /* of the largest velocities, one to a seed: least and greatest */
} bridge_mean;

/* By columns, gap and restitution; the last gap never closes and has the first restitution only. */
typedef struct bridge_ensemble {
    bridge_mean at[BRIDGE_STRUCTURES][BRIDGE_GAPS][BRIDGE_RESTITUTIONS];
} bridge_ensemble;

/* What the page says about the means, checked and counted. `all` has one ensemble for each reading. */
void chanda_conclude(paper *page, const bridge_ensemble all[BRIDGE_READINGS]);

#endif
