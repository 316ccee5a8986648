/*
 * Structures given by matrices: closed forms of two degrees of freedom with a full mass matrix, runs against CVODE,
 * and what is refused. Random ones are in test_coordinates.c.
 */
#include <math.h>

#include <thud/modes.h>
#include <thud/verify.h>

#include "device/pack.h"
#include "simulate/apart.h"
#include "simulate/rows.h"

static const double PI = 3.14159265358979323846;

/* ---- two degrees of freedom, by hand ---- */

/* M = (m a; a m), K = (k b; b k): x₁ ± x₂ swing by themselves, ω² = (k ± b)/(m ± a) */
typedef struct pair {
    double m, a, k, b;
} pair;

static const pair PAIR = {3, 1, 500, -120};

static thud_body add_pair(scene *s, const pair *p) {
    const double mass[] = {p->m, p->a, p->a, p->m}, stiffness[] = {p->k, p->b, p->b, p->k};
    return thud_model_add_matrices(s->model, &(thud_matrices){.count = 2, .mass = mass, .stiffness = stiffness})
        .number;
}

/* from a start at rest, for ten seconds, 20 periods: series of u = 1e-16 each in some 200 steps, 1e-13 */
START_TEST(free_vibration) {
    const double x1 = 0.03, x2 = -0.01, end = 10, together = sqrt((PAIR.k + PAIR.b) / (PAIR.m + PAIR.a)),
                 apart = sqrt((PAIR.k - PAIR.b) / (PAIR.m - PAIR.a));
    scene *s = scene_open(end);
    const thud_body first = add_pair(s, &PAIR);
    thud_model_set_start(s->model, (thud_body_id){first}, x1, 0);
    thud_model_set_start(s->model, (thud_body_id){first + 1}, x2, 0);
    scene_run(s);
    const double sum = (x1 + x2) * cos(together * end), difference = (x1 - x2) * cos(apart * end);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_displacement, 0.5 * (sum + difference), 1e-13);
    ck_assert_double_eq_tol(s->summary->bodies[1].final_displacement, 0.5 * (sum - difference), 1e-13);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    scene_close(s);
}
END_TEST

/* a step on the ground, −M ι a, with ι = (1, −1): only the difference swings, about −2a/ω² */
START_TEST(influence_of_the_ground) {
    const double a = 0.8, end = 3, apart = sqrt((PAIR.k - PAIR.b) / (PAIR.m - PAIR.a));
    const double mass[] = {PAIR.m, PAIR.a, PAIR.a, PAIR.m}, stiffness[] = {PAIR.k, PAIR.b, PAIR.b, PAIR.k};
    scene *s = scene_open(end);
    thud_model_add_matrices(
        s->model,
        &(thud_matrices){.count = 2, .mass = mass, .stiffness = stiffness, .influence = (double[]){1, -1}});
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = a});
    scene_run(s);
    const double difference = -2 * a / (apart * apart) * (1 - cos(apart * end));
    ck_assert_double_eq_tol(s->summary->bodies[0].final_displacement, 0.5 * difference, 1e-14);
    ck_assert_double_eq_tol(s->summary->bodies[1].final_displacement, -0.5 * difference, 1e-14);
    /* absolute, ẍ + ι a: from a − a = 0 at the start to a + a */
    ck_assert_double_eq_tol(s->summary->bodies[1].max_acceleration, 2 * a, 1e-12);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    scene_close(s);
}
END_TEST

