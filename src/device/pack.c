/* Models to numbers, and numbers to summaries. */
#include "device/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/pressed.h"
#include "impact/damping.h"
#include "model/eigen.h"
#include "model/model.h"
#include "numeric/series/power_series.h"
#include "simulate/structure.h"

/* ---- coverage ---- */

static int root_of(const thud_gap_contact *c) {
    double p = c->law->structure->kind == THUD_FORCE_VISCOUS ? thud_law_damper_exponent(c->law, c->exponent) : 0;
    int q = thud_power_root(c->exponent, p, 4);
    return q * c->exponent <= 6 ? q : 0;
}

static bool is_impulsive(const thud_model_contact *c) {
    return c->given.law->structure->kind == THUD_FORCE_IMPULSIVE;
}

static bool is_on_sine(const thud_model *model) { return model->ground.kind == THUD_SIGNAL_SINE; }

/* one body between at most two stops, one on either side */
static bool is_between_stops(const thud_model *model) {
    return model->body_count == 1 && thud_model_watched_links(model) == 0 &&
           (model->contact_count == 1 || model->contact_count == 2) &&
           (model->contact_count == 1 || (model->contacts[0].left < 0) != (model->contacts[1].left < 0));
}

/* all of them of a kind */
static bool has_stops_of(const thud_model *model, thud_force_kind kind) {
    return is_between_stops(model) && model->contacts[0].given.law->structure->kind == kind &&
           model->contacts[model->contact_count - 1].given.law->structure->kind == kind;
}

static const char *why_not_contact(const thud_model *model, const thud_model_contact *c) {
    if (is_impulsive(c) && !has_stops_of(model, THUD_FORCE_IMPULSIVE)) return "a contact is impulsive";
    if (c->given.restitution_curve.kind != THUD_RESTITUTION_CONSTANT) return "a restitution depends on the speed";
    if (c->row.terms) return "a contact is between several bodies";
    if (c->given.indentation != THUD_INDENTATION_RECOVERS) return "an indentation is permanent";
    if (!is_impulsive(c) && root_of(&c->given) == 0) return "an exponent is no multiple of a quarter";
    if (!(c->given.gap < INFINITY)) return "a gap never closes: only a core finds the closest approach";
    double left = c->left < 0 ? 0 : model->bodies[c->left].displacement;
    double right = c->right < 0 ? 0 : model->bodies[c->right].displacement;
    return left - right - c->given.gap < 0 ? NULL : "a contact is closed at the start";
}

/* for models with results of links */
static const char *why_not_link(const thud_link *link) {
    const thud_hysteresis_model model = link->hysteresis.model;
    if (model != THUD_HYSTERESIS_NONE && model != THUD_HYSTERESIS_BILINEAR)
        return "a link is neither linear nor bilinear";
    bool damped = link->damping > 0 || link->damping_ratio > 0;
    return damped && link->damping_exponent != 1 ? "a dashpot is nonlinear" : NULL;
}

static const char *why_not_links(const thud_model *model) {
    const size_t count = thud_model_watched_links(model);
    const char *why = count > THUD_DEVICE_LINKS ? "there are more than 40 links with results of their own" : NULL;
    for (size_t i = 0; i < count && !why; i++) why = why_not_link(&model->links[i].given);
    return why;
}

bool thud_device_covers(const thud_model *model, const char **reason) {
    const char *why = NULL;
    const thud_signal *ground = &model->ground;
    if (thud_model_rod_count(model) > 0) why = "there are rods";
    else if (thud_model_is_system(model)) why = "a contact law is a general structure";
    else if (model->support_count > 0) why = "there are supports in addition to the ground";
    else if (model->matrices_count > 0) why = "there is a structure by matrices";
    else if (model->body_count == 0 || model->body_count > THUD_DEVICE_BODIES)
        why = "there are more than 20 bodies";
    else if (model->contact_count > THUD_DEVICE_CONTACTS) why = "there are more than 32 contacts";
    else if (model->force_count > 0) why = "there are forces on bodies";
    else if (model->run.solver != THUD_SOLVER_EVENTS) why = "the solver is Moreau's";
    else if (ground->kind == THUD_SIGNAL_STEP) why = "the ground moves by a step";
    else if (ground->kind == THUD_SIGNAL_SAMPLES && ground->samples->time) why = "a record has uneven steps";
    if (!why && model->watch_count > 0) why = "signals are watched";
    if (!why) why = why_not_links(model);
    for (size_t i = 0; i < model->contact_count && !why; i++) why = why_not_contact(model, &model->contacts[i]);
    if (reason) *reason = why;
    return !why;
}

