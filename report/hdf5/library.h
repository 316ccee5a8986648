/*
 * Loads HDF5 when a file of its kind is written. It depends on some fifty libraries, which other programs then
 * need not load or have.
 */
#ifndef THUD_REPORT_HDF5_LIBRARY_H
#define THUD_REPORT_HDF5_LIBRARY_H

#include <stdbool.h>

#include <hdf5.h>

#include <thud/status.h>

/* the functions that are called, in alphabetical order */
#define THUD_H5_FUNCTIONS(X)                                                                                       \
    X(H5Aclose)                                                                                                    \
    X(H5Acreate2)                                                                                                  \
    X(H5Awrite)                                                                                                    \
    X(H5Dclose)                                                                                                    \
    X(H5Dcreate2)                                                                                                  \
    X(H5Dget_space)                                                                                                \
    X(H5Dset_extent)                                                                                               \
    X(H5Dwrite)                                                                                                    \
    X(H5Eset_auto2)                                                                                                \
    X(H5Fclose)                                                                                                    \
    X(H5Fcreate)                                                                                                   \
    X(H5Gclose)                                                                                                    \
    X(H5Gcreate2)                                                                                                  \
    X(H5Lexists)                                                                                                   \
    X(H5Pclose)                                                                                                    \
    X(H5Pcreate)                                                                                                   \
    X(H5Pset_chunk)                                                                                                \
    X(H5Sclose)                                                                                                    \
    X(H5Screate)                                                                                                   \
    X(H5Screate_simple)                                                                                            \
    X(H5Sselect_hyperslab)                                                                                         \
    X(H5Tclose)                                                                                                    \
    X(H5Tcopy)                                                                                                     \
    X(H5Tcreate)                                                                                                   \
    X(H5Tinsert)                                                                                                   \
    X(H5Tset_cset)                                                                                                 \
    X(H5Tset_size)

/* Only types and plain constants of hdf5.h are used; its other names are library calls. */
#define THUD_H5_TRUNCATE 0x0002u

typedef struct thud_hdf5_library {
#define X(name) __typeof__(name) *name;
    THUD_H5_FUNCTIONS(X)
#undef X
    hid_t native_double, native_uint64, c_string, dataset_create;
} thud_hdf5_library;

/* Empty until it has been opened. */
extern thud_hdf5_library thud_h5;

/* Loads it on first use. False, with the reason, if this machine lacks it. */
bool thud_hdf5_open(thud_error *failure);

#endif
