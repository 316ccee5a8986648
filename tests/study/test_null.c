/*
 * The contract for NULL in <thud/status.h>: every function with a status answers a NULL that its header does not
 * allow with THUD_ERROR_ARGUMENT, fills in the error where it takes one, and takes NULL for the error itself. All
 * else that is handed over is right, so that it is the NULL that is refused. tools/check-repository looks that no
 * function is missing here.
 */
#include <check.h>
#include <string.h>

#include <thud/thud.h>

#include "study/study_text.h"
#include "suite.h"

#define REFUSES(call) ck_assert_int_eq(call, THUD_ERROR_ARGUMENT)

/* `call` has &error as its last argument */
#define EXPLAINS(call)                                                                                             \
    do {                                                                                                           \
        thud_error error = {.status = THUD_OK};                                                                    \
        thud_error *told = &error;                                                                                 \
        REFUSES(call);                                                                                             \
        ck_assert_int_eq(error.status, THUD_ERROR_ARGUMENT);                                                       \
        ck_assert_str_ne(error.text, "");                                                                          \
        told = NULL;                                                                                               \
        REFUSES(call);                                                                                             \
    } while (0)

static double numbers[8] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};

static thud_impact_options good_impact(void) { return thud_impact_options_default(thud_law_find("flores")); }

static thud_motion *good_motion(void) {
    thud_motion *motion = thud_motion_create(64, 0.01);
    ck_assert_ptr_nonnull(motion);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = i % 7 < 3 ? 1 : -1;
    return motion;
}

START_TEST(engine) {
    thud_engine_options o = thud_engine_options_default(thud_engine_find("yade"));
    thud_engine_answer answer;
    double e;
    o.restitution = 0.5;
    o.duration = 0.01;
    ck_assert_int_eq(thud_engine_solve(&o, &answer), THUD_OK);
    EXPLAINS(thud_engine_check(NULL, told));
    REFUSES(thud_engine_solve(NULL, &answer));
    REFUSES(thud_engine_solve(&o, NULL));
    REFUSES(thud_engine_emulate(NULL, &answer, 0, &e));
    REFUSES(thud_engine_emulate(&o, NULL, 0, &e));
    REFUSES(thud_engine_emulate(&o, &answer, 0, NULL));
    ck_assert_ptr_null(thud_engine_options_default(NULL).model);
}
END_TEST

START_TEST(core) {
    const thud_impact_options o = good_impact();
    const thud_law *law = o.law;
    double value;
    thud_impact impact;
    thud_impact_state states[2];
    thud_calibration calibration;
    thud_contact contact;
    EXPLAINS(thud_quantity_parse(NULL, THUD_DIMENSION_LENGTH, &value, told));
    EXPLAINS(thud_quantity_parse("1 m", THUD_DIMENSION_LENGTH, NULL, told));
    REFUSES(thud_law_scaled_damping(NULL, 0.5, 1.5, law->separation, THUD_DAMPING_EXACT, &value));
    REFUSES(thud_law_scaled_damping(law, 0.5, 1.5, law->separation, THUD_DAMPING_EXACT, NULL));
    REFUSES(thud_stiffness_spheres(1e9, 0.3, 1, 1e9, 0.3, 1, NULL));
    REFUSES(thud_stiffness_face(1e9, 0.3, 1e9, 0.3, 1, 1, NULL));
    REFUSES(thud_yield_penetration(1e9, 0.3, 1, 1e9, 0.3, 1, 1e6, NULL));
    double exponent;
    REFUSES(thud_stiffness_cylinders(1e9, 0.3, 1, 1e9, 0.3, 1, 1, NULL, &exponent));
    REFUSES(thud_stiffness_cylinders(1e9, 0.3, 1, 1e9, 0.3, 1, 1, &value, NULL));
    REFUSES(thud_cylinders_penetration(1e9, 0.3, 1, 1e9, 0.3, 1, 1, 1, NULL));
    EXPLAINS(thud_restitution_check(NULL, told));
    EXPLAINS(thud_impact_check(NULL, told));
    REFUSES(thud_impact_solve(NULL, &impact));
    REFUSES(thud_impact_solve(&o, NULL));
    REFUSES(thud_impact_integrate(NULL, &impact));
    REFUSES(thud_impact_integrate(&o, NULL));
    REFUSES(thud_impact_sample(NULL, 2, states));
    REFUSES(thud_impact_sample(&o, 2, NULL));
    REFUSES(thud_calibrate(NULL, &value));
    REFUSES(thud_calibrate(&o, NULL));
    REFUSES(thud_calibrate_compare(NULL, &calibration));
    REFUSES(thud_calibrate_compare(&o, NULL));
    REFUSES(thud_contact_init(NULL, &o));
    REFUSES(thud_contact_init(&contact, NULL));
    REFUSES(thud_contact_check(NULL, NULL));
    REFUSES(thud_contact_begin(NULL, 1));
    REFUSES(thud_contact_state(NULL));
    REFUSES(thud_contact_begin_with(NULL, 1, 0.5));
}
END_TEST

