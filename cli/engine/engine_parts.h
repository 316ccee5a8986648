/*
 * thud engine: what its files share.
 */
#ifndef THUD_CLI_ENGINE_PARTS_H
#define THUD_CLI_ENGINE_PARTS_H

#include <thud/engine.h>

#include "cli/options.h"

/* Each prints to stdout and returns an exit status. */
int engine_print_list(bool as_json);
int engine_print_models(const thud_engine *engine, bool as_json);
int engine_print_answer(const thud_engine_options *options, const thud_engine_answer *answer, bool as_json);

/* thud engine audit DRIVERS: runs the simulators that are there. */
int engine_audit(const cli_options *options);

#endif
