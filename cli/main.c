#define _XOPEN_SOURCE 700 /* fcntl, open */

/*
 * thud, the command: this file finds the subcommand; each cmd_<name>.c implements one.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/manual.h"
#include "cli/message.h"
#include "report/text/table.h"

static const cli_command *const commands[] = {
    &command_laws,     &command_impact,    &command_calibrate, &command_compare, &command_engine,
    &command_identify, &command_stiffness, &command_motion,    &command_gap,     &command_run_scenario,
    &command_scenario, &command_fmu,       &command_sweep,     &command_status,  &command_export,
    &command_report,   &command_lab,       &command_devices,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int print_help(void) {
    printf("Usage: thud COMMAND …\n"
           "\n"
           "Impacts and contact laws: forces, damping, and the restitution that really results.\n"
           "\n"
           "Commands:\n");
    thud_table table = thud_table_start("ll");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        thud_table_cells(&table, "%s\t%s", commands[i]->name, commands[i]->summary);
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    printf(
        "\n"
        "'thud COMMAND --help' describes one. 'thud --version' prints the version, 'thud --version --licences'\n"
        "the licences of the parts. 'thud --completion bash' (or zsh) prints completions for the shell,\n"
        "'thud --man DIR' writes manual pages. Quantities may have units (30mm, \"15 kN/mm\"); without one they\n"
        "are in SI.\n"
        "\n"
        "Examples:\n"
        "  thud laws\n"
        "  thud impact flores --e 0.5\n"
        "  thud calibrate flores --e 0.5 --k 5e9 --m 6e5 --v 0.4\n");
    return EXIT_DONE;
}

/* NULL if there is no such command */
static const cli_command *find_command(const char *word) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, commands[i]->name) == 0) return commands[i];
    return NULL;
}

static int unknown_command(const char *word) {
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i]->name;
    cli_hint near = hint_nearest(word, names, COMMAND_COUNT);
    return usage_error("unknown command '%s'%s", word, *near.text ? near.text : "; 'thud --help' lists them");
}

/* --completion SHELL, --man DIR */
static int write_for_shell(int count, char **words) {
    bool man = strcmp(words[1], "--man") == 0;
    if (count != 3) return usage_error("%s needs one value: %s %s", words[1], words[1], man ? "DIR" : "bash|zsh");
    return man ? manual_write(words[2], commands, COMMAND_COUNT)
               : completion_print(words[2], commands, COMMAND_COUNT);
}

/* --version [--licences] */
static int print_version(int count, char **words) {
    const bool licences = count == 3 && strcmp(words[2], "--licences") == 0;
    if (count > 2 && !licences) return usage_error("unknown option '%s'; did you mean '--licences'?", words[2]);
    printf("thud %s\n", thud_version());
    return licences ? licences_print() : EXIT_DONE;
}

static int dispatch(int count, char **words) {
    if (count < 2) return usage_error("no command given; 'thud --help' lists them");
    const char *word = words[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return print_help();
    if (strcmp(word, "--version") == 0) return print_version(count, words);
    if (strcmp(word, "--completion") == 0 || strcmp(word, "--man") == 0) return write_for_shell(count, words);
    const cli_command *command = find_command(word);
    return command ? command_run(command, count - 2, words + 2) : unknown_command(word);
}

/* opens /dev/null for closed standard streams; otherwise the next file would get their number, and messages would
   go into it. Read-only, so that writing fails */
static void occupy_streams(void) {
    for (int stream = 0; stream <= 2; stream++)
        if (fcntl(stream, F_GETFD) < 0) (void)!open("/dev/null", O_RDONLY);
}

int main(int count, char **words) {
    /* before anything else: a signal that comes while the command starts is a request, too */
    const cli_command *command = count > 1 ? find_command(words[1]) : NULL;
    if (command && command->stops_on_request) interrupt_listen();
    occupy_streams();
    return finish_stdout(dispatch(count, words));
}
