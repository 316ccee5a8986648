/* The categories of messages of an FMU. */
#include "fmu/log.h"

const char *const fmu_log_categories[FMU_LOG_COUNT] = {"logStatusError", "logStatusWarning", "logEvents"};
const char *const fmu_log_about[FMU_LOG_COUNT] = {
    "reasons why a call was refused, or why the run failed",
    "warnings about a run that continues",
    "each impact, when it is over",
};
