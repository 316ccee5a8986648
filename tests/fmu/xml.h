/*
 * XML as far as a description of an FMU has it: elements with attributes, no text between them. What is not well
 * formed fails the test.
 */
#ifndef THUD_TESTS_FMU_XML_H
#define THUD_TESTS_FMU_XML_H

#include <stddef.h>

typedef struct xml {
    char *name;
    size_t attribute_count;
    char *attributes[30], *values[30];
    size_t count;
    struct xml **children;
} xml;

xml *xml_parse(const char *text);
void xml_free(xml *element);

/* NULL where there is none. */
const char *xml_attribute(const xml *element, const char *name);
const xml *xml_child(const xml *element, const char *name);

#endif
