/*
 * From measurements to parameters. For contacts: restitution and contact time, force histories, bounces of a
 * dropped ball. For structures: free vibration, a static load test, a transfer function. Estimates come with
 * standard errors.
 */
#ifndef THUD_IDENTIFY_H
#define THUD_IDENTIFY_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/impact.h>
#include <thud/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Restitution and contact time ---- */

/* One measured impact. A standard error of 0 means unknown. */
typedef struct thud_contact_measurement {
    const thud_law *law;
    double restitution;  /* e, in (0, 1] */
    double contact_time; /* Tc, s, under the separation rule in use */
    double mass;         /* effective mass m, kg */
    double speed;        /* approach speed v, m/s; 0: unknown, which is enough for most laws with n = 1 */
    double exponent;     /* n */
    thud_separation separation;
    double restitution_error;
    double contact_time_error; /* s */
} thud_contact_measurement;

/* The law's own exponent and separation; set everything else yourself. */
THUD_API thud_contact_measurement thud_contact_measurement_default(const thud_law *law);

/* Sensitivities: relative change of a parameter per relative change of a measurement, d ln x/d ln e and d ln x/d
 * ln Tc. */
typedef struct thud_sensitivity {
    double to_restitution; /* infinite for the damping at e = 1 */
    double to_contact_time;
} thud_sensitivity;

typedef struct thud_contact_parameters {
    double stiffness; /* k, N/mⁿ */
    double damping;   /* c, N·s/m^(p+1); k₂, N/m, of bilinear laws */
    double exponent_n, exponent_p;
    thud_sensitivity stiffness_sensitivity, damping_sensitivity;
    double stiffness_error, damping_error; /* standard errors to first order; NAN when unknown */
    double correlation;                    /* between the two; NAN when unknown */
} thud_contact_parameters;

/* Finds the only k and c for which the impact has this restitution and contact time. `error` may be NULL. */
THUD_API thud_status thud_identify_contact(const thud_contact_measurement *measured,
                                           thud_contact_parameters *parameters, thud_error *error);

/* ---- Files ---- */

typedef enum thud_measurement_kind {
    THUD_MEASUREMENT_ANY,          /* let the columns decide; valid only as a request */
    THUD_MEASUREMENT_FORCE,        /* time and contact force */
    THUD_MEASUREMENT_ACCELERATION, /* time and acceleration */
    THUD_MEASUREMENT_BOUNCES,      /* times at which a ball strikes the floor */
    THUD_MEASUREMENT_HEIGHTS,      /* drop and rebound heights */
    THUD_MEASUREMENT_STATIC,       /* loads and deflections */
    THUD_MEASUREMENT_TRANSFER,     /* frequency, real and imaginary part, or magnitude and phase */
} thud_measurement_kind;

/* The quantity of a transfer function; the first three are per unit force. */
typedef enum thud_transfer_kind {
    THUD_TRANSFER_RECEPTANCE,       /* displacement, m/N */
    THUD_TRANSFER_MOBILITY,         /* velocity, m/(N s) */
    THUD_TRANSFER_ACCELERANCE,      /* acceleration, 1/kg */
    THUD_TRANSFER_TRANSMISSIBILITY, /* absolute acceleration over that of the base */
} thud_transfer_kind;

/* Columns of a file, in SI units; free with thud_measurement_free. */
typedef struct thud_measurement {
    thud_measurement_kind kind;
    size_t count;   /* rows, at least 1 */
    double *time;   /* time, s, [count], increasing; for transfer functions frequency, Hz; NULL for heights and
                       loads */
    double *value;  /* force or load, N; acceleration, m/s²; drop height, m; real part; NULL for bounces */
    double *second; /* rebound height or deflection, m; imaginary part; penetration, m, with a force; otherwise
                       NULL */
    size_t line;    /* line of the file at which the rows begin, from 1 */
    thud_transfer_kind response; /* for transfer functions, as their unit says */
    char assumed[64];            /* what columns without a unit were taken for: "times in s, forces in N";
                                    otherwise empty */
} thud_measurement;

/*
 * Reads text or CSV. One line names the columns (time, force, acceleration, penetration, drop, rebound) and gives
 * their units in brackets. Load and deflection without a time are a load test. Frequency with real and imaginary
 * part, or with magnitude and phase, is a transfer function; its unit decides which (m/N, m/s/N, m/s^2/N, or -
 * relative to the base). A single column holds bounces. Two unnamed columns are taken as the kind asked for, or as
 * time and force. Columns without a unit are taken in SI units, and `assumed` says so. When the status is not
 * THUD_OK, `error` says where and why.
 */
