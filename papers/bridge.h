/*
 * The bridge of Chanda, Banerjee & Das 2016, sections 3 and 4: a deck on columns beside one rigid abutment
 * or between two, under an earthquake. Density, modulus and accelerogram are not in the paper; ours are 2500 kg/m³,
 * 30 GPa and motions of the generator (EN 1998-1:2004 type 1, soil B, 0.3 g).
 */
#ifndef THUD_PAPERS_BRIDGE_H
#define THUD_PAPERS_BRIDGE_H

#include <stdint.h>

#include "course.h"
#include "paper.h"

enum { BRIDGE_STRUCTURES = 3, BRIDGE_GAPS = 4, BRIDGE_RESTITUTIONS = 5 };
extern const int BRIDGE_COLUMNS[BRIDGE_STRUCTURES];
extern const double BRIDGE_GAP[BRIDGE_GAPS]; /* m; the last one never closes */
extern const double BRIDGE_E[BRIDGE_RESTITUTIONS];

#define BRIDGE_LENGTH 50.0      /* m */
#define BRIDGE_WIDTH 20.0       /* m */
#define BRIDGE_THICKNESS 0.5    /* m */
#define BRIDGE_HEIGHT 15.0      /* m, of the columns */
#define BRIDGE_RADIUS 0.4       /* m */
#define BRIDGE_DAMPING 0.05     /* ratio */
#define BRIDGE_DENSITY 2500.0   /* kg/m³ */
#define BRIDGE_MODULUS 30e9     /* N/m² */
#define BRIDGE_DURATION 20.0    /* s */
#define BRIDGE_ACCELERATION 0.3 /* g, of the rock */
#define BRIDGE_SOIL 'B'

double bridge_mass(void);   /* kg */
double bridge_column(void); /* N/m, of one column fixed at both ends */

/* 20 s of an earthquake; free it with thud_motion_free. */
thud_motion *bridge_earthquake(uint64_t seed);

/*
 * "The abutment" of the paper is read in two ways: one at each end of the deck, or a single one, which the deck
 * meets when it moves to the right.
 */
typedef enum bridge_reading { BRIDGE_TWO_ABUTMENTS, BRIDGE_ONE_ABUTMENT, BRIDGE_READINGS } bridge_reading;

/* One case. The curves are there only where they were asked for. */
typedef struct bridge_response {
    course displacement, velocity, acceleration; /* mm, m/s, m/s², absolute */
    course grid;                                 /* displacement at even instants, mm */
    size_t impacts;
    double max_displacement, max_velocity, max_acceleration; /* mm, m/s, m/s² without the jumps */
    double stick_time;
    double largest_jump; /* m/s: of the velocity, in one impact */
    double last_impact;  /* s; 0 without impacts */
} bridge_response;

bridge_response bridge_solve(const thud_motion *motion, bridge_reading reading, int columns, double gap, double e,
                             bool curves);
void bridge_free(bridge_response *response);

#endif
