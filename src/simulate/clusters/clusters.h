/*
 * Structures beside each other, which nothing but contacts joins: a row of buildings. Each goes its own way until a
 * neighbour needs it.
 *
 * A window is a step of the series of all bodies as if no contact acted. Contacts that are closed, or whose gap may
 * close in it, make the structures that they join busy. These are followed again, with their own steps from event
 * to event, in a cell: a simulation of a few bodies. Busy structures that share a contact, and their neighbours,
 * are a cluster, and one cell follows it to the end of the window. The neighbours stand guard: where one of them is
 * struck, which its motion in the window did not tell, it is busy as well, and the cluster is followed anew.
 * Nothing is taken over before the last cluster has come to the end of the window.
 *
 * So an event takes the work of its cluster, and a window that of all bodies once.
 */
#ifndef THUD_SIMULATE_CLUSTERS_H
#define THUD_SIMULATE_CLUSTERS_H

#include "simulate/state.h"

/* Numbers of parts by the structure that they belong to: those of structure s stand at first[s] to first[s + 1]. */
typedef struct thud_parts {
    size_t *first, *number;
} thud_parts;

typedef enum thud_neighbour_mark {
    THUD_NEIGHBOUR_QUIET,
    THUD_NEIGHBOUR_GUARD, /* beside one that is busy */
    THUD_NEIGHBOUR_BUSY,
} thud_neighbour_mark;

/* Which structures there are, what they are made of, and what they do in the window. */
typedef struct thud_neighbours {
    size_t count;
    size_t *structure; /* [bodies] that each is of */
    thud_parts bodies, springs, contacts, pushes;

    thud_neighbour_mark *mark; /* [count] */
    size_t *cluster;           /* [count] in this window, by the structure it was gathered from, plus 1; 0: none */
    size_t *member;            /* [count] structures of the present cluster, in their order */
    size_t members;
} thud_neighbours;

bool thud_neighbours_find(thud_neighbours *neighbours, const thud_simulation *simulation);
void thud_neighbours_free(thud_neighbours *neighbours);

/* Marks the structures that a contact joins as busy; whether one of them is. */
void thud_neighbours_wake(thud_neighbours *neighbours, const thud_body_contact *contact);
bool thud_neighbours_are_busy(const thud_neighbours *neighbours, const thud_body_contact *contact);

/* The structure on the other side of a contact; SIZE_MAX: the ground. */
size_t thud_neighbours_beyond(const thud_neighbours *neighbours, const thud_body_contact *contact,
                              size_t structure);

/* Gathers the members of the cluster around a busy structure; false where it touches one that has been gathered
 * before. */
bool thud_neighbours_gather(thud_neighbours *neighbours, const thud_simulation *simulation, size_t from);

/* Sorts numbers, most of which are in order. */
void thud_neighbours_sort(size_t *number, size_t count);

enum { THUD_CELL_IMPACTS = 1024, THUD_CELL_WAYS = 8192, THUD_CELL_SAMPLES = 8 }; /* of one window at most */

/* An impact, and when it was entered. */
typedef struct thud_cell_impact {
    thud_impact_entry entry;
    double time;
} thud_cell_impact;

/* What the cells have come to in a window, by the numbers of the whole simulation. */
typedef struct thud_cell_results {
    double *x, *v;               /* [bodies] */
    thud_body_summary *bodies;   /* [bodies] */
    thud_body_contact *contacts; /* [contacts] */
    thud_contact_summary *sums;  /* [contacts] since the window began */
    size_t *body, bodies_moved;  /* the numbers of those that are known */
    size_t *contact, contacts_moved;
    thud_energy_account energy;
    thud_solver_summary solver;
    thud_impact_count instant, crowd;
    bool known, followed;
    size_t counted; /* impacts above the threshold */
    thud_cell_impact *impact;
    size_t impacts;
    thud_contact_sample *way;
    size_t ways;
    double *sample; /* [samples × (3 bodies + contacts)] */
} thud_cell_results;

/* A few bodies of a simulation by themselves. */
typedef struct thud_cell {
    thud_simulation *part;
    thud_model stand_in; /* what its steps ask a model for: how many bodies there are, and the names of contacts */
    size_t most_bodies, whole_bodies, whole_contacts;
    size_t *place;          /* [bodies of the whole] number in the cell, of those that are in it */
    size_t *body, *contact; /* numbers in the whole, by those in the cell */
    size_t samples;         /* that it has given in this window */
    bool overflow;          /* a window has more to show than there is room for */
    thud_observer observer;
    thud_cell_results results;
} thud_cell;

thud_status thud_cell_init(thud_cell *cell, const thud_simulation *whole, size_t most_bodies);
void thud_cell_free(thud_cell *cell);

/* Forgets the results of the window before. */
void thud_cell_begin(thud_cell *cell, const thud_simulation *whole);

/* How a cluster has gone. */
typedef enum thud_cell_outcome {
    THUD_CELL_DONE,
    THUD_CELL_STRUCK, /* a guard, which is marked as busy now; there are no results */
    THUD_CELL_FAILED, /* something went wrong, or did not fit */
} thud_cell_outcome;

/* Follows the members of a cluster from the present instant to `end`, past so many samples. */
thud_cell_outcome thud_cell_follow(thud_cell *cell, const thud_simulation *whole, thud_neighbours *neighbours,
                                   double end, size_t samples);

/* Takes the results over into the whole, whose coordinates and accounts are those of the end of the window for all
 * others; impacts in the order in which they ended. */
void thud_cell_commit(thud_cell *cell, thud_simulation *whole);

#endif
