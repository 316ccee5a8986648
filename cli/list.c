/* Lists of numbers on the command line: 0.1,0.2,0.5 and ranges such as 0.05:4:100log or 1:2:11lin, in any
   mixture. */
#include "cli/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"

enum { MOST = 1000000 };

/* the option that is read, for messages */
typedef struct reading {
    const char *name;
    thud_dimension dimension;
    cli_list *list;
} reading;

static int append(const reading *r, double value) {
    cli_list *list = r->list;
    if (list->count == MOST) return usage_error("--%s: at most %d numbers", r->name, MOST);
    /* capacity grows in powers of two */
    if ((list->count & (list->count - 1)) == 0) {
        double *larger = realloc(list->values, (list->count ? 2 * list->count : 1) * sizeof *larger);
        if (!larger) return work_error("out of memory");
        list->values = larger;
    }
    list->values[list->count++] = value;
    return EXIT_DONE;
}

static int read_number(const reading *r, const char *text, double *value) {
    thud_error error;
    /* "0.1-4": a number, a dash and another number */
    const size_t digits = strspn(text, "0123456789.");
    if (digits > 0 && text[digits] == '-' && text[digits + 1] >= '0' && text[digits + 1] <= '9')
        return usage_error("--%s '%s': a range is written %.*s:%s:100log, or with lin", r->name, text, (int)digits,
                           text, text + digits + 1);
    if (thud_quantity_parse(text, r->dimension, value, &error) != THUD_OK)
        return usage_error("--%s '%s': expected %s", r->name, text, error.text);
    return isfinite(*value) ? EXIT_DONE : usage_error("--%s '%s': expected a finite number", r->name, text);
}

/* "100log": how many numbers, and whether their ratios are equal or their differences */
static int read_spacing(const reading *r, const char *text, size_t *count, bool *logarithmic) {
    char *end;
    size_t digits = strspn(text, "0123456789");
    unsigned long number = strtoul(text, &end, 10);
    *logarithmic = strcmp(text + digits, "log") == 0;
    if (digits == 0 || digits > 7 || (!*logarithmic && strcmp(text + digits, "lin") != 0))
        return usage_error("--%s: a range ends with a number and log or lin, as in 0.05:4:100log, not with '%s'",
                           r->name, text);
    if (number < 2 || number > MOST)
        return usage_error("--%s '%s': a range has from 2 to %d numbers", r->name, text, MOST);
    *count = number;
    return EXIT_DONE;
}

static int append_range(const reading *r, double from, double to, size_t count, bool logarithmic) {
    if (logarithmic && !(from > 0 && to > 0))
        return usage_error("--%s: a range with log begins and ends above zero", r->name);
    int status = EXIT_DONE;
    for (size_t i = 0; status == EXIT_DONE && i < count; i++) {
        double part = (double)i / (double)(count - 1);
        double value = logarithmic ? from * pow(to / from, part) : from + part * (to - from);
        status = append(r, i + 1 < count ? value : to); /* the end without rounding */
    }
    return status;
}

/* one entry of the list, without commas: a number or a range */
static int read_entry(const reading *r, char *text) {
    double from, to;
    size_t count = 0;
    bool logarithmic = false;
    char *first = strchr(text, ':'), *second = first ? strchr(first + 1, ':') : NULL;
    if (!first) {
        int status = read_number(r, text, &from);
        return status == EXIT_DONE ? append(r, from) : status;
    }
    if (!second) return usage_error("--%s '%s': a range is from:to:count, as in 0.05:4:100log", r->name, text);
    *first = *second = '\0';
    int status = read_number(r, text, &from);
    if (status == EXIT_DONE) status = read_number(r, first + 1, &to);
    if (status == EXIT_DONE) status = read_spacing(r, second + 1, &count, &logarithmic);
    return status == EXIT_DONE ? append_range(r, from, to, count, logarithmic) : status;
}

int list_read(const cli_options *options, const char *name, const char *preset, thud_dimension dimension,
              cli_list *list) {
    const char *given = option_value(options, name);
    if (!given) given = preset;
    *list = (cli_list){0};
    char *text = malloc(strlen(given) + 1);
    if (!text) return work_error("out of memory");
    memcpy(text, given, strlen(given) + 1);
    reading r = {name, dimension, list};
    int status = EXIT_DONE;
    for (char *entry = text, *next; status == EXIT_DONE && entry; entry = next) {
        next = strchr(entry, ',');
        if (next) *next++ = '\0';
        status = read_entry(&r, entry);
    }
    free(text);
    if (status != EXIT_DONE) list_free(list);
    return status;
}

void list_free(cli_list *list) {
    free(list->values);
    *list = (cli_list){0};
}
