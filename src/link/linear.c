/* The linear spring, with one branch that never ends; and the table of models. */
#include <math.h>
#include <stddef.h>

#include "link/branch.h"

static void start(const thud_link *link, double deformation, thud_link_branch *b, double *inner) {
    (void)inner;
    (void)deformation;
    *b = (thud_link_branch){.stiffness = link->stiffness, .low = -INFINITY, .high = INFINITY};
}

static void pass(const thud_link *link, thud_link_end end, double deformation, thud_link_branch *b) {
    (void)link, (void)end, (void)deformation, (void)b;
}

static double stored(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    (void)b;
    return 0.5 * link->stiffness * d * d;
}

static double plastic(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    (void)link, (void)b, (void)d;
    return 0;
}

const thud_link_model thud_link_linear = {start, pass, stored, plastic, NULL, false, .centres = true};

double thud_link_plastic_way(const thud_link *link, const thud_link_branch *b, double from, double to,
                             double inner_from, double inner_to) {
    const thud_link_model *model = thud_link_model_of(link);
    double first = model->plastic(link, b, from, inner_from), last = model->plastic(link, b, to, inner_to);
    double at = model->turn ? model->turn(link, b, from, to) : NAN;
    if (isnan(at)) return fabs(last - first);
    double turn = model->plastic(link, b, at, inner_from);
    return fabs(turn - first) + fabs(last - turn);
}

const thud_link_model *thud_link_model_of(const thud_link *link) {
    switch (link->hysteresis.model) {
    case THUD_HYSTERESIS_BILINEAR: return &thud_link_bilinear;
    case THUD_HYSTERESIS_FRICTION: return &thud_link_friction;
    case THUD_HYSTERESIS_CLOUGH: return &thud_link_clough;
    case THUD_HYSTERESIS_FLAG: return &thud_link_flag;
    case THUD_HYSTERESIS_TENSION_ONLY: return &thud_link_tension_only;
    case THUD_HYSTERESIS_COMPRESSION_ONLY: return &thud_link_compression_only;
    case THUD_HYSTERESIS_BOUC_WEN: return &thud_link_bouc_wen;
    case THUD_HYSTERESIS_HYPERBOLIC: return &thud_link_hyperbolic;
    case THUD_HYSTERESIS_NONE: break;
    }
    return &thud_link_linear;
}

double thud_link_yield_deformation(const thud_link *link) {
    return link->hysteresis.yield > 0 ? link->hysteresis.yield / link->stiffness : NAN;
}
