/*
 * The command line after the command's name: words, and options from a table.
 *
 * Options are written --name value or --name=value, each at most once; -- ends them. Every function that can fail
 * prints its error and returns it.
 */
#ifndef THUD_CLI_OPTIONS_H
#define THUD_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/quantity.h>

/* One row of a command's table. */
typedef struct cli_option {
    const char *name;  /* without the dashes; a short one with its dash, "-o" */
    const char *value; /* name of its value in the help; NULL for a flag */
    const char *help;
} cli_option;

enum { CLI_OPTION_LIMIT = 24 };

/* A command line that was understood. */
typedef struct cli_options {
    const char *command;
    const cli_option *table;
    size_t count;                         /* rows of the table */
    const char *values[CLI_OPTION_LIMIT]; /* by row of the table; NULL if not given, "" for a flag */
    char **words;                         /* arguments that are neither options nor their values */
    size_t word_count;
} cli_options;

/* Reads `count` words against the table in `options`; they are reordered. Returns an exit status. */
int options_read(cli_options *options, int count, char **words);

/* The dashes before the name: "--", or nothing if the name has its own. */
const char *option_dashes(const cli_option *option);

/* The value of an option of the table; NULL when it was not given. */
const char *option_value(const cli_options *options, const char *name);

bool option_given(const cli_options *options, const char *name);

/* EXIT_DONE when there are at most `most` words; otherwise says which one is not expected. */
int options_limit_words(const cli_options *options, size_t most);

/* Reads a quantity into *value, which stays as it is when the option was not given. */
bool option_quantity(const cli_options *options, const char *name, thud_dimension dimension, double *value);

/* Reads an integer from `least` to `most`; unchanged as above. */
bool option_count(const cli_options *options, const char *name, size_t least, size_t most, size_t *value);

/* Reads one of several words into *index; unchanged as above. */
bool option_choice(const cli_options *options, const char *name, const char *const *choices, size_t count,
                   size_t *index);

/*
 * EXIT_DONE if none of the listed options was given (the list ends with NULL); otherwise an error that names the
 * option and `what` it does not apply to. A silently ignored option would seem to have an effect.
 */
int options_refuse(const cli_options *options, const char *const *names, const char *what);

/* "; did you mean 'x'?" with the nearest of the names; "" when none is near. */
typedef struct cli_hint {
    char text[96];
} cli_hint;
cli_hint hint_nearest(const char *word, const char *const *names, size_t count);

/* ---- Lists of numbers on the command line: 0.1,0.2,0.5 and ranges such as 0.05:4:100log or 1:2:11lin, in any
 * mixture. ---- */

typedef struct cli_list {
    double *values; /* SI units */
    size_t count;   /* at least 1 */
} cli_list;

/* Reads the option, or `preset` if it is not given; each number may have a unit. Returns an exit status. */
int list_read(const cli_options *options, const char *name, const char *preset, thud_dimension dimension,
              cli_list *list);

void list_free(cli_list *list);

#endif
