/*
 * What a store of results is of and how far it is, for people and as JSON.
 */
#ifndef THUD_CLI_STORE_REPORT_H
#define THUD_CLI_STORE_REPORT_H

#include <thud/sweep.h>

#include "study/store/store_read.h"

/* Reads and prints; `sweep` is the one that has just been over, or NULL. Returns an exit status. */
int store_report(const char *directory, bool as_json, const thud_study_summary *sweep);

/* "thud: error: …" and the exit status for what the library says of a store: bad input is the user's. */
int store_error(thud_status status, const char *text);

#endif
