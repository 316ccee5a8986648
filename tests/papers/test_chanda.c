/*
 * A. Chanda, A. Banerjee & R. Das 2016: all laws on one dimensionless frame. The numbers were computed elsewhere by
 * closed form and by DOP853 at 1e-13. A few stand here; where the shared reference table is at hand, all of it is
 * read by a second test, which is otherwise skipped.
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

/* the names in the shared table, which tells rules by their formulas */
static const struct {
    const char *title, *law;
    thud_separation separation;
    thud_damping damping;
} TITLES[] = {
    {"Hertz", "hertz", RET, RULE},
    {"KV xi=-ln e/sqrt(pi^2+ln^2e), sep x0", "anagnostopoulos", RET, RULE},
    {"KV xi=-ln e/sqrt(pi^2+ln^2e), sep F0", "anagnostopoulos", ZERO, RULE},
    {"Kuwabara-Kono calibrated, sep x0", "kuwabara-kono", RET, EXACT},
    {"Kuwabara-Kono calibrated, sep F0", "kuwabara-kono", ZERO, EXACT},
    {"Hunt-Crossley 1.5(1-e)", "hunt-crossley", RET, RULE},
    {"Lankarani-Nikravesh .75(1-e^2)", "lankarani-nikravesh", RET, RULE},
    {"Khatiwada = Gonthier exact", "khatiwada", RET, RULE},
    {"Gonthier approx (1-e^2)/e", "gonthier-approximate", RET, RULE},
    {"Hu-Guo 1.5(1-e)/e", "hu-guo", RET, RULE},
    {"Flores/Ye 1.6(1-e)/e", "flores", RET, RULE},
    {"Zhiying-Qishao .75(1-e^2)exp(2(1-e))", "zhiying-qishao", RET, RULE},
    {"Herbert-McWhannell 6(1-e)/((2e-1)^2+3)", "herbert-mcwhannell", RET, RULE},
    {"Lee-Wang .75(1-e)", "lee-wang", RET, RULE},
    {"Valles-Reinhorn K2=K1/e^2", "valles-reinhorn", ZERO, RULE},
    {"Jankowski xi=sqrt5(1-e^2)/(2 pi e)", "jankowski-2005", RET, RULE},
    {"Jankowski xi=9sqrt5(1-e^2)/(2e(e(9pi-16)+16))", "jankowski-2006", RET, RULE},
    {"Jankowski exact xi (root solved)", "jankowski-2006", RET, EXACT},
};
enum { TITLE_COUNT = sizeof TITLES / sizeof *TITLES };

/* splits `"title, with commas",e0,param,…` into the title and the rest */
static char *after_title(char *line, char **title) {
    bool quoted = *line == '"';
    *title = line + quoted;
    char *end = strchr(*title, quoted ? '"' : ',');
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    return end + 1 + quoted;
}

static const char SHARED_TABLE[] = "reference/frame.csv";

START_TEST(shared_table) {
    FILE *file = fopen(shared_file(SHARED_TABLE), "r");
    ck_assert_ptr_nonnull(file);
    char line[400];
    int checked = 0;
    while (fgets(line, sizeof line, file)) {
        char *title, *rest = after_title(line, &title);
        row r;
        char param[40];
        int fields = sscanf(rest, "%lf,%39[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf", &r.e, param, &r.e_out, &r.impulse,
                            &r.energy, &r.force, &r.penetration, &r.time, &r.residual);
        if (fields != 9) continue; /* the header, and rows that are not numbers */
        for (int i = 0; i < TITLE_COUNT; i++)
            if (strcmp(title, TITLES[i].title) == 0) {
                r.law = TITLES[i].law;
                r.separation = TITLES[i].separation;
                r.damping = TITLES[i].damping;
                assert_row(&r);
                checked++;
            }
    }
    fclose(file);
    ck_assert_int_ge(checked, 4 * TITLE_COUNT - 2);
}
END_TEST

/* with the argument `shared`, the table of the shared folder; otherwise the rows that stand here */
int main(int argc, char **argv) {
    TCase *tests = tcase_create("chanda");
    if (argc > 1 && strcmp(argv[1], "shared") == 0) {
        if (has_shared("shared_table", SHARED_TABLE)) tcase_add_test(tests, shared_table);
        return run_suite("Chanda, Banerjee and Das 2016, the whole table", tests);
    }
    tcase_add_loop_test(tests, one_frame, 0, sizeof ROWS / sizeof *ROWS);
    return run_suite("Chanda, Banerjee and Das 2016", tests);
}
