/*
 * One mass on a link that yields, under steps of force, against pieces written down by hand: a harmonic motion
 * about the equilibrium of each branch, a parabola where it has no stiffness; the instants at which branches end
 * from acos, atan2 and square roots. The solver knows none of these formulas.
 *
 * A run has some hundred pieces, each of which leaves a few roundings in place and speed, and none makes them grow:
 * the motion is stable. 1e-12 of the peak is 1e4 roundings.
 */
#include <string.h>

#include "numeric/random.h"
#include "simulate/scene.h"

#define PI 3.14159265358979323846
static const double ROUNDING = 1e-12;

/* ---- by hand ---- */

typedef struct {
    double mass, stiffness, yield, hardening;
    double x, v, set; /* now: z = x − set on the elastic branch */
    int yields;       /* 1, −1, or 0 on the elastic branch */
    double lost, plastic, peak;
    size_t turns;
} oscillator;

/* x(t) = centre + a cos ωt + b sin ωt; ω = 0: x + v t + ½ acceleration t² */
typedef struct {
    double omega, centre, a, b, acceleration;
} piece;

static piece piece_of(const oscillator *o, double load) {
    double k = o->yields ? o->hardening * o->stiffness : o->stiffness;
    double offset = (1 - o->hardening) * (o->yields ? o->yields * o->yield : -o->stiffness * o->set);
    if (k == 0) return (piece){.acceleration = (load - offset) / o->mass};
    double omega = sqrt(k / o->mass), centre = (load - offset) / k;
    return (piece){.omega = omega, .centre = centre, .a = o->x - centre, .b = o->v / omega};
}

static void move(oscillator *o, const piece *p, double t) {
    double x = o->x, v = o->v, w = p->omega;
    if (w == 0) {
        o->x = x + t * (v + 0.5 * p->acceleration * t);
        o->v = v + p->acceleration * t;
    } else {
        o->x = p->centre + p->a * cos(w * t) + p->b * sin(w * t);
        o->v = w * (p->b * cos(w * t) - p->a * sin(w * t));
    }
    if (o->yields) {
        o->plastic += (1 - o->hardening) * fabs(o->x - x);
        o->lost += (1 - o->hardening) * o->yield * fabs(o->x - x);
    }
}

static double wrap(double angle) { return angle > 1e-9 ? angle : angle + 2 * PI; }

/* when ẋ becomes zero: tan ωt = b/a */
static double time_to_turn(const oscillator *o, const piece *p) {
    if (p->omega == 0) return -o->v / p->acceleration > 0 ? -o->v / p->acceleration : INFINITY;
    double angle = atan2(p->b, p->a); /* of an extreme; the other is half a turn away */
    if (angle < 1e-9) angle += PI;
    if (angle > PI) angle -= PI;
    return (angle > 1e-9 ? angle : angle + PI) / p->omega;
}

/* when x reaches a level with ẋ of that sign, on the elastic branch: R cos(ωt − φ) = level − centre */
static double time_to_level(const piece *p, double level, int sign) {
    double r = hypot(p->a, p->b), phi = atan2(p->b, p->a), share = (level - p->centre) / r;
    if (!(fabs(share) < 1)) return INFINITY;
    /* ẋ ∝ −sin(ωt − φ) > 0 before the maximum */
    return wrap(fmod(phi - sign * acos(share) + 4 * PI, 2 * PI)) / p->omega;
}

static void note_peak(oscillator *o) { o->peak = fmax(o->peak, fabs(o->x)); }

/* over a time with a constant load */
static void follow(oscillator *o, double load, double duration) {
    double y = o->yield / o->stiffness;
    while (duration > 0) {
        piece p = piece_of(o, load);
        double until = duration;
        int next = 2;
        if (o->yields) {
            double turn = time_to_turn(o, &p);
            if (turn < until) until = turn, next = 0;
        } else {
            double up = time_to_level(&p, o->set + y, 1), down = time_to_level(&p, o->set - y, -1);
            if (up < until) until = up, next = 1;
            if (down < until) until = down, next = -1;
            /* peaks within the elastic branch */
            oscillator at = *o;
            double turn = time_to_turn(o, &p);
            for (int i = 0; i < 2; i++, turn += PI / p.omega)
                if (turn < until) {
                    at = *o;
                    move(&at, &p, turn);
                    o->peak = fmax(o->peak, fabs(at.x));
                }
        }
        move(o, &p, until);
        note_peak(o);
        duration -= until;
        if (next == 2) return;
        if (next == 0) {
            o->set = o->x - o->yields * y;
            o->v = 0;
            o->turns++;
        }
        o->yields = next;
    }
}

