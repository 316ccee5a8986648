/*
 * Models built in C: what is added is there, what follows from it is right, and what is wrong is said, all of it.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/check.h"
#include "model/model.h"
#include "model/signal.h"
#include "suite.h"

static void hear(void *context, const thud_problem *problem) {
    char *text = context;
    const size_t used = strlen(text);
    const thud_error *error = &problem->error;
    ck_assert_int_eq(error->status, THUD_ERROR_ARGUMENT);
    ck_assert(memchr(error->text, '\0', sizeof error->text) && !strchr(error->text, '\n'));
    snprintf(text + used, 4000 - used, "%d.%zu.%s %s\n", (int)problem->part, problem->index,
             error->subject ? error->subject : "-", error->text);
}

static void count_lines(void *context, const thud_error *error) {
    ck_assert_str_ne(error->text, "");
    ++*(size_t *)context;
}

static size_t lines_of(const char *text) {
    size_t count = 0;
    while (*text) count += *text++ == '\n';
    return count;
}

/* what the check says, and what the build says first */
static void expect(thud_model *model, const char *says) {
    char text[4000] = "", first[THUD_ERROR_TEXT + 2];
    size_t count = 0;
    ck_assert_int_eq(thud_check_model(model, hear, text), *says ? THUD_ERROR_ARGUMENT : THUD_OK);
    ck_assert_int_eq(thud_model_check(model, count_lines, &count), *says ? THUD_ERROR_ARGUMENT : THUD_OK);
    ck_assert_uint_eq(count, lines_of(says));
    ck_assert_msg(strcmp(text, says) == 0, "says\n%sand not\n%s", text, says);
    thud_error problem = {.status = THUD_OK};
    ck_assert_int_eq(thud_model_build(model, &problem), *says ? THUD_ERROR_ARGUMENT : THUD_OK);
    snprintf(first, sizeof first, "%s\n", problem.text);
    if (*says) ck_assert(strncmp(strchr(says, ' ') + 1, first, strlen(first)) == 0);
    thud_model_free(model);
}

/* the example at the top of <thud/model.h> */
START_TEST(example) {
    thud_model *model = thud_model_create();
    const thud_body_id deck = thud_model_add_body(model, "deck", 1.25e6);
    const thud_link pier = {.stiffness = 1.29e7, .damping_ratio = 0.05};
    ck_assert_int_eq(thud_model_add_link(model, THUD_GROUND, deck, &pier).number, 0);
    thud_gap_contact east = thud_gap_contact_default(thud_law_find("newton"));
    east.gap = 0.03;
    east.restitution = 0.6;
    ck_assert_int_eq(thud_model_add_contact(model, "east", deck, THUD_GROUND, &east).number, 0);
    thud_model_set_duration(model, 20);
    thud_error problem;
    ck_assert_int_eq(thud_model_build(model, &problem), THUD_OK);
    ck_assert_int_eq(deck.number, 0);
    assert_relative(model->links[0].damping, 2 * 0.05 * sqrt(1.29e7 * 1.25e6), 5e-16); /* three roundings */
    ck_assert(model->contacts[0].effective_mass == 1.25e6);

    thud_body_id left, right;
    ck_assert(thud_model_body_mass(model, 0) == 1.25e6 && isnan(thud_model_body_mass(model, 1)));
    ck_assert_int_eq(thud_model_link_ends(model, 0, &left, &right), THUD_OK);
    ck_assert(left.number == THUD_GROUND.number && right.number == deck.number);
    ck_assert_int_eq(thud_model_contact_ends(model, 0, &left, &right), THUD_OK);
    ck_assert(left.number == deck.number && right.number == THUD_GROUND.number);
    ck_assert_int_eq(thud_model_link_ends(model, 1, &left, &right), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_model_contact_ends(model, 1, &left, &right), THUD_ERROR_ARGUMENT);

    /* const from here on */
    ck_assert_int_eq(thud_model_add_body(model, "late", 1).number, THUD_NOTHING);
    thud_model_set_duration(model, 3);
    thud_model_set_start(model, deck, 1, 1);
    ck_assert_int_eq(thud_model_add_link(model, THUD_GROUND, deck, &(thud_link){.stiffness = 1}).number,
                     THUD_NOTHING);
    ck_assert(thud_model_body_count(model) == 1 && model->run.duration == 20 && model->link_count == 1);
    ck_assert(model->bodies[0].displacement == 0);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    thud_model_free(model);
}
END_TEST

