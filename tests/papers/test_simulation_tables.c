/*
 * Published simulations, rebuilt through the C interface.
 *
 *   Li & Darby 2009, section 3: an impact damper in free vibration; the start of the ball is not in the paper.
 * Numbers computed elsewhere twice, by exact piecewise-linear propagation and by DOP853 with events. Chanda,
 * Banerjee & Das 2016, sections 3 and 4: a bridge deck between abutments; where the shared folder is at hand, every
 * well-conditioned row of its table, which was computed with 50 digits where double precision did not do. Zhao &
 * Liu 2016, tables 1 and 2, under the names of the rules that they really are of.
 */
#include <stdio.h>
#include <string.h>

#include <thud/thud.h>

#include "papers/zhao_liu_tables.h"
#include "suite.h"

static const double PI = 3.14159265358979323846;

static thud_simulation *simulation_of(thud_model *model) {
    thud_error problem = {0};
    thud_simulation *simulation = NULL;
    ck_assert_msg(thud_model_build(model, &problem) == THUD_OK, "%s", problem.text);
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    return simulation;
}

/* runs it; the books must close to rounding, many thousand operations of it */
static const thud_summary *solved(thud_simulation *simulation, const thud_observer *observer) {
    thud_status status = thud_simulation_run(simulation, observer);
    const thud_summary *summary = thud_simulation_summary(simulation);
    ck_assert_msg(status == THUD_OK, "%s: %s", thud_status_text(status), summary->error.text);
    ck_assert_double_le(fabs(summary->energy.residual), 1e-10);
    return summary;
}

/* ---- Impact damper ---- */

typedef struct damper {
    const char *law; /* NULL: no ball */
    double e, contact_time;
    thud_separation separation;
    size_t impacts;
    double settled; /* s until |x| stays under a tenth of its start */
    double force;   /* N, largest; NAN for an impulse */
    double half_digit;
} damper;

/* k and c from the measured e and contact time, which hold for separation at δ = 0, and are kept for the other */
static const damper DAMPERS[] = {
    {"li-darby", 0.46, 0.3e-3, THUD_SEPARATION_RETURN, 20, 1.72785, 399.04, 0.005},
    {"li-darby", 0.46, 0.3e-3, THUD_SEPARATION_ZERO_FORCE, 22, 1.86394, 389.57, 0.005},
    {"newton", 0.46, 0, THUD_SEPARATION_DEFAULT, 20, 1.72684, NAN, 0},
    {"li-darby", 0.61, 25e-3, THUD_SEPARATION_RETURN, 22, 2.02178, 5.68633, 5e-6},
    {"li-darby", 0.61, 25e-3, THUD_SEPARATION_ZERO_FORCE, 22, 2.02864, 5.69762, 5e-6},
    {"newton", 0.61, 0, THUD_SEPARATION_DEFAULT, 26, 1.98729, NAN, 0},
    {NULL, 0, 0, THUD_SEPARATION_DEFAULT, 0, 5.59727, 0, 0},
};

/* the course of the frame, as far as the question needs it */
typedef struct settling {
    double limit;
    double time, x, v; /* of the sample before */
    double last;       /* s: when |x| was last at the limit */
    double first_impact, first_speed;
} settling;

/* the cubic through both ends, which are a millisecond apart: off by 1e-12 of x */
static double hermite(const settling *s, const thud_sample *to, double u) {
    double h = to->time - s->time, w = 1 - u;
    return s->x * w * w * (1 + 2 * u) + to->displacement[0] * u * u * (1 + 2 * w) +
           h * u * w * (s->v * w - to->velocity[0] * u);
}

static bool follow(void *context, const thud_sample *sample) {
    settling *s = context;
    double x = sample->displacement[0];
    if (sample->time > 0 && fabs(s->x) >= s->limit && fabs(x) < s->limit) {
        double low = 0, high = 1;
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (low + high);
            *(fabs(hermite(s, sample, middle)) >= s->limit ? &low : &high) = middle;
        }
        s->last = s->time + low * (sample->time - s->time);
    }
    s->time = sample->time;
    s->x = x;
    s->v = sample->velocity[0];
    return true;
}

static bool note_first(void *context, const thud_impact_entry *entry) {
    settling *s = context;
    if (isnan(s->first_impact)) {
        s->first_impact = entry->time;
        s->first_speed = entry->approach_speed;
    }
    return true;
}

static thud_gap_contact damper_contact(const damper *row) {
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find(row->law));
    double mass = 1.35 * 0.11 / (1.35 + 0.11);
    contact.gap = 0.0075;
    contact.restitution = row->e;
    if (!(row->contact_time > 0)) return contact;
    contact.stiffness = mass * (PI * PI + log(row->e) * log(row->e)) / (row->contact_time * row->contact_time);
    contact.damping = THUD_DAMPING_GIVEN;
    contact.damping_value = -2 * mass * log(row->e) / row->contact_time;
    contact.separation = row->separation;
    return contact;
}

