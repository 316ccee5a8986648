/*
 * Bodies at rest, which have no energy but rounding: nothing goes in, and nothing may be missing. And that a loss
 * which is one is still seen, in runs of the same kind.
 */
#include "model/model.h"
#include "simulate/dice.h"
#include "simulate/scene.h"
#include "simulate/state.h"
#include "system/row.h"

enum { MODELS = 40 }; /* of each kind */

typedef enum kind { PRESSED, STACKED, PUSHED, HANGING, LEFT_ALONE, STEPPED, KINDS } kind;

/* a ground motion that never lifts what gravity holds */
static void shake(scene *s, dice *d, double gravity) {
    thud_signal sine = {.kind = THUD_SIGNAL_SINE,
                        .amplitude = 0.9 * gravity * roll(d, 0, 1),
                        .frequency = spread(d, 0.1, 10),
                        .phase = roll(d, 0, 6)};
    if (roll(d, 0, 1) < 0.5) thud_model_set_ground(s->model, &sine);
}

/* bodies over each other, the lowest on the floor; springs press them on */
static void stack(scene *s, dice *d, size_t count) {
    thud_body below = THUD_BODY_GROUND;
    double at = roll(d, 0, 1) < 0.5 ? 0 : roll(d, -1, 0);
    for (size_t i = 0; i < count; i++) {
        double mass = spread(d, 1e-2, 1e6);
        thud_body body = scene_body(s, mass, at, 0);
        scene_touch(s, body, below, scene_contact("newton", below == THUD_BODY_GROUND ? at : 0, roll(d, 0, 1), 0));
        if (roll(d, 0, 1) < 0.3)
            scene_spring(s, THUD_BODY_GROUND, body, mass * spread(d, 0.01, 10), mass * roll(d, 0, 1));
        below = body;
    }
}

static void hold(scene *s, dice *d, kind k) {
    double gravity = spread(d, 0.1, 10), mass = spread(d, 1e-2, 1e6);
    double stiffness = mass * spread(d, 1, 1e6);
    switch (k) {
    case PRESSED:
    case STEPPED: stack(s, d, 1); break;
    case STACKED: stack(s, d, 2 + (size_t)(3 * roll(d, 0, 1))); break;
    case PUSHED: {
        double at = roll(d, 0, 1);
        thud_body body = scene_body(s, mass, at, 0);
        scene_touch(s, body, THUD_BODY_GROUND, scene_contact("poisson", at, roll(d, 0, 1), 0));
        scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = mass * spread(d, 0.1, 10)});
        gravity = 0;
        break;
    }
    case HANGING:
        scene_spring(s, THUD_BODY_GROUND, scene_body(s, mass, mass * gravity / stiffness, 0), stiffness, 0);
        break;
    case LEFT_ALONE:
        scene_touch(s, scene_body(s, mass, 0, 0), THUD_BODY_GROUND,
                    scene_contact("hertz", roll(d, 0, 1) < 0.5 ? 0.1 : 0.01, 1, 1e6));
        gravity = 0;
        break;
    case KINDS: break;
    }
    if (k <= STACKED) shake(s, d, gravity);
    if (k == STEPPED) thud_model_set_solver(s->model, THUD_SOLVER_MOREAU, 1e-2);
    thud_model_set_gravity(s->model, gravity);
}

static scene *scene_at_rest(kind k, unsigned seed) {
    dice d = dice_of(100 * seed + (unsigned)k);
    scene *s = scene_open(spread(&d, 0.1, 100));
    hold(s, &d, k);
    scene_build(s);
    return s;
}

START_TEST(nothing_in_nothing_missing) {
    for (unsigned seed = 1; seed <= MODELS; seed++) {
        scene *s = scene_at_rest((kind)_i, seed);
        scene_try(s);
        const thud_energy_summary *e = &s->summary->energy;
        ck_assert_msg(s->status == THUD_OK, "kind %d, seed %d: %s", _i, (int)seed, s->summary->error.text);
        /* the limit up to which a balance closes: rounding is measured by 1e9 times what it can be */
        ck_assert_msg(fabs(e->residual) <= 1e-9, "kind %d, seed %d: %g of %g J", _i, (int)seed, e->residual,
                      e->input);
        scene_close(s);
    }
}
END_TEST

/* ---- what is missing is seen ---- */

typedef struct thief {
    thud_simulation *sim;
    double energy; /* J */
} thief;

/* once, at the first sample */
static bool steal(void *context, const thud_sample *sample) {
    thief *t = context;
    (void)sample;
    t->sim->accounts.energy.dissipated += t->energy;
    t->energy = 0;
    return true;
}

/*
 * From bodies at rest: what one of them has at 1 mm/s, the threshold of impacts. Rounding of a stack at rest is
 * 16 u J²/m, J = m g t: at most 1.8e-15 × 10² × 100² m = 1.8e-9 m, below 5e-7 m by more than the factor 10 between
 * the limit for rounding, 1e-9, and that of the tolerance. Heavier ones on top press with more than their own mass:
 * the loss is that of all together.
 */
