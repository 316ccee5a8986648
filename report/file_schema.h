/*
 * JSON Schemas of scenario and study files, draft 7, by which editors complete keys and underline mistakes. They
 * come from the table that the reader validates with.
 *
 * A schema accepts what the reader accepts. It knows keys, what may stand behind them, the words of a choice and
 * which keys exclude each other; units of the wrong dimension, names that nothing has and numbers out of their
 * range are left to the reader.
 */
#ifndef THUD_REPORT_FILE_SCHEMA_H
#define THUD_REPORT_FILE_SCHEMA_H

#include "report/scenario_reference.h"

void thud_file_schema(thud_reference which, thud_json *json);

#endif