START_TEST(motions) {
    thud_motion *motion = good_motion(), *made;
    const thud_motion_strength strength = {.measure = THUD_MEASURE_PGA, .value = 1};
    const thud_filter_options filter = {.low = 1, .high = 10, .order = 2};
    thud_intensity intensity;
    thud_response response;
    thud_psd *psd;
    thud_ec8 ec8;
    double factor, period = 1, damping = 0.05;
    REFUSES(thud_motion_check(NULL));
    REFUSES(thud_motion_read(NULL, NULL, &made, NULL));
    REFUSES(thud_motion_read("x", NULL, NULL, NULL));
    REFUSES(thud_motion_parse(NULL, 1, NULL, &made, NULL));
    REFUSES(thud_motion_parse("1", 1, NULL, NULL, NULL));
    REFUSES(thud_motion_intensity(NULL, &intensity));
    REFUSES(thud_motion_intensity(motion, NULL));
    REFUSES(thud_motion_spectrum(NULL, &period, 1, &damping, 1, &response));
    REFUSES(thud_motion_spectrum(motion, NULL, 1, &damping, 1, &response));
    REFUSES(thud_motion_spectrum(motion, &period, 1, NULL, 1, &response));
    REFUSES(thud_motion_spectrum(motion, &period, 1, &damping, 1, NULL));
    EXPLAINS(thud_motion_scale_factor(NULL, &strength, &factor, told));
    EXPLAINS(thud_motion_scale_factor(motion, NULL, &factor, told));
    EXPLAINS(thud_motion_scale_factor(motion, &strength, NULL, told));
    EXPLAINS(thud_motion_psd(NULL, 0, &psd, told));
    EXPLAINS(thud_motion_psd(motion, 0, NULL, told));
    REFUSES(thud_motion_correct(NULL, THUD_BASELINE_MEAN));
    EXPLAINS(thud_motion_filter(NULL, &filter, told));
    EXPLAINS(thud_motion_filter(motion, NULL, told));
    REFUSES(thud_ec8_init(NULL, 1, 'A', 1));
    EXPLAINS(thud_ec8_check(NULL, told));
    ck_assert_int_eq(thud_ec8_init(&ec8, 1, 'A', 1), THUD_OK);

    const thud_target target = {.ec8 = ec8};
    const thud_compatible_options compatible = thud_compatible_options_default(&target);
    const thud_filtered_options filtered = thud_filtered_options_default();
    const thud_noise_options noise = thud_noise_options_default();
    const thud_sampling sampling = {1, 0.01};
    const thud_sine_options sine = {sampling, 1, 1, 0};
    const thud_sweep_options sweep = {sampling, 1, 1, 2, false};
    const thud_ricker_options ricker = {sampling, 1, 5, 0.5};
    const thud_motion *const list[] = {motion};
    thud_compatibility fit;
    EXPLAINS(thud_generate_compatible(NULL, &made, told));
    EXPLAINS(thud_generate_compatible(&compatible, NULL, told));
    REFUSES(thud_compatibility_measure(NULL, 1, &target, 0.1, 0.2, 0, &fit));
    REFUSES(thud_compatibility_measure(list, 1, NULL, 0.1, 0.2, 0, &fit));
    REFUSES(thud_compatibility_measure(list, 1, &target, 0.1, 0.2, 0, NULL));
    EXPLAINS(thud_generate_filtered(NULL, &made, told));
    EXPLAINS(thud_generate_filtered(&filtered, NULL, told));
    EXPLAINS(thud_generate_noise(NULL, &made, told));
    EXPLAINS(thud_generate_noise(&noise, NULL, told));
    EXPLAINS(thud_generate_sine(NULL, &made, told));
    EXPLAINS(thud_generate_sine(&sine, NULL, told));
    EXPLAINS(thud_generate_sweep(NULL, &made, told));
    EXPLAINS(thud_generate_sweep(&sweep, NULL, told));
    EXPLAINS(thud_generate_ricker(NULL, &made, told));
    EXPLAINS(thud_generate_ricker(&ricker, NULL, told));

    thud_gap_options gap = thud_gap_options_default();
    thud_gap_rules rules;
    thud_gap_record record;
    gap.a = gap.b = (thud_gap_side){1, 0.05};
    EXPLAINS(thud_gap_by_rules(NULL, 1, 1, &rules, told));
    EXPLAINS(thud_gap_by_rules(&gap, 1, 1, NULL, told));
    EXPLAINS(thud_gap_by_record(NULL, motion, &record, told));
    EXPLAINS(thud_gap_by_record(&gap, NULL, &record, told));
    EXPLAINS(thud_gap_by_record(&gap, motion, NULL, told));
    thud_motion_free(motion);
    thud_motion_free(NULL);
    thud_psd_free(NULL);
}
END_TEST

