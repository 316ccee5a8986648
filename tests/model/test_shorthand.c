/*
 * Shorthand of scenarios: storeys and repeated items, written out, against the same models put together by hand and
 * closed forms; written out as a file they are the same to the bit.
 */
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/modes.h>
#include <thud/simulate.h>

#include "model/model.h"
#include "model/scenario_text.h"
#include "simulate/dice.h"
#include "suite.h"

static thud_model *model_of(const char *text) {
    said s;
    thud_model *model;
    read_text(text, &s, &model);
    ck_assert_msg(model != NULL, "%s", s.text);
    return model;
}

/* what --expand prints, read again */
static thud_model *model_expanded(const char *text, char **expanded) {
    FILE *file = fopen("shorthand.yaml", "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    said s = {.count = 0};
    *expanded = NULL;
    const thud_status status = thud_scenario_expand("shorthand.yaml", hear, &s, expanded);
    remove("shorthand.yaml");
    ck_assert_msg(status == THUD_OK, "%s", s.text);
    return model_of(*expanded);
}

static void compare_models(const thud_model *a, const thud_model *b) {
    ck_assert_uint_eq(a->body_count, b->body_count);
    ck_assert_uint_eq(a->link_count, b->link_count);
    ck_assert_uint_eq(a->contact_count, b->contact_count);
    for (size_t i = 0; i < a->body_count; i++) {
        ck_assert_str_eq(a->bodies[i].name, b->bodies[i].name);
        ck_assert(a->bodies[i].mass == b->bodies[i].mass);
    }
    for (size_t i = 0; i < a->link_count; i++) {
        const thud_model_link *x = &a->links[i], *y = &b->links[i];
        ck_assert(x->left == y->left && x->right == y->right);
        ck_assert(x->given.stiffness == y->given.stiffness && x->damping == y->damping);
        ck_assert(x->given.height == y->given.height && x->given.weight == y->given.weight);
    }
    for (size_t i = 0; i < a->contact_count; i++) {
        ck_assert_str_eq(a->contacts[i].name, b->contacts[i].name);
        ck_assert(a->contacts[i].left == b->contacts[i].left && a->contacts[i].right == b->contacts[i].right);
        ck_assert(a->contacts[i].given.gap == b->contacts[i].given.gap);
    }
}

/* bit for bit */
static void compare_runs(const thud_model *a, const thud_model *b) {
    thud_simulation *x, *y;
    ck_assert_int_eq(thud_simulation_create(a, &x), THUD_OK);
    ck_assert_int_eq(thud_simulation_create(b, &y), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(x, NULL), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(y, NULL), THUD_OK);
    const thud_summary *p = thud_simulation_summary(x), *q = thud_simulation_summary(y);
    ck_assert_uint_eq(p->impacts, q->impacts);
    ck_assert_mem_eq(p->bodies, q->bodies, p->body_count * sizeof *p->bodies);
    ck_assert_mem_eq(p->contacts, q->contacts, p->contact_count * sizeof *p->contacts);
    ck_assert_mem_eq(&p->energy, &q->energy, sizeof p->energy);
    thud_simulation_free(x);
    thud_simulation_free(y);
}

/* what is written out is what is meant */
START_TEST(by_hand) {
    static const char shorthand[] =
        "bodies: {car#: {mass: 10 t, repeat: 3}}\n"
        "storeys:\n"
        "  a: {mass: [300 t, 200 t], stiffness: 4e8, damping: [1e6, 2e6], height: 3, weight: 1 MN, on: car1}\n"
        "links: [{left: car#, right: car#+1, stiffness: 1 MN/m, repeat: 2}]\n"
        "contacts: [{name: floor#, left: a#, right: car#+1, gap: 1, model: newton, restitution: 0.5, repeat: 2}]\n"
        "forces: [{on: a#, step: {amplitude: 1 kN}, repeat: 2}]\n"
        "duration: 1\n";
    static const char written_out[] =
        "bodies: {car1: {mass: 10 t}, car2: {mass: 10 t}, car3: {mass: 10 t}, a1: {mass: 300 t}, a2: {mass: 200 "
        "t}}\n"
        "links:\n"
        "  - {left: car1, right: car2, stiffness: 1 MN/m}\n"
        "  - {left: car2, right: car3, stiffness: 1 MN/m}\n"
        "  - {left: car1, right: a1, stiffness: 4e8, damping: 1e6, height: 3, weight: 2 MN}\n"
        "  - {left: a1, right: a2, stiffness: 4e8, damping: 2e6, height: 3, weight: 1 MN}\n"
        "contacts:\n"
        "  - {name: floor1, left: a1, right: car2, gap: 1, model: newton, restitution: 0.5}\n"
        "  - {name: floor2, left: a2, right: car3, gap: 1, model: newton, restitution: 0.5}\n"
        "forces: [{on: a1, step: {amplitude: 1 kN}}, {on: a2, step: {amplitude: 1 kN}}]\n"
        "duration: 1\n";
    thud_model *a = model_of(shorthand), *b = model_of(written_out);
    compare_models(a, b);
    ck_assert_uint_eq(a->force_count, 2);
    ck_assert_int_eq(a->forces[1].body, b->forces[1].body);
    compare_runs(a, b);
    thud_model_free(a);
    thud_model_free(b);
}
END_TEST

/* a list of n numbers from low to high */
static void add_list(char *text, size_t size, const char *key, dice *d, int n, double low, double high) {
    size_t used = strlen(text);
    used += (size_t)snprintf(text + used, size - used, ", %s: [", key);
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%.17g", i ? ", " : "", roll(d, low, high));
    snprintf(text + used, size - used, "]");
}

static void random_building(char *text, size_t size, dice *d, const char *name, int n) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "  %s: {count: %d", name, n);
    if (choose(d, 2)) add_list(text, size, "mass", d, n, 1e5, 4e5);
    else strcat(text, ", mass: 250 t");
    if (choose(d, 2)) add_list(text, size, "stiffness", d, n, 2e8, 5e8);
    else {
        used = strlen(text);
        snprintf(text + used, size - used, ", period: %.17g", roll(d, 0.3, 1.2));
    }
    if (choose(d, 2)) {
        add_list(text, size, "height", d, n, 2.5, 5);
        strcat(text, ", weight: 1 MN");
    }
    if (choose(d, 2)) strcat(text, ", damping_ratio: 5 %");
    strcat(text, "}\n");
}

