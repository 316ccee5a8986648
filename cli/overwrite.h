/*
 * What a command reads it does not write over: a record beside a picture of the same name, the store of a study.
 */
#ifndef THUD_CLI_OVERWRITE_H
#define THUD_CLI_OVERWRITE_H

/*
 * Checks --plot of a command that reads `input`; either may be NULL. An error when no picture can have this name,
 * or when the picture, its script (.gp) or its data (.dat) would take the place of the input. Returns an exit
 * status.
 */
int check_overwrite_input(const char *plot, const char *input);

/* An error when `path` is one of the files of the run or study in `directory`. Returns an exit status. */
int check_overwrite_directory(const char *path, const char *directory);

#endif
