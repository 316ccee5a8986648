/*
 * A body between two stops without clearance, at least one of them compliant: it leaves the one in the instant in
 * which it meets the other. Random models, the same ones every time. An argument runs the seeds from there on, as
 * many as a second one says.
 */
#include "laws.h"
#include "simulate/one_body/between.h"
#include "simulate/dice.h"
#include "simulate/scene.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 30 }; /* twenty times as slow */
#else
enum { SEEDS = 150 };
#endif

static unsigned first_seed = 0, seed_count = SEEDS;

static bool is_rigid(const thud_gap_contact *c) { return c->law->structure->kind == THUD_FORCE_IMPULSIVE; }

static const thud_law *choose_law(dice *d, bool rigid) {
    for (;;) {
        const thud_law *law = drawn_law(choose(d, DRAWN_LAW_COUNT));
        if (rigid || law->structure->kind != THUD_FORCE_IMPULSIVE) return law;
    }
}

static thud_gap_contact choose_contact(dice *d, double gap, bool rigid) {
    const double exponents[] = {1, 1.25, 1.5, 1.37, 2};
    const thud_law *law = choose_law(d, rigid);
    thud_force_kind force = law->structure->kind;
    double e = force == THUD_FORCE_ELASTIC ? 1 : roll(d, 0.5, 1), k = spread(d, 1e5, 1e9);
    thud_gap_contact c = scene_contact(law->name, gap, e, force == THUD_FORCE_IMPULSIVE ? 0 : k);
    double n = choose(d, 4) ? exponents[choose(d, 5)] : roll(d, 1, 2);
    if (force != THUD_FORCE_IMPULSIVE) c.exponent = fmin(fmax(n, law->exponent_min), law->exponent_max);
    if (force == THUD_FORCE_VISCOUS) {
        c.damping = THUD_DAMPING_EXACT;
        c.separation = choose(d, 2) ? THUD_SEPARATION_RETURN : THUD_SEPARATION_ZERO_FORCE;
    }
    return c;
}

/* the body, and the two stops: the one above it has number 0 */
typedef struct snug {
    dice dice;
    double mass, place, velocity;
    thud_gap_contact contact[2];
    bool swapped; /* the stop below it is the model's first contact */
} snug;

static snug choose_snug(unsigned seed) {
    snug s = {.dice = dice_of(seed)};
    dice *d = &s.dice;
    s.mass = spread(d, 0.1, 10);
    s.place = choose(d, 2) ? 0 : roll(d, -0.1, 0.1);
    s.velocity = (choose(d, 2) ? 1 : -1) * spread(d, 0.2, 5);
    s.contact[0] = choose_contact(d, s.place, true);
    s.contact[1] = choose_contact(d, -s.place, !is_rigid(&s.contact[0]));
    s.swapped = choose(d, 2);
    return s;
}

static scene *open_snug(const snug *s, double duration) {
    scene *c = scene_open(duration);
    scene_body(c, s->mass, s->place, s->velocity);
    for (int i = 0; i < 2; i++) {
        int which = s->swapped ? 1 - i : i;
        scene_touch(c, which == 0 ? 0 : THUD_BODY_GROUND, which == 0 ? THUD_BODY_GROUND : 0, s->contact[which]);
    }
    return c;
}

static void check_run(const scene *s, unsigned seed, bool in_turn) {
    ck_assert_msg(s->status == THUD_OK, "seed %u: %s", seed, s->summary->error.text);
    /* up to some hundred contacts, each to a hundredth of it or less */
    ck_assert_msg(fabs(s->summary->energy.residual) <= 1e-9, "seed %u: residual %g", seed,
                  s->summary->energy.residual);
    for (size_t i = 0; i < s->count; i++) {
        const thud_impact_entry *e = &s->entries[i];
        bool rigid = isnan(e->max_force);
        ck_assert_msg(rigid || e->duration > 0, "seed %u, row %zu: no duration", seed, i);
        ck_assert_msg(e->restitution >= 0 || !e->ended, "seed %u, row %zu: restitution %g", seed, i,
                      e->restitution);
        ck_assert_msg(!in_turn || i == 0 || e->contact != s->entries[i - 1].contact,
                      "seed %u, row %zu: the same stop", seed, i);
    }
}

/* each contact errs by the tolerance of 1e-9 at most, and hands its speed on to the next */
static void check_value(unsigned seed, size_t row, const char *what, double actual, double expected, double scale) {
    double allowed = 1e-9 * (double)(row + 1) * scale;
    ck_assert_msg(fabs(actual - expected) <= allowed, "seed %u, row %zu: %s %.15g, expected %.15g", seed, row, what,
                  actual, expected);
}

/* ---- without loads: one free impact after the other ---- */

enum { CONTACTS = 8, LOADED = 4 };

