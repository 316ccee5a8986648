#define _POSIX_C_SOURCE 200809L /* off_t, for libmseed */

/*
 * Loads libmseed when a MiniSEED file is read, so that programs linked with thud do not need it otherwise.
 */
#include "ground/format/mseed_library.h"

#include <dlfcn.h>
#include <string.h>

static const char FILE_NAME[] = "libmseed.so.2"; /* the version described by libmseed.h 2 */

/* libmseed prints to stderr unless it is given a function */
static void ignore(char *text) { (void)text; }

/* POSIX has functions and data in one kind of pointer, C has not */
static bool find(void *handle, const char *name, void *function, size_t size) {
    void *symbol = dlsym(handle, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

bool thud_mseed_open(thud_mseed_library *library) {
    void (*set_log)(void (*)(char *), const char *, void (*)(char *), const char *);
    void *handle = library->handle = dlopen(FILE_NAME, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
    if (find(handle, "msr_parse", &library->parse, sizeof library->parse) &&
        find(handle, "msr_free", &library->forget, sizeof library->forget) &&
        find(handle, "ms_loginit", &set_log, sizeof set_log)) {
        set_log(ignore, NULL, ignore, NULL);
        return true;
    }
    dlclose(handle);
    return false;
}

void thud_mseed_close(thud_mseed_library *library) { dlclose(library->handle); }
