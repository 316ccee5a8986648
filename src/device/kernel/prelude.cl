/* OpenCL C 1.2 with double precision; the host adds BODIES, CONTACTS and ENTRIES, or for one body CONTACTS, ROOT, SPRING and
 * DAMPER, or RIGID, or BILINEAR. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TERMS 16
#define GLOBAL __global
#define GLOBAL_CONSTANT __constant
#define KERNEL __kernel
#define GLOBAL_ID get_global_id(0)
#define UNROLL _Pragma("unroll")
#define pow_single native_powr
#define NOINLINE __attribute__((noinline))
