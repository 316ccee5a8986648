/*
 * Large structures: towers, structures by matrices, and rows of buildings.
 *
 * A tower is as quick as its period of 0.4 √n s makes it. With modal damping both rivals have its modes, which cost
 * nothing here, and one equation for each; a chain with dashpots they have body by body, with a banded Jacobian or
 * factor. All give the peaks of every body: the rivals of displacements at the points of the record alone, thud the
 * true ones of displacement, velocity and acceleration.
 *
 * Errors are those of displacement and velocity of the top at the points of the record, relative to the largest of
 * each; the reference is thud at 1e-12. Times are of the solver, the least of a few runs.
 */
#include "run_large.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rival_tower.h"
#include "timing.h"

static const double MASS = 3e5, RATIO = 0.05, GRAVITY = 9.80665, STEP = 0.02, DURATION = 20;
static const double TARGET = 1e-6, NEWMARK_STEP = 1e-3, PI = 3.14159265358979323846;

typedef enum kind { MODAL, DASHPOTS, MATRICES, ROW } kind;

typedef struct entry {
    const char *name;
    kind kind;
    size_t n;
    double gap; /* m */
    bool rivals;
} entry;

static const entry ENTRIES[] = {
    {"tower, modal damping", MODAL, 10, 0.1, true},
    {"tower, modal damping", MODAL, 50, 0.1, true},
    {"tower, modal damping", MODAL, 100, 0.1, true},
    {"tower, modal damping", MODAL, 200, 0.1, true},
    {"tower, modal damping", MODAL, 400, 0.1, true},
    {"tower, modal damping", MODAL, 1000, 0.1, true},
    {"the same, never touching", MODAL, 1000, 9, true},
    {"tower, dashpots", DASHPOTS, 10, 0.1, true},
    {"tower, dashpots", DASHPOTS, 200, 0.1, true},
    {"tower, dashpots", DASHPOTS, 1000, 0.1, true},
    {"matrices, modal damping", MATRICES, 30, 0.1, true},
    {"matrices, modal damping", MATRICES, 100, 0.1, true},
    {"matrices, modal damping", MATRICES, 300, 0.1, true},
    {"row of buildings", ROW, 10, 0.02, false},
    {"row of buildings", ROW, 50, 0.02, false},
    {"row of buildings", ROW, 200, 0.02, false},
    {"row of buildings", ROW, 1000, 0.02, false},
};

/* ---- models ---- */

static thud_motion *make_record(void) {
    thud_motion *fine = NULL;
    thud_target target = {0};
    if (thud_ec8_init(&target.ec8, 1, 'B', 0.3 * GRAVITY) != THUD_OK) return NULL;
    thud_compatible_options options = thud_compatible_options_default(&target);
    options.seed = 2;
    if (thud_generate_compatible(&options, &fine, NULL) != THUD_OK) return NULL;
    /* at 0.02 s, as records of the time of El Centro are: every second of its samples */
    const size_t stride = (size_t)(STEP / fine->step + 0.5), count = (size_t)(DURATION / STEP + 0.5) + 1;
    thud_motion *record = thud_motion_create(count, STEP);
    for (size_t i = 0; record && i < count; i++)
        record->acceleration[i] = i * stride < fine->count ? fine->acceleration[i * stride] : 0;
    thud_motion_free(fine);
    return record;
}

static double stiffness_of(size_t n) {
    const double omega = 2 * PI / (0.4 * sqrt((double)n));
    return MASS * pow(0.5 * omega / sin(0.5 * PI / (double)(2 * n + 1)), 2);
}

/* of two bodies with the spring between them */
static double dashpot_of(size_t n) { return 2 * RATIO * sqrt(stiffness_of(n) * MASS / 2); }

static void add_storeys(thud_model *model, const entry *e, double stiffness) {
    char name[32];
    for (size_t i = 0; i < e->n; i++) {
        snprintf(name, sizeof name, "floor%zu", i + 1);
        const thud_body_id body = thud_model_add_body(model, name, MASS);
        const thud_link storey = {.stiffness = stiffness, .damping = e->kind == DASHPOTS ? dashpot_of(e->n) : 0};
        thud_model_add_link(model, i == 0 ? THUD_GROUND : (thud_body_id){body.number - 1}, body, &storey);
    }
}

