/*
 * From what a laboratory measures to the parameters of a contact: restitution and contact time, force histories,
 * bounces of a dropped ball; and of a structure: its free vibration, a static load test, a transfer function.
 * Estimates come with standard errors.
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

/* What was measured of one impact. Standard errors of 0 are not known. */
typedef struct thud_contact_measurement {
    const thud_law *law;
    double restitution;  /* e, in (0, 1] */
    double contact_time; /* Tc, s, under the separation rule in use */
    double mass;         /* effective mass m, kg */
    double speed;        /* approach speed v, m/s; 0 when it is not known, which does for most laws with n = 1 */
    double exponent;     /* n */
    thud_separation separation;
    double restitution_error;
    double contact_time_error; /* s */
} thud_contact_measurement;

/* The law's own exponent and separation; everything else is still to be filled in. */
THUD_API thud_contact_measurement thud_contact_measurement_default(const thud_law *law);

/* Relative change of a parameter per relative change of what was measured: d ln x/d ln e, d ln x/d ln Tc. */
typedef struct thud_sensitivity {
    double to_restitution; /* infinite for the damping at e = 1 */
    double to_contact_time;
} thud_sensitivity;

typedef struct thud_contact_parameters {
    double stiffness; /* k, N/mⁿ */
    double damping;   /* c, N·s/m^(p+1); k₂, N/m, of bilinear laws */
    double exponent_n, exponent_p;
    thud_sensitivity stiffness_sensitivity, damping_sensitivity;
    double stiffness_error, damping_error; /* standard errors to first order; NAN when none are known */
    double correlation;                    /* between the two; NAN likewise */
} thud_contact_parameters;

/* The only k and c with which the impact has this restitution and lasts this long. `error` may be NULL. */
THUD_API thud_status thud_identify_contact(const thud_contact_measurement *measured,
                                           thud_contact_parameters *parameters, thud_error *error);

/* ---- Files ---- */

typedef enum thud_measurement_kind {
    THUD_MEASUREMENT_ANY,          /* as the columns say; only to ask with */
    THUD_MEASUREMENT_FORCE,        /* time and contact force */
    THUD_MEASUREMENT_ACCELERATION, /* time and acceleration */
    THUD_MEASUREMENT_BOUNCES,      /* times at which a ball strikes the floor */
    THUD_MEASUREMENT_HEIGHTS,      /* drop and rebound heights */
    THUD_MEASUREMENT_STATIC,       /* loads and deflections */
    THUD_MEASUREMENT_TRANSFER,     /* frequency, real and imaginary part, or magnitude and phase */
} thud_measurement_kind;

/* What the transfer function is a quotient of; the first three by the force. */
typedef enum thud_transfer_kind {
    THUD_TRANSFER_RECEPTANCE,       /* displacement, m/N */
    THUD_TRANSFER_MOBILITY,         /* velocity, m/(N s) */
    THUD_TRANSFER_ACCELERANCE,      /* acceleration, 1/kg */
    THUD_TRANSFER_TRANSMISSIBILITY, /* absolute acceleration by that of the base */
} thud_transfer_kind;

/* Columns of a file, in SI units; freed with thud_measurement_free. */
typedef struct thud_measurement {
    thud_measurement_kind kind;
    size_t count;  /* rows, at least 1 */
    double *time;  /* s, [count], increasing; of transfer functions the frequency, Hz; NULL for heights and loads */
    double *value; /* force or load, N; acceleration, m/s²; height of the drop, m; real part; NULL for bounces */
    double *second; /* rebound or deflection, m; imaginary part; penetration, m, beside a force; otherwise NULL */
    size_t line;    /* where the rows begin, from 1 */
    thud_transfer_kind response; /* of transfer functions, as their unit says */
    char assumed[64];            /* where columns have no unit: "times in s, forces in N"; otherwise empty */
} thud_measurement;

