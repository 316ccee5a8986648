/* The kernels as C, where the sanitizers see them: the compiler is given BODIES, CONTACTS, ENTRIES and
 * perhaps LANES, or for one body CONTACTS, ROOT, SPRING and DAMPER, or RIGID, or BILINEAR. */
#include <math.h>
#include <stdbool.h>

#include "kernel.h"

/* each shape has functions that it does not need */
#pragma GCC diagnostic ignored "-Wunused-function"

#define GLOBAL
#define GLOBAL_CONSTANT static const
#define KERNEL
#define GLOBAL_ID kernel_id
#define UNROLL
#define ROLLED
#define pow_single powf
#define NOINLINE
#define CASE_ID kernel_id
#define SHARED

/* lanes take turns, see lanes.c, and there is one case at a time */
#if defined LANES && LANES > 1
#define SHARED_VARIABLE static
#define LANE kernel_lane
#define SYNC kernel_sync()
#define LANES_NAME _lanes
#else
#define LANES 1
#define SHARED_VARIABLE
#define LANE 0
#define SYNC
#define LANES_NAME
#endif

#define NAME_OF(a, b, c, d) kernel_##a##_##b##_##c##d
#define NAME(a, b, c, d) NAME_OF(a, b, c, d)

#if defined ROOT || defined RIGID || defined BILINEAR

#ifdef RIGID
#define run_cases kernel_one_rigid
#elif defined BILINEAR
#define run_cases kernel_one_bilinear
#else
#define run_cases NAME(one, ROOT, SPRING, DAMPER)
#endif

#include "device/kernel/one_flight.cl"

#include "device/kernel/one_contact.cl"

#include "device/kernel/one_body.cl"

#include "device/kernel/one_fly.cl"

#include "device/kernel/one_stop.cl"

#include "device/kernel/one_rigid.cl"

#include "device/kernel/one_bilinear.cl"

#include "device/kernel/one_entry.cl"

#else

#define run_cases NAME(general, BODIES, CONTACTS, LANES_NAME)

#include "device/kernel/state.cl"

#include "device/kernel/polynomial.cl"

#include "device/kernel/series.cl"

#include "device/kernel/account.cl"

#include "device/kernel/run.cl"

#include "device/kernel/entry.cl"

#endif
