/*
 * Supports in scenarios: what arrives in the model, and what is wrong with its place and its words; models in C are
 * held to the same.
 */
#include "model/model.h"
#include "model/scenario_text.h"
#include "suite.h"

#define REST                                                                                                       \
    "bodies: {a: {mass: 1}}\nduration: 1\n"                                                                        \
    "ground: {sine: {amplitude: 1, frequency: 2}}\n" /* three lines */
#define HELD REST "links: [{left: pier, right: a, stiffness: 1}]\n"
#define PIER(keys) HELD "supports: {pier: {" keys "}}\n"

START_TEST(keys) {
    said s;
    thud_model *model;
    const char *text = REST "supports:\n"
                            "  pier: {speed: 300 m/s, position: 60 m}\n"
                            "  wall: {sine: {amplitude: 2, frequency: 3 Hz, phase: 90 deg}, delay: 120 ms}\n"
                            "  belt: {velocity: 5 cm/s, displacement: 1 mm}\n"
                            "links: [{left: a, right: belt, stiffness: 1}, {left: pier, right: a, stiffness: 2}]\n"
                            "contacts: [{left: a, right: wall, gap: 1 cm, model: newton, restitution: 1}]\n"
                            "watch: {w: {of: displacement, left: pier, right: wall}}\n";
    ck_assert_msg(read_text(text, &s, &model) == THUD_OK, "%s", s.text);
    ck_assert_uint_eq(thud_model_support_count(model), 3);
    ck_assert_str_eq(thud_model_support_name(model, 1), "wall");
    ck_assert_ptr_null(thud_model_support_name(model, 3));
    const thud_model_support *p = model->supports;
    ck_assert(p[0].given.delay == 0.2 && p[0].given.acceleration.kind == THUD_SIGNAL_NONE);
    ck_assert(thud_model_support_signal(model, 0) == &model->ground);
    ck_assert(p[1].given.delay == 0.12 && p[1].given.acceleration.amplitude == 2);
    ck_assert(p[2].given.velocity == 0.05 && p[2].given.displacement == 0.001);
    ck_assert_int_eq(model->links[0].right, THUD_FIRST_SUPPORT - 2);
    ck_assert_int_eq(model->links[1].left, THUD_FIRST_SUPPORT);
    ck_assert_int_eq(model->contacts[0].right, THUD_FIRST_SUPPORT - 1);
    ck_assert(model->contacts[0].effective_mass == 1);
    thud_model_free(model);
}
END_TEST

