/*
 * The writer of a store: a line of `meta` during writing, so that other processes can say who is using it. It is
 * not a lock: SQLite has its own.
 */
#ifndef THUD_STUDY_STORE_WRITER_H
#define THUD_STUDY_STORE_WRITER_H

#include "study/store/sql.h"

/* This process writes from now on; until it leaves, or is killed. */
thud_status thud_writer_sign(const thud_sql *sql);
thud_status thud_writer_leave(const thud_sql *sql);

/* The message for a store in use, with the process if known; returns THUD_ERROR_IN_USE. */
thud_status thud_writer_name(const thud_sql *sql);

#endif
