/*
 * HDF5 without its own voice: what fails is said by thud.
 */
#ifndef THUD_REPORT_HDF5_QUIET_H
#define THUD_REPORT_HDF5_QUIET_H

/* Before the first file; again it does nothing. */
void thud_hdf5_be_quiet(void);

#endif
