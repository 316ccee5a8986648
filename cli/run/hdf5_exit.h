/*
 * The end of a process in which an HDF5 file could not be written.
 */
#ifndef THUD_CLI_HDF5_EXIT_H
#define THUD_CLI_HDF5_EXIT_H

/* HDF5 1.10 closes its files once more when a process ends, and after a write that failed it crashes there or never
 * ends. From here on the process ends with EXIT_FAILED before it gets that far. */
void hdf5_exit_early(void);

/* Without memory HDF5 1.10 ends the process itself, and says nothing. Between these two that is said for it, and
 * the exit status is EXIT_FAILED; where it crashes instead, nothing can be said. */
void hdf5_exit_watch(void);
void hdf5_exit_forget(void);

#endif
