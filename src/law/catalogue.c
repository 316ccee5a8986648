/*
 * The catalogue: one row per model of the literature, a force structure and a rule. Help, validation and
 * documentation are made from it. A new law is one row here and, where its rule is new, one function in the file of
 * its family.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "law/family.h"

#define RETURN THUD_SEPARATION_RETURN
#define ZERO_FORCE THUD_SEPARATION_ZERO_FORCE
#define HERTZ_EXPONENT .exponent_default = 1.5, .exponent_min = 1, .exponent_max = 2
#define ANY_EXPONENT .exponent_default = 1.5, .exponent_min = 1, .exponent_max = 3
#define FIXED_EXPONENT(n) .exponent_default = n, .exponent_min = n, .exponent_max = n

static const thud_law CATALOGUE[] = {
    {.name = "linear",
     .title = "linear spring",
     .structure = &thud_structure_elastic,
     FIXED_EXPONENT(1),
     .separation = RETURN,
     .source = "Hooke; as a pounding element Maison & Kasai 1990",
     .validity = "no loss: restitution 1 whatever is asked"},
    {.name = "hertz",
     .title = "Hertz spring",
     .structure = &thud_structure_elastic,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Hertz 1882",
     .validity = "no loss: restitution 1 whatever is asked; n = 1.5 for spheres, 1 for flat faces"},
    {.name = "luo-nahon",
     .title = "linear spring of two polyhedral faces",
     .structure = &thud_structure_elastic,
     FIXED_EXPONENT(1),
     .separation = RETURN,
     .source = "Luo & Nahon 2005",
     .validity = "no loss: restitution 1 whatever is asked; k = 2E*A/(π rₐ), see `thud stiffness face`"},

    {.name = "kelvin-voigt",
     .title = "linear spring and damper",
     .structure = &thud_structure_half_power,
     FIXED_EXPONENT(1),
     .separation = RETURN,
     .source = "Goldsmith 1960",
     .validity = "no rule of its own: damping given or exact; pulls before separation at δ = 0"},
    {.name = "anagnostopoulos",
     .title = "linear spring and damper for pounding buildings",
     .structure = &thud_structure_half_power,
     .rule = "c = 2ξ√(k m), ξ = −ln e/√(π² + ln² e)",
     .scaled_damping = thud_rule_anagnostopoulos,
     FIXED_EXPONENT(1),
     .separation = RETURN,
     .source = "Anagnostopoulos 1988",
     .validity = "exact for separation at δ = 0; a clamped force returns too much (0.5 → 0.550)"},
    {.name = "li-darby",
     .title = "linear spring and damper from measured e and contact time",
     .structure = &thud_structure_half_power,
     .rule = "c = −2 m ln e/Tc, k = m(π² + ln² e)/Tc²; for a given k as anagnostopoulos",
     .scaled_damping = thud_rule_anagnostopoulos,
     FIXED_EXPONENT(1),
     .separation = RETURN,
     .source = "Li & Darby 2009",
     .validity = "exact for separation at δ = 0"},
    {.name = "tsuji",
     .title = "Hertz spring, damper δ^(1/4)",
     .structure = &thud_structure_half_power,
     .rule = "c = α√(k m), α = √2(1.2728 − 4.2783e + 11.087e² − 22.348e³ + 27.467e⁴ − 18.022e⁵ + 4.8218e⁶)",
     .scaled_damping = thud_rule_tsuji,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Tsuji, Tanaka & Ishida 1992; polynomial of Marshall 2009",
     .validity = "fit for n = 1.5 and separation at δ = 0: within 0.0011 of the e asked for, e ≥ 0.1; not quite "
                 "zero at e = 1"},

    {.name = "jankowski-2005",
     .title = "nonlinear viscoelastic pounding",
     .structure = &thud_structure_half_power_approach,
     .rule = "c = 2ξ√(k m), ξ = √5(1−e²)/(2π e)",
     .scaled_damping = thud_rule_jankowski_2005,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Jankowski 2005, as cited by Chanda et al. 2016",
     .validity = "rule derived for n = 1.5: up to 0.077 too high in e"},
    {.name = "jankowski-2006",
     .title = "nonlinear viscoelastic pounding, better rule",
     .structure = &thud_structure_half_power_approach,
     .rule = "c = 2ξ√(k m), ξ = 9√5(1−e²)/{2e[e(9π−16)+16]}",
     .scaled_damping = thud_rule_jankowski_2006,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Jankowski 2006, as cited by Zhao & Liu 2016",
     .validity = "rule derived for n = 1.5: up to 0.009 too low in e"},
    {.name = "mahmoud-jankowski",
     .title = "modified linear viscoelastic pounding",
     .structure = &thud_structure_half_power_approach,
     .rule = "c = 2ξ√(k m), ξ = (1−e²)/{e[e(π−2)+2]}",
     .scaled_damping = thud_rule_mahmoud_jankowski,
     FIXED_EXPONENT(1),
     .separation = RETURN,
     .source = "Mahmoud & Jankowski 2011",
     .validity = "up to 0.0072 too high in e"},
    {.name = "zhao-liu",
     .title = "Hertz-damp with improved constant",
     .structure = &thud_structure_half_power_approach,
     .rule = "c = 2ξ√(k m), ξ = √5(1−e²)/(10e²)",
     .scaled_damping = thud_rule_zhao_liu,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Zhao & Liu 2016, eq 28",
     .validity =
         "damper in approach only, a choice where the paper takes the loss of one phase: 0.10 too low to 0.051 too "
         "high in e; its derivation takes an integral of π/5 for 1; in its tables 1 and 2 'the model of this "
         "paper' is hu-guo, not eq 28"},

    {.name = "hunt-crossley",
     .title = "the first of its structure",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = 3(1−e)k/(2v)",
     .scaled_damping = thud_rule_hunt_crossley,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Hunt & Crossley 1975",
     .validity = "for e near 1; never returns less than 0.48"},
    {.name = "lankarani-nikravesh",
     .title = "loss from the undamped motion",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = 3(1−e²)k/(4v)",
     .scaled_damping = thud_rule_lankarani_nikravesh,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Lankarani & Nikravesh 1990",
     .validity = "for e near 1; never returns less than 0.66"},
    {.name = "hu-guo",
     .title = "for soft and hard bodies",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = 3(1−e)k/(2e v)",
     .scaled_damping = thud_rule_hu_guo,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Hu & Guo 2015",
     .validity = "up to 0.035 too low in e"},
    {.name = "flores",
     .title = "for soft bodies",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = 8(1−e)k/(5e v)",
     .scaled_damping = thud_rule_flores,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Flores et al. 2011",
     .validity = "up to 0.046 too low in e"},
    {.name = "ye",
     .title = "for pounding; the rule of flores",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = 8(1−e)k/(5e v)",
     .scaled_damping = thud_rule_flores,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Ye, Li & Zhu 2009",
     .validity = "up to 0.046 too low in e"},
    {.name = "gonthier",
     .title = "exact relation",
     .structure = &thud_structure_hunt_crossley,
     .rule = "(1+e) χ = ln[(1+χ)/(1−χ e)], c = χ k/v",
     .scaled_damping = thud_rule_gonthier,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Gonthier et al. 2004; Marhefka & Orin 1999",
     .validity = "exact"},
    {.name = "khatiwada",
     .title = "exact relation",
     .structure = &thud_structure_hunt_crossley,
     .rule = "(1+e) χ = ln[(1+χ)/(1−χ e)], c = χ k/v",
     .scaled_damping = thud_rule_gonthier,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Khatiwada, Chouw & Butterworth 2014",
     .validity = "exact; the absolute value in print admits a false root, which is not taken"},
    {.name = "gonthier-approximate",
     .title = "explicit form of gonthier",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = (1−e²)k/(e v)",
     .scaled_damping = thud_rule_gonthier_approximate,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Gonthier et al. 2004",
     .validity = "up to 0.033 too low and 0.006 too high in e"},
    {.name = "herbert-mcwhannell",
     .title = "impact pair",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = 6(1−e)k/{[(2e−1)²+3]v}",
     .scaled_damping = thud_rule_herbert_mcwhannell,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Herbert & McWhannell 1977",
     .validity = "for e near 1; never returns less than 0.48"},
    {.name = "lee-wang",
     .title = "intermittent-motion mechanisms",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = 3(1−e)k/(4v)",
     .scaled_damping = thud_rule_lee_wang,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Lee & Wang 1983",
     .validity = "half the damping of hunt-crossley: too high at every e, never less than 0.66"},
    {.name = "zhiying-qishao",
     .title = "with exponential correction",
     .structure = &thud_structure_hunt_crossley,
     .rule = "c = 3(1−e²)exp(2(1−e))k/(4v)",
     .scaled_damping = thud_rule_zhiying_qishao,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Zhiying & Qishao 2006",
     .validity = "within 0.027 of the e asked for, e ≥ 0.3; never returns less than 0.17"},

    {.name = "poursina-nikravesh",
     .title = "Hertz spring and linear damper",
     .structure = &thud_structure_linear_damper,
     .rule = "c = α(e^β − 1)[k v^(n−1) mⁿ]^(1/(n+1)), α = 0.3331n⁴ − 1.48n³ + 3.077n² − 2.306n + 1.794, "
             "β = 1.285n^0.2553 − 1.725",
     .scaled_damping = thud_rule_poursina_nikravesh,
     HERTZ_EXPONENT,
     .separation = ZERO_FORCE,
     .source = "Poursina & Nikravesh 2020, eq 49",
     .validity = "rule for separation at F = 0: within 0.0034 in e for e ≥ 0.1; fitted by its paper over 0.45 ≤ e "
                 "≤ 1, by its "
                 "numbers over 0.05 ≤ e ≤ 1"},
    {.name = "kuwabara-kono",
     .title = "viscoelastic spheres",
     .structure = &thud_structure_kuwabara_kono,
     FIXED_EXPONENT(1.5),
     .separation = RETURN,
     .source = "Kuwabara & Kono 1987",
     .validity =
         "c is a property of the material, so restitution falls with speed; exact damping holds at the given v"},

    {.name = "adams-impact",
     .title = "Hertz spring, damper that sets in with the penetration, as IMPACT and BISTOP of Adams have it",
     .structure = &thud_structure_adams_impact,
     ANY_EXPONENT,
     .separation = ZERO_FORCE,
     .source = "MSC, Adams Solver, functions IMPACT and STEP",
     .validity = "no rule of its own; c_max is a constant, so restitution changes with the speed, and the more the "
                 "smaller d is; exact damping holds at the given v and d"},
    {.name = "simscape",
     .title = "spring and damper that set in over a width, as the contact of Simscape Multibody has it",
     .structure = &thud_structure_smooth,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "MathWorks, Simscape Multibody, Spatial Contact Force; the smoothing is not published",
     .validity = "s is the cubic of least degree with the ends that the manual describes, n = 1 is the manual's; exact "
                 "damping holds at the given v and width"},
    {.name = "elastogap",
     .title = "spring with a damper never larger than it, of Modelica and MapleSim",
     .structure = &thud_structure_bounded_damper,
     HERTZ_EXPONENT,
     .separation = RETURN,
     .source = "Modelica Standard Library, Mechanics.Translational.Components.ElastoGap",
     .validity = "no rule of its own; c is a constant; exact damping holds at the given v, and with n = 1 at every v"},

    {.name = "valles-reinhorn",
     .title = "two stiffnesses",
     .structure = &thud_structure_bilinear,
     .rule = "k₂ = k₁/e²",
     .scaled_damping = thud_rule_valles_reinhorn,
     FIXED_EXPONENT(1),
     .separation = ZERO_FORCE,
     .source = "Valles & Reinhorn 1997",
     .validity = "exact; leaves a residual penetration, the set: an impact before the gap has opened again loads "
                 "from there, and "
                 "returns e; an open gap forgets it"},

    {.name = "newton",
     .title = "Newton's impact law",
     .structure = &thud_structure_newton,
     FIXED_EXPONENT(1),
     .separation = ZERO_FORCE,
     .source = "Newton 1687",
     .validity = "rigid bodies; exact by definition"},
    {.name = "poisson",
     .title = "Poisson's impact law",
     .structure = &thud_structure_poisson,
     FIXED_EXPONENT(1),
     .separation = ZERO_FORCE,
     .source = "Poisson 1817",
     .validity = "rigid bodies; as newton for one contact, different for several at once"},
};

enum { LAW_COUNT = sizeof CATALOGUE / sizeof *CATALOGUE };

size_t thud_law_count(void) { return LAW_COUNT; }

const thud_law *thud_law_at(size_t index) { return index < LAW_COUNT ? &CATALOGUE[index] : NULL; }

const thud_law *thud_law_find(const char *name) {
    for (size_t i = 0; name && i < LAW_COUNT; i++)
        if (strcmp(CATALOGUE[i].name, name) == 0) return &CATALOGUE[i];
    return NULL;
}

const char *thud_law_nearest(const char *name) {
    const char *names[LAW_COUNT];
    for (size_t i = 0; i < LAW_COUNT; i++) names[i] = CATALOGUE[i].name;
    size_t nearest = name ? thud_text_nearest(name, names, LAW_COUNT) : LAW_COUNT;
    return nearest < LAW_COUNT ? names[nearest] : NULL;
}

bool thud_law_has_rule(const thud_law *law) { return law->scaled_damping != NULL; }

double thud_law_damper_exponent(const thud_law *law, double n) {
    const thud_structure *s = law->structure;
    bool damped = s->kind == THUD_FORCE_VISCOUS || s->kind == THUD_FORCE_GENERAL;
    return damped ? s->damper_slope * n + s->damper_offset : NAN;
}

thud_separation thud_law_separation(const thud_law *law, thud_separation asked) {
    return asked == THUD_SEPARATION_DEFAULT ? law->separation : asked;
}
