/*
 * Instants at which links yield, turn, slip, slacken and reload, against pieces written down by hand: harmonic
 * motions, or parabolas, from one end of a branch to the next. Where a mass ends up does not tell how well they are
 * located: where the force has no jump, an instant that is off by τ moves it by τ² alone. So they are looked at one
 * by one, as samples at events, and must be right to 1e-12 of the elastic period, some thousand roundings of the
 * time.
 */
#include "simulate/scene.h"

#define PI 3.14159265358979323846

enum { MOST = 64 };
static const double MASS = 2, STIFF = 300, YIELD = 10, SOFT = 20;

/* ---- by hand ---- */

typedef struct {
    double t, x, v;
    double k, offset; /* of all forces on the mass, −(k x + offset) */
    double instants[MOST];
    int count;
} hand;

typedef struct {
    double omega, centre, a, b;
} piece;

static piece piece_of(const hand *h) {
    double omega = sqrt(h->k / MASS), centre = -h->offset / h->k;
    return (piece){omega, centre, h->x - centre, h->v / omega};
}

static void note(hand *h, double after) {
    piece p = piece_of(h);
    h->x = p.centre + p.a * cos(p.omega * after) + p.b * sin(p.omega * after);
    h->v = p.omega * (p.b * cos(p.omega * after) - p.a * sin(p.omega * after));
    h->t += after;
    ck_assert_int_lt(h->count, MOST);
    h->instants[h->count++] = h->t;
}

static double forwards(double angle) {
    angle = fmod(angle, 2 * PI);
    return angle > 1e-9 ? angle : angle + 2 * PI;
}

/* to where the speed becomes zero: tan ωt = b/a, twice a turn */
static void turn(hand *h) {
    piece p = piece_of(h);
    double angle = forwards(atan2(p.b, p.a));
    note(h, (angle > PI + 1e-9 ? angle - PI : angle) / p.omega);
    h->v = 0;
}

/* to a level, on the way up (1) or down (−1): R cos(ωt − φ) = level − centre */
static void reach(hand *h, double level, int way) {
    piece p = piece_of(h);
    double share = (level - p.centre) / hypot(p.a, p.b);
    ck_assert_double_lt(fabs(share), 1);
    note(h, forwards(atan2(p.b, p.a) - way * acos(share)) / p.omega);
    h->x = level;
}

/* a soft spring stands beside every link, so that all pieces are harmonic */
static void branch(hand *h, double k, double offset) {
    h->k = k + SOFT;
    h->offset = offset;
}

/* yields to either side until it no longer does */
static void bilinear(hand *h, double hardening) {
    double y = YIELD / STIFF, set = 0;
    for (int way = 1; h->count < 12; way = -way) {
        branch(h, STIFF, -(1 - hardening) * STIFF * set);
        piece p = piece_of(h);
        if (!(way * p.centre + hypot(p.a, p.b) > way * set + y)) return;
        reach(h, set + way * y, way);
        branch(h, hardening * STIFF, way * (1 - hardening) * YIELD);
        turn(h);
        set = h->x - way * y;
    }
}

static void friction(hand *h, double force) {
    for (int way = 1; way != 0; way = (STIFF + SOFT) * fabs(h->x) > force ? -way : 0) {
        branch(h, STIFF, way * force);
        turn(h);
    }
}

/* taut above the slack */
static void cable(hand *h, double slack) {
    for (int i = 0; i < 6; i++) {
        branch(h, 0, 0);
        reach(h, slack, 1);
        branch(h, STIFF, -STIFF * slack);
        reach(h, slack, -1);
    }
}

/* up to the yield force and beyond, back down by 1.4 times 0.5 of it, along the lower side to where that ends */
static void flag(hand *h, double hardening, double energy) {
    double y = YIELD / STIFF, rest = (1 - hardening) * STIFF;
    for (int way = 1; h->count < 16; way = -way) {
        branch(h, STIFF, 0);
        piece p = piece_of(h);
        if (!(hypot(p.a, p.b) > y)) return;
        reach(h, way * y, way);
        branch(h, hardening * STIFF, way * rest * y);
        turn(h);
        double top = h->x;
        branch(h, STIFF, -rest * (top - way * y));
        reach(h, top - way * energy * y, -way);
        branch(h, hardening * STIFF, way * rest * (1 - energy) * y);
        reach(h, way * (1 - energy) * y, -way);
    }
}

