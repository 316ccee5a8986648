/*
 * What runs tell of links that are not linear: forces and base shears that are watched, against momentum; samples;
 * and links that give way with nothing else to hold the structure.
 */
#include <check.h>
#include <float.h>
#include <math.h>

#include "link/hysteresis.h"
#include "simulate/dice.h"
#include "simulate/scene.h"

#define PI 3.14159265358979323846

static void watch(scene *s, const char *name, thud_watch_kind kind, int right, size_t link) {
    thud_model_add_watch(s->model, name, &(thud_watch){kind, {THUD_BODY_GROUND}, {right}, link});
}

/* ---- forces that are watched ---- */

static thud_link random_link(dice *d) {
    thud_link link = {.stiffness = spread(d, 100, 400), .damping = choose(d, 2) ? roll(d, 0, 3) : 0};
    link.hysteresis =
        thud_hysteresis_default((thud_hysteresis_model)choose(d, THUD_HYSTERESIS_COMPRESSION_ONLY + 1));
    thud_hysteresis *h = &link.hysteresis;
    if (isnan(h->yield)) h->yield = spread(d, 1, 8);
    if (isnan(h->force)) h->force = spread(d, 0.3, 5);
    if (isnan(h->energy)) h->energy = roll(d, 0.05, 1);
    if (isnan(h->strength)) h->strength = spread(d, 2, 10);
    if (isnan(h->ratio)) h->ratio = roll(d, 0.5, 1);
    if (choose(d, 4) == 0) {
        link.damping = roll(d, 0.2, 2);
        link.damping_exponent = roll(d, 0.3, 2);
    }
    return link;
}

enum { MOST_LINKS = 8, MOST_BODIES = 4 };

typedef struct seen {
    const thud_model *model;
    double force[MOST_LINKS], base; /* largest of the samples */
    size_t rows;
} seen;

/* the momentum of all bodies changes by what the ground pulls and by the contact, nothing else */
static bool see(void *context, const thud_sample *sample) {
    seen *all = context;
    const thud_model *m = all->model;
    double rest = 0, scale = 0;
    for (size_t i = 0; i < m->body_count; i++) {
        rest += m->bodies[i].mass * sample->acceleration[i];
        scale += m->bodies[i].mass * fabs(sample->acceleration[i]);
    }
    rest += sample->watch[m->link_count] + sample->force[0];
    for (size_t i = 0; i < m->link_count; i++) {
        const double left = m->links[i].left < 0 ? 0 : sample->displacement[m->links[i].left],
                     right = m->links[i].right < 0 ? 0 : sample->displacement[m->links[i].right];
        scale += fabs(sample->link_force[i]);
        all->force[i] = fmax(all->force[i], fabs(sample->link_force[i]));
        /* the same series; of linear links k x_right and k x_left apart, 400 N/m of 0.3 m: u of that, a few times
         */
        const bool linear = thud_link_is_linear(&m->links[i].given);
        ck_assert_double_le(fabs(sample->watch[i] - sample->link_force[i]), linear ? 1e-13 : 0);
        /* coordinates below 0.3 m, sums of 30 terms: a few u of that */
        ck_assert_double_eq_tol(sample->deformation[i], right - left, 1e-15);
    }
    all->base = fmax(all->base, fabs(sample->watch[m->link_count]));
    /* order by order a = ΣF/m with as many roundings as there are forces at a body, below 10; series of up to 30
     * terms, which fall: 1e-13 of the forces. Where all of these are rounding, what that of coordinates makes of
     * the stiffest, 1e4 N/m of 0.02 m: 2e-14 N */
    ck_assert_double_le(fabs(rest), 1e-13 * (scale + fabs(sample->force[0])) + 2e-14);
    all->rows++;
    return true;
}

/* never on a straight branch */
static bool is_curved(const thud_link *link) {
    const thud_hysteresis_model model = link->hysteresis.model;
    return model == THUD_HYSTERESIS_BOUC_WEN || model == THUD_HYSTERESIS_HYPERBOLIC || link->damping_exponent != 1;
}

