#define _POSIX_C_SOURCE 200809L /* fstat, open, read */

/* Reads a whole file into memory, within the size limit. */
#include "ground/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

static thud_status fail_system(thud_error *error) {
    return thud_error_set(error, THUD_ERROR_FILE, "%s", strerror(errno));
}

/* ---- the limit ---- */

bool thud_bytes_read_size(const char *text, size_t *size) {
    static const char units[] = "kMG";
    const size_t digits = strspn(text, "0123456789");
    const char *unit = text[digits] ? strchr(units, text[digits]) : NULL;
    if (digits == 0 || digits > 18 || (text[digits] && (!unit || text[digits + 1]))) return false;
    const int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    const unsigned long long number = strtoull(text, NULL, 10);
    /* half of the largest size, so that one byte more and twice as much do not overflow */
    if (number == 0 || number > (SIZE_MAX >> 2) >> shift) return false;
    *size = (size_t)number << shift;
    return true;
}

static bool find_limit(size_t *limit) {
    const char *asked = getenv(THUD_BYTES_LIMIT_NAME);
    *limit = THUD_BYTES_LIMIT;
    return !asked || thud_bytes_read_size(asked, limit);
}

static thud_status fail_large(thud_error *error, size_t limit) {
    return thud_error_set(error, THUD_ERROR_FILE, "it is larger than %zu bytes; --max-file or %s allows more",
                          limit, THUD_BYTES_LIMIT_NAME);
}

/* ---- reading ---- */

/* space for the whole file and one more byte, to detect its end */
static size_t first_capacity(const struct stat *about) {
    const size_t usual = 1 << 16;
    return S_ISREG(about->st_mode) && about->st_size > 0 ? (size_t)about->st_size + 1 : usual;
}

static thud_status read_all(int descriptor, size_t limit, thud_bytes *b, thud_error *error) {
    for (;;) {
        if (b->size > limit) return fail_large(error, limit);
        if (!b->data || b->size == b->capacity) {
            if (b->data) b->capacity *= 2;
            char *larger = realloc(b->data, b->capacity);
            if (!larger) return thud_error_set(error, THUD_ERROR_MEMORY, "there is not enough memory for the file");
            b->data = larger;
        }
        const ssize_t got = read(descriptor, b->data + b->size, b->capacity - b->size);
        if (got == 0) return THUD_OK;
        if (got < 0 && errno != EINTR) return fail_system(error);
        if (got > 0) b->size += (size_t)got;
    }
}

/* what a path is if not a file, for a message; NULL for a file */
static const char *other_kind(const struct stat *about) {
    if (S_ISREG(about->st_mode)) return NULL;
    if (S_ISDIR(about->st_mode)) return "it is a directory";
    if (S_ISFIFO(about->st_mode)) return "it is a pipe; only files are read, and - where standard input is meant";
    if (S_ISCHR(about->st_mode) || S_ISBLK(about->st_mode)) return "it is a device; only files are read";
    return "it is not a file";
}

static thud_status read_descriptor(int descriptor, bool any_kind, thud_bytes *b, thud_error *error) {
    struct stat about;
    size_t limit;
    if (!find_limit(&limit))
        return thud_error_set(error, THUD_ERROR_FILE, THUD_BYTES_LIMIT_NAME " is not a size, as in 64M or 4G");
    if (fstat(descriptor, &about) != 0) return fail_system(error);
    if (!any_kind && other_kind(&about)) return thud_error_set(error, THUD_ERROR_FILE, "%s", other_kind(&about));
    if (S_ISREG(about.st_mode) && about.st_size > 0 && (uintmax_t)about.st_size > limit)
        return fail_large(error, limit);
    b->capacity = first_capacity(&about);
    return read_all(descriptor, limit, b, error);
}

/* checks before opening, because opening a device may have effects; and again afterwards, because the path may
 * have changed: never wait for a pipe */
static thud_status read_path(const char *path, thud_bytes *b, thud_error *error) {
    struct stat about;
    if (stat(path, &about) != 0) return fail_system(error);
    if (other_kind(&about)) return thud_error_set(error, THUD_ERROR_FILE, "%s", other_kind(&about));
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) return fail_system(error);
    const thud_status status = read_descriptor(descriptor, false, b, error);
    close(descriptor);
    return status;
}

static thud_status name_file(thud_status status, const char *path, thud_error *error) {
    if (status != THUD_OK && error) error->file = path;
    return status;
}

thud_status thud_bytes_load(const char *path, thud_bytes *b, thud_error *error) {
    return name_file(read_path(path, b, error), path, error);
}

bool thud_bytes_is_input(const char *path) { return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdin") == 0; }

thud_status thud_bytes_load_or_input(const char *path, thud_bytes *b, thud_error *error) {
    if (!thud_bytes_is_input(path)) return thud_bytes_load(path, b, error);
    return name_file(read_descriptor(STDIN_FILENO, true, b, error), path, error);
}
