/*
 * The scenario of an FMU: read once, its parameters written over, and built again for each run with others.
 */
#ifndef THUD_FMU_SOURCE_H
#define THUD_FMU_SOURCE_H

#include "model/scenario/draft.h"

/* Starts as {0}. */
typedef struct fmu_source {
    char *folder; /* where the records are */
    char *text;
    thud_draft *draft;
    thud_motions *motions; /* records that were read already */
} fmu_source;

/* Takes a copy of the text, which begins a scenario; `error` is about the first thing that is wrong. */
thud_status fmu_source_open(fmu_source *source, const char *folder, const char *text, size_t size,
                            thud_error *error);
void fmu_source_close(fmu_source *source);

/* A model of what stands there now. */
thud_status fmu_source_build(fmu_source *source, thud_model **model, thud_error *error);

#endif
