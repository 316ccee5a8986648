/* Paths of axes: where they lead in a scenario of every kind of part, and what is said of those that lead nowhere.
 */
#include "model/model.h"
#include "study/study_text.h"
#include "suite.h"

#define FOLDER "study-paths"

static const char SCENARIO[] =
    "gravity: 9.81\n"
    "rods:\n"
    "  one: {pivot: [0, 0], length: 1, mass: 0.1}\n"
    "  two: {pivot: [-2, 0.5 m], length: 1.5, mass: 2, angle: -30 deg}\n"
    "  far: {pivot: [9, 0], length: 1, mass: 1}\n"
    "contacts:\n"
    "  - {tip: two, rod: one, model: flores, stiffness: 1e8, restitution: {at: [[0.1, 0.8], [1, 0.6]]}}\n"
    "  - {name: side, tip: one, rod: two, model: flores, stiffness: 1e8, restitution: {a: 0.1, b: 0.2, least: "
    "0.1}}\n"
    "duration: 0.1\n";
static const char BUILDING[] = "storeys:\n"
                               "  a: {count: 2, mass: [1 t, 2 t], stiffness: 1e6, height: 3}\n"
                               "bodies: {x: {mass: 1}}\n"
                               "links: [{left: ground, right: x, stiffness: 5}]\n"
                               "contacts: [{left: a1, right: x, gap: 1, model: newton, restitution: 0.5}]\n"
                               "duration: 0.1\n";

/* the study with one axis along the path */
static void write_text(char *text, size_t size, const char *path) {
    snprintf(text, size, "scenario: scenario.yaml\nvary: {v: {path: %s, values: [0.25, 0.5]}}\n", path);
}

/* ---- those that lead somewhere ---- */

static double pivot_x(const thud_model *m) { return m->rods[0].given.pivot_x; }
static double pivot_y(const thud_model *m) { return m->rods[0].given.pivot_y; }
static double far_pivot(const thud_model *m) { return m->rods[2].given.pivot_x; }
static double last_rod(const thud_model *m) { return m->rods[2].given.mass; }
static double first_contact(const thud_model *m) { return m->contacts[0].given.stiffness; }
static double rate(const thud_model *m) { return m->contacts[1].given.restitution_curve.a; }
static double constant(const thud_model *m) { return m->contacts[0].given.restitution; }
static double second_floor(const thud_model *m) { return m->bodies[m->body_count - 1].mass; }
static double spring(const thud_model *m) { return m->links[0].given.stiffness; }
static double new_key(const thud_model *m) { return m->run.impact_threshold; }

static const struct {
    bool building;
    const char *path;
    double (*value)(const thud_model *);
} GOOD[] = {{false, "rods.one.pivot.0", pivot_x},
            {false, "rods.one.pivot.1", pivot_y},
            {false, "rods.far.pivot.0", far_pivot},
            {false, "rods.*.mass", last_rod},
            {false, "contacts.contact-1.stiffness", first_contact},
            {false, "contacts.*.stiffness", first_contact},
            {false, "contacts.side.restitution.a", rate},
            {false, "contacts.0.restitution", constant},
            {true, "storeys.a.mass.1", second_floor},
            {true, "links.link-1.stiffness", spring},
            {true, "links.0.stiffness", spring},
            {true, "impact_threshold", new_key}};

START_TEST(paths_that_lead_somewhere) {
    char text[400];
    thud_worker *worker = NULL;
    thud_case_result result;
    write_text(text, sizeof text, GOOD[_i].path);
    thud_study *study = good_study(FOLDER, GOOD[_i].building ? BUILDING : SCENARIO, text);
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(thud_worker_run(worker, i, NULL, &result), THUD_OK);
        ck_assert_double_eq(GOOD[_i].value(thud_worker_model(worker)), i == 0 ? 0.25 : 0.5);
    }
    thud_worker_free(worker);
    thud_study_free(study);
}
END_TEST

/* ---- those that do not ---- */

