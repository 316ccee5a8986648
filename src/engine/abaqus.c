/*
 * Penalty contact with damping as a fraction of the critical: Abaqus/Explicit, LS-DYNA, ANSYS. Their sources are
 * closed. The force is the one generally described and was not checked against a manual.
 */
#include <math.h>

#include "engine/recipe.h"

static void fill(const thud_engine_options *o, const thud_engine_answer *a, double entered, double *values) {
    (void)o, (void)entered;
    values[0] = a->stiffness;
    values[1] = 0.5 * a->damping / sqrt(a->stiffness * a->mass);
    values[2] = 100 * values[1];
}

static const thud_engine_recipe FRACTION = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, EULER, SWITCH),
    .usual = thud_engine_textbook,
    .fill = fill,
    .symbols = {{"k", "N/m"}, {"fraction", ""}, {"percent", ""}},
    .lines = "** Abaqus: linear pressure-overclosure of {k} N/m over the area of contact\n"
             "*CONTACT DAMPING, DEFINITION=CRITICAL DAMPING FRACTION\n"
             "{fraction}\n"
             "$ LS-DYNA: VDC of *CONTACT_..., in percent of critical: {percent}\n",
};

static const thud_engine_model MODELS[] = {
    {"fraction", "F = k δ + 2ξ√(k m) δ̇", "as generally described; neither source nor manual was available",
     "ξ = −ln e/√(π² + ln² e)", "every speed and mass; --limited where the code keeps the contact from pulling",
     false, &FRACTION},
};

const thud_engine thud_engine_abaqus = {
    .name = "abaqus",
    .title = "Contact damping as a fraction of critical (Abaqus/Explicit, LS-DYNA, ANSYS)",
    .version = "as generally described",
    .integrator = "central differences; the damper sees the velocity of half a step before",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
