/*
 * Caches motions that were read or generated: a study builds its scenario again and again. The oldest are dropped
 * when there are too many, so that memory is bounded.
 */
#ifndef THUD_MODEL_MOTIONS_H
#define THUD_MODEL_MOTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <thud/motion.h>

typedef struct thud_motions thud_motions;

/* A cache that also reads from `shared` (may be NULL), which is never changed and may be shared by many. NULL when
 * memory is short. The other functions accept NULL as an empty cache. */
thud_motions *thud_motions_create(const thud_motions *shared);
void thud_motions_free(thud_motions *motions);

/* Finds a motion by its hash and copies it, with its unit (may be NULL). False if there is none. */
bool thud_motions_recall(const thud_motions *motions, uint64_t known_as, thud_motion **motion, double *unit);

/* Stores a copy, if memory allows. */
void thud_motions_keep(thud_motions *motions, uint64_t known_as, const thud_motion *motion, double unit);

#endif
