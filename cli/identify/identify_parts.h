/*
 * Parts of thud identify by kind of measurement: each reads its options and prints its results.
 */
#ifndef THUD_CLI_IDENTIFY_PARTS_H
#define THUD_CLI_IDENTIFY_PARTS_H

#include <stdio.h>

#include <thud/identify.h>

#include "base/error.h"
#include "cli/options.h"
#include "report/text/json.h"
#include "report/text/table.h"

/* Restitution and contact time from --e and --tc. Each returns an exit status. */
int identify_contact(const cli_options *options);

/* A file, read. */
typedef struct identify_source {
    const char *path;
    thud_measurement *measurement;
} identify_source;

/* Force histories, one or more, as one; together with bounces where those are not NULL. */
int identify_force(const cli_options *options, const identify_source *sources, size_t count,
                   const thud_bounces *bounces);

/* Files, already read. */
int identify_vibration(const cli_options *options, const char *path, const thud_measurement *measurement);
int identify_static(const cli_options *options, const char *path, const thud_measurement *measurement);
int identify_transfer(const cli_options *options, const char *path, const thud_measurement *measurement);
int identify_bounce_file(const cli_options *options, const char *path, const thud_measurement *measurement);

/* --bounces or --heights. */
int identify_bounce_list(const cli_options *options);

/* The bounces of a file, or where the source is NULL of --bounces or --heights, that go with force histories. */
int identify_bounces_read(const cli_options *options, const identify_source *source, thud_bounces **bounces);

/* One line for what is wrong with the measurements in a file, where they begin; without a file with the option. */
int identify_data_error(const char *path, size_t line, const char *option, const thud_error *message,
                        thud_status status);

/* The law of --model, or `preset`; NULL after an error. */
const thud_law *identify_law(const cli_options *options, const char *preset);

/* Checks --plot. False, after an error, if no picture can have this name, or it would overwrite FILE. *path is
 * NULL if it was not given. */
bool identify_plot(const cli_options *options, const char **path);

/* "key": value and "key_error": its standard error. */
void identify_json_estimate(thud_json *json, const char *key, thud_estimate estimate);

/* "assumed_units": the units assumed for columns without one, or null. */
void identify_json_assumed(thud_json *json, const thud_measurement *measurement);

/* Two cells: a name and "1.2345 ± 0.0012 unit", by thud_format_estimate(). */
void identify_row(thud_table *table, const char *name, thud_estimate estimate, const char *unit);

/* For measurements of a structure: options that do not apply; errors at their place. */
extern const char *const identify_not_of_structures[];
int identify_refusal(const char *path, const thud_measurement *measurement, thud_status status,
                     const thud_error *error);

/* K = m ω² and C = 2 ζ m ω, and the links: entry with them; leaves out a NAN damping. */
void identify_link(const thud_mode *mode, double mass, thud_estimate *stiffness, thud_estimate *damping);
int identify_print_link(double stiffness, double damping);

/* A mode as a member, and as a row of four cells; one without points was not found. */
void identify_json_mode(thud_json *json, const char *key, const thud_mode *mode);
void identify_mode_row(thud_table *table, const char *name, const char *points, const thud_mode *mode);

/* Contents of a contacts: entry. NAN values are left out. */
typedef struct identify_yaml {
    const char *model;
    double stiffness, exponent, damping, restitution;
    const char *separation; /* or NULL */
    const char *by_speed;   /* the map that replaces restitution if it depends on the speed, or NULL */
} identify_yaml;
void identify_print_yaml(const identify_yaml *contact);

/* One file of a force history, and what was found in it. */
typedef struct force_file {
    const char *path;
    const thud_measurement *measurement;
    bool from_acceleration;
    double *force; /* [measurement->count], N, of an acceleration; otherwise NULL */
    double speed;  /* m/s, given; 0: fitted */
    thud_force_record *record;
    thud_force_fit *fits; /* [record->impact_count] */
    size_t largest;       /* impact */
} force_file;

/* What was found with force histories; in identify_force_report.c. */
typedef struct force_case {
    force_file *files;
    size_t count;
    thud_force_fit *fits; /* [fit_count], of all files */
    size_t fit_count;
    force_file *at;              /* the file with the largest impact */
    thud_force_fit pooled;       /* from all impacts and the bounces */
    double mismatch;             /* for the impacts alone */
    const thud_bounces *bounces; /* or NULL */
    double bounce_mismatch;
    const thud_ranking *ranking;     /* NULL when a model was named */
    thud_estimate penetration_ratio; /* for the largest impact; NAN without a penetration */
} force_case;
void identify_force_json(const force_case *found);
int identify_force_human(const force_case *found);

#endif
