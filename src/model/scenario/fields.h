/*
 * A scenario while it is read, and the values of one of its maps.
 *
 * Nothing stops at an error: it is noted, the key is marked as faulty, and the value becomes NAN (or nothing), so
 * that the check of the model afterwards can leave out what was said already.
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
    const char *folder; /* where records are looked for; "" for the current one */
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
    bool is_sound;                /* the model has been checked, and nothing was found */
    struct thud_motions *motions; /* those that were read or made before; may be NULL */
    char **expanded;              /* the file without shorthand, to be freed, goes there; may be NULL */
    thud_arena arena;             /* of what shorthand stands for */
    uint64_t *contents;           /* fingerprint of the files that were read, taken further; may be NULL */
} thud_scenario;

/* A map, its keys looked up in a section. */
struct thud_fields {
    thud_scenario *scenario;
    thud_yaml_node *node;
    thud_section section;
    thud_yaml_node *found[THUD_KEYS_MOST]; /* by the number of the key; NULL: not there */
    uint32_t meant;                        /* bits of keys that were probably meant, and misspelt */
};

/*
 * Looks at the keys of a map: unknown ones, those that stand twice, and required ones that are missing are errors.
 * False when it is no map at all; then nothing is found, and every key counts as faulty.
 */
bool thud_fields_read(thud_scenario *scenario, thud_yaml_node *node, thud_section section, thud_fields *fields);

/* The node of a key; NULL when it is not there. */
thud_yaml_node *thud_fields_node(const thud_fields *fields, const char *key);
bool thud_fields_given(const thud_fields *fields, const char *key);

/* An error about the value of a key, or about the map where the key is not there; the key counts as faulty. */
void thud_fields_error(thud_fields *fields, const char *key, const char *format, ...) THUD_PRINTF(3, 4);
/* Marks a key as faulty without a message: its fault follows from one that was reported. */
void thud_fields_mark_faulty(thud_fields *fields, const char *key);
bool thud_fields_is_faulty(const thud_fields *fields, const char *key);

/* Where a node is: its value, or its key when it is one of a map of names. */
size_t thud_node_place(const thud_yaml_node *node);

/* Values. Without the key: the default of the table, NAN (NULL, SIZE_MAX) when it has none; the same after an
 * error. */
double thud_fields_number(thud_fields *fields, const char *key);
double thud_fields_number_of(thud_fields *fields, const char *key, thud_dimension dimension);
const char *thud_fields_text(thud_fields *fields, const char *key);
size_t thud_fields_choice(thud_fields *fields, const char *key); /* its number among the choices */
bool thud_fields_boolean(thud_fields *fields, const char *key);
uint64_t thud_fields_integer(thud_fields *fields, const char *key); /* 0 after an error */
void thud_fields_point(thud_fields *fields, const char *key, double point[2]);
/* Pairs of a speed, m/s, and a number, as in [[0.1, 0.8], [1, 0.6]]; their number, 0 after an error. */
size_t thud_fields_speeds(thud_fields *fields, const char *key, size_t most, double *speeds, double *numbers);
thud_body_id thud_fields_body(thud_fields *fields, const char *key); /* THUD_NOTHING after an error */
/* Likewise; or of a map of bodies and factors, {a3: 0.4, a4: 0.6}, the point that moves with them. */
thud_body_id thud_fields_place(thud_fields *fields, const char *key);
thud_rod_id thud_fields_rod(thud_fields *fields, const char *key);

/* The one that is there of the section's keys that stand for each other; NULL after an error (none, or more than
 * one). */
const char *thud_fields_one_of(thud_fields *fields);

/* The map under a key. False when it is not there or no map. */
bool thud_fields_inner(thud_fields *fields, const char *key, thud_fields *inner);

/* A section that is a list, or a map of names (then each node has a key). NULL when there is nothing in it. */
thud_yaml_node *thud_fields_parts(thud_fields *fields, const char *key);

/* The sections of a file; each reads all of its parts into the model. */
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

/* The motion under one of the keys record, sine, noise and generate of a map; false after an error. To be freed
 * with thud_signal_free. */
bool thud_scenario_read_motion(thud_fields *fields, const char *what, thud_signal *signal);
/* Keys that say something about a record, where there is none. */
void thud_scenario_refuse_without_record(thud_fields *fields);

/* The parameters of the contact that a map describes, as one of the model has them. */
thud_gap_contact thud_scenario_read_parameters(thud_scenario *scenario, thud_yaml_node *node);

/* All of a file, from its tree into a model, and the check; then the build, or what is wrong. */
void thud_scenario_read_tree(thud_scenario *scenario);
thud_status thud_scenario_settle(thud_scenario *scenario);

/* What stands before the last slash of a path; to be freed, NULL without memory. */
char *thud_scenario_folder(const char *path);

/* A path as a file in a folder, unless it begins at the root; to be freed, NULL without memory. */
char *thud_scenario_resolve(const char *folder, const char *path);

/* A record or a table of forces, as samples; false after an error. `fields` has the key that names the file. */
bool thud_scenario_read_record(thud_fields *fields, thud_motion **motion);
bool thud_scenario_read_table(thud_fields *fields, thud_motion **motion, double *unit);

/* Says what thud_check_model found, at its places, but for what was said already. */
void thud_scenario_report_problem(void *scenario, const thud_problem *problem);

/* Where a path of keys ("damping.rayleigh.modes") leads in the file, while its tree is there; THUD_WHOLE_FILE: nowhere,
 * or the path is NULL. */
size_t thud_scenario_place(const thud_scenario *scenario, const char *path);

#endif
