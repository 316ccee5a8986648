/*
 * A scenario and the files that it names, as they lie in an FMU: the scenario without shorthand, and its files in
 * one folder beside it.
 */
#ifndef THUD_FMU_BUNDLE_H
#define THUD_FMU_BUNDLE_H

#include <thud/status.h>

#include "ground/bytes.h"

typedef struct fmu_bundle_file {
    char *from; /* where it was read */
    char *name; /* beside the scenario: "records/elcentro.at2" */
    thud_bytes bytes;
} fmu_bundle_file;

/* Starts as {0}. */
typedef struct fmu_bundle {
    char *scenario;
    fmu_bundle_file *files;
    size_t count;
} fmu_bundle;

/* From the text of a valid scenario without shorthand; its files are relative to `folder`. */
thud_status fmu_bundle_make(const char *text, const char *folder, fmu_bundle *bundle, thud_error *error);
void fmu_bundle_free(fmu_bundle *bundle);

#endif
