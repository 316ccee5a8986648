/*
 * Notes of a run: each once, none that is broken, and those without room counted; a run has those of itself alone.
 */
#include "contact/notes.h"

#include <math.h>
#include <string.h>

#include "simulate/scene.h"

START_TEST(a_note_is_never_repeated) {
    thud_notes notes = {0};
    thud_notes_add(&notes, "contact '%s' is %d", "east", 1);
    thud_notes_add(&notes, "contact '%s' is %d", "west", 1);
    thud_notes_add(&notes, "contact '%s' is %d", "east", 1);
    ck_assert_uint_eq(notes.count, 2);
    ck_assert_str_eq(notes.text[0], "contact 'east' is 1");
    ck_assert_str_eq(notes.text[1], "contact 'west' is 1");
    ck_assert_uint_eq(notes.left_out, 0);
}
END_TEST

START_TEST(those_without_room_are_counted) {
    thud_notes notes = {0};
    for (int i = 0; i < 20; i++) thud_notes_add(&notes, "note %d", i);
    thud_notes_add(&notes, "note %d", 3); /* there already */
    ck_assert_uint_eq(notes.count, THUD_NOTES_MOST);
    ck_assert_uint_eq(notes.left_out, 20 - THUD_NOTES_MOST);
    ck_assert_str_eq(notes.text[THUD_NOTES_MOST - 1], "note 11");
}
END_TEST

START_TEST(a_long_name_is_cut_between_characters) {
    char name[2 * THUD_NOTE_SIZE];
    for (size_t i = 0; i + 2 < sizeof name; i += 2) memcpy(name + i, "é", 3); /* two bytes each */
    thud_notes notes = {0};
    thud_notes_add(&notes, "to%s", name); /* 319 bytes have room: 2, 158 characters, and half of one */
    thud_notes_add(&notes, "\033[2J");
    ck_assert_uint_eq(strlen(notes.text[0]), 2 + 2 * 158 + 1);
    ck_assert_str_eq(notes.text[0] + 2 + 2 * 157, "é?");
    ck_assert_str_eq(notes.text[1], "?[2J");
}
END_TEST

/* lines as long as they are whole, and how many are left out; a first note that is too long is cut */
START_TEST(notes_are_joined) {
    char text[64];
    thud_notes notes = {0};
    thud_notes_join(&notes, text, sizeof text);
    ck_assert_str_eq(text, "");
    thud_notes_add(&notes, "one");
    thud_notes_add(&notes, "two");
    thud_notes_join(&notes, text, sizeof text);
    ck_assert_str_eq(text, "one\ntwo");
    thud_notes_add(&notes, "%060d", 0);
    thud_notes_join(&notes, text, sizeof text);
    ck_assert_str_eq(text, "one\ntwo\n1 more note is left out");
    notes = (thud_notes){.left_out = 3};
    thud_notes_add(&notes, "%0100d", 0);
    thud_notes_join(&notes, text, sizeof text);
    ck_assert_uint_eq(strspn(text, "0"), 64 - 32 - 2);
    ck_assert_str_eq(strchr(text, '\n'), "\n3 more notes are left out");
}
END_TEST

/* a deck under a record of 2 s */
static scene *shaken(double duration) {
    double acceleration[] = {0, 1, -1, 1, 0.5};
    scene *s = scene_open(duration);
    scene_spring(s, THUD_BODY_GROUND, scene_body(s, 1, 0, 0), 100, 0.1);
    thud_motion motion = {.step = 0.5, .count = 5, .acceleration = acceleration};
    thud_model_set_ground(s->model, &(thud_signal){THUD_SIGNAL_SAMPLES, .samples = &motion, .scale = 1});
    return s;
}

