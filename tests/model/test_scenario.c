/*
 * Scenarios that are right: every key arrives in the model, in SI units, whichever way it is written.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include <math.h>

#include "model/model.h"
#include "model/scenario/schema.h"
#include "model/scenario_text.h"
#include "model/signal.h"
#include "suite.h"

/* reads, and wants nothing said */
static thud_model *read_good_in(const char *text, const char *folder) {
    said s;
    thud_model *model;
    const thud_status status = read_text_sized(text, strlen(text), folder, &s, &model);
    ck_assert_msg(status == THUD_OK && s.count == 0, "%s:\n%s", text, s.text);
    return model;
}

static thud_model *read_good(const char *text) { return read_good_in(text, NULL); }

/* the example of the contract, with a record of our own */
START_TEST(contract) {
    thud_model *m =
        read_good_in("title: Bridge deck between two abutments\n"
                     "bodies:\n"
                     "  deck: {mass: 1.25e6, displacement: 0, velocity: 0}\n"
                     "links:                                  # spring and dashpot\n"
                     "  - {left: ground, right: deck, stiffness: 1.2867963e7, damping_ratio: 0.05}\n"
                     "contacts:\n"
                     "  - {name: east, left: deck, right: ground, gap: 30 mm, model: newton, "
                     "restitution: 0.6}\n"
                     "  - {name: west, left: ground, right: deck, gap: 30 mm, model: flores, stiffness: "
                     "5e9, exponent: 1.5,\n"
                     "     restitution: 0.6, damping: exact, separation: zero-force}\n"
                     "damping: {ratio: 0.05}\n"
                     "gravity: 0                              # m/s² along +x\n"
                     "ground: {record: short.csv, scale: 1.0}\n"
                     "forces:\n"
                     "  - {on: deck, sine: {amplitude: 1e5, frequency: 2}}\n"
                     "duration: 20\n"
                     "output: {interval: 0.01}\n"
                     "tolerance: 1e-9                         # of the contact phase\n",
                     THUD_TEST_FILES);
    ck_assert_str_eq(thud_model_title(m), "Bridge deck between two abutments");
    ck_assert_uint_eq(thud_model_body_count(m), 1);
    ck_assert_str_eq(thud_model_body_name(m, 0), "deck");
    ck_assert(m->bodies[0].mass == 1.25e6 && m->bodies[0].displacement == 0 && m->bodies[0].velocity == 0);
    ck_assert_uint_eq(m->link_count, 1);
    ck_assert(m->links[0].left == THUD_BODY_GROUND && m->links[0].right == 0 &&
              m->links[0].given.stiffness == 1.2867963e7);
    /* 2 · 0.05 · √(1.2867963e7 · 1.25e6); three roundings of half a unit in the last place each */
    assert_relative(m->links[0].damping, 0.1 * sqrt(1.2867963e7 * 1.25e6), 5e-16);
    ck_assert_uint_eq(thud_model_contact_count(m), 2);
    ck_assert_str_eq(thud_model_contact_name(m, 1), "west");
    const thud_gap_contact *east = &m->contacts[0].given, *west = &m->contacts[1].given;
    ck_assert(m->contacts[0].left == 0 && m->contacts[0].right == THUD_BODY_GROUND && !m->contacts[0].of_rods);
    ck_assert(m->contacts[1].left == THUD_BODY_GROUND && m->contacts[1].right == 0);
    ck_assert(east->law == thud_law_find("newton") && east->gap == 0.03 && east->restitution == 0.6);
    ck_assert(west->law == thud_law_find("flores") && west->stiffness == 5e9 && west->exponent == 1.5);
    ck_assert(west->damping == THUD_DAMPING_EXACT && west->separation == THUD_SEPARATION_ZERO_FORCE);
    ck_assert(m->contacts[0].effective_mass == 1.25e6 && m->contacts[1].effective_mass == 1.25e6);
    ck_assert(m->damping == THUD_STRUCTURE_DAMPING_MODAL && m->modal_ratio == 0.05);
    ck_assert(m->gravity == 0 && m->run.duration == 20 && m->run.output_interval == 0.01 && !m->run.output_events);
    ck_assert(m->run.tolerance == 1e-9 && m->run.impact_threshold == 1e-3 && m->run.solver == THUD_SOLVER_EVENTS);
    ck_assert(m->ground.kind == THUD_SIGNAL_SAMPLES && m->ground.scale == 1 && m->ground.samples->count == 5);
    ck_assert(m->ground.samples->step == 0.01);
    assert_relative(thud_signal_value(&m->ground, 0.02), -0.2 * 9.80665, 4e-16); /* one rounding of a decimal */
    ck_assert_uint_eq(m->force_count, 1);
    ck_assert(m->forces[0].body == 0 && m->forces[0].signal.kind == THUD_SIGNAL_SINE);
    ck_assert(m->forces[0].signal.amplitude == 1e5 && m->forces[0].signal.frequency == 2);
    ck_assert(m->built);
    thud_model_free(m);
}
END_TEST

