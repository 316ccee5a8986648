/*
 * A study in several stores. DIRECTORY/shards lists the cases of each; DIRECTORY/shard-1/results.db … contain
 * them. Each is an ordinary store of the whole study, written by a separate process; readers treat all shards as
 * one study.
 *
 *     thud shards 1
 *     study 0123456789abcdef        fingerprint of the study
 *     cases 1000000
 *     layout columns 500            that of the first, for those that are begun without one; may be left out
 *     shard 1 0 500000              number, first case, how many
 *     shard 2 500000 500000
 *     checksum 0123456789abcdef     over all lines before
 */
#ifndef THUD_STUDY_SHARDS_H
#define THUD_STUDY_SHARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <thud/status.h>
#include <thud/study.h>
#include <thud/sweep.h>

typedef struct thud_shard {
    size_t first, count; /* cases */
} thud_shard;

enum { THUD_SHARDS_MOST = 9999 };

typedef struct thud_shards {
    uint64_t study;
    size_t cases;
    thud_study_layout layout;
    size_t chunk;     /* chunk size of this layout; 0: not given */
    thud_shard *list; /* [count], consecutive */
    size_t count;
} thud_shards;

/* Plans the shards: equal numbers of cases, up to one. THUD_ERROR_MEMORY. */
thud_status thud_shards_plan(const thud_study *study, const thud_study_options *options, thud_shards *shards);
void thud_shards_clear(thud_shards *shards);

/* DIRECTORY/shard-N, with the index from 0 and N from 1; to be freed, NULL when memory is short. */
char *thud_shards_path(const char *directory, size_t which);

/* Whether there is such a list, and its content. THUD_ERROR_SYNTAX if it is damaged. */
thud_status thud_shards_read(const char *directory, thud_error *note, thud_shards *shards, bool *there);

/* Writes the list if there is none, and creates the directory; otherwise uses the existing one. That must belong
 * to the same study and have as many shards: THUD_ERROR_MISMATCH. */
thud_status thud_shards_settle(const char *directory, thud_shards *shards, thud_error *note);

#endif
