/* Directional derivatives of FMUs for model exchange, against differences of the same numbers. */
#include "fmu/integrator.h"

/* the derivatives of all rates, the pull, the gap, the turn and the force of a contact along one known */
static void differentiate(importer *m, const uint32_t *unknowns, size_t count, uint32_t known, double *slopes) {
    const double seed = 1;
    ck_assert_msg(
        (m->old ? (int)m->f->fmi2GetDirectionalDerivative(m->instance, unknowns, count, &known, 1, &seed, slopes)
                : (int)m->f->fmi3GetDirectionalDerivative(m->instance, unknowns, count, &known, 1, &seed, 1, slopes,
                                                          count)) == 0,
        "%s", fmu_said);
}

static double get(importer *m, const char *name) {
    return m->old ? fmu_get_2(m->f, m->instance, name) : fmu_get_3(m->f, m->instance, name);
}

/* a, the wall against b, and what follows: while joint and wall are pressed, against central differences of the
 * same numbers. All forces are of second degree at most in a state or an input, so that these are exact but for
 * rounding, 1e-16 of 1e4 m/s² over h = 1e-6 m */
START_TEST(test_directional) {
    static const char *const names[] = {"der(bodies.a.velocity)",    "der(bodies.b.velocity)",
                                        "bodies.b.acceleration",     "contacts.wall.force",
                                        "contacts.wall.events.gap",  "contacts.joint.events.pull",
                                        "contacts.wall.events.turn", "bodies.a.displacement"};
    static const char *const by[] = {"bodies.a.displacement", "bodies.a.velocity", "bodies.b.displacement",
                                     "bodies.b.velocity", "forces.a"};
    enum { COUNT = sizeof names / sizeof names[0] };
    const bool old = _i % 2 == 0;
    const char *const pressed = _i < 2 ? "contacts.wall.force" : "contacts.joint.force";
    fmu *f = load_kind("smooth", SMOOTH, old ? 2 : 3, true);
    importer m = begin(f, old, "forces.a", 7);
    while (get(&m, pressed) == 0) step(&m, 4e-4);
    for (int k = 0; k < 3; k++) step(&m, 4e-4);
    ck_assert(get(&m, pressed) > 0);
    uint32_t unknowns[COUNT];
    for (size_t k = 0; k < COUNT; k++) unknowns[k] = fmu_reference(f, names[k]);
    double largest = 0;
    for (size_t j = 0; j < 5; j++) {
        double slopes[COUNT], values[2][COUNT], y[4];
        put(&m, m.time, m.y);
        differentiate(&m, unknowns, COUNT, fmu_reference(f, by[j]), slopes);
        const double h = j < 4 ? 1e-6 : 1;
        for (int side = 0; side < 2; side++) {
            const double move = side ? h : -h;
            memcpy(y, m.y, sizeof y);
            if (j < 4) y[j] += move; /* states are x, v of one body after the other */
            put(&m, m.time, y);
            const double force = j < 4 ? 7 : 7 + move;
            old ? fmu_set_2(f, m.instance, "forces.a", force) : fmu_set_3(f, m.instance, "forces.a", force);
            for (size_t k = 0; k < COUNT; k++) values[side][k] = get(&m, names[k]);
        }
        for (size_t k = 0; k < COUNT; k++) {
            const double difference = (values[1][k] - values[0][k]) / (2 * h);
            ck_assert_msg(fabs(slopes[k] - difference) <= 1e-7 * (1 + fabs(difference)), "%s by %s: %.12g, %.12g",
                          names[k], by[j], slopes[k], difference);
            largest = fmax(largest, fabs(slopes[k]));
        }
    }
    ck_assert_double_gt(largest, 1e4); /* the contact's stiffness is among them */
    end(&m);
    fmu_unload(f);
}
END_TEST

/* what is refused, with its reason, and in co-simulation */
START_TEST(test_directional_refused) {
    fmu *f = load_kind("smooth", SMOOTH, 3, true);
    importer m = begin(f, false, "forces.a", 7);
    const uint32_t rate = fmu_reference(f, "der(bodies.a.velocity)"), x = fmu_reference(f, "bodies.a.displacement"),
                   none = 10000;
    double seed = 1, slope = 0;
#define REFUSED(unknown, known, seeds, words)                                                                      \
    ck_assert_int_eq(f->fmi3GetDirectionalDerivative(m.instance, unknown, 1, known, 1, &seed, seeds, &slope, 1),   \
                     fmi3Error);                                                                                   \
    ck_assert_msg(strstr(fmu_said, words) != NULL, "%s", fmu_said)
    REFUSED(&none, &x, 1, "no variable has the value reference");
    REFUSED(&rate, &rate, 1, "neither a state nor an input");
    REFUSED(&(uint32_t){0}, &x, 1, "is not computed");
    REFUSED(&rate, &x, 2, "2 seeds");
    REFUSED(&rate, (uint32_t *)NULL, 1, "NULL");
    seed = NAN;
    REFUSED(&rate, &x, 1, "not a finite number");
    end(&m);
    fmu_unload(f);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fmu_directional");
    tcase_add_loop_test(tests, test_directional, 0, 4);
    tcase_add_test(tests, test_directional_refused);
    return run_suite("fmu_directional", tests);
}
