/* The categories of messages of an FMU. */
#include "fmu/log.h"

const char *const fmu_log_categories[FMU_LOG_COUNT] = {"logStatusError", "logStatusWarning", "logEvents"};
const char *const fmu_log_about[FMU_LOG_COUNT] = {
    "why a call was refused, or the run failed",
    "what to know about a run that goes on",
    "each impact, when it is over",
};
