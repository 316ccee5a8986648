/*
 * What each law of the catalogue promises, law by law: exact damping that returns e, a rule whose miss is on its
 * page, an impact as an integration in numbers of 80 bits has it, a run in a scenario or a refusal that names
 * another law, a device or the cores. A law that is added is asked the same.
 *
 * The lab has the catalogue by its numbers (lab/impact.c), so that no law is left out there.
 */
#include "device/pack.h"
#include "impact/general_reference.h"
#include "laws.h"
#include "simulate/scene.h"

static const double ASKED[] = {0.93, 0.71, 0.44, 0.12};
enum { ASKED_COUNT = sizeof ASKED / sizeof *ASKED };

static bool is_lossless(const thud_law *law) { return law->structure->kind == THUD_FORCE_ELASTIC; }

static bool is_rigid(const thud_law *law) { return law->structure->kind == THUD_FORCE_IMPULSIVE; }

static thud_impact_options options_of(const thud_law *law, double e) {
    thud_impact_options o = thud_impact_options_default(law);
    o.restitution = is_lossless(law) ? 1 : e;
    return o;
}

/* what exact damping promises */
static const double EXACT = 1e-11;

START_TEST(returns_what_is_asked) {
    const thud_law *law = thud_law_at((size_t)_i);
    int reached = 0;
    for (int k = 0; k < ASKED_COUNT; k++) {
        thud_impact_options o = options_of(law, ASKED[k]);
        thud_impact hit;
        thud_status status = thud_impact_solve(&o, &hit);
        if (status == THUD_ERROR_UNREACHABLE) continue; /* it says that it cannot */
        ck_assert_msg(status == THUD_OK, "%s: %s", law->name, thud_status_text(status));
        ck_assert_double_eq_tol(hit.restitution, o.restitution, EXACT);
        reached++;
        /* and c given as a number returns it again */
        if (law->structure->kind != THUD_FORCE_VISCOUS && !is_general(law)) continue;
        o.damping = THUD_DAMPING_GIVEN;
        o.damping_value = hit.damping;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_double_eq_tol(hit.restitution, ASKED[k], EXACT);
    }
    ck_assert_int_ge(reached, 3); /* all have an e between 0.44 and 0.93 */
}
END_TEST

START_TEST(says_how_far_its_rule_misses) {
    const thud_law *law = thud_law_at((size_t)_i);
    ck_assert(law->label && law->title && law->source && law->validity && law->structure->family);
    if (!thud_law_has_rule(law)) return;
    double miss = 0;
    for (double e = 0.1; e < 0.95; e += 0.1) {
        thud_impact_options o = options_of(law, e);
        thud_impact hit;
        o.damping = THUD_DAMPING_PUBLISHED;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        miss = fmax(miss, fabs(hit.restitution - e));
    }
    const bool exact = strstr(law->validity, "exact");
    const bool amount = strstr(law->validity, "too ") || strstr(law->validity, "within") ||
                        strstr(law->validity, "returns less than");
    ck_assert_msg(miss < EXACT ? exact : amount, "%s misses by %g: %s", law->name, miss, law->validity);
}
END_TEST

/* ---- independent integration ---- */

typedef struct numbers {
    const thud_law *law;
    long double n, p, c;
} numbers;

static long double viscous(const void *context, long double depth, long double rate) {
    const numbers *a = context;
    const long double spring = powl(depth, a->n);
    if (a->c == 0 || (rate <= 0 && a->law->structure->approach_only)) return spring;
    return spring + a->c * powl(depth, a->p) * rate;
}

/* p as the papers have it; nothing of this is read from the catalogue but the name of the structure */
static long double damper_of(const thud_law *law, double n) {
    const char *name = law->structure->name;
    if (strncmp(name, "half-power damper", 17) == 0) return (n - 1) / 2;
    if (strcmp(name, "Hunt–Crossley") == 0) return n;
    if (strcmp(name, "Hertz spring with linear damper") == 0) return 0;
    ck_assert_str_eq(name, "Kuwabara–Kono");
    return n - 1;
}

