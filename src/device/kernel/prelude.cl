/* OpenCL C 1.2 with double precision; the host adds BODIES, CONTACTS and ENTRIES. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define TERMS 16
#define GLOBAL __global
#define GLOBAL_CONSTANT __constant
#define KERNEL __kernel
#define GLOBAL_ID get_global_id(0)
