/*
 * No run in which a number is not finite ends well: a NaN or an infinity is put into the state, the sums, the
 * ledger and the samples of every solver while it runs, and has to come out as an error with its place.
 */
#include "contact/finite.h"
#include "contact/run_quantity.h"

#include "model/model.h"
#include "simulate/scene.h"
#include "simulate/state.h"
#include "system/row.h"

static const double ODD[] = {NAN, INFINITY, -INFINITY};
enum { ODD_COUNT = sizeof ODD / sizeof ODD[0] };

/* whether a peak that was spoilt was raised to a number again by what came later: then there is nothing to find */
static bool healed(const thud_summary *s) {
    const thud_body_summary *b = s->bodies;
    const thud_contact_summary *c = s->contacts;
    return isfinite(b->max_displacement) && isfinite(b->max_velocity) && isfinite(b->max_acceleration) &&
           isfinite(c->max_force) && isfinite(c->max_penetration);
}

/* ---- bodies ---- */

/* the solver's ways: series, a single body, exact steps along a record, steps in a contact along it, rigid impacts,
 * time stepping */
typedef enum way { SERIES, SINGLE, RECORD, RIGID, MOREAU, WAYS } way;

static scene *scene_of(way w) {
    scene *s = scene_open(1);
    thud_body a = scene_body(s, 2, 0, 1.5);
    scene_spring(s, THUD_BODY_GROUND, a, 300, 0.5);
    bool rigid = w == RIGID || w == MOREAU;
    scene_touch(s, a, THUD_BODY_GROUND, scene_contact(rigid ? "newton" : "flores", 0.03, 0.6, rigid ? 0 : 1e6));
    if (w == SERIES || w == MOREAU) scene_spring(s, a, scene_body(s, 1, 0, 0), 200, 0.1);
    if (w == RECORD) {
        double shake[101];
        for (int i = 0; i < 101; i++) shake[i] = sin(0.3 * i);
        thud_motion motion = {.step = 0.01, .count = 101, .acceleration = shake};
        thud_signal signal = {.kind = THUD_SIGNAL_SAMPLES, .samples = &motion, .scale = 1};
        thud_model_set_ground(s->model, &signal);
        thud_model_set_output(s->model, 0.05, false);
        scene_build(s);
        return s;
    }
    if (w == MOREAU) thud_model_set_solver(s->model, THUD_SOLVER_MOREAU, 1e-3);
    thud_model_set_output(s->model, 0.05, false);
    scene_build(s);
    return s;
}

/* a place of the simulation where a number is put once, at the first impact after a time */
typedef struct spoiler {
    thud_simulation *sim;
    int where;
    double value, from;
    bool done;
} spoiler;

enum { PLACES = 13, OF_BODY = 5, OF_CONTACT = 10 };

/* the numbers of the body first, of the contact then, of the energy last */
static double *place(thud_simulation *sim, int where) {
    double *const places[PLACES] = {
        &sim->motion.x[0],
        &sim->motion.v[0],
        &sim->accounts.bodies[0].max_displacement,
        &sim->accounts.bodies[0].max_velocity,
        &sim->accounts.bodies[0].max_acceleration,
        &sim->accounts.contacts[0].max_force,
        &sim->accounts.contacts[0].max_penetration,
        &sim->accounts.contacts[0].impulse,
        &sim->accounts.contacts[0].energy_lost,
        &sim->accounts.contacts[0].stick_time,
        &sim->accounts.energy.input,
        &sim->accounts.energy.dissipated,
        &sim->accounts.energy.impact,
    };
    return places[where];
}

static bool spoil(void *context, const thud_impact_entry *entry) {
    spoiler *s = context;
    if (s->done || entry->time < s->from) return true;
    s->done = true;
    *place(s->sim, s->where) = s->value;
    return true;
}

static void check_spoilt(way w, int where, double value, double from) {
    scene *s = scene_of(w);
    spoiler odd = {s->simulation, where, value, from, false};
    thud_observer observer = {.context = &odd, .impact = spoil};
    thud_status status = thud_simulation_run(s->simulation, &observer);
    ck_assert(odd.done);
    /* a state that is not a number may be noticed by what cannot go on from it */
    bool noticed = status == THUD_ERROR_FINITE || (where < 2 && status != THUD_OK);
    if (where >= 2 && where < 7 && healed(s->summary)) {
        scene_close(s);
        return;
    }
    ck_assert_msg(noticed, "way %d, place %d, %g at %g s: %s, %s", w, where, value, from, thud_status_text(status),
                  s->summary->error.text);
    const char *stop = s->summary->error.text;
    ck_assert_msg(strstr(stop, "at ") == stop && strstr(stop, " s"), "no time in '%s'", stop);
    if (status == THUD_ERROR_FINITE && where >= 2) {
        const char *part = where < OF_BODY ? "body 'body0'" : where < OF_CONTACT ? "contact 'contact0'" : "energy.";
        ck_assert_msg(strstr(stop, part) != NULL, "place %d is not said in '%s'", where, stop);
    }
    scene_close(s);
}

