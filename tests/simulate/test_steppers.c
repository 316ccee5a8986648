/*
 * What every way to step must keep to: the same results as the general series, which any model can be run by. Each
 * fast way by itself and all together, over random models, number by number; the same bits when it is run again,
 * with other contacts and back, and after an observer has stopped it. An argument runs the seeds from there on, as
 * many as a second one says.
 */
#include "simulate/outcome.h"
#include "simulate/propagator.h"
#include "simulate/rows.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 30 }; /* twenty times as slow */
#else
enum { SEEDS = 150 };
#endif

static unsigned first_seed = 0, seed_count = SEEDS;

/* ---- ways through a run ---- */

enum { SERIES = THUD_PROPAGATOR_COUNT - 1, EVERY = (1u << THUD_PROPAGATOR_COUNT) - 1 };

typedef struct way {
    const char *name;
    unsigned without; /* steppers that are left out, by bits of their row */
    bool idle;        /* a second body beside it, of no mass to speak of */
    unsigned differs; /* models that it gave other bits for than the general series: it has taken part */
} way;

static const way general = {.name = "general", .without = EVERY & ~(1u << SERIES)};

/* all together, each stepper alone, and what is for several bodies tried with one */
static way all = {.name = "all"}, records_idle = {.name = "records, with an idle body", .idle = true},
           general_idle = {.name = "general, with an idle body", .without = EVERY & ~(1u << SERIES), .idle = true},
           alone[THUD_PROPAGATOR_COUNT];

static void name_ways(void) {
    for (unsigned i = 0; i < THUD_PROPAGATOR_COUNT; i++)
        alone[i] = (way){.name = thud_propagators[i]->name, .without = EVERY & ~(1u << SERIES | 1u << i)};
}

/* ---- one model, every way ---- */

enum { ONE, ROW, TWIN, CURVED, DENTED, YIELDING, STREET, KINDS };
static const char *const kinds[KINDS] = {
    "", " of rows", " of twins", " with restitution against speed", " with dents", " that yield", " of streets"};

/* dents that stay: of the twins that have two stiffnesses, and of stops that get them */
static void dent_contacts(scene *s, bool all_of_them) {
    for (size_t i = 0; i < thud_model_contact_count(s->model); i++) {
        thud_gap_contact *c = &s->model->contacts[i].given;
        if (all_of_them && c->law->structure->kind != THUD_FORCE_IMPULSIVE) {
            double k = c->stiffness, e = c->restitution, gap = c->gap, n = c->exponent;
            *c = scene_contact("valles-reinhorn", gap, e, k * pow(gap, n - 1));
        }
        if (c->law->structure->kind == THUD_FORCE_BILINEAR) c->indentation = THUD_INDENTATION_PERMANENT;
    }
}

/* the restitution of all contacts that have one depends on the speed, by a power or through points about that of
 * the motion */
static void bend_restitutions(unsigned seed, scene *s) {
    thud_random dice = thud_random_seed(seed + 3000000), *r = &dice;
    double v = spread(r, 0.003, 0.1);
    for (size_t i = 0; i < thud_model_contact_count(s->model); i++) {
        thud_gap_contact *c = &s->model->contacts[i].given;
        thud_restitution_curve curve = {.kind = THUD_RESTITUTION_POINTS, .count = 5};
        if (choose(r, 2) == 0) curve = (thud_restitution_curve){THUD_RESTITUTION_POWER, .b = 0.3, .least = 0.3};
        curve.a = roll(r, 0.05, 0.3);
        for (size_t k = 0; k < curve.count; k++) {
            curve.speed[k] = v * pow(4, (double)k);
            curve.restitution[k] = roll(r, 0.4, 0.9);
        }
        if (c->law->structure->kind != THUD_FORCE_ELASTIC) c->restitution_curve = curve;
    }
}

