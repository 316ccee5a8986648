/*
 * Errors along the valleys against the Jacobian's where the model is straight: two ways to the same number. With
 * few samples they are to differ.
 */
#include "identify/force/profile.h"
#include "laboratory.h"
#include "suite.h"

/* a fit before its errors are looked into */
static thud_fit_found search(const recording *r, const thud_law *law, double n, double speed) {
    thud_force_record *record = recording_open(r);
    thud_force_options o = thud_force_options_default(law, 0.5);
    o.separation = THUD_SEPARATION_RETURN;
    o.exponent = n;
    o.speed = speed;
    thud_fit_task task = {record, &record->impacts[0], &o, thud_fit_units_of(&record->impacts[0]), true};
    thud_fit_found found;
    ck_assert_int_eq(thud_fit_search(&task, &found), THUD_OK);
    ck_assert(thud_fit_has_profile(&found));
    thud_force_record_free(record);
    return found;
}

static const struct {
    const char *law;
    double e, n;  /* NAN: fitted */
    double speed; /* 0: fitted */
} STRAIGHT[] = {
    {"hertz", 1, NAN, 0},   {"flores", 0.7, 1.5, 0},   {"flores", 0.7, NAN, 0},   {"valles-reinhorn", 0.7, 1, 0},
    {"hertz", 1, NAN, 0.8}, {"flores", 0.7, 1.5, 0.8}, {"flores", 0.7, NAN, 0.8}, {"valles-reinhorn", 0.7, 1, 0.8},
};

/*
 * 4,000 samples with 1 % noise, which go 27 at a time: errors of the shape are 2e-3 to 2e-2, and the bend of the
 * model changes them by about as much. A cell is 0.9 standard errors wide, where a sum is as good as an integral;
 * what is left out weighs e^−6, and of a normal distribution carries 1 % of the variance. Means of samples across
 * the kink of a bilinear law know its place 4 % less well.
 */
START_TEST(straight) {
    laboratory l = laboratory_open(STRAIGHT[_i].law, STRAIGHT[_i].e, THUD_SEPARATION_RETURN, STRAIGHT[_i].n, 2000);
    recording r = laboratory_record(&l, 0.01, 3, 5);
    thud_fit_found f = search(&r, l.options.law, STRAIGHT[_i].n, STRAIGHT[_i].speed);
    thud_solution before = f.solution;
    thud_model_values values = f.values;
    ck_assert_int_eq(thud_fit_profile(&f), THUD_OK);
    size_t size = thud_fit_model_parameters(&f.model);
    for (size_t i = 0; i < size; i++) {
        double error = sqrt(before.covariance[i][i]);
        ck_assert(f.solution.covariance[i][i] != before.covariance[i][i]); /* there was a profile */
        ck_assert_double_eq_tol(sqrt(f.solution.covariance[i][i]) / error, 1, 0.05);
        for (size_t k = 0; k < i; k++) {
            double product = error * sqrt(before.covariance[k][k]);
            ck_assert_double_eq_tol(f.solution.covariance[i][k] / product, before.covariance[i][k] / product, 0.1);
        }
    }
    ck_assert(f.values.damper == values.damper && f.values.n == values.n && f.values.log_time == values.log_time);
    thud_fit_model_free(&f.model);
    recording_free(&r);
    laboratory_close(&l);
}
END_TEST

/* the tail of a heavily damped impact is below the noise: the time scale may be far from where the Jacobian has it
 */
START_TEST(bent) {
    laboratory l = laboratory_open("flores", 0.3, THUD_SEPARATION_RETURN, 1.5, 20);
    int wider = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        recording r = laboratory_record(&l, 0.01, 3, seed);
        thud_fit_found f = search(&r, l.options.law, 1.5, 0);
        double before = f.solution.covariance[THUD_MODEL_LOG_TIME][THUD_MODEL_LOG_TIME];
        ck_assert_int_eq(thud_fit_profile(&f), THUD_OK);
        double after = f.solution.covariance[THUD_MODEL_LOG_TIME][THUD_MODEL_LOG_TIME];
        wider += after > 1.1 * 1.1 * before;
        ck_assert(after > 0.25 * before && isfinite(after));
        thud_fit_model_free(&f.model);
        recording_free(&r);
    }
    /* where the fit itself has ended in the tail its Jacobian says more than enough */
    ck_assert_int_ge(wider, 5);
    laboratory_close(&l);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("profile");
    tcase_add_loop_test(tests, straight, 0, sizeof STRAIGHT / sizeof *STRAIGHT);
    tcase_add_test(tests, bent);
    return run_suite("identify_profile", tests);
}
