/*
 * Which numbers of a summary are compared: peaks, states at the end, counts and the energy balance. Each of them,
 * off by a thousandth of itself, is found and named, of every body, support, rod, contact and link; and what is
 * made of the same motion by closed forms, which have tests of their own, is left alone.
 */
#include <math.h>
#include <string.h>

#include <thud/scenario.h>

#include "contact/run_quantity.h"
#include "model/model.h"
#include "suite.h"
#include "verify/run.h"

/* links of every model, supports, contacts that bounce, rest and never close, and watches of every kind */
static const char *const yielding =
    "bodies:\n"
    "  a: {mass: 10, displacement: -0.1}\n"
    "  b: {mass: 12, velocity: 0.3}\n"
    "  c: {mass: 9}\n"
    "  d: {mass: 8}\n"
    "  e: {mass: 6, velocity: 0.5}\n"
    "supports:\n"
    "  p: {sine: {amplitude: 1, frequency: 1.7}, delay: 0.1}\n"
    "links:\n"
    "  - {name: l1, left: ground, right: a, stiffness: 1000, height: 3, weight: 20,\n"
    "     hysteresis: {model: clough, yield: 30, hardening: 0.1, unloading: 0.3}}\n"
    "  - {name: l2, left: a, right: b, stiffness: 800, hysteresis: {model: flag, yield: 20, hardening: 0.1, "
    "energy: 0.6}}\n"
    "  - {name: l3, left: b, right: c, stiffness: 700, hysteresis: {model: bouc-wen, yield: 15, hardening: 0.1, "
    "exponent: 2}}\n"
    "  - {name: l4, left: c, right: d, stiffness: 600, damping: 4, hysteresis: {model: bilinear, yield: 3}}\n"
    "  - {name: l5, left: p, right: d, stiffness: 0, damping: 3, damping_exponent: 1.5, hysteresis: {model: "
    "friction, force: 4}}\n"
    "  - {name: l6, left: d, right: e, stiffness: 300, damping: 2}\n"
    "  - {name: l7, left: p, right: e, stiffness: 150, damping: 1, hysteresis: {model: tension-only, slack: "
    "0.01}}\n"
    "  - {name: l8, left: ground, right: b, stiffness: 500, hysteresis: {model: hyperbolic, strength: 40, ratio: "
    "0.8, gap: 0.02}}\n"
    "  - {name: l9, left: p, right: a, stiffness: 20, height: 2, weight: 30}\n"
    "contacts:\n"
    "  - {name: stop, left: a, right: ground, gap: 0.02, model: hunt-crossley, stiffness: 1e5, exponent: 1.5, "
    "restitution: 0.6}\n"
    "  - {name: wall, left: e, right: p, gap: 0.005, model: newton, restitution: 0.4}\n"
    "  - {name: dent, left: c, right: ground, gap: 0.01, model: valles-reinhorn, stiffness: 1e5, restitution: "
    "0.5,\n"
    "     indentation: permanent}\n"
    "  - {name: apart, left: b, right: d, gap: .inf, model: newton, restitution: 1}\n"
    "watch:\n"
    "  way: {left: a, right: c}\n"
    "  speed: {of: velocity, left: p, right: e}\n"
    "  jolt: {of: acceleration, left: a, right: b}\n"
    "  pull: {of: link-force, link: l5}\n"
    "  shear: {of: base-shear, right: a}\n"
    "  drift: {of: drift, link: l1}\n"
    "  shake: {of: ground}\n"
    "ground: {sine: {amplitude: 3, frequency: 1.1}}\n"
    "duration: 3\n";

/* a pendulum in a building that yields, whose tip strikes it */
static const char *const hanging =
    "bodies:\n"
    "  floor: {mass: 100}\n"
    "rods:\n"
    "  pendulum: {on: floor, length: 1, mass: 5, angle: 0.2}\n"
    "links:\n"
    "  - {left: ground, right: floor, stiffness: 4000, damping: 30, hysteresis: {model: bilinear, yield: 60, "
    "hardening: 0.1}}\n"
    "contacts:\n"
    "  - {name: side, tip: pendulum, right: floor, gap: 0.25, model: flores, stiffness: 1e5, restitution: 0.7}\n"
    "gravity: 9.81\n"
    "ground: {sine: {amplitude: 2, frequency: 1}}\n"
    "duration: 2\n";

