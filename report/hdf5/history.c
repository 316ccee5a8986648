/* The history of a run as HDF5: sets that grow with the run, in blocks. */
#define _XOPEN_SOURCE 700 /* strdup */

#include "report/run/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contact/run_quantity.h"
#include "model/model.h"
#include "report/hdf5/hdf5.h"
#include "report/run/model.h"
#include "report/text/file.h"

enum {
    MOST_ROWS = 1024,       /* that are written at once, */
    MOST_NUMBERS = 1 << 22, /* unless they are very long */
    IMPACT_BLOCK = 128,
    UNIT_SIZE = 16,  /* bytes for the unit of a column of the table */
    TABLE_FIELDS = 2 /* number and contact, before the columns of the ledger */
};

/* buffered rows of one size for a growing data set */
typedef struct series {
    hid_t set;
    hsize_t written; /* rows in the file */
} series;

struct thud_history_hdf5 {
    const thud_model *model;
    char *path, *temporary;
    hid_t file;
    series *columns; /* time, three columns per body or rod, force per contact, signals, two columns per link */
    size_t column_count;
    size_t block;    /* rows that are written at once */
    double *samples; /* [column][block] */
    size_t sample_count;
    series table;
    hid_t row_type;
    size_t row_size, name_size;
    char *rows; /* [IMPACT_BLOCK][row_size] */
    size_t row_count;
    uint64_t impacts;
    bool failed;
};

/* an attribute of texts of equal size; closes the space */
static bool write_texts(hid_t object, const char *name, const char *texts, size_t size, hid_t space) {
    hid_t type = thud_h5.H5Tcopy(thud_h5.c_string);
    bool good = thud_h5.H5Tset_size(type, size) >= 0 && thud_h5.H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    hid_t attribute =
        good ? thud_h5.H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT) : H5I_INVALID_HID;
    good = attribute >= 0 && thud_h5.H5Awrite(attribute, type, texts) >= 0;
    if (attribute >= 0) thud_h5.H5Aclose(attribute);
    thud_h5.H5Sclose(space);
    thud_h5.H5Tclose(type);
    return good;
}

static bool write_text(hid_t object, const char *name, const char *text) {
    return write_texts(object, name, text, *text ? strlen(text) : 1, thud_h5.H5Screate(H5S_SCALAR));
}

