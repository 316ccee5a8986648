/*
 * libmseed, opened when a MiniSEED file is read: whoever links thud, statically or not, needs no libmseed for it.
 */
#ifndef THUD_MOTION_MSEED_LIBRARY_H
#define THUD_MOTION_MSEED_LIBRARY_H

#include <libmseed.h>
#include <stdbool.h>

/* The functions of libmseed that the reader calls, by what they do. */
typedef struct thud_mseed_library {
    void *handle;
    int (*parse)(char *record, int size, MSRecord **out, int length, flag unpack, flag verbose);
    void (*forget)(MSRecord **record);
} thud_mseed_library;

/* False when it is not there, or not whole. */
bool thud_mseed_open(thud_mseed_library *library);
void thud_mseed_close(thud_mseed_library *library);

#endif
