/* Random models for kernels. */
#include "laws.h"
#include "random_model.h"

#include <math.h>
#include <stdlib.h>

#include "model/model.h"
#include "simulate/dice.h"

static void require(bool holds) {
    if (!holds) abort();
}

static bool is_rigid(const thud_law *law) { return law->structure->kind == THUD_FORCE_IMPULSIVE; }

/* the seed's turn of all laws that are impulsive, or that are not */
static const thud_law *law_of_turn(unsigned turn, bool rigid) {
    for (unsigned i = 0, count = 0;; i++) {
        const thud_law *law = drawn_law((int)(i % DRAWN_LAW_COUNT));
        if (is_rigid(law) == rigid && count++ == turn) return law;
    }
}

unsigned seed_of_law(const char *name, unsigned i) {
    unsigned turn = 0, turns = 0;
    for (int k = 0; k < DRAWN_LAW_COUNT; k++) {
        if (drawn_law(k) == thud_law_find(name)) turn = turns;
        turns += !is_rigid(drawn_law(k));
    }
    return turn + i * turns;
}

static const thud_law *any_law(dice *d) {
    for (;;) {
        const thud_law *law = drawn_law(choose(d, DRAWN_LAW_COUNT));
        if (!is_rigid(law)) return law;
    }
}

static double any_restitution(dice *d, const thud_law *law) {
    return law->structure->kind == THUD_FORCE_ELASTIC ? 1 : roll(d, 0.2, 0.95);
}

static thud_gap_contact any_contact(dice *d, double strength, double way) {
    const thud_law *law = any_law(d);
    thud_gap_contact c = thud_gap_contact_default(law);
    c.gap = way * roll(d, 0.05, 1);
    c.restitution = any_restitution(d, law);
    c.stiffness = strength * way * spread(d, 10, 1e4) / pow(0.1 * way, c.exponent);
    if (choose(d, 2)) c.separation = choose(d, 2) ? THUD_SEPARATION_RETURN : THUD_SEPARATION_ZERO_FORCE;
    c.damping = choose(d, 3) || !thud_law_has_rule(law) ? THUD_DAMPING_EXACT : THUD_DAMPING_PUBLISHED;
    return c;
}

/* ---- what shakes ---- */

