#define _XOPEN_SOURCE 700 /* mkdtemp */

/*
 * Files that are none of ours: whatever they hold, and whichever reader is led to them, no word of theirs stands in
 * what is said. Four hundred texts, made of secret words, numbers and signs as in lists of users, settings, keys
 * and tables, by a seeded generator; every secret word has the same root, so that one search finds them all.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <thud/identify.h>
#include <thud/motion.h>
#include <thud/scenario.h>
#include <thud/study.h>

#include "base/text.h"
#include "numeric/random.h"
#include "suite.h"

#define ROOT "sEcReT"
enum { TEXTS = 400 };

static char folder[64], path[128];

static void make_folder(void) {
    snprintf(folder, sizeof folder, "/tmp/thud-strange-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static const char *in_folder(const char *file) {
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return path;
}

static void remove_folder(void) {
    remove(in_folder("strange"));
    remove(in_folder("study.yaml"));
    rmdir(folder);
}

static size_t pick(thud_random *random, size_t count) {
    return (size_t)(thud_random_uniform(random) * (double)count) % count;
}

/* a word with the root in it, a number, or a sign that means something to a reader of tables or YAML */
static void add_token(thud_random *random, char *text, size_t size) {
    static const char *const signs[] = {":",  " ",  ", ", ";",   "\t", "=", " # ",  "'",   "\"",
                                        "[",  "]",  "{",  "}",   "*",  "&", "!",    "%",   "|",
                                        ": ", "- ", "\\", "$6$", "@",  "`", "\x1b", "\xff"};
    static const char *const numbers[] = {"0", "1", "2.5", "-3", "1e3", "19000", "nan", "***", "0x1f", "1.2.3"};
    const size_t used = strlen(text);
    switch (pick(random, 4)) {
    case 0: snprintf(text + used, size - used, ROOT "%zu", pick(random, 1000)); break;
    case 1: snprintf(text + used, size - used, "%s", numbers[pick(random, 10)]); break;
    default: snprintf(text + used, size - used, "%s", signs[pick(random, sizeof signs / sizeof signs[0])]);
    }
}

/* lines of a few tokens; in some texts rows of numbers, so that the tables are led on */
static void make_text(thud_random *random, char *text, size_t size) {
    text[0] = '\0';
    const size_t lines = 1 + pick(random, 8);
    const bool rows = pick(random, 2) == 0;
    for (size_t i = 0; i < lines; i++) {
        if (rows && pick(random, 2) == 0) snprintf(text + strlen(text), size - strlen(text), "%zu 1 %zu", i, i % 3);
        else
            for (size_t count = 1 + pick(random, 6); count > 0; count--) add_token(random, text, size);
        snprintf(text + strlen(text), size - strlen(text), pick(random, 8) ? "\n" : "\r\n");
    }
}

static void write_file(const char *file, const char *text) {
    FILE *stream = fopen(in_folder(file), "wb");
    ck_assert_ptr_nonnull(stream);
    fputs(text, stream);
    fclose(stream);
}

static void demand_silence(const char *said, const char *text) {
    ck_assert_msg(strstr(said, ROOT) == NULL, "\"%s\" is said of\n%s", said, text);
    ck_assert_msg(thud_printable(said), "\"%s\" is not printable", said);
}

static void hear(void *context, const thud_error *m) {
    const char *text = context;
    demand_silence(m->text, text);
    const bool own = strstr(m->file, "study.yaml") || strcmp(m->file, "(text)") == 0;
    if (m->source && !own) ck_abort_msg("\"%.*s\" is shown of\n%s", (int)m->source_size, m->source, text);
}

static void try_motion(const char *text, const thud_motion_options *options) {
    thud_motion *motion = NULL;
    thud_motion_info info;
    if (thud_motion_parse(text, strlen(text), options, &motion, &info) != THUD_OK)
        demand_silence(info.error.text, text);
    for (size_t i = 0; i < info.warning_count && i < THUD_MOTION_WARNING_LIMIT; i++)
        demand_silence(info.warnings[i].text, text);
    thud_motion_free(motion);
}