/* 5 s, in which the impacts are counted; 6 s without the ball, which takes longer to settle */
static thud_model *damper_model(const damper *row) {
    thud_model *model = thud_model_create();
    thud_body_id frame = thud_model_add_body(model, "frame", 1.35);
    thud_model_set_start(model, frame, 0.015, 0);
    thud_model_add_link(model, THUD_GROUND, frame, &(thud_link){.stiffness = 865, .damping = 1.092});
    thud_model_set_duration(model, row->law ? 5 : 6);
    thud_model_set_output(model, 0.001, true);
    if (!row->law) return model;
    thud_body_id ball = thud_model_add_body(model, "ball", 0.11);
    thud_gap_contact contact = damper_contact(row);
    thud_model_set_start(model, ball, 0.015, 0);
    thud_model_add_contact(model, "right", ball, frame, &contact);
    thud_model_add_contact(model, "left", frame, ball, &contact);
    return model;
}

START_TEST(impact_damper) {
    const damper *row = &DAMPERS[_i];
    thud_model *model = damper_model(row);
    thud_simulation *simulation = simulation_of(model);
    settling s = {.limit = 0.0015, .first_impact = NAN};
    thud_observer observer = {.context = &s, .sample = follow, .impact = note_first};
    const thud_summary *summary = solved(simulation, &observer);
    ck_assert_uint_eq(summary->impacts, row->impacts);
    /* half of the last printed digit */
    ck_assert_double_eq_tol(s.last, row->settled, 5e-6);
    if (row->law) {
        ck_assert_double_eq_tol(s.first_impact, 0.041621, 5e-7);
        ck_assert_double_eq_tol(s.first_speed, 0.324532, 5e-7);
    }
    if (row->half_digit > 0) {
        double force = fmax(summary->contacts[0].max_force, summary->contacts[1].max_force);
        ck_assert_double_eq_tol(force, row->force, row->half_digit);
    }
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

/* ---- Bridge ---- */

typedef struct bridge {
    int columns;
    double gap, e;
    size_t impacts;
    double stick_time, max_displacement, max_velocity;
} bridge;

static thud_model *bridge_model(const bridge *row, thud_motion *record) {
    /* 12 E I/H³ of a fixed-fixed column: 30 GPa, radius 0.4 m, height 15 m */
    double column = 12 * 30e9 * PI * pow(0.4, 4) / 4 / pow(15, 3);
    thud_model *model = thud_model_create();
    thud_body_id deck = thud_model_add_body(model, "deck", 1.25e6);
    thud_model_add_link(model, THUD_GROUND, deck,
                        &(thud_link){.stiffness = row->columns * column, .damping_ratio = 0.05});
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("newton"));
    stop.gap = row->gap;
    stop.restitution = row->e;
    thud_model_add_contact(model, "east", deck, THUD_GROUND, &stop);
    thud_model_add_contact(model, "west", THUD_GROUND, deck, &stop);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_model_set_duration(model, 20);
    return model;
}

static void check_bridge(const bridge *row, thud_motion *record) {
    thud_model *model = bridge_model(row, record);
    thud_simulation *simulation = simulation_of(model);
    const thud_summary *summary = solved(simulation, NULL);
    double stick_time = summary->contacts[0].stick_time + summary->contacts[1].stick_time;
    ck_assert_msg(summary->impacts == row->impacts, "%d columns, gap %g, e %g: %zu impacts, not %zu", row->columns,
                  row->gap, row->e, summary->impacts, row->impacts);
    /* the table has 12 digits; an impact multiplies a rounding, and 80 follow each other in rows that are called
     * well conditioned because a change of 1e-10 in the gap does not change the count */
    assert_relative(summary->bodies[0].max_velocity, row->max_velocity, 1e-8);
    assert_relative(summary->bodies[0].max_displacement, row->max_displacement, 1e-8);
    ck_assert_double_eq_tol(stick_time, row->stick_time, 1e-6);
    thud_simulation_free(simulation);
    thud_model_free(model);
}

/* columns,gap,e,impacts,chatters,stick time,max u,max v,conditioning; e is "-" without stops */
static bool read_bridge(const char *line, bridge *row) {
    char e[16];
    if (strstr(line, "ILL") ||
        sscanf(line, "%d,%lf,%15[^,],%zu,%*d,%lf,%lf,%lf", &row->columns, &row->gap, e, &row->impacts,
               &row->stick_time, &row->max_displacement, &row->max_velocity) != 7)
        return false;
    row->e = e[0] == '-' ? 1 : strtod(e, NULL);
    return true;
}

static const char BRIDGE[] = "reference/bridge.csv";

