/*
 * thud against SUNDIALS with root finding, which shares nothing with it but the equation of motion.
 *
 * Each impact is integrated by SUNDIALS at two tolerances a hundredfold apart. Their difference is the error of the
 * looser run, and bounds that of the tighter one, which thud is compared with. The difference itself has to lie
 * below a ceiling, so that a solver gone astray cannot excuse anything; and below a floor, that of rounding, it is
 * not to be believed.
 */
#include <math.h>

#include <thud/calibrate.h>
#include <thud/impact.h>

#include "rival.h"
#include "rival_law.h"
#include "suite.h"

/* A solver, and what may be asked of it. */
typedef struct judge {
    rival_method method;
    double loose;
    double tight;
    double floor;   /* rounding of some hundred (Adams) or thousand small steps */
    double ceiling; /* of the difference between the two tolerances */
} judge;

static const judge judges[] = {
    {RIVAL_ADAMS, 1e-11, 1e-13, 2e-11, 1e-8},
    {RIVAL_DORMAND_PRINCE5, 1e-11, 1e-13, 2e-12, 1e-9},
};
enum { JUDGES = sizeof judges / sizeof *judges };

/* finding χ from e magnifies the rounding of e a few times */
static const judge calibrator = {RIVAL_DORMAND_PRINCE5, 1e-11, 1e-13, 1e-11, 1e-9};

static const thud_separation separations[] = {THUD_SEPARATION_RETURN, THUD_SEPARATION_ZERO_FORCE};
enum { SEPARATIONS = sizeof separations / sizeof *separations };

/* from 0.05 to 0.95, close enough to each other that no branch of the library is passed over */
enum { RESTITUTIONS = 31 };
static double restitution_at(int i) { return 0.05 + 0.03 * i; }

/* one law for each structure that SUNDIALS can follow */
enum { MOST_STRUCTURES = 16 };
static const thud_law *laws[MOST_STRUCTURES];
static int law_count;

static bool is_new_structure(const thud_law *law) {
    thud_force_kind kind = law->structure->kind;
    if (kind != THUD_FORCE_VISCOUS && kind != THUD_FORCE_ELASTIC) return false;
    for (int i = 0; i < law_count; i++) {
        if (laws[i]->structure == law->structure) return false;
    }
    return true;
}

static void collect_laws(void) {
    for (size_t i = 0; i < thud_law_count() && law_count < MOST_STRUCTURES; i++) {
        const thud_law *law = thud_law_at(i);
        if (is_new_structure(law)) laws[law_count++] = law;
    }
}

static rival *create(const judge *by) {
    rival *solver = rival_create(by->method, RIVAL_FORM_REGULAR);
    ck_assert_ptr_nonnull(solver);
    rival_want_peak(solver, true);
    return solver;
}

/* `got` against the tight value, within the error that SUNDIALS shows of itself */
static void compare(const judge *by, const char *what, const thud_impact_options *options, double got, double loose,
                    double tight) {
    double scale = fmax(fabs(tight), 1e-3); /* the penetration at separation may be zero */
    double difference = fabs(loose - tight) / scale;
    const char *where =
        thud_law_separation(options->law, options->separation) == THUD_SEPARATION_RETURN ? "return" : "zero-force";
    ck_assert_msg(difference < by->ceiling, "%s: %s does not settle: %.3g (%s, n = %g, e = %g, %s)",
                  rival_method_name(by->method), what, difference, options->law->structure->name, options->exponent,
                  options->restitution, where);
    double off = fabs(got - tight) / scale;
    ck_assert_msg(off <= fmax(difference, by->floor),
                  "%s: %s is %.17g, not %.17g: off by %.2g (%s, n = %g, e = %g, %s)", rival_method_name(by->method),
                  what, got, tight, off, options->law->structure->name, options->exponent, options->restitution,
                  where);
}

static void compare_impact(const judge *by, rival *solver, thud_impact_options *options) {
    if (options->law->structure->kind == THUD_FORCE_VISCOUS) {
        ck_assert_int_eq(thud_calibrate(options, &options->damping_value), THUD_OK);
        options->damping = THUD_DAMPING_GIVEN;
    }
    rival_problem problem = rival_problem_of(options, options->damping_value);
    rival_result loose, tight;
    ck_assert(rival_impact(solver, &problem, by->loose, &loose));
    ck_assert(rival_impact(solver, &problem, by->tight, &tight));
    thud_impact impact, integrated;
    ck_assert_int_eq(thud_impact_solve(options, &impact), THUD_OK);
    ck_assert_int_eq(thud_impact_integrate(options, &integrated), THUD_OK);
    compare(by, "restitution", options, impact.restitution, loose.restitution, tight.restitution);
    compare(by, "restitution by integration", options, integrated.restitution, loose.restitution,
            tight.restitution);
    compare(by, "contact time", options, impact.contact_time, loose.contact_time, tight.contact_time);
    compare(by, "contact time by integration", options, integrated.contact_time, loose.contact_time,
            tight.contact_time);
    compare(by, "largest penetration", options, impact.max_penetration, loose.max_penetration,
            tight.max_penetration);
    compare(by, "penetration at separation", options, impact.separation_penetration, loose.separation_penetration,
            tight.separation_penetration);
}

