/* What scenarios say about pictures: what arrives in the model, what is wrong, and that shorthand is written out.
 */
#include <math.h>

#include "model/model.h"
#include "model/scenario_text.h"
#include "suite.h"

#define REST                                                                                                       \
    "storeys: {low: {count: 3, mass: 1, stiffness: 1e3}}\n"                                                        \
    "bodies: {deck: {mass: 1}, low4: {mass: 1}}\n"                                                                 \
    "duration: 1\n" /* three lines */

static void check_bodies(const thud_drawing *drawing, size_t count, const int *bodies) {
    ck_assert_uint_eq(drawing->count, count);
    for (size_t i = 0; i < count; i++) ck_assert_int_eq(drawing->bodies[i], bodies[i]);
}

/* the floors of storeys are those alone, and not a body that is called like another one of them */
static void check_drawings(const thud_model *model) {
    const thud_drawing *items = model->drawings.items;
    ck_assert_uint_eq(model->drawings.count, 2);
    ck_assert_str_eq(items[0].name, "low");
    ck_assert_str_eq(items[0].kind, "building");
    ck_assert(items[0].width == 12 && items[0].height == 0.3);
    check_bodies(&items[0], 3, (int[]){2, 3, 4});
    ck_assert_str_eq(items[1].name, "bridge");
    ck_assert_str_eq(items[1].kind, "deck");
    ck_assert(isnan(items[1].width) && isnan(items[1].height));
    check_bodies(&items[1], 1, (int[]){0});
}

static const char drawn[] = REST "draw:\n"
                                 "  low: {kind: building, width: 12 m, height: 30 cm}\n"
                                 "  bridge: {kind: deck, bodies: [deck]}\n";

START_TEST(keys) {
    said s;
    thud_model *model;
    ck_assert_msg(read_text(drawn, &s, &model) == THUD_OK, "%s", s.text);
    check_drawings(model);
    thud_model_free(model);
    /* lists that a building is given stay as they are */
    ck_assert_int_eq(read_text(REST "draw: {low: {kind: building, bodies: [low3, low1]}}\n", &s, &model), THUD_OK);
    check_bodies(&model->drawings.items[0], 2, (int[]){4, 2});
    thud_model_free(model);
}
END_TEST

START_TEST(expanded) {
    FILE *file = fopen("draw.yaml", "w");
    ck_assert_ptr_nonnull(file);
    fputs(drawn, file);
    fclose(file);
    said s = {.count = 0};
    char *text;
    ck_assert_int_eq(thud_scenario_expand("draw.yaml", hear, &s, &text), THUD_OK);
    remove("draw.yaml");
    ck_assert_ptr_nonnull(strstr(text, "bodies: [low1, low2, low3]"));
    ck_assert_ptr_null(strstr(text, "storeys"));
    thud_model *model;
    ck_assert_msg(read_text(text, &s, &model) == THUD_OK, "%s", s.text);
    check_drawings(model);
    thud_model_free(model);
    free(text);
}
END_TEST

/* beside rods that hang in what is drawn as a building */
START_TEST(beside_rods) {
    said s;
    thud_model *model;
    ck_assert_msg(read_text(REST "rods: {r: {length: 1, mass: 1, on: low2}}\ngravity: 9.81\n"
                                 "draw: {low: {kind: building}}\n",
                            &s, &model) == THUD_OK,
                  "%s", s.text);
    thud_model_free(model);
}
END_TEST

