/* A study in a test: written into a folder of its own beside a scenario, with what was said about it as lines. */
#ifndef THUD_TESTS_STUDY_STUDY_TEXT_H
#define THUD_TESTS_STUDY_STUDY_TEXT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <thud/study.h>

typedef struct study_said {
    char text[8000]; /* "FILE:LINE:COLUMN what\n" */
} study_said;

static inline void hear_study(void *context, const thud_error *m) {
    study_said *s = context;
    const size_t used = strlen(s->text);
    const char *name = strrchr(m->file, '/') ? strrchr(m->file, '/') + 1 : m->file;
    snprintf(s->text + used, sizeof s->text - used, "%s%s:%zu:%zu %s\n", m->status == THUD_OK ? "~" : "", name,
             m->line, m->column, m->text);
}

/* a folder under the current one, which is the build's */
static inline void write_study_file(const char *folder, const char *name, const char *text) {
    char path[512];
    mkdir(folder, 0777); /* it may be there from the last time */
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static inline thud_status read_study(const char *folder, const char *scenario, const char *text, study_said *said,
                                     thud_study **study) {
    char path[512];
    write_study_file(folder, "scenario.yaml", scenario);
    write_study_file(folder, "study.yaml", text);
    snprintf(path, sizeof path, "%s/study.yaml", folder);
    *said = (study_said){""};
    *study = NULL;
    const thud_status status = thud_study_read(path, hear_study, said, study);
    ck_assert_int_eq(status == THUD_OK, *study != NULL);
    return status;
}

static inline thud_study *good_study(const char *folder, const char *scenario, const char *text) {
    study_said said;
    thud_study *study;
    ck_assert_msg(read_study(folder, scenario, text, &said, &study) == THUD_OK, "%s", said.text);
    return study;
}

static inline double number_at(const thud_study *study, size_t case_index, size_t axis) {
    thud_axis_value value;
    ck_assert_int_eq(thud_study_value(study, case_index, axis, &value), THUD_OK);
    return value.number;
}

#endif
