/*
 * A file as bytes in memory. Pipes and devices are read too; a file that grows meanwhile is read as far as it is.
 */
#ifndef THUD_MOTION_BYTES_H
#define THUD_MOTION_BYTES_H

#include <thud/motion.h>

typedef struct thud_bytes {
    char *data;
    size_t size;
    size_t capacity;
} thud_bytes;

/* Reads the whole file; when that fails, `error` says why. What was read is to be freed in any case. */
thud_status thud_bytes_load(const char *path, thud_bytes *bytes, thud_motion_message *error);

#endif
