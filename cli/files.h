/*
 * Files that a command reads or writes.
 */
#ifndef THUD_CLI_FILES_H
#define THUD_CLI_FILES_H

#include "cli/options.h"

/* ---- The largest file that a command reads, an option of all commands that read files. ---- */

/* A row of an option table. */
#define FILE_LIMIT_ROW                                                                                             \
    { "max-file", "SIZE", "largest file that is read, as in 64M or 4G; default 1G" }

/* Takes the option where the table has it, before anything is read. Returns an exit status. */
int file_limit_take(const cli_options *options);

/* ---- What a command reads it does not write over: a record beside a picture of the same name, the store of a
 * study. ---- */

/*
 * Checks --plot of a command that reads `input`; either may be NULL. An error when no picture can have this name,
 * or when the picture, its script (.gp) or its data (.dat) would take the place of the input. Returns an exit
 * status.
 */
int check_overwrite_input(const char *plot, const char *input);

/* The same, and whether the picture and the file `output` of the option or word `name`, which may be NULL, are two.
 */
int check_overwrite_both(const char *plot, const char *input, const char *name, const char *output);

/* An error when `path` is one of the files of the run or study in `directory`. Returns an exit status. */
int check_overwrite_directory(const char *path, const char *directory);

#endif
