/*
 * The result of an audit, and how it is told.
 */
#ifndef THUD_CLI_ENGINE_AUDIT_H
#define THUD_CLI_ENGINE_AUDIT_H

#include "cli/engine/engine_drops.h"

enum { ENGINE_LIMIT = 16 };

typedef struct engine_audit_result {
    engine_drops drops[ENGINE_LIMIT]; /* of the simulators that were there */
    size_t count;
} engine_audit_result;

void engine_audit_json(const engine_audit_result *result);
void engine_audit_markdown(const engine_audit_result *result);
bool engine_audit_print(const engine_audit_result *result);

/* Every prediction within 1e-4 of what the simulator did, every mean over gaps within 1e-3 of what was asked. */
bool engine_audit_holds(const engine_audit_result *result);

#endif
