/*
 * The SI unit of an axis's numbers, from the scenario key that its path leads to.
 */
#include <stddef.h>

#include "base/unit.h"
#include "study/study.h"

const char *thud_study_axis_unit(const thud_study *study, size_t axis) {
    static const struct {
        thud_dimension dimension;
        const char *unit;
    } known[] = {
        {{0, 1, 0, 0}, "m"},     {{1, 0, 0, 0}, "kg"},  {{0, 0, 1, 0}, "s"},      {{0, 1, -1, 0}, "m/s"},
        {{0, 1, -2, 0}, "m/s²"}, {{1, 1, -2, 0}, "N"},  {{1, 0, -2, 0}, "N/m"},   {{1, 0, -1, 0}, "N·s/m"},
        {{0, 0, -1, 0}, "Hz"},   {{0, 0, 0, 1}, "rad"}, {{0, 0, -1, 1}, "rad/s"},
    };
    const thud_axis *a = &study->axes[axis];
    if (!a->key || a->is_text) return "";
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (thud_dimension_same(known[i].dimension, a->dimension)) return known[i].unit;
    return "";
}
