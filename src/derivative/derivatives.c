/* The public face: parameters once, runs that are followed, numbers with their derivatives. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/error.h"
#include "base/print.h"
#include "derivative/parameters.h"
#include "derivative/results.h"

struct thud_derivatives {
    thud_numbers_layout layout;
    double *numbers;      /* [layout.count] of the model */
    size_t count, starts; /* starts: of bodies, so far */
    char **names;
    double *values;
    thud_tangents_parameter *parameters;
    char (*own_reason)[THUD_REASON]; /* per parameter: why no run has derivatives by it */
    thud_tangents flow;
    thud_follower follower;
    thud_simulation *followed; /* whose next run is */
    thud_result_list results;
};

/* ---- made once ---- */

static thud_status take_parameter(thud_derivatives *d, const thud_model *model, size_t i,
                                  const thud_model_parameter *given, thud_error *error) {
    thud_tangents_parameter *p = &d->parameters[i];
    const size_t size = strlen(given->name) + 1;
    d->names[i] = malloc(size);
    p->by = calloc(d->layout.count + 1, sizeof *p->by);
    if (!d->names[i] || !p->by) return THUD_ERROR_MEMORY;
    memcpy(d->names[i], given->name, size);
    d->values[i] = p->value = given->value;
    if (!given->build) {
        p->by[(d->starts < d->layout.bodies ? d->layout.x : d->layout.v - d->layout.bodies) + d->starts] = 1;
        d->starts++;
        return THUD_OK;
    }
    const thud_status status = thud_numbers_derive(model, &d->layout, d->numbers, given, p->by, d->own_reason[i]);
    if (status == THUD_ERROR_ARGUMENT)
        return thud_error_argument(error, d->names[i], given->value,
                                   "has no other value next to it that the model takes");
    for (size_t k = 0; k < d->layout.signals && status == THUD_OK; k++)
        if (p->by[d->layout.signal + k * THUD_SIGNAL_NUMBERS + THUD_OF_DELAY] != 0 && !*d->own_reason[i])
            thud_print(d->own_reason[i], THUD_REASON, "it delays a load, by which there is no derivative yet");
    for (size_t k = 0; k < d->layout.points && status == THUD_OK; k++)
        if (p->by[d->layout.influence + k] != 0 && !*d->own_reason[i])
            thud_print(d->own_reason[i], THUD_REASON,
                       "it changes an influence vector, by which there is no derivative yet");
    return status;
}

static thud_status take_model(thud_derivatives *d, const thud_model *model) {
    d->layout = thud_numbers_lay_out(model);
    /* matrices of many bodies are not compared: then no run is followed */
    if (model->body_count > THUD_DERIVATIVE_BODIES) return THUD_ERROR_ARGUMENT;
    d->numbers = calloc(d->layout.count + 1, sizeof *d->numbers);
    return d->numbers ? thud_numbers_take(model, &d->layout, d->numbers) : THUD_ERROR_MEMORY;
}

thud_status thud_derivatives_make(const thud_model *model, const thud_model_parameter *parameters, size_t count,
                                  thud_derivatives **derivatives, thud_error *error) {
    if (model->body_count > THUD_DERIVATIVE_BODIES)
        return thud_error_argument(error, "bodies", (double)model->body_count,
                                   "are too many: derivatives are for 300");
    thud_derivatives *d = calloc(1, sizeof *d);
    if (!d) return THUD_ERROR_MEMORY;
    d->count = count;
    d->names = calloc(count + 1, sizeof *d->names);
    d->values = calloc(count + 1, sizeof *d->values);
    d->parameters = calloc(count + 1, sizeof *d->parameters);
    d->own_reason = calloc(count + 1, sizeof *d->own_reason);
    const bool room = d->names && d->values && d->parameters && d->own_reason;
    thud_status status = room ? take_model(d, model) : THUD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == THUD_OK; i++)
        status = take_parameter(d, model, i, &parameters[i], error);
    if (status == THUD_OK) *derivatives = d;
    else thud_derivatives_free(d);
    return status;
}

thud_status thud_derivatives_create(const thud_model *model, const thud_model_parameter *parameters, size_t count,
                                    thud_derivatives **derivatives, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!model || !model->built || (!parameters && count > 0) || !derivatives) return THUD_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (!parameters[i].name || !parameters[i].build) return THUD_ERROR_ARGUMENT;
    return thud_derivatives_make(model, parameters, count, derivatives, error);
}

void thud_derivatives_free(thud_derivatives *d) {
    if (!d) return;
    if (d->followed) d->followed->follower = NULL;
    thud_result_list_free(&d->results);
    thud_tangents_free(&d->flow);
    for (size_t i = 0; d->names && i < d->count; i++) free(d->names[i]);
    for (size_t i = 0; d->parameters && i < d->count; i++) {
        free(d->parameters[i].by);
        thud_sparse_free(&d->parameters[i].mass);
        thud_sparse_free(&d->parameters[i].stiffness);
        thud_sparse_free(&d->parameters[i].damping);
    }
    free(d->names);
    free(d->values);
    free(d->parameters);
    free(d->own_reason);
    free(d->numbers);
    free(d);
}

/* ---- a run ---- */

static void start(void *context, const thud_simulation *sim) {
    thud_derivatives *d = context;
    thud_tangents_start(&d->flow, sim);
}

static void begin(void *context, const thud_simulation *sim) {
    thud_derivatives *d = context;
    thud_tangents_begin(&d->flow, sim);
}

static void event(void *context, const thud_simulation *sim, const thud_event *happened) {
    thud_derivatives *d = context;
    thud_tangents_event(&d->flow, sim, happened);
}

