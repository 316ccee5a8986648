#define _XOPEN_SOURCE 700 /* mkdtemp, setenv, strdup */

/*
 * Figures when something fails: everything that they ask the memory and the system for, one call after another, and
 * gnuplot in every way that it has. What fails says why and leaves no part of a file; what does not is whole. A
 * script stands in for gnuplot, so that a picture takes a few milliseconds.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thud/sweep.h>

#include "report/figure/comparison.h"
#include "report/figure/figures.h"
#include "study/double.h"
#include "suite.h"

static size_t calls, fails_at; /* fails_at 0: none does */

static bool fails(void) { return fails_at > 0 && ++calls == fails_at; }

/* the linker brings these in place of the real ones */
#define REPLACE(type, name, parameters, arguments, failure)                                                        \
    type __real_##name parameters;                                                                                 \
    type __wrap_##name parameters;                                                                                 \
    type __wrap_##name parameters { return fails() ? (failure) : __real_##name arguments; }

REPLACE(void *, malloc, (size_t a), (a), (errno = ENOMEM, NULL))
REPLACE(void *, calloc, (size_t a, size_t b), (a, b), (errno = ENOMEM, NULL))
REPLACE(void *, realloc, (void *a, size_t b), (a, b), (errno = ENOMEM, NULL))
REPLACE(char *, strdup, (const char *a), (a), (errno = ENOMEM, NULL))
REPLACE(char *, strndup, (const char *a, size_t b), (a, b), (errno = ENOMEM, NULL))
REPLACE(FILE *, open_memstream, (char **a, size_t *b), (a, b), (errno = ENOMEM, NULL))
REPLACE(FILE *, fdopen, (int a, const char *b), (a, b), (errno = EMFILE, NULL))
REPLACE(int, fsync, (int a), (a), (errno = EIO, -1))
REPLACE(int, rename, (const char *a, const char *b), (a, b), (errno = EACCES, -1))
REPLACE(int, pipe, (int a[2]), (a), (errno = EMFILE, -1))
REPLACE(pid_t, fork, (void), (), (errno = EAGAIN, -1))

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? (mode_t)va_arg(rest, int) : 0;
    va_end(rest);
    return fails() ? (errno = EMFILE, -1) : __real_open(path, flags, mode);
}

/* ---- what is drawn ---- */

enum { SAMPLES = 64 };
static char folder[64], path[96];
static double times[SAMPLES], swing[SAMPLES];
static thud_motion motion = {.step = 0.05, .count = SAMPLES, .acceleration = swing};
static thud_study study;

static void set_up(void) {
    thud_study_summary summary;
    char search[128], script[96];
    snprintf(folder, sizeof folder, "/tmp/thud-figures-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out.svg", folder);
    snprintf(script, sizeof script, "%s/gnuplot", folder);
    FILE *file = fopen(script, "w");
    ck_assert_ptr_nonnull(file);
    fputs("#!/bin/sh\n"
          "picture=${3#picture=?}\n"
          "case $FAKE in\n"
          "wrong) printf 'plot x\\n     ^\\n  line 3: no such thing\\n\\n' && exit 1 ;;\n"
          "silent) exit 1 ;;\n"
          "talks) yes 'a line of many' | head -c 9000 && exit 1 ;;\n"
          "killed) kill -KILL $$ ;;\n"
          "half) echo '<svg>' >\"${picture%?}\" ;;\n"
          "none) rm -f \"${picture%?}\" ;;\n"
          "*) echo '<svg></svg>' >\"${picture%?}\" ;;\n"
          "esac\n",
          file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(script, 0755), 0);
    snprintf(search, sizeof search, "%s:/bin:/usr/bin", folder);
    ck_assert_int_eq(setenv("PATH", search, 1), 0);
    for (int i = 0; i < SAMPLES; i++) {
        times[i] = 0.05 * i;
        swing[i] = exp(-0.02 * i) * cos(0.6 * i);
    }
    study = double_study();
    study.es = 3;
    const thud_study_options options = thud_study_options_default(folder);
    ck_assert_msg(thud_study_run(&study, &options, &summary) == THUD_OK, "%s", summary.error.text);
}

