/*
 * Elastic–plastic frames of textbooks, whose loads are straight lines between
 * values every 0.1 s, and one of a course, pushed by half a sine.
 *
 * Clough & Penzien, Dynamics of Structures, example E7-2: m = 0.1 kip·s²/in, k
 * = 5 kip/in, c = 0.2 kip·s/in, yielding at ±6 kip. Its load, 0, 5, 8, 7, 5, 3,
 * 2, 1, 0 kip, is that of a worked notebook (A. H. Namadchi, "Elastoplastic
 * SDOF system", for OpenSeesPy, 2020), which says that it agrees with the book.
 *
 * Chopra's frame of the chapter on numerical evaluation: m = 0.2533 kip·s²/in,
 * k = 10 kip/in, 5 % of critical damping, yielding at ±7.5 kip, half a sine of
 * 10 kip and 0.6 s. The numbers of steps of 0.1 s by the average acceleration
 * method are those of the manual of Hyfeast (J. R. Cho, example E.7, table
 * E.7.2).
 *
 * Of these, three things are compared: thud; the motion piece by piece in closed form;
 * and the method of the book with its step.
 */
#include <check.h>
#include <math.h>

#include "simulate/scene.h"

typedef struct frame {
    double m, c, k, yield; /* kip, in, s */
    double load[16];       /* kip, every 0.1 s */
    int loads, steps;
} frame;

static const frame CLOUGH = {0.1, 0.2, 5, 6, {0, 5, 8, 7, 5, 3, 2, 1, 0}, 9, 12};
static const double STEP = 0.1, PI = 3.14159265358979324;

static frame chopra(void) {
    frame f = {.m = 0.2533, .k = 10, .yield = 7.5, .loads = 7, .steps = 10};
    f.c = 2 * 0.05 * sqrt(f.k * f.m);
    for (int i = 0; i < 7; i++) f.load[i] = i < 6 ? 10 * sin(PI * i / 6) : 0;
    return f;
}

static double load_of(const frame *f, int i) { return i < f->loads ? f->load[i] : 0; }

/* ---- piece by piece: the state at s into a piece of the load p + q s ---- */

typedef struct state {
    double x, v, set; /* set: what has yielded */
    int yields;       /* ±1, or 0 */
} state;

/* m ẍ + c ẋ + k (x − set) = p + q s, or with ±yield for the spring */
static state follow(const frame *f, state from, double p, double q, double s) {
    state to = from;
    if (from.yields) {
        /* v = A + B s + (v₀ − A) e^(−as), a = c/m, B = q/c, A = (p ∓ yield)/c − m
         * q/c² */
        const double a = f->c / f->m, B = q / f->c, A = (p - from.yields * f->yield) / f->c - q / (a * f->c),
                     decay = expm1(-a * s);
        to.v = A + B * s + (from.v - A) * (1 + decay);
        to.x = from.x + A * s + 0.5 * B * s * s - (from.v - A) * decay / a;
        return to;
    }
    const double omega = sqrt(f->k / f->m), zeta = f->c / (2 * f->m * omega),
                 damped = omega * sqrt(1 - zeta * zeta);
    /* the load's own motion: q s/k + (p − c q/k)/k */
    const double rate = q / f->k, still = (p - f->c * rate) / f->k, u = from.x - from.set - still,
                 w = from.v - rate;
    const double e = exp(-zeta * omega * s), cosine = cos(damped * s), sine = sin(damped * s),
                 b = (w + zeta * omega * u) / damped;
    to.x = from.set + still + rate * s + e * (u * cosine + b * sine);
    to.v = rate + e * (w * cosine - (zeta * omega * w + omega * omega * u) / damped * sine);
    return to;
}

/* when it begins to yield, or turns, within h: the first change of sign on a
 * net of h/1000, by bisection */
