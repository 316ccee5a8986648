/*
 * Any bytes as a ground motion, in every format: memory stays whole, and what is accepted is a motion.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/motion.h>

#include "base/text.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "fuzz_motion: %s\n", what);
    abort();
}

static void demand_place(const thud_error *message) {
    demand(message->text[0] != '\0', "a message says nothing");
    demand(memchr(message->text, '\0', sizeof message->text) != NULL, "a message has no end");
    demand((message->line == 0) == (message->column == 0), "half a place");
    demand(thud_printable(message->text), "a message that a terminal would obey");
}

/* what a terminal would obey does not get past the readers */
static void demand_names(const thud_motion_info *info) {
    demand(thud_printable(info->title) && thud_printable(info->station) && thud_printable(info->channel) &&
               thud_printable(info->unit),
           "a name that a terminal would obey");
    for (size_t i = 0; i < info->channel_count && i < THUD_MOTION_CHANNEL_LIMIT; i++)
        demand(thud_printable(info->channels[i]), "a channel that a terminal would obey");
}

static void check(const char *text, size_t size, const thud_motion_options *options) {
    thud_motion *motion = NULL;
    thud_motion_info info;
    const thud_status status = thud_motion_parse(text, size, options, &motion, &info);
    demand((status == THUD_OK) == (motion != NULL), "a motion if and only if all is well");
    for (size_t i = 0; i < info.warning_count && i < THUD_MOTION_WARNING_LIMIT; i++)
        demand_place(&info.warnings[i]);
    demand_names(&info);
    if (status != THUD_OK) {
        demand_place(&info.error);
        return;
    }
    demand(thud_motion_check(motion) == THUD_OK, "not a motion");
    /* Steim's second compression has up to seven samples in four bytes */
    demand(motion->count <= (strcmp(info.format, "mseed") == 0 ? 2 * size : size), "more samples than bytes");
    demand(info.format && *info.unit, "format and unit are known");
    thud_motion_free(motion);
}

/* the library for MiniSEED stays open: opening it anew costs more than reading a hundred files */
int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    (void)dlopen("libmseed.so.2", RTLD_NOW | RTLD_LOCAL);
    return 0;
}

/* as it is, with what files often do not say, or as one of the formats, whichever the last byte picks */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    const uint8_t pick = size > 0 ? data[size - 1] : 0;
    size_t formats = 0;
    while (thud_motion_format_name(formats)) formats++;
    switch (pick % 3) {
    case 0: check(text, size, NULL); break;
    case 1: check(text, size, &(thud_motion_options){.unit = "g", .step = 0.01}); break;
    default:
        check(text, size,
              &(thud_motion_options){.format = thud_motion_format_name(pick / 3 % formats),
                                     .unit = "gal",
                                     .step = pick & 1 ? 0.01 : 0,
                                     .channel = "2"});
    }
    return 0;
}
