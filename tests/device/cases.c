/*
 * Random cases on a device beside the library: device_cases [CASES], or device_cases few. Half of them are chains
 * of one to ten bodies, half one body between stops, of every law in turn; all laws, both separations, records and
 * sines; and a tenth as many chains whose links yield. `few` are four shapes, for whose kernels a driver's compiler
 * takes seconds. The tolerance of the kernels is that of sweeps.
 *
 * A case agrees when all counts are the same and every peak, force and energy is within 1e-6. One that does not
 * must be ill conditioned: the library itself, with a tolerance ten times tighter or gaps larger or smaller by
 * 1e-10, has to be off by a hundredth of the difference at least, for a hundred impacts have as many errors of a
 * step; or by 1e-6 where an impact is counted that was too slow, or too late, in the other. Exit status 1 when one
 * is not; 77 without a device.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/thud.h>

#include "device/opencl.h"
#include "model/model.h"
#include "random_model.h"

enum { MOST = 512, FAMILIES = RANDOM_BODIES + 5 };

static const double SAME = 1e-6, CLOSE = 100;

typedef struct tally {
    size_t cases, agree, declined, ill, failed, wrong; /* failed: the library itself, by its energy balance */
    double worst;                                      /* of those that agree */
} tally;

typedef struct family {
    char name[40];
    random_model (*make)(unsigned seed, int bodies);
    int bodies;
    unsigned step; /* from seed to seed; 0: 1 */
    unsigned seed; /* of the next one */
    size_t count;
    int lanes; /* threads of a work-group; 0: as the device has it */
} family;

static random_model make_chain(unsigned seed, int bodies) { return random_chain(seed, bodies); }
static random_model make_yielding(unsigned seed, int bodies) { return random_yielding_chain(seed, bodies); }
static random_model make_stops(unsigned seed, int bodies) { return (void)bodies, random_stops(seed); }
static random_model make_rigid(unsigned seed, int bodies) { return (void)bodies, random_rigid_stops(seed); }

static random_model make_on_sine(unsigned seed, int bodies) {
    return (void)bodies, random_rigid_stops_on_sine(seed);
}

static void fail(const char *what) {
    fprintf(stderr, "device_cases: %s\n", what);
    exit(EXIT_FAILURE);
}

/* ---- judging ---- */

/* how far the library is from itself */
static double own_difference(const random_model *m, const thud_summary *of) {
    double worst = 0;
    for (int how = 0; how < 3; how++) {
        const double shares[] = {0, 1e-10, -1e-10};
        thud_simulation *other = random_model_run(m, shares[how], how == 0 ? 0.1 * m->model->run.tolerance : 0);
        if (!other) return INFINITY;
        worst = fmax(worst, summary_difference(thud_simulation_summary(other), of));
        thud_simulation_free(other);
    }
    return worst;
}

static void judge(const random_model *m, const thud_batch_arrays *a, size_t index, const char *name, tally *t) {
    thud_body_summary bodies[THUD_DEVICE_BODIES];
    thud_contact_summary contacts[THUD_DEVICE_CONTACTS];
    thud_link_summary links[THUD_DEVICE_LINKS];
    thud_summary summary;
    t->cases++;
    if (!thud_batch_take(a, index, 10 * m->model->run.tolerance, &summary, bodies, contacts, links)) {
        t->declined++;
        return;
    }
    thud_simulation *simulation = random_model_run(m, 0, 0);
    if (!simulation) {
        t->failed++;
        return;
    }
    const thud_summary *of = thud_simulation_summary(simulation);
    double off = summary_difference(&summary, of), own = off <= SAME ? 0 : own_difference(m, of);
    if (off <= SAME) {
        t->agree++;
        t->worst = fmax(t->worst, off);
    } else if (off < INFINITY ? off <= CLOSE * own : own >= SAME) {
        t->ill++;
    } else {
        t->wrong++;
        printf("%s: off by %g, the library by itself by %g; %zu impacts and %zu\n", name, off, own, summary.impacts,
               of->impacts);
    }
    thud_simulation_free(simulation);
}

/* ---- running ---- */

/* models of one shape */
static void run_batch(size_t device, const family *f, const random_model *models, const size_t *of_shape,
                      size_t count, tally *t) {
    thud_device *lane = NULL;
    thud_batch_arrays *a = NULL;
    thud_error error = {0};
    thud_case_shape shape = thud_shape_of(models[of_shape[0]].model);
    shape.lanes = f->lanes;
    if (thud_device_open(device, &shape, &lane, &error) != THUD_OK) fail(error.text);
    if (thud_batch_arrays_create(&shape, count, &a) != THUD_OK) fail("no memory");
    for (size_t i = 0; i < count; i++)
        if (thud_batch_put(a, i, models[of_shape[i]].model) != THUD_OK) fail("a case cannot be packed");
    if (thud_device_run(lane, a, count, 0.1 * models[of_shape[0]].model->run.tolerance, &error) != THUD_OK)
        fail(error.text);
    for (size_t i = 0; i < count; i++) judge(&models[of_shape[i]], a, i, f->name, t);
    thud_batch_arrays_free(a);
    thud_device_close(lane);
}

