/*
 * How far two structures must stand apart so that they do not strike each other in an earthquake, by the rules of
 * codes and of the literature, and for a given record exactly.
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

/* ρ between the responses of two oscillators to broad-band noise: 1 when they are equal, near 0 when far apart. */
THUD_API double thud_gap_correlation(thud_gap_side a, thud_gap_side b);

typedef struct thud_gap_options {
    thud_gap_side a, b;
    bool level_floors;    /* floors face floors: Eurocode 8 then takes 0.7 of its distance */
    double amplification; /* Cd of ASCE 7 */
    double importance;    /* Ie of ASCE 7 */
} thud_gap_options;

/* Periods and dampings still to be filled in; floors not level, Cd = Ie = 1. */
THUD_API thud_gap_options thud_gap_options_default(void);

/* Distances, m, from the largest displacements of the two. */
typedef struct thud_gap_rules {
    double absolute;          /* uA + uB */
    double srss;              /* √(uA² + uB²) */
    double ec8;               /* EN 1998-1:2004, 4.4.2.7: SRSS, 0.7 of it where floors are level */
    double asce7;             /* ASCE 7-16, 12.12.3: SRSS of Cd u/Ie */
    double double_difference; /* √(uA² + uB² − 2ρ uA uB) */
    double correlation;       /* ρ */
} thud_gap_rules;

/* The displacements, m, are those of a spectrum or of a record. `error` may be NULL. */
THUD_API thud_status thud_gap_by_rules(const thud_gap_options *options, double displacement_a,
                                       double displacement_b, thud_gap_rules *rules, thud_error *error);

/* What a record needs: the largest relative displacements, m, and when, s. */
typedef struct thud_gap_record {
    double a_towards_b, a_time; /* with A on the left: the largest uA − uB */
    double b_towards_a, b_time; /* with B on the left: the largest uB − uA */
} thud_gap_record;

/* Both oscillators follow the record and the free vibration after it; peaks between samples are found. */
THUD_API thud_status thud_gap_by_record(const thud_gap_options *options, const thud_motion *motion,
                                        thud_gap_record *record, thud_error *error);

#ifdef __cplusplus
}
#endif
#endif
