/*
 * Contacts and watches between points that move with several bodies: impacts by closed forms, all laws against the
 * same contacts between bodies, runs against CVODE, and what is refused.
 */
#include <math.h>

#include <thud/verify.h>

#include "device/pack.h"
#include "model/scenario_text.h"
#include "simulate/outcome.h"
#include "simulate/rows.h"
#include "simulate/propagator.h"

static thud_body_id point_of(scene *s, thud_body a, double of_a, thud_body b, double of_b) {
    return thud_model_add_point(s->model, 2, (thud_body_id[]){{a}, {b}}, (double[]){of_a, of_b});
}

/* ---- one impact ---- */

typedef struct impact {
    double mass[3], factor[2], speed[3], restitution;
} impact;

static impact roll_impact(thud_random *r) {
    impact i = {.restitution = roll(r, 0, 1), .speed = {roll(r, 0.5, 2), roll(r, 0.5, 2), roll(r, -1, 0.2)}};
    for (int k = 0; k < 3; k++) i.mass[k] = spread(r, 0.2, 5);
    i.factor[0] = roll(r, -0.2, 1.2);
    i.factor[1] = 1 - i.factor[0];
    return i;
}

static scene *strike(const impact *i, const char *law, double duration) {
    scene *s = scene_open(duration);
    for (int k = 0; k < 3; k++) scene_body(s, i->mass[k], 0, i->speed[k]);
    thud_gap_contact c = scene_contact(law, 0.1, i->restitution, 0);
    if (c.law->structure->kind != THUD_FORCE_IMPULSIVE) c.stiffness = 1e6;
    thud_model_add_contact(s->model, "point", point_of(s, 0, i->factor[0], 1, i->factor[1]), (thud_body_id){2}, &c);
    return s;
}

/*
 * m = 1/(w₁²/m₁ + w₂²/m₂ + 1/m₃), P = (1 + e) m v; each body by its factor, ΔE = (1 − e²) m v²/2, and the momentum
 * stays since the factors add up to 1. A few sums of numbers of size one: 1e-13.
 */
static void check_after(const impact *i, scene *s, double bound) {
    double v = i->factor[0] * i->speed[0] + i->factor[1] * i->speed[1] - i->speed[2];
    double m =
        1 / (i->factor[0] * i->factor[0] / i->mass[0] + i->factor[1] * i->factor[1] / i->mass[1] + 1 / i->mass[2]);
    double p = (1 + i->restitution) * m * v, momentum = 0, before = 0;
    scene_run(s);
    ck_assert_uint_eq(s->count, 1);
    ck_assert_double_eq_tol(s->entries[0].time, 0.1 / v, 1e-13);
    ck_assert_double_eq_tol(s->entries[0].impulse, p, bound * p);
    ck_assert_double_eq_tol(s->entries[0].energy_lost, 0.5 * m * v * v * (1 - i->restitution * i->restitution),
                            bound * m * v * v);
    for (int k = 0; k < 3; k++) {
        double kick = k < 2 ? -i->factor[k] * p / i->mass[k] : p / i->mass[2];
        ck_assert_double_eq_tol(s->summary->bodies[k].final_velocity, i->speed[k] + kick, bound * (1 + fabs(kick)));
        momentum += i->mass[k] * s->summary->bodies[k].final_velocity;
        before += i->mass[k] * i->speed[k];
    }
    ck_assert_double_eq_tol(momentum, before, bound * 20);
    ck_assert_double_le(fabs(s->summary->energy.residual), bound);
}

static double speed_of(const impact *i) {
    return i->factor[0] * i->speed[0] + i->factor[1] * i->speed[1] - i->speed[2];
}