static void shake_along_record(dice *d, thud_model *model, double omega, double way) {
    thud_motion *record = thud_motion_create(400, 0.02);
    double last = 0;
    require(record);
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

static void finish(random_model *m, double duration, double tolerance) {
    thud_model_set_duration(m->model, duration);
    thud_model_set_tolerance(m->model, tolerance);
    require(thud_model_build(m->model, NULL) == THUD_OK);
}

/* ---- several bodies ---- */

typedef struct scales {
    double mass, omega, way; /* kg, rad/s, m */
} scales;

static scales any_scales(dice *d, double fastest) {
    scales s = {.mass = spread(d, 1, 1e6)};
    s.omega = spread(d, 3, fastest);
    s.way = spread(d, 1e-3, 0.1);
    return s;
}

/* bodies one after the other, each linked with the one before, or with the ground */
static void add_bodies(dice *d, random_model *m, const scales *s, bool chain, thud_body_id *bodies) {
    for (int i = 0; i < m->bodies; i++) {
        char name[] = {'b', (char)('0' + i), 0};
        bodies[i] = thud_model_add_body(m->model, name, s->mass * spread(d, 0.3, 3));
        thud_link link = {.stiffness = s->mass * s->omega * s->omega * spread(d, 0.5, 2),
                          .damping_ratio = roll(d, 0.01, 0.1)};
        bool to_ground = i == 0 || (!chain && choose(d, 3) == 0);
        thud_model_add_link(m->model, to_ground ? THUD_GROUND : bodies[i - 1], bodies[i], &link);
        if (chain && i > 0 && choose(d, 2)) thud_model_add_link(m->model, THUD_GROUND, bodies[i], &link);
    }
}

static void add_contact(dice *d, random_model *m, const scales *s, int number, thud_body_id a, thud_body_id b) {
    char name[] = {'c', (char)('a' + number), 0};
    m->given[number] = any_contact(d, s->mass * s->omega * s->omega, s->way);
    thud_model_add_contact(m->model, name, a, b, &m->given[number]);
}

random_model random_bodies(unsigned seed) {
    static const int SHAPES[3][2] = {{1, 2}, {2, 2}, {3, 4}};
    dice d = dice_of(seed);
    int shape = choose(&d, 3);
    random_model m = {.model = thud_model_create(), .bodies = SHAPES[shape][0], .contacts = SHAPES[shape][1]};
    scales s = any_scales(&d, 30);
    thud_body_id bodies[RANDOM_BODIES];
    add_bodies(&d, &m, &s, false, bodies);
    for (int i = 0; i < m.contacts; i++) {
        int body = choose(&d, m.bodies), other = choose(&d, m.bodies + 1) - 1;
        thud_body_id a = bodies[body], b = other < 0 || other == body ? THUD_GROUND : bodies[other];
        bool swapped = choose(&d, 2);
        add_contact(&d, &m, &s, i, swapped ? b : a, swapped ? a : b);
    }
    shake(&d, m.model, s.omega, s.way);
    finish(&m, 8, 1e-10);
    return m;
}

/* some of their spring forces, at most, is what they yield at */
static thud_link any_link(dice *d, const scales *s, bool linear) {
    thud_link link = {.stiffness = s->mass * s->omega * s->omega * spread(d, 0.5, 2),
                      .damping_ratio = roll(d, 0.01, 0.1)};
    if (linear) return link;
    link.hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_BILINEAR);
    link.hysteresis.yield = link.stiffness * s->way * spread(d, 0.1, 1);
    link.hysteresis.hardening = choose(d, 3) == 0 ? 0 : roll(d, 0.02, 0.4);
    if (choose(d, 4) > 0) return link;
    link.height = 3;
    link.weight = link.height * link.stiffness * 0.3 * link.hysteresis.hardening;
    return link;
}

/* bodies one after the other on such links, and one more link from the ground to the last */
static void add_yielding_bodies(dice *d, random_model *m, const scales *s, thud_body_id *bodies) {
    int damping = choose(d, 4);
    for (int i = 0; i <= m->bodies; i++) {
        char name[] = {'b', (char)('0' + i), 0};
        bool last = i == m->bodies;
        if (!last) bodies[i] = thud_model_add_body(m->model, name, s->mass * spread(d, 0.3, 3));
        thud_link link = any_link(d, s, i > 0 && choose(d, 4) == 0);
        if (damping > 1) link.damping_ratio = 0;
        if (last && choose(d, 2)) link.stiffness *= 0.1; /* then it hardly holds what the others hold */
        thud_model_add_link(m->model, i == 0 || last ? THUD_GROUND : bodies[i - 1], bodies[last ? i - 1 : i],
                            &link);
    }
    if (damping == 2) thud_model_set_rayleigh_damping(m->model, 0.05 * s->omega, 0.05 / s->omega);
    if (damping == 3) thud_model_set_modal_damping(m->model, 0.05);
}

random_model random_links(unsigned seed) {
    static const int SHAPES[3][2] = {{1, 2}, {2, 2}, {3, 4}};
    dice d = dice_of(seed + 70000);
    int shape = choose(&d, 3);
    random_model m = {.model = thud_model_create(), .bodies = SHAPES[shape][0], .contacts = SHAPES[shape][1]};
    scales s = any_scales(&d, 30);
    thud_body_id bodies[RANDOM_BODIES];
    add_yielding_bodies(&d, &m, &s, bodies);
    for (int i = 0; i < m.contacts; i++) {
        int body = choose(&d, m.bodies), other = choose(&d, m.bodies + 1) - 1;
        thud_body_id a = bodies[body], b = other < 0 || other == body ? THUD_GROUND : bodies[other];
        bool swapped = choose(&d, 2);
        add_contact(&d, &m, &s, i, swapped ? b : a, swapped ? a : b);
    }
    if (choose(&d, 4) == 0) thud_model_set_gravity(m.model, 0.2 * s.way * s.omega * s.omega);
    shake(&d, m.model, s.omega, s.way);
    finish(&m, fmin(8, 40 / s.omega), 1e-10);
    return m;
}

