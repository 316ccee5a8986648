/* The summary of a run, from made-up numbers: what stands where, and that a balance which is off is not kept
 * quiet. */
#define _XOPEN_SOURCE 700 /* open_memstream */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/run_quantity.h"
#include "model/model.h"
#include "report/run/summary.h"

#include "suite.h"

/* a model with one body, one rod and one contact, and a summary of it */
typedef struct fixture {
    thud_model *model;
    thud_body_summary bodies[2];
    thud_contact_summary contact;
    thud_summary summary;
    thud_run_report report;
} fixture;

static void make(fixture *f) {
    memset(f, 0, sizeof *f);
    f->model = thud_model_create();
    thud_body_id deck = thud_model_add_body(f->model, "deck", 1);
    thud_model_add_rod(f->model, "rod", &(thud_rod){.length = 1, .mass = 1});
    thud_gap_contact newton = thud_gap_contact_default(thud_law_find("newton"));
    thud_model_add_contact(f->model, "east", deck, THUD_GROUND, &newton);
    thud_model_set_title(f->model, "Deck and rod");
    thud_model_set_duration(f->model, 20);
    f->bodies[0] = (thud_body_summary){0.03, 0.4, 2, -0.01, 0.1};
    f->bodies[1] = (thud_body_summary){1.5, 3, 9, 0.2, -0.3};
    f->contact = (thud_contact_summary){7, 2e6, 0, 9e6, 5e5, 0.125, 0, NAN};
    f->summary = (thud_summary){.duration = 20,
                                .impacts = 7,
                                .body_count = 2,
                                .bodies = f->bodies,
                                .contact_count = 1,
                                .contacts = &f->contact,
                                .energy = {1e6, 4e5, 5e5, 1e5, 1e-15, 0},
                                .solver = {2000, 14, 0, 3e-4}};
    f->report = (thud_run_report){.model = f->model, .summary = &f->summary, .show_all = true};
}

static void print_json(const thud_run_report *report, FILE *stream) { thud_summary_write_json(report, stream); }

static void print_table(const thud_run_report *report, FILE *stream) {
    ck_assert(thud_summary_print(report, stream));
}

/* what is printed holds all of the texts, ended by NULL */
static void check_says(const fixture *f, void (*print)(const thud_run_report *, FILE *), const char *const *texts) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    print(&f->report, stream);
    fclose(stream);
    for (; *texts; texts++) ck_assert_msg(strstr(text, *texts) != NULL, "no '%s' in:\n%s", *texts, text);
    free(text);
}

#define CHECK_SAYS(f, print, ...) check_says(f, print, (const char *const[]){__VA_ARGS__, NULL})

START_TEST(json) {
    fixture f;
    make(&f);
    CHECK_SAYS(&f, print_json, "\"title\": \"Deck and rod\"", "\"duration\": 20", "\"impacts\": 7,\n  \"bodies\"",
               "\"max_displacement\": 0.029999999999999999", "\"final_velocity\": 0.10000000000000001",
               "\"rods\": {\n    \"rod\": {\n      \"max_angle\": 1.5",
               "\"final_angular_velocity\": -0.29999999999999999", "\"stick_time\": 0.125",
               "\"dissipated\": 400000", "\"rhs_evaluations\": 0");
    thud_model_free(f.model);
}
END_TEST

START_TEST(json_of_a_run_that_stopped_and_was_verified) {
    fixture f;
    make(&f);
    const double differences[] = {1e-9, 2e-8};
    thud_verification verification = {.max_difference = 2e-8, .agreed_until = 20, .impacts = 7};
    verification.difference_count = 2;
    verification.undetermined = 3;
    verification.different[0] =
        (thud_verify_difference){THUD_VERIFY_BODY, 1, "max_acceleration", 14.75, 15.5, 0.125};
    verification.different[1] = (thud_verify_difference){THUD_VERIFY_CONTACT, 0, "impacts", 7, NAN, 0};
    f.report.verification = &verification;
    f.report.differences = differences;
    CHECK_SAYS(
        &f, print_json, "\"agrees\": false", "\"undetermined\": 3",
        "\"quantity\": \"rods.rod.max_angular_acceleration\",\n        \"run\": 14.75,\n        \"cvode\": 15.5",
        "\"quantity\": \"contacts.east.impacts\",\n        \"run\": 7,\n        \"cvode\": null");
    CHECK_SAYS(&f, print_table, "BUT CVODE has 15.5 for rods.rod.max_angular_acceleration, the run 14.75",
               "BUT CVODE has nan for contacts.east.impacts, the run 7",
               "not judged: forces or impacts of 3 of the contacts and links, which are not determined");
    verification.different[0].key = "displacement";
    CHECK_SAYS(&f, print_table, "BUT CVODE has another trajectory for rods.rod.angle");
    verification.difference_count = 0;
    verification.agrees = true;
    CHECK_SAYS(&f, print_json, "\"agrees\": true", "\"different\": []");
    snprintf(f.summary.error.text, sizeof f.summary.error.text, "at 3 s: no way on");
    CHECK_SAYS(&f, print_json, "\"verify\": {\n    \"max_difference\": {\n      \"deck\": 1.0000000000000001e-09,",
               "\"rod\": 2e-08", "\"impacts\": 7,\n    \"agreed_until\": 20", "\"stop\": \"at 3 s: no way on\"");
    thud_model_free(f.model);
}
END_TEST