START_TEST(impulse_by_closed_form) {
    thud_random dice = thud_random_seed(1);
    unsigned struck = 0;
    for (int n = 0; n < 200; n++) {
        impact i = roll_impact(&dice);
        if (speed_of(&i) < 0.1) continue;
        struck++;
        static const char *const laws[] = {"newton", "poisson"};
        scene *s = strike(&i, laws[n % 2], 0.1 / speed_of(&i) + 1);
        check_after(&i, s, 1e-13);
        scene_close(s);
    }
    ck_assert_uint_ge(struck, 150);
}
END_TEST

/* with a force the exact damping returns e to 1e-9, and the series leave out 1e-11 in each of some twenty steps */
START_TEST(compliant_by_closed_form) {
    static const char *const laws[] = {"kelvin-voigt", "flores", "hunt-crossley", "mahmoud-jankowski",
                                       "valles-reinhorn"};
    thud_random dice = thud_random_seed(2);
    for (int n = 0; n < 100; n++) {
        impact i = roll_impact(&dice);
        i.restitution = 0.3 + 0.6 * i.restitution;
        if (speed_of(&i) < 0.1) continue;
        scene *s = strike(&i, laws[n % 5], 0.1 / speed_of(&i) + 1);
        check_after(&i, s, 2e-9);
        scene_close(s);
    }
}
END_TEST

/* time stepping: the jump is the same, and momenta are */
START_TEST(moreau_jumps_alike) {
    impact i = {{2, 3, 1.5}, {0.3, 0.7}, {1, 0.8, -0.2}, 0.6};
    scene *exact = strike(&i, "newton", 0.3), *stepped = strike(&i, "newton", 0.3);
    thud_model_set_solver(stepped->model, THUD_SOLVER_MOREAU, 1e-3);
    scene_run(exact);
    scene_run(stepped);
    ck_assert_uint_eq(stepped->summary->impacts, 1);
    for (int k = 0; k < 3; k++)
        ck_assert_double_eq_tol(stepped->summary->bodies[k].final_velocity,
                                exact->summary->bodies[k].final_velocity, 1e-12); /* 300 steps of rounding */
    scene_close(exact);
    scene_close(stepped);
}
END_TEST

/*
 * Two bodies that fall as one point on a stop, without restitution: it stays there, w₁ x₁ + w₂ x₂ = gap, held by
 * λ = g/(w₁²/m₁ + w₂²/m₂), while the bodies go on, ẍ = g − w λ/m.
 */
START_TEST(point_at_rest_on_a_stop) {
    const double g = 9.81, gap = 0.2, m[2] = {2, 5}, w[2] = {0.4, 0.6}, end = 1;
    scene *s = scene_open(end);
    for (int k = 0; k < 2; k++) scene_body(s, m[k], 0, 0);
    thud_gap_contact c = scene_contact("newton", gap, 0, 0);
    thud_model_add_contact(s->model, "stop", point_of(s, 0, w[0], 1, w[1]), THUD_GROUND, &c);
    thud_model_set_gravity(s->model, g);
    scene_run(s);
    double inverse = w[0] * w[0] / m[0] + w[1] * w[1] / m[1], hit = sqrt(2 * gap / g), p = g * hit / inverse,
           rest = end - hit;
    ck_assert_double_eq_tol(s->summary->contacts[0].stick_time, rest, 1e-12);
    ck_assert_double_eq_tol(s->summary->contacts[0].max_force, g / inverse, 1e-11);
    for (int k = 0; k < 2; k++) {
        double v = g * hit - w[k] * p / m[k], a = g - w[k] * g / inverse / m[k];
        ck_assert_double_eq_tol(s->summary->bodies[k].final_displacement, gap + v * rest + 0.5 * a * rest * rest,
                                1e-12);
        ck_assert_double_eq_tol(s->summary->bodies[k].final_velocity, v + a * rest, 1e-12);
    }
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
    scene_close(s);
}
END_TEST

/* ---- all laws ---- */