START_TEST(a_run_says_that_the_ground_goes_on) {
    scene *s = shaken(1.5);
    scene_run(s);
    ck_assert_uint_eq(s->summary->notes.count, 1);
    ck_assert_str_eq(s->summary->notes.text[0], "the ground motion goes on until 2 s, and the run does not");

    /* the first of the largest accelerations is at 0.5 s */
    thud_run_options shorter = thud_model_run_options(s->model);
    shorter.duration = 0.25;
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, &shorter, NULL), THUD_OK);
    scene_run(s);
    ck_assert_str_eq(s->summary->notes.text[0],
                     "the ground motion goes on until 2 s, its peak at 0.5 s included, and the run does not");

    thud_run_options longer = thud_model_run_options(s->model);
    longer.duration = 3;
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, &longer, NULL), THUD_OK);
    scene_run(s);
    ck_assert_uint_eq(s->summary->notes.count, 0);
    scene_close(s);
}
END_TEST

/*
 * No duration: the record of 2 s and five periods of 2π √(m/k) = π/5, 2 + π together, to the rounding of a period;
 * a support has the record half a second later.
 */
START_TEST(a_duration_follows_from_the_records) {
    scene *s = shaken(NAN);
    scene_run(s);
    ck_assert_double_eq_tol(thud_model_duration(s->model), 2 + 3.14159265358979324, 1e-14);
    ck_assert_double_eq_tol(s->summary->duration, 2 + 3.14159265358979324, 1e-14);
    ck_assert_uint_eq(s->summary->notes.count, 1);
    ck_assert_str_eq(s->summary->notes.text[0],
                     "no duration is given: it is 5.14159 s, until the records end at 2 s "
                     "and five periods of 0.628319 s");
    /* options of a run have one of their own */
    thud_run_options without = thud_model_run_options(s->model);
    without.duration = NAN;
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, &without, NULL), THUD_ERROR_ARGUMENT);
    scene_close(s);

    s = shaken(NAN);
    const thud_body_id pier = thud_model_add_support(s->model, "pier", &(thud_support){.delay = 0.5});
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("newton"));
    stop.gap = INFINITY;
    thud_model_add_contact(s->model, "stop", (thud_body_id){0}, pier, &stop);
    scene_run(s);
    ck_assert_double_eq_tol(s->summary->duration, 2.5 + 3.14159265358979324, 1e-14);
    scene_close(s);
}
END_TEST

/* two decks that never meet: at 0.3 m from rest each moves 0.3 m, so that 100 times the motion is 60 m */
static scene *far_apart(double gap) {
    scene *s = scene_open(1);
    const thud_body a = scene_body(s, 1, 0.3, 0), b = scene_body(s, 1, 0.3, 0);
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("newton"));
    scene_spring(s, THUD_BODY_GROUND, a, 100, 0);
    scene_spring(s, THUD_BODY_GROUND, b, 100, 0);
    stop.gap = gap;
    scene_touch(s, a, b, stop);
    scene_run(s);
    return s;
}

START_TEST(gaps_that_nobody_means) {
    scene *s = far_apart(59.9);
    ck_assert_uint_eq(s->summary->notes.count, 0);
    scene_close(s);
    s = far_apart(INFINITY);
    ck_assert_uint_eq(s->summary->notes.count, 0);
    ck_assert(thud_notes_widest_gap(s->model) == 0 && !thud_notes_may_follow(s->summary, 0));
    scene_close(s);
    s = far_apart(60.1);
    ck_assert_uint_eq(s->summary->notes.count, 1);
    ck_assert_ptr_nonnull(strstr(s->summary->notes.text[0],
                                 "is never struck: its gap of 60.100 m is 100 times what its bodies move"));
    /* what a device knows suffices to say that a note may follow */
    ck_assert(thud_notes_widest_gap(s->model) == 60.1);
    ck_assert(thud_notes_may_follow(s->summary, 60.1));
    ck_assert(!thud_notes_may_follow(s->summary, 29));
    scene_close(s);
}
END_TEST

