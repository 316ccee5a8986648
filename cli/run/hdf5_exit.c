/* The end of a process in which an HDF5 file could not be written. */
#include "cli/run/run_output.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/message.h"

static void leave(void) {
    fflush(NULL);
    _Exit(EXIT_FAILED);
}

/* exit handlers run in reverse order: HDF5's own is set when its first file is created */
void hdf5_exit_early(void) {
    if (atexit(leave) != 0) leave();
}

static bool at_work;

static void complain(void) {
    if (!at_work) return;
    work_error("HDF5 failed, probably for lack of memory");
    leave();
}

void hdf5_exit_watch(void) { at_work = atexit(complain) == 0; }

void hdf5_exit_forget(void) { at_work = false; }