static scene *random_building(unsigned seed, thud_motion *motion) {
    dice d = dice_of(seed);
    scene *s = scene_open(1.5);
    const int n = 1 + choose(&d, MOST_BODIES);
    thud_body before = THUD_BODY_GROUND;
    for (int i = 0; i < n; i++) {
        thud_body body = scene_body(s, roll(&d, 1, 3), 0, roll(&d, -0.3, 0.3));
        const thud_link link = random_link(&d);
        const bool turned = choose(&d, 2);
        scene_link(s, turned ? body : before, turned ? before : body, &link);
        before = body;
    }
    /* one more to the ground, so that a base shear is a sum; and one that is named, so that linear ones count too
     */
    thud_link more = random_link(&d);
    more.name = "more";
    scene_link(s, THUD_BODY_GROUND, choose(&d, n), &more);
    scene_touch(s, before, THUD_BODY_GROUND,
                choose(&d, 2) ? scene_contact("newton", 0.02, 0.6, 0)
                              : scene_contact("kelvin-voigt", 0.02, 0.6, 1e4));
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = roll(&d, -6, 6);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    for (size_t i = 0; i < s->model->link_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "force-%zu", i);
        watch(s, name, THUD_WATCH_LINK_FORCE, 0, i);
    }
    watch(s, "base", THUD_WATCH_BASE_SHEAR, 0, 0);
    thud_model_set_output(s->model, 2e-3, true);
    return s;
}

START_TEST(forces_are_watched) {
    thud_motion *motion = thud_motion_create(100, 0.015);
    size_t kinds[THUD_HYSTERESIS_COMPRESSION_ONLY + 1] = {0}, impacts = 0;
    for (unsigned seed = 1; seed <= 150; seed++) {
        scene *s = random_building(seed, motion);
        scene_build(s);
        seen all = {.model = s->model};
        thud_status status = thud_simulation_run(s->simulation, &(thud_observer){.context = &all, .sample = see});
        ck_assert_msg(status == THUD_OK, "%u: %s", seed, s->summary->error.text);
        ck_assert_uint_gt(all.rows, 700);
        impacts += s->summary->impacts;
        for (size_t i = 0; i < s->model->link_count; i++) {
            const thud_watch_summary *w = &s->summary->watches[i];
            kinds[s->model->links[i].given.hysteresis.model]++;
            /* the same series, searched for both signs at once and for each: to a few u; of linear links, and on
             * straight branches along exact steps, k x_right and k x_left apart, as above */
            const double off = is_curved(&s->model->links[i].given) ? 4 * DBL_EPSILON * w->max : 1e-13;
            ck_assert_double_le(fabs(w->max - s->summary->links[i].max_force), off);
            ck_assert_double_ge(w->max, all.force[i] - off);
        }
        ck_assert_double_ge(s->summary->watches[s->model->link_count].max, all.base - 1e-13);
        scene_close(s);
    }
    for (size_t i = 0; i <= THUD_HYSTERESIS_COMPRESSION_ONLY; i++) ck_assert_uint_gt(kinds[i], 10);
    ck_assert_uint_gt(impacts, 100);
    thud_motion_free(motion);
}
END_TEST

/*
 * Elastic–perfectly plastic, with a dashpot c: from rest at d = 0 with speed v the force of both is largest where
 * it begins to yield, F_y + c v₁, and the spring's own peak is F_y. v₁² = v² − (F_y/√(k m))² without the dashpot;
 * with one, k d + c ḋ = R e^(−ζωt) sin(ω_d t + φ) in the elastic piece, and v₁ from it by bisection.
 */
