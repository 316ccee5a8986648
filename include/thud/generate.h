/*
 * Generated ground motions: compatible with a response spectrum, filtered noise, band-limited noise, plain shapes.
 *
 * The same options give the same bits. In each function `error` (may be NULL) says which option is wrong and why.
 * The caller frees the motion with thud_motion_free.
 */
#ifndef THUD_GENERATE_H
#define THUD_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <thud/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The sampling of a motion; the duration is rounded to a whole number of steps. */
typedef struct thud_sampling {
    double duration; /* s */
    double step;     /* s */
} thud_sampling;

/*
 * The part of a duration, s, in which random motions are stationary; they rise before it and fade after it. It is
 * at least the 10 s that Eurocode 8 asks for, when the duration is at least 12.5 s.
 */
THUD_API double thud_stationary_part(double duration);

/* ---- Compatible with a spectrum ---- */

typedef struct thud_spectrum_point {
    double period;       /* s */
    double acceleration; /* pseudo-acceleration, m/s² */
} thud_spectrum_point;

/* A target spectrum: points, or that of Eurocode 8 when there are none. */
typedef struct thud_target {
    thud_ec8 ec8;
    const thud_spectrum_point *points; /* [point_count], by increasing period */
    size_t point_count;                /* 0, or at least 2 */
    double point_damping;              /* damping ratio that the points are for */
} thud_target;

/* The target at a period: linear in a double logarithmic diagram, linear from T = 0; NAN outside the points. */
THUD_API double thud_target_acceleration(const thud_target *target, double period);
THUD_API double thud_target_damping(const thud_target *target);

typedef struct thud_compatible_options {
    thud_target target;
    thud_sampling sampling;
    uint64_t seed;
    double period_min; /* s, shortest matched period: at least 4 steps; T = 0 is matched as well */
    double period_max; /* s, longest matched period: at most the duration */
} thud_compatible_options;

/* Defaults: 20 s at 0.01 s, seed 1, matched from 0.04 s to 4 s or as far as the target's points go. */
THUD_API thud_compatible_options thud_compatible_options_default(const thud_target *target);

/*
 * Makes a motion whose spectrum follows the target, and whose velocity and displacement end at zero. Its peak
 * acceleration is at least the target at T = 0.
 */
THUD_API thud_status thud_generate_compatible(const thud_compatible_options *options, thud_motion **motion,
                                              thud_error *error);

/* The mean spectrum of one or more motions divided by the target; 1 is a perfect match. */
typedef struct thud_compatibility {
    double zero_period;           /* at T = 0; NAN when the target has no value there */
    double lowest, lowest_period; /* smallest ratio in the band, and where, s */
    double highest, highest_period;
    double lowest_near_t1; /* smallest ratio from 0.2 T1 to 2 T1, as far as the target goes */
} thud_compatibility;

/* Compares from period_min to period_max, s. Without a T1 (0) lowest_near_t1 is that of the whole band. */
THUD_API thud_status thud_compatibility_measure(const thud_motion *const *motions, size_t count,
                                                const thud_target *target, double period_min, double period_max,
                                                double t1, thud_compatibility *compatibility);

/* ---- Filtered noise ---- */

/* What sets the strength of a random motion. */
typedef enum thud_strength {
    THUD_STRENGTH_DENSITY, /* the density S₀ of the white noise, m²/s³, two-sided over rad/s; the peak is then
                              random */
    THUD_STRENGTH_RMS,     /* the rms of the stationary part, m/s² */
    THUD_STRENGTH_PGA,     /* the peak acceleration, m/s² */
} thud_strength;

/* White noise filtered by the ground of Kanai and Tajimi, and optionally by the second filter of Clough and
 * Penzien. */
typedef struct thud_filtered_options {
    thud_sampling sampling;
    uint64_t seed;
    thud_strength strength;
    double strength_value;
    double ground_omega, ground_damping; /* ωg, rad/s, and ζg */
    double high_pass_omega,
        high_pass_damping; /* ωf, rad/s, and ζf; ωf = 0: Kanai–Tajimi without the second filter */
} thud_filtered_options;

/* Defaults: 20 s at 0.01 s, seed 1, peak acceleration 1 m/s², firm ground (ωg = 5π rad/s, ζg = 0.6), no second
 * filter. */
THUD_API thud_filtered_options thud_filtered_options_default(void);

/* The motion rises, is stationary and fades like a spectrum-compatible one. It ends at rest where it began. */
THUD_API thud_status thud_generate_filtered(const thud_filtered_options *options, thud_motion **motion,
                                            thud_error *error);

/* ---- Noise in a band ---- */

typedef struct thud_noise_options {
    thud_sampling sampling;
    uint64_t seed;
    double rms;       /* m/s², rms of the samples */
    double low, high; /* Hz; the density is constant within the band and zero outside */
} thud_noise_options;

/* Defaults: 20 s at 0.01 s, seed 1, rms 1 m/s², 0 to 15 Hz. */
THUD_API thud_noise_options thud_noise_options_default(void);

/* Stationary from the first sample to the last, with mean zero. It does not end at rest. */
THUD_API thud_status thud_generate_noise(const thud_noise_options *options, thud_motion **motion,
                                         thud_error *error);

/* ---- Plain shapes; at least 10 samples to a cycle ---- */

/* amplitude · sin(2π frequency t + phase) */
typedef struct thud_sine_options {
    thud_sampling sampling;
    double amplitude; /* m/s² */
    double frequency; /* Hz */
    double phase;     /* rad */
} thud_sine_options;

THUD_API thud_status thud_generate_sine(const thud_sine_options *options, thud_motion **motion, thud_error *error);

/* A sine whose frequency goes from one value to another over the duration, up or down. */
typedef struct thud_sweep_options {
    thud_sampling sampling;
    double amplitude;   /* m/s² */
    double first, last; /* Hz */
    bool logarithmic;   /* equal times per octave; otherwise the frequency is linear in time */
} thud_sweep_options;

THUD_API thud_status thud_generate_sweep(const thud_sweep_options *options, thud_motion **motion,
                                         thud_error *error);

/* amplitude · (1 − 2x²) exp(−x²), x = π frequency (t − centre). It leaves no velocity or displacement behind. */
typedef struct thud_ricker_options {
    thud_sampling sampling;
    double amplitude; /* m/s² */
    double frequency; /* Hz, at the peak of the Fourier amplitude */
    double centre;    /* s, of the peak */
} thud_ricker_options;

THUD_API thud_status thud_generate_ricker(const thud_ricker_options *options, thud_motion **motion,
                                          thud_error *error);

#ifdef __cplusplus
}
#endif
#endif
