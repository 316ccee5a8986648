/*
 * Peaks are true ones, wherever in a step they lie: no sample of a dense history is beyond them, and a run that
 * goes the general way, because of a second body, has the same. An argument runs the seeds from there on, as many
 * as a second one says.
 */
#include "simulate/one_body.h"
#include "simulate/state.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 60 }; /* twenty times as slow */
#else
enum { SEEDS = 500 };
#endif
enum { MOST_STOPS = 3, PEAKS = 3 + 2 * MOST_STOPS };

static unsigned first_seed = 0, seed_count = SEEDS;

static const char *const names[PEAKS] = {"displacement",  "velocity",      "acceleration",
                                         "force 0",       "force 1",       "force 2",
                                         "penetration 0", "penetration 1", "penetration 2"};

typedef struct peaks {
    double of[PEAKS];
} peaks;

static void raise(double *peak, double value) {
    if (fabs(value) > *peak) *peak = fabs(value);
}

static bool take_sample(void *context, const thud_sample *sample) {
    peaks *p = context;
    raise(&p->of[0], sample->displacement[0]);
    raise(&p->of[1], sample->velocity[0]);
    raise(&p->of[2], sample->acceleration[0]);
    return true;
}

static bool take_contact(void *context, const thud_contact_sample *sample) {
    peaks *p = context;
    if (sample->force > p->of[3 + sample->contact]) p->of[3 + sample->contact] = sample->force;
    raise(&p->of[3 + MOST_STOPS + sample->contact], sample->penetration);
    return true;
}

static peaks of_summary(const thud_summary *summary) {
    const thud_body_summary *b = summary->bodies;
    peaks p = {{b->max_displacement, b->max_velocity, b->max_acceleration}};
    for (size_t i = 0; i < summary->contact_count; i++) {
        p.of[3 + i] = summary->contacts[i].max_force;
        p.of[3 + MOST_STOPS + i] = summary->contacts[i].max_penetration;
    }
    return p;
}

static peaks run(scene *s, unsigned seed, const thud_observer *observer) {
    thud_status status = thud_simulation_run(s->simulation, observer);
    ck_assert_msg(status == THUD_OK, "seed %u: %s", seed, s->summary->error.text);
    return of_summary(s->summary);
}

/* the largest relative difference; `which` may be NULL */
static double difference(const peaks *a, const peaks *b, int *which) {
    double most = 0;
    for (int i = 0; i < PEAKS; i++) {
        double own = a->of[i] == b->of[i] ? 0 : fabs(a->of[i] / b->of[i] - 1);
        if (!(own <= most)) {
            most = own;
            if (which) *which = i;
        }
    }
    return most;
}

/* how much larger than a change of the gaps the change of the peaks is, the general way */
static double sensitivity(scene *s, unsigned seed, const peaks *before) {
    const double change = 1e-10;
    for (size_t i = 0; i < s->summary->contact_count; i++) {
        thud_gap_contact c = s->simulation->contacts.given[i];
        c.gap *= i % 2 == 0 ? 1 + change : 1 - change;
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, i, &c), THUD_OK);
    }
    peaks after = run(s, seed, NULL);
    return difference(&after, before, NULL) / change;
}

/* of all samples, some ten to a step of the record, and those in contacts: as many as eight to a step of the solver
 */
static peaks dense_history(unsigned seed) {
    peaks p = {0};
    thud_observer observer = {.context = &p, .sample = take_sample, .contact = take_contact};
    scene *s = one_body_scene(seed, 0);
    thud_model_set_output(s->model, thud_model_duration(s->model) / 1733, false);
    scene_build(s);
    run(s, seed, &observer);
    scene_close(s);
    return p;
}

/*
 * Errors: contacts to 1e-13 and the 1e-12 that a search for a summit leaves (press.c), a hundred times larger by
 * what impacts make of it, are 1e-10. A model that magnifies more says nothing, and is not compared: false.
 */
static bool check_seed(unsigned seed) {
    scene *one = one_body_scene(seed, 0), *two = one_body_scene(seed, 1);
    scene_build(one);
    scene_build(two);
    peaks fast = run(one, seed, NULL), general = run(two, seed, NULL), dense = dense_history(seed);
    bool compared = sensitivity(two, seed, &general) <= 100;
    if (compared) {
        /* 1e-14: rounding of loads of up to 60 m/s² that are added and taken away again */
        for (int i = 0; i < PEAKS; i++)
            ck_assert_msg(dense.of[i] <= fast.of[i] * (1 + 1e-9) + 1e-14, "seed %u: %s %.17g, a sample has %.17g",
                          seed, names[i], fast.of[i], dense.of[i]);
        int which = 0;
        double most = difference(&fast, &general, &which);
        ck_assert_msg(most <= 1e-9, "seed %u: %s %.17g, in general %.17g, off by %.2g", seed, names[which],
                      fast.of[which], general.of[which], most);
    }
    scene_close(one);
    scene_close(two);
    return compared;
}

START_TEST(peaks_of_random_models) {
    unsigned compared = 0;
    for (unsigned i = 0; i < seed_count; i++) compared += check_seed(first_seed + i);
    ck_assert_msg(compared >= seed_count * 9 / 10, "only %u of %u could be compared", compared, seed_count);
}
END_TEST

int main(int count, char **arguments) {
    if (count > 1) first_seed = (unsigned)strtoul(arguments[1], NULL, 10);
    if (count > 2) seed_count = (unsigned)strtoul(arguments[2], NULL, 10);
    TCase *tests = tcase_create("peaks");
    tcase_add_test(tests, peaks_of_random_models);
    return run_suite("peaks", tests);
}
