/*
 * Options for one impact, shared by several commands.
 */
#ifndef THUD_CLI_IMPACT_INPUT_H
#define THUD_CLI_IMPACT_INPUT_H

#include <stdbool.h>
#include <stdio.h>

#include <thud/impact.h>

#include "cli/options.h"

/* Rows of an option table: the law's parameters, the bodies, and the separation rule. */
/* clang-format off */
#define IMPACT_INPUT_ROWS                                                                                          \
    {"e", "E", "restitution to reach, in (0, 1]"},                                                                 \
    {"n", "N", "exponent of the stiffness term; default: the law's"},                                              \
    {"k", "K", "stiffness, N/m^n; default 1"},                                                                     \
    {"m", "M", "effective mass, kg; default 1"},                                                                   \
    {"m1", "M1", "mass of one body, with --m2 instead of --m; inf for a fixed stop"},                              \
    {"m2", "M2", "mass of the other body"},                                                                        \
    {"v", "V", "approach speed, m/s; default 1"},                                                                  \
    {"restitution-speed", "V", "speed at which e is returned, m/s; c is then a constant; default: the approach speed"}, \
    {"set", "NAME=VALUE", "a parameter specific to the law, as transition=0.1mm; several separated by commas"},           \
    {"separation", "RULE", "zero-force or return: the contact ends at F = 0 or at δ = 0; default: the law's"}
/* clang-format on */

typedef struct impact_input {
    thud_impact_options options;
    double asked; /* the restitution asked for; NAN when none was, as a number for c makes possible */
    bool default_stiffness, default_mass, default_speed; /* not given, and therefore 1 */
    bool dimensionless;                                  /* none of the three was given */
} impact_input;

/* The law of that name; NULL after an error that names the nearest. */
const thud_law *find_law(const char *name);

/* Reads the word MODEL and the options; the library checks them. Returns an exit status. */
int impact_input_read(const cli_options *options, impact_input *input);

/* "flores (Hunt–Crossley structure, n = 1.5, separation at δ = 0)", and a line about values taken as 1. */
void impact_input_print(const impact_input *input);

/* The speed for which c was found; NAN if it is that of the impact. */
double impact_restitution_speed(const thud_impact_options *options);

/* "c is that of e = 0.5000 at 400.00 mm/s; at 800.00 mm/s it returns e = 0.3181" */
void impact_print_speeds(const impact_input *input, double asked, double returned);

/* The unit, or "" in the dimensionless frame. */
const char *impact_unit(const impact_input *input, const char *unit);

/* Reads --m, or --m1 and --m2; leaves *mass unchanged if none was given. */
bool read_mass(const cli_options *options, double *mass);

/* Reads --separation; leaves *separation unchanged if it was not given. */
bool read_separation(const cli_options *options, thud_separation *separation);

/* Prints an error for an impossible restitution. Returns an exit status. */
int check_restitution(double restitution);

/* Prints the error of a library status: in the options, or in the solution. Returns an exit status. */
int impact_error(const thud_impact_options *options, thud_status status);

#endif
