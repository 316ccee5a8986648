/*
 * The values of a map: converts texts by their kind.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/unit.h"
#include "model/scenario/fields.h"

static const thud_key *key_of(const thud_fields *f, const char *name) { return thud_schema_find(f->section, name); }

/* the text of a key that is there; NULL after an error, or without it */
static const char *get_text(thud_fields *f, const char *name) {
    const thud_yaml_node *node = thud_fields_node(f, name);
    if (!node) return NULL;
    if (node->kind != THUD_YAML_TEXT) {
        thud_fields_error(f, name, "%s: expected one value, found a %s", name,
                          node->kind == THUD_YAML_LIST ? "list" : "map");
        return NULL;
    }
    if (node->count == 0) {
        thud_fields_error(f, name, "%s has no value", name);
        return NULL;
    }
    return node->text;
}

/* "0.3 g", except for gravity, which does not show that the user thinks in g */
static bool is_in_g(const char *name, const char *text, thud_dimension dimension) {
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') length--;
    return thud_dimension_same(dimension, THUD_DIMENSION_ACCELERATION) && strcmp(name, "gravity") != 0 &&
           length > 1 && text[length - 1] == 'g' && strchr("0123456789. ", text[length - 2]);
}

static bool parse_number(thud_fields *f, const char *name, const char *text, thud_dimension dimension,
                         double *value) {
    thud_error error;
    if (is_in_g(name, text, dimension)) f->scenario->model->in_g = true;
    if (thud_quantity_parse(text, dimension, value, &error) == THUD_OK) return true;
    thud_fields_error(f, name, "%s '%.60s': expected %s", name, text, error.text);
    return false;
}

static double preset_number(const thud_key *key) {
    double value;
    if (!key->preset || thud_quantity_parse(key->preset, key->dimension, &value, NULL) != THUD_OK) return NAN;
    return value;
}

double thud_fields_number_of(thud_fields *f, const char *name, thud_dimension dimension) {
    double value;
    if (!thud_fields_given(f, name)) return preset_number(key_of(f, name));
    const char *text = get_text(f, name);
    return text && parse_number(f, name, text, dimension, &value) ? value : NAN;
}

double thud_fields_number(thud_fields *f, const char *name) {
    return thud_fields_number_of(f, name, key_of(f, name)->dimension);
}

const char *thud_fields_text(thud_fields *f, const char *name) { return get_text(f, name); }

static size_t count_choices(const thud_key *key) {
    size_t count = 0;
    while (count < THUD_CHOICES_MOST && key->choices[count]) count++;
    return count;
}

static size_t find_choice(const thud_key *key, const char *word) {
    const size_t count = count_choices(key);
    for (size_t i = 0; i < count; i++)
        if (strcmp(key->choices[i], word) == 0) return i;
    return SIZE_MAX;
}

static void report_choice(thud_fields *f, const thud_key *key, const char *word) {
    const size_t count = count_choices(key), nearest = thud_text_nearest(word, key->choices, count);
    if (nearest < count) {
        thud_fields_error(f, key->name, "unknown %s '%.60s'; did you mean '%s'?", key->name, word,
                          key->choices[nearest]);
        return;
    }
    char list[120] = "";
    for (size_t i = 0; i < count; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s",
                 i == 0          ? ""
                 : i + 1 < count ? ", "
                                 : " or ",
                 key->choices[i]);
    }
    thud_fields_error(f, key->name, "%s '%.60s': expected %s", key->name, word, list);
}

size_t thud_fields_choice(thud_fields *f, const char *name) {
    const thud_key *key = key_of(f, name);
    if (!thud_fields_given(f, name)) return key->preset ? find_choice(key, key->preset) : SIZE_MAX;
    const char *text = get_text(f, name);
    if (!text) return SIZE_MAX;
    const size_t choice = find_choice(key, text);
    if (choice == SIZE_MAX) report_choice(f, key, text);
    return choice;
}

bool thud_fields_boolean(thud_fields *f, const char *name) {
    const char *text = thud_fields_given(f, name) ? get_text(f, name) : key_of(f, name)->preset;
    if (!text) return false;
    if (strcmp(text, "true") == 0) return true;
    if (strcmp(text, "false") != 0) thud_fields_error(f, name, "%s '%.60s': expected true or false", name, text);
    return false;
}

uint64_t thud_fields_integer(thud_fields *f, const char *name) {
    const char *text = thud_fields_given(f, name) ? get_text(f, name) : key_of(f, name)->preset;
    if (!text) return 0;
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (text[strspn(text, "0123456789")] == '\0' && end != text && errno == 0) return value;
    thud_fields_error(f, name, "%s '%.60s': expected a whole number from 0 to 18446744073709551615", name, text);
    return 0;
}

void thud_fields_point(thud_fields *f, const char *name, double point[2]) {
    const thud_yaml_node *node = thud_fields_node(f, name);
    point[0] = point[1] = node ? NAN : 0;
    if (!node) return;
    bool fits = node->kind == THUD_YAML_LIST && node->count == 2;
    for (uint32_t i = 0; fits && i < 2; i++) fits = node->children[i].kind == THUD_YAML_TEXT;
    if (!fits) {
        thud_fields_error(f, name, "%s: expected two lengths, as in [0, 2.5]", name);
        return;
    }
    for (uint32_t i = 0; i < 2; i++) {
        const thud_yaml_node *child = &node->children[i];
        thud_error error;
        if (thud_quantity_parse(child->text, THUD_DIMENSION_LENGTH, &point[i], &error) == THUD_OK) continue;
        thud_messages_error(&f->scenario->messages, child->offset, "%s '%.60s': expected %s", name, child->text,
                            error.text);
        thud_fields_mark_faulty(f, name);
        point[i] = NAN;
    }
}

