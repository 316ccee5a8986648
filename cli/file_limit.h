/*
 * The largest file that a command reads, an option of all commands that read files.
 */
#ifndef THUD_CLI_FILE_LIMIT_H
#define THUD_CLI_FILE_LIMIT_H

#include "cli/options.h"

/* A row of an option table. */
#define FILE_LIMIT_ROW                                                                                             \
    { "max-file", "SIZE", "largest file that is read, as in 64M or 4G; default 1G" }

/* Takes the option where the table has it, before anything is read. Returns an exit status. */
int file_limit_take(const cli_options *options);

#endif