static const struct {
    const char *text, *says;
} wrong[] = {
    {REST "draw: 3\n", "4:7 draw: expected a map of names, as in {NAME: {kind: …}}\n"},
    {REST "draw: {deck: deck}\n", "4:14 expected a map with the keys of draw, as in {kind: …}\n"},
    {REST "draw: {deck: {}}\n", "4:8 kind is missing\n"},
    {REST "draw: {deck: {kind: dek}}\n", "4:21 unknown kind 'dek'; did you mean 'deck'?\n"},
    {REST "draw: {deck: {kind: palace}}\n",
     "4:21 kind 'palace': expected building, isolated, deck, ball or block\n"},
    {REST "draw: {deck: {kind: deck, hight: 3}}\n", "4:27 unknown key 'hight' in draw; did you mean 'height'?\n"},
    {REST "draw: {dek: {kind: deck}}\n", "4:8 no body is called 'dek'; did you mean 'deck'?\n"},
    {REST "draw: {elsewhere: {kind: deck}}\n", "4:8 no body is called 'elsewhere'\n"},
    {REST "draw: {x: {kind: building, bodies: [low1, lw2, ground]}}\n",
     "4:43 no body is called 'lw2'; did you mean 'low2'?\n4:48 no body is called 'ground'\n"},
    {REST "draw: {deck: {kind: deck}, x: {kind: block, bodies: [deck]}}\n",
     "4:54 'deck' is already drawn in 'deck'\n"},
    {REST "draw: {low: {kind: building}, low2: {kind: block}}\n", "4:31 'low2' is already drawn in 'low'\n"},
    {REST "draw: {low: {kind: building}, low: {kind: building}}\n", "4:31 'low' is defined twice\n"},
    {REST "draw: {x: {kind: building, bodies: [low1, low1]}}\n", "4:43 'low1' is already drawn in 'x'\n"},
    {REST "draw: {x: {kind: deck, bodies: deck}}\n", "4:32 bodies: expected a list of names, as in [a1, a2, a3]\n"},
    {REST "draw: {x: {kind: deck, bodies: []}}\n", "4:32 bodies: name one body at least, as in [a1, a2, a3]\n"},
    {REST "draw: {x: {kind: deck, bodies: [[deck]]}}\n", "4:33 bodies: expected a name here\n"},
    {REST "draw: {x: {kind: deck, bodies: [deck, low1]}}\n", "4:32 a deck is one body, but there are 2\n"},
    {REST "draw: {deck: {kind: isolated}}\n", "4:21 isolated: expected the base and the floors above it\n"},
    {REST "draw: {deck: {kind: deck, height: -3 m}}\n", "4:35 height (-3 m given) must be above zero and finite\n"},
    {REST "draw: {deck: {kind: deck, width: 0}}\n", "4:34 width (0 m given) must be above zero and finite\n"},
    {REST "draw: {deck: {kind: deck, width: .inf}}\n", "4:34 width (inf m given) must be above zero and finite\n"},
    {REST "draw: {deck: {kind: deck, width: 3 s}}\n", "4:34 width '3 s': expected a length, as in 30mm\n"},
    {REST "draw: {deck: {kind: ball, height: 3 m}}\n", "4:35 a ball has a width and no height\n"},
    {REST "gravity: 9.81\ndraw: {deck: {kind: block}}\n",
     "5:7 with gravity along the axis all bodies are drawn as falling\n"},
    {REST "rods: {r: {length: 1, mass: 1}}\ngravity: 9.81\ndraw: {deck: {kind: block}}\n",
     "6:7 rod 'r' must hang on a body that is drawn here as a building\n"},
    {REST "rods: {r: {length: 1, mass: 1, on: deck}}\ngravity: 9.81\ndraw: {deck: {kind: block}}\n",
     "6:7 rod 'r' must hang on a body that is drawn here as a building\n"},
};

START_TEST(errors) {
    said s;
    thud_model *model;
    ck_assert_int_ne(read_text(wrong[_i].text, &s, &model), THUD_OK);
    ck_assert_msg(strcmp(s.text, wrong[_i].says) == 0, "%s\nsays\n%s\nnot\n%s", wrong[_i].text, s.text,
                  wrong[_i].says);
}
END_TEST

/* for the test of the schemas, as in test_scenario_errors.c */
static void list_errors(void) {
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        printf("%s%c%s%c", wrong[i].text, '\0', wrong[i].says, '\0');
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "list") == 0) {
        list_errors();
        return 0;
    }
    TCase *tests = tcase_create("scenario_draw");
    tcase_add_test(tests, keys);
    tcase_add_test(tests, expanded);
    tcase_add_test(tests, beside_rods);
    tcase_add_loop_test(tests, errors, 0, (int)(sizeof wrong / sizeof wrong[0]));
    return run_suite("scenario_draw", tests);
}