START_TEST(what_is_put_into_a_run_is_found) {
    for (int where = 0; where < PLACES; where++)
        for (int i = 0; i < ODD_COUNT; i++) {
            check_spoilt((way)_i, where, ODD[i], 0.4);
        }
}
END_TEST

/* the same runs, left alone */
START_TEST(what_is_left_alone_is_well) {
    scene *s = scene_of((way)_i);
    scene_run(s);
    ck_assert_uint_gt(s->summary->impacts, 0);
    ck_assert_str_eq(s->summary->error.text, "");
    scene_close(s);
}
END_TEST

/* ---- the ledger and the samples ---- */

/* rows are built while a contact lasts */
static bool spoil_entry(void *context, const thud_contact_sample *sample) {
    spoiler *s = context;
    thud_impact_entry *entry = &s->sim->contacts.list[sample->contact].entry;
    double *const places[] = {&entry->time,    &entry->approach_speed, &entry->max_force, &entry->max_penetration,
                              &entry->impulse, &entry->energy_lost,    &entry->damping};
    *places[s->where] = s->value;
    return true;
}

START_TEST(rows_of_the_ledger) {
    for (int i = 0; i < 6; i++) { /* the damping may be NAN: see below */
        scene *s = scene_of(SERIES);
        spoiler odd = {.sim = s->simulation, .where = i, .value = i < 4 ? INFINITY : NAN};
        thud_observer observer = {.context = &odd, .contact = spoil_entry};
        ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_ERROR_FINITE);
        ck_assert_ptr_nonnull(strstr(s->summary->error.text, "contact 'contact0'"));
        scene_close(s);
    }
}
END_TEST

START_TEST(what_there_is_not_is_no_fault) {
    thud_fault fault = {0};
    thud_impact_entry rigid = {.max_force = NAN, .damping = NAN, .restitution = NAN, .ended = true};
    ck_assert(thud_finite_entry(&rigid, &fault));
    thud_impact_entry unfinished = {
        .duration = 1, .separation_speed = NAN, .separation_penetration = NAN, .restitution = NAN};
    ck_assert(thud_finite_entry(&unfinished, &fault));
    ck_assert_ptr_null(fault.what);
    unfinished.ended = true;
    ck_assert(!thud_finite_entry(&unfinished, &fault));
    ck_assert_str_eq(fault.what, "separation_speed");
    unfinished.separation_speed = 1;
    ck_assert(!thud_finite_entry(&unfinished, &fault));
    ck_assert_str_eq(fault.what, "separation_speed"); /* the first one is kept */
    fault = (thud_fault){0};
    ck_assert(!thud_finite_entry(&unfinished, &fault));
    ck_assert_str_eq(fault.what, "separation_penetration");
    fault = (thud_fault){0};
    ck_assert(!thud_finite_summary(&(thud_summary){.duration = NAN}, false, &fault));
    ck_assert_str_eq(fault.what, "duration");
    rigid.duration = 1e-3; /* a contact that lasted had a force */
    ck_assert(!thud_finite_entry(&rigid, &(thud_fault){0}));
}
END_TEST

/* each number of a link and of a signal that is watched, and the words for it */
START_TEST(links_and_signals) {
    thud_model *model = thud_model_create();
    const thud_body_id body = thud_model_add_body(model, "a", 1);
    thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.name = "spring", .stiffness = 1});
    thud_link_summary links[2] = {{0}};
    double *const of_link[] = {&links[1].max_force, &links[1].max_deformation,      &links[1].ductility,
                               &links[1].energy,    &links[1].residual_deformation, &links[1].plastic_deformation};
    thud_watch_summary watches[2] = {{0}};
    const thud_summary summary = {
        .duration = 1, .link_count = 2, .links = links, .watch_count = 2, .watches = watches};
    ck_assert(thud_finite_summary(&summary, true, &(thud_fault){0}));
    for (size_t i = 0; i < sizeof of_link / sizeof of_link[0]; i++) {
        thud_fault fault = {0};
        *of_link[i] = i % 2 ? NAN : INFINITY;
        ck_assert(!thud_finite_summary(&summary, true, &fault));
        *of_link[i] = 0;
        ck_assert_int_eq(fault.part, THUD_FAULT_OF_LINK);
        ck_assert_uint_eq(fault.index, 1);
        ck_assert(i % 2 ? isnan(fault.value) : fault.value == INFINITY);
    }
    for (int i = 0; i < 2; i++) {
        thud_fault fault = {0};
        *(i ? &watches[1].final : &watches[1].max) = NAN;
        ck_assert(!thud_finite_summary(&summary, true, &fault));
        watches[1] = (thud_watch_summary){0};
        ck_assert_str_eq(fault.what, i ? "watch.final" : "watch.max");
        ck_assert_int_eq(fault.part, THUD_FAULT_OF_RUN);
    }
    char text[200];
    const thud_fault fault = {.time = 2, .part = THUD_FAULT_OF_LINK, .what = "max_force", .value = INFINITY};
    thud_fault_say(&fault, model, text, sizeof text);
    ck_assert_msg(strstr(text, "link 'spring'"), "%s", text);
    thud_fault_say(&fault, NULL, text, sizeof text);
    ck_assert_msg(strstr(text, "link") && strstr(text, "max_force"), "%s", text);
    thud_model_free(model);
}
END_TEST

