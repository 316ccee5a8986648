/* impacts.csv: a row per impact, from the table of columns that history.h5 uses too. */

#include "report/run/files.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/csv.h"

const thud_ledger_column thud_ledger_columns[THUD_LEDGER_COLUMNS] = {
    {"t", "s", offsetof(thud_impact_entry, time), false},
    {"approach speed", "m/s", offsetof(thud_impact_entry, approach_speed), false},
    {"separation speed", "m/s", offsetof(thud_impact_entry, separation_speed), true},
    {"restitution", "", offsetof(thud_impact_entry, restitution), true},
    {"duration", "s", offsetof(thud_impact_entry, duration), false},
    {"max force", "N", offsetof(thud_impact_entry, max_force), false},
    {"max penetration", "m", offsetof(thud_impact_entry, max_penetration), false},
    {"separation penetration", "m", offsetof(thud_impact_entry, separation_penetration), true},
    {"impulse", "N·s", offsetof(thud_impact_entry, impulse), false},
    {"energy lost", "J", offsetof(thud_impact_entry, energy_lost), false},
    {"damping", "N·s/m^(p+1)", offsetof(thud_impact_entry, damping), false},
};

double thud_ledger_value(const thud_ledger_column *column, const thud_impact_entry *entry) {
    double value;
    if (column->of_the_end && !entry->ended) return NAN;
    memcpy(&value, (const char *)entry + column->offset, sizeof value);
    return value;
}

static void write_header(FILE *stream, const thud_derivatives *derivatives) {
    fputs("number,t [s],contact", stream);
    for (size_t i = 1; i < THUD_LEDGER_COLUMNS; i++) {
        const thud_ledger_column *column = &thud_ledger_columns[i];
        fprintf(stream, ",%s", column->name);
        if (*column->unit) fprintf(stream, " [%s]", column->unit);
    }
    for (size_t j = 0; j < thud_derivatives_parameter_count(derivatives); j++) {
        const char *name = thud_derivatives_parameter_name(derivatives, j);
        fputc(',', stream);
        thud_csv_text(stream, "t by ", name);
        fputc(',', stream);
        thud_csv_text(stream, "approach speed by ", name);
    }
    fputc('\n', stream);
}

bool thud_ledger_open(thud_ledger_file *file, const char *path, const thud_model *model, thud_error *failure) {
    *file = (thud_ledger_file){.model = model};
    if (!thud_output_open_inside(&file->output, path, failure)) return false;
    write_header(file->output.stream, NULL);
    return true;
}

void thud_ledger_derive(thud_ledger_file *file, const thud_derivatives *derivatives) {
    file->derivatives = derivatives;
}

static void write_row(thud_ledger_file *file, size_t number, const thud_impact_entry *entry) {
    FILE *stream = file->output.stream;
    fprintf(stream, "%zu", number);
    thud_csv_number(stream, entry->time);
    fputc(',', stream);
    thud_csv_text(stream, thud_model_contact_name(file->model, entry->contact), "");
    for (size_t i = 1; i < THUD_LEDGER_COLUMNS; i++)
        thud_csv_number(stream, thud_ledger_value(&thud_ledger_columns[i], entry));
}

static bool keep(thud_ledger_file *file, const thud_impact_entry *entry) {
    if (file->rows == file->room) {
        const size_t room = file->room ? 2 * file->room : 64;
        thud_impact_entry *larger = realloc(file->kept, room * sizeof *larger);
        if (!larger) return false;
        file->kept = larger;
        file->room = room;
    }
    file->kept[file->rows++] = *entry;
    return true;
}

bool thud_ledger_add(thud_ledger_file *file, const thud_impact_entry *entry) {
    if (file->derivatives) return keep(file, entry);
    write_row(file, ++file->rows, entry);
    return fputc('\n', file->output.stream) != EOF;
}

/* the impact of the derivatives that an entry is, from number `*from` on; those that were not followed have none */
static bool find(const thud_derivatives *derivatives, const thud_impact_entry *entry, size_t *from,
                 thud_impact_derivatives *impact) {
    for (size_t i = *from; thud_derivatives_impact(derivatives, i, impact); i++) {
        if (impact->contact != entry->contact || !(fabs(impact->time - entry->time) <= 1e-9 * entry->time))
            continue;
        *from = i + 1;
        return true;
    }
    return false;
}

/* all rows, over the heads that are there already, which are shorter */
static void write_derivatives(thud_ledger_file *file) {
    FILE *stream = file->output.stream;
    size_t from = 0;
    rewind(stream);
    write_header(stream, file->derivatives);
    for (size_t i = 0; i < file->rows; i++) {
        thud_impact_derivatives impact;
        const bool found = find(file->derivatives, &file->kept[i], &from, &impact);
        write_row(file, i + 1, &file->kept[i]);
        for (size_t j = 0; j < thud_derivatives_parameter_count(file->derivatives); j++) {
            thud_csv_number(stream, found ? impact.time_by[j] : NAN);
            thud_csv_number(stream, found ? impact.approach_speed_by[j] : NAN);
        }
        fputc('\n', stream);
    }
}

bool thud_ledger_commit(thud_ledger_file *file, thud_error *failure) {
    if (file->derivatives) write_derivatives(file);
    free(file->kept);
    file->kept = NULL;
    return thud_output_commit(&file->output, failure);
}

void thud_ledger_abort(thud_ledger_file *file) {
    free(file->kept);
    file->kept = NULL;
    thud_output_abort(&file->output);
}
