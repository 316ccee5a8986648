/* The command line after the command's name: words, and options from a table. */
#include "cli/options.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/message.h"

cli_hint hint_nearest(const char *word, const char *const *names, size_t count) {
    cli_hint out = {""};
    size_t nearest = thud_text_nearest(word, names, count);
    if (nearest < count) snprintf(out.text, sizeof out.text, "; did you mean '%.64s'?", names[nearest]);
    return out;
}

const char *option_dashes(const cli_option *option) { return option->name[0] == '-' ? "" : "--"; }

/* the row of the option named by the first `length` letters; options->count if there is none */
static size_t find_row(const cli_options *options, const char *name, size_t length) {
    size_t i = 0;
    while (i < options->count &&
           (strncmp(options->table[i].name, name, length) != 0 || options->table[i].name[length] != '\0'))
        i++;
    return i;
}

static int unknown_option(const cli_options *options, const char *word) {
    const char *names[CLI_OPTION_LIMIT + 1];
    for (size_t i = 0; i < options->count; i++) names[i] = options->table[i].name;
    names[options->count] = "help";
    char name[64];
    size_t dashes = strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + dashes, "="), word + dashes);
    size_t nearest = thud_text_nearest(name, names, options->count + 1);
    for (size_t i = 0; i < options->count && strncmp(name, "out", 3) == 0; i++)
        if (strcmp(names[i], "-o") == 0)
            return usage_error("unknown option '%s'; did you mean '-o %s'?", word, options->table[i].value);
    if (nearest <= options->count)
        return usage_error("unknown option '%s'; did you mean '%s%s'?", word, names[nearest][0] == '-' ? "" : "--",
                           names[nearest]);
    return usage_error("unknown option '%s'; 'thud %s --help' lists them", word, options->command);
}

/* the value after the name, or the next word; NULL if there is none */
static const char *find_value(const char *after_name, int count, char **words, int *at) {
    if (*after_name == '=') return after_name + 1;
    bool next = *at + 1 < count && strncmp(words[*at + 1], "--", 2) != 0;
    return next ? words[++*at] : NULL;
}

/* takes the option at words[*at], and the next word if that is its value */
static int take_option(cli_options *options, int count, char **words, int *at) {
    const char *word = words[*at];
    /* short options are in the table with their dash, so --o and ---o are unknown */
    bool is_short = strncmp(word, "--", 2) != 0;
    const char *name = is_short ? word : word + 2;
    if (!is_short && *name == '-') return unknown_option(options, word);
    size_t length = strcspn(name, "=");
    size_t row = find_row(options, name, length);
    if (row == options->count) return unknown_option(options, word);

    const cli_option *found = &options->table[row];
    if (options->values[row]) return usage_error("option %s%s is given twice", option_dashes(found), found->name);
    if (!found->value) {
        if (name[length] == '=')
            return usage_error("option %s%s takes no value", option_dashes(found), found->name);
        options->values[row] = "";
        return EXIT_DONE;
    }
    const char *value = find_value(name + length, count, words, at);
    if (!value || !*value)
        return usage_error("option %s%s needs a value: %s%s %s", option_dashes(found), found->name,
                           option_dashes(found), found->name, found->value);
    options->values[row] = value;
    return EXIT_DONE;
}

/* a dash alone, or before a number, begins no option */
static bool begins_option(const char *word) {
    return word[0] == '-' && word[1] != '\0' && !strchr(".0123456789", word[1]);
}

int options_read(cli_options *options, int count, char **words) {
    assert(options->count <= CLI_OPTION_LIMIT);
    options->words = words;
    bool over = false;
    for (int i = 0; i < count; i++) {
        if (!over && strcmp(words[i], "--") == 0) {
            over = true;
        } else if (!over && begins_option(words[i])) {
            int status = take_option(options, count, words, &i);
            if (status != EXIT_DONE) return status;
        } else {
            /* moves to the front, which never overtakes the reading position */
            words[options->word_count++] = words[i];
        }
    }
    return EXIT_DONE;
}

const char *option_value(const cli_options *options, const char *name) {
    size_t row = find_row(options, name, strlen(name));
    assert(row < options->count);
    return options->values[row];
}

bool option_given(const cli_options *options, const char *name) { return option_value(options, name) != NULL; }

int options_limit_words(const cli_options *options, size_t most) {
    if (options->word_count <= most) return EXIT_DONE;
    return usage_error("unexpected argument '%s'; see 'thud %s --help'", options->words[most], options->command);
}

int options_refuse(const cli_options *options, const char *const *names, const char *what) {
    for (; *names; names++)
        if (option_given(options, *names)) return usage_error("--%s has no meaning with %s", *names, what);
    return EXIT_DONE;
}

bool option_quantity(const cli_options *options, const char *name, thud_dimension dimension, double *value) {
    const char *text = option_value(options, name);
    thud_error error;
    if (!text || thud_quantity_parse(text, dimension, value, &error) == THUD_OK) return true;
    usage_error("--%s '%s': expected %s", name, text, error.text);
    return false;
}

bool option_count(const cli_options *options, const char *name, size_t least, size_t most, size_t *value) {
    const char *text = option_value(options, name);
    if (!text) return true;
    errno = 0;
    unsigned long long number = strtoull(text, NULL, 10);
    if (strspn(text, "0123456789") == strlen(text) && errno == 0 && number >= least && number <= most) {
        *value = (size_t)number;
        return true;
    }
    usage_error("--%s '%s': expected a whole number from %zu to %zu", name, text, least, most);
    return false;
}

bool option_choice(const cli_options *options, const char *name, const char *const *choices, size_t count,
                   size_t *index) {
    const char *text = option_value(options, name);
    if (!text) return true;
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, choices[i]) == 0) {
            *index = i;
            return true;
        }
    char list[160] = "";
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", choices[i]);
    }
    usage_error("--%s '%s': expected %s%s", name, text, list, hint_nearest(text, choices, count).text);
    return false;
}