/* links of every kind whose branches are straight: most of them come to their ends time and again */
static void yield_links(unsigned seed, scene *s) {
    static const thud_hysteresis_model models[] = {THUD_HYSTERESIS_BILINEAR,     THUD_HYSTERESIS_BILINEAR,
                                                   THUD_HYSTERESIS_FLAG,         THUD_HYSTERESIS_CLOUGH,
                                                   THUD_HYSTERESIS_TENSION_ONLY, THUD_HYSTERESIS_COMPRESSION_ONLY,
                                                   THUD_HYSTERESIS_FRICTION};
    thud_random dice = thud_random_seed(seed + 5000000), *r = &dice;
    thud_random other = thud_random_seed(seed + 1000000);
    double far = one_body_roll(&other).way; /* of the motion, as row_scene has it */
    for (size_t i = 0; i < s->model->link_count; i++) {
        thud_link *link = &s->model->links[i].given;
        double size = far * spread(r, 0.02, 0.5), hardening = roll(r, 0, 0.5), energy = roll(r, 0.1, 1);
        int kind = choose(r, 8);
        if (kind == 7 && i > 0) continue; /* as it is */
        thud_hysteresis *h = &link->hysteresis;
        *h = thud_hysteresis_default(models[kind % 7]);
        if (isnan(h->yield)) {
            h->yield = link->stiffness * size;
            h->hardening = hardening;
        }
        if (isnan(h->energy)) h->energy = energy;
        if (isnan(h->force)) h->force = link->stiffness * size;
        h->slack = kind == 4 || kind == 5 ? 0.1 * size : 0;
    }
}

/* those of the seeds behind are loose: series of a few terms */
enum { LOOSE = 100000 };
static double tolerance_of(unsigned seed) { return seed < LOOSE ? pow(10, -13 + (int)(seed % 5)) : 1e-6; }

static scene *open_scene(unsigned seed, int kind, const way *w) {
    bool twin = kind == TWIN || (kind == DENTED && seed % 2 == 0);
    scene *s = kind == ROW || kind == YIELDING ? row_scene(seed) : twin ? twin_scene(seed) : NULL;
    if (kind == STREET) s = street_scene(seed);
    if (!s) {
        thud_random dice = thud_random_seed(seed);
        s = one_body_scene(seed, w->idle ? 1e-30 * one_body_roll(&dice).mass : 0);
    }
    if (kind == CURVED) bend_restitutions(seed, s);
    if (kind == DENTED) dent_contacts(s, !twin);
    if (kind == YIELDING) yield_links(seed, s);
    thud_model_set_tolerance(s->model, tolerance_of(seed));
    scene_build(s);
    s->simulation->propagation.without = w->without;
    return s;
}

static outcome run(unsigned seed, int kind, const way *w) {
    scene *s = open_scene(seed, kind, w);
    outcome o = outcome_of(s);
    scene_close(s);
    return o;
}

/* how much larger than a change of the gaps the change of the largest result is */
static double sensitivity(unsigned seed, int kind, const outcome *before) {
    const double change = 1e-11;
    scene *s = open_scene(seed, kind, &general);
    for (size_t i = 0; i < thud_model_contact_count(s->model); i++) {
        thud_gap_contact c = s->simulation->contacts.given[i];
        c.gap *= i % 2 == 0 ? 1 + change : 1 - change;
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, i, &c), THUD_OK);
    }
    outcome after = outcome_of(s);
    double most = outcome_compare(before, &after, before->summary.body_count).most;
    outcome_free(&after);
    scene_close(s);
    return most / change;
}

/*
 * A step in a contact leaves out sim->motion.contact_tolerance, 1e-2 of the model's at 1e-9 and less below
 * (simulation.c); an impact takes some twenty steps, and what it is off by is magnified by a hundred at most, or
 * the model is left out. Never less than the 1e-9 that is promised.
 */
static double bound_for(unsigned seed, size_t impacts) {
    double tolerance = tolerance_of(seed), left_out = fmax(0x1p-53, 0.01 * tolerance * cbrt(tolerance / 1e-9));
    return fmax(1e-9, 100 * 20 * (double)(impacts + 1) * left_out);
}

static bool is_for(const thud_simulation *simulation, const way *w) {
    for (size_t i = 0; i < SERIES; i++)
        if (!(w->without >> i & 1) && thud_propagators[i]->fits(simulation, simulation->propagation.memory[i]))
            return true;
    return w->idle;
}

static void check_way(unsigned seed, int kind, way *w, const outcome *right, double bound) {
    scene *s = open_scene(seed, kind, w);
    if (is_for(s->simulation, w)) {
        outcome other = outcome_of(s);
        size_t bodies = kind == ROW || kind == YIELDING || kind == STREET ? right->summary.body_count : 1;
        outcome_difference d = outcome_compare(right, &other, bodies);
        ck_assert_msg(d.most <= bound, "seed %u%s, %s: %s %.17g, in general %.17g, off by %.2g of %.2g", seed,
                      kinds[kind], w->name, d.what, d.b, d.a, d.most, bound);
        w->differs += d.most > 0;
        outcome_free(&other);
    }
    scene_close(s);
}