/* ---- by thud ---- */

enum { STEPS = 24 };

typedef struct {
    double yield, hardening, start_x, start_v, load[STEPS], piece;
    int steps;
} trial;

static scene *build(const trial *t) {
    scene *s = scene_open(t->steps * t->piece);
    thud_body body = scene_body(s, 2, t->start_x, t->start_v);
    thud_link link = {.stiffness = 300,
                      .hysteresis = {THUD_HYSTERESIS_BILINEAR, .yield = t->yield, .hardening = t->hardening},
                      .name = "pier"};
    scene_link(s, THUD_BODY_GROUND, body, &link);
    double before = 0;
    for (int i = 0; i < t->steps; i++) {
        thud_signal step = {.kind = THUD_SIGNAL_STEP, .amplitude = t->load[i] - before, .start = i * t->piece};
        if (step.amplitude != 0) thud_model_add_force(s->model, (thud_body_id){body}, &step);
        before = t->load[i];
    }
    return s;
}

static oscillator compare(const trial *t) {
    scene *s = build(t);
    scene_run(s);
    double y = t->yield / 300;
    oscillator o = {.mass = 2,
                    .stiffness = 300,
                    .yield = t->yield,
                    .hardening = t->hardening,
                    .x = t->start_x,
                    .v = t->start_v,
                    .set = t->start_x > y ? t->start_x - y : 0};
    note_peak(&o);
    for (int i = 0; i < t->steps; i++) follow(&o, t->load[i], (i + 1) * t->piece - i * t->piece);
    const thud_link_summary *l = &s->summary->links[0];
    double speed = s->summary->bodies[0].max_velocity;
    ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - o.x), ROUNDING * o.peak);
    ck_assert_double_le(fabs(s->summary->bodies[0].final_velocity - o.v), ROUNDING * speed);
    assert_relative(l->max_deformation, o.peak, ROUNDING);
    assert_relative(l->ductility, o.peak / y, ROUNDING);
    ck_assert_double_le(fabs(l->plastic_deformation - o.plastic), ROUNDING * o.peak * (double)(o.turns + 1));
    ck_assert_double_le(fabs(l->energy - o.lost), ROUNDING * t->yield * o.peak * (double)(o.turns + 1));
    ck_assert_double_eq(l->energy, s->summary->energy.hysteresis);
    double set = o.yields ? o.x - o.yields * y : o.set;
    ck_assert_double_le(fabs(l->residual_deformation - (1 - t->hardening) * set), ROUNDING * o.peak);
    /* each step of some hundred leaves a rounding of the energy in the balance */
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
    scene_close(s);
    return o;
}

/* with hardening an undamped oscillator yields to either side until it swings within the elastic range */
START_TEST(free_vibration) {
    double hardening[] = {0, 0.02, 0.1, 0.3, 0.7};
    for (int i = 0; i < 5; i++) {
        trial t = {.yield = 10, .hardening = hardening[i], .start_v = 8, .piece = 12, .steps = 1};
        oscillator o = compare(&t);
        ck_assert_uint_ge(o.turns, i == 0 ? 1 : 2);
        trial from_beyond = {.yield = 10, .hardening = hardening[i], .start_x = 0.2, .piece = 12, .steps = 1};
        compare(&from_beyond);
    }
}
END_TEST

/* a step of less than half the yield force, between half and all of it, and beyond, where it has hardening */
START_TEST(step) {
    double load[] = {4, 7, 9.9};
    for (int i = 0; i < 3; i++) {
        trial t = {.yield = 10, .load = {load[i]}, .piece = 9, .steps = 1};
        oscillator o = compare(&t);
        ck_assert_uint_eq(o.turns, i > 0);
        /* work P x = F_y (x − d_y/2) at the turn: x = F_y d_y/2/(F_y − P), beyond the first yield */
        if (i > 0) assert_relative(o.peak, 10 * (10.0 / 300) / 2 / (10 - load[i]), 1e-13);
    }
    trial beyond = {.yield = 10, .hardening = 0.2, .load = {15}, .piece = 9, .steps = 1};
    ck_assert_uint_ge(compare(&beyond).turns, 1);
}
END_TEST

