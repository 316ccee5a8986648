/*
 * Bodies that just reach each other. Where the largest of x_left − x_right is gap (1 + ε), in closed form, there is
 * one impact in a swing, for every law; where it is gap (1 − ε) there is none. docs/run.md promises that down to ε
 * = 1e-12, whatever the threshold leaves of it.
 */
#include "model/model.h"
#include "simulate/dice.h"
#include "simulate/scene.h"
#include "system/row.h"

static const char *const LAWS[] = {"linear",          "hertz",
                                   "flores",          "hunt-crossley",
                                   "kelvin-voigt",    "tsuji",
                                   "jankowski-2006",  "mahmoud-jankowski",
                                   "kuwabara-kono",   "poursina-nikravesh",
                                   "valles-reinhorn", "newton",
                                   "poisson"};
static const double LEAST = 1e-12; /* ε, as promised */
enum { LAW_COUNT = sizeof LAWS / sizeof LAWS[0], MODELS = 100 };

/* one way to come to a halt just beyond the gap */
typedef enum kind { SWING, PAIR, THROW, RECORD, SWING_ALONG_RECORD, KINDS } kind;

/* A model, and the speed at which its gap closes. */
typedef struct graze {
    double gap, top, mass, omega;
    double speed; /* m/s */
} graze;

static thud_gap_contact contact_for(const graze *g, const char *law, dice *d) {
    bool rigid = strcmp(law, "newton") == 0 || strcmp(law, "poisson") == 0;
    double stiffness = g->mass * g->omega * g->omega * spread(d, 1e1, 1e5);
    thud_gap_contact c = scene_contact(law, g->gap, 0.6, rigid ? 0 : stiffness);
    if (c.law->structure->kind == THUD_FORCE_ELASTIC) c.restitution = 1;
    /* exponents that no small root makes regular, too */
    if (c.law->exponent_max > c.law->exponent_min && roll(d, 0, 1) < 0.5) c.exponent = 1.05 + 0.9 * roll(d, 0, 1);
    return c;
}

/* the same ground acceleration from beginning to end */
static void shake(scene *s, double acceleration, double duration) {
    double values[4] = {acceleration, acceleration, acceleration, acceleration};
    thud_motion motion = {.count = 4, .step = duration / 2.5, .acceleration = values};
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = &motion, .scale = 1});
}

static scene *scene_of(kind k, const char *law, const graze *g, dice *d) {
    double w = g->omega, level = g->gap * w * w, flight = 2 * sqrt(2 * g->top / level),
           share = 0.2 + 0.6 * roll(d, 0, 1);
    scene *s = scene_open(k == THROW || k == RECORD ? 0.9 * flight : 2.5 / w);
    thud_gap_contact c = contact_for(g, law, d);
    switch (k) {
    case THROW:
    case RECORD: { /* v²/2a = top */
        scene_touch(s, scene_body(s, g->mass, 0, sqrt(2 * level * g->top)), THUD_BODY_GROUND, c);
        if (k == THROW) thud_model_set_gravity(s->model, -level);
        else shake(s, level, flight);
        break;
    }
    case SWING: {
        thud_body body = scene_body(s, g->mass, 0, g->top * w);
        scene_spring(s, THUD_BODY_GROUND, body, g->mass * w * w, 0);
        scene_touch(s, body, THUD_BODY_GROUND, c);
        break;
    }
    case PAIR: { /* opposite swings of one frequency */
        thud_body a = scene_body(s, g->mass, 0, share * g->top * w);
        thud_body b = scene_body(s, 2 * g->mass, 0, -(1 - share) * g->top * w);
        scene_spring(s, THUD_BODY_GROUND, a, g->mass * w * w, 0);
        scene_spring(s, THUD_BODY_GROUND, b, 2 * g->mass * w * w, 0);
        scene_touch(s, a, b, c);
        break;
    }
    case SWING_ALONG_RECORD: { /* about −a/ω²: top + a/ω² is the amplitude, from which v follows */
        double middle = share * g->gap, amplitude = g->top + middle;
        thud_body body = scene_body(s, g->mass, 0, w * sqrt((amplitude - middle) * (amplitude + middle)));
        scene_spring(s, THUD_BODY_GROUND, body, g->mass * w * w, 0);
        scene_touch(s, body, THUD_BODY_GROUND, c);
        shake(s, middle * w * w, 2.5 / w);
        break;
    }
    case KINDS: break;
    }
    thud_model_set_impact_threshold(s->model, 0);
    return s;
}

static void check(kind k, const char *law, unsigned seed, double least) {
    for (int side = 1; side >= -1; side -= 2) {
        dice d = dice_of(100 * seed + (unsigned)k);

        double epsilon = spread(&d, least, 1e-4);
        graze g = {.gap = spread(&d, 1e-4, 1), .mass = spread(&d, 1e-2, 1e5), .omega = spread(&d, 0.5, 50)};
        g.top = g.gap * (1 + side * epsilon);
        scene *s = scene_of(k, law, &g, &d);
        scene_try(s);
        ck_assert_msg(s->status == THUD_OK, "%s, kind %d, seed %d: %s", law, k, (int)seed, s->summary->error.text);
        ck_assert_msg(s->count == (side > 0 ? 1u : 0u), "%s, kind %d, seed %d, %+g: %zu impacts", law, k, (int)seed,
                      side * epsilon, s->count);
        if (side > 0 && s->entries[0].duration > 0) {
            /* no deeper than without the contact; 9u of both coordinates and the gap, see thud_simulation_rounding
             */
            double most = epsilon * g.gap + 4e-15 * g.gap;
            ck_assert_msg(s->entries[0].max_penetration > 0 && s->entries[0].max_penetration <= most * (1 + 1e-6),
                          "%s, kind %d, seed %d: %g m of %g", law, k, (int)seed, s->entries[0].max_penetration,
                          most);
        }
        scene_close(s);
    }
}

