/*
 * Random models of bodies beside rods. Those whose rod touches nothing give what the solver of bodies gives without
 * it, number by number: two solvers of which one knows no series and the other no Runge–Kutta. Those in which
 * everything touches are solved again by CVODE, and their energy balances close.
 */
#include <thud/verify.h>

#include "simulate/outcome.h"
#include "simulate/rows.h"

#if defined(__SANITIZE_ADDRESS__)
enum { ROWS = 8, MIXTURES = 2 };
#else
enum { ROWS = 40, MIXTURES = 12 };
#endif

/* a rod of no mass to speak of, which the ground shakes and nothing else */
static void add_idle_rod(scene *s) {
    thud_model_add_rod(s->model, "idle", &(thud_rod){.length = 1, .mass = 1e-40});
}

/* links of every kind whose branches are straight; deformations go by the strength of the motion */
static void yield_links(unsigned seed, scene *s) {
    static const thud_hysteresis_model models[] = {THUD_HYSTERESIS_BILINEAR, THUD_HYSTERESIS_CLOUGH,
                                                   THUD_HYSTERESIS_FLAG, THUD_HYSTERESIS_TENSION_ONLY,
                                                   THUD_HYSTERESIS_COMPRESSION_ONLY};
    thud_random dice = thud_random_seed(seed + 900), *r = &dice;
    for (size_t i = 0; i < s->model->link_count; i++) {
        thud_link *link = &s->model->links[i].given;
        thud_hysteresis_model model = models[choose(r, 5)];
        double way = spread(r, 1e-4, 1e-2);
        link->hysteresis = thud_hysteresis_default(model);
        if (model == THUD_HYSTERESIS_TENSION_ONLY || model == THUD_HYSTERESIS_COMPRESSION_ONLY) {
            link->hysteresis.slack = 0.2 * way;
            continue;
        }
        link->hysteresis.yield = link->stiffness * way;
        link->hysteresis.hardening = roll(r, 0.05, 0.4);
        if (model == THUD_HYSTERESIS_FLAG) link->hysteresis.energy = roll(r, 0.3, 0.9);
    }
}

/* names, so that there are results of links; and signals */
static scene *row_of(unsigned seed, bool beside) {
    scene *s = row_scene(seed);
    thud_model_set_gravity(s->model, 0); /* it pulls rods alone */
    if (s->model->link_count > 0) s->model->links[0].named = true;
    thud_model_add_watch(s->model, "way",
                         &(thud_watch){.kind = THUD_WATCH_DISPLACEMENT, .left = {0}, .right = {1}});
    thud_model_add_watch(s->model, "shake",
                         &(thud_watch){.kind = THUD_WATCH_ACCELERATION, .left = THUD_GROUND, .right = {1}});
    thud_model_add_watch(s->model, "base", &(thud_watch){.kind = THUD_WATCH_BASE_SHEAR, .right = {0}});
    if (seed % 2) yield_links(seed, s);
    thud_model_set_tolerance(s->model, 1e-11);
    if (beside) add_idle_rod(s);
    scene_build(s);
    return s;
}

static void compare_watches(outcome_difference *d, const scene *a, const scene *b) {
    double scale[3] = {1e-300, 1e-300, 1e-300};
    for (size_t i = 0; i < 3; i++) {
        const thud_watch_summary *p = &a->summary->watches[i], *q = &b->summary->watches[i];
        /* what nothing moves has rounding alone: of speeds and springs, 1e-6 of the others' */
        scale[i] = fmax(p->max, 1e-6 * (i == 0 ? a->summary->bodies[1].max_displacement : p->max));
        outcome_note(d, "max of signal", i, p->max, q->max, scale[i]);
        outcome_note(d, "highest of signal", i, p->highest, q->highest, scale[i]);
        outcome_note(d, "lowest of signal", i, p->lowest, q->lowest, scale[i]);
        outcome_note(d, "final of signal", i, p->final, q->final, scale[i]);
    }
}

/* of links relative to the largest of all, and to 1 N and 1e-6 m: one that nothing pulls has rounding alone, and
 * bodies of kilograms are shaken by 0.5 m/s² or more */
