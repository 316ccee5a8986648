/* Numbers that are not finite: in the rows of a store, in summary.json and in the tables of a run. */

#include "report/study/nonfinite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/run_quantity.h"
#include "study/store/store_row.h"

/* ---- stores ---- */

static bool ends_with(const char *text, const char *ending) {
    const size_t length = strlen(text), size = strlen(ending);
    return length >= size && strcmp(text + length - size, ending) == 0;
}

/* a contact has a largest force or, with impulses, a reaction at rest: one of the two is enough */
static bool has_other_force(const thud_results *reader, size_t column) {
    static const char *const forces[] = {".max_force", ".resting_force"};
    const thud_columns *columns = thud_results_columns(reader);
    const char *name = columns->list[column].name;
    for (int i = 0; i < 2; i++) {
        const size_t stem = strlen(name) - (ends_with(name, forces[i]) ? strlen(forces[i]) : 0);
        for (size_t j = 0; stem < strlen(name) && j < columns->count; j++) {
            const char *other = columns->list[j].name;
            if (strncmp(other, name, stem) == 0 && strcmp(other + stem, forces[1 - i]) == 0)
                return isfinite(thud_results_number(reader, j));
        }
    }
    return false;
}

/* contacts with a gap have no closest approach, free modes no period, and cases differ in their number of modes */
static bool may_be_missing(const char *name) {
    return ends_with(name, ".closest_approach") || strncmp(name, "modes.", strlen("modes.")) == 0;
}

void thud_nonfinite_row(thud_nonfinite *nonfinite, const thud_results *reader, thud_results_row *row) {
    const thud_columns *columns = thud_results_columns(reader);
    if (strcmp(row->status, thud_store_status_name(THUD_OK)) != 0) return;
    for (size_t i = 0; i < columns->count; i++) {
        if (columns->list[i].kind != THUD_COLUMN_RESULT || isfinite(thud_results_number(reader, i))) continue;
        if (has_other_force(reader, i) || may_be_missing(columns->list[i].name)) continue;
        if (nonfinite->cases++ == 0) {
            nonfinite->first = row->case_index;
            snprintf(nonfinite->result, sizeof nonfinite->result, "%s", columns->list[i].name);
        }
        row->status = thud_store_status_name(THUD_ERROR_FINITE);
        row->reason = thud_status_text(THUD_ERROR_FINITE);
        return;
    }
}

void thud_nonfinite_describe(const thud_nonfinite *nonfinite, thud_error *failure) {
    failure->text[0] = '\0';
    if (nonfinite->cases == 0) return;
    thud_fail(failure, "%zu case%s with a result that is not finite: case %zu first, '%s'", nonfinite->cases,
              nonfinite->cases == 1 ? "" : "s", nonfinite->first, nonfinite->result);
}

/* ---- summary.json ---- */

enum { DEEPEST = 8, LONGEST = 96 };

/* The keys that lead to a value. */
typedef struct keys {
    char name[DEEPEST][LONGEST];
    int depth; /* number of open objects */
} keys;

/* the string at the cursor, and its end; kept without quotes, as far as it fits */
static const char *take_string(const char *at, char *name) {
    size_t size = 0;
    for (at++; *at && *at != '"'; at++) {
        if (*at == '\\' && at[1]) at++;
        if (size + 1 < LONGEST) name[size++] = *at;
    }
    name[size] = '\0';
    return *at ? at + 1 : at;
}

/* The result of a key; NULL for other keys, such as a property of a law. */
static const thud_run_quantity *result_of(const keys *k) {
    const struct {
        const char *section;
        thud_run_quantities list;
    } parts[] = {
        {"bodies", thud_quantities_of_body},   {"rods", thud_quantities_of_rod},
        {"links", thud_quantities_of_link},    {"contacts", thud_quantities_of_contact},
        {"energy", thud_quantities_of_energy}, {"watch", thud_quantities_of_watch(THUD_WATCH_DISPLACEMENT)},
    };
    thud_run_quantities list = k->depth == 1 ? thud_quantities_of_run : (thud_run_quantities){0};
    for (size_t i = 0; k->depth > 1 && i < sizeof parts / sizeof *parts; i++)
        if (strcmp(k->name[0], parts[i].section) == 0) list = parts[i].list;
    const size_t at = thud_run_quantity_find(list, k->name[k->depth - 1]);
    return at < list.count ? &list.list[at] : NULL;
}

/* results are numbers in every run, except those undefined for some kinds of contacts */
static bool must_be_number(const keys *k) {
    if (k->depth < 1 || k->depth > DEEPEST) return false;
    const thud_run_quantity *result = result_of(k);
    return result && !result->of_endless && result->impulsive != THUD_IMPULSIVE_NONE &&
           result->impulsive != THUD_IMPULSIVE_ONLY;
}

static bool tell_number(const keys *k, thud_error *failure) {
    char path[DEEPEST * LONGEST] = "";
    for (int i = 0; i < k->depth; i++) {
        if (i > 0) strcat(path, ".");
        strcat(path, k->name[i]);
    }
    thud_fail(failure, "summary.json: %s is not a finite number", path);
    return true;
}

bool thud_nonfinite_summary(const char *at, thud_error *failure) {
    keys k = {.depth = 0};
    char name[LONGEST];
    while (*at) {
        if (*at == '"') {
            at = take_string(at, name);
            if (k.depth >= 1 && k.depth <= DEEPEST && *at == ':') strcpy(k.name[k.depth - 1], name);
            continue;
        }
        if (*at == '{') k.depth++;
        if (*at == '}') k.depth--;
        if (strncmp(at, "null", 4) == 0 && must_be_number(&k)) return tell_number(&k, failure);
        at++;
    }
    return false;
}

/* ---- tables ---- */

/* values that an impact may lack: see thud_impact_entry */
static bool may_be_empty(const char *head) {
    static const char *const heads[] = {"separation", "restitution", "max force", "damping"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strncmp(head, heads[i], strlen(heads[i])) == 0) return true;
    return false;
}

bool thud_nonfinite_table(const thud_csv_table *table, const char *file, thud_error *failure) {
    const bool ledger = strcmp(file, "impacts.csv") == 0;
    for (size_t i = 0; i < table->columns; i++) {
        const double *column = thud_csv_column(table, i);
        if (ledger && may_be_empty(table->heads[i])) continue;
        for (size_t row = 0; row < table->rows; row++) {
            if (isfinite(column[row])) continue;
            thud_fail(failure, "%s: '%.200s' is not a finite number in row %zu", file, table->heads[i], row + 1);
            return true;
        }
    }
    return false;
}
