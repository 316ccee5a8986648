/* The page of the lab, as `make lab` made it; empty where thud was built before that. */
#ifndef THUD_REPORT_PAGE_LAB_H
#define THUD_REPORT_PAGE_LAB_H

extern const char thud_page_lab[], thud_page_lab_end[];

#endif
