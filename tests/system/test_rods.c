/*
 * Two pendulums, M. Poursina & P. E. Nikravesh, Multibody Syst. Dyn. 50 (2020) 169–188, section 6.
 *
 * The table was computed twice by other programs (SciPy's DOP853 at 1e-13 with events, and closed forms); it is
 * printed to six places of the times, five of the speeds and of the restitutions.
 */
#include <math.h>
#include <string.h>

#include <thud/simulate.h>

#include "model/model.h"
#include "suite.h"

enum { IMPACT_LIMIT = 8 };

typedef struct record {
    size_t count;
    thud_impact_entry entries[IMPACT_LIMIT];
} record;

static bool keep(void *context, const thud_impact_entry *entry) {
    record *r = context;
    if (r->count < IMPACT_LIMIT) r->entries[r->count] = *entry;
    r->count++;
    return true;
}

static const double pi = 3.14159265358979323846;

static thud_model *two_pendulums(const char *law, thud_damping damping, double mirror, double lift) {
    thud_model *model = thud_model_create();
    thud_rod_id rod1 = thud_model_add_rod(
        model, "rod1", &(thud_rod){.pivot_y = lift, .length = 6, .mass = 1, .angle = mirror * pi / 12});
    thud_rod_id rod2 = thud_model_add_rod(
        model, "rod2",
        &(thud_rod){.pivot_x = -2 * mirror, .pivot_y = lift, .length = 4, .mass = 0.2, .angle = -mirror * pi / 2});
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find(law));
    contact.restitution = 0.3;
    contact.damping = damping;
    if (strcmp(law, "newton") != 0) contact.stiffness = 1e8;
    thud_model_add_rod_contact(model, "contact", rod2, rod1, &contact);
    thud_model_set_gravity(model, 9.81);
    thud_model_set_duration(model, 8);
    thud_error problem;
    ck_assert_msg(thud_model_build(model, &problem) == THUD_OK, "%s", problem.text);
    return model;
}

static record run(const thud_model *model, thud_body_summary *rods, thud_summary *summary) {
    record r = {0};
    thud_observer observer = {.context = &r, .impact = keep};
    thud_simulation *simulation;
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, &observer), THUD_OK);
    *summary = *thud_simulation_summary(simulation);
    ck_assert_str_eq(summary->error.text, "");
    for (size_t i = 0; i < summary->body_count; i++) rods[i] = summary->bodies[i];
    if (summary->contact_count > 0) ck_assert_uint_eq(summary->contacts[0].impacts, r.count);
    thud_simulation_free(simulation);
    return r;
}

static const struct {
    const char *law;
    thud_damping damping;
    double time[3], speed[3], restitution[3];
} table[] = {
    {"newton",
     THUD_DAMPING_PUBLISHED,
     {1.142446, 3.763189, 6.694251},
     {10.31049, 2.48163, 1.92090},
     {0.3, 0.3, 0.3}},
    {"poursina-nikravesh",
     THUD_DAMPING_PUBLISHED,
     {1.142446, 3.762041, 6.692355},
     {10.31049, 2.49290, 1.92594},
     {0.30076, 0.30085, 0.30088}},
    {"poursina-nikravesh",
     THUD_DAMPING_EXACT,
     {1.142446, 3.763508, 6.694929},
     {10.31049, 2.48307, 1.92107},
     {0.30002, 0.30011, 0.30015}},
    {"flores",
     THUD_DAMPING_PUBLISHED,
     {1.142446, 3.863309, 6.864196},
     {10.31049, 1.85921, 1.59904},
     {0.25637, 0.25738, 0.25755}},
};

/* half a unit of the last place that is printed */
START_TEST(paper) {
    thud_model *model = two_pendulums(table[_i].law, table[_i].damping, 1, 0);
    thud_body_summary rods[2];
    thud_summary summary;
    record r = run(model, rods, &summary);
    ck_assert_uint_eq(r.count, 3);
    for (int j = 0; j < 3; j++) {
        ck_assert_double_eq_tol(r.entries[j].time, table[_i].time[j], 0.51e-6);
        ck_assert_double_eq_tol(r.entries[j].approach_speed, table[_i].speed[j], 0.51e-5);
        ck_assert_double_eq_tol(r.entries[j].restitution, table[_i].restitution[j], 0.51e-5);
    }
    /* the books: input is the energy at the start, in closed form; the solver's accuracy is 1e-12 a step */
    double input = 9.81 * (1 * 6 * pow(sin(pi / 24), 2) + 0.2 * 4 * pow(sin(pi / 4), 2));
    assert_relative(summary.energy.input, input, 1e-14);
    ck_assert_double_le(fabs(summary.energy.residual), 1e-11);
    ck_assert_double_gt(summary.energy.impact, 0.1 * input);
    thud_model_free(model);
}
END_TEST

