/*
 * The list of simulators.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "engine/recipe.h"

static const thud_engine *const ENGINES[] = {
    &thud_engine_opensees, &thud_engine_lammps, &thud_engine_liggghts, &thud_engine_yade,   &thud_engine_mujoco,
    &thud_engine_bullet,   &thud_engine_chrono, &thud_engine_siconos,  &thud_engine_mbdyn,  &thud_engine_modelica,
    &thud_engine_drake,    &thud_engine_abaqus, &thud_engine_sap2000,  &thud_engine_adams,  &thud_engine_simscape,
    &thud_engine_exudyn,   &thud_engine_box2d,  &thud_engine_physx,    &thud_engine_rapier, &thud_engine_edem,
    &thud_engine_rocky,
};

enum { ENGINE_COUNT = sizeof ENGINES / sizeof ENGINES[0], MODEL_LIMIT = 16 };

size_t thud_engine_count(void) { return ENGINE_COUNT; }

const thud_engine *thud_engine_at(size_t index) { return index < ENGINE_COUNT ? ENGINES[index] : NULL; }

const thud_engine *thud_engine_find(const char *name) {
    for (size_t i = 0; name && i < ENGINE_COUNT; i++)
        if (strcmp(ENGINES[i]->name, name) == 0) return ENGINES[i];
    return NULL;
}

const char *thud_engine_nearest(const char *name) {
    const char *names[ENGINE_COUNT];
    for (size_t i = 0; i < ENGINE_COUNT; i++) names[i] = ENGINES[i]->name;
    size_t near = name ? thud_text_nearest(name, names, ENGINE_COUNT) : ENGINE_COUNT;
    return near < ENGINE_COUNT ? names[near] : NULL;
}

const thud_engine_model *thud_engine_model_find(const thud_engine *engine, const char *name) {
    for (size_t i = 0; name && i < engine->model_count; i++)
        if (strcmp(engine->models[i].name, name) == 0) return &engine->models[i];
    return NULL;
}

const char *thud_engine_model_nearest(const thud_engine *engine, const char *name) {
    const char *names[MODEL_LIMIT];
    size_t count = engine->model_count < MODEL_LIMIT ? engine->model_count : MODEL_LIMIT;
    for (size_t i = 0; i < count; i++) names[i] = engine->models[i].name;
    size_t near = name ? thud_text_nearest(name, names, count) : count;
    return near < count ? names[near] : NULL;
}

double thud_engine_exponent(const thud_engine_model *model) {
    return model->recipe->form == THUD_FORM_JUMP ? NAN : model->recipe->exponent;
}

thud_engine_options thud_engine_options_default(const thud_engine *engine) {
    return (thud_engine_options){
        .engine = engine,
        .model = engine ? engine->models : NULL,
        .restitution = 1,
        .mass1 = 1,
        .mass2 = INFINITY,
        .speed = 1,
        .stiffness = NAN,
        .duration = NAN,
        .overlap = NAN,
        .radius = NAN,
        .step = NAN,
        .error = 1e-3,
    };
}
