/*
 * The drops of an audit: what is asked of a simulator, what thud predicts, what came back.
 */
#ifndef THUD_CLI_ENGINE_DROPS_H
#define THUD_CLI_ENGINE_DROPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <thud/engine.h>

typedef struct engine_drop {
    thud_engine_options options;
    thud_engine_answer answer;
    double gap;
    double predicted; /* by the emulation, with this gap and step */
    double returned;  /* by the simulator; NAN until it has */
} engine_drop;

typedef struct engine_drops {
    const thud_engine *engine;
    char version[64]; /* of the simulator that ran */
    engine_drop *list;
    size_t count;
} engine_drops;

/* All drops of a simulator: every model that runs, restitutions from 0.1 to 0.95, two speeds, two masses, several
 * gaps. False when memory ran out. */
bool engine_drops_plan(const thud_engine *engine, engine_drops *drops);

/* One line a drop, as the drivers read them, and their answers. False where an answer is missing. */
void engine_drops_write(const engine_drops *drops, FILE *stream);
bool engine_drops_read(engine_drops *drops, FILE *stream);

/* Half of the drops, each speed and each mass among them, a line for all gaps: simulator, model, usual or not, e,
 * speed, second mass, step, damping, and what came back from each gap. For the tests, which have no simulators. */
void engine_drops_table(const engine_drops *drops, FILE *stream);

/* Asked and returned, mean over the gaps, of one model: rows "usual or not, asked, returned". */
void engine_drops_means(const engine_drops *drops, const thud_engine_model *model, bool usual, FILE *stream);

void engine_drops_free(engine_drops *drops);

/* What a model did, over all its drops with one kind of numbers. */
typedef struct engine_summary {
    size_t drops;
    double mean;       /* largest |mean over gaps − asked| */
    double worst;      /* largest |returned − asked| of a single drop */
    double prediction; /* largest |returned − predicted| */
} engine_summary;
engine_summary engine_drops_summary(const engine_drops *drops, const thud_engine_model *model, bool usual);

#endif