/* both separation rules, all restitutions; an elastic law has one of the latter */
static void compare_exponent(const judge *by, rival *solver, const thud_law *law, double exponent) {
    bool viscous = law->structure->kind == THUD_FORCE_VISCOUS;
    for (int s = 0; s < SEPARATIONS; s++) {
        for (int r = 0; r < (viscous ? RESTITUTIONS : 1); r++) {
            thud_impact_options options = thud_impact_options_default(law);
            options.separation = separations[s];
            options.exponent = exponent;
            options.restitution = viscous ? restitution_at(r) : 1.0;
            compare_impact(by, solver, &options);
        }
    }
}

START_TEST(impacts_agree) {
    const thud_law *law = laws[_i / JUDGES];
    const judge *by = &judges[_i % JUDGES];
    rival *solver = create(by);
    double least = law->exponent_min;
    double most = fmin(law->exponent_max, 3.0);
    for (int i = 0; i <= 4; i++) compare_exponent(by, solver, law, least + 0.25 * i * (most - least));
    rival_free(solver);
}
END_TEST

/* the damping that Brent's method finds on top of the integrations */
START_TEST(calibrations_agree) {
    const thud_law *law = laws[_i];
    const judge *by = &calibrator;
    if (law->structure->kind != THUD_FORCE_VISCOUS) return;
    rival *solver = create(by);
    for (int i = 0; i < SEPARATIONS * RESTITUTIONS; i++) {
        thud_impact_options options = thud_impact_options_default(law);
        options.separation = separations[i % SEPARATIONS];
        options.restitution = restitution_at(i / SEPARATIONS);
        rival_problem problem = rival_problem_of(&options, NAN);
        double damping, loose, tight;
        ck_assert_int_eq(thud_calibrate(&options, &damping), THUD_OK);
        ck_assert(rival_calibrate(solver, &problem, options.restitution, by->loose, by->loose, &loose));
        ck_assert(rival_calibrate(solver, &problem, options.restitution, by->tight, by->tight, &tight));
        compare(by, "damping", &options, damping, loose, tight);
    }
    rival_free(solver);
}
END_TEST

/* SI units: the dimensionless impact, scaled by L = (m v²/k)^(1/(n+1)) and L/v */
static void compare_in_units(const judge *by, rival *solver, thud_impact_options *options) {
    thud_impact impact;
    ck_assert_int_eq(thud_impact_solve(options, &impact), THUD_OK);
    double energy = options->mass * options->speed * options->speed;
    double length = pow(energy / options->stiffness, 1.0 / (options->exponent + 1.0));
    double time = length / options->speed;
    double force = options->stiffness * pow(length, options->exponent);
    double chi =
        impact.damping > 0.0 ? impact.damping * pow(length, impact.exponent_p) * options->speed / force : 0.0;
    rival_problem problem = rival_problem_of(options, chi);
    rival_result loose, tight;
    ck_assert(rival_impact(solver, &problem, by->loose, &loose));
    ck_assert(rival_impact(solver, &problem, by->tight, &tight));
    compare(by, "restitution", options, impact.restitution, loose.restitution, tight.restitution);
    compare(by, "contact time", options, impact.contact_time / time, loose.contact_time, tight.contact_time);
    compare(by, "largest penetration", options, impact.max_penetration / length, loose.max_penetration,
            tight.max_penetration);
}

START_TEST(units_scale) {
    const judge *by = &judges[1];
    rival *solver = create(by);
    for (int i = 0; i < law_count; i++) {
        thud_impact_options options = thud_impact_options_default(laws[i]);
        options.stiffness = 5e9;
        options.mass = 6e5;
        options.speed = 0.4;
        options.damping = THUD_DAMPING_EXACT;
        options.restitution = laws[i]->structure->kind == THUD_FORCE_VISCOUS ? 0.5 : 1.0;
        compare_in_units(by, solver, &options);
    }
    rival_free(solver);
}
END_TEST

int main(void) {
    collect_laws();
    TCase *tests = tcase_create("agreement");
    tcase_add_loop_test(tests, impacts_agree, 0, law_count * JUDGES);
    tcase_add_loop_test(tests, calibrations_agree, 0, law_count);
    tcase_add_test(tests, units_scale);
    return run_suite("sundials", tests);
}
