/*
 * Manual pages and shell completion, from the same tables as --help.
 */
#ifndef THUD_CLI_MANUAL_H
#define THUD_CLI_MANUAL_H

#include "cli/command.h"

/* Writes thud.1 and a thud-COMMAND.1 for each command into the directory, which is created. Returns the exit
   status. */
int manual_write(const char *directory, const cli_command *const *commands, size_t count);

/* Prints the completion for bash or zsh. Returns the exit status. */
int completion_print(const char *shell, const cli_command *const *commands, size_t count);

/* ---- thud --version --licences: the parts of a build, their owners and licences. ---- */

int licences_print(void);

#endif
