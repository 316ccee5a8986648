/*
 * A second opinion: the same model solved again by SUNDIALS CVODE with root finding, and compared.
 *
 * The other solver has its own equations of motion, written down as they are: Adams' methods at the tightest
 * tolerance that they can follow the model with, started anew at every event and at every sample of a record. It
 * finds its own trajectories, its own peaks of displacement, velocity, acceleration, force, penetration and
 * deformation, counts impacts and has its own energy balance. These are compared.
 *
 * Two numbers differ where they are further apart than 1e-6 of their size (1e-4 of reactions and accelerations,
 * where rigid contacts come to rest), and than ten times what copies of the run differ by whose inputs are varied
 * by 1e-9
 * (<thud/spread.h>). Impacts magnify differences, and a chaotic model magnifies them without end: `agreed_until`
 * says how far both trajectories are the same, and numbers are compared up to there. Trajectories that part where
 * those of the copies do not are a difference, too.
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

/* What two runs must differ by, relative to the peak of a body, to disagree. */
#define THUD_VERIFY_AGREEMENT 1e-6

/* What a number is of. */
typedef enum thud_verify_part {
    THUD_VERIFY_BODY, /* or a rod */
    THUD_VERIFY_SUPPORT,
    THUD_VERIFY_CONTACT,
    THUD_VERIFY_LINK,
    THUD_VERIFY_ENERGY, /* of all */
} thud_verify_part;

/* A number that differs by more than both solvers leave uncertain. */
typedef struct thud_verify_difference {
    thud_verify_part part;
    size_t index; /* of the body (rods after the bodies), the support, the contact, the link */
    const char
        *key; /* as in the summary: "max_acceleration", "impacts"; "displacement": the trajectory itself. Static */
    double run, cvode;
    double allowed; /* what they may differ by */
} thud_verify_difference;

enum { THUD_VERIFY_DIFFERENCES = 16 };

typedef struct thud_verification {
    double max_difference; /* of displacements, the largest of all bodies, relative to the peak of the body */
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
    /* s: here rigid contacts of one body closed together, in an order that is rounding to CVODE, and trajectories
     * part: nothing that follows is judged. 0: nowhere */
    double crowded_at;
    size_t difference_count;
    thud_verify_difference different[THUD_VERIFY_DIFFERENCES]; /* the first ones */
} thud_verification;

/*
 * Runs a built model both ways. `options` (NULL: the model's own) say how; `contacts`, [contact], are the
 * parameters to use; NULL: the model's own. `differences`, one per body (rods after bodies), are relative to the
 * peak displacement of that body; it may be NULL. Moreau's solver is not checked (THUD_ERROR_ARGUMENT): it has an
 * error of its own. Nor can anything be where the library was built without SUNDIALS (THUD_ERROR_UNSUPPORTED).
 */
THUD_API thud_status thud_verify(const thud_model *model, const thud_run_options *options,
                                 const thud_gap_contact *contacts, double *differences,
                                 thud_verification *verification);

#ifdef __cplusplus
}
#endif
#endif
