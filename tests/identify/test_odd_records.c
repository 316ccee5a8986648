/*
 * Records that no laboratory would keep: other shapes than a contact has, a handful of readings, readings that are
 * saturated from the first on, sizes beyond all numbers. A fit of them is refused in words, or leaves the residual
 * that it says.
 */
#include <pthread.h>
#include <string.h>

#include "cases.h"
#include "suite.h"

enum { MOST = 1200 };

typedef struct readings {
    size_t count;
    double time[MOST], force[MOST];
} readings;

static double between(thud_random *random, double from, double to) {
    return from + (to - from) * thud_random_uniform(random);
}

/* courses over 0 … 1 that no law has */
static double course(int kind, double x) {
    switch (kind) {
    case 0: return 1;                            /* a box */
    case 1: return x;                            /* a saw, the steep side last */
    case 2: return 1 - x;                        /* and first */
    case 3: return fmin(4 * x, 1) * exp(-3 * x); /* a tail */
    case 4: return fabs(sin(2 * acos(-1) * x));  /* two lobes */
    case 5: return 4 * x * (1 - x);              /* a parabola */
    case 6: return exp(-200 * pow(x - 0.5, 2));  /* a needle with feet */
    default: return 0.05 + 0.95 * (x > 0.7);     /* a step */
    }
}

static readings odd_record(int kind, thud_random *random) {
    readings r = {.count = 6 + (size_t)pow(10, between(random, 0.3, 3))};
    double rest = thud_random_uniform(random) < 0.3 ? 0 : between(random, 0, 0.4);
    double noise = thud_random_uniform(random) < 0.3 ? 0 : pow(10, between(random, -4, -0.8));
    double offset = between(random, -2, 2),
           clip = thud_random_uniform(random) < 0.3 ? between(random, 0.2, 0.9) : 10;
    for (size_t i = 0; i < r.count; i++) {
        double x = ((double)i + 0.5) / (double)r.count, inside = (x - rest) / (1 - 2 * rest);
        r.time[i] = 3 + 1e-3 * x;
        r.force[i] = inside > 0 && inside < 1 ? course(kind, inside) : 0;
        r.force[i] = 40 * (offset + fmin(r.force[i] + noise * thud_random_normal(random), clip));
    }
    return r;
}

/* finite numbers, errors that are none below zero, and residuals as they are said: those of the samples that are
 * not saturated, so far as none is */
static void check_fit(const thud_force_record *record, const thud_force_fit *fit, const char *law, int seed) {
    const thud_force_impact *impact = &record->impacts[0];
    const thud_estimate estimates[] = {fit->stiffness, fit->damping, fit->exponent,     fit->speed,
                                       fit->begin,     fit->offset,  fit->contact_time, fit->restitution};
    for (size_t i = 0; i < sizeof estimates / sizeof *estimates; i++)
        ck_assert_msg(isfinite(estimates[i].value) && estimates[i].error >= 0 && isfinite(estimates[i].error),
                      "%s, seed %d: estimate %zu is %g ± %g", law, seed, i, estimates[i].value, estimates[i].error);
    ck_assert(fit->stiffness.value > 0 && fit->speed.value > 0 && fit->damping.value >= 0);
    ck_assert(fit->restitution.value >= 0 && fit->restitution.value <= 1);
    ck_assert(fit->r_squared > 0 && fit->r_squared <= 1);
    if (impact->clipped) return;
    size_t count = impact->last - impact->first;
    double forces[MOST], sum = 0;
    ck_assert_int_eq(thud_force_predict(fit, record->time + impact->first, count, forces), THUD_OK);
    for (size_t i = 0; i < count; i++) sum += pow(forces[i] - record->force[impact->first + i], 2);
    /* a law with a cusp or a jump is given by the mean of its posterior, or has an end moved to its side */
    double p = thud_law_damper_exponent(fit->law, fit->exponent.value);
    bool sharp = fit->law->structure->kind == THUD_FORCE_VISCOUS && p < 1;
    double said = fit->residual, left = sqrt(sum / (double)count);
    ck_assert_msg(fabs(left - said) <= (sharp ? 0.5 * said + 1 : 1e-6 * said + 1e-6),
                  "%s, seed %d: leaves %g, says %g", law, seed, left, said);
}

