/*
 * Trajectories of FMUs, of both versions of the standard, against whole runs of the same scenario: at every
 * communication point, in steps of 1 ms and of 0.1 s, within 1e-12 of the largest displacement and velocity.
 * Contact phases have a tolerance of 1e-14, so that what is left is the rounding of some thousand steps.
 */
#include <string.h>

#include <thud/scenario.h>
#include <thud/simulate.h>

#include "fmu/importer.h"
#include "fmu/scenarios.h"
#include "fmu/unpack.h"
#include "suite.h"

static const double CLOSE = 1e-12;

/* a record of two sines, as a file of numbers */
static void write_record(void) {
    FILE *f = fopen("deck.csv", "w");
    fprintf(f, "time [s],acceleration [m/s^2]\n");
    for (int i = 0; i <= 300; i++)
        fprintf(f, "%.2f,%.6f\n", 0.01 * i, 3 * sin(0.01 * i * 8.1) + 2 * sin(0.01 * i * 19.3));
    fclose(f);
}

typedef struct track {
    size_t bodies, count;
    double *x, *v; /* [sample × bodies] */
} track;

static bool keep(void *context, const thud_sample *s) {
    track *t = context;
    if (s->event) return true;
    memcpy(t->x + t->count * t->bodies, s->displacement, t->bodies * sizeof(double));
    memcpy(t->v + t->count++ * t->bodies, s->velocity, t->bodies * sizeof(double));
    return true;
}

static double largest(const double *values, size_t count) {
    double out = 0;
    for (size_t i = 0; i < count; i++) out = fmax(out, fabs(values[i]));
    return out;
}

/* the whole run, with samples where the FMU communicates */
static track run_whole(const char *text, double step, double duration, thud_model **model,
                       thud_simulation **simulation) {
    const size_t rows = (size_t)lround(duration / step) + 1;
    ck_assert_int_eq(thud_scenario_parse(text, strlen(text), ".", NULL, NULL, model), THUD_OK);
    ck_assert_int_eq(thud_simulation_create(*model, simulation), THUD_OK);
    thud_run_options options = thud_model_run_options(*model);
    options.output_interval = step;
    ck_assert_int_eq(thud_simulation_set_options(*simulation, &options, NULL), THUD_OK);
    track t = {.bodies = thud_model_body_count(*model)};
    t.x = calloc(rows * t.bodies, sizeof *t.x);
    t.v = calloc(rows * t.bodies, sizeof *t.v);
    const thud_observer observer = {.context = &t, .sample = keep};
    ck_assert_int_eq(thud_simulation_run(*simulation, &observer), THUD_OK);
    ck_assert_uint_eq(t.count, rows);
    return t;
}

typedef struct scene {
    const char *name, *text;
    double duration;
    size_t least_impacts;
} scene;

static const scene SCENES[] = {
    {"ball", BALL, 2, 8},
    {"deck", DECK, 4, 8},
    {"frame", FRAME, 3, 0},
};

static void compare(const scene *s, double step, int version) {
    thud_model *model;
    thud_simulation *simulation;
    const track whole = run_whole(s->text, step, s->duration, &model, &simulation);
    const fmu_recipe recipe = {s->name, s->text, version, NULL, NULL, NULL, false};
    fmu *f = fmu_load(&recipe);
    void *i = version == 2 ? fmu_begin_2(f) : fmu_begin_3(f);
    const double reach = largest(whole.x, whole.count * whole.bodies);
    const double speed = largest(whole.v, whole.count * whole.bodies);
    ck_assert_double_gt(reach, 0.01);
    for (size_t k = 0; k < whole.count; k++) {
        for (size_t b = 0; b < whole.bodies; b++) {
            char x[100], v[100];
            snprintf(x, sizeof x, "bodies.%s.displacement", thud_model_body_name(model, b));
            snprintf(v, sizeof v, "bodies.%s.velocity", thud_model_body_name(model, b));
            const double at = version == 2 ? fmu_get_2(f, i, x) : fmu_get_3(f, i, x);
            const double rate = version == 2 ? fmu_get_2(f, i, v) : fmu_get_3(f, i, v);
            ck_assert_msg(fabs(at - whole.x[k * whole.bodies + b]) <= CLOSE * reach,
                          "%s %d: x of %zu at %zu is %.17g, %.17g", s->name, version, b, k, at,
                          whole.x[k * whole.bodies + b]);
            ck_assert_msg(fabs(rate - whole.v[k * whole.bodies + b]) <= CLOSE * speed,
                          "%s %d: v of %zu at %zu is %.17g, %.17g", s->name, version, b, k, rate,
                          whole.v[k * whole.bodies + b]);
        }
        if (k + 1 == whole.count) break;
        if (version == 2) fmu_step_2(f, i, step * (double)k, step);
        else fmu_step_3(f, i, step * (double)k, step);
    }
    const thud_summary *summary = thud_simulation_summary(simulation);
    ck_assert_uint_ge(summary->impacts, s->least_impacts);
    if (version == 3) ck_assert_int_eq(fmu_count_3(f, i, "impacts"), (int)summary->impacts);
    ck_assert_int_eq(fmu_errors, 0);
    version == 2 ? f->fmi2FreeInstance(i) : f->fmi3FreeInstance(i);
    fmu_unload(f);
    free(whole.x);
    free(whole.v);
    thud_simulation_free(simulation);
    thud_model_free(model);
}

