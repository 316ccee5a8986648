/*
 * Thresholds of `collect:`: each is a column of results, 1 if a quantity is beyond a limit, otherwise 0.
 *
 * A pattern that matches results of different units is refused, because a limit of 0.01 would be metres for one
 * and newtons for the other. A quantity without a finite value is refused: newton and poisson impacts are
 * impulses, so that the largest force of such a contact and the largest acceleration of the struck body do not
 * exist. The values measured at rest and between impacts would be mistaken for them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/unit.h"
#include "model/impulsive.h"
#include "model/model.h"
#include "study/study.h"

bool thud_study_name_fits(const char *pattern, const char *name) {
    if (*pattern == '\0') return *name == '\0';
    if (*pattern != '*') return *pattern == *name && thud_study_name_fits(pattern + 1, name + 1);
    for (; *name; name++)
        if (thud_study_name_fits(pattern + 1, name)) return true;
    return thud_study_name_fits(pattern + 1, name);
}

/* results with the same beginning up to the last dot of the name; false if there are none */
static bool list_results(const thud_study *s, const char *name, char *text, size_t size) {
    const char *dot = strrchr(name, '.');
    const size_t stem = dot ? (size_t)(dot - name) + 1 : 0;
    size_t used = 0, count = 0;
    for (size_t i = 0; i < s->column_count && stem > 0; i++) {
        const char *result = s->columns[i].name;
        if (strncmp(result, name, stem) != 0 || strchr(result + stem, '.') || used > size - 60) continue;
        used +=
            (size_t)snprintf(text + used, size - used, "%s%.40s", count++ > 0 ? ", " : "there are ", result + stem);
    }
    return count > 0;
}

/* whether a name has this part between its dots */
static bool has_part(const char *name, const char *part, size_t length) {
    for (const char *at = name; at; at = strchr(at, '.') ? strchr(at, '.') + 1 : NULL)
        if (strncmp(at, part, length) == 0 && (at[length] == '.' || at[length] == '\0')) return true;
    return false;
}

/* results of the body, link or contact that the name begins with; false when there is none */
static bool list_of_part(const thud_study *s, const char *name, char *text, size_t size) {
    const size_t length = strcspn(name, ".");
    size_t used = 0, count = 0;
    for (size_t i = 0; i < s->column_count && length > 0 && count < 4; i++) {
        const char *result = s->columns[i].name;
        if (!has_part(result, name, length) || used > size - 110) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%.100s", count++ > 0 ? ", " : "there are ", result);
    }
    return count > 0;
}

/* the result that has both the last word of a name, such as drift, and one of its parts */
static const char *find_by_words(const thud_study *s, const char *name) {
    const char *word = strrchr(name, '_');
    if (!word || strlen(++word) < 4) return NULL;
    for (size_t i = 0; i < s->column_count; i++) {
        const char *result = s->columns[i].name;
        if (!strstr(result, word)) continue;
        for (const char *part = name; *part; part += strcspn(part, ".") + (part[strcspn(part, ".")] == '.')) {
            char text[100];
            snprintf(text, sizeof text, "%.*s", (int)strcspn(part, "."), part);
            if (strlen(text) > 2 && strcmp(text, "links") != 0 && strstr(result, text)) return result;
        }
    }
    return NULL;
}

void thud_study_result_hint(const thud_study *s, const char *name, char *text, size_t size) {
    const char *same = find_by_words(s, name);
    if (same) {
        snprintf(text, size, "did you mean '%.100s'?", same);
        return;
    }
    for (size_t i = 0; i < s->column_count; i++) {
        const char *result = s->columns[i].name;
        if (thud_text_nearest(name, &result, 1) != 0) continue;
        snprintf(text, size, "did you mean '%.100s'?", result);
        return;
    }
    if (!list_results(s, name, text, size) && !list_of_part(s, name, text, size))
        snprintf(text, size, "there are impacts, contacts.NAME.max_force and others");
}

static void report_unknown(thud_study_reading *r, thud_fields *f, const char *text) {
    char hint[300];
    thud_study_result_hint(r->study, text, hint, sizeof hint);
    thud_fields_error(f, "quantity", "no result is called '%.100s'; %s", text, hint);
}

/* ---- infinite values ---- */

/* the impulsive law that an axis of models gives a contact; `set` says whether the axis sets it at all */
static const char *law_of_axis(thud_study_reading *r, const thud_axis *axis, size_t contact, bool *set) {
    size_t count = 0;
    if (!axis->path || !axis->key || strcmp(axis->key->name, "model") != 0) return NULL;
    thud_draft_place *places = thud_draft_find(r->draft, axis->path, &count);
    bool here = false;
    for (size_t i = 0; places && i < count; i++)
        here = here || (places[i].first <= contact && contact < places[i].past);
    free(places);
    *set = *set || here;
    for (size_t i = 0; here && axis->items && i < axis->count; i++) {
        const thud_law *law = thud_law_find(axis->items[i].setting);
        const thud_gap_contact given = {.law = law};
        if (law && thud_contact_is_impulsive(&given)) return law->name;
    }
    return NULL;
}

/* the impulsive law of a contact in some case; NULL: none */
static const char *impulsive_law(thud_study_reading *r, size_t contact) {
    bool set = false;
    for (size_t i = 0; i < r->study->axis_count; i++) {
        const char *law = law_of_axis(r, &r->study->axes[i], contact, &set);
        if (law) return law;
    }
    return !set && thud_model_is_impulsive(r->model, contact) ? r->model->contacts[contact].given.law->name : NULL;
}

