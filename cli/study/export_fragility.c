/* thud export --fragility: the fragility curves of a study. */
#include "cli/study/study_parts.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unit.h"
#include "cli/command.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/study/export.h"

/* an axis by its name; SIZE_MAX after a message */
static size_t find_axis(const thud_columns *columns, const char *option, const char *name) {
    const char **names = malloc((columns->count + 1) * sizeof *names);
    size_t count = 0, found = SIZE_MAX;
    if (!names) {
        work_error("out of memory");
        return SIZE_MAX;
    }
    for (size_t i = 0; i < columns->count && found == SIZE_MAX; i++) {
        const thud_column *column = &columns->list[i];
        if (column->kind != THUD_COLUMN_AXIS && column->kind != THUD_COLUMN_TEXT) continue;
        names[count++] = column->name;
        if (strcmp(column->name, name) == 0) found = i;
    }
    if (found == SIZE_MAX)
        usage_error("--%s: the study has no axis '%s'%s", option, name, hint_nearest(name, names, count).text);
    free(names);
    return found;
}

static int find_level(const cli_options *options, const thud_results *results, size_t *level) {
    const thud_columns *columns = thud_results_columns(results);
    const char *name = option_value(options, "level");
    *level = name ? find_axis(columns, "level", name) : thud_fragility_level(results);
    if (*level == SIZE_MAX)
        return name ? EXIT_USAGE
                    : usage_error("no axis scales a load (scale, amplitude, pga); choose the curves' intensity "
                                  "with --level AXIS");
    if (columns->list[*level].kind != THUD_COLUMN_AXIS)
        return usage_error("--level: '%s' is not an axis of numbers", columns->list[*level].name);
    if (thud_results_roles(results)[*level].kind == THUD_ROLE_DERIVED)
        return usage_error("--level: '%s' is derived; use the axis that it is derived from",
                           columns->list[*level].name);
    return EXIT_DONE;
}

/* a list of axes of the design, with commas between them */
static int find_pooled(const cli_options *options, const thud_results *results, size_t level, bool *pooled) {
    const char *list = option_value(options, "pool");
    for (const char *at = list; at && *at;) {
        char name[256];
        const size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < 255 ? length : 255), at);
        const size_t axis = find_axis(thud_results_columns(results), "pool", name);
        if (axis == SIZE_MAX) return EXIT_USAGE;
        if (!thud_fragility_is_design(results, level, axis))
            return usage_error("--pool: '%s' is %s, which is pooled anyway", name,
                               axis == level ? "the level"
                                             : thud_role_name(thud_results_roles(results)[axis].kind));
        pooled[axis] = true;
        at += length + (at[length] == ',');
    }
    return EXIT_DONE;
}

static bool has_threshold(const thud_results *results) {
    for (size_t i = 0; i < thud_results_columns(results)->count; i++)
        if (thud_results_roles(results)[i].kind == THUD_ROLE_THRESHOLD) return true;
    return false;
}

static void print_json(const thud_results *results, const thud_fragility_request *request,
                       const thud_fragility_set *set, const thud_study_notes *notes) {
    const thud_store_info *info = thud_results_info(results);
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{rows: %g, cases: %g, failed: %g", (double)info->done, (double)info->total,
                    (double)info->failed);
    thud_fragility_write_json(&json, results, request, set);
    thud_study_notes_write(notes, &json);
    thud_json_write(&json, "}\n");
}

static int write(const cli_options *options, thud_results *results, const thud_error *note,
                 const thud_fragility_request *request) {
    thud_fragility_set set;
    thud_study_notes notes;
    thud_error failure;
    const int noted = store_notes(options->words[0], &notes);
    if (noted != EXIT_DONE) return noted;
    const thud_status status = thud_fragility_curves(results, request, &set);
    if (status != THUD_OK) return work_error("%s", status == THUD_ERROR_MEMORY ? "out of memory" : note->text);
    const char *plot = option_value(options, "plot");
    bool good = thud_fragility_write_csv(options->words[1], results, request, &set, &failure);
    if (good && plot) good = thud_fragility_draw(plot, results, request, &set, &failure);
    if (good && option_given(options, "json")) {
        print_json(results, request, &set, &notes);
    } else if (good) {
        printf("%s: %zu curve%s over %s\n", options->words[1], set.curve_count, set.curve_count == 1 ? "" : "s",
               thud_results_columns(results)->list[request->level].name);
        if (!thud_fragility_print(stdout, results, request, &set)) good = thud_fail_memory(&failure);
        thud_study_notes_print(&notes, thud_results_info(results)->done, stdout);
    }
    thud_fragility_set_clear(&set);
    return good ? EXIT_DONE : work_error("%s", failure.text);
}

static int read_hazard(const cli_options *options, const thud_results *results, thud_fragility_request *request,
                       thud_hazard *hazard) {
    const char *unit = thud_results_columns(results)->list[request->level].unit;
    thud_dimension dimension = THUD_DIMENSION_NONE;
    thud_error failure;
    (void)thud_unit_dimension(unit, &dimension); /* stores have units that thud wrote */
    const thud_status status = thud_hazard_read(option_value(options, "hazard"), dimension, hazard, &failure);
    request->hazard = hazard;
    if (status == THUD_OK) return EXIT_DONE;
    return status == THUD_ERROR_MEMORY ? work_error("%s", failure.text) : usage_error("--hazard: %s", failure.text);
}

int export_fragility(const cli_options *options, thud_results *results, const thud_error *note) {
    if (!has_threshold(results))
        return usage_error("--fragility: the study collects nothing; add a threshold, as in 'collect: {touch: "
                           "{quantity: impacts, above: 0}}'");
    thud_fragility_request request = {.confidence = 0.95};
    int status = find_level(options, results, &request.level);
    if (status != EXIT_DONE) return status;
    bool *pooled = calloc(thud_results_columns(results)->count + 1, sizeof *pooled);
    if (!pooled) return work_error("out of memory");
    request.pooled = pooled;
    thud_hazard hazard = {0};
    status = find_pooled(options, results, request.level, pooled);
    if (status == EXIT_DONE && option_given(options, "hazard"))
        status = read_hazard(options, results, &request, &hazard);
    if (status == EXIT_DONE) status = write(options, results, note, &request);
    thud_hazard_free(&hazard);
    free(pooled);
    return status;
}
