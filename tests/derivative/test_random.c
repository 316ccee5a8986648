/* Random scenarios: every derivative against extrapolated differences of runs at a tolerance of 1e-13. */
#include <stdarg.h>

#include "differences.h"

#include "numeric/random.h"

/* written into a text */
typedef struct writer {
    char text[8000];
    size_t used;
    thud_random random;
} writer;

__attribute__((format(printf, 2, 3))) static void put(writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    w->used += (size_t)vsnprintf(w->text + w->used, sizeof w->text - w->used, format, arguments);
    va_end(arguments);
}

static double between(writer *w, double low, double high) {
    return low + (high - low) * thud_random_uniform(&w->random);
}
static size_t dice(writer *w, size_t sides) { return (size_t)(thud_random_uniform(&w->random) * (double)sides); }

static const char *const LAWS[] = {"newton",          "hunt-crossley",  "kelvin-voigt", "flores",      "newton",
                                   "valles-reinhorn", "jankowski-2005", "poisson",      "ye-modified", "hertz"};

static void put_contact(writer *w, const char *name, const char *left, const char *right, double gap) {
    const char *law = LAWS[dice(w, sizeof LAWS / sizeof *LAWS)];
    const bool rigid = strcmp(law, "newton") == 0 || strcmp(law, "poisson") == 0,
               elastic = strcmp(law, "hertz") == 0;
    put(w, "  - {name: %s, left: %s, right: %s, gap: %.17g, model: %s", name, left, right, gap, law);
    if (!rigid) put(w, ", stiffness: %.17g", between(w, 2e4, 2e5));
    if (!elastic) put(w, ", restitution: %.17g", dice(w, 6) == 0 && rigid ? 0.0 : between(w, 0.4, 0.95));
    put(w, "}\n");
}

static void put_ground(writer *w) {
    const size_t kind = dice(w, 4);
    if (kind == 0)
        put(w, "ground: {sine: {amplitude: %.17g, frequency: %.17g, phase: 0.4}}\n", between(w, 1, 6),
            between(w, 0.5, 4));
    if (kind == 1)
        put(w, "ground: {noise: {rms: %.17g, low: 0.5, high: 6, duration: 2, seed: %zu}, scale: 1.5}\n",
            between(w, 1, 4), dice(w, 1000));
    if (kind == 2) put(w, "gravity: %.17g\n", between(w, 1, 9.81));
}

static size_t put_scenario(writer *w) {
    const size_t bodies = 1 + dice(w, 4), damping = dice(w, 3);
    put(w, "bodies:\n");
    for (size_t i = 0; i < bodies; i++)
        put(w, "  b%zu: {mass: %.17g, displacement: %.17g, velocity: %.17g}\n", i, between(w, 1, 4),
            between(w, -0.005, 0.005), between(w, -1, 1));
    put(w, "links:\n");
    for (size_t i = 0; i < bodies; i++) {
        char left[24] = "ground";
        if (i % 2 == 1) snprintf(left, sizeof left, "b%zu", i - 1);
        put(w, "  - {left: %s, right: b%zu, stiffness: %.17g", left, i, between(w, 100, 900));
        if (i == 0) put(w, ", name: column, height: 3");
        if (i == 0 && dice(w, 3) == 0)
            put(w, ", hysteresis: {model: bilinear, yield: %.17g, hardening: %.17g}", between(w, 2, 9),
                between(w, 0.05, 0.4));
        else if (i == 2 && dice(w, 3) == 0) put(w, ", hysteresis: {model: tension-only, slack: 0.002}");
        if (damping == 0) put(w, ", damping_ratio: %.17g", between(w, 0.01, 0.1));
        put(w, "}\n");
    }
    if (damping == 1) put(w, "damping: {ratio: %.17g}\n", between(w, 0.01, 0.1));
    if (damping == 2) put(w, "damping: {rayleigh: {mass: %.17g, stiffness: 0.0005}}\n", between(w, 0.01, 0.4));
    put_ground(w);
    if (dice(w, 3) == 0)
        put(w, "forces:\n  - {on: b0, step: {amplitude: %.17g, start: %.17g}}\n", between(w, 5, 40),
            between(w, 0.1, 0.9));
    if (dice(w, 3) == 0)
        put(w, "watch:\n  drift: {of: drift, link: column}\n  base: {of: base-shear, right: b0}\n");
    put(w, "duration: %.17g\ncontacts:\n", between(w, 0.6, 1.4));
    put_contact(w, "right", bodies > 1 ? "b1" : "b0", "ground", between(w, 0.02, 0.06));
    put_contact(w, "left", "ground", "b0", between(w, 0.02, 0.06));
    if (bodies > 1) put_contact(w, "middle", "b0", "b1", between(w, 0.02, 0.06));
    if (bodies > 2) put_contact(w, "far", "b2", "ground", between(w, 0.02, 0.06));
    return bodies;
}

