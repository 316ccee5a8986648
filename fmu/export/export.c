/* A scenario as an FMU: the parts that it is made of, and the archive. */
#include "fmu/export/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "fmu/exchange.h"
#include "fmu/export/description.h"
#include "fmu/export/zip.h"
#include "report/text/file.h"

/* ---- what it has ---- */

/* hash of all content: another scenario, record or list gives another token */
static thud_status make_token(fmu_export *e, thud_error *error) {
    fmu_text lists = {0};
    fmu_request_write_lists(&e->request, &lists);
    if (lists.failed) return thud_error_memory(error);
    uint64_t halves[2];
    for (int half = 0; half < 2; half++) {
        uint64_t hash = thud_hash_count(THUD_HASH_START, (uint64_t)half);
        hash = thud_hash_text(thud_hash_text(hash, thud_version()), e->bundle.scenario);
        hash = thud_hash_text(hash, lists.text ? lists.text : "");
        for (size_t i = 0; i < e->bundle.count; i++) {
            const fmu_bundle_file *file = &e->bundle.files[i];
            hash = thud_hash_count(thud_hash_text(hash, file->name), file->bytes.size);
            hash = thud_hash_bytes(hash, file->bytes.data, file->bytes.size);
        }
        halves[half] = thud_hash_finish(hash);
    }
    free(lists.text);
    snprintf(e->request.token, sizeof e->request.token, "{%08lx-%04lx-%04lx-%04lx-%012llx}",
             (unsigned long)(halves[0] >> 32), (unsigned long)(halves[0] >> 16 & 0xFFFF),
             (unsigned long)(halves[0] & 0xFFFF), (unsigned long)(halves[1] >> 48),
             (unsigned long long)(halves[1] & 0xFFFFFFFFFFFF));
    return THUD_OK;
}

/* a key that the scenario does not have is there with its default once it is a parameter */
static thud_status check_parameters(fmu_export *e, thud_error *error) {
    thud_model *model = NULL;
    fmu_parameters_write(&e->variables, NULL);
    thud_error fault;
    const thud_status status = fmu_source_build(&e->source, &model, &fault);
    thud_model_free(model);
    if (status == THUD_OK) return THUD_OK;
    return thud_error_set(error, status, "with its default written for a parameter, the scenario is wrong: %.900s",
                          fault.text);
}

thud_status fmu_export_prepare(fmu_export *e, const char *text, const char *folder, thud_error *error) {
    thud_status status = fmu_bundle_make(text, folder, &e->bundle, error);
    if (status == THUD_OK) status = fmu_source_open(&e->source, folder, text, strlen(text), error);
    if (status == THUD_OK) status = fmu_source_build(&e->source, &e->model, error);
    if (status == THUD_OK && e->request.exchange) {
        const char *why = fmu_exchange_refusal(e->model);
        if (why) return thud_error_set(error, THUD_ERROR_ARGUMENT, "no model exchange: %s", why);
    } else if (status == THUD_OK) {
        status = thud_simulation_create(e->model, &e->simulation);
        if (status != THUD_OK) return thud_error_status(error, status);
        status = thud_simulation_start(e->simulation, NULL);
        if (status == THUD_ERROR_BALANCE) status = THUD_OK;
        const char *why = thud_simulation_summary(e->simulation)->error.text;
        if (status != THUD_OK)
            return thud_error_set(error, status, "this scenario cannot be an FMU for co-simulation: %.900s%s",
                                  *why ? why : thud_status_text(status),
                                  fmu_exchange_refusal(e->model) ? "" : "; for model exchange it can: --exchange");
    }
    if (status == THUD_OK)
        status = fmu_variables_make(&e->request, &e->source, e->model, e->simulation, &e->variables, error);
    if (status == THUD_OK) status = check_parameters(e, error);
    return status == THUD_OK ? make_token(e, error) : status;
}

