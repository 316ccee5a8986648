/* impacts.csv: a row per impact, from the table of columns that history.h5 uses too. */

#include "report/run/files.h"

#include <math.h>
#include <stddef.h>
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

static void write_header(FILE *stream) {
    fputs("number,t [s],contact", stream);
    for (size_t i = 1; i < THUD_LEDGER_COLUMNS; i++) {
        const thud_ledger_column *column = &thud_ledger_columns[i];
        fprintf(stream, ",%s", column->name);
        if (*column->unit) fprintf(stream, " [%s]", column->unit);
    }
    fputc('\n', stream);
}

bool thud_ledger_open(thud_ledger_file *file, const char *path, const thud_model *model, thud_error *failure) {
    *file = (thud_ledger_file){.model = model};
    if (!thud_output_open_inside(&file->output, path, failure)) return false;
    write_header(file->output.stream);
    return true;
}

bool thud_ledger_add(thud_ledger_file *file, const thud_impact_entry *entry) {
    FILE *stream = file->output.stream;
    fprintf(stream, "%zu", ++file->rows);
    thud_csv_number(stream, entry->time);
    fputc(',', stream);
    thud_csv_text(stream, thud_model_contact_name(file->model, entry->contact), "");
    for (size_t i = 1; i < THUD_LEDGER_COLUMNS; i++)
        thud_csv_number(stream, thud_ledger_value(&thud_ledger_columns[i], entry));
    return fputc('\n', stream) != EOF;
}

bool thud_ledger_commit(thud_ledger_file *file, thud_error *failure) {
    return thud_output_commit(&file->output, failure);
}

void thud_ledger_abort(thud_ledger_file *file) { thud_output_abort(&file->output); }
