/*
 * Who is writing to a store: a line of `meta` that is there while somebody is, so that others can say whom they
 * would have to wait for. It is no lock: SQLite has its own.
 */
#ifndef THUD_STUDY_STORE_WRITER_H
#define THUD_STUDY_STORE_WRITER_H

#include "study/store/sql.h"

/* This process writes from now on; until it leaves, or is killed. */
thud_status thud_writer_sign(const thud_sql *sql);
thud_status thud_writer_leave(const thud_sql *sql);

/* The sentence for a store that is in use, with the process where it is known; returns THUD_ERROR_IN_USE. */
thud_status thud_writer_name(const thud_sql *sql);

#endif
