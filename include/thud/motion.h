/*
 * Ground motion: accelerograms, read or generated, with their spectra and measures.
 *
 * Accelerations are in m/s² and linear in time between samples. All results are exact for that function.
 */
#ifndef THUD_MOTION_H
#define THUD_MOTION_H

#include <stddef.h>

#include <thud/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An accelerogram. The functions below make it; free it with thud_motion_free. */
typedef struct thud_motion {
    size_t count;         /* samples, at least 2 */
    double step;          /* s between samples; 0 when `time` holds the instants */
    double *time;         /* s, [count], increasing, or NULL when the step is uniform */
    double *acceleration; /* m/s², [count] */
} thud_motion;

/* A motion with a uniform step and zero accelerations; NULL when memory is short or for a bad count or step. */
THUD_API thud_motion *thud_motion_create(size_t count, double step);
THUD_API void thud_motion_free(thud_motion *motion);

/* The instant of a sample, s. */
THUD_API double thud_motion_time(const thud_motion *motion, size_t index);

/* THUD_OK when there are two samples or more, the times increase and all numbers are finite. */
THUD_API thud_status thud_motion_check(const thud_motion *motion);

/* ---- Reading files ---- */

/* What to tell the reader about a file; by default nothing. */
typedef struct thud_motion_options {
    const char *format;  /* name of a format; NULL: recognised by content */
    const char *unit;    /* unit of the accelerations: "g", "gal", "mm/s^2"; NULL: as the file says */
    double step;         /* s between samples; 0: as the file says */
    const char *channel; /* name of a channel, or its number from 1; NULL: the first */
} thud_motion_options;

THUD_API thud_motion_options thud_motion_options_default(void);

enum {
    THUD_MOTION_WARNING_LIMIT = 16, /* this many are kept; all are counted */
    THUD_MOTION_CHANNEL_LIMIT = 32,
};

/* What was read from a file, as far as reading came. It owns no memory. */
typedef struct thud_motion_info {
    const char *format; /* its name, static; NULL when no format was recognised */
    char title[128];    /* event or first line, "" when there is none; always printable UTF-8, like the others */
    char station[128];
    char channel[64];    /* the channel that was read; "" when the file has only one without a name */
    char unit[32];       /* unit of the accelerations in the file: "g", "cm/s^2" */
    size_t header_count; /* samples by the header; 0: not given */
    double header_peak;  /* m/s², by the header; NAN: not given */
    double start;        /* s, time of the first sample in the file; the motion itself starts at 0 */
    double offset;       /* m/s², mean removed from raw data; 0 when none was */
    size_t channel_count;
    char channels[THUD_MOTION_CHANNEL_LIMIT][64];
    size_t warning_count;
    thud_error warnings[THUD_MOTION_WARNING_LIMIT]; /* their status is THUD_OK */
    thud_error error; /* where and why, when the status is not THUD_OK; never quotes a file that is not a motion */
} thud_motion_info;

/*
 * Reads a file of any known format, or such a text in memory. `options` and `info` may be NULL. The whole file is
 * read; memory is a small multiple of its size, whatever its header claims. It must be a regular file of at most 1
 * GiB, or of THUD_MAX_FILE in the environment (64M, 4G). "-" is standard input. These rules hold for all files
 * that the library reads, except that a file named inside another one is never standard input.
 */
THUD_API thud_status thud_motion_read(const char *path, const thud_motion_options *options, thud_motion **motion,
                                      thud_motion_info *info);
THUD_API thud_status thud_motion_parse(const char *text, size_t size, const thud_motion_options *options,
                                       thud_motion **motion, thud_motion_info *info);

/* The format at an index, in the order in which they are tried; NULL past the last. */
THUD_API const char *thud_motion_format_name(size_t index);
THUD_API const char *thud_motion_format_description(size_t index);

/* ---- Intensity ---- */

/*
 * Strength of a motion. Peaks are the largest magnitudes, between samples too. Velocity and displacement start at
 * zero and are followed to the last sample.
 */
typedef struct thud_intensity {
    double pga, pga_time; /* m/s², s */
    double pgv, pgv_time; /* m/s, s */
    double pgd, pgd_time; /* m, s */
    double final_velocity, final_displacement;
    double arias;                              /* m/s: π/(2g) ∫a² dt with g = 9.80665 m/s² */
    double significant_start, significant_end; /* s, when 5 % and 95 % of it are reached; D5–95 is the difference */
    double cav;                                /* m/s: ∫|a| dt */
} thud_intensity;

THUD_API thud_status thud_motion_intensity(const thud_motion *motion, thud_intensity *intensity);

/* ---- Response spectra ---- */

/* The largest magnitudes of the response u of an oscillator, relative to the ground. */
typedef struct thud_response {
    double displacement;        /* m */
    double velocity;            /* m/s: the largest u̇ itself, not ω times the displacement */
    double pseudo_acceleration; /* m/s²: ω² times the displacement; at T = 0 the peak ground acceleration */
} thud_response;

/*
 * Solves ü + 2ζω u̇ + ω²u = −a from rest, ω = 2π/T, through the motion and the free vibration after it. Peaks
 * between samples are found. Periods, s, are zero or more; damping ratios ζ lie in [0, 1). `responses` holds
 * damping_count × period_count values, all periods of the first damping first.
 */
