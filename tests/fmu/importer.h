/*
 * An importer of FMUs for tests: it makes one of a scenario, unpacks it, reads its description, and loads its
 * library. The functions are found by the names of the standard; nothing else of an FMU is known.
 */
#ifndef THUD_TESTS_FMU_IMPORTER_H
#define THUD_TESTS_FMU_IMPORTER_H

#include "fmu/fmi2.h"
#include "fmu/fmi3.h"
#include "fmu/xml.h"

#define POINTER(result, name, arguments) result(*name) arguments;

typedef struct fmu {
    char folder[1200], resources[1220], uri[1240]; /* where it is unpacked; absolute */
    char *text;                                    /* of modelDescription.xml */
    xml *description;
    const char *token;
    void *library;
    FMI2_FUNCTIONS(POINTER)
    FMI3_FUNCTIONS(POINTER)
} fmu;

/* What goes into one. Lists have commas between words; NULL: none. */
typedef struct fmu_recipe {
    const char *name; /* of the file and its folder, in the current folder */
    const char *scenario;
    int version;
    const char *inputs, *outputs, *parameters;
    bool exchange; /* for model exchange */
} fmu_recipe;

/* Exported, unpacked and loaded: fails the test where anything of that fails. */
fmu *fmu_load(const fmu_recipe *recipe);
void fmu_unload(fmu *f);

/* The element of a variable, and its value reference. */
const xml *fmu_variable_of(const fmu *f, const char *name);
uint32_t fmu_reference(const fmu *f, const char *name);

/* What instances said last, and how often they have said something that is an error. */
extern char fmu_said[2000];
extern int fmu_errors, fmu_lines;
void fmu_log_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message);
extern const fmi2CallbackFunctions fmu_callbacks;

/* An instance for co-simulation in initialization mode, or in step mode. */
fmi3Instance fmu_make_3(fmu *f, bool event_mode, bool early_return);
fmi3Instance fmu_begin_3(fmu *f);
fmi2Component fmu_make_2(fmu *f);
fmi2Component fmu_begin_2(fmu *f);

double fmu_get_3(fmu *f, fmi3Instance instance, const char *name);
void fmu_set_3(fmu *f, fmi3Instance instance, const char *name, double value);
int fmu_count_3(fmu *f, fmi3Instance instance, const char *name);
double fmu_get_2(fmu *f, fmi2Component component, const char *name);
void fmu_set_2(fmu *f, fmi2Component component, const char *name, double value);

/* A step that goes to its end. */
void fmu_step_3(fmu *f, fmi3Instance instance, double time, double step);
void fmu_step_2(fmu *f, fmi2Component component, double time, double step);

#endif
