/*
 * Shared by all HDF5 files of thud. An HDF5 file that was not closed cannot be opened, so each is written under a
 * temporary name, closed, synchronised and renamed. Call thud_hdf5_open first.
 */
#ifndef THUD_REPORT_HDF5_HDF5_H
#define THUD_REPORT_HDF5_HDF5_H

#include <stdbool.h>

#include "report/hdf5/library.h"

/* The temporary name for a file at `path`, to be freed; NULL with errno if nothing can be written there. Silences
 * HDF5's own messages from then on. */
char *thud_hdf5_begin(const char *path);

/* Puts a file that was closed in place; false with errno. */
bool thud_hdf5_commit(const char *temporary, const char *path);

/* Writes `count` rows of a set from row `from` on. */
bool thud_hdf5_write_rows(hid_t set, hid_t type, hsize_t from, hsize_t count, const void *rows);

/* Makes a text a valid name: a slash would create groups, and "." is the group itself. */
void thud_hdf5_make_name(char *text);

#endif
