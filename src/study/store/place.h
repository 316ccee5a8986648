/*
 * The location of a store: DIRECTORY/results.db, and what may be there instead.
 */
#ifndef THUD_STUDY_PLACE_H
#define THUD_STUDY_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "study/store/sql.h"

/* DIRECTORY/results.db in memory of the caller's; NULL when memory is short. */
char *thud_place_path(const char *directory);

/* Creates the directory, one level; an existing one must be writable. */
thud_status thud_place_make(const char *directory, thud_error *note);

/* Locks the directory for one writing process, until *hold is released or the process ends; -1 if the file system
 * has no such locks. False if another process holds it. */
bool thud_place_hold(const char *directory, int *hold);
void thud_place_give_back(int hold);

/* Whether a process holds the directory, as far as the system reports. */
bool thud_place_is_held(const char *directory);

/* Whether a file exists and begins like a database; an empty one does not count. THUD_ERROR_SYNTAX for another
   kind of file. */
thud_status thud_place_look(const char *path, thud_error *note, bool *there);

/* Whether a path is a symbolic link; the store never writes through links in its directory. */
bool thud_place_is_link(const char *path);

/* Renames a store, with SQLite's accompanying files, to a free name: results-1.db. The name goes into `aside`. */
thud_status thud_place_move(const char *path, char *aside, size_t size, thud_error *note);

#endif
