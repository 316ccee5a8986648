/* The functions of HDF5 by name. THUD_HDF5_FILE is the library that this build saw the headers of, by its soname.
 */
#include "report/hdf5/library.h"

#include <dlfcn.h>
#include <string.h>

#include "report/text/file.h"

thud_hdf5_library thud_h5;

/* POSIX has functions and data in one kind of pointer, C has not */
static bool find(void *handle, const char *name, void *function, size_t size) {
    void *symbol = dlsym(handle, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

/* the value of H5T_NATIVE_DOUBLE and similar names of hdf5.h, after H5open */
static bool find_number(void *handle, const char *name, hid_t *number) {
    const hid_t *there = NULL;
    /* a program linked with HDF5 already contains it */
    void *program = dlopen(NULL, RTLD_NOW);
    if (!find(program, name, &there, sizeof there) && !find(handle, name, &there, sizeof there)) return false;
    *number = *there;
    return true;
}

static bool find_all(void *handle, thud_hdf5_library *library) {
    herr_t (*open)(void) = NULL;
#define X(name) find(handle, #name, &library->name, sizeof library->name) &&
    return THUD_H5_FUNCTIONS(X)
#undef X
               find(handle, "H5open", &open, sizeof open) &&
           open() >= 0 && find_number(handle, "H5T_NATIVE_DOUBLE_g", &library->native_double) &&
           find_number(handle, "H5T_NATIVE_UINT64_g", &library->native_uint64) &&
           find_number(handle, "H5T_C_S1_g", &library->c_string) &&
           find_number(handle, "H5P_CLS_DATASET_CREATE_ID_g", &library->dataset_create);
}

bool thud_hdf5_open(thud_error *failure) {
    thud_hdf5_library library = {0};
    if (thud_h5.H5Fcreate) return true;
    /* it is never closed: it has work to do when the process ends */
    void *handle = dlopen(THUD_HDF5_FILE, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return thud_fail(failure, "HDF5 files need the library " THUD_HDF5_FILE
                                  ", which is not on this machine; the CSV files have the same numbers");
    if (!find_all(handle, &library))
        return thud_fail(failure, THUD_HDF5_FILE " does not start, or is another HDF5");
    thud_h5 = library;
    return true;
}