START_TEST(restitution_against_speed) {
    thud_model *m =
        read_good("bodies: {ball: {mass: 2}}\n"
                  "contacts:\n"
                  "  - {left: ball, right: ground, model: newton, restitution: {at: [[100 mm/s, 0.8], [1, 0.6]]}}\n"
                  "  - {left: ground, right: ball, model: flores, stiffness: 1e9,\n"
                  "     restitution: {a: 0.2, b: 0.25, least: 10 %}}\n"
                  "  - {left: ball, right: ground, model: valles-reinhorn, stiffness: 1e6, restitution: 0.5,\n"
                  "     indentation: permanent}\n"
                  "duration: 0\n");
    ck_assert(m->contacts[2].given.indentation == THUD_INDENTATION_PERMANENT);
    ck_assert(m->contacts[1].given.indentation == THUD_INDENTATION_RECOVERS);
    const thud_restitution_curve *c = &m->contacts[0].given.restitution_curve;
    ck_assert(c->kind == THUD_RESTITUTION_POINTS && c->count == 2);
    ck_assert(c->speed[0] == 0.1 && c->restitution[0] == 0.8 && c->speed[1] == 1 && c->restitution[1] == 0.6);
    /* half way in ln v, and beyond both ends */
    assert_relative(thud_gap_contact_restitution(&m->contacts[0].given, sqrt(0.1)), 0.7, 1e-15);
    ck_assert(thud_gap_contact_restitution(&m->contacts[0].given, 0) == 0.8);
    ck_assert(thud_gap_contact_restitution(&m->contacts[0].given, 50) == 0.6);
    c = &m->contacts[1].given.restitution_curve;
    ck_assert(c->kind == THUD_RESTITUTION_POWER && c->a == 0.2 && c->b == 0.25 && c->least == 0.1);
    assert_relative(thud_gap_contact_restitution(&m->contacts[1].given, 16), 0.6, 4e-16);
    ck_assert(thud_gap_contact_restitution(&m->contacts[1].given, 1e4) == 0.1);
    thud_model_free(m);
}
END_TEST

START_TEST(speed_of_a_restitution) {
    thud_model *m = read_good("bodies: {ball: {mass: 2}}\n"
                              "contacts:\n"
                              "  - {left: ball, right: ground, model: flores, stiffness: 1e9, restitution: 0.5,\n"
                              "     restitution_speed: 30 cm/s}\n"
                              "  - {left: ground, right: ball, model: flores, stiffness: 1e9, restitution: 0.5}\n"
                              "duration: 0\n");
    ck_assert(m->contacts[0].given.restitution_speed == 0.3 && m->contacts[1].given.restitution_speed == 0);
    thud_model_free(m);
}
END_TEST

