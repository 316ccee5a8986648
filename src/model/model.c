/*
 * A model while it is put together: nothing is judged here, everything is kept as it was given. After the build
 * nothing is added any more.
 */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/signal.h"

thud_gap_contact thud_gap_contact_default(const thud_law *law) {
    return (thud_gap_contact){
        .law = law,
        .restitution = 1,
        .stiffness = NAN,
        .exponent = law ? law->exponent_default : NAN,
        .damping = THUD_DAMPING_EXACT,
        .separation = THUD_SEPARATION_DEFAULT,
    };
}

thud_model *thud_model_create(void) {
    thud_model *model = malloc(sizeof *model);
    if (!model) return NULL;
    *model = (thud_model){.duration = NAN, .tolerance = 1e-9, .impact_threshold = 1e-3, .precision = 1e-3};
    return model;
}

void thud_model_free(thud_model *model) {
    if (!model) return;
    for (size_t i = 0; i < model->body_count; i++) free(model->bodies[i].name);
    for (size_t i = 0; i < model->contact_count; i++) free(model->contacts[i].name);
    for (size_t i = 0; i < model->rod_count; i++) free(model->rods[i].name);
    for (size_t i = 0; i < model->force_count; i++) thud_signal_free(&model->forces[i].signal);
    thud_signal_free(&model->ground);
    free(model->title);
    free(model->bodies);
    free(model->links);
    free(model->contacts);
    free(model->rods);
    free(model->forces);
    free(model);
}

static bool is_open(const thud_model *model) { return model && !model->built && !model->out_of_memory; }

/* an array with room for one more; NULL without memory. It doubles whenever its count is a power of two. */
static void *make_room(thud_model *model, void *array, size_t count, size_t size) {
    if (count & (count - 1)) return array;
    void *larger = count < (size_t)1 << 30 ? realloc(array, (count ? 2 * count : 1) * size) : NULL;
    if (!larger) model->out_of_memory = true;
    return larger;
}

/* a copy of a name, or of the kind and number of a part that was given none */
static char *copy_name(thud_model *model, const char *name, const char *kind, size_t index) {
    char numbered[48];
    if (!name) {
        snprintf(numbered, sizeof numbered, "%s-%zu", kind, index + 1);
        name = numbered;
    }
    const size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, name, size);
    else model->out_of_memory = true;
    return copy;
}

thud_body thud_model_add_body(thud_model *model, const char *name, double mass) {
    if (!is_open(model)) return THUD_NOTHING;
    thud_model_body *bodies = make_room(model, model->bodies, model->body_count, sizeof *bodies);
    if (!bodies) return THUD_NOTHING;
    model->bodies = bodies;
    const size_t index = model->body_count;
    char *copy = copy_name(model, name, "body", index);
    if (!copy) return THUD_NOTHING;
    bodies[model->body_count++] = (thud_model_body){.name = copy, .mass = mass};
    return (thud_body)index;
}

void thud_model_set_start(thud_model *model, thud_body body, double displacement, double velocity) {
    if (!is_open(model)) return;
    if (body < 0 || (size_t)body >= model->body_count) {
        model->start_of_nothing = true;
        return;
    }
    model->bodies[body].displacement = displacement;
    model->bodies[body].velocity = velocity;
}

void thud_model_add_link(thud_model *model, thud_body left, thud_body right, const thud_link *link) {
    if (!is_open(model)) return;
    thud_model_link *links = make_room(model, model->links, model->link_count, sizeof *links);
    if (!links) return;
    model->links = links;
    const thud_link missing = {.stiffness = NAN};
    links[model->link_count++] = (thud_model_link){.left = left, .right = right, .given = link ? *link : missing};
}

static int add_contact(thud_model *model, const char *name, const thud_gap_contact *given,
                       thud_model_contact contact) {
    if (!is_open(model)) return THUD_NOTHING;
    thud_model_contact *contacts = make_room(model, model->contacts, model->contact_count, sizeof *contacts);
    if (!contacts) return THUD_NOTHING;
    model->contacts = contacts;
    const size_t index = model->contact_count;
    contact.name = copy_name(model, name, "contact", index);
    if (!contact.name) return THUD_NOTHING;
    contact.given = given ? *given : thud_gap_contact_default(NULL);
    contact.effective_mass = NAN;
    contacts[model->contact_count++] = contact;
    return (int)index;
}