/*
 * Reads text or CSV, with a line that names the columns (time, force, acceleration, penetration, drop, rebound) and
 * their units in brackets. Load and deflection without a time are a load test; frequency with real and imaginary,
 * or magnitude and phase, a transfer function, whose unit tells which (m/N, m/s/N, m/s^2/N, or - by the base). A
 * single column is one of bounces; two without names are taken as what is asked for, or time and force. Columns
 * without a unit are taken in SI units, and `assumed` says so. When the status is not THUD_OK, `error` says where
 * and why.
 */
THUD_API thud_status thud_measurement_read(const char *path, thud_measurement_kind asked,
                                           thud_measurement **measurement, thud_error *error);
THUD_API thud_status thud_measurement_parse(const char *text, size_t size, thud_measurement_kind asked,
                                            thud_measurement **measurement, thud_error *error);
THUD_API void thud_measurement_free(thud_measurement *measurement);

/* ---- Force histories ---- */

/* One impact in a record: which samples belong to it, and what is seen without a law. */
typedef struct thud_force_impact {
    size_t first, last; /* samples to fit, with some before and after the contact; first ≤ i < last */
    double begin, end;  /* s, of the contact, roughly */
    double peak;        /* N, above the offset; what the gauge could show, where it is clipped */
    size_t contact;     /* samples in contact */
    size_t clipped;     /* of these, saturated ones, which are left out */
} thud_force_impact;

typedef struct thud_force_record {
    const double *time;  /* s, increasing */
    const double *force; /* N, positive when it pushes the bodies apart */
    size_t count;
    double offset; /* N, reading without contact */
    double noise;  /* N, standard deviation of the readings without contact */
    double clip;   /* N, reading at which the gauge is saturated; INFINITY when it never is */
    bool has_rest; /* whether there are readings without contact; otherwise the offset is taken as 0 */
    thud_force_impact *impacts;
    size_t impact_count; /* at least 1 */
} thud_force_record;

/*
 * Finds the impacts: stretches where the force stands out of the noise, which is estimated from the readings before
 * the first. Keeps pointers to both arrays; freed with thud_force_record_free.
 */
THUD_API thud_status thud_force_record_create(const double *time, const double *force, size_t count,
                                              thud_force_record **record, thud_error *error);
THUD_API void thud_force_record_free(thud_force_record *record);

/*
 * The low-pass filter of the amplifier that readings have gone through: an analogue one of Butterworth's, causal,
 * so that the force of a law is filtered before it is compared.
 */
enum { THUD_FILTER_MOST_ORDER = 8 };
typedef struct thud_gauge_filter {
    int order;     /* 1 to THUD_FILTER_MOST_ORDER; 0: none */
    double corner; /* Hz, where 0.71 of an amplitude is left */
    bool none;     /* there is no filter, and none is looked for */
} thud_gauge_filter;

/* From words: "butterworth 4 2kHz", or "none". `error` may be NULL. */
THUD_API thud_status thud_gauge_filter_parse(const char *text, thud_gauge_filter *filter, thud_error *error);

typedef struct thud_force_options {
    const thud_law *law;
    thud_separation separation;
    double mass;              /* effective mass m, kg */
    double exponent;          /* n; NAN: fitted where the law leaves it free */
    double speed;             /* approach speed v, m/s, where it is known; 0: fitted */
    thud_gauge_filter filter; /* of the gauge; where it is not known, one is looked for when readings ask for it */
} thud_force_options;

THUD_API thud_force_options thud_force_options_default(const thud_law *law, double mass);

/* An estimate and its standard error, which is 0 for what was given or fixed. */
typedef struct thud_estimate {
    double value;
    double error;
} thud_estimate;

