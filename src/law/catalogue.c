/* The catalogue: laws by number and name, and other names for them. Its rows are in rows.c. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "law/family.h"

size_t thud_law_count(void) { return thud_law_row_count; }

const thud_law *thud_law_at(size_t index) { return index < thud_law_row_count ? &thud_law_rows[index] : NULL; }

static const thud_law *row_of(const char *name) {
    for (size_t i = 0; name && i < thud_law_row_count; i++)
        if (strcmp(thud_law_rows[i].name, name) == 0) return &thud_law_rows[i];
    return NULL;
}

const thud_law_alias *thud_law_alias_at(size_t index) {
    return index < thud_law_alias_total ? &thud_law_aliases[index] : NULL;
}

const thud_law *thud_law_find(const char *name) {
    const thud_law *law = row_of(name);
    for (size_t i = 0; name && !law && i < thud_law_alias_total; i++)
        if (strcmp(thud_law_aliases[i].name, name) == 0) law = row_of(thud_law_aliases[i].law);
    return law;
}

enum { MOST_NAMES = 128 };

const char *thud_law_nearest(const char *name) {
    const char *names[MOST_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < thud_law_row_count && count < MOST_NAMES; i++) names[count++] = thud_law_rows[i].name;
    for (size_t i = 0; i < thud_law_alias_total && count < MOST_NAMES; i++)
        names[count++] = thud_law_aliases[i].name;
    size_t nearest = name ? thud_text_nearest(name, names, count) : count;
    return nearest < count ? names[nearest] : NULL;
}

bool thud_law_has_rule(const thud_law *law) { return law->scaled_damping || law->own_damping; }

double thud_law_damper_exponent(const thud_law *law, double n) {
    const thud_structure *s = law->structure;
    bool damped = (s->kind == THUD_FORCE_VISCOUS || s->kind == THUD_FORCE_GENERAL) && !s->loss_unit;
    return damped ? s->damper_slope * n + s->damper_offset : NAN;
}

bool thud_law_damping_dimension(const thud_law *law, double n, thud_dimension *dimension) {
    const double p = thud_law_damper_exponent(law, n);
    if (isnan(p) && !law->structure->loss_unit) return false;
    *dimension = isnan(p) ? law->structure->loss_dimension : thud_dimension_damping(p);
    return true;
}

thud_separation thud_law_separation(const thud_law *law, thud_separation asked) {
    return asked == THUD_SEPARATION_DEFAULT ? law->separation : asked;
}