START_TEST(bridge_deck) {
    FILE *table = fopen(shared_file(BRIDGE), "r");
    thud_motion *record = NULL;
    thud_motion_info info;
    thud_motion_options how = {.unit = "m/s^2"};
    ck_assert_ptr_nonnull(table);
    ck_assert_int_eq(thud_motion_read(shared_file("reference/ec8-type1-B-0.3g.csv"), &how, &record, &info),
                     THUD_OK);
    char line[256];
    int rows = 0;
    while (fgets(line, sizeof line, table)) {
        bridge row;
        if (!read_bridge(line, &row)) continue;
        check_bridge(&row, record);
        rows++;
    }
    ck_assert_int_eq(rows, 26); /* of 32; six are ill conditioned */
    fclose(table);
    thud_motion_free(record);
}
END_TEST

/* ---- Zhao and Liu ---- */

/* a ball of 0.5 kg that falls 0.5 m, or a pendulum of 570 kg and 0.7 m that arrives with 0.5 m/s */
static thud_model *zhao_liu_model(bool pendulum, const char *law, double e) {
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "body", pendulum ? 570 : 0.5);
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find(law));
    contact.stiffness = pendulum ? 2e9 : 1e10;
    contact.exponent = 1.5;
    contact.restitution = e;
    contact.damping = THUD_DAMPING_PUBLISHED;
    contact.gap = pendulum ? 0 : 0.5;
    if (pendulum) {
        thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.stiffness = 570 * 9.81 / 0.7});
        thud_model_set_start(model, body, -0.5 * sqrt(0.7 / 9.81), 0);
    } else {
        thud_model_set_gravity(model, 9.81);
    }
    thud_model_add_contact(model, "wall", body, THUD_GROUND, &contact);
    thud_model_set_duration(model, pendulum ? 0.5 : 0.35); /* one impact */
    return model;
}

static bool take_restitution(void *context, const thud_impact_entry *entry) {
    double *e = context;
    if (isnan(*e)) *e = entry->restitution;
    return true;
}

static double achieved(bool pendulum, const char *law, double e) {
    thud_model *model = zhao_liu_model(pendulum, law, e);
    thud_simulation *simulation = simulation_of(model);
    double out = NAN;
    thud_observer observer = {.context = &out, .impact = take_restitution};
    const thud_summary *summary = solved(simulation, &observer);
    ck_assert_uint_eq(summary->impacts, 1);
    thud_simulation_free(simulation);
    thud_model_free(model);
    return out;
}

/*
 * A printed e is nearer to its own rule than to the other two, which lie apart on both sides, and within 5e-3 of
 * it: half the distance of the columns or less. Why they differ at all is not known; the fixed steps of the paper,
 * 1e-7 s and 1e-4 s, do not explain it (papers/zhao_liu_steps.c).
 */
START_TEST(zhao_liu) {
    bool pendulum = _i >= ZHAO_LIU_ROWS;
    int row = _i % ZHAO_LIU_ROWS;
    double e = 0.1 * (row + 1), ours[ZHAO_LIU_COLUMNS];
    if (row + 1 == ZHAO_LIU_ROWS) e = 1;
    for (int k = 0; k < ZHAO_LIU_COLUMNS; k++) ours[k] = achieved(pendulum, ZHAO_LIU_LAWS[k], e);
    for (int k = 0; k < ZHAO_LIU_COLUMNS; k++) {
        double printed = ZHAO_LIU_TABLES[pendulum][row][k], off = fabs(printed - ours[k]);
        ck_assert_msg(off <= 5e-3, "table %d, e = %g, %s: %.5f, printed %.4f", 1 + pendulum, e, ZHAO_LIU_LAWS[k],
                      ours[k], printed);
        for (int other = 0; other < ZHAO_LIU_COLUMNS && e < 1; other++)
            if (other != k)
                ck_assert_msg(off < fabs(printed - ours[other]),
                              "table %d, e = %g: %.4f is nearer to %s than to %s", 1 + pendulum, e, printed,
                              ZHAO_LIU_LAWS[other], ZHAO_LIU_LAWS[k]);
    }
}
END_TEST

/* with the argument `shared`, the table of the shared folder; otherwise those that stand here */
int main(int argc, char **argv) {
    TCase *tests = tcase_create("tables");
    if (argc > 1 && strcmp(argv[1], "shared") == 0) {
        if (has_shared("bridge_deck", BRIDGE)) tcase_add_test(tests, bridge_deck);
        return run_suite("bridge", tests);
    }
    tcase_add_loop_test(tests, impact_damper, 0, sizeof DAMPERS / sizeof DAMPERS[0]);
    tcase_add_loop_test(tests, zhao_liu, 0, 2 * ZHAO_LIU_ROWS);
    return run_suite("simulation_tables", tests);
}
