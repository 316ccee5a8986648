/*
 * The kernels against the library: random models of one to three bodies, all compliant laws, both separations,
 * published and exact damping, records and sines.
 */
#include <thud/thud.h>

#include "device/pack.h"
#include "kernel.h"
#include "simulate/dice.h"
#include "suite.h"

int kernel_id = 0;

enum { TRIALS = 120, ONE_BODY_TRIALS = 300, BODIES = 3, CONTACTS = 4 };

typedef struct random_model {
    thud_model *model;
    int bodies, contacts;
    thud_gap_contact given[CONTACTS];
} random_model;

static const thud_law *any_law(dice *d) {
    for (;;) {
        const thud_law *law = thud_law_at((size_t)choose(d, (int)thud_law_count()));
        if (law->structure->kind != THUD_FORCE_IMPULSIVE) return law;
    }
}

static thud_gap_contact any_contact(dice *d, double strength, double way) {
    const thud_law *law = any_law(d);
    thud_gap_contact c = thud_gap_contact_default(law);
    c.gap = way * roll(d, 0.05, 1);
    c.restitution = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : roll(d, 0.2, 0.95);
    c.stiffness = strength * way * spread(d, 10, 1e4) / pow(0.1 * way, c.exponent);
    if (choose(d, 2)) c.separation = choose(d, 2) ? THUD_SEPARATION_RETURN : THUD_SEPARATION_ZERO_FORCE;
    c.damping = choose(d, 3) || !thud_law_has_rule(law) ? THUD_DAMPING_EXACT : THUD_DAMPING_PUBLISHED;
    return c;
}

static void shake_along_record(dice *d, thud_model *model, double omega, double way) {
    thud_motion *record = thud_motion_create(400, 0.02);
    double last = 0;
    for (size_t i = 0; i < record->count; i++) {
        last = 0.7 * last + roll(d, -1, 1);
        record->acceleration[i] = 1.5 * last * way * omega * omega;
    }
    thud_signal ground = {.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1};
    thud_model_set_ground(model, &ground);
    thud_motion_free(record);
}

static void shake(dice *d, thud_model *model, double omega, double way) {
    shake_along_record(d, model, omega, way);
    thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = way * omega * omega};
    if (choose(d, 3) > 0) return;
    sine.frequency = omega / 6.28 * roll(d, 0.5, 2);
    thud_model_set_ground(model, &sine);
}

static random_model make(unsigned seed) {
    static const int SHAPES[3][2] = {{1, 2}, {2, 2}, {3, 4}};
    dice d = dice_of(seed);
    int shape = choose(&d, 3);
    random_model m = {thud_model_create(), SHAPES[shape][0], SHAPES[shape][1], {{0}}};
    double mass = spread(&d, 1, 1e6), omega = spread(&d, 3, 30), way = spread(&d, 1e-3, 0.1);
    thud_body_id bodies[BODIES];
    for (int i = 0; i < m.bodies; i++) {
        char name[] = {'b', (char)('0' + i), 0};
        bodies[i] = thud_model_add_body(m.model, name, mass * spread(&d, 0.3, 3));
        thud_link link = {.stiffness = mass * omega * omega * spread(&d, 0.5, 2),
                          .damping_ratio = roll(&d, 0.01, 0.1)};
        thud_model_add_link(m.model, i == 0 || choose(&d, 3) == 0 ? THUD_GROUND : bodies[i - 1], bodies[i], &link);
    }
    for (int i = 0; i < m.contacts; i++) {
        char name[] = {'c', (char)('0' + i), 0};
        int body = choose(&d, m.bodies), other = choose(&d, m.bodies + 1) - 1;
        thud_body_id a = bodies[body], b = other < 0 || other == body ? THUD_GROUND : bodies[other];
        bool swapped = choose(&d, 2);
        m.given[i] = any_contact(&d, mass * omega * omega, way);
        thud_model_add_contact(m.model, name, swapped ? b : a, swapped ? a : b, &m.given[i]);
    }
    shake(&d, m.model, omega, way);
    thud_model_set_duration(m.model, 8);
    thud_model_set_tolerance(m.model, 1e-10);
    ck_assert_int_eq(thud_model_build(m.model, NULL), THUD_OK);
    return m;
}

/* of the seed's law, between two stops, along a record or free from a start; a step of it may span much of a period
 */