/* what a scenario surely has */
static const char *const PATHS[] = {"bodies.b0.mass",    "links.0.stiffness",  "contacts.right.gap",
                                    "contacts.left.gap", "bodies.b0.velocity", "bodies.b0.displacement",
                                    "contacts.*.gap"};

typedef struct tally {
    size_t compared, numbers, none, zero, far;
} tally;

/* what a derivative is small beside: the largest one of its unit, and the largest number of it */
static void scales_of_unit(const thud_derivatives *d, const differences *beside, size_t index, double *by,
                           double *value) {
    const char *unit = thud_derivatives_quantity_unit(d, index);
    *by = *value = 0;
    for (size_t i = 0; i < beside->count; i++) {
        if (strcmp(thud_derivatives_quantity_unit(d, i), unit) != 0) continue;
        *by = fmax(*by, fabs(beside->by[i]));
        *value = fmax(*value, fabs(beside->value[i]));
    }
}

static void compare(const writer *w, const char *path, tally *t) {
    thud_model *model = NULL;
    thud_derivatives *d = NULL;
    thud_simulation *simulation = NULL;
    ck_assert_msg(thud_scenario_parse(w->text, w->used, "", NULL, NULL, &model) == THUD_OK, "%s", w->text);
    ck_assert_int_eq(thud_derivatives_of_text(w->text, w->used, "", &path, NULL, 1, NULL, NULL, NULL, &d), THUD_OK);
    thud_run_options options = thud_model_run_options(model);
    options.tolerance = 1e-13;
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_set_options(simulation, &options, NULL), THUD_OK);
    ck_assert_int_eq(thud_derivatives_follow(d, simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
    const char *limit;
    const double valid = thud_derivatives_valid_for(d, 0, &limit), p = thud_derivatives_parameter_value(d, 0);
    double h = isfinite(p) && p != 0 ? 4e-4 * fabs(p) : 1e-5;
    if (strstr(path, "displacement")) h = 2e-5;
    if (valid < 40 * h) h = valid / 40;
    static differences beside;
    const bool found = differences_find(w->text, path, h, 1e-13, &beside);
    for (size_t i = 0; i < thud_derivatives_quantity_count(d) && found; i++) {
        const double v = thud_derivatives_value(d, i, 0), size = fmax(fabs(v), fabs(beside.by[i]));
        t->numbers++;
        if (isnan(v)) {
            ck_assert_ptr_nonnull(thud_derivatives_reason(d, i, 0));
            t->none++;
            continue;
        }
        double by, value;
        scales_of_unit(d, &beside, i, &by, &value);
        const double scale = fmax(size, 1e-3 * fmax(by, value / fmax(isfinite(p) ? fabs(p) : 0, 1)));
        /* to a millionth, where differences fix it so well; rounding of what it is the sum of */
        const double error = 3 * beside.error[i] + 64 * 0x1p-52 * value / beside.steps[1];
        /* rest begins at a limit that is found for the load at its start; what a load changes by until then is
         * beyond 1e-14 of the time, and may be more of its derivative */
        const double share = strstr(beside.name[i], "stick_time") ? 1e-5 : 1e-6;
        if (error <= 1e-6 * scale) t->compared++;
        else if (size <= error) t->zero++;
        else t->far++;
        ck_assert_msg(fabs(v - beside.by[i]) <= share * scale + error,
                      "%s by %s: %.12g, differences %.12g ± %.1g; valid for %.3g (%s)\n%s",
                      thud_derivatives_quantity_name(d, i), path, v, beside.by[i], beside.error[i], valid, limit,
                      w->text);
    }
    thud_derivatives_free(d);
    thud_simulation_free(simulation);
    thud_model_free(model);
}

/* ---- values that random scenarios do not all have ---- */

static const struct {
    const char *path, *text;
} GIVEN[] = {
    {"forces.0.step.start",
     "bodies: {a: {mass: 2, velocity: 1}}\nlinks: [{left: ground, right: a, stiffness: 300}]\n"
     "forces: [{on: a, step: {amplitude: 20, start: 0.61}}]\nduration: 1.1\n"
     "contacts: [{name: s, left: a, right: ground, gap: 0.06, model: flores, stiffness: 1e5, "
     "restitution: 0.7}]\n"},
    {"ground.sine.frequency", "bodies: {a: {mass: 2}}\nlinks: [{left: ground, right: a, stiffness: 300}]\n"
                              "ground: {sine: {amplitude: 3, frequency: 1.7, phase: 0.3}}\nduration: 1.3\n"
                              "contacts: [{name: s, left: a, right: ground, gap: 0.02, model: newton, "
                              "restitution: 0.7}]\n"},
    {"ground.sine.phase", "bodies: {a: {mass: 2}}\nlinks: [{left: ground, right: a, stiffness: 300}]\n"
                          "ground: {sine: {amplitude: 3, frequency: 1.7, phase: 0.3}}\nduration: 1.3\n"},
    {"links.0.hysteresis.hardening",
     "bodies: {a: {mass: 2, velocity: 1}}\nground: {sine: {amplitude: 6, frequency: 1.5}}\nduration: 2\n"
     "links: [{left: ground, right: a, stiffness: 300, damping: 1, "
     "hysteresis: {model: bilinear, yield: 8, hardening: 0.1}}]\n"},
    {"links.0.hysteresis.slack",
     "bodies: {a: {mass: 2, velocity: 1}}\nground: {sine: {amplitude: 6, frequency: 1.5}}\nduration: 2\n"
     "links: [{left: ground, right: a, stiffness: 300, hysteresis: {model: compression-only, slack: 0.01}},"
     "{left: ground, right: a, stiffness: 100}]\n"},
    {"supports.wall.velocity",
     "bodies: {a: {mass: 2}}\nsupports: {wall: {sine: {amplitude: 3, frequency: 2}, displacement: 0.1, velocity: "
     "0.1}}\n"
     "links: [{left: wall, right: a, stiffness: 300}]\nduration: 1.2\n"
     "contacts: [{name: s, left: a, right: wall, gap: 0.02, model: newton, restitution: 0.6}]\n"},
    {"damping.ratio", "bodies: {a: {mass: 2, velocity: 1}, b: {mass: 1}}\ndamping: {ratio: 0.05}\nduration: 1.2\n"
                      "links: [{left: ground, right: a, stiffness: 300}, {left: a, right: b, stiffness: 200}]\n"
                      "contacts: [{name: ab, left: a, right: b, gap: 0.01, model: newton, restitution: 0.6}]\n"},
    {"contacts.s.restitution.a",
     "bodies: {a: {mass: 2, velocity: 1}}\nlinks: [{left: ground, right: a, stiffness: 300}]\nduration: 1.2\n"
     "contacts: [{name: s, left: a, right: ground, gap: 0.03, model: newton, "
     "restitution: {a: 0.2, b: 0.25}}]\n"},
    {"bodies.a.mass",
     "bodies: {a: {mass: 2, velocity: 1}, b: {mass: 1}}\nduration: 1.2\n"
     "links: [{left: ground, right: a, stiffness: 300}, {left: ground, right: b, stiffness: 200}]\n"
     "contacts: [{name: p, left: {a: 0.4, b: 0.6}, right: ground, gap: 0.02, model: newton, restitution: 0.6}]\n"},
};

START_TEST(given_scenarios) {
    for (size_t i = 0; i < sizeof GIVEN / sizeof *GIVEN; i++) {
        writer w = {.used = strlen(GIVEN[i].text)};
        memcpy(w.text, GIVEN[i].text, w.used);
        tally t = {0};
        compare(&w, GIVEN[i].path, &t);
        ck_assert_msg(t.compared >= 7, "%s: %zu of %zu are compared", GIVEN[i].path, t.compared, t.numbers);
    }
}
END_TEST

/* scenarios that one process of the suite has time for; `random 1 1000` takes others */
static size_t first = 1, last = 200;

START_TEST(derivatives_are_those_of_differences) {
    tally t = {0};
    for (size_t seed = first; seed <= last; seed++) {
        writer w = {.random = thud_random_seed(seed)};
        put_scenario(&w);
        compare(&w, PATHS[dice(&w, sizeof PATHS / sizeof *PATHS)], &t);
    }
    printf("%zu numbers: %zu to a millionth, %zu that are zero, %zu without a derivative, %zu that differences do "
           "not fix\n",
           t.numbers, t.compared, t.zero, t.none, t.far);
    /* the others are counts, indentations, mechanisms, what does not depend on the parameter, and one scenario in
     * ten, in which impacts press others */
    ck_assert_uint_ge(t.compared, t.numbers / 3);
    ck_assert_uint_le(t.none, t.numbers / 3);
    ck_assert_uint_le(t.far, t.numbers / 50);
}
END_TEST

int main(int count, char **arguments) {
    if (count == 3) {
        first = strtoul(arguments[1], NULL, 10);
        last = strtoul(arguments[2], NULL, 10);
    }
    TCase *tests = tcase_create("random");
    tcase_add_test(tests, given_scenarios);
    tcase_add_test(tests, derivatives_are_those_of_differences);
    return run_suite("derivatives: random", tests);
}
