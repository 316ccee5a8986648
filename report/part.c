#define _XOPEN_SOURCE 700 /* strdup */
#define _DEFAULT_SOURCE   /* flock */

#include "report/part.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* "NAME.123-0.part" for "NAME" */
static bool is_part_of(const char *entry, const char *name) {
    size_t length = strlen(name);
    if (strncmp(entry, name, length) != 0 || entry[length] != '.') return false;
    const char *at = entry + length + 1, *begin = at;
    at += strspn(at, "0123456789");
    if (at == begin || *at != '-') return false;
    at += 1 + strspn(at + 1, "0123456789");
    return strcmp(at, ".part") == 0;
}

/* nobody holds a lock on what was left behind; where there are no locks it stays */
static void remove_left(int directory, const char *entry) {
    struct stat there;
    int file = openat(directory, entry, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    if (fstat(file, &there) == 0 && S_ISREG(there.st_mode) && flock(file, LOCK_EX | LOCK_NB) == 0)
        unlinkat(directory, entry, 0);
    close(file);
}

static void remove_all_left(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    DIR *directory = folder ? opendir(folder) : NULL;
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (is_part_of(entry->d_name, name)) remove_left(dirfd(directory), entry->d_name);
    if (directory) closedir(directory);
    free(folder);
}

/* ours, unless somebody took it for left behind before the lock was on it */
static bool is_still_there(int file) {
    struct stat there;
    flock(file, LOCK_EX | LOCK_NB);
    return fstat(file, &there) == 0 && there.st_nlink > 0;
}

int thud_part_create(const char *path, char **name) {
    size_t size = strlen(path) + 48;
    *name = malloc(size);
    if (!*name) {
        errno = ENOMEM;
        return -1;
    }
    remove_all_left(path);
    for (int number = 0; number < 100; number++) {
        snprintf(*name, size, "%s.%ld-%d.part", path, (long)getpid(), number);
        int file = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 && is_still_there(file)) return file;
        if (file < 0 && errno != EEXIST) break;
        if (file >= 0) close(file);
    }
    int error = errno;
    free(*name);
    *name = NULL;
    errno = error;
    return -1;
}
