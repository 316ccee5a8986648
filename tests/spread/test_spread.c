/* The spread of a run: against a closed form, and against models built anew with other inputs of the stated
 * precision. */
#include <thud/spread.h>

#include "contact/run_quantity.h"
#include "numeric/random.h"
#include "suite.h"

static thud_model *wall(double restitution, double precision) {
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "a", 2);
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("newton"));
    stop.gap = 0.5;
    stop.restitution = restitution;
    thud_model_set_start(model, body, 0, 1);
    thud_model_add_contact(model, "wall", body, THUD_GROUND, &stop);
    thud_model_set_duration(model, 1);
    thud_model_set_precision(model, precision);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

static thud_spread *estimated(const thud_model *model, size_t copies) {
    thud_spread_options options = thud_spread_options_default();
    thud_spread *spread = NULL;
    options.copies = copies;
    options.precision = thud_model_precision(model);
    ck_assert_int_eq(thud_spread_estimate(model, &options, NULL, NULL, &spread), THUD_OK);
    return spread;
}

/*
 * A body flies against a wall: v⁺ = e v, x(1 s) = g − e v (1 − g/v), both linear in what is varied. A number even
 * within ± p of itself deviates by p/√3; with 2000 copies the estimate of a deviation is known to 1/√4000 = 1.6 %,
 * and 8 % is five times that. The impulse m v (1 + e) varies with m and e.
 */
START_TEST(closed_form) {
    const double p = 0.01, e = 0.6, one = p / sqrt(3);
    thud_model *model = wall(e, p);
    thud_spread *s = estimated(model, 2000);
    assert_relative(s->bodies[0].final_velocity.deviation, e * one, 0.08);
    /* ∂x/∂g = 1 + e, ∂x/∂e = −(1 − g) */
    assert_relative(s->bodies[0].final_displacement.deviation, one * hypot(0.5 * (1 + e), 0.5 * e), 0.08);
    assert_relative(s->contacts[0].impulse.deviation, one * hypot(2 * (1 + e), 2 * e), 0.08);
    ck_assert(s->impacts.lowest == 1 && s->impacts.highest == 1 && s->impacts.deviation == 0);
    ck_assert_double_lt(s->bodies[0].final_velocity.highest, -e * (1 - p) * (1 - 1e-12));
    ck_assert_double_gt(s->bodies[0].final_velocity.lowest, -e * (1 + p) * (1 + 1e-12));
    /* the first impacts are at 0.495 s; displacements then come to differ by up to (1 + e) p g = 8e-3 m, and
     * agreement ends at 1 % of 0.5 m */
    ck_assert_double_gt(s->agreed_until, 0.495);
    ck_assert_double_lt(s->agreed_until, 0.6);
    ck_assert_uint_eq(s->failed, 0);
    thud_spread_free(s);
    thud_model_free(model);
}
END_TEST

/* what is counted: 32 × (6 + 1) × (100 + 20 + 1000), whatever the time that it took; eight times that with a rod */
START_TEST(work_is_counted) {
    thud_model *model = wall(0.5, 1e-3), *swinging = thud_model_create();
    thud_summary summary = {.body_count = 1, .solver = {100, 20, 1000, 1e-6}};
    ck_assert(thud_spread_work(model, &summary, 32) == 250880);
    summary.solver.wall_seconds = 1e6; /* on a busy machine */
    ck_assert(thud_spread_work(model, &summary, 32) == 250880);
    thud_model_add_rod(swinging, "rod", &(thud_rod){.length = 1, .mass = 1});
    ck_assert(thud_spread_work(swinging, &summary, 32) == 8 * 250880);
    ck_assert(isnan(thud_spread_work(NULL, &summary, 32)) && isnan(thud_spread_work(model, NULL, 32)));
    thud_model_free(swinging);
    thud_model_free(model);
}
END_TEST

/* inputs that are known exactly: the same run again, to the bit */
START_TEST(nothing_varies) {
    thud_model *model = wall(0.5, 0);
    thud_spread *s = estimated(model, 3);
    ck_assert(s->bodies[0].final_displacement.deviation == 0 && s->contacts[0].impulse.deviation == 0);
    ck_assert_double_eq(s->agreed_until, 1);
    thud_spread_free(s);
    thud_model_free(model);
}
END_TEST

/* ---- random models ---- */

/* numbers of a model from one stream, and what they are measured to be from another */
typedef struct source {
    thud_random design, error;
    double precision;
} source;

static double draw(source *s, double low, double high) {
    double value = low * pow(high / low, thud_random_uniform(&s->design));
    return value * (1 + s->precision * (2 * thud_random_uniform(&s->error) - 1));
}

static thud_gap_contact contact_of(source *s) {
    static const char *const laws[] = {"newton", "flores", "kelvin-voigt", "poursina-nikravesh", "jankowski-2006"};
    size_t which = (size_t)(5 * thud_random_uniform(&s->design));
    thud_gap_contact c = thud_gap_contact_default(thud_law_find(laws[which]));
    c.gap = draw(s, 2e-3, 3e-2);
    c.restitution = draw(s, 0.4, 0.9);
    double stiffness = draw(s, 1e7, 1e9);
    if (which > 0) c.stiffness = stiffness;
    return c;
}