/* ---- the shape ---- */

static bool is_coupled(const thud_model *model, int row, int column) {
    if (row == column || model->damping == THUD_STRUCTURE_DAMPING_MODAL) return true;
    for (size_t i = 0; i < model->link_count; i++) {
        int left = model->links[i].left, right = model->links[i].right;
        if ((left == row && right == column) || (left == column && right == row)) return true;
    }
    return false;
}

/* viscous or elastic laws with equal exponents */
static bool find_exponents(const thud_model *model, thud_case_shape *shape) {
    for (size_t i = 0; i < model->contact_count; i++) {
        const thud_gap_contact *c = &model->contacts[i].given;
        thud_force_kind kind = c->law->structure->kind;
        int root = root_of(c), spring = (int)(root * c->exponent), damper = 0;
        if (kind == THUD_FORCE_VISCOUS) damper = (int)(root * thud_law_damper_exponent(c->law, c->exponent));
        bool alike = i == 0 || (root == shape->root && spring == shape->spring && damper == shape->damper);
        if (!alike || damper > spring || kind == THUD_FORCE_BILINEAR || kind == THUD_FORCE_IMPULSIVE) return false;
        shape->root = root;
        shape->spring = spring;
        shape->damper = damper;
    }
    return true;
}

/* compliant stops under a sine are left to the general kernels */
static void find_stops(const thud_model *model, thud_case_shape *shape) {
    shape->sine = is_on_sine(model) && has_stops_of(model, THUD_FORCE_IMPULSIVE);
    if (has_stops_of(model, THUD_FORCE_IMPULSIVE)) shape->stops = THUD_STOPS_RIGID;
    else if (is_on_sine(model)) shape->stops = THUD_STOPS_NONE;
    else if (has_stops_of(model, THUD_FORCE_BILINEAR)) shape->stops = THUD_STOPS_BILINEAR;
    else if (is_between_stops(model) && find_exponents(model, shape)) shape->stops = THUD_STOPS_SMOOTH;
    else shape->root = shape->spring = shape->damper = 0;
}

thud_case_shape thud_shape_of(const thud_model *model) {
    thud_case_shape shape = {.bodies = (int)model->body_count, .contacts = (int)model->contact_count};
    shape.links = (int)thud_model_watched_links(model);
    int rows[THUD_DEVICE_BODIES * THUD_DEVICE_BODIES], columns[THUD_DEVICE_BODIES * THUD_DEVICE_BODIES];
    for (int row = 0; row < shape.bodies; row++)
        for (int column = 0; column < shape.bodies; column++) {
            if (!is_coupled(model, row, column)) continue;
            rows[shape.entries] = row;
            columns[shape.entries++] = column;
        }
    memcpy(shape.place, rows, (size_t)shape.entries * sizeof *rows);
    memcpy(shape.place + shape.entries, columns, (size_t)shape.entries * sizeof *columns);
    for (int i = 0; i < shape.contacts; i++) {
        shape.pair[2 * i] = model->contacts[i].left;
        shape.pair[2 * i + 1] = model->contacts[i].right;
    }
    for (int i = 0; i < shape.links; i++) {
        shape.pair[2 * (shape.contacts + i)] = model->links[i].left;
        shape.pair[2 * (shape.contacts + i) + 1] = model->links[i].right;
    }
    find_stops(model, &shape);
    return shape;
}

bool thud_shape_is(const thud_case_shape *a, const thud_case_shape *b) { return memcmp(a, b, sizeof *a) == 0; }

size_t thud_shape_case_numbers(const thud_case_shape *s) {
    return 7 + 2 * (size_t)s->bodies + 7 * (size_t)s->contacts + 5 * (size_t)s->links;
}
size_t thud_shape_structure_numbers(const thud_case_shape *s) { return (size_t)s->bodies + 2 * (size_t)s->entries; }
size_t thud_shape_result_numbers(const thud_case_shape *s) {
    return 9 + 5 * (size_t)s->bodies + 5 * (size_t)s->contacts + (s->links > 0 ? 1 + 6 * (size_t)s->links : 0);
}

/* ---- arrays ---- */

void thud_batch_arrays_free(thud_batch_arrays *a) {
    if (!a) return;
    free(a->numbers);
    free(a->structures);
    free(a->samples);
    free(a->steps);
    free(a->results);
    free(a->flags);
    free(a->choices);
    free(a->records);
    free(a);
}