THUD_API thud_status thud_measurement_read(const char *path, thud_measurement_kind asked,
                                           thud_measurement **measurement, thud_error *error);
THUD_API thud_status thud_measurement_parse(const char *text, size_t size, thud_measurement_kind asked,
                                            thud_measurement **measurement, thud_error *error);
THUD_API void thud_measurement_free(thud_measurement *measurement);

/* ---- Force histories ---- */

/* One impact in a record: its samples, and what can be read without a law. */
typedef struct thud_force_impact {
    size_t first, last; /* samples to fit, with some before and after the contact: first ≤ i < last */
    double begin, end;  /* s, approximate start and end of the contact */
    double peak;        /* N, above the offset; where the gauge is saturated, its limit */
    size_t contact;     /* samples in contact */
    size_t clipped;     /* saturated samples among them, which are left out */
} thud_force_impact;

typedef struct thud_force_record {
    const double *time;  /* s, increasing */
    const double *force; /* N, positive when it pushes the bodies apart */
    size_t count;
    double offset; /* N, reading without contact */
    double noise;  /* N, standard deviation of the readings without contact */
    double clip;   /* N, reading at which the gauge saturates; INFINITY when it never does */
    bool has_rest; /* there are readings without contact; otherwise the offset is taken as 0 */
    thud_force_impact *impacts;
    size_t impact_count; /* at least 1 */
} thud_force_record;

/*
 * Finds the impacts: stretches where the force exceeds the noise. The noise is estimated from the readings before
 * the first one. The record keeps pointers to both arrays; free it with thud_force_record_free.
 */
THUD_API thud_status thud_force_record_create(const double *time, const double *force, size_t count,
                                              thud_force_record **record, thud_error *error);
THUD_API void thud_force_record_free(thud_force_record *record);

/*
 * The low-pass filter of the measuring amplifier: an analogue, causal Butterworth filter. The force of a law is
 * filtered before it is compared with the readings.
 */
enum { THUD_FILTER_MOST_ORDER = 8 };
typedef struct thud_gauge_filter {
    int order;     /* order, 1 to THUD_FILTER_MOST_ORDER; 0: no filter */
    double corner; /* Hz, where the gain is 0.71 */
    bool none;     /* there is no filter; do not look for one */
} thud_gauge_filter;

/* Reads words: "butterworth 4 2kHz", or "none". `error` may be NULL. */
THUD_API thud_status thud_gauge_filter_parse(const char *text, thud_gauge_filter *filter, thud_error *error);

typedef struct thud_force_options {
    const thud_law *law;
    thud_separation separation;
    double mass;              /* effective mass m, kg */
    double exponent;          /* n; NAN: fitted where the law allows it */
    double speed;             /* approach speed v, m/s; 0: unknown, and fitted */
    thud_gauge_filter filter; /* filter of the gauge; if unknown, one is looked for when the readings call for it */
} thud_force_options;

THUD_API thud_force_options thud_force_options_default(const thud_law *law, double mass);

/* An estimate and its standard error, which is 0 for values that were given or fixed. */
typedef struct thud_estimate {
    double value;
    double error;
} thud_estimate;

/*
 * A law fitted to one impact, or to several pooled ones. The fit is by least squares; where the force begins with
 * a cusp, it is the mean of the posterior distribution. Errors come from the Jacobian, or from the posterior where
 * the model is too nonlinear for it.
 */
typedef struct thud_force_fit {
    const thud_law *law;
    thud_separation separation;
    double mass;
    thud_estimate stiffness; /* k, N/mⁿ */
    thud_estimate damping;   /* c, N·s/m^(p+1); k₂, N/m, of bilinear laws */
    thud_estimate exponent;  /* n */
    thud_estimate speed;     /* approach speed, m/s */
    thud_estimate restitution;
    thud_estimate contact_time; /* s */
    thud_estimate begin;        /* s, first touch */
    thud_estimate offset;       /* N */
    double correlation;         /* between k and c */
    double covariance[3][3];    /* between ln k, c (bilinear laws: ln k₂) and n */
    bool undamped;              /* the least-squares damping is zero or negative: it was set to zero */
    bool exponent_at_limit;     /* n would leave the law's range: it was set to its limit */
    size_t samples, parameters; /* numbers of fitted readings and of parameters */
    double residual;            /* N, root mean square */
    double r_squared;
    double aic, bic; /* information criteria, by effective samples; comparable within a ranking */
    /*
     * Noise of the readings. Correlated readings count as fewer: as many as white noise with the same information.
     * If the residuals in contact have more power than the noise at rest, the law or the filter is refuted; errors
     * are then widened by the square root of the ratio.
     */
    int filter_order;     /* order of the filter, given or found; 0: none */
    thud_estimate corner; /* Hz, corner of the filter; its error is 0 if it was given */
    size_t noise_order;   /* previous readings that a reading depends on; 0: white noise */
    double effective_samples;
    double misfit;             /* ratio of the powers; 1 where chance explains it */
    double misfit_probability; /* probability of that by chance; NAN where it is unknown */
} thud_force_fit;

