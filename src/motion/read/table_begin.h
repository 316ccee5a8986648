/*
 * The beginning of a plain table: where its rows are, and what its header says in words.
 */
#ifndef THUD_MOTION_TABLE_BEGIN_H
#define THUD_MOTION_TABLE_BEGIN_H

#include "motion/read/reader.h"
#include "motion/text/layout.h"

/* Takes the text apart, and reads title, unit and decimal point. */
bool thud_table_begin(thud_reader *reader, thud_layout *parts);

#endif