/* two buildings that strike each other, written out and read again: the same to the bit */
START_TEST(random_buildings) {
    for (unsigned seed = 1; seed <= 100; seed++) {
        dice d = dice_of(seed);
        const int n = 1 + choose(&d, 5), m = 1 + choose(&d, 5), common = n < m ? n : m;
        char text[6000] = "storeys:\n";
        random_building(text, sizeof text, &d, "a", n);
        random_building(text, sizeof text, &d, "b", m);
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used,
                 "contacts: [{name: floor#, left: a#, right: b#, gap: 5 mm, model: newton, restitution: 0.6, "
                 "repeat: %d}]\nground: {noise: {rms: 0.15 g, seed: %u}}\nduration: 2\n",
                 common, seed);
        char *expanded;
        thud_model *a = model_of(text), *b = model_expanded(text, &expanded);
        ck_assert(!strstr(expanded, "storeys") && !strstr(expanded, "repeat"));
        compare_models(a, b);
        compare_runs(a, b);
        free(expanded);
        thud_model_free(a);
        thud_model_free(b);
    }
}
END_TEST

/* the shape asked for is that of the first mode, and the period its own, whether the building leans or not */
START_TEST(period_and_shape) {
    for (unsigned seed = 1; seed <= 100; seed++) {
        dice d = dice_of(seed);
        const int n = 1 + choose(&d, 12);
        const double period = roll(&d, 0.2, 3);
        double shape[12], before = 0;
        char text[3000] = "storeys:\n  a: {";
        size_t used = strlen(text);
        used += (size_t)snprintf(text + used, sizeof text - used, "period: %.17g, shape: [", period);
        for (int i = 0; i < n; i++) {
            before = shape[i] = before + roll(&d, 0.2, 1);
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%.17g", i ? ", " : "", shape[i]);
        }
        strcat(text, "]");
        add_list(text, sizeof text, "mass", &d, n, 1e5, 4e5);
        if (seed % 2) {
            add_list(text, sizeof text, "height", &d, n, 2.5, 5);
            add_list(text, sizeof text, "weight", &d, n, 1e6, 4e6);
        }
        strcat(text, "}\nduration: 1\n");
        thud_model *model = model_of(text);
        thud_modes *modes;
        ck_assert_int_eq(thud_model_modes(model, &modes), THUD_OK);
        const double largest = modes->list[n - 1].square, first = modes->list[0].square;
        /* eigenvalues are right to 8n u of the largest, eigenvectors to that over the distance of the next */
        const double near = 8 * n * DBL_EPSILON * largest / first;
        ck_assert_double_eq_tol(modes->list[0].period / period, 1, near);
        const double apart = n > 1 ? modes->list[1].square - first : first;
        for (int i = 0; i < n; i++)
            ck_assert_double_eq_tol(modes->list[0].shape[i], shape[i] / shape[n - 1],
                                    8 * n * DBL_EPSILON * (1 + largest / apart));
        thud_modes_free(modes);
        thud_model_free(model);
    }
}
END_TEST

