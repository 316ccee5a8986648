/*
 * Builds up a model: functions store everything unchecked, as given. After the build nothing can be added.
 */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "law/general.h"
#include "model/signal.h"

thud_impact_options thud_gap_contact_impact(const thud_gap_contact *c) {
    thud_impact_options options = {
        .law = c->law,
        .restitution = c->restitution_curve.kind == THUD_RESTITUTION_CONSTANT ? c->restitution : 1,
        .exponent = c->exponent,
        .stiffness = c->stiffness,
        .mass = 1,
        .speed = 1,
        .damping = c->damping,
        .damping_value = c->damping_value,
        .separation = c->separation,
        .tolerance = 1e-15,
        .restitution_speed = c->restitution_speed,
    };
    memcpy(options.extra, c->extra, sizeof options.extra);
    return options;
}

double thud_gap_contact_restitution(const thud_gap_contact *contact, double speed) {
    return thud_restitution_at(&contact->restitution_curve, contact->restitution, speed);
}

bool thud_model_take_law(thud_model *model, thud_own_law *own) {
    thud_own_law **laws = realloc(model->own_laws, (model->own_law_count + 1) * sizeof *laws);
    if (!laws) {
        thud_own_law_free(own);
        return false;
    }
    model->own_laws = laws;
    laws[model->own_law_count++] = own;
    return true;
}

const thud_law *thud_model_own_law(const thud_model *model, const char *name) {
    for (size_t i = 0; i < model->own_law_count; i++)
        if (strcmp(model->own_laws[i]->name, name) == 0) return &model->own_laws[i]->law;
    return NULL;
}

thud_gap_contact thud_gap_contact_default(const thud_law *law) {
    thud_gap_contact contact = {
        .law = law,
        .restitution = 1,
        .stiffness = NAN,
        .exponent = law ? law->exponent_default : NAN,
        .damping = THUD_DAMPING_EXACT,
        .separation = THUD_SEPARATION_DEFAULT,
    };
    thud_general_presets(law, contact.extra);
    return contact;
}

thud_run_options thud_run_options_default(void) {
    return (thud_run_options){.duration = NAN, .tolerance = 1e-9, .impact_threshold = 1e-3};
}

thud_model *thud_model_create(void) {
    thud_model *model = malloc(sizeof *model);
    if (!model) return NULL;
    *model = (thud_model){.run = thud_run_options_default(), .precision = 1e-3};
    return model;
}

void thud_model_free(thud_model *model) {
    if (!model) return;
    for (size_t i = 0; i < model->body_count; i++) free(model->bodies[i].name);
    for (size_t i = 0; i < model->link_count; i++) free(model->links[i].name);
    for (size_t i = 0; i < model->contact_count; i++) {
        free(model->contacts[i].name);
        free(model->contacts[i].row.terms);
    }
    for (size_t i = 0; i < model->point_count; i++) free(model->points[i].terms);
    free(model->points);
    for (size_t i = 0; i < model->own_law_count; i++) thud_own_law_free(model->own_laws[i]);
    free(model->own_laws);
    for (size_t i = 0; i < model->matrices_count; i++) free(model->matrices[i].block);
    free(model->matrices);
    for (size_t i = 0; i < model->rod_count; i++) free(model->rods[i].name);
    for (size_t i = 0; i < model->force_count; i++) thud_signal_free(&model->forces[i].signal);
    for (size_t i = 0; i < model->support_count; i++) {
        free(model->supports[i].name);
        thud_signal_free(&model->supports[i].given.acceleration);
    }
    thud_signal_free(&model->ground);
    free(model->title);
    thud_drawings_free(&model->drawings);
    free(model->bodies);
    free(model->supports);
    free(model->links);
    free(model->contacts);
    free(model->rods);
    for (size_t i = 0; i < model->watch_count; i++) {
        free(model->watches[i].name);
        free(model->watches[i].row.terms);
    }
    free(model->watches);
    free(model->forces);
    free(model);
}

static bool is_open(const thud_model *model) { return model && !model->built && !model->out_of_memory; }

/* an array with space for one more; NULL when memory is short. It doubles whenever its count is a power of two. */
static void *grow(thud_model *model, void *array, size_t count, size_t size) {
    if (count & (count - 1)) return array;
    void *larger = count < (size_t)1 << 30 ? realloc(array, (count ? 2 * count : 1) * size) : NULL;
    if (!larger) model->out_of_memory = true;
    return larger;
}

/* a copy of a name, or a name made from the kind and number of a part without one */
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