START_TEST(measurements) {
    thud_contact_measurement m = thud_contact_measurement_default(thud_law_find("flores"));
    m.restitution = 0.5, m.contact_time = 1e-3, m.mass = 1, m.speed = 1;
    thud_contact_parameters parameters;
    thud_measurement *measurement;
    thud_force_record *record;
    thud_force_options options = thud_force_options_default(thud_law_find("flores"), 1);
    thud_force_fit fit;
    thud_ranking ranking;
    thud_bounces *bounces;
    thud_bounce_options how = thud_bounce_options_default();
    thud_vibration vibration;
    thud_static_load load;
    thud_resonance resonance;
    thud_estimate ratio;
    double mismatch;
    EXPLAINS(thud_identify_contact(NULL, &parameters, told));
    EXPLAINS(thud_identify_contact(&m, NULL, told));
    EXPLAINS(thud_measurement_read(NULL, THUD_MEASUREMENT_ANY, &measurement, told));
    EXPLAINS(thud_measurement_read("x", THUD_MEASUREMENT_ANY, NULL, told));
    EXPLAINS(thud_measurement_parse(NULL, 1, THUD_MEASUREMENT_ANY, &measurement, told));
    EXPLAINS(thud_measurement_parse("1", 1, THUD_MEASUREMENT_ANY, NULL, told));
    EXPLAINS(thud_force_record_create(NULL, numbers, 8, &record, told));
    EXPLAINS(thud_force_record_create(numbers, NULL, 8, &record, told));
    EXPLAINS(thud_force_record_create(numbers, numbers, 8, NULL, told));
    thud_force_impact impact = {.last = 8};
    const thud_force_record one = {
        .time = numbers, .force = numbers, .count = 8, .impacts = &impact, .impact_count = 1};
    EXPLAINS(thud_gauge_filter_parse(NULL, &options.filter, told));
    EXPLAINS(thud_gauge_filter_parse("none", NULL, told));
    EXPLAINS(thud_identify_force(NULL, 0, &options, &fit, told));
    EXPLAINS(thud_identify_force(&one, 0, NULL, &fit, told));
    EXPLAINS(thud_identify_force(&one, 0, &options, NULL, told));
    EXPLAINS(thud_identify_rank(NULL, 0, &options, &ranking, told));
    EXPLAINS(thud_identify_rank(&one, 0, NULL, &ranking, told));
    EXPLAINS(thud_identify_rank(&one, 0, &options, NULL, told));
    REFUSES(thud_force_pool(NULL, 1, &fit, &mismatch));
    memset(&fit, 0, sizeof fit);
    REFUSES(thud_force_pool(&fit, 1, NULL, &mismatch));
    REFUSES(thud_force_pool(&fit, 1, &fit, NULL));
    const thud_bounces none = {.count = 0};
    EXPLAINS(thud_force_join(NULL, &none, &fit, &mismatch, told));
    EXPLAINS(thud_force_join(&fit, NULL, &fit, &mismatch, told));
    EXPLAINS(thud_force_join(&fit, &none, &fit, &mismatch, told));
    EXPLAINS(thud_force_join(&fit, &none, NULL, &mismatch, told));
    EXPLAINS(thud_force_join(&fit, &none, &fit, NULL, told));
    REFUSES(thud_force_predict(NULL, numbers, 8, numbers));
    REFUSES(thud_force_predict(&fit, NULL, 8, numbers));
    REFUSES(thud_force_predict(&fit, numbers, 8, NULL));
    REFUSES(thud_force_penetration_ratio(NULL, 0, numbers, &fit, &ratio));
    REFUSES(thud_force_penetration_ratio(&one, 0, NULL, &fit, &ratio));
    REFUSES(thud_force_penetration_ratio(&one, 0, numbers, NULL, &ratio));
    REFUSES(thud_force_penetration_ratio(&one, 0, numbers, &fit, NULL));
    EXPLAINS(thud_identify_bounces(NULL, 8, &how, &bounces, told));
    EXPLAINS(thud_identify_bounces(numbers, 8, NULL, &bounces, told));
    EXPLAINS(thud_identify_bounces(numbers, 8, &how, NULL, told));
    EXPLAINS(thud_identify_heights(NULL, 8, &how, &bounces, told));
    EXPLAINS(thud_identify_heights(numbers, 8, NULL, &bounces, told));
    EXPLAINS(thud_identify_heights(numbers, 8, &how, NULL, told));
    EXPLAINS(thud_identify_drops(NULL, numbers, 8, &how, &bounces, told));
    EXPLAINS(thud_identify_drops(numbers, NULL, 8, &how, &bounces, told));
    EXPLAINS(thud_identify_drops(numbers, numbers, 8, NULL, &bounces, told));
    EXPLAINS(thud_identify_drops(numbers, numbers, 8, &how, NULL, told));
    thud_motion *motion = good_motion();
    EXPLAINS(thud_identify_vibration(NULL, &vibration, told));
    EXPLAINS(thud_identify_vibration(motion, NULL, told));
    thud_motion_free(motion);
    EXPLAINS(thud_identify_static(NULL, numbers, 8, &load, told));
    EXPLAINS(thud_identify_static(numbers, NULL, 8, &load, told));
    EXPLAINS(thud_identify_static(numbers, numbers, 8, NULL, told));
    const thud_transfer transfer = {.frequency = numbers, .real = numbers, .imaginary = numbers, .count = 8};
    EXPLAINS(thud_identify_transfer(NULL, &resonance, told));
    EXPLAINS(thud_identify_transfer(&transfer, NULL, told));
    thud_measurement_free(NULL);
    thud_force_record_free(NULL);
    thud_bounces_free(NULL);
}
END_TEST