/* ζ in the first mode: φᵀCφ = 2ζω φᵀMφ, and C in proportion to K */
START_TEST(damping_of_first_mode) {
    thud_model *model =
        model_of("storeys: {a: {count: 4, mass: 2e5, stiffness: 3e8, damping_ratio: 3 %}}\nduration: 1\n");
    thud_modes *modes;
    ck_assert_int_eq(thud_model_modes(model, &modes), THUD_OK);
    const double omega = 2 * sqrt(1500) * sin(3.14159265358979323846 / 18);
    for (size_t i = 0; i < 4; i++) /* ω₁² to 8n u · 4/(4 sin² 10°) = 33·32 u, and a few roundings */
        ck_assert_double_eq_tol(model->links[i].damping / (2 * 0.03 / omega * 3e8), 1, 1100 * DBL_EPSILON);
    thud_modes_free(modes);
    thud_model_free(model);
}
END_TEST

/* the same where a building leans on its storeys: φ is the mode of K − W/h, and C is in proportion to K */
START_TEST(damping_of_leaning) {
    for (unsigned seed = 1; seed <= 100; seed++) {
        dice d = dice_of(seed);
        const int n = 1 + choose(&d, 8);
        char text[3000] = "storeys:\n  a: {damping_ratio: 3 %";
        if (seed % 2) add_list(text, sizeof text, "stiffness", &d, n, 2e8, 5e8);
        else strcat(text, ", period: 0.9");
        add_list(text, sizeof text, "mass", &d, n, 1e5, 4e5);
        add_list(text, sizeof text, "height", &d, n, 2.5, 5);
        add_list(text, sizeof text, "weight", &d, n, 1e6, 4e6);
        strcat(text, "}\nduration: 1\n");
        thud_model *model = model_of(text);
        thud_modes *modes;
        ck_assert_int_eq(thud_model_modes(model, &modes), THUD_OK);
        const double *shape = modes->list[0].shape, first = modes->list[0].square;
        double damping = 0, inertia = 0;
        for (int i = 0; i < n; i++) {
            const double rise = shape[i] - (i ? shape[i - 1] : 0);
            inertia += model->bodies[i].mass * shape[i] * shape[i];
            damping += model->links[i].damping * rise * rise;
            ck_assert_double_eq_tol(model->links[i].damping / model->links[0].damping,
                                    model->links[i].given.stiffness / model->links[0].given.stiffness, 1e-14);
        }
        /* ω to 8n u of the largest ω² over the first, and the shape, whose errors are of second order in this */
        const double near = 8 * n * DBL_EPSILON * modes->list[n - 1].square / first;
        ck_assert_double_eq_tol(damping / (2 * 0.03 * sqrt(first) * inertia), 1, 4 * near);
        thud_modes_free(modes);
        thud_model_free(model);
    }
}
END_TEST

#define END "duration: 1\n"

