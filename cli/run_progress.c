#define _XOPEN_SOURCE 700 /* sigaction, clock_gettime */

#include "run_progress.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* s: before the first line, between those on a terminal, and between those in a file, where each one stays */
static const double FIRST = 1, REDRAWN = 0.2, LOGGED = 10;

/* the one thing that a signal handler may touch */
static volatile sig_atomic_t interrupted;

static void interrupt(int signal) {
    (void)signal;
    interrupted = 1;
}

/* in the background a shell has Ctrl-C ignored, which stays so */
static bool is_ignored(int signal) {
    struct sigaction there;
    return sigaction(signal, NULL, &there) != 0 || there.sa_handler == SIG_IGN;
}

/* the second Ctrl-C ends the process at once */
static void listen_for(int signal) {
    if (is_ignored(signal)) return;
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

run_progress progress_start(double duration) {
    run_progress progress = {.duration = duration, .terminal = isatty(STDERR_FILENO), .begin = now()};
    progress.next = progress.begin + (progress.terminal ? FIRST : LOGGED);
    listen_for(SIGINT);
    listen_for(SIGTERM);
    return progress;
}

static void print(run_progress *progress, double time, double clock) {
    fprintf(stderr, "%sthud: %.4g s of %.6g s (%.0f %%), %zu impact%s, %.0f s so far%s",
            progress->terminal ? "\r\033[K" : "", time, progress->duration, 100 * time / progress->duration,
            progress->impacts, progress->impacts == 1 ? "" : "s", clock - progress->begin,
            progress->terminal ? "" : "\n");
    fflush(stderr);
    progress->shown = true;
}

bool progress_reached(run_progress *progress, double time) {
    if (interrupted) return false;
    double clock = now();
    if (clock < progress->next) return true;
    print(progress, time, clock);
    progress->next = clock + (progress->terminal ? REDRAWN : LOGGED);
    return true;
}

void progress_finish(run_progress *progress) {
    if (progress->shown && progress->terminal) fputs("\r\033[K", stderr);
    if (!is_ignored(SIGINT)) signal(SIGINT, SIG_DFL);
    if (!is_ignored(SIGTERM)) signal(SIGTERM, SIG_DFL);
}

bool progress_interrupted(void) { return interrupted; }
