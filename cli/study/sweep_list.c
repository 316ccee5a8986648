#define _XOPEN_SOURCE 700 /* strdup */

/* The cases of a study, listed without being run. */
#include "cli/study/study_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/message.h"
#include "report/text/csv.h"
#include "report/text/json.h"

/* on a terminal, perhaps: as a cell without control characters */
static void print_text(const char *text) {
    char *shown = strdup(text);
    if (shown) thud_printable_make(shown);
    thud_csv_text(stdout, shown ? shown : "?", "");
    free(shown);
}

/* names of axes, with the units of their numbers */
static void list_header(const thud_study *study) {
    fputs("case", stdout);
    for (size_t i = 0; i < thud_study_axis_count(study); i++) {
        fputc(',', stdout);
        const char *unit = thud_study_axis_unit(study, i);
        const bool plain = thud_study_axis_is_text(study, i) || thud_study_label(study, 0, i) || !*unit;
        char head[400];
        snprintf(head, sizeof head, "%.300s%s%.80s%s", thud_study_axis_name(study, i), plain ? "" : " [",
                 plain ? "" : unit, plain ? "" : "]");
        print_text(head);
    }
    fputc('\n', stdout);
}

/* shows labels rather than the numbers that they stand for */
static thud_status list_case(const thud_study *study, size_t index) {
    printf("%zu", index);
    for (size_t i = 0; i < thud_study_axis_count(study); i++) {
        const char *label = thud_study_label(study, index, i);
        if (!label && !thud_study_axis_is_text(study, i)) {
            thud_csv_number(stdout, thud_study_number(study, index, i));
            continue;
        }
        thud_axis_value value;
        thud_status status = thud_study_value(study, index, i, &value);
        if (status != THUD_OK) return status;
        fputc(',', stdout);
        print_text(label ? label : value.text);
    }
    fputc('\n', stdout);
    return THUD_OK;
}

static thud_status list_case_json(thud_json *json, const thud_study *study, size_t index) {
    thud_json_write(json, "{case: %g", (double)index);
    for (size_t i = 0; i < thud_study_axis_count(study); i++) {
        const char *name = thud_study_axis_name(study, i), *label = thud_study_label(study, index, i);
        if (!label && !thud_study_axis_is_text(study, i)) {
            thud_json_write(json, "%s: %g", name, thud_study_number(study, index, i));
            continue;
        }
        thud_axis_value value;
        thud_status status = thud_study_value(study, index, i, &value);
        if (status != THUD_OK) return status;
        thud_json_write(json, "%s: %s", name, label ? label : value.text);
    }
    thud_json_write(json, "}");
    return THUD_OK;
}

/* stops if the output is closed */
static thud_status list_json(const thud_study *study) {
    thud_json json = thud_json_start(stdout);
    thud_status status = THUD_OK;
    thud_json_write(&json, "{title: %s, cases: %g, list: [", thud_study_title(study),
                    (double)thud_study_case_count(study));
    for (size_t i = 0; status == THUD_OK && i < thud_study_case_count(study) && !ferror(stdout); i++)
        status = list_case_json(&json, study, i);
    thud_json_write(&json, "]}\n");
    return status;
}

int sweep_list(const thud_study *study, bool as_json) {
    thud_status status = THUD_OK;
    if (as_json) {
        status = list_json(study);
    } else {
        list_header(study);
        for (size_t i = 0; status == THUD_OK && i < thud_study_case_count(study) && !ferror(stdout); i++)
            status = list_case(study, i);
    }
    return status == THUD_OK ? EXIT_DONE : work_error("%s", thud_status_text(status));
}
