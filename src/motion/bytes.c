#define _POSIX_C_SOURCE 200809L /* fstat, open, read */

#include "motion/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* why a file could not be read, and the room for saying so */
typedef struct fault {
    char *reason;
    size_t size;
} fault;

static thud_status fail(const fault *f, thud_status status, const char *reason) {
    snprintf(f->reason, f->size, "%s", reason);
    return status;
}

static thud_status fail_system(const fault *f) { return fail(f, THUD_ERROR_FILE, strerror(errno)); }

/* ---- the limit ---- */

bool thud_bytes_read_size(const char *text, size_t *size) {
    static const char units[] = "kMG";
    const size_t digits = strspn(text, "0123456789");
    const char *unit = text[digits] ? strchr(units, text[digits]) : NULL;
    if (digits == 0 || digits > 18 || (text[digits] && (!unit || text[digits + 1]))) return false;
    const int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    const unsigned long long number = strtoull(text, NULL, 10);
    /* half of all sizes, so that one byte more, and twice as much, are sizes too */
    if (number == 0 || number > (SIZE_MAX >> 2) >> shift) return false;
    *size = (size_t)number << shift;
    return true;
}

static bool find_limit(size_t *limit) {
    const char *asked = getenv(THUD_BYTES_LIMIT_NAME);
    *limit = THUD_BYTES_LIMIT;
    return !asked || thud_bytes_read_size(asked, limit);
}

static thud_status fail_large(const fault *f, size_t limit) {
    snprintf(f->reason, f->size, "it is larger than %zu bytes; --max-file or %s allows more", limit,
             THUD_BYTES_LIMIT_NAME);
    return THUD_ERROR_FILE;
}

/* ---- reading ---- */

/* room for a whole file, and for one byte more, to see that it ends */
static size_t first_capacity(const struct stat *about) {
    const size_t usual = 1 << 16;
    return S_ISREG(about->st_mode) && about->st_size > 0 ? (size_t)about->st_size + 1 : usual;
}

static thud_status read_all(int descriptor, size_t limit, thud_bytes *b, const fault *f) {
    for (;;) {
        if (b->size > limit) return fail_large(f, limit);
        if (!b->data || b->size == b->capacity) {
            if (b->data) b->capacity *= 2;
            char *larger = realloc(b->data, b->capacity);
            if (!larger) return fail(f, THUD_ERROR_MEMORY, "there is not enough memory for the file");
            b->data = larger;
        }
        const ssize_t got = read(descriptor, b->data + b->size, b->capacity - b->size);
        if (got == 0) return THUD_OK;
        if (got < 0 && errno != EINTR) return fail_system(f);
        if (got > 0) b->size += (size_t)got;
    }
}

/* what is there instead of a file, for a message; NULL for a file */
static const char *other_kind(const struct stat *about) {
    if (S_ISREG(about->st_mode)) return NULL;
    if (S_ISDIR(about->st_mode)) return "it is a directory";
    if (S_ISFIFO(about->st_mode)) return "it is a pipe; only files are read, and - where standard input is meant";
    if (S_ISCHR(about->st_mode) || S_ISBLK(about->st_mode)) return "it is a device; only files are read";
    return "it is not a file";
}

static thud_status read_descriptor(int descriptor, bool any_kind, thud_bytes *b, const fault *f) {
    struct stat about;
    size_t limit;
    if (!find_limit(&limit))
        return fail(f, THUD_ERROR_FILE, THUD_BYTES_LIMIT_NAME " is not a size, as in 64M or 4G");
    if (fstat(descriptor, &about) != 0) return fail_system(f);
    if (!any_kind && other_kind(&about)) return fail(f, THUD_ERROR_FILE, other_kind(&about));
    if (S_ISREG(about.st_mode) && about.st_size > 0 && (uintmax_t)about.st_size > limit)
        return fail_large(f, limit);
    b->capacity = first_capacity(&about);
    return read_all(descriptor, limit, b, f);
}

/* looks before it opens, as opening a device can do something; and again behind it, as the file can be another by
 * then: not to wait where it became a pipe */
thud_status thud_bytes_load(const char *path, thud_bytes *b, char *reason, size_t reason_size) {
    const fault f = {reason, reason_size};
    struct stat about;
    if (stat(path, &about) != 0) return fail_system(&f);
    if (other_kind(&about)) return fail(&f, THUD_ERROR_FILE, other_kind(&about));
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) return fail_system(&f);
    const thud_status status = read_descriptor(descriptor, false, b, &f);
    close(descriptor);
    return status;
}

bool thud_bytes_is_input(const char *path) { return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdin") == 0; }

thud_status thud_bytes_load_or_input(const char *path, thud_bytes *b, char *reason, size_t reason_size) {
    const fault f = {reason, reason_size};
    if (!thud_bytes_is_input(path)) return thud_bytes_load(path, b, reason, reason_size);
    return read_descriptor(STDIN_FILENO, true, b, &f);
}
