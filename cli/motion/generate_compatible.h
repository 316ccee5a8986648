/*
 * Motions that are made to follow a spectrum, one or several at a time.
 */
#ifndef THUD_CLI_GENERATE_COMPATIBLE_H
#define THUD_CLI_GENERATE_COMPATIBLE_H

#include "cli/motion/generate.h"

/* One of the motions. */
typedef struct compatible_motion {
    uint64_t seed;
    char *path, *plot; /* plot may be NULL */
    thud_motion *motion;
    thud_intensity strength;
    thud_compatibility fit;
} compatible_motion;

typedef struct compatible_batch {
    generate_output output; /* with the names as on the command line */
    thud_compatible_options options;
    char soil;         /* of Eurocode 8; 0 for points */
    const char *table; /* the file of the points, or NULL */
    double t1;         /* s; 0 when it was not given */
    size_t count;
    compatible_motion *motions; /* [count] */
    thud_compatibility mean;
} compatible_batch;

/* What the motions are to follow, in one line; without the seed. */
void compatible_describe(const compatible_batch *batch, char *text, size_t size);

void compatible_print_json(const compatible_batch *batch);
int compatible_print_human(const compatible_batch *batch);

#endif
