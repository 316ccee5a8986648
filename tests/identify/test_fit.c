/* Force histories with known parameters: whether estimates are where they should be. */
#include "cases.h"
#include "suite.h"

static thud_force_fit fit_of(const laboratory *l, const recording *r, double n) {
    thud_force_fit fit;
    ck_assert(fit_recording(l, r, n, &fit));
    return fit;
}

/* without noise the parameters come back: what remains is the dense output of one side against that of the other,
 * some 1e-12 of the peak, times a condition of up to 1e3 */
START_TEST(exact_data) {
    static const size_t points[] = {20, 200, 2000};
    for (int i = 0; i < (LABORATORY_SLOW ? 1 : 3); i++) {
        laboratory l = laboratory_open(CASES[_i].law, CASES[_i].e, CASES[_i].separation, CASES[_i].n, points[i]);
        recording r = laboratory_record(&l, 0, 3, 7);
        thud_force_fit fit = fit_of(&l, &r, CASES[_i].n);
        double truth[QUANTITIES];
        truth_of(&l, truth);
        assert_relative(fit.stiffness.value, truth[0], 1e-9);
        /* of little damping, with n fitted, less is known */
        double little = truth[4] > 0.85 && isnan(CASES[_i].n) ? 2 : 1;
        if (truth[1] > 0) assert_relative(fit.damping.value, truth[1], little * 1e-9);
        assert_relative(fit.exponent.value, truth[2], 1e-9);
        assert_relative(fit.speed.value, truth[3], 1e-9);
        assert_relative(fit.restitution.value, truth[4], 1e-9);
        assert_relative(fit.offset.value, 3, 1e-8);
        ck_assert_double_eq_tol(fit.begin.value, 0.1, 1e-9 * l.hit.contact_time + 1e-16);
        ck_assert(fit.r_squared > 1 - 1e-15);
        recording_free(&r);
        laboratory_close(&l);
    }
}
END_TEST

/*
 * Records with another valley than the right one, where searches have ended: with much damping and a sum of squares
 * up to half as large again, with the first sample of the contact left out, and with no damping. The estimates are
 * within five standard errors; in the other valleys they are 10 to 100 off.
 */
START_TEST(other_valleys) {
    static const struct {
        const char *law;
        double e;
        size_t points;
        double noise;
        uint64_t seeds[4];
    } records[] = {
        {"flores", 0.5, 200, 0.01, {1606, 1617, 2650, 2688}},
        {"jankowski-2006", 0.5, 20, 0.05, {38, 97, 127, 1}},
        {"tsuji", 0.9, 200, 0.01, {16, 31, 47, 63}},
    };
    laboratory l = laboratory_open(records[_i].law, records[_i].e, THUD_SEPARATION_RETURN, 1.5, records[_i].points);
    for (int i = 0; i < 4; i++) {
        recording r = laboratory_record(&l, records[_i].noise, 3, records[_i].seeds[i]);
        thud_force_fit fit = fit_of(&l, &r, 1.5);
        ck_assert_double_eq_tol(fit.stiffness.value, l.options.stiffness, 5 * fit.stiffness.error);
        ck_assert_double_eq_tol(fit.damping.value, l.hit.damping, 5 * fit.damping.error);
        ck_assert_double_eq_tol(fit.speed.value, l.options.speed, 5 * fit.speed.error);
        ck_assert_double_lt(fit.speed.error, 0.1 * l.options.speed);
        recording_free(&r);
    }
    laboratory_close(&l);
}
END_TEST

/*
 * Every kind of contact with noise, once or twice: each estimate within six standard errors of the truth, and all
 * together as far away as they say, mean squares of 1. Those of a record go together, which leaves as many
 * independent ones as there are records, N, and each of the means within four of its deviations, √(2/N), of 1; the
 * 20 % by which errors may be too large (test_statistics.c) leave 0.69 of it. Thousands of records are tried there.
 */