/* Significance of the test of misfit: the probability of refuting a law that is right. */
#define THUD_FORCE_SIGNIFICANCE 0.001

/* Fits one impact of a record. `error` may be NULL. */
THUD_API thud_status thud_identify_force(const thud_force_record *record, size_t impact,
                                         const thud_force_options *options, thud_force_fit *fit, thud_error *error);

/*
 * Pools fits of one law to several impacts: k, c and n by generalised least squares; the other values are NAN.
 * `mismatch` is χ² per degree of freedom, about 1 when the impacts agree within their errors; NAN for one impact.
 */
THUD_API thud_status thud_force_pool(const thud_force_fit *fits, size_t count, thud_force_fit *pooled,
                                     double *mismatch);

/* Force of a fit at an instant, N, including the offset. */
THUD_API thud_status thud_force_predict(const thud_force_fit *fit, const double *times, size_t count,
                                        double *forces);

/*
 * The slope of a measured penetration, m, against the one that the fit implies, during contact. It is 1 if the
 * mass is right; otherwise it is the mass that was given, divided by the true one. An offset of the measured
 * penetration does not matter.
 */
THUD_API thud_status thud_force_penetration_ratio(const thud_force_record *record, size_t impact,
                                                  const double *penetration, const thud_force_fit *fit,
                                                  thud_estimate *ratio);

enum { THUD_RANK_MOST = 32, THUD_RANK_NAMES = 512 };

/* Laws whose force histories are identical: one structure, one separation rule, one range of n. */
typedef struct thud_rank_row {
    thud_force_fit fit;          /* with the first law of the group; by least squares alone, except for the best */
    char names[THUD_RANK_NAMES]; /* all its laws, separated by commas */
    double difference;           /* BIC minus that of the best; damped laws also pay for their damping, see below */
    double weight;               /* probability, if one of the laws is true and all were equally likely before */
} thud_rank_row;

typedef struct thud_ranking {
    size_t count;
    thud_rank_row rows[THUD_RANK_MOST]; /* best first */
} thud_ranking;

/*
 * Fits every law to the same samples and orders them by BIC. One rule is added: a damped law comes before the best
 * elastic one only if twice its gain in log-likelihood exceeds 15; otherwise its damping is not significant. Laws
 * that do not have the exponent or separation rule of the options are left out. The function ignores options->law.
 */
THUD_API thud_status thud_identify_rank(const thud_force_record *record, size_t impact,
                                        const thud_force_options *options, thud_ranking *ranking,
                                        thud_error *error);

/* ---- Bounces of a dropped ball ---- */

/* e = 1 − a v^b */
typedef struct thud_restitution_law {
    thud_estimate a, b;
    double correlation;
    double residual; /* root mean square residual, of e */
} thud_restitution_law;

typedef struct thud_bounce {
    double speed; /* m/s, before the bounce */
    double restitution;
    double error; /* standard error; NAN when unknown */
} thud_bounce;

typedef struct thud_bounces {
    size_t count; /* at least 1 */
    thud_bounce *bounces;
    thud_estimate restitution; /* pooled; its error is NAN when unknown, or when a constant is refuted */
    bool has_law;
    thud_restitution_law law; /* where there are three different speeds or more */
    /*
     * A constant e is the law with b = 0. constant_probability is the probability that b improves the fit this
     * much by chance if e is constant. It comes from Student's t test, or from χ² where the error of a reading is
     * given; it is NAN without a law. Below the significance level the constant is refuted, and errors are those
     * about the law.
     */
    double constant_probability;
    bool constant_refuted;
} thud_bounces;

/* Significance of the test of a constant e: the probability of refuting a constant that is true. */
#define THUD_BOUNCES_SIGNIFICANCE 0.01

typedef struct thud_bounce_options {
    double gravity;      /* m/s² */
    double contact_time; /* s; subtracted from the time between touches to get the flight */
    double drop;         /* m, height of the first drop; 0: unknown */
    double error;        /* standard error of a time, s, or of a height, m; 0: estimated from the scatter */
} thud_bounce_options;

