/*
 * Every number of a summary is compared: each of them, off by a hundred-thousandth of itself, is found and named,
 * of every body, support, rod, contact, link and watch, and of the energy balance.
 */
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

/* a dashpot that creeps beside a rigid contact at rest, and is friction to the run there: it holds some of what the
 * contact does */
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

/* the same beside a friction that sticks, and beside a rigid contact: all that holds is watched */
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

/* a contact beside one, which opens as what presses it falls to what the dashpot holds; and one that holds what the
 * ground's speed, which is more than any relative to it, lets it */
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

static thud_model *(*const makes[])(void) = {make_yielding, make_hanging, make_frames, make_creeping,
                                             make_clinging, make_opening, make_carried};
enum { SPOILED = 3, MODELS = sizeof makes / sizeof *makes }; /* those up to here, number by number */

typedef struct trial {
    thud_model *model;
    thud_simulation *simulation;
    thud_verify_model cvode;
    thud_verify_results results; /* copies, which are spoiled one by one */
    thud_verification out;
} trial;

static void *copy_of(const void *from, size_t count, size_t size) {
    void *to = calloc(count + 1, size);
    ck_assert_ptr_nonnull(to);
    if (count > 0) memcpy(to, from, count * size);
    return to;
}

static void trial_open(trial *t, thud_model *model) {
    *t = (trial){.model = model};
    ck_assert_int_eq(thud_simulation_create(t->model, &t->simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(t->simulation, NULL), THUD_OK);
    const thud_summary *s = thud_simulation_summary(t->simulation);
    size_t n = s->body_count, all = n + s->support_count;
    double peaks[40], course[3 * 20];
    t->results.bodies = calloc(all, sizeof *t->results.bodies);
    ck_assert(t->results.bodies && all <= 20);
    memcpy(t->results.bodies, s->bodies, n * sizeof *s->bodies);
    if (all > n) memcpy(t->results.bodies + n, s->supports, (all - n) * sizeof *s->bodies);
    for (size_t i = 0; i < all; i++) {
        peaks[i] = t->results.bodies[i].max_displacement;
        peaks[all + i] = t->results.bodies[i].max_velocity;
    }
    t->results.contacts = copy_of(s->contacts, s->contact_count, sizeof *s->contacts);
    t->results.links = copy_of(s->links, s->link_count, sizeof *s->links);
    t->results.watches = copy_of(s->watches, s->watch_count, sizeof *s->watches);
    t->results.energy = s->energy;
    ck_assert_int_eq(thud_verify_model_init(&t->cvode, t->model, NULL), THUD_OK);
    ck_assert_int_eq(thud_verify_cvode(&t->cvode, peaks, 2, course, &t->out), THUD_OK);
}

static void trial_close(trial *t) {
    free(t->results.bodies);
    free(t->results.contacts);
    free(t->results.links);
    free(t->results.watches);
    thud_verify_model_free(&t->cvode);
    thud_simulation_free(t->simulation);
    thud_model_free(t->model);
}

/* courses go together to 1e-9: what is allowed is what both solvers are asked for */
static void judge(trial *t) {
    t->out.difference_count = 0;
    thud_verify_judge(&t->cvode, &t->results, 1e-9, NULL, &t->out);
}

/* resting forces of rigid contacts and forces of the others are one member */
static bool is_named(const char *name, const char *key) {
    return strcmp(name, key) == 0 || (strcmp(name, "max_force") == 0 && strcmp(key, "resting_force") == 0);
}

static void spoil(const thud_run_quantity *q, void *part, double by) {
    char *place = (char *)part + q->offset;
    double value = thud_run_quantity_value(q, part), other = value == 0 ? 1e-3 : value * (1 + by);
    size_t more = q->is_count ? (size_t)value + 1 : 0;
    if (q->is_count) memcpy(place, &more, sizeof more);
    else memcpy(place, &other, sizeof other);
}

/* whether a number goes with the instant at which a contact has come to rest */
static bool rests(const trial *t, const thud_run_quantity *q, thud_verify_part of, size_t index) {
    bool any = false;
    if (of == THUD_VERIFY_CONTACT && t->results.contacts[index].stick_time > 0)
        return strcmp(q->name, "stick_time") == 0 || strcmp(q->name, "max_force") == 0;
    if (of != THUD_VERIFY_BODY || strcmp(q->name, "max_acceleration") != 0) return false;
    for (size_t i = 0; i < t->cvode.contact_count; i++)
        any = any || (t->results.contacts[i].stick_time > 0 && thud_verify_touches(&t->cvode.contacts[i], index));
    return any;
}

/* all rows of a table but those that say nothing of a motion; returns how many were tried */
static size_t try_part(trial *t, thud_run_quantities table, void *part, size_t size, thud_verify_part of,
                       size_t index) {
    char kept[256];
    size_t tried = 0;
    ck_assert_uint_le(size, sizeof kept);
    for (size_t k = 0; k < table.count; k++) {
        const thud_run_quantity *q = &table.list[k];
        bool skipped = isnan(thud_run_quantity_value(q, part)) || strcmp(q->name, "resting_force") == 0 ||
                       (of == THUD_VERIFY_ENERGY && strcmp(q->name, "residual") == 0);
        if (skipped) continue;
        memcpy(kept, part, size);
        spoil(q, part, rests(t, q, of, index) ? 1e-4 : 1e-5);
        judge(t);
        const thud_verify_difference *d = &t->out.different[0];
        ck_assert_msg(t->out.difference_count == 1, "%s of part %d, %zu: %zu differences, the first in %s", q->name,
                      (int)of, index, t->out.difference_count, t->out.difference_count > 0 ? d->key : "nothing");
        ck_assert_msg(d->part == of && d->index == index && is_named(q->name, d->key), "%s: %s of part %d, %zu",
                      q->name, d->key, (int)d->part, d->index);
        memcpy(part, kept, size);
        tried++;
    }
    return tried;
}

START_TEST(right_runs_agree) {
    trial t;
    trial_open(&t, makes[_i]());
    judge(&t);
    const thud_verify_difference *d = &t.out.different[0];
    ck_assert_msg(t.out.difference_count == 0, "%s of part %d, %zu: %.12g, CVODE has %.12g, allowed %.2g", d->key,
                  (int)d->part, d->index, d->run, d->cvode, d->allowed);
    trial_close(&t);
}
END_TEST

START_TEST(every_number_is_compared) {
    trial t;
    trial_open(&t, makes[_i]());
    const thud_summary *s = thud_simulation_summary(t.simulation);
    size_t n = s->body_count, tried = 0;
    for (size_t i = 0; i < n + s->support_count; i++)
        tried += try_part(&t, thud_quantities_of_body, &t.results.bodies[i], sizeof *t.results.bodies,
                          i < n ? THUD_VERIFY_BODY : THUD_VERIFY_SUPPORT, i < n ? i : i - n);
    for (size_t i = 0; i < s->contact_count; i++)
        tried += try_part(&t, thud_quantities_of_contact, &t.results.contacts[i], sizeof *t.results.contacts,
                          THUD_VERIFY_CONTACT, i);
    for (size_t i = 0; i < s->link_count; i++)
        tried += try_part(&t, thud_quantities_of_link, &t.results.links[i], sizeof *t.results.links,
                          THUD_VERIFY_LINK, i);
    for (size_t i = 0; i < s->watch_count; i++)
        tried += try_part(&t, thud_quantities_of_watch(t.model->watches[i].given.kind), &t.results.watches[i],
                          sizeof *t.results.watches, THUD_VERIFY_WATCH, i);
    tried +=
        try_part(&t, thud_quantities_of_energy, &t.results.energy, sizeof t.results.energy, THUD_VERIFY_ENERGY, 0);
    /* five of each body and support, seven of a contact (one more between bodies), seven of a link, four of a
     * watch, five of the balance */
    size_t of_bodies = 0;
    for (size_t i = 0; i < s->contact_count; i++)
        of_bodies += isnan(t.results.contacts[i].closest_approach) ? 0u : 1u;
    ck_assert_uint_eq(tried, 5 * (n + s->support_count) + 7 * s->contact_count + of_bodies + 7 * s->link_count +
                                 4 * s->watch_count + 5);
    trial_close(&t);
}
END_TEST

/* one number of the first contact, off by a share of itself */
static void assert_noted(thud_model *model, size_t offset, double by, const char *key) {
    trial t;
    trial_open(&t, model);
    const thud_run_quantity number = {.offset = offset};
    spoil(&number, &t.results.contacts[0], by);
    judge(&t);
    ck_assert_uint_eq(t.out.difference_count, 1);
    ck_assert_str_eq(t.out.different[0].key, key);
    trial_close(&t);
}

/* what a creeping dashpot may hold of the contact beside it, 15 N·√(s/m) · √(3e-9 · 0.5 m/s) for 0.3 s, is 4e-6 of
 * the contact's impulse of 40 N·s */
START_TEST(creeping_hides_little) {
    assert_noted(make_creeping(), offsetof(thud_contact_summary, impulse), 2e-5, "impulse");
}
END_TEST

/* what the dashpot holds, 2.4 N·(s/m)^0.3 · (4e-9 · 0.4 m/s)^0.3, 6 mN, is gone from some tens of N/s in less than
 * 1 ms; three openings: 1e-2 of 0.53 s is beyond that */
START_TEST(opening_hides_little) {
    assert_noted(make_opening(), offsetof(thud_contact_summary, stick_time), 1e-2, "stick_time");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verify_summary");
    tcase_add_loop_test(tests, right_runs_agree, 0, MODELS);
    tcase_add_test(tests, creeping_hides_little);
    tcase_add_test(tests, opening_hides_little);
    tcase_add_loop_test(tests, every_number_is_compared, 0, SPOILED);
    return run_suite("verify_summary", tests);
}