/* one number of a pair */
static bool read_of_pair(thud_fields *f, const char *name, const thud_yaml_node *node, thud_dimension dimension,
                         double *value) {
    thud_error error;
    if (thud_quantity_parse(node->text, dimension, value, &error) == THUD_OK) return true;
    thud_messages_error(&f->scenario->messages, node->offset, "%s '%.60s': expected %s", name, node->text,
                        error.text);
    thud_fields_mark_faulty(f, name);
    return false;
}

size_t thud_fields_speeds(thud_fields *f, const char *name, size_t most, double *speeds, double *numbers) {
    const thud_yaml_node *list = thud_fields_node(f, name);
    if (!list || list->kind != THUD_YAML_LIST || list->count == 0) {
        thud_fields_error(f, name, "%s: expected points, as in [[0.1, 0.8], [1, 0.6]]", name);
        return 0;
    }
    if (list->count > most) {
        thud_fields_error(f, name, "%s: there are %u points, but at most %zu are possible", name,
                          (unsigned)list->count, most);
        return 0;
    }
    bool good = true;
    for (uint32_t i = 0; i < list->count; i++) {
        const thud_yaml_node *pair = &list->children[i];
        bool fits = pair->kind == THUD_YAML_LIST && pair->count == 2;
        for (uint32_t k = 0; fits && k < 2; k++) fits = pair->children[k].kind == THUD_YAML_TEXT;
        if (!fits) {
            thud_messages_error(&f->scenario->messages, pair->offset,
                                "%s: expected a speed and a number, as in [0.1, 0.8]", name);
            thud_fields_mark_faulty(f, name);
            good = false;
            continue;
        }
        good = read_of_pair(f, name, &pair->children[0], THUD_DIMENSION_SPEED, &speeds[i]) && good;
        good = read_of_pair(f, name, &pair->children[1], THUD_DIMENSION_NONE, &numbers[i]) && good;
    }
    return good ? list->count : 0;
}

static void report_name(thud_fields *f, const char *name, const char *text, const char *kind, const char *near,
                        const char *list) {
    if (strchr(text, '*'))
        thud_fields_error(f, name,
                          "no %s is called '%.60s': for many of them, write # for the number, and 'repeat: 5'",
                          kind, text);
    else if (near) thud_fields_error(f, name, "no %s is called '%.60s'; did you mean '%.60s'?", kind, text, near);
    else thud_fields_error(f, name, "no %s is called '%.60s'%s", kind, text, list);
}

enum { LISTED_MOST = 8 };

/* "; there are a1, a2 and 7 more" */
static void list_names(const thud_names *names, char *text, size_t size) {
    *text = '\0';
    for (size_t i = 0; i < names->count && i < LISTED_MOST; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%.30s",
                 i > 0              ? ", "
                 : names->count > 1 ? "; there are "
                                    : "; there is ",
                 names->names[i]);
    }
    const size_t used = strlen(text);
    if (names->count > LISTED_MOST) snprintf(text + used, size - used, " and %zu more", names->count - LISTED_MOST);
}

/* the number of a name; THUD_NOTHING after an error. `also` is another possible name. */
static int find_name(thud_fields *f, const char *name, thud_names *names, bool unknown, const char *kind,
                     const char *const also) {
    const char *text = get_text(f, name);
    if (!text) {
        thud_fields_mark_faulty(f, name);
        return THUD_NOTHING;
    }
    const size_t index = thud_names_find(names, text);
    if (index < names->count) return (int)index;
    if (unknown) { /* their list is at fault, not this */
        thud_fields_mark_faulty(f, name);
        return THUD_NOTHING;
    }
    const char *near = thud_names_nearest(names, text);
    if (!near && names == &f->scenario->bodies) near = thud_names_nearest(&f->scenario->supports, text);
    if (!near && also && thud_text_nearest(text, &also, 1) == 0) near = also;
    char list[320];
    list_names(names, list, sizeof list);
    report_name(f, name, text, kind, near, list);
    return THUD_NOTHING;
}

thud_body_id thud_fields_body(thud_fields *f, const char *name) {
    const thud_yaml_node *node = thud_fields_node(f, name);
    const bool named = node && node->kind == THUD_YAML_TEXT;
    if (named && strcmp(node->text, "ground") == 0) return THUD_GROUND;
    const size_t support =
        named ? thud_names_find(&f->scenario->supports, node->text) : f->scenario->supports.count;
    if (support < f->scenario->supports.count) return (thud_body_id){THUD_FIRST_SUPPORT - (int)support};
    return (thud_body_id){find_name(f, name, &f->scenario->bodies, f->scenario->bodies_unknown, "body", "ground")};
}

thud_rod_id thud_fields_rod(thud_fields *f, const char *name) {
    return (thud_rod_id){find_name(f, name, &f->scenario->rods, f->scenario->rods_unknown, "rod", NULL)};
}
