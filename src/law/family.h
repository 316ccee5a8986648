/* The families of contact laws: force structures and the published rules written for them. */
#ifndef THUD_LAW_FAMILY_H
#define THUD_LAW_FAMILY_H

#include <thud/law.h>

/* rows.c: the catalogue, and other names */
extern const thud_law thud_law_rows[];
extern const size_t thud_law_row_count;
extern const thud_law_alias thud_law_aliases[];
extern const size_t thud_law_alias_total;

/* χ of a published rule for a restitution in (0, 1] and an exponent n */
typedef double thud_rule(double restitution, double exponent_n);

/* elastic.c */
extern const thud_structure thud_structure_elastic;

/* hunt_crossley.c: p = n */
extern const thud_structure thud_structure_hunt_crossley;
thud_rule thud_rule_hunt_crossley, thud_rule_lankarani_nikravesh, thud_rule_hu_guo, thud_rule_flores,
    thud_rule_gonthier, thud_rule_gonthier_approximate, thud_rule_herbert_mcwhannell, thud_rule_lee_wang,
    thud_rule_zhiying_qishao, thud_rule_carvalho_martins, thud_rule_pant_wijeyewickrema;

/* half_power.c: p = (n−1)/2 */
extern const thud_structure thud_structure_half_power, thud_structure_half_power_approach;
thud_rule thud_rule_anagnostopoulos, thud_rule_tsuji, thud_rule_jankowski_2005, thud_rule_jankowski_2006,
    thud_rule_mahmoud_jankowski, thud_rule_zhao_liu, thud_rule_thornton_2013;

/* linear_damper.c: p = 0, and Kuwabara–Kono's p = n − 1 */
extern const thud_structure thud_structure_linear_damper, thud_structure_kuwabara_kono;
thud_rule thud_rule_poursina_nikravesh;

/* industry.c: forces of programs that industry uses */
extern const thud_structure thud_structure_adams_impact, thud_structure_smooth, thud_structure_bounded_damper;

/* bilinear.c: the rule gives k₂/k₁ */
extern const thud_structure thud_structure_bilinear;
thud_rule thud_rule_valles_reinhorn;

/* solid.c */
extern const thud_structure thud_structure_solid, thud_structure_fractional;

/* elastic_plastic.c */
extern const thud_structure thud_structure_elastic_plastic;

/* adhesive.c */
extern const thud_structure thud_structure_dmt, thud_structure_jkr;

/* impulsive.c */
extern const thud_structure thud_structure_newton, thud_structure_poisson, thud_structure_stronge;

#endif
