/* The page of a run. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r */

#include "report/page/pages.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/hash.h"
#include "ground/bytes.h"
#include "report/page/page.h"
#include "report/run/summary.h"
#include "report/study/nonfinite.h"
#include "report/text/json.h"

/* limit for a long ledger: the impacts with the largest impulses */
enum { MOST_IMPACTS = 15000 };

/* limit for loops.csv and link_loops.csv: those of the first contacts and links */
enum { MOST_LOOP_ROWS = 30000, MOST_LINK_LOOP_ROWS = 60000 };

static bool load(const char *directory, const char *name, thud_bytes *bytes, thud_error *failure) {
    thud_error error;
    char *path = thud_path_join(directory, name);
    bool good = path && thud_bytes_load(path, bytes, &error) == THUD_OK;
    if (!path) thud_fail_memory(failure);
    else if (!good) thud_fail(failure, "cannot read '%s': %s; it is written by thud run -o", path, error.text);
    else bytes->data[bytes->size] = 0; /* the loader leaves room for it */
    free(path);
    return good;
}

static bool load_table(const char *directory, const char *name, thud_csv_table *table, thud_error *failure) {
    char *path = thud_path_join(directory, name);
    bool good = path ? thud_csv_table_read(path, table, failure) : thud_fail_memory(failure);
    free(path);
    return good;
}

static bool is_there(const char *directory, const char *name) {
    char *path = thud_path_join(directory, name);
    bool there = path && thud_file_is_regular(path);
    free(path);
    return there;
}

/* identifies the inputs of the page: a hash of the scenario, and the time of its run */
static bool add_inputs(thud_page *page, const char *directory, const thud_bytes *scenario, thud_error *failure) {
    struct stat file;
    thud_json json;
    char hash[32] = "", date[32] = "";
    char *path = thud_path_join(directory, "summary.json");
    if (scenario->data)
        snprintf(hash, sizeof hash, "%016" PRIx64,
                 thud_hash_finish(thud_hash_bytes(THUD_HASH_START, scenario->data, scenario->size)));
    struct tm day;
    if (path && stat(path, &file) == 0 && gmtime_r(&file.st_mtime, &day))
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    free(path);
    if (!thud_page_begin(page, &json, failure)) return false;
    thud_json_write(&json, "{hash: %s, date: %s}", hash, date);
    return thud_page_end(page, &json, "inputs", failure);
}

/* adds a JSON file unchanged */
static bool add_json_file(thud_page *page, const char *directory, const char *file, const char *name,
                          thud_error *nonfinite, thud_error *failure) {
    thud_bytes bytes = {0};
    bool good = load(directory, file, &bytes, failure);
    size_t wrong = good ? thud_json_check(bytes.data, bytes.size) : 0;
    if (wrong) good = thud_fail(failure, "'%s/%s' is not JSON: byte %zu is wrong", directory, file, wrong);
    if (good) thud_page_add_json(page, name, bytes.data, bytes.size);
    if (good && nonfinite) thud_nonfinite_summary(bytes.data, nonfinite);
    free(bytes.data);
    return good;
}

static bool add_scenario(thud_page *page, const char *directory, thud_error *failure) {
    thud_bytes bytes = {0};
    thud_json json;
    bool there = is_there(directory, "scenario.yaml");
    bool good =
        (!there || load(directory, "scenario.yaml", &bytes, failure)) && thud_page_begin(page, &json, failure);
    if (good) {
        thud_json_string(&json, bytes.data);
        good = thud_page_end(page, &json, "scenario", failure) && add_inputs(page, directory, &bytes, failure);
    }
    free(bytes.data);
    return good;
}

/* only nonlinear links have interesting loops */
static bool has_hysteresis(const char *directory) {
    thud_bytes bytes = {0};
    thud_error failure;
    bool found = load(directory, "model.json", &bytes, &failure) && strstr(bytes.data, "\"hysteresis\": \"");
    free(bytes.data);
    return found;
}

static void add_words(thud_json *json, const char *key, char **words, size_t count) {
    thud_json_write(json, "%s: [", key);
    for (size_t i = 0; i < count; i++) thud_json_string(json, words[i]);
    thud_json_write(json, "]");
}

