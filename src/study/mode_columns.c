/*
 * Columns of modes, requested by `modes: N`: period and participating mass of the first N modes of every
 * structure, as modes.STRUCTURE.MODE.period, numbered from 1 as in summary.json. Structures are those of the
 * original scenario; missing modes of a case are NAN, and so is the period of a free mode.
 */
#include <math.h>
#include <stdio.h>

#include <thud/modes.h>

#include "model/model.h"
#include "study/study.h"

/* the quantities of a mode, one column each */
static const struct {
    const char *name, *unit;
    thud_dimension dimension;
} OF_MODE[THUD_STUDY_OF_MODE] = {
    {"period", "s", {0, 0, 1, 0}},
    {"participating_mass", "kg", {1, 0, 0, 0}},
    {"participating_share", "", {0, 0, 0, 0}},
};

/* the number of modes of a structure that are columns */
static size_t kept_of(const thud_modes *modes, size_t structure, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < modes->count; i++) count += modes->list[i].structure == structure;
    return count < most ? count : most;
}

static void name_mode(thud_study_reading *r, size_t structure, size_t mode) {
    thud_study *study = r->study;
    for (size_t k = 0; k < THUD_STUDY_OF_MODE; k++) {
        char text[80];
        snprintf(text, sizeof text, "modes.%zu.%zu.%s", structure + 1, mode + 1, OF_MODE[k].name);
        study->columns[study->column_count++] = (thud_result_column){.name = thud_study_keep(r, text),
                                                                     .unit = OF_MODE[k].unit,
                                                                     .dimension = OF_MODE[k].dimension,
                                                                     .quantity = OF_MODE[k].name,
                                                                     .coordinate = SIZE_MAX,
                                                                     .contact = SIZE_MAX,
                                                                     .link = SIZE_MAX,
                                                                     .watch = SIZE_MAX};
    }
}

size_t thud_study_count_modes(thud_study_reading *r, thud_fields *root) {
    if (!thud_fields_given(root, "modes")) return 0;
    const size_t asked = (size_t)thud_fields_integer(root, "modes");
    if (thud_fields_is_faulty(root, "modes")) return 0;
    if (asked < 1 || asked > 100) {
        thud_fields_error(root, "modes", "modes: expected a whole number from 1 to 100");
        return 0;
    }
    thud_modes *modes = NULL;
    size_t count = 0;
    if (thud_model_modes(r->model, &modes) != THUD_OK) {
        r->file.out_of_memory = true;
        return 0;
    }
    for (size_t i = 0; i < modes->structure_count; i++) count += kept_of(modes, i, asked);
    if (count == 0) thud_fields_error(root, "modes", "the scenario has no modes, because no spring holds a body");
    r->study->mode_count = asked;
    thud_modes_free(modes);
    return THUD_STUDY_OF_MODE * count;
}

void thud_study_name_modes(thud_study_reading *r) {
    thud_modes *modes = NULL;
    if (r->study->mode_count == 0) return;
    if (thud_model_modes(r->model, &modes) != THUD_OK) {
        r->file.out_of_memory = true;
        return;
    }
    r->study->mode_first = r->study->column_count;
    for (size_t i = 0; i < modes->structure_count; i++)
        for (size_t k = 0; k < kept_of(modes, i, r->study->mode_count); k++) name_mode(r, i, k);
    r->study->mode_past = r->study->column_count;
    thud_modes_free(modes);
}

/* the k-th mode of a structure; NULL: it has not as many */
static const thud_model_mode *find_mode(const thud_modes *modes, size_t structure, size_t k) {
    for (size_t i = 0; i < modes->count; i++)
        if (modes->list[i].structure == structure && k-- == 0) return &modes->list[i];
    return NULL;
}

void thud_study_take_modes(const thud_study *study, const thud_model *model, double *values) {
    thud_modes *modes = NULL;
    if (study->mode_count == 0) return;
    const bool found = model && thud_model_modes(model, &modes) == THUD_OK;
    for (size_t i = study->mode_first; i < study->mode_past; i += THUD_STUDY_OF_MODE) {
        size_t structure = 0, k = 0;
        sscanf(study->columns[i].name, "modes.%zu.%zu", &structure, &k);
        const thud_model_mode *mode = found ? find_mode(modes, structure - 1, k - 1) : NULL;
        values[i] = mode && isfinite(mode->period) ? mode->period : NAN;
        values[i + 1] = mode ? mode->participating_mass : NAN;
        values[i + 2] = mode ? mode->participating_mass / modes->masses[mode->structure] : NAN;
    }
    thud_modes_free(modes);
}
