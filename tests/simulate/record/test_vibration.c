/*
 * Vibration without contacts against matrix exponentials and closed forms: free and forced, one, two and five
 * bodies, every kind of damping, every kind of load; the exact steps along a record against the series; true peaks.
 *
 * The reference is the exponential of one matrix for each piece of the load, with the load as further states: a
 * straight line is (a, a′, 0), a sine (sin, cos). The event solver knows no such matrix, but for its steps along
 * records.
 */
#include "model/model.h"
#include "numeric/matrix/exponential.h"
#include <string.h>

#include "simulate/scene.h"
#include "simulate/structure.h"

enum { MOST = 5, STATES = 2 * MOST + 5 };
static const double PI = 3.14159265358979323846;

typedef enum { FREE, GROUND_SINE, GROUND_STEP, RECORD, UNEVEN_RECORD, FORCE_SINE, FORCE_STEP, LOADS } load;
typedef enum { UNDAMPED, LINKS, LINKS_CLASSICAL, MODAL, RAYLEIGH, DAMPINGS } damping;

static const double END = 1.7, STEP_AT = 0.6, DT = 0.05, GRAVITY = 1.3;

/* a record of 41 samples, longer than the run */
static double sample_of(size_t i) { return 4 * sin(1.7 * (double)i) + 2 * cos(0.31 * (double)(i * i)); }

static void set_load(thud_model *model, load kind) {
    thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = 3, .frequency = 1.9, .phase = 0.4};
    thud_signal step = {.kind = THUD_SIGNAL_STEP, .amplitude = 3, .start = STEP_AT};
    if (kind == GROUND_SINE) thud_model_set_ground(model, &sine);
    if (kind == GROUND_STEP) thud_model_set_ground(model, &step);
    if (kind == FORCE_SINE) thud_model_add_force(model, (thud_body_id){0}, &sine);
    if (kind == FORCE_STEP) thud_model_add_force(model, (thud_body_id){0}, &step);
    if (kind != RECORD && kind != UNEVEN_RECORD) return;
    thud_motion *record = thud_motion_create(41, DT);
    for (size_t i = 0; i < record->count; i++) record->acceleration[i] = sample_of(i);
    if (kind == UNEVEN_RECORD) { /* the same, but with instants of its own: no exact steps */
        record->time = malloc(record->count * sizeof *record->time);
        for (size_t i = 0; i < record->count; i++) record->time[i] = (double)i * DT;
        record->step = 0;
    }
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
}

static scene *vibration(int bodies, damping how, load kind) {
    scene *s = scene_open(END);
    for (int i = 0; i < bodies; i++) {
        thud_body body = scene_body(s, 1 + 0.4 * i, 0.02 * (i + 1), 0.1 - 0.05 * i);
        double stiffness = 60 + 35 * i, rate = how == LINKS             ? 0.2 + 0.5 * (i % 2)
                                               : how == LINKS_CLASSICAL ? 0.01 * stiffness
                                                                        : 0;
        scene_spring(s, i == 0 ? THUD_BODY_GROUND : body - 1, body, stiffness, rate);
    }
    if (how == MODAL) thud_model_set_modal_damping(s->model, 0.07);
    if (how == RAYLEIGH) thud_model_set_rayleigh_damping(s->model, 0.3, 0.004);
    thud_model_set_gravity(s->model, GRAVITY);
    set_load(s->model, kind);
    return s;
}

/* y over a piece: x, v, then sin, cos, a, a′, 1; `ground` and `force` weigh the load */
static void advance(const thud_model *model, load kind, double value, double slope, double duration, double *y) {
    size_t n = model->body_count, size = 2 * n + 5;
    double mass[MOST], k[MOST * MOST], c[MOST * MOST], a[STATES * STATES] = {0}, e[STATES * STATES];
    ck_assert_int_eq(thud_structure_matrices(model, mass, k, c), THUD_OK);
    double omega = 2 * PI * 1.9;
    for (size_t i = 0; i < n; i++) {
        double *row = a + (n + i) * size;
        a[i * size + n + i] = 1;
        for (size_t j = 0; j < n; j++) {
            row[j] = -k[i * n + j] / mass[i];
            row[n + j] = -c[i * n + j] / mass[i];
        }
        row[2 * n + 4] = GRAVITY;
        if (kind == GROUND_SINE) row[2 * n] = -3;
        if (kind == FORCE_SINE && i == 0) row[2 * n] = 3 / mass[0];
        if (kind == FORCE_STEP && i == 0) row[2 * n + 2] = 1 / mass[0];
        if (kind == GROUND_STEP || kind == RECORD || kind == UNEVEN_RECORD) row[2 * n + 2] = -1;
    }
    a[2 * n * size + 2 * n + 1] = omega;
    a[(2 * n + 1) * size + 2 * n] = -omega;
    a[(2 * n + 2) * size + 2 * n + 3] = 1;
    y[2 * n + 2] = value;
    y[2 * n + 3] = slope;
    for (size_t i = 0; i < size * size; i++) a[i] *= duration;
    double *work = malloc(thud_matrix_exponential_work(size) * sizeof *work), next[STATES];
    ck_assert(thud_matrix_exponential(size, a, e, work));
    free(work);
    for (size_t i = 0; i < size; i++) {
        next[i] = 0;
        for (size_t j = 0; j < size; j++) next[i] += e[i * size + j] * y[j];
    }
    memcpy(y, next, size * sizeof *y);
}