void fmu_export_free(fmu_export *e) {
    fmu_variables_free(&e->variables);
    thud_simulation_free(e->simulation);
    thud_model_free(e->model);
    fmu_source_close(&e->source);
    fmu_bundle_free(&e->bundle);
    fmu_request_free(&e->request);
}

/* ---- the archive ---- */

typedef struct archive {
    fmu_zip_entry *entries;
    size_t count;
    fmu_words names;
    bool failed;
} archive;

static void add(archive *a, const void *bytes, size_t size, const char *folder, const char *name) {
    fmu_text path = {0};
    fmu_text_add(&path, "%s%s", folder, name);
    fmu_zip_entry *larger = realloc(a->entries, (a->count + 1) * sizeof *larger);
    if (larger) a->entries = larger;
    a->failed = a->failed || path.failed || !larger || !fmu_words_add(&a->names, path.text, path.size);
    if (!a->failed) a->entries[a->count++] = (fmu_zip_entry){a->names.list[a->names.count - 1], bytes, size};
    free(path.text);
}

static void describe(const fmu_export *e, const fmu_export_file *file, fmu_text *text) {
    const thud_run_options run = thud_model_run_options(e->model);
    const char *title = thud_model_title(e->model);
    const fmu_description description = {
        .name = *title ? title : file->identifier,
        .identifier = file->identifier,
        .token = e->request.token,
        .stop = run.duration,
        .step = run.output_interval > 0 ? run.output_interval : run.duration / 1000,
        .variables = &e->variables,
        .exchange = e->request.exchange,
    };
    if (file->version == 2) fmu_describe_2(&description, text);
    else fmu_describe_3(&description, text);
}

static bool write_archive(const archive *a, const fmu_export_file *file, thud_error *failure) {
    thud_output output = {0};
    if (!thud_output_open(&output, file->path, failure)) return false;
    if (!fmu_zip_write(a->entries, a->count, output.stream)) {
        thud_output_abort(&output);
        return thud_fail(failure, "'%.300s' would be larger than 4 GB", file->path);
    }
    return thud_output_commit(&output, failure);
}

static bool pack(const fmu_export *e, const fmu_export_file *file, const thud_bytes *library,
                 const thud_bytes *licences, thud_error *failure) {
    fmu_text description = {0}, request = {0}, binary = {0};
    archive a = {0};
    describe(e, file, &description);
    fmu_request_write(&e->request, &request);
    fmu_text_add(&binary, "binaries/%s/%s.so", file->version == 2 ? "linux64" : "x86_64-linux", file->identifier);
    a.failed = description.failed || request.failed || binary.failed;
    if (!a.failed) {
        add(&a, description.text, description.size, "", "modelDescription.xml");
        add(&a, library->data, library->size, "", binary.text);
        add(&a, e->bundle.scenario, strlen(e->bundle.scenario), "resources/", FMU_SCENARIO_FILE);
        add(&a, request.text, request.size, "resources/", FMU_REQUEST_FILE);
    }
    for (size_t i = 0; i < e->bundle.count; i++)
        add(&a, e->bundle.files[i].bytes.data, e->bundle.files[i].bytes.size, "resources/",
            e->bundle.files[i].name);
    if (licences->size > 0) add(&a, licences->data, licences->size, "documentation/licenses/", "license.txt");
    const bool good = a.failed ? thud_fail_memory(failure) : write_archive(&a, file, failure);
    free(a.entries);
    fmu_words_free(&a.names);
    free(description.text);
    free(request.text);
    free(binary.text);
    return good;
}

bool fmu_export_write(const fmu_export *e, const fmu_export_file *file, thud_error *failure) {
    thud_bytes library = {0}, licences = {0};
    thud_error fault;
    bool good = thud_bytes_load(file->library, &library, &fault) == THUD_OK;
    if (!good) thud_fail(failure, "cannot read '%.300s': %.300s", file->library, fault.text);
    if (good && file->licences) (void)thud_bytes_load(file->licences, &licences, &fault);
    good = good && pack(e, file, &library, &licences, failure);
    free(library.data);
    free(licences.data);
    return good;
}