static void end(void *context, const thud_simulation *sim) {
    thud_derivatives *d = context;
    thud_tangents_end(&d->flow, sim);
    d->followed->follower = NULL;
    if (!thud_result_list_take(&d->results, &d->flow)) thud_result_list_free(&d->results);
}

/* the model of the simulation has the numbers that the parameters were taken at, its contacts included */
static thud_status compare(const thud_derivatives *d, const thud_simulation *sim) {
    const thud_numbers_layout l = thud_numbers_lay_out(sim->model);
    if (l.count != d->layout.count || l.bodies != d->layout.bodies || l.points != d->layout.points ||
        l.contacts != d->layout.contacts)
        return THUD_ERROR_MISMATCH;
    double *numbers = calloc(l.count + 1, sizeof *numbers);
    thud_status status = numbers ? thud_numbers_take(sim->model, &l, numbers) : THUD_ERROR_MEMORY;
    for (size_t i = 0; i < l.duration && status == THUD_OK; i++)
        if (numbers[i] != d->numbers[i] && !(isnan(numbers[i]) && isnan(d->numbers[i])))
            status = THUD_ERROR_MISMATCH;
    free(numbers);
    for (size_t i = 0; i < l.contacts && status == THUD_OK; i++) {
        const thud_gap_contact *a = &sim->contacts.given[i], *b = &sim->model->contacts[i].given;
        if (a->gap != b->gap || a->restitution != b->restitution || a->law != b->law ||
            (a->stiffness != b->stiffness && !isnan(a->stiffness)))
            status = THUD_ERROR_MISMATCH;
    }
    return status;
}

thud_status thud_derivatives_follow(thud_derivatives *d, thud_simulation *sim) {
    THUD_PLAIN_ENVIRONMENT;
    if (!d || !sim) return THUD_ERROR_ARGUMENT;
    thud_status status = compare(d, sim);
    if (status != THUD_OK) return status;
    thud_result_list_free(&d->results);
    thud_tangents_free(&d->flow);
    for (size_t i = 0; i < d->count; i++) {
        thud_tangents_parameter *p = &d->parameters[i];
        p->valid_for = *d->own_reason[i] ? NAN : INFINITY;
        *p->limit = '\0';
        memcpy(p->reason, d->own_reason[i], THUD_REASON);
    }
    status = thud_tangents_create(sim, &d->layout, d->numbers, d->parameters, d->count, &d->flow);
    if (status != THUD_OK) return status;
    for (size_t i = 0; i < d->count && *d->flow.lost; i++) thud_tangents_break(&d->flow, i, "%s", d->flow.lost);
    d->follower = (thud_follower){.context = d, .start = start, .begin = begin, .event = event, .end = end};
    d->followed = sim;
    sim->follower = &d->follower;
    return THUD_OK;
}

/* ---- what came of it ---- */

size_t thud_derivatives_parameter_count(const thud_derivatives *d) { return d ? d->count : 0; }

const char *thud_derivatives_parameter_name(const thud_derivatives *d, size_t i) {
    return d && i < d->count ? d->names[i] : NULL;
}

double thud_derivatives_parameter_value(const thud_derivatives *d, size_t i) {
    return d && i < d->count ? d->values[i] : NAN;
}

size_t thud_derivatives_quantity_count(const thud_derivatives *d) { return d ? d->results.count : 0; }

const char *thud_derivatives_quantity_name(const thud_derivatives *d, size_t i) {
    return i < thud_derivatives_quantity_count(d) ? d->results.list[i].name : NULL;
}

const char *thud_derivatives_quantity_unit(const thud_derivatives *d, size_t i) {
    return i < thud_derivatives_quantity_count(d) ? d->results.list[i].unit : NULL;
}

double thud_derivatives_quantity(const thud_derivatives *d, size_t i) {
    return i < thud_derivatives_quantity_count(d) ? d->results.list[i].value : NAN;
}

size_t thud_derivatives_find(const thud_derivatives *d, const char *name) {
    const size_t count = thud_derivatives_quantity_count(d);
    size_t i = 0;
    while (name && i < count && strcmp(d->results.list[i].name, name) != 0) i++;
    return name ? i : count;
}

double thud_derivatives_value(const thud_derivatives *d, size_t quantity, size_t parameter) {
    if (quantity >= thud_derivatives_quantity_count(d) || parameter >= d->count) return NAN;
    return d->results.list[quantity].by[parameter];
}

const char *thud_derivatives_reason(const thud_derivatives *d, size_t quantity, size_t parameter) {
    if (quantity >= thud_derivatives_quantity_count(d) || parameter >= d->count) return NULL;
    const thud_result *r = &d->results.list[quantity];
    if (isfinite(r->by[parameter])) return NULL;
    if (*d->parameters[parameter].reason && !r->reason) return d->parameters[parameter].reason;
    return r->reason ? r->reason : "it is not a number here";
}

double thud_derivatives_valid_for(const thud_derivatives *d, size_t i, const char **limit) {
    const bool there = d && i < d->count;
    if (limit) *limit = there ? d->parameters[i].limit : "";
    return there ? d->parameters[i].valid_for : NAN;
}

bool thud_derivatives_impact(const thud_derivatives *d, size_t i, thud_impact_derivatives *impact) {
    if (!d || !impact || i >= d->flow.impact_count) return false;
    const thud_tangents_impact *found = &d->flow.impacts[i];
    *impact = (thud_impact_derivatives){found->contact, found->time, found->speed, found->time_by,
                                        found->time_by + d->count};
    return true;
}
