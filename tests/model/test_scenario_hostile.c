/*
 * Files that mean harm: bytes that are no text, YAML that is none or too much of it, and sheer size.
 */
#include <math.h>
#include <time.h>

#include "model/model.h"
#include "model/scenario_text.h"
#include "suite.h"

#define REST "bodies: {a: {mass: 1}}\nduration: 1\n"

/* by the beginning of what is said: the words after "not YAML" are libyaml's */
static const struct {
    const char *text;
    size_t size; /* 0: up to its end */
    const char *begins;
} broken[] = {
    {REST "title: \xff\n", 0, "3:8 byte 0xFF is not UTF-8"},
    {REST "title: \xc3", 0, "3:8 byte 0xC3 is not UTF-8"},
    {REST "title: \xed\xa0\x80\n", 0, "3:8 byte 0xED is not UTF-8"}, /* half of a surrogate pair */
    {REST "title: \xc0\x80\n", 0, "3:8 byte 0xC0 is not UTF-8"},     /* overlong */
    {REST "title: a\0b\n", sizeof REST - 1 + 11, "3:9 a control character (0x00)"},
    {REST "title: \"a\\0b\"\n", 0, "3:8 a text with a zero byte in it"},
    {REST "title: \x1b[31m\n", 0, "3:8 a control character (0x1B)"},
    {REST "title: \"\\e[31mX\\a\"\n", 0, "3:8 a text with a control character in it"},
    {REST "title: \"\\u009b31m\"\n", 0, "3:8 a text with a control character in it"},    /* CSI of eight bits */
    {REST "title: 'a''\xe2\x80\xae'\n", 0, "3:8 a text with a control character in it"}, /* right to left */
    {REST "\"ti\\btle\": a\n", 0, "3:1 a text with a control character in it"},
    {"\xff\xfe"
     "b\0o\0",
     6, "1:1 byte 0xFF is not UTF-8"},
    {REST "a: [1, 2\nb: 3\n", 0, "4:2 not YAML: while parsing a flow sequence, "},
    {REST "a: b: c\n", 0, "3:5 not YAML: "},
    {REST "title: \"open\n", 0, "3:8 not YAML: "},
    {REST "output:\n\tinterval: 1\n", 0, "4:1 a tab in the indentation; YAML takes spaces only"},
    {"%YAML 3.0\n---\n" REST, 0, "1:1 not YAML: "},
    {REST "title: !!str x\n", 0, "3:8 tags (!…) are not supported"},
    {REST "gravity: !!python/object:os.system 3\n", 0, "3:10 tags (!…) are not supported"},
    {"base: &b {mass: 1}\nbodies: {a: {<<: *b}}\nduration: 1\n", 0, "2:14 merge keys (<<) are not supported"},
    {REST "links: &l [*l]\n", 0, "3:12 no anchor &l before this alias"},
    {REST "gravity: *nothing\n", 0, "3:10 no anchor &nothing before this alias"},
    {REST "title: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 0, "3:39 nested more than 32 levels deep"},
    /* a billion laughs: ten of ten of ten … a brings in 11 nodes, b 111, … e 111111; the eighth e is too much */
    {"a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
     "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n"
     "e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]\n"
     "g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]\nh: &h [*g, *g, *g, *g, *g, *g, *g, *g, *g, *g]\n",
     0, "6:36 the aliases of the file expand to more than 1000000 values"},
};

START_TEST(broken_files) {
    said s;
    thud_model *model;
    const size_t size = broken[_i].size ? broken[_i].size : strlen(broken[_i].text);
    ck_assert_int_eq(read_text_sized(broken[_i].text, size, NULL, &s, &model), THUD_ERROR_SYNTAX);
    ck_assert_msg(s.count == 1 && strncmp(s.text, broken[_i].begins, strlen(broken[_i].begins)) == 0,
                  "%s\nsays\n%s", broken[_i].text, s.text);
}
END_TEST

/* extremes that are no errors */
START_TEST(extremes) {
    static const char *const texts[] = {
        "bodies: {a: {mass: 1}}\nduration: 1e9\n",
        "bodies: {a: {mass: 1}}\nduration: 0\n",
        "bodies: {a: {mass: 1e-12}, b: {mass: 1e30}}\nduration: 1\n"
        "contacts: [{left: a, right: b, gap: 1, model: flores, stiffness: 1e20, restitution: 1e-3}]\n",
        "bodies: {a: {mass: 1}}\nduration: 1\ncontacts: [{left: a, right: ground, model: newton, restitution: "
        "0}]\n",
        "bodies: {a: {mass: 1}}\nduration: 1\ncontacts: [{left: a, right: ground, gap: .inf, model: newton, "
        "restitution: 0}]\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        said s;
        thud_model *model;
        ck_assert_msg(read_text(texts[i], &s, &model) == THUD_OK, "%s:\n%s", texts[i], s.text);
        thud_model_free(model);
    }
}
END_TEST

typedef struct text {
    char *data;
    size_t size;
} text;

/* bodies and contacts in numbers, each contact between two bodies of its own; `name` is how it calls the first */
static text make_many(size_t count, const char *name) {
    text out = {malloc(count * 160 + 1000), 0};
    out.size += (size_t)sprintf(out.data, "bodies:\n");
    for (size_t i = 0; i < count; i++) out.size += (size_t)sprintf(out.data + out.size, "  b%zu: {mass: 1}\n", i);
    out.size += (size_t)sprintf(out.data + out.size, "contacts:\n");
    for (size_t i = 0; i < count; i++)
        out.size += (size_t)sprintf(
            out.data + out.size, "  - {left: %s%zu, right: ground, gap: 1 mm, model: newton, restitution: 0.5}\n",
            name, i);
    out.size += (size_t)sprintf(out.data + out.size, "duration: 1\n");
    return out;
}

/* s of processor time for reading so many */
static double time_many(size_t count, const char *name, said *s, thud_model **model) {
    const text t = make_many(count, name);
    *s = (said){.count = 0};
    const clock_t start = clock();
    (void)thud_scenario_parse(t.data, t.size, NULL, hear, s, model);
    const double spent = (double)(clock() - start) / CLOCKS_PER_SEC;
    free(t.data);
    return spent;
}

/* the least of three times: what others do at the same time only adds to it */
static double time_of(size_t count) {
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        said s;
        thud_model *model = NULL;
        least = fmin(least, time_many(count, "b", &s, &model));
        ck_assert_uint_eq(thud_model_contact_count(model), count);
        ck_assert_int_eq(model->contacts[count - 1].left, (int)count - 1);
        thud_model_free(model);
    }
    return least;
}

