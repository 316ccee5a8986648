/*
 * Floors that pass through their neighbour: between two buildings of known storey heights, floors without a contact
 * whose columns or slabs the other building reaches by interpolation.
 *
 * A floor at height z that has moved by x meets the neighbour between its floors a below and b above z, which is
 * there at x(z) = (1 − s) x_a + s x_b. It overlaps by x_left(z) − x_right(z) − gap, with the smallest gap of the
 * contacts of these two buildings. What is less than the contacts themselves are pressed together is none.
 */
#ifndef THUD_REPORT_RUN_OVERLAP_H
#define THUD_REPORT_RUN_OVERLAP_H

#include <stdbool.h>
#include <stdio.h>

#include <thud/simulate.h>

#include "report/text/json.h"

typedef struct thud_overlaps thud_overlaps;

/* NULL without memory, and where no floor could pass through another unnoticed. */
thud_overlaps *thud_overlaps_create(const thud_model *model);
void thud_overlaps_free(thud_overlaps *overlaps);

/* Displacements at an instant. */
void thud_overlaps_add(thud_overlaps *overlaps, const thud_sample *sample);

/* The worst first: a list `overlaps` of left, right, height, overlap, time and `add`, the contact as a line of a
 * scenario; and lines for people. Nothing for NULL, and where nothing overlaps. */
void thud_overlaps_write(const thud_overlaps *overlaps, const thud_summary *summary, thud_json *json);
void thud_overlaps_print(const thud_overlaps *overlaps, const thud_summary *summary, FILE *stream);

#endif
