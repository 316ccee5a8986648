/* The kernels as C, where the sanitizers see them: the compiler is given BODIES, CONTACTS,
 * ENTRIES and perhaps LINKS, or for one body CONTACTS, ROOT, SPRING and DAMPER, or RIGID and
 * perhaps SINE, or BILINEAR; and perhaps LANES. */
#include <math.h>
#include <stdbool.h>

#include "kernel.h"

/* each shape has functions that it does not need */
#pragma GCC diagnostic ignored "-Wunused-function"

#define GLOBAL
#define GLOBAL_CONSTANT static const
#define KERNEL
#define UNROLL
#define ROLLED
#define pow_single powf
#define sqrt_single sqrtf
#define fabs_single fabsf
#define NOINLINE
#define CASE_ID kernel_id
#define GLOBAL_ID (kernel_id + LANE)
#define COUNT_ONE(number) (++*(number))
#define SHARED

/* lanes take turns, see lanes.c, and there is one work-group at a time */
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

#define NAME_OF(a, b, c, d, e) kernel_##a##_##b##_##c##d##e
#define NAME(a, b, c, d, e) NAME_OF(a, b, c, d, e)

#if defined ROOT || defined RIGID || defined BILINEAR

#if defined RIGID && defined SINE
#define run_cases kernel_one_rigid_sine
#elif defined RIGID
#define run_cases kernel_one_rigid
#elif defined BILINEAR
#define run_cases kernel_one_bilinear
#else
#define run_cases NAME(one, ROOT, SPRING, DAMPER, LANES_NAME)
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

#if defined LINKS && LINKS > 0
#define LINKS_NAME _links
#else
#define LINKS_NAME
#endif
#define run_cases NAME(general, BODIES, CONTACTS, LINKS_NAME, LANES_NAME)

#include "device/kernel/links.cl"

#include "device/kernel/state.cl"

#include "device/kernel/polynomial.cl"

#include "device/kernel/series.cl"

#include "device/kernel/account.cl"

#include "device/kernel/link_step.cl"

#include "device/kernel/run.cl"

#include "device/kernel/entry.cl"

#endif