static thud_impact free_impact(const snug *s, const thud_gap_contact *c, double speed) {
    thud_impact_options o = thud_impact_options_default(c->law);
    o.restitution = c->restitution;
    o.exponent = c->exponent;
    o.stiffness = is_rigid(c) ? 1 : c->stiffness;
    o.mass = s->mass;
    o.speed = speed;
    o.damping = is_rigid(c) ? THUD_DAMPING_PUBLISHED : c->damping;
    o.separation = c->separation;
    thud_impact impact;
    ck_assert_int_eq(thud_impact_solve(&o, &impact), THUD_OK);
    return impact;
}

static void check_half_cycles(unsigned seed) {
    snug s = choose_snug(seed);
    double time = 0, speed = fabs(s.velocity), begin[CONTACTS], approach[CONTACTS];
    thud_impact impact[CONTACTS];
    size_t count = 0;
    int which = s.velocity > 0 ? 0 : 1;
    /* slower ones are calibrated for the threshold of 1e-3 m/s */
    for (; count < CONTACTS && speed > 2e-3; count++, which = 1 - which) {
        impact[count] = free_impact(&s, &s.contact[which], speed);
        begin[count] = time;
        approach[count] = speed;
        if (!(impact[count].contact_time < INFINITY)) break; /* never parts */
        speed *= impact[count].restitution;
        /* after the law has let it go, a flight to where the gap opens */
        time += impact[count].contact_time + impact[count].separation_penetration / speed;
    }
    if (count > 0 && is_rigid(&s.contact[1 - which])) count--; /* that would be the very end of the run */
    scene *c = open_snug(&s, time * (1 - 1e-6));
    scene_try(c);
    check_run(c, seed, true);
    ck_assert_msg(c->count == count, "seed %u: %zu contacts, expected %zu", seed, c->count, count);
    for (size_t i = 0; i < count; i++) {
        const thud_impact_entry *e = &c->entries[i];
        const thud_impact *r = &impact[i];
        check_value(seed, i, "time", e->time, begin[i], begin[i]);
        check_value(seed, i, "approach speed", e->approach_speed, approach[i], approach[0]);
        if (!e->ended) continue; /* the last */
        check_value(seed, i, "separation speed", e->separation_speed, r->restitution * approach[i], approach[0]);
        check_value(seed, i, "contact time", e->duration, r->contact_time, r->contact_time);
        if (isnan(e->max_force)) continue; /* rigid */
        check_value(seed, i, "largest force", e->max_force, r->max_force, r->max_force);
    }
    scene_close(c);
}

START_TEST(test_half_cycles) {
    for (unsigned i = 0; i < seed_count; i++) check_half_cycles(first_seed + i);
}
END_TEST

/* ---- with loads: another integration ---- */

/* what the reference knows: laws that end at δ = 0, of one branch or with a damper in approach only */
static bool is_known(const thud_gap_contact *c) { return c->law->structure->kind != THUD_FORCE_BILINEAR; }

static stop stop_of(const thud_gap_contact *c, double mass, int side) {
    stop s = {.side = side, .rigid = is_rigid(c), .e = c->restitution};
    if (s.rigid) return s;
    thud_impact_options o = thud_impact_options_default(c->law);
    o.restitution = c->restitution;
    o.exponent = c->exponent;
    o.stiffness = c->stiffness;
    o.mass = mass;
    o.damping = c->damping;
    o.separation = c->separation;
    ck_assert_int_eq(thud_contact_init(&s.element, &o), THUD_OK);
    s.approach_only = c->law->structure->approach_only;
    s.k = c->stiffness;
    s.n = c->exponent;
    s.p = c->law->structure->kind == THUD_FORCE_VISCOUS ? s.element.exponent_p : 1;
    return s;
}

static between choose_loads(snug *s) {
    dice *d = &s->dice;
    between b = {.mass = s->mass, .place = s->place, .x = s->place, .v = s->velocity};
    if (choose(d, 2)) b.stiffness = spread(d, 10, 1e4);
    if (choose(d, 2)) b.damping = spread(d, 0.1, 10);
    if (choose(d, 2)) b.gravity = roll(d, -10, 10);
    if (choose(d, 2)) b.amplitude = spread(d, 1, 100);
    b.omega = 2 * acosl(-1.0L) * spread(d, 1, 50);
    for (int i = 0; i < 2; i++) {
        if (s->contact[i].law->structure->kind == THUD_FORCE_VISCOUS)
            s->contact[i].separation = THUD_SEPARATION_RETURN;
        b.stops[i] = stop_of(&s->contact[i], s->mass, i == 0 ? 1 : -1);
    }
    return b;
}

