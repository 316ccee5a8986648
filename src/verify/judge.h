/*
 * The inside of a judgement: what is allowed, and what is noted.
 */
#ifndef THUD_VERIFY_JUDGE_H
#define THUD_VERIFY_JUDGE_H

#include "verify/run.h"

typedef struct thud_verify_judgement {
    const thud_verify_model *v;
    thud_verification *out;
    double share;              /* relative: what may be different */
    const double *stick_range; /* [contact] s; may be NULL */
} thud_verify_judgement;

/* Notes two numbers that differ by more than is allowed, or are none. */
void thud_verify_note_difference(thud_verify_judgement *j, thud_verify_part of, size_t index, const char *key,
                                 double run, double cvode, double allowed);

/* How uncertain the forces and penetrations of a contact are beside other numbers. */
double thud_verify_contact_uncertainty(const thud_verify_judgement *j, size_t contact);

/* What may be different: m, m/s and m/s² of a coordinate, m and N of a link. */
double thud_verify_displacement_allowed(const thud_verify_judgement *j, size_t coordinate);
double thud_verify_velocity_allowed(const thud_verify_judgement *j, size_t coordinate);
double thud_verify_acceleration_allowed(const thud_verify_judgement *j, size_t coordinate);
double thud_verify_deformation_allowed(const thud_verify_judgement *j, size_t link);
double thud_verify_link_force_allowed(const thud_verify_judgement *j, size_t link);

/* N: what dashpots beside a contact, or a link, may hold of what it does at rest. */
double thud_verify_grip_beside(const thud_verify_model *v, const thud_verify_contact *pair);

/* m/s: of an impact of a rigid contact that may be before the end or not, 0: there is none; and what it makes of a
 * coordinate's. */
double thud_verify_speed_in_doubt(const thud_verify_judgement *j, const thud_verify_contact *contact);
double thud_verify_end_doubt(const thud_verify_judgement *j, size_t coordinate);

/* J: what loads that hold each other do along the way that their rounding leads bodies at rest. */
double thud_verify_energy_rounding(const thud_verify_model *v);

/* Energy, impulses and deformations that are left (judge_totals.c); and watches (judge_watches.c). */
void thud_verify_judge_totals(thud_verify_judgement *j, const thud_verify_results *run);
void thud_verify_judge_watches(thud_verify_judgement *j, const thud_verify_results *run);

#endif
