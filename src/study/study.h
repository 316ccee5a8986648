/*
 * The inside of a study: axes, how they are crossed, the columns of its results. Filled while it is read, const
 * afterwards. No list of cases exists anywhere: what a case has follows from its number.
 */
#ifndef THUD_STUDY_STUDY_H
#define THUD_STUDY_STUDY_H

#include <thud/study.h>

#include "model/expression.h"
#include "model/scenario/draft.h"
#include "model/yaml/arena.h"
#include "ground/bytes.h"
#include "study/sampler.h"

typedef enum thud_axis_kind {
    THUD_AXIS_VALUES, /* one by one; files too */
    THUD_AXIS_RANGE,
    THUD_AXIS_SAMPLES,
    THUD_AXIS_DERIVED,
} thud_axis_kind;

/* One of the values that stand one by one. */
typedef struct thud_axis_item {
    double number;       /* in SI units; NAN for text */
    const char *text;    /* as written */
    const char *setting; /* what is put into the scenario: as written, or the way to the file */
    const char *label;   /* NULL: none */
    uint64_t content;    /* fingerprint of the file; 0: no file */
    size_t offset;       /* in the study */
} thud_axis_item;

typedef struct thud_axis {
    const char *name;
    const char *path; /* NULL: none */
    size_t offset;    /* of the name in the study, bytes */
    size_t path_offset;
    thud_axis_kind kind;
    const thud_key *key; /* of the scenario, that the path leads to; NULL without a path */
    thud_dimension dimension;
    bool is_text, is_integer, is_file;
    const double *scaled; /* [as many as places] in SI units, what the values multiply; NULL: they replace it */
    size_t count;
    size_t group; /* which it goes with; nothing for derived axes */
    thud_axis_item *items;
    double from, to; /* of a range */
    bool logarithmic;
    thud_sampler sampler;
    const char *formula; /* of a derived axis */
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
    size_t coordinate, contact, link, watch; /* that it belongs to; SIZE_MAX: to none */
    const char *about;                       /* what it is less than its name says; NULL: nothing */
} thud_result_column;

/* What a mode has columns of: period, participating mass, and its share of the structure. */
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
    const char *path; /* of the file, absolute */
    thud_bytes study_bytes, scenario_bytes;
    const char *folder; /* of the study */
    const char *scenario_path, *scenario_folder;
    thud_motions *motions; /* that were read or made for the scenario and its values */
    thud_axis *axes;       /* [axis_count], derived ones last */
    size_t axis_count, base_count;
    thud_axis_group *groups;
    size_t group_count;
    size_t case_count;
    thud_result_column *columns; /* [column_count], without those of collect */
    size_t column_count;
    size_t mode_count;            /* of every structure that are columns; 0: none */
    size_t mode_first, mode_past; /* their columns */
    size_t spread_first;          /* the first column that tells of the spread; 0: there are none */
    size_t *kept;                 /* [kept_count] columns that are results, rising; NULL: all */
    size_t kept_count;
    thud_design_kind design; /* by which the share of each axis is found */
    thud_collect *collects;
    size_t collect_count;
    size_t *histories; /* sorted */
    size_t history_count;
    uint64_t contents;      /* fingerprint of scenario, its files and the columns */
    uint64_t frame, values; /* of axes without their values; of the values */
};

/* A study while it is read. `scenario` stands for the study's own file, so that its keys are read like others. */
typedef struct thud_study_reading {
    thud_study *study;
    thud_scenario file;
    thud_draft *draft;
    thud_model *model; /* of the scenario as it is */
} thud_study_reading;

/* ---- reading, part by part ---- */

void thud_study_read_axes(thud_study_reading *reading, thud_fields *root);
void thud_study_read_groups(thud_study_reading *reading, thud_fields *root);
void thud_study_read_columns(thud_study_reading *reading, thud_fields *root);
void thud_study_read_keep(thud_study_reading *reading, thud_fields *root);

/* `modes:`, and how many columns it makes; these columns, behind the others; their values, before
 * thud_study_take_results. */
size_t thud_study_count_modes(thud_study_reading *reading, thud_fields *root);
void thud_study_name_modes(thud_study_reading *reading);
void thud_study_take_modes(const thud_study *study, const thud_model *model, double *values);
void thud_study_read_thresholds(thud_study_reading *reading, thud_fields *root);
void thud_study_read_histories(thud_study_reading *reading, thud_fields *root);

/* What a name that no result has may have meant: the nearest, or those that begin alike. */
void thud_study_result_hint(const thud_study *study, const char *name, char *text, size_t size);

/* Whether a name fits a pattern, where * stands for anything. */
bool thud_study_name_fits(const char *pattern, const char *name);

/* The impulsive law, and the contact, for which a column has no finite value in some case; NULL: it always has one.
 */
const char *thud_study_impulsive(thud_study_reading *reading, const thud_result_column *column, size_t *contact);

/* Every value once, in the scenario. */
void thud_study_check_values(thud_study_reading *reading);

void thud_study_fingerprint(thud_study *study);

/* Out of memory while reading. */
void *thud_study_take(thud_study_reading *reading, size_t count, size_t size);
const char *thud_study_keep(thud_study_reading *reading, const char *text);

/* The values of an axis that stand in the file. */
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

/* Which value of its own axis a case has. */
size_t thud_study_position(const thud_study *study, size_t case_index, const thud_axis *axis);

/* A number as it is written into a scenario and into results. */
enum { THUD_STUDY_DIGITS = 40 };
void thud_study_write_number(const thud_axis *axis, double number, char text[THUD_STUDY_DIGITS]);

/* ---- results ---- */

/* Why no case of a study is for a device, in words; NULL: some may be. */
const char *thud_study_needs_core(const thud_study *study);

/* The spread of a case, into its columns; nothing where there are none. Before thud_study_take_results. */
thud_status thud_study_take_spread(const thud_study *study, const thud_model *model, double *values);

/* Builds the model of a case and does not run it: thud_worker_model has it, if the result has no error. */
thud_status thud_worker_prepare(thud_worker *worker, size_t case_index, thud_case_result *result);

/* What a result is: a column, or a threshold; NULL for the other. */
const thud_result_column *thud_study_result_column(const thud_study *study, size_t index);
const thud_collect *thud_study_result_collect(const thud_study *study, size_t index);

/* Numbers that the two functions write: those of all columns, kept or not, and of thresholds. */
size_t thud_study_value_count(const thud_study *study);

/* The columns of a summary that are kept, then those of collect; `model` is NULL when none of its contacts is
 * impulsive. */
void thud_study_take_results(const thud_study *study, const thud_model *model, const thud_summary *summary,
                             double *values);

#endif
