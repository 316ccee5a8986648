/*
 * Formulas that several simulators share.
 */
#ifndef THUD_ENGINE_FORMULA_H
#define THUD_ENGINE_FORMULA_H

#include <thud/engine.h>

/* χ = 2ζ with ζ = −ln e/√(π² + ln² e): exact for a linear dashpot that may pull at the end. */
double thud_engine_textbook(const thud_engine_options *options, double restitution);

/* χ = √5 ζ: the same for Hertz's spring and a damper ∝ δ^¼. */
double thud_engine_textbook_hertz(const thud_engine_options *options, double restitution);

/* χ = 8(1 − e)/(5e), Flores et al. */
double thud_engine_flores(const thud_engine_options *options, double restitution);

/* Young's modulus, Pa, of two bodies alike, ν = 0.3, whose Hertz stiffness at the radius is k: k = (4/3) E* √R. */
double thud_engine_young(double stiffness, double radius);

/* the Poisson's ratio of the line above */
#define THUD_ENGINE_POISSON 0.3

#endif
