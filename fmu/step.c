/* Steps of an instance, which may end at an event. */
#include <math.h>

#include "base/environment.h"
#include "fmu/instance.h"

/* how many events of one instant may end a step that makes no way; then they are passed over */
enum { STANDSTILLS = 1000 };

static bool see_sample(void *context, const thud_sample *sample) {
    fmu_instance *i = context;
    if (!sample->event || !i->stopping) return true;
    i->met_event = true;
    return false;
}

static bool see_impact(void *context, const thud_impact_entry *entry) {
    fmu_instance *i = context;
    if (i->logged[FMU_LOG_EVENT])
        fmu_say(i, FMU_OK, "t = %.9g s: %.300s is struck at %.6g m/s and separates at %.6g m/s", entry->time,
                thud_model_contact_name(i->model, entry->contact), entry->approach_speed, entry->separation_speed);
    return true;
}

thud_observer fmu_observer(fmu_instance *i) {
    return (thud_observer){.context = i, .sample = see_sample, .impact = see_impact};
}

/* inputs whose derivative was given go along a line from where they are */
static fmu_status set_out(fmu_instance *i, double step) {
    for (size_t k = 0; k < i->variables.count; k++) {
        if (isnan(i->slopes[k])) continue;
        const double target = i->values[k] + i->slopes[k] * step;
        if (!isfinite(target))
            return fmu_say(i, FMU_ERROR, "'%.300s' would be infinite", i->variables.list[k].name);
        fmu_status status = fmu_drive(i, k, i->values[k], THUD_INPUT_HELD);
        if (status == FMU_OK) status = fmu_drive(i, k, target, THUD_INPUT_RAMPED);
        if (status != FMU_OK) return status;
        i->values[k] = target;
        i->slopes[k] = NAN;
    }
    return FMU_OK;
}

static fmu_status check(fmu_instance *i, double time, double step) {
    if (!isfinite(time) || !isfinite(step)) return fmu_say(i, FMU_ERROR, "time or step is not a finite number");
    if (!(step > 0)) return fmu_say(i, FMU_ERROR, "the step is %.17g s: it must be above 0", step);
    /* the caller adds up steps in its own way: that is rounding, and less than the millionth of a step */
    if (fabs(time - i->time) > 1e-6 * step + 1e-14 * fabs(time))
        return fmu_say(i, FMU_ERROR, "the step begins at %.17g s, and the instance is at %.17g s", time, i->time);
    if (time + step > i->stop + 1e-6 * step + 1e-14 * i->stop)
        return fmu_say(i, FMU_ERROR, "the step ends at %.17g s, after stopTime, %.17g s", time + step, i->stop);
    if (!(time + step > i->time))
        return fmu_say(i, FMU_ERROR, "a step of %.17g s is too small for the time: it would be lost in rounding",
                       step);
    return FMU_OK;
}

fmu_status fmu_step(fmu_instance *i, double time, double step, fmu_step_result *result) {
    THUD_PLAIN_ENVIRONMENT;
    *result = (fmu_step_result){.time = i->time};
    fmu_status good = check(i, time, step);
    if (good == FMU_OK) good = set_out(i, step);
    if (good != FMU_OK) return good;
    const double begin = i->time, until = time + step;
    const thud_summary *summary = thud_simulation_summary(i->simulation);
    thud_status status = THUD_ERROR_STOPPED;
    i->looked = false;
    /* an event of the instant at which the step begins is applied first, and is no end of it */
    for (int still = 0; status == THUD_ERROR_STOPPED && !(summary->duration > begin); still++) {
        i->stopping = i->early_return && still < STANDSTILLS;
        i->met_event = false;
        status = thud_simulation_advance(i->simulation, until);
    }
    i->stopping = false;
    i->time = summary->duration;
    *result = (fmu_step_result){.time = i->time, .event = i->met_event};
    result->early = status == THUD_ERROR_STOPPED && i->time < until;
    if (status == THUD_OK || status == THUD_ERROR_STOPPED) return FMU_OK;
    const char *why = *summary->error.text ? summary->error.text : thud_status_text(status);
    return fmu_say(i, status == THUD_ERROR_BALANCE ? FMU_WARNING : FMU_ERROR, "t = %.9g s: %s", i->time, why);
}
