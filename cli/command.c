#include "command.h"

#include <stdio.h>
#include <string.h>

#include "message.h"
#include "report/table.h"

static bool asks_for_help(int count, char **words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return true;
    return false;
}

static int print_help(const cli_command *command) {
    printf("Usage: thud %s %s\n\n%s.\n\nOptions:\n", command->name, command->synopsis, command->summary);
    thud_table table = thud_table_start("ll");
    for (size_t i = 0; i < command->option_count; i++) {
        const cli_option *option = &command->options[i];
        thud_table_cell(&table, "--%s%s%s", option->name, option->value ? " " : "",
                        option->value ? option->value : "");
        thud_table_cell(&table, "%s", option->help);
    }
    thud_table_cell(&table, "--help");
    thud_table_cell(&table, "this text");
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    if (command->details) printf("\n%s\n", command->details);
    printf("\nExamples:\n%s", command->examples);
    return EXIT_DONE;
}

int command_run(const cli_command *command, int count, char **words) {
    if (asks_for_help(count, words)) return print_help(command);
    cli_options options = {.command = command->name, .table = command->options, .count = command->option_count};
    int status = options_read(&options, count, words);
    return status == EXIT_DONE ? command->run(&options) : status;
}