/* how many files have a name with this in it; they are removed */
static size_t remove_all(const char *part) {
    size_t count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.' || !strstr(entry->d_name, part)) continue;
        count += unlinkat(dirfd(directory), entry->d_name, 0) == 0;
    }
    closedir(directory);
    return count;
}

static void tear_down(void) {
    remove_all("");
    ck_assert_int_eq(rmdir(folder), 0);
}

static thud_impact_options flores(void) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    o.restitution = 0.6;
    return o;
}

static bool draw_law(thud_error *failure) { return thud_law_draw(path, thud_law_find("flores"), failure); }
static bool draw_laws(thud_error *failure) { return thud_law_draw(path, NULL, failure); }

static bool draw_curve(thud_error *failure) {
    const thud_impact_options o = flores();
    thud_impact_state states[20];
    ck_assert_int_eq(thud_impact_sample(&o, 20, states), THUD_OK);
    return thud_curve_draw(path, &o, states, 20, false, failure);
}

static bool draw_calibration(thud_error *failure) {
    const thud_impact_options o = flores();
    thud_calibration found;
    ck_assert_int_eq(thud_calibrate_compare(&o, &found), THUD_OK);
    return thud_calibration_draw(path, &o, &found, true, failure);
}

static void write_pair(const void *context, bool usual, FILE *stream) {
    (void)context;
    fprintf(stream, "%d 0.5 0.5\n", usual);
}

static bool draw_engine(thud_error *failure) {
    const thud_engine_panel panels[] = {{"one's", write_pair, NULL, true}, {"two", write_pair, NULL, false}};
    return thud_engine_draw(path, panels, 2, failure);
}

static bool draw_stiffness(thud_error *failure) {
    return thud_stiffness_draw(path, &(thud_stiffness_picture){"spheres", 1e9, 1.5, 1e-3}, failure);
}

static bool draw_gap(thud_error *failure) {
    thud_gap_options o = thud_gap_options_default();
    thud_gap_rules rules;
    thud_gap_record record;
    o.a = (thud_gap_side){0.5, 0.05};
    o.b = (thud_gap_side){0.9, 0.05};
    const size_t armed = fails_at;
    fails_at = 0;
    ck_assert_int_eq(thud_gap_by_rules(&o, 0.1, 0.2, &rules, NULL), THUD_OK);
    ck_assert_int_eq(thud_gap_by_record(&o, &motion, &record, NULL), THUD_OK);
    fails_at = armed;
    return thud_gap_draw(path, &(thud_gap_picture){&o, &rules, &motion, &record}, failure);
}

static bool draw_motion(thud_error *failure) {
    return thud_motion_draw(path, &motion, NULL, "a record's title", failure);
}

static bool draw_spectrum(thud_error *failure) {
    static const double periods[] = {0, 0.5, 1}, dampings[] = {0.02, 0.05};
    static const thud_response responses[6] = {{0.1, 0.2, 0.3}, {0.2, 0.2, 0.2}, {0.3, 0.1, 0.2},
                                               {0.1, 0.2, 0.3}, {0.2, 0.2, 0.2}, {0.3, 0.1, 0.2}};
    const thud_spectrum spectrum = {periods, 3, dampings, 2, responses};
    return thud_spectrum_write(path, &spectrum, failure) && thud_spectrum_draw(path, &spectrum, "", failure);
}

static bool draw_psd(thud_error *failure) {
    double density[] = {1, 2, 3, 2, 1};
    const thud_psd psd = {.count = 5, .resolution = 0.5, .density = density, .variance = 4};
    return thud_psd_write(path, &psd, failure) && thud_psd_draw(path, &psd, "x", failure);
}

static bool draw_ellipse(thud_error *failure) {
    const thud_ellipse ellipse = {{1e6, 1e4}, {100, 3}, 0.4, 1.5, 1.5, false};
    return thud_ellipse_draw(path, &ellipse, "it's", failure);
}