static random_model any_chain(unsigned seed, int count, bool yields) {
    dice d = dice_of(seed + 20000);
    random_model m = {.model = thud_model_create(), .bodies = count, .contacts = count + 1};
    scales s = any_scales(&d, 30);
    thud_body_id bodies[RANDOM_BODIES];
    if (yields) add_yielding_bodies(&d, &m, &s, bodies);
    else add_bodies(&d, &m, &s, true, bodies);
    add_contact(&d, &m, &s, 0, THUD_GROUND, bodies[0]);
    for (int i = 0; i < count; i++)
        add_contact(&d, &m, &s, i + 1, bodies[i], i + 1 < count ? bodies[i + 1] : THUD_GROUND);
    shake(&d, m.model, s.omega, s.way);
    finish(&m, fmin(8, 20 / s.omega), 1e-9); /* three periods: after ten times as many impacts most are chaotic */
    return m;
}

random_model random_chain(unsigned seed, int count) { return any_chain(seed, count, false); }
random_model random_yielding_chain(unsigned seed, int count) { return any_chain(seed, count, true); }

/* ---- one body between stops ---- */

random_model random_stops(unsigned seed) { return random_stops_of(law_of_turn(seed, false), seed); }

random_model random_stops_of(const thud_law *law, unsigned seed) {
    dice d = dice_of(seed + 5000);
    random_model m = {.model = thud_model_create(), .bodies = 1, .contacts = 2};
    scales s = any_scales(&d, 60);
    thud_body_id body = thud_model_add_body(m.model, "b", s.mass);
    thud_link link = {.stiffness = s.mass * s.omega * s.omega, .damping_ratio = roll(&d, 0, 0.1)};
    thud_model_add_link(m.model, THUD_GROUND, body, &link);
    for (int i = 0; i < 2; i++) {
        thud_gap_contact c = any_contact(&d, link.stiffness, s.way), other = c;
        c = thud_gap_contact_default(law);
        c.gap = other.gap;
        c.separation = other.separation;
        c.restitution = any_restitution(&d, law);
        c.stiffness = link.stiffness * s.way * spread(&d, 10, 1e4) / pow(0.1 * s.way, c.exponent);
        m.given[i] = c;
        thud_model_add_contact(m.model, i == 0 ? "east" : "west", i == 0 ? body : THUD_GROUND,
                               i == 0 ? THUD_GROUND : body, &c);
    }
    if (choose(&d, 4) == 0) thud_model_set_start(m.model, body, 0, 3 * s.way * s.omega);
    else shake_along_record(&d, m.model, s.omega, s.way);
    finish(&m, roll(&d, 5, 9), 1e-10);
    return m;
}

/* on a spring or none, pushed by gravity or not, with one stop or two, of little restitution often: it bounces to
 * rest again and again, and is shaken off */
static random_model rigid_stops(unsigned seed, bool on_sine) {
    dice d = dice_of(seed + 90000);
    random_model m = {.model = thud_model_create(), .bodies = 1, .contacts = 2};
    scales s = any_scales(&d, 60);
    thud_body_id body = thud_model_add_body(m.model, "b", s.mass);
    thud_link link = {.stiffness = s.mass * s.omega * s.omega, .damping_ratio = roll(&d, 0, 0.1)};
    bool free = choose(&d, 4) == 0, leans = free || choose(&d, 2);
    if (!free) thud_model_add_link(m.model, THUD_GROUND, body, &link);
    for (int i = 0; i < 2; i++) {
        thud_gap_contact c =
            thud_gap_contact_default(law_of_turn(seed + (unsigned)i * (unsigned)choose(&d, 2), true));
        c.gap = s.way * roll(&d, 0.05, 1);
        c.restitution = choose(&d, 8) == 0 ? 0 : roll(&d, 0, 0.95);
        m.given[i] = c;
        thud_model_add_contact(m.model, i == 0 ? "east" : "west", i == 0 ? body : THUD_GROUND,
                               i == 0 ? THUD_GROUND : body, &c);
    }
    if (leans) thud_model_set_gravity(m.model, s.way * s.omega * s.omega * roll(&d, -3, 3));
    const bool starts = choose(&d, 4) == 0;
    if (starts) thud_model_set_start(m.model, body, 0, 3 * s.way * s.omega);
    if (on_sine) {
        thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = s.way * s.omega * s.omega * roll(&d, 0.3, 3)};
        sine.frequency = s.omega / 6.28 * roll(&d, 0.1, 4);
        sine.phase = roll(&d, -3, 3);
        thud_model_set_ground(m.model, &sine);
    } else if (!starts) shake_along_record(&d, m.model, s.omega, s.way);
    finish(&m, roll(&d, 5, 9), 1e-10);
    return m;
}