thud_status thud_batch_arrays_create(const thud_case_shape *shape, size_t cases, thud_batch_arrays **arrays) {
    thud_batch_arrays *a = calloc(1, sizeof *a);
    if (!a) return THUD_ERROR_MEMORY;
    a->shape = *shape;
    a->cases = cases;
    a->numbers = calloc(thud_shape_case_numbers(shape) * cases, sizeof *a->numbers);
    a->results = calloc(thud_shape_result_numbers(shape) * cases, sizeof *a->results);
    a->flags = calloc(((size_t)shape->contacts + 1) * cases, sizeof *a->flags);
    a->choices = calloc(2 * cases, sizeof *a->choices);
    *arrays = a;
    if (a->numbers && a->results && a->flags && a->choices) return THUD_OK;
    thud_batch_arrays_free(a);
    *arrays = NULL;
    return THUD_ERROR_MEMORY;
}

void thud_batch_arrays_clear(thud_batch_arrays *a) { a->structure_count = a->record_count = a->sample_count = 0; }

/* makes room for `more` in a list that grows by doubling */
static bool grow(void *list, size_t size, size_t count, size_t more, size_t *limit) {
    void **at = list;
    if (count + more <= *limit) return true;
    size_t wanted = *limit > 0 ? *limit : 4;
    while (wanted < count + more) wanted *= 2;
    void *larger = realloc(*at, wanted * size);
    if (!larger) return false;
    *at = larger;
    *limit = wanted;
    return true;
}

/* ---- one case ---- */

static double lean_of(const thud_model_link *l) { return thud_model_link_stiffness(l) - l->given.stiffness; }

/* removes springs of links with results from K, because they are in the numbers of the case; weights on them
   remain */
static void leave_springs(const thud_model *model, double *stiffness) {
    const size_t n = model->body_count;
    memset(stiffness, 0, n * n * sizeof *stiffness);
    for (size_t i = 0; i < model->link_count; i++) {
        const thud_model_link *l = &model->links[i];
        if (lean_of(l) != 0) thud_matrix_add_link(stiffness, n, l->left, l->right, lean_of(l));
    }
}

/* the number of the model's structure, mostly that of the previous case */
static thud_status put_structure(thud_batch_arrays *a, const thud_model *model, int *number) {
    enum { N = THUD_DEVICE_BODIES };
    const thud_case_shape *s = &a->shape;
    double mass[N], stiffness[N * N], damping[N * N];
    thud_status status = thud_structure_matrices(model, mass, stiffness, damping);
    if (status != THUD_OK) return status;
    if (s->links > 0) leave_springs(model, stiffness);
    size_t size = thud_shape_structure_numbers(s);
    size_t limit = a->structure_limit * size;
    if (!grow(&a->structures, sizeof *a->structures, a->structure_count * size, size, &limit))
        return THUD_ERROR_MEMORY;
    a->structure_limit = limit / size;
    double *to = a->structures + a->structure_count * size;
    for (int i = 0; i < s->bodies; i++) to[i] = mass[i];
    for (int i = 0; i < s->entries; i++) {
        int row = s->place[i], at = row * s->bodies + s->place[s->entries + i];
        to[s->bodies + i] = stiffness[at] / mass[row];
        to[s->bodies + s->entries + i] = damping[at] / mass[row];
    }
    bool same = a->structure_count > 0 && memcmp(to, to - size, size * sizeof *to) == 0;
    if (!same) a->structure_count++;
    *number = (int)a->structure_count - 1;
    return THUD_OK;
}

