/*
 * One program of somebody else, with its input and output in files.
 */
#ifndef THUD_CLI_ENGINE_DRIVER_H
#define THUD_CLI_ENGINE_DRIVER_H

#include <stdio.h>

/* What a driver ends with when its simulator is not installed. */
enum { DRIVER_ABSENT = 3 };

/*
 * Runs the program with one argument, which may be NULL, standard input from `input` and standard output to
 * `output`, both rewound. Returns its exit status, or -1 when it could not be run.
 */
int driver_run(const char *program, const char *argument, FILE *input, FILE *output);

#endif
