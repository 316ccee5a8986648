/*
 * Drake: point contact with Hunt–Crossley dissipation, discrete with the TAMSI solver.
 */
#include "engine/recipe.h"

/* two stiffnesses in series; the dissipation of two equal bodies is that of each */
THUD_ENGINE_FILL(fill, 2 * a->stiffness, a->damping / a->stiffness)

static const thud_engine_recipe POINT = {
    THUD_ENGINE_FORCE(POWER, "hunt-crossley", 1, LAGGED, ALWAYS),
    .fill = fill,
    .symbols = {{"point_stiffness", "N/m"}, {"dissipation", "s/m"}},
    .lines = "<drake:proximity_properties>   <!-- on both bodies -->\n"
             "  <drake:point_contact_stiffness value=\"{point_stiffness}\"/>\n"
             "  <drake:hunt_crossley_dissipation value=\"{dissipation}\"/>\n"
             "</drake:proximity_properties>\n"
             "# plant.set_discrete_contact_approximation(DiscreteContactApproximation.kTamsi)\n",
};

static const thud_engine_model MODELS[] = {
    {"point", "F = k δ (1 + d δ̇), neither factor below 0",
     "multibody/plant/tamsi_solver.cc lines 495–510; multibody/plant/tamsi_driver.cc lines 229–239", NULL,
     "this speed only: e falls as the speed grows, whatever the mass", false, &POINT},
};

const thud_engine thud_engine_drake = {
    .name = "drake",
    .title = "Drake",
    .version = "commit be259df7 of 20 August 2026",
    .integrator = "implicit in the velocity, contact found at the old position",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
