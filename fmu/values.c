/* Getting and setting the variables of an instance. */
#include <math.h>
#include <string.h>

#include "base/environment.h"
#include "fmu/instance.h"

/* ---- getting ---- */

/* the state, looked at once for all variables of an instant */
static bool look(fmu_instance *i) {
    if (i->looked || i->exchange) return true;
    const thud_status status = thud_simulation_state(i->simulation, &i->sample);
    if (status == THUD_OK) i->looked = true;
    else fmu_say(i, FMU_ERROR, "there is no state to look at: %s", thud_status_text(status));
    return i->looked;
}

static const void *part_of(const thud_summary *s, const fmu_variable *v) {
    switch (v->kind) {
    case FMU_BODY_RESULT: return &s->bodies[v->index];
    case FMU_CONTACT_RESULT: return &s->contacts[v->index];
    case FMU_LINK_RESULT: return &s->links[v->index];
    case FMU_WATCH_RESULT: return &s->watches[v->index];
    case FMU_ENERGY_RESULT: return &s->energy;
    default: return s;
    }
}

static double read_of_exchange(fmu_exchange *e, const fmu_variable *v) {
    switch (v->kind) {
    case FMU_DISPLACEMENT: return e->state[v->index];
    case FMU_VELOCITY: return e->state[e->n + v->index];
    case FMU_RATE: return fmu_exchange_rate(e)[e->n + v->index];
    case FMU_ACCELERATION: return fmu_exchange_rate(e)[e->n + v->index] + fmu_exchange_ground(e);
    case FMU_CONTACT_FORCE: return fmu_exchange_force(e, v->index);
    default: return fmu_exchange_indicator(e, v->index);
    }
}

static double read_value(const fmu_instance *i, size_t reference) {
    const fmu_variable *v = &i->variables.list[reference];
    if (i->exchange && v->kind >= FMU_DISPLACEMENT) return read_of_exchange(i->exchange, v);
    const thud_summary *s = thud_simulation_summary(i->simulation);
    switch (v->kind) {
    case FMU_TIME: return i->time;
    case FMU_PARAMETER:
    case FMU_RAMPED:
    case FMU_FORCE:
    case FMU_GROUND: return i->values[reference];
    case FMU_DISPLACEMENT: return i->sample.displacement[v->index];
    case FMU_VELOCITY: return i->sample.velocity[v->index];
    case FMU_ACCELERATION: return i->sample.acceleration[v->index];
    case FMU_CONTACT_FORCE: return i->sample.force[v->index];
    case FMU_DEFORMATION: return i->sample.deformation[v->index];
    case FMU_LINK_FORCE: return i->sample.link_force[v->index];
    case FMU_WATCH: return i->sample.watch[v->index];
    case FMU_SUPPORT_DISPLACEMENT: return s->supports[v->index].final_displacement;
    case FMU_SUPPORT_VELOCITY: return s->supports[v->index].final_velocity;
    default: return thud_run_quantity_value(v->quantity, part_of(s, v));
    }
}

static const char *name_type(fmu_type type) {
    return type == FMU_REAL ? "a floating-point number" : type == FMU_INTEGER ? "a whole number" : "a Boolean";
}

/* one of the variables, of that type */
static bool is_known(fmu_instance *i, fmu_type type, uint32_t reference) {
    if (reference >= i->variables.count) {
        fmu_say(i, FMU_ERROR, "no variable has the value reference %lu", (unsigned long)reference);
        return false;
    }
    const fmu_variable *v = &i->variables.list[reference];
    if (v->type == type) return true;
    fmu_say(i, FMU_ERROR, "'%.300s' is %s, not %s", v->name, name_type(v->type), name_type(type));
    return false;
}

static bool are_there(fmu_instance *i, const uint32_t *references, size_t count, const void *values) {
    if (count == 0 || (references && values)) return true;
    fmu_say(i, FMU_ERROR, "%s are NULL", references ? "the values" : "the value references");
    return false;
}

fmu_status fmu_get(fmu_instance *i, fmu_type type, const uint32_t *references, size_t count, double *values) {
    THUD_PLAIN_ENVIRONMENT;
    if (!are_there(i, references, count, values)) return FMU_ERROR;
    for (size_t k = 0; k < count; k++) {
        if (!is_known(i, type, references[k])) return FMU_ERROR;
        const fmu_variable *v = &i->variables.list[references[k]];
        if (v->kind < FMU_DISPLACEMENT) continue;
        if (!(i->phase & FMU_SEEN))
            return fmu_say(i, FMU_ERROR, "'%.300s' has no value before initialization mode", v->name);
        const fmu_status status = fmu_catch_up(i);
        if (status != FMU_OK) return status;
        if (v->kind <= FMU_WATCH && !look(i)) return FMU_ERROR;
    }
    for (size_t k = 0; k < count; k++) values[k] = read_value(i, references[k]);
    return FMU_OK;
}

