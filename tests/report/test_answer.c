/* The answer of a run: numbers with the digits that are known, structures by their links, and the sentences. */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "report/run/answer.h"

#include "suite.h"

static const char *known(double value, double three, const char *unit) {
    static thud_text text;
    const thud_range range = {.deviation = three / 3};
    text = thud_answer_value(value, &range, unit);
    return text.text;
}

static const char *spoken(double value, double three, const char *unit) {
    static thud_text text;
    const thud_range range = {.deviation = three / 3};
    text = thud_answer_number(value, &range, unit);
    return text.text;
}

/* one digit of the error, two where it begins with a one; the value ends where its error does */
START_TEST(digits_to_the_uncertainty) {
    ck_assert_str_eq(known(0.13876, 3.4e-4, "m"), "138.8 ± 0.3 mm");
    ck_assert_str_eq(known(6.6612e6, 1.3e4, "N"), "6.661 ± 0.013 MN");
    ck_assert_str_eq(known(22.88, 31, "m"), "20 ± 30 m");
    ck_assert_str_eq(known(-0.02167, 4e-5, "m"), "-21.67 ± 0.04 mm");
    ck_assert_str_eq(known(0.0032783, 1.7e-5, ""), "0.3278 ± 0.0017 %");
    ck_assert_str_eq(known(2.5, 9.7e-3, "J"), "2.500 ± 0.010 J");
    ck_assert_str_eq(known(1e-3, 0.5, "m"), "0 ± 500 mm");
    ck_assert_str_eq(known(0, 1e-3, "m"), "0 m");
    /* nothing is known, or far more than anybody reads: four digits */
    ck_assert_str_eq(thud_answer_value(0.13876, NULL, "m").text, "138.8 mm");
    ck_assert_str_eq(known(0.13876, 1e-12, "m"), "138.8 mm");
    ck_assert_str_eq(thud_answer_value(0.99996, NULL, "m").text, "1.000 m");
    ck_assert_str_eq(thud_answer_value(INFINITY, NULL, "N").text, "∞ N");
}
END_TEST

START_TEST(digits_of_sentences) {
    ck_assert_str_eq(spoken(8.4318e6, 2.5e4, "N"), "8.43 MN");
    ck_assert_str_eq(spoken(0.42385, 0.042, "m/s"), "420 mm/s");
    ck_assert_str_eq(spoken(0.0076, 0, ""), "0.760 %");
    ck_assert_str_eq(spoken(9.9961, 0, "m"), "10.0 m");
    ck_assert_str_eq(spoken(5, 100, "m"), "5 m"); /* one digit at least */
}
END_TEST

START_TEST(accelerations_in_g) {
    thud_model *model = thud_model_create();
    ck_assert_str_eq(thud_answer_acceleration(model, 9.80665, NULL, false).text, "9.81 m/s²");
    model->in_g = true;
    ck_assert_str_eq(thud_answer_acceleration(model, 9.80665, NULL, false).text, "9.81 m/s², 1.00 g");
    ck_assert_str_eq(thud_answer_acceleration(model, 57.636, &(thud_range){.deviation = 0.047}, true).text,
                     "57.64 ± 0.14 m/s², 5.88 g");
    ck_assert_str_eq(thud_answer_acceleration(model, 0.5, NULL, false).text, "500 mm/s², 0.0510 g");
    thud_model_free(model);
}
END_TEST

/* two rows of three and a body of its own, with contacts between them */
typedef struct town {
    thud_model *model;
    thud_body_summary bodies[7];
    thud_contact_summary contacts[5];
    thud_summary summary;
    thud_run_report report;
} town;

