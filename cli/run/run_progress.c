#define _XOPEN_SOURCE 700 /* clock_gettime */

/*
 * Progress of a run on stderr, if it takes longer than a second; and signals, which stop it but keep its results.
 */
#include "cli/run/run_output.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "report/text/print.h"

/* s: before the first line, between redraws on a terminal, and between lines in a file */
static const double FIRST = 1, REDRAWN = 0.2, LOGGED = 10;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

run_progress progress_start(double duration) {
    run_progress progress = {.duration = duration, .terminal = isatty(STDERR_FILENO), .begin = now()};
    progress.next = progress.begin + (progress.terminal ? FIRST : LOGGED);
    interrupt_listen();
    return progress;
}

static void print(run_progress *progress, double time, double clock) {
    thud_print_to(stderr, "%sthud: %.4g s of %.6g s (%.0f %%), %zu impact%s, %.0f s so far%s",
                  progress->terminal ? "\r\033[K" : "", time, progress->duration, 100 * time / progress->duration,
                  progress->impacts, progress->impacts == 1 ? "" : "s", clock - progress->begin,
                  progress->terminal ? "" : "\n");
    fflush(stderr);
    progress->shown = true;
}

bool progress_reached(run_progress *progress, double time) {
    if (interrupt_asked()) return false;
    double clock = now();
    if (clock < progress->next) return true;
    print(progress, time, clock);
    progress->next = clock + (progress->terminal ? REDRAWN : LOGGED);
    return true;
}

void progress_finish(run_progress *progress) {
    if (progress->shown && progress->terminal) fputs("\r\033[K", stderr);
    interrupt_stop_listening();
}

bool progress_interrupted(void) { return interrupt_asked(); }
