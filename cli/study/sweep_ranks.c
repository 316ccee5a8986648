#define _XOPEN_SOURCE 700 /* readlink */

/*
 * thud sweep as one rank of an MPI job. The command is not linked with MPI: under mpirun it replaces itself by
 * thud-mpi, the same program with MPI (THUD_RANKS).
 */
#include "cli/study/study_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"

bool ranks_launched(void) { return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK"); }

#if defined(THUD_RANKS)

#include "study/run/device_lanes.h"
#include "study/run/executor_mpi.h"

enum { RANK_BATCH = 16384 }; /* cases of a batch, divided among the threads */

/* rank 0 first, so that errors in a study are printed once */
static int read_everywhere(const ranks_work *work, int rank, thud_study **study) {
    int status = rank == 0 ? work->read(work->context, study) : EXIT_DONE;
    status = (int)thud_mpi_of_first((uint64_t)status);
    if (status == EXIT_DONE && rank != 0) status = work->read(work->context, study);
    return (int)thud_mpi_largest((uint64_t)status);
}

static bool is_same_everywhere(const thud_study *study) {
    uint64_t hash = thud_study_hash(study);
    return thud_mpi_largest(thud_mpi_of_first(hash) != hash) == 0;
}

/* a rank uses the device with its local rank; with one more rank than devices, rank 0 serves the store and each
 * device has one rank */
static void serve(const ranks_work *work, const thud_study *study, size_t place) {
    thud_mpi_service service = {.stop = sweep_progress_stopped, .jobs = work->jobs};
    thud_device_tally tally;
    const size_t devices = work->devices ? thud_device_count() : 0, number = devices > 0 ? place % devices : 0;
    thud_device_executor device = thud_device_executor_on(number, &tally);
    thud_device_lanes lanes;
    const bool ready = devices > 0 && thud_device_lanes_init(&lanes, device.driver, number, RANK_BATCH);
    device.lanes = ready ? &lanes : NULL;
    device.batch = RANK_BATCH;
    if (ready) service.executor = &device.executor;
    thud_mpi_serve(study, &service);
    if (ready) thud_device_lanes_clear(&lanes);
}

/* rank 0 returns the outcome; the others only whether they did their part */
static int take_part(const ranks_work *work, int rank, const thud_study *study) {
    const size_t place = thud_mpi_place_on_node();
    if (!is_same_everywhere(study)) {
        if (rank == 0) usage_error("the study, its scenario or a record differs between machines");
        return EXIT_USAGE;
    }
    if (rank == 0) {
        int status =
            work->sweep(work->context, study, work->devices ? &thud_executor_mpi_devices : &thud_executor_mpi);
        thud_mpi_dismiss();
        return status;
    }
    sweep_progress_start();
    serve(work, study, place);
    return EXIT_DONE;
}

int ranks_run(const ranks_work *work) {
    int rank = 0, size = 1;
    thud_study *study = NULL;
    if (thud_mpi_start(&rank, &size) != THUD_OK) return work_error("MPI does not start");
    int status = read_everywhere(work, rank, &study);
    if (status == EXIT_DONE) status = take_part(work, rank, study);
    thud_study_free(study);
    thud_mpi_finish();
    return status;
}

#elif defined(THUD_MPI_PROGRAM)

enum { MOST_TEXT = 1 << 20, MOST_WORDS = 4096 };

/* the words of this process, each with its end; their number, 0 with errno */
static size_t own_words(char *text, char **words) {
    FILE *file = fopen("/proc/self/cmdline", "rb");
    if (!file) return 0;
    const size_t size = fread(text, 1, MOST_TEXT - 1, file);
    const bool is_whole = feof(file) != 0;
    size_t count = 0, at = 0;
    fclose(file);
    text[size] = '\0';
    for (; at < size && count < MOST_WORDS; at += strlen(text + at) + 1) words[count++] = text + at;
    words[count] = NULL;
    if (is_whole && at >= size) return count;
    errno = E2BIG;
    return 0;
}

/* executes a program in the folder of this one, as in a build, or in the installation; returns only if it is
   missing */
static void become(const char *name, char **words) {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = '\0';
    char *end = strrchr(path, '/') + 1;
    const size_t left = sizeof path - (size_t)(end - path);
    if (snprintf(end, left, "%s", name) < (int)left) execv(path, words);
}

int ranks_run(const ranks_work *work) {
    (void)work;
    char *text = malloc(MOST_TEXT), **words = malloc((MOST_WORDS + 1) * sizeof *words);
    if (text && words && own_words(text, words) > 0) {
        become("thud-mpi", words);
        if (errno == ENOENT) become(THUD_MPI_PROGRAM, words);
    }
    free(text);
    free(words);
    return work_error("thud-mpi, which replaces thud under mpirun, does not start: %s", strerror(errno));
}

#else

int ranks_run(const ranks_work *work) {
    (void)work;
    return usage_error("this thud was built without MPI: run it once with --jobs, not under mpirun");
}

#endif