thud_body_id thud_model_add_body(thud_model *model, const char *name, double mass) {
    const thud_body_id nothing = {THUD_NOTHING};
    if (!is_open(model)) return nothing;
    thud_model_body *bodies = grow(model, model->bodies, model->body_count, sizeof *bodies);
    if (!bodies) return nothing;
    model->bodies = bodies;
    const size_t index = model->body_count;
    char *copy = copy_name(model, name, "body", index);
    if (!copy) return nothing;
    bodies[model->body_count++] = (thud_model_body){.name = copy, .mass = mass, .damping_ratio = NAN};
    return (thud_body_id){(int)index};
}

thud_body_id thud_model_add_support(thud_model *model, const char *name, const thud_support *support) {
    const thud_body_id nothing = {THUD_NOTHING};
    if (!is_open(model)) return nothing;
    thud_model_support *supports = grow(model, model->supports, model->support_count, sizeof *supports);
    if (!supports) return nothing;
    model->supports = supports;
    const size_t index = model->support_count;
    thud_support given = support ? *support : (thud_support){0};
    char *copy = copy_name(model, name, "support", index);
    if (!copy) return nothing;
    if (support && !thud_signal_copy(&support->acceleration, &given.acceleration)) model->out_of_memory = true;
    supports[model->support_count++] = (thud_model_support){.name = copy, .given = given};
    return (thud_body_id){THUD_FIRST_SUPPORT - (int)index};
}

void thud_model_set_start(thud_model *model, thud_body_id body, double displacement, double velocity) {
    if (!is_open(model)) return;
    if (body.number < 0 || (size_t)body.number >= model->body_count) {
        model->start_of_nothing = true;
        return;
    }
    model->bodies[body.number].displacement = displacement;
    model->bodies[body.number].velocity = velocity;
}

thud_link_id thud_model_add_link(thud_model *model, thud_body_id left, thud_body_id right, const thud_link *link) {
    const thud_link_id nothing = {THUD_NOTHING};
    if (!is_open(model)) return nothing;
    thud_model_link *links = grow(model, model->links, model->link_count, sizeof *links);
    if (!links) return nothing;
    model->links = links;
    const thud_link missing = {.stiffness = NAN};
    char *name = copy_name(model, link ? link->name : NULL, "link", model->link_count);
    if (!name) return nothing;
    thud_model_link *added = &links[model->link_count++];
    *added = (thud_model_link){
        .name = name, .left = left.number, .right = right.number, .given = link ? *link : missing};
    added->given.name = name;
    added->named = link && link->name;
    if (added->given.damping_exponent == 0) added->given.damping_exponent = 1;
    return (thud_link_id){(int)model->link_count - 1};
}

thud_body_id thud_model_add_matrices(thud_model *model, const thud_matrices *given) {
    const thud_body_id nothing = {THUD_NOTHING};
    if (!is_open(model)) return nothing;
    if (!given || !given->mass || !given->stiffness || given->count == 0 || given->count > THUD_MATRICES_MOST) {
        model->matrices_of_nothing = true;
        return nothing;
    }
    thud_model_matrices *matrices = grow(model, model->matrices, model->matrices_count, sizeof *matrices);
    if (!matrices) return nothing;
    model->matrices = matrices;
    thud_model_matrices added = {.first = model->body_count, .count = given->count};
    if (!thud_model_matrices_take(&added, given)) {
        model->out_of_memory = true;
        return nothing;
    }
    matrices[model->matrices_count++] = added;
    for (size_t i = 0; i < added.count && !model->out_of_memory; i++)
        thud_model_add_body(model, given->names ? given->names[i] : NULL, added.mass[i * added.count + i]);
    return (thud_body_id){(int)added.first};
}

thud_body_id thud_model_add_point(thud_model *model, size_t count, const thud_body_id *bodies,
                                  const double *factors) {
    const thud_body_id nothing = {THUD_NOTHING};
    if (!is_open(model) || count == 0 || !bodies || !factors) return nothing;
    if (count == 1 && factors[0] == 1 && !thud_is_point(bodies[0].number)) return bodies[0];
    thud_model_point *points = grow(model, model->points, model->point_count, sizeof *points);
    if (!points) return nothing;
    model->points = points;
    thud_row_term *terms = count <= INT_MAX ? malloc(count * sizeof *terms) : NULL;
    if (!terms) {
        model->out_of_memory = true;
        return nothing;
    }
    /* other points do not exist */
    for (size_t i = 0; i < count; i++)
        terms[i] = (thud_row_term){thud_is_point(bodies[i].number) ? THUD_NOTHING : bodies[i].number, factors[i]};
    const size_t index = model->point_count++;
    points[index] = (thud_model_point){terms, count};
    return (thud_body_id){thud_point_number(index)};
}

