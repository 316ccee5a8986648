#define _GNU_SOURCE /* feenableexcept */

/*
 * The floating-point environment of the host: rounding in any direction, every exception trapped, denormal numbers
 * flushed to zero. What simulates, calibrates, identifies and reads gives the same bits as in that of a program
 * that has just begun, and the host finds its own afterwards.
 *
 * Where traps were not masked the process would end by SIGFPE; rounding upwards gave 37 impacts for 51.
 */
#include <fenv.h>
#include <string.h>

#include <thud/thud.h>

#include "suite.h"
#if defined __SSE2__
#include <xmmintrin.h>
#endif

/* ---- environments ---- */

enum { UPWARD, DOWNWARD, TOWARD_ZERO, TRAPS, FLUSHED, ENVIRONMENTS };

static void set_environment(int which) {
    static const int directions[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    if (which < TRAPS) fesetround(directions[which]);
    if (which == TRAPS) feenableexcept(FE_ALL_EXCEPT);
#if defined __SSE2__
    if (which == FLUSHED) _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}

typedef struct environment {
    int direction, traps;
    unsigned control; /* of SSE, without the exceptions that have occurred */
} environment;

static environment found_environment(void) {
    environment e = {.direction = fegetround(), .traps = fegetexcept()};
#if defined __SSE2__
    e.control = _mm_getcsr() & ~0x3fu;
#endif
    return e;
}

/* ---- what is computed ---- */

/* filled with what each call returns; the rest stays zero */
typedef struct numbers {
    double of[64];
    size_t count;
} numbers;

static void note(numbers *n, double number) { n->of[n->count++] = number; }

static const char BALLS[] =
    "bodies: {deck: {mass: 1.25e6}}\n"
    "links: [{left: ground, right: deck, stiffness: 1.2867963e7, damping_ratio: 0.05}]\n"
    "contacts:\n"
    "  - {name: east, left: deck, right: ground, gap: 0.03, model: flores, stiffness: 5e9, restitution: 0.6}\n"
    "  - {name: west, left: ground, right: deck, gap: 0.03, model: newton, restitution: 0.6}\n"
    "ground: {noise: {rms: 0.15 g, low: 0.5, high: 10, seed: 3}}\n"
    "duration: 10.1\n";

static thud_status simulate(numbers *n) {
    thud_model *model = NULL;
    thud_simulation *simulation = NULL;
    thud_verification verification;
    thud_status status = thud_scenario_parse(BALLS, strlen(BALLS), "", NULL, NULL, &model);
    if (status == THUD_OK) status = thud_simulation_create(model, &simulation);
    if (status == THUD_OK) status = thud_simulation_run(simulation, NULL);
    if (status == THUD_OK) status = thud_verify(model, NULL, NULL, NULL, &verification);
    if (status == THUD_OK) {
        const thud_summary *s = thud_simulation_summary(simulation);
        note(n, (double)s->impacts);
        note(n, s->bodies[0].final_velocity);
        note(n, s->contacts[0].max_force);
        note(n, s->energy.residual);
        note(n, verification.agreed_until);
    }
    thud_simulation_free(simulation);
    thud_model_free(model);
    return status;
}

static thud_status strike(numbers *n) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("gonthier"));
    thud_impact hit;
    thud_contact contact;
    double damping = 0;
    o.restitution = 0.3;
    o.stiffness = 5e9;
    o.mass = 6e5;
    o.speed = 0.4;
    o.damping = THUD_DAMPING_EXACT;
    thud_status status = thud_calibrate(&o, &damping);
    if (status == THUD_OK) status = thud_impact_solve(&o, &hit);
    note(n, damping);
    note(n, hit.contact_time);
    if (status == THUD_OK) status = thud_impact_integrate(&o, &hit);
    note(n, hit.restitution);
    if (status == THUD_OK) status = thud_contact_init(&contact, &o);
    if (status == THUD_OK) status = thud_contact_begin(&contact, 0.123);
    note(n, contact.damping);
    return status;
}

static thud_status measure(numbers *n) {
    static const double times[] = {0, 0.5, 0.9, 1.22, 1.476};
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *bounces = NULL;
    thud_motion *motion = NULL;
    thud_noise_options noise = thud_noise_options_default();
    const double periods[] = {0.3, 1}, dampings[] = {0.05};
    double value = 0;
    thud_response responses[2];
    thud_status status = thud_identify_bounces(times, 5, &o, &bounces, NULL);
    if (status == THUD_OK) note(n, bounces->restitution.value);
    thud_bounces_free(bounces);
    if (status == THUD_OK) status = thud_quantity_parse("0.1 mm", (thud_dimension){0, 1, 0, 0}, &value, NULL);
    note(n, value);
    if (status == THUD_OK) status = thud_generate_noise(&noise, &motion, NULL);
    if (status == THUD_OK) status = thud_motion_spectrum(motion, periods, 2, dampings, 1, responses);
    if (status == THUD_OK) note(n, responses[1].pseudo_acceleration);
    thud_motion_free(motion);
    return status;
}

static thud_status compute(numbers *n) {
    thud_status status = simulate(n);
    if (status == THUD_OK) status = strike(n);
    return status == THUD_OK ? measure(n) : status;
}

START_TEST(the_host_has_its_own) {
    numbers plain = {.count = 0}, found = {.count = 0};
    ck_assert_int_eq(compute(&plain), THUD_OK);
    ck_assert_uint_gt(plain.count, 10);
    fenv_t begin;
    fegetenv(&begin);
    set_environment(_i);
    const environment before = found_environment();
    const thud_status status = compute(&found);
    const environment after = found_environment();
    fesetenv(&begin);
    ck_assert_int_eq(status, THUD_OK);
    ck_assert_int_eq(memcmp(&before, &after, sizeof before), 0);
    for (size_t i = 0; i < plain.count; i++)
        ck_assert_msg(memcmp(&plain.of[i], &found.of[i], sizeof plain.of[i]) == 0, "number %zu is %.17g, not %.17g",
                      i, found.of[i], plain.of[i]);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("environment");
    tcase_add_loop_test(tests, the_host_has_its_own, 0, ENVIRONMENTS);
    return run_suite("environment", tests);
}