static thud_model *good_model(void) {
    thud_model *model = thud_model_create();
    const thud_body_id ball = thud_model_add_body(model, "ball", 1);
    thud_gap_contact floor = thud_gap_contact_default(thud_law_find("newton"));
    floor.gap = 1;
    thud_model_add_contact(model, "floor", ball, THUD_GROUND, &floor);
    thud_model_set_duration(model, 1);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

static void no_mass(void *context, const double *q, double *matrix) { (void)context, (void)q, *matrix = 1; }

static void no_forces(void *context, double time, const double *q, const double *rate, double *forces) {
    (void)context, (void)time, (void)q, (void)rate, *forces = 0;
}

START_TEST(runs) {
    thud_model *model = good_model(), *made;
    const thud_run_options run = thud_model_run_options(model);
    const thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    const thud_spread_options spreading = thud_spread_options_default();
    thud_simulation *simulation;
    thud_spread *spread;
    thud_verification verification;
    EXPLAINS(thud_model_build(NULL, told));
    ck_assert_int_lt(thud_model_add_point(NULL, 0, NULL, NULL).number, 0);
    thud_model_hang_rod(NULL, (thud_rod_id){0}, THUD_GROUND);
    ck_assert_int_lt(
        thud_model_add_tip_contact(NULL, "c", (thud_rod_id){0}, THUD_TIP_LEFT, THUD_GROUND, NULL).number, 0);
    ck_assert_int_lt(thud_model_add_matrices(NULL, NULL).number, 0);
    REFUSES(thud_model_check(NULL, NULL, NULL));
    EXPLAINS(thud_run_options_check(NULL, model, told));
    EXPLAINS(thud_run_options_check(&run, NULL, told));
    thud_gap_contact given;
    thud_link link;
    thud_body_id one, other;
    REFUSES(thud_model_link_ends(NULL, 0, &one, &other));
    REFUSES(thud_model_link_ends(model, 0, NULL, &other));
    REFUSES(thud_model_contact_ends(NULL, 0, &one, &other));
    REFUSES(thud_model_contact_ends(model, 0, &one, NULL));
    REFUSES(thud_model_link_parameters(NULL, 0, &link));
    REFUSES(thud_model_link_parameters(model, 0, NULL));
    REFUSES(thud_model_contact_parameters(NULL, 0, &given));
    REFUSES(thud_model_contact_parameters(model, 0, NULL));
    char *expanded;
    REFUSES(thud_scenario_expand(NULL, NULL, NULL, &expanded));
    REFUSES(thud_scenario_expand("x.yaml", NULL, NULL, NULL));
    thud_modes *modes;
    REFUSES(thud_model_modes(NULL, &modes));
    REFUSES(thud_model_modes(model, NULL));
    REFUSES(thud_scenario_read(NULL, NULL, NULL, &made));
    REFUSES(thud_scenario_read("x", NULL, NULL, NULL));
    REFUSES(thud_scenario_parse(NULL, 1, NULL, NULL, NULL, &made));
    REFUSES(thud_scenario_parse("1", 1, NULL, NULL, NULL, NULL));
    REFUSES(thud_simulation_create(NULL, &simulation));
    REFUSES(thud_simulation_create(model, NULL));
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    REFUSES(thud_simulation_set_contact(NULL, 0, &contact));
    REFUSES(thud_simulation_set_contact(simulation, 0, NULL));
    EXPLAINS(thud_simulation_set_options(NULL, &run, told));
    REFUSES(thud_simulation_run(NULL, NULL));
    thud_sample state;
    REFUSES(thud_simulation_start(NULL, NULL));
    REFUSES(thud_simulation_advance(NULL, 1));
    REFUSES(thud_simulation_state(NULL, &state));
    REFUSES(thud_simulation_set_force(NULL, (thud_body_id){0}, 1, THUD_INPUT_HELD));
    REFUSES(thud_simulation_set_ground(NULL, 1, THUD_INPUT_HELD));
    ck_assert_uint_eq(thud_simulation_save_size(NULL), 0);
    REFUSES(thud_simulation_save(NULL, &state, sizeof state));
    REFUSES(thud_simulation_restore(NULL, &state, sizeof state));
    ck_assert_int_eq(thud_simulation_start(simulation, NULL), THUD_OK);
    REFUSES(thud_simulation_state(simulation, NULL));
    REFUSES(thud_simulation_save(simulation, NULL, thud_simulation_save_size(simulation)));
    REFUSES(thud_simulation_restore(simulation, NULL, 1));
    thud_simulation_free(simulation);
    thud_results *results;
    thud_results_row row;
    bool found;
    thud_executor *executor;
    EXPLAINS(thud_results_open(NULL, told, &results));
    EXPLAINS(thud_results_open("x", told, NULL));
    REFUSES(thud_results_next(NULL, &row, &found));
    REFUSES(thud_results_want(NULL, &found));
    REFUSES(thud_executor_on_device(0, NULL));
    ck_assert_ptr_null(thud_executor_find(NULL));
    (void)executor;
    REFUSES(thud_spread_estimate(NULL, &spreading, NULL, NULL, &spread));
    REFUSES(thud_spread_estimate(model, NULL, NULL, NULL, &spread));
    REFUSES(thud_spread_estimate(model, &spreading, NULL, NULL, NULL));
    thud_derivatives *derivatives;
    const thud_model_parameter nothing = {.name = "x"};
    const char *const paths[] = {NULL};
    REFUSES(thud_derivatives_create(NULL, NULL, 0, &derivatives, NULL));
    REFUSES(thud_derivatives_create(model, NULL, 1, &derivatives, NULL));
    REFUSES(thud_derivatives_create(model, &nothing, 1, &derivatives, NULL));
    REFUSES(thud_derivatives_create(model, NULL, 0, NULL, NULL));
    REFUSES(thud_derivatives_of_scenario(NULL, NULL, 0, NULL, NULL, &derivatives));
    REFUSES(thud_derivatives_of_scenario("a", paths, 1, NULL, NULL, &derivatives));
    REFUSES(thud_derivatives_of_text(NULL, 1, NULL, NULL, NULL, 0, NULL, NULL, NULL, &derivatives));
    REFUSES(thud_derivatives_of_text("", 0, NULL, NULL, NULL, 1, NULL, NULL, NULL, &derivatives));
    REFUSES(thud_derivatives_of_text("", 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    REFUSES(thud_derivatives_follow(NULL, NULL));
    ck_assert_uint_eq(thud_derivatives_parameter_count(NULL), 0);
    ck_assert_ptr_null(thud_derivatives_parameter_name(NULL, 0));
    ck_assert(isnan(thud_derivatives_parameter_value(NULL, 0)));
    ck_assert_uint_eq(thud_derivatives_quantity_count(NULL), 0);
    ck_assert_ptr_null(thud_derivatives_quantity_name(NULL, 0));
    ck_assert_ptr_null(thud_derivatives_quantity_unit(NULL, 0));
    ck_assert(isnan(thud_derivatives_quantity(NULL, 0)));
    ck_assert_uint_eq(thud_derivatives_find(NULL, "x"), 0);
    ck_assert(isnan(thud_derivatives_value(NULL, 0, 0)));
    ck_assert_ptr_null(thud_derivatives_reason(NULL, 0, 0));
    ck_assert(isnan(thud_derivatives_valid_for(NULL, 0, NULL)));
    ck_assert(!thud_derivatives_impact(NULL, 0, NULL));
    thud_derivatives_free(NULL);
    REFUSES(thud_verify(NULL, NULL, NULL, NULL, &verification));
    REFUSES(thud_verify(model, NULL, NULL, NULL, NULL));
    thud_model_free(model);
    thud_simulation_free(NULL);
    thud_spread_free(NULL);
    thud_model_free(NULL);

    const thud_system system = {.dof = 1, .mass = no_mass, .forces = no_forces};
    thud_system_options options = thud_system_options_default();
    options.duration = 1;
    double q = 0, rate = 0;
    thud_body_summary body;
    thud_summary summary;
    REFUSES(thud_system_run(NULL, &options, &q, &rate, &body, NULL, NULL, &summary));
    REFUSES(thud_system_run(&system, NULL, &q, &rate, &body, NULL, NULL, &summary));
    REFUSES(thud_system_run(&system, &options, NULL, &rate, &body, NULL, NULL, &summary));
    REFUSES(thud_system_run(&system, &options, &q, NULL, &body, NULL, NULL, &summary));
    REFUSES(thud_system_run(&system, &options, &q, &rate, NULL, NULL, NULL, &summary));
    REFUSES(thud_system_run(&system, &options, &q, &rate, &body, NULL, NULL, NULL));
}
END_TEST

START_TEST(studies) {
    thud_study *study = good_study("null_study", "bodies: {a: {mass: 1}}\nduration: 1\n",
                                   "scenario: scenario.yaml\nvary:\n  m: {path: bodies.a.mass, values: [1, 2]}\n");
    thud_study *made;
    thud_worker *worker;
    thud_case_result result;
    thud_axis_value value;
    thud_exceedance *exceedance;
    thud_fragility curve;
    const thud_study_options options = thud_study_options_default("null_study/store");
    thud_study_summary summary;
    const size_t counts[] = {1, 2, 3};
    REFUSES(thud_study_read(NULL, NULL, NULL, &made));
    REFUSES(thud_study_read("x", NULL, NULL, NULL));
    REFUSES(thud_study_add_spread(NULL));
    REFUSES(thud_study_value(NULL, 0, 0, &value));
    REFUSES(thud_study_value(study, 0, 0, NULL));
    REFUSES(thud_worker_create(NULL, &worker));
    REFUSES(thud_worker_create(study, NULL));
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    REFUSES(thud_worker_run(NULL, 0, NULL, &result));
    REFUSES(thud_worker_run(worker, 0, NULL, NULL));
    thud_worker_free(worker);
    REFUSES(thud_fragility_fit(3, NULL, counts, counts, &curve));
    REFUSES(thud_fragility_fit(3, numbers + 1, NULL, counts, &curve));
    REFUSES(thud_fragility_fit(3, numbers + 1, counts, NULL, &curve));
    REFUSES(thud_fragility_fit(3, numbers + 1, counts, counts, NULL));
    REFUSES(thud_exceedance_create(NULL, 0, &exceedance));
    REFUSES(thud_exceedance_create(study, 0, NULL));
    ck_assert_int_eq(thud_exceedance_create(study, 0, &exceedance), THUD_OK);
    REFUSES(thud_exceedance_fit(NULL, &curve));
    REFUSES(thud_exceedance_fit(exceedance, NULL));
    thud_exceedance_free(exceedance);
    REFUSES(thud_study_run(NULL, &options, &summary));
    ck_assert_str_ne(summary.error.text, "");
    REFUSES(thud_study_run(study, NULL, &summary));
    REFUSES(thud_study_run(study, &options, NULL));
    REFUSES(thud_device_at(0, NULL));
    thud_study_free(study);
    thud_study_free(NULL);
    thud_worker_free(NULL);
    thud_exceedance_free(NULL);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("null");
    tcase_add_test(tests, core);
    tcase_add_test(tests, engine);
    tcase_add_test(tests, motions);
    tcase_add_test(tests, measurements);
    tcase_add_test(tests, runs);
    tcase_add_test(tests, studies);
    return run_suite("null", tests);
}
