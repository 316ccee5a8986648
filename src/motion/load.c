/*
 * A file as bytes in memory, then as a motion. Pipes and devices are read too; a file that grows meanwhile is read
 * as far as it is.
 */
#define _POSIX_C_SOURCE 200809L /* fstat, open, read */

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thud/motion.h>

static const size_t LARGEST = (size_t)1 << 31; /* 2 GiB; a day of one channel at 200 Hz takes an eighth of it */
static const char TOO_LARGE[] = "it is larger than 2 GiB";

typedef struct bytes {
    char *data;
    size_t size;
    size_t capacity;
} bytes;

static thud_status fail(thud_motion_info *info, thud_status status, const char *reason) {
    *info = (thud_motion_info){.header_peak = NAN};
    snprintf(info->error.text, sizeof info->error.text, "%s", reason);
    return status;
}

static thud_status fail_system(thud_motion_info *info) { return fail(info, THUD_ERROR_FILE, strerror(errno)); }

/* room for a whole file, and for one byte more, to see that it ends */
static size_t first_capacity(const struct stat *about) {
    const size_t usual = 1 << 16;
    return S_ISREG(about->st_mode) && about->st_size > 0 ? (size_t)about->st_size + 1 : usual;
}

static thud_status read_all(int descriptor, bytes *b, thud_motion_info *info) {
    for (;;) {
        if (b->size > LARGEST) return fail(info, THUD_ERROR_FILE, TOO_LARGE);
        if (!b->data || b->size == b->capacity) {
            if (b->data) b->capacity *= 2;
            char *larger = realloc(b->data, b->capacity);
            if (!larger) return fail(info, THUD_ERROR_MEMORY, "there is not enough memory for the file");
            b->data = larger;
        }
        const ssize_t got = read(descriptor, b->data + b->size, b->capacity - b->size);
        if (got == 0) return THUD_OK;
        if (got < 0 && errno != EINTR) return fail_system(info);
        if (got > 0) b->size += (size_t)got;
    }
}

static thud_status load(const char *path, bytes *b, thud_motion_info *info) {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return fail_system(info);
    struct stat about;
    thud_status status = THUD_OK;
    if (fstat(descriptor, &about) != 0) {
        status = fail_system(info);
    } else if (S_ISREG(about.st_mode) && about.st_size > (off_t)LARGEST) {
        status = fail(info, THUD_ERROR_FILE, TOO_LARGE);
    } else {
        b->capacity = first_capacity(&about);
        status = read_all(descriptor, b, info);
    }
    close(descriptor);
    return status;
}

thud_status thud_motion_read(const char *path, const thud_motion_options *options, thud_motion **motion,
                             thud_motion_info *info) {
    thud_motion_info unused;
    if (!info) info = &unused;
    if (!path || !motion) return fail(info, THUD_ERROR_ARGUMENT, "a path and a place for the motion are needed");
    bytes b = {0};
    thud_status status = load(path, &b, info);
    if (status == THUD_OK) status = thud_motion_parse(b.data, b.size, options, motion, info);
    free(b.data);
    return status;
}
