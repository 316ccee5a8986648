/* docs/validation.md: predictions against measurements that they were not fitted to. */
#ifndef THUD_PAPERS_VALIDATION_H
#define THUD_PAPERS_VALIDATION_H

#include "paper.h"

/* A number with its standard error; of a prediction, what the errors of its inputs make of it. */
typedef struct measured {
    double value, error;
} measured;

/* The difference, prediction less measurement, in units of both errors together. */
double validation_units(measured seen, measured said);

/* The parts of the page, one file to each; main.c runs them in turn. */
void validation_balls(paper *page);
void validation_collisions(paper *page);
void validation_papers(paper *page);

#endif