START_TEST(odd) {
    static const char *const laws[] = {"hertz", "flores",          "kelvin-voigt",
                                       "tsuji", "valles-reinhorn", "jankowski-2006"};
    int fitted = 0, refused = 0;
    for (int seed = 1; seed <= (LABORATORY_SLOW ? 3 : 20); seed++) {
        thud_random random = thud_random_seed((uint64_t)(100 * seed + _i));
        readings r = odd_record(_i, &random);
        thud_force_record *record;
        thud_error error = {0};
        if (thud_force_record_create(r.time, r.force, r.count, &record, &error) != THUD_OK) {
            ck_assert_str_ne(error.text, "");
            refused++;
            continue;
        }
        thud_force_options o = thud_force_options_default(thud_law_find(laws[seed % 6]), 0.5);
        if (seed % 4 == 0) o.speed = between(&random, 0.001, 1);
        if (seed % 3 == 0) o.separation = THUD_SEPARATION_RETURN;
        thud_force_fit fit;
        thud_status status = thud_identify_force(record, 0, &o, &fit, &error);
        if (status == THUD_OK) check_fit(record, &fit, laws[seed % 6], seed);
        else ck_assert_ptr_nonnull(strstr(error.text, "do not determine the parameters of this law"));
        fitted += status == THUD_OK;
        refused += status != THUD_OK;
        thud_force_record_free(record);
    }
    ck_assert(LABORATORY_SLOW || fitted > 0);
    ck_assert(LABORATORY_SLOW || fitted + refused == 20);
}
END_TEST

/* twelve readings and nothing before or after: there is no offset to fit, and exact data come back. What is left is
 * the dense output of both sides, 1e-12 of the peak, times a condition of up to 1e4 */
START_TEST(handful) {
    static const char *const laws[] = {"hertz", "flores", "kelvin-voigt", "valles-reinhorn"};
    static const double exponents[] = {1.5, 1.5, 1, 1};
    enum { COUNT = 12 };
    for (int known = 0; known < 2; known++) {
        thud_impact_options o = thud_impact_options_default(thud_law_find(laws[_i]));
        thud_impact_state states[COUNT + 2];
        thud_impact hit;
        o.exponent = exponents[_i];
        o.restitution = _i == 0 ? 1 : 0.6;
        o.stiffness = 1e6;
        o.mass = 2;
        o.speed = 0.5;
        o.separation = _i == 3 ? THUD_SEPARATION_ZERO_FORCE : THUD_SEPARATION_RETURN;
        o.damping = THUD_DAMPING_EXACT;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_int_eq(thud_impact_sample(&o, COUNT + 2, states), THUD_OK);
        double time[COUNT], force[COUNT];
        for (int i = 0; i < COUNT; i++) time[i] = states[i + 1].time, force[i] = states[i + 1].force;
        thud_force_record *record;
        thud_force_fit fit;
        ck_assert_int_eq(thud_force_record_create(time, force, COUNT, &record, NULL), THUD_OK);
        ck_assert(!record->has_rest && record->offset == 0);
        thud_force_options how = thud_force_options_default(o.law, o.mass);
        how.exponent = o.exponent;
        how.separation = o.separation;
        how.speed = known ? o.speed : 0;
        ck_assert_int_eq(thud_identify_force(record, 0, &how, &fit, NULL), THUD_OK);
        ck_assert(fit.offset.value == 0 && fit.offset.error == 0);
        double limit =
            _i == 2 ? 1e-3 : 1e-7; /* where the contact jumps its ends lie between no samples: see test_fit */
        assert_relative(fit.stiffness.value, 1e6, limit);
        assert_relative(fit.restitution.value, hit.restitution, limit);
        assert_relative(fit.speed.value, o.speed, limit);
        thud_force_record_free(record);
    }
}
END_TEST