/* without springs, the first strikes a stop: P = (1 + e) v/(M⁻¹)₁₁, and both go on with M⁻¹ (−P, 0) more */
START_TEST(impact_of_a_full_mass) {
    const double v1 = 1.2, v2 = 0.4, e = 0.7, det = PAIR.m * PAIR.m - PAIR.a * PAIR.a;
    scene *s = scene_open(1);
    add_pair(s, &(pair){PAIR.m, PAIR.a, 0, 0});
    thud_model_set_start(s->model, (thud_body_id){0}, 0, v1);
    thud_model_set_start(s->model, (thud_body_id){1}, 0, v2);
    scene_touch(s, 0, THUD_BODY_GROUND, scene_contact("newton", 0.6, e, 0));
    scene_run(s);
    const double p = (1 + e) * v1 * det / PAIR.m;
    ck_assert_uint_eq(s->count, 1);
    ck_assert_double_eq_tol(s->entries[0].impulse, p, 1e-14 * p);
    ck_assert_double_eq_tol(s->entries[0].energy_lost, 0.5 * (1 - e * e) * v1 * v1 * det / PAIR.m, 1e-14);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_velocity, -e * v1, 1e-14);
    ck_assert_double_eq_tol(s->summary->bodies[1].final_velocity, v2 + PAIR.a / det * p, 1e-14);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_displacement, 0.6 - e * v1 * (1 - 0.6 / v1), 1e-14);
    scene_close(s);
}
END_TEST

/* a force on one of them alone, M⁻¹ (F, 0), and gravity on both; x = ẍ t²/2 */
START_TEST(force_and_gravity) {
    const double force = 5, g = 2, det = PAIR.m * PAIR.m - PAIR.a * PAIR.a;
    scene *s = scene_open(1);
    add_pair(s, &(pair){PAIR.m, PAIR.a, 0, 0});
    scene_force(s, 0, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = force});
    thud_model_set_gravity(s->model, g);
    scene_run(s);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_displacement, 0.5 * (g + force * PAIR.m / det), 1e-14);
    ck_assert_double_eq_tol(s->summary->bodies[1].final_displacement, 0.5 * (g - force * PAIR.a / det), 1e-14);
    scene_close(s);
}
END_TEST

START_TEST(modes_of_a_full_mass) {
    scene *s = scene_open(1);
    add_pair(s, &PAIR);
    scene_build(s);
    thud_modes *modes;
    ck_assert_int_eq(thud_model_modes(s->model, &modes), THUD_OK);
    ck_assert_uint_eq(modes->count, 2);
    ck_assert_double_eq_tol(modes->masses[0], 2 * (PAIR.m + PAIR.a), 1e-14);
    assert_relative(modes->list[0].period, 2 * PI / sqrt((PAIR.k + PAIR.b) / (PAIR.m + PAIR.a)), 1e-14);
    assert_relative(modes->list[1].period, 2 * PI / sqrt((PAIR.k - PAIR.b) / (PAIR.m - PAIR.a)), 1e-14);
    ck_assert_double_eq_tol(modes->list[0].participating_mass, 2 * (PAIR.m + PAIR.a), 1e-13);
    ck_assert_double_eq_tol(modes->list[1].participating_mass, 0, 1e-13);
    thud_modes_free(modes);
    scene_close(s);
}
END_TEST

/* ζ in both modes: x₁ + x₂ falls by e^(−ζωt) */
START_TEST(modal_damping_of_a_full_mass) {
    const double ratio = 0.05, end = 5, w = sqrt((PAIR.k + PAIR.b) / (PAIR.m + PAIR.a)),
                 turn = w * sqrt(1 - ratio * ratio);
    scene *s = scene_open(end);
    add_pair(s, &PAIR);
    for (int i = 0; i < 2; i++) thud_model_set_start(s->model, (thud_body_id){i}, 0.02, 0);
    thud_model_set_modal_damping(s->model, ratio);
    scene_run(s);
    const double x = 0.02 * exp(-ratio * w * end) * (cos(turn * end) + ratio * w / turn * sin(turn * end));
    for (int i = 0; i < 2; i++) ck_assert_double_eq_tol(s->summary->bodies[i].final_displacement, x, 1e-14);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    scene_close(s);
}
END_TEST

/* ---- against links, CVODE and others ---- */

