/*
 * Packs cases into the flat arrays that the kernels read, and unpacks results into a summary.
 *
 * All cases of a batch have the same shape: bodies, contacts, and the nonzero places of K and C. Only numbers
 * differ between cases.
 */
#ifndef THUD_DEVICE_PACK_H
#define THUD_DEVICE_PACK_H

#include <thud/model.h>
#include <thud/simulate.h>

enum { THUD_DEVICE_BODIES = 20, THUD_DEVICE_CONTACTS = 32, THUD_DEVICE_LINKS = 40, THUD_DEVICE_LANES = 32 };
enum { THUD_DEVICE_PAIRS = THUD_DEVICE_CONTACTS + THUD_DEVICE_LINKS };

/* one body between stops of one kind has special kernels */
typedef enum thud_stops { THUD_STOPS_NONE, THUD_STOPS_SMOOTH, THUD_STOPS_RIGID, THUD_STOPS_BILINEAR } thud_stops;

typedef struct thud_case_shape {
    int bodies, contacts, entries;
    int links; /* number of links if they have results; otherwise 0, and they are in K */
    int place[2 * THUD_DEVICE_BODIES * THUD_DEVICE_BODIES]; /* [2][entries]: rows and columns */
    int pair[2 * THUD_DEVICE_PAIRS]; /* bodies of the contacts, then of the links; −1: the ground */
    thud_stops stops;
    int root, spring, damper; /* for smooth stops, F = k z^spring + c z^damper δ̇ with δ = z^root; otherwise 0 */
    int sine;                 /* whether stops without compliance are on a ground that moves by a sine */
    int lanes;                /* threads of a case of several bodies; 0: as many as suit the device */
} thud_case_shape;

/* Whether the kernels cover the model; otherwise why not, in words. */
bool thud_device_covers(const thud_model *model, const char **reason);

/* The shape of a model that is covered. */
thud_case_shape thud_shape_of(const thud_model *model);
bool thud_shape_is(const thud_case_shape *shape, const thud_case_shape *other);

/* Counts of numbers per case, per structure and per result; see kernel/entry.cl. */
size_t thud_shape_case_numbers(const thud_case_shape *shape);
size_t thud_shape_structure_numbers(const thud_case_shape *shape);
size_t thud_shape_result_numbers(const thud_case_shape *shape);

typedef struct thud_batch_arrays {
    thud_case_shape shape;
    size_t cases; /* capacity in cases */
    double *numbers, *structures, *samples, *steps, *results;
    int *flags, *choices, *records;
    size_t structure_count, record_count, sample_count; /* in use */
    size_t structure_limit, record_limit, sample_limit;
} thud_batch_arrays;

/* THUD_ERROR_MEMORY. */
thud_status thud_batch_arrays_create(const thud_case_shape *shape, size_t cases, thud_batch_arrays **arrays);
void thud_batch_arrays_free(thud_batch_arrays *arrays);

/* Forgets structures and records. */
void thud_batch_arrays_clear(thud_batch_arrays *arrays);

/* Packs a model of the shape at place `index`. THUD_ERROR_MEMORY, or the error of the law's damping. */
thud_status thud_batch_put(thud_batch_arrays *arrays, size_t index, const thud_model *model);

/* Unpacks the result at a place into a summary, whose arrays have the lengths of the shape. False if the kernel
 * declined the case, or its energy balance is open by more than `residual`. */
bool thud_batch_take(const thud_batch_arrays *arrays, size_t index, double residual, thud_summary *summary,
                     thud_body_summary *bodies, thud_contact_summary *contacts, thud_link_summary *links);

#endif