/* the same contact along a row that is `scale` times as long, with the force as much smaller */
static void make_row(scene *s, size_t index, double scale) {
    thud_model_contact *c = &s->model->contacts[index];
    thud_row_term *terms = malloc(2 * sizeof *terms);
    const thud_row_term ends[2] = {{c->left, scale}, {c->right, -scale}};
    bool first = c->right >= 0 && (c->left < 0 || c->right < c->left);
    c->row = (thud_row){.terms = terms};
    for (int k = 0; k < 2; k++)
        if (ends[first ? 1 - k : k].body >= 0) terms[c->row.count++] = ends[first ? 1 - k : k];
    thud_gap_contact *given = &c->given;
    double p = given->law->structure->kind == THUD_FORCE_VISCOUS
                   ? thud_law_damper_exponent(given->law, given->exponent)
                   : 0;
    given->gap *= scale;
    given->stiffness /= pow(scale, given->exponent + 1);
    if (given->damping == THUD_DAMPING_GIVEN) given->damping_value /= pow(scale, p + 2);
}

enum { ROW, TWIN, ONE, RESTING, SNUG, KINDS };

static scene *open_scene(unsigned seed, int kind, double scale, double change) {
    scene *s = kind == ROW       ? row_scene(seed)
               : kind == TWIN    ? twin_scene(seed)
               : kind == ONE     ? one_body_scene(seed, 0)
               : kind == RESTING ? resting_scene(seed)
                                 : snug_scene(seed);
    thud_run_options run = thud_model_run_options(s->model);
    thud_model_set_tolerance(s->model, 1e-12);
    for (size_t i = 0; i < s->model->contact_count && kind != SNUG; i++)
        s->model->contacts[i].given.gap *= 1 + (i % 2 == 0 ? change : -change);
    for (size_t i = 0; i < s->model->body_count && kind == SNUG; i++) s->model->bodies[i].velocity *= 1 + change;
    if (kind == SNUG) s->model->gravity *= 1 + change;
    for (size_t i = 0; i < s->model->contact_count && scale != 0; i++) make_row(s, i, scale);
    if (scale != 0) thud_model_set_impact_threshold(s->model, run.impact_threshold * scale);
    scene_build(s);
    return s;
}

static outcome run(unsigned seed, int kind, double scale, double change) {
    scene *s = open_scene(seed, kind, scale, change);
    outcome o = outcome_of(s);
    scene_close(s);
    return o;
}

static outcome_difference compare(const outcome *a, const outcome *b) {
    outcome_difference d = {0};
    outcome_scales scales = outcome_scales_of(a);
    outcome_note(&d, "status", 0, a->status, b->status, 1e-9);
    outcome_note(&d, "all impacts", 0, (double)a->summary.impacts, (double)b->summary.impacts, 1e-9);
    outcome_compare_bodies(&d, a, b, a->summary.body_count, &scales);
    outcome_compare_energy(&d, a, b, &scales);
    for (size_t i = 0; i < a->count && i < b->count; i++)
        outcome_note(&d, "time of row", i, a->entries[i].time, b->entries[i].time, a->summary.duration);
    return d;
}

/*
 * Bodies do the same whether a contact is between them or along a row of the same direction. A step leaves out
 * 1e-15 at a tolerance of 1e-12, twenty steps an impact, and models that magnify what they are off by more than a
 * hundred times are left out: 1e-9, as in test_steppers.
 */
static void check_kind(int kind, unsigned count, double scale, unsigned least) {
    unsigned compared = 0;
    for (unsigned seed = 0; seed < count; seed++) {
        outcome plain = run(seed, kind, 0, 0), nudged = run(seed, kind, 0, 1e-11), row = run(seed, kind, scale, 0);
        if (compare(&plain, &nudged).most <= 100 * 1e-11) {
            outcome_difference d = compare(&plain, &row);
            ck_assert_msg(d.most <= 1e-9, "seed %u of kind %d: %s %.17g, as a row %.17g, off by %.2g", seed, kind,
                          d.what, d.a, d.b, d.most);
            compared++;
        }
        outcome_free(&plain);
        outcome_free(&nudged);
        outcome_free(&row);
    }
    ck_assert_msg(compared >= least, "only %u of %u compared", compared, count);
}