random_model random_rigid_stops(unsigned seed) { return rigid_stops(seed, false); }
random_model random_rigid_stops_on_sine(unsigned seed) { return rigid_stops(seed, true); }

/* ---- comparing ---- */

static void put_first(double *worst, double value, double of, double scale) {
    if (scale > 0) *worst = fmax(*worst, fabs(value - of) / scale);
}

static double difference_of_links(const thud_summary *a, const thud_summary *b) {
    double worst = a->link_count == b->link_count ? 0 : INFINITY;
    double work = fabs(b->energy.input) + b->energy.hysteresis;
    for (size_t i = 0; i < a->link_count && worst < INFINITY; i++) {
        const thud_link_summary *p = &a->links[i], *q = &b->links[i];
        double way = fmax(q->plastic_deformation, q->max_deformation);
        put_first(&worst, p->max_force, q->max_force, q->max_force);
        put_first(&worst, p->max_deformation, q->max_deformation, q->max_deformation);
        put_first(&worst, p->ductility, q->ductility, q->ductility);
        put_first(&worst, p->residual_deformation, q->residual_deformation, q->max_deformation);
        put_first(&worst, p->plastic_deformation, q->plastic_deformation, way);
        put_first(&worst, p->mechanism, q->mechanism, q->max_deformation);
        put_first(&worst, p->energy, q->energy, work);
        if ((p->plastic_deformation > 0) != (q->plastic_deformation > 0)) worst = INFINITY;
    }
    put_first(&worst, a->energy.hysteresis, b->energy.hysteresis, work);
    return worst;
}

double summary_difference(const thud_summary *a, const thud_summary *b) {
    double worst = a->impacts == b->impacts ? difference_of_links(a, b) : INFINITY;
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
        put_first(&worst, p->stick_time, q->stick_time, b->duration);
        if ((p->stick_time > 0) != (q->stick_time > 0)) worst = INFINITY;
    }
    const thud_energy_summary *p = &a->energy, *q = &b->energy;
    double scale = fabs(q->input) + q->impact;
    put_first(&worst, p->input, q->input, scale);
    put_first(&worst, p->dissipated, q->dissipated, scale);
    put_first(&worst, p->impact, q->impact, scale);
    put_first(&worst, p->stored, q->stored, scale);
    return worst;
}

thud_simulation *random_model_run(const random_model *m, double share, double tolerance) {
    thud_simulation *simulation = NULL;
    thud_run_options options = m->model->run;
    require(thud_simulation_create(m->model, &simulation) == THUD_OK);
    if (tolerance > 0) options.tolerance = tolerance;
    require(thud_simulation_set_options(simulation, &options, NULL) == THUD_OK);
    for (int i = 0; i < m->contacts && share != 0; i++) {
        thud_gap_contact c = m->given[i];
        c.gap *= 1 + share;
        /* a body that rests forgets the gaps: when it leaves is the load's to say */
        if (c.law->structure->kind == THUD_FORCE_IMPULSIVE) c.restitution *= 1 - fabs(share);
        require(thud_simulation_set_contact(simulation, (size_t)i, &c) == THUD_OK);
    }
    if (thud_simulation_run(simulation, NULL) == THUD_OK) return simulation;
    thud_simulation_free(simulation);
    return NULL;
}