/*
 * Time of a processor grows in proportion to the size: eight times as much takes eight times as long. Twenty-four
 * leaves room for caches that others share; quadratic growth would be sixty-four.
 */
START_TEST(proportional) {
    const double few = time_of(4000), many = time_of(32000);
    ck_assert_msg(many <= 24 * few, "%g s and %g s", few, many);
}
END_TEST

static void count_messages(void *context, const thud_error *m) {
    check_place(m);
    (*(size_t *)context)++;
}

/* errors without number: a thousand are told, the rest counted; near names are not looked for without end */
START_TEST(many_errors) {
    const text t = make_many(20000, "c");
    size_t count = 0;
    thud_model *model = NULL;
    ck_assert_int_eq(thud_scenario_parse(t.data, t.size, NULL, count_messages, &count, &model),
                     THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(model);
    ck_assert_uint_eq(count, 1001);
    free(t.data);
}
END_TEST

/* every beginning of a good file is a good file or an error, never more than that */
START_TEST(beginnings) {
    static const char whole[] =
        "title: \"x\"\nbodies: &b\n  a: {mass: 1}\nlinks:\n- {left: a, right: ground, stiffness: 1 "
        "kN/mm}\ncontacts: [{left: a, right: ground, model: newton, restitution: 1}]\n"
        "ground: {sine: {amplitude: 1, frequency: 2}}\nduration: 1\n";
    for (size_t size = 0; size < sizeof whole; size++) {
        said s;
        thud_model *model;
        if (read_text_sized(whole, size, NULL, &s, &model) == THUD_OK) thud_model_free(model);
        else ck_assert_uint_gt(s.count, 0);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("scenario_hostile");
    tcase_add_loop_test(tests, broken_files, 0, (int)(sizeof broken / sizeof broken[0]));
    tcase_add_test(tests, extremes);
    tcase_add_test(tests, proportional);
    tcase_add_test(tests, many_errors);
    tcase_add_test(tests, beginnings);
    return run_suite("scenario_hostile", tests);
}