static const struct {
    const char *text, *says;
} wrong[] = {
    {REST "supports: {pier: {}}\n", "4:12 support 'pier': no link and no contact ends at it\n"},
    {REST "links: [{left: peer, right: a, stiffness: 1}]\nsupports: {pier: {}}\n",
     "4:16 no body is called 'peer'; did you mean 'pier'?\n"},
    {REST "links: [{left: elsewhere, right: a, stiffness: 1}]\n",
     "4:16 no body is called 'elsewhere'; there is a\n"},
    {PIER("delay: 1, speed: 2, position: 3"), "5:26 give either a delay, or speed and position\n"},
    {PIER("delay: -1"), "5:26 support 'pier': delay (-1 given) must be zero or positive\n"},
    {PIER("delay: soon"), "5:26 delay 'soon': expected a number, as in 0.5 or 30mm\n"},
    {PIER("speed: 2"), "5:26 a speed needs the position of the support\n"},
    {PIER("position: 2"), "5:29 a position needs the speed of the wave\n"},
    {PIER("speed: -2, position: 3"), "5:26 speed (-2 given) must be positive\n"},
    {PIER("speed: 0, position: 3"), "5:26 speed (0 given) must be positive\n"},
    {PIER("speed: 2, position: -3 m"),
     "5:39 position (-3 given) must be zero or positive: the wave passes the ground first\n"},
    {PIER("sped: 2"), "5:19 unknown key 'sped' in supports; did you mean 'speed'?\n"},
    {PIER("sine: {amplitude: 1, frequency: 1}, noise: {rms: 1}"),
     "5:62 sine and noise are two motions; a support has one\n"},
    {PIER("sine: {amplitude: 1, frequency: -1}"), "5:51 support 'pier': frequency (-1 given) must be positive\n"},
    {PIER("scale: 2"), "5:26 scale needs a motion of the support's own; this one has that of the ground\n"},
    {PIER("scale_to: {pga: 2}"),
     "5:29 scale_to needs a motion of the support's own; this one has that of the ground\n"},
    {PIER("unit: g"), "5:25 unit is for a record\n"},
    {PIER("velocity: .inf"), "5:29 support 'pier': velocity (inf given) must lie between -1e100 and 1e100\n"},
    {PIER("") "damping: {ratio: 0.05}\n", "6:10 modes that move with a support have no damping ratio of the whole; "
                                          "give the links ratios, or use rayleigh\n"},
    {PIER("") "solver: moreau\nstep: 0.1\n", "6:9 solver moreau does not support supports\n"},
    {PIER("") "forces: [{on: pier, step: {amplitude: 1}}]\n",
     "6:15 a force cannot act on a support; name a body\n"},
    {PIER("") "contacts: [{left: pier, right: ground, gap: 1, model: newton, restitution: 1}]\n",
     "6:32 contact 'contact-1': the motions of both sides are prescribed; name a body\n"},
    {REST "links: [{left: ground, right: pier, stiffness: 1}]\nsupports: {pier: {}}\n",
     "4:31 link 1 ('ground' to 'pier'): the motions of both ends are prescribed; name a body\n"},
    {REST "links: [{left: a, right: ground, stiffness: 1}]\nsupports: {ground: {}}\n",
     "5:12 support 'ground': the ground always exists; choose another name\n"
     "5:12 support 'ground': no link and no contact ends at it\n"},
    {REST "links: [{left: a, right: ground, stiffness: 1}]\nsupports: 3\n",
     "5:11 supports: expected a map of names, as in {NAME: {record: …}}\n"},
    {PIER("displacement: 1") "contacts: [{left: pier, right: a, gap: 0.5, model: newton, restitution: 1}]\n",
     "6:40 contact 'contact-1': the bodies overlap by 0.5 m at the start\n"},
};

START_TEST(errors) {
    said s;
    thud_model *model;
    ck_assert_int_ne(read_text(wrong[_i].text, &s, &model), THUD_OK);
    ck_assert_msg(strcmp(s.text, wrong[_i].says) == 0, "%s\nsays\n%s\nnot\n%s", wrong[_i].text, s.text,
                  wrong[_i].says);
}
END_TEST

/* a body and a support of one name: the ends of links could be either */
START_TEST(names) {
    said s;
    thud_model *model;
    ck_assert_int_ne(read_text(HELD "supports: {pier: {}, a: {}}\n", &s, &model), THUD_OK);
    ck_assert_ptr_nonnull(strstr(s.text, "5:22 support 'a': a body has that name\n"));
}
END_TEST

/* handles of a support that there is not, of another model, say */
START_TEST(in_c) {
    thud_model *model = thud_model_create();
    thud_error error;
    const thud_body_id a = thud_model_add_body(model, "a", 1);
    const thud_body_id pier = thud_model_add_support(model, "pier", NULL);
    thud_model_add_link(model, pier, a, &(thud_link){.stiffness = 1});
    thud_model_add_link(model, (thud_body_id){pier.number - 1}, a, &(thud_link){.stiffness = 1});
    thud_model_set_duration(model, 1);
    ck_assert_int_eq(thud_model_build(model, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "link 2 ('?' to 'a'): its left end is not a body");
    thud_model_free(model);
    ck_assert_int_lt(thud_model_add_support(NULL, "x", NULL).number, 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("scenario_supports");
    tcase_add_test(tests, keys);
    tcase_add_loop_test(tests, errors, 0, (int)(sizeof wrong / sizeof wrong[0]));
    tcase_add_test(tests, names);
    tcase_add_test(tests, in_c);
    return run_suite("scenario_supports", tests);
}
