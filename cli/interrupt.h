/*
 * Ctrl-C, SIGTERM and SIGHUP: the command stops, keeps its results and says so. A second signal ends the process
 * at once.
 */
#ifndef THUD_CLI_INTERRUPT_H
#define THUD_CLI_INTERRUPT_H

#include <stdbool.h>

/* From here on a signal only sets a request; main calls this first. Signals that are ignored, as by nohup or in
 * the background of a shell, stay ignored. */
void interrupt_listen(void);

/* Whether somebody asked to stop. */
bool interrupt_asked(void);

/* Restores the default: signals end the process. */
void interrupt_stop_listening(void);

#endif
