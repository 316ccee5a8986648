/* HDF5 files under a temporary name, blocks of rows, and names without slashes. */
#define _XOPEN_SOURCE 700 /* fsync */

#include "report/hdf5/hdf5.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/text/file.h"

/* HDF5 opens the file again, with a lock of its own */
char *thud_hdf5_begin(const char *path) {
    char *temporary = NULL;
    (void)thud_h5.H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    int descriptor = thud_part_create(path, &temporary);
    if (descriptor >= 0) close(descriptor);
    return temporary;
}

bool thud_hdf5_commit(const char *temporary, const char *path) {
    int descriptor = open(temporary, O_RDONLY | O_CLOEXEC);
    bool good = descriptor >= 0 && fsync(descriptor) == 0;
    if (descriptor >= 0) close(descriptor);
    return good && rename(temporary, path) == 0;
}

bool thud_hdf5_write_rows(hid_t set, hid_t type, hsize_t from, hsize_t count, const void *rows) {
    hid_t memory = thud_h5.H5Screate_simple(1, &count, NULL), place = thud_h5.H5Dget_space(set);
    bool good = memory >= 0 && place >= 0 &&
                thud_h5.H5Sselect_hyperslab(place, H5S_SELECT_SET, &from, NULL, &count, NULL) >= 0 &&
                thud_h5.H5Dwrite(set, type, memory, place, H5P_DEFAULT, rows) >= 0;
    if (memory >= 0) thud_h5.H5Sclose(memory);
    if (place >= 0) thud_h5.H5Sclose(place);
    return good;
}

void thud_hdf5_make_name(char *text) {
    for (char *c = text; *c; c++)
        if (*c == '/') *c = '|';
    if (strcmp(text, ".") == 0) *text = '|';
}