/* A dashpot that creeps beside a rigid contact at rest, or beside a friction that sticks, is friction to the run
 * there: it holds some of what they do, and their forces are not determined. */
static const char *const creeping =
    "bodies:\n"
    "  a: {mass: 10}\n"
    "  b: {mass: 12}\n"
    "supports:\n"
    "  p: {sine: {amplitude: 2, frequency: 1.3}, delay: 0.2}\n"
    "  q: {sine: {amplitude: 2, frequency: 1.3}, delay: 0.35}\n"
    "links:\n"
    "  - {left: p, right: a, stiffness: 4000, hysteresis: {model: friction, force: 9}}\n"
    "  - {left: q, right: b, stiffness: 3000, damping: 20, hysteresis: {model: bilinear, yield: 12, hardening: "
    "0.1}}\n"
    "  - {left: a, right: b, stiffness: 100, damping: 15, damping_exponent: 0.5}\n"
    "contacts:\n"
    "  - {left: a, right: b, gap: 0.03, model: newton, restitution: 0.6}\n"
    "duration: 4\n";

static const char *const clinging =
    "bodies: {a: {mass: 2.248, velocity: 0.254}, b: {mass: 2, velocity: 0.1}}\n"
    "links:\n"
    "  - {name: dashpot, left: ground, right: a, stiffness: 310.5, damping: 0.471, damping_exponent: 0.3}\n"
    "  - {name: friction, left: ground, right: a, stiffness: 284, hysteresis: {model: friction, force: 3.22}}\n"
    "  - {name: spring, left: ground, right: b, stiffness: 147, damping: 2.2, damping_exponent: 0.3}\n"
    "contacts: [{left: b, right: ground, gap: 0, model: newton, restitution: 0.35}]\n"
    "watch:\n"
    "  held: {of: link-force, link: dashpot}\n"
    "  stuck: {of: link-force, link: friction}\n"
    "forces: [{on: b, step: {amplitude: 9}}]\n"
    "ground: {sine: {amplitude: 1.37, frequency: 2.26}}\n"
    "duration: 2.56\n";

static const char *const opening = "bodies: {a: {mass: 2.1, velocity: 0.125}, b: {mass: 1.6, velocity: 0.065}}\n"
                                   "links:\n"
                                   "  - {left: ground, right: a, stiffness: 320, damping: 1}\n"
                                   "  - {left: a, right: b, stiffness: 60, damping: 2.4, damping_exponent: 0.3}\n"
                                   "contacts: [{left: a, right: b, gap: 0, model: newton, restitution: 0.5}]\n"
                                   "ground: {sine: {amplitude: 2, frequency: 0.9}}\n"
                                   "duration: 2\n";
static const char *const carried =
    "bodies: {a: {mass: 3.7, velocity: -0.056}}\n"
    "links:\n"
    "  - {name: dashpot, left: ground, right: a, stiffness: 335, damping: 2.2, damping_exponent: 0.3}\n"
    "  - {left: ground, right: a, stiffness: 230, hysteresis: {model: friction, force: 6}}\n"
    "watch: {held: {of: link-force, link: dashpot}}\n"
    "ground: {sine: {amplitude: 0.64, frequency: 1.63}}\n"
    "forces: [{on: a, step: {amplitude: 5, start: 0.5}}]\n"
    "duration: 1.9\n";

/* A body rests on its stop and another between it and the ground by frictions, a loop of three that hold each other
 * in many ways. With a spring between the bodies and the second one driven, each reaction is determined. */
#define LOOP(join, load)                                                                                           \
    "bodies: {a: {mass: 2}, b: {mass: 3}}\n"                                                                       \
    "links:\n"                                                                                                     \
    "  - {left: a, right: b, " join "}\n"                                                                          \
    "  - {left: b, right: ground, stiffness: 0, hysteresis: {model: friction, force: 1}}\n"                        \
    "contacts: [{left: a, right: ground, gap: 0, model: newton, restitution: 0.4}]\n"                              \
    "forces: [{on: a, step: {amplitude: 5}}, {on: b, sine: {amplitude: " load                                      \
    ", frequency: 1, phase: 1.5707963}}]\n"                                                                        \
    "duration: 2\n"

