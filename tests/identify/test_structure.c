/*
 * A structure's own tests: a static load test and a transfer function, against the numbers that the data were made
 * from, over random structures; and what their standard errors promise, over many records with noise.
 */
#include <math.h>
#include <string.h>

#include <thud/identify.h>

#include "numeric/random.h"
#include "suite.h"

static const double PI = 3.14159265358979323846;

static double between(thud_random *random, double from, double to) {
    return from + (to - from) * thud_random_uniform(random);
}

/* ---- Static load test ---- */

START_TEST(loads_without_noise) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    double stiffness = pow(10, between(&random, 1, 9)), offset = between(&random, -1, 1), load[12], deflection[12];
    for (int i = 0; i < 12; i++) {
        load[i] = stiffness * between(&random, 0, 1);
        deflection[i] = offset + load[i] / stiffness;
    }
    thud_static_load found;
    ck_assert_int_eq(thud_identify_static(load, deflection, 12, &found, NULL), THUD_OK);
    /* sums of a dozen numbers, rounded to 1e-16 of the largest each, over a spread that may be a third of them */
    assert_relative(found.stiffness.value, stiffness, 1e-13);
    ck_assert_double_eq_tol(found.offset.value, offset, 1e-13);
    ck_assert_double_le(found.stiffness.error, 1e-13 * stiffness);
    /* two readings are a straight line, and nothing tells its error */
    ck_assert_int_eq(thud_identify_static(load, deflection, 2, &found, NULL), THUD_OK);
    assert_relative(found.stiffness.value, (load[1] - load[0]) / (deflection[1] - deflection[0]), 1e-12);
    ck_assert(isnan(found.stiffness.error) && isnan(found.residual));
}
END_TEST

/* mean, spread and errors of an estimate over many records */
typedef struct tally {
    size_t count, outside; /* of three standard errors */
    double sum, squares, errors;
} tally;

static void count_estimate(tally *t, thud_estimate estimate, double truth) {
    double off = estimate.value - truth;
    t->count++;
    t->outside += fabs(off) > 3 * estimate.error;
    t->sum += off;
    t->squares += off * off;
    t->errors += estimate.error * estimate.error;
}

/*
 * With 400 records the spread is known to 1/√800 = 3.5 %, four of which are 14 %; the mean to a twentieth of the
 * spread, four of which are a fifth. Normal errors leave 0.27 % outside of three, one of 400 on average, and more
 * than eight with a probability of 1e-5; Student's distribution of few readings has some more.
 */
static void check_tally(const char *name, const tally *t) {
    double spread = sqrt(t->squares / (double)t->count), error = sqrt(t->errors / (double)t->count);
    ck_assert_msg(fabs(spread / error - 1) < 0.14, "%s: spread %g, error %g", name, spread, error);
    ck_assert_msg(fabs(t->sum / (double)t->count) < 0.2 * spread, "%s: off by %g of its spread", name,
                  t->sum / (double)t->count / spread);
    ck_assert_msg(t->outside <= 8, "%s: %zu of %zu lie outside of three errors", name, t->outside, t->count);
}

START_TEST(loads_with_noise) {
    thud_random random = thud_random_seed(7);
    tally stiffness = {0}, offset = {0};
    for (int trial = 0; trial < 400; trial++) {
        double load[40], deflection[40];
        for (int i = 0; i < 40; i++) {
            load[i] = 0.5 * i;
            deflection[i] = 1e-4 + load[i] / 865 + 2e-4 * thud_random_normal(&random);
        }
        thud_static_load found;
        ck_assert_int_eq(thud_identify_static(load, deflection, 40, &found, NULL), THUD_OK);
        count_estimate(&stiffness, found.stiffness, 865);
        count_estimate(&offset, found.offset, 1e-4);
    }
    check_tally("stiffness", &stiffness);
    check_tally("offset", &offset);
}
END_TEST