static double first_change(const frame *f, state at, double p, double q, double h, int *side) {
    double before = 0;
    for (int i = 1; i <= 1000; i++) {
        const double s = h * i / 1000;
        const state to = follow(f, at, p, q, s);
        const double spring = f->k * (to.x - at.set);
        const bool past = at.yields ? at.yields * to.v < 0 : fabs(spring) > f->yield;
        if (past) {
            double low = before, high = s;
            *side = spring > 0 ? 1 : -1;
            for (int j = 0; j < 80; j++) {
                const double middle = 0.5 * (low + high);
                const state there = follow(f, at, p, q, middle);
                const bool beyond =
                    at.yields ? at.yields * there.v < 0 : fabs(f->k * (there.x - at.set)) > f->yield;
                if (beyond) high = middle;
                else low = middle;
            }
            return low;
        }
        before = s;
    }
    return h;
}

/* displacements and velocities at the ends of steps, by pieces */
static void by_pieces(const frame *f, double *x, double *v) {
    state at = {0};
    for (int i = 0; i < f->steps; i++) {
        double p = load_of(f, i), q = (load_of(f, i + 1) - p) / STEP, left = STEP;
        while (left > 0) {
            int side = 0;
            const double s = first_change(f, at, p, q, left, &side);
            at = follow(f, at, p, q, s);
            if (s < left) {
                if (at.yields) at.set = at.x - at.yields * f->yield / f->k;
                at.yields = at.yields ? 0 : side;
                if (!at.yields) at.v = 0; /* to the bit, so that it is elastic from here */
            }
            p += q * s;
            left -= s;
        }
        x[i] = at.x;
        v[i] = at.v;
    }
}

/* ---- thud, in SI units ---- */

static const double INCH = 0.0254, KIP = 4448.2216152605;

typedef struct course {
    double *x, *v;
    int row;
} course;

static bool keep(void *context, const thud_sample *sample) {
    course *c = context;
    if (c->row > 0) {
        c->x[c->row - 1] = sample->displacement[0] / INCH;
        c->v[c->row - 1] = sample->velocity[0] / INCH;
    }
    c->row++;
    return true;
}

static void by_thud(const frame *f, double *x, double *v, thud_link_summary *link, double *residual) {
    scene *s = scene_open(f->steps * STEP);
    thud_body body = scene_body(s, f->m * KIP / INCH, 0, 0);
    scene_link(s, THUD_BODY_GROUND, body,
               &(thud_link){.stiffness = f->k * KIP / INCH,
                            .damping = f->c * KIP / INCH,
                            .hysteresis = {.model = THUD_HYSTERESIS_BILINEAR, .yield = f->yield * KIP}});
    thud_motion *load = thud_motion_create((size_t)f->loads, STEP);
    for (int i = 0; i < f->loads; i++) load->acceleration[i] = f->load[i] * KIP;
    scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = load, .scale = 1});
    thud_model_set_output(s->model, STEP, false);
    scene_build(s);
    course c = {x, v, 0};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &(thud_observer){.context = &c, .sample = keep}), THUD_OK);
    ck_assert_int_eq(c.row, f->steps + 1);
    *link = s->summary->links[0];
    *residual = s->summary->energy.residual;
    thud_motion_free(load);
    scene_close(s);
}

enum { MOST = 16 };

/* the motion by pieces and thud's: both are exact. Some hundred operations
 * each, instants by bisection to 1e-16 s, and roundings of units: 1e-12 of
 * displacements up to 3 in, velocities up to 8 in/s */
static void check_exact(const frame *f, double *x) {
    double exact[MOST], speed[MOST], v[MOST], residual;
    thud_link_summary link;
    by_pieces(f, exact, speed);
    by_thud(f, x, v, &link, &residual);
    for (int i = 0; i < f->steps; i++) {
        ck_assert_double_eq_tol(x[i], exact[i], 3e-12);
        ck_assert_double_eq_tol(v[i], speed[i], 1e-11);
    }
    ck_assert_double_le(fabs(residual), 1e-12); /* 1e-10 is promised of straight branches */
    ck_assert_double_gt(link.ductility, 2);
}