static random_model make_between_stops(unsigned seed) {
    dice d = dice_of(seed + 5000);
    random_model m = {thud_model_create(), 1, 2, {{0}}};
    double mass = spread(&d, 1, 1e6), omega = spread(&d, 3, 60), way = spread(&d, 1e-3, 0.1);
    thud_body_id body = thud_model_add_body(m.model, "b", mass);
    thud_link link = {.stiffness = mass * omega * omega, .damping_ratio = roll(&d, 0, 0.1)};
    thud_model_add_link(m.model, THUD_GROUND, body, &link);
    const thud_law *law = NULL;
    for (unsigned i = seed; !law || law->structure->kind == THUD_FORCE_IMPULSIVE; i++)
        law = thud_law_at(i % thud_law_count());
    for (int i = 0; i < 2; i++) {
        m.given[i] = any_contact(&d, mass * omega * omega, way);
        thud_gap_contact c = thud_gap_contact_default(law);
        c.gap = m.given[i].gap;
        c.separation = m.given[i].separation;
        c.restitution = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : roll(&d, 0.2, 0.95);
        c.stiffness = mass * omega * omega * way * spread(&d, 10, 1e4) / pow(0.1 * way, c.exponent);
        m.given[i] = c;
        thud_model_add_contact(m.model, i == 0 ? "east" : "west", i == 0 ? body : THUD_GROUND,
                               i == 0 ? THUD_GROUND : body, &c);
    }
    if (choose(&d, 4) == 0) thud_model_set_start(m.model, body, 0, 3 * way * omega);
    else shake_along_record(&d, m.model, omega, way);
    thud_model_set_duration(m.model, roll(&d, 5, 9));
    thud_model_set_tolerance(m.model, 1e-10);
    ck_assert_int_eq(thud_model_build(m.model, NULL), THUD_OK);
    return m;
}

/* the kernel of one body, where there is one for its powers */
static kernel *of_one(const thud_shape *s) {
    switch (100 * s->root + 10 * s->spring + s->damper) {
    case 110: return kernel_one_1_10;
    case 111: return kernel_one_1_11;
    case 230: return kernel_one_2_30;
    case 231: return kernel_one_2_31;
    case 233: return kernel_one_2_33;
    case 461: return kernel_one_4_61;
    default: return NULL;
    }
}

/* K and C as full matrices: the kernels here have their places fixed */
static thud_shape full_shape(const thud_model *model) {
    thud_shape s = thud_shape_of(model);
    s.entries = s.bodies * s.bodies;
    for (int i = 0; i < s.entries; i++) {
        s.place[i] = i / s.bodies;
        s.place[s.entries + i] = i % s.bodies;
    }
    return s;
}

static void put_first(double *worst, double value, double of, double scale) {
    if (scale > 0) *worst = fmax(*worst, fabs(value - of) / scale);
}

/* peaks, forces and energies of two summaries, the largest relative difference; INFINITY when impacts are counted
 * differently */
static double difference(const thud_summary *a, const thud_summary *b) {
    double worst = a->impacts == b->impacts ? 0 : INFINITY;
    for (size_t i = 0; i < a->body_count; i++) {
        const thud_body_summary *p = &a->bodies[i], *q = &b->bodies[i];
        put_first(&worst, p->max_displacement, q->max_displacement, q->max_displacement);
        put_first(&worst, p->max_velocity, q->max_velocity, q->max_velocity);
        put_first(&worst, p->max_acceleration, q->max_acceleration, q->max_acceleration);
        put_first(&worst, p->final_displacement, q->final_displacement, q->max_displacement);
        put_first(&worst, p->final_velocity, q->final_velocity, q->max_velocity);
    }
    for (size_t i = 0; i < a->contact_count; i++) {
        const thud_contact_summary *p = &a->contacts[i], *q = &b->contacts[i];
        if (p->impacts != q->impacts) worst = INFINITY;
        put_first(&worst, p->max_force, q->max_force, q->max_force);
        put_first(&worst, p->max_penetration, q->max_penetration, q->max_penetration);
        put_first(&worst, p->impulse, q->impulse, q->impulse);
        put_first(&worst, p->energy_lost, q->energy_lost, fabs(b->energy.input) + b->energy.impact);
    }
    const thud_energy_summary *p = &a->energy, *q = &b->energy;
    double scale = fabs(q->input) + q->impact;
    put_first(&worst, p->input, q->input, scale);
    put_first(&worst, p->dissipated, q->dissipated, scale);
    put_first(&worst, p->impact, q->impact, scale);
    put_first(&worst, p->stored, q->stored, scale);
    return worst;
}

