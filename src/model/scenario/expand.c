/* Shorthand written out: `repeat`, and the place for `storeys`. */
#include "model/scenario/expand.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"

/* sections with repeated items, and those that buildings add to */
static const char *const sections[] = {"bodies", "links", "contacts", "forces", "watch"};
enum { BODIES, LINKS, WATCH = 4, SECTION_COUNT };

static thud_yaml_node *find_child(const thud_yaml_node *map, const char *key) {
    for (uint32_t i = 0; map->kind == THUD_YAML_MAP && i < map->count; i++)
        if (strcmp(map->children[i].key, key) == 0) return &map->children[i];
    return NULL;
}

bool thud_expand_is_needed(const thud_yaml_node *root) {
    if (find_child(root, "storeys")) return true;
    for (int s = 0; s < SECTION_COUNT; s++) {
        const thud_yaml_node *list = find_child(root, sections[s]);
        for (uint32_t i = 0; list && list->kind != THUD_YAML_TEXT && i < list->count; i++)
            if (find_child(&list->children[i], "repeat")) return true;
    }
    return false;
}

/* ---- nodes ---- */

void thud_items_add(thud_scenario *s, thud_items *items, thud_yaml_node node) {
    if (s->out_of_memory) return;
    if (items->count == items->capacity) {
        const uint32_t capacity = items->capacity ? 2 * items->capacity : 8;
        thud_yaml_node *larger = thud_arena_take(&s->arena, capacity * sizeof *larger);
        if (!larger) {
            s->out_of_memory = true;
            return;
        }
        if (items->count) memcpy(larger, items->nodes, items->count * sizeof *larger);
        items->nodes = larger;
        items->capacity = capacity;
    }
    items->nodes[items->count++] = node;
}

thud_yaml_node thud_node_text(thud_scenario *s, const thud_yaml_node *at, const char *key, const char *format,
                              ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(text, sizeof text, format, arguments);
    va_end(arguments);
    const size_t length = strlen(text);
    const char *kept = thud_arena_text(&s->arena, text, length);
    if (!kept) s->out_of_memory = true;
    return (thud_yaml_node){.key = key,
                            .text = kept ? kept : "",
                            .key_offset = at->key_offset,
                            .offset = at->offset,
                            .count = kept ? (uint32_t)length : 0};
}

thud_yaml_node thud_node_copy(const thud_yaml_node *node, const char *key) {
    thud_yaml_node copy = *node;
    copy.key = key;
    return copy;
}

thud_yaml_node thud_node_map(const thud_yaml_node *at, const char *key, const thud_items *children) {
    return (thud_yaml_node){.key = key,
                            .children = children->nodes,
                            .key_offset = at->key_offset,
                            .offset = at->offset,
                            .count = children->count,
                            .kind = THUD_YAML_MAP};
}

unsigned long thud_node_number(const thud_yaml_node *node, unsigned long most) {
    const bool digits = node->kind == THUD_YAML_TEXT && node->count > 0 && node->count < 9 &&
                        node->text[strspn(node->text, "0123456789")] == '\0';
    const unsigned long number = digits ? strtoul(node->text, NULL, 10) : 0;
    return number <= most ? number : 0;
}

/* ---- repeat ---- */

/* the number of copies of an item; 0 after an error */
static unsigned long read_repeat(thud_scenario *s, const thud_yaml_node *item) {
    const thud_yaml_node *repeat = find_child(item, "repeat");
    if (!repeat) return 1;
    const unsigned long count = thud_node_number(repeat, THUD_REPEAT_MOST);
    if (count > 0) return count;
    thud_messages_error(&s->messages, repeat->offset, "repeat: expected a whole number from 1 to %d",
                        THUD_REPEAT_MOST);
    return 0;
}

/* limits: a name after numbering; digits of an added number, and of the sum with its sign */
enum { NAME_MOST = 300, ADDED_DIGITS = 6, NUMBER_MOST = 8 };

/* the digits after # and a sign; 0 if there are none */
static size_t added_digits(const char *behind) {
    return *behind == '+' || *behind == '-' ? strspn(behind + 1, "0123456789") : 0;
}