/* all of one shape first, then those of the next */
static void run_models(size_t device, const family *f, const random_model *models, size_t count, tally *t) {
    static size_t of_shape[MOST];
    static bool done[MOST];
    memset(done, 0, sizeof done);
    for (size_t first = 0; first < count; first++) {
        const char *reason = NULL;
        size_t found = 0;
        if (done[first]) continue;
        if (!thud_device_covers(models[first].model, &reason)) fail(reason);
        const thud_case_shape shape = thud_shape_of(models[first].model);
        for (size_t i = first; i < count; i++) {
            const thud_case_shape other = thud_shape_of(models[i].model);
            if (done[i] || !thud_shape_is(&shape, &other)) continue;
            done[i] = true;
            of_shape[found++] = i;
        }
        run_batch(device, f, models, of_shape, found, t);
    }
}

static tally run_family(size_t device, family *f) {
    static random_model models[MOST];
    tally t = {0};
    for (size_t left = f->count; left > 0;) {
        size_t count = left < MOST ? left : MOST;
        for (size_t i = 0; i<count; i++, f->seed += f->step> 0 ? f->step : 1)
            models[i] = f->make(f->seed, f->bodies);
        run_models(device, f, models, count, &t);
        for (size_t i = 0; i < count; i++) thud_model_free(models[i].model);
        left -= count;
    }
    return t;
}

static void print(const char *name, const tally *t) {
    printf("%-24s %7zu %9zu %9.1e %9zu %15zu %15zu %7zu\n", name, t->cases, t->agree, t->worst, t->declined, t->ill,
           t->failed, t->wrong);
    fflush(stdout);
}

/* stops, then chains by the number of their bodies, for whose kernels a GPU's compiler takes longer and longer */
static size_t list_families(size_t cases, family *list) {
    list[0] = (family){.name = "between stops", .make = make_stops, .count = cases / 4};
    list[1] = (family){.name = "between rigid stops", .make = make_rigid, .count = cases / 8};
    list[2] = (family){.name = "the same on a sine", .make = make_on_sine, .count = cases / 8};
    list[3] = (family){.name = "chain of 2 that yields", .make = make_yielding, .bodies = 2, .count = cases / 10};
    list[4] = list[3];
    snprintf(list[4].name, sizeof list[4].name, "the same by work-groups");
    list[4].lanes = THUD_DEVICE_LANES;
    list += 5;
    for (int i = 0; i < RANDOM_BODIES; i++) {
        list[i] = (family){
            .make = make_chain, .bodies = i + 1, .count = cases / 2 / RANDOM_BODIES, .seed = 10000 * (unsigned)i};
        snprintf(list[i].name, sizeof list[i].name, "chain of %d", i + 1);
    }
    return FAMILIES;
}

static size_t list_few(family *list) {
    list[0] = (family){.name = "chain of 2", .make = make_chain, .bodies = 2, .count = 50};
    list[1] = (family){.name = "between rigid stops", .make = make_rigid, .count = 100};
    list[2] = (family){.name = "between stops of flores", .make = make_stops, .count = 50};
    list[2].seed = seed_of_law("flores", 0);
    list[2].step = seed_of_law("flores", 1) - list[2].seed;
    list[3] = list[2];
    snprintf(list[3].name, sizeof list[3].name, "the same in groups");
    list[3].lanes = 8;
    list[4] = (family){.name = "chain of 2 that yields", .make = make_yielding, .bodies = 2, .count = 50};
    return 5;
}

/* the kernels of a work-group, which run on GPUs only, are taken by the compiler */
static void compile_for_lanes(size_t device, random_model m) {
    thud_case_shape shape = thud_shape_of(m.model);
    thud_device *with_lanes = NULL;
    thud_error error;
    shape.lanes = THUD_DEVICE_LANES;
    if (thud_device_open(device, &shape, &with_lanes, &error) != THUD_OK) fail(error.text);
    thud_device_close(with_lanes);
    thud_model_free(m.model);
}

static void add(tally *all, const tally *t) {
    all->cases += t->cases;
    all->agree += t->agree;
    all->declined += t->declined;
    all->ill += t->ill;
    all->failed += t->failed;
    all->wrong += t->wrong;
    all->worst = fmax(all->worst, t->worst);
}

int main(int argc, char **argv) {
    thud_device_info info;
    family list[FAMILIES];
    tally all = {0};
    const bool few = argc > 1 && strcmp(argv[1], "few") == 0;
    const size_t count = few ? list_few(list) : list_families(argc > 1 ? strtoul(argv[1], NULL, 10) : 10000, list);
    if (thud_device_at(0, &info) != THUD_OK || !info.has_doubles) return 77;
    compile_for_lanes(0, random_chain(1, 6));
    compile_for_lanes(0, random_yielding_chain(1, 2));
    printf("%s\n%-24s %7s %9s %9s %9s %15s %15s %7s\n", info.name, "", "cases", "agree", "within", "declined",
           "ill conditioned", "library fails", "wrong");
    for (size_t i = 0; i < count; i++) {
        if (list[i].lanes == THUD_DEVICE_LANES && !info.is_gpu) continue; /* pocl compiles these, and crashes */
        const tally t = run_family(0, &list[i]);
        print(list[i].name, &t);
        add(&all, &t);
    }
    print("all", &all);
    return all.wrong == 0 && 10 * all.agree > 8 * all.cases ? EXIT_SUCCESS : EXIT_FAILURE;
}