/* a set without rows, to which blocks are added */
static bool create_series(hid_t parent, const char *name, hid_t type, hsize_t block, series *out) {
    hsize_t none = 0, any = H5S_UNLIMITED;
    hid_t space = thud_h5.H5Screate_simple(1, &none, &any);
    hid_t how = thud_h5.H5Pcreate(thud_h5.dataset_create);
    *out = (series){H5I_INVALID_HID, 0};
    if (space >= 0 && how >= 0 && thud_h5.H5Pset_chunk(how, 1, &block) >= 0)
        out->set = thud_h5.H5Dcreate2(parent, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    if (how >= 0) thud_h5.H5Pclose(how);
    if (space >= 0) thud_h5.H5Sclose(space);
    return out->set >= 0;
}

static bool append(series *to, hid_t type, const void *rows, hsize_t count) {
    hsize_t size = to->written + count, from = to->written;
    to->written = size;
    return thud_h5.H5Dset_extent(to->set, &size) >= 0 && thud_hdf5_write_rows(to->set, type, from, count, rows);
}

/* adds a column of numbers under `parent` */
static bool add_column(thud_history_hdf5 *file, hid_t parent, const char *name, const char *unit) {
    series *column = &file->columns[file->column_count];
    if (!create_series(parent, name, thud_h5.native_double, file->block, column)) return false;
    file->column_count++;
    return write_text(column->set, "unit", unit);
}

/* "angular velocity" → angular_velocity */
static void join_words(char *text) {
    for (; *text; text++)
        if (*text == ' ') *text = '_';
}

/* a group with the name of a body, rod or contact */
static hid_t create_group(hid_t parent, const char *name) {
    char *safe = strdup(name);
    if (!safe) return H5I_INVALID_HID;
    thud_hdf5_make_name(safe);
    hid_t group = thud_h5.H5Gcreate2(parent, safe, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    free(safe);
    if (group >= 0 && !write_text(group, "name", name)) {
        thud_h5.H5Gclose(group);
        return H5I_INVALID_HID;
    }
    return group;
}

static bool add_coordinate(thud_history_hdf5 *file, hid_t parent, size_t index) {
    const thud_coordinate_quantity *quantities = thud_coordinate_quantities(file->model, index);
    hid_t group = create_group(parent, thud_coordinate_name(file->model, index));
    bool good = group >= 0;
    for (size_t i = 0; good && i < THUD_COORDINATE_QUANTITIES; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s", quantities[i].name);
        join_words(name);
        good = add_column(file, group, name, quantities[i].unit);
    }
    if (group >= 0) thud_h5.H5Gclose(group);
    return good;
}

/* bodies or rods, `first` to `end` of the coordinates */
static bool add_coordinates(thud_history_hdf5 *file, const char *name, size_t first, size_t end) {
    if (first == end) return true;
    hid_t group = thud_h5.H5Gcreate2(file->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0;
    for (size_t i = first; good && i < end; i++) good = add_coordinate(file, group, i);
    if (group >= 0) thud_h5.H5Gclose(group);
    return good;
}

static bool add_contacts(thud_history_hdf5 *file) {
    hid_t group = thud_h5.H5Gcreate2(file->file, "contacts", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0;
    for (size_t i = 0; good && i < thud_model_contact_count(file->model); i++) {
        hid_t contact = create_group(group, thud_model_contact_name(file->model, i));
        good = contact >= 0 && add_column(file, contact, "force", "N");
        if (contact >= 0) thud_h5.H5Gclose(contact);
    }
    if (group >= 0) thud_h5.H5Gclose(group);
    return good;
}

/* watched signals, with their units */
static bool add_watches(thud_history_hdf5 *file) {
    const size_t count = thud_model_watch_count(file->model);
    if (count == 0) return true;
    hid_t group = thud_h5.H5Gcreate2(file->file, "watch", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0;
    for (size_t i = 0; good && i < count; i++) {
        const char *unit = thud_quantities_of_watch(file->model->watches[i].given.kind).list[0].unit;
        hid_t signal = create_group(group, thud_model_watch_name(file->model, i));
        good = signal >= 0 && add_column(file, signal, "value", unit);
        if (signal >= 0) thud_h5.H5Gclose(signal);
    }
    if (group >= 0) thud_h5.H5Gclose(group);
    return good;
}

static bool add_links(thud_history_hdf5 *file) {
    const size_t count = thud_model_watched_links(file->model);
    if (count == 0) return true;
    hid_t group = thud_h5.H5Gcreate2(file->file, "links", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0;
    for (size_t i = 0; good && i < count; i++) {
        hid_t link = create_group(group, thud_model_link_name(file->model, i));
        good = link >= 0 && add_column(file, link, "deformation", "m") && add_column(file, link, "force", "N");
        if (link >= 0) thud_h5.H5Gclose(link);
    }
    if (group >= 0) thud_h5.H5Gclose(group);
    return good;
}

/* number, contact and the columns of the ledger */
static hid_t create_row_type(thud_history_hdf5 *file) {
    hid_t row = thud_h5.H5Tcreate(H5T_COMPOUND, file->row_size), name = thud_h5.H5Tcopy(thud_h5.c_string);
    bool good = row >= 0 && name >= 0 && thud_h5.H5Tset_size(name, file->name_size) >= 0 &&
                thud_h5.H5Tset_cset(name, H5T_CSET_UTF8) >= 0 &&
                thud_h5.H5Tinsert(row, "number", 0, thud_h5.native_uint64) >= 0;
    size_t offset = sizeof(uint64_t);
    for (size_t i = 0; good && i < THUD_LEDGER_COLUMNS; i++) {
        char field[32];
        snprintf(field, sizeof field, "%s", thud_ledger_columns[i].name);
        join_words(field);
        good = thud_h5.H5Tinsert(row, field, offset, thud_h5.native_double) >= 0;
        offset += sizeof(double);
    }
    good = good && thud_h5.H5Tinsert(row, "contact", offset, name) >= 0;
    if (name >= 0) thud_h5.H5Tclose(name);
    if (!good && row >= 0) thud_h5.H5Tclose(row);
    return good ? row : H5I_INVALID_HID;
}

/* one text for each field, in their order */
static bool write_units(hid_t table) {
    char units[TABLE_FIELDS + THUD_LEDGER_COLUMNS][UNIT_SIZE] = {{0}};
    for (size_t i = 0; i < THUD_LEDGER_COLUMNS; i++)
        snprintf(units[1 + i], UNIT_SIZE, "%s", thud_ledger_columns[i].unit);
    hsize_t count = TABLE_FIELDS + THUD_LEDGER_COLUMNS;
    return write_texts(table, "units", units[0], UNIT_SIZE, thud_h5.H5Screate_simple(1, &count, NULL));
}

static bool add_table(thud_history_hdf5 *file) {
    file->row_type = create_row_type(file);
    return file->row_type >= 0 &&
           create_series(file->file, "impacts", file->row_type, IMPACT_BLOCK, &file->table) &&
           write_units(file->table.set);
}

static bool create_all(thud_history_hdf5 *file) {
    size_t bodies = thud_model_body_count(file->model);
    const char *title = thud_model_title(file->model);
    file->file = thud_h5.H5Fcreate(file->temporary, THUD_H5_TRUNCATE, H5P_DEFAULT, H5P_DEFAULT);
    return file->file >= 0 && write_text(file->file, "title", title ? title : "") &&
           add_column(file, file->file, "time", "s") && add_coordinates(file, "bodies", 0, bodies) &&
           add_coordinates(file, "rods", bodies, thud_coordinate_count(file->model)) && add_contacts(file) &&
           add_watches(file) && add_links(file) && add_table(file);
}

static size_t longest_name(const thud_model *model) {
    size_t longest = 1;
    for (size_t i = 0; i < thud_model_contact_count(model); i++) {
        size_t length = strlen(thud_model_contact_name(model, i));
        if (length > longest) longest = length;
    }
    return longest;
}

/* the memory, with everything in it that a failure needs for tidying up */
static thud_history_hdf5 *allocate(const char *path, const thud_model *model) {
    thud_history_hdf5 *file = calloc(1, sizeof *file);
    if (!file) return NULL;
    size_t columns = 1 + THUD_COORDINATE_QUANTITIES * thud_coordinate_count(model) +
                     thud_model_contact_count(model) + thud_model_watch_count(model) +
                     2 * thud_model_watched_links(model);
    file->model = model;
    file->file = file->table.set = file->row_type = H5I_INVALID_HID;
    file->name_size = longest_name(model);
    file->row_size = sizeof(uint64_t) + THUD_LEDGER_COLUMNS * sizeof(double) + file->name_size;
    file->path = strdup(path);
    file->columns = calloc(columns, sizeof *file->columns);
    file->block = MOST_NUMBERS / columns < MOST_ROWS ? MOST_NUMBERS / columns + 1 : MOST_ROWS;
    file->samples = malloc(columns * file->block * sizeof *file->samples);
    file->rows = calloc(IMPACT_BLOCK, file->row_size);
    if (file->path && file->columns && file->samples && file->rows) return file;
    thud_history_hdf5_abort(file);
    return NULL;
}

thud_history_hdf5 *thud_history_hdf5_open(const char *path, const thud_model *model, thud_error *failure) {
    if (!thud_hdf5_open(failure)) return NULL;
    thud_history_hdf5 *file = allocate(path, model);
    if (!file) {
        thud_fail_memory(failure);
        return NULL;
    }
    errno = 0;
    file->temporary = thud_hdf5_begin(path);
    if (file->temporary && create_all(file)) return file;
    thud_fail(failure, "cannot write '%s': %s", path, errno ? strerror(errno) : "HDF5 refuses");
    thud_history_hdf5_abort(file);
    return NULL;
}

static bool flush_samples(thud_history_hdf5 *file) {
    bool good = true;
    if (file->sample_count == 0) return true;
    for (size_t i = 0; good && i < file->column_count; i++)
        good =
            append(&file->columns[i], thud_h5.native_double, file->samples + i * file->block, file->sample_count);
    file->sample_count = 0;
    return good;
}

static bool flush_rows(thud_history_hdf5 *file) {
    if (file->row_count == 0) return true;
    bool good = append(&file->table, file->row_type, file->rows, file->row_count);
    file->row_count = 0;
    return good;
}

/* remembers the first failure */
static bool flush_and_note(thud_history_hdf5 *file, bool (*flush)(thud_history_hdf5 *)) {
    file->failed = !flush(file) || file->failed;
    return !file->failed;
}

bool thud_history_hdf5_add_sample(thud_history_hdf5 *file, const thud_sample *sample) {
    size_t block = file->block;
    double *to = file->samples + file->sample_count;
    *to = sample->time;
    to += block;
    for (size_t i = 0; i < thud_coordinate_count(file->model); i++) {
        to[0] = sample->displacement[i];
        to[block] = sample->velocity[i];
        to[2 * block] = sample->acceleration[i];
        to += 3 * block;
    }
    for (size_t i = 0; i < thud_model_contact_count(file->model); i++, to += block) *to = sample->force[i];
    for (size_t i = 0; i < thud_model_watch_count(file->model); i++, to += block) *to = sample->watch[i];
    for (size_t i = 0; i < thud_model_watched_links(file->model); i++, to += 2 * block) {
        to[0] = sample->deformation[i];
        to[block] = sample->link_force[i];
    }
    if (++file->sample_count < block) return !file->failed;
    return flush_and_note(file, flush_samples);
}

bool thud_history_hdf5_add_impact(thud_history_hdf5 *file, const thud_impact_entry *entry) {
    char *to = file->rows + file->row_count * file->row_size;
    const char *name = thud_model_contact_name(file->model, entry->contact);
    uint64_t number = ++file->impacts;
    memset(to, 0, file->row_size);
    memcpy(to, &number, sizeof number);
    to += sizeof number;
    for (size_t i = 0; i < THUD_LEDGER_COLUMNS; i++, to += sizeof(double)) {
        double value = thud_ledger_value(&thud_ledger_columns[i], entry);
        memcpy(to, &value, sizeof value);
    }
    memcpy(to, name, strlen(name));
    if (++file->row_count < IMPACT_BLOCK) return !file->failed;
    return flush_and_note(file, flush_rows);
}

/* false if buffered data could not be written */
static bool close_all(thud_history_hdf5 *file) {
    bool good = true;
    for (size_t i = 0; file->columns && i < file->column_count; i++)
        good = thud_h5.H5Dclose(file->columns[i].set) >= 0 && good;
    if (file->table.set >= 0) good = thud_h5.H5Dclose(file->table.set) >= 0 && good;
    if (file->row_type >= 0) thud_h5.H5Tclose(file->row_type);
    if (file->file >= 0) good = thud_h5.H5Fclose(file->file) >= 0 && good;
    file->column_count = 0;
    file->file = file->table.set = file->row_type = H5I_INVALID_HID;
    return good;
}

bool thud_history_hdf5_commit(thud_history_hdf5 *file, thud_error *failure) {
    errno = 0;
    bool good = flush_and_note(file, flush_samples) && flush_and_note(file, flush_rows);
    good = close_all(file) && good;
    good = good && thud_hdf5_commit(file->temporary, file->path);
    if (good) file->temporary[0] = '\0'; /* it has another name now */
    else thud_fail(failure, "cannot write '%s': %s", file->path, errno ? strerror(errno) : "an HDF5 write failed");
    thud_history_hdf5_abort(file);
    return good;
}

void thud_history_hdf5_abort(thud_history_hdf5 *file) {
    if (!file) return;
    close_all(file);
    if (file->temporary && *file->temporary) unlink(file->temporary);
    free(file->path);
    free(file->temporary);
    free(file->columns);
    free(file->samples);
    free(file->rows);
    free(file);
}
