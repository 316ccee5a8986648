/* Numbers that are not finite: in the rows of a store, in summary.json and in the tables of a run. */

#include "report/study/nonfinite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study/store/store_row.h"

/* ---- stores ---- */

static bool ends_with(const char *text, const char *ending) {
    const size_t length = strlen(text), size = strlen(ending);
    return length >= size && strcmp(text + length - size, ending) == 0;
}

/* a contact has a largest force or, where its impacts are impulses, a reaction at rest: one of the two is enough */
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

/* contacts with a gap have no closest approach, free modes no period, and not every case as many modes */
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
    int depth; /* of objects that are open */
} keys;

/* "…" at the cursor, whose end it returns; kept without its quotes, as far as it fits */
static const char *take_string(const char *at, char *name) {
    size_t size = 0;
    for (at++; *at && *at != '"'; at++) {
        if (*at == '\\' && at[1]) at++;
        if (size + 1 < LONGEST) name[size++] = *at;
    }
    name[size] = '\0';
    return *at ? at + 1 : at;
}

/* peaks, ends and energies are numbers in every run; a rigid contact has no largest force, a compliant one no rest,
 * and one with a gap no closest approach */
static bool must_be_number(const keys *k) {
    static const char *const parts[] = {"duration", "bodies", "rods", "contacts", "links", "watch", "energy"};
    if (k->depth < 1 || k->depth > DEEPEST) return false;
    const char *key = k->name[k->depth - 1];
    if (strcmp(k->name[0], "contacts") == 0 && (strcmp(key, "max_force") == 0 || strcmp(key, "resting_force") == 0))
        return false;
    if (strcmp(key, "closest_approach") == 0) return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(k->name[0], parts[i]) == 0) return true;
    return false;
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

/* what an impact may not have: see thud_impact_entry */
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