/* as short as can be: what is left out has its default */
START_TEST(defaults) {
    thud_model *m = read_good("bodies: {ball: {mass: 2}}\n"
                              "contacts: [{left: ball, right: ground, model: hertz, stiffness: 1e9}]\n"
                              "duration: 0\n");
    ck_assert_str_eq(thud_model_title(m), "");
    ck_assert_str_eq(thud_model_contact_name(m, 0), "contact-1");
    const thud_gap_contact *c = &m->contacts[0].given;
    ck_assert(c->gap == 0 && c->restitution == 1 && c->exponent == 1.5 && c->damping == THUD_DAMPING_EXACT);
    ck_assert(c->separation == THUD_SEPARATION_RETURN); /* hertz's own */
    ck_assert(m->gravity == 0 && m->run.output_interval == 0 && m->run.tolerance == 1e-9 &&
              m->run.impact_threshold == 1e-3);
    ck_assert(m->ground.kind == THUD_SIGNAL_NONE && m->damping == THUD_STRUCTURE_DAMPING_LINKS);
    ck_assert(m->run.duration == 0 && m->run.solver_step == 0);
    thud_model_free(m);
}
END_TEST

/* every quantity with another unit than its own; the values follow from the units' definitions */
START_TEST(units) {
    thud_model *m =
        read_good("bodies:\n"
                  "  a: {mass: 2 t, displacement: 5 mm, velocity: 30 cm/s}\n"
                  "  b: {mass: \"350 kg\", displacement: '1 m'}\n"
                  "links:\n"
                  "  - {left: a, right: b, stiffness: 15 kN/mm, damping: 3 kN s/m}\n"
                  "contacts:\n"
                  "  - {left: a, right: b, gap: 2 cm, model: hertz, stiffness: 2 kN/mm^1.5, exponent: 1.5}\n"
                  "  - {left: a, right: b, gap: .inf, model: kelvin-voigt, stiffness: 1 N/m, damping: 4 kN s/m}\n"
                  "  - {left: a, right: b, model: hunt-crossley, stiffness: 1, exponent: 1.5,\n"
                  "     damping: 2e10 N*s/m^2.5}\n"
                  "damping: {rayleigh: {mass: 0.5, stiffness: 2 ms}}\n"
                  "gravity: 1 g\n"
                  "forces:\n"
                  "  - {on: b, step: {amplitude: 2 kN, start: 250 ms}}\n"
                  "  - {on: a, sine: {amplitude: 1 MN, frequency: 2 kHz, phase: 90 deg}}\n"
                  "ground: {sine: {amplitude: 0.2 g, frequency: 1, phase: 180 deg}}\n"
                  "duration: 1 min\n"
                  "output: {interval: 5 ms, events: true}\n"
                  "impact_threshold: 2 mm/s\n");
    ck_assert(m->bodies[0].mass == 2000 && m->bodies[0].displacement == 0.005 && m->bodies[0].velocity == 0.3);
    ck_assert(m->bodies[1].mass == 350 && m->bodies[1].displacement == 1);
    ck_assert(m->links[0].given.stiffness == 15e6 && m->links[0].damping == 3000);
    /* 2 kN/mm^1.5 = 2e3 · 1000^1.5 N/m^1.5; a power and two products */
    assert_relative(m->contacts[0].given.stiffness, 2e3 * pow(1000, 1.5), 1e-15);
    ck_assert(m->contacts[0].given.gap == 0.02 && isinf(m->contacts[1].given.gap));
    ck_assert(m->contacts[1].given.damping == THUD_DAMPING_GIVEN && m->contacts[1].given.damping_value == 4000);
    ck_assert(m->contacts[2].given.damping_value == 2e10);
    assert_relative(m->contacts[0].effective_mass, 2000.0 * 350 / 2350, 1e-15);
    ck_assert(m->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH && m->rayleigh_mass == 0.5);
    ck_assert(m->rayleigh_stiffness == 0.002 && m->gravity == 9.80665);
    ck_assert(m->forces[0].body == 1 && m->forces[0].signal.kind == THUD_SIGNAL_STEP);
    ck_assert(m->forces[0].signal.amplitude == 2000 && m->forces[0].signal.start == 0.25);
    ck_assert(m->forces[1].signal.frequency == 2000);
    assert_relative(m->forces[1].signal.phase, 1.57079632679489661923, 4e-16);
    assert_relative(m->ground.amplitude, 0.2 * 9.80665, 4e-16);
    ck_assert(m->ground.kind == THUD_SIGNAL_SINE && m->ground.frequency == 1);
    ck_assert(m->run.duration == 60 && m->run.output_interval == 0.005 && m->run.output_events);
    ck_assert(thud_model_duration(m) == 60 && thud_model_run_options(m).output_interval == 0.005);
    ck_assert(m->run.impact_threshold == 0.002 && m->run.solver == THUD_SOLVER_EVENTS);
    thud_model_free(m);
}
END_TEST