/* false when it is none for the reference */
static bool check_loaded(unsigned seed) {
    snug s = choose_snug(seed);
    between b = choose_loads(&s);
    if (!is_known(&s.contact[0]) || !is_known(&s.contact[1])) return false;
    const real slow = 0.01L * fabsl(b.v); /* from there on it may come to rest at a rigid stop */
    int next = b.v > 0 ? 0 : 1;
    do between_begin(&b, next), next = 1 - next;
    while (between_follow(&b) && b.count < LOADED && fabsl(b.v) > slow);
    if (b.count < 2) return false;
    scene *c = open_snug(&s, (double)b.t);
    scene_spring(c, THUD_BODY_GROUND, 0, (double)b.stiffness, (double)b.damping);
    thud_model_set_gravity(c->model, (double)b.gravity);
    thud_signal sine = {.kind = THUD_SIGNAL_SINE};
    sine.amplitude = (double)b.amplitude;
    sine.frequency = (double)(b.omega / (2 * acosl(-1.0L)));
    thud_model_set_ground(c->model, &sine);
    scene_try(c);
    check_run(c, seed, true);
    for (size_t i = 0; i < (size_t)b.count && i < c->count; i++) {
        const thud_impact_entry *e = &c->entries[i];
        const contact_row *r = &b.rows[i];
        double fastest = (double)b.fastest;
        check_value(seed, i, "time", e->time, (double)r->time, (double)r->time);
        check_value(seed, i, "approach speed", e->approach_speed, (double)r->speed, fastest);
        if (!e->ended) continue; /* the last */
        check_value(seed, i, "separation speed", e->separation_speed, (double)r->separation, fastest);
        check_value(seed, i, "duration", e->duration, (double)r->duration, (double)r->duration);
    }
    scene_close(c);
    return true;
}

START_TEST(test_with_loads) {
    unsigned compared = 0;
    check_loaded(1038); /* it leaves slowly, under a load that has changed by the time the gap opens */
    check_loaded(3115); /* and is sent back by the other stop as it leaves */
    for (unsigned i = 0; i < seed_count; i++) compared += check_loaded(first_seed + i);
    ck_assert_msg(compared >= seed_count * 2 / 3, "%u of %u compared", compared, seed_count);
}
END_TEST

/* ---- all that there is: bodies in a box that moves, several stops on a side, at rest, any load ---- */

static void add_load(scene *c, dice *d) {
    int kind = choose(d, 4);
    thud_signal sine = {.kind = THUD_SIGNAL_SINE};
    sine.amplitude = (choose(d, 2) ? 1 : -1) * spread(d, 0.1, 20);
    sine.frequency = spread(d, 0.2, 20);
    if (kind == 1) thud_model_set_ground(c->model, &sine);
    if (kind == 2) {
        thud_motion *record = thud_motion_create(101, 0.01);
        for (size_t i = 1; i < record->count; i++)
            record->acceleration[i] = 0.8 * record->acceleration[i - 1] + sine.amplitude * roll(d, -1, 1);
        thud_model_set_ground(c->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
        thud_motion_free(record);
    }
    if (kind == 3) scene_force(c, 0, &sine);
    if (choose(d, 4) == 0) thud_model_set_gravity(c->model, roll(d, -10, 10));
}

static void add_spring(scene *c, dice *d, thud_body body) {
    double stiffness = spread(d, 10, 1e4), damping = choose(d, 2) ? spread(d, 0.1, 10) : 0;
    if (choose(d, 2)) scene_spring(c, THUD_BODY_GROUND, body, stiffness, damping);
}

static void check_anything(unsigned seed) {
    dice d = dice_of(seed + 1000000);
    scene *c = scene_open(roll(&d, 0.05, 0.5));
    double place = choose(&d, 2) ? 0 : roll(&d, -0.1, 0.1), mass = spread(&d, 0.1, 10);
    double velocity = choose(&d, 4) ? roll(&d, -2, 2) : 0;
    thud_body body = scene_body(c, mass, place, velocity), other = THUD_BODY_GROUND;
    if (choose(&d, 3) == 0) {
        double heavy = spread(&d, 0.1, 10), along = choose(&d, 2) ? roll(&d, -1, 1) : 0;
        other = scene_body(c, heavy, 0, along);
        add_spring(c, &d, other);
    }
    int rigid = choose(&d, 3); /* above, below, neither */
    scene_touch(c, body, other, choose_contact(&d, place, rigid == 0));
    scene_touch(c, other, body, choose_contact(&d, -place, rigid == 1));
    if (choose(&d, 4) == 0) scene_touch(c, body, other, choose_contact(&d, place, false));
    add_spring(c, &d, body);
    add_load(c, &d);
    scene_try(c);
    check_run(c, seed, false);
    scene_close(c);
}

START_TEST(test_anything) {
    for (unsigned i = 0; i < 2 * seed_count; i++) check_anything(first_seed + i);
}
END_TEST

int main(int count, char **arguments) {
    if (count > 1) first_seed = (unsigned)strtoul(arguments[1], NULL, 10);
    if (count > 2) seed_count = (unsigned)strtoul(arguments[2], NULL, 10);
    TCase *tests = tcase_create("snug");
    tcase_add_test(tests, test_half_cycles);
    tcase_add_test(tests, test_with_loads);
    tcase_add_test(tests, test_anything);
    return run_suite("snug", tests);
}