/* false where a model is too sensitive to be compared */
static bool check_seed(unsigned seed, int kind) {
    outcome right = run(seed, kind, &general);
    ck_assert_msg(right.status == THUD_OK, "seed %u: %s", seed, right.summary.error.text);
    bool compared = sensitivity(seed, kind, &right) <= 100;
    double bound = bound_for(seed, right.count);
    if (compared) check_way(seed, kind, &all, &right, bound);
    for (int i = 0; compared && i < SERIES; i++) check_way(seed, kind, &alone[i], &right, bound);
    if (compared && kind == ONE) check_way(seed, kind, &records_idle, &right, bound);
    if (compared && kind == ONE) check_way(seed, kind, &general_idle, &right, bound);
    outcome_free(&right);
    return compared;
}

/* a fifth, under the strongest records, goes through more impacts than digits last for */
static void check_seeds(int kind) {
    unsigned compared = 0;
    for (unsigned i = 0; i < seed_count; i++) compared += check_seed(first_seed + i, kind);
    ck_assert_msg(5 * compared >= 4 * seed_count, "only %u of %u could be compared", compared, seed_count);
}

START_TEST(one_body_every_way) {
    check_seeds(ONE);
    for (int i = 0; i < SERIES; i++) {
        bool is_for_one = thud_propagators[i] != &thud_propagator_moreau &&
                          thud_propagators[i] != &thud_propagator_modal && /* see test_modal.c */
                          thud_propagators[i] != &thud_propagator_record &&
                          thud_propagators[i] != &thud_propagator_clusters;
        ck_assert_msg(!is_for_one || seed_count < SEEDS || alone[i].differs > 0, "%s: never taken", alone[i].name);
    }
}
END_TEST

START_TEST(rows_of_bodies_along_records) {
    check_seeds(ROW);
    ck_assert(seed_count < SEEDS || all.differs > 0);
}
END_TEST

START_TEST(structures_beside_each_other) {
    for (int i = 0; i < SERIES; i++) alone[i].differs = 0;
    check_seeds(STREET);
    for (int i = 0; i < SERIES; i++)
        ck_assert_msg(seed_count < SEEDS || thud_propagators[i] != &thud_propagator_clusters ||
                          alone[i].differs > seed_count / 2,
                      "%s: never taken", alone[i].name);
}
END_TEST

static bool is_for_links(const thud_propagator *stepper) { return stepper == &thud_propagator_record; }

/* where it takes the end of a step for a peak, it may be another in the last bit; of exact steps along records,
 * which the models go by while nothing yields, most numbers are */
START_TEST(links_on_straight_branches) {
    for (int i = 0; i < SERIES; i++) alone[i].differs = 0;
    check_seeds(YIELDING);
    for (int i = 0; i < SERIES; i++)
        ck_assert_msg(seed_count < SEEDS || !is_for_links(thud_propagators[i]) || alone[i].differs > 0,
                      "%s: never taken", alone[i].name);
}
END_TEST

START_TEST(restitution_against_speed) { check_seeds(CURVED); }
END_TEST

START_TEST(permanent_dents) { check_seeds(DENTED); }
END_TEST

START_TEST(stops_that_turn_together) { check_seeds(TWIN); }
END_TEST

START_TEST(loose_tolerances) {
    for (unsigned i = 0; i < seed_count / 3; i++) check_seed(LOOSE + first_seed + i, ONE);
}
END_TEST

/* ---- again, with other contacts, stopped ---- */

static thud_gap_contact changed(const thud_gap_contact *given) {
    thud_gap_contact c = *given;
    c.gap *= 1.37;
    return c;
}

static void check_same(unsigned seed, const char *what, const outcome *a, const outcome *b) {
    ck_assert_msg(outcome_is_same(a, b), "seed %u: %s is another run", seed, what);
}

/* impacts that are under way when a run stops are told of too, as such */
static bool stop_at_third(void *context, const thud_impact_entry *entry) {
    int *count = context;
    ck_assert(*count < 3 || !entry->ended);
    return ++*count < 3;
}

