#define _XOPEN_SOURCE 700 /* getcwd */

/* An importer of FMUs for tests. */
#include "fmu/importer.h"

#include <check.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fmu/export/export.h"
#include "fmu/unpack.h"

char fmu_said[2000];
int fmu_errors, fmu_lines;

void fmu_log_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
    (void)environment;
    fmu_lines++;
    if (status == fmi3Error || status == fmi3Discard) {
        fmu_errors++;
        ck_assert_str_eq(category, "logStatusError");
    }
    snprintf(fmu_said, sizeof fmu_said, "%s", message);
}

static void log_2(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                  fmi2String message, ...) {
    char text[2000];
    va_list arguments;
    va_start(arguments, message);
    vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    ck_assert_ptr_nonnull(instance);
    fmu_log_3(environment, (fmi3Status)status, category, text);
}

const fmi2CallbackFunctions fmu_callbacks = {log_2, calloc, free, NULL, NULL};

/* ---- making and loading ---- */

static void split(const char *list, fmu_words *words) {
    while (list) {
        const size_t length = strcspn(list, ",");
        ck_assert(fmu_words_add(words, list, length));
        list = list[length] ? list + length + 1 : NULL;
    }
}

static void export(const fmu_recipe *r, const char *path) {
    fmu_export e = {0};
    thud_error error = {0};
    char yaml[100], *text = NULL;
    snprintf(yaml, sizeof yaml, "%s.yaml", r->name);
    write_bytes(yaml, r->scenario, strlen(r->scenario));
    ck_assert_int_eq(thud_scenario_expand(yaml, NULL, NULL, &text), THUD_OK);
    e.request.exchange = r->exchange;
    split(r->inputs, &e.request.inputs);
    split(r->outputs, &e.request.outputs);
    split(r->parameters, &e.request.parameters);
    ck_assert_msg(fmu_export_prepare(&e, text, "", &error) == THUD_OK, "%s", error.text);
    const fmu_export_file file = {path, r->version, r->name, THUD_FMU_LIBRARY, NULL};
    ck_assert_msg(fmu_export_write(&e, &file, &error), "%s", error.text);
    fmu_export_free(&e);
    free(text);
}

static void *look_up(const fmu *f, const char *name) {
    void *found = dlsym(f->library, name);
    ck_assert_msg(found != NULL, "the library has no %s", name);
    return found;
}

fmu *fmu_load(const fmu_recipe *r) {
    fmu *f = calloc(1, sizeof *f);
    char path[1600], here[1000];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s.fmu", r->name);
    export(r, path);
    snprintf(f->folder, sizeof f->folder, "%s/%s_%d%s", here, r->name, r->version, r->exchange ? "_exchange" : "");
    snprintf(f->resources, sizeof f->resources, "%s/resources/", f->folder);
    snprintf(f->uri, sizeof f->uri, "file://%s/resources", f->folder);
    ck_assert_uint_ge(unpack(path, f->folder), 4);
    size_t size;
    snprintf(path, sizeof path, "%s/modelDescription.xml", f->folder);
    f->text = (char *)read_bytes(path, &size);
    f->description = xml_parse(f->text);
    f->token = xml_attribute(f->description, r->version == 2 ? "guid" : "instantiationToken");
    ck_assert_ptr_nonnull(f->token);
    snprintf(path, sizeof path, "%s/binaries/%s/%s.so", f->folder, r->version == 2 ? "linux64" : "x86_64-linux",
             r->name);
    f->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(f->library != NULL, "%s", dlerror());
#define LOOK_UP(result, name, arguments)                                                                           \
    {                                                                                                              \
        void *found = look_up(f, #name);                                                                           \
        memcpy(&f->name, &found, sizeof found);                                                                    \
    }
    FMI2_FUNCTIONS(LOOK_UP)
    FMI3_FUNCTIONS(LOOK_UP)
    fmu_errors = fmu_lines = 0;
    return f;
}

void fmu_unload(fmu *f) {
    ck_assert_int_eq(dlclose(f->library), 0);
    xml_free(f->description);
    free(f->text);
    free(f);
}

const xml *fmu_variable_of(const fmu *f, const char *name) {
    const xml *variables = xml_child(f->description, "ModelVariables");
    for (size_t i = 0; i < variables->count; i++)
        if (strcmp(xml_attribute(variables->children[i], "name"), name) == 0) return variables->children[i];
    ck_abort_msg("there is no variable %s", name);
    return NULL;
}

uint32_t fmu_reference(const fmu *f, const char *name) {
    return (uint32_t)strtoul(xml_attribute(fmu_variable_of(f, name), "valueReference"), NULL, 10);
}

/* ---- instances ---- */

fmi3Instance fmu_make_3(fmu *f, bool event_mode, bool early_return) {
    fmi3Instance i = f->fmi3InstantiateCoSimulation("one", f->token, f->resources, false, false, event_mode,
                                                    early_return, NULL, 0, NULL, fmu_log_3, NULL);
    ck_assert_msg(i != NULL, "%s", fmu_said);
    return i;
}

fmi3Instance fmu_begin_3(fmu *f) {
    fmi3Instance i = fmu_make_3(f, false, false);
    ck_assert_msg(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0) == fmi3OK, "%s", fmu_said);
    ck_assert_msg(f->fmi3ExitInitializationMode(i) == fmi3OK, "%s", fmu_said);
    return i;
}

