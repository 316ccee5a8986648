/*
 * Detects floors that pass through their neighbour: floors without a contact, between two buildings of known
 * storey heights, whose columns or slabs the other building reaches by interpolation.
 *
 * A floor at height z with displacement x meets the neighbour between its floors a below and b above z, where the
 * neighbour's displacement is (1 − s) x_a + s x_b. The overlap is x_left(z) − x_right(z) − gap, with the smallest
 * gap of the contacts between these buildings. An overlap smaller than the penetration of those contacts does not
 * count.
 */
#ifndef THUD_REPORT_RUN_OVERLAP_H
#define THUD_REPORT_RUN_OVERLAP_H

#include <stdbool.h>
#include <stdio.h>

#include <thud/simulate.h>

#include "report/text/json.h"

typedef struct thud_overlaps thud_overlaps;

/* NULL when memory is short, and if no floor could pass through another unnoticed. */
thud_overlaps *thud_overlaps_create(const thud_model *model);
void thud_overlaps_free(thud_overlaps *overlaps);

/* Displacements at an instant. */
void thud_overlaps_add(thud_overlaps *overlaps, const thud_sample *sample);

/* The worst first: a list `overlaps` of left, right, height, overlap, time and `add`, the contact as a line of a
 * scenario; and lines of text. Empty for NULL, and without overlaps. */
void thud_overlaps_write(const thud_overlaps *overlaps, const thud_summary *summary, thud_json *json);
void thud_overlaps_print(const thud_overlaps *overlaps, const thud_summary *summary, FILE *stream);

#endif
