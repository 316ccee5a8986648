/*
 * Input lines from a template.
 */
#ifndef THUD_ENGINE_LINES_H
#define THUD_ENGINE_LINES_H

#include <thud/engine.h>

/* Writes the recipe's template into answer->lines with {NAME} replaced: the answer's values, and limit. */
void thud_engine_write_lines(const thud_engine_options *options, thud_engine_answer *answer);

#endif