START_TEST(time_stepping) {
    thud_model *m = read_good("bodies: {a: {mass: 1}}\n"
                              "contacts: [{left: a, right: ground, gap: 1, model: newton, restitution: 0.5}]\n"
                              "duration: 1\nsolver: moreau\nstep: 1 ms\n");
    ck_assert(m->run.solver == THUD_SOLVER_MOREAU && m->run.solver_step == 0.001);
    thud_model_free(m);
}
END_TEST

START_TEST(rods) {
    thud_model *m =
        read_good("gravity: 9.81\n"
                  "rods:\n"
                  "  one: {length: 1 m, mass: 0.1}\n"
                  "  two: {pivot: [-2, 10 cm], length: 1.5, mass: 0.2, angle: -30 deg, angular_velocity: 3}\n"
                  "contacts:\n"
                  "  - {name: knock, tip: two, rod: one, model: poursina-nikravesh, stiffness: 1e8,\n"
                  "     exponent: 1.5, restitution: 0.3}\n"
                  "duration: 8\n");
    ck_assert_uint_eq(thud_model_rod_count(m), 2);
    ck_assert_str_eq(thud_model_rod_name(m, 1), "two");
    const thud_rod *one = &m->rods[0].given, *two = &m->rods[1].given;
    ck_assert(one->pivot_x == 0 && one->pivot_y == 0 && one->angle == 0 && one->angular_velocity == 0);
    ck_assert(two->pivot_x == -2 && two->pivot_y == 0.1 && two->length == 1.5 && two->mass == 0.2);
    ck_assert(two->angular_velocity == 3);
    assert_relative(two->angle, -0.52359877559829887308, 4e-16);
    ck_assert(m->contacts[0].of_rods && m->contacts[0].left == 1 && m->contacts[0].right == 0);
    ck_assert(isnan(m->contacts[0].effective_mass));
    thud_model_free(m);
}
END_TEST

/* the formats of YAML: block, flow, quotes, anchors, a byte order mark, line ends of other systems */
START_TEST(writings) {
    static const char *const texts[] = {
        "bodies:\n  a:\n    mass: 3\nduration: 1\n",
        "{bodies: {a: {mass: 3}}, duration: 1}",
        "{\"bodies\": {\"a\": {\"mass\": 3}}, \"duration\": 1}\n",
        "bodies: {a: {mass: '3'}}\nduration: \"1\"",
        "\xEF\xBB\xBF\r\nbodies: {a: {mass: 3}}\r\nduration: 1\r\n",
        "---\nbodies: {a: {mass: 3}}\nduration: 1\n...\n",
        "duration: &n 1\nbodies: {a: {mass: 3 kg, velocity: *n}}\n",
        "title: >\n  folded\n  text\nbodies: {a: {mass: 3}}\nduration: 1\nlinks:\nforces: []\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        thud_model *m = read_good(texts[i]);
        ck_assert_uint_eq(thud_model_body_count(m), 1);
        ck_assert(m->bodies[0].mass == 3 && m->run.duration == 1);
        thud_model_free(m);
    }
}
END_TEST

/* quotes within quotes, also where a text has several lines */
START_TEST(quotes) {
    static const char *const pairs[][2] = {
        {"'it''s'", "it's"},    {"''''", "'"},
        {"'x''''y'", "x''y"},   {"'x''''''''''''y'", "x''''''y"},
        {"\"a\\tb\"", "a\tb"},  {"\"it's \\\"\"", "it's \""},
        {"it's", "it's"},       {"'a # b'", "a # b"},
        {"'a''\n  b'", "a' b"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "title: %s\nbodies: {a: {mass: 3}}\nduration: 1\n", pairs[i][0]);
        thud_model *m = read_good(text);
        ck_assert_str_eq(thud_model_title(m), pairs[i][1]);
        thud_model_free(m);
    }
}
END_TEST