static bool draw_bounces(thud_error *failure) {
    static const double at[] = {0, 0.6, 1.1, 1.5, 1.85};
    const thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *bounces = NULL;
    const size_t armed = fails_at;
    fails_at = 0;
    ck_assert_int_eq(thud_identify_bounces(at, 5, &o, &bounces, NULL), THUD_OK);
    fails_at = armed;
    const bool good = thud_bounces_draw(path, bounces, failure);
    thud_bounces_free(bounces);
    return good;
}

static bool draw_vibration(thud_error *failure) {
    thud_vibration found;
    const size_t armed = fails_at;
    fails_at = 0;
    ck_assert_int_eq(thud_identify_vibration(&motion, &found, NULL), THUD_OK);
    fails_at = armed;
    return thud_vibration_draw(path, &motion, &found, &found.decrement, failure);
}

static bool draw_static(thud_error *failure) {
    double load[] = {0, 10, 20, 30}, deflection[] = {0, 0.011, 0.019, 0.03};
    const thud_measurement m = {.count = 4, .value = load, .second = deflection};
    thud_static_load found;
    ck_assert_int_eq(thud_identify_static(load, deflection, 4, &found, NULL), THUD_OK);
    return thud_static_draw(path, &m, &found, failure);
}

static bool draw_run(thud_error *failure) {
    thud_run_figures *figures = NULL;
    thud_simulation *simulation = NULL;
    const size_t armed = fails_at;
    fails_at = 0;
    thud_model *model = thud_model_create();
    const thud_body_id ball = thud_model_add_body(model, "ball", 1);
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    contact.gap = 0.1;
    contact.restitution = 0.5;
    thud_model_add_contact(model, "floor", ball, THUD_GROUND, &contact);
    thud_model_set_gravity(model, 9.81);
    thud_model_set_duration(model, 0.3);
    ck_assert_msg(thud_model_build(model, failure) == THUD_OK, "%s", failure->text);
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
    fails_at = armed;
    figures = thud_run_figures_create(model);
    bool good = figures != NULL;
    for (int i = 0; good && i < SAMPLES; i++) {
        const thud_sample sample = {times[i], &swing[i], &swing[i], &swing[i], &swing[i], false, NULL, NULL, NULL};
        good = thud_run_figures_add_sample(figures, &sample);
    }
    for (int i = 0; good && i < 3; i++)
        good = thud_run_figures_add_impact(
            figures,
            &(thud_impact_entry){
                .contact = 0, .time = 0.1 * i, .approach_speed = 1, .separation_speed = 0.5, .ended = true});
    if (!good) snprintf(failure->text, sizeof failure->text, "memory"); /* what who asks says */
    const thud_run_report report = {.model = model, .summary = thud_simulation_summary(simulation)};
    good = good && thud_run_figures_draw(figures, &report, folder, failure);
    thud_run_figures_free(figures);
    fails_at = 0;
    thud_simulation_free(simulation);
    thud_model_free(model);
    return good;
}

static bool draw_study(thud_error *failure) { return thud_study_draw(path, folder, 8, failure); }

static bool draw_comparison(thud_error *failure) {
    static const double restitutions[] = {0.5, 1};
    const thud_law *const laws[] = {thud_law_find("flores"), thud_law_find("hertz")};
    thud_comparison comparison = {0};
    const bool good =
        thud_comparison_create(laws, 2, restitutions, 2, THUD_SEPARATION_DEFAULT, &comparison, failure) &&
        thud_comparison_write(&comparison, path, failure) && thud_comparison_draw(&comparison, folder, failure);
    thud_comparison_free(&comparison);
    return good;
}

static const struct {
    const char *name;
    bool (*draw)(thud_error *);
} FIGURES[] = {{"a law", draw_law},
               {"all laws", draw_laws},
               {"a curve", draw_curve},
               {"a calibration", draw_calibration},
               {"an engine", draw_engine},
               {"a stiffness", draw_stiffness},
               {"a gap", draw_gap},
               {"a motion", draw_motion},
               {"a spectrum", draw_spectrum},
               {"a density", draw_psd},
               {"an ellipse", draw_ellipse},
               {"bounces", draw_bounces},
               {"a vibration", draw_vibration},
               {"a load test", draw_static},
               {"a run", draw_run},
               {"a study", draw_study},
               {"a comparison", draw_comparison}};