static void compare_links(outcome_difference *d, const outcome *a, const outcome *b, const outcome_scales *scales) {
    double force = 1, way = 1e-6, energy = 1e-6 * scales->energy;
    for (size_t i = 0; i < a->summary.link_count; i++) {
        force = fmax(force, a->links[i].max_force);
        way = fmax(way, a->links[i].max_deformation);
        energy = fmax(energy, a->links[i].energy);
    }
    outcome_note(d, "links", 0, (double)a->summary.link_count, (double)b->summary.link_count, 1e-9);
    for (size_t i = 0; i < a->summary.link_count; i++) {
        const thud_link_summary *p = &a->links[i], *q = &b->links[i];
        double all = way + p->plastic_deformation;
        outcome_note(d, "max_force of link", i, p->max_force, q->max_force, force);
        outcome_note(d, "max_deformation of link", i, p->max_deformation, q->max_deformation, way);
        outcome_note(d, "ductility of link", i, p->ductility, q->ductility, fmax(p->ductility, 1));
        outcome_note(d, "residual of link", i, p->residual_deformation, q->residual_deformation, all);
        outcome_note(d, "plastic way of link", i, p->plastic_deformation, q->plastic_deformation, all);
        outcome_note(d, "energy of link", i, p->energy, q->energy, energy);
    }
}

/* the summary; in ledgers, what happens at one instant has no order */
static outcome_difference compare(const scene *alone, const outcome *a, const scene *beside, const outcome *b) {
    outcome_difference d = {0};
    const outcome_scales scales = outcome_scales_of(a);
    outcome_compare_bodies(&d, a, b, a->summary.body_count, &scales);
    outcome_compare_contacts(&d, a, b, &scales);
    outcome_compare_energy(&d, a, b, &scales);
    compare_links(&d, a, b, &scales);
    compare_watches(&d, alone, beside);
    return d;
}

/* how much of a change of 1e-11 of all gaps a model makes: what both solvers leave out grows by as much */
static double growth_of(unsigned seed, const outcome *before) {
    scene *s = row_of(seed, false);
    for (size_t i = 0; i < s->model->contact_count; i++) {
        thud_gap_contact c = s->model->contacts[i].given;
        c.gap *= 1 + (i % 2 ? 1e-11 : -1e-11);
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, i, &c), THUD_OK);
    }
    outcome after = outcome_of(s);
    double most = outcome_compare(before, &after, before->summary.body_count).most;
    outcome_free(&after);
    scene_close(s);
    return most / 1e-11;
}

/* 1e-9 is what both promise; models that magnify more than a hundred times are left out, and are few */
START_TEST(idle_rods_change_nothing) {
    unsigned compared = 0, struck = 0, yielded = 0;
    for (unsigned n = 0; n <= ROWS; n++) {
        /* one more: a contact of two stiffnesses is struck again before its gap has opened, which is an impact */
        const unsigned seed = n < ROWS ? n : 228;
        scene *alone = row_of(seed, false), *beside = row_of(seed, true);
        outcome a = outcome_of(alone), b = outcome_of(beside);
        ck_assert_int_eq(a.status, THUD_OK);
        ck_assert_msg(b.status == THUD_OK, "seed %u: %s", seed, b.summary.error.text);
        if (growth_of(seed, &a) <= 100) {
            outcome_difference d = compare(alone, &a, beside, &b);
            ck_assert_msg(d.most <= 1e-8, "seed %u: %s %.17g beside a rod, %.17g without, off by %.2g", seed,
                          d.what, d.b, d.a, d.most);
            compared++;
            struck += a.count > 0;
            yielded += a.summary.energy.hysteresis > 1e-3 * a.summary.energy.input;
        }
        outcome_free(&a);
        outcome_free(&b);
        scene_close(alone);
        scene_close(beside);
    }
    ck_assert_uint_ge(compared, ROWS / 2);
    ck_assert_uint_ge(struck, ROWS / 8);
    ck_assert_uint_ge(yielded, ROWS / 8);
}
END_TEST

