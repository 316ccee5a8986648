/*
 * Scenario files (YAML): the same models, written down. docs/scenario.md lists every key.
 */
#ifndef THUD_SCENARIO_H
#define THUD_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An error or a warning about a place in a scenario file, or in a file that it names. */
typedef struct thud_scenario_message {
    const char *file;   /* as opened; "(text)" for one in memory */
    size_t line;        /* from 1; 0: about the file as a whole */
    size_t column;      /* in bytes, from 1 */
    bool warning;       /* the model can be used nevertheless */
    char text[512];     /* one line without a full stop */
    const char *source; /* the line of the file that is meant, not ended by a zero; NULL: none */
    size_t source_size; /* in bytes, without the line feed */
} thud_scenario_message;

/* Called once for every message, all of a file in one go; what it points to lasts for the call. */
typedef void thud_scenario_report(void *context, const thud_scenario_message *message);

/*
 * Reads a file, or a text in memory, into a model that is built and ready to run; freed with thud_model_free.
 * Records are looked for relative to the scenario's own folder (to `folder` for a text; NULL: the current one).
 * `report` may be NULL.
 *
 * THUD_ERROR_FILE: the scenario cannot be read; THUD_ERROR_SYNTAX: it is not YAML; THUD_ERROR_ARGUMENT: something
 * in it, or in a file that it names, is wrong. In each case the messages say what. After a thousand of them the
 * rest is counted.
 */
THUD_API thud_status thud_scenario_read(const char *path, thud_scenario_report *report, void *context,
                                        thud_model **model);
THUD_API thud_status thud_scenario_parse(const char *text, size_t size, const char *folder,
                                         thud_scenario_report *report, void *context, thud_model **model);

#ifdef __cplusplus
}
#endif
#endif