static void exact_end(const thud_model *model, load kind, double *y) {
    size_t n = model->body_count;
    for (size_t i = 0; i < n; i++) {
        y[i] = model->bodies[i].displacement;
        y[n + i] = model->bodies[i].velocity;
    }
    y[2 * n] = sin(0.4);
    y[2 * n + 1] = cos(0.4);
    y[2 * n + 4] = 1;
    if (kind == RECORD || kind == UNEVEN_RECORD) {
        for (size_t i = 0; (double)(i + 1) * DT <= END + 1e-9; i++)
            advance(model, kind, sample_of(i), (sample_of(i + 1) - sample_of(i)) / DT, DT, y);
    } else if (kind == GROUND_STEP || kind == FORCE_STEP) {
        advance(model, kind, 0, 0, STEP_AT, y);
        advance(model, kind, 3, 0, END - STEP_AT, y);
    } else advance(model, kind, 0, 0, END, y);
}

/* Some hundred exponentials and steps, each with a rounding of a few eps of the largest state. */
START_TEST(test_against_exponentials) {
    const int bodies[] = {1, 2, 5};
    for (int b = 0; b < 3; b++)
        for (int how = 0; how < DAMPINGS; how++)
            for (int kind = 0; kind < LOADS; kind++) {
                scene *s = vibration(bodies[b], (damping)how, (load)kind);
                scene_run(s);
                double y[STATES] = {0};
                exact_end(s->model, (load)kind, y);
                for (int i = 0; i < bodies[b]; i++) {
                    const thud_body_summary *body = &s->summary->bodies[i];
                    double x = body->final_displacement - y[i], v = body->final_velocity - y[bodies[b] + i];
                    ck_assert_msg(fabs(x) <= 1e-12 * body->max_displacement &&
                                      fabs(v) <= 1e-12 * body->max_velocity,
                                  "%d bodies, damping %d, load %d, body %d: x off by %.2g, v by %.2g", bodies[b],
                                  how, kind, i, x, v);
                }
                ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
                scene_close(s);
            }
}
END_TEST

/* exact steps and series are two ways to the same peaks, energies and samples */
START_TEST(test_record_by_steps_and_by_series) {
    const int bodies[] = {1, 2, 5};
    for (int b = 0; b < 3; b++)
        for (int how = 0; how < DAMPINGS; how++) {
            scene *s = vibration(bodies[b], (damping)how, RECORD),
                  *t = vibration(bodies[b], (damping)how, UNEVEN_RECORD);
            scene_run(s);
            scene_run(t);
            for (int i = 0; i < bodies[b]; i++) {
                const thud_body_summary *p = &s->summary->bodies[i], *q = &t->summary->bodies[i];
                assert_relative(p->max_displacement, q->max_displacement, 1e-12);
                assert_relative(p->max_velocity, q->max_velocity, 1e-12);
                assert_relative(p->max_acceleration, q->max_acceleration, 1e-12);
            }
            assert_relative(s->summary->energy.input, t->summary->energy.input, 1e-11);
            if (how != UNDAMPED)
                assert_relative(s->summary->energy.dissipated, t->summary->energy.dissipated, 1e-11);
            scene_close(s);
            scene_close(t);
        }
}
END_TEST

/* ---- peaks ---- */

/*
 * A body on a spring that drifts: two bodies, one spring, no ground. With equal masses x₁ = u t/2 + (u/2ω) sin ωt,
 * ω² = 2k/m; the velocity u/2 (1 + cos ωt) touches zero. With a little less drift, c·u/2, it falls below zero for a
 * moment, twice within one long step: the displacement has a peak that no slope at the ends of a step tells of.
 */
