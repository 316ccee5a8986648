/*
 * Random models for kernels, and how far two summaries of one are apart. The dice of a seed are the same on every
 * machine.
 */
#ifndef THUD_TESTS_RANDOM_MODEL_H
#define THUD_TESTS_RANDOM_MODEL_H

#include <thud/thud.h>

enum { RANDOM_BODIES = 10, RANDOM_CONTACTS = 12, RANDOM_LINKS = 12 };

typedef struct random_model {
    thud_model *model;
    int bodies, contacts;
    thud_gap_contact given[RANDOM_CONTACTS];
} random_model;

/* One to three bodies with two or four contacts anywhere among them, every compliant law, records and sines. */
random_model random_bodies(unsigned seed);

/* A chain of so many bodies that meet their neighbours, and the ground at its end: models of one number of bodies
 * have one shape. */
random_model random_chain(unsigned seed, int bodies);

/* The same on links that yield, and one more from the ground to its end: a shape for up to two bodies. */
random_model random_yielding_chain(unsigned seed, int bodies);

/* One to three bodies in a chain on links that yield, most of them, and one more link from the ground to the last:
 * with hardening and without, with weights that lean on them, their own damping, Rayleigh's or modal; two contacts
 * or four, every compliant law, records and sines. */
random_model random_links(unsigned seed);

/* One body between two stops of one law, along a record or free from a start; a step of it may span much of a
 * period. The law is the seed's turn of those that comply, or of newton and poisson; impulsive stops see many
 * accumulations and rests, and may be on a ground that moves by a sine. */
random_model random_stops(unsigned seed);
/* The same with a law that is given. */
random_model random_stops_of(const thud_law *law, unsigned seed);
random_model random_rigid_stops(unsigned seed);
random_model random_rigid_stops_on_sine(unsigned seed);

/* The i-th seed of random_stops at which it is a law's turn. */
unsigned seed_of_law(const char *name, unsigned i);

/* Peaks, forces and energies, of bodies, contacts and links, the largest relative difference; INFINITY when impacts
 * are counted differently. */
double summary_difference(const thud_summary *a, const thud_summary *b);

/* The model run by the library, all gaps larger and restitutions of impulsive laws smaller by a share, with a
 * tolerance (0: its own). NULL when it fails. */
thud_simulation *random_model_run(const random_model *m, double share, double tolerance);

#endif