static const struct {
    bool building;
    const char *path;
    int at; /* letters before the place of the message */
    const char *said;
} BAD[] = {
    {false, "rods.one.pivot", 9, "pivot is a list of two: pivot.0 or pivot.1"},
    {false, "rods.one.pivot.2", 15, "pivot is a list of two: pivot.0 or pivot.1"},
    {false, "rods.one.pivot.x", 15, "pivot is a list of two: pivot.0 or pivot.1"},
    {false, "rods.one.pivot.0.1", 15, "pivot is a list of two: pivot.0 or pivot.1"},
    {false, "contacts.0.restitution.at", 23,
     "the points of 'at' cannot vary one by one; vary the whole restitution"},
    {false, "contacts.0.restitution.at.0.1", 23,
     "the points of 'at' cannot vary one by one; vary the whole restitution"},
    {false, "rods.one", 5, "the path 'rods.one' ends too early: rods.one is a map"},
    {false, "rods.7.mass", 5, "nothing in rods is called '7'; the first is 'one'"},
    {false, "contacts.2.gap", 9, "nothing in contacts is called '2'; the first is 'contact-1'"},
    {false, "contacts.x.gap", 9, "nothing in contacts is called 'x'; the first is 'contact-1'"},
    {false, "contacts", 0, "the path 'contacts' ends too early: which of the contacts?"},
    {false, "rods.", 5, "the path 'rods.' has an empty word"},
    {false, ".rods", 0, "the path '.rods' has an empty word"},
    {false, "rods..one", 5, "the path 'rods..one' has an empty word"},
    {false, "title", 0, "a title cannot vary: results are named after it"},
    {false, "draw.deck.width", 0, "draw cannot vary: no result depends on it"},
    {true, "storeys.a.mass", 10, "mass is a list here, with items mass.0 to mass.1"},
    {true, "storeys.a.mass.2", 10, "mass is a list here, with items mass.0 to mass.1"},
    {true, "storeys.a.mass.x", 10, "mass is a list here, with items mass.0 to mass.1"},
    {true, "storeys.a.mass.1.2", 10, "mass is a list here, with items mass.0 to mass.1"},
    {true, "storeys.a.count", 10, "count cannot vary: every case has the same parts"},
    {true, "storeys.a.stiffness.0", 20, "stiffness is one value, and the path continues after it"},
    {true, "storeys.b.mass", 8, "nothing in storeys is called 'b'; the first is 'a'"},
    {true, "links.0.name", 8, "a name cannot vary: results are named after it"},
    {true, "contacts.0.repeat", 11, "repeat cannot vary: every case has the same parts"},
    {true, "structure.mass", 0, "a structure by matrices cannot vary"},
    {true, "duration.x", 9, "duration is one value, and the path continues after it"},
    {true, "ground.record", 0, "the scenario has no ground"},
    {true, "output", 0, "the scenario has no output"},
};

START_TEST(paths_that_lead_nowhere) {
    char text[400], expected[300];
    study_said said;
    thud_study *study;
    write_text(text, sizeof text, BAD[_i].path);
    ck_assert_int_eq(read_study(FOLDER, BAD[_i].building ? BUILDING : SCENARIO, text, &said, &study),
                     THUD_ERROR_ARGUMENT);
    snprintf(expected, sizeof expected, "study.yaml:2:%d %s\n", 18 + BAD[_i].at, BAD[_i].said);
    ck_assert_msg(strncmp(said.text, expected, strlen(expected)) == 0, "%s: %s", BAD[_i].path, said.text);
}
END_TEST

/* longer than any name may be */
START_TEST(a_long_word) {
    char path[400] = "rods.", text[600];
    study_said said;
    thud_study *study;
    memset(path + 5, 'a', 300);
    write_text(text, sizeof text, path);
    ck_assert_int_eq(read_study(FOLDER, SCENARIO, text, &said, &study), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(said.text, "study.yaml:2:23 a word of the path is longer than any name\n");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("paths");
    tcase_add_loop_test(tests, paths_that_lead_somewhere, 0, sizeof GOOD / sizeof GOOD[0]);
    tcase_add_loop_test(tests, paths_that_lead_nowhere, 0, sizeof BAD / sizeof BAD[0]);
    tcase_add_test(tests, a_long_word);
    return run_suite("paths", tests);
}
