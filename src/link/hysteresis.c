/* The models of nonlinear links: names, parameters, defaults. */
#include "link/hysteresis.h"

#include <math.h>
#include <string.h>

/* parameters by their place in the table below */
enum { YIELD, HARDENING, EXPONENT, BETA, FORCE, UNLOADING, ENERGY, STRENGTH, RATIO, GAP, SLACK };

#define AT(member) offsetof(thud_hysteresis, member)

const thud_hysteresis_parameter thud_hysteresis_parameters[THUD_HYSTERESIS_PARAMETERS] = {
    [YIELD] = {"yield", AT(yield), THUD_RANGE_POSITIVE, .required = true},
    [HARDENING] = {"hardening", AT(hardening), THUD_RANGE_BELOW_ONE, .preset = 0},
    [EXPONENT] = {"exponent", AT(exponent), THUD_RANGE_ONE_OR_MORE, .preset = 1},
    [BETA] = {"beta", AT(beta), THUD_RANGE_SHARE, .preset = 0.5},
    [FORCE] = {"force", AT(force), THUD_RANGE_POSITIVE, .required = true},
    [UNLOADING] = {"unloading", AT(unloading), THUD_RANGE_SHARE, .preset = 0},
    [ENERGY] = {"energy", AT(energy), THUD_RANGE_SHARE, .required = true},
    [STRENGTH] = {"strength", AT(strength), THUD_RANGE_POSITIVE, .required = true},
    [RATIO] = {"ratio", AT(ratio), THUD_RANGE_SHARE, .required = true},
    [GAP] = {"gap", AT(gap), THUD_RANGE_NOT_NEGATIVE, .preset = 0},
    [SLACK] = {"slack", AT(slack), THUD_RANGE_NOT_NEGATIVE, .preset = 0},
};

#define TAKES(parameter) (1u << (parameter))

static const struct {
    const char *name;
    unsigned takes;
} MODELS[THUD_HYSTERESIS_MODELS] = {
    [THUD_HYSTERESIS_BILINEAR] = {"bilinear", TAKES(YIELD) | TAKES(HARDENING)},
    [THUD_HYSTERESIS_BOUC_WEN] = {"bouc-wen", TAKES(YIELD) | TAKES(HARDENING) | TAKES(EXPONENT) | TAKES(BETA)},
    [THUD_HYSTERESIS_FRICTION] = {"friction", TAKES(FORCE)},
    [THUD_HYSTERESIS_CLOUGH] = {"clough", TAKES(YIELD) | TAKES(HARDENING) | TAKES(UNLOADING)},
    [THUD_HYSTERESIS_FLAG] = {"flag", TAKES(YIELD) | TAKES(HARDENING) | TAKES(ENERGY)},
    [THUD_HYSTERESIS_HYPERBOLIC] = {"hyperbolic", TAKES(STRENGTH) | TAKES(RATIO) | TAKES(GAP)},
    [THUD_HYSTERESIS_TENSION_ONLY] = {"tension-only", TAKES(SLACK)},
    [THUD_HYSTERESIS_COMPRESSION_ONLY] = {"compression-only", TAKES(SLACK)},
};

bool thud_hysteresis_is_model(thud_hysteresis_model model) {
    return (int)model >= 0 && (int)model < THUD_HYSTERESIS_MODELS;
}

bool thud_hysteresis_takes(thud_hysteresis_model model, size_t parameter) {
    return thud_hysteresis_is_model(model) && (MODELS[model].takes >> parameter & 1);
}

bool thud_hysteresis_needs_stiffness(thud_hysteresis_model model) {
    return model != THUD_HYSTERESIS_NONE && model != THUD_HYSTERESIS_FRICTION;
}

const char *thud_hysteresis_name(thud_hysteresis_model model) {
    return thud_hysteresis_is_model(model) ? MODELS[model].name : NULL;
}

thud_hysteresis_model thud_hysteresis_find(const char *name) {
    for (int i = 1; name && i < THUD_HYSTERESIS_MODELS; i++)
        if (strcmp(MODELS[i].name, name) == 0) return (thud_hysteresis_model)i;
    return THUD_HYSTERESIS_NONE;
}

thud_hysteresis thud_hysteresis_default(thud_hysteresis_model model) {
    thud_hysteresis h = {.model = model};
    for (size_t i = 0; i < THUD_HYSTERESIS_PARAMETERS; i++) {
        if (!thud_hysteresis_takes(model, i)) continue;
        const thud_hysteresis_parameter *p = &thud_hysteresis_parameters[i];
        *thud_hysteresis_value(&h, i) = p->required ? NAN : p->preset;
    }
    return h;
}

bool thud_link_is_linear(const thud_link *link) {
    return link->hysteresis.model == THUD_HYSTERESIS_NONE &&
           (link->damping_exponent == 1 || (link->damping == 0 && link->damping_ratio == 0));
}
