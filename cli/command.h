/*
 * A command of thud: one cmd_<name>.c with one descriptor. A command made of parts (thud motion info …) has one
 * descriptor for each part too, in <name>_<part>.c.
 */
#ifndef THUD_CLI_COMMAND_H
#define THUD_CLI_COMMAND_H

#include "cli/options.h"

typedef struct cli_command {
    const char *name;                          /* for a part including its command: "motion info" */
    const char *synopsis;                      /* the arguments after the name on the command line */
    const char *summary;                       /* one line, without a full stop */
    const char *details;                       /* paragraphs between options and examples, or NULL */
    void (*describe)(char *text, size_t size); /* instead of details, if they are generated from a table */
    const char *examples;                      /* lines that work when pasted */
    const cli_option *options;
    size_t option_count;
    int (*run)(const cli_options *options); /* returns the exit status */
    const struct cli_command *const *parts; /* instead of options and run, or NULL */
    size_t part_count;
    bool stops_on_request; /* a signal asks it to stop and keep its results, from the beginning of main on */
} cli_command;

/* The table of a command's options, and how many it has. */
#define COMMAND_OPTIONS(table) .options = (table), .option_count = sizeof(table) / sizeof(table)[0]

extern const cli_command command_calibrate;
extern const cli_command command_compare;
extern const cli_command command_devices;
extern const cli_command command_engine;
extern const cli_command command_export;
extern const cli_command command_fmu;
extern const cli_command command_gap;
extern const cli_command command_identify;
extern const cli_command command_impact;
extern const cli_command command_lab;
extern const cli_command command_laws;
extern const cli_command command_motion;
extern const cli_command command_report;
extern const cli_command command_run_scenario;
extern const cli_command command_scenario;
extern const cli_command command_status;
extern const cli_command command_stiffness;
extern const cli_command command_sweep;

enum { COMMAND_DETAILS = 2000 };

/* The details, generated into `text` if they are not fixed. */
const char *command_details(const cli_command *command, char text[COMMAND_DETAILS]);

/* Reads the command's arguments and runs it, or shows its help. Returns the exit status. */
int command_run(const cli_command *command, int count, char **words);

#endif
