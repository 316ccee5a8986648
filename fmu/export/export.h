/*
 * A scenario as an FMU: what it will have, and the file.
 */
#ifndef THUD_FMU_EXPORT_H
#define THUD_FMU_EXPORT_H

#include "fmu/export/bundle.h"
#include "fmu/variables.h"

/* Starts as {0}. */
typedef struct fmu_export {
    fmu_request request; /* with the lists of the caller; the token is made */
    fmu_bundle bundle;
    fmu_source source;
    thud_model *model;
    thud_simulation *simulation;
    fmu_variables variables;
} fmu_export;

/* From the text of a scenario without shorthand, whose files are relative to `folder`. */
thud_status fmu_export_prepare(fmu_export *e, const char *text, const char *folder, thud_error *error);
void fmu_export_free(fmu_export *e);

typedef struct fmu_export_file {
    const char *path;
    int version;            /* version of the standard: 2 or 3 */
    const char *identifier; /* a name of C */
    const char *library;    /* the path of the library that lies in FMUs */
    const char *licences;   /* path of a text, which may not exist */
} fmu_export_file;

/* False, with a failure, where a file cannot be read or written. */
bool fmu_export_write(const fmu_export *e, const fmu_export_file *file, thud_error *failure);

#endif
