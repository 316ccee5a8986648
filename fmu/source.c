/* The scenario of an FMU. */
#include "fmu/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "fmu/request.h"

/* the first error of all that is wrong */
static void keep_first(void *context, const thud_error *message) {
    thud_error *error = context;
    if (message->status != THUD_OK && error->status == THUD_OK) *error = *message;
}

/* what messages say goes into one error, and they are freed */
static thud_status conclude(thud_messages *messages, thud_status status, thud_error *error) {
    thud_error first = {0};
    if (status != THUD_OK) thud_messages_report(messages, keep_first, &first);
    thud_messages_free(messages);
    if (status == THUD_OK) return THUD_OK;
    if (first.status == THUD_OK) return thud_error_status(error, status);
    return thud_error_set(error, status, "%.1000s", first.text);
}

thud_status fmu_source_open(fmu_source *s, const char *folder, const char *text, size_t size, thud_error *error) {
    s->folder = malloc(strlen(folder) + 1);
    s->text = malloc(size + 1);
    s->motions = thud_motions_create(NULL);
    if (!s->folder || !s->text || !s->motions) return thud_error_memory(error);
    strcpy(s->folder, folder);
    memcpy(s->text, text, size);
    s->text[size] = '\0';
    const thud_source source = {FMU_SCENARIO_FILE, s->text, size};
    thud_messages messages = {.source = source};
    const thud_status status = thud_draft_create(&source, s->folder, &messages, &s->draft);
    return conclude(&messages, status, error);
}

void fmu_source_close(fmu_source *s) {
    thud_draft_free(s->draft);
    thud_motions_free(s->motions);
    free(s->text);
    free(s->folder);
    *s = (fmu_source){0};
}

thud_status fmu_source_build(fmu_source *s, thud_model **model, thud_error *error) {
    thud_messages messages = {0};
    const thud_status status = thud_draft_build(s->draft, s->motions, NULL, &messages, model);
    return conclude(&messages, status, error);
}