/* by the library, all gaps larger by a share */
static thud_simulation *simulate(const random_model *m, double share) {
    thud_simulation *simulation = NULL;
    ck_assert_int_eq(thud_simulation_create(m->model, &simulation), THUD_OK);
    for (int i = 0; i < m->contacts && share > 0; i++) {
        thud_gap_contact c = m->given[i];
        c.gap *= 1 + share;
        ck_assert_int_eq(thud_simulation_set_contact(simulation, (size_t)i, &c), THUD_OK);
    }
    ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
    return simulation;
}

/*
 * Within 1e-6 of the library; or no further from it than a hundred times what a change of the gaps by 1e-10 makes
 * of its own result: steps with a tolerance of 1e-11 leave as much in each of some hundred impacts. In chaos that
 * is everything. False where the kernel has declined.
 */
static bool agrees_with_library(const random_model *m, const thud_shape *shape, kernel *run) {
    thud_batch_arrays *arrays = NULL;
    thud_body_summary bodies[BODIES];
    thud_contact_summary contacts[CONTACTS];
    thud_summary summary;
    const char *reason = NULL;
    ck_assert_msg(thud_device_covers(m->model, &reason), "%s", reason);
    ck_assert_int_eq(thud_batch_arrays_create(shape, 1, &arrays), THUD_OK);
    ck_assert_int_eq(thud_batch_put(arrays, 0, m->model), THUD_OK);
    run(1, 1000000, 1e-11, arrays->numbers, arrays->flags, arrays->choices, arrays->structures, shape->place,
        shape->pair, arrays->samples, arrays->records, arrays->steps, arrays->results);
    bool done = thud_batch_take(arrays, 0, 1e-9, &summary, bodies, contacts);
    thud_simulation *simulation = simulate(m, 0);
    double error = done ? difference(&summary, thud_simulation_summary(simulation)) : 0;
    if (error > 1e-6) {
        thud_simulation *other = simulate(m, 1e-10);
        double own = difference(thud_simulation_summary(other), thud_simulation_summary(simulation));
        ck_assert_msg(error <= 100 * own, "off by %g, and the library by itself by %g", error, own);
        thud_simulation_free(other);
    }
    thud_simulation_free(simulation);
    thud_batch_arrays_free(arrays);
    return done;
}

START_TEST(agrees) {
    random_model m = make((unsigned)_i);
    thud_shape shape = full_shape(m.model);
    kernel *run = m.bodies == 1 ? kernel_general_1_2 : m.bodies == 2 ? kernel_general_2_2 : kernel_general_3_4;
    ck_assert(agrees_with_library(&m, &shape, run));
    thud_model_free(m.model);
}
END_TEST

/*
 * One body between two stops of one law: the kernels that have this alone, every law in turn. They may decline what
 * has a contact that is taken up again before its gap has opened, which needs the separation at zero force.
 */
START_TEST(agrees_for_one_body) {
    random_model m = make_between_stops((unsigned)_i);
    thud_shape shape = thud_shape_of(m.model);
    kernel *run = of_one(&shape);
    bool bilinear = m.given[0].law->structure->kind == THUD_FORCE_BILINEAR;
    ck_assert(bilinear == (run == NULL));
    if (run && !agrees_with_library(&m, &shape, run)) {
        thud_separation rule = thud_law_separation(m.given[0].law, m.given[0].separation);
        thud_separation other = thud_law_separation(m.given[1].law, m.given[1].separation);
        ck_assert(rule == THUD_SEPARATION_ZERO_FORCE || other == THUD_SEPARATION_ZERO_FORCE);
    }
    thud_model_free(m.model);
}
END_TEST

/* what is not covered is named */
START_TEST(names_what_it_leaves) {
    const char *reason = NULL;
    random_model m = make(1);
    thud_gap_contact newton = thud_gap_contact_default(thud_law_find("newton"));
    newton.gap = 1;
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "b", 1);
    thud_model_add_contact(model, "c", body, THUD_GROUND, &newton);
    thud_model_set_duration(model, 1);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    ck_assert(!thud_device_covers(model, &reason));
    ck_assert_str_eq(reason, "a contact is impulsive");
    thud_model_free(model);
    thud_model_free(m.model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("kernel");
    tcase_add_loop_test(tests, agrees, 0, TRIALS);
    tcase_add_loop_test(tests, agrees_for_one_body, 0, ONE_BODY_TRIALS);
    tcase_add_test(tests, names_what_it_leaves);
    return run_suite("kernel", tests);
}
