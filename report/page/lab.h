/* The page of the lab, as `make lab` made it; of size 0 where thud was built before that. */
#ifndef THUD_REPORT_PAGE_LAB_H
#define THUD_REPORT_PAGE_LAB_H

#include <stdint.h>

extern const char thud_page_lab[];
extern const uint64_t thud_page_lab_size;

#endif
