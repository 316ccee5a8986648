/*
 * HDF5, opened when a file of its kind is written: it brings some fifty libraries with it, and a program that
 * writes none starts without them, or on a machine that has none.
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

/* Of hdf5.h only types and plain constants are used: its other names stand for calls of the library. */
#define THUD_H5_TRUNCATE 0x0002u

typedef struct thud_hdf5_library {
#define X(name) __typeof__(name) *name;
    THUD_H5_FUNCTIONS(X)
#undef X
    hid_t native_double, native_uint64, c_string, dataset_create;
} thud_hdf5_library;

/* Empty until it has been opened. */
extern thud_hdf5_library thud_h5;

/* Opens it where that has not been done. False, with the reason, where this machine has not what it takes. */
bool thud_hdf5_open(thud_error *failure);

#endif
