/*
 * Implausible values in a model that is shaken: structures with an extreme period, and bodies a thousand times
 * lighter or heavier than the others of their structure, as by tonnes without their unit.
 */
#ifndef THUD_MODEL_ODD_H
#define THUD_MODEL_ODD_H

#include <thud/status.h>

typedef struct thud_model_odd {
    double period; /* s, first period of a structure, if below 0.02 s or above 20 s; 0: none */
    int of;        /* a body of that structure: the first */
    double share;  /* ratio of a body's mass to the typical mass of its structure; 0: none is odd */
    int body;      /* it */
} thud_model_odd;

/* Fills in the implausible values of a built model. THUD_ERROR_MEMORY. */
thud_status thud_model_find_odd(thud_model *model);

#endif
