/* Where there are no derivatives, why; how far those that there are hold; paths that lead nowhere. */
#include "follow.h"

START_TEST(two_contacts_at_once) {
    static const char *const paths[] = {"contacts.left.gap", "contacts.*.gap"};
    /* a body between two others that come from both sides at the same instant: which is first decides */
    followed f = follow("bodies: {a: {mass: 1, velocity: 1}, b: {mass: 2}, c: {mass: 1, velocity: -1}}\n"
                        "duration: 1\n"
                        "contacts:\n"
                        "  - {name: left, left: a, right: b, gap: 0.25, model: newton, restitution: 0.5}\n"
                        "  - {name: right, left: b, right: c, gap: 0.25, model: newton, restitution: 0.5}\n",
                        paths, 2);
    ck_assert(isnan(by(&f, "bodies.b.final_displacement", 0)));
    ck_assert_msg(strstr(reason(&f, "bodies.b.final_displacement", 0), "at the same instant") != NULL, "%s",
                  reason(&f, "bodies.b.final_displacement", 0));
    end(&f);
}
END_TEST

/* balls that touch: a gap between them changes what an impact of a third one does at once */
START_TEST(contacts_that_touch) {
    static const char *const paths[] = {"contacts.*.gap", "bodies.a.velocity"};
    followed f = follow("bodies: {a: {mass: 1, displacement: -0.5, velocity: 1}, b: {mass: 1}, c: {mass: 1}}\n"
                        "duration: 1\n"
                        "contacts:\n"
                        "  - {name: first, left: a, right: b, gap: 0, model: newton, restitution: 1}\n"
                        "  - {name: second, left: b, right: c, gap: 0, model: newton, restitution: 1}\n",
                        paths, 2);
    ck_assert(isnan(by(&f, "bodies.c.final_displacement", 0)));
    ck_assert_msg(strstr(reason(&f, "bodies.c.final_displacement", 0), "touches at the start") != NULL, "%s",
                  reason(&f, "bodies.c.final_displacement", 0));
    /* by the speed there is one: what moves after 0.5 m/v moves at a share of v until the end */
    const double share = thud_simulation_summary(f.simulation)->bodies[2].final_velocity;
    assert_close(by(&f, "bodies.c.final_velocity", 1), share, 1);
    assert_close(by(&f, "bodies.c.final_displacement", 1), share, 1);
    end(&f);
}
END_TEST

START_TEST(counts_and_kinds_that_are_not_known) {
    static const char *const paths[] = {"links.0.stiffness", "links.0.hysteresis.beta"};
    followed f =
        follow("bodies: {a: {mass: 1, velocity: 1}}\nduration: 1\n"
               "links: [{name: column, left: ground, right: a, stiffness: 100, "
               "hysteresis: {model: bouc-wen, yield: 5, hardening: 0.1, beta: 0.5}}]\n"
               "contacts: [{name: stop, left: a, right: ground, gap: 10, model: newton, restitution: 1}]\n",
               paths, 2);
    for (size_t q = 0; q < thud_derivatives_quantity_count(f.d); q++)
        for (size_t p = 0; p < 2; p++) {
            ck_assert(isnan(thud_derivatives_value(f.d, q, p)));
            ck_assert_uint_gt(strlen(thud_derivatives_reason(f.d, q, p)), 10);
        }
    ck_assert_msg(strstr(reason(&f, "bodies.a.final_displacement", 0), "bilinear") != NULL, "%s",
                  reason(&f, "bodies.a.final_displacement", 0));
    ck_assert(isnan(thud_derivatives_valid_for(f.d, 0, NULL)));
    end(&f);
}
END_TEST

/* Bodies a and c come at b from both sides. a strikes b at t₁ = gap/v; b then goes towards c, and meets it where
 * 0.26 − t₁ has closed at 1.5 m/s: t₂ − t₁ = (0.26 − t₁)/1.5, so that the two change places at a gap of 0.26 */