START_TEST(loads_that_tell_nothing) {
    const double load[] = {1, 2, 3}, same[] = {2, 2, 2}, deflection[] = {0.1, 0.2, 0.3}, back[] = {0.3, 0.2, 0.1};
    const double hole[] = {0.1, NAN, 0.3};
    thud_static_load found;
    thud_error error;
    ck_assert_int_eq(thud_identify_static(load, deflection, 1, &found, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "one reading"));
    ck_assert_int_eq(thud_identify_static(same, deflection, 3, &found, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "one load"));
    ck_assert_int_eq(thud_identify_static(load, back, 3, &found, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "direction"));
    ck_assert_int_eq(thud_identify_static(load, hole, 3, &found, &error), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_identify_static(hole, load, 3, &found, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "load test has no numbers in it");
}
END_TEST

/* ---- Transfer function ---- */

enum { LINES = 400 };

typedef struct structure {
    double mass, stiffness, damping;
} structure;

typedef struct sweep {
    double frequency[LINES], real[LINES], imaginary[LINES];
} sweep;

static double frequency_of(const structure *s) { return sqrt(s->stiffness / s->mass) / (2 * PI); }
static double ratio_of(const structure *s) { return s->damping / (2 * sqrt(s->stiffness * s->mass)); }

static structure random_structure(thud_random *random) {
    structure s = {pow(10, between(random, -2, 6)), pow(10, between(random, 1, 9)), 0};
    s.damping = 2 * pow(10, between(random, -3, -0.7)) * sqrt(s.stiffness * s.mass);
    return s;
}

/* lines over a band of some bandwidths on both sides of the resonance; from 1/(K − Mω² + iωC), by hand */
static void fill(sweep *w, const structure *s, thud_transfer_kind kind) {
    double f = frequency_of(s), half = fmin(6 * ratio_of(s), 0.9);
    for (int i = 0; i < LINES; i++) {
        w->frequency[i] = f * (1 - half + 2 * half * i / (LINES - 1.0));
        double omega = 2 * PI * w->frequency[i], a = s->stiffness - s->mass * omega * omega, b = omega * s->damping;
        double re = a / (a * a + b * b), im = -b / (a * a + b * b); /* receptance */
        double square = omega * omega, m = s->mass;
        w->real[i] = kind == THUD_TRANSFER_RECEPTANCE    ? re
                     : kind == THUD_TRANSFER_MOBILITY    ? -omega * im
                     : kind == THUD_TRANSFER_ACCELERANCE ? -square * re
                                                         : 1 + m * square * re;
        w->imaginary[i] = kind == THUD_TRANSFER_RECEPTANCE    ? im
                          : kind == THUD_TRANSFER_MOBILITY    ? omega * re
                          : kind == THUD_TRANSFER_ACCELERANCE ? -square * im
                                                              : m * square * im;
    }
}

static thud_resonance found_in(const sweep *w, thud_transfer_kind kind) {
    thud_transfer transfer = {kind, w->frequency, w->real, w->imaginary, LINES};
    thud_resonance r;
    thud_error error = {0};
    ck_assert_msg(thud_identify_transfer(&transfer, &r, &error) == THUD_OK, "%s", error.text);
    return r;
}

START_TEST(transfer_without_noise) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    structure s = random_structure(&random);
    thud_transfer_kind kind = (thud_transfer_kind)(_i % 4);
    sweep w;
    fill(&w, &s, kind);
    thud_resonance r = found_in(&w, kind);
    /*
     * K − Mω² cancels all but 2ζ of itself, and is rounded to 1e-16 of K: 1e-16/ζ of Y, 1e-13 at the least damping
     * here, for each of a hundred lines and more. 1e-10 has a hundredfold room for the solution of the normal
     * equations.
     */
    assert_relative(r.circle.frequency.value, frequency_of(&s), 1e-10);
    assert_relative(r.circle.damping_ratio.value, ratio_of(&s), 1e-10);
    assert_relative(r.half_power.frequency.value, frequency_of(&s), 1e-10);
    assert_relative(r.half_power.damping_ratio.value, ratio_of(&s), 1e-10);
    if (kind == THUD_TRANSFER_TRANSMISSIBILITY) {
        ck_assert(isnan(r.mass.value) && isnan(r.stiffness.value) && isnan(r.damping.value));
        return;
    }
    assert_relative(r.mass.value, s.mass, 1e-10);
    assert_relative(r.stiffness.value, s.stiffness, 1e-10);
    assert_relative(r.damping.value, s.damping, 1e-10);
}
END_TEST

