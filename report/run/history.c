/* history.csv: a row for each sample. */

#include "report/run/files.h"

#include <stdlib.h>

#include "contact/run_quantity.h"
#include "model/model.h"
#include "report/run/model.h"
#include "report/text/csv.h"
#include "report/text/format.h"

static void write_header(FILE *stream, const thud_model *model) {
    fputs("t [s]", stream);
    for (size_t i = 0; i < thud_coordinate_count(model); i++) {
        const thud_coordinate_quantity *quantities = thud_coordinate_quantities(model, i);
        for (size_t k = 0; k < THUD_COORDINATE_QUANTITIES; k++) {
            char ending[64];
            snprintf(ending, sizeof ending, " %s [%s]", quantities[k].name, quantities[k].unit);
            fputc(',', stream);
            thud_csv_text(stream, thud_coordinate_name(model, i), ending);
        }
    }
    for (size_t i = 0; i < thud_model_contact_count(model); i++) {
        fputc(',', stream);
        thud_csv_text(stream, thud_model_contact_name(model, i), " force [N]");
    }
    for (size_t i = 0; i < thud_model_watch_count(model); i++) {
        char ending[32];
        snprintf(ending, sizeof ending, " [%s]",
                 thud_quantities_of_watch(model->watches[i].given.kind).list[0].unit);
        fputc(',', stream);
        thud_csv_text(stream, thud_model_watch_name(model, i), ending);
    }
    for (size_t i = 0; i < thud_model_watched_links(model); i++) {
        fputc(',', stream);
        thud_csv_text(stream, thud_model_link_name(model, i), " deformation [m]");
        fputc(',', stream);
        thud_csv_text(stream, thud_model_link_name(model, i), " link force [N]");
    }
    fputc('\n', stream);
}

bool thud_history_open(thud_history_file *file, const char *path, const thud_model *model, thud_error *failure) {
    *file = (thud_history_file){.coordinates = thud_coordinate_count(model),
                                .contacts = thud_model_contact_count(model),
                                .watches = thud_model_watch_count(model),
                                .links = thud_model_watched_links(model)};
    size_t columns =
        1 + THUD_COORDINATE_QUANTITIES * file->coordinates + file->contacts + file->watches + 2 * file->links;
    file->line = malloc(columns * (THUD_DECIMAL_SIZE + 1));
    if (!file->line) return thud_fail_memory(failure);
    if (!thud_output_open_inside(&file->output, path, failure)) {
        thud_history_abort(file);
        return false;
    }
    write_header(file->output.stream, model);
    return true;
}

static char *put(char *to, double value) {
    *to++ = ',';
    return to + thud_decimal_write(to, value);
}

bool thud_history_add(thud_history_file *file, const thud_sample *sample) {
    char *to = file->line + thud_decimal_write(file->line, sample->time);
    for (size_t i = 0; i < file->coordinates; i++) {
        to = put(to, sample->displacement[i]);
        to = put(to, sample->velocity[i]);
        to = put(to, sample->acceleration[i]);
    }
    for (size_t i = 0; i < file->contacts; i++) to = put(to, sample->force[i]);
    for (size_t i = 0; i < file->watches; i++) to = put(to, sample->watch[i]);
    for (size_t i = 0; i < file->links; i++) {
        to = put(to, sample->deformation[i]);
        to = put(to, sample->link_force[i]);
    }
    *to++ = '\n';
    size_t length = (size_t)(to - file->line);
    return fwrite(file->line, 1, length, file->output.stream) == length;
}

bool thud_history_commit(thud_history_file *file, thud_error *failure) {
    bool good = thud_output_commit(&file->output, failure);
    thud_history_abort(file);
    return good;
}

void thud_history_abort(thud_history_file *file) {
    thud_output_abort(&file->output);
    free(file->line);
    *file = (thud_history_file){0};
}