START_TEST(noisy_data) {
    double squares = 0;
    int records = 0, count = 0, tried = 0;
    for (int k = 0; k < CASE_COUNT; k += LABORATORY_SLOW ? 8 : 1) {
        laboratory l = laboratory_open(CASES[k].law, CASES[k].e, CASES[k].separation, CASES[k].n, CASES[k].points);
        double truth[QUANTITIES];
        truth_of(&l, truth);
        for (uint64_t seed = 1001; seed <= (LABORATORY_SLOW || CASES[k].points > 200 ? 1001 : 1002); seed++) {
            recording r = laboratory_record(&l, CASES[k].noise, 3, seed);
            thud_force_fit fit;
            tried++;
            bool fitted = fit_recording(&l, &r, CASES[k].n, &fit);
            recording_free(&r);
            if (!fitted) continue;
            records++;
            thud_estimate found[] = {fit.stiffness, fit.damping, fit.exponent, fit.speed, fit.restitution};
            /* where the force begins with a cusp, which tells the damping by itself, c is known to some ten
             * noise/√points, and five times that is allowed */
            bool cusp = l.options.law->structure->kind == THUD_FORCE_VISCOUS && fit.exponent.value > 1 &&
                        thud_law_damper_exponent(l.options.law, fit.exponent.value) < 1;
            if (cusp && !isnan(CASES[k].n) && CASES[k].e <= 0.7)
                ck_assert_double_lt(fit.damping.error,
                                    50 * CASES[k].noise / sqrt((double)CASES[k].points) * truth[1]);
            for (int i = isnan(CASES[k].n) ? 2 : 0; i < QUANTITIES; i++) {
                double off = (found[i].value - truth[i]) / found[i].error;
                if (!(found[i].error > 0)) continue;
                ck_assert_msg(fabs(off) < 6,
                              "%s, e = %g, n = %g, %zu points, noise %g, seed %d: quantity %d is off by %g errors",
                              CASES[k].law, CASES[k].e, CASES[k].n, CASES[k].points, CASES[k].noise, (int)seed, i,
                              off);
                squares += off * off;
                count++;
            }
        }
        laboratory_close(&l);
    }
    double mean = squares / count, chance = 4 * sqrt(2.0 / records);
    ck_assert_int_ge(10 * records, 9 * tried);
    ck_assert_msg(mean > 0.69 - chance && mean < 1 + chance, "a mean square of %g in %d records", mean, records);
}
END_TEST

/* forces that begin with a cusp, whose estimates are means over what is likely, with noise of 1e-4: as near and as
 * well known as above */
START_TEST(little_noise) {
    static const char *const laws[] = {"tsuji", "kuwabara-kono"};
    for (int k = 0; k < 2; k++) {
        laboratory l = laboratory_open(laws[k], 0.5, THUD_SEPARATION_RETURN, 1.5, 50);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            recording r = laboratory_record(&l, 1e-4, 3, seed);
            thud_force_fit fit = fit_of(&l, &r, 1.5);
            ck_assert_double_lt(fit.damping.error, 50 * 1e-4 / sqrt(50) * l.hit.damping);
            ck_assert_double_lt(fit.contact_time.error, 50 * 1e-4 / sqrt(50) * l.hit.contact_time);
            ck_assert_double_eq_tol(fit.damping.value, l.hit.damping, 6 * fit.damping.error);
            ck_assert_double_eq_tol(fit.stiffness.value, l.options.stiffness, 6 * fit.stiffness.error);
            recording_free(&r);
        }
        laboratory_close(&l);
    }
}
END_TEST

/* a gauge that ends at 80 % of the peak: the rest is fitted, and the answer stays unbiased */
START_TEST(clipped) {
    laboratory l = laboratory_open("flores", 0.7, THUD_SEPARATION_RETURN, 1.5, 200);
    recording r = laboratory_record(&l, 0.01, 3, 11);
    for (size_t i = 0; i < r.count; i++) r.force[i] = fmin(r.force[i], 3 + 0.8 * l.hit.max_force);
    thud_force_record *record = recording_open(&r);
    ck_assert_double_eq_tol(record->clip, 3 + 0.8 * l.hit.max_force, 1e-12);
    ck_assert_uint_gt(record->impacts[0].clipped, 20);
    thud_force_record_free(record);
    thud_force_fit fit = fit_of(&l, &r, 1.5);
    ck_assert_double_eq_tol(fit.stiffness.value, l.options.stiffness, 3 * fit.stiffness.error);
    ck_assert_double_eq_tol(fit.damping.value, l.hit.damping, 3 * fit.damping.error);
    ck_assert_double_lt(fit.stiffness.error, 0.1 * l.options.stiffness);
    recording_free(&r);
    laboratory_close(&l);
}
END_TEST

/* a fit leaves the residual that it says: of a law with jumps, too, none of which is on the wrong side of a sample
 */
