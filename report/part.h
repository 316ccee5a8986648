/*
 * Files under way: written beside their place as NAME.PROCESS-NUMBER.part, and renamed when they are whole. Who
 * writes one holds a lock on it, so that what a killed process left behind can be told from what is being written.
 */
#ifndef THUD_REPORT_PART_H
#define THUD_REPORT_PART_H

/* A new file beside `path`, open for writing; its name, to be freed, in `name`. −1 with errno when there is none.
 * What others left there is removed first. */
int thud_part_create(const char *path, char **name);

#endif
