/* Samples of contacts in force and the loops made of them: against the half sine of a linear spring, and the area
 * of a loop against the energy of the ledger. */
#include <stdio.h>
#include <string.h>

#include <thud/simulate.h>

#include "report/run/files.h"
#include "report/text/csv.h"

#include "suite.h"

static const double MASS = 2, STIFFNESS = 8e4, SPEED = 0.5; /* ω = 200 rad/s */

/* a body that flies against a wall at once, m a = −F alone */
static thud_model *make(const char *law, double restitution) {
    thud_model *model = thud_model_create();
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find(law));
    thud_body_id body = thud_model_add_body(model, "body", MASS);
    contact.stiffness = STIFFNESS;
    contact.restitution = restitution;
    contact.gap = 0.01;
    thud_model_set_start(model, body, 0, SPEED);
    thud_model_add_contact(model, "wall", body, THUD_GROUND, &contact);
    thud_model_set_duration(model, 0.1);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

static void run(const thud_model *model, const thud_observer *observer) {
    thud_simulation *simulation = NULL;
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, observer), THUD_OK);
    thud_simulation_free(simulation);
}

/* δ = (v/ω) sin ω(t − t₀); the solution is a power series summed to rounding, 1e-10 leaves room for its sums */
static bool check_half_sine(void *context, const thud_contact_sample *sample) {
    double omega = sqrt(STIFFNESS / MASS), phase = omega * (sample->time - 0.02);
    ck_assert_double_eq_tol(sample->start, 0.02, 1e-14);
    ck_assert_double_eq_tol(sample->penetration, SPEED / omega * sin(phase), 1e-10 * SPEED / omega);
    ck_assert_double_eq_tol(sample->velocity, SPEED * cos(phase), 1e-10 * SPEED);
    ck_assert_double_eq_tol(sample->force, STIFFNESS * sample->penetration, 1e-9 * SPEED * sqrt(STIFFNESS * MASS));
    ++*(size_t *)context;
    return true;
}

START_TEST(samples_follow_the_half_sine) {
    thud_model *model = make("linear", 1);
    size_t count = 0;
    run(model, &(thud_observer){.context = &count, .contact = check_half_sine});
    ck_assert_uint_ge(count, 9); /* a step has nine */
    thud_model_free(model);
}
END_TEST

/* Everything of a run with a damper. */
typedef struct watched {
    thud_loops *loops;
    thud_impact_entry entry;
} watched;

static bool take_contact(void *context, const thud_contact_sample *sample) {
    return thud_loops_add_sample(((watched *)context)->loops, sample);
}

static bool take_impact(void *context, const thud_impact_entry *entry) {
    watched *w = context;
    w->entry = *entry;
    return thud_loops_add_impact(w->loops, entry);
}

/* ∮ F dδ by trapezoids of what loops.csv has */
static double area(const thud_csv_table *table) {
    const double *x = thud_csv_column(table, 3), *f = thud_csv_column(table, 5);
    double sum = 0;
    for (size_t i = 1; i < table->rows; i++) sum += (f[i] + f[i - 1]) / 2 * (x[i] - x[i - 1]);
    return sum;
}

START_TEST(the_area_of_a_loop_is_the_energy_lost) {
    thud_model *model = make("hunt-crossley", 0.7);
    watched w = {.loops = thud_loops_create(model)};
    thud_error failure;
    thud_csv_table table;
    run(model, &(thud_observer){.context = &w, .contact = take_contact, .impact = take_impact});
    ck_assert(thud_loops_write(w.loops, "test_loops.csv", &failure));
    ck_assert(thud_csv_table_read("test_loops.csv", &table, &failure));
    remove("test_loops.csv");
    ck_assert_uint_eq(table.columns, 6);
    ck_assert_str_eq(table.words[0], "wall");
    ck_assert_uint_ge(table.rows, 20);
    ck_assert_double_eq(thud_csv_column(&table, 1)[0], 1);
    /* n points over half a circle: trapezoids miss about π²/(12 (n/2)²) of the area under each branch, each about
     * twice the loop: 1.6 % for 20 points */
    assert_relative(area(&table), w.entry.energy_lost, 0.03);
    double most = 0;
    for (size_t i = 0; i < table.rows; i++) most = fmax(most, thud_csv_column(&table, 5)[i]);
    /* nor does a peak lie far from the next point */
    assert_relative(most, w.entry.max_force, 0.02);
    thud_csv_table_free(&table);
    thud_loops_free(w.loops);
    thud_model_free(model);
}
END_TEST

/* impacts of forces 1, 2, … 40 N, each with its number: the last twelve stay */
START_TEST(the_strongest_are_kept) {
    thud_model *model = make("linear", 1);
    thud_loops *loops = thud_loops_create(model);
    thud_error failure;
    thud_csv_table table;
    for (int i = 1; i <= 40; i++) {
        for (int j = 0; j <= 5000; j++) /* more points than a loop may have */
            ck_assert(thud_loops_add_sample(loops, &(thud_contact_sample){0, i, i + 1e-6 * j, 1e-6 * j, 0, i}));
        ck_assert(thud_loops_add_impact(loops, &(thud_impact_entry){.time = i, .max_force = i}));
    }
    ck_assert(thud_loops_write(loops, "test_loops.csv", &failure));
    ck_assert(thud_csv_table_read("test_loops.csv", &table, &failure));
    remove("test_loops.csv");
    ck_assert_uint_le(table.rows, THUD_LOOPS_KEPT * THUD_LOOP_POINTS);
    ck_assert_uint_ge(table.rows, THUD_LOOPS_KEPT * THUD_LOOP_POINTS / 4);
    ck_assert_double_eq(thud_csv_column(&table, 1)[0], 29);
    ck_assert_double_eq(thud_csv_column(&table, 1)[table.rows - 1], 40);
    thud_csv_table_free(&table);
    thud_loops_free(loops);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("loops");
    tcase_add_test(tests, samples_follow_the_half_sine);
    tcase_add_test(tests, the_area_of_a_loop_is_the_energy_lost);
    tcase_add_test(tests, the_strongest_are_kept);
    return run_suite("loops", tests);
}
