/*
 * Files that are not scenarios or studies, named by mistake or by malice. Messages give the place and the kind of
 * the error, but never the content.
 */
#include "model/scenario/foreign.h"

#include <string.h>

bool thud_foreign_map(const thud_yaml_node *map, thud_section section) {
    for (uint32_t i = 0; i < map->count; i++)
        if (thud_schema_find(section, map->children[i].key) || thud_schema_nearest(section, map->children[i].key))
            return false;
    return map->count > 0;
}

/* "bodies:", at the start of a line */
static bool begins_with_key(const char *line, size_t size, thud_section section) {
    const thud_section_about *about = thud_schema_section(section);
    for (size_t i = 0; i < about->count; i++) {
        const size_t length = strlen(about->keys[i].name);
        if (length < size && memcmp(line, about->keys[i].name, length) == 0 && line[length] == ':') return true;
    }
    return false;
}

static bool is_foreign(const thud_source *source, thud_section section) {
    const char *line = source->text, *end = source->text + source->size;
    while (line < end) {
        if (begins_with_key(line, (size_t)(end - line), section)) return false;
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        line = stop ? stop + 1 : end;
    }
    return true;
}

void thud_messages_yaml(thud_messages *messages, thud_section section, thud_status status,
                        const thud_yaml_fault *fault) {
    const bool foreign = is_foreign(&messages->source, section);
    if (foreign) messages->unquoted = true;
    thud_messages_error(messages, status == THUD_ERROR_SYNTAX ? fault->offset : THUD_WHOLE_FILE, "%s",
                        foreign && fault->quotes ? "not YAML" : fault->text);
}
