/*
 * The separation that keeps two structures from pounding in an earthquake: by the rules of codes and of the
 * literature, and exactly for a given record.
 */
#ifndef THUD_GAP_H
#define THUD_GAP_H

#include <stdbool.h>

#include <thud/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A structure as an oscillator. */
typedef struct thud_gap_side {
    double period;  /* s */
    double damping; /* ratio, above 0 and below 1 */
} thud_gap_side;

/* ρ, the correlation of the responses of two oscillators to broad-band noise: 1 for equal oscillators, near 0 for
 * distant ones. */
THUD_API double thud_gap_correlation(thud_gap_side a, thud_gap_side b);

typedef struct thud_gap_options {
    thud_gap_side a, b;
    bool level_floors;    /* floors face floors: Eurocode 8 then takes 0.7 times its distance */
    double amplification; /* Cd of ASCE 7 */
    double importance;    /* Ie of ASCE 7 */
} thud_gap_options;

/* Floors not level, Cd = Ie = 1; set periods and dampings yourself. */
THUD_API thud_gap_options thud_gap_options_default(void);

/* Distances, m, from the largest displacements of the two. */
typedef struct thud_gap_rules {
    double absolute;          /* uA + uB */
    double srss;              /* √(uA² + uB²) */
    double ec8;               /* EN 1998-1:2004, 4.4.2.7: SRSS, times 0.7 where floors are level */
    double asce7;             /* ASCE 7-16, 12.12.3: SRSS of Cd u/Ie */
    double double_difference; /* √(uA² + uB² − 2ρ uA uB) */
    double correlation;       /* ρ */
} thud_gap_rules;

/* The displacements, m, come from a spectrum or from a record. `error` may be NULL. */
THUD_API thud_status thud_gap_by_rules(const thud_gap_options *options, double displacement_a,
                                       double displacement_b, thud_gap_rules *rules, thud_error *error);

/* The separation that a record needs: the largest relative displacements, m, and their times, s. */
typedef struct thud_gap_record {
    double a_towards_b, a_time; /* A on the left: the largest uA − uB */
    double b_towards_a, b_time; /* B on the left: the largest uB − uA */
} thud_gap_record;

/* Follows both oscillators through the record and the free vibration after it. Peaks between samples are found. */
THUD_API thud_status thud_gap_by_record(const thud_gap_options *options, const thud_motion *motion,
                                        thud_gap_record *record, thud_error *error);

#ifdef __cplusplus
}
#endif
#endif