static thud_status put_record(thud_batch_arrays *a, const thud_motion *motion, int *number) {
    for (size_t i = 0; i < a->record_count; i++) {
        bool alike = (size_t)a->records[2 * i + 1] == motion->count && a->steps[3 * i] == motion->step;
        if (!alike) continue;
        *number = (int)i;
        const double *samples = a->samples + a->records[2 * i];
        if (memcmp(samples, motion->acceleration, motion->count * sizeof *samples) == 0) return THUD_OK;
    }
    size_t triples = 3 * a->record_limit, pairs = 2 * a->record_limit;
    if (!grow(&a->samples, sizeof *a->samples, a->sample_count, motion->count, &a->sample_limit) ||
        !grow(&a->records, sizeof *a->records, 2 * a->record_count, 2, &pairs) ||
        !grow(&a->steps, sizeof *a->steps, 3 * a->record_count, 3, &triples))
        return THUD_ERROR_MEMORY;
    a->record_limit = triples / 3 < pairs / 2 ? triples / 3 : pairs / 2;
    memcpy(a->samples + a->sample_count, motion->acceleration, motion->count * sizeof *a->samples);
    a->records[2 * a->record_count] = (int)a->sample_count;
    a->records[2 * a->record_count + 1] = (int)motion->count;
    double *steps = a->steps + 3 * a->record_count;
    steps[0] = motion->step;
    steps[1] = steps[2] = 0;
    for (size_t i = 0; i < motion->count; i++) {
        double change = i > 0 ? motion->acceleration[i] - motion->acceleration[i - 1] : 0;
        steps[1] = fmax(steps[1], fabs(motion->acceleration[i]));
        steps[2] = fmax(steps[2], fabs(change) / motion->step);
    }
    a->sample_count += motion->count;
    *number = (int)a->record_count++;
    return THUD_OK;
}

/* −c, which restitution_speed makes a constant */
static thud_status constant_of(const thud_gap_contact *c, double mass, double *chi) {
    thud_impact_options options = thud_impact_options_default(c->law);
    options.restitution = c->restitution;
    options.exponent = c->exponent;
    options.stiffness = c->stiffness;
    options.mass = mass;
    options.speed = c->restitution_speed;
    options.damping = c->damping;
    options.separation = c->separation;
    double damping;
    const thud_status status = thud_impact_damping(&options, c->damping, &damping);
    *chi = -damping;
    return status;
}

/* χ, k₂/k₁, −c if c is given, or e for an impulsive law */
static thud_status damping_of(const thud_gap_contact *c, double mass, double *chi) {
    if (c->law->structure->kind == THUD_FORCE_IMPULSIVE) {
        *chi = c->restitution;
        return THUD_OK;
    }
    *chi = c->damping == THUD_DAMPING_GIVEN ? -c->damping_value : 0;
    if (c->damping == THUD_DAMPING_GIVEN) return THUD_OK;
    if (c->restitution_speed > 0 && c->law->structure->kind == THUD_FORCE_VISCOUS) return constant_of(c, mass, chi);
    return thud_law_scaled_damping(c->law, c->restitution, c->exponent, c->separation, c->damping, chi);
}

static int flags_of(const thud_gap_contact *c) {
    const thud_structure *structure = c->law->structure;
    bool bilinear = structure->kind == THUD_FORCE_BILINEAR;
    bool zero_force = thud_law_separation(c->law, c->separation) == THUD_SEPARATION_ZERO_FORCE;
    return root_of(c) | bilinear << 3 | structure->approach_only << 4 | zero_force << 5;
}

typedef struct column {
    double *at;
    size_t stride;
} column;

static void put(column *to, double value) {
    *to->at = value;
    to->at += to->stride;
}

/* N·s/m: the body's own, by Rayleigh damping, or none */
static double drag_of(const thud_model *model, const thud_model_link *l) {
    if (model->damping == THUD_STRUCTURE_DAMPING_LINKS) return l->damping;
    return model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH ? model->rayleigh_stiffness * l->given.stiffness : 0;
}

static void put_link(column *to, const thud_model *model, const thud_model_link *l) {
    const thud_hysteresis *h = &l->given.hysteresis;
    bool yields = h->model == THUD_HYSTERESIS_BILINEAR;
    put(to, l->given.stiffness);
    put(to, yields ? h->yield : INFINITY);
    put(to, yields ? h->hardening : 0);
    put(to, drag_of(model, l));
    put(to, yields ? lean_of(l) : 0);
}