#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 10 };
#else
enum { SEEDS = 60 };
#endif

START_TEST(rows_of_bodies) { check_kind(ROW, SEEDS, _i == 0 ? 1 : 0.7, SEEDS * 3 / 5); }
END_TEST
START_TEST(stops_that_turn_together) { check_kind(TWIN, SEEDS, _i == 0 ? 1 : 0.7, SEEDS * 3 / 5); }
END_TEST
START_TEST(one_body_and_stops) { check_kind(ONE, SEEDS, _i == 0 ? 1 : 0.7, SEEDS * 3 / 5); }
END_TEST
START_TEST(bodies_at_rest) { check_kind(RESTING, SEEDS, _i == 0 ? 1 : 0.7, SEEDS / 3); }
END_TEST
START_TEST(stops_without_clearance) { check_kind(SNUG, SEEDS, _i == 0 ? 1 : 0.5, SEEDS / 3); }
END_TEST

/* a body with the factor 1 is that body: to the bit */
START_TEST(factor_of_one) {
    scene *s = scene_open(1);
    thud_body a = scene_body(s, 1, 0, 1), b = scene_body(s, 2, 0, -1);
    thud_body_id point = thud_model_add_point(s->model, 1, &(thud_body_id){a}, &(double){1.0});
    ck_assert_int_eq(point.number, a);
    thud_gap_contact c = scene_contact("newton", 0.1, 0.5, 0);
    thud_model_add_contact(s->model, NULL, point, (thud_body_id){b}, &c);
    ck_assert_ptr_null(s->model->contacts[0].row.terms);
    scene_close(s);
}
END_TEST

/* ---- against CVODE ---- */

static scene *storeys(thud_random *r, const char *law, bool watched) {
    scene *s = scene_open(1.5);
    for (int tower = 0; tower < 2; tower++)
        for (int i = 0; i < 3; i++) {
            thud_body body = scene_body(s, roll(r, 0.8, 1.2), 0, tower == 0 ? roll(r, 0.5, 1) : 0);
            scene_spring(s, i == 0 ? THUD_BODY_GROUND : body - 1, body, roll(r, 300, 900), roll(r, 0.1, 1));
        }
    for (int i = 0; i < 2; i++) {
        thud_gap_contact c = scene_contact(law, roll(r, 0.005, 0.02), roll(r, 0.4, 0.8), 0);
        if (c.law->structure->kind != THUD_FORCE_IMPULSIVE) c.stiffness = roll(r, 1e4, 1e5);
        double share = roll(r, 0.2, 0.8);
        thud_model_add_contact(s->model, NULL, point_of(s, i, share, i + 1, 1 - share), (thud_body_id){4 + i}, &c);
    }
    if (watched)
        thud_model_add_watch(s->model, "apart", &(thud_watch){.left = point_of(s, 0, 0.25, 1, 0.75), .right = {4}});
    return s;
}

START_TEST(slabs_against_columns) {
    static const char *const laws[] = {"kelvin-voigt", "flores", "newton", "mahmoud-jankowski"};
    thud_random dice = thud_random_seed(5);
    for (int n = 0; n < 12; n++) {
        scene *s = storeys(&dice, laws[n % 4], false);
        scene_build(s);
        thud_verification v;
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        if (status == THUD_ERROR_UNSUPPORTED) {
            scene_close(s);
            return;
        }
        ck_assert_int_eq(status, THUD_OK);
        ck_assert_uint_gt(v.run_impacts, 0);
        ck_assert_msg(v.agrees && v.max_difference <= 1e-6, "model %d: %g, until %g of %g", n, v.max_difference,
                      v.agreed_until, 1.5);
        scene_close(s);
    }
}
END_TEST