/* along the skeleton, back with k, and from zero force on to the largest deformation of the other side */
static void clough(hand *h, double hardening) {
    double y = YIELD / STIFF, peak[2] = {y, y};
    branch(h, STIFF, 0);
    reach(h, y, 1);
    for (int way = 1; h->count < 8; way = -way) {
        branch(h, hardening * STIFF, way * (1 - hardening) * YIELD);
        turn(h);
        double top = fabs(h->x), force = YIELD + hardening * STIFF * (top - y), zero = way * (top - force / STIFF);
        peak[way > 0] = top;
        branch(h, STIFF, -STIFF * zero);
        reach(h, zero, -way);
        double aim = peak[way < 0], pull = YIELD + hardening * STIFF * (aim - y), slope = pull / (aim + fabs(zero));
        branch(h, slope, -slope * zero);
        piece p = piece_of(h);
        if (!(hypot(p.a, p.b) - way * p.centre > aim)) return;
        reach(h, -way * aim, -way);
    }
}

/* ---- by thud ---- */

typedef struct {
    double instants[4 * MOST];
    int count;
} seen;

static bool see(void *context, const thud_sample *sample) {
    seen *s = context;
    if (s->count < 4 * MOST) s->instants[s->count++] = sample->time;
    return true;
}

static void compare(const char *what, const hand *h, double speed, const thud_link *link) {
    double period = 2 * PI / sqrt((STIFF + SOFT) / MASS);
    ck_assert_int_ge(h->count, 2);
    scene *s = scene_open(h->t + period / 7);
    scene_body(s, MASS, 0, speed);
    scene_link(s, THUD_BODY_GROUND, 0, link);
    scene_spring(s, THUD_BODY_GROUND, 0, SOFT, 0);
    thud_model_set_output(s->model, h->t + period / 7, true);
    scene_build(s);
    seen found = {0};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &(thud_observer){.context = &found, .sample = see}),
                     THUD_OK);
    for (int i = 0; i < h->count; i++) {
        double nearest = INFINITY;
        for (int j = 0; j < found.count; j++) nearest = fmin(nearest, fabs(found.instants[j] - h->instants[i]));
        ck_assert_msg(nearest <= 1e-12 * period, "%s, event %d at %.17g s: %.2g periods off", what, i + 1,
                      h->instants[i], nearest / period);
    }
    scene_close(s);
}

static const double SPEEDS[] = {1.1, 2.3, 5.7};

static hand at_speed(double speed) { return (hand){.v = speed}; }

START_TEST(instants) {
    double speed = SPEEDS[_i], hardenings[] = {0, 0.05, 0.3};
    thud_link link = {.stiffness = STIFF};
    for (int i = 0; i < 3; i++) {
        double alpha = hardenings[i];
        hand h = at_speed(speed);
        bilinear(&h, alpha);
        link.hysteresis = (thud_hysteresis){THUD_HYSTERESIS_BILINEAR, .yield = YIELD, .hardening = alpha};
        compare("bilinear", &h, speed, &link);

        h = at_speed(speed);
        flag(&h, alpha, 0.7);
        link.hysteresis =
            (thud_hysteresis){THUD_HYSTERESIS_FLAG, .yield = YIELD, .hardening = alpha, .energy = 0.7};
        compare("flag", &h, speed, &link);

        h = at_speed(speed);
        clough(&h, alpha);
        link.hysteresis = (thud_hysteresis){THUD_HYSTERESIS_CLOUGH, .yield = YIELD, .hardening = alpha};
        compare("clough", &h, speed, &link);
    }
    hand h = at_speed(speed);
    friction(&h, 2);
    link.hysteresis = (thud_hysteresis){THUD_HYSTERESIS_FRICTION, .force = 2};
    compare("friction", &h, speed, &link);

    h = at_speed(speed);
    cable(&h, 0.03);
    link.hysteresis = (thud_hysteresis){THUD_HYSTERESIS_TENSION_ONLY, .slack = 0.03};
    compare("tension-only", &h, speed, &link);
}
END_TEST

/* pulled by a force that grows as a sine, it slips where that is the friction's; by a constant one it slips on */
START_TEST(slips) {
    for (int i = 0; i < 20; i++) {
        double force = 1 + 0.3 * i, amplitude = 9, frequency = 0.7, period = 2 * PI / sqrt(STIFF / MASS);
        scene *s = scene_open(0.3);
        scene_body(s, MASS, 0, 0);
        thud_link link = {.stiffness = STIFF, .hysteresis = {THUD_HYSTERESIS_FRICTION, .force = force}};
        scene_link(s, THUD_BODY_GROUND, 0, &link);
        scene_force(s, 0, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = frequency});
        thud_model_set_output(s->model, 0.3, true);
        scene_build(s);
        seen found = {0};
        thud_simulation_run(s->simulation, &(thud_observer){.context = &found, .sample = see});
        double at = asin(force / amplitude) / (2 * PI * frequency), nearest = INFINITY;
        for (int j = 0; j < found.count; j++) nearest = fmin(nearest, fabs(found.instants[j] - at));
        ck_assert_msg(nearest <= 1e-12 * period, "slips at %.17g s: %.2g periods off", at, nearest / period);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("instants");
    tcase_add_loop_test(tests, instants, 0, 3);
    tcase_add_test(tests, slips);
    return run_suite("instants of links", tests);
}