static void stop_at_impact(scene *s, const outcome *whole) {
    int count = 0;
    thud_observer observer = {.context = &count, .impact = stop_at_third};
    thud_status status = thud_simulation_run(s->simulation, &observer);
    if (whole->count < 3 || !whole->entries[2].ended) { /* nothing is left to be stopped */
        ck_assert_int_eq(status, THUD_OK);
        return;
    }
    ck_assert_int_eq(status, THUD_ERROR_STOPPED);
    ck_assert_int_ge(count, 3);
    ck_assert_double_lt(s->summary->duration, whole->summary.duration * (1 + 1e-15));
    ck_assert_str_ne(s->summary->error.text, "");
}

static void check_again(unsigned seed, int kind) {
    scene *s = open_scene(seed, kind, &all);
    thud_gap_contact own[OUTCOME_CONTACTS];
    size_t contacts = thud_model_contact_count(s->model);
    outcome first = outcome_of(s), second = outcome_of(s);
    check_same(seed, "the second", &first, &second);
    for (size_t i = 0; i < contacts; i++) {
        own[i] = s->simulation->contacts.given[i];
        thud_gap_contact c = changed(&own[i]);
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, i, &c), THUD_OK);
    }
    outcome with_others = outcome_of(s);
    for (size_t i = 0; i < contacts; i++)
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, i, &own[i]), THUD_OK);
    outcome back = outcome_of(s);
    check_same(seed, "the one with its own contacts again", &first, &back);
    stop_at_impact(s, &first);
    outcome after = outcome_of(s);
    check_same(seed, "the one after a stop", &first, &after);

    /* as if it had had those contacts from the beginning */
    scene *fresh = open_scene(seed, kind, &all);
    for (size_t i = 0; i < contacts; i++) {
        thud_gap_contact c = changed(&own[i]);
        ck_assert_int_eq(thud_simulation_set_contact(fresh->simulation, i, &c), THUD_OK);
    }
    outcome fresh_outcome = outcome_of(fresh);
    check_same(seed, "the first with other contacts", &with_others, &fresh_outcome);
    outcome *outcomes[] = {&first, &second, &with_others, &back, &after, &fresh_outcome};
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) outcome_free(outcomes[i]);
    scene_close(fresh);
    scene_close(s);
}

START_TEST(again_and_with_other_contacts) {
    for (unsigned i = 0; i < seed_count / 3; i++)
        check_again(first_seed + i, i % 4 == 0 ? ROW : i % 4 == 1 ? YIELDING : i % 4 == 2 ? STREET : ONE);
}
END_TEST

/* what an observer was told, in its order, and where it says stop */
enum { BY_SAMPLE, BY_CONTACT, OBSERVED, MOST_TOLD = 40000 };
typedef struct witness {
    size_t calls[OBSERVED], stop_at[OBSERVED]; /* 0: never */
    bool stopped;
    size_t count;
    double told[MOST_TOLD];
} witness;

static bool hear(witness *w, int by, const double *numbers, size_t count) {
    for (size_t i = 0; i < count && w->count < MOST_TOLD; i++) w->told[w->count++] = numbers[i];
    ck_assert_msg(!w->stopped, "told again after a stop");
    w->stopped = ++w->calls[by] == w->stop_at[by];
    return !w->stopped;
}

static bool hear_sample(void *context, const thud_sample *s) {
    return hear(context, BY_SAMPLE, (double[]){s->time, s->displacement[0], s->velocity[0], s->acceleration[0]}, 4);
}

static bool hear_contact(void *context, const thud_contact_sample *s) {
    return hear(context, BY_CONTACT, (double[]){(double)s->contact, s->time, s->penetration, s->force}, 4);
}

static thud_status listen(scene *s, witness *w) {
    thud_observer observer = {.context = w, .sample = hear_sample, .contact = hear_contact};
    return thud_simulation_run(s->simulation, &observer);
}

