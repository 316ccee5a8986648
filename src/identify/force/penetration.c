/*
 * Compares a measured penetration with the one that a fitted force implies. Force and mass give it by integrating
 * twice, δ = A T²/m · …: if the two differ by a factor, the mass is wrong by that factor.
 */
#include <thud/identify.h>

#include <math.h>
#include <stdlib.h>

#include "base/environment.h"

enum { STATES = 2001 }; /* linear between them: 1e-6 of the largest penetration */

static thud_status follow(const thud_force_fit *fit, thud_impact_state *states) {
    thud_impact_options o = thud_impact_options_default(fit->law);
    thud_force_kind kind = fit->law->structure->kind;
    o.exponent = fit->exponent.value;
    o.stiffness = fit->stiffness.value;
    o.mass = fit->mass;
    o.speed = fit->speed.value;
    o.separation = fit->separation;
    if (kind == THUD_FORCE_BILINEAR) o.restitution = fit->restitution.value;
    if (kind == THUD_FORCE_VISCOUS) {
        o.damping = THUD_DAMPING_GIVEN;
        o.damping_value = fit->damping.value;
    }
    return thud_impact_sample(&o, STATES, states);
}

/* sums of a straight line y = a + r x */
typedef struct line {
    double n, x, y, xx, xy, yy;
} line;

static void add(line *l, double x, double y) {
    l->n++;
    l->x += x;
    l->y += y;
    l->xx += x * x;
    l->xy += x * y;
    l->yy += y * y;
}

static thud_status slope_of(const line *l, thud_estimate *slope) {
    double xx = l->xx - l->x * l->x / l->n, xy = l->xy - l->x * l->y / l->n, yy = l->yy - l->y * l->y / l->n;
    if (!(l->n > 3 && xx > 0)) return THUD_ERROR_ACCURACY;
    double value = xy / xx, rest = fmax(0, yy - value * xy);
    *slope = (thud_estimate){value, sqrt(rest / (l->n - 2) / xx)};
    return isfinite(value) ? THUD_OK : THUD_ERROR_ACCURACY;
}

thud_status thud_force_penetration_ratio(const thud_force_record *record, size_t impact, const double *penetration,
                                         const thud_force_fit *fit, thud_estimate *ratio) {
    THUD_PLAIN_ENVIRONMENT;
    if (!record || !penetration || !fit || !ratio || impact >= record->impact_count) return THUD_ERROR_ARGUMENT;
    thud_impact_state *states = malloc(STATES * sizeof *states);
    if (!states) return THUD_ERROR_MEMORY;
    thud_status status = follow(fit, states);
    double unit = states[STATES - 1].time / (STATES - 1), deepest = 0;
    line sums = {0};
    for (size_t i = 0; status == THUD_OK && i < STATES; i++) deepest = fmax(deepest, states[i].penetration);
    for (size_t i = record->impacts[impact].first; status == THUD_OK && i < record->impacts[impact].last; i++) {
        double place = (record->time[i] - fit->begin.value) / unit;
        if (!(place >= 0 && place < STATES - 1)) continue;
        size_t at = (size_t)place;
        double part = place - (double)at;
        double depth = states[at].penetration * (1 - part) + states[at + 1].penetration * part;
        add(&sums, depth / deepest, penetration[i] / deepest);
    }
    free(states);
    return status == THUD_OK ? slope_of(&sums, ratio) : status;
}