/* columns of equal length */
static bool add_columns(thud_json *json, const thud_csv_table *table) {
    bool good = true;
    add_words(json, "heads", table->heads, table->columns);
    add_words(json, "names", table->words, table->word_count);
    thud_json_write(json, "columns: [");
    for (size_t i = 0; i < table->columns && good; i++) {
        thud_json_write(json, "{");
        good = thud_page_floats(json, "data", thud_csv_column(table, i), table->rows);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "]");
    return good;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* keeps the rows with the largest impulses; a few of equal size may be dropped */
static bool keep_largest(thud_csv_table *table) {
    size_t column = thud_csv_find(table, "impulse"), kept = 0;
    if (table->rows <= MOST_IMPACTS || column == table->columns) return true;
    double *sizes = malloc(table->rows * sizeof *sizes);
    if (!sizes) return false;
    const double *impulse = thud_csv_column(table, column);
    for (size_t i = 0; i < table->rows; i++) sizes[i] = isnan(impulse[i]) ? 0 : fabs(impulse[i]);
    qsort(sizes, table->rows, sizeof *sizes, by_size);
    double least = sizes[MOST_IMPACTS - 1];
    for (size_t row = 0; row < table->rows && kept < MOST_IMPACTS; row++) {
        if (!(fabs(impulse[row]) >= least)) continue;
        for (size_t i = 0; i < table->columns; i++)
            table->numbers[i * table->stride + kept] = table->numbers[i * table->stride + row];
        kept++;
    }
    table->rows = kept;
    free(sizes);
    return true;
}

static bool add_table(thud_page *page, const char *directory, const char *file, const char *name,
                      thud_error *nonfinite, thud_error *failure) {
    thud_csv_table table;
    thud_json json;
    if (!load_table(directory, file, &table, failure)) return false;
    size_t rows = table.rows;
    if (!*nonfinite->text) thud_nonfinite_table(&table, file, nonfinite);
    if (strcmp(name, "loops") == 0 && table.rows > MOST_LOOP_ROWS) table.rows = MOST_LOOP_ROWS;
    if (strcmp(name, "link_loops") == 0 && table.rows > MOST_LINK_LOOP_ROWS) table.rows = MOST_LINK_LOOP_ROWS;
    bool good = (keep_largest(&table) || thud_fail_memory(failure)) && thud_page_begin(page, &json, failure);
    if (good) {
        thud_json_write(&json, "{rows: %g, shown: %g", (double)rows, (double)table.rows);
        good = add_columns(&json, &table) || thud_fail_memory(failure);
        thud_json_write(&json, "}");
        good = good && thud_page_end(page, &json, name, failure);
    }
    thud_csv_table_free(&table);
    return good;
}

static bool add_history(thud_page *page, const char *directory, thud_error *nonfinite, thud_error *failure) {
    thud_csv_table history;
    if (!load_table(directory, "history.csv", &history, failure)) return false;
    if (!*nonfinite->text) thud_nonfinite_table(&history, "history.csv", nonfinite);
    bool good = thud_page_add_history(page, &history, failure) && thud_page_add_psd(page, &history, failure);
    thud_csv_table_free(&history);
    return good;
}

/* limit for rows of ground.csv and of the run with open contacts in the picture: every n-th of more */
enum { MOST_MOTION_ROWS = 6000 };

static void keep_every(thud_csv_table *table, size_t most) {
    const size_t stride = (table->rows + most - 1) / most;
    size_t kept = 0;
    for (size_t row = 0; stride > 1 && row < table->rows; row += stride, kept++)
        for (size_t i = 0; i < table->columns; i++)
            table->numbers[i * table->stride + kept] = table->numbers[i * table->stride + row];
    if (stride > 1) table->rows = kept;
}

static bool is_coordinate(const char *quantity) {
    return quantity && (strcmp(quantity, "displacement") == 0 || strcmp(quantity, "angle") == 0);
}

/* motion data: times, and each displacement and angle by its name */
static bool write_motion(thud_json *json, const thud_csv_table *table, bool all) {
    bool good = thud_page_floats(json, "time", thud_csv_column(table, 0), table->rows);
    thud_json_write(json, "columns: [");
    for (size_t i = 1; i < table->columns && good; i++) {
        thud_history_column column = thud_history_column_of(table->heads[i]);
        if (column.name && (all || is_coordinate(column.quantity))) {
            thud_json_write(json, "{name: %s, quantity: %s", column.name, column.quantity);
            good = thud_page_floats(json, "data", thud_csv_column(table, i), table->rows);
            thud_json_write(json, "}");
        }
        free(column.name);
    }
    thud_json_write(json, "]");
    return good;
}

/* adds a file of motions for the picture, if present */
static bool add_motion(thud_page *page, const char *directory, const char *file, const char *name, bool all,
                       thud_error *failure) {
    thud_csv_table table;
    thud_json json;
    if (!is_there(directory, file)) return true;
    if (!load_table(directory, file, &table, failure)) return false;
    keep_every(&table, MOST_MOTION_ROWS);
    bool good = thud_page_begin(page, &json, failure);
    if (good) {
        thud_json_write(&json, "{");
        good = write_motion(&json, &table, all) || thud_fail_memory(failure);
        thud_json_write(&json, "}");
        good = good && thud_page_end(page, &json, name, failure);
    }
    thud_csv_table_free(&table);
    return good;
}

/* a sentence about numbers that are not finite, or null */
static bool add_nonfinite(thud_page *page, const thud_error *nonfinite, thud_error *failure) {
    thud_json json;
    if (!thud_page_begin(page, &json, failure)) return false;
    thud_json_string(&json, *nonfinite->text ? nonfinite->text : NULL);
    return thud_page_end(page, &json, "nonfinite", failure);
}

/* the columns of its tables */
static bool add_quantities(thud_page *page, thud_error *failure) {
    thud_json json;
    if (!thud_page_begin(page, &json, failure)) return false;
    thud_quantities_write_json(&json);
    return thud_page_end(page, &json, "quantities", failure);
}

/* the title from summary.json, for the window; the page shows its own */
static char *find_title(const char *directory, thud_error *failure) {
    thud_bytes bytes = {0};
    char *title = NULL;
    if (load(directory, "summary.json", &bytes, failure)) {
        char *at = strstr(bytes.data, "\"title\": \""), *end = at ? at + 10 : NULL;
        while (end && *end && *end != '"' && *end != '\\') end++;
        size_t size = end ? (size_t)(end - at - 10) : 0;
        title = calloc(1, size + 1);
        if (title && size) memcpy(title, at + 10, size);
        if (!title) thud_fail_memory(failure);
    }
    free(bytes.data);
    return title;
}

bool thud_page_run_write(const char *directory, const char *path, thud_error *failure) {
    thud_page page = {0};
    thud_error nonfinite = {.text = ""};
    char *title = find_title(directory, failure);
    bool good = title && thud_page_open(&page, THUD_PAGE_RUN, path, title, failure) &&
                add_json_file(&page, directory, "summary.json", "summary", &nonfinite, failure) &&
                add_json_file(&page, directory, "model.json", "model", NULL, failure) &&
                add_scenario(&page, directory, failure) && add_history(&page, directory, &nonfinite, failure) &&
                add_table(&page, directory, "impacts.csv", "impacts", &nonfinite, failure) &&
                add_motion(&page, directory, "ground.csv", "ground", true, failure) &&
                add_motion(&page, directory, "open/history.csv", "open", false, failure) &&
                (!is_there(directory, "loops.csv") ||
                 add_table(&page, directory, "loops.csv", "loops", &nonfinite, failure)) &&
                (!is_there(directory, "link_loops.csv") || !has_hysteresis(directory) ||
                 add_table(&page, directory, "link_loops.csv", "link_loops", &nonfinite, failure)) &&
                add_nonfinite(&page, &nonfinite, failure) && add_quantities(&page, failure) &&
                thud_page_commit(&page, failure);
    thud_page_abort(&page);
    free(title);
    if (good) *failure = nonfinite;
    return good;
}
