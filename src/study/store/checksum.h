/*
 * The checksum of a row of a store, which every reader computes again: 64 bits over all cells but itself, each with
 * its type. The number of the row enters last, by an exclusive or, so that a row can be renumbered without its
 * cells. One wrong cell is always found; it is no protection from somebody who computes the checksum as well.
 */
#ifndef THUD_STUDY_CHECKSUM_H
#define THUD_STUDY_CHECKSUM_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include "base/hash.h"

#define THUD_CHECKSUM_START THUD_HASH_START

/* One more cell. A number that is NAN is nothing, as SQLite has it; a text may be NULL. */
uint64_t thud_checksum_nothing(uint64_t sum);
uint64_t thud_checksum_number(uint64_t sum, double number);
uint64_t thud_checksum_integer(uint64_t sum, int64_t number);
uint64_t thud_checksum_text(uint64_t sum, const char *text);

/* Bytes, eight at a time: a column of a chunk. */
uint64_t thud_checksum_bytes(uint64_t sum, const void *data, size_t size);

/* The cell of a statement's row, whatever it is. */
uint64_t thud_checksum_cell(uint64_t sum, sqlite3_stmt *row, int at);

/* After all cells: the checksum of the row of this number. */
int64_t thud_checksum_finish(uint64_t sum, int64_t number);

/* That of the same row under another number. */
int64_t thud_checksum_renumber(int64_t checksum, int64_t from, int64_t to);

#endif