START_TEST(losses_of_resting_bodies_are_seen) {
    for (unsigned seed = 1; seed <= MODELS; seed++) {
        scene *s = scene_at_rest((kind)_i, seed);
        thud_run_options run = thud_model_run_options(s->model);
        run.output_interval = run.duration;
        ck_assert_int_eq(thud_simulation_set_options(s->simulation, &run, NULL), THUD_OK);
        double mass = 0, lightest = INFINITY;
        for (size_t i = 0; i < s->simulation->structure.n; i++) mass += s->simulation->structure.mass[i];
        for (size_t i = 0; i < s->simulation->structure.n; i++)
            lightest = fmin(lightest, s->simulation->structure.mass[i]);
        /* J²/m of the lightest with all on it */
        thief t = {s->simulation, 0.5e-6 * mass * fmax(1, mass / lightest)};
        /* springs that hang hold more than rounding: a hundredth of that is missing */
        t.energy = fmax(t.energy, 0.01 * thud_simulation_stored(s->simulation));
        thud_observer observer = {.context = &t, .sample = steal};
        thud_status status = thud_simulation_run(s->simulation, &observer);
        ck_assert_double_eq(t.energy, 0);
        ck_assert_msg(status == THUD_ERROR_BALANCE, "kind %d, seed %d: %s, %g", _i, (int)seed,
                      thud_status_text(status), s->summary->energy.residual);
        scene_close(s);
    }
}
END_TEST

/* a ball that falls and bounces, at any tolerance: it closes within the limit, ten times the tolerance or 1e-9, and
 * a loss of thirty times the tolerance is seen, or of 3e-8 */
START_TEST(losses_of_moving_bodies_are_seen) {
    static const char *const laws[] = {"newton", "flores", "hertz", "kelvin-voigt"};
    for (unsigned seed = 1; seed <= MODELS; seed++)
        for (int stolen = 0; stolen < 2; stolen++) {
            dice d = dice_of(100 * seed + (unsigned)_i);
            double height = spread(&d, 1e-3, 10), mass = spread(&d, 1e-3, 1e6);
            double gravity = spread(&d, 0.1, 10), period = 2 * sqrt(2 * height / gravity);
            scene *s = scene_open(roll(&d, 1, 20) * period);
            thud_body ball = scene_body(s, mass, 0, 0);
            double stiffness = mass * spread(&d, 1e5, 1e7), tolerance = spread(&d, 1e-13, 1e-3);
            scene_touch(s, ball, THUD_BODY_GROUND,
                        scene_contact(laws[_i], height, _i == 2 ? 1 : roll(&d, 0.2, 0.9), _i > 0 ? stiffness : 0));
            thud_model_set_gravity(s->model, gravity);
            thud_model_set_output(s->model, thud_model_duration(s->model), false);
            thud_model_set_tolerance(s->model, tolerance);
            scene_build(s);
            /* of m g h, by which the residual is measured; a soft floor is a little lower */
            thief t = {s->simulation, stolen * 30 * fmax(1e-9, tolerance) * 1.1 * mass * gravity * height};
            thud_observer observer = {.context = &t, .sample = steal};
            thud_status status = thud_simulation_run(s->simulation, &observer);
            ck_assert_msg(status == (stolen ? THUD_ERROR_BALANCE : THUD_OK), "%s, seed %d: %s %g", laws[_i],
                          (int)seed, thud_status_text(status), s->summary->energy.residual);
            scene_close(s);
        }
}
END_TEST

/* ---- systems of callbacks ---- */

static double *stolen_from;

/* energy that the forces know nothing of, from half the time on */
static double leaking(void *context, double t, const double *q, const double *v) {
    return row_energy(context, t, q, v) - (t > 0.5 ? *stolen_from : 0);
}

START_TEST(systems_at_rest) {
    for (unsigned seed = 1; seed <= MODELS; seed++) {
        dice d = dice_of(100 * seed);
        row r = {.count = 1 + (size_t)(3 * roll(&d, 0, 1)), .gravity = spread(&d, 0.1, 10)};
        thud_gap_contact contacts[DOF_LIMIT];
        double loss = 0;
        for (size_t i = 0; i < r.count; i++) {
            r.mass[i] = spread(&d, 1e-1, 1e2);
            contacts[i] = contact_of("newton", roll(&d, 0, 1), 0);
            loss += 0.5e-6 * r.mass[i];
        }
        for (int stolen = 0; stolen < 2; stolen++) {
            thud_system system = row_system(&r, contacts);
            if (stolen) system.energy = leaking;
            stolen_from = &loss; /* all that they would have at 1 mm/s, the threshold */
            thud_system_options options = options_for(1);
            double q[DOF_LIMIT] = {0}, v[DOF_LIMIT] = {0};
            outcome o = {0};
            solve(&o, &system, &options, q, v);
            ck_assert_msg(o.status == (stolen ? THUD_ERROR_BALANCE : THUD_OK), "seed %d: %g", (int)seed,
                          o.summary.energy.residual);
        }
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rest");
    tcase_add_loop_test(tests, nothing_in_nothing_missing, 0, KINDS);
    tcase_add_loop_test(tests, losses_of_resting_bodies_are_seen, 0, KINDS);
    tcase_add_loop_test(tests, losses_of_moving_bodies_are_seen, 0, 4);
    tcase_add_test(tests, systems_at_rest);
    return run_suite("rest", tests);
}
