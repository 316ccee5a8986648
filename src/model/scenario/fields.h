/*
 * The state of reading a scenario, and the values of one of its maps.
 *
 * Reading continues after an error: the error is recorded, the key is marked as faulty, and the value becomes NAN
 * (or nothing). The later check of the model then does not report it again.
 */
#ifndef THUD_MODEL_FIELDS_H
#define THUD_MODEL_FIELDS_H

#include "model/scenario/messages.h"
#include "model/scenario/names.h"
#include "model/scenario/schema.h"
#include "model/yaml/arena.h"
#include "model/yaml/yaml.h"

typedef struct thud_fields thud_fields;
struct thud_motions;

typedef struct thud_scenario {
    const char *folder; /* folder of relative record paths; "" for the current one */
    thud_yaml_node *root;
    const thud_fields *sections; /* the keys of the root */
    thud_model *model;
    thud_messages messages;
    thud_names bodies, rods, supports;
    bool bodies_amiss; /* shorthand for them is wrong */
    bool too_many;     /* items, with all that are repeated */
    bool bodies_unknown,
        rods_unknown; /* their lists could not be read: names are not judged; of bodies, supports too */
    bool out_of_memory;
    bool is_sound;                /* the model has been checked without errors */
    struct thud_motions *motions; /* cache of motions; may be NULL */
    char **expanded;              /* receives the file without shorthand, to be freed; may be NULL */
    thud_arena arena;             /* memory of expanded shorthand */
    uint64_t *contents;           /* hash of the files that were read, updated; may be NULL */
} thud_scenario;

/* A map, its keys looked up in a section. */
struct thud_fields {
    thud_scenario *scenario;
    thud_yaml_node *node;
    thud_section section;
    thud_yaml_node *found[THUD_KEYS_MOST]; /* by the number of the key; NULL: missing */
    uint32_t meant;                        /* bits of keys that were probably meant but misspelt */
};

/*
 * Reads the keys of a map: unknown, repeated and missing required ones are errors. False if the node is not a map;
 * then nothing is found, and every key counts as faulty.
 */
bool thud_fields_read(thud_scenario *scenario, thud_yaml_node *node, thud_section section, thud_fields *fields);

/* The node of a key; NULL if it is missing. */
thud_yaml_node *thud_fields_node(const thud_fields *fields, const char *key);
bool thud_fields_given(const thud_fields *fields, const char *key);

/* Reports an error about the value of a key, or about the map if the key is missing; the key counts as faulty. */
void thud_fields_error(thud_fields *fields, const char *key, const char *format, ...) THUD_PRINTF(3, 4);
/* Marks a key as faulty without a message, because its fault follows from a reported one. */
void thud_fields_mark_faulty(thud_fields *fields, const char *key);
bool thud_fields_is_faulty(const thud_fields *fields, const char *key);

/* The place of a node: its value, or its key in a map of names. */
size_t thud_node_place(const thud_yaml_node *node);

/* Values. Without the key, or after an error: the default of the table, NAN (NULL, SIZE_MAX) if there is none. */
double thud_fields_number(thud_fields *fields, const char *key);
double thud_fields_number_of(thud_fields *fields, const char *key, thud_dimension dimension);
const char *thud_fields_text(thud_fields *fields, const char *key);
size_t thud_fields_choice(thud_fields *fields, const char *key); /* its number among the choices */
bool thud_fields_boolean(thud_fields *fields, const char *key);
uint64_t thud_fields_integer(thud_fields *fields, const char *key); /* 0 after an error */
void thud_fields_point(thud_fields *fields, const char *key, double point[2]);
/* Pairs of a speed, m/s, and a number, as in [[0.1, 0.8], [1, 0.6]]. Returns the count, 0 after an error. */
size_t thud_fields_speeds(thud_fields *fields, const char *key, size_t most, double *speeds, double *numbers);
thud_body_id thud_fields_body(thud_fields *fields, const char *key); /* THUD_NOTHING after an error */
/* Likewise; for a map of bodies and factors, {a3: 0.4, a4: 0.6}, the point that moves with them. */
thud_body_id thud_fields_place(thud_fields *fields, const char *key);
thud_rod_id thud_fields_rod(thud_fields *fields, const char *key);

/* The one given among alternative keys of the section; NULL after an error (none, or more than one). */
const char *thud_fields_one_of(thud_fields *fields);

/* The map under a key. False when it is not there or no map. */
bool thud_fields_inner(thud_fields *fields, const char *key, thud_fields *inner);

/* A section that is a list, or a map of names (then each node has a key). NULL if it is empty. */
thud_yaml_node *thud_fields_parts(thud_fields *fields, const char *key);

/* Readers of sections; each adds all its parts to the model. */
void thud_scenario_read_bodies(thud_scenario *scenario, thud_fields *root);
void thud_scenario_read_rods(thud_scenario *scenario, thud_fields *root);
/* After the bodies: their degrees of freedom are bodies too. */
void thud_scenario_read_structures(thud_scenario *scenario, thud_fields *root);
void thud_scenario_read_links(thud_scenario *scenario, thud_fields *root);
void thud_scenario_read_laws(thud_scenario *scenario, thud_fields *root);
void thud_scenario_read_contacts(thud_scenario *scenario, thud_fields *root);
void thud_scenario_read_supports(thud_scenario *scenario, thud_fields *root);
void thud_scenario_read_ground(thud_scenario *scenario, thud_fields *root);
void thud_scenario_read_watches(thud_scenario *scenario, thud_fields *root);
void thud_scenario_read_forces(thud_scenario *scenario, thud_fields *root);
/* After bodies and rods. */
void thud_scenario_read_drawings(thud_scenario *scenario, thud_fields *root);

/* The motion under one of the keys record, sine, noise and generate of a map; false after an error. Free it with
 * thud_signal_free. */
bool thud_scenario_read_motion(thud_fields *fields, const char *what, thud_signal *signal);
/* Refuses keys about a record where there is none. */
void thud_scenario_refuse_without_record(thud_fields *fields);

/* The contact parameters in a map, in the form of the model. */
thud_gap_contact thud_scenario_read_parameters(thud_scenario *scenario, thud_yaml_node *node);

/* Reads a whole file from its tree into a model and checks it; then builds it, or reports the errors. */
void thud_scenario_read_tree(thud_scenario *scenario);
thud_status thud_scenario_settle(thud_scenario *scenario);

/* The part of a path before the last slash; free it. NULL when memory is short. */
char *thud_scenario_folder(const char *path);

/* A path relative to a folder, unless it is absolute; free it. NULL when memory is short. */
char *thud_scenario_resolve(const char *folder, const char *path);

/* A record or a table of forces, as samples; false after an error. `fields` has the key that names the file. */
bool thud_scenario_read_record(thud_fields *fields, thud_motion **motion);
bool thud_scenario_read_table(thud_fields *fields, thud_motion **motion, double *unit);

/* Reports what thud_check_model found, at its place in the file, except for known errors. */
void thud_scenario_report_problem(void *scenario, const thud_problem *problem);

/* Where a path of keys ("damping.rayleigh.modes") leads in the file, while its tree is there; THUD_WHOLE_FILE: nowhere,
 * or the path is NULL. */
size_t thud_scenario_place(const thud_scenario *scenario, const char *path);

#endif
