/*
 * Contacts that close more slowly than the impact threshold: whether their damping minds that, how often it
 * happened, and the notes that say so.
 */
#ifndef THUD_CONTACT_SLOW_H
#define THUD_CONTACT_SLOW_H

#include <thud/model.h>
#include <thud/simulate.h>

/* How often a contact began so in a run. */
typedef struct thud_slow_starts {
    size_t pressed;     /* and was pressed by an impact */
    size_t alone;       /* and was not: it has the damping of the threshold */
    double least, most; /* m/s: the speeds that those pressed were calibrated for */
} thud_slow_starts;

/* Whether the damping of a contact goes with the speed that it is found for. */
bool thud_contact_minds_speed(const thud_gap_contact *given);

/* e that an impact of it leaves with, for the impulse that it has left to give; 1 where c is given. */
double thud_contact_expected_restitution(const thud_gap_contact *given, double speed);

/* A contact has begun slowly and was calibrated for `speed`; it was pressed, or not; or later is, after all. */
void thud_slow_add(thud_slow_starts *starts, bool pressed, double speed);
void thud_slow_raise(thud_slow_starts *starts, bool was_pressed, double speed);

/* The notes of a run; `of` gives the record of a contact by number, `model` its name, and may be NULL. */
void thud_slow_notes(thud_notes *notes, const thud_model *model, size_t count,
                     const thud_slow_starts *(*of)(const void *context, size_t contact), const void *context,
                     double threshold);

#endif
