/*
 * The notes of a run: remarks for the reader of its results.
 */
#ifndef THUD_CONTACT_NOTES_H
#define THUD_CONTACT_NOTES_H

#include <stdbool.h>

#include <thud/model.h>
#include <thud/simulate.h>

/* Adds a sentence, as printf makes it; one that is there already is not repeated. */
__attribute__((format(printf, 2, 3))) void thud_notes_add(thud_notes *notes, const char *format, ...);

/* What the finished summary of a model says: a ground motion that goes on after the run, links that became
 * mechanisms, supports that drift. Its links and supports are those of the model, or none. */
void thud_notes_of_model(const thud_model *model, const thud_run_options *options, thud_summary *summary);

/* Notes as lines of one text: whole ones, as many as there is room for, and how many are left out. */
void thud_notes_join(const thud_notes *notes, char *text, size_t size);

/* Whether links or contacts of a run may give rise to notes: by its summary and the widest gap of its model that is
 * finite. Where they do not, there are none. */
bool thud_notes_may_follow(const thud_summary *summary, double widest_gap);
double thud_notes_widest_gap(const thud_model *model);

#endif