/* a run that is stopped has told the beginning of what the whole tells, to the bit, and no more */
static void check_stop(scene *s, unsigned seed, const witness *whole, int by, size_t at) {
    static witness w;
    w = (witness){0};
    w.stop_at[by] = at;
    ck_assert_int_eq(listen(s, &w), THUD_ERROR_STOPPED);
    ck_assert_uint_eq(w.calls[by], at);
    const thud_motion *record = s->model->ground.kind == THUD_SIGNAL_SAMPLES ? s->model->ground.samples : NULL;
    double time = w.told[w.count - (by == BY_SAMPLE ? 4 : 3)]; /* no step is longer than one of the record */
    if (record && w.count < MOST_TOLD && time < record->step * (double)(record->count - 2))
        ck_assert_double_le(s->summary->duration, time + record->step * (1 + 1e-9));
    ck_assert_uint_le(w.count, whole->count);
    for (size_t i = 0; i < w.count; i++)
        ck_assert_msg(w.told[i] == whole->told[i],
                      "seed %u, stopped at %zu: number %zu is %.17g, of the whole %.17g", seed, at, i, w.told[i],
                      whole->told[i]);
}

/* an output changes which steps are taken, and a stop inside of any of them is a stop */
static void check_stops(unsigned seed, int kind) {
    static witness whole;
    scene *s = kind == ROW ? row_scene(seed) : kind == STREET ? street_scene(seed) : one_body_scene(seed, 0);
    thud_random dice = thud_random_seed(seed + (kind == ROW ? 1000000 : kind == STREET ? 6000000 : 0));
    double step = one_body_roll(&dice).step; /* of the record: then samples are at the ends of steps */
    thud_model_set_output(s->model, seed % 5 < 2 ? step : thud_model_duration(s->model) / 103, seed % 2 == 0);
    scene_build(s);
    outcome first = outcome_of(s);
    whole = (witness){0};
    ck_assert_int_eq(listen(s, &whole), THUD_OK);
    ck_assert_uint_ge(whole.calls[BY_SAMPLE], 97);
    for (int by = 0; by < OBSERVED; by++)
        for (size_t part = 1; part <= 6 && whole.calls[by] > 6; part++)
            check_stop(s, seed, &whole, by, part * whole.calls[by] / 6);
    outcome after = outcome_of(s);
    check_same(seed, "the one after stops", &first, &after);
    outcome_free(&first);
    outcome_free(&after);
    scene_close(s);
}

START_TEST(stopped_anywhere) {
    for (unsigned i = 0; i < seed_count / 5; i++)
        check_stops(first_seed + i, i % 3 == 0 ? ROW : i % 3 == 1 ? STREET : ONE);
}
END_TEST

static bool stop_at_second_look(void *context, double time) {
    double *last = context;
    ck_assert_double_gt(time, *last);
    bool first = *last == 0;
    *last = time;
    return first;
}

/* a ball that bounces for ever takes a step to a flight: who is asked how far it is, every 4,096 of them, may end
 * it */
START_TEST(stopped_by_progress) {
    scene *s = scene_open(1e4);
    double height = 0.1, flight = 2 * sqrt(2 * height / 9.81), last = 0;
    thud_model_set_gravity(s->model, 9.81);
    scene_body(s, 1, 0, 0);
    scene_touch(s, 0, THUD_BODY_GROUND, scene_contact("newton", height, 1, 0));
    scene_build(s);
    thud_observer observer = {.context = &last, .progress = stop_at_second_look};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_ERROR_STOPPED);
    ck_assert_uint_eq(s->summary->solver.steps, 8192);
    ck_assert_double_eq(s->summary->duration, last);
    /* a bounce after each step, the first after half a flight; time is summed with 8,192 roundings */
    assert_relative(last, (8192 - 0.5) * flight, 8192 * 0x1p-53);
    scene_close(s);
}
END_TEST

int main(int count, char **arguments) {
    if (count > 1) first_seed = (unsigned)strtoul(arguments[1], NULL, 10);
    if (count > 2) seed_count = (unsigned)strtoul(arguments[2], NULL, 10);
    name_ways();
    TCase *tests = tcase_create("steppers");
    tcase_add_test(tests, one_body_every_way);
    tcase_add_test(tests, rows_of_bodies_along_records);
    tcase_add_test(tests, structures_beside_each_other);
    tcase_add_test(tests, links_on_straight_branches);
    tcase_add_test(tests, restitution_against_speed);
    tcase_add_test(tests, permanent_dents);
    tcase_add_test(tests, stops_that_turn_together);
    tcase_add_test(tests, loose_tolerances);
    tcase_add_test(tests, again_and_with_other_contacts);
    tcase_add_test(tests, stopped_anywhere);
    tcase_add_test(tests, stopped_by_progress);
    return run_suite("steppers", tests);
}
