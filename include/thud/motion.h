/*
 * Ground motion: accelerograms read from files or generated, their spectra and measures.
 *
 * Accelerations are in m/s² throughout and linear in time between samples; everything that is computed from a
 * motion is exact for that function.
 */
#ifndef THUD_MOTION_H
#define THUD_MOTION_H

#include <stddef.h>

#include <thud/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An accelerogram. Made by the functions below, freed with thud_motion_free. */
typedef struct thud_motion {
    size_t count;         /* samples, at least 2 */
    double step;          /* s between samples; 0 when `time` gives the instants */
    double *time;         /* s, [count], increasing, or NULL when the step is uniform */
    double *acceleration; /* m/s², [count] */
} thud_motion;

/* Uniform step, accelerations zero; NULL without memory or for a bad count or step. */
THUD_API thud_motion *thud_motion_create(size_t count, double step);
THUD_API void thud_motion_free(thud_motion *motion);

/* The instant of a sample, s. */
THUD_API double thud_motion_time(const thud_motion *motion, size_t index);

/* THUD_OK when there are two samples or more, the times increase and all numbers are finite. */
THUD_API thud_status thud_motion_check(const thud_motion *motion);

/* ---- Reading files ---- */

/* What the reader is to know beside the file; the default is nothing at all. */
typedef struct thud_motion_options {
    const char *format;  /* name of a format; NULL: found by content */
    const char *unit;    /* of the accelerations, as in "g", "gal", "mm/s^2"; NULL: the file says */
    double step;         /* s between samples; 0: the file says */
    const char *channel; /* name of a channel, or its number from 1; NULL: the first */
} thud_motion_options;

THUD_API thud_motion_options thud_motion_options_default(void);

enum {
    THUD_MOTION_WARNING_LIMIT = 16, /* as many are kept; all are counted */
    THUD_MOTION_CHANNEL_LIMIT = 32,
};

/* What was understood of a file, as far as it was read. Holds no memory of its own. */
typedef struct thud_motion_info {
    const char *format; /* its name, static; NULL when it was not recognised */
    char title[128];    /* event or first line, "" when there is none; always printable UTF-8, as are the others */
    char station[128];
    char channel[64];    /* the one that was read; "" when the file has but one and no name for it */
    char unit[32];       /* of the accelerations in the file: "g", "cm/s^2" */
    size_t header_count; /* samples by the header; 0 when it does not say */
    double header_peak;  /* m/s², by the header; NAN when it does not say */
    double start;        /* s, time of the first sample in the file; that of the motion is 0 */
    double offset;       /* m/s², the mean that was removed from raw data; 0 when none was */
    size_t channel_count;
    char channels[THUD_MOTION_CHANNEL_LIMIT][64];
    size_t warning_count;
    thud_error warnings[THUD_MOTION_WARNING_LIMIT]; /* their status is THUD_OK */
    thud_error
        error; /* where and why, when the status is not THUD_OK; nothing is quoted from a file that is no motion */
} thud_motion_info;

/*
 * Reads a file of any known format, or a text of that kind in memory. `options` and `info` may be NULL.
 * The file is read whole; memory is a small multiple of its size, whatever its header claims. It is a regular file
 * of at most 1 GiB, or of what THUD_MAX_FILE in the environment says (64M, 4G); "-" is standard input. That holds
 * for all files that the library reads, but those that other files name are never standard input.
 */
THUD_API thud_status thud_motion_read(const char *path, const thud_motion_options *options, thud_motion **motion,
                                      thud_motion_info *info);
THUD_API thud_status thud_motion_parse(const char *text, size_t size, const thud_motion_options *options,
                                       thud_motion **motion, thud_motion_info *info);

/* The formats by number, in the order in which they are tried; NULL past the last. */
THUD_API const char *thud_motion_format_name(size_t index);
THUD_API const char *thud_motion_format_description(size_t index);

/* ---- Intensity ---- */

/*
 * How strong a motion is. Peaks are the largest magnitudes, between samples too; velocity and displacement begin
 * with zero, and are followed to the last sample.
 */
typedef struct thud_intensity {
    double pga, pga_time; /* m/s², s */
    double pgv, pgv_time; /* m/s, s */
    double pgd, pgd_time; /* m, s */
    double final_velocity, final_displacement;
    double arias;                              /* m/s: π/(2g) ∫a² dt with g = 9.80665 m/s² */
    double significant_start, significant_end; /* s, when 5 % and 95 % of that are reached; D5–95 lies between */
    double cav;                                /* m/s: ∫|a| dt */
} thud_intensity;

THUD_API thud_status thud_motion_intensity(const thud_motion *motion, thud_intensity *intensity);

/* ---- Response spectra ---- */

/* The largest magnitudes of the response u of one oscillator, relative to the ground. */
typedef struct thud_response {
    double displacement;        /* m */
    double velocity;            /* m/s: of u̇ itself, not ω times the displacement */
    double pseudo_acceleration; /* m/s²: ω² times the displacement; at T = 0 the acceleration of the ground */
} thud_response;