/*
 * A law fitted to one impact, or, pooled, to several: by least squares, or, where the force begins with a cusp, by
 * the mean of the posterior distribution. Errors are the Jacobian's, or, where a straight line does not do for the
 * model, from the posterior.
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
    double covariance[3][3];    /* of ln k, c (ln k₂ of bilinear laws) and n */
    bool undamped;              /* least squares ask for no damping, or less than none: it was set to zero */
    bool exponent_at_limit;     /* n would leave the range of the law: it was set to its end */
    size_t samples, parameters; /* that were fitted */
    double residual;            /* N, root mean square */
    double r_squared;
    double aic, bic; /* by effective samples; comparable within a ranking */
    /*
     * What the readings are like. Those of noise that is correlated count as fewer: as many of white noise would
     * know as much. Residuals in the contact that have more power than the noise at rest refute law and filter;
     * errors are then widened by the root of the ratio.
     */
    int filter_order;     /* of the filter, given or found; 0: none */
    thud_estimate corner; /* Hz, of it; its error is 0 where it was given */
    size_t noise_order;   /* readings before, on which a reading depends; 0: white */
    double effective_samples;
    double misfit;             /* ratio of the powers; 1 where chance may do it */
    double misfit_probability; /* that it does; NAN where nothing tells */
} thud_force_fit;

/* Of the test of misfit: so often a law that is right is refuted. */
#define THUD_FORCE_SIGNIFICANCE 0.001

/* Fits one impact of a record. `error` may be NULL. */
THUD_API thud_status thud_identify_force(const thud_force_record *record, size_t impact,
                                         const thud_force_options *options, thud_force_fit *fit, thud_error *error);

/*
 * Several fits of one law, each to an impact of its own, as one: k, c and n by generalised least squares, the rest
 * NAN. `mismatch` is χ² per degree of freedom, about 1 where the impacts agree within their errors; NAN for one.
 */
THUD_API thud_status thud_force_pool(const thud_force_fit *fits, size_t count, thud_force_fit *pooled,
                                     double *mismatch);

/* Force of a fit at an instant, N, offset included. */
THUD_API thud_status thud_force_predict(const thud_force_fit *fit, const double *times, size_t count,
                                        double *forces);

/*
 * The slope of a measured penetration, m, over the one that the fit implies, during contact: 1 where the mass is
 * right, otherwise the mass that was taken over the true one. The zero of the measured one does not matter.
 */
THUD_API thud_status thud_force_penetration_ratio(const thud_force_record *record, size_t impact,
                                                  const double *penetration, const thud_force_fit *fit,
                                                  thud_estimate *ratio);

enum { THUD_RANK_MOST = 32, THUD_RANK_NAMES = 512 };

/* Laws whose force histories cannot be told apart: one structure, one separation rule, one range of n. */
typedef struct thud_rank_row {
    thud_force_fit fit;          /* with the first law of the group; but of the best all by least squares alone */
    char names[THUD_RANK_NAMES]; /* all its laws, separated by commas */
    double difference;           /* of BIC from the best; damped laws also pay for their damping, see below */
    double weight;               /* probability, were one of the laws true and all as likely before */
} thud_rank_row;

typedef struct thud_ranking {
    size_t count;
    thud_rank_row rows[THUD_RANK_MOST]; /* best first */
} thud_ranking;

/*
 * Fits every law to the same samples and orders them by BIC, but so that a damped law comes before the best elastic
 * one only where twice its gain in the logarithm of the likelihood is above 15: damping that is not significant is
 * none. An exponent or a separation rule other than the
 * defaults leaves out the laws that do not have it. options->law is not read.
 */
THUD_API thud_status thud_identify_rank(const thud_force_record *record, size_t impact,
                                        const thud_force_options *options, thud_ranking *ranking,
                                        thud_error *error);

/* ---- Bounces of a dropped ball ---- */

/* e = 1 − a v^b */
typedef struct thud_restitution_law {
    thud_estimate a, b;
    double correlation;
    double residual; /* root mean square, of e */
} thud_restitution_law;

typedef struct thud_bounce {
    double speed; /* m/s, before it */
    double restitution;
    double error; /* standard error; NAN when nothing tells */
} thud_bounce;