/* "with exact damping the impact times lie within 1e-3 s of impulse–momentum": issue 4 */
START_TEST(exact_damping_nears_impulse_and_momentum) {
    thud_body_summary rods[2];
    thud_summary summary;
    thud_model *rigid = two_pendulums("newton", THUD_DAMPING_PUBLISHED, 1, 0);
    thud_model *exact = two_pendulums("poursina-nikravesh", THUD_DAMPING_EXACT, 1, 0);
    record a = run(rigid, rods, &summary), b = run(exact, rods, &summary);
    for (int j = 0; j < 3; j++) ck_assert_double_eq_tol(a.entries[j].time, b.entries[j].time, 1e-3);
    thud_model_free(rigid);
    thud_model_free(exact);
}
END_TEST

/* the mirror image, and the same two metres higher up, move alike to rounding: coordinates differ in the last bits,
 * and three impacts magnify that by less than a thousand */
START_TEST(mirror_image) {
    thud_body_summary rods[2], other[2];
    thud_summary summary;
    thud_model *model = two_pendulums("flores", THUD_DAMPING_PUBLISHED, 1, 0);
    record a = run(model, rods, &summary);
    thud_model_free(model);
    model = two_pendulums("flores", THUD_DAMPING_PUBLISHED, -1, 2);
    record b = run(model, other, &summary);
    thud_model_free(model);
    ck_assert_uint_eq(a.count, b.count);
    for (int j = 0; j < 3; j++) assert_relative(a.entries[j].time, b.entries[j].time, 1e-12);
    for (int i = 0; i < 2; i++) {
        ck_assert_double_eq_tol(rods[i].final_displacement, -other[i].final_displacement, 1e-11);
        assert_relative(rods[i].max_velocity, other[i].max_velocity, 1e-11);
    }
}
END_TEST

/* period of a rod at a large amplitude: 4 K(sin(θ/2)) √(2L/3g) by the arithmetic–geometric mean; the peak comes
 * back */
START_TEST(one_rod_swings) {
    thud_model *model = thud_model_create();
    thud_model_add_rod(model, "rod", &(thud_rod){.length = 1.5, .mass = 3, .angle = 2.5});
    double mean = 1, geometric = cos(2.5 / 2);
    for (int i = 0; i < 8; i++) {
        double next = (mean + geometric) / 2;
        geometric = sqrt(mean * geometric);
        mean = next;
    }
    double period = 2 * pi / mean * sqrt(2 * 1.5 / (3 * 9.81));
    thud_model_set_gravity(model, 9.81);
    thud_model_set_duration(model, 5 * period / 4);
    thud_error problem;
    ck_assert_msg(thud_model_build(model, &problem) == THUD_OK, "%s", problem.text);
    thud_body_summary rod;
    thud_summary summary;
    run(model, &rod, &summary);
    /* a quarter later it hangs down, with all its energy in its speed; 1e-12 a step, some tens of steps */
    double fastest = sqrt(3 * 9.81 / 1.5 * 2) * sin(2.5 / 2);
    ck_assert_double_eq_tol(rod.final_displacement, 0, 1e-10);
    assert_relative(fabs(rod.final_velocity), fastest, 1e-11);
    assert_relative(rod.max_velocity, fastest, 1e-11);
    assert_relative(rod.max_displacement, 2.5, 1e-11);
    assert_relative(rod.max_acceleration, 3 * 9.81 / (2 * 1.5), 1e-11); /* where it passes 90° */
    thud_model_free(model);
}
END_TEST

/*
 * A hand that turns without gravity beside a heavy post at rest: its tip crosses the line of the post 0.8 m above
 * the post's pivot, where there is no post, comes down on the far side, and strikes from there. Angles of the hand
 * grow backwards from −π/2 at 1 rad/s; its tip is on the line where sin θ = 0.6: at θ = −π − asin 0.6 above, and at
 * θ = −2π + asin 0.6 below, 0.8 m down a post of 1 m.
 */
START_TEST(tip_passes_beyond_the_end) {
    thud_model *model = thud_model_create();
    thud_rod_id post = thud_model_add_rod(model, "post", &(thud_rod){.length = 1, .mass = 1e15});
    thud_rod_id hand = thud_model_add_rod(
        model, "hand",
        &(thud_rod){.pivot_x = -0.6, .length = 1, .mass = 1, .angle = -pi / 2, .angular_velocity = -1});
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    contact.restitution = 0.5;
    thud_model_add_rod_contact(model, "contact", hand, post, &contact);
    thud_model_set_duration(model, 6);
    thud_error problem;
    ck_assert_msg(thud_model_build(model, &problem) == THUD_OK, "%s", problem.text);
    thud_body_summary rods[2];
    thud_summary summary;
    record r = run(model, rods, &summary);
    thud_model_free(model);
    /* rounding of a few operations; the mass of the post is not infinite, 1e-15 */
    ck_assert_uint_eq(r.count, 1);
    assert_relative(r.entries[0].time, 1.5 * pi - asin(0.6), 1e-14);
    assert_relative(r.entries[0].approach_speed, 0.8, 1e-13);
    assert_relative(rods[1].final_velocity, 0.5, 1e-13);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rods");
    tcase_add_loop_test(tests, paper, 0, sizeof table / sizeof *table);
    tcase_add_test(tests, exact_damping_nears_impulse_and_momentum);
    tcase_add_test(tests, mirror_image);
    tcase_add_test(tests, one_rod_swings);
    tcase_add_test(tests, tip_passes_beyond_the_end);
    return run_suite("rods", tests);
}
