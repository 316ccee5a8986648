#define _POSIX_C_SOURCE 200809L /* fstat, open, read */

#include "motion/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t LARGEST = (size_t)1 << 31; /* 2 GiB; a day of one channel at 200 Hz takes an eighth of it */
static const char TOO_LARGE[] = "it is larger than 2 GiB";

static thud_status fail(thud_motion_message *error, thud_status status, const char *reason) {
    *error = (thud_motion_message){0};
    snprintf(error->text, sizeof error->text, "%s", reason);
    return status;
}

static thud_status fail_system(thud_motion_message *error) { return fail(error, THUD_ERROR_FILE, strerror(errno)); }

/* room for a whole file, and for one byte more, to see that it ends */
static size_t first_capacity(const struct stat *about) {
    const size_t usual = 1 << 16;
    return S_ISREG(about->st_mode) && about->st_size > 0 ? (size_t)about->st_size + 1 : usual;
}

static thud_status read_all(int descriptor, thud_bytes *b, thud_motion_message *error) {
    for (;;) {
        if (b->size > LARGEST) return fail(error, THUD_ERROR_FILE, TOO_LARGE);
        if (!b->data || b->size == b->capacity) {
            if (b->data) b->capacity *= 2;
            char *larger = realloc(b->data, b->capacity);
            if (!larger) return fail(error, THUD_ERROR_MEMORY, "there is not enough memory for the file");
            b->data = larger;
        }
        const ssize_t got = read(descriptor, b->data + b->size, b->capacity - b->size);
        if (got == 0) return THUD_OK;
        if (got < 0 && errno != EINTR) return fail_system(error);
        if (got > 0) b->size += (size_t)got;
    }
}

thud_status thud_bytes_load(const char *path, thud_bytes *b, thud_motion_message *error) {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return fail_system(error);
    struct stat about;
    thud_status status = THUD_OK;
    if (fstat(descriptor, &about) != 0) {
        status = fail_system(error);
    } else if (S_ISREG(about.st_mode) && about.st_size > (off_t)LARGEST) {
        status = fail(error, THUD_ERROR_FILE, TOO_LARGE);
    } else {
        b->capacity = first_capacity(&about);
        status = read_all(descriptor, b, error);
    }
    close(descriptor);
    return status;
}
