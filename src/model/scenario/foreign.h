/*
 * Files that are not scenarios or studies, named by mistake or by malice. Messages give the place and the kind of
 * the error, but never the content.
 */
#ifndef THUD_MODEL_FOREIGN_H
#define THUD_MODEL_FOREIGN_H

#include "model/scenario/messages.h"
#include "model/scenario/schema.h"
#include "model/yaml/yaml.h"

/* Whether no key of a map is one of the section's, or similar to one. */
bool thud_foreign_map(const thud_yaml_node *map, thud_section section);

/* Reports why a file could not be read as YAML; quotes it only if one of its lines begins with a key of the
   section. */
void thud_messages_yaml(thud_messages *messages, thud_section section, thud_status status,
                        const thud_yaml_fault *fault);

#endif
