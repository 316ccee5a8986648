/* Which law a force history was made with, told by the history. */
#include <stdio.h>
#include <string.h>

#include "laboratory.h"
#include "suite.h"

/* as many as there is time for; docs/verification.md has the count of a hundred trials with each law */
enum { TRIALS = LABORATORY_SLOW ? 1 : 20 };

static const struct {
    const char *law;
    thud_separation separation;
} LAWS[] = {
    {"kelvin-voigt", THUD_SEPARATION_RETURN},
    {"gonthier", THUD_SEPARATION_RETURN},
    {"jankowski-2006", THUD_SEPARATION_RETURN},
    {"poursina-nikravesh", THUD_SEPARATION_ZERO_FORCE},
};
enum { LAW_COUNT = sizeof LAWS / sizeof *LAWS };

/* 1 % noise and 200 points; right in at least 95 of 100 trials */
START_TEST(right_law_first) {
    laboratory l = laboratory_open(LAWS[_i].law, 0.6, LAWS[_i].separation, NAN, 200);
    thud_ranking *ranking = malloc(sizeof *ranking);
    int right = 0;
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        recording r = laboratory_record(&l, 0.01, 3, seed);
        thud_force_record *record = recording_open(&r);
        thud_force_options o = thud_force_options_default(NULL, l.options.mass);
        ck_assert_int_eq(thud_identify_rank(record, 0, &o, ranking, NULL), THUD_OK);
        const thud_rank_row *best = &ranking->rows[0];
        right += strstr(best->names, LAWS[_i].law) && best->fit.separation == LAWS[_i].separation;
        ck_assert_uint_gt(ranking->count, 10);
        ck_assert(best->difference == 0);
        double weights = 0;
        for (size_t i = 0; i < ranking->count; i++) {
            if (i > 0) ck_assert_double_ge(ranking->rows[i].difference, ranking->rows[i - 1].difference);
            ck_assert_uint_eq(ranking->rows[i].fit.samples, best->fit.samples); /* or nothing can be compared */
            weights += ranking->rows[i].weight;
        }
        ck_assert_double_eq_tol(weights, 1, 1e-12);
        thud_force_record_free(record);
        recording_free(&r);
    }
    ck_assert_msg(right * 100 >= 95 * TRIALS, "%s first in %d of %d", LAWS[_i].law, right, TRIALS);
    free(ranking);
    laboratory_close(&l);
}
END_TEST

/* every law with a force history is in one group, and in one only but for the separation rule */
START_TEST(groups) {
    laboratory l = laboratory_open("flores", 0.7, THUD_SEPARATION_RETURN, 1.5, 40);
    recording r = laboratory_record(&l, 0.01, 0, 1);
    thud_force_record *record = recording_open(&r);
    thud_ranking *ranking = malloc(sizeof *ranking);
    thud_force_options o = thud_force_options_default(NULL, l.options.mass);
    ck_assert_int_eq(thud_identify_rank(record, 0, &o, ranking, NULL), THUD_OK);
    for (size_t k = 0; k < thud_law_count(); k++) {
        int found = 0;
        for (size_t i = 0; i < ranking->count; i++) {
            char names[THUD_RANK_NAMES + 4], name[64];
            snprintf(names, sizeof names, ", %s,", ranking->rows[i].names);
            snprintf(name, sizeof name, ", %s,", thud_law_at(k)->name);
            found += strstr(names, name) != NULL;
        }
        if (thud_law_at(k)->structure->kind == THUD_FORCE_IMPULSIVE) ck_assert_int_eq(found, 0);
        else ck_assert(found == 1 || found == 2);
    }
    /* a rule or an exponent that is asked for leaves the others out */
    o.separation = THUD_SEPARATION_ZERO_FORCE;
    o.exponent = 1.5;
    ck_assert_int_eq(thud_identify_rank(record, 0, &o, ranking, NULL), THUD_OK);
    for (size_t i = 0; i < ranking->count; i++) {
        ck_assert(ranking->rows[i].fit.exponent.value == 1.5);
        ck_assert(!strstr(ranking->rows[i].names, "kelvin-voigt"));
    }
    free(ranking);
    thud_force_record_free(record);
    recording_free(&r);
    laboratory_close(&l);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rank");
    tcase_add_loop_test(tests, right_law_first, 0, LAW_COUNT);
    tcase_add_test(tests, groups);
    return run_suite("identify_rank", tests);
}