START_TEST(peak_where_it_yields) {
    const double k = 400, m = 1, c = 4, y = 10, v = 2, omega = 20, zeta = 0.1,
                 damped = omega * sqrt(1 - zeta * zeta);
    double low = 0, high = 0.25 * 2 * PI / damped; /* d rises up to there */
    for (int i = 0; i < 100; i++) {
        const double t = 0.5 * (low + high), d = v / damped * exp(-zeta * omega * t) * sin(damped * t);
        if (k * d < y) low = t;
        else high = t;
    }
    const double speed =
        v * exp(-zeta * omega * low) * (cos(damped * low) - zeta * omega / damped * sin(damped * low));
    scene *s = scene_open(0.5);
    thud_body body = scene_body(s, m, 0, v);
    thud_link link = {.stiffness = k, .damping = c, .hysteresis = {.model = THUD_HYSTERESIS_BILINEAR, .yield = y}};
    scene_link(s, THUD_BODY_GROUND, body, &link);
    watch(s, "pull", THUD_WATCH_LINK_FORCE, 0, 0);
    watch(s, "base", THUD_WATCH_BASE_SHEAR, body, 0);
    scene_run(s);
    /* some ten operations on each side */
    ck_assert_double_eq_tol(s->summary->watches[0].highest, y + c * speed, 1e-14 * y);
    ck_assert_double_eq_tol(s->summary->watches[1].highest, y + c * speed, 1e-14 * y);
    scene_close(s);
}
END_TEST

/* ---- plastic deformation ---- */

/* d_y (r − (1 − α + αr) r^γ), r = d/d_y: what unloading would leave from the skeleton of clough; not below zero,
 * since it is no less stiff than the secant */
static double left_from(double r, double alpha, double gamma) {
    return fmax(r - (1 - alpha + alpha * r) * pow(r, gamma), 0);
}

/* on the way out it rises, turns, and falls to zero: its way is up and down. A body that is thrown, stopped at 400
 * instants of its first way out; the largest by steps of 1e-5 of r, at which it is flat to 1e-11 */
START_TEST(ways_of_clough) {
    const double k = 100, y = 1, m = 1, alpha = 0.2, gamma = 0.5, v = 1;
    double top = 0;
    for (double r = 1; r < 20; r += 1e-5) top = fmax(top, left_from(r, alpha, gamma));
    size_t beyond = 0;
    for (int i = 1; i <= 400; i++) {
        scene *s = scene_open(0.25 * i / 400);
        thud_body body = scene_body(s, m, 0, v);
        thud_link link = {
            .stiffness = k,
            .hysteresis = {.model = THUD_HYSTERESIS_CLOUGH, .yield = y, .hardening = alpha, .unloading = gamma}};
        scene_link(s, THUD_BODY_GROUND, body, &link);
        scene_run(s);
        const double r = s->summary->bodies[0].final_displacement * k / y,
                     left = left_from(fmax(r, 1), alpha, gamma);
        const bool falls = left_from(fmax(r, 1) * (1 - 1e-7), alpha, gamma) > left || (left == 0 && r > 2);
        ck_assert_double_gt(s->summary->bodies[0].final_velocity, 0);
        ck_assert_double_eq_tol(s->summary->links[0].plastic_deformation, (falls ? 2 * top - left : left) * y / k,
                                1e-10 * y / k);
        beyond += falls;
        scene_close(s);
    }
    ck_assert_uint_gt(beyond, 100);
}
END_TEST

/* ---- mechanisms ---- */

static thud_link plastic(double k, double yield) {
    return (thud_link){.stiffness = k, .hysteresis = {.model = THUD_HYSTERESIS_BILINEAR, .yield = yield}};
}