static const struct {
    const char *text;
    const char *says;
} wrong[] = {
    {"storeys: 3\n" END, "1:10 storeys: expected a map of names, as in {tower: {count: 5, mass: 300 t, …}}\n"},
    {"storeys: {a: {mass: 1, stiffness: 1}}\n" END, "1:11 count is missing, and no list gives it\n"},
    {"storeys: {a: {count: 0, mass: 1, stiffness: 1}}\n" END,
     "1:22 count: expected a whole number from 1 to 1000\n"},
    {"storeys: {a: {count: 2.5, mass: 1, stiffness: 1}}\n" END,
     "1:22 count: expected a whole number from 1 to 1000\n"},
    {"storeys: {a: {count: -1, mass: 1, stiffness: 1}}\n" END,
     "1:22 count: expected a whole number from 1 to 1000\n"},
    /* lists that are too short, for the floors too, which are there so that others can name them */
    {"storeys: {a: {count: 1000, mass: [1, 2], stiffness: 1}}\n" END, "1:34 mass: 2 values for 1000 storeys\n"},
    {"storeys: {a: {count: 1000, mass: [], stiffness: 1}}\n" END, "1:34 mass: 0 values for 1000 storeys\n"},
    {"storeys: {a: {count: 3, mass: [1], stiffness: 1}}\nwatch: {roof: {right: a3}, top: {right: a4}}\n" END,
     "1:31 mass: 1 value for 3 storeys\n"},
    /* all that is wrong at once */
    {"storeys: {a: {mass: [1, -2, 0], stiffness: [1, x, 1], height: [3, 0, -3]}}\n" END,
     "1:25 mass (-2 given) must be positive\n1:29 mass (0 given) must be positive\n"
     "1:48 stiffness 'x': expected a number, as in 0.5 or 30mm\n"
     "1:67 height (0 given) must be positive\n1:70 height (-3 given) must be positive\n"},
    {"bodies: {a: {mass: 1}}\ndamping: {ratio: 5}\n" END,
     "2:18 ratio (5 given) must be 0 or more and below 1; a percentage needs its sign, as in 5 %\n"},
    {"bodies: {a: {mass: 1}}\ncontacts: [{left: a, right: ground, gap: 0,04, model: newton, restitution: 1}]\n" END,
     "2:44 '04' after a comma is not a key: decimals take a point, as in 0.04\n"},
    {"storeys: {a: {count: 1, mass: 1, stiffness: 1}, b: {count: 1, mass: 1, stiffness: 1}, a: {count: 3, mass: 2, "
     "stiffness: 1}}\n" END,
     "1:87 building 'a' is defined twice\n"},
    {"storeys: {a: {count: 3, mass: -1, stiffness: 0, yield: [1, 0, 1], damping_ratio: 200 %}}\n" END,
     "1:31 mass (-1 given) must be positive\n1:46 stiffness (0 given) must be positive\n"
     "1:60 yield (0 given) must be positive\n"
     "1:82 damping_ratio (2 given) must be 0 or more and below 1; a percentage needs its sign, as in 5 %\n"},
    {"storeys: {a: {count: 2, mass: 0, period: 0, shape: [1, x], damping_ratio: -1}}\n" END,
     "1:31 mass (0 given) must be positive\n1:42 period (0 given) must be positive\n"
     "1:56 shape 'x': expected a number, as in 0.5 or 30mm\n"
     "1:75 damping_ratio (-1 given) must be 0 or more and below 1\n"},
    {"storeys: {a: {count: 2, mass: 1}}\n" END, "1:11 stiffness or period is missing\n"},
    {"storeys: {a: {count: 2, stiffness: 1}}\n" END, "1:11 mass is missing\n"},
    {"storeys: {a: {count: 2, mass: 1, stiffness: 1, period: 1}}\n" END,
     "1:56 stiffness and period exclude each other\n"},
    {"storeys: {a: {count: 2, mass: 1, stiffness: [1, 2, 3]}}\n" END, "1:45 stiffness: 3 values for 2 storeys\n"},
    {"storeys: {a: {count: 2, mass: 1, stiffness: [1, x]}}\n" END,
     "1:49 stiffness 'x': expected a number, as in 0.5 or 30mm\n"},
    {"storeys: {a: {count: 2, mass: 1, stiffness: [1, 2 kg]}}\n" END,
     "1:49 stiffness '2 kg': expected a stiffness, as in 15 kN/mm\n"},
    {"storeys: {a: {count: 3, mass: -1, stiffness: 1}}\n" END, "1:31 mass (-1 given) must be positive\n"},
    {"storeys: {a: {count: 2, mass: [1, -1], stiffness: 1}}\n" END, "1:35 mass (-1 given) must be positive\n"},
    {"storeys: {a: {mass: [1, 2], period: 1, shape: [2, 1]}}\n" END,
     "1:51 shape: each floor must move further than the one below it in the first mode\n"},
    {"storeys: {a: {mass: [1, 2], stiffness: 1, shape: [2, 1]}}\n" END,
     "1:50 shape needs a period; explicit stiffnesses define the shape\n"},
    {"storeys: {a: {mass: [1, 2], stiffness: 1, damping: 1, damping_ratio: 1 %}}\n" END,
     "1:70 give either damping or damping_ratio\n"},
    {"storeys: {a: {mass: [1, 2], stiffness: 1, weight: 1}}\n" END,
     "1:51 a weight needs the height of its storey\n"},
    {"storeys: {a: {mass: [1, 2], stiffness: 1, hardening: 0.1}}\n" END,
     "1:54 hardening is for storeys that yield\n"},
    {"storeys: {a: {count: 2, mass: [[1], 2], stiffness: 1}}\n" END,
     "1:32 mass: expected a number, or a list of them\n"},
    {"storeys: {a: {count: 3, mass: {x: 1}, stiffness: 1, on: pier}}\nsupports: {pier: {}}\nduration: 1\n",
     "1:31 mass: expected a number, or a list of them\n"},
    {"storeys: {a: {count: 2, mass: 1, period: 0}}\n" END, "1:42 period (0 given) must be positive\n"},
    {"storeys: {a: {count: 2, mass: 1, period: .inf}}\n" END, "1:42 period (inf given) must be positive\n"},
    {"storeys: {a: {count: 2, mass: 1, stiffness: 1, damping_ratio: 1.5}}\n" END,
     "1:63 damping_ratio (1.5 given) must be 0 or more and below 1; a percentage needs its sign, as in 5 %\n"},
    {"storeys: {a: {count: 2, mass: 1, stiffness: 1, damping_ratio: -1}}\n" END,
     "1:63 damping_ratio (-1 given) must be 0 or more and below 1\n"},
    {"storeys: {a: {count: 1001, mass: 1, stiffness: 1}}\n" END,
     "1:22 count: expected a whole number from 1 to 1000\n"},
    {"storeys: {a: {count: 2, mass: 1, stiffness: 1, hardening: 0.1}}\n" END,
     "1:59 hardening is for storeys that yield\n"},
    {"storeys: {a: {mass: [1, 2], stiffness: 1, on: b}}\n" END, "1:47 no body is called 'b'; there are a1, a2\n"},
    {"storeys: {a: {mas: [1, 2], stiffness: 1}}\n" END,
     "1:15 unknown key 'mas' in storeys; did you mean 'mass'?\n"},
    {"storeys: {a: {stiffness: 1}}\n" END,
     "1:11 mass is missing\n1:11 count is missing, and no list gives it\n"},
    {"storeys: {a: {coutn: 2, mass: 1, stiffness: 1}}\n" END,
     "1:15 unknown key 'coutn' in storeys; did you mean 'count'?\n"},
    {"bodies: {a: {mass: 1, repeat: 2}}\n" END,
     "1:10 a repeated item needs a # in its name, for its number: 'a#'\n"},
    {"bodies: {b#+9223372036854775807: {mass: 1, repeat: 2}}\n" END,
     "1:10 'b#+9223372036854775807': a number added to # has at most 6 digits\n"},
    {"bodies: {a#: {mass: 1, repeat: 2}}\n"
     "contacts: [{left: {a#: 1, a#-1234567: 1}, right: a#+99999999999999999999, gap: 1, model: newton, "
     "restitution: 1, "
     "repeat: 2}]\n" END,
     "2:27 'a#-1234567': a number added to # has at most 6 digits\n"
     "2:50 'a#+99999999999999999999': a number added to # has at most 6 digits\n"},
    {"bodies: {a##################################################: {mass: 1, repeat: 1}}\n" END,
     "1:10 'a##################################################…': with its numbers, the name is longer than 299 "
     "bytes\n"},
    /* sections of the other kind */
    {"bodies: [{mass: 1, repeat: 2}]\n" END, "1:9 bodies: expected a map of names, as in {deck: {mass: 2000}}\n"},
    {"bodies: {a: {mass: 1}}\ncontacts: {c#: {left: a, repeat: 2}}\n" END,
     "2:11 contacts: expected a list, each item with a dash before it\n"},
    {"bodies: {a: {mass: 1}}\nwatch: [{left: a, repeat: 2}]\n" END,
     "2:8 watch: expected a map of names, as in {NAME: {of: …}}\n"},
    {"bodies: {a#: {mass: 1, repeat: 0}}\n" END, "1:32 repeat: expected a whole number from 1 to 100000\n"},
    {"bodies: {a#: {mass: 1, repeat: 1000000000000}}\n" END,
     "1:32 repeat: expected a whole number from 1 to 100000\n"},
    {"bodies: {a#: {mass: -1, repeat: 3}}\n" END, "1:21 body 'a1': mass (-1 given) must be positive\n"},
    {"bodies: {a#: {mas: 1, repeat: 3}}\n" END, "1:15 unknown key 'mas' in bodies; did you mean 'mass'?\n"},
    {"bodies: {a#: {mass: 1, repeat: 3}}\nlinks: [{left: a#, right: a#+1, stiffness: 1, repeat: 3}]\n" END,
     "2:27 no body is called 'a4'; there are a1, a2, a3\n"},
    {"bodies: {a#: {mass: 1, repeat: 2}}\n"
     "contacts: [{name: c, left: a#, right: ground, model: newton, restitution: 1, repeat: 2}]\n" END,
     "2:19 a repeated item needs a # in its name, for its number: 'c#'\n"},
};