/* a base shear is that of the links to the ground: ιᵀ(K x + C ẋ) */
START_TEST(base_shear) {
    const double k1 = 800, k2 = 500, c1 = 3, c2 = 2;
    scene *links = scene_open(2), *matrices = scene_open(2);
    for (int i = 0; i < 2; i++) scene_body(links, 2, 0.01 * i, 0.5);
    scene_spring(links, THUD_BODY_GROUND, 0, k1, c1);
    scene_spring(links, 0, 1, k2, c2);
    thud_model_add_matrices(matrices->model, &(thud_matrices){.count = 2,
                                                              .mass = (double[]){2, 0, 0, 2},
                                                              .stiffness = (double[]){k1 + k2, -k2, -k2, k2},
                                                              .damping = (double[]){c1 + c2, -c2, -c2, c2}});
    for (int i = 0; i < 2; i++) thud_model_set_start(matrices->model, (thud_body_id){i}, 0.01 * i, 0.5);
    scene *both[] = {links, matrices};
    for (int i = 0; i < 2; i++) {
        thud_model_add_watch(both[i]->model, NULL, &(thud_watch){.kind = THUD_WATCH_BASE_SHEAR, .right = {1}});
        scene_run(both[i]);
    }
    assert_relative(matrices->summary->watches[0].max, links->summary->watches[0].max, 1e-13);
    ck_assert_double_eq_tol(matrices->summary->watches[0].final, links->summary->watches[0].final, 1e-12);
    scene_close(links);
    scene_close(matrices);
}
END_TEST

static scene *random_frames(unsigned seed) {
    static const char *const laws[] = {"kelvin-voigt", "flores", "newton", "mahmoud-jankowski"};
    thud_random dice = thud_random_seed(seed + 500), *r = &dice;
    scene *s = scene_open(1.2);
    for (int frame = 0; frame < 2; frame++) {
        double mass[9] = {0}, stiffness[9] = {0}, damping[9];
        for (int i = 0; i < 3; i++) {
            const double k = roll(r, 300, 900);
            mass[4 * i] = roll(r, 0.8, 1.2);
            stiffness[4 * i] += k;
            if (i == 0) continue;
            stiffness[4 * (i - 1)] += k;
            stiffness[3 * i + i - 1] = stiffness[3 * (i - 1) + i] = -k;
            mass[3 * i + i - 1] = mass[3 * (i - 1) + i] = roll(r, 0.05, 0.3);
        }
        for (int i = 0; i < 9; i++) damping[i] = 1e-3 * stiffness[i] + 0.1 * mass[i];
        thud_model_add_matrices(
            s->model, &(thud_matrices){.count = 3, .mass = mass, .stiffness = stiffness, .damping = damping});
    }
    for (int i = 0; i < 3; i++) thud_model_set_start(s->model, (thud_body_id){i}, 0, roll(r, 0.5, 1));
    for (int i = 0; i < 2; i++) {
        thud_gap_contact c = scene_contact(laws[seed % 4], roll(r, 0.005, 0.02), roll(r, 0.4, 0.8), 0);
        if (c.law->structure->kind != THUD_FORCE_IMPULSIVE) c.stiffness = roll(r, 1e4, 1e5);
        const double share = roll(r, 0.2, 0.8);
        const thud_body_id column =
            thud_model_add_point(s->model, 2, (thud_body_id[]){{i}, {i + 1}}, (double[]){share, 1 - share});
        thud_model_add_contact(s->model, NULL, i == 0 ? column : (thud_body_id){2}, (thud_body_id){4 + i}, &c);
    }
    thud_model_add_link(
        s->model, (thud_body_id){1}, (thud_body_id){3},
        &(thud_link){.stiffness = 200,
                     .damping_ratio = 0.1,
                     .hysteresis = {.model = THUD_HYSTERESIS_BILINEAR, .yield = 1, .hardening = 0.1}});
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 2, .frequency = 3});
    return s;
}

START_TEST(frames_that_strike) {
    for (unsigned seed = 0; seed < 12; seed++) {
        scene *s = random_frames(seed);
        scene_build(s);
        thud_verification v;
        const thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        if (status != THUD_ERROR_UNSUPPORTED) {
            ck_assert_int_eq(status, THUD_OK);
            ck_assert_uint_gt(v.run_impacts, 0);
            ck_assert_msg(v.agrees && v.max_difference <= 1e-6, "model %u: %g, until %g", seed, v.max_difference,
                          v.agreed_until);
        }
        scene_run(s);
        /* 1e-10 of the input is asked for with links that are straight lines; laws with a force take tolerance */
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
        const char *reason = NULL;
        ck_assert(!thud_device_covers(s->model, &reason));
        ck_assert_str_eq(reason, "there is a structure by matrices");
        scene_close(s);
    }
}
END_TEST