THUD_API thud_status thud_motion_spectrum(const thud_motion *motion, const double *periods, size_t period_count,
                                          const double *dampings, size_t damping_count, thud_response *responses);

/* ---- Scaling ---- */

typedef enum thud_measure {
    THUD_MEASURE_PGA, /* peak ground acceleration, m/s² */
    THUD_MEASURE_PGV, /* peak ground velocity, m/s */
    THUD_MEASURE_SA,  /* spectral pseudo-acceleration at a period, m/s² */
} thud_measure;

/* Target strength of a motion. */
typedef struct thud_motion_strength {
    thud_measure measure;
    double value;
    double period, damping; /* s and a ratio, for THUD_MEASURE_SA */
} thud_motion_strength;

/* The factor by which accelerations must be multiplied for this strength. */
THUD_API thud_status thud_motion_scale_factor(const thud_motion *motion, const thud_motion_strength *strength,
                                              double *factor, thud_error *error);

/* ---- Power spectral density ---- */

/* One-sided spectral density; free with thud_psd_free. */
typedef struct thud_psd {
    size_t count;         /* frequencies: 0, resolution, 2·resolution, … half the sampling rate */
    double resolution;    /* Hz */
    double *density;      /* (m/s²)²/Hz, [count] */
    double variance;      /* (m/s²)², of all samples about their mean */
    size_t segment;       /* samples in a segment */
    size_t segment_count; /* number of segments in the average */
} thud_psd;

/*
 * Welch's method: segments that overlap by half, a Hann window, and the mean of the motion removed first.
 * `segment` is even, at least 8 and at most the length of the motion; 0 takes a power of two that gives eight
 * segments or more. The step must be uniform.
 */
THUD_API thud_status thud_motion_psd(const thud_motion *motion, size_t segment, thud_psd **psd, thud_error *error);
THUD_API void thud_psd_free(thud_psd *psd);

/* The frequency, Hz, below which a given share, from 0 to 1, of the variance lies. */
THUD_API double thud_psd_quantile(const thud_psd *psd, double share);

/* ---- Baseline and filter ---- */

typedef enum thud_baseline {
    THUD_BASELINE_MEAN,      /* subtracts the mean of the samples */
    THUD_BASELINE_LINEAR,    /* subtracts the best-fitting straight line */
    THUD_BASELINE_QUADRATIC, /* subtracts the best-fitting parabola */
    THUD_BASELINE_ZERO_END,  /* adds a smooth acceleration, so that the motion ends at rest where it began */
} thud_baseline;

/* Corrects the motion in place. */
THUD_API thud_status thud_motion_correct(thud_motion *motion, thud_baseline baseline);

/* A Butterworth filter, run forwards and backwards: no phase shift, and the gain of one pass squared (−6 dB at a
 * corner). */
typedef struct thud_filter_options {
    double low;   /* Hz, lower corner; 0: none */
    double high;  /* Hz, upper corner, below half the sampling rate; INFINITY: none */
    size_t order; /* order of one pass, 1 to 16 */
    double pad;   /* s of rest before and after, which become part of the motion; 0: the length stays the same */
} thud_filter_options;

/* Defaults: everything passes, order 4, no pad. */
THUD_API thud_filter_options thud_filter_options_default(void);

/*
 * The pad, s, that a filter with a lower corner needs. With a shorter one the filtered motion before the record is
 * cut off, and the integrated motion drifts. Zero without a lower corner.
 */
THUD_API double thud_filter_pad(const thud_filter_options *options);

/* Filters the motion in place; the step must be uniform. */
THUD_API thud_status thud_motion_filter(thud_motion *motion, const thud_filter_options *options, thud_error *error);

/* ---- The elastic spectrum of Eurocode 8 ---- */

/* The horizontal elastic spectrum of EN 1998-1:2004, 3.2.2.2 and annex A. Its values may be changed afterwards, as
 * national annexes do. */
typedef struct thud_ec8 {
    double ag;          /* m/s², design acceleration on ground of type A */
    double damping;     /* ratio ξ */
    double soil_factor; /* S */
    double tb, tc, td;  /* s */
    double te, tf;      /* s: annex A, type 1; both 0: the spectrum ends at 4 s */
} thud_ec8;

/* Type 1 or 2, soil 'A' to 'E', damping 5 %; other values give THUD_ERROR_ARGUMENT. */
THUD_API thud_status thud_ec8_init(thud_ec8 *spectrum, int type, char soil, double ag);

/* Checks the spectrum. `error` (may be NULL) says which number is wrong and why. */
THUD_API thud_status thud_ec8_check(const thud_ec8 *spectrum, thud_error *error);

/* The longest period of the spectrum, s: 4, or INFINITY with annex A. */
THUD_API double thud_ec8_longest(const thud_ec8 *spectrum);

/* Pseudo-acceleration, m/s², at a period of zero or more, s; NAN beyond the longest period. */
THUD_API double thud_ec8_acceleration(const thud_ec8 *spectrum, double period);

#ifdef __cplusplus
}
#endif
#endif