typedef struct thud_bounces {
    size_t count; /* at least 1 */
    thud_bounce *bounces;
    thud_estimate restitution; /* pooled; its error is NAN when nothing tells, or when a constant is refuted */
    bool has_law;
    thud_restitution_law law; /* where three different speeds or more allow it */
    /*
     * A constant e is the law with b = 0. How likely b would gain as much as it does by chance were e constant:
     * Student's t test, or χ² where the error of a reading is given; NAN without a law. Below the significance the
     * constant is refuted, and errors are those about the law.
     */
    double constant_probability;
    bool constant_refuted;
} thud_bounces;

/* Of the test of a constant e: so often a constant that is true is refuted. */
#define THUD_BOUNCES_SIGNIFICANCE 0.01

typedef struct thud_bounce_options {
    double gravity;      /* m/s² */
    double contact_time; /* s; the flights are shorter than the times between touches by this */
    double drop;         /* m, height of the first drop; 0 when it is not known */
    double error;        /* standard error of a time, s, or of a height, m; 0: from the scatter */
} thud_bounce_options;

/* Standard gravity, 9.80665 m/s²; nothing else is known. */
THUD_API thud_bounce_options thud_bounce_options_default(void);

/* From the times, s, at which the ball touches the floor. Freed with thud_bounces_free. */
THUD_API thud_status thud_identify_bounces(const double *times, size_t count, const thud_bounce_options *options,
                                           thud_bounces **bounces, thud_error *error);

/* From the heights, m, of one ball: of the drop, and of each rebound after it. */
THUD_API thud_status thud_identify_heights(const double *heights, size_t count, const thud_bounce_options *options,
                                           thud_bounces **bounces, thud_error *error);

/* From drops that have nothing to do with each other, each with its rebound, m. */
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
    thud_estimate damping_ratio; /* of critical damping */
    size_t points;               /* extremes or spectral lines that it was found from; 0: it could not be */
} thud_mode;

typedef struct thud_vibration {
    thud_mode decrement; /* logarithmic decrement of the extremes */
    thud_mode spectrum;  /* peak of the power spectral density */
    double release;      /* s, when the largest extreme is reached, from which on the record is used */
    double amplitude;    /* m/s², there */
    double offset;       /* m/s², mean reading */
} thud_vibration;

/*
 * Natural frequency and damping of a structure that was released. Either way may fail for want of extremes, or of a
 * uniform step, without the other; when both do it is an error. `error` may be NULL.
 */
THUD_API thud_status thud_identify_vibration(const thud_motion *motion, thud_vibration *vibration,
                                             thud_error *error);

/* ---- Static load test ---- */

typedef struct thud_static_load {
    thud_estimate stiffness; /* K, N/m */
    thud_estimate offset;    /* m, deflection without load */
    double residual;         /* m, root mean square of the deflections; NAN for two readings, as are the errors */
    double r_squared;
} thud_static_load;

/*
 * The stiffness of a structure from loads, which are known, and the deflections that were read, by least squares: x
 * = x₀ + F/K. Two readings or more; errors need three. `error` may be NULL.
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
    thud_mode half_power;    /* from magnitudes */
    thud_mode circle;        /* from the circle of the mobility in the complex plane */
    thud_estimate mass;      /* kg, of the circle; NAN for a transmissibility, as are the next two */
    thud_estimate stiffness; /* K, N/m */
    thud_estimate damping;   /* C, N·s/m */
    double residual;         /* root mean square of real and imaginary parts, of the circle's diameter */
    /* the circle of the mobility, m/(N s); of i(T − 1)/ω, s, of a transmissibility T */
    double diameter, shift_real, shift_imaginary; /* it goes through its shift, and lies to the right of it */
} thud_resonance;

/*
 * Natural frequency and damping of the largest resonance, by its half-power bandwidth and by the circle that its
 * mobility draws. Needs both half-power points and six lines about them. `error` may be NULL.
 */
THUD_API thud_status thud_identify_transfer(const thud_transfer *transfer, thud_resonance *resonance,
                                            thud_error *error);

#ifdef __cplusplus
}
#endif
#endif