static void build(town *t) {
    static const char *const names[] = {"low 1", "low 2", "low 3", "Turm1", "Turm2", "Turmspitze", "bus"};
    memset(t, 0, sizeof *t);
    t->model = thud_model_create();
    thud_body_id body[7];
    for (int i = 0; i < 7; i++) body[i] = thud_model_add_body(t->model, names[i], 1);
    for (int i = 0; i < 6; i++)
        thud_model_add_link(t->model, i % 3 ? body[i - 1] : THUD_GROUND, body[i], &(thud_link){.stiffness = 1});
    for (int i = 0; i < 5; i++) {
        thud_gap_contact c = thud_gap_contact_default(thud_law_find("hertz"));
        char name[32];
        snprintf(name, sizeof name, "floor %d", i + 1);
        c.gap = i == 4 ? INFINITY : 0.04;
        c.stiffness = 1e9;
        c.restitution = 1;
        thud_model_add_contact(t->model, name, body[i % 3], body[3 + i % 3], &c);
        t->contacts[i].closest_approach = 0.01 * (i + 1) / 2;
    }
    thud_model_set_duration(t->model, 20);
    ck_assert_int_eq(thud_model_build(t->model, NULL), THUD_OK);
    for (int i = 0; i < 7; i++) t->bodies[i] = (thud_body_summary){0.01 * (i + 1), 1, 8 - i, 0, 0};
    t->summary = (thud_summary){
        .duration = 20, .body_count = 7, .bodies = t->bodies, .contact_count = 5, .contacts = t->contacts};
    t->report = (thud_run_report){.model = t->model, .summary = &t->summary};
}

START_TEST(structures) {
    town t;
    thud_run_structures s;
    build(&t);
    ck_assert(thud_run_structures_find(&t.report, &s));
    ck_assert_uint_eq(s.count, 3);
    ck_assert_str_eq(s.list[0].name, "low");
    ck_assert_str_eq(s.list[1].name, "Turm");
    ck_assert_str_eq(s.list[2].name, "bus");
    ck_assert_str_eq(s.list[1].displacement.name, "Turmspitze");
    ck_assert_str_eq(s.list[1].acceleration.name, "Turm1");
    ck_assert_double_eq(s.list[0].displacement.value, 0.03);
    ck_assert_uint_eq(s.list[2].bodies, 1);
    thud_run_structures_free(&s);
    /* a bus that has moved by rounding has not moved */
    t.bodies[6].max_displacement = 1e-13;
    ck_assert(thud_run_structures_find(&t.report, &s));
    ck_assert(s.list[2].displacement.value == 0 && s.list[0].displacement.value == 0.03);
    thud_run_structures_free(&s);
    thud_model_free(t.model);
}
END_TEST

static void says(const town *t, const char *contacts) {
    thud_answer answer;
    ck_assert(thud_answer_find(&t->report, &answer));
    ck_assert_str_eq(answer.contacts, contacts);
    ck_assert_str_eq(answer.structures, "Largest displacement 70.0 mm (bus); acceleration 8.00 m/s² (low 1).");
}

START_TEST(sentences) {
    town t;
    build(&t);
    says(&t, "No contact is struck: at floor 4, 20.0 mm is left of the gap of 40.0 mm.");
    t.contacts[2].impacts = t.summary.impacts = 1;
    t.contacts[2].max_force = 4.09e6;
    says(&t, "Strikes at floor 3: 1 impact, up to 4.09 MN.");
    t.model->ground.kind = THUD_SIGNAL_STEP;
    t.contacts[0].impacts = 3;
    t.contacts[0].max_force = 1e6;
    t.summary.impacts = 4;
    says(&t, "Pounds at floor 1 and floor 3: 4 impacts, up to 4.09 MN (floor 3).");
    for (int i = 0; i < 5; i++) t.contacts[i].impacts = (size_t)i + 1;
    t.summary.impacts = 15;
    says(&t, "Pounds at floor 5, floor 4, floor 3 and 2 more: 15 impacts, up to 4.09 MN (floor 3).");
    thud_contact_spread forces[5] = {0};
    thud_watch_spread none = {0};
    thud_body_spread bodies[7] = {0};
    thud_spread spread = {.precision = 1e-3,
                          .impacts = {.lowest = 12, .highest = 15},
                          .bodies = bodies,
                          .contacts = forces,
                          .watches = &none};
    forces[2].max_force.deviation = 5e5;
    t.report.spread = &spread;
    says(&t,
         "Pounds at floor 5, floor 4, floor 3 and 2 more: 15 impacts (12 to 15 when inputs vary by 0.1 %), up to "
         "4.1 MN (floor 3).");
    thud_model_free(t.model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("answer");
    tcase_add_test(tests, digits_to_the_uncertainty);
    tcase_add_test(tests, digits_of_sentences);
    tcase_add_test(tests, accelerations_in_g);
    tcase_add_test(tests, structures);
    tcase_add_test(tests, sentences);
    return run_suite("answer", tests);
}
