/*
 * A. Chanda, A. Banerjee & R. Das 2016: all laws on one dimensionless frame. The numbers were computed elsewhere by
 * closed form and by DOP853 at 1e-13. A few stand here; all rules are in frame.csv, which tools/reference-frame
 * makes by Runge–Kutta steps of its own, without thud.
 */
#include <stdio.h>
#include <string.h>

#include <thud/impact.h>

#include "suite.h"

typedef struct {
    const char *law;
    double e;
    thud_separation separation;
    thud_damping damping;
    double e_out, impulse, energy, force, penetration, time, residual;
} row;

#define RET THUD_SEPARATION_RETURN
#define ZERO THUD_SEPARATION_ZERO_FORCE
#define RULE THUD_DAMPING_PUBLISHED
#define EXACT THUD_DAMPING_EXACT

static const row ROWS[] = {
    {"hertz", 0.25, RET, RULE, 1, 2, 0, 1.143262629818316, 1.093362073943278, 3.218065459719043, 0},
    {"anagnostopoulos", 0.25, RET, RULE, 0.25, 1.25, 0.46875, 0.8667470277232241, 0.6006352133164599,
     3.43386319715305, 0},
    {"anagnostopoulos", 0.25, ZERO, RULE, 0.3607626594757093, 1.360762659475709, 0.4349251517640067,
     0.8667470277232241, 0.6006352133164599, 2.525397042660166, 0.2912889721107315},
    {"kuwabara-kono", 0.25, RET, EXACT, 0.25, 1.25, 0.46875, 0.9022199215533661, 0.7192086858360233,
     4.073889303359604, 0},
    {"kuwabara-kono", 0.25, ZERO, EXACT, 0.25, 1.25, 0.46875, 0.9687283032615024, 0.647080278029007,
     2.544263023360296, 0.4242676335277751},
    {"hunt-crossley", 0.25, RET, RULE, 0.5636100709550031, 1.563610070955003, 0.3411718439590482, 1.044662106763905,
     0.8833043480053269, 3.511892745550871, 0},
    {"khatiwada", 0.25, RET, RULE, 0.25, 1.25, 0.46875, 1.248126330736693, 0.6816595977088472, 4.396161131164576,
     0},
    {"flores", 0.5, RET, RULE, 0.4704447793267395, 1.47044477932674, 0.3893408548021077, 1.074375122322638,
     0.8309331799637235, 3.65470872740059, 0},
    {"valles-reinhorn", 0.25, ZERO, RULE, 0.25, 1.25, 0.46875, 1, 1, 1.963495408493621, 0.9375},
    {"jankowski-2005", 0.25, RET, RULE, 0.3255890548844838, 1.325589054884484, 0.4469958836697143,
     1.381533128595459, 0.4455534828505042, 3.161850809950535, 0},
    {"jankowski-2006", 0.25, RET, EXACT, 0.25, 1.25, 0.46875, 1.796482173064432, 0.3606749764768034,
     3.166901211660948, 0},
};

/* closed forms to 1e-12, what is integrated or read from a table to 1e-10 */
static void assert_row(const row *r) {
    thud_impact_options o = thud_impact_options_default(thud_law_find(r->law));
    o.restitution = r->e;
    o.separation = r->separation;
    o.damping = r->damping;
    thud_impact hit;
    ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
    double tolerance = strcmp(r->law, "kuwabara-kono") == 0 ? 1e-10 : 1e-12;
    assert_relative(hit.restitution, r->e_out, tolerance);
    assert_relative(hit.impulse, r->impulse, tolerance);
    ck_assert_double_eq_tol(hit.energy_lost, r->energy, tolerance);
    assert_relative(hit.max_force, r->force, tolerance);
    assert_relative(hit.max_penetration, r->penetration, tolerance);
    assert_relative(hit.contact_time, r->time, tolerance);
    ck_assert_double_eq_tol(hit.separation_penetration, r->residual, tolerance);
}

START_TEST(one_frame) { assert_row(&ROWS[_i]); }
END_TEST

/* frame.csv: 17 laws at four restitutions, with 13 digits */
START_TEST(whole_table) {
    FILE *file = fopen(THUD_SOURCE "/tests/papers/frame.csv", "r");
    ck_assert_ptr_nonnull(file);
    char line[400], law[40], separation[16], damping[16];
    int checked = 0;
    while (fgets(line, sizeof line, file)) {
        row r = {.law = law};
        int fields =
            sscanf(line, "%39[^,],%15[^,],%15[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", law, separation, damping, &r.e,
                   &r.e_out, &r.impulse, &r.energy, &r.force, &r.penetration, &r.time, &r.residual);
        if (fields != 11) continue; /* the header */
        r.separation = strcmp(separation, "return") == 0 ? RET : ZERO;
        r.damping = strcmp(damping, "exact") == 0 ? EXACT : RULE;
        assert_row(&r);
        checked++;
    }
    fclose(file);
    ck_assert_int_eq(checked, 4 * 17);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("chanda");
    tcase_add_loop_test(tests, one_frame, 0, sizeof ROWS / sizeof *ROWS);
    tcase_add_test(tests, whole_table);
    return run_suite("Chanda, Banerjee and Das 2016", tests);
}