/* a sine, or a record of its own */
static void shake(scene *s, thud_random *r) {
    double amplitude = roll(r, 0.5, 2);
    if (choose(r, 2) == 0) {
        thud_model_set_ground(s->model,
                              &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = 2});
        return;
    }
    thud_motion *motion = thud_motion_create(40, 0.03);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = amplitude * roll(r, -1, 1);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    thud_motion_free(motion);
}

/* two or three bodies on springs, a hammer, and a rod that hangs on the last of them: contacts of all kinds */
static scene *mixture(unsigned seed) {
    static const char *const laws[] = {"newton", "flores", "kelvin-voigt", "valles-reinhorn", "mahmoud-jankowski"};
    thud_random random = thud_random_seed(seed + 50), *r = &random;
    scene *s = scene_open(roll(r, 1, 2));
    int n = 2 + choose(r, 2);
    for (int i = 0; i < n; i++) {
        double mass = spread(r, 2, 20), velocity = roll(r, -0.3, 0.3), k = spread(r, 200, 4000), c = roll(r, 0, 5);
        scene_body(s, mass, 0, velocity);
        scene_spring(s, i == 0 || choose(r, 2) == 0 ? THUD_BODY_GROUND : i - 1, i, k, c);
    }
    thud_rod rods[2] = {{.length = roll(r, 0.5, 1.5), .mass = roll(r, 1, 5)},
                        {.pivot_x = 1.5, .pivot_y = 0.2, .length = roll(r, 0.3, 0.8), .mass = roll(r, 0.3, 1.5)}};
    rods[0].angle = roll(r, -1, -0.3);
    rods[1].angle = roll(r, 0.1, 0.5);
    thud_rod_id hammer = thud_model_add_rod(s->model, "hammer", &rods[0]);
    thud_rod_id hung = thud_model_add_rod(s->model, "hung", &rods[1]);
    thud_body_id last = {n - 1};
    thud_model_hang_rod(s->model, hung, last);
    thud_gap_contact c[4];
    for (int i = 0; i < 4; i++) {
        const char *law = laws[choose(r, 5)];
        double gap = roll(r, 0.005, 0.05), e = roll(r, 0.3, 0.8);
        c[i] = scene_contact(law, gap, e, strcmp(law, "newton") == 0 ? 0 : 1e6);
    }
    thud_model_add_tip_contact(s->model, "hit", hammer, THUD_TIP_LEFT, (thud_body_id){0}, &c[0]);
    thud_model_add_tip_contact(s->model, "stop", hung, THUD_TIP_RIGHT, choose(r, 2) ? last : THUD_GROUND, &c[1]);
    thud_model_add_contact(s->model, "pair", (thud_body_id){0}, (thud_body_id){1}, &c[2]);
    thud_model_add_rod_contact(s->model, "rods", hammer, hung, &c[3]);
    thud_model_set_gravity(s->model, 9.81);
    shake(s, r);
    return s;
}

/* CVODE, with equations of its own: it says itself whether it agrees, to 1e-6 of the peaks or, where the model
 * magnifies a hair, up to where it does */
START_TEST(mixtures_agree_with_cvode) {
    size_t struck[4] = {0}, agreed = 0;
    for (unsigned seed = 0; seed < MIXTURES; seed++) {
        scene *s = mixture(seed);
        scene_run(s);
        ck_assert_msg(fabs(s->summary->energy.residual) <= 1e-10, "seed %u: residual %.2g", seed,
                      s->summary->energy.residual);
        for (size_t i = 0; i < 4; i++) struck[i] += s->summary->contacts[i].impacts;
        thud_verification v;
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        ck_assert_msg(status == THUD_OK && v.agrees, "seed %u: %s; %g, %s", seed, thud_status_text(status),
                      v.max_difference, v.error.text);
        agreed += v.max_difference <= 1e-6;
        scene_close(s);
    }
    ck_assert_uint_ge(agreed, MIXTURES / 2);
    for (size_t i = 0; i < 3; i++) ck_assert_uint_gt(struck[i], 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rods_random");
    tcase_add_test(tests, idle_rods_change_nothing);
    tcase_add_test(tests, mixtures_agree_with_cvode);
    return run_suite("rods_random", tests);
}
