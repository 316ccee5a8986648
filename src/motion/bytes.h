/*
 * A file as bytes in memory. Pipes and devices are read too; a file that grows meanwhile is read as far as it is.
 */
#ifndef THUD_MOTION_BYTES_H
#define THUD_MOTION_BYTES_H

#include <stddef.h>

#include <thud/status.h>

/* Starts as {0}; `data` is to be freed, whatever the status. */
typedef struct thud_bytes {
    char *data;
    size_t size;
    size_t capacity;
} thud_bytes;

/* Why not, in `reason`: one line without a full stop. */
thud_status thud_bytes_load(const char *path, thud_bytes *bytes, char *reason, size_t reason_size);

#endif