/* as many readings as parameters determine nothing, and what is said names the samples */
START_TEST(too_few) {
    const double time[] = {0, 1, 2, 3, 4}, force[] = {3, 5, 6, 5.5, 4};
    thud_force_record *record;
    thud_force_fit fit;
    thud_error error;
    ck_assert_int_eq(thud_force_record_create(time, force, 5, &record, NULL), THUD_OK);
    thud_force_options o = thud_force_options_default(thud_law_find("flores"), 1);
    ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, &error), THUD_ERROR_ACCURACY);
    ck_assert_str_eq(error.text, "the samples do not determine the parameters of this law");
    /* one that jumps with n = 1 has one parameter less there, and nothing is known of n */
    o.law = thud_law_find("tsuji");
    ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, &error), THUD_OK);
    ck_assert(fit.exponent_at_limit && fit.exponent.value == 1 && fit.exponent.error == 0);
    thud_force_record_free(record);
}
END_TEST

/* a gauge that is at its end from the first reading on, or to the last: what is left is fitted */
START_TEST(saturated_at_an_end) {
    for (int last = 0; last < 2; last++) {
        laboratory l = laboratory_open("hertz", 1, THUD_SEPARATION_RETURN, 1.5, 100);
        double time[60], force[60];
        size_t half = (l.states - 1) / 2;
        for (size_t i = 0; i < 60; i++) {
            /* from the middle of the contact to some rest, and the same backwards */
            size_t at = half + i * LABORATORY_FINE;
            size_t to = last ? 59 - i : i;
            time[to] = (last ? -1.0 : 1.0) * (double)i * LABORATORY_FINE * l.course[1].time;
            force[to] = at < l.states ? fmin(l.course[at].force, 0.9 * l.hit.max_force) : 0;
        }
        thud_force_record *record;
        thud_force_fit fit;
        ck_assert_int_eq(thud_force_record_create(time, force, 60, &record, NULL), THUD_OK);
        ck_assert(record->clip == 0.9 * l.hit.max_force && record->impacts[0].clipped > 10);
        thud_force_options o = thud_force_options_default(l.options.law, l.options.mass);
        o.exponent = 1.5;
        ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, NULL), THUD_OK);
        assert_relative(fit.stiffness.value, l.options.stiffness, 1e-6);
        assert_relative(fit.contact_time.value, l.hit.contact_time, 1e-6);
        thud_force_record_free(record);
        laboratory_close(&l);
    }
}
END_TEST

/* k goes with T^(−2n): of contacts of 1e-150 s it is no number */
START_TEST(beyond_numbers) {
    double time[40], force[40];
    for (int i = 0; i < 40; i++) {
        time[i] = 1e-150 * i;
        force[i] = i > 10 && i < 30 ? sin(acos(-1) * (i - 10) / 20) : 0;
    }
    thud_force_record *record;
    thud_force_fit fit = {.samples = 7};
    thud_error error;
    ck_assert_int_eq(thud_force_record_create(time, force, 40, &record, NULL), THUD_OK);
    thud_force_options o = thud_force_options_default(thud_law_find("hertz"), 1);
    o.exponent = 2;
    ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, &error), THUD_ERROR_OVERFLOW);
    ck_assert(fit.samples == 7 && strstr(error.text, "the samples") != NULL);
    thud_force_record_free(record);
}
END_TEST