/* c = 2ζ√(k m) with the effective mass of the pair; a damping as it is; sizes whose product no double holds */
START_TEST(link_damping) {
    thud_model *model = thud_model_create();
    const thud_body_id a = thud_model_add_body(model, "a", 3), b = thud_model_add_body(model, "b", 6);
    const thud_body_id heavy = thud_model_add_body(model, "heavy", 1e90);
    thud_model_add_link(model, a, b, &(thud_link){.stiffness = 8, .damping_ratio = 0.25}); /* m = 2: c = 0.5·4 */
    thud_model_add_link(model, b, THUD_GROUND, &(thud_link){.stiffness = 24, .damping_ratio = 0.5}); /* c = 12 */
    thud_model_add_link(model, a, b, &(thud_link){.damping = 7});
    thud_model_add_link(model, heavy, THUD_GROUND, &(thud_link){.stiffness = 1e90, .damping_ratio = 0.5});
    thud_model_set_duration(model, 1);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    assert_relative(model->links[0].damping, 2, 1e-15); /* 1/(1/3 + 1/6), two roots and products */
    assert_relative(model->links[1].damping, 12, 1e-15);
    ck_assert(model->links[2].damping == 7);
    assert_relative(model->links[3].damping, 1e90, 1e-15);
    thud_model_free(model);
}
END_TEST

