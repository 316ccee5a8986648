/*
 * Ctrl-C, SIGTERM and SIGHUP: asked to stop, a command keeps what it has and says so. The second one ends the
 * process at once.
 */
#ifndef THUD_CLI_INTERRUPT_H
#define THUD_CLI_INTERRUPT_H

#include <stdbool.h>

/* From here on a signal is a request; main calls it before anything else. What is ignored, as by nohup or in the
 * background of a shell, stays so. */
void interrupt_listen(void);

/* Whether somebody asked to stop. */
bool interrupt_asked(void);

/* Signals end the process again. */
void interrupt_stop_listening(void);

#endif
