/*
 * Internals of a study: axes, their crossing, the columns of results. Filled while it is read, const afterwards.
 * There is no list of cases: the values of a case follow from its number.
 */
#ifndef THUD_STUDY_STUDY_H
#define THUD_STUDY_STUDY_H

#include <thud/study.h>

#include "ground/bytes.h"
#include "model/expression.h"
#include "model/scenario/draft.h"
#include "model/yaml/arena.h"
#include "study/sampler.h"

typedef enum thud_axis_kind {
    THUD_AXIS_VALUES, /* a list; files too */
    THUD_AXIS_RANGE,
    THUD_AXIS_SAMPLES,
    THUD_AXIS_DERIVED,
} thud_axis_kind;

/* One value of a list. */
typedef struct thud_axis_item {
    double number;       /* in SI units; NAN for text */
    const char *text;    /* as written */
    const char *setting; /* text put into the scenario: as written, or the path of the file */
    const char *label;   /* NULL: none */
    uint64_t content;    /* fingerprint of the file; 0: no file */
    size_t offset;       /* place in the study file */
} thud_axis_item;

typedef struct thud_axis {
    const char *name;
    const char *path; /* NULL: none */
    size_t offset;    /* place of the name in the study file, bytes */
    size_t path_offset;
    thud_axis_kind kind;
    const thud_key *key; /* the scenario key that the path leads to; NULL without a path */
    thud_dimension dimension;
    bool is_text, is_integer, is_file;
    const double
        *scaled; /* [places] in SI units, the numbers that the values multiply; NULL: values replace them */
    size_t count;
    size_t group; /* its group; unused for derived axes */
    thud_axis_item *items;
    double from, to; /* for a range */
    bool logarithmic;
    thud_sampler sampler;
    const char *formula; /* for a derived axis */
    size_t formula_offset;
    thud_expression *expression;
} thud_axis;

/* Axes that go together; groups are crossed with each other. */
typedef struct thud_axis_group {
    size_t count;
    size_t stride;     /* cases between two values */
    size_t run_stride; /* the same in the order of running */
    bool structural;   /* more than parameters of contacts vary */
} thud_axis_group;

typedef struct thud_result_column {
    const char *name;
    const char *unit;
    thud_dimension dimension;
    const char *quantity;                    /* the last word of the name */
    size_t coordinate, contact, link, watch; /* the part that it belongs to; SIZE_MAX: none */
    const char *about;                       /* note on what the column leaves out; NULL: none */
} thud_result_column;

/* Columns of a mode: period, participating mass, and its share of the structure. */
enum { THUD_STUDY_OF_MODE = 3 };

/* A threshold on columns. */
typedef struct thud_collect {
    const char *name;
    const char *quantity; /* as written */
    size_t *columns;      /* [column_count]: one of them is enough */
    size_t column_count;
    double limit;
    bool above;
} thud_collect;

struct thud_study {
    thud_arena arena;
    const char *title;
    const char *path; /* path of the file, absolute */
    thud_bytes study_bytes, scenario_bytes;
    const char *folder; /* folder of the study */
    const char *scenario_path, *scenario_folder;
    thud_motions *motions; /* that were read or made for the scenario and its values */
    thud_axis *axes;       /* [axis_count], derived ones last */
    size_t axis_count, base_count;
    thud_axis_group *groups;
    size_t group_count;
    size_t case_count;
    thud_result_column *columns; /* [column_count], without those of collect */
    size_t column_count;
    size_t mode_count;            /* number of modes of every structure in the columns; 0: none */
    size_t mode_first, mode_past; /* their columns */
    size_t spread_first;          /* the first column of the spread; 0: none */
    size_t *kept;                 /* [kept_count] columns that are results, rising; NULL: all */
    size_t kept_count;
    thud_design_kind design; /* by which the share of each axis is found */
    thud_collect *collects;
    size_t collect_count;
    size_t *histories; /* sorted */
    size_t history_count;
    uint64_t contents;      /* fingerprint of scenario, its files and the columns */
    uint64_t frame, values; /* hashes: of the axes without their values; of the values */
};

/* A study during reading. `scenario` represents the study's own file, so that its keys are read like others. */
typedef struct thud_study_reading {
    thud_study *study;
    thud_scenario file;
    thud_draft *draft;
    thud_model *model; /* model of the original scenario */
} thud_study_reading;

/* ---- reading, part by part ---- */

