#include "loops.h"

static double at(thud_py_input input, size_t index) { return input.values[(ptrdiff_t)index * input.stride]; }

thud_impact_options thud_py_options_at(const thud_impact_options *options, const thud_py_inputs *inputs,
                                       size_t index) {
    thud_impact_options out = *options;
    out.restitution = at(inputs->restitution, index);
    out.exponent = at(inputs->exponent, index);
    out.stiffness = at(inputs->stiffness, index);
    out.mass = at(inputs->mass, index);
    out.speed = at(inputs->speed, index);
    out.damping_value = at(inputs->damping_value, index);
    return out;
}

thud_status thud_py_calibrate(const thud_impact_options *options, const thud_py_inputs *inputs, size_t count,
                              double *damping, size_t *index) {
    for (*index = 0; *index < count; ++*index) {
        const thud_impact_options here = thud_py_options_at(options, inputs, *index);
        const thud_status status = thud_calibrate(&here, &damping[*index]);
        if (status != THUD_OK) return status;
    }
    return THUD_OK;
}

thud_status thud_py_calibrate_compare(const thud_impact_options *options, const thud_py_inputs *inputs,
                                      size_t count, thud_calibration *calibrations, size_t *index) {
    for (*index = 0; *index < count; ++*index) {
        const thud_impact_options here = thud_py_options_at(options, inputs, *index);
        const thud_status status = thud_calibrate_compare(&here, &calibrations[*index]);
        if (status != THUD_OK) return status;
    }
    return THUD_OK;
}

thud_status thud_py_impact(const thud_impact_options *options, const thud_py_inputs *inputs, size_t count,
                           bool integrate, thud_impact *impacts, size_t *index) {
    for (*index = 0; *index < count; ++*index) {
        const thud_impact_options here = thud_py_options_at(options, inputs, *index);
        const thud_status status = (integrate ? thud_impact_integrate : thud_impact_solve)(&here, &impacts[*index]);
        if (status != THUD_OK) return status;
    }
    return THUD_OK;
}