START_TEST(test_short_steps_3) { compare(&SCENES[_i], 0.001, 3); }
END_TEST

START_TEST(test_long_steps_3) { compare(&SCENES[_i], 0.1, 3); }
END_TEST

START_TEST(test_short_steps_2) { compare(&SCENES[_i], 0.001, 2); }
END_TEST

START_TEST(test_long_steps_2) { compare(&SCENES[_i], 0.1, 2); }
END_TEST

/* the results so far are those of the whole run, at its end: forces, peaks, energies, links and signals */
START_TEST(test_results) {
    thud_model *model;
    thud_simulation *simulation;
    const track whole = run_whole(DECK, 0.1, 4, &model, &simulation);
    const thud_summary *s = thud_simulation_summary(simulation);
    fmu *f = fmu_load(&(fmu_recipe){"deck", DECK, 3, NULL, NULL, NULL, false});
    fmi3Instance i = fmu_begin_3(f);
    for (int k = 0; k < 40; k++) fmu_step_3(f, i, 0.1 * k, 0.1);
    assert_relative(fmu_get_3(f, i, "bodies.deck.max_displacement"), s->bodies[0].max_displacement, 1e-11);
    assert_relative(fmu_get_3(f, i, "bodies.side span.max_velocity"), s->bodies[1].max_velocity, 1e-11);
    assert_relative(fmu_get_3(f, i, "contacts.span.max_force"), s->contacts[1].max_force, 1e-10);
    assert_relative(fmu_get_3(f, i, "contacts.east.impulse"), s->contacts[0].impulse, 1e-11);
    assert_relative(fmu_get_3(f, i, "energy.impact"), s->energy.impact, 1e-10);
    ck_assert_int_eq(fmu_count_3(f, i, "contacts.span.impacts"), (int)s->contacts[1].impacts);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
    free(whole.x);
    free(whole.v);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

/* an observer that keeps the state at the end of a whole run, of links and signals too */
static bool keep_last(void *context, const thud_sample *s) {
    double *last = context;
    last[0] = s->deformation[0];
    last[1] = s->link_force[0];
    last[2] = s->watch[0];
    last[3] = s->acceleration[1];
    return true;
}

START_TEST(test_links_and_signals) {
    thud_model *model;
    thud_simulation *simulation;
    double last[4];
    ck_assert_int_eq(thud_scenario_parse(FRAME, strlen(FRAME), ".", NULL, NULL, &model), THUD_OK);
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    thud_run_options options = thud_model_run_options(model);
    options.output_interval = 3;
    ck_assert_int_eq(thud_simulation_set_options(simulation, &options, NULL), THUD_OK);
    const thud_observer observer = {.context = last, .sample = keep_last};
    ck_assert_int_eq(thud_simulation_run(simulation, &observer), THUD_OK);
    fmu *f = fmu_load(&(fmu_recipe){"frame", FRAME, 3, NULL, NULL, NULL, false});
    fmi3Instance i = fmu_begin_3(f);
    for (int k = 0; k < 30; k++) fmu_step_3(f, i, 0.1 * k, 0.1);
    /* the frame has yielded: its spring is not where it was */
    ck_assert_double_gt(fmu_get_3(f, i, "links.first.plastic_deformation"), 0.01);
    assert_relative(fmu_get_3(f, i, "links.first.deformation"), last[0], 1e-10);
    assert_relative(fmu_get_3(f, i, "links.first.force"), last[1], 1e-10);
    assert_relative(fmu_get_3(f, i, "watch.top"), last[2], 1e-10);
    assert_relative(fmu_get_3(f, i, "bodies.roof.acceleration"), last[3], 1e-10);
    assert_relative(fmu_get_3(f, i, "watch.top.max"), thud_simulation_summary(simulation)->watches[0].max, 1e-10);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fmu_trajectory");
    const int count = sizeof SCENES / sizeof SCENES[0];
    write_record();
    tcase_add_loop_test(tests, test_short_steps_3, 0, count);
    tcase_add_loop_test(tests, test_long_steps_3, 0, count);
    tcase_add_loop_test(tests, test_short_steps_2, 0, count);
    tcase_add_loop_test(tests, test_long_steps_2, 0, count);
    tcase_add_test(tests, test_results);
    tcase_add_test(tests, test_links_and_signals);
    return run_suite("fmu_trajectory", tests);
}
