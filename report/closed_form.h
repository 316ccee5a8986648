/*
 * The published closed form for the linear damper, Poursina & Nikravesh 2020 eq 49: its largest error at one
 * restitution, whatever the exponent, as their fig 8 shows it.
 *
 * The paper draws m, k, v and n at random. In the dimensionless frame the first three cancel, from the formula and
 * from the motion alike, so that n alone is left to vary and a fine grid of it finds what random draws only
 * approach.
 */
#ifndef THUD_REPORT_CLOSED_FORM_H
#define THUD_REPORT_CLOSED_FORM_H

#include <thud/status.h>

/* The law that the closed form was published with. */
#define THUD_CLOSED_FORM_LAW "poursina-nikravesh"

typedef struct thud_closed_form_error {
    double error;    /* e_out − e where that is largest in size; separation at F = 0 */
    double exponent; /* n there, between the law's limits */
} thud_closed_form_error;

thud_status thud_closed_form_largest_error(double restitution, thud_closed_form_error *largest);

#endif