/* 10⁸ N hold a heavy body, and leave 1e-13 of 100 m/s² there; beside it a light one of a gram swings, which no
 * rounding of that comes to */
static const char *const unlike =
    "bodies: {heavy: {mass: 1e6}, light: {mass: 1e-3, displacement: 1e-3}}\n"
    "links:\n"
    "  - {left: ground, right: heavy, stiffness: 0, hysteresis: {model: friction, force: 1e8}}\n"
    "  - {left: ground, right: light, stiffness: 0.1}\n"
    "forces: [{on: heavy, sine: {amplitude: 5e7, frequency: 1}}]\n"
    "duration: 2\n";

static void say(void *context, const thud_error *error) {
    (void)context;
    fprintf(stderr, "%s\n", error->text);
}

static thud_model *parse(const char *text) {
    thud_model *model;
    ck_assert_int_eq(thud_scenario_parse(text, strlen(text), NULL, say, NULL, &model), THUD_OK);
    return model;
}

static thud_model *make_yielding(void) { return parse(yielding); }
static thud_model *make_hanging(void) { return parse(hanging); }
static thud_model *make_creeping(void) { return parse(creeping); }
static thud_model *make_clinging(void) { return parse(clinging); }
static thud_model *make_opening(void) { return parse(opening); }
static thud_model *make_carried(void) { return parse(carried); }
static thud_model *make_driven(void) { return parse(LOOP("stiffness: 20", "30")); }
static thud_model *make_still(void) {
    return parse(LOOP("stiffness: 0, hysteresis: {model: friction, force: 1.5}", "0.1"));
}
static thud_model *make_unlike(void) { return parse(unlike); }

/* a frame by matrices that stands, with a brace that yields; one whose floors a smooth link alone holds; and a body
 * between them, all with Rayleigh damping */
static thud_model *make_frames(void) {
    thud_model *model = thud_model_create();
    const double mass[] = {3, 0.4, 0.4, 2}, stands[] = {900, -400, -400, 400}, floats[] = {400, -400, -400, 400};
    const thud_matrices frame = {.count = 2, .mass = mass, .stiffness = stands},
                        raft = {.count = 2, .mass = mass, .stiffness = floats};
    thud_body_id first = thud_model_add_matrices(model, &frame), second = thud_model_add_matrices(model, &raft),
                 body = thud_model_add_body(model, "body", 4), top = {first.number + 1}, end = {second.number + 1};
    const thud_body_id floors[] = {first, top};
    const double factors[] = {0.4, 0.6};
    thud_body_id column = thud_model_add_point(model, 2, floors, factors);
    const thud_link brace = {.stiffness = 500, .hysteresis = {THUD_HYSTERESIS_BILINEAR, .yield = 8}},
                    smooth = {.stiffness = 300,
                              .hysteresis = {THUD_HYSTERESIS_BOUC_WEN, .yield = 4, .exponent = 2, .beta = 0.5}},
                    linear = {.stiffness = 250};
    thud_model_add_link(model, THUD_GROUND, top, &brace);
    thud_model_add_link(model, THUD_GROUND, second, &smooth);
    thud_model_add_link(model, THUD_GROUND, body, &linear);
    thud_gap_contact slab = thud_gap_contact_default(thud_law_find("kelvin-voigt"));
    slab.gap = 0.01;
    slab.stiffness = 2e4;
    slab.restitution = 0.6;
    thud_model_add_contact(model, "slab", column, body, &slab);
    thud_model_add_watch(model, "frame", &(thud_watch){.kind = THUD_WATCH_BASE_SHEAR, .right = top});
    thud_model_add_watch(model, "raft", &(thud_watch){.kind = THUD_WATCH_BASE_SHEAR, .right = end});
    thud_model_add_watch(model, "body", &(thud_watch){.kind = THUD_WATCH_BASE_SHEAR, .right = body});
    thud_model_add_watch(model, "column", &(thud_watch){.left = THUD_GROUND, .right = column});
    thud_model_set_rayleigh_damping(model, 0.1, 2e-3);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 4, .frequency = 1.3});
    thud_model_set_duration(model, 3);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

/* and how many contacts and links of each are not judged */
static const struct {
    thud_model *(*make)(void);
    size_t undetermined;
} models[] = {{make_yielding, 0}, {make_hanging, 0},  {make_frames, 0},   {make_driven, 0},  {make_unlike, 0},
              {make_still, 3},    {make_creeping, 3}, {make_clinging, 4}, {make_opening, 2}, {make_carried, 2}};