void thud_study_read_axes(thud_study_reading *reading, thud_fields *root);
void thud_study_read_groups(thud_study_reading *reading, thud_fields *root);
void thud_study_read_columns(thud_study_reading *reading, thud_fields *root);
void thud_study_read_keep(thud_study_reading *reading, thud_fields *root);

/* `modes:` and the number of its columns; these columns, after the others; their values, before
 * thud_study_take_results. */
size_t thud_study_count_modes(thud_study_reading *reading, thud_fields *root);
void thud_study_name_modes(thud_study_reading *reading);
void thud_study_take_modes(const thud_study *study, const thud_model *model, double *values);
void thud_study_read_thresholds(thud_study_reading *reading, thud_fields *root);
void thud_study_read_histories(thud_study_reading *reading, thud_fields *root);

/* A hint for an unknown result: the nearest names, or those with the same beginning. */
void thud_study_result_hint(const thud_study *study, const char *name, char *text, size_t size);

/* Whether a name matches a pattern, where * stands for anything. */
bool thud_study_name_fits(const char *pattern, const char *name);

/* The impulsive law and the contact for which a column has no finite value in some case; NULL if it always has
   one. */
const char *thud_study_impulsive(thud_study_reading *reading, const thud_result_column *column, size_t *contact);

/* Every value once, in the scenario. */
void thud_study_check_values(thud_study_reading *reading);

void thud_study_fingerprint(thud_study *study);

/* Out of memory while reading. */
void *thud_study_take(thud_study_reading *reading, size_t count, size_t size);
const char *thud_study_keep(thud_study_reading *reading, const char *text);

/* Reads the values of an axis from the file. */
bool thud_study_read_items(thud_study_reading *reading, thud_axis *axis, thud_fields *fields);
bool thud_study_read_files(thud_study_reading *reading, thud_axis *axis, thud_fields *fields);
bool thud_study_read_samples(thud_study_reading *reading, thud_axis *axis, thud_fields *fields);
bool thud_study_read_range(thud_study_reading *reading, thud_axis *axis, thud_fields *fields);

/* What the sources of values share: one value or a list of them under a key, `count`, and a refusal of two ends of
 * which only one has a unit. False or NULL after an error. */
bool thud_study_read_item(thud_study_reading *reading, thud_axis *axis, const thud_yaml_node *node,
                          thud_axis_item *item);
thud_yaml_node *thud_study_read_list(thud_fields *fields, const char *key);
bool thud_study_read_count(thud_fields *fields, thud_axis *axis, size_t least);
bool thud_study_mixes_units(const thud_axis *axis, thud_fields *fields, const char *low, const char *high);

/* A quantity of the axis under a key; false after an error. */
bool thud_study_read_quantity(thud_axis *axis, thud_fields *fields, const char *key, double *value);

/* ---- cases ---- */

/* The values of all axes in a case; NAN for text. */
void thud_study_numbers(const thud_study *study, size_t case_index, double *numbers);

/* The index of a case's value on an axis. */
size_t thud_study_position(const thud_study *study, size_t case_index, const thud_axis *axis);

/* Size of a number as text, in scenarios and results. */
enum { THUD_STUDY_DIGITS = 40 };
void thud_study_write_number(const thud_axis *axis, double number, char text[THUD_STUDY_DIGITS]);

/* ---- results ---- */

/* Why no case of a study can run on a device; NULL if some can. */
const char *thud_study_needs_core(const thud_study *study);

/* Writes the spread of a case into its columns, if there are any. Call it before thud_study_take_results. */
thud_status thud_study_take_spread(const thud_study *study, const thud_model *model, double *values);

/* Builds the model of a case without running it; thud_worker_model returns it, unless the result has an error. */
thud_status thud_worker_prepare(thud_worker *worker, size_t case_index, thud_case_result *result);

/* A result as a column or as a threshold; NULL for the other. */
const thud_result_column *thud_study_result_column(const thud_study *study, size_t index);
const thud_collect *thud_study_result_collect(const thud_study *study, size_t index);

/* Number of values that the two functions write: all columns, stored or not, and thresholds. */
size_t thud_study_value_count(const thud_study *study);

/* The stored columns of a summary, then those of collect; `model` is NULL if no contact is impulsive. */
void thud_study_take_results(const thud_study *study, const thud_model *model, const thud_summary *summary,
                             double *values);

#endif
