/*
 * What an FMU was made of beside its scenario: which of its names are inputs, outputs and parameters, and the token
 * that its description has. It lies in the FMU as a text of lines, a word and what belongs to it.
 */
#ifndef THUD_FMU_REQUEST_H
#define THUD_FMU_REQUEST_H

#include <thud/status.h>

#include "fmu/words.h"

/* The files of an FMU, in its folder resources. */
#define FMU_SCENARIO_FILE "scenario.yaml"
#define FMU_REQUEST_FILE "thud-fmu.txt"

enum { FMU_TOKEN_SIZE = 40 };

/* Starts as {0}. */
typedef struct fmu_request {
    char token[FMU_TOKEN_SIZE]; /* {xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx} */
    fmu_words inputs;           /* patterns of names: "forces.deck", "forces.*", "ground" */
    fmu_words outputs;          /* patterns of names; none: all that moves */
    fmu_words parameters;       /* paths of the scenario: "contacts.*.gap" */
    bool exchange;              /* model exchange; otherwise co-simulation */
} fmu_request;

void fmu_request_free(fmu_request *request);

/* Without the token: what the token is made of. */
void fmu_request_write_lists(const fmu_request *request, fmu_text *text);
void fmu_request_write(const fmu_request *request, fmu_text *text);

/* THUD_ERROR_SYNTAX where the text is none that this version has written. */
thud_status fmu_request_read(const char *text, size_t size, fmu_request *request, thud_error *error);

#endif
