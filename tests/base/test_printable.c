/*
 * What may be shown on a terminal: hand-made texts, and all of Unicode against its definition.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "suite.h"

static const struct {
    const char *text, *shown;
} cases[] = {
    {"", ""},
    {"plain, §, π, 𝜋", "plain, §, π, 𝜋"},
    {"\x1b[31mX\a", "?[31mX?"},
    {"two\nlines\ttab", "two?lines?tab"},
    {"\x7f", "?"},
    {"\xc2\x9b"
     "31m",
     "?31m"}, /* CSI as one character */
    {"\x9b"
     "31m",
     "?31m"}, /* and as one byte, which is not UTF-8 */
    {"a\xe2\x80\xae"
     "b",
     "a?b"},                              /* right to left */
    {"\xe2\x81\xa6x\xe2\x81\xa9", "?x?"}, /* isolates */
    {"\xc0\x80", "??"},                   /* overlong: neither byte begins anything */
    {"\xed\xa0\x80", "?"},                /* half of a surrogate pair */
    {"\xf4\x90\x80\x80", "?"},            /* beyond Unicode */
    {"\xe2\x82", "?"},                    /* cut off */
    {"\xe2\x82X", "?X"},
    {"\xff\xfe", "??"},
};

START_TEST(texts) {
    char text[64];
    snprintf(text, sizeof text, "%s", cases[_i].text);
    ck_assert_int_eq(thud_printable(text), strcmp(cases[_i].text, cases[_i].shown) == 0);
    thud_printable_make(text);
    ck_assert_str_eq(text, cases[_i].shown);
    ck_assert(thud_printable(text));
}
END_TEST

/* the encoding of RFC 3629, table of section 3 */
static size_t encode(unsigned long code, char *to) {
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6) to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(leads[length] | code);
    return length;
}

/* every code point, by the ranges of the Unicode standard: Cc, Zl, Zp, and the bidirectional formatting of UAX 9
 * that embeds, overrides or isolates */
START_TEST(all_of_unicode) {
    for (unsigned long code = 1; code <= 0x10ffff; code++) {
        char text[4];
        const size_t length = encode(code, text);
        const int control = code <= 0x1f || (code >= 0x7f && code <= 0x9f);
        const int surrogate = code >= 0xd800 && code <= 0xdfff;
        const int separator = code == 0x2028 || code == 0x2029;
        const int direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
        const size_t expected = control || surrogate || separator || direction ? 0 : length;
        const size_t cut = length > 1 ? thud_printable_length(text, length - 1) : 0;
        /* a million checks of Check are slow */
        if (thud_printable_length(text, length) != expected || cut != 0) ck_abort_msg("U+%04lX", code);
    }
    ck_assert_uint_eq(thud_printable_length("x", 0), 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("printable");
    tcase_add_loop_test(tests, texts, 0, (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(tests, all_of_unicode);
    return run_suite("printable", tests);
}
