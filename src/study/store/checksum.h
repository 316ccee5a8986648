/*
 * The checksum of a row of a store, recomputed by every reader: 64 bits over all other cells, each with its type.
 * The number of the row enters last, by exclusive or, so that a row can be renumbered without its cells. One wrong
 * cell is always detected; it does not protect against deliberate changes.
 */
#ifndef THUD_STUDY_CHECKSUM_H
#define THUD_STUDY_CHECKSUM_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include "base/hash.h"

#define THUD_CHECKSUM_START THUD_HASH_START

/* Adds one cell. NAN counts as NULL, as in SQLite; a text may be NULL. */
uint64_t thud_checksum_nothing(uint64_t sum);
uint64_t thud_checksum_number(uint64_t sum, double number);
uint64_t thud_checksum_integer(uint64_t sum, int64_t number);
uint64_t thud_checksum_text(uint64_t sum, const char *text);

/* Bytes, eight at a time: a column of a chunk. */
uint64_t thud_checksum_bytes(uint64_t sum, const void *data, size_t size);

/* Adds the cell of a statement's row, of any type. */
uint64_t thud_checksum_cell(uint64_t sum, sqlite3_stmt *row, int at);

/* After all cells: the checksum of the row of this number. */
int64_t thud_checksum_finish(uint64_t sum, int64_t number);

/* The checksum of the same row under another number. */
int64_t thud_checksum_renumber(int64_t checksum, int64_t from, int64_t to);

#endif