/* one table of quantities feeds both: every name is a key of the JSON, and every head stands over a column */
START_TEST(every_quantity) {
    const thud_run_quantities lists[] = {thud_quantities_of_run,    thud_quantities_of_body,
                                         thud_quantities_of_rod,    thud_quantities_of_contact,
                                         thud_quantities_of_energy, thud_quantities_of_solver};
    fixture f;
    make(&f);
    f.contact.closest_approach = 0.02; /* of one without a gap */
    size_t checked = 0;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (size_t k = 0; k < lists[i].count; k++) {
            const thud_run_quantity *q = &lists[i].list[k];
            char key[64];
            snprintf(key, sizeof key, "\"%s\": ", q->name);
            CHECK_SAYS(&f, print_json, key);
            if (q->head && i < 4) CHECK_SAYS(&f, print_table, q->head);
            checked++;
        }
    ck_assert_uint_ge(checked, 27); /* as many as there were when this was written */
    thud_model_free(f.model);
}
END_TEST

START_TEST(table) {
    fixture f;
    make(&f);
    CHECK_SAYS(&f, print_table, "Deck and rod: 20 s, 7 impacts", "30.000 mm", "1.5000 rad", "125.00 ms",
               "the energy balance closes to 1e-15");
    f.summary.impacts = 1;
    f.summary.duration = 3;
    snprintf(f.summary.error.text, sizeof f.summary.error.text, "at 3 s: no way on");
    CHECK_SAYS(&f, print_table, "3 s, not the 20 s asked for, 1 impact\n");
    thud_model_free(f.model);
}
END_TEST

/* a newton contact has no finite force, and what it strikes no finite acceleration: neither is shown as a number;
 * the reaction at rest and the acceleration between impacts have their own names */
START_TEST(impulsive_contacts) {
    fixture f;
    make(&f);
    CHECK_SAYS(&f, print_json, "\"max_force\": null", "\"resting_force\": 2000000", "\"max_acceleration\": 2,",
               "\"impulsive\": true", "\"max_angular_acceleration\": 9,", "\"impulsive\": false");
    CHECK_SAYS(&f, print_table, "east           7  impulsive                –", "125.00 ms         2.0000 MN",
               "between impacts", "impulsive      2.0000 m/s²", "9.0000 rad/s²  200.00 mrad\n");
    /* without an impact there is nothing impulsive, and no force either */
    f.contact = (thud_contact_summary){0};
    CHECK_SAYS(&f, print_json, "\"max_force\": null", "\"resting_force\": 0");
    CHECK_SAYS(&f, print_table, "east           0          –                –", "2.0000 m/s²  -10.000 mm\n");
    thud_model_free(f.model);
}
END_TEST

/* a compliant contact has its force, and no rest */
START_TEST(compliant_contacts) {
    fixture f;
    make(&f);
    thud_gap_contact hertz = thud_gap_contact_default(thud_law_find("hertz"));
    hertz.gap = 0.03, hertz.stiffness = 1e9;
    ck_assert_int_eq(thud_model_replace_contact(f.model, 0, &hertz, NULL), THUD_OK);
    f.contact = (thud_contact_summary){7, 2e6, 1e-3, 9e6, 5e5, 0, 2e-4, NAN};
    CHECK_SAYS(&f, print_json, "\"max_force\": 2000000", "\"resting_force\": null",
               "\"indentation\": 0.00020000000000000001", "\"impulsive\": false");
    CHECK_SAYS(&f, print_table, "7  2.0000 MN        1.0000 mm", "2.0000 m/s²  -10.000 mm\n");
    thud_model_free(f.model);
}
END_TEST

START_TEST(balance_that_is_off) {
    fixture f;
    make(&f);
    f.summary.energy.residual = -0.0043;
    CHECK_SAYS(&f, print_table, "THE ENERGY BALANCE DOES NOT CLOSE", "-0.0043");
    thud_model_free(f.model);
}
END_TEST

START_TEST(another_solver) {
    fixture f;
    make(&f);
    const double differences[] = {1e-9, 2e-8};
    thud_verification verification = {.max_difference = 2e-8, .agreed_until = 20, .impacts = 7};
    f.report.verification = &verification;
    f.report.differences = differences;
    CHECK_SAYS(&f, print_table, "CVODE", "agrees to 2e-08 of the peaks\n");
    verification.max_difference = 0.3;
    verification.agreed_until = 12.5;
    CHECK_SAYS(&f, print_table, "until 12.5 s of 20 s, then differs by 3e-01");
    thud_model_free(f.model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("summary");
    tcase_add_test(tests, json);
    tcase_add_test(tests, json_of_a_run_that_stopped_and_was_verified);
    tcase_add_test(tests, every_quantity);
    tcase_add_test(tests, table);
    tcase_add_test(tests, impulsive_contacts);
    tcase_add_test(tests, compliant_contacts);
    tcase_add_test(tests, balance_that_is_off);
    tcase_add_test(tests, another_solver);
    return run_suite("summary", tests);
}