/* Standard gravity, 9.80665 m/s²; everything else unknown. */
THUD_API thud_bounce_options thud_bounce_options_default(void);

/* From the times, s, at which the ball touches the floor. Free with thud_bounces_free. */
THUD_API thud_status thud_identify_bounces(const double *times, size_t count, const thud_bounce_options *options,
                                           thud_bounces **bounces, thud_error *error);

/* From the heights, m, of one ball: the drop and each rebound after it. */
THUD_API thud_status thud_identify_heights(const double *heights, size_t count, const thud_bounce_options *options,
                                           thud_bounces **bounces, thud_error *error);

/* From independent drops, each with its rebound, m. */
THUD_API thud_status thud_identify_drops(const double *drops, const double *rebounds, size_t count,
                                         const thud_bounce_options *options, thud_bounces **bounces,
                                         thud_error *error);
THUD_API void thud_bounces_free(thud_bounces *bounces);

/*
 * A fit of force histories, alone or pooled, together with bounces of the same bodies: k, c and n by generalised least
 * squares, the rest NAN. The law with this constant c returns the restitution of each bounce at its speed; errors of
 * bounces are taken as independent. `mismatch` is χ² per bounce, about 1 where both agree within their errors.
 * Needs a law with a damper, and bounces with errors. `error` may be NULL.
 */
THUD_API thud_status thud_force_join(const thud_force_fit *fit, const thud_bounces *bounces, thud_force_fit *found,
                                     double *mismatch, thud_error *error);

/* ---- Free vibration ---- */

typedef struct thud_mode {
    thud_estimate frequency;     /* Hz, undamped */
    thud_estimate damping_ratio; /* ratio to critical */
    size_t points;               /* extremes or spectral lines used; 0: no estimate */
} thud_mode;

typedef struct thud_vibration {
    thud_mode decrement; /* logarithmic decrement of the extremes */
    thud_mode spectrum;  /* peak of the power spectral density */
    double release;      /* s, time of the largest extreme, where the analysis begins */
    double amplitude;    /* m/s², at that time */
    double offset;       /* m/s², mean reading */
} thud_vibration;

/*
 * Natural frequency and damping of a structure that was released. Each of the two methods may fail without the
 * other, for lack of extremes or of a uniform step; it is an error when both fail. `error` may be NULL.
 */
THUD_API thud_status thud_identify_vibration(const thud_motion *motion, thud_vibration *vibration,
                                             thud_error *error);

/* ---- Static load test ---- */

typedef struct thud_static_load {
    thud_estimate stiffness; /* K, N/m */
    thud_estimate offset;    /* m, deflection without load */
    double residual;         /* m, root mean square residual of the deflections; NAN for two readings, as are the
                                errors */
    double r_squared;
} thud_static_load;

/*
 * The stiffness of a structure from known loads and measured deflections, by least squares: x = x₀ + F/K. It needs
 * two readings; errors need three. `error` may be NULL.
 */
THUD_API thud_status thud_identify_static(const double *load, const double *deflection, size_t count,
                                          thud_static_load *found, thud_error *error);

/* ---- Transfer function ---- */

typedef struct thud_transfer {
    thud_transfer_kind response;
    const double *frequency; /* Hz, increasing and above zero */
    const double *real, *imaginary;
    size_t count;
} thud_transfer;

typedef struct thud_resonance {
    thud_mode half_power;    /* by the half-power bandwidth */
    thud_mode circle;        /* by the circle of the mobility in the complex plane */
    thud_estimate mass;      /* kg, from the circle; NAN for a transmissibility, as are the next two */
    thud_estimate stiffness; /* K, N/m */
    thud_estimate damping;   /* C, N·s/m */
    double residual; /* root mean square of real and imaginary residuals, relative to the circle's diameter */
    /* the fitted circle: of the mobility, m/(N s), or of i(T − 1)/ω, s, for a transmissibility T */
    double diameter, shift_real, shift_imaginary; /* a point of the circle, which lies to the right of it */
} thud_resonance;

/*
 * Natural frequency and damping of the largest resonance, by its half-power bandwidth and by the circle of its
 * mobility. The data must contain both half-power points and six lines around them. `error` may be NULL.
 */
THUD_API thud_status thud_identify_transfer(const thud_transfer *transfer, thud_resonance *resonance,
                                            thud_error *error);

#ifdef __cplusplus
}
#endif
#endif