/* Clough & Penzien's method: linear acceleration, the stiffness and the
 * equilibrium of the start of each step */
static void by_linear_acceleration(const frame *f, double h, int steps, double *x) {
    double u = 0, v = 0, spring = 0, set = 0;
    for (int i = 0; i < steps; i++) {
        const double t0 = i * h / STEP, t1 = (i + 1) * h / STEP;
        const int j0 = (int)floor(t0 + 1e-9), j1 = (int)floor(t1 + 1e-9);
        const double p0 = load_of(f, j0) + (t0 - j0) * (load_of(f, j0 + 1) - load_of(f, j0)),
                     p1 = load_of(f, j1) + (t1 - j1) * (load_of(f, j1 + 1) - load_of(f, j1));
        const double a = (p0 - f->c * v - spring) / f->m;
        const bool yields = fabs(spring) >= f->yield * (1 - 1e-12) && spring * v > 0;
        const double stiff = (yields ? 0 : f->k) + 6 * f->m / (h * h) + 3 * f->c / h;
        const double push = p1 - p0 + v * (6 * f->m / h + 3 * f->c) + a * (3 * f->m + 0.5 * f->c * h);
        const double du = push / stiff;
        v += 3 * du / h - 3 * v - 0.5 * a * h;
        u += du;
        const double most = f->yield / f->k;
        set = fmin(fmax(set, u - most), u + most);
        spring = f->k * (u - set);
        x[i] = u;
    }
}

START_TEST(clough_penzien) {
    double x[MOST], book[MOST], fine[1200];
    check_exact(&CLOUGH, x);
    by_linear_acceleration(&CLOUGH, STEP, CLOUGH.steps, book);
    by_linear_acceleration(&CLOUGH, STEP / 100, 1200, fine);
    double apart = 0, closer = 0, most = 0;
    for (int i = 0; i < CLOUGH.steps; i++) {
        apart = fmax(apart, fabs(book[i] - x[i]));
        closer = fmax(closer, fabs(fine[100 * i + 99] - x[i]));
        most = fmax(most, x[i]);
    }
    /* what its step of 0.1 s leaves, a sixth of the period and with yielding
     * found at ends of steps alone, is 3 % of the largest displacement; a
     * hundredth of the step leaves at least a hundred times less */
    ck_assert_double_gt(apart, 0.02 * most);
    ck_assert_double_lt(apart, 0.04 * most);
    ck_assert_double_lt(closer, 0.01 * apart);
    /* the first step of the book by hand, elastic: 5 kip over k + 6m/h² + 3c/h =
     * 71 kip/in */
    ck_assert_double_eq_tol(book[0], 5.0 / 71, 1e-15);
}
END_TEST

/* average acceleration, Newton's iteration; its numbers as printed, five digits
 */
static void by_average_acceleration(const frame *f, double h, int steps, double (*rows)[3]) {
    double u = 0, v = 0, a = load_of(f, 0) / f->m, set = 0;
    for (int i = 0; i < steps; i++) {
        const double t = (i + 1) * h / STEP;
        const int j = (int)floor(t + 1e-9);
        const double p = load_of(f, j) + (t - j) * (load_of(f, j + 1) - load_of(f, j));
        double to = u, speed = 0, pull = 0;
        for (int round = 0; round < 50; round++) {
            const double spring = fmin(fmax(f->k * (to - set), -f->yield), f->yield);
            const bool elastic = fabs(f->k * (to - set)) <= f->yield;
            pull = 4 / (h * h) * (to - u) - 4 / h * v - a;
            speed = 2 / h * (to - u) - v;
            to += (p - f->m * pull - f->c * speed - spring) /
                  ((elastic ? f->k : 0) + 2 * f->c / h + 4 * f->m / (h * h));
        }
        u = to, v = speed, a = pull;
        set = fmin(fmax(set, u - f->yield / f->k), u + f->yield / f->k);
        if (rows) rows[i][0] = u, rows[i][1] = v, rows[i][2] = a;
    }
}

