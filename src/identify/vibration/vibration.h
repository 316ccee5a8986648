/* Two estimates of a mode, each from a record that begins at the largest amplitude. */
#ifndef THUD_IDENTIFY_VIBRATION_H
#define THUD_IDENTIFY_VIBRATION_H

#include <thud/identify.h>

/* A part of a motion, not copied. */
typedef struct thud_decay {
    const thud_motion *motion;
    size_t first; /* sample */
    double offset, amplitude;
} thud_decay;

/* Each leaves the mode unchanged, with no points, if the record is insufficient. */
thud_status thud_decay_decrement(const thud_decay *decay, thud_mode *mode);
thud_status thud_decay_spectrum(const thud_decay *decay, thud_mode *mode);

/* From the frequency of the damped vibration, Hz, its decay rate, 1/s, and their covariance. */
thud_mode thud_mode_of(double frequency, double rate, double frequency_variance, double rate_variance,
                       double covariance, size_t points);

#endif
