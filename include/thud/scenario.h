/*
 * Scenario files (YAML) describe the same models as text. docs/scenario.md lists every key.
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
 * Reads a file, or a text in memory, into a model that is built and ready to run; free it with thud_model_free.
 * Paths of records are relative to the scenario's folder; for a text, to `folder` (NULL: the current one).
 * `report` may be NULL.
 *
 * THUD_ERROR_FILE: the scenario cannot be read. THUD_ERROR_SYNTAX: it is not YAML. THUD_ERROR_ARGUMENT: the
 * scenario, or a file that it names, is wrong. `report` then receives every error and warning of the file, in the
 * file's order. A text in memory is named "(text)". Only the first thousand are reported; the rest are counted.
 */
THUD_API thud_status thud_scenario_read(const char *path, thud_error_report *report, void *context,
                                        thud_model **model);
THUD_API thud_status thud_scenario_parse(const char *text, size_t size, const char *folder,
                                         thud_error_report *report, void *context, thud_model **model);

/*
 * Writes the file without shorthand: every `repeat` and all `storeys` as bodies, links and contacts. The expanded
 * scenario gives the same results to the bit. Free the text with free(). Errors are as above.
 */
THUD_API thud_status thud_scenario_expand(const char *path, thud_error_report *report, void *context, char **text);

#ifdef __cplusplus
}
#endif
#endif
