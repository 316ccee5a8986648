/*
 * Motion of the ground: ground.csv during a run, and its peaks and response spectrum for model.json.
 *
 * Velocities and displacements are integrated from the acceleration, from rest, in linear steps of at most 2 ms:
 * exact for records whose samples coincide with steps. The motion of a support is relative to the ground.
 */
#include "report/run/files.h"

#include <math.h>
#include <stdlib.h>

#include "model/model.h"
#include "model/signal.h"
#include "report/run/model.h"
#include "report/text/csv.h"
#include "report/text/format.h"

static const double STEP = 0.002; /* s */

/* acceleration of the ground, or of a support relative to it */
static double acceleration_of(const thud_model *model, size_t index, double time) {
    const double ground = thud_signal_value(&model->ground, time);
    if (index == 0) return ground;
    const double delay = model->supports[index - 1].given.delay;
    const double own =
        time < delay ? 0 : thud_signal_value(thud_model_support_signal(model, index - 1), time - delay);
    return own - ground;
}

static void move_on(thud_ground_file *file, double time) {
    const double elapsed = time - file->time;
    const size_t steps = elapsed > 0 ? (size_t)fmin(ceil(elapsed / STEP), 1e6) : 0;
    const double h = steps > 0 ? elapsed / (double)steps : 0;
    for (size_t i = 0; i < file->count; i++)
        for (size_t k = 0; k < steps; k++) {
            thud_ground_state *s = &file->states[i];
            const double next = acceleration_of(file->model, i, file->time + h * (double)(k + 1));
            s->displacement += h * s->velocity + h * h * (2 * s->acceleration + next) / 6;
            s->velocity += h * (s->acceleration + next) / 2;
            s->acceleration = next;
        }
    file->time = time;
}

bool thud_ground_moves(const thud_model *model) {
    return model->ground.kind != THUD_SIGNAL_NONE || model->support_count > 0;
}

bool thud_ground_open(thud_ground_file *file, const char *path, const thud_model *model, thud_error *failure) {
    *file = (thud_ground_file){.model = model, .count = 1 + model->support_count};
    file->states = calloc(file->count, sizeof *file->states);
    if (!file->states) return thud_fail_memory(failure);
    if (!thud_output_open_inside(&file->output, path, failure)) {
        thud_ground_abort(file);
        return false;
    }
    for (size_t i = 0; i < file->count; i++) {
        file->states[i].acceleration = acceleration_of(model, i, 0);
        if (i == 0) continue;
        file->states[i].displacement = model->supports[i - 1].given.displacement;
        file->states[i].velocity = model->supports[i - 1].given.velocity;
    }
    FILE *stream = file->output.stream;
    fputs("t [s],ground acceleration [m/s²],ground velocity [m/s],ground displacement [m]", stream);
    for (size_t i = 1; i < file->count; i++) {
        fputc(',', stream);
        thud_csv_text(stream, thud_model_support_name(model, i - 1), " displacement [m]");
    }
    fputc('\n', stream);
    return true;
}

bool thud_ground_add(thud_ground_file *file, double time) {
    FILE *stream = file->output.stream;
    if (!stream) return true;
    move_on(file, time);
    char first[THUD_DECIMAL_SIZE + 1] = "";
    first[thud_decimal_write(first, time)] = 0;
    fputs(first, stream);
    const thud_ground_state *ground = file->states;
    thud_csv_number(stream, ground->acceleration);
    thud_csv_number(stream, ground->velocity);
    thud_csv_number(stream, ground->displacement);
    for (size_t i = 1; i < file->count; i++) thud_csv_number(stream, file->states[i].displacement);
    return fputc('\n', stream) != EOF;
}

bool thud_ground_commit(thud_ground_file *file, thud_error *failure) {
    bool good = !file->output.stream || thud_output_commit(&file->output, failure);
    thud_ground_abort(file);
    return good;
}

void thud_ground_abort(thud_ground_file *file) {
    thud_output_abort(&file->output);
    free(file->states);
    *file = (thud_ground_file){0};
}

/* ---- for model.json ---- */

enum { PERIODS = 61 };
static const double FIRST = 0.03, LAST = 4, DAMPING = 0.05; /* s, s, of the oscillators */

static void write_list(thud_json *json, const char *key, const double *numbers) {
    thud_json_write(json, "%s: [", key);
    for (size_t i = 0; i < PERIODS; i++) thud_json_number(json, numbers[i]);
    thud_json_write(json, "]");
}

void thud_ground_write(thud_json *json, const thud_model *model) {
    const thud_signal *signal = &model->ground;
    if (signal->kind == THUD_SIGNAL_SINE)
        thud_json_write(json, "motion: {pga: %g, frequency: %g}", fabs(signal->amplitude), signal->frequency);
    if (signal->kind != THUD_SIGNAL_SAMPLES) return;
    thud_intensity strength;
    double periods[PERIODS], found[PERIODS];
    thud_response responses[PERIODS];
    for (size_t i = 0; i < PERIODS; i++) periods[i] = FIRST * pow(LAST / FIRST, (double)i / (PERIODS - 1));
    if (thud_motion_intensity(signal->samples, &strength) != THUD_OK ||
        thud_motion_spectrum(signal->samples, periods, PERIODS, &DAMPING, 1, responses) != THUD_OK)
        return;
    const double scale = fabs(signal->scale);
    for (size_t i = 0; i < PERIODS; i++) found[i] = scale * responses[i].pseudo_acceleration;
    thud_json_write(json, "motion: {pga: %g, pgv: %g, arias: %g, spectrum: {damping: %g", scale * strength.pga,
                    scale * strength.pgv, scale * scale * strength.arias, DAMPING);
    write_list(json, "periods", periods);
    write_list(json, "pseudo_acceleration", found);
    thud_json_write(json, "}}");
}
