/*
 * The bridge deck of bench_run with every compliant law that one body runs by, timed side by side. Restitution,
 * stiffness and gaps are those of the deck; laws with n = 1 have a tenth of the stiffness, which is about that of
 * the others at a penetration of a centimetre. The laws end as their papers say.
 */
#include "run_laws.h"

#include <stdio.h>
#include <string.h>

#include <thud/thud.h>

#include "run_case.h"
#include "timing.h"

enum { LAWS = 32 };

static const char *const STANDARD = "gonthier";
static const double TOLERANCE = 1e-6;

typedef struct law_run {
    const thud_law *law;
    thud_model *model;
    thud_simulation *simulation;
} law_run;

static double work(void *context) {
    law_run *run = context;
    if (thud_simulation_run(run->simulation, NULL) != THUD_OK) return 0;
    return thud_simulation_summary(run->simulation)->bodies[0].max_displacement;
}

static bool is_for_one_body(const thud_law *law) {
    const thud_force_kind kind = law->structure->kind;
    return kind == THUD_FORCE_ELASTIC || kind == THUD_FORCE_VISCOUS || kind == THUD_FORCE_BILINEAR;
}

static bool open_run(law_run *run, const run_case *which) {
    run->model = run_case_model(which, TOLERANCE, false);
    if (!run->model || thud_simulation_create(run->model, &run->simulation) != THUD_OK) return false;
    for (size_t i = 0; i < 2; i++) {
        thud_gap_contact how = thud_gap_contact_default(run->law);
        how.gap = which->contact[i].gap;
        how.restitution = run->law->structure->kind == THUD_FORCE_ELASTIC ? 1 : which->contact[i].restitution;
        how.stiffness = how.exponent == 1 ? 0.1 * which->contact[i].stiffness : which->contact[i].stiffness;
        if (thud_simulation_set_contact(run->simulation, i, &how) != THUD_OK) return false;
    }
    return thud_simulation_run(run->simulation, NULL) == THUD_OK;
}

bool run_laws(void) {
    law_run runs[LAWS];
    timing_task tasks[LAWS];
    run_case which;
    size_t count = 0, standard = 0;
    bool good = run_case_bridge(&which);
    for (size_t i = 0; good && i < thud_law_count() && count < LAWS; i++) {
        runs[count] = (law_run){.law = thud_law_at(i)};
        if (!is_for_one_body(runs[count].law)) continue;
        good = open_run(&runs[count], &which);
        if (strcmp(runs[count].law->name, STANDARD) == 0) standard = count;
        tasks[count] = (timing_task){.work = work, .context = &runs[count], .calls = 1};
        count++;
    }
    if (good) timing_run(tasks, count);
    printf("bridge deck, every compliant law, at a tolerance of %g: time per run, beside %s\n", TOLERANCE,
           STANDARD);
    for (size_t i = 0; good && i < count; i++)
        printf("  %-22s %9.1f us  %5.2f  %zu impacts\n", runs[i].law->name, 1e6 * tasks[i].seconds,
               tasks[i].seconds / tasks[standard].seconds, thud_simulation_summary(runs[i].simulation)->impacts);
    fflush(stdout);
    for (size_t i = 0; i < count; i++) {
        thud_simulation_free(runs[i].simulation);
        thud_model_free(runs[i].model);
    }
    run_case_free(&which);
    return good;
}
