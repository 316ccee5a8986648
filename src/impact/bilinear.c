/*
 * Two stiffnesses (Valles–Reinhorn): a quarter of a sine up to δ = 1, then a quarter of a sine of frequency 1/e
 * down to the residual penetration δₚ = 1 − e². With separation at δ = 0 the bodies travel freely through what
 * remains.
 */
#include <math.h>

#include "impact/frame.h"
#include "numeric/constant.h"

thud_frame_impact thud_bilinear_impact(double ratio, bool zero_force) {
    double e = 1 / sqrt(ratio), residual = (1 - e) * (1 + e);
    double free_travel = zero_force ? 0 : residual / e;
    return (thud_frame_impact){
        .restitution = e,
        .loss = residual / 2,
        .approach_time = THUD_PI / 2,
        .contact_time = THUD_PI / 2 * (1 + e) + free_travel,
        .max_penetration = 1,
        .separation_penetration = zero_force ? residual : 0,
        .max_force = 1,
    };
}

thud_impact_state thud_bilinear_state(double ratio, double time) {
    double e = 1 / sqrt(ratio), residual = (1 - e) * (1 + e), recovery = time - THUD_PI / 2;
    if (recovery <= 0) return (thud_impact_state){time, sin(time), cos(time), sin(time)};

    double angle = recovery / e;
    if (angle < THUD_PI / 2)
        return (thud_impact_state){time, residual + e * e * cos(angle), -e * sin(angle), cos(angle)};
    return (thud_impact_state){time, fmax(0, residual - e * (recovery - e * THUD_PI / 2)), -e, 0};
}