START_TEST(chopra_frame) {
    static const double printed[10][3] = {
        {0.043667, 0.87334, 17.467}, {0.23262, 2.9057, 23.18},   {0.61207, 4.6833, 12.372},
        {1.1144, 5.3625, 1.2112},    {1.6215, 4.7794, -12.873},  {1.9892, 2.5745, -31.227},
        {2.0952, -0.4531, -29.324},  {1.9241, -2.9688, -20.989}, {1.5603, -4.3075, -5.7851},
        {1.1416, -4.067, 10.595},
    };
    const frame f = chopra();
    double x[MOST], rows[10][3];
    check_exact(&f, x);
    by_average_acceleration(&f, STEP, 10, rows);
    double apart = 0, most = 0;
    for (int i = 0; i < 10; i++) {
        for (int k = 0; k < 3; k++) /* half a unit of the fifth digit */
            ck_assert_double_eq_tol(rows[i][k], printed[i][k],
                                    0.501 * pow(10, floor(log10(fabs(printed[i][k]))) - 4));
        apart = fmax(apart, fabs(printed[i][0] - x[i]));
        most = fmax(most, x[i]);
    }
    /* a step of a tenth of the period: some per cent of the largest displacement
     */
    ck_assert_double_gt(apart, 0.005 * most);
    ck_assert_double_lt(apart, 0.05 * most);
}
END_TEST

/* ---- half a sine ---- */

/* 400 kg, 4 Hz, 3 % of critical damping, and a spring that yields at `yield`; pushed for 40 ms by half a sine
 * of 8.2 kN, which ends before anything yields, and free for `time` from then on: the summary of that second part
 * is `free_motion` */
static void push_and_go(double yield, double time, thud_body_summary *free_motion) {
    const double mass = 400, omega = 2 * PI * 4, duration[2] = {0.04, time};
    thud_body_summary at = {0};
    for (int part = 0; part < 2; part++) {
        scene *s = scene_open(duration[part]);
        thud_body body = scene_body(s, mass, at.final_displacement, at.final_velocity);
        scene_link(s, THUD_BODY_GROUND, body,
                   &(thud_link){.stiffness = mass * omega * omega,
                                .damping = 2 * 0.03 * omega * mass,
                                .hysteresis = {.model = THUD_HYSTERESIS_BILINEAR, .yield = yield}});
        if (part == 0)
            scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 8200, .frequency = 12.5});
        scene_run(s);
        at = s->summary->bodies[0];
        if (part == 0) ck_assert_double_lt(mass * omega * omega * at.max_displacement, 3200);
        scene_close(s);
    }
    *free_motion = at;
}

/*
 * G. Boffi, Politecnico di Milano, Dynamics of Structures 2018, solution of homework 1, problem 3: with a strength
 * of 3.2 kN it goes to 21.065084067663083 mm in 92.87120039276594 ms, piece by piece in closed form. The yielding
 * is found there to 1.5e-8 s, of which a displacement at rest feels the square; of the time 1e-9 s is left. While
 * elastic 19.361712 mm, the largest of values every 0.1 ms, at most (ωh)²/8 below the peak.
 */
START_TEST(boffi_half_sine) {
    const double seconds = 0.09287120039276594 - 0.04;
    thud_body_summary yields, elastic;
    push_and_go(3200, seconds, &yields);
    assert_relative(yields.final_displacement, 0.021065084067663083, 1e-12);
    ck_assert_double_le(fabs(yields.final_velocity), 1e-9 * 3200 / 400);
    push_and_go(1e6, 0.05, &elastic);
    ck_assert_double_ge(elastic.max_displacement, 0.0193617115);
    ck_assert_double_le(elastic.max_displacement, 0.0193617125 * (1 + pow(2 * PI * 4 * 1e-4, 2) / 8));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("elastoplastic");
    tcase_add_test(tests, boffi_half_sine);
    tcase_add_test(tests, clough_penzien);
    tcase_add_test(tests, chopra_frame);
    return run_suite("elastoplastic frames", tests);
}