/* one contact, many times: an alias is the map once more */
START_TEST(aliases) {
    thud_model *m = read_good("bodies: {a: {mass: 1}, b: {mass: 1}}\n"
                              "links:\n"
                              "  - &spring {left: ground, right: a, stiffness: 5}\n"
                              "  - *spring\n"
                              "  - *spring\n"
                              "duration: 1\n");
    ck_assert_uint_eq(m->link_count, 3);
    ck_assert(m->links[2].right == 0 && m->links[2].given.stiffness == 5);
    thud_model_free(m);
}
END_TEST

/* motions that are made: as long as the scenario, the same for the same seed */
START_TEST(generated) {
    static const char head[] = "bodies: {a: {mass: 1}}\nduration: 10.004\n";
    char text[400];
    snprintf(text, sizeof text, "%sground: {noise: {rms: 2, low: 1 Hz, high: 5, seed: 7}, scale: 3}\n", head);
    thud_model *noise = read_good(text), *again = read_good(text);
    const thud_motion *motion = noise->ground.samples;
    ck_assert(noise->ground.kind == THUD_SIGNAL_SAMPLES && noise->ground.scale == 3 && motion->step == 0.01);
    ck_assert_uint_eq(motion->count, 1002); /* 10.01 s: the first whole number of steps that covers 10.004 s */
    double square = 0;
    for (size_t i = 0; i < motion->count; i++) square += motion->acceleration[i] * motion->acceleration[i];
    assert_relative(sqrt(square / (double)motion->count), 2, 1e-13); /* a thousand roundings, at worst */
    ck_assert_mem_eq(motion->acceleration, again->ground.samples->acceleration, 1002 * sizeof(double));
    thud_model_free(noise);
    thud_model_free(again);

    snprintf(text, sizeof text,
             "%sground: {generate: {spectrum: ec8-1, soil: B, pga: 0.3 g, duration: 20, seed: 1}}\n", head);
    thud_model *quake = read_good(text);
    ck_assert_uint_eq(quake->ground.samples->count, 2001);
    thud_intensity strength;
    ck_assert_int_eq(thud_motion_intensity(quake->ground.samples, &strength), THUD_OK);
    /* not below S·ag, with S = 1.2 for soil B, and not far above: the match is good to some per cent */
    ck_assert(strength.pga >= 1.2 * 0.3 * 9.80665 * (1 - 1e-12) && strength.pga < 1.3 * 1.2 * 0.3 * 9.80665);
    thud_model_free(quake);

    /* nothing to cover: still a motion */
    thud_model *still = read_good("bodies: {a: {mass: 1}}\nduration: 0\nground: {noise: {rms: 1}}\n");
    ck_assert_uint_eq(still->ground.samples->count, 2001);
    thud_model_free(still);
}
END_TEST

/* forces from a file keep its times, and take the unit from the head of the column or from the scenario */
START_TEST(force_files) {
    thud_model *m = read_good_in("bodies: {a: {mass: 1}}\nduration: 4\nforces:\n"
                                 "  - {on: a, file: push.csv, scale: 3}\n"
                                 "  - {on: a, file: push.csv, unit: N}\n",
                                 THUD_TEST_FILES);
    const thud_signal *push = &m->forces[0].signal;
    ck_assert(thud_signal_value(push, 0.99) == 0 && thud_signal_value(push, 3.01) == 0);
    assert_relative(thud_signal_value(push, 1.25), 3000, 1e-15); /* half of 2 kN, three times */
    assert_relative(thud_signal_value(push, 2.25), 1500, 1e-14); /* between 2 kN and −1 kN, where digits cancel */
    assert_relative(thud_signal_value(&m->forces[1].signal, 1.5), 2, 1e-15);
    thud_model_free(m);
}
END_TEST