/* one or two structures between stops, shaken by a sine or noise */
static thud_model *random_model(unsigned seed, unsigned error_seed, double precision) {
    source s = {thud_random_seed(seed), thud_random_seed(1000003u * error_seed + seed), precision};
    thud_model *model = thud_model_create();
    int bodies = thud_random_uniform(&s.design) < 0.5 ? 1 : 2;
    thud_body_id last = THUD_GROUND;
    for (int i = 0; i < bodies; i++) {
        thud_body_id body = thud_model_add_body(model, NULL, draw(&s, 1e4, 1e5));
        thud_link link = {.stiffness = draw(&s, 1e6, 2e7), .damping_ratio = draw(&s, 0.02, 0.1)};
        thud_gap_contact c = contact_of(&s);
        thud_model_add_link(model, THUD_GROUND, body, &link);
        thud_model_add_contact(model, NULL, last, body, &c);
        last = body;
    }
    thud_gap_contact c = contact_of(&s);
    thud_model_add_contact(model, NULL, last, THUD_GROUND, &c);
    thud_signal ground = {.kind = THUD_SIGNAL_SINE, .amplitude = draw(&s, 1, 5)};
    ground.frequency = 0.5 + 3 * thud_random_uniform(&s.design);
    thud_model_set_ground(model, &ground);
    thud_model_set_duration(model, 2);
    thud_model_set_precision(model, 1e-3);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

typedef struct tally {
    size_t inside, all;
} tally;

static void count(tally *t, double value, double nominal, const thud_range *range) {
    /* 1e-9 of it: what the tolerance of contact phases leaves where nothing else varies */
    t->inside += fabs(value - nominal) <= 3 * range->deviation + 1e-9 * fabs(nominal);
    t->all++;
}

static void compare(tally *t, const thud_summary *nominal, const thud_summary *other, const thud_spread *spread) {
    count(t, (double)other->impacts, (double)nominal->impacts, &spread->impacts);
    for (size_t i = 0; i < nominal->body_count; i++)
        for (size_t k = 0; k < thud_quantities_of_body.ranges; k++) {
            const thud_run_quantity *r = &thud_quantities_of_body.list[k];
            count(t, thud_run_quantity_value(r, &other->bodies[i]), thud_run_quantity_value(r, &nominal->bodies[i]),
                  &spread->bodies[i].max_displacement + k);
        }
    for (size_t i = 0; i < nominal->contact_count; i++)
        for (size_t k = 0; k < thud_quantities_of_contact.ranges; k++) {
            const thud_run_quantity *r = &thud_quantities_of_contact.list[k];
            count(t, thud_run_quantity_value(r, &other->contacts[i]),
                  thud_run_quantity_value(r, &nominal->contacts[i]), &spread->contacts[i].impacts + k);
        }
}

/* models that are built anew, each input off by up to 1e-3, stay within three deviations in 95 of 100 numbers or
 * more */
START_TEST(independent_models) {
    enum { MODELS = 100, OTHERS = 5 };
    tally t = {0, 0};
    size_t changed = 0;
    for (unsigned seed = 0; seed < MODELS; seed++) {
        thud_model *model = random_model(seed, 0, 0);
        thud_spread *spread = estimated(model, 32);
        thud_simulation *simulation;
        ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
        ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
        for (unsigned k = 1; k <= OTHERS; k++) {
            thud_model *other = random_model(seed, k, 1e-3);
            thud_simulation *run;
            ck_assert_int_eq(thud_simulation_create(other, &run), THUD_OK);
            ck_assert_int_eq(thud_simulation_run(run, NULL), THUD_OK);
            compare(&t, thud_simulation_summary(simulation), thud_simulation_summary(run), spread);
            changed += thud_simulation_summary(run)->impacts != thud_simulation_summary(simulation)->impacts;
            thud_simulation_free(run);
            thud_model_free(other);
        }
        thud_simulation_free(simulation);
        thud_spread_free(spread);
        thud_model_free(model);
    }
    ck_assert_uint_gt(t.all, 5000);
    ck_assert_uint_gt(changed, 0); /* chaotic ones among them */
    ck_assert_msg(100 * t.inside >= 95 * t.all, "%zu of %zu", t.inside, t.all);
}
END_TEST

static bool never(void *context) {
    (void)context;
    return false;
}

START_TEST(bad_input) {
    thud_spread_options options = thud_spread_options_default();
    thud_spread *spread = NULL;
    thud_model *model = wall(0.5, 1e-3);
    ck_assert_int_eq(thud_spread_estimate(NULL, &options, NULL, NULL, &spread), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_spread_estimate(model, NULL, NULL, NULL, &spread), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_spread_estimate(model, &options, NULL, NULL, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_spread_estimate(model, &options, never, NULL, &spread), THUD_ERROR_STOPPED);
    options.precision = NAN;
    ck_assert_int_eq(thud_spread_estimate(model, &options, NULL, NULL, &spread), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(spread);
    thud_spread_free(NULL);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("spread");
    tcase_add_test(tests, closed_form);
    tcase_add_test(tests, work_is_counted);
    tcase_add_test(tests, nothing_varies);
    tcase_add_test(tests, independent_models);
    tcase_add_test(tests, bad_input);
    return run_suite("spread", tests);
}
