/*
 * ZIP archives (PKWARE, APPNOTE 6.3.10) of stored entries: as they are, with CRC-32, and the same bytes on every
 * day and every machine.
 */
#ifndef THUD_FMU_ZIP_H
#define THUD_FMU_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct fmu_zip_entry {
    const char *name; /* with slashes */
    const void *bytes;
    size_t size;
} fmu_zip_entry;

/* The whole archive. False where it would be larger than such an archive can be (4 GB); write errors stay in the
 * stream. */
bool fmu_zip_write(const fmu_zip_entry *entries, size_t count, FILE *stream);

uint32_t fmu_zip_check(const void *bytes, size_t size);

#endif
