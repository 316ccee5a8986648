/*
 * Rows of buildings with rigid contacts in an earthquake: gaps of some millimetres or none, e from 0 to 0.6, both
 * rigid laws. Impacts accumulate at many contacts at once, and what they bring to rest sets out again with the next
 * turn of the ground. Every run comes to its end, in some ten steps for each impact and each sample of the record,
 * and loses no energy on the way.
 */
#include "numeric/random.h"
#include "simulate/scene.h"

enum { ROWS = 60, SAMPLES = 800 };

static double drawn(thud_random *r, double low, double high) { return low + (high - low) * thud_random_uniform(r); }

/* a filtered random motion under an envelope, m/s² */
static void shake(scene *s, thud_random *r, double peak) {
    thud_motion *motion = thud_motion_create(SAMPLES, 0.01);
    double value = 0, rate = 0, most = 0, frequency = 6.28 * drawn(r, 1, 3);
    for (size_t i = 0; i < SAMPLES; i++) {
        double t = (double)i / SAMPLES, envelope = fmin(1, 8 * t) * exp(-2 * t);
        for (int part = 0; part < 4; part++) {
            rate +=
                0.0025 * (thud_random_normal(r) * 100 - 2 * 0.6 * frequency * rate - frequency * frequency * value);
            value += 0.0025 * rate;
        }
        motion->acceleration[i] = envelope * value;
        most = fmax(most, fabs(envelope * value));
    }
    for (size_t i = 0; i < SAMPLES; i++) motion->acceleration[i] *= peak / most;
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    thud_motion_free(motion);
}

static scene *row_of(uint64_t seed) {
    static const double gaps[] = {0, 0.001, 0.002, 0.002, 0.005, 0.01}, es[] = {0, 0.1, 0.1, 0.2, 0.4, 0.6};
    static const int counts[] = {3, 5, 8, 8, 12, 20};
    thud_random dice = thud_random_seed(seed + 7000), *r = &dice;
    scene *s = scene_open(8);
    int count = counts[(size_t)(6 * thud_random_uniform(r))];
    double gap = gaps[(size_t)(6 * thud_random_uniform(r))], e = es[(size_t)(6 * thud_random_uniform(r))];
    const char *law = thud_random_uniform(r) < 0.6 ? "newton" : "poisson";
    for (int i = 0; i < count; i++) {
        double period = drawn(r, 0.3, 1.2), mass = 2e5 * (thud_random_uniform(r) < 0.5 ? 1 : drawn(r, 0.3, 3));
        scene_body(s, mass, 0, 0);
        scene_link(s, THUD_BODY_GROUND, i,
                   &(thud_link){.stiffness = mass * 39.478 / (period * period), .damping_ratio = 0.05});
    }
    for (int i = 0; i + 1 < count; i++) scene_touch(s, i, i + 1, scene_contact(law, gap, e, 0));
    shake(s, r, drawn(r, 1, 6));
    return s;
}

START_TEST(come_to_their_end) {
    const char *first = getenv("THUD_FIRST"), *rows = getenv("THUD_ROWS");
    uint64_t from = first ? strtoull(first, NULL, 10) : 1, count = rows ? strtoull(rows, NULL, 10) : ROWS;
    size_t most = 0, impacts = 0;
    for (uint64_t seed = from; seed < from + count; seed++) {
        scene *s = row_of(seed);
        scene_try(s);
        ck_assert_msg(s->status == THUD_OK, "seed %llu: %s", (unsigned long long)seed, s->summary->error.text);
        /* thousands of impacts of some roundings each */
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
        most = s->summary->solver.steps > most ? s->summary->solver.steps : most;
        impacts += s->summary->impacts;
        scene_close(s);
    }
    ck_assert_uint_ge(impacts, 10 * count);
    ck_assert_uint_le(most, 100000);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("pounding rows");
    tcase_add_test(tests, come_to_their_end);
    return run_suite("pounding rows", tests);
}