enum { SPOILED = 4, MODELS = sizeof models / sizeof *models }; /* those up to here, number by number */

typedef struct trial {
    thud_model *model;
    thud_simulation *simulation;
    thud_verify_model cvode;
    thud_verify_results run; /* copies, which are spoiled one by one */
    thud_verify_scale scale;
    double peaks[40];
    thud_verification out;
} trial;

static void trial_open(trial *t, thud_model *model) {
    *t = (trial){.model = model};
    ck_assert_int_eq(thud_simulation_create(t->model, &t->simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(t->simulation, NULL), THUD_OK);
    ck_assert_int_eq(thud_verify_results_init(&t->run, model), THUD_OK);
    const thud_summary *s = thud_simulation_summary(t->simulation);
    const size_t n = s->body_count, all = n + s->support_count;
    double course[3 * 20];
    ck_assert_uint_le(all, 20);
    memcpy(t->run.bodies, s->bodies, n * sizeof *s->bodies);
    if (all > n) memcpy(t->run.bodies + n, s->supports, (all - n) * sizeof *s->bodies);
    for (size_t i = 0; i < all; i++) { /* of bodies at rest, more than rounding of what holds them comes to */
        t->peaks[i] = fmax(t->run.bodies[i].max_displacement, 1e-4);
        t->peaks[all + i] = fmax(t->run.bodies[i].max_velocity, 1e-4);
    }
    memcpy(t->run.contacts, s->contacts, s->contact_count * sizeof *s->contacts);
    if (s->link_count > 0) memcpy(t->run.links, s->links, s->link_count * sizeof *s->links);
    t->run.energy = s->energy;
    t->scale = (thud_verify_scale){.tolerance = 1e-6, .strongest = 1, .resting_energy = 1e-6, .peaks = t->peaks};
    ck_assert_int_eq(thud_verify_model_init(&t->cvode, t->model), THUD_OK);
    ck_assert_int_eq(thud_verify_cvode(&t->cvode, t->peaks, 2, course, &t->out), THUD_OK);
}

static void trial_close(trial *t) {
    thud_verify_results_free(&t->run);
    thud_verify_model_free(&t->cvode);
    thud_simulation_free(t->simulation);
    thud_model_free(t->model);
}

static size_t judge(trial *t) {
    t->out.difference_count = 0;
    thud_verify_compare(&t->cvode, &t->run, &t->scale, NULL, &t->out);
    return t->out.difference_count;
}

static void spoil(const thud_run_quantity *q, void *part) {
    char *place = (char *)part + q->offset;
    const double value = thud_run_quantity_value(q, part), other = fabs(value) < 1e-9 ? 1 : value * (1 + 1e-3);
    const size_t more = q->is_count ? (size_t)value + 1 : 0;
    if (q->is_count) memcpy(place, &more, sizeof more);
    else memcpy(place, &other, sizeof other);
}

/* what is not compared: it follows from the same motion by a formula, which has a closed form or a table to answer
 * to in the tests of simulate and link */
static bool is_compared(const char *key) {
    static const char *const others[] = {
        "impulse",   "energy_lost",          "stick_time",          "indentation", "closest_approach",
        "ductility", "residual_deformation", "plastic_deformation", "energy",      "mechanism",
        "residual"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], key) == 0) return false;
    return true;
}

/* all rows of a table; returns how many were tried and found */
static size_t try_part(trial *t, thud_run_quantities table, void *part, size_t size, thud_verify_part of,
                       size_t index) {
    char kept[256];
    size_t found = 0;
    ck_assert_uint_le(size, sizeof kept);
    for (size_t k = 0; k < table.count; k++) {
        const thud_run_quantity *q = &table.list[k];
        if (strcmp(q->name, "resting_force") == 0) continue; /* the same member as max_force */
        memcpy(kept, part, size);
        spoil(q, part);
        const size_t count = judge(t);
        const thud_verify_difference *d = &t->out.different[0];
        ck_assert_msg(count == is_compared(q->name), "%s of part %d, %zu: %zu differences, the first in %s",
                      q->name, (int)of, index, count, count > 0 ? d->key : "nothing");
        memcpy(part, kept, size);
        if (count == 0) continue;
        const bool named = strcmp(q->name, d->key) == 0 || strcmp(d->key, "resting_force") == 0;
        ck_assert_msg(d->part == of && d->index == index && named, "%s: %s of part %d, %zu", q->name, d->key,
                      (int)d->part, d->index);
        found++;
    }
    return found;
}