START_TEST(nothing) {
    expect(thud_model_create(), "0.0.bodies there are no bodies\n0.0.duration duration is missing; without a "
                                "record it has no default\n");
    ck_assert_int_eq(thud_model_build(NULL, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_model_check(NULL, NULL, NULL), THUD_ERROR_ARGUMENT);
    thud_model_free(NULL);
    /* a model that could not be had takes everything and does nothing */
    ck_assert_int_eq(thud_model_add_body(NULL, "a", 1).number, THUD_NOTHING);
    thud_model_set_duration(NULL, 1);
}
END_TEST

/* every part wrong in every way: all of it is said, in the order of the parts */
START_TEST(all_wrong) {
    thud_model *m = thud_model_create();
    thud_model_add_body(m, "a", NAN);
    thud_model_add_body(m, "a", INFINITY);
    thud_model_add_body(m, "", 1);
    thud_model_add_body(m, "ground", 1);
    thud_model_add_body(m, "tab\t", 1);
    thud_model_set_start(m, (thud_body_id){2}, NAN, INFINITY);
    thud_model_set_start(m, (thud_body_id){99}, 0, 0);
    thud_model_add_link(m, (thud_body_id){7}, (thud_body_id){-5},
                        &(thud_link){.stiffness = -INFINITY, .damping = NAN, .damping_ratio = -1});
    thud_model_add_link(m, (thud_body_id){0}, (thud_body_id){0}, &(thud_link){.stiffness = 1});
    thud_model_add_link(m, (thud_body_id){0}, (thud_body_id){1}, NULL);
    thud_model_add_contact(m, NULL, (thud_body_id){0}, (thud_body_id){9}, NULL);
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("flores"));
    contact.gap = NAN;
    contact.restitution = 0;
    contact.exponent = 5;
    contact.damping = (thud_damping)9;
    contact.separation = (thud_separation)9;
    thud_model_add_contact(m, "c", THUD_GROUND, (thud_body_id){0}, &contact);
    thud_model_set_gravity(m, INFINITY);
    thud_model_set_ground(m, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .scale = NAN});
    thud_model_add_force(m, THUD_GROUND, &(thud_signal){.kind = THUD_SIGNAL_NONE});
    thud_model_add_force(m, (thud_body_id){0},
                         &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = NAN, .start = INFINITY});
    thud_model_set_duration(m, -1);
    thud_model_set_output(m, -1, false);
    thud_model_set_tolerance(m, NAN);
    thud_model_set_impact_threshold(m, -1);
    thud_model_set_solver(m, THUD_SOLVER_MOREAU, 0);
    thud_model_set_modal_damping(m, -0.1);
    expect(m, "0.0.- a start was set for a body that does not exist\n"
              "0.0.duration duration (-1 given) must be zero or positive\n"
              "0.0.output.interval interval (-1 given) must be zero or positive\n"
              "0.0.impact_threshold impact_threshold (-1 given) must be zero or positive\n"
              "0.0.tolerance tolerance is missing or not a number\n"
              "0.0.step step (0 given) must be positive\n"
              "0.0.damping.ratio ratio (-0.1 given) must be 0 or more and below 1\n"
              "1.2.name body '': a name must not be empty\n"
              "1.3.name body 'ground': the ground always exists; choose another name\n"
              "1.4.name body 'tab?': a name must be printable\n"
              "1.1.name body 'a': the name is already in use\n"
              "1.0.mass body 'a': mass is missing or not a number\n"
              "1.1.mass body 'a': mass (inf given) must lie between 1e-100 and 1e100\n"
              "1.2.displacement body '': displacement is missing or not a number\n"
              "1.2.velocity body '': velocity (inf given) must lie between -1e100 and 1e100\n"
              "2.0.left link 1 ('?' to '?'): its left end is not a body\n"
              "2.0.right link 1 ('?' to '?'): its right end is not a body\n"
              "2.0.stiffness link 1 ('?' to '?'): stiffness (-inf given) must lie between -1e100 and 1e100\n"
              "2.0.damping link 1 ('?' to '?'): damping is missing or not a number\n"
              "2.0.damping_ratio link 1 ('?' to '?'): damping_ratio (-1 given) must be zero or positive\n"
              "2.1.right link 2 ('a' to 'a'): it connects 'a' to itself\n"
              "2.2.stiffness link 3 ('a' to 'a'): stiffness is missing or not a number\n"
              "3.0.right contact 'contact-1': its right side is not a body\n"
              "3.0.model contact 'contact-1': it has no model\n"
              "3.1.gap contact 'c': gap is missing or not a number\n"
              "3.1.model contact 'c': solver moreau supports newton contacts only\n"
              "3.1.exponent contact 'c': flores: exponent (5 given) must lie between 1 and 2\n"
              "3.1.damping contact 'c': flores: damping must be published, exact or given\n"
              "3.1.separation contact 'c': flores: separation must be return or zero-force\n"
              "3.1.stiffness contact 'c': flores needs a stiffness\n"
              "3.1.restitution contact 'c': flores: restitution (0 given) must be above 0 and at most 1\n"
              "0.0.gravity gravity (inf given) must lie between -1e100 and 1e100\n"
              "5.0.record ground motion: its samples must be two or more, with increasing times and finite values\n"
              "5.0.scale ground motion: scale is missing or not a number\n"
              "7.0.on force 1: it acts on something that is not a body\n"
              "7.0.- force 1: it has neither sine nor step nor file\n"
              "7.1.step.amplitude force 2: amplitude is missing or not a number\n"
              "7.1.step.start force 2: start (inf given) must lie between -1e100 and 1e100\n");
}
END_TEST

/* one contact that is right and one way to spoil it: a model for each */
static thud_model *model_with(const thud_gap_contact *contact) {
    thud_model *m = thud_model_create();
    thud_model_add_body(m, "a", 2);
    thud_model_add_contact(m, "c", (thud_body_id){0}, THUD_GROUND, contact);
    thud_model_set_duration(m, 1);
    return m;
}