static bool add_matrices(thud_model *model, size_t n, double stiffness) {
    double *mass = calloc(2 * n * n, sizeof *mass), *k = mass ? mass + n * n : NULL;
    if (!mass) return false;
    for (size_t i = 0; i < n; i++) {
        mass[i * n + i] = MASS;
        k[i * n + i] = i + 1 < n ? 2 * stiffness : stiffness;
        if (i > 0) k[i * n + i - 1] = k[(i - 1) * n + i] = -stiffness;
    }
    thud_model_add_matrices(model, &(thud_matrices){.count = n, .mass = mass, .stiffness = k});
    free(mass);
    return true;
}

static thud_gap_contact contact_of(double gap) {
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("gonthier"));
    contact.gap = gap;
    contact.stiffness = 2e9;
    contact.restitution = 0.6;
    contact.exponent = 1.5;
    contact.separation = THUD_SEPARATION_RETURN;
    return contact;
}

/* buildings of one body each, of periods between 0.4 and 1 s */
static void add_row(thud_model *model, const entry *e) {
    const thud_gap_contact contact = contact_of(e->gap);
    char name[32];
    for (size_t i = 0; i < e->n; i++) {
        snprintf(name, sizeof name, "building%zu", i + 1);
        const thud_body_id body = thud_model_add_body(model, name, MASS);
        const double omega = 2 * PI / (0.4 + 0.6 * fmod(0.618 * (double)i, 1));
        const thud_link link = {.stiffness = MASS * omega * omega, .damping_ratio = RATIO};
        thud_model_add_link(model, THUD_GROUND, body, &link);
        if (i == 0) continue;
        snprintf(name, sizeof name, "gap%zu", i);
        thud_model_add_contact(model, name, (thud_body_id){body.number - 1}, body, &contact);
    }
}

static thud_model *make_model(const entry *e, thud_motion *ground, double tolerance, bool sampled) {
    thud_model *model = thud_model_create();
    const thud_gap_contact contact = contact_of(e->gap);
    if (!model) return NULL;
    if (e->kind == ROW) add_row(model, e);
    else if (e->kind == MATRICES) add_matrices(model, e->n, stiffness_of(e->n));
    else add_storeys(model, e, stiffness_of(e->n));
    if (e->kind == MODAL || e->kind == MATRICES) thud_model_set_modal_damping(model, RATIO);
    if (e->kind != ROW) thud_model_add_contact(model, "wall", (thud_body_id){(int)e->n - 1}, THUD_GROUND, &contact);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = ground, .scale = 1});
    thud_model_set_duration(model, DURATION);
    thud_model_set_tolerance(model, tolerance);
    if (sampled) thud_model_set_output(model, STEP, false);
    if (thud_model_build(model, NULL) == THUD_OK) return model;
    thud_model_free(model);
    return NULL;
}

/* ---- thud ---- */

typedef struct side {
    thud_simulation *simulation;
    size_t top;
    double *to; /* where the next sample goes */
} side;

static bool take_sample(void *context, const thud_sample *sample) {
    side *s = context;
    if (sample->time <= 0) return true;
    *s->to++ = sample->displacement[s->top];
    *s->to++ = sample->velocity[s->top];
    return true;
}

static double work(void *context) {
    side *s = context;
    if (thud_simulation_run(s->simulation, NULL) != THUD_OK) return NAN;
    return thud_simulation_summary(s->simulation)->bodies[0].max_displacement;
}

static bool trace_thud(const entry *e, thud_motion *ground, double tolerance, double *trace) {
    side s = {.top = e->n - 1, .to = trace};
    thud_model *model = make_model(e, ground, tolerance, true);
    const thud_observer observer = {.context = &s, .sample = take_sample};
    const bool good = model && thud_simulation_create(model, &s.simulation) == THUD_OK &&
                      thud_simulation_run(s.simulation, &observer) == THUD_OK;
    thud_simulation_free(s.simulation);
    thud_model_free(model);
    return good;
}

static double error_of(const double *trace, const double *reference, size_t points) {
    double scale[2] = {0}, worst = 0;
    for (size_t i = 0; i < 2 * points; i++) scale[i % 2] = fmax(scale[i % 2], fabs(reference[i]));
    for (size_t i = 0; i < 2 * points; i++) worst = fmax(worst, fabs(trace[i] - reference[i]) / scale[i % 2]);
    return worst;
}

