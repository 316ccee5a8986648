/* Finds executors: by name, or on a device with its own statistics. */
#include <stdlib.h>
#include <string.h>

#include <thud/device.h>

#include "base/environment.h"
#include "study/run/executor_device.h"

typedef struct on_device {
    thud_device_executor own; /* first, so that it is the executor */
    thud_device_tally tally;
} on_device;

const thud_executor *thud_executor_find(const char *name) {
    static const thud_executor *const known[] = {&thud_executor_serial, &thud_executor_threads};
    for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i]->name, name) == 0) return known[i];
    return NULL;
}

thud_status thud_executor_on_device(size_t device, thud_executor **executor) {
    THUD_PLAIN_ENVIRONMENT;
    if (!executor || device >= thud_device_count()) return THUD_ERROR_ARGUMENT;
    on_device *d = calloc(1, sizeof *d);
    if (!d) return THUD_ERROR_MEMORY;
    d->own = thud_device_executor_on(device, &d->tally);
    *executor = &d->own.executor;
    return THUD_OK;
}

const thud_device_tally *thud_executor_tally(const thud_executor *executor) {
    return &((const on_device *)(const void *)executor)->tally;
}

void thud_executor_free(thud_executor *executor) { free(executor); }
