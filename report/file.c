#define _XOPEN_SOURCE 700 /* realpath, fsync, fchmod */

#include "report/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "motion/bytes.h"
#include "report/part.h"

static bool cannot_write(thud_failure *failure, const char *path, int error) {
    return thud_failure_set(failure, "cannot write '%s': %s", path, strerror(error));
}

static void forget(thud_output *output) {
    free(output->path);
    free(output->temporary);
    *output = (thud_output){0};
}

/* the file that standard output goes to; a device such as /dev/null may be both, but for a terminal */
static bool is_standard_output(const char *path) {
    struct stat file, output;
    if (stat(path, &file) != 0 || fstat(STDOUT_FILENO, &output) != 0) return false;
    if (file.st_dev != output.st_dev || file.st_ino != output.st_ino) return false;
    return !S_ISCHR(file.st_mode) || isatty(STDOUT_FILENO);
}

bool thud_output_check(const char *path, thud_failure *failure) {
    if (strcmp(path, "-") == 0)
        return thud_failure_set(failure, "'-' is no file: standard output is taken; './-' is a file of that name");
    if (is_standard_output(path))
        return thud_failure_set(failure, "cannot write '%s': standard output goes there already", path);
    return true;
}

/* the descriptor to write to; sets output->temporary unless the file is a device or a pipe */
static int open_descriptor(thud_output *output) {
    struct stat old;
    bool exists = stat(output->path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (exists && !S_ISREG(old.st_mode)) return open(output->path, O_WRONLY | O_CLOEXEC);
    if (exists && access(output->path, W_OK) != 0) return -1;
    int descriptor = thud_part_create(output->path, &output->temporary);
    if (descriptor < 0) return -1;
    /* a file that is replaced keeps its permissions; where that is not allowed, the default ones do */
    if (exists) (void)fchmod(descriptor, old.st_mode & 07777);
    return descriptor;
}

/* the file behind a symbolic link, so that the link survives the rename; the path itself when nothing is there */
static char *resolved(const char *path) {
    char *real = realpath(path, NULL);
    return real ? real : strdup(path);
}

bool thud_output_open(thud_output *output, const char *path, thud_failure *failure) {
    *output = (thud_output){0};
    if (!thud_output_check(path, failure)) return false;
    output->path = resolved(path);
    if (!output->path) return thud_failure_memory(failure);
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

/* a stream keeps the fact of an earlier error, not its number: one more byte fails in the same way */
static int earlier_error(FILE *stream) {
    errno = 0;
    return write(fileno(stream), "\n", 1) < 0 ? errno : EIO;
}

/* everything on the disk? a device or a pipe cannot be synchronised, which is no error */
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

bool thud_output_commit(thud_output *output, thud_failure *failure) {
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

bool thud_file_copy(const char *from, const char *to, thud_failure *failure) {
    thud_bytes bytes = {0};
    thud_output output;
    char reason[256];
    bool good = thud_bytes_load(from, &bytes, reason, sizeof reason) == THUD_OK;
    if (!good) thud_failure_set(failure, "cannot read '%s': %s", from, reason);
    good = good && thud_output_open(&output, to, failure);
    if (good) {
        fwrite(bytes.data, 1, bytes.size, output.stream);
        good = thud_output_commit(&output, failure);
    }
    free(bytes.data);
    return good;
}

bool thud_directory_create(const char *path, thud_failure *failure) {
    struct stat there;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &there) == 0 && S_ISDIR(there.st_mode)))
        return true;
    return thud_failure_set(failure, "cannot make the directory '%s': %s", path, strerror(errno));
}

/* "." for a bare name; false where there is none */
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
