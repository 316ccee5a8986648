/*
 * Random models of every class, which have to come to their end: random_models [COUNT [FIRST [each]]]. A run must
 * not end for lack of progress or by numbers that are too large, its energy balance must close, and none may take
 * more than a hundred times the work of the median of its class. Contacts without loss (e = 1) that are squeezed
 * may have infinitely many impacts: then the run says so. One compliant contact in some thousand is pressed from
 * rest, has the damping of the impact threshold, and creeps under 1e5 times the critical one: the run says that,
 * too.
 *
 * `make test` runs 2,000 models, `make random-models MODELS=100000` as many as wanted; `each` prints a line for
 * each.
 */
#include <stdlib.h>

#include "simulate/random_models.h"
#include "simulate/state.h"

enum { MOST_STEPS = 2000000 };

/* models of larger samples that have not come to their end, or lost the balance, before: each has a cause of its
 * own, and is run whatever is asked for */
static const unsigned ONCE[] = {201047, 203271, 204279, 206474, 209534, 209912,
                                212915, 220110, 300803, 301821, 304388, 384370};

/* ---- what comes of them ---- */

typedef struct tally {
    bool each; /* print a line for each model */
    size_t runs, failed, elastic, endless, creeping;
    double *work; /* [runs] steps, each times the bodies */
    double most;  /* the largest, and its model */
    unsigned worst;
} tally;

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void say(const class *c, unsigned seed, const char *what) {
    printf("%s, model %u: %s\n", c->name, seed, what);
}

/* without Check, which this program is not a suite of */
static bool is_built(scene *s, const class *c, unsigned seed) {
    thud_error problem = {0};
    const bool built = thud_model_build(s->model, &problem) == THUD_OK &&
                       thud_simulation_create(s->model, &s->simulation) == THUD_OK;
    if (built) s->simulation->motion.step_limit = MOST_STEPS;
    if (built) s->summary = thud_simulation_summary(s->simulation);
    else say(c, seed, problem.text);
    return built;
}

static void try(const class *c, unsigned seed, tally *all) {
    dice d = dice_of(seed);
    traits t = {0};
    scene *s = scene_open(roll(&d, 2, 6));
    c->build(s, &d, &t);
    /* without a threshold a compliant contact that closes at rest has no speed to be calibrated for */
    if (choose(&d, 3) == 0) thud_model_set_impact_threshold(s->model, t.compliant || choose(&d, 2) ? 1e-4 : 0);
    if (!is_built(s, c, seed)) {
        all->failed++;
        scene_close(s);
        return;
    }
    scene_try(s);
    const thud_summary *r = s->summary;
    const bool endless = t.elastic && s->status == THUD_ERROR_PROGRESS && !strstr(r->error.text, "over and over");
    /* how often bodies without a loss strike each other is a matter of their motion alone */
    const bool creeps = t.compliant && s->status == THUD_ERROR_PROGRESS && strstr(r->error.text, "it creeps under");
    const double work = t.elastic || creeps ? 0 : (double)r->solver.steps * (double)r->body_count;
    all->elastic += t.elastic || creeps;
    all->creeping += creeps;
    if (work > all->most) {
        all->most = work;
        all->worst = seed;
    }
    all->work[all->runs++] = work;
    all->endless += endless;
    if (!endless && !creeps && (s->status != THUD_OK || !(fabs(r->energy.residual) <= 1e-9))) {
        char text[400];
        snprintf(text, sizeof text, "%.300s, residual %.2g", s->status == THUD_OK ? "ends" : r->error.text,
                 r->energy.residual);
        say(c, seed, text);
        all->failed++;
    }
    if (all->each)
        printf("%s, model %u: %zu bodies, %zu steps, %zu events, %zu impacts, %.3f s%s\n", c->name, seed,
               r->body_count, r->solver.steps, r->solver.events, r->impacts, r->solver.wall_seconds,
               t.elastic ? ", without loss" : "");
    scene_close(s);
}

/* false where one of them takes more than a hundred times the work of the median */
static bool conclude(const class *c, tally *all) {
    double median;
    qsort(all->work, all->runs, sizeof *all->work, compare);
    median = all->work[(all->runs + all->elastic) / 2]; /* of those with a loss, which come last */
    printf(
        "%-14s %7zu runs, %zu failed, %zu without end, %zu creep, work %.3g, at most %.3g (%.0f times, model %u)\n",
        c->name, all->runs, all->failed, all->endless, all->creeping, median, all->most, all->most / median,
        all->worst);
    return all->failed == 0 && all->creeping <= 1 + all->runs / 1000 && all->most <= 100 * median;
}

int main(int argc, char **argv) {
    const unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2000,
                   first = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    tally all[CLASS_COUNT] = {0};
    bool well = true;
    for (size_t i = 0; i < CLASS_COUNT; i++) {
        all[i].work = calloc(count / CLASS_COUNT + 2 + sizeof ONCE / sizeof *ONCE, sizeof(double));
        all[i].each = argc > 3;
    }
    for (size_t i = 0; i < sizeof ONCE / sizeof *ONCE; i++)
        try(&CLASSES[ONCE[i] % CLASS_COUNT], ONCE[i], &all[ONCE[i] % CLASS_COUNT]);
    for (unsigned seed = first; seed < first + count; seed++)
        try(&CLASSES[seed % CLASS_COUNT], seed, &all[seed % CLASS_COUNT]);
    for (size_t i = 0; i < CLASS_COUNT; i++) {
        if (all[i].runs > 0) well = conclude(&CLASSES[i], &all[i]) && well;
        free(all[i].work);
    }
    return well ? 0 : 1;
}
