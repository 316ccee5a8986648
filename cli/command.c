#define _XOPEN_SOURCE 700 /* access */

/* Functions that all commands share: help, options, parts. */
#include "cli/command.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/message.h"
#include "report/text/table.h"

enum { PART_LIMIT = 16 };

static bool asks_for_help(int count, char **words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return true;
    return false;
}

const char *command_details(const cli_command *command, char text[COMMAND_DETAILS]) {
    if (!command->describe) return command->details;
    command->describe(text, COMMAND_DETAILS);
    return text;
}

static void print_details(const cli_command *command) {
    char text[COMMAND_DETAILS];
    const char *details = command_details(command, text);
    if (details) printf("\n%s\n", details);
}

static int print_help(const cli_command *command) {
    printf("Usage: thud %s %s\n\n%s.\n\nOptions:\n", command->name, command->synopsis, command->summary);
    thud_table table = thud_table_start("ll");
    for (size_t i = 0; i < command->option_count; i++) {
        const cli_option *option = &command->options[i];
        thud_table_cells(&table, "%s%s%s%s\t%s", option_dashes(option), option->name, option->value ? " " : "",
                         option->value ? option->value : "", option->help);
    }
    thud_table_cells(&table, "--help\tprint this text");
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    print_details(command);
    printf("\nExamples:\n%s", command->examples);
    return EXIT_DONE;
}

/* the name of a part without that of its command */
static const char *part_name(const cli_command *command, size_t index) {
    return command->parts[index]->name + strlen(command->name) + 1;
}

static int print_parts(const cli_command *command) {
    printf("Usage: thud %s %s\n\n%s.\n\nParts:\n", command->name, command->synopsis, command->summary);
    thud_table table = thud_table_start("ll");
    for (size_t i = 0; i < command->part_count; i++) {
        thud_table_cells(&table, "%s\t%s", part_name(command, i), command->parts[i]->summary);
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    print_details(command);
    printf("\n'thud %s PART --help' describes one.\n\nExamples:\n%s", command->name, command->examples);
    return EXIT_DONE;
}

static int unknown_part(const cli_command *command, const char *word) {
    const char *names[PART_LIMIT];
    for (size_t i = 0; i < command->part_count; i++) names[i] = part_name(command, i);
    cli_hint near = hint_nearest(word, names, command->part_count);
    if (access(word, F_OK) == 0)
        return usage_error("'%s' is a file; name a part of thud %s first, as in 'thud %s %s %s'", word,
                           command->name, command->name, names[0], word);
    if (*near.text) return usage_error("unknown part '%s' of thud %s%s", word, command->name, near.text);
    return usage_error("unknown part '%s'; 'thud %s --help' lists them", word, command->name);
}

static int run_part(const cli_command *command, int count, char **words) {
    assert(command->part_count <= PART_LIMIT);
    if (count == 0) return usage_error("no part given; 'thud %s --help' lists them", command->name);
    if (asks_for_help(1, words)) return print_parts(command);
    for (size_t i = 0; i < command->part_count; i++)
        if (strcmp(words[0], part_name(command, i)) == 0)
            return command_run(command->parts[i], count - 1, words + 1);
    return unknown_part(command, words[0]);
}

int command_run(const cli_command *command, int count, char **words) {
    if (command->parts) return run_part(command, count, words);
    if (asks_for_help(count, words)) return print_help(command);
    cli_options options = {.command = command->name, .table = command->options, .count = command->option_count};
    int status = options_read(&options, count, words);
    if (status == EXIT_DONE) status = file_limit_take(&options);
    return status == EXIT_DONE ? command->run(&options) : status;
}