START_TEST(residual_of_jumps) {
    laboratory l = laboratory_open("kelvin-voigt", 0.7, THUD_SEPARATION_RETURN, 1, 50);
    double *forces = malloc(400 * sizeof *forces);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        recording r = laboratory_record(&l, 0.001, 3, seed);
        ck_assert_uint_le(r.count, 400);
        thud_force_fit fit = fit_of(&l, &r, 1);
        thud_force_record *record = recording_open(&r);
        size_t first = record->impacts[0].first, last = record->impacts[0].last;
        ck_assert_int_eq(thud_force_predict(&fit, r.time + first, last - first, forces), THUD_OK);
        double sum = 0;
        for (size_t i = first; i < last; i++)
            sum += (forces[i - first] - r.force[i]) * (forces[i - first] - r.force[i]);
        /* an end that was moved to its side changes T by a part of its error */
        assert_relative(sqrt(sum / (double)(last - first)), fit.residual, 0.2);
        thud_force_record_free(record);
        recording_free(&r);
    }
    free(forces);
    laboratory_close(&l);
}
END_TEST

/* with K parameters and the variance, n samples and a residual s, both criteria are 2(K + 1) and (K + 1) ln n more
 * than n ln s²; the unit of force is the same for both fits of a record */
START_TEST(information_criteria) {
    laboratory l = laboratory_open("flores", 0.6, THUD_SEPARATION_RETURN, 1.5, 100);
    recording r = laboratory_record(&l, 0.01, 3, 5);
    thud_force_fit fits[2] = {fit_of(&l, &r, 1.5), fit_of(&l, &r, NAN)};
    double n = (double)fits[0].samples, rest[2];
    ck_assert_uint_eq(fits[1].samples, fits[0].samples);
    ck_assert_uint_eq(fits[1].parameters, fits[0].parameters + 1);
    for (int i = 0; i < 2; i++) {
        double known = (double)fits[i].parameters + 1;
        rest[i] = fits[i].aic - 2 * known - n * log(fits[i].residual * fits[i].residual);
        /* sums of some numbers of a thousand */
        ck_assert_double_eq_tol(fits[i].bic - fits[i].aic, known * (log(n) - 2), 1e-11);
    }
    ck_assert_double_eq_tol(rest[0], rest[1], 1e-9);
    recording_free(&r);
    laboratory_close(&l);
}
END_TEST

/* a record that ends with the last reading of a force that jumps there: which side of the end it is on decides, and
 * the noise of ±1 N is all that is left of the residuals */
START_TEST(ends_with_the_contact) {
    enum { CONTACT = 100, REST = 20 };
    thud_impact_options o = thud_impact_options_default(thud_law_find("kelvin-voigt"));
    o.restitution = 0.5;
    o.stiffness = 1e6;
    o.mass = 2;
    o.separation = THUD_SEPARATION_RETURN;
    thud_impact_state states[CONTACT];
    double times[REST + CONTACT], forces[REST + CONTACT];
    ck_assert_int_eq(thud_impact_sample(&o, CONTACT, states), THUD_OK);
    for (int i = 0; i < REST + CONTACT; i++) {
        times[i] = (i - REST) * states[1].time;
        forces[i] = (i < REST ? 0 : states[i - REST].force) + (i % 2 ? 1 : -1);
    }
    thud_force_record *record;
    thud_force_fit fit;
    ck_assert_int_eq(thud_force_record_create(times, forces, REST + CONTACT, &record, NULL), THUD_OK);
    thud_force_options how = thud_force_options_default(o.law, o.mass);
    how.separation = THUD_SEPARATION_RETURN;
    ck_assert_int_eq(thud_identify_force(record, 0, &how, &fit, NULL), THUD_OK);
    /* four or five parameters take no more than 5/120 of the squares */
    ck_assert_double_ge(fit.residual, 0.95);
    ck_assert_double_le(fit.residual, 1.05);
    ck_assert_double_le(fabs(fit.restitution.value - 0.5), 4 * fit.restitution.error);
    ck_assert_double_le(fabs(fit.stiffness.value - 1e6), 4 * fit.stiffness.error);
    thud_force_record_free(record);
}
END_TEST

/*
 * Records that are nothing but a contact whose force jumps at both ends: there is no reading without contact, and
 * all are on the same side of both jumps wherever these are. Starts are a hundredth apart in e; least squares lead
 * on from there to a tenth of that and less. Of laws that jump for n = 1 alone, no search among other n comes to
 * it.
 */
