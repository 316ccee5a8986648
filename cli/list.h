/*
 * Lists of numbers on the command line: 0.1,0.2,0.5 and ranges such as 0.05:4:100log or 1:2:11lin, also mixed.
 */
#ifndef THUD_CLI_LIST_H
#define THUD_CLI_LIST_H

#include "cli/options.h"

typedef struct cli_list {
    double *values; /* SI units */
    size_t count;   /* at least 1 */
} cli_list;

/* Reads the option, or `preset` where it is not given; each number may carry a unit. Returns an exit status. */
int list_read(const cli_options *options, const char *name, const char *preset, thud_dimension dimension,
              cli_list *list);

void list_free(cli_list *list);

#endif