/* forces to and fro: more than ten cycles, each of which yields to both sides */
START_TEST(cycles) {
    double hardening[] = {0, 0.05, 0.4};
    for (int i = 0; i < 3; i++) {
        trial t = {.yield = 10, .hardening = hardening[i], .piece = 0.31, .steps = STEPS};
        for (int j = 0; j < STEPS; j++) t.load[j] = (j % 2 ? -1 : 1) * (9.0 + 0.3 * (j % 5));
        ck_assert_uint_ge(compare(&t).turns, 20);
    }
}
END_TEST

/* a loop to and fro between ±d_max costs 4 F_y (d_max − d_y)(1 − α); a sine so slow that it follows, and one link
 * between two ends whose motion is given by a body a million times as heavy */
START_TEST(loop) {
    double hardening[] = {0, 0.1, 0.5}, k = 1000, yield = 20, y = yield / k, top = 0.07;
    for (int i = 0; i < 3; i++) {
        double mass = 1e9, omega = 2 * PI;
        scene *s = scene_open(3.25);
        /* at the top at 0.25, 1.25, 2.25, 3.25 s: three loops after the first */
        thud_body body = scene_body(s, mass, 0, top * omega);
        scene_link(s, THUD_BODY_GROUND, body, &(thud_link){.stiffness = mass * omega * omega});
        thud_link link = {.stiffness = k,
                          .hysteresis = {THUD_HYSTERESIS_BILINEAR, .yield = yield, .hardening = hardening[i]}};
        scene_link(s, THUD_BODY_GROUND, body, &link);
        scene_run(s);
        double each = 4 * yield * (top - y) * (1 - hardening[i]);
        double whole = 3 * each + yield * (top - y) * (1 - hardening[i]);
        /* the yielding link takes 1e-9 of the motion of the mass with it: k/(mass ω²) = 2.5e-8 of the amplitude */
        assert_relative(s->summary->links[1].energy, whole, 1e-6);
        scene_close(s);
    }
}
END_TEST

/* ---- peaks ---- */

typedef struct {
    double stiffness, damping, most;
} force_seen;

static bool see_force(void *context, const thud_sample *sample) {
    force_seen *f = context;
    f->most = fmax(f->most, fabs(f->stiffness * sample->displacement[0] + f->damping * sample->velocity[0]));
    return true;
}

/* a link with a dashpot that does not yield, F = k d + c ḋ, in vibrations that grow: no sample has more force than
 * the peak. One of 2,000, which are Ω dt ≤ 0.03 apart, is within some (Ω dt)²/8 of it, ten times that where a start
 * with a speed dies out */
START_TEST(peaks_of_force) {
    thud_random dice = thud_random_seed(77), *r = &dice;
    for (int i = 0; i < 200; i++) {
        double k = 100 * pow(4, thud_random_uniform(r)), ratio = 0.02 + 0.8 * thud_random_uniform(r);
        double duration = 1 + 2 * thud_random_uniform(r), c = 2 * ratio * sqrt(k), dt = duration / 2000;
        double frequency = sqrt(k) / (2 * PI) * (0.8 + 0.3 * thud_random_uniform(r));
        scene *s = scene_open(duration);
        scene_body(s, 1, 0, 0.1 * thud_random_normal(r));
        scene_link(
            s, THUD_BODY_GROUND, 0,
            &(thud_link){.stiffness = k, .damping = c, .hysteresis = {THUD_HYSTERESIS_BILINEAR, .yield = 1e6}});
        thud_motion *motion = thud_motion_create(200, 0.02); /* short steps, from sample to sample */
        for (size_t j = 0; j < 200; j++) motion->acceleration[j] = 0.3 * sin(2 * PI * frequency * 0.02 * (double)j);
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
        thud_motion_free(motion);
        thud_model_set_output(s->model, dt, false);
        scene_build(s);
        force_seen seen = {k, c, 0};
        ck_assert_int_eq(
            thud_simulation_run(s->simulation, &(thud_observer){.context = &seen, .sample = see_force}), THUD_OK);
        double peak = s->summary->links[0].max_force;
        ck_assert_msg(seen.most <= peak * (1 + ROUNDING), "%d: %.17g, a sample has %.17g", i, peak, seen.most);
        ck_assert_msg(seen.most >= peak * (1 - 1e-3), "%d: %.17g, no sample beyond %.17g", i, peak, seen.most);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("yielding");
    tcase_add_test(tests, free_vibration);
    tcase_add_test(tests, step);
    tcase_add_test(tests, cycles);
    tcase_add_test(tests, loop);
    tcase_add_test(tests, peaks_of_force);
    return run_suite("yielding", tests);
}