START_TEST(nothing_but_the_contact) {
    static const char *const laws[] = {"kelvin-voigt", "tsuji", "jankowski-2006"};
    enum { MOST = 1200 };
    thud_impact_state states[MOST];
    double times[MOST], forces[MOST];
    for (uint64_t seed = 1; seed <= (LABORATORY_SLOW ? 2 : 40); seed++) {
        thud_random random = thud_random_seed(seed);
        thud_impact_options o = thud_impact_options_default(thud_law_find(laws[_i]));
        size_t count = 60 + (size_t)(thud_random_uniform(&random) * (MOST - 60));
        o.restitution = 0.25 + 0.7 * thud_random_uniform(&random);
        o.exponent = 1;
        o.stiffness = 1e6;
        o.mass = 2;
        o.separation = THUD_SEPARATION_RETURN;
        ck_assert_int_eq(thud_impact_sample(&o, count, states), THUD_OK);
        for (size_t i = 0; i < count; i++) times[i] = states[i].time, forces[i] = states[i].force;
        thud_force_record *record;
        thud_force_fit fit;
        ck_assert_int_eq(thud_force_record_create(times, forces, count, &record, NULL), THUD_OK);
        thud_force_options how = thud_force_options_default(o.law, o.mass);
        how.separation = THUD_SEPARATION_RETURN;
        ck_assert_int_eq(thud_identify_force(record, 0, &how, &fit, NULL), THUD_OK);
        ck_assert_msg(fabs(fit.restitution.value - o.restitution) < 1e-3 && fabs(fit.stiffness.value - 1e6) < 2e3 &&
                          fabs(fit.exponent.value - 1) < 1e-3,
                      "%s, %zu samples, seed %d: e = %g, not %g; k = %g, n = %g", laws[_i], count, (int)seed,
                      fit.restitution.value, o.restitution, fit.stiffness.value, fit.exponent.value);
        thud_force_record_free(record);
    }
}
END_TEST

/* an elastic impact fitted with a damper: none is found, or none that stands out of its error */
START_TEST(no_damping) {
    laboratory l = laboratory_open("hertz", 1, THUD_SEPARATION_RETURN, 1.5, 200);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        recording r = laboratory_record(&l, 0.01, 0, seed);
        thud_force_record *record = recording_open(&r);
        thud_force_options o = thud_force_options_default(thud_law_find("gonthier"), l.options.mass);
        o.exponent = 1.5;
        thud_force_fit fit;
        ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, NULL), THUD_OK);
        ck_assert_double_ge(fit.damping.value, 0);
        ck_assert_double_lt(fit.damping.value, 3.5 * fit.damping.error);
        ck_assert(fit.undamped == (fit.damping.value == 0));
        ck_assert_double_eq_tol(fit.stiffness.value, l.options.stiffness, 3.5 * fit.stiffness.error);
        thud_force_record_free(record);
        recording_free(&r);
    }
    laboratory_close(&l);
}
END_TEST

/* two impacts of one contact at different speeds: the pooled errors are those of independent measurements */
START_TEST(several_impacts) {
    thud_force_fit fits[8], pooled;
    double mismatch, information = 0;
    laboratory l = laboratory_open("flores", 0.7, THUD_SEPARATION_RETURN, 1.5, 100);
    for (uint64_t i = 0; i < 8; i++) {
        recording r = laboratory_record(&l, 0.01, 1, i + 1);
        fits[i] = fit_of(&l, &r, NAN);
        information += 1 / (fits[i].exponent.error * fits[i].exponent.error);
        recording_free(&r);
    }
    ck_assert_int_eq(thud_force_pool(fits, 8, &pooled, &mismatch), THUD_OK);
    ck_assert_double_eq_tol(pooled.stiffness.value, l.options.stiffness, 3 * pooled.stiffness.error);
    ck_assert_double_eq_tol(pooled.damping.value, l.hit.damping, 3 * pooled.damping.error);
    ck_assert_double_eq_tol(pooled.exponent.value, 1.5, 3 * pooled.exponent.error);
    /* n is fitted together with k and c: pooling all three knows it no worse than pooling n alone */
    ck_assert_double_le(pooled.exponent.error, 1.0001 / sqrt(information));
    ck_assert_double_gt(pooled.exponent.error, 0.5 / sqrt(information));
    /* χ²/21 of 21 degrees of freedom: 0.4 to 2 in 99 % of cases */
    ck_assert_double_gt(mismatch, 0.35);
    ck_assert_double_lt(mismatch, 2.1);
    /* one fit alone is itself */
    ck_assert_int_eq(thud_force_pool(fits, 1, &pooled, &mismatch), THUD_OK);
    ck_assert(pooled.stiffness.value == fits[0].stiffness.value && isnan(mismatch));
    /* impacts that do not agree say so */
    fits[0].stiffness.value *= 1.5;
    ck_assert_int_eq(thud_force_pool(fits, 8, &pooled, &mismatch), THUD_OK);
    ck_assert_double_gt(mismatch, 3);
    laboratory_close(&l);
}
END_TEST

