#define _DEFAULT_SOURCE /* flock, lstat */

/* The location of a store. */
#include "study/store/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char NAME[] = "/results.db";
static const char MAGIC[16] = "SQLite format 3";

char *thud_place_path(const char *directory) {
    size_t length = strlen(directory);
    char *path = malloc(length + sizeof NAME);
    if (path) {
        memcpy(path, directory, length);
        memcpy(path + length, NAME, sizeof NAME);
    }
    return path;
}

/* SQLite retries in another way, and keeps this reason */
static thud_status cannot_write(thud_error *note, const char *directory, int error) {
    return thud_error_set(note, THUD_ERROR_FILE, "cannot write '%s%s': %s", directory, NAME, strerror(error));
}

thud_status thud_place_make(const char *directory, thud_error *note) {
    struct stat there;
    if (mkdir(directory, 0777) == 0) return THUD_OK;
    int error = errno;
    if (error == EEXIST && stat(directory, &there) == 0) {
        if (S_ISDIR(there.st_mode))
            return access(directory, W_OK | X_OK) == 0 ? THUD_OK : cannot_write(note, directory, errno);
        return thud_error_set(note, THUD_ERROR_FILE, "'%s' is a file, not a directory", directory);
    }
    return thud_error_set(note, THUD_ERROR_FILE, "cannot make the directory '%s': %s", directory, strerror(error));
}

/* SQLite's own lock is free for an instant after each commit; this one is not. It is on the directory, because
 * closing the store file itself would release SQLite's locks. */
bool thud_place_hold(const char *directory, int *hold) {
    *hold = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*hold < 0) return true;
    /* a process that only checks the lock holds it for an instant */
    enum { TRIES = 20 };
    const struct timespec instant = {.tv_nsec = 5000000};
    for (int i = 0; i < TRIES; i++) {
        if (flock(*hold, LOCK_EX | LOCK_NB) == 0) return true;
        if (errno != EWOULDBLOCK) break;
        (void)nanosleep(&instant, NULL);
        errno = EWOULDBLOCK;
    }
    const bool taken = errno == EWOULDBLOCK;
    close(*hold);
    *hold = -1; /* file systems without locks: rely on SQLite's */
    return !taken;
}

void thud_place_give_back(int hold) {
    if (hold >= 0) close(hold);
}

bool thud_place_is_held(const char *directory) {
    const int look = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (look < 0) return false;
    const bool held = flock(look, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(look);
    return held;
}

static thud_status cannot_read(thud_error *note, const char *path, int error) {
    return thud_error_set(note, THUD_ERROR_FILE, "cannot read '%s': %s", path, strerror(error));
}

thud_status thud_place_look(const char *path, thud_error *note, bool *there) {
    struct stat file;
    char begin[sizeof MAGIC];
    if (stat(path, &file) != 0) {
        if (errno != ENOENT && errno != ENOTDIR) return cannot_read(note, path, errno);
        *there = false;
        return THUD_OK;
    }
    if (!S_ISREG(file.st_mode)) return thud_error_set(note, THUD_ERROR_FILE, "'%s' is not a file", path);
    *there = file.st_size > 0;
    if (!*there) return THUD_OK;
    FILE *stream = fopen(path, "rb");
    if (!stream) return cannot_read(note, path, errno);
    bool good = fread(begin, sizeof begin, 1, stream) == 1 && memcmp(begin, MAGIC, sizeof MAGIC) == 0;
    fclose(stream);
    if (good) return THUD_OK;
    return thud_error_set(note, THUD_ERROR_SYNTAX, "'%s' is damaged, or not a store: it does not begin like one",
                          path);
}

bool thud_place_is_link(const char *path) {
    struct stat file;
    return lstat(path, &file) == 0 && S_ISLNK(file.st_mode);
}

static bool exists(const char *path) {
    struct stat file;
    return lstat(path, &file) == 0;
}

/* path without ".db", a number, ".db", an ending */
static void numbered(char *to, size_t size, const char *path, int number, const char *ending) {
    int stem = (int)(strlen(path) - strlen(".db"));
    snprintf(to, size, "%.*s-%d.db%s", stem, path, number, ending);
}

static bool is_free(const char *path, int number, const char *const *endings, size_t count, char *buffer,
                    size_t size) {
    for (size_t i = 0; i < count; i++) {
        numbered(buffer, size, path, number, endings[i]);
        if (exists(buffer)) return false;
    }
    return true;
}

thud_status thud_place_move(const char *path, char *aside, size_t aside_size, thud_error *note) {
    /* the log first: a store without it is intact but older, a log without its store is useless */
    static const char *const endings[] = {"-wal", "-shm", ""};
    enum { ENDINGS = sizeof endings / sizeof endings[0] };
    size_t size = strlen(path) + 32;
    char *from = malloc(size), *to = malloc(size);
    thud_status status = from && to ? THUD_OK : THUD_ERROR_MEMORY;
    int number = 1;
    while (status == THUD_OK && !is_free(path, number, endings, ENDINGS, to, size)) number++;
    for (size_t i = 0; status == THUD_OK && i < ENDINGS; i++) {
        snprintf(from, size, "%s%s", path, endings[i]);
        numbered(to, size, path, number, endings[i]);
        if (exists(from) && rename(from, to) != 0)
            status = thud_error_set(note, THUD_ERROR_FILE, "cannot move '%s' aside: %s", path, strerror(errno));
    }
    if (status == THUD_OK) snprintf(aside, aside_size, "%s", to);
    if (status == THUD_ERROR_MEMORY) thud_error_set(note, status, "%s", thud_status_text(status));
    free(from);
    free(to);
    return status;
}