const char *thud_study_impulsive(thud_study_reading *r, const thud_result_column *column, size_t *contact) {
    const bool force = column->contact != SIZE_MAX && strcmp(column->quantity, "max_force") == 0;
    const bool acceleration = column->coordinate != SIZE_MAX && strstr(column->quantity, "acceleration");
    for (size_t i = 0; (force || acceleration) && i < r->model->contact_count; i++) {
        if (force ? i != column->contact : !thud_model_contact_strikes(r->model, i, column->coordinate)) continue;
        const char *law = impulsive_law(r, i);
        if (law) *contact = i;
        if (law) return law;
    }
    return NULL;
}

static bool is_finite(thud_study_reading *r, thud_fields *f, const thud_result_column *column) {
    size_t contact;
    const char *law = thud_study_impulsive(r, column, &contact);
    if (!law) return true;
    const char *name = thud_model_contact_name(r->model, contact);
    if (column->contact != SIZE_MAX)
        thud_fields_error(f, "quantity",
                          "'%.80s' has no finite value: impacts of a %s contact are impulses; use "
                          "contacts.%.60s.impulse, or a compliant model",
                          column->name, law, name);
    else
        thud_fields_error(f, "quantity",
                          "'%.80s' has no finite value: impacts of the %s contact '%.60s' are impulses; use a "
                          "velocity, or a compliant model",
                          column->name, law, name);
    return false;
}

/* ---- units ---- */

static const char *unit_of(const thud_result_column *column) { return *column->unit ? column->unit : "1"; }

/* one limit cannot apply to metres and to newtons */
static bool is_of_one_unit(thud_study_reading *r, thud_fields *f, const char *pattern, const thud_collect *c) {
    const thud_result_column *first = &r->study->columns[c->columns[0]];
    for (size_t i = 1; i < c->column_count; i++) {
        const thud_result_column *other = &r->study->columns[c->columns[i]];
        if (thud_dimension_same(first->dimension, other->dimension)) continue;
        thud_fields_error(
            f, "quantity",
            "'%.80s' covers results of different units: '%.80s' [%s] and '%.80s' [%s]; a limit needs one unit",
            pattern, first->name, unit_of(first), other->name, unit_of(other));
        return false;
    }
    return true;
}

/* ---- reading ---- */

static bool find_columns(thud_study_reading *r, thud_fields *f, thud_collect *out) {
    const char *text = thud_fields_text(f, "quantity");
    if (!text) return false;
    if (strlen(text) > 200) {
        thud_fields_error(f, "quantity", "the name is longer than 200 bytes");
        return false;
    }
    out->columns = thud_study_take(r, r->study->column_count, sizeof *out->columns);
    if (!out->columns) return false;
    for (size_t i = 0; i < r->study->column_count; i++)
        if (thud_study_name_fits(text, r->study->columns[i].name)) out->columns[out->column_count++] = i;
    if (out->column_count == 0) report_unknown(r, f, text);
    bool good = out->column_count > 0 && is_of_one_unit(r, f, text, out);
    for (size_t i = 0; good && i < out->column_count; i++)
        good = is_finite(r, f, &r->study->columns[out->columns[i]]);
    out->quantity = thud_study_keep(r, text);
    return good;
}

static void read_collect(thud_study_reading *r, thud_yaml_node *node, thud_collect *out) {
    thud_fields f;
    out->name = thud_study_keep(r, node->key);
    if (!thud_fields_read(&r->file, node, THUD_SECTION_COLLECT, &f)) return;
    const char *limit = thud_fields_one_of(&f);
    if (!find_columns(r, &f, out) || !limit) return;
    out->above = strcmp(limit, "above") == 0;
    out->limit = thud_fields_number_of(&f, limit, r->study->columns[out->columns[0]].dimension);
}

/* names of axes, results and thresholds are columns of one table */
static void check_name(thud_study_reading *r, const char *name, size_t offset, size_t collects) {
    const thud_study *study = r->study;
    bool taken = false;
    for (size_t i = 0; i < study->column_count; i++) taken = taken || strcmp(study->columns[i].name, name) == 0;
    for (size_t i = 0; i < collects; i++) taken = taken || strcmp(study->collects[i].name, name) == 0;
    if (taken)
        thud_messages_error(&r->file.messages, offset, "'%.60s' is already a result; choose another name", name);
}

void thud_study_read_thresholds(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    const thud_yaml_node *list = thud_fields_parts(root, "collect");
    for (size_t i = 0; i < study->axis_count; i++) check_name(r, study->axes[i].name, study->axes[i].offset, 0);
    if (!list || !study->columns) return;
    study->collects = thud_study_take(r, list->count, sizeof *study->collects);
    for (uint32_t i = 0; study->collects && i < list->count; i++) {
        thud_yaml_node *node = &list->children[i];
        check_name(r, node->key, node->key_offset, i);
        for (size_t j = 0; j < study->axis_count; j++)
            if (strcmp(study->axes[j].name, node->key) == 0)
                thud_messages_error(&r->file.messages, node->key_offset, "'%.60s' is already an axis", node->key);
        read_collect(r, node, &study->collects[i]);
        study->collect_count++;
    }
}
