/*
 * The observed order of the contact integrator for n = 3/2 and every structure.
 *
 * The simulation takes steps of a given order P and a given length in σ (fields probe_order and probe_step, for
 * this test). Halving the length must divide the error of the state at a fixed instant inside the contact, and that
 * of the velocities after it, by 2^P. A method in plain time shows 2.5 here, whatever its name says.
 */
#include "simulate/scene.h"
#include "simulate/state.h"

static const double M1 = 1, M2 = 2, V1 = 1, K = 1;

typedef struct structure {
    const char *law;
    thud_separation separation;
    double e;
    double
        end; /* s; the contact is over after 3 s, but in an elastic one both halves' errors would cancel by then */
    double longest; /* step in σ; shorter where z is a higher root of δ, p = 1/4 */
} structure;

static const structure STRUCTURES[] = {
    {"hertz", THUD_SEPARATION_RETURN, 1, 2.5, 0.04},               /* elastic */
    {"hunt-crossley", THUD_SEPARATION_RETURN, 0.5, 12, 0.04},      /* p = n */
    {"poursina-nikravesh", THUD_SEPARATION_RETURN, 0.5, 12, 0.04}, /* p = 0 */
    {"poursina-nikravesh", THUD_SEPARATION_ZERO_FORCE, 0.5, 12, 0.04},
    {"tsuji", THUD_SEPARATION_RETURN, 0.5, 12, 0.02}, /* p = (n − 1)/2, both phases */
    {"tsuji", THUD_SEPARATION_ZERO_FORCE, 0.5, 12, 0.02},
    {"jankowski-2006", THUD_SEPARATION_RETURN, 0.5, 12, 0.02}, /* in approach only */
    {"kuwabara-kono", THUD_SEPARATION_RETURN, 0.5, 12, 0.04},  /* p = 1/2 */
    {"kuwabara-kono", THUD_SEPARATION_ZERO_FORCE, 0.5, 12, 0.04},
};
enum { STRUCTURE_COUNT = sizeof STRUCTURES / sizeof *STRUCTURES };

/* where and how fast the first body is when all is over: the contact's time errs as well as its impulse */
typedef struct state {
    double x, v;
} state;

/* order 0: as exact as it gets */
static state outcome(const structure *c, int order, double step) {
    scene *s = scene_open(c->end);
    thud_body left = scene_body(s, M1, 0, V1), right = scene_body(s, M2, 0, 0);
    thud_gap_contact contact = scene_contact(c->law, 0.5, c->e, K);
    contact.separation = c->separation;
    contact.damping = THUD_DAMPING_EXACT;
    scene_touch(s, left, right, contact);
    thud_model_set_tolerance(s->model, 1e-13);
    scene_build(s);
    s->simulation->motion.probe_order = order;
    s->simulation->motion.probe_step = step;
    scene_try(s);
    /* steps of a prescribed length may leave more of the energy than those of the tolerance */
    ck_assert_msg(s->status == THUD_OK || s->status == THUD_ERROR_BALANCE, "%s", s->summary->error.text);
    ck_assert_uint_eq(s->count, 1);
    ck_assert(s->entries[0].ended == (c->end > 3));
    state end = {s->summary->bodies[0].final_displacement, s->summary->bodies[0].final_velocity};
    scene_close(s);
    return end;
}

/*
 * The slope of log error over log step, by least squares over steps from `longest` to an eighth of it. Where the
 * last step of a phase is cut by an event its share of the error varies; over so many steps that evens out to 0.1
 * or so.
 */
static double observed_order(const structure *c, int order, double longest) {
    enum { COUNT = 25 };
    state exact = outcome(c, 0, 0);
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int j = 0; j < COUNT; j++) {
        double step = longest * exp2(-j / 8.0);
        state end = outcome(c, order, step);
        double error = hypot(end.x - exact.x, end.v - exact.v), x = log(step), y = log(error);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (COUNT * sxy - sx * sy) / (COUNT * sxx - sx * sx);
}

/* The longest steps are a hundredth of the contact, so that the leading term of the error is what is seen, and the
 * shortest leave 1e-12, which is still more than rounding. Two orders, so that none can be met by chance. */
START_TEST(test_observed_order) {
    const structure *c = &STRUCTURES[_i];
    for (int order = 4; order <= 6; order += 2) {
        double observed = observed_order(c, order, c->longest);
        ck_assert_msg(fabs(observed - order) <= 0.3, "%s, separation %d: order %.3f instead of %d", c->law,
                      c->separation, observed, order);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("order");
    tcase_add_loop_test(tests, test_observed_order, 0, STRUCTURE_COUNT);
    return run_suite("order", tests);
}
