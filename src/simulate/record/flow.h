/*
 * Exact steps along a record while all gaps are open and nothing happens.
 *
 * Between two samples the ground acceleration is a straight line, and the state at the end of the step a linear
 * function of the state at its start and of the two samples. Where damping is classical the modes go their own
 * ways, each with a 2 × 2 matrix; otherwise all bodies share one matrix exponential. Energy in and out are a linear
 * and a quadratic function of the same numbers.
 *
 * A step in which a gap might close, a peak might lie, or a sample is wanted is left to the series.
 */
#ifndef THUD_SIMULATE_FLOW_H
#define THUD_SIMULATE_FLOW_H

#include "simulate/state.h"

typedef struct thud_flow thud_flow;

/* NULL in *flow, and THUD_OK, where there is no record to step along. */
thud_status thud_flow_create(const thud_simulation *simulation, thud_flow **flow);

/* Forgets the run before, so that the next one is the same to the bit whatever was run before it. */
void thud_flow_restart(thud_flow *flow);

/* Once a run is over: peaks that were left for later are searched for. */
void thud_flow_settle(thud_simulation *simulation, thud_flow *flow);

void thud_flow_free(thud_flow *flow);

#endif