/* units of signals follow their kind; a name that no list has is the number beyond its end */
START_TEST(tables_of_quantities) {
    static const struct {
        thud_watch_kind kind;
        const char *unit;
    } kinds[] = {{THUD_WATCH_DISPLACEMENT, "m"}, {THUD_WATCH_VELOCITY, "m/s"}, {THUD_WATCH_ACCELERATION, "m/s²"},
                 {THUD_WATCH_LINK_FORCE, "N"},   {THUD_WATCH_BASE_SHEAR, "N"}, {THUD_WATCH_DRIFT, ""},
                 {THUD_WATCH_GROUND, "m/s²"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const thud_run_quantities list = thud_quantities_of_watch(kinds[i].kind);
        ck_assert_uint_gt(list.count, 0);
        ck_assert_str_eq(list.list[0].unit, kinds[i].unit);
        ck_assert_uint_eq(thud_run_quantity_find(list, list.list[list.count - 1].name), list.count - 1);
        ck_assert_uint_eq(thud_run_quantity_find(list, "no such thing"), list.count);
    }
}
END_TEST

static bool count_samples(void *context, const thud_sample *sample) {
    (void)sample;
    ++*(size_t *)context;
    return true;
}

START_TEST(samples_are_looked_at) {
    size_t shown = 0;
    thud_observer observer = {.context = &shown, .sample = count_samples};
    double x[2] = {1, 2}, v[2] = {3, 4}, a[2] = {5, 6}, force[2] = {7, 8}, *const numbers[] = {x, v, a, force};
    thud_sample sample = {0.25, x, v, a, force, false, NULL, NULL, NULL};
    for (size_t i = 0; i < 4; i++) {
        for (int k = 0; k < ODD_COUNT; k++) {
            thud_ledger ledger = {.observer = &observer};
            thud_ledger_show(&ledger, &sample, 2, 2);
            ck_assert(!ledger.stopped);
            double kept = numbers[i][1];
            numbers[i][1] = ODD[k];
            thud_ledger_show(&ledger, &sample, 2, 2);
            numbers[i][1] = kept;
            char text[256];
            thud_fault_say(&ledger.fault, NULL, text, sizeof text);
            ck_assert(ledger.stopped);
            ck_assert_msg(strstr(text, i < 3 ? "at 0.25 s, body '1': " : "at 0.25 s, contact '1': force") == text,
                          "%s", text);
        }
    }
    ck_assert_uint_eq(shown, 4 * ODD_COUNT); /* the good ones only */
}
END_TEST

/* of two links and two watches every number that a summary has; the place is the link by its name */
START_TEST(links_and_watches_are_looked_at) {
    char names[2][5] = {"near", "far"};
    thud_model_link given[2] = {{.name = names[0]}, {.name = names[1]}};
    const thud_model model = {.links = given, .link_count = 2};
    for (size_t i = 0; i < thud_quantities_of_link.count; i++) {
        thud_link_summary links[2] = {0};
        const thud_summary summary = {.link_count = 2, .links = links};
        const thud_run_quantity *q = &thud_quantities_of_link.list[i];
        thud_fault fault = {0};
        ck_assert(thud_finite_summary(&summary, true, &fault));
        *(double *)(void *)((char *)&links[1] + q->offset) = ODD[i % ODD_COUNT];
        ck_assert(!thud_finite_summary(&summary, true, &fault));
        char text[256];
        thud_fault_say(&fault, &model, text, sizeof text);
        ck_assert_msg(strstr(text, "link 'far': ") && strstr(text, q->name), "%s: %s", q->name, text);
    }
    for (int i = 0; i < 2; i++) {
        thud_watch_summary watches[2] = {0};
        const thud_summary summary = {.watch_count = 2, .watches = watches};
        *(i == 0 ? &watches[1].max : &watches[1].final) = NAN;
        thud_fault fault = {0};
        ck_assert(!thud_finite_summary(&summary, true, &fault));
        ck_assert_str_eq(fault.what, i == 0 ? "watch.max" : "watch.final");
    }
}
END_TEST

/* ---- systems and rods ---- */

static double odd_energy; /* what the energy is from half a second on */

static double spoilt_energy(void *context, double t, const double *q, const double *v) {
    return t > 0.5 ? odd_energy : row_energy(context, t, q, v);
}

/* the sums of the caller, spoilt on the way */
typedef struct sums {
    thud_body_summary *bodies;
    thud_contact_summary *contacts;
    int where;
    double value;
} sums;

static bool spoil_sums(void *context, const thud_sample *sample) {
    const sums *s = context;
    if (sample->time < 0.5) return true;
    double *const places[] = {&s->bodies[0].max_displacement,  &s->bodies[0].max_velocity,
                              &s->bodies[0].max_acceleration,  &s->contacts[0].max_force,
                              &s->contacts[0].max_penetration, &s->contacts[0].impulse,
                              &s->contacts[0].energy_lost,     &s->contacts[0].stick_time};
    *places[s->where] = s->value;
    return true;
}

START_TEST(systems) {
    row r = {.count = 1, .mass = {1}, .gravity = 10};
    thud_gap_contact contact = contact_of("flores", 0.5, 1e6);
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(1.5);
    options.output_interval = 0.1;
    for (int where = -1; where < 8; where++)
        for (int i = 0; i < ODD_COUNT; i++) {
            double q = -1, v = 0;
            outcome o = {0};
            sums spoilt = {o.bodies, o.contacts, where, ODD[i]};
            thud_observer observer = {.context = &spoilt, .sample = where < 0 ? NULL : spoil_sums};
            odd_energy = ODD[i];
            system.energy = where < 0 ? spoilt_energy : row_energy;
            thud_status status =
                thud_system_run(&system, &options, &q, &v, o.bodies, o.contacts, &observer, &o.summary);
            /* steps are measured by the peaks, and shrink to nothing where those are no numbers */
            bool shrinks = where >= 0 && where < 2 && status == THUD_ERROR_PROGRESS;
            if (where >= 0 && where < 5 && healed(&o.summary)) continue;
            const char *part = where < 0 ? "energy." : where < 3 ? "body '0'" : "contact '0'";
            ck_assert_msg(shrinks || (status == THUD_ERROR_FINITE && strstr(o.summary.error.text, part)),
                          "place %d: %s", where, o.summary.error.text);
        }
    system.energy = NULL; /* energies that nobody knows are no fault */
    double q = -1, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    ck_assert(isnan(o.summary.energy.residual));
}
END_TEST

/* rods are looked at by their names */
START_TEST(rods) {
    thud_model *model = thud_model_create();
    thud_rod_id left = thud_model_add_rod(model, "left", &(thud_rod){.length = 1, .mass = 1, .angle = 0.5});
    thud_rod_id right =
        thud_model_add_rod(model, "right", &(thud_rod){.pivot_x = 0.5, .length = 2, .mass = 1, .angle = 0.1});
    thud_gap_contact contact = contact_of("flores", 0.5, 1e6);
    thud_model_add_rod_contact(model, "side", left, right, &contact);
    thud_model_set_gravity(model, 9.81);
    thud_model_set_duration(model, 1);
    thud_model_set_output(model, 0.1, false);
    thud_error problem;
    ck_assert_msg(thud_model_build(model, &problem) == THUD_OK, "%s", problem.text);
    thud_simulation *simulation = NULL;
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    for (int where = 0; where < 8; where++) {
        sums spoilt = {simulation->accounts.bodies, simulation->accounts.contacts, where, NAN};
        thud_observer observer = {.context = &spoilt, .sample = spoil_sums};
        thud_status status = thud_simulation_run(simulation, &observer);
        bool shrinks = where < 2 && status == THUD_ERROR_PROGRESS; /* as above */
        const char *stop = thud_simulation_summary(simulation)->error.text;
        const char *part = where < 3 ? "rod 'left'" : "contact 'side'";
        ck_assert_msg(shrinks || (status == THUD_ERROR_FINITE && strstr(stop, part)), "%d: %s", where, stop);
    }
    ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("finite");
    tcase_add_loop_test(tests, what_is_put_into_a_run_is_found, 0, WAYS);
    tcase_add_loop_test(tests, what_is_left_alone_is_well, 0, WAYS);
    tcase_add_test(tests, rows_of_the_ledger);
    tcase_add_test(tests, what_there_is_not_is_no_fault);
    tcase_add_test(tests, links_and_signals);
    tcase_add_test(tests, tables_of_quantities);
    tcase_add_test(tests, samples_are_looked_at);
    tcase_add_test(tests, links_and_watches_are_looked_at);
    tcase_add_test(tests, systems);
    tcase_add_test(tests, rods);
    return run_suite("finite", tests);
}
