/*
 * Output files that are whole or not there: written under a temporary name beside the place, then renamed into it.
 *
 * A file that was there before stays untouched until the rename. Devices and pipes are written directly. Standard
 * output belongs to what a command prints: no file is written there, by whatever name (/dev/stdout, -, or that of
 * the file it was redirected to, which a rename would take away from under it).
 */
#ifndef THUD_REPORT_TEXT_FILE_H
#define THUD_REPORT_TEXT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

typedef struct thud_output {
    FILE *stream;
    char *path;      /* where the file will be, symbolic links resolved */
    char *temporary; /* where it is now; NULL when written directly */
} thud_output;

/* Whether a file may be written there, as far as standard output is concerned. */
bool thud_output_check(const char *path, thud_error *failure);

/* A file that the user has named: behind a symbolic link it is the file behind it that is written. */
bool thud_output_open(thud_output *output, const char *path, thud_error *failure);

/* A file of a directory that the user has named: nothing in there leads elsewhere. A symbolic link in its place is
 * replaced by the file; what it points to stays as it is. */
bool thud_output_open_inside(thud_output *output, const char *path, thud_error *failure);

/* The file behind a symbolic link, so that the link survives; the path itself when nothing is there. To be freed;
 * NULL when memory is short. */
char *thud_path_resolved(const char *path);

/* Puts the file in place. False when any write failed; then nothing is left behind. */
bool thud_output_commit(thud_output *output, thud_error *failure);

/* Leaves no trace. Does nothing after a commit, or on an all-zero output. */
void thud_output_abort(thud_output *output);

/* A plain file is there: no pipe, no device, no directory. */
bool thud_file_is_regular(const char *path);

/* The same bytes in a file of a directory, which may be the file itself. */
bool thud_file_copy(const char *from, const char *to, thud_error *failure);

/* Makes the directory, one level; it may be there already. */
bool thud_directory_create(const char *path, thud_error *failure);

/* The same within a directory that the user has named: a symbolic link in its place is refused. */
bool thud_directory_create_inside(const char *path, thud_error *failure);

/* Whether two files lie in the same directory, however it is written. */
bool thud_same_directory(const char *path, const char *other);

/* directory/name in memory of the caller's; NULL when memory ran out. */
char *thud_path_join(const char *directory, const char *name);

/*
 * Files under way: written beside their place as NAME.PROCESS-NUMBER.part, and renamed when they are whole. Who
 * writes one holds a lock on it, so that what a killed process left behind can be told from what is being written.
 */

/* A new file beside `path`, open for writing; its name, to be freed, in `name`. −1 with errno when there is none.
 * What others left there is removed first. */
int thud_part_create(const char *path, char **name);

#endif
