/*
 * The categories of messages of an FMU, as its description has them.
 */
#ifndef THUD_FMU_LOG_H
#define THUD_FMU_LOG_H

enum { FMU_LOG_ERROR, FMU_LOG_WARNING, FMU_LOG_EVENT, FMU_LOG_COUNT };
extern const char *const fmu_log_categories[FMU_LOG_COUNT];
extern const char *const fmu_log_about[FMU_LOG_COUNT];

#endif