/* the force that a fit stands for, against the course of the impact */
START_TEST(predicted) {
    laboratory l = laboratory_open("tsuji", 0.6, THUD_SEPARATION_RETURN, 1.5, 50);
    recording r = laboratory_record(&l, 0, 0, 3);
    thud_force_fit fit = fit_of(&l, &r, 1.5);
    double *forces = malloc(r.count * sizeof *forces);
    ck_assert_int_eq(thud_force_predict(&fit, r.time, r.count, forces), THUD_OK);
    for (size_t i = 0; i < r.count; i++)
        /* next to the cusp an error of 1e-9 in time is worth (1e-9)^(1/4) of the damper */
        ck_assert_double_eq_tol(forces[i], r.force[i], 1e-4 * l.hit.max_force);
    free(forces);
    recording_free(&r);
    laboratory_close(&l);
}
END_TEST

/* a penetration that was measured as well, in another unit and from another zero: of exact data the slope is the
 * unit, to what is left of the fit, 1e-9, in a sum over the contact */
START_TEST(measured_penetration) {
    enum { EVERY = 16, REST = 40 };
    laboratory l = laboratory_open("flores", 0.6, THUD_SEPARATION_RETURN, 1.5, 100);
    size_t inside = (l.states - 1) / EVERY, count = inside + 2 * REST;
    double *time = malloc(3 * count * sizeof *time), *force = time + count, *depth = force + count;
    double step = EVERY * l.course[1].time;
    for (size_t i = 0; i < count; i++) {
        const thud_impact_state *at =
            i < REST ? &l.course[0] : &l.course[EVERY * (i - REST < inside ? i - REST : inside)];
        bool touches = i >= REST && i - REST < inside;
        time[i] = ((double)i - REST) * step;
        force[i] = touches ? at->force : 0;
        depth[i] = 1.3 * (touches ? at->penetration : 0) + 0.002;
    }
    thud_force_record *record;
    thud_force_fit fit;
    thud_estimate ratio;
    ck_assert_int_eq(thud_force_record_create(time, force, count, &record, NULL), THUD_OK);
    thud_force_options o = thud_force_options_default(l.options.law, l.options.mass);
    o.exponent = 1.5;
    ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, NULL), THUD_OK);
    ck_assert_int_eq(thud_force_penetration_ratio(record, 0, depth, &fit, &ratio), THUD_OK);
    assert_relative(ratio.value, 1.3, 1e-7);
    ck_assert_double_lt(ratio.error, 1e-6);
    thud_force_record_free(record);
    free(time);
    laboratory_close(&l);
}
END_TEST

START_TEST(bad_options) {
    laboratory l = laboratory_open("flores", 0.7, THUD_SEPARATION_RETURN, 1.5, 50);
    recording r = laboratory_record(&l, 0, 0, 3);
    thud_force_record *record = recording_open(&r);
    thud_force_fit fit;
    thud_error error;
    thud_force_options o = thud_force_options_default(l.options.law, 0.5);
    ck_assert_int_eq(thud_identify_force(record, 1, &o, &fit, &error), THUD_ERROR_ARGUMENT);
    static const double masses[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        o.mass = masses[i];
        ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, &error), THUD_ERROR_ARGUMENT);
        ck_assert_str_eq(error.subject, "mass");
    }
    o.mass = 0.5;
    o.exponent = 2.5;
    ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, &error), THUD_ERROR_ARGUMENT);
    o.exponent = NAN;
    o.law = thud_law_find("newton");
    ck_assert_int_eq(thud_identify_force(record, 0, &o, &fit, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.subject, "law");
    thud_force_record_free(record);
    recording_free(&r);
    laboratory_close(&l);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fit");
    tcase_add_loop_test(tests, exact_data, 0, CASE_COUNT);
    tcase_add_loop_test(tests, other_valleys, 0, 3);
    tcase_add_test(tests, noisy_data);
    tcase_add_test(tests, little_noise);
    tcase_add_test(tests, clipped);
    tcase_add_test(tests, residual_of_jumps);
    tcase_add_test(tests, information_criteria);
    tcase_add_test(tests, ends_with_the_contact);
    tcase_add_loop_test(tests, nothing_but_the_contact, 0, 3);
    tcase_add_test(tests, no_damping);
    tcase_add_test(tests, several_impacts);
    tcase_add_test(tests, predicted);
    tcase_add_test(tests, measured_penetration);
    tcase_add_test(tests, bad_options);
    return run_suite("identify_fit", tests);
}
