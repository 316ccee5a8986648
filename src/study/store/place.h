/*
 * Where a store lies: DIRECTORY/results.db, and what may be in its place.
 */
#ifndef THUD_STUDY_PLACE_H
#define THUD_STUDY_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "study/store/sql.h"

/* DIRECTORY/results.db in memory of the caller's; NULL without memory. */
char *thud_place_path(const char *directory);

/* Makes the directory, one level; it may be there already, and is one to write in. */
thud_status thud_place_make(const char *directory, thud_error *note);

/* Takes the directory for one process that writes, until *hold is given back or the process ends, however it does;
 * -1 where the system has no such locks for it. False when another one has it. */
bool thud_place_hold(const char *directory, int *hold);
void thud_place_give_back(int hold);

/* Whether a process has the directory, as far as the system says. */
bool thud_place_is_held(const char *directory);

/* Whether a file is there, and begins as a database does; an empty one is none yet. THUD_ERROR_SYNTAX for another.
 */
thud_status thud_place_look(const char *path, thud_error *note, bool *there);

/* Whether something is a symbolic link; what is in a directory of results is never written through one. */
bool thud_place_is_link(const char *path);

/* Gives a store, with the files that SQLite keeps beside it, a name that is free: results-1.db. The name goes into
 * `aside`. */
thud_status thud_place_move(const char *path, char *aside, size_t size, thud_error *note);

#endif
