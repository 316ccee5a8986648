/*
 * Files that a command reads or writes.
 */
#ifndef THUD_CLI_FILES_H
#define THUD_CLI_FILES_H

#include "cli/options.h"

/* ---- The size limit for input files, an option of all commands that read files. ---- */

/* A row of an option table. */
#define FILE_LIMIT_ROW                                                                                             \
    { "max-file", "SIZE", "largest file that is read, as in 64M or 4G; default 1G" }

/* Applies the option if the table has it, before anything is read. Returns an exit status. */
int file_limit_take(const cli_options *options);

/* ---- Commands never overwrite their input: a record next to a picture of the same name, the store of a study.
 * ---- */

/*
 * Checks --plot of a command that reads `input`; either may be NULL. It is an error if no picture can have this
 * name, or if the picture, its script (.gp) or its data (.dat) would overwrite the input. Returns an exit status.
 */
int check_overwrite_input(const char *plot, const char *input);

/* The same, and checks that the picture and the file `output` of the option or word `name`, which may be NULL,
   differ. */
int check_overwrite_both(const char *plot, const char *input, const char *name, const char *output);

/* An error if `path` is one of the files of the run or study in `directory`. Returns an exit status. */
int check_overwrite_directory(const char *path, const char *directory);

#endif