/* what is watched between points is what its bodies say */
START_TEST(watch_of_a_point) {
    thud_random dice = thud_random_seed(6);
    scene *s = storeys(&dice, "flores", true);
    scene_run(s);
    const thud_body_summary *b = s->summary->bodies;
    ck_assert_double_eq_tol(s->summary->watches[0].final,
                            b[4].final_displacement -
                                (0.25 * b[0].final_displacement + 0.75 * b[1].final_displacement),
                            1e-15); /* three numbers below 0.1 m, each with its rounding */
    scene_close(s);
}
END_TEST

/* ---- what is refused ---- */

static void expect_problem(scene *s, const char *text) {
    thud_error error = {0};
    ck_assert_int_eq(thud_model_build(s->model, &error), THUD_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, text), "'%s' instead of '%s'", error.text, text);
    scene_close(s);
}

static scene *two_bodies(void) {
    scene *s = scene_open(1);
    scene_body(s, 1, 0, 0);
    scene_body(s, 1, 0, 0);
    return s;
}

static void refuse(int a, double of_a, int b, double of_b, const char *text) {
    scene *s = two_bodies();
    thud_gap_contact c = scene_contact("newton", 0.1, 0.5, 0);
    thud_model_add_contact(s->model, NULL, point_of(s, a, of_a, b, of_b), THUD_GROUND, &c);
    expect_problem(s, text);
}

START_TEST(bad_points) {
    thud_gap_contact c = scene_contact("newton", 0.1, 0.5, 0);
    refuse(0, NAN, 1, 1, "factor nan of 'body0'");
    refuse(0, INFINITY, 1, 1, "factor inf of 'body0'");
    refuse(0, 1e-7, 1, 1, "factor 1e-07 of 'body0': must be 0, or from 1e-6 to 1e6");
    refuse(0, 0.5, 2, 0.5, "it moves with something that is not a body");
    refuse(0, 0.5, THUD_NOTHING, 0.5, "it moves with something that is not a body");
    refuse(0, 0, THUD_BODY_GROUND, 1, "it moves with no body");
    scene *s = two_bodies();
    thud_model_add_contact(s->model, NULL, point_of(s, 0, 0.5, 1, 0.5), point_of(s, 1, 0.5, 0, 0.5), &c);
    expect_problem(s, "its two sides move together and never meet");
    s = two_bodies();
    thud_model_add_contact(s->model, NULL, thud_model_add_point(s->model, 0, NULL, NULL), THUD_GROUND, &c);
    expect_problem(s, "its left side is not a body");
    s = two_bodies();
    thud_model_add_contact(s->model, NULL, (thud_body_id){thud_point_number(7)}, THUD_GROUND, &c);
    expect_problem(s, "its left side is not a body");
    s = two_bodies(); /* links, forces and starts are of bodies */
    thud_model_add_link(s->model, point_of(s, 0, 0.5, 1, 0.5), THUD_GROUND, &(thud_link){.stiffness = 1});
    expect_problem(s, "not a body");
    s = two_bodies();
    thud_model_add_force(s->model, point_of(s, 0, 0.5, 1, 0.5), &(thud_signal){.kind = THUD_SIGNAL_STEP});
    expect_problem(s, "not a body");
    s = two_bodies();
    thud_model_add_watch(s->model, NULL,
                         &(thud_watch){.kind = THUD_WATCH_BASE_SHEAR, .right = point_of(s, 0, 0.5, 1, 0.5)});
    expect_problem(s, "a base shear needs a body, whose structure it is for");
}
END_TEST

START_TEST(devices_pass) {
    impact i = {{2, 3, 1.5}, {0.3, 0.7}, {1, 0.8, -0.2}, 0.6};
    scene *s = strike(&i, "flores", 1);
    scene_build(s);
    const char *reason = NULL;
    ck_assert(!thud_device_covers(s->model, &reason));
    ck_assert_str_eq(reason, "a contact is between several bodies");
    scene_close(s);
}
END_TEST

