/*
 * Motions that were read or made, kept for the next time that they are asked for: a study builds its scenario over
 * and over. The oldest are forgotten when there are too many, so that memory stays bounded.
 */
#ifndef THUD_MODEL_MOTIONS_H
#define THUD_MODEL_MOTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <thud/motion.h>

typedef struct thud_motions thud_motions;

/* What `shared` has (may be NULL) is recalled too, and never changed: many may share it. NULL without memory. The
 * other functions take NULL: then nothing is kept. */
thud_motions *thud_motions_create(const thud_motions *shared);
void thud_motions_free(thud_motions *motions);

/* A copy of the one that is known by this fingerprint, and its unit (may be NULL). False when there is none. */
bool thud_motions_recall(const thud_motions *motions, uint64_t known_as, thud_motion **motion, double *unit);

/* Keeps a copy, where memory allows. */
void thud_motions_keep(thud_motions *motions, uint64_t known_as, const thud_motion *motion, double unit);

#endif
