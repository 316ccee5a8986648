/* One instance of an FMU: making it, what it says, and the phases that it goes through. */
#include "fmu/instance.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/error.h"
#include "base/print.h"
#include "ground/bytes.h"

enum { MESSAGE_SIZE = 1400 };

/* ---- messages ---- */

static void write_log(const fmu_instance *i, fmu_status status, int category, const char *message) {
    if (i->log && (category == FMU_LOG_ERROR || i->logged[category]))
        i->log(i->context, i->name ? i->name : "", status, fmu_log_categories[category], message);
}

fmu_status fmu_say(fmu_instance *i, fmu_status status, const char *format, ...) {
    char message[MESSAGE_SIZE];
    const int used = thud_print(message, sizeof message, "%s: ", i->call ? i->call : "thud");
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(message + used, sizeof message - (size_t)used, format, arguments);
    va_end(arguments);
    write_log(i, status,
              status == FMU_WARNING ? FMU_LOG_WARNING
              : status == FMU_OK    ? FMU_LOG_EVENT
                                    : FMU_LOG_ERROR,
              message);
    return status;
}

static const char *name_phase(fmu_phase phase) {
    switch (phase) {
    case FMU_INSTANTIATED: return "is instantiated, and not in initialization mode yet";
    case FMU_INITIALIZATION: return "is in initialization mode";
    case FMU_EVENTS: return "is in event mode";
    case FMU_STEPS: return "is in step mode";
    case FMU_CONTINUOUS: return "is in continuous-time mode";
    default: return "is terminated";
    }
}

bool fmu_begin(fmu_instance *i, const char *call, int phases) {
    if (!i) return false;
    i->call = call;
    if ((int)i->phase & phases) return true;
    fmu_say(i, FMU_ERROR, "not allowed now: the instance %s", name_phase(i->phase));
    return false;
}

fmu_status fmu_set_logging(fmu_instance *i, bool on, const char *const *categories, size_t count) {
    bool wanted[FMU_LOG_COUNT] = {false};
    if (count > 0 && !categories) return fmu_say(i, FMU_ERROR, "the categories are NULL");
    for (size_t k = 0; k < count; k++) {
        int which = 0;
        while (which < FMU_LOG_COUNT && !(categories[k] && strcmp(categories[k], fmu_log_categories[which]) == 0))
            which++;
        if (which == FMU_LOG_COUNT)
            return fmu_say(i, FMU_ERROR, "there is no category '%.100s'", categories[k] ? categories[k] : "(NULL)");
        wanted[which] = true;
    }
    for (int k = 0; k < FMU_LOG_COUNT; k++) i->logged[k] = on && (count == 0 || wanted[k]);
    return FMU_OK;
}

/* ---- making one ---- */

static thud_status load(const char *folder, const char *name, thud_bytes *bytes, thud_error *error) {
    fmu_text path = {0};
    const size_t length = strlen(folder);
    fmu_text_add(&path, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);
    thud_error fault;
    thud_status status = path.failed ? thud_error_memory(error) : thud_bytes_load(path.text, bytes, &fault);
    if (status != THUD_OK && !path.failed)
        thud_error_set(error, status, "cannot read '%.500s': %.300s", path.text, fault.text);
    free(path.text);
    return status;
}

static thud_status read_request(fmu_instance *i, const char *token, const char *resources, bool exchange,
                                thud_error *error) {
    thud_bytes bytes = {0};
    thud_status status = load(resources, FMU_REQUEST_FILE, &bytes, error);
    if (status == THUD_OK) status = fmu_request_read(bytes.data, bytes.size, &i->request, error);
    free(bytes.data);
    if (status == THUD_OK && strcmp(token, i->request.token) != 0)
        status = thud_error_set(error, THUD_ERROR_MISMATCH,
                                "the token '%.60s' differs from that of these resources, '%.60s'", token,
                                i->request.token);
    if (status == THUD_OK && exchange != i->request.exchange)
        status = thud_error_set(error, THUD_ERROR_MISMATCH, "this FMU is for %s",
                                exchange ? "co-simulation, not for model exchange"
                                         : "model exchange, not for co-simulation");
    return status;
}