/* the place between two frequencies where |Y|² is half of (1/C)², by halving; none of it is in the library */
static double half_power_point(const structure *s, double inside, double outside) {
    for (int i = 0; i < 200; i++) {
        double f = 0.5 * (inside + outside), omega = 2 * PI * f, x = s->mass * omega - s->stiffness / omega;
        if (x * x > s->damping * s->damping) outside = f;
        else inside = f;
    }
    return inside;
}

START_TEST(half_power_points) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    structure s = random_structure(&random);
    sweep w;
    fill(&w, &s, THUD_TRANSFER_RECEPTANCE);
    thud_mode mode = found_in(&w, THUD_TRANSFER_RECEPTANCE).half_power;
    double f = frequency_of(&s), low = half_power_point(&s, f, 0.01 * f), high = half_power_point(&s, f, 100 * f);
    /* as above; the bandwidth is a difference of two frequencies, which loses 1e-16/ζ */
    assert_relative(mode.frequency.value, sqrt(low * high), 1e-10);
    assert_relative(2 * mode.damping_ratio.value * mode.frequency.value, high - low, 1e-10);
}
END_TEST

/* what other modes leave is a constant in the circle's model: it moves the circle and nothing else */
START_TEST(circle_that_is_displaced) {
    structure s = {1.35, 865, 1.092};
    sweep w;
    fill(&w, &s, THUD_TRANSFER_MOBILITY);
    for (int i = 0; i < LINES; i++) {
        w.real[i] += 0.1 / s.damping;
        w.imaginary[i] -= 0.15 / s.damping;
    }
    thud_resonance r = found_in(&w, THUD_TRANSFER_MOBILITY);
    assert_relative(r.circle.frequency.value, frequency_of(&s), 1e-10);
    assert_relative(r.circle.damping_ratio.value, ratio_of(&s), 1e-10);
    assert_relative(r.damping.value, s.damping, 1e-10);
    /* magnitudes know nothing of it */
    ck_assert_double_gt(fabs(r.half_power.damping_ratio.value / ratio_of(&s) - 1), 0.01);
}
END_TEST

START_TEST(transfer_with_noise) {
    structure s = {1.35, 865, 1.092};
    thud_random random = thud_random_seed((uint64_t)_i + 11);
    thud_transfer_kind kind = (thud_transfer_kind)_i;
    tally f = {0}, z = {0}, k = {0}, c = {0}, m = {0}, by_power_f = {0}, by_power_z = {0};
    sweep clean;
    fill(&clean, &s, kind);
    double size = 0;
    for (int i = 0; i < LINES; i++) size = fmax(size, hypot(clean.real[i], clean.imaginary[i]));
    for (int trial = 0; trial < 400; trial++) {
        sweep w = clean;
        for (int i = 0; i < LINES; i++) {
            w.real[i] += 0.01 * size * thud_random_normal(&random);
            w.imaginary[i] += 0.01 * size * thud_random_normal(&random);
        }
        thud_resonance r = found_in(&w, kind);
        count_estimate(&f, r.circle.frequency, frequency_of(&s));
        count_estimate(&z, r.circle.damping_ratio, ratio_of(&s));
        count_estimate(&by_power_f, r.half_power.frequency, frequency_of(&s));
        count_estimate(&by_power_z, r.half_power.damping_ratio, ratio_of(&s));
        if (kind == THUD_TRANSFER_TRANSMISSIBILITY) continue;
        count_estimate(&k, r.stiffness, s.stiffness);
        count_estimate(&c, r.damping, s.damping);
        count_estimate(&m, r.mass, s.mass);
    }
    check_tally("frequency", &f);
    check_tally("damping ratio", &z);
    check_tally("frequency by half-power", &by_power_f);
    check_tally("damping ratio by half-power", &by_power_z);
    if (kind == THUD_TRANSFER_TRANSMISSIBILITY) return;
    check_tally("stiffness", &k);
    check_tally("damping", &c);
    check_tally("mass", &m);
}
END_TEST

/* lines from one half-power point to the other and somewhat beyond are all there are: none is as low as three
 * tenths of the peak, and all are taken */