/* a record of 1 m/s² that is scaled to 30, and one to 20 */
START_TEST(scales_that_nobody_means) {
    double acceleration[] = {0, 1, 0};
    for (int i = 0; i < 2; i++) {
        scene *s = scene_open(3);
        scene_spring(s, THUD_BODY_GROUND, scene_body(s, 1, 0, 0), 100, 0.1);
        thud_motion motion = {.step = 0.5, .count = 3, .acceleration = acceleration};
        thud_model_set_ground(s->model,
                              &(thud_signal){THUD_SIGNAL_SAMPLES, .samples = &motion, .scale = i ? -30 : 20});
        scene_run(s);
        ck_assert_uint_eq(s->summary->notes.count, i ? 1 : 0);
        if (i)
            ck_assert_str_eq(s->summary->notes.text[0],
                             "the ground motion is scaled by -30: another motion than was recorded");
        scene_close(s);
    }
}
END_TEST

/* T = 2π √(m/k): 0.0199 s and 20.1 s are no structure's, 0.0201 s and 19.9 s are; and without a motion of the
 * ground it may be anything */
START_TEST(periods_that_no_structure_has) {
    static const double periods[] = {0.0199, 0.0201, 19.9, 20.1};
    for (int i = 0; i < 8; i++) {
        const double omega = 6.28318530717958648 / periods[i % 4];
        const bool shaken_there = i < 4, odd = shaken_there && (i == 0 || i == 3);
        scene *s = scene_open(0.01);
        scene_spring(s, THUD_BODY_GROUND, scene_body(s, 2, 0, 0), 2 * omega * omega, 0.1);
        if (shaken_there)
            thud_model_set_ground(s->model, &(thud_signal){THUD_SIGNAL_SINE, .amplitude = 1, .frequency = 1});
        scene_run(s);
        ck_assert_uint_eq(s->summary->notes.count, odd ? 1 : 0);
        if (i == 3)
            ck_assert_str_eq(
                s->summary->notes.text[0],
                "the structure of 'body0' has a first period of 20.100 s, where structures have 20 ms to "
                "20 s: a stiffness or a mass may be without its unit");
        ck_assert(isnan(thud_notes_widest_gap(s->model)) == odd);
        ck_assert(thud_notes_may_follow(s->summary, thud_notes_widest_gap(s->model)) == odd);
        scene_close(s);
    }
}
END_TEST

/* three floors of 100 t, of which one was given in tonnes without the unit; two floors have no typical mass */
START_TEST(masses_without_their_unit) {
    for (int floors = 2; floors <= 3; floors++) {
        scene *s = scene_open(0.01);
        thud_body below = THUD_BODY_GROUND;
        for (int i = 0; i < floors; i++) {
            const thud_body floor = scene_body(s, i == 1 ? 100 : 1e5, 0, 0);
            scene_spring(s, below, floor, 1e8, 0.1);
            below = floor;
        }
        thud_model_set_ground(s->model, &(thud_signal){THUD_SIGNAL_SINE, .amplitude = 1, .frequency = 1});
        scene_run(s);
        ck_assert_uint_eq(s->summary->notes.count, floors == 3 ? 1 : 0);
        if (floors == 3)
            ck_assert_str_eq(
                s->summary->notes.text[0],
                "body 'body1' has 0.001 times the typical mass of its structure: a unit may be missing");
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("notes");
    tcase_add_test(tests, a_note_is_never_repeated);
    tcase_add_test(tests, those_without_room_are_counted);
    tcase_add_test(tests, a_long_name_is_cut_between_characters);
    tcase_add_test(tests, notes_are_joined);
    tcase_add_test(tests, a_duration_follows_from_the_records);
    tcase_add_test(tests, gaps_that_nobody_means);
    tcase_add_test(tests, scales_that_nobody_means);
    tcase_add_test(tests, a_run_says_that_the_ground_goes_on);
    tcase_add_test(tests, periods_that_no_structure_has);
    tcase_add_test(tests, masses_without_their_unit);
    return run_suite("notes", tests);
}