START_TEST(motions) {
    thud_random random = thud_random_seed(1605);
    for (int i = 0; i < TEXTS; i++) {
        char text[2000];
        make_text(&random, text, sizeof text);
        try_motion(text, NULL);
        try_motion(text, &(thud_motion_options){.unit = "g", .step = 0.01});
        for (size_t format = 0; thud_motion_format_name(format); format++)
            try_motion(
                text, &(thud_motion_options){.format = thud_motion_format_name(format), .unit = "g", .step = 0.01});
    }
}
END_TEST

START_TEST(measurements) {
    static const thud_measurement_kind kinds[] = {THUD_MEASUREMENT_ANY, THUD_MEASUREMENT_FORCE,
                                                  THUD_MEASUREMENT_ACCELERATION, THUD_MEASUREMENT_BOUNCES,
                                                  THUD_MEASUREMENT_HEIGHTS};
    thud_random random = thud_random_seed(1606);
    for (int i = 0; i < TEXTS; i++) {
        char text[2000];
        make_text(&random, text, sizeof text);
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            thud_measurement *measurement = NULL;
            thud_error error = {0};
            if (thud_measurement_parse(text, strlen(text), kinds[k], &measurement, &error) == THUD_OK)
                thud_measurement_free(measurement);
            else demand_silence(error.text, text);
        }
    }
}
END_TEST

/* as the record of a scenario, as a table of forces, as the scenario of a study, and as scenario and study itself
 */
START_TEST(named_by_others) {
    static const char *const users[] = {"ground: {record: strange}",
                                        "ground: {record: strange, unit: g, step: 0.1}",
                                        "forces: [{on: a, file: strange}]"};
    thud_random random = thud_random_seed(1607);
    write_file("study.yaml", "scenario: strange\nvary: {m: {path: bodies.a.mass, values: [1, 2]}}\n");
    for (int i = 0; i < TEXTS; i++) {
        char text[2000], scenario[200];
        make_text(&random, text, sizeof text);
        write_file("strange", text);
        for (size_t k = 0; k < sizeof users / sizeof users[0]; k++) {
            thud_model *model = NULL;
            snprintf(scenario, sizeof scenario, "bodies: {a: {mass: 1}}\nduration: 1\n%s\n", users[k]);
            (void)thud_scenario_parse(scenario, strlen(scenario), folder, hear, text, &model);
            thud_model_free(model);
        }
        thud_study *study = NULL;
        thud_model *model = NULL;
        ck_assert_int_ne(thud_study_read(in_folder("study.yaml"), hear, text, &study), THUD_OK);
        ck_assert_int_ne(thud_scenario_read(in_folder("strange"), hear, text, &model), THUD_OK);
        ck_assert_int_ne(thud_study_read(in_folder("strange"), hear, text, &study), THUD_OK);
    }
}
END_TEST

/* a scenario with a slip in it is still shown: it says what it is */
static void hear_own(void *context, const thud_error *m) {
    size_t *shown = context;
    *shown += m->source != NULL;
}

START_TEST(ours_are_shown) {
    static const char *const texts[] = {"bodies: {a: {mass: 1}\nduration: 1\n", "bodeis: {a: {mass: 1}}\n",
                                        "bodies: {a: {mas: 1}}\nduration: 1\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t shown = 0;
        thud_model *model = NULL;
        ck_assert_int_ne(thud_scenario_parse(texts[i], strlen(texts[i]), NULL, hear_own, &shown, &model), THUD_OK);
        ck_assert_uint_gt(shown, 0);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("strange_files");
    tcase_add_checked_fixture(tests, make_folder, remove_folder);
    tcase_add_test(tests, motions);
    tcase_add_test(tests, measurements);
    tcase_add_test(tests, named_by_others);
    tcase_add_test(tests, ours_are_shown);
    return run_suite("strange_files", tests);
}