/* the force, and the penetration, that a fit of each kind of law stands for */
START_TEST(predicted) {
    static const char *const laws[] = {"hertz", "flores", "kelvin-voigt", "valles-reinhorn"};
    static const double exponents[] = {1.5, 1.5, 1, 1};
    thud_separation end = _i == 3 ? THUD_SEPARATION_ZERO_FORCE : THUD_SEPARATION_RETURN;
    laboratory l = laboratory_open(laws[_i], _i == 0 ? 1 : 0.6, end, exponents[_i], 100);
    enum { EVERY = 32, REST = 40 };
    size_t inside = (l.states - 1) / EVERY, count = inside + 2 * REST;
    double *time = malloc(4 * count * sizeof *time), *force = time + count, *depth = force + count,
           *again = depth + count;
    for (size_t i = 0; i < count; i++) {
        size_t at = i < REST ? 0 : i - REST < inside ? i - REST : inside;
        time[i] = ((double)i - REST) * EVERY * l.course[1].time;
        force[i] = at > 0 && at < inside ? l.course[EVERY * at].force : 0;
        depth[i] = 0.7 * l.course[EVERY * at].penetration - 0.01; /* a set stays */
    }
    thud_force_record *record;
    thud_force_fit fit;
    thud_estimate ratio;
    ck_assert_int_eq(thud_force_record_create(time, force, count, &record, NULL), THUD_OK);
    thud_force_options o = thud_force_options_default(l.options.law, l.options.mass);
    o.exponent = exponents[_i];
    o.separation = end;
    ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, NULL), THUD_OK);
    ck_assert_int_eq(thud_force_predict(&fit, time, count, again), THUD_OK);
    ck_assert_int_eq(thud_force_predict(&fit, time, 0, again), THUD_OK);
    for (size_t i = REST + 2; i + REST + 2 < count;
         i++) /* but for the samples on the edges of a contact that jumps */
        ck_assert_double_eq_tol(again[i], force[i], (_i == 2 ? 2e-2 : 1e-6) * l.hit.max_force);
    ck_assert_int_eq(thud_force_penetration_ratio(record, 0, depth, &fit, &ratio), THUD_OK);
    assert_relative(ratio.value, 0.7, _i == 2 ? 2e-2 : 1e-5);
    /* of a penetration that nothing is known of in the contact there is no ratio */
    thud_force_fit later = fit;
    later.begin.value += 100;
    ck_assert_int_eq(thud_force_penetration_ratio(record, 0, depth, &later, &ratio), THUD_ERROR_ACCURACY);
    ck_assert_int_eq(thud_force_penetration_ratio(record, 1, depth, &fit, &ratio), THUD_ERROR_ARGUMENT);
    thud_force_record_free(record);
    free(time);
    laboratory_close(&l);
}
END_TEST

/* ---- several at a time ---- */

enum { THREADS = 4, FITS = 6 };
static recording shared_recordings[FITS];
static laboratory shared_laboratory;

static void *fit_all(void *context) {
    thud_force_fit *fits = context;
    for (int i = 0; i < FITS; i++)
        if (!fit_recording(&shared_laboratory, &shared_recordings[i], 1.5, &fits[i])) return NULL;
    return context;
}

/* searches in several threads come to the same bits */
START_TEST(threads) {
    thud_force_fit alone[FITS], together[THREADS][FITS];
    pthread_t ids[THREADS];
    shared_laboratory = laboratory_open("flores", 0.6, THUD_SEPARATION_RETURN, 1.5, 200);
    for (int i = 0; i < FITS; i++)
        shared_recordings[i] = laboratory_record(&shared_laboratory, 0.01, 3, (uint64_t)i + 1);
    memset(alone, 0, sizeof alone);
    memset(together, 0, sizeof together);
    ck_assert_ptr_nonnull(fit_all(alone));
    for (int i = 0; i < THREADS; i++) ck_assert_int_eq(pthread_create(&ids[i], NULL, fit_all, together[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        void *done;
        ck_assert_int_eq(pthread_join(ids[i], &done), 0);
        ck_assert_ptr_nonnull(done);
        for (int k = 0; k < FITS; k++)
            ck_assert(together[i][k].stiffness.value == alone[k].stiffness.value &&
                      together[i][k].damping.error == alone[k].damping.error);
    }
    for (int i = 0; i < FITS; i++) recording_free(&shared_recordings[i]);
    laboratory_close(&shared_laboratory);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("odd_records");
    tcase_add_loop_test(tests, odd, 0, 8);
    tcase_add_loop_test(tests, handful, 0, 4);
    tcase_add_test(tests, too_few);
    tcase_add_test(tests, saturated_at_an_end);
    tcase_add_test(tests, beyond_numbers);
    tcase_add_loop_test(tests, predicted, 0, 4);
    tcase_add_test(tests, threads);
    return run_suite("identify_odd_records", tests);
}