START_TEST(test_peak_between_two_changes_of_slope) {
    for (double drift = 0.1; drift < 1; drift += 0.05) {
        double omega = 2 * PI, amplitude = 1, end = 0.99 * (1 - 0.25 * (1 - drift));
        scene *s = scene_open(end);
        thud_body a = scene_body(s, 1, 0, amplitude * (drift + 1)),
                  b = scene_body(s, 1, 0, amplitude * (drift - 1));
        scene_spring(s, a, b, omega * omega / 2, 0);
        scene_run(s);
        /* x = drift·t + sin(ωt)/ω has its first peak where cos ωt = −drift */
        double at = acos(-drift) / omega, peak = drift * at + sin(omega * at) / omega;
        double last = drift * end + sin(omega * end) / omega;
        assert_relative(s->summary->bodies[a].max_displacement, fmax(peak, fabs(last)), 1e-13);
        scene_close(s);
    }
}
END_TEST

/* The same in an exact step along a record: velocity C + A cos ωt with both zeros between two samples. The ground
 * acceleration falls linearly, so that −a/ω² is a drift. */
START_TEST(test_peak_inside_a_step_of_a_record) {
    double h = 0.1, omega = 6.9; /* a step is 0.69 rad, the longest that is taken in one */
    for (double width = 0.1; width < 0.66; width += 0.02)
        for (double place = 0.05; place < 0.95; place += 0.1) {
            /* zeros of 1·(cos ψ − cos φ) … at φ = π ± width/2, the middle of both at `place` of the third step */
            double drift = cos(width / 2), shift = PI - omega * h * (2 + place);
            thud_motion *record = thud_motion_create(4, h);
            /* ẍ + ω²x = −a_g with x = drift·t + sin(ωt + shift)/ω: a_g = −ω² drift t */
            for (size_t i = 0; i < 4; i++) record->acceleration[i] = -omega * omega * drift * (double)i * h;
            scene *s = scene_open(3 * h);
            thud_body body = scene_body(s, 1, sin(shift) / omega, drift + cos(shift));
            scene_spring(s, THUD_BODY_GROUND, body, omega * omega, 0);
            thud_model_set_ground(s->model,
                                  &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
            thud_motion_free(record);
            scene_run(s);
            double largest = 0; /* ends, and every turning point inside */
            for (int k = -2; k <= 2; k++)
                for (int sign = -1; sign <= 1; sign += 2) {
                    double t = (sign * acos(-drift) + 2 * PI * k - shift) / omega;
                    if (t > 0 && t < 3 * h)
                        largest = fmax(largest, fabs(drift * t + sin(omega * t + shift) / omega));
                }
            largest = fmax(largest, fabs(sin(shift) / omega));
            largest = fmax(largest, fabs(drift * 3 * h + sin(omega * 3 * h + shift) / omega));
            assert_relative(s->summary->bodies[0].max_displacement, largest, 1e-12);
            scene_close(s);
        }
}
END_TEST

/* the sampled history is the exact one, whatever the steps: a damped oscillator in closed form */
typedef struct {
    size_t count;
    double worst;
} course;

/* the larger error; one that is no number stays, where fmax would lose it */
static double worse(double worst, double error) { return error <= worst ? worst : error; }

static bool compare_sample(void *context, const thud_sample *sample) {
    course *c = context;
    double omega = 7, zeta = 0.1, damped = omega * sqrt(1 - zeta * zeta), t = sample->time;
    double decay = exp(-zeta * omega * t), x0 = 0.3;
    double x = x0 * decay * (cos(damped * t) + zeta * omega / damped * sin(damped * t));
    double v = -x0 * decay * omega * omega / damped * sin(damped * t);
    double a = -omega * omega * x - 2 * zeta * omega * v;
    c->worst = worse(c->worst, fabs(sample->displacement[0] - x) / x0);
    c->worst = worse(c->worst, fabs(sample->velocity[0] - v) / (x0 * omega));
    c->worst = worse(c->worst, fabs(sample->acceleration[0] - a) / (x0 * omega * omega));
    /* were 1000 intervals added up, each with a rounding at 3 s: 1000 · 2.2e-16 */
    ck_assert_double_le(fabs(t - 0.003 * (double)c->count), 1e-12);
    c->count++;
    return true;
}

START_TEST(test_samples) {
    scene *s = scene_open(3);
    thud_body body = scene_body(s, 1, 0.3, 0);
    scene_spring(s, THUD_BODY_GROUND, body, 49, 1.4);
    thud_model_set_output(s->model, 0.003, false);
    scene_build(s);
    course c = {0};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &(thud_observer){.context = &c, .sample = compare_sample}),
                     THUD_OK);
    ck_assert_uint_eq(c.count, 1001);
    /* 21 rad of a series that ends at rounding: the phase is off by 21 roundings, and steps add some */
    ck_assert_double_le(c.worst, 1e-13);
    scene_close(s);
}
END_TEST