/* time stepping comes to the same, to first order in its steps */
START_TEST(moreau) {
    const double step[] = {0, 1e-4, 1e-5};
    double x[3];
    for (int n = 0; n < 3; n++) {
        scene *s = scene_open(1.5);
        add_pair(s, &PAIR);
        thud_model_set_start(s->model, (thud_body_id){0}, 0, 0.5);
        thud_model_set_start(s->model, (thud_body_id){1}, 0, -0.1);
        scene_touch(s, 0, THUD_BODY_GROUND, scene_contact("newton", 0.02, 0.6, 0));
        if (n > 0) thud_model_set_solver(s->model, THUD_SOLVER_MOREAU, step[n]);
        scene_run(s);
        x[n] = s->summary->bodies[1].final_displacement;
        ck_assert_uint_gt(s->summary->impacts, 1);
        /* each impact is up to a step late, at 0.5 m/s at most */
        ck_assert_double_le(fabs(x[n] - x[0]), 0.5 * step[n] * (double)s->summary->impacts);
        scene_close(s);
    }
}
END_TEST

/* two scenarios beside each other, as thud gap takes them: floors by matrices are those by links */
START_TEST(beside_each_other) {
    double samples[400];
    for (int i = 0; i < 400; i++) samples[i] = sin(0.3 * i) + 0.5 * sin(0.11 * i);
    thud_motion motion = {.count = 400, .step = 0.01, .acceleration = samples};
    thud_apart pairs[2][2];
    for (int way = 0; way < 2; way++) {
        scene *a = scene_open(4), *b = scene_open(4);
        for (int i = 0; i < 2; i++) scene_body(b, 1, 0, 0);
        scene_spring(b, THUD_BODY_GROUND, 0, 300, 1);
        scene_spring(b, 0, 1, 200, 1);
        if (way == 0) {
            for (int i = 0; i < 2; i++) scene_body(a, 2, 0, 0);
            scene_spring(a, THUD_BODY_GROUND, 0, 500, 2);
            scene_spring(a, 0, 1, 400, 2);
        } else {
            thud_model_add_matrices(a->model, &(thud_matrices){.count = 2,
                                                               .mass = (double[]){2, 0, 0, 2},
                                                               .stiffness = (double[]){900, -400, -400, 400},
                                                               .damping = (double[]){4, -2, -2, 2}});
        }
        scene_build(a);
        scene_build(b);
        ck_assert_int_eq(thud_apart_find(a->model, b->model, &motion, pairs[way], NULL), THUD_OK);
        scene_close(a);
        scene_close(b);
    }
    for (int i = 0; i < 2; i++) assert_relative(pairs[1][i].a_left, pairs[0][i].a_left, 1e-12);
}
END_TEST

/* ---- what is refused ---- */

static void refuse(const thud_matrices *m, const char *text) {
    scene *s = scene_open(1);
    thud_error error = {0};
    thud_model_add_matrices(s->model, m);
    ck_assert_int_eq(thud_model_build(s->model, &error), THUD_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, text), "'%s' instead of '%s'", error.text, text);
    scene_close(s);
}

static const double UNIT[] = {1, 0, 0, 1}, SPRINGS[] = {2, -1, -1, 2};

static void refuse_mass(const double *mass, const char *text) {
    refuse(&(thud_matrices){.count = 2, .mass = mass, .stiffness = SPRINGS}, text);
}

static void refuse_stiffness(const double *stiffness, const char *text) {
    refuse(&(thud_matrices){.count = 2, .mass = UNIT, .stiffness = stiffness}, text);
}

