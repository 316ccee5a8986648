#define _XOPEN_SOURCE 700 /* sigaction */

/* Ctrl-C, SIGTERM and SIGHUP: the command stops, keeps its results and says so. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

/* the only variable that a signal handler may change */
static volatile sig_atomic_t asked;

static void take(int signal) {
    (void)signal;
    asked = 1;
}

static void set(void (*handler)(int), int flags) {
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction there, action = {.sa_handler = handler, .sa_flags = flags};
        if (sigaction(SIGNALS[i], NULL, &there) != 0 || there.sa_handler == SIG_IGN) continue;
        sigemptyset(&action.sa_mask);
        sigaction(SIGNALS[i], &action, NULL);
    }
}

void interrupt_listen(void) {
    if (!asked) set(take, (int)SA_RESETHAND);
}

bool interrupt_asked(void) { return asked; }

void interrupt_stop_listening(void) { set(SIG_DFL, 0); }