START_TEST(grazes_are_found) {
    for (size_t law = 0; law < LAW_COUNT; law++)
        for (unsigned seed = 1; seed <= MODELS; seed++) check((kind)_i, LAWS[law], seed, LEAST);
}
END_TEST

/* ---- what a graze is entered with ---- */

enum { PARTS = 20000 };

/* thrown up against a ceiling that it passes by D, with next to no force: δ = 4 D s (1 − s) through the time, which
 * the ledger's force is that of. Its sums have an error of 1e-4, and between the points of its largest force the
 * next one is less by as little */
static void check_force(const char *law, unsigned seed) {
    dice d = dice_of(seed);
    double g = spread(&d, 1, 100), height = spread(&d, 0.1, 10), D = height * spread(&d, 1e-7, 1e-5), m = 2;
    scene *s = scene_open(1.8 * sqrt(2 * (height + D) / g));
    thud_gap_contact c = scene_contact(law, height, strcmp(law, "hertz") == 0 ? 1 : 0.6, 1);
    if (c.law->structure->kind == THUD_FORCE_VISCOUS) c.separation = THUD_SEPARATION_RETURN;
    /* down to where dampers that begin with more than the spring are not seen either */
    c.stiffness = spread(&d, c.law->structure->approach_only ? 1e-24 : 1e-14, 1e-8) * m * g / pow(D, c.exponent);
    scene_touch(s, scene_body(s, m, 0, sqrt(2 * g * (height + D))), THUD_BODY_GROUND, c);
    thud_model_set_gravity(s->model, -g);
    thud_model_set_impact_threshold(s->model, 0);
    scene_run(s);
    ck_assert_uint_eq(s->count, 1);
    const thud_impact_entry *e = &s->entries[0];
    const thud_structure *structure = c.law->structure;
    double v = sqrt(2 * g * D), time = 2 * v / g, n = c.exponent, p = thud_law_damper_exponent(c.law, n);
    double most = 0, impulse = 0;
    for (int i = 0; i < PARTS; i++) {
        double share = (i + 0.5) / PARTS, depth = 4 * D * share * (1 - share), rate = v * (1 - 2 * share);
        bool damped = e->damping > 0 && !(structure->approach_only && rate < 0);
        double force = c.stiffness * pow(depth, n) + (damped ? e->damping * pow(depth, p) * rate : 0);
        most = fmax(most, force);
        impulse += force * time / PARTS;
    }
    /* D is what coordinates leave of it, 1e-16 of 1e-7, and the force takes its share of the load */
    double rest = 1e-6 + 2 * most / (m * g);
    assert_relative(e->approach_speed, v, rest);
    assert_relative(e->duration, time, rest);
    assert_relative(e->max_penetration, D, rest);
    assert_relative(e->max_force, most, 1e-3 + rest);
    /* the rule of the middle in 256 parts: of δᵖ next to zero it is off by as much of one */
    assert_relative(e->impulse, impulse, 2e-4 + pow(256, -1 - (p >= 0 ? p : n)) + 2 * rest);
    scene_close(s);
}

START_TEST(force_of_a_graze) {
    static const char *const laws[] = {"hertz", "flores", "kuwabara-kono", "jankowski-2006", "tsuji"};
    for (size_t law = 0; law < sizeof laws / sizeof *laws; law++)
        for (unsigned seed = 1; seed <= 20; seed++) check_force(laws[law], seed);
}
END_TEST

/* ---- systems of callbacks ---- */

/* thrown up against a ceiling: the method follows parabolas to rounding, so that what is said of bodies holds here
 */
static void check_system(const char *law, unsigned seed, double least) {
    for (int side = 1; side >= -1; side -= 2) {
        dice d = dice_of(100 * seed + 99);
        double epsilon = spread(&d, least, 1e-4), height = spread(&d, 1e-2, 10), g = spread(&d, 1, 100);
        row r = {.count = 1, .mass = {spread(&d, 1e-2, 1e3)}, .gravity = -g};
        bool rigid = strcmp(law, "newton") == 0 || strcmp(law, "poisson") == 0;
        bool elastic = thud_law_find(law)->structure->kind == THUD_FORCE_ELASTIC;
        double stiffness = r.mass[0] * g / height * spread(&d, 1e1, 1e5);
        thud_gap_contact contact = contact_of(law, elastic ? 1 : 0.6, rigid ? 0 : stiffness);
        thud_system system = row_system(&r, &contact);
        double v = sqrt(2 * g * height * (1 + side * epsilon)), q = -height;
        thud_system_options options = options_for(1.8 * v / g);
        options.impact_threshold = 0;
        outcome o = {0};
        solve(&o, &system, &options, &q, &v);
        ck_assert_msg(o.status == THUD_OK, "%s, seed %u: %s", law, seed, o.summary.error.text);
        ck_assert_msg(o.record.count == (side > 0 ? 1u : 0u), "%s, seed %u, %+g: %zu impacts", law, seed,
                      side * epsilon, o.record.count);
    }
}

START_TEST(systems) {
    for (size_t law = 0; law < LAW_COUNT; law++)
        for (unsigned seed = 1; seed <= MODELS; seed++) check_system(LAWS[law], seed, LEAST);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("grazing");
    tcase_add_loop_test(tests, grazes_are_found, 0, KINDS);
    tcase_add_test(tests, force_of_a_graze);
    tcase_add_test(tests, systems);
    return run_suite("grazing", tests);
}