/* m of one go: with a speed v₁ where it yields, m v₁²/(2 F_y) */
START_TEST(one_storey) {
    for (unsigned seed = 1; seed <= 50; seed++) {
        dice d = dice_of(seed);
        const double k = spread(&d, 10, 1e3), m = spread(&d, 0.3, 3), y = spread(&d, 0.5, 5), omega = sqrt(k / m),
                     v = roll(&d, 0.5, 20) * omega * y / k;
        scene *s = scene_open(20);
        thud_body body = scene_body(s, m, 0, v);
        thud_link link = plastic(k, y);
        scene_link(s, THUD_BODY_GROUND, body, &link);
        scene_run(s);
        const double energy = 0.5 * m * v * v - 0.5 * y * y / k, way = energy > 0 ? energy / y : 0;
        /* elastic energy and what is left of 0.5 m v² cancel: some u of the latter */
        ck_assert_double_eq_tol(s->summary->links[0].mechanism, way, 1e-14 * m * v * v / y);
        scene_close(s);
    }
}
END_TEST

/* A push that is larger than what yields: it goes on to the end. Beside a spring, or with hardening, it is held. */
START_TEST(what_holds) {
    for (int how = 0; how < 6; how++) {
        scene *s = scene_open(3);
        thud_body first = scene_body(s, 1, 0, 0), second = scene_body(s, 1, 0, 0);
        thud_link lower = plastic(100, 2), upper = plastic(100, 50), beside = {.stiffness = 1};
        if (how == 2) lower.hysteresis.hardening = 0.01;
        if (how == 3) lower.hysteresis.hardening = 0.01, lower.weight = 10, lower.height = 5; /* W/h = 2 > αk */
        if (how == 4) beside = plastic(100, 1e3); /* which does not yield */
        if (how == 5) {
            lower.hysteresis.model = THUD_HYSTERESIS_BOUC_WEN;
            lower.hysteresis.exponent = 2;
            lower.hysteresis.beta = 0.5;
        }
        scene_link(s, THUD_BODY_GROUND, first, &lower);
        scene_link(s, first, second, &upper);
        if (how == 1 || how == 4) scene_link(s, THUD_BODY_GROUND, second, &beside);
        scene_force(s, second, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = 3});
        scene_run(s);
        const thud_link_summary *l = s->summary->links;
        const bool held = how == 1 || how == 2 || how == 4;
        if (held) ck_assert_double_eq(l[0].mechanism, 0);
        else ck_assert_double_gt(l[0].mechanism, 1);
        /* all of what yielded, since it never turned; a smooth one is in its first quarter from the start */
        if (!held && how != 5) ck_assert_double_eq_tol(l[0].mechanism, l[0].plastic_deformation, 1e-12);
        if (!held && how == 5) ck_assert_double_eq_tol(l[0].mechanism, l[0].plastic_deformation, 1e-9);
        ck_assert_double_eq(l[1].mechanism, 0); /* the storey above does not yield */
        scene_close(s);
    }
}
END_TEST

/* Beside a frame by matrices: one that stands holds what the link holds; one whose floors are tied to each other
 * alone goes with them, and all of what yields is a mechanism. */
START_TEST(frames_hold) {
    for (int stands = 0; stands < 2; stands++) {
        const double mass[] = {1, 0.1, 0.1, 1}, stiffness[] = {stands ? 20 : 10, -10, -10, 10};
        scene *s = scene_open(3);
        thud_body_id first =
            thud_model_add_matrices(s->model, &(thud_matrices){.count = 2, .mass = mass, .stiffness = stiffness});
        thud_link link = plastic(100, 2);
        scene_link(s, THUD_BODY_GROUND, first.number, &link);
        scene_force(s, first.number + 1, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = 6});
        scene_run(s);
        const thud_link_summary *l = s->summary->links;
        ck_assert_double_gt(l->plastic_deformation, 0.1);
        if (stands) ck_assert_double_eq(l->mechanism, 0);
        else ck_assert_double_gt(l->mechanism, 1);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("link results");
    tcase_add_test(tests, forces_are_watched);
    tcase_add_test(tests, peak_where_it_yields);
    tcase_add_test(tests, ways_of_clough);
    tcase_add_test(tests, one_storey);
    tcase_add_test(tests, what_holds);
    tcase_add_test(tests, frames_hold);
    return run_suite("link results", tests);
}