/* ---- setting ---- */

fmu_status fmu_drive(fmu_instance *i, size_t reference, double value, thud_input_kind kind) {
    const fmu_variable *v = &i->variables.list[reference];
    /* an input that never was anything but zero leaves the run as it is without inputs */
    if (value == i->applied[reference]) return FMU_OK;
    if (i->exchange) {
        if (v->kind == FMU_GROUND) i->exchange->ground = value;
        else i->exchange->push[v->index] = value;
        fmu_exchange_changed(i->exchange);
        i->applied[reference] = value;
        return FMU_OK;
    }
    const thud_status status =
        v->kind == FMU_GROUND
            ? thud_simulation_set_ground(i->simulation, value, kind)
            : thud_simulation_set_force(i->simulation, (thud_body_id){(int)v->index}, value, kind);
    if (status != THUD_OK) return fmu_say(i, FMU_ERROR, "'%.300s': %s", v->name, thud_status_text(status));
    i->applied[reference] = value;
    i->looked = false;
    return FMU_OK;
}

static bool inputs_are_ramped(const fmu_instance *i) {
    for (size_t k = 0; k < i->variables.count; k++)
        if (i->variables.list[k].kind == FMU_RAMPED) return i->values[k] != 0;
    return false;
}

static bool may_set(fmu_instance *i, uint32_t reference, double value) {
    const fmu_variable *v = &i->variables.list[reference];
    if (v->causality != FMU_FIXED && v->causality != FMU_INPUT)
        fmu_say(i, FMU_ERROR, "'%.300s' is computed and cannot be set", v->name);
    else if (v->causality == FMU_FIXED && !(i->phase & FMU_BEFORE))
        fmu_say(i, FMU_ERROR, "the parameter '%.300s' is fixed once the run has begun", v->name);
    else if (isnan(value)) fmu_say(i, FMU_ERROR, "'%.300s' cannot be NaN", v->name);
    else if (v->causality == FMU_INPUT && isinf(value))
        fmu_say(i, FMU_ERROR, "the input '%.300s' cannot be infinite", v->name);
    else return true;
    return false;
}

static fmu_status set_one(fmu_instance *i, uint32_t reference, double value) {
    const fmu_variable *v = &i->variables.list[reference];
    i->values[reference] = value;
    if (i->phase & FMU_BEFORE) {
        i->stale = true;
        if (v->kind == FMU_PARAMETER) i->other_model = true;
        return FMU_OK;
    }
    return fmu_drive(i, reference, value, inputs_are_ramped(i) ? THUD_INPUT_RAMPED : THUD_INPUT_HELD);
}

fmu_status fmu_set(fmu_instance *i, fmu_type type, const uint32_t *references, size_t count, const double *values) {
    if (!are_there(i, references, count, values)) return FMU_ERROR;
    for (size_t k = 0; k < count; k++)
        if (!is_known(i, type, references[k]) || !may_set(i, references[k], values[k])) return FMU_ERROR;
    fmu_status status = FMU_OK;
    for (size_t k = 0; k < count && status == FMU_OK; k++) status = set_one(i, references[k], values[k]);
    return status;
}

fmu_status fmu_set_slopes(fmu_instance *i, const uint32_t *references, size_t count, const int32_t *orders,
                          const double *values) {
    if (!are_there(i, references, count, values)) return FMU_ERROR;
    if (count > 0 && !orders) return fmu_say(i, FMU_ERROR, "the orders are NULL");
    for (size_t k = 0; k < count; k++) {
        if (!is_known(i, FMU_REAL, references[k])) return FMU_ERROR;
        const fmu_variable *v = &i->variables.list[references[k]];
        if (v->causality != FMU_INPUT) return fmu_say(i, FMU_ERROR, "'%.300s' is not an input", v->name);
        if (orders[k] != 1)
            return fmu_say(i, FMU_ERROR,
                           "a derivative of order %ld of '%.300s': inputs take only the first derivative",
                           (long)orders[k], v->name);
        if (!isfinite(values[k])) return fmu_say(i, FMU_ERROR, "the derivative of '%.300s' is not finite", v->name);
    }
    for (size_t k = 0; k < count; k++) i->slopes[references[k]] = values[k];
    return FMU_OK;
}
