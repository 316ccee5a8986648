#define _XOPEN_SOURCE 700 /* isatty */

/* Progress of a sweep on stderr: a bar on a terminal, plain lines elsewhere. */
#include "cli/study/study_parts.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/print.h"
#include "cli/interrupt.h"
#include "report/text/print.h"

/* s between redraws on a terminal; between lines in a file, at first and later */
static const double REDRAWN = 0.2, LOGGED = 1, LOGGED_LATER = 10;
enum { BAR = 30 }; /* characters */

sweep_progress sweep_progress_start(void) {
    sweep_progress progress = {.terminal = isatty(STDERR_FILENO)};
    progress.next = progress.terminal ? REDRAWN : LOGGED;
    return progress;
}

bool sweep_progress_stopped(void *context) {
    (void)context;
    return interrupt_asked();
}

/* "12 s", "3 min 20 s", "5 h 12 min"; "?" while unknown */
static void write_time(char *text, size_t size, double seconds) {
    if (!(seconds < 1e9)) snprintf(text, size, "?");
    else if (seconds < 9.95) thud_print(text, size, "%.1f s", seconds);
    else if (seconds < 60) thud_print(text, size, "%.0f s", seconds);
    else if (seconds < 3600) snprintf(text, size, "%d min %d s", (int)seconds / 60, (int)seconds % 60);
    else snprintf(text, size, "%ld h %ld min", (long)seconds / 3600, (long)seconds / 60 % 60);
}

static void write_bar(char *text, double share) {
    int full = (int)(share * BAR);
    for (int i = 0; i < BAR; i++) text[i] = i < full ? '#' : '.';
    text[BAR] = '\0';
}

static void print(sweep_progress *shown, const thud_study_progress *p) {
    double share = p->total > 0 ? (double)p->done / (double)p->total : 1;
    double rate = p->seconds > 0 ? (double)(p->done - p->before) / p->seconds : 0;
    char left[32], bar[BAR + 1], failed[48] = "";
    write_time(left, sizeof left, (double)(p->total - p->done) / rate);
    write_bar(bar, share);
    if (p->failed > 0) snprintf(failed, sizeof failed, ", %zu failed", p->failed);
    if (shown->terminal)
        thud_print_to(stderr, "\r\033[K[%s] %zu/%zu, %.4g/s, %s left%s", bar, p->done, p->total, rate, left,
                      failed);
    else
        thud_print_to(stderr, "thud: %zu of %zu cases (%.0f %%), %.4g/s, %s left%s\n", p->done, p->total,
                      floor(100 * share), rate, left, failed);
    fflush(stderr);
    shown->shown = true;
}

void sweep_progress_show(void *context, const thud_study_progress *progress) {
    sweep_progress *shown = context;
    if (progress->seconds < shown->next || progress->done == progress->total) return;
    print(shown, progress);
    double logged = progress->seconds < 10 * LOGGED ? LOGGED : LOGGED_LATER;
    shown->next = progress->seconds + (shown->terminal ? REDRAWN : logged);
}

void sweep_progress_finish(sweep_progress *progress) {
    if (progress->shown && progress->terminal) fputs("\r\033[K", stderr);
}
