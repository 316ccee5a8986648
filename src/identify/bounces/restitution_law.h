/* e = 1 − a v^b through bounces at several speeds. */
#ifndef THUD_IDENTIFY_RESTITUTION_LAW_H
#define THUD_IDENTIFY_RESTITUTION_LAW_H

#include <thud/identify.h>

/* Sets law and has_law; without three different speeds, or with an e of 1, there is none. */
void thud_restitution_law_fit(thud_bounces *bounces);

#endif