/* a caller may pass the number of a point that does not exist */
static thud_body known_end(const thud_model *model, thud_body end) {
    return thud_is_point(end) && thud_point_index(end) >= model->point_count ? THUD_NOTHING : end;
}

static thud_contact_id add_contact(thud_model *model, const char *name, const thud_gap_contact *given,
                                   thud_model_contact contact) {
    const thud_contact_id nothing = {THUD_NOTHING};
    if (!is_open(model)) return nothing;
    thud_model_contact *contacts = grow(model, model->contacts, model->contact_count, sizeof *contacts);
    if (!contacts) return nothing;
    model->contacts = contacts;
    const size_t index = model->contact_count;
    contact.name = copy_name(model, name, "contact", index);
    if (!contact.name) return nothing;
    if (!contact.of_rods) {
        contact.left = known_end(model, contact.left);
        contact.right = known_end(model, contact.right);
        if (!thud_row_make(model, contact.left, contact.right, &contact.row)) model->out_of_memory = true;
    }
    contact.given = given ? *given : thud_gap_contact_default(NULL);
    contact.effective_mass = NAN;
    contacts[model->contact_count++] = contact;
    return (thud_contact_id){(int)index};
}

thud_contact_id thud_model_add_contact(thud_model *model, const char *name, thud_body_id left, thud_body_id right,
                                       const thud_gap_contact *contact) {
    return add_contact(model, name, contact, (thud_model_contact){.left = left.number, .right = right.number});
}

thud_contact_id thud_model_add_rod_contact(thud_model *model, const char *name, thud_rod_id tip, thud_rod_id side,
                                           const thud_gap_contact *contact) {
    return add_contact(model, name, contact,
                       (thud_model_contact){.of_rods = true, .left = tip.number, .right = side.number});
}

thud_contact_id thud_model_add_tip_contact(thud_model *model, const char *name, thud_rod_id tip, thud_tip_side side,
                                           thud_body_id body, const thud_gap_contact *contact) {
    const bool left = side == THUD_TIP_LEFT;
    return add_contact(model, name, contact,
                       (thud_model_contact){.of_tip = true,
                                            .tip = tip.number,
                                            .tip_left = left,
                                            .left = left ? THUD_BODY_GROUND : body.number,
                                            .right = left ? body.number : THUD_BODY_GROUND});
}

thud_rod_id thud_model_add_rod(thud_model *model, const char *name, const thud_rod *rod) {
    const thud_rod_id nothing = {THUD_NOTHING};
    if (!is_open(model)) return nothing;
    thud_model_rod *rods = grow(model, model->rods, model->rod_count, sizeof *rods);
    if (!rods) return nothing;
    model->rods = rods;
    const size_t index = model->rod_count;
    char *copy = copy_name(model, name, "rod", index);
    if (!copy) return nothing;
    rods[model->rod_count++] =
        (thud_model_rod){.name = copy, .given = rod ? *rod : (thud_rod){.mass = NAN}, .on = THUD_BODY_GROUND};
    return (thud_rod_id){(int)index};
}

void thud_model_hang_rod(thud_model *model, thud_rod_id rod, thud_body_id body) {
    if (!is_open(model)) return;
    if (rod.number >= 0 && (size_t)rod.number < model->rod_count) model->rods[rod.number].on = body.number;
    else model->pivot_of_nothing = true;
}

