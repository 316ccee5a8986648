/*
 * How far a sweep has come, on stderr: a bar that is drawn over again on a terminal, plain lines elsewhere.
 */
#ifndef THUD_CLI_SWEEP_PROGRESS_H
#define THUD_CLI_SWEEP_PROGRESS_H

#include <stdbool.h>

#include <thud/sweep.h>

typedef struct sweep_progress {
    bool terminal; /* stderr is one */
    bool shown;
    double next; /* s since the sweep began: when to print */
} sweep_progress;

sweep_progress sweep_progress_start(void);

/* Prints when it is time to; for thud_study_options, with the sweep_progress as context. */
void sweep_progress_show(void *context, const thud_study_progress *progress);

/* Takes the bar away. */
void sweep_progress_finish(sweep_progress *progress);

/* Whether the user asked to stop, as interrupt_asked has it. */
bool sweep_progress_stopped(void *context);

#endif
