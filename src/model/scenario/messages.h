/*
 * Messages about a scenario, collected during reading and reported at the end, in the order of the file.
 */
#ifndef THUD_MODEL_MESSAGES_H
#define THUD_MODEL_MESSAGES_H

#include <stdint.h>

#include <thud/motion.h>
#include <thud/scenario.h>

#include "model/check.h"

/* The scenario's text, and its name for messages. */
typedef struct thud_source {
    const char *file;
    const char *text;
    size_t size;
} thud_source;

typedef struct thud_remark thud_remark;

/* Starts as {.source = …}. */
typedef struct thud_messages {
    thud_source source;
    thud_remark *remarks;
    size_t count, capacity;
    size_t errors;   /* all of them */
    size_t left_out; /* errors beyond those that are kept */
    bool out_of_memory;
    bool once;     /* only the first error at a place counts: several parts may come from it */
    bool unquoted; /* the file is not a scenario: its lines are not shown */
} thud_messages;

/* The place of messages about the whole file. */
#define THUD_WHOLE_FILE SIZE_MAX

/* About a place in the scenario, bytes from its start. */
void thud_messages_error(thud_messages *messages, size_t offset, const char *format, ...) THUD_PRINTF(3, 4);
void thud_messages_warning(thud_messages *messages, size_t offset, const char *format, ...) THUD_PRINTF(3, 4);

/* About a place in a file that the scenario names at `offset`. */
void thud_messages_record(thud_messages *messages, size_t offset, bool warning, const char *file,
                          const thud_error *error);

/* The first error at a place from `low` to `high`; NULL if there is none. */
const char *thud_messages_find(const thud_messages *messages, size_t low, size_t high);

/* Reports all, by place. */
void thud_messages_report(const thud_messages *messages, thud_error_report *report, void *context);
void thud_messages_free(thud_messages *messages);

#endif
