/*
 * Signals of a system: numbers that follow from its state and its accelerations. Their peaks are found between
 * steps as those of the coordinates are, and samples have them.
 */
#ifndef THUD_SYSTEM_VIEW_H
#define THUD_SYSTEM_VIEW_H

#include <thud/simulate.h>

#include "contact/ledger.h"

typedef struct thud_system_view {
    size_t count;
    /* [count] signals at a state whose accelerations are known */
    void (*evaluate)(void *context, double time, const double *q, const double *rate, const double *acceleration,
                     double *signals);
    /* puts signals into a sample, which has the accelerations of the coordinates themselves */
    void (*complete)(void *context, const double *signals, thud_sample *sample);
    /* an instant inside a step, several in each; NULL: nobody looks */
    void (*show)(void *context, double time, const double *signals, thud_ledger *ledger);
    /* when the run is over: what they came to, as results */
    void (*conclude)(void *context, const struct thud_system_view *view, const double *q, thud_summary *summary);
    double *highest, *lowest, *final; /* [count] what they came to */
} thud_system_view;

#endif
