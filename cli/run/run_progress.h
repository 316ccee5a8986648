/*
 * How far a run has come, on stderr, once it takes longer than a second; and signals, which stop it with what it
 * has.
 */
#ifndef THUD_CLI_RUN_PROGRESS_H
#define THUD_CLI_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct run_progress {
    double duration; /* s, to be simulated */
    size_t impacts;  /* so far */
    bool terminal;   /* stderr is one: the line is drawn over again */
    bool shown;
    double begin, next; /* s of the clock: when it began, when to print */
} run_progress;

/* Starts the clock, and listens for signals where nobody has before. */
run_progress progress_start(double duration);

/* Prints when it is time to. False when the user wants to stop. */
bool progress_reached(run_progress *progress, double time);

/* Takes the line away and the signals as they were. */
void progress_finish(run_progress *progress);

/* Whether the user asked to stop. */
bool progress_interrupted(void);

#endif