static thud_status read_scenario(fmu_instance *i, const char *resources, thud_error *error) {
    thud_bytes bytes = {0};
    thud_status status = load(resources, FMU_SCENARIO_FILE, &bytes, error);
    if (status == THUD_OK) status = fmu_source_open(&i->source, resources, bytes.data, bytes.size, error);
    free(bytes.data);
    return status;
}

/* the equations of a model */
static thud_status make_exchange(const thud_model *model, fmu_exchange **exchange, thud_error *error) {
    const char *why = fmu_exchange_refusal(model);
    if (why) return thud_error_set(error, THUD_ERROR_ARGUMENT, "no model exchange: %s", why);
    *exchange = fmu_exchange_create(model);
    return *exchange ? THUD_OK : thud_error_memory(error);
}

static thud_status make_simulation(const thud_model *model, thud_simulation **simulation, thud_error *error) {
    const thud_status status = thud_simulation_create(model, simulation);
    return status == THUD_OK ? THUD_OK : thud_error_status(error, status);
}

/* a simulation, or the equations, of the model as it stands */
static thud_status build(fmu_instance *i, thud_error *error) {
    thud_model *model = NULL;
    thud_simulation *simulation = NULL;
    fmu_exchange *exchange = NULL;
    thud_status status = fmu_source_build(&i->source, &model, error);
    if (status != THUD_OK) return status;
    status =
        i->request.exchange ? make_exchange(model, &exchange, error) : make_simulation(model, &simulation, error);
    if (status != THUD_OK) {
        thud_model_free(model);
        return status;
    }
    thud_simulation_free(i->simulation);
    fmu_exchange_free(i->exchange);
    thud_model_free(i->model);
    i->simulation = simulation;
    i->exchange = exchange;
    i->model = model;
    return THUD_OK;
}

static thud_status make_variables(fmu_instance *i, thud_error *error) {
    thud_status status = build(i, error);
    if (status != THUD_OK) return status;
    if (i->simulation) status = thud_simulation_start(i->simulation, NULL);
    if (status != THUD_OK && status != THUD_ERROR_BALANCE)
        return thud_error_set(error, status, "%s", thud_simulation_summary(i->simulation)->error.text);
    status = fmu_variables_make(&i->request, &i->source, i->model, i->simulation, &i->variables, error);
    if (status != THUD_OK) return status;
    i->values = calloc(3 * i->variables.count, sizeof *i->values);
    if (!i->values) return thud_error_memory(error);
    i->slopes = i->values + i->variables.count;
    i->applied = i->slopes + i->variables.count;
    return THUD_OK;
}

static void take_start_values(fmu_instance *i) {
    for (size_t k = 0; k < i->variables.count; k++) {
        i->values[k] = i->variables.list[k].start;
        i->applied[k] = 0;
        i->slopes[k] = NAN;
    }
    i->time = 0;
    i->stop = INFINITY;
    i->phase = FMU_INSTANTIATED;
    i->other_model = i->stale = true;
    i->looked = false;
}

fmu_instance *fmu_create(const char *name, const char *token, const char *resources, bool exchange, fmu_log *log,
                         void *context) {
    THUD_PLAIN_ENVIRONMENT;
    thud_error error = {0};
    fmu_instance *i = calloc(1, sizeof *i);
    if (!i) return NULL;
    *i = (fmu_instance){.call = "instantiate", .log = log, .context = context, .phase = FMU_INSTANTIATED};
    if (!name || !*name || !token || !resources) {
        fmu_say(i, FMU_ERROR, "%s is missing",
                !name || !*name ? "the name of the instance"
                : !token        ? "the token"
                                : "the folder of resources");
        fmu_free(i);
        return NULL;
    }
    i->name = malloc(strlen(name) + 1);
    if (i->name) strcpy(i->name, name);
    thud_status status = i->name ? THUD_OK : thud_error_memory(&error);
    if (status == THUD_OK) status = read_request(i, token, resources, exchange, &error);
    if (status == THUD_OK) status = read_scenario(i, resources, &error);
    if (status == THUD_OK) status = make_variables(i, &error);
    if (status == THUD_OK) {
        take_start_values(i);
        return i;
    }
    fmu_say(i, FMU_ERROR, "%s", error.text);
    fmu_free(i);
    return NULL;
}