/* whether the numbered name fits for any number */
static bool check_numbers(thud_scenario *s, const char *name, uint32_t offset) {
    size_t used = strlen(name);
    for (const char *c = strchr(name, '#'); c; c = strchr(c + 1, '#')) {
        if (added_digits(c + 1) > ADDED_DIGITS) {
            thud_messages_error(&s->messages, offset, "'%.60s': a number added to # has at most %d digits", name,
                                ADDED_DIGITS);
            return false;
        }
        used += NUMBER_MOST;
    }
    if (used < NAME_MOST || !strchr(name, '#')) return true;
    thud_messages_error(&s->messages, offset, "'%.60s…': with its numbers, the name is longer than %d bytes", name,
                        NAME_MOST - 1);
    return false;
}

/* replaces every # in a name by the number, and #+1 and #-1 by its neighbours; returns the length */
static size_t spell_name(char text[NAME_MOST], const char *name, unsigned long number) {
    size_t used = 0;
    for (const char *c = name; *c && used + NUMBER_MOST < NAME_MOST;) {
        if (*c != '#') {
            text[used++] = *c++;
            continue;
        }
        long value = (long)number;
        c++;
        const size_t digits = added_digits(c);
        if (digits > 0) {
            const long by = strtol(c + 1, NULL, 10);
            value += *c == '+' ? by : -by;
            c += 1 + digits;
        }
        used += (size_t)snprintf(text + used, NAME_MOST - used, "%ld", value);
    }
    text[used] = '\0';
    return used;
}

/* the same in the arena; the name itself if it contains no # */
static const char *number_name(thud_scenario *s, const char *name, unsigned long number) {
    char text[NAME_MOST];
    if (!strchr(name, '#')) return name;
    const size_t used = spell_name(text, name, number);
    const char *kept = thud_arena_text(&s->arena, text, used);
    if (!kept) s->out_of_memory = true;
    return kept ? kept : name;
}

unsigned long thud_expand_number_of(const thud_yaml_node *item, const char *pattern, const char *name) {
    const thud_yaml_node *repeat = find_child(item, "repeat");
    const unsigned long count = repeat ? thud_node_number(repeat, THUD_REPEAT_MOST) : 0;
    char text[NAME_MOST];
    for (unsigned long number = 1; number <= count && strchr(pattern, '#'); number++) {
        spell_name(text, pattern, number);
        if (strcmp(text, name) == 0) return number;
    }
    return 0;
}

/* ---- values of one copy: a study adds the key gap@2 to gap for the second ---- */

static const char *copy_mark(const char *key) { return strchr(key, THUD_OF_COPY); }

static bool has_own(const thud_yaml_node *item, const char *key, unsigned long number) {
    char own[NAME_MOST];
    snprintf(own, sizeof own, "%.100s%c%lu", key, THUD_OF_COPY, number);
    return find_child(item, own) != NULL;
}

/* takes a child that belongs to the copy with this number, under its plain key */
static bool take_own(thud_scenario *s, const thud_yaml_node *item, thud_yaml_node *child, unsigned long number) {
    const char *mark = copy_mark(child->key);
    if (!mark) return !has_own(item, child->key, number);
    if (strtoul(mark + 1, NULL, 10) != number) return false;
    const char *key = thud_arena_text(&s->arena, child->key, (size_t)(mark - child->key));
    if (!key) s->out_of_memory = true;
    else child->key = key;
    return key != NULL;
}

/* those texts of an item that name something */
static bool is_name(const char *key) {
    static const char *const keys[] = {"name", "left", "right", "on"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i]) == 0) return true;
    return false;
}

/* a map of bodies and factors */
static thud_yaml_node number_keys(thud_scenario *s, const thud_yaml_node *map, unsigned long number) {
    thud_items children = {0};
    for (uint32_t i = 0; i < map->count; i++)
        thud_items_add(s, &children,
                       thud_node_copy(&map->children[i], number_name(s, map->children[i].key, number)));
    return thud_node_map(map, map->key, &children);
}

