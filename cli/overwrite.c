#define _XOPEN_SOURCE 700 /* stat */

/*
 * Commands never overwrite their input: a record next to a picture of the same name, the store of a study.
 */
#include "cli/files.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/message.h"
#include "report/figure/figure.h"

int check_overwrite_input(const char *plot, const char *input) {
    thud_error failure;
    if (!plot) return EXIT_DONE;
    if (!thud_figure_check(plot, &failure)) return usage_error("--plot: %s", failure.text);
    if (input && thud_figure_writes(plot, input))
        return usage_error("--plot '%s' would overwrite the input '%s'; give another name", plot, input);
    return EXIT_DONE;
}

int check_overwrite_both(const char *plot, const char *input, const char *name, const char *output) {
    int status = check_overwrite_input(plot, input);
    if (status != EXIT_DONE || !plot || !output || !thud_figure_writes(plot, output)) return status;
    return usage_error("%s and --plot would both write '%s'", name, output);
}

static bool is_file_of(const struct stat *file, const char *directory, const char *name) {
    struct stat there;
    char *path = thud_path_join(directory, name);
    bool same = path && stat(path, &there) == 0 && there.st_dev == file->st_dev && there.st_ino == file->st_ino;
    free(path);
    return same;
}

int check_overwrite_directory(const char *path, const char *directory) {
    static const char *const names[] = {"results.db",  "results.db-wal", "results.db-shm", "summary.json",
                                        "history.csv", "impacts.csv",    "loops.csv",      "model.json",
                                        "history.h5",  "scenario.yaml",  "ground.csv"};
    struct stat file;
    if (stat(path, &file) != 0) return EXIT_DONE;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_file_of(&file, directory, names[i]))
            return usage_error("'%s' is part of '%s'; give another name", path, directory);
    return EXIT_DONE;
}
