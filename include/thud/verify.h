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
 * Not judged is what is not determined: reactions of rigid contacts and frictions that push the same body, and
 * where such contacts come to rest, accelerations of their bodies; impacts of rigid contacts of one body that close
 * at one instant; and all that follows where their order decides and is below what CVODE resolves, `crowded_at`.
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
    double
        agreed_until;   /* s: up to here no body differs by more than THUD_VERIFY_AGREEMENT; the end if none does */
    size_t samples;     /* instants compared, evenly spaced over the run */
    size_t impacts;     /* counted by CVODE */
    size_t run_impacts; /* counted by thud */
    double tolerance;   /* of CVODE, relative */
    size_t steps;       /* of CVODE */
    double wall_seconds;    /* of CVODE */
    thud_error error;       /* why and where CVODE stopped early; its status is THUD_OK when it did not */
    bool agrees;            /* nothing differs */
    double compared_until;  /* s: so far numbers are compared; less than the end where trajectories part */
    double peak_difference; /* the largest of all peaks, relative to the size that each is compared with */
    size_t undetermined;    /* contacts and links whose force or count is not determined, and not judged */
    /* s: from here on nothing is judged, since rigid contacts close together in an order that is rounding to CVODE,
     * and trajectories part soon after. 0: nowhere */
    double crowded_at;
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
