/*
 * Saying which argument is wrong.
 */
#ifndef THUD_BASE_BLAME_H
#define THUD_BASE_BLAME_H

#include <thud/status.h>

/* Fills `error`, which may be NULL, and returns THUD_ERROR_ARGUMENT; a value of NAN is left out of the message. */
thud_status thud_blame(thud_error *error, const char *subject, double value, const char *reason);

/* The same with another status. */
thud_status thud_blame_status(thud_error *error, thud_status status, const char *subject, double value,
                              const char *reason);

/* The same for memory that could not be had: returns THUD_ERROR_MEMORY. */
thud_status thud_blame_memory(thud_error *error);

#endif
