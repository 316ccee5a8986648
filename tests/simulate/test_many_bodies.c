/*
 * Two buildings that pound at every floor: the numbers that bodies happen to have must not matter.
 *
 * Links between neighbours in the list and contacts of one law are computed side by side, all others one by one.
 * The same two buildings storey by storey, upside down and with their floors in turn take different ways through
 * both, and have the same motion. A record with instants of its own takes the exact steps away: what is left is the
 * series.
 */
#include "simulate/scene.h"

enum { STOREYS = 4, BODIES = 2 * STOREYS };

typedef enum { UPWARDS, DOWNWARDS, IN_TURN, ORDERS } order;

static thud_body number_of(order how, int building, int storey) {
    int upwards = building * STOREYS + storey;
    return how == UPWARDS ? upwards : how == DOWNWARDS ? BODIES - 1 - upwards : 2 * storey + building;
}

static int building_of(order how, thud_body body) {
    for (int i = 0; i < STOREYS; i++)
        if (number_of(how, 0, i) == body) return 0;
    return 1;
}

static void set_ground(thud_model *model, bool even) {
    thud_motion *record = thud_motion_create(401, 0.01);
    for (size_t i = 0; i < record->count; i++)
        record->acceleration[i] = 3 * sin(0.09 * (double)i) + 2 * cos(0.0013 * (double)(i * i));
    if (!even) {
        record->time = malloc(record->count * sizeof *record->time);
        for (size_t i = 0; i < record->count; i++) record->time[i] = (double)i * record->step;
        record->step = 0;
    }
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
}

static scene *buildings(order how, const char *law, bool even) {
    static const double mass[] = {3e5, 2e5}, stiffness[] = {1.2e8, 4e7};
    scene *s = scene_open(4);
    for (int i = 0; i < BODIES; i++) scene_body(s, mass[building_of(how, i)], 0, 0);
    for (int building = 0; building < 2; building++)
        for (int i = 0; i < STOREYS; i++)
            scene_spring(s, i == 0 ? THUD_BODY_GROUND : number_of(how, building, i - 1),
                         number_of(how, building, i), stiffness[building], 0);
    for (int i = 0; i < STOREYS; i++) {
        thud_gap_contact contact = scene_contact(law, 0.02, 0.6, 2e9);
        contact.exponent = 1.5;
        scene_touch(s, number_of(how, 0, i), number_of(how, 1, i), contact);
    }
    thud_model_set_rayleigh_damping(s->model, 0.35, 0.004);
    thud_model_set_tolerance(s->model, 1e-12);
    set_ground(s->model, even);
    scene_run(s);
    return s;
}

static void compare_body(const thud_body_summary *a, const thud_body_summary *b, double tolerance) {
    ck_assert_double_le(fabs(a->max_displacement - b->max_displacement), tolerance * a->max_displacement);
    ck_assert_double_le(fabs(a->max_velocity - b->max_velocity), tolerance * a->max_velocity);
    ck_assert_double_le(fabs(a->max_acceleration - b->max_acceleration), tolerance * a->max_acceleration);
    ck_assert_double_le(fabs(a->final_displacement - b->final_displacement), tolerance * a->max_displacement);
    ck_assert_double_le(fabs(a->final_velocity - b->final_velocity), tolerance * a->max_velocity);
}

/* the tolerance of 1e-12, a thousandfold for what a dozen impacts in turn make of it */
static void compare(const scene *a, const scene *b, order how) {
    const double tolerance = 1e-9;
    ck_assert_uint_ge(a->summary->impacts, 8); /* or nothing would have been tried */
    ck_assert_uint_eq(a->summary->impacts, b->summary->impacts);
    for (int building = 0; building < 2; building++)
        for (int i = 0; i < STOREYS; i++)
            compare_body(&a->summary->bodies[number_of(UPWARDS, building, i)],
                         &b->summary->bodies[number_of(how, building, i)], tolerance);
    for (int i = 0; i < STOREYS; i++) {
        const thud_contact_summary *p = &a->summary->contacts[i], *q = &b->summary->contacts[i];
        ck_assert_double_le(fabs(p->max_force - q->max_force), tolerance * p->max_force);
        ck_assert_double_le(fabs(p->max_penetration - q->max_penetration), tolerance * p->max_penetration);
    }
    const thud_energy_summary *e = &a->summary->energy, *f = &b->summary->energy;
    ck_assert_double_le(fabs(e->residual), 1e-11); /* of some hundred steps, each to the tolerance at worst */
    ck_assert_double_le(fabs(f->residual), 1e-11);
    ck_assert_double_le(fabs(e->input - f->input), tolerance * e->input);
    ck_assert_double_le(fabs(e->dissipated - f->dissipated), tolerance * e->input);
    ck_assert_double_le(fabs(e->impact - f->impact), tolerance * e->input);
}

/* Hunt–Crossley contacts go together where they can; with a linear damper each goes alone */
static const char *const LAWS[] = {"gonthier", "poursina-nikravesh"};

START_TEST(test_numbers_do_not_matter) {
    const char *law = LAWS[_i];
    scene *plain = buildings(UPWARDS, law, true);
    for (order how = DOWNWARDS; how < ORDERS; how++) {
        scene *other = buildings(how, law, true);
        compare(plain, other, how);
        scene_close(other);
    }
    scene_close(plain);
}
END_TEST

START_TEST(test_exact_steps_or_series) {
    scene *exact = buildings(UPWARDS, LAWS[_i], true), *series = buildings(IN_TURN, LAWS[_i], false);
    compare(exact, series, IN_TURN);
    scene_close(exact);
    scene_close(series);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("many bodies");
    tcase_add_loop_test(tests, test_numbers_do_not_matter, 0, 2);
    tcase_add_loop_test(tests, test_exact_steps_or_series, 0, 2);
    return run_suite("many bodies", tests);
}