/*
 * ü + 2ζω u̇ + ω²u = −a from rest, ω = 2π/T, followed through the motion and the free vibration after it; peaks
 * between samples are found. Periods are zero or more, s; damping ratios ζ in [0, 1). `responses` holds
 * damping_count × period_count, the periods of the first damping first.
 */
THUD_API thud_status thud_motion_spectrum(const thud_motion *motion, const double *periods, size_t period_count,
                                          const double *dampings, size_t damping_count, thud_response *responses);

/* ---- Scaling ---- */

typedef enum thud_measure {
    THUD_MEASURE_PGA, /* peak ground acceleration, m/s² */
    THUD_MEASURE_PGV, /* peak ground velocity, m/s */
    THUD_MEASURE_SA,  /* spectral pseudo-acceleration at a period, m/s² */
} thud_measure;

/* How strong a motion is to be. */
typedef struct thud_motion_strength {
    thud_measure measure;
    double value;
    double period, damping; /* s and a ratio, of THUD_MEASURE_SA */
} thud_motion_strength;

/* The factor on the accelerations that gives a motion this strength. */
THUD_API thud_status thud_motion_scale_factor(const thud_motion *motion, const thud_motion_strength *strength,
                                              double *factor, thud_error *error);

/* ---- Power spectral density ---- */

/* One-sided density of the variance over frequency; freed with thud_psd_free. */
typedef struct thud_psd {
    size_t count;         /* frequencies: 0, resolution, 2·resolution, … half the sampling rate */
    double resolution;    /* Hz */
    double *density;      /* (m/s²)²/Hz, [count] */
    double variance;      /* (m/s²)², of all samples about their mean */
    size_t segment;       /* samples in a segment */
    size_t segment_count; /* segments that the density is the mean of */
} thud_psd;

/*
 * Welch's method: segments that overlap by half, a Hann window, the mean of the motion removed beforehand.
 * `segment` is even, at least 8 and at most as long as the motion; 0 takes a power of two that gives eight segments
 * or more. Uniform steps only.
 */
THUD_API thud_status thud_motion_psd(const thud_motion *motion, size_t segment, thud_psd **psd, thud_error *error);
THUD_API void thud_psd_free(thud_psd *psd);

/* The frequency, Hz, below which a share of the variance lies, from 0 to 1. */
THUD_API double thud_psd_quantile(const thud_psd *psd, double share);

/* ---- Baseline and filter ---- */

typedef enum thud_baseline {
    THUD_BASELINE_MEAN,      /* subtracts the mean of the samples */
    THUD_BASELINE_LINEAR,    /* the straight line that fits them best */
    THUD_BASELINE_QUADRATIC, /* the parabola */
    THUD_BASELINE_ZERO_END,  /* adds the smooth acceleration that lets the motion end at rest, where it began */
} thud_baseline;

/* Corrects the motion in place. */
THUD_API thud_status thud_motion_correct(thud_motion *motion, thud_baseline baseline);

/* A Butterworth filter, run forwards and backwards: no phase, the gain of one pass squared (−6 dB at a corner). */
typedef struct thud_filter_options {
    double low;   /* Hz, lower corner; 0: none */
    double high;  /* Hz, upper corner, below half the sampling rate; INFINITY: none */
    size_t order; /* of one pass, 1 to 16 */
    double pad;   /* s of rest before and after, which become part of the motion; 0: it stays as long as it is */
} thud_filter_options;

/* Everything passes, order 4, no pad. */
THUD_API thud_filter_options thud_filter_options_default(void);

/*
 * The pad, s, without which a filter with a lower corner takes away what the filtered motion does before the record
 * begins: integrated from rest, the rest of it drifts. Zero without such a corner.
 */
THUD_API double thud_filter_pad(const thud_filter_options *options);

/* Filters the motion in place; uniform steps only. */
THUD_API thud_status thud_motion_filter(thud_motion *motion, const thud_filter_options *options, thud_error *error);

/* ---- The elastic spectrum of Eurocode 8 ---- */

/* Horizontal, EN 1998-1:2004, 3.2.2.2 and annex A. Its numbers may be changed afterwards, as national annexes do.
 */
typedef struct thud_ec8 {
    double ag;          /* m/s², design acceleration on ground of type A */
    double damping;     /* ratio ξ */
    double soil_factor; /* S */
    double tb, tc, td;  /* s */
    double te, tf;      /* s: annex A, of type 1; both 0 without, and the spectrum ends at 4 s */
} thud_ec8;

/* Type 1 or 2, soil 'A' to 'E', damping 5 %; other names give THUD_ERROR_ARGUMENT. */
THUD_API thud_status thud_ec8_init(thud_ec8 *spectrum, int type, char soil, double ag);

/* Says which of the numbers is wrong and why, in `error` (may be NULL). */
THUD_API thud_status thud_ec8_check(const thud_ec8 *spectrum, thud_error *error);

/* The longest period that it has values for, s: 4, or INFINITY with those of annex A. */
THUD_API double thud_ec8_longest(const thud_ec8 *spectrum);

/* Pseudo-acceleration, m/s², at a period of zero or more, s; NAN beyond the longest. */
THUD_API double thud_ec8_acceleration(const thud_ec8 *spectrum, double period);

#ifdef __cplusplus
}
#endif
#endif