enum { FIGURE_COUNT = sizeof FIGURES / sizeof FIGURES[0] };

START_TEST(every_call_may_fail) {
    size_t number = 1, failures = 0;
    for (;; number++) {
        thud_error failure = {0};
        calls = 0;
        fails_at = number;
        const bool good = FIGURES[_i].draw(&failure);
        fails_at = 0;
        ck_assert_msg(remove_all(".part") == 0, "%s, call %zu: a part is left", FIGURES[_i].name, number);
        const size_t pictures = remove_all(".svg");
        ck_assert_msg(!good || pictures > 0, "%s, call %zu: no picture", FIGURES[_i].name, number);
        ck_assert_msg(good || *failure.text, "%s, call %zu: not a word", FIGURES[_i].name, number);
        /* what is counted beyond the last call is gnuplot's process, before it is gnuplot */
        if (good && calls < number) break;
        failures += !good;
        ck_assert_msg(number < 5000, "%s: %s", FIGURES[_i].name, failure.text);
    }
    /* each has three files at least, of which each is opened, synchronised and renamed */
    ck_assert_msg(failures > 9, "%s: %zu of %zu calls", FIGURES[_i].name, failures, number);
}
END_TEST

/* what gnuplot does, and what is said of it; script and data are kept, the picture is not */
static const struct {
    const char *way, *text;
} WAYS[] = {{"wrong", "gnuplot could not draw 'out.gp' in '%s': line 3: no such thing"},
            {"silent", "gnuplot could not draw 'out.gp' in '%s': it gave no reason"},
            {"talks", "gnuplot could not draw 'out.gp' in '%s': a line of many"},
            {"killed", "gnuplot could not draw 'out.gp' in '%s': it gave no reason"},
            {"half", "gnuplot left the picture '%s/out.svg' incomplete: is the disk full?"},
            {"none", "gnuplot left the picture '%s/out.svg' incomplete: is the disk full?"}};

START_TEST(gnuplot_fails) {
    thud_error failure = {0};
    char expected[256], script[96];
    snprintf(expected, sizeof expected, WAYS[_i].text, folder);
    ck_assert_int_eq(setenv("FAKE", WAYS[_i].way, 1), 0);
    ck_assert(!draw_ellipse(&failure));
    ck_assert_msg(strncmp(failure.text, expected, strlen(expected)) == 0, "%s", failure.text);
    snprintf(script, sizeof script, "%s/out.gp", folder);
    ck_assert_int_eq(access(script, R_OK), 0);
    ck_assert_int_ne(access(path, F_OK), 0);
    ck_assert_uint_eq(remove_all(".part"), 0);
}
END_TEST

/* no gnuplot at all, and one that cannot be started */
START_TEST(gnuplot_is_not_there) {
    thud_error failure = {0};
    char script[96];
    snprintf(script, sizeof script, "%s/gnuplot", folder);
    ck_assert_int_eq(setenv("PATH", folder, 1), 0);
    ck_assert_int_eq(chmod(script, 0644), 0);
    ck_assert(!draw_ellipse(&failure));
    ck_assert_msg(strstr(failure.text, "gnuplot could not be started; script and data are kept"), "%s",
                  failure.text);
    ck_assert_int_eq(unlink(script), 0);
    ck_assert(!draw_ellipse(&failure));
    ck_assert_msg(strstr(failure.text, "gnuplot was not found: install it"), "%s", failure.text);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("figures that fail");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, every_call_may_fail, 0, FIGURE_COUNT);
    tcase_add_loop_test(tests, gnuplot_fails, 0, sizeof WAYS / sizeof WAYS[0]);
    tcase_add_test(tests, gnuplot_is_not_there);
    return run_suite("figures that fail", tests);
}
