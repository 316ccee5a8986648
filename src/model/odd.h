/*
 * What is hardly meant in a model that is shaken: structures without the period of one, and bodies that are lighter or
 * heavier than the others of their structure by a thousand, as tonnes without their unit make them.
 */
#ifndef THUD_MODEL_ODD_H
#define THUD_MODEL_ODD_H

#include <thud/status.h>

typedef struct thud_model_odd {
    double period; /* s, the first of a structure, below 0.02 s or above 20 s; 0: none is */
    int of;        /* a body of that structure: the first */
    double share;  /* of the typical mass of its structure that a body has; 0: none is odd */
    int body;      /* it */
} thud_model_odd;

/* Fills in what is odd in a model that is built. THUD_ERROR_MEMORY. */
thud_status thud_model_find_odd(thud_model *model);

#endif