static void add_copy(thud_scenario *s, thud_items *items, const thud_yaml_node *item, unsigned long number) {
    thud_yaml_node copy = *item;
    thud_items children = {0};
    for (uint32_t i = 0; i < item->count; i++) {
        thud_yaml_node child = item->children[i];
        if (strcmp(child.key, "repeat") == 0 || !take_own(s, item, &child, number)) continue;
        if (child.kind == THUD_YAML_TEXT && is_name(child.key)) {
            child.text = number_name(s, child.text, number);
            child.count = (uint32_t)strlen(child.text);
        }
        if (child.kind == THUD_YAML_MAP && is_name(child.key)) child = number_keys(s, &child, number);
        thud_items_add(s, &children, child);
    }
    if (copy.key) copy.key = number_name(s, copy.key, number);
    copy.children = children.nodes;
    copy.count = children.count;
    copy.is_copy = number > 1;
    thud_items_add(s, items, copy);
}

/* all numbered names of an item, its own and those of its ends */
static bool check_all_numbers(thud_scenario *s, const thud_yaml_node *item) {
    bool good = !item->key || check_numbers(s, item->key, item->key_offset);
    for (uint32_t i = 0; i < item->count; i++) {
        const thud_yaml_node *child = &item->children[i];
        if (!is_name(child->key)) continue;
        if (child->kind == THUD_YAML_TEXT) good = check_numbers(s, child->text, child->offset) && good;
        for (uint32_t k = 0; child->kind == THUD_YAML_MAP && k < child->count; k++)
            good = check_numbers(s, child->children[k].key, child->children[k].key_offset) && good;
    }
    return good;
}

/* names must differ */
static bool check_names(thud_scenario *s, const thud_yaml_node *item) {
    const thud_yaml_node *name = find_child(item, "name");
    const bool of_key = item->key && !strchr(item->key, '#');
    if (!of_key && (!name || name->kind != THUD_YAML_TEXT || strchr(name->text, '#'))) return true;
    s->messages.once = true; /* an item may be looked at twice */
    thud_messages_error(&s->messages, of_key ? item->key_offset : name->offset,
                        "a repeated item needs a # in its name, for its number: '%.60s#'",
                        of_key ? item->key : name->text);
    s->messages.once = false;
    return false;
}

static void repeat_item(thud_scenario *s, thud_items *items, const thud_yaml_node *item) {
    const unsigned long count = read_repeat(s, item);
    if (s->too_many) return;
    if (count > THUD_EXPANDED_MOST - items->count) {
        s->too_many = true;
        thud_messages_error(&s->messages, item->offset, "repeated items make more than %d items",
                            THUD_EXPANDED_MOST);
        return;
    }
    if (!find_child(item, "repeat")) {
        thud_items_add(s, items, *item);
        return;
    }
    if (count == 0 || !check_names(s, item) || !check_all_numbers(s, item)) return;
    for (unsigned long number = 1; number <= count && !s->out_of_memory; number++) add_copy(s, items, item, number);
}

/* ---- the whole ---- */

static uint8_t kind_of(int section) {
    return section == BODIES || section == WATCH ? THUD_YAML_MAP : THUD_YAML_LIST;
}

/* the items of a section in the file; false if it is not a list, which the reader reports */
static bool write_out(thud_scenario *s, const thud_yaml_node *list, int section, thud_items *items) {
    if (list->kind != kind_of(section)) return list->kind == THUD_YAML_TEXT && list->count == 0;
    for (uint32_t i = 0; i < list->count; i++) repeat_item(s, items, &list->children[i]);
    return true;
}

static void add_buildings(thud_scenario *s, const thud_yaml_node *storeys, thud_items *items) {
    if (storeys->kind != THUD_YAML_MAP) {
        thud_messages_error(&s->messages, storeys->offset,
                            "storeys: expected a map of names, as in {tower: {count: 5, mass: 300 t, …}}");
        return;
    }
    for (uint32_t i = 0; i < storeys->count; i++) {
        uint32_t first = 0;
        while (strcmp(storeys->children[first].key, storeys->children[i].key) != 0) first++;
        if (first == i) thud_expand_storeys(s, &storeys->children[i], &items[BODIES], &items[LINKS], &items[WATCH]);
        else
            thud_messages_error(&s->messages, storeys->children[i].key_offset, "building '%.60s' is defined twice",
                                storeys->children[i].key);
    }
}

