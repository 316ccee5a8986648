/*
 * The posterior distribution against others that know nothing of its lattice: the Jacobian where the model is
 * straight, a Markov chain where it is not, and the tables against the forces that they are of.
 */
#include <string.h>

#include "cases.h"
#include "identify/force/posterior.h"
#include "identify/force/table.h"
#include "numeric/matrix/cholesky.h"
#include "suite.h"

/* a fit before its errors are looked into, and what the Jacobian says of them */
static thud_fit_found search(const laboratory *l, const recording *r, double n, double speed) {
    thud_force_record *record = recording_open(r);
    thud_force_options o = thud_force_options_default(l->options.law, l->options.mass);
    o.separation = l->options.separation;
    o.exponent = n;
    o.speed = speed;
    thud_fit_task task = {record, &record->impacts[0], &o, thud_fit_units_of(&record->impacts[0]), true, 0, 0};
    thud_fit_found found;
    ck_assert_int_eq(thud_fit_search(&task, &found), THUD_OK);
    ck_assert_int_eq(thud_fit_find_errors(&task, &found), THUD_OK);
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
 * 4,000 samples with 1 % noise: errors of the shape are 2e-3 to 2e-2, and the bend of the model changes them by
 * about as much. What is left out weighs e^−8, and carries 1.4 % of the variance at most. Means of samples across
 * the kink of a bilinear law know its place 4 % less well.
 */
START_TEST(straight) {
    laboratory l = laboratory_open(STRAIGHT[_i].law, STRAIGHT[_i].e, THUD_SEPARATION_RETURN, STRAIGHT[_i].n, 2000);
    recording r = laboratory_record(&l, 0.01, 3, 5);
    thud_fit_found f = search(&l, &r, STRAIGHT[_i].n, STRAIGHT[_i].speed), linear = f;
    ck_assert_int_eq(thud_fit_integrate(&f), THUD_OK);
    for (int i = 0; i < THUD_FIT_QUANTITIES; i++) {
        double error = sqrt(linear.moments[i][i]);
        if (!(error > 0)) continue;
        ck_assert(f.moments[i][i] != linear.moments[i][i]);
        ck_assert_double_eq_tol(sqrt(f.moments[i][i]) / error, 1, 0.05);
        for (int k = 0; k < i; k++) {
            double product = error * sqrt(linear.moments[k][k]);
            if (product > 0)
                ck_assert_double_eq_tol(f.moments[i][k] / product, linear.moments[i][k] / product, 0.1);
        }
    }
    ck_assert(f.values.damper == linear.values.damper && f.values.n == linear.values.n);
    thud_fit_model_free(&f.model);
    recording_free(&r);
    laboratory_close(&l);
}
END_TEST

/* ---- a Markov chain ---- */

enum { E, BEGIN, LOG_TIME, LOG_FORCE, OFFSET, SIZE };

/* the sum of squares; for n = 1 with both dampers in closed form, δ = e^(−χs/2) sin(ωs)/ω */
static double sum_at(const thud_fit_found *f, const double x[SIZE], double *forces, double *times) {
    const thud_force_samples *s = &f->model.samples;
    thud_shape shape = f->model.shape;
    double sum = 0, per_time = exp(-x[LOG_TIME]), scale = exp(x[LOG_FORCE]);
    if (!(x[E] > 0 && x[E] < 1) || !thud_shape_choose_damper(&shape, x[E])) return INFINITY;
    for (size_t i = 0; i < s->count; i++) times[i] = (s->times[i] - x[BEGIN]) * per_time;
    if (shape.n == 1) {
        double loss = -log(x[E]), zeta = loss / sqrt(acos(-1) * acos(-1) + loss * loss),
               omega = sqrt(1 - zeta * zeta);
        for (size_t i = 0; i < s->count; i++) {
            double at = times[i], decay = exp(-zeta * at), depth = decay * sin(omega * at) / omega;
            bool touching = at > 0 && omega * at < acos(-1);
            forces[i] = touching ? depth + 2 * zeta * (decay * cos(omega * at) - zeta * depth) : 0;
        }
    } else {
        thud_shape_facts facts;
        shape.tolerance = 1e-6;
        if (thud_shape_sample(&shape, times, s->count, forces, NULL, &facts) != THUD_OK) return INFINITY;
    }
    for (size_t i = 0; i < s->count; i++) {
        double left = x[OFFSET] + scale * forces[i] - s->forces[i];
        sum += left * left;
    }
    return sum;
}

/* steps as the Jacobian has them */
static void find_steps(const thud_fit_found *f, double factor[SIZE * SIZE]) {
    const thud_fit_model *m = &f->model;
    const size_t places[SIZE] = {thud_fit_model_place_damper(m), THUD_MODEL_BEGIN, THUD_MODEL_LOG_TIME,
                                 THUD_MODEL_LOG_FORCE, thud_fit_model_place_offset(m)};
    for (int i = 0; i < SIZE; i++)
        for (int k = 0; k < SIZE; k++) {
            double slope =
                (i == E ? f->duration.restitution_by_damper : 1) * (k == E ? f->duration.restitution_by_damper : 1);
            factor[i * SIZE + k] = slope * f->solution.covariance[places[i]][places[k]];
        }
    ck_assert(thud_cholesky_factor(factor, SIZE));
}

static const struct {
    const char *law;
    double e, n;
    size_t points;
    int steps;
} CHAINS[] = {{"kelvin-voigt", 0.6, 1, 20, 400000}, {"flores", 0.8, 1.5, 30, 100000}};

/*
 * Metropolis' algorithm with steps of 1/√5 of the errors and more forgets where it was in some 30 steps: of 400,000
 * and 100,000 some 13,000 and 3,000 count, which know a root mean square to 0.6 and 1.3 %; four of these, and 1 %
 * that the lattice leaves out.
 */
START_TEST(chain) {
    laboratory l =
        laboratory_open(CHAINS[_i].law, CHAINS[_i].e, THUD_SEPARATION_RETURN, CHAINS[_i].n, CHAINS[_i].points);
    recording r = laboratory_record(&l, 0.05, 3, 3);
    thud_fit_found f = search(&l, &r, CHAINS[_i].n, 0);
    thud_random random = thud_random_seed(1);
    size_t count = f.model.samples.count;
    double *work = malloc(2 * count * sizeof *work), factor[SIZE * SIZE], squares[3] = {0};
    ck_assert_ptr_nonnull(work);
    find_steps(&f, factor);
    double x[SIZE] = {f.duration.restitution, f.values.begin, f.values.log_time, f.values.log_force,
                      f.values.offset};
    double sum = sum_at(&f, x, work, work + count);
    int steps = LABORATORY_SLOW ? 1000 : CHAINS[_i].steps;
    for (int step = 0; step < steps; step++) {
        double next[SIZE], z[SIZE];
        for (int i = 0; i < SIZE; i++) z[i] = thud_random_normal(&random);
        for (int i = 0; i < SIZE; i++) {
            next[i] = x[i];
            for (int k = 0; k <= i; k++) next[i] += 2.4 / sqrt(SIZE) * 0.7 * factor[i * SIZE + k] * z[k];
        }
        double there = sum_at(&f, next, work, work + count);
        if (there < INFINITY && log(thud_random_uniform(&random)) < (double)count / 2 * log(sum / there)) {
            memcpy(x, next, sizeof x);
            sum = there;
        }
        double force = x[LOG_FORCE] - f.values.log_force, time = x[LOG_TIME] - f.values.log_time, n = CHAINS[_i].n;
        const double distance[3] = {expm1((1 - n) * force - 2 * n * time), expm1(force + time),
                                    x[E] - f.duration.restitution};
        for (int i = 0; i < 3; i++) squares[i] += distance[i] * distance[i] / steps;
    }
    ck_assert_int_eq(thud_fit_integrate(&f), THUD_OK);
    const int places[3] = {THUD_FIT_STIFFNESS, THUD_FIT_SPEED, THUD_FIT_RESTITUTION};
    for (int i = 0; i < 3 && !LABORATORY_SLOW; i++)
        ck_assert_double_eq_tol(sqrt(f.moments[places[i]][places[i]] / squares[i]), 1, _i == 0 ? 0.035 : 0.065);
    free(work);
    thud_fit_model_free(&f.model);
    recording_free(&r);
    laboratory_close(&l);
}
END_TEST

/* ---- tables ---- */

enum { PARTS = 4, FINE = PARTS * THUD_TABLE_MANY };

/* the force of a stretch at the nodes of its table and at PARTS − 1 places between two of them, equally far apart
 * in the x of table.c */
static void sample_finely(const thud_shape *shape, const thud_shape_table *table, int stretch,
                          double fine[FINE + 1]) {
    double times[FINE + 1], forces[FINE + 1], end = table->facts.force_end;
    bool backwards = table->stretches[stretch].length < 0;
    bool jumps =
        shape->law->structure->kind == THUD_FORCE_VISCOUS && thud_law_damper_exponent(shape->law, shape->n) == 0;
    thud_shape_facts facts;
    for (int i = 0; i <= FINE; i++) {
        double x = (double)(backwards ? FINE - i : i) / FINE;
        double time = table->stretches[stretch].from + table->stretches[stretch].length * x * x * x * x;
        times[i] = fmin(fmax(time, 1e-12 * end), end * (1 - (jumps ? 1e-6 : 1e-12)));
    }
    ck_assert_int_eq(thud_shape_sample(shape, times, FINE + 1, forces, NULL, &facts), THUD_OK);
    for (int i = 0; i <= FINE; i++) fine[backwards ? FINE - i : i] = forces[i];
    /* next to its ends a force that begins with a root is not yet zero */
    if (stretch != 1 && !jumps) fine[0] = 0;
}

/*
 * Of each kind of onset and end. A cubic through four nodes h apart is off by |t(t−1)(t−2)(t−3)|/24 h⁴ f⁗, at most
 * h⁴/24 times the largest fourth derivative between them, which differences of the force itself tell, at steps of
 * h/4, to a tenth. The integrator is good to 1e-9 of the frame, whose peak is about 1: sixteen of these in a
 * difference, times 4⁴/24, are 2e-7. Where a contact ends with a jump the last force is that 1e-6 of the contact
 * time before, on whose other side integrators of this tolerance might take it for over; slopes are below 10.
 */
START_TEST(tables) {
    static const struct {
        const char *law;
        thud_separation separation;
        double n;
    } kinds[] = {{"hertz", THUD_SEPARATION_RETURN, 1.5},          {"flores", THUD_SEPARATION_RETURN, 1.5},
                 {"flores", THUD_SEPARATION_RETURN, 2},           {"kelvin-voigt", THUD_SEPARATION_RETURN, 1},
                 {"kelvin-voigt", THUD_SEPARATION_ZERO_FORCE, 1}, {"tsuji", THUD_SEPARATION_RETURN, 1.5},
                 {"jankowski-2006", THUD_SEPARATION_RETURN, 1.5}, {"kuwabara-kono", THUD_SEPARATION_RETURN, 1.5},
                 {"valles-reinhorn", THUD_SEPARATION_RETURN, 1}};
    static const double restitutions[] = {0.95, 0.6, 0.2};
    thud_shape_table table;
    double fine[FINE + 1];
    for (int e = 0; e < 3; e++) {
        thud_shape shape = {thud_law_find(kinds[_i].law), kinds[_i].separation, kinds[_i].n, 0, 1e-9, 0, 0};
        if (shape.law->structure->kind != THUD_FORCE_ELASTIC)
            ck_assert(thud_shape_choose_damper(&shape, restitutions[e]));
        ck_assert_int_eq(thud_shape_tabulate(&shape, THUD_TABLE_MANY, &table), THUD_OK);
        for (int k = 0; k < table.count; k++) {
            sample_finely(&shape, &table, k, fine);
            for (int i = 0; i < FINE; i++) {
                int first = i / PARTS - 1; /* of the four nodes */
                first = PARTS * (first < 0 ? 0 : first > table.cells - 3 ? table.cells - 3 : first);
                double bend = 0, x = (double)i / FINE;
                for (int j = first + 2; j <= first + 3 * PARTS - 2; j++)
                    bend = fmax(bend,
                                fabs(fine[j - 2] - 4 * fine[j - 1] + 6 * fine[j] - 4 * fine[j + 1] + fine[j + 2]));
                double at = table.stretches[k].from + table.stretches[k].length * x * x * x * x;
                double found;
                thud_stretch_forces(&table.stretches[k], table.cells, &at, 1, &found);
                double limit = 1.1 * pow(PARTS, 4) / 24 * bend + 1e-5;
                ck_assert_double_le(fabs(found - fine[i]), limit);
            }
        }
        thud_shape_facts facts;
        ck_assert_int_eq(thud_shape_sample(&shape, NULL, 0, NULL, NULL, &facts), THUD_OK);
        assert_relative(facts.contact_time, table.facts.contact_time, 1e-6);
        assert_relative(facts.restitution, table.facts.restitution, 1e-6);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("posterior");
    tcase_add_loop_test(tests, straight, 0, sizeof STRAIGHT / sizeof *STRAIGHT);
    tcase_add_loop_test(tests, chain, 0, sizeof CHAINS / sizeof *CHAINS);
    tcase_add_loop_test(tests, tables, 0, 9);
    return run_suite("identify_posterior", tests);
}