START_TEST(contacts) {
    thud_gap_contact newton = thud_gap_contact_default(thud_law_find("newton"));
    newton.restitution = 0;
    expect(model_with(&newton), "");
    newton.restitution = NAN;
    expect(model_with(&newton), "3.0.restitution contact 'c': restitution is missing or not a number\n");
    newton.restitution = 1;
    newton.stiffness = 5;
    expect(model_with(&newton), "3.0.stiffness contact 'c': newton is for rigid bodies and takes no stiffness\n");
    newton = thud_gap_contact_default(thud_law_find("newton"));
    newton.gap = -0.5;
    expect(model_with(&newton), "3.0.gap contact 'c': the bodies overlap by 0.5 m at the start\n");
    newton.gap = INFINITY;
    expect(model_with(&newton), "");

    thud_gap_contact linear = thud_gap_contact_default(thud_law_find("linear"));
    linear.stiffness = 1e20;
    expect(model_with(&linear), "");
    linear.restitution = 0.9;
    expect(model_with(&linear),
           "3.0.restitution contact 'c': linear is elastic: restitution (0.9 given) must be 1\n");
    linear.restitution = 1;
    linear.damping = THUD_DAMPING_GIVEN;
    expect(model_with(&linear),
           "3.0.damping contact 'c': linear: damping cannot be given: the law has no damper\n");

    /* every law of the catalogue, as it comes with a stiffness and a restitution, but what is for single impacts */
    int single = 0;
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        thud_gap_contact contact = thud_gap_contact_default(law);
        if (law->structure->kind != THUD_FORCE_IMPULSIVE) contact.stiffness = 1e9;
        if (law->structure->kind != THUD_FORCE_ELASTIC) contact.restitution = 0.5;
        char memory[128];
        snprintf(memory, sizeof memory,
                 "3.0.model contact 'c': %s has a memory, which scenarios do not support; choose kelvin-voigt\n",
                 law->name);
        const char *says = law->structure->relaxes ? memory : "";
        if (law->structure->reach)
            says =
                "3.0.model contact 'c': jkr pulls after its bodies have separated, which scenarios do not support; "
                "choose dmt\n";
        single += *says != '\0';
        expect(model_with(&contact), says);
    }
    ck_assert_int_eq(single, 3); /* jkr, zener, fractional */
}
END_TEST

/* touching is not overlapping, whatever rounding makes of it: 0.4 − 0.1 − 0.3 is 5.6e-17 in doubles */
START_TEST(touching) {
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    contact.gap = 0.3;
    for (int far = 0; far < 2; far++) {
        thud_model *m = thud_model_create();
        const thud_body_id a = thud_model_add_body(m, "a", 1), b = thud_model_add_body(m, "b", 1);
        thud_model_set_start(m, a, far ? 0.4 * (1 + 1e-14) : 0.4, 0);
        thud_model_set_start(m, b, 0.1, 0);
        thud_model_add_contact(m, "c", a, b, &contact);
        thud_model_set_duration(m, 1);
        ck_assert(0.4 - 0.1 - 0.3 > 0);
        ck_assert_int_eq(thud_model_build(m, NULL), far ? THUD_ERROR_ARGUMENT : THUD_OK);
        thud_model_free(m);
    }
}
END_TEST

/* the separation of the law where none is asked for */
START_TEST(separation) {
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("poursina-nikravesh"));
    contact.stiffness = 1;
    thud_model *m = model_with(&contact);
    ck_assert_int_eq(thud_model_build(m, NULL), THUD_OK);
    ck_assert_int_eq(m->contacts[0].given.separation, THUD_SEPARATION_ZERO_FORCE);
    thud_model_free(m);
}
END_TEST

/* the rods of physics: δ = L₂ sin(θ₂ − θ₁) − a cos θ₁, overlapping just so or just not */
START_TEST(rods) {
    for (int side = -1; side <= 1; side += 2) {
        for (int over = 0; over < 2; over++) {
            const double theta1 = 0.1, theta2 = 0.6, a = 1.2 * sin(0.5) / cos(theta1) + (over ? -1e-3 : 1e-3);
            thud_model *m = thud_model_create();
            thud_model_add_rod(m, "one", &(thud_rod){.length = 2, .mass = 1, .angle = side * theta1});
            thud_model_add_rod(m, "two",
                               &(thud_rod){.pivot_x = -side * a, .length = 1.2, .mass = 1, .angle = side * theta2});
            thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
            thud_model_add_rod_contact(m, "c", (thud_rod_id){1}, (thud_rod_id){0}, &contact);
            thud_model_set_duration(m, 1);
            ck_assert_int_eq(thud_model_build(m, NULL), over ? THUD_ERROR_ARGUMENT : THUD_OK);
            thud_model_free(m);
        }
    }
    thud_model *m = thud_model_create();
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    thud_model_add_body(m, "a", 1);
    thud_model_add_rod(m, "r", NULL);
    thud_model_add_rod_contact(m, "c", (thud_rod_id){0}, (thud_rod_id){0}, &contact);
    thud_model_add_rod_contact(m, "d", (thud_rod_id){3}, (thud_rod_id){-1}, &contact);
    thud_model_set_duration(m, 1);
    thud_model_add_tip_contact(m, "e", (thud_rod_id){2}, THUD_TIP_LEFT, (thud_body_id){4}, &contact);
    thud_model_hang_rod(m, (thud_rod_id){0}, (thud_body_id){1});
    thud_model_hang_rod(m, (thud_rod_id){1}, (thud_body_id){0});
    expect(m, "0.0.- a pivot was set for a rod that does not exist\n"
              "4.0.length rod 'r': length (0 given) must be positive\n"
              "4.0.mass rod 'r': mass is missing or not a number\n"
              "4.0.on rod 'r': its pivot is not on a body\n"
              "3.0.rod contact 'c': a rod cannot strike itself\n"
              "3.1.tip contact 'd': its tip is not that of a rod\n"
              "3.1.rod contact 'd': it does not strike a rod\n"
              "3.2.tip contact 'e': its tip is not that of a rod\n"
              "3.2.right contact 'e': its tip strikes something that is not a body\n");
}
END_TEST

