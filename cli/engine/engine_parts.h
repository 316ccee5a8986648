/*
 * Shared by the files of thud engine.
 */
#ifndef THUD_CLI_ENGINE_ENGINE_PARTS_H
#define THUD_CLI_ENGINE_ENGINE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <thud/engine.h>

#include "cli/options.h"

/* Each prints to stdout and returns an exit status. */
int engine_print_list(bool as_json);
int engine_print_models(const thud_engine *engine, bool as_json);
int engine_print_answer(const thud_engine_options *options, const thud_engine_answer *answer, bool as_json);

/* thud engine audit DRIVERS: runs the simulators that are there. */
int engine_audit(const cli_options *options);

/* ---- Running an external program with its input and output in files. ---- */

/* Exit status of a driver whose simulator is not installed. */
enum { DRIVER_ABSENT = 3 };

/*
 * Runs the program with one argument, which may be NULL, standard input from `input` and standard output to
 * `output`, both rewound. Returns its exit status, or -1 when it could not be run.
 */
int driver_run(const char *program, const char *argument, FILE *input, FILE *output);

/* ---- The drops of an audit: the input of a simulator, thud's predictions, and the simulator's results. ---- */

typedef struct engine_drop {
    thud_engine_options options;
    thud_engine_answer answer;
    double gap;
    double predicted; /* by the emulation, with this gap and step */
    double returned;  /* by the simulator; NAN until known */
} engine_drop;

typedef struct engine_drops {
    const thud_engine *engine;
    char version[64]; /* version of the simulator */
    engine_drop *list;
    size_t count;
} engine_drops;

/* All drops of a simulator: every model that runs, restitutions from 0.1 to 0.95, two speeds, two masses, several
 * gaps. False when memory ran out. */
bool engine_drops_plan(const thud_engine *engine, engine_drops *drops);

/* Writes one line per drop, as the drivers expect, and reads their answers. False if an answer is missing. */
void engine_drops_write(const engine_drops *drops, FILE *stream);
bool engine_drops_read(engine_drops *drops, FILE *stream);

/* Half of the drops, with each speed and each mass, one line for all gaps: simulator, model, usual or not, e,
 * speed, second mass, step, damping, and the result for each gap. It serves tests without simulators. */
void engine_drops_table(const engine_drops *drops, FILE *stream);

/* Asked and returned e of one model, mean over the gaps: rows "usual or not, asked, returned". */
void engine_drops_means(const engine_drops *drops, const thud_engine_model *model, bool usual, FILE *stream);

void engine_drops_free(engine_drops *drops);

/* Summary of a model over all its drops with one kind of numbers. */
typedef struct engine_summary {
    size_t drops;
    double mean;       /* largest |mean over gaps − asked| */
    double worst;      /* largest |returned − asked| of a single drop */
    double prediction; /* largest |returned − predicted| */
} engine_summary;
engine_summary engine_drops_summary(const engine_drops *drops, const thud_engine_model *model, bool usual);

/* ---- The result of an audit, and its presentation. ---- */

enum { ENGINE_LIMIT = 16 };

typedef struct engine_audit_result {
    engine_drops drops[ENGINE_LIMIT]; /* one for each installed simulator */
    size_t count;
} engine_audit_result;

void engine_audit_json(const engine_audit_result *result);
void engine_audit_markdown(const engine_audit_result *result);
bool engine_audit_print(const engine_audit_result *result);

/* Whether every prediction is within 1e-4 of the simulator's result, and every mean over gaps within 1e-3 of e
   asked for. */
bool engine_audit_holds(const engine_audit_result *result);

/* Reads restitution and stiffness from the file of --from, if given. Returns an exit status. */
int engine_read_fit(const cli_options *options, thud_engine_options *asked);

#endif