START_TEST(narrow_band) {
    structure s = {1.35, 865, 1.092};
    double f = frequency_of(&s);
    sweep w;
    for (int i = 0; i < LINES; i++) {
        w.frequency[i] = f * (1 + 1.5 * ratio_of(&s) * (2.0 * i / (LINES - 1) - 1));
        double omega = 2 * PI * w.frequency[i], a = s.stiffness - s.mass * omega * omega, b = omega * s.damping;
        w.real[i] = a / (a * a + b * b);
        w.imaginary[i] = -b / (a * a + b * b);
    }
    thud_resonance r = found_in(&w, THUD_TRANSFER_RECEPTANCE);
    ck_assert_uint_eq(r.circle.points, LINES);
    assert_relative(r.circle.frequency.value, f, 1e-10); /* as of wider bands */
    assert_relative(r.circle.damping_ratio.value, ratio_of(&s), 1e-9);
    assert_relative(r.half_power.damping_ratio.value, ratio_of(&s), 1e-10);
}
END_TEST

/* nothing but noise: refused in words, or a resonance within the band that explains less than it leaves */
START_TEST(noise_alone) {
    int refused = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        thud_random random = thud_random_seed(seed);
        sweep w;
        for (int i = 0; i < LINES; i++) {
            w.frequency[i] = 1 + 0.01 * i;
            double envelope = exp(-pow((i - 200) / between(&random, 2, 40), 2)) + 0.01;
            w.real[i] = envelope * thud_random_normal(&random);
            w.imaginary[i] = envelope * thud_random_normal(&random);
        }
        thud_transfer t = {(thud_transfer_kind)(seed % 4), w.frequency, w.real, w.imaginary, LINES};
        thud_resonance r = {.diameter = -7};
        thud_error error = {0};
        if (thud_identify_transfer(&t, &r, &error) == THUD_OK) {
            ck_assert(r.circle.frequency.value > 0 && r.circle.damping_ratio.value > 0 && r.diameter > 0);
            ck_assert(r.half_power.frequency.value > 0 && r.half_power.damping_ratio.value > 0);
            ck_assert(isfinite(r.residual) && r.circle.damping_ratio.error > 0);
            continue;
        }
        refused++;
        ck_assert_str_ne(error.text, "");
        ck_assert(r.diameter == -7);
    }
    ck_assert_int_gt(refused, 100);
}
END_TEST

START_TEST(transfer_that_tells_nothing) {
    structure s = {1.35, 865, 1.092};
    sweep w;
    thud_resonance r;
    thud_error error;
    fill(&w, &s, THUD_TRANSFER_RECEPTANCE);
    thud_transfer t = {THUD_TRANSFER_RECEPTANCE, w.frequency, w.real, w.imaginary, 5};
    ck_assert_int_eq(thud_identify_transfer(&t, &r, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "six lines"));
    t.count = LINES / 2; /* the lower flank alone */
    ck_assert_int_eq(thud_identify_transfer(&t, &r, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "both sides"));
    t.frequency += LINES / 2; /* and the upper */
    t.real += LINES / 2;
    t.imaginary += LINES / 2;
    ck_assert_int_eq(thud_identify_transfer(&t, &r, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "both sides"));
    t = (thud_transfer){(thud_transfer_kind)4, w.frequency, w.real, w.imaginary, LINES};
    ck_assert_int_eq(thud_identify_transfer(&t, &r, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "unknown kind of response"));
    t.response = THUD_TRANSFER_RECEPTANCE;
    double *const numbers[] = {w.frequency, w.real, w.imaginary, w.frequency};
    const double wrong[] = {INFINITY, NAN, INFINITY, w.frequency[LINES - 2]};
    for (int i = 0; i < 4; i++) {
        double before = numbers[i][LINES - 1];
        numbers[i][LINES - 1] = wrong[i];
        ck_assert_int_eq(thud_identify_transfer(&t, &r, &error), THUD_ERROR_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.text, "needs increasing frequencies above zero, and a number for each"));
        numbers[i][LINES - 1] = before;
    }
    for (int i = 0; i < 3; i++) {
        thud_transfer without = t;
        if (i == 0) without.frequency = NULL;
        if (i == 1) without.real = NULL;
        if (i == 2) without.imaginary = NULL;
        ck_assert_int_eq(thud_identify_transfer(&without, &r, &error), THUD_ERROR_ARGUMENT);
    }
    /* three lines across the resonance */
    sweep coarse;
    t = (thud_transfer){THUD_TRANSFER_RECEPTANCE, coarse.frequency, coarse.real, coarse.imaginary, 0};
    for (int i = 4; i < LINES; i += 50, t.count++) {
        coarse.frequency[t.count] = w.frequency[i];
        coarse.real[t.count] = w.real[i];
        coarse.imaginary[t.count] = w.imaginary[i];
    }
    ck_assert_int_eq(thud_identify_transfer(&t, &r, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "fewer than six lines in its resonance"));
}
END_TEST