/* samples are copied; values between, at and beyond them */
START_TEST(signals) {
    thud_motion *motion = thud_motion_create(3, 0.5);
    motion->acceleration[1] = 4;
    motion->acceleration[2] = -2;
    thud_model *m = thud_model_create();
    thud_model_set_ground(m, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 2});
    thud_motion_free(motion);
    static const double table[][2] = {{-0.1, 0}, {0, 0}, {0.25, 4}, {0.5, 8}, {0.75, 2}, {1, -4}, {1.01, 0}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        ck_assert_msg(thud_signal_value(&m->ground, table[i][0]) == table[i][1], "at %g", table[i][0]);

    /* at instants of its own; the second ground takes the place of the first */
    double time[] = {1, 2, 4}, value[] = {1, 3, 7};
    thud_motion uneven = {.count = 3, .time = time, .acceleration = value};
    thud_model_set_ground(m, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = &uneven, .scale = 1});
    static const double other[][2] = {{0.9, 0}, {1, 1}, {1.5, 2}, {2, 3}, {3, 5}, {4, 7}, {4.1, 0}};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        ck_assert_msg(thud_signal_value(&m->ground, other[i][0]) == other[i][1], "at %g", other[i][0]);
    thud_model_free(m);

    const thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = 3, .frequency = 0.5, .phase = 0.25};
    assert_relative(thud_signal_value(&sine, 1.5), 3 * sin(4.71238898038468985769 + 0.25), 1e-15);
    const thud_signal step = {.kind = THUD_SIGNAL_STEP, .amplitude = 3, .start = 1};
    ck_assert(thud_signal_value(&step, 0.999) == 0 && thud_signal_value(&step, 1) == 3);
    ck_assert(thud_signal_value(&(thud_signal){.kind = THUD_SIGNAL_NONE}, 1) == 0);
}
END_TEST

/* a motion that is none is copied as it is, and found by the check */
/* the first instant after one at which a signal is not smooth, arriving with a delay or without */
START_TEST(breaks_of_signals) {
    double instants[] = {0.5, 1, 4}, numbers[] = {1, 2, 0};
    const thud_motion uneven = {.count = 3, .time = instants, .acceleration = numbers},
                      even = {.count = 3, .step = 0.25, .acceleration = numbers};
    const thud_signal none = {.kind = THUD_SIGNAL_NONE}, sine = {.kind = THUD_SIGNAL_SINE, .frequency = 1},
                      step = {.kind = THUD_SIGNAL_STEP, .start = 2},
                      irregular = {.kind = THUD_SIGNAL_SAMPLES, .samples = &uneven},
                      regular = {.kind = THUD_SIGNAL_SAMPLES, .samples = &even};
    const struct {
        const thud_signal *signal;
        double delay, time, next;
    } expected[] = {
        {&none, 3, 0, INFINITY},     {&sine, 0, 0, INFINITY},      {&sine, 3, 1, 3},
        {&sine, 3, 3, INFINITY},     {&step, 0, 1.5, 2},           {&step, 1, 2, 3},
        {&step, 1, 3, INFINITY},     {&irregular, 0, 0, 0.5},      {&irregular, 0, 0.5, 1},
        {&irregular, 1, 2, 5},       {&irregular, 0, 4, INFINITY}, {&regular, 0, 0, 0.25},
        {&regular, 0.125, 0, 0.125}, {&regular, 0, 0.25, 0.5},     {&regular, 0, 0.5, INFINITY},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        ck_assert_msg(thud_signal_next_break(expected[i].signal, expected[i].delay, expected[i].time) ==
                          expected[i].next,
                      "row %zu", i);
}
END_TEST

START_TEST(bad_samples) {
    thud_motion empty = {.count = 0, .step = 1}, hollow = {.count = 3, .step = 1};
    const thud_motion *const bad[] = {&empty, &hollow};
    for (int i = 0; i < 2; i++) {
        thud_motion motion = *bad[i];
        thud_model *m = thud_model_create();
        thud_model_add_body(m, "a", 1);
        thud_model_set_duration(m, 1);
        thud_model_set_ground(m, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = &motion, .scale = 1});
        expect(
            m,
            "5.0.record ground motion: its samples must be two or more, with increasing times and finite values\n");
    }
}
END_TEST

