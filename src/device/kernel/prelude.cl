/*
 * OpenCL C 1.2 with double precision. The host defines LANES, BODIES, CONTACTS, ENTRIES and optionally LINKS; for
 * one body CONTACTS with ROOT, SPRING and DAMPER, or RIGID and optionally SINE, or BILINEAR.
 *
 * LANES threads form a work-group, which runs a case of several bodies together: each has every LANES-th body and
 * contact, and shared data are in local memory. With one lane they are private. With one body each thread has its
 * own case.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define GLOBAL __global
#define GLOBAL_CONSTANT __constant
#define KERNEL __kernel
#define GLOBAL_ID get_global_id(0)
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1") /* code that does not fit into the cache of instructions is slow */
#define pow_single native_powr
#define sqrt_single sqrt
#define fabs_single fabs
#define NOINLINE __attribute__((noinline))

#if LANES == 1
#define SHARED
#define SHARED_VARIABLE
#define LANE 0
#define CASE_ID get_global_id(0)
#define SYNC
#define COUNT_ONE(number) (++*(number))
#else
#define SHARED __local
#define SHARED_VARIABLE __local
#define LANE ((int)get_local_id(0))
#define CASE_ID get_group_id(0)
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#define COUNT_ONE(number) atomic_inc(number)
#endif