int thud_model_add_contact(thud_model *model, const char *name, thud_body left, thud_body right,
                           const thud_gap_contact *contact) {
    return add_contact(model, name, contact, (thud_model_contact){.left = left, .right = right});
}

int thud_model_add_rod_contact(thud_model *model, const char *name, int tip, int side,
                               const thud_gap_contact *contact) {
    return add_contact(model, name, contact, (thud_model_contact){.of_rods = true, .left = tip, .right = side});
}

int thud_model_add_rod(thud_model *model, const char *name, const thud_rod *rod) {
    if (!is_open(model)) return THUD_NOTHING;
    thud_model_rod *rods = make_room(model, model->rods, model->rod_count, sizeof *rods);
    if (!rods) return THUD_NOTHING;
    model->rods = rods;
    const size_t index = model->rod_count;
    char *copy = copy_name(model, name, "rod", index);
    if (!copy) return THUD_NOTHING;
    rods[model->rod_count++] = (thud_model_rod){.name = copy, .given = rod ? *rod : (thud_rod){.mass = NAN}};
    return (int)index;
}

void thud_model_set_gravity(thud_model *model, double gravity) {
    if (is_open(model)) model->gravity = gravity;
}

void thud_model_set_ground(thud_model *model, const thud_signal *acceleration) {
    if (!is_open(model)) return;
    thud_signal copy = {0};
    if (acceleration && !thud_signal_copy(acceleration, &copy)) model->out_of_memory = true;
    thud_signal_free(&model->ground);
    model->ground = copy;
}

void thud_model_add_force(thud_model *model, thud_body body, const thud_signal *force) {
    if (!is_open(model)) return;
    thud_model_force *forces = make_room(model, model->forces, model->force_count, sizeof *forces);
    if (!forces) return;
    model->forces = forces;
    thud_signal copy = {0};
    if (force && !thud_signal_copy(force, &copy)) model->out_of_memory = true;
    forces[model->force_count++] = (thud_model_force){.body = body, .signal = copy};
}

void thud_model_set_title(thud_model *model, const char *title) {
    if (!is_open(model)) return;
    free(model->title);
    model->title = title ? copy_name(model, title, "", 0) : NULL;
}

void thud_model_set_modal_damping(thud_model *model, double ratio) {
    if (!is_open(model)) return;
    model->damping = THUD_STRUCTURE_DAMPING_MODAL;
    model->modal_ratio = ratio;
}

void thud_model_set_rayleigh_damping(thud_model *model, double mass_factor, double stiffness_factor) {
    if (!is_open(model)) return;
    model->damping = THUD_STRUCTURE_DAMPING_RAYLEIGH;
    model->rayleigh_mass = mass_factor;
    model->rayleigh_stiffness = stiffness_factor;
}

void thud_model_set_duration(thud_model *model, double duration) {
    if (is_open(model)) model->duration = duration;
}

void thud_model_set_output(thud_model *model, double interval, bool events) {
    if (!is_open(model)) return;
    model->output_interval = interval;
    model->output_events = events;
}

void thud_model_set_precision(thud_model *model, double precision) {
    if (is_open(model)) model->precision = precision;
}

double thud_model_precision(const thud_model *model) { return model->precision; }

void thud_model_set_tolerance(thud_model *model, double tolerance) {
    if (is_open(model)) model->tolerance = tolerance;
}

void thud_model_set_impact_threshold(thud_model *model, double speed) {
    if (is_open(model)) model->impact_threshold = speed;
}

void thud_model_set_solver(thud_model *model, thud_solver solver, double step) {
    if (!is_open(model)) return;
    model->solver = solver;
    model->solver_step = step;
}

size_t thud_model_body_count(const thud_model *model) { return model->body_count; }

size_t thud_model_contact_count(const thud_model *model) { return model->contact_count; }

size_t thud_model_rod_count(const thud_model *model) { return model->rod_count; }

const char *thud_model_body_name(const thud_model *model, size_t index) {
    return index < model->body_count ? model->bodies[index].name : NULL;
}

const char *thud_model_contact_name(const thud_model *model, size_t index) {
    return index < model->contact_count ? model->contacts[index].name : NULL;
}

const char *thud_model_rod_name(const thud_model *model, size_t index) {
    return index < model->rod_count ? model->rods[index].name : NULL;
}

const char *thud_model_title(const thud_model *model) { return model->title ? model->title : ""; }

double thud_model_duration(const thud_model *model) { return model->duration; }

double thud_model_output_interval(const thud_model *model) { return model->output_interval; }
