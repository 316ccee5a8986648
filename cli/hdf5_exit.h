/*
 * The end of a process in which an HDF5 file could not be written.
 */
#ifndef THUD_CLI_HDF5_EXIT_H
#define THUD_CLI_HDF5_EXIT_H

/* HDF5 1.10 closes its files once more when a process ends, and after a write that failed it crashes there or never
 * ends. From here on the process ends with EXIT_FAILED before it gets that far. */
void hdf5_exit_early(void);

#endif
