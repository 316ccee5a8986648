/*
 * modelDescription.xml, for either version of the standard.
 */
#ifndef THUD_FMU_DESCRIPTION_H
#define THUD_FMU_DESCRIPTION_H

#include "fmu/variables.h"

typedef struct fmu_description {
    const char *name;       /* the name of the model that is shown */
    const char *identifier; /* the name of the library file, a C identifier */
    const char *token;
    double stop, step; /* s, of the default experiment; 0: none */
    const fmu_variables *variables;
    bool exchange; /* model exchange; otherwise co-simulation */
} fmu_description;

void fmu_describe_2(const fmu_description *description, fmu_text *text);
void fmu_describe_3(const fmu_description *description, fmu_text *text);

/* ---- what both have ---- */

/* ` name="…"`, with what XML cannot have as it stands written in its way. */
void fmu_describe_attribute(fmu_text *text, const char *name, const char *value);

/* ` start="…"`, a number that reads back the same. */
void fmu_describe_number(fmu_text *text, const char *name, double value);

/* The head of the file, up to what is particular about the kind of FMU. */
void fmu_describe_head(const fmu_description *description, const char *version, const char *token_name,
                       fmu_text *text);
/* Units, categories of messages, default experiment. */
void fmu_describe_frame(const fmu_description *description, fmu_text *text);

/* The attributes of a variable that both have: what it is, and its unit and start value. */
void fmu_describe_identity(const fmu_variable *variable, size_t reference, fmu_text *text);
void fmu_describe_value(const fmu_variable *variable, fmu_text *text);

/* To which lists of the model's structure a variable belongs. */
bool fmu_describe_is_output(const fmu_variable *variable);
bool fmu_describe_is_derivative(const fmu_variable *variable);
bool fmu_describe_is_initial(const fmu_variable *variable);

#endif