fmi2Component fmu_make_2(fmu *f) {
    fmi2Component c =
        f->fmi2Instantiate("one", fmi2CoSimulation, f->token, f->uri, &fmu_callbacks, fmi2False, fmi2False);
    ck_assert_msg(c != NULL, "%s", fmu_said);
    return c;
}

fmi2Component fmu_begin_2(fmu *f) {
    fmi2Component c = fmu_make_2(f);
    ck_assert_int_eq(f->fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0), fmi2OK);
    ck_assert_msg(f->fmi2EnterInitializationMode(c) == fmi2OK, "%s", fmu_said);
    ck_assert_msg(f->fmi2ExitInitializationMode(c) == fmi2OK, "%s", fmu_said);
    return c;
}

double fmu_get_3(fmu *f, fmi3Instance i, const char *name) {
    const fmi3ValueReference reference = fmu_reference(f, name);
    double value;
    ck_assert_msg(f->fmi3GetFloat64(i, &reference, 1, &value, 1) == fmi3OK, "%s: %s", name, fmu_said);
    return value;
}

void fmu_set_3(fmu *f, fmi3Instance i, const char *name, double value) {
    const fmi3ValueReference reference = fmu_reference(f, name);
    ck_assert_msg(f->fmi3SetFloat64(i, &reference, 1, &value, 1) == fmi3OK, "%s: %s", name, fmu_said);
}

int fmu_count_3(fmu *f, fmi3Instance i, const char *name) {
    const fmi3ValueReference reference = fmu_reference(f, name);
    fmi3Int32 value;
    ck_assert_msg(f->fmi3GetInt32(i, &reference, 1, &value, 1) == fmi3OK, "%s: %s", name, fmu_said);
    return value;
}

double fmu_get_2(fmu *f, fmi2Component c, const char *name) {
    const fmi2ValueReference reference = fmu_reference(f, name);
    double value;
    ck_assert_msg(f->fmi2GetReal(c, &reference, 1, &value) == fmi2OK, "%s: %s", name, fmu_said);
    return value;
}

void fmu_set_2(fmu *f, fmi2Component c, const char *name, double value) {
    const fmi2ValueReference reference = fmu_reference(f, name);
    ck_assert_msg(f->fmi2SetReal(c, &reference, 1, &value) == fmi2OK, "%s: %s", name, fmu_said);
}

void fmu_step_3(fmu *f, fmi3Instance i, double time, double step) {
    bool event, terminate, early;
    double reached;
    ck_assert_msg(f->fmi3DoStep(i, time, step, true, &event, &terminate, &early, &reached) == fmi3OK, "%s",
                  fmu_said);
    ck_assert(!terminate && !early && !event);
    ck_assert(reached == time + step);
}

void fmu_step_2(fmu *f, fmi2Component c, double time, double step) {
    ck_assert_msg(f->fmi2DoStep(c, time, step, fmi2True) == fmi2OK, "%s", fmu_said);
}
