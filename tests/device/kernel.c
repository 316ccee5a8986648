/* The kernels as C, where the sanitizers see them: the compiler is given BODIES, CONTACTS and ENTRIES, or for one
 * body CONTACTS, ROOT, SPRING and DAMPER, or RIGID, or BILINEAR. */
#include <math.h>
#include <stdbool.h>

#include "kernel.h"

#define TERMS 16
#define GLOBAL
#define GLOBAL_CONSTANT static const
#define KERNEL
#define GLOBAL_ID kernel_id
#define UNROLL
#define pow_single powf
#define NOINLINE

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

#define run_cases NAME(general, BODIES, CONTACTS, )

#include "device/kernel/polynomial.cl"
#include "device/kernel/state.cl"

#include "device/kernel/series.cl"

#include "device/kernel/account.cl"

#include "device/kernel/run.cl"

#include "device/kernel/entry.cl"

#endif
