/*
 * The contacts of a run, and the list of those that are not open, each with its series.
 */
#ifndef THUD_SIMULATE_CONTACTS_H
#define THUD_SIMULATE_CONTACTS_H

#include "simulate/series/series.h"

typedef struct thud_impact_count {
    double since; /* s */
    size_t impacts;
} thud_impact_count;

typedef struct thud_contacts {
    thud_body_contact *list;
    thud_gap_contact *given; /* [count] parameters in use */
    size_t count;
    struct thud_contact_row *rows;      /* [row_count] of those whose ends are no two bodies */
    thud_row_term *row_terms, *replies; /* [reply_terms], as many as both have at most, one after the other */
    size_t row_count, reply_terms;
    size_t apart_count; /* of those that have never been closed */
    size_t *closed;     /* [closed_count] numbers of the contacts that are not open */
    size_t closed_count, closed_limit;
    thud_contact_series *pool; /* [closed_limit] */
    bool *pool_used;

    bool known;    /* something is known of a contact beyond its coordinates; see interface.h */
    bool followed; /* and of an open one it goes on from step to step */

    size_t stuck_limit;     /* as many non-smooth contacts may be closed at once */
    size_t *impact_numbers; /* [stuck_limit] work space of one impact's linear complementarity problem */
    bool *impact_kept;      /* [stuck_limit] */
    double *impact_work;
    thud_impact_count instant, crowd; /* of the last impacts: at the same instant; next to each other */
} thud_contacts;

/* At the start of a run: all are open, and nothing is known of them. */
void thud_contacts_reset(thud_contacts *contacts);

/* The contact is closed from now on. False when more are closed at once than there are series for. */
bool thud_contacts_add(thud_contacts *contacts, thud_body_contact *contact);

/* The contact is open from now on. */
void thud_contacts_remove(thud_contacts *contacts, thud_body_contact *contact);

#endif
