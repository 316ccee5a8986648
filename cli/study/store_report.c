/* The study and progress of a store of results, as text and as JSON. */
#include "cli/study/study_parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/message.h"
#include "report/study/nonfinite.h"
#include "report/text/json.h"
#include "report/text/print.h"
#include "report/text/table.h"

enum { REASONS = 5 }; /* number of failure reasons shown */

int store_error(thud_status status, const char *text) {
    return is_bad_input(status) ? usage_error("%s", text) : work_error("%s", text);
}

static double rate_of(const thud_study_progress *p) {
    return p->seconds > 0 ? (double)(p->done - p->before) / p->seconds : 0;
}

static void print_failures(const thud_store_info *info, const thud_store_failures *list, size_t count) {
    size_t shown = 0;
    for (size_t i = 0; i < count; i++) {
        const thud_store_failures *f = &list[i];
        shown += f->cases;
        printf("  %zu × ", f->cases);
        thud_text_print(stdout, *f->reason ? f->reason : f->status);
        printf(f->cases == 1 ? " (case %zu)\n" : " (case %zu first)\n", f->first);
    }
    if (shown < info->failed) printf("  %zu for other reasons\n", info->failed - shown);
}

/* next steps; in a study with shards, each has its own sweep */
static void print_advice(const char *directory, const thud_results *results, bool swept, const char *of) {
    const thud_store_info *info = thud_results_info(results);
    const size_t shards = thud_results_shard_count(results);
    if (of) printf("all shards: thud status %s\n", of);
    else if (info->done == info->total) {
        if (swept) printf("as a table: thud export %s results.csv\n", directory);
    } else if (shards > 0) {
        printf("the missing cases: thud sweep STUDY -o %s --shard I/%zu\n", directory, shards);
    } else {
        printf("the missing cases: thud sweep STUDY -o %s\n", directory);
    }
}

static void print_text(const thud_store_info *info, const thud_store_failures *list, size_t count,
                       const thud_study_notes *notes, const thud_study_summary *sweep) {
    const thud_study_progress *p = sweep ? &sweep->progress : NULL;
    thud_text_print(stdout, *info->title ? info->title : "a study without a title");
    printf(": %zu of %zu case%s done", info->done, info->total, info->total == 1 ? "" : "s");
    if (p && p->before > 0) printf(", %zu of them before", p->before);
    printf(", %zu failed\n", info->failed);
    print_failures(info, list, count);
    thud_study_notes_print(notes, info->done, stdout);
    if (p) thud_print_to(stdout, "%.3g s, %.4g cases a second (%s)\n", p->seconds, rate_of(p), sweep->executor);
    else {
        thud_print_to(stdout, "%.3g s of computing, by thud ", info->wall_seconds);
        thud_text_print(stdout, info->version);
        printf("\n");
    }
}

static void print_json(const char *directory, const thud_store_info *info, const thud_store_failures *list,
                       size_t count, const thud_study_summary *sweep, const thud_nonfinite *doubt,
                       const thud_study_notes *notes) {
    const thud_study_progress *p = sweep ? &sweep->progress : NULL;
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json,
                    "{title: %s, directory: %s, thud_version: %s, cases: %g, done: %g, failed: %g, not_finite: %g, "
                    "wall_seconds: %g",
                    info->title, directory, info->version, (double)info->total, (double)info->done,
                    (double)info->failed, (double)doubt->cases, info->wall_seconds);
    if (p) {
        thud_json_write(&json, "before: %g, damaged: %g, executor: %s, seconds: %g, cases_per_second: %g",
                        (double)p->before, (double)sweep->damaged, sweep->executor, p->seconds, rate_of(p));
    }
    thud_json_write(&json, "failures: [");
    for (size_t i = 0; i < count; i++) {
        thud_json_write(&json, "{status: %s, reason: %s, cases: %g, first: %g}", list[i].status, list[i].reason,
                        (double)list[i].cases, (double)list[i].first);
    }
    thud_json_write(&json, "]");
    thud_study_notes_write(notes, &json);
    thud_json_write(&json, "}\n");
}

/* opening the store finds damaged rows; a stored NaN is not damage */
static thud_status look_through(thud_results *results, thud_nonfinite *doubt, thud_study_notes *notes) {
    thud_results_row row;
    bool found = true;
    thud_status status = THUD_OK;
    while (status == THUD_OK && found) {
        status = thud_results_next(results, &row, &found);
        if (status != THUD_OK || !found) break;
        thud_study_notes_add(notes, &row);
        if (doubt) thud_nonfinite_row(doubt, results, &row);
    }
    return status;
}

int store_notes(const char *directory, thud_study_notes *notes) {
    thud_results *results = NULL;
    thud_error note;
    *notes = (thud_study_notes){0};
    thud_status status = thud_results_open(directory, &note, &results);
    bool *none = status == THUD_OK ? calloc(thud_results_columns(results)->count + 1, sizeof *none) : NULL;
    if (status == THUD_OK) status = none ? thud_results_want(results, none) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = look_through(results, NULL, notes);
    if (status == THUD_ERROR_MEMORY) snprintf(note.text, sizeof note.text, "%s", thud_status_text(status));
    free(none);
    thud_results_close(results);
    return status == THUD_OK ? EXIT_DONE : store_error(status, note.text);
}

int store_report(const char *directory, bool as_json, const thud_study_summary *sweep, const char *of) {
    thud_results *results = NULL;
    thud_error note;
    thud_store_failures list[REASONS];
    thud_nonfinite doubt = {0};
    thud_study_notes notes = {0};
    thud_error failure;
    size_t count = 0;
    thud_status status = thud_results_open(directory, &note, &results);
    if (status == THUD_OK) status = thud_results_failures(results, REASONS, list, &count);
    if (status == THUD_OK) status = look_through(results, &doubt, &notes);
    if (status == THUD_OK && as_json)
        print_json(directory, thud_results_info(results), list, count, sweep, &doubt, &notes);
    if (status == THUD_OK && !as_json) {
        print_text(thud_results_info(results), list, count, &notes, sweep);
        print_advice(directory, results, sweep != NULL, of);
    }
    thud_results_close(results);
    if (status != THUD_OK) return store_error(status, note.text);
    thud_nonfinite_describe(&doubt, &failure);
    return *failure.text ? work_error("%s", failure.text) : EXIT_DONE;
}
