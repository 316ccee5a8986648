#include "report/coordinate.h"

static const thud_coordinate_quantity of_bodies[] = {
    {"displacement", "m"},
    {"velocity", "m/s"},
    {"acceleration", "m/s²"},
};

static const thud_coordinate_quantity of_rods[] = {
    {"angle", "rad"},
    {"angular velocity", "rad/s"},
    {"angular acceleration", "rad/s²"},
};

size_t thud_coordinate_count(const thud_model *model) {
    return thud_model_body_count(model) + thud_model_rod_count(model);
}

bool thud_coordinate_is_rod(const thud_model *model, size_t index) { return index >= thud_model_body_count(model); }

const char *thud_coordinate_name(const thud_model *model, size_t index) {
    size_t bodies = thud_model_body_count(model);
    return index < bodies ? thud_model_body_name(model, index) : thud_model_rod_name(model, index - bodies);
}

const thud_coordinate_quantity *thud_coordinate_quantities(const thud_model *model, size_t index) {
    return thud_coordinate_is_rod(model, index) ? of_rods : of_bodies;
}
