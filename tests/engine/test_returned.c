/*
 * What simulators returned, drop by drop, against the emulation of their steps. The table was written by
 * `make engines`, with the versions that docs/engines.md names.
 */
#include <stdio.h>
#include <string.h>

#include <thud/engine.h>

#include "suite.h"

/* as the audit has them: see cli/engine/engine_drops.c */
static const double DURATION = 0.01, RADIUS = 0.1;
enum { GAPS = 4 };

typedef struct row {
    char engine[32], model[64];
    int usual;
    double e, speed, mass2, step, damping, returned[GAPS];
} row;

static bool read_row(FILE *file, row *r) {
    char line[512];
    do {
        if (!fgets(line, sizeof line, file)) return false;
    } while (line[0] == '#');
    int got = sscanf(line, "%31s %63s %d %lf %lf %lf %lf %lf %lf %lf %lf %lf", r->engine, r->model, &r->usual,
                     &r->e, &r->speed, &r->mass2, &r->step, &r->damping, &r->returned[0], &r->returned[1],
                     &r->returned[2], &r->returned[3]);
    ck_assert_msg(got == 8 + GAPS, "%s", line);
    return true;
}

static thud_engine_options options_of(const row *r) {
    const thud_engine *engine = thud_engine_find(r->engine);
    ck_assert_msg(engine, "%s", r->engine);
    thud_engine_options o = thud_engine_options_default(engine);
    o.model = thud_engine_model_find(engine, r->model);
    ck_assert_msg(o.model, "%s", r->model);
    o.restitution = r->e;
    o.speed = r->speed;
    o.mass2 = r->mass2;
    o.radius = RADIUS;
    o.usual = r->usual;
    if (isnan(thud_engine_exponent(o.model))) o.step = r->step;
    else o.duration = DURATION;
    return o;
}

/* the table has eight places; the emulation makes the same additions as the simulator, in another order: in some
 * hundred steps 1e-13. The issue asks for 1e-4; what is seen is kept */
static const double SAME = 1e-8;

/* of a simulator in single precision: a few roundings of 6e-8 in velocities of the order of one */
static const double SAME_IN_FLOAT = 1e-6;

START_TEST(the_emulation_is_the_simulator) {
    FILE *file = fopen(THUD_RETURNED, "r");
    ck_assert_msg(file, "%s", THUD_RETURNED);
    int drops = 0, simulators = 0;
    char last[32] = "";
    for (row r; read_row(file, &r);) {
        thud_engine_options o = options_of(&r);
        thud_engine_answer a = {.step = r.step, .damping = r.damping};
        if (strcmp(last, r.engine) != 0) simulators++;
        memcpy(last, r.engine, sizeof last);
        double mean = 0;
        for (int i = 0; i < GAPS; i++, drops++) {
            double e, gap = (2 + (i + 0.5) / GAPS) * r.step * r.speed;
            ck_assert_int_eq(thud_engine_emulate(&o, &a, gap, &e), THUD_OK);
            const double same = strcmp(r.engine, "rapier") == 0 ? SAME_IN_FLOAT : SAME;
            ck_assert_msg(fabs(e - r.returned[i]) <= same, "%s %s, e = %g: %.9f emulated, %.9f returned", r.engine,
                          r.model, r.e, e, r.returned[i]);
            mean += r.returned[i] / GAPS;
        }
        /* thud's numbers, at a hundredth of the contact, over where in a step the contact begins */
        if (!r.usual)
            ck_assert_msg(fabs(mean - r.e) <= 1e-3, "%s %s: %g, returned %.6f", r.engine, r.model, r.e, mean);
    }
    fclose(file);
    ck_assert_int_ge(simulators, 5);
    ck_assert_int_ge(drops, 2000);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("returned");
    tcase_add_test(tests, the_emulation_is_the_simulator);
    return run_suite("returned", tests);
}
