/* Model exchange: what an importer with an integrator of its own calls. */
#include <math.h>

#include "base/environment.h"
#include "fmu/instance.h"

/* ---- phases ---- */

fmu_status fmu_enter_events(fmu_instance *i) {
    if (!i->exchange && !i->event_mode) return fmu_say(i, FMU_ERROR, "the instance was made without event mode");
    i->phase = FMU_EVENTS;
    return FMU_OK;
}

fmu_status fmu_update(fmu_instance *i, fmu_event_info *info) {
    THUD_PLAIN_ENVIRONMENT;
    *info = (fmu_event_info){0};
    if (!i->exchange) return FMU_OK; /* events of a run are over when a step ends at them */
    const thud_status status = fmu_exchange_event(i->exchange);
    if (status != THUD_OK) return fmu_say(i, FMU_ERROR, "a contact does not begin: %s", thud_status_text(status));
    if (isfinite(i->exchange->next)) *info = (fmu_event_info){true, i->exchange->next};
    return FMU_OK;
}

static bool is_exchange(fmu_instance *i) {
    if (i->exchange) return true;
    fmu_say(i, FMU_ERROR, "this FMU is for co-simulation, not for model exchange");
    return false;
}

fmu_status fmu_enter_continuous(fmu_instance *i) {
    if (!is_exchange(i)) return FMU_ERROR;
    i->phase = FMU_CONTINUOUS;
    return FMU_OK;
}

fmu_status fmu_completed_step(fmu_instance *i, bool *enter_events) {
    THUD_PLAIN_ENVIRONMENT;
    if (!enter_events) return fmu_say(i, FMU_ERROR, "the output pointer is NULL");
    *enter_events = fmu_exchange_passed(i->exchange);
    return FMU_OK;
}

/* ---- the state ---- */

/* where a state lies: to the importer they are x, v of one body after the other, as in the description */
static size_t place_of(const fmu_exchange *e, size_t k) { return k / 2 + (k % 2 ? e->n : 0); }

fmu_status fmu_set_time(fmu_instance *i, double time) {
    if (!is_exchange(i)) return FMU_ERROR;
    if (!isfinite(time)) return fmu_say(i, FMU_ERROR, "the time is not a finite number");
    i->exchange->time = i->time = time;
    fmu_exchange_changed(i->exchange);
    return FMU_OK;
}

fmu_status fmu_set_states(fmu_instance *i, const double *states, size_t count) {
    if (count != 2 * i->exchange->n || !states)
        return fmu_say(i, FMU_ERROR, "%zu states given, expected %zu", states ? count : 0, 2 * i->exchange->n);
    for (size_t k = 0; k < count; k++)
        if (!isfinite(states[k])) return fmu_say(i, FMU_ERROR, "state %zu is not a finite number", k + 1);
    for (size_t k = 0; k < count; k++) i->exchange->state[place_of(i->exchange, k)] = states[k];
    fmu_exchange_changed(i->exchange);
    return FMU_OK;
}

size_t fmu_list_size(const fmu_instance *i, fmu_list list) {
    if (!i->exchange) return 0;
    return list == FMU_INDICATOR_VALUES ? FMU_INDICATORS * i->model->contact_count : 2 * i->exchange->n;
}

static double list_value(fmu_exchange *e, fmu_list list, size_t k) {
    switch (list) {
    case FMU_STATES: return e->state[place_of(e, k)];
    case FMU_RATES: return fmu_exchange_rate(e)[place_of(e, k)];
    case FMU_INDICATOR_VALUES: return fmu_exchange_indicator(e, k);
    case FMU_NOMINALS: break;
    }
    return 1;
}

fmu_status fmu_get_list(fmu_instance *i, fmu_list list, double *values, size_t count) {
    THUD_PLAIN_ENVIRONMENT;
    if (!is_exchange(i)) return FMU_ERROR;
    if (count != fmu_list_size(i, list) || (count > 0 && !values))
        return fmu_say(i, FMU_ERROR, "%zu values given, expected %zu", values ? count : 0, fmu_list_size(i, list));
    const fmu_status status = fmu_catch_up(i);
    if (status != FMU_OK) return status;
    for (size_t k = 0; k < count; k++) {
        values[k] = list_value(i->exchange, list, k);
        if (!isfinite(values[k])) return fmu_say(i, FMU_DISCARD, "a number of this state is not finite");
    }
    return FMU_OK;
}