void fmu_free(fmu_instance *i) {
    if (!i) return;
    thud_simulation_free(i->simulation);
    fmu_exchange_free(i->exchange);
    thud_model_free(i->model);
    free(i->values);
    fmu_variables_free(&i->variables);
    fmu_source_close(&i->source);
    fmu_request_free(&i->request);
    free(i->caller);
    free(i->name);
    free(i);
}

/* ---- phases ---- */

static fmu_status drive_all(fmu_instance *i) {
    for (size_t k = 0; k < i->variables.count; k++) i->applied[k] = 0;
    for (size_t k = 0; k < i->variables.count; k++)
        if (i->variables.list[k].causality == FMU_INPUT) {
            const fmu_status driven = fmu_drive(i, k, i->values[k], THUD_INPUT_HELD);
            if (driven != FMU_OK) return driven;
        }
    return FMU_OK;
}

static fmu_status begin_exchange(fmu_instance *i) {
    const thud_status status = fmu_exchange_start(i->exchange);
    if (status != THUD_OK) return fmu_say(i, FMU_ERROR, "a contact does not begin: %s", thud_status_text(status));
    return drive_all(i);
}

static fmu_status begin_run(fmu_instance *i) {
    thud_run_options options = thud_model_run_options(i->model);
    thud_error error = {0};
    options.output_interval = 0;
    options.output_events = i->early_return;
    if (thud_simulation_set_options(i->simulation, &options, &error) != THUD_OK)
        return fmu_say(i, FMU_ERROR, "%s", error.text);
    i->observer = fmu_observer(i);
    i->stopping = false;
    const thud_status status = thud_simulation_start(i->simulation, &i->observer);
    if (status != THUD_OK && status != THUD_ERROR_BALANCE)
        return fmu_say(i, FMU_ERROR, "the run does not begin: %s",
                       *thud_simulation_summary(i->simulation)->error.text
                           ? thud_simulation_summary(i->simulation)->error.text
                           : thud_status_text(status));
    return drive_all(i);
}

fmu_status fmu_catch_up(fmu_instance *i) {
    if (!i->stale) return FMU_OK;
    thud_error error = {0};
    if (i->other_model) {
        fmu_parameters_write(&i->variables, i->values);
        if (build(i, &error) != THUD_OK) return fmu_say(i, FMU_ERROR, "%s", error.text);
        i->other_model = false;
    }
    const fmu_status status = i->exchange ? begin_exchange(i) : begin_run(i);
    i->stale = status != FMU_OK;
    i->looked = false;
    i->time = 0;
    return status;
}

fmu_status fmu_set_times(fmu_instance *i, double start, bool stop_defined, double stop) {
    if (start != 0) return fmu_say(i, FMU_ERROR, "startTime is %.17g: a scenario begins at 0", start);
    if (stop_defined && !(stop >= 0)) return fmu_say(i, FMU_ERROR, "stopTime %.17g is not after startTime", stop);
    i->stop = stop_defined ? stop : INFINITY;
    return FMU_OK;
}

fmu_status fmu_enter_initialization(fmu_instance *i) {
    const fmu_status status = fmu_catch_up(i);
    if (status == FMU_OK) i->phase = FMU_INITIALIZATION;
    return status;
}

fmu_status fmu_exit_initialization(fmu_instance *i) {
    const fmu_status status = fmu_catch_up(i);
    if (status == FMU_OK) i->phase = i->event_mode || i->exchange ? FMU_EVENTS : FMU_STEPS;
    return status;
}

fmu_status fmu_terminate(fmu_instance *i) {
    i->phase = FMU_TERMINATED;
    return FMU_OK;
}

fmu_status fmu_reset(fmu_instance *i) {
    take_start_values(i);
    return FMU_OK;
}
