/*
 * How random motions rise and fade: sin² up to the stationary part, twice as long cos² down from it.
 */
#ifndef THUD_MOTION_ENVELOPE_H
#define THUD_MOTION_ENVELOPE_H

typedef struct thud_envelope {
    double rise, fall, end; /* s: the stationary part is from `rise` to `fall` */
} thud_envelope;

thud_envelope thud_envelope_make(double duration);

/* From 0 to 1; exactly 0 at and beyond both ends. */
double thud_envelope_value(const thud_envelope *envelope, double time);

#endif
