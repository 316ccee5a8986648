/*
 * What motion solvers need from a contact element whose law has a general structure.
 */
#ifndef THUD_CALIBRATE_ELEMENT_H
#define THUD_CALIBRATE_ELEMENT_H

#include <thud/contact.h>

#include "law/general.h"

/* The force of the current impact. It points into the element. */
thud_general thud_contact_general(const thud_contact *contact);

#endif