/* from a file: records lie beside it, whatever the current folder is */
START_TEST(from_file) {
    char folder[] = "/tmp/thud-scenario-XXXXXX", path[200], record[200];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/s.yaml", folder);
    snprintf(record, sizeof record, "%s/r.txt", folder);
    FILE *file = fopen(path, "w");
    fputs(
        "bodies: {a: {mass: 1}}\nduration: 1\nground: {record: r.txt, unit: gal, step: 0.5, format: one-column}\n",
        file);
    fclose(file);
    file = fopen(record, "w");
    fputs("1\n2\n3\n", file);
    fclose(file);
    said s = {.count = 0};
    thud_model *m = NULL;
    ck_assert_msg(thud_scenario_read(path, hear, &s, &m) == THUD_OK, "%s", s.text);
    ck_assert(m->ground.samples->step == 0.5 && m->ground.samples->acceleration[2] == 0.03);
    thud_model_free(m);
    remove(record);
    remove(path);
    remove(folder);

    s = (said){.count = 0};
    ck_assert_int_eq(thud_scenario_read(path, hear, &s, &m), THUD_ERROR_FILE);
    ck_assert_str_eq(s.text, "0:0 No such file or directory\n");
    ck_assert_int_eq(thud_scenario_read(NULL, hear, &s, &m), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_scenario_read(path, NULL, NULL, &m), THUD_ERROR_FILE);
}
END_TEST

/* what docs/scenario.md shows are scenarios */
START_TEST(page) {
    FILE *file = fopen(THUD_DOCS "/scenario.md", "r");
    ck_assert_ptr_nonnull(file);
    char line[400], text[4000] = "";
    static const size_t contacts[] = {2, 5};
    size_t count = 0;
    bool inside = false;
    while (fgets(line, sizeof line, file)) {
        if (strcmp(line, "```\n") == 0 && inside) {
            inside = false;
            thud_model *m = read_good(text);
            ck_assert_uint_lt(count, 2);
            ck_assert_uint_eq(thud_model_contact_count(m), contacts[count++]);
            thud_model_free(m);
            *text = '\0';
        }
        if (inside) strcat(text, line);
        if (strcmp(line, "```yaml\n") == 0) inside = true;
    }
    fclose(file);
    ck_assert_uint_eq(count, 2);
}
END_TEST

/* the table itself: names differ, defaults can be read, every section has its keys, all fit where they are kept */
START_TEST(table) {
    for (int i = 0; i < THUD_SECTION_COUNT; i++) {
        const thud_section section = (thud_section)i;
        const thud_section_about *about = thud_schema_section(section);
        ck_assert(about->count > 0 && about->count <= THUD_KEYS_MOST && about->name && about->title);
        for (size_t k = 0; k < about->count; k++) {
            const thud_key *key = &about->keys[k];
            double value;
            ck_assert_ptr_eq(thud_schema_find(section, key->name),
                             key); /* the first of that name, so the only one */
            ck_assert_uint_eq(thud_schema_index(section, key), k);
            ck_assert_ptr_eq(thud_schema_nearest(section, key->name), key);
            ck_assert(key->meaning && !(key->required && (key->preset || key->otherwise)));
            if (key->kind == THUD_VALUE_QUANTITY && key->preset)
                ck_assert_int_eq(thud_quantity_parse(key->preset, key->dimension, &value, NULL), THUD_OK);
        }
        ck_assert_ptr_null(thud_schema_find(section, "no such key"));
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("scenario");
    tcase_add_test(tests, contract);
    tcase_add_test(tests, restitution_against_speed);
    tcase_add_test(tests, speed_of_a_restitution);
    tcase_add_test(tests, defaults);
    tcase_add_test(tests, units);
    tcase_add_test(tests, time_stepping);
    tcase_add_test(tests, rods);
    tcase_add_test(tests, writings);
    tcase_add_test(tests, quotes);
    tcase_add_test(tests, aliases);
    tcase_add_test(tests, generated);
    tcase_add_test(tests, force_files);
    tcase_add_test(tests, from_file);
    tcase_add_test(tests, page);
    tcase_add_test(tests, table);
    return run_suite("scenario", tests);
}