#define BODIES "bodies: {a: {mass: 1}, b: {mass: 1}}\nduration: 1\n"
#define CONTACT BODIES "contacts:\n  - {model: newton, restitution: 0.5, right: ground, left: "

static const struct {
    const char *text, *says;
} FILES[] = {
    {CONTACT "{a: 0.4, c: 0.6}}\n", "4:69 no body is called 'c'\n"},
    {CONTACT "{a: 0.4, a: 0.6}}\n", "4:69 'a' is given twice\n"},
    {CONTACT "{a: 0.4, b: .nan}}\n", NULL},
    {CONTACT "{a: 0.4, b: 2 m}}\n", NULL},
    {CONTACT "{a: 0.4, b: []}}\n", "4:72 left: factor of 'b': expected a number\n"},
    {CONTACT "{}}\n", NULL},
    {CONTACT "[a, b]}\n", NULL},
    {CONTACT "{a: 0, b: 0}}\n", "4:60 contact 'contact-1': it moves with no body\n"},
};

START_TEST(bad_files) {
    said s;
    thud_model *model;
    ck_assert_int_ne(read_text(FILES[_i].text, &s, &model), THUD_OK);
    ck_assert_uint_eq(s.count, 1);
    if (FILES[_i].says) ck_assert_str_eq(s.text, FILES[_i].says);
    ck_assert_msg(strncmp(s.text, "4:", 2) == 0, "%s", s.text);
}
END_TEST

START_TEST(good_file) {
    said s;
    thud_model *model;
    ck_assert_int_eq(read_text(CONTACT "{a: 40 %, b: 0.6}}\nwatch: {w: {right: {a: 0.5, b: -0.5}}}\n", &s, &model),
                     THUD_OK);
    const thud_row *row = &model->contacts[0].row;
    ck_assert_uint_eq(row->count, 2);
    ck_assert_double_eq(row->terms[0].factor, 0.4);
    ck_assert_double_eq(row->terms[1].factor, 0.6);
    ck_assert_double_eq(model->watches[0].row.terms[1].factor, 0.5); /* left − right */
    thud_model_free(model);
}
END_TEST

/* numbers of repeated items stand in the map as elsewhere */
START_TEST(repeated) {
    said s;
    thud_model *model;
    ck_assert_int_eq(read_text("bodies: {a#: {mass: 1, repeat: 3}}\nduration: 1\ncontacts:\n"
                               "  - {model: newton, restitution: 0.5, repeat: 2, left: {a#: 0.4, a#+1: 0.6}, "
                               "right: ground}\n",
                               &s, &model),
                     THUD_OK);
    ck_assert_int_eq(model->contacts[1].row.terms[0].body, 1);
    ck_assert_int_eq(model->contacts[1].row.terms[1].body, 2);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("points");
    tcase_add_test(tests, impulse_by_closed_form);
    tcase_add_test(tests, compliant_by_closed_form);
    tcase_add_test(tests, moreau_jumps_alike);
    tcase_add_test(tests, point_at_rest_on_a_stop);
    tcase_add_loop_test(tests, rows_of_bodies, 0, 2);
    tcase_add_loop_test(tests, stops_that_turn_together, 0, 2);
    tcase_add_loop_test(tests, one_body_and_stops, 0, 2);
    tcase_add_loop_test(tests, bodies_at_rest, 0, 2);
    tcase_add_loop_test(tests, stops_without_clearance, 0, 2);
    tcase_add_test(tests, factor_of_one);
    tcase_add_test(tests, slabs_against_columns);
    tcase_add_test(tests, watch_of_a_point);
    tcase_add_test(tests, bad_points);
    tcase_add_test(tests, devices_pass);
    tcase_add_loop_test(tests, bad_files, 0, (int)(sizeof FILES / sizeof FILES[0]));
    tcase_add_test(tests, good_file);
    tcase_add_test(tests, repeated);
    return run_suite("points", tests);
}
