/*
 * Files that are no scenario or study at all, such as one that a scenario or study names by mistake or by malice:
 * what is said about them gives the place and the kind of the fault, and shows nothing of what they hold.
 */
#ifndef THUD_MODEL_FOREIGN_H
#define THUD_MODEL_FOREIGN_H

#include "model/scenario/messages.h"
#include "model/scenario/schema.h"
#include "model/yaml/yaml.h"

/* Whether no key of a map is one of the section's, or near one. */
bool thud_foreign_map(const thud_yaml_node *map, thud_section section);

/* Says why a file could not be read as YAML; shows it only when a line of it begins with a key of the section. */
void thud_messages_yaml(thud_messages *messages, thud_section section, thud_status status,
                        const thud_yaml_fault *fault);

#endif