void thud_model_add_watch(thud_model *model, const char *name, const thud_watch *watch) {
    if (!is_open(model)) return;
    thud_model_watch *watches = grow(model, model->watches, model->watch_count, sizeof *watches);
    if (!watches) return;
    model->watches = watches;
    char *copy = copy_name(model, name, "watch", model->watch_count);
    if (!copy) return;
    const thud_watch nothing = {.left = THUD_GROUND, .right = {THUD_NOTHING}};
    thud_model_watch *added = &watches[model->watch_count++];
    *added = (thud_model_watch){.name = copy, .given = watch ? *watch : nothing};
    added->given.left.number = known_end(model, added->given.left.number);
    added->given.right.number = known_end(model, added->given.right.number);
    if (!thud_row_make(model, added->given.left.number, added->given.right.number, &added->row))
        model->out_of_memory = true;
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

void thud_model_add_force(thud_model *model, thud_body_id body, const thud_signal *force) {
    if (!is_open(model)) return;
    thud_model_force *forces = grow(model, model->forces, model->force_count, sizeof *forces);
    if (!forces) return;
    model->forces = forces;
    thud_signal copy = {0};
    if (force && !thud_signal_copy(force, &copy)) model->out_of_memory = true;
    forces[model->force_count++] = (thud_model_force){.body = body.number, .signal = copy};
}

void thud_model_set_title(thud_model *model, const char *title) {
    if (!is_open(model)) return;
    free(model->title);
    model->title = title ? copy_name(model, title, "", 0) : NULL;
}

void thud_model_set_run_options(thud_model *model, const thud_run_options *options) {
    if (is_open(model)) model->run = options ? *options : thud_run_options_default();
}

void thud_model_set_duration(thud_model *model, double duration) {
    if (is_open(model)) model->run.duration = duration;
}

void thud_model_set_output(thud_model *model, double interval, bool events) {
    if (!is_open(model)) return;
    model->run.output_interval = interval;
    model->run.output_events = events;
}

void thud_model_set_precision(thud_model *model, double precision) {
    if (is_open(model)) model->precision = precision;
}

double thud_model_precision(const thud_model *model) { return model->precision; }

void thud_model_set_tolerance(thud_model *model, double tolerance) {
    if (is_open(model)) model->run.tolerance = tolerance;
}

void thud_model_set_impact_threshold(thud_model *model, double speed) {
    if (is_open(model)) model->run.impact_threshold = speed;
}

void thud_model_set_solver(thud_model *model, thud_solver solver, double step) {
    if (!is_open(model)) return;
    model->run.solver = solver;
    model->run.solver_step = step;
}

size_t thud_model_body_count(const thud_model *model) { return model->body_count; }

size_t thud_model_support_count(const thud_model *model) { return model->support_count; }

size_t thud_model_link_count(const thud_model *model) { return model->link_count; }

size_t thud_model_contact_count(const thud_model *model) { return model->contact_count; }

size_t thud_model_rod_count(const thud_model *model) { return model->rod_count; }

size_t thud_model_watch_count(const thud_model *model) { return model->watch_count; }

const char *thud_model_watch_name(const thud_model *model, size_t index) {
    return index < model->watch_count ? model->watches[index].name : NULL;
}

const char *thud_model_body_name(const thud_model *model, size_t index) {
    return index < model->body_count ? model->bodies[index].name : NULL;
}

const char *thud_model_support_name(const thud_model *model, size_t index) {
    return index < model->support_count ? model->supports[index].name : NULL;
}

const char *thud_model_link_name(const thud_model *model, size_t index) {
    return index < model->link_count ? model->links[index].name : NULL;
}

const char *thud_model_contact_name(const thud_model *model, size_t index) {
    return index < model->contact_count ? model->contacts[index].name : NULL;
}

thud_status thud_model_link_parameters(const thud_model *model, size_t index, thud_link *link) {
    if (!model || !link || index >= model->link_count) return THUD_ERROR_ARGUMENT;
    *link = model->links[index].given;
    return THUD_OK;
}

thud_status thud_model_contact_parameters(const thud_model *model, size_t index, thud_gap_contact *contact) {
    if (!model || !contact || index >= model->contact_count) return THUD_ERROR_ARGUMENT;
    *contact = model->contacts[index].given;
    return THUD_OK;
}

double thud_model_body_mass(const thud_model *model, size_t index) {
    return index < model->body_count ? thud_model_mass_between(model, (thud_body)index, (thud_body)index) : NAN;
}

thud_status thud_model_link_ends(const thud_model *model, size_t index, thud_body_id *left, thud_body_id *right) {
    if (!model || !left || !right || index >= model->link_count) return THUD_ERROR_ARGUMENT;
    *left = (thud_body_id){model->links[index].left};
    *right = (thud_body_id){model->links[index].right};
    return THUD_OK;
}

thud_status thud_model_contact_ends(const thud_model *model, size_t index, thud_body_id *left,
                                    thud_body_id *right) {
    if (!model || !left || !right || index >= model->contact_count) return THUD_ERROR_ARGUMENT;
    if (!thud_contact_is_of_bodies(&model->contacts[index])) return THUD_ERROR_ARGUMENT;
    *left = (thud_body_id){model->contacts[index].left};
    *right = (thud_body_id){model->contacts[index].right};
    return THUD_OK;
}

const char *thud_model_rod_name(const thud_model *model, size_t index) {
    return index < model->rod_count ? model->rods[index].name : NULL;
}

const char *thud_model_title(const thud_model *model) { return model->title ? model->title : ""; }

double thud_model_duration(const thud_model *model) { return model->run.duration; }

thud_run_options thud_model_run_options(const thud_model *model) { return model->run; }