/* forces of their own kind are written down a second time in these tests */
static const struct {
    const char *law, *test;
} ELSEWHERE[] = {
    {"adams-impact", "impact/test_general.c"},  {"simscape", "impact/test_general.c"},
    {"elastogap", "impact/test_general.c"},     {"zener", "impact/test_solid.c"},
    {"fractional", "impact/test_fractional.c"}, {"thornton-1997", "impact/test_spheres.c"},
    {"dmt", "impact/test_spheres.c"},           {"jkr", "impact/test_spheres.c"},
};

static bool is_elsewhere(const thud_law *law) {
    for (size_t i = 0; i < sizeof ELSEWHERE / sizeof *ELSEWHERE; i++)
        if (strcmp(ELSEWHERE[i].law, law->name) == 0) return true;
    return false;
}

START_TEST(as_integrated_elsewhere) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (is_rigid(law)) return;
    if (is_general(law)) {
        ck_assert_msg(is_elsewhere(law), "%s is compared with no other integration", law->name);
        return;
    }
    for (int k = 0; k < ASKED_COUNT; k++) {
        thud_impact_options o = options_of(law, ASKED[k]);
        thud_impact hit;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        if (law->structure->kind == THUD_FORCE_BILINEAR) { /* ½ k δ² in, ½ k₂ (δ − δₚ)² out */
            const double top = 1, left = top * (1 - ASKED[k] * ASKED[k]), stiff = hit.unloading_stiffness;
            ck_assert_double_eq_tol(hit.max_penetration, top, EXACT);
            ck_assert_double_eq_tol(hit.separation_penetration, left, EXACT);
            ck_assert_double_eq_tol(sqrt(stiff) * (top - left), hit.restitution, EXACT);
            continue;
        }
        numbers a = {law, o.exponent, is_lossless(law) ? 0 : damper_of(law, o.exponent), hit.damping};
        reference r = {&a, viscous, {NULL, NULL}, law->separation == THUD_SEPARATION_ZERO_FORCE, 0};
        long double deepest = 0;
        ck_assert_double_eq_tol(hit.restitution, (double)reference_impact(&r, &deepest), EXACT);
        ck_assert_double_eq_tol(hit.max_penetration, (double)deepest, EXACT);
    }
}
END_TEST

/* ---- scenarios and devices ---- */

static scene *ball_at_wall(const thud_law *law) {
    scene *s = scene_open(0.1);
    thud_gap_contact stop = scene_contact(law->name, 0.01, is_lossless(law) ? 1 : 0.6, is_rigid(law) ? 0 : 1e7);
    scene_touch(s, scene_body(s, 0.5, 0, 2), THUD_BODY_GROUND, stop);
    return s;
}

START_TEST(in_scenarios) {
    const thud_law *law = thud_law_at((size_t)_i);
    scene *s = ball_at_wall(law);
    thud_error error = {0};
    if (is_for_single_impacts(law)) {
        ck_assert_int_ne(thud_model_build(s->model, &error), THUD_OK);
        const char *instead = strstr(error.text, "choose ");
        ck_assert_msg(instead && thud_law_find(instead + 7), "%s: %s", law->name, error.text);
    } else {
        scene_run(s);
        ck_assert_uint_eq(s->summary->impacts, 1);
        /* the tolerance of a run, 1e-9, over the steps of an impact */
        assert_relative(s->summary->bodies[0].final_velocity, is_lossless(law) ? -2 : -1.2, 1e-8);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-9);
    }
    scene_close(s);
}
END_TEST

START_TEST(on_devices_or_cores) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (is_for_single_impacts(law)) return;
    scene *s = ball_at_wall(law);
    const char *reason = NULL;
    scene_build(s);
    const bool covered = thud_device_covers(s->model, &reason);
    ck_assert(covered != is_general(law));
    ck_assert(covered == !reason);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("promises");
    const int count = (int)thud_law_count();
    tcase_add_loop_test(tests, returns_what_is_asked, 0, count);
    tcase_add_loop_test(tests, says_how_far_its_rule_misses, 0, count);
    tcase_add_loop_test(tests, as_integrated_elsewhere, 0, count);
    tcase_add_loop_test(tests, in_scenarios, 0, count);
    tcase_add_loop_test(tests, on_devices_or_cores, 0, count);
    return run_suite("promises", tests);
}
