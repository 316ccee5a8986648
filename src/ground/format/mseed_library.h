/*
 * Loads libmseed when a MiniSEED file is read, so that programs linked with thud do not need it otherwise.
 */
#ifndef THUD_MOTION_MSEED_LIBRARY_H
#define THUD_MOTION_MSEED_LIBRARY_H

#include <libmseed.h>
#include <stdbool.h>

/* The functions of libmseed that the reader calls. */
typedef struct thud_mseed_library {
    void *handle;
    int (*parse)(char *record, int size, MSRecord **out, int length, flag unpack, flag verbose);
    void (*forget)(MSRecord **record);
} thud_mseed_library;

/* False when it is not installed, or incomplete. */
bool thud_mseed_open(thud_mseed_library *library);
void thud_mseed_close(thud_mseed_library *library);

#endif