thud_status thud_batch_put(thud_batch_arrays *a, size_t index, const thud_model *model) {
    const thud_signal *ground = &model->ground;
    bool sine = ground->kind == THUD_SIGNAL_SINE, samples = ground->kind == THUD_SIGNAL_SAMPLES;
    int structure = 0, record = -1;
    thud_status status = put_structure(a, model, &structure);
    if (status == THUD_OK && samples) status = put_record(a, ground->samples, &record);
    column to = {a->numbers + index, a->cases};
    put(&to, model->run.duration);
    put(&to, model->run.impact_threshold);
    put(&to, model->gravity);
    put(&to, samples ? ground->scale : 0);
    put(&to, sine ? 2 * 3.14159265358979323846 * ground->frequency : 0);
    put(&to, sine ? ground->amplitude : 0);
    put(&to, sine ? ground->phase : 0);
    for (int i = 0; i < a->shape.bodies; i++) put(&to, model->bodies[i].displacement);
    for (int i = 0; i < a->shape.bodies; i++) put(&to, model->bodies[i].velocity);
    for (int i = 0; i < a->shape.contacts && status == THUD_OK; i++) {
        const thud_gap_contact *c = &model->contacts[i].given;
        bool viscous = c->law->structure->kind == THUD_FORCE_VISCOUS;
        double chi;
        status = damping_of(c, model->contacts[i].effective_mass, &chi);
        put(&to, c->gap);
        put(&to, c->stiffness);
        put(&to, chi);
        put(&to, model->contacts[i].effective_mass);
        put(&to, c->exponent);
        put(&to, viscous ? thud_law_damper_exponent(c->law, c->exponent) : 0);
        put(&to, thud_press_restitution(c, 1)); /* no curve */
        a->flags[(size_t)i * a->cases + index] = flags_of(c);
    }
    for (int i = 0; i < a->shape.links && status == THUD_OK; i++) put_link(&to, model, &model->links[i]);
    a->choices[index] = structure;
    a->choices[a->cases + index] = record;
    return status;
}

/* ---- one result ---- */

typedef struct reading {
    const double *at;
    size_t stride;
} reading;

static double take(reading *from) {
    double value = *from->at;
    from->at += from->stride;
    return value;
}

static thud_link_summary take_link(const thud_batch_arrays *a, size_t index, int link, reading *from) {
    size_t number = thud_shape_case_numbers(&a->shape) - 5 * (size_t)(a->shape.links - link);
    reading of = {a->numbers + number * a->cases + index, a->cases};
    double stiffness = take(&of), yield = take(&of);
    thud_link_summary l = {.max_force = take(from)};
    l.max_deformation = take(from);
    l.residual_deformation = take(from);
    l.plastic_deformation = take(from);
    l.energy = take(from);
    l.mechanism = take(from);
    l.ductility = yield < INFINITY ? l.max_deformation / (yield / stiffness) : 0;
    return l;
}

bool thud_batch_take(const thud_batch_arrays *a, size_t index, double residual, thud_summary *summary,
                     thud_body_summary *bodies, thud_contact_summary *contacts, thud_link_summary *links) {
    reading from = {a->results + index, a->cases};
    const double *mass = a->structures + (size_t)a->choices[index] * thud_shape_structure_numbers(&a->shape);
    bool done = take(&from) == 1;
    *summary = (thud_summary){.body_count = (size_t)a->shape.bodies,
                              .bodies = bodies,
                              .contact_count = (size_t)a->shape.contacts,
                              .contacts = contacts,
                              .link_count = (size_t)a->shape.links,
                              .links = links};
    summary->duration = take(&from);
    thud_energy_summary *e = &summary->energy;
    e->input = take(&from);
    e->dissipated = take(&from);
    e->impact = take(&from);
    e->stored = take(&from);
    double scale = fmax(fmax(fabs(e->input), take(&from)), fmax(fabs(e->dissipated), fabs(e->impact)));
    summary->solver.steps = (size_t)take(&from);
    summary->solver.events = (size_t)take(&from);
    for (int i = 0; i < a->shape.bodies; i++) {
        thud_body_summary *b = &bodies[i];
        b->max_displacement = take(&from);
        b->max_velocity = take(&from);
        b->max_acceleration = take(&from);
        b->final_displacement = take(&from);
        b->final_velocity = take(&from);
        scale = fmax(scale, 0.5 * mass[i] * b->max_velocity * b->max_velocity);
    }
    for (int i = 0; i < a->shape.contacts; i++) {
        thud_contact_summary *c = &contacts[i];
        *c = (thud_contact_summary){.closest_approach = NAN};
        c->impacts = (size_t)take(&from);
        c->max_force = take(&from);
        *(a->shape.stops == THUD_STOPS_RIGID ? &c->stick_time : &c->max_penetration) = take(&from);
        c->impulse = take(&from);
        c->energy_lost = take(&from);
        summary->impacts += c->impacts;
    }
    if (a->shape.links > 0) e->hysteresis = take(&from);
    for (int i = 0; i < a->shape.links; i++) links[i] = take_link(a, index, i, &from);
    e->residual = scale > 0 ? (e->input - e->dissipated - e->hysteresis - e->impact - e->stored) / scale : 0;
    return done && fabs(e->residual) <= residual;
}
