/* The kernels as C, where the sanitizers see them: BODIES, CONTACTS and ENTRIES are given to the compiler. */
#include <math.h>
#include <stdbool.h>

#include "kernel.h"

#define TERMS 16
#define GLOBAL
#define GLOBAL_CONSTANT static const
#define KERNEL
#define GLOBAL_ID kernel_id

#define NAME_OF(bodies, contacts) kernel_##bodies##_##contacts
#define NAME(bodies, contacts) NAME_OF(bodies, contacts)
#define run_cases NAME(BODIES, CONTACTS)

#include "device/kernel/polynomial.cl"
#include "device/kernel/state.cl"

#include "device/kernel/series.cl"

#include "device/kernel/account.cl"

#include "device/kernel/run.cl"

#include "device/kernel/entry.cl"