/* the floors of a building, at its place, as a list of names */
static thud_yaml_node list_floors(thud_scenario *s, const thud_yaml_node *building, const thud_items *bodies,
                                  const thud_yaml_node *at) {
    thud_items floors = {0};
    for (uint32_t i = 0; i < bodies->count; i++)
        if (bodies->nodes[i].key_offset == building->key_offset)
            thud_items_add(s, &floors, thud_node_text(s, at, NULL, "%s", bodies->nodes[i].key));
    thud_yaml_node list = thud_node_map(at, "bodies", &floors);
    list.kind = THUD_YAML_LIST;
    list.offset = at->key_offset;
    return list;
}

/* `draw` with the floors of the buildings that it names */
static thud_yaml_node draw_buildings(thud_scenario *s, const thud_yaml_node *draw, const thud_yaml_node *storeys,
                                     const thud_items *bodies) {
    thud_items items = {0};
    if (draw->kind != THUD_YAML_MAP || storeys->kind != THUD_YAML_MAP) return *draw;
    bool *drawn = thud_arena_take(&s->arena, storeys->count * sizeof *drawn);
    if (!drawn) s->out_of_memory = true;
    for (uint32_t i = 0; drawn && i < storeys->count; i++) drawn[i] = false;
    for (uint32_t i = 0; drawn && i < draw->count; i++) {
        const thud_yaml_node *item = &draw->children[i], *building = find_child(storeys, item->key);
        thud_items keys = {0};
        if (!building || item->kind != THUD_YAML_MAP || find_child(item, "bodies")) {
            thud_items_add(s, &items, *item);
            continue;
        }
        if (drawn[building - storeys->children]) {
            thud_messages_error(&s->messages, item->key_offset, "'%.60s' is defined twice", item->key);
            continue;
        }
        drawn[building - storeys->children] = true;
        for (uint32_t k = 0; k < item->count; k++) thud_items_add(s, &keys, item->children[k]);
        thud_items_add(s, &keys, list_floors(s, building, bodies, item));
        thud_items_add(s, &items, thud_node_map(item, item->key, &keys));
    }
    return thud_node_map(draw, draw->key, &items);
}

/* a section with these items, instead of the previous one */
static thud_yaml_node make_section(const thud_yaml_node *at, int section, const thud_items *items) {
    thud_yaml_node node = thud_node_map(at, sections[section], items);
    node.kind = kind_of(section);
    return node;
}

bool thud_expand_tree(thud_scenario *s) {
    const thud_yaml_node *old = s->root, *storeys = find_child(old, "storeys");
    thud_items items[SECTION_COUNT] = {0}, root = {0};
    bool whole[SECTION_COUNT];
    const size_t errors = s->messages.errors;
    for (int i = 0; i < SECTION_COUNT; i++) {
        const thud_yaml_node *list = find_child(old, sections[i]);
        whole[i] = !list || write_out(s, list, i, &items[i]);
    }
    if (storeys) add_buildings(s, storeys, items);
    s->bodies_amiss = s->messages.errors > errors;
    const thud_yaml_node *draw = find_child(old, "draw");
    const thud_yaml_node drawn =
        draw && storeys ? draw_buildings(s, draw, storeys, &items[BODIES]) : (thud_yaml_node){0};
    for (uint32_t i = 0; i < old->count; i++) {
        const thud_yaml_node *child = &old->children[i];
        int section = 0;
        while (section < SECTION_COUNT && strcmp(child->key, sections[section]) != 0) section++;
        if (child == storeys) continue;
        if (section < SECTION_COUNT && whole[section]) {
            thud_items_add(s, &root, make_section(child, section, &items[section]));
            items[section].count = 0;
        } else if (child == draw && storeys) thud_items_add(s, &root, drawn);
        else thud_items_add(s, &root, *child);
    }
    /* sections that the file has not, or not yet */
    for (int i = 0; i < SECTION_COUNT; i++)
        if (items[i].count > 0 && whole[i]) thud_items_add(s, &root, make_section(storeys, i, &items[i]));
    thud_yaml_node *fresh = thud_arena_take(&s->arena, sizeof *fresh);
    if (!fresh) s->out_of_memory = true;
    if (s->out_of_memory || s->too_many) return false;
    *fresh = *old;
    fresh->children = root.nodes;
    fresh->count = root.count;
    s->root = fresh;
    return true;
}
