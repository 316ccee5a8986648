/*
 * All keys of scenario and study files in one table: values, defaults, meaning. The reader uses it to check keys
 * and to suggest the nearest one. docs/scenario.md, docs/study.md and the JSON Schemas for editors are printed
 * from it.
 */
#ifndef THUD_MODEL_SCHEMA_H
#define THUD_MODEL_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/quantity.h>

/* A map with its own keys, anywhere in a file. */
typedef enum thud_section {
    THUD_SECTION_ROOT,
    THUD_SECTION_BODY,
    THUD_SECTION_LINK,
    THUD_SECTION_HYSTERESIS,
    THUD_SECTION_CONTACT,
    THUD_SECTION_RESTITUTION,
    THUD_SECTION_LAW,
    THUD_SECTION_ROD,
    THUD_SECTION_STOREYS,
    THUD_SECTION_STRUCTURE,
    THUD_SECTION_DAMPING,
    THUD_SECTION_RAYLEIGH,
    THUD_SECTION_GROUND,
    THUD_SECTION_GROUND_SINE,
    THUD_SECTION_SCALE_TO,
    THUD_SECTION_NOISE,
    THUD_SECTION_GENERATE,
    THUD_SECTION_SUPPORT,
    THUD_SECTION_FORCE,
    THUD_SECTION_FORCE_SINE,
    THUD_SECTION_STEP,
    THUD_SECTION_WATCH,
    THUD_SECTION_OUTPUT,
    THUD_SECTION_DRAW,
    THUD_SECTION_SCENARIO_COUNT, /* those above are of scenarios, those below of studies */
    THUD_SECTION_STUDY = THUD_SECTION_SCENARIO_COUNT,
    THUD_SECTION_AXIS,
    THUD_SECTION_SAMPLES,
    THUD_SECTION_COLLECT,
    THUD_SECTION_COUNT,
} thud_section;

/* Kinds of values. */
typedef enum thud_value_kind {
    THUD_VALUE_QUANTITY, /* a number, with a unit or in SI */
    THUD_VALUE_INTEGER,  /* zero or more */
    THUD_VALUE_BOOLEAN,  /* true or false */
    THUD_VALUE_TEXT,
    THUD_VALUE_FILE,        /* a path, relative to the scenario */
    THUD_VALUE_CHOICE,      /* one of a few words */
    THUD_VALUE_LAW,         /* a name of the catalogue */
    THUD_VALUE_STIFFNESS,   /* a quantity; its unit depends on the exponent */
    THUD_VALUE_DAMPING,     /* a word, or a quantity whose unit depends on the law */
    THUD_VALUE_RESTITUTION, /* a number, or a map with the keys of a section */
    THUD_VALUE_SPEEDS,      /* a list of pairs of a speed and a number */
    THUD_VALUE_BODY,        /* the name of a body, or ground */
    THUD_VALUE_PLACE,       /* one of these, or a map of bodies and factors */
    THUD_VALUE_ROD,         /* the name of a rod */
    THUD_VALUE_QUANTITIES,  /* a quantity, or a list of them */
    THUD_VALUE_POINT,       /* a list of two lengths */
    THUD_VALUE_MAP,         /* with the keys of a section */
    THUD_VALUE_NAMED,       /* a map of names, each with the keys of a section */
    THUD_VALUE_LIST,        /* a list of maps with the keys of a section */
    THUD_VALUE_SOME,        /* one such map, or a list of them */
    THUD_VALUE_PATH,        /* words with dots between them, which lead to a value */
    THUD_VALUE_ANY,         /* any value that is valid at such a path */
    THUD_VALUE_VALUES,      /* a list of those */
    THUD_VALUE_GLOB,        /* files by a pattern */
    THUD_VALUE_EXPRESSION,
    THUD_VALUE_NAMES,   /* a list of names, or of such lists */
    THUD_VALUE_NUMBERS, /* a list of whole numbers */
} thud_value_kind;

enum { THUD_CHOICES_MOST = 10, THUD_KEYS_MOST = 24 /* in a section */, THUD_ONE_OF_MOST = 6 };

typedef struct thud_key {
    const char *name;
    thud_value_kind kind;
    thud_dimension dimension; /* for a quantity */
    thud_section section;     /* for a map, names or a list */
    bool required;
    const char *preset;                     /* the default as it would be written; NULL: none */
    const char *otherwise;                  /* what happens without it, in words, unless it is a value */
    const char *choices[THUD_CHOICES_MOST]; /* for a choice and a damping: their words; for quantities that may also
                                               be a map: a key of it */
    const char *meaning;
} thud_key;

typedef struct thud_section_about {
    const char *name;  /* as in "contacts", for messages: "unknown key 'x' in contacts" */
    const char *title; /* for the page */
    const char *text;  /* for the page; NULL: none */
    const thud_key *keys;
    size_t count;
    const char *one_of[THUD_ONE_OF_MOST]; /* alternative keys, exactly one of which is required; none if the first
                                             is NULL */
} thud_section_about;

/* The sections of studies, from THUD_SECTION_STUDY on. */
extern const thud_section_about thud_schema_study[THUD_SECTION_COUNT - THUD_SECTION_STUDY];

/* Never NULL for a section of the list above. */
const thud_section_about *thud_schema_section(thud_section section);

/* The key of that name; NULL if there is none. */
const thud_key *thud_schema_find(thud_section section, const char *name);

/* Its number in its section. */
size_t thud_schema_index(thud_section section, const thud_key *key);

/* The key nearest to a misspelt word; NULL if none is near. */
const thud_key *thud_schema_nearest(thud_section section, const char *word);

#endif
