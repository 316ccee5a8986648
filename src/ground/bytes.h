/*
 * Reads a whole file into memory. It must be a regular file, so that reading never blocks or runs for ever, and no
 * larger than a limit. "-" is standard input where a caller allows it: for files named on a command line, not for
 * those named in other files.
 */
#ifndef THUD_MOTION_BYTES_H
#define THUD_MOTION_BYTES_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/status.h>

/* Starts as {0}; free `data` whatever the status. It holds one byte more than `size`. */
typedef struct thud_bytes {
    char *data;
    size_t size;
    size_t capacity;
} thud_bytes;

/* The largest file: this many bytes, or the value of this environment variable, as in 64M or 4G. */
#define THUD_BYTES_LIMIT ((size_t)1 << 30)
#define THUD_BYTES_LIMIT_NAME "THUD_MAX_FILE"

/* Reads a size: bytes, or with k, M or G multiples of 1024; false for zero or anything else. */
bool thud_bytes_read_size(const char *text, size_t *size);

/* `error` records the path as its file. */
thud_status thud_bytes_load(const char *path, thud_bytes *bytes, thud_error *error);

/* Whether a path, "-" or "/dev/stdin", means standard input. */
bool thud_bytes_is_input(const char *path);

/* The same, but such a path is standard input, whatever it is connected to. */
thud_status thud_bytes_load_or_input(const char *path, thud_bytes *bytes, thud_error *error);

#endif