static void refuse_names(const char *a, const char *b, const char *text) {
    const char *const names[] = {a, b};
    refuse(&(thud_matrices){.count = 2, .names = names, .mass = UNIT, .stiffness = SPRINGS}, text);
}

START_TEST(bad_matrices) {
    static const char *const needs = "a structure needs 1 to 1000 degrees of freedom, a mass and a stiffness";
    refuse(NULL, needs);
    refuse(&(thud_matrices){.count = 0, .mass = UNIT, .stiffness = SPRINGS}, needs);
    refuse(&(thud_matrices){.count = 1001, .mass = UNIT, .stiffness = SPRINGS}, needs);
    refuse(&(thud_matrices){.count = 2, .stiffness = SPRINGS}, needs);
    refuse(&(thud_matrices){.count = 2, .mass = UNIT}, needs);
    refuse_mass((double[]){1, 0.1, 0.2, 1},
                "structure 1: mass is not symmetric: row 2, column 1 has 0.2, row 1, column 2 has 0.1");
    refuse_mass((double[]){1, 1, 1, 1},
                "mass is not positive definite: with 'body-2', the rows up to 2 have a motion without mass");
    refuse_mass((double[]){1, 0, 0, 0}, "mass: 'body-2' has 0 on the diagonal and needs a mass; condense it");
    refuse_mass((double[]){1, 0, 0, -1}, "mass: 'body-2' has -1 on the diagonal");
    refuse_mass((double[]){1, NAN, 0, 1}, "mass: row 1, column 2: must lie between");
    refuse_stiffness((double[]){2, -1, -1, INFINITY}, "stiffness: row 2, column 2: must lie between");
    refuse_stiffness((double[]){2, -1, -1.1, 2}, "stiffness is not symmetric");
    refuse_stiffness((double[]){1, -2, -2, 1},
                     "structure 1: the structure is unstable from the start: it grows e-fold "
                     "every 1 s in a mode with body-1 1, body-2 1");
    refuse(&(thud_matrices){.count = 2, .mass = UNIT, .stiffness = SPRINGS, .damping = (double[]){1, -2, -2, 1}},
           "damping is not positive semi-definite: it has the eigenvalue -1 N·s/m, which feeds energy");
    refuse(&(thud_matrices){.count = 2, .mass = UNIT, .stiffness = SPRINGS, .influence = (double[]){1, NAN}},
           "influence: row 1, column 2: must lie between");
    refuse_names("a", "a", "the name is already in use");
    refuse_names("a", "ground", "the ground always exists");
}
END_TEST

/* a free structure, K of which is singular, is none that is unstable */
START_TEST(free_structure) {
    scene *s = scene_open(1);
    thud_model_add_matrices(s->model, &(thud_matrices){.count = 2,
                                                       .mass = (double[]){2, 0.5, 0.5, 2},
                                                       .stiffness = (double[]){100, -100, -100, 100}});
    for (int i = 0; i < 2; i++) thud_model_set_start(s->model, (thud_body_id){i}, 0, 1);
    scene_run(s);
    for (int i = 0; i < 2; i++) ck_assert_double_eq_tol(s->summary->bodies[i].final_displacement, 1, 1e-14);
    thud_modes *modes;
    ck_assert_int_eq(thud_model_modes(s->model, &modes), THUD_OK);
    ck_assert(modes->list[0].is_free && !modes->list[1].is_free);
    thud_modes_free(modes);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("matrices");
    tcase_add_test(tests, free_vibration);
    tcase_add_test(tests, influence_of_the_ground);
    tcase_add_test(tests, impact_of_a_full_mass);
    tcase_add_test(tests, force_and_gravity);
    tcase_add_test(tests, modes_of_a_full_mass);
    tcase_add_test(tests, modal_damping_of_a_full_mass);
    tcase_add_test(tests, base_shear);
    tcase_add_test(tests, frames_that_strike);
    tcase_add_test(tests, moreau);
    tcase_add_test(tests, beside_each_other);
    tcase_add_test(tests, bad_matrices);
    tcase_add_test(tests, free_structure);
    return run_suite("matrices", tests);
}
