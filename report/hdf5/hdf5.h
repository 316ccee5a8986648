/*
 * What the HDF5 files of thud share: an HDF5 file that was not closed cannot be opened, so that each is written
 * under a temporary name beside its place, closed, synchronised and renamed. All of it after thud_hdf5_open.
 */
#ifndef THUD_REPORT_HDF5_HDF5_H
#define THUD_REPORT_HDF5_HDF5_H

#include <stdbool.h>

#include "report/hdf5/library.h"

/* The temporary name for a file at `path`, to be freed; NULL with errno when nothing can be written there. From
 * then on HDF5 prints nothing of its own. */
char *thud_hdf5_begin(const char *path);

/* Puts a file that was closed in place; false with errno. */
bool thud_hdf5_commit(const char *temporary, const char *path);

/* Writes `count` rows of a set from row `from` on. */
bool thud_hdf5_write_rows(hid_t set, hid_t type, hsize_t from, hsize_t count, const void *rows);

/* Makes a text a name: a slash would make groups, and "." is the group itself. */
void thud_hdf5_make_name(char *text);

#endif
