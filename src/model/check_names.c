/*
 * Names: each must exist, be short and printable, and be unique within its kind. Sorting checks a million of them
 * in a second.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/check.h"

enum { LONGEST_NAME = 100 };

typedef struct entry {
    const char *name;
    size_t index;
} entry;

static int compare(const void *a, const void *b) {
    const entry *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    if (order) return order;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void check_name(thud_check *check, thud_part kind, const entry *e) {
    const thud_check_part part = {kind, e->index};
    if (*e->name == '\0') thud_check_error(check, part, "name", "a name must not be empty");
    else if (strlen(e->name) > LONGEST_NAME)
        thud_check_error(check, part, "name", "a name must not be longer than %d bytes", LONGEST_NAME);
    else if (!thud_printable(e->name)) thud_check_error(check, part, "name", "a name must be printable");
    else if (kind != THUD_PART_CONTACT && kind != THUD_PART_LINK && kind != THUD_PART_WATCH &&
             strcmp(e->name, "ground") == 0)
        thud_check_error(check, part, "name", "the ground always exists; choose another name");
}

/* the later of two equal names is at fault */
static void check_kind(thud_check *check, thud_part kind, entry *entries, size_t count) {
    for (size_t i = 0; i < count; i++) check_name(check, kind, &entries[i]);
    qsort(entries, count, sizeof *entries, compare);
    for (size_t i = 1; i < count; i++)
        if (strcmp(entries[i].name, entries[i - 1].name) == 0)
            thud_check_error(check, (thud_check_part){kind, entries[i].index}, "name",
                             "the name is already in use");
}

/* supports and bodies share a name space; `bodies` are sorted */
static void check_against_bodies(thud_check *check, const entry *bodies) {
    const thud_model *model = check->model;
    for (size_t i = 0; i < model->support_count; i++) {
        const char *name = model->supports[i].name;
        size_t low = 0, high = model->body_count;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (strcmp(bodies[middle].name, name) < 0) low = middle + 1;
            else high = middle;
        }
        if (low < model->body_count && strcmp(bodies[low].name, name) == 0)
            thud_check_error(check, (thud_check_part){THUD_PART_SUPPORT, i}, "name", "a body has that name");
    }
}

void thud_check_names(thud_check *check) {
    const thud_model *model = check->model;
    size_t most = model->body_count > model->contact_count ? model->body_count : model->contact_count;
    if (model->support_count > most) most = model->support_count;
    if (model->rod_count > most) most = model->rod_count;
    if (model->watch_count > most) most = model->watch_count;
    if (model->link_count > most) most = model->link_count;
    if (most == 0) return;
    entry *entries = malloc(most * sizeof *entries);
    if (!entries) {
        check->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < model->body_count; i++) entries[i] = (entry){model->bodies[i].name, i};
    check_kind(check, THUD_PART_BODY, entries, model->body_count);
    check_against_bodies(check, entries);
    for (size_t i = 0; i < model->support_count; i++) entries[i] = (entry){model->supports[i].name, i};
    check_kind(check, THUD_PART_SUPPORT, entries, model->support_count);
    for (size_t i = 0; i < model->watch_count; i++) entries[i] = (entry){model->watches[i].name, i};
    check_kind(check, THUD_PART_WATCH, entries, model->watch_count);
    for (size_t i = 0; i < model->rod_count; i++) entries[i] = (entry){model->rods[i].name, i};
    check_kind(check, THUD_PART_ROD, entries, model->rod_count);
    for (size_t i = 0; i < model->link_count; i++) entries[i] = (entry){model->links[i].name, i};
    check_kind(check, THUD_PART_LINK, entries, model->link_count);
    for (size_t i = 0; i < model->contact_count; i++) entries[i] = (entry){model->contacts[i].name, i};
    check_kind(check, THUD_PART_CONTACT, entries, model->contact_count);
    free(entries);
}
