/* Velocity and displacement of the ground, from rest, step by step. */
#include "ground/spectrum/course.h"

#include "ground/step.h"

static thud_course enter(const thud_motion *motion, size_t index, double v, double d) {
    return (thud_course){
        .index = index,
        .start = thud_motion_time(motion, index),
        .length = thud_step_length(motion, index),
        .a = motion->acceleration[index],
        .slope = thud_step_slope(motion, index),
        .v = v,
        .d = d,
    };
}

thud_course thud_course_begin(const thud_motion *motion) { return enter(motion, 0, 0, 0); }

bool thud_course_next(const thud_motion *motion, thud_course *c) {
    if (c->index + 2 >= motion->count) return false;
    *c = enter(motion, c->index + 1, thud_course_velocity(c, c->length), thud_course_displacement(c, c->length));
    return true;
}

double thud_course_acceleration(const thud_course *c, double t) { return c->a + t * c->slope; }

double thud_course_velocity(const thud_course *c, double t) { return c->v + t * (c->a + t * c->slope / 2); }

double thud_course_displacement(const thud_course *c, double t) {
    return c->d + t * (c->v + t * (c->a / 2 + t * c->slope / 6));
}