START_TEST(errors) {
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        said s;
        thud_model *model;
        ck_assert_int_eq(read_text(wrong[i].text, &s, &model), THUD_ERROR_ARGUMENT);
        ck_assert_msg(strcmp(s.text, wrong[i].says) == 0, "%s: says\n%snot\n%s", wrong[i].text, s.text,
                      wrong[i].says);
    }
}
END_TEST

/* lists of random lengths, with and without a count: each that does not fit the first of them is named, and a
 * building without such a list is read */
START_TEST(lengths_of_lists) {
    static const char *const keys[] = {"mass", "stiffness", "height", "weight", "yield", "damping"};
    for (unsigned seed = 1; seed <= 300; seed++) {
        dice d = dice_of(seed);
        int count = choose(&d, 2) ? 1 + choose(&d, 40) : 0, odd = 0;
        char text[8000] = "storeys:\n  a: {";
        size_t used = strlen(text);
        if (count) used += (size_t)snprintf(text + used, sizeof text - used, "count: %d, ", count);
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            const int length = count && choose(&d, 2) ? count : 1 + choose(&d, 40);
            if (!count) count = length;
            odd += length != count;
            used += (size_t)snprintf(text + used, sizeof text - used, "%s: [", keys[i]);
            for (int j = 0; j < length; j++)
                used +=
                    (size_t)snprintf(text + used, sizeof text - used, "%s1%s", j ? ", " : "", i == 1 ? "e9" : "");
            used += (size_t)snprintf(text + used, sizeof text - used, "], ");
        }
        snprintf(text + used, sizeof text - used, "hardening: 0.1}\n" END);
        said s;
        thud_model *model;
        read_text(text, &s, &model);
        ck_assert_msg((model == NULL) == (odd > 0) && s.count == (size_t)odd,
                      "%s%d lists do not fit, and it says\n%s", text, odd, s.text);
        for (const char *at = s.text; odd > 0; odd--, at = strchr(at, '\n') + 1)
            ck_assert_ptr_nonnull(strstr(at, " for "));
        thud_model_free(model);
    }
}
END_TEST

/* what a short text can grow to is limited */
START_TEST(too_many) {
    char text[4000] = "bodies:\n";
    for (int i = 0; i < 12; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "  a%d-#: {mass: 1, repeat: 100000}\n", i);
    }
    strcat(text, END);
    said s;
    thud_model *model;
    ck_assert_int_eq(read_text(text, &s, &model), THUD_ERROR_ARGUMENT);
    ck_assert_msg(strstr(s.text, "12:10 repeated items make more than 1000000 items"), "%s",
                  s.text);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("shorthand");
    tcase_add_test(tests, by_hand);
    tcase_add_test(tests, random_buildings);
    tcase_add_test(tests, period_and_shape);
    tcase_add_test(tests, damping_of_leaning);
    tcase_add_test(tests, damping_of_first_mode);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, lengths_of_lists);
    tcase_add_test(tests, too_many);
    return run_suite("shorthand", tests);
}