/* links in C are held to the rules of scenarios, and say all at once */
START_TEST(links) {
    thud_model *m = thud_model_create();
    const thud_body_id a = thud_model_add_body(m, "a", 1);
    thud_model_set_duration(m, 1);
    thud_link link = {.stiffness = 1, .hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_BOUC_WEN)};
    ck_assert(isnan(link.hysteresis.yield) && link.hysteresis.exponent == 1 && link.hysteresis.beta == 0.5);
    thud_model_add_link(m, THUD_GROUND, a, &link);
    thud_model_add_link(m, THUD_GROUND, a,
                        &(thud_link){.stiffness = 1,
                                     .damping_exponent = 3,
                                     .hysteresis = {.model = THUD_HYSTERESIS_FLAG, .yield = 1, .slack = 1},
                                     .name = "link-1"});
    thud_model_add_link(m, THUD_GROUND, a, &(thud_link){.stiffness = 1, .hysteresis.model = 99});
    thud_model_add_link(m, THUD_GROUND, a, &(thud_link){.stiffness = 1, .hysteresis.yield = 2});
    ck_assert_uint_eq(thud_model_link_count(m), 4);
    ck_assert_str_eq(thud_model_link_name(m, 2), "link-3");
    ck_assert_ptr_null(thud_model_link_name(m, 4));
    ck_assert_int_eq(thud_model_link_parameters(m, 1, &link), THUD_OK);
    ck_assert(link.damping_exponent == 3 && link.hysteresis.slack == 1 && strcmp(link.name, "link-1") == 0);
    ck_assert_int_eq(thud_model_link_parameters(m, 4, &link), THUD_ERROR_ARGUMENT);
    expect(m,
           "2.1.name link 2 ('ground' to 'a'): the name is already in use\n"
           "2.0.hysteresis.yield link 1 ('ground' to 'a'): yield is missing or not a number\n"
           "2.1.damping_exponent link 2 ('ground' to 'a'): damping_exponent (3 given) must be above 0 and at most "
           "2\n"
           "2.1.hysteresis.slack link 2 ('ground' to 'a'): flag takes no slack\n"
           "2.2.hysteresis.model link 3 ('ground' to 'a'): the model of its hysteresis does not exist\n"
           "2.3.hysteresis.yield link 4 ('ground' to 'a'): a linear link takes no yield\n");
    for (int i = 1; i <= THUD_HYSTERESIS_COMPRESSION_ONLY; i++)
        ck_assert_int_eq(thud_hysteresis_find(thud_hysteresis_name((thud_hysteresis_model)i)), i);
    ck_assert_int_eq(thud_hysteresis_find("linear"), THUD_HYSTERESIS_NONE);
    ck_assert_ptr_null(thud_hysteresis_name(THUD_HYSTERESIS_NONE));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("model");
    tcase_add_test(tests, example);
    tcase_add_test(tests, link_damping);
    tcase_add_test(tests, nothing);
    tcase_add_test(tests, all_wrong);
    tcase_add_test(tests, contacts);
    tcase_add_test(tests, touching);
    tcase_add_test(tests, separation);
    tcase_add_test(tests, rods);
    tcase_add_test(tests, signals);
    tcase_add_test(tests, breaks_of_signals);
    tcase_add_test(tests, bad_samples);
    tcase_add_test(tests, links);
    return run_suite("model", tests);
}
