/* Output files that are either complete or absent: written under a temporary name with a lock, synchronised,
   renamed. */
#define _XOPEN_SOURCE 700 /* strdup */
#define _DEFAULT_SOURCE   /* flock */

#include "report/text/file.h"

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

#include "ground/bytes.h"

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

/* removes abandoned files, which nobody has locked; without locks they stay */
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

/* still ours, unless somebody removed it as abandoned before it was locked */
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

static bool cannot_write(thud_error *failure, const char *path, int error) {
    return thud_fail(failure, "cannot write '%s': %s", path, strerror(error));
}

static void forget(thud_output *output) {
    free(output->path);
    free(output->temporary);
    *output = (thud_output){0};
}

/* the file that standard output goes to; a device such as /dev/null may be both, but not a terminal */
static bool is_standard_output(const char *path) {
    struct stat file, output;
    if (stat(path, &file) != 0 || fstat(STDOUT_FILENO, &output) != 0) return false;
    if (file.st_dev != output.st_dev || file.st_ino != output.st_ino) return false;
    return !S_ISCHR(file.st_mode) || isatty(STDOUT_FILENO);
}

bool thud_output_check(const char *path, thud_error *failure) {
    if (strcmp(path, "-") == 0)
        return thud_fail(failure, "'-' is no file: standard output is taken; './-' is a file of that name");
    if (is_standard_output(path))
        return thud_fail(failure, "cannot write '%s': standard output goes there already", path);
    return true;
}

/* the descriptor to write to; sets output->temporary unless the file is a device or a pipe. Follows no links. */
static int open_descriptor(thud_output *output) {
    struct stat old;
    bool exists = lstat(output->path, &old) == 0 && !S_ISLNK(old.st_mode);
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (exists && !S_ISREG(old.st_mode)) return open(output->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (exists && access(output->path, W_OK) != 0) return -1;
    int descriptor = thud_part_create(output->path, &output->temporary);
    if (descriptor < 0) return -1;
    /* a replaced file keeps its permissions if that is allowed */
    if (exists) (void)fchmod(descriptor, old.st_mode & 07777);
    return descriptor;
}

char *thud_path_resolved(const char *path) {
    char *real = realpath(path, NULL);
    return real ? real : strdup(path);
}

/* reserves the place of the file */
static bool open_at(thud_output *output, const char *path, char *place, thud_error *failure) {
    *output = (thud_output){.path = place};
    if (!thud_output_check(path, failure)) {
        forget(output);
        return false;
    }
    if (!output->path) return thud_fail_memory(failure);
    int descriptor = open_descriptor(output);
    if (descriptor < 0) {
        cannot_write(failure, path, errno);
        forget(output);
        return false;
    }
    output->stream = fdopen(descriptor, "w");
    if (!output->stream) {
        cannot_write(failure, path, errno);
        close(descriptor);
        thud_output_abort(output);
        return false;
    }
    return true;
}

bool thud_output_open(thud_output *output, const char *path, thud_error *failure) {
    return open_at(output, path, thud_path_resolved(path), failure);
}

bool thud_output_open_inside(thud_output *output, const char *path, thud_error *failure) {
    return open_at(output, path, strdup(path), failure);
}

/* a stream remembers an error without its number: writing one more byte fails in the same way */
static int earlier_error(FILE *stream) {
    errno = 0;
    return write(fileno(stream), "\n", 1) < 0 ? errno : EIO;
}

/* is everything on the disk? devices and pipes cannot be synchronised, which is not an error */
static bool finish_stream(thud_output *output, int *error) {
    errno = 0;
    bool good = fflush(output->stream) == 0;
    if (good && ferror(output->stream)) {
        errno = earlier_error(output->stream);
        good = false;
    }
    if (good && output->temporary) good = fsync(fileno(output->stream)) == 0;
    *error = errno;
    if (fclose(output->stream) != 0 && good) {
        *error = errno;
        good = false;
    }
    output->stream = NULL;
    return good;
}

bool thud_output_commit(thud_output *output, thud_error *failure) {
    int error = 0;
    bool good = finish_stream(output, &error);
    if (good && output->temporary && rename(output->temporary, output->path) != 0) {
        error = errno;
        good = false;
    }
    if (!good) {
        cannot_write(failure, output->path, error ? error : EIO);
        thud_output_abort(output);
        return false;
    }
    forget(output);
    return true;
}

void thud_output_abort(thud_output *output) {
    if (output->stream) fclose(output->stream);
    if (output->temporary) unlink(output->temporary);
    forget(output);
}

bool thud_file_is_regular(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

bool thud_file_copy(const char *from, const char *to, thud_error *failure) {
    thud_bytes bytes = {0};
    thud_output output;
    thud_error error;
    bool good = thud_bytes_load(from, &bytes, &error) == THUD_OK;
    if (!good) thud_fail(failure, "cannot read '%s': %s", from, error.text);
    good = good && thud_output_open_inside(&output, to, failure);
    if (good) {
        fwrite(bytes.data, 1, bytes.size, output.stream);
        good = thud_output_commit(&output, failure);
    }
    free(bytes.data);
    return good;
}

bool thud_directory_create(const char *path, thud_error *failure) {
    struct stat there;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &there) == 0 && S_ISDIR(there.st_mode)))
        return true;
    return thud_fail(failure, "cannot make the directory '%s': %s", path, strerror(errno));
}

bool thud_directory_create_inside(const char *path, thud_error *failure) {
    struct stat there;
    if (lstat(path, &there) == 0 && S_ISLNK(there.st_mode))
        return thud_fail(failure, "'%s' is a symbolic link, and thud does not write through it", path);
    return thud_directory_create(path, failure);
}

/* "." for a bare name; false if there is no directory */
static bool stat_directory(const char *path, struct stat *directory) {
    const char *slash = strrchr(path, '/');
    char *name = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    bool there = name && stat(name, directory) == 0;
    free(name);
    return there;
}

bool thud_same_directory(const char *path, const char *other) {
    struct stat a, b;
    return stat_directory(path, &a) && stat_directory(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

char *thud_path_join(const char *directory, const char *name) {
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s", directory, name);
    return path;
}
