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

/*
 * Reads a file, or a text in memory, into a model that is built and ready to run; freed with thud_model_free.
 * Records are looked for relative to the scenario's own folder (to `folder` for a text; NULL: the current one).
 * `report` may be NULL.
 *
 * THUD_ERROR_FILE: the scenario cannot be read; THUD_ERROR_SYNTAX: it is not YAML; THUD_ERROR_ARGUMENT: something
 * in it, or in a file that it names, is wrong. In each case `report` is called with every error and warning, all of
 * a file in one go, in the order of the file; "(text)" is the name of one in memory. After a thousand of them the
 * rest is counted.
 */
THUD_API thud_status thud_scenario_read(const char *path, thud_error_report *report, void *context,
                                        thud_model **model);
THUD_API thud_status thud_scenario_parse(const char *text, size_t size, const char *folder,
                                         thud_error_report *report, void *context, thud_model **model);

/*
 * The file without shorthand: every `repeat` and all `storeys` written out as bodies, links and contacts, as a
 * scenario that gives the same results to the bit. Freed with free(). Errors as above.
 */
THUD_API thud_status thud_scenario_expand(const char *path, thud_error_report *report, void *context, char **text);

#ifdef __cplusplus
}
#endif
#endif