/* ---- Files ---- */

static thud_status parse(const char *text, thud_measurement **m, thud_error *error) {
    return thud_measurement_parse(text, strlen(text), THUD_MEASUREMENT_ANY, m, error);
}

START_TEST(files) {
    thud_measurement *m = NULL;
    thud_error error = {0};
    ck_assert_int_eq(parse("load [kN],deflection [mm]\n1,2\n3,4\n", &m, &error), THUD_OK);
    ck_assert(m->kind == THUD_MEASUREMENT_STATIC && m->count == 2 && !m->time);
    ck_assert(m->value[1] == 3000 && m->second[1] == 0.004);
    thud_measurement_free(m);
    ck_assert_int_eq(parse("frequency [Hz],magnitude [mm/N],phase [deg]\n1,2,90\n3,4,180\n", &m, &error), THUD_OK);
    ck_assert(m->kind == THUD_MEASUREMENT_TRANSFER && m->response == THUD_TRANSFER_RECEPTANCE && m->time[1] == 3);
    ck_assert_double_eq_tol(m->second[0], 0.002, 1e-18); /* one rounding each of degrees, sine and millimetres */
    ck_assert_double_eq_tol(m->value[1], -0.004, 1e-18);
    thud_measurement_free(m);
    ck_assert_int_eq(parse("freq [Hz],re [m/s/N],im [m/s/N]\n1,2,3\n", &m, &error), THUD_OK);
    ck_assert(m->response == THUD_TRANSFER_MOBILITY && m->value[0] == 2 && m->second[0] == 3);
    thud_measurement_free(m);
    ck_assert_int_eq(parse("freq [Hz],re [m/s^2/N],im [m/s^2/N]\n1,2,3\n", &m, &error), THUD_OK);
    ck_assert(m->response == THUD_TRANSFER_ACCELERANCE);
    thud_measurement_free(m);
    ck_assert_int_eq(parse("freq [Hz],re [-],im [-]\n1,2,3\n", &m, &error), THUD_OK);
    ck_assert(m->response == THUD_TRANSFER_TRANSMISSIBILITY);
    thud_measurement_free(m);
    /* nothing is assumed */
    ck_assert_int_ne(parse("freq [Hz],re,im\n1,2,3\n", &m, &error), THUD_OK);
    ck_assert_ptr_nonnull(strstr(error.text, "the unit of the column decides the quantity"));
    ck_assert_int_ne(parse("freq [Hz],magnitude [m/N],phase\n1,2,3\n", &m, &error), THUD_OK);
    ck_assert_ptr_nonnull(strstr(error.text, "[deg] or [rad]"));
    ck_assert_int_ne(parse("freq [Hz],re [m/N]\n1,2\n", &m, &error), THUD_OK);
    ck_assert_ptr_nonnull(strstr(error.text, "no column 'imaginary'"));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("structure");
    tcase_add_loop_test(tests, loads_without_noise, 0, 100);
    tcase_add_test(tests, loads_with_noise);
    tcase_add_test(tests, loads_that_tell_nothing);
    tcase_add_loop_test(tests, transfer_without_noise, 0, 200);
    tcase_add_loop_test(tests, half_power_points, 0, 100);
    tcase_add_test(tests, circle_that_is_displaced);
    tcase_add_loop_test(tests, transfer_with_noise, 0, 4);
    tcase_add_test(tests, narrow_band);
    tcase_add_test(tests, noise_alone);
    tcase_add_test(tests, transfer_that_tells_nothing);
    tcase_add_test(tests, files);
    return run_suite("identification of a structure", tests);
}
