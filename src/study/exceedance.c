/* How many cases exceed a threshold at each level of an axis. */
#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "study/study.h"

/* a curve has tens of levels; an axis with more values is not an axis of levels */
static const size_t MOST_LEVELS = 1000000;

thud_status thud_exceedance_create(const thud_study *study, size_t axis, thud_exceedance **exceedance) {
    if (!study || !exceedance || axis >= study->base_count || study->axes[axis].is_text) return THUD_ERROR_ARGUMENT;
    const thud_axis *a = &study->axes[axis];
    if (a->count > MOST_LEVELS) return THUD_ERROR_ARGUMENT;
    thud_exceedance *e = calloc(1, sizeof *e);
    if (!e) return THUD_ERROR_MEMORY;
    e->count = a->count;
    e->levels = calloc(a->count, sizeof *e->levels);
    e->exceed = calloc(a->count, sizeof *e->exceed);
    e->total = calloc(a->count, sizeof *e->total);
    e->missing = calloc(a->count, sizeof *e->missing);
    if (!e->levels || !e->exceed || !e->total || !e->missing) {
        thud_exceedance_free(e);
        return THUD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < a->count; i++) {
        thud_axis_value value;
        (void)thud_study_value(study, i * study->groups[a->group].stride, axis, &value);
        e->levels[i] = value.number;
    }
    *exceedance = e;
    return THUD_OK;
}

void thud_exceedance_free(thud_exceedance *exceedance) {
    if (!exceedance) return;
    free(exceedance->levels);
    free(exceedance->exceed);
    free(exceedance->total);
    free(exceedance->missing);
    free(exceedance);
}

void thud_exceedance_add(thud_exceedance *exceedance, size_t position, double exceeded) {
    if (position >= exceedance->count) return;
    if (isnan(exceeded)) {
        exceedance->missing[position]++;
        return;
    }
    exceedance->total[position]++;
    if (exceeded != 0) exceedance->exceed[position]++;
}

thud_status thud_exceedance_fit(const thud_exceedance *e, thud_fragility *fragility) {
    THUD_PLAIN_ENVIRONMENT;
    if (!e) return THUD_ERROR_ARGUMENT;
    return thud_fragility_fit(e->count, e->levels, e->exceed, e->total, fragility);
}
