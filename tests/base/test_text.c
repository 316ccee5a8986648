/*
 * The nearest name to a misspelt one.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "suite.h"

static const char *const names[] = {"linear", "hertz", "kelvin-voigt", "hunt-crossley", "flores", "ye", "newton"};
enum { COUNT = sizeof names / sizeof names[0] };

static const struct {
    const char *word;
    const char *meant; /* NULL: nothing is near */
} cases[] = {
    /* right, or right but for the case */
    {"flores", "flores"},
    {"Flores", "flores"},
    {"YE", "ye"},
    /* one slip of each kind */
    {"hetz", "hertz"},
    {"hertzz", "hertz"},
    {"hartz", "hertz"},
    {"hretz", "hertz"},
    /* one slip per three letters is the limit: two in six, not three */
    {"fleros", "flores"},
    {"flroes", "flores"},
    {"fxoxes", "flores"},
    {"fxoxxs", NULL},
    /* two swaps in a long word */
    {"hutn-corssley", "hunt-crossley"},
    {"kelvin_voigt", "kelvin-voigt"},
    /* the beginning of a name, from three letters on */
    {"kelvin", "kelvin-voigt"},
    {"hun", "hunt-crossley"},
    {"hu", NULL},
    /* a word behind a name */
    {"hertz_contact", "hertz"},
    {"newton-law", "newton"},
    {"hertzcontact", NULL},
    {"ye_law", NULL},
    /* a short word must be right, and a strange one means nothing */
    {"y", NULL},
    {"yo", NULL},
    {"coulomb", NULL},
    {"", NULL},
};

START_TEST(nearest_name) {
    const size_t index = thud_text_nearest(cases[_i].word, names, COUNT);
    ck_assert_uint_le(index, COUNT);
    const char *got = index < COUNT ? names[index] : NULL;
    ck_assert_msg(cases[_i].meant ? got && strcmp(got, cases[_i].meant) == 0 : !got, "\"%s\" gave %s",
                  cases[_i].word, got ? got : "nothing");
}
END_TEST

START_TEST(first_of_equally_near_names) {
    static const char *const alike[] = {"gap-a", "gap-b"};
    ck_assert_uint_eq(thud_text_nearest("gap-c", alike, 2), 0);
    ck_assert_uint_eq(thud_text_nearest("gap-b", alike, 2), 1);
}
END_TEST

START_TEST(empty_list) { ck_assert_uint_eq(thud_text_nearest("flores", names, 0), 0); }
END_TEST

/* words and names of any length are safe; beyond 63 letters nothing resembles them */
START_TEST(long_words) {
    static char word[100001];
    memset(word, 'a', sizeof word - 1);
    ck_assert_uint_eq(thud_text_nearest(word, names, COUNT), COUNT);

    char just[64] = {0};
    char over[65] = {0};
    memset(just, 'a', 63);
    memset(over, 'a', 64);
    const char *const fits[] = {just};
    const char *const too_long[] = {over};
    ck_assert_uint_eq(thud_text_nearest(just, fits, 1), 0);
    ck_assert_uint_eq(thud_text_nearest(over, fits, 1), 1);
    ck_assert_uint_eq(thud_text_nearest(just, too_long, 1), 1);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("nearest");
    tcase_add_loop_test(tests, nearest_name, 0, (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(tests, first_of_equally_near_names);
    tcase_add_test(tests, empty_list);
    tcase_add_test(tests, long_words);
    return run_suite("text", tests);
}
