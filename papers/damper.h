/*
 * The impact damper of Li & Darby 2009: a ball between two stops in a frame on a shaking table.
 *
 * M = 1.35 kg, K = 865 N/m, C = 1.092 N s/m; ball 0.11 kg, clearance 15 mm, the ball in its middle at the start.
 */
#ifndef THUD_PAPERS_DAMPER_H
#define THUD_PAPERS_DAMPER_H

#include "course.h"
#include "paper.h"

#define DAMPER_FRAME 1.35      /* kg */
#define DAMPER_BALL 0.11       /* kg */
#define DAMPER_RATIO 0.082     /* of the masses, as printed */
#define DAMPER_DIAMETER 0.030  /* m, of the ball */
#define DAMPER_STIFFNESS 865.0 /* N/m */
#define DAMPER_DAMPING 1.092   /* N s/m */
#define DAMPER_CLEARANCE 0.015 /* m */
#define DAMPER_RELEASE 0.015   /* m */
#define DAMPER_LEFT_OUT 2.0    /* s, that the figures of a random base leave out */
#define DAMPER_CONVERTER 24.0  /* m/s², where the paper's converter ended */

/* Hz, of the frame alone. */
double damper_frequency(void);

/* What the stops are covered with; the measured restitution and contact time. */
typedef struct surface {
    const char *name;
    double e, contact_time; /* s; 0: impulse and momentum */
    bool zero_force;        /* the stops let go where their force is zero; the paper holds them until δ = 0 */
} surface;

/*
 * Eq 10: k = m(π² + ln² e)/Tc², m the effective mass. With separation at zero force e and Tc give the same c and
 * k = c²/(4 m ζ²), ζ being the damping ratio that returns e.
 */
double surface_stiffness(const surface *s);

/* How the frame is set in motion, and for how long. */
typedef struct shake {
    double displacement; /* m, of frame and ball at the start */
    thud_signal ground;
    double duration, interval; /* s */
} shake;

/* What a run leaves. */
typedef struct damper_run {
    course acceleration; /* m/s², of the frame, absolute */
    course force;        /* N, of the right stop */
    size_t impacts;
    size_t beyond;     /* impacts that accelerate the frame by more than the paper's converter could tell */
    size_t early;      /* impacts in the first two seconds */
    double rms, peak;  /* m/s², of the acceleration; the rms as sampled, the peak the true one */
    double rms_open;   /* the rms of the samples at which both gaps are open */
    size_t open;       /* how many these are */
    double max_force;  /* N; NAN for impulses */
    double settled;    /* s: |x| of the frame stays below a tenth of its start from here on; samples */
    double last_large; /* of that search */
    thud_impact_entry strongest; /* of the impacts booked in the last half of the run */
    double half;
} damper_run;

damper_run damper_solve(const surface *s, const shake *how);

/* The impacts, and their range where a clearance within 10⁻³ of the nominal one decides it: "20", or "76 (72–77)".
 */
typedef struct damper_count {
    char text[32];
} damper_count;

damper_count damper_count_impacts(const surface *s, const shake *how);
void damper_free(damper_run *run);

/*
 * The largest value of the density between 2 Hz and 6 Hz, where the frame alone vibrates: the frequency of its bin,
 * and that of the largest value when the segments are padded with zeros, so that there are values between the bins.
 */
typedef struct damper_summit {
    double frequency, padded, density; /* Hz, Hz, (m/s²)²/Hz */
} damper_summit;

/* "1.60, bin at 3.97 Hz, zero-padded 3.95 Hz" */
void damper_write_summit(FILE *stream, damper_summit top);

enum { DAMPER_SEGMENT = 32768 }; /* samples of a segment of the density: 0.3 Hz apart at 10 kHz */

/* What the densities are made with: segments of a run of so many seconds, and the distance of their bins, Hz. */
size_t damper_segments(double duration, double interval);
double damper_bin(double interval);

/* The mean of a density between two frequencies. */
double damper_psd_mean(const damper_run *run, double interval, double from, double to);

/* The largest factor between two densities, either way, from one frequency to another. */
double damper_psd_factor(const damper_run *a, const damper_run *b, double interval, double from, double to);

/* Where the density of `a` is above that of `b`: the first and the last of most bins in a row between two
 * frequencies. */
typedef struct damper_band {
    double from, to; /* Hz */
    size_t bins;
} damper_band;

damper_band damper_psd_above(const damper_run *a, const damper_run *b, double interval, double from, double to);

damper_summit damper_psd_summit(const damper_run *run, double interval);

/* Power spectral density of the acceleration up to `most` Hz, as a block of "frequency density" lines. */
void damper_write_psd(const damper_run *run, double interval, size_t segment, double most, FILE *stream);

/* Two panels of accelerations over each other: impulse and momentum above, spring and damper below. */
void damper_draw_courses(paper *page, const char *figure, const damper_run *impulse, const damper_run *spring,
                         double from, double to, double range);

/* Both densities in one figure. */
void damper_draw_psd(paper *page, const char *figure, const damper_run *impulse, const damper_run *spring,
                     double interval);

#endif
