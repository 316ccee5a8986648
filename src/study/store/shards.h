/*
 * A study in several stores: DIRECTORY/shards says which cases each of them has, DIRECTORY/shard-1/results.db …
 * have them. Each is a store like any other, of the whole study, written by a process of its own; readers take them
 * for one.
 *
 *     thud shards 1
 *     study 0123456789abcdef        fingerprint of the study
 *     cases 1000000
 *     shard 1 0 507904              number, first case, how many
 *     shard 2 507904 492096
 *     checksum 0123456789abcdef     over all lines before
 */
#ifndef THUD_STUDY_SHARDS_H
#define THUD_STUDY_SHARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <thud/status.h>
#include <thud/study.h>

typedef struct thud_shard {
    size_t first, count; /* cases */
} thud_shard;

enum { THUD_SHARDS_MOST = 9999 };

typedef struct thud_shards {
    uint64_t study;
    size_t cases;
    thud_shard *list; /* [count], one after another */
    size_t count;
} thud_shards;

/* Whole chunks for each of `count`, as evenly as they go. THUD_ERROR_MEMORY. */
thud_status thud_shards_plan(const thud_study *study, size_t count, size_t chunk, thud_shards *shards);
void thud_shards_clear(thud_shards *shards);

/* DIRECTORY/shard-N, from 0 here and from 1 there; to be freed, NULL without memory. */
char *thud_shards_path(const char *directory, size_t which);

/* Whether there is such a list, and what it says. THUD_ERROR_SYNTAX for one that is damaged. */
thud_status thud_shards_read(const char *directory, thud_error *note, thud_shards *shards, bool *there);

/* Writes the list where there is none, and makes the directory; otherwise it must say the same:
 * THUD_ERROR_MISMATCH. */
thud_status thud_shards_write(const char *directory, const thud_shards *shards, thud_error *note);

#endif
