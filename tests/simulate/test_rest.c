/*
 * Bodies at rest, which have no energy but rounding: nothing goes in, and nothing may be missing. And that a loss
 * which is one is still seen, in runs of the same kind.
 */
#include "model/model.h"
#include "simulate/row.h"
#include "simulate/scene.h"
#include "simulate/simulation.h"

enum { MODELS = 40 }; /* of each kind */

/* a small generator of its own: the same models everywhere */
typedef struct dice {
    uint64_t state;
} dice;

static double throw(dice * d) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(d->state >> 11) * 0x1p-53;
}

static double between(dice *d, double low, double high) { return low + (high - low) * throw(d); }
static double over_decades(dice *d, double low, double high) { return low * pow(high / low, throw(d)); }

typedef enum kind { PRESSED, STACKED, PUSHED, HANGING, LEFT_ALONE, STEPPED, KINDS } kind;

/* a ground motion that never lifts what gravity holds */
static void shake(scene *s, dice *d, double gravity) {
    thud_signal sine = {.kind = THUD_SIGNAL_SINE,
                        .amplitude = 0.9 * gravity * throw(d),
                        .frequency = over_decades(d, 0.1, 10),
                        .phase = between(d, 0, 6)};
    if (throw(d) < 0.5) thud_model_set_ground(s->model, &sine);
}

/* bodies over each other, the lowest on the floor; springs press them on */
static void stack(scene *s, dice *d, size_t count) {
    thud_body below = THUD_GROUND;
    double at = throw(d) < 0.5 ? 0 : between(d, -1, 0);
    for (size_t i = 0; i < count; i++) {
        double mass = over_decades(d, 1e-2, 1e6);
        thud_body body = scene_body(s, mass, at, 0);
        scene_touch(s, body, below, scene_contact("newton", below == THUD_GROUND ? at : 0, throw(d), 0));
        if (throw(d) < 0.3) scene_spring(s, THUD_GROUND, body, mass * over_decades(d, 0.01, 10), mass * throw(d));
        below = body;
    }
}

static void hold(scene *s, dice *d, kind k) {
    double gravity = over_decades(d, 0.1, 10), mass = over_decades(d, 1e-2, 1e6);
    double stiffness = mass * over_decades(d, 1, 1e6);
    switch (k) {
    case PRESSED:
    case STEPPED: stack(s, d, 1); break;
    case STACKED: stack(s, d, 2 + (size_t)(3 * throw(d))); break;
    case PUSHED: {
        double at = between(d, 0, 1);
        thud_body body = scene_body(s, mass, at, 0);
        scene_touch(s, body, THUD_GROUND, scene_contact("poisson", at, throw(d), 0));
        thud_model_add_force(
            s->model, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = mass * over_decades(d, 0.1, 10)});
        gravity = 0;
        break;
    }
    case HANGING:
        scene_spring(s, THUD_GROUND, scene_body(s, mass, mass * gravity / stiffness, 0), stiffness, 0);
        break;
    case LEFT_ALONE:
        scene_touch(s, scene_body(s, mass, 0, 0), THUD_GROUND,
                    scene_contact("hertz", throw(d) < 0.5 ? 0.1 : 0.01, 1, 1e6));
        gravity = 0;
        break;
    case KINDS: break;
    }
    if (k <= STACKED) shake(s, d, gravity);
    if (k == STEPPED) thud_model_set_solver(s->model, THUD_SOLVER_MOREAU, 1e-2);
    thud_model_set_gravity(s->model, gravity);
}

static scene *scene_at_rest(kind k, uint64_t seed) {
    dice d = {seed * 2654435761u + (uint64_t)k};
    for (int i = 0; i < 8; i++) throw(&d);
    scene *s = scene_open(over_decades(&d, 0.1, 100));
    hold(s, &d, k);
    scene_build(s);
    return s;
}

START_TEST(nothing_in_nothing_missing) {
    for (uint64_t seed = 1; seed <= MODELS; seed++) {
        scene *s = scene_at_rest((kind)_i, seed);
        scene_try(s);
        const thud_energy_summary *e = &s->summary->energy;
        ck_assert_msg(s->status == THUD_OK, "kind %d, seed %d: %s", _i, (int)seed, s->summary->stop);
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
    t->sim->books.dissipated += t->energy;
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
    for (uint64_t seed = 1; seed <= MODELS; seed++) {
        scene *s = scene_at_rest((kind)_i, seed);
        s->model->output_interval = s->model->duration; /* which a simulation reads when it runs */
        double mass = 0, lightest = INFINITY;
        for (size_t i = 0; i < s->simulation->n; i++) mass += s->simulation->mass[i];
        for (size_t i = 0; i < s->simulation->n; i++) lightest = fmin(lightest, s->simulation->mass[i]);
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

/* a ball that falls and bounces: a millionth of its energy, at the default tolerance, whose limit is 1e-8 */
START_TEST(losses_of_moving_bodies_are_seen) {
    static const char *const laws[] = {"newton", "flores", "hertz", "kelvin-voigt"};
    for (uint64_t seed = 1; seed <= MODELS; seed++)
        for (int stolen = 0; stolen < 2; stolen++) {
            dice d = {seed * 2654435761u + (uint64_t)_i};
            double height = over_decades(&d, 1e-3, 10), mass = over_decades(&d, 1e-3, 1e6);
            double gravity = over_decades(&d, 0.1, 10), period = 2 * sqrt(2 * height / gravity);
            scene *s = scene_open(between(&d, 1, 20) * period);
            thud_body ball = scene_body(s, mass, 0, 0);
            double stiffness = mass * over_decades(&d, 1e5, 1e7);
            scene_touch(
                s, ball, THUD_GROUND,
                scene_contact(laws[_i], height, _i == 2 ? 1 : between(&d, 0.2, 0.9), _i > 0 ? stiffness : 0));
            thud_model_set_gravity(s->model, gravity);
            thud_model_set_output(s->model, thud_model_duration(s->model), false);
            scene_build(s);
            /* the loss is a part of what it has by the end, m g (way): at least that of the first half fall */
            thief t = {s->simulation, stolen * 1e-6 * mass * gravity * height};
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
    for (uint64_t seed = 1; seed <= MODELS; seed++) {
        dice d = {seed * 2654435761u};
        row r = {.count = 1 + (size_t)(3 * throw(&d)), .gravity = over_decades(&d, 0.1, 10)};
        thud_gap_contact contacts[DOF_LIMIT];
        double loss = 0;
        for (size_t i = 0; i < r.count; i++) {
            r.mass[i] = over_decades(&d, 1e-1, 1e2);
            contacts[i] = contact_of("newton", throw(&d), 0);
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
