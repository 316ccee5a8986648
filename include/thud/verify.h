/*
 * Verification: the same model solved again by SUNDIALS CVODE with root finding, and compared.
 *
 * The second solver has its own equations of motion. It uses Adams methods at the tightest tolerance that works
 * for the model, and starts anew at every event and at every sample of a record. It finds its own trajectories and
 * its own peaks of displacement, velocity, acceleration, force, penetration and deformation. It counts impacts and
 * has its own energy balance.
 *
 * Two numbers differ when the difference exceeds 1e-6 of their size (1e-4 for reactions and accelerations where
 * rigid contacts come to rest), and also ten times the deviation among copies of the run whose inputs vary by 1e-9
 * (<thud/spread.h>). Impacts magnify differences, in chaotic models without limit. `agreed_until` is the time up
 * to which both trajectories agree; numbers are compared up to there. Trajectories that part where those of the
 * copies do not are also a difference.
 *
 * Some results are not determined and are not judged: forces at rest that several contacts and links can share in
 * many ways; forces of rigid contacts that come to rest while adjacent ones do not; and impacts of rigid contacts
 * of one body that close at the same instant.
 */
#ifndef THUD_VERIFY_H
#define THUD_VERIFY_H

#include <thud/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The difference, relative to a body's peak, at which two runs disagree. */
#define THUD_VERIFY_AGREEMENT 1e-6

/* What a number belongs to. */
typedef enum thud_verify_part {
    THUD_VERIFY_BODY, /* or a rod */
    THUD_VERIFY_SUPPORT,
    THUD_VERIFY_CONTACT,
    THUD_VERIFY_LINK,
    THUD_VERIFY_ENERGY, /* the whole run */
} thud_verify_part;

/* A number that differs by more than the uncertainty of both solvers. */
typedef struct thud_verify_difference {
    thud_verify_part part;
    size_t index;    /* number of the body (rods after the bodies), support, contact or link */
    const char *key; /* as in the summary: "max_acceleration", "impacts"; "displacement" for the trajectory itself.
                        Static */
    double run, cvode;
    double allowed; /* the allowed difference */
} thud_verify_difference;

enum { THUD_VERIFY_DIFFERENCES = 16 };

typedef struct thud_verification {
    double max_difference; /* largest difference of displacements over all bodies, relative to the body's peak */
    double agreed_until;   /* s: no body differs by more than THUD_VERIFY_AGREEMENT up to here; the end if none ever
                              does */
    size_t samples;        /* number of compared instants, evenly spaced over the run */
    size_t impacts;        /* impacts counted by CVODE */
    size_t run_impacts;    /* impacts counted by thud */
    double tolerance;      /* relative, of CVODE */
    size_t steps;          /* steps of CVODE */
    double wall_seconds;   /* wall time of CVODE */
    thud_error error;      /* why and where CVODE stopped early; its status is THUD_OK when it did not */
    bool agrees;           /* true when nothing differs */
    double compared_until; /* s: numbers are compared up to here; less than the end where trajectories part */
    double peak_difference; /* the largest difference of a peak, relative to its scale */
    size_t undetermined;    /* contacts and links whose force or count is not determined, so not judged */
    size_t difference_count;
    thud_verify_difference different[THUD_VERIFY_DIFFERENCES]; /* the first differences */
} thud_verification;

/*
 * Runs a built model with both solvers. `options` (NULL: the model's own) and `contacts`, [contact], (NULL: the
 * model's own) are the parameters. `differences`, one per body (rods after bodies), are relative to the peak
 * displacement of that body; it may be NULL. THUD_ERROR_ARGUMENT: Moreau's solver is not checked, since it has a
 * discretisation error. THUD_ERROR_UNSUPPORTED: the library was built without SUNDIALS.
 */
THUD_API thud_status thud_verify(const thud_model *model, const thud_run_options *options,
                                 const thud_gap_contact *contacts, double *differences,
                                 thud_verification *verification);

#ifdef __cplusplus
}
#endif
#endif