START_TEST(right_runs_agree) {
    trial t;
    trial_open(&t, models[_i].make());
    const size_t count = judge(&t);
    const thud_verify_difference *d = &t.out.different[0];
    ck_assert_msg(count == 0, "%s of part %d, %zu: %.12g, CVODE has %.12g, allowed %.2g", d->key, (int)d->part,
                  d->index, d->run, d->cvode, d->allowed);
    ck_assert_uint_eq(t.out.undetermined, models[_i].undetermined);
    trial_close(&t);
}
END_TEST

START_TEST(wrong_numbers_are_found) {
    trial t;
    trial_open(&t, models[_i].make());
    const thud_summary *s = thud_simulation_summary(t.simulation);
    const size_t n = s->body_count;
    size_t found = 0;
    for (size_t i = 0; i < n + s->support_count; i++)
        found += try_part(&t, thud_quantities_of_body, &t.run.bodies[i], sizeof *t.run.bodies,
                          i < n ? THUD_VERIFY_BODY : THUD_VERIFY_SUPPORT, i < n ? i : i - n);
    for (size_t i = 0; i < s->contact_count; i++)
        found += try_part(&t, thud_quantities_of_contact, &t.run.contacts[i], sizeof *t.run.contacts,
                          THUD_VERIFY_CONTACT, i);
    for (size_t i = 0; i < s->link_count; i++)
        found += try_part(&t, thud_quantities_of_link, &t.run.links[i], sizeof *t.run.links, THUD_VERIFY_LINK, i);
    found += try_part(&t, thud_quantities_of_energy, &t.run.energy, sizeof t.run.energy, THUD_VERIFY_ENERGY, 0);
    ck_assert_uint_eq(found, 5 * (n + s->support_count) + 3 * s->contact_count + 2 * s->link_count + 5);
    trial_close(&t);
}
END_TEST

START_TEST(rounding_stays_where_it_is) {
    trial t;
    trial_open(&t, make_unlike());
    const thud_body_summary is = t.run.bodies[1];
    for (int k = 0; k < 3; k++) {
        double *const numbers[] = {&t.run.bodies[1].max_displacement, &t.run.bodies[1].max_velocity,
                                   &t.run.bodies[1].max_acceleration};
        *numbers[k] *= 1 + 1e-5;
        ck_assert_uint_eq(judge(&t), 1);
        ck_assert_uint_eq(t.out.different[0].index, 1);
        t.run.bodies[1] = is;
    }
    trial_close(&t);
}
END_TEST

/* copies whose inputs are varied say how far a number may be off: ten times their range */
START_TEST(copies_allow_what_they_differ_by) {
    trial t;
    thud_spread *spread = NULL;
    thud_spread_options options = thud_spread_options_default();
    trial_open(&t, make_yielding());
    options.copies = 3;
    options.precision = 1e-4;
    ck_assert_int_eq(thud_spread_estimate(t.model, &options, NULL, NULL, &spread), THUD_OK);
    const thud_range *range = &spread->bodies[0].max_displacement;
    const double is = t.run.bodies[0].max_displacement, width = range->highest - range->lowest;
    ck_assert_double_gt(width, 1e-6 * is);
    for (int inside = 0; inside < 2; inside++) {
        t.run.bodies[0].max_displacement = is + (inside ? 9 : 11) * width;
        t.out.difference_count = 0;
        thud_verify_compare(&t.cvode, &t.run, &t.scale, spread, &t.out);
        ck_assert_uint_eq(t.out.difference_count, inside ? 0 : 1);
    }
    thud_spread_free(spread);
    trial_close(&t);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verify_summary");
    tcase_add_loop_test(tests, right_runs_agree, 0, MODELS);
    tcase_add_loop_test(tests, wrong_numbers_are_found, 0, SPOILED);
    tcase_add_test(tests, rounding_stays_where_it_is);
    tcase_add_test(tests, copies_allow_what_they_differ_by);
    return run_suite("verify_summary", tests);
}