/* a worker of a study has run other cases before: nothing of them may be left, to the bit */
START_TEST(test_run_again_after_another) {
    scene *s = scene_open(6);
    thud_body deck = scene_body(s, 1.2e6, 0, 0);
    scene_spring(s, THUD_BODY_GROUND, deck, 5e7, 8e5);
    scene_touch(s, deck, THUD_BODY_GROUND, scene_contact("gonthier", 0.03, 0.6, 5e9));
    thud_motion *record = thud_motion_create(600, 0.01);
    for (size_t i = 0; i < record->count; i++)
        record->acceleration[i] = 3 * sin(0.07 * (double)i) + sin(0.4 * (double)i);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
    scene_run(s);
    const thud_energy_summary energy = s->summary->energy;
    const thud_body_summary body = s->summary->bodies[0];
    const double gaps[] = {0.005, 0.2, 0.03};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        thud_gap_contact c = scene_contact("gonthier", gaps[i], 0.6, 5e9);
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, 0, &c), THUD_OK);
        ck_assert_int_eq(thud_simulation_run(s->simulation, NULL), THUD_OK);
        bool same = s->summary->energy.input == energy.input;
        ck_assert_msg(same == (gaps[i] == 0.03), "gap %g", gaps[i]);
    }
    ck_assert(s->summary->energy.dissipated == energy.dissipated && s->summary->energy.impact == energy.impact);
    ck_assert(memcmp(&s->summary->bodies[0], &body, sizeof body) == 0);
    scene_close(s);
}
END_TEST

/* a mass on a spring from when a force F begins: x = F/k (1 − cos ω(t − t₀)), at rest before; the energy put in is
 * F x. The start of a step lies in the middle of steps of the series, or at the beginning; from 0.7 s on another
 * one takes it off. Series are exact to rounding, of some dozen steps */
START_TEST(test_forces_that_begin_later) {
    const double starts[] = {0, 0.3, 0.7}, k = 50, m = 2, F = 3, w = sqrt(k / m), end = 1.9;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        scene *s = scene_open(end);
        thud_body body = scene_body(s, m, 0, 0);
        scene_spring(s, THUD_BODY_GROUND, body, k, 0);
        scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = F, .start = starts[i]});
        scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = -F, .start = 0.7});
        scene_run(s);
        double x = F / k * (cos(w * (end - 0.7)) - cos(w * (end - starts[i])));
        double v = F / k * w * (sin(w * (end - starts[i])) - sin(w * (end - 0.7)));
        const thud_body_summary *b = &s->summary->bodies[0];
        ck_assert_double_eq_tol(b->final_displacement, x, 1e-14 * F / k);
        ck_assert_double_eq_tol(b->final_velocity, v, 1e-14 * F / k * w);
        double pushed = F / k * (1 - cos(w * (0.7 - starts[i])));
        ck_assert_double_eq_tol(s->summary->energy.input, F * pushed, 1e-14 * F * F / k);
        scene_close(s);
    }
}
END_TEST

/* a free mass under a force of samples at uneven times, the first at 0.5 s: zero before it and after the last,
 * straight between them, so that m v = ∫ F dt = 1.5 + 2.5 + 0.5 N·s in the end */
START_TEST(test_force_of_uneven_samples) {
    scene *s = scene_open(4);
    thud_body body = scene_body(s, 2, 0, 0);
    double times[] = {0.5, 1, 2, 3}, forces[] = {2, 4, 1, 0};
    thud_motion samples = {.count = 4, .time = times, .acceleration = forces};
    scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = &samples, .scale = 3});
    scene_run(s);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_velocity, 3 * 4.5 / 2, 1e-14);
    /* m x = ∫ (4 − t) F dt, piece by piece: from a to b over h, h ((a + b)/2 · rest + (2a + b) h/6), rest what is
     * left after */
    double x = 0.5 * (3 * 3 + 8 * 0.5 / 6) + (2.5 * 2 + 9. / 6) + (0.5 * 1 + 2. / 6);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_displacement, 3 * x / 2, 1e-13);
    ck_assert_double_eq_tol(s->summary->bodies[0].max_acceleration, 3 * 4. / 2, 1e-14);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("vibration");
    tcase_add_test(tests, test_against_exponentials);
    tcase_add_test(tests, test_record_by_steps_and_by_series);
    tcase_add_test(tests, test_peak_between_two_changes_of_slope);
    tcase_add_test(tests, test_peak_inside_a_step_of_a_record);
    tcase_add_test(tests, test_samples);
    tcase_add_test(tests, test_run_again_after_another);
    tcase_add_test(tests, test_forces_that_begin_later);
    tcase_add_test(tests, test_force_of_uneven_samples);
    return run_suite("vibration", tests);
}