/* ---- rivals ---- */

static bool open_tower(tower *t, const entry *e, const thud_model *model, thud_motion *ground) {
    const size_t n = e->n;
    *t = (tower){.n = n,
                 .by_modes = e->kind != DASHPOTS,
                 .mass = MASS,
                 .stiffness = stiffness_of(n),
                 .damping = dashpot_of(n),
                 .gap = e->gap,
                 .contact_stiffness = 2e9,
                 .restitution = 0.6,
                 .ground = ground,
                 .points = ground->count - 1};
    if (!t->by_modes) return true;
    return rival_tower_take_modes(t, model, RATIO);
}

/* the loosest tolerance that comes to the target; its error and time */
static bool try_cvode(const tower *t, bool banded, const double *reference, tower_result *out, double *error,
                      double *seconds) {
    for (int tenth = 5; tenth <= 11; tenth++) {
        const double begin = timing_now();
        if (!rival_tower_cvode(t, banded, pow(10, -tenth), out)) continue;
        *seconds = timing_now() - begin;
        *error = error_of(out->trace, reference, t->points);
        if (*error <= TARGET) return true;
    }
    return false;
}

static void compare_rivals(const tower *t, const double *reference, double thud_seconds) {
    tower_result out = {calloc(2 * t->points, sizeof(double)), calloc(t->n, sizeof(double))};
    double error, seconds;
    for (int banded = 0; banded < (t->by_modes ? 1 : 2) && out.trace && out.peaks; banded++) {
        const char *name = banded ? "CVODE, BDF banded" : "CVODE, Adams";
        if (!try_cvode(t, banded, reference, &out, &error, &seconds))
            printf("    %-20s comes to no error of %.0e\n", name, TARGET);
        else
            printf("    %-20s %10.2f ms  error %.1e  ratio %6.1f\n", name, 1e3 * seconds, error,
                   seconds / thud_seconds);
        fflush(stdout);
    }
    const double begin = timing_now();
    if (out.trace && out.peaks && rival_tower_newmark(t, NEWMARK_STEP, &out)) {
        seconds = timing_now() - begin;
        printf("    %-20s %10.2f ms  error %.1e  ratio %6.1f\n", "Newmark, dt 1e-3", 1e3 * seconds,
               error_of(out.trace, reference, t->points), seconds / thud_seconds);
    }
    free(out.trace);
    free(out.peaks);
}

/* ---- entries ---- */

static bool run_entry(const entry *e, thud_motion *ground) {
    const size_t points = ground->count - 1;
    double *reference = calloc(4 * points, sizeof *reference), *trace = reference ? reference + 2 * points : NULL;
    thud_model *model = make_model(e, ground, 1e-9, false);
    side s = {.top = e->n - 1};
    tower t = {0};
    const double begin = timing_now();
    bool good = reference && model && thud_simulation_create(model, &s.simulation) == THUD_OK;
    const double setting_up = timing_now() - begin;
    timing_task task = {.work = work, .context = &s, .calls = 1};
    if (good) {
        timing_run(&task, 1);
        const thud_summary *summary = thud_simulation_summary(s.simulation);
        printf("%s, n = %zu: %zu impacts, %zu steps\n", e->name, e->n, summary->impacts, summary->solver.steps);
        printf("    %-20s %10.2f ms  (setting up %.1f ms, energy balance %.0e)", "thud", 1e3 * task.seconds,
               1e3 * setting_up, fabs(summary->energy.residual));
        if (e->rivals) {
            good = trace_thud(e, ground, 1e-12, reference) && trace_thud(e, ground, 1e-9, trace);
            printf("  error %.1e", good ? error_of(trace, reference, points) : NAN);
        }
        printf("\n");
        fflush(stdout);
    }
    if (good && e->rivals && open_tower(&t, e, model, ground)) compare_rivals(&t, reference, task.seconds);
    rival_tower_free(&t);
    free(reference);
    thud_simulation_free(s.simulation);
    thud_model_free(model);
    return good;
}

bool run_large(void) {
    thud_motion *ground = make_record();
    bool good = ground;
    for (size_t i = 0; good && i < sizeof ENTRIES / sizeof *ENTRIES; i++) good = run_entry(&ENTRIES[i], ground);
    thud_motion_free(ground);
    return good;
}