START_TEST(order_of_events) {
    static const char *const paths[] = {"contacts.left.gap"};
    followed f = follow("bodies: {a: {mass: 1, velocity: 1}, b: {mass: 2}, c: {mass: 1, velocity: -1}}\n"
                        "duration: 0.262\n"
                        "contacts:\n"
                        "  - {name: left, left: a, right: b, gap: 0.25, model: newton, restitution: 0.5}\n"
                        "  - {name: right, left: b, right: c, gap: 0.26, model: newton, restitution: 0.5}\n",
                        paths, 1);
    const char *limit;
    assert_relative(thud_derivatives_valid_for(f.d, 0, &limit), 0.01, 1e-10);
    ck_assert_msg(strstr(limit, "'left' and 'right'") && strstr(limit, "change places"), "%s", limit);
    end(&f);
}
END_TEST

/* a ball that loses nothing lands as fast each time; with another e only the first landing is the same */
START_TEST(a_peak_at_two_places) {
    static const char *const paths[] = {"contacts.floor.restitution", "contacts.floor.gap"};
    followed f = follow("bodies: {ball: {mass: 2}}\ngravity: 9.81\nduration: 1.5\n"
                        "contacts: [{name: floor, left: ball, right: ground, gap: 0.5, model: newton, "
                        "restitution: 1}]\n",
                        paths, 2);
    ck_assert(isnan(by(&f, "bodies.ball.max_velocity", 0)));
    ck_assert_msg(strstr(reason(&f, "bodies.ball.max_velocity", 0), "more than one place") != NULL, "%s",
                  reason(&f, "bodies.ball.max_velocity", 0));
    assert_close(by(&f, "bodies.ball.max_velocity", 1), sqrt(9.81 / (2 * 0.5)), 10);
    end(&f);
}
END_TEST

/* an impact that only just happens: its derivative is that of the side on which it does, and `valid_for` is small
 */
START_TEST(near_a_graze) {
    static const char *const paths[] = {"contacts.stop.gap"};
    followed f = follow("bodies: {a: {mass: 1, velocity: 1}}\nduration: 1\n"
                        "links: [{left: ground, right: a, stiffness: 100}]\n"
                        "contacts: [{name: stop, left: a, right: ground, gap: 0.1001, model: newton, "
                        "restitution: 0.5}]\n",
                        paths, 1);
    const char *limit;
    /* it would be touched at a gap of v/ω = 0.1 */
    assert_relative(thud_derivatives_valid_for(f.d, 0, &limit), 1e-4, 1e-9);
    ck_assert_msg(strstr(limit, "'stop' would be touched") != NULL, "%s", limit);
    ck_assert(by(&f, "bodies.a.final_displacement", 0) == 0);
    end(&f);
}
END_TEST

static void keep(void *context, const thud_error *error) { snprintf(context, 300, "%.290s", error->text); }

START_TEST(paths_that_lead_nowhere) {
    static const struct {
        const char *path, *words;
    } wrong[] = {
        {"contacts.flor.gap", "flor"},
        {"contacts.floor.model", "no quantity"},
        {"contacts.floor.restituton", "did you mean"},
        {"ground.scale", "no ground"},
        {"contacts.floor.stiffness", "no number there"},
        {"contacts.far.gap", "infinite"},
    };
    const char *text =
        "bodies: {ball: {mass: 2}}\ngravity: 9.81\nduration: 1\n"
        "contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, "
        "restitution: 0.5}, {name: far, left: ball, right: ground, gap: .inf, model: newton, restitution: 1}]\n";
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        thud_derivatives *d = NULL;
        char said[300] = "";
        ck_assert_int_eq(
            thud_derivatives_of_text(text, strlen(text), "", &wrong[i].path, NULL, 1, keep, said, NULL, &d),
            THUD_ERROR_ARGUMENT);
        ck_assert_msg(strstr(said, wrong[i].words) && strstr(said, wrong[i].path), "%s: %s", wrong[i].path, said);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("none");
    tcase_add_test(tests, two_contacts_at_once);
    tcase_add_test(tests, contacts_that_touch);
    tcase_add_test(tests, counts_and_kinds_that_are_not_known);
    tcase_add_test(tests, order_of_events);
    tcase_add_test(tests, a_peak_at_two_places);
    tcase_add_test(tests, near_a_graze);
    tcase_add_test(tests, paths_that_lead_nowhere);
    return run_suite("derivatives: none", tests);
}
