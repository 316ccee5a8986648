/*
 * Manual pages, man(7): thud --man DIR, which the build runs.
 */
#include "cli/manual.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "report/text/file.h"

/* escapes text for troff: backslashes, dashes, and a dot or quote at the start */
static void write_text_to(FILE *page, const char *text, const char *end) {
    bool at_start = true;
    for (; text < end; text++) {
        if (at_start && (*text == '.' || *text == '\'')) fputs("\\&", page);
        at_start = *text == '\n';
        if (*text == '\\') fputs("\\e", page);
        else if (*text == '-') fputs("\\-", page);
        else fputc(*text, page);
    }
}

static void write_text(FILE *page, const char *text) { write_text_to(page, text, text + strlen(text)); }

static void write_head(FILE *page, const char *name, const char *summary) {
    fputs(".TH \"", page);
    for (const char *c = name; *c; c++) fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, page);
    fprintf(page, "\" 1 \"\" \"thud %s\" \"thud\"\n.SH NAME\n", thud_version());
    write_text(page, name);
    /* whatis and apropos search for "name \- summary" */
    fputs(" \\- ", page);
    const char capital = summary[0],
               first[2] = {capital >= 'A' && capital <= 'Z' ? (char)(capital - 'A' + 'a') : capital};
    write_text(page, first);
    write_text(page, summary + 1);
    fputc('\n', page);
}

static void write_synopsis(FILE *page, const cli_command *command) {
    fputs(".B thud ", page);
    write_text(page, command->name);
    fputs("\n", page);
    write_text(page, command->synopsis);
    fputs("\n", page);
}

static void write_option(FILE *page, const char *dashes, const char *name, const char *value, const char *help) {
    fputs(".TP\n\\fB", page);
    write_text(page, dashes);
    write_text(page, name);
    fputs("\\fR", page);
    if (value) {
        fputs(" \\fI", page);
        write_text(page, value);
        fputs("\\fR", page);
    }
    fputc('\n', page);
    write_text(page, help);
    fputc('\n', page);
}

static void write_options(FILE *page, const cli_command *command) {
    for (size_t i = 0; i < command->option_count; i++) {
        const cli_option *o = &command->options[i];
        write_option(page, option_dashes(o), o->name, o->value, o->help);
    }
    write_option(page, "--", "help", NULL, "what the command can do");
}

/* unfilled lines */
static void write_lines(FILE *page, const char *lines) {
    fputs(".nf\n", page);
    write_text(page, lines);
    size_t length = strlen(lines);
    if (length == 0 || lines[length - 1] != '\n') fputc('\n', page);
    fputs(".fi\n", page);
}

/* filled prose; an empty line separates paragraphs */
static void write_prose(FILE *page, const char *text) {
    const char *end;
    while ((end = strstr(text, "\n\n"))) {
        write_text_to(page, text, end);
        fputs("\n.PP\n", page);
        text = end + 2;
    }
    write_text(page, text);
    fputc('\n', page);
}

static void write_details(FILE *page, const cli_command *command, const char *head) {
    char text[COMMAND_DETAILS];
    const char *details = command_details(command, text);
    if (!details) return;
    fputs(head, page);
    write_prose(page, details);
}

/* a part of a command, including its own parts, as a section */
static void write_part(FILE *page, const cli_command *part) {
    fputs(".SS \"thud ", page);
    write_text(page, part->name);
    fputs("\"\n", page);
    write_text(page, part->summary);
    fputs(".\n.PP\n", page);
    write_synopsis(page, part);
    if (!part->parts) write_options(page, part);
    write_details(page, part, ".PP\n");
    fputs(".PP\nExamples:\n.PP\n", page);
    write_lines(page, part->examples);
    for (size_t i = 0; i < part->part_count; i++) write_part(page, part->parts[i]);
}

static void write_command(FILE *page, const cli_command *command) {
    char name[64];
    snprintf(name, sizeof name, "thud-%s", command->name);
    write_head(page, name, command->summary);
    fputs(".SH SYNOPSIS\n", page);
    write_synopsis(page, command);
    write_details(page, command, ".SH DESCRIPTION\n");
    if (command->parts) {
        fputs(".SH PARTS\n", page);
        for (size_t i = 0; i < command->part_count; i++) write_part(page, command->parts[i]);
    } else {
        fputs(".SH OPTIONS\n", page);
        write_options(page, command);
    }
    fputs(".SH EXAMPLES\n", page);
    write_lines(page, command->examples);
    fputs(".SH \"SEE ALSO\"\n.BR thud (1)\n", page);
}

static void write_overview(FILE *page, const cli_command *const *commands, size_t count) {
    write_head(page, "thud", "impacts and contact laws");
    fputs(
        ".SH SYNOPSIS\n"
        ".B thud\n"
        ".I COMMAND\n"
        "…\n"
        ".SH DESCRIPTION\n"
        "Normal\\-contact laws, their calibration, ground motions, and structures that pound against each other.\n"
        "Quantities may have units (30mm, \"15 kN/mm\"); without one they are in SI.\n"
        ".SH COMMANDS\n",
        page);
    for (size_t i = 0; i < count; i++) {
        fputs(".TP\n.BR thud\\-", page);
        write_text(page, commands[i]->name);
        fputs(" (1)\n", page);
        write_text(page, commands[i]->summary);
        fputs(".\n", page);
    }
    fputs(".SH \"EXIT STATUS\"\n"
          "0: success. 1: the computation failed; a message says why. 2: usage error or bad input.\n"
          ".SH \"SEE ALSO\"\n",
          page);
    for (size_t i = 0; i < count; i++) {
        fputs(".BR thud\\-", page);
        write_text(page, commands[i]->name);
        fprintf(page, " (1)%s\n", i + 1 < count ? "," : "");
    }
}

/* one page; `command` is NULL for the overview */
static int write_page(const char *directory, const cli_command *command, const cli_command *const *commands,
                      size_t count) {
    char name[64];
    thud_output output;
    thud_error failure;
    snprintf(name, sizeof name, command ? "thud-%s.1" : "thud%s.1", command ? command->name : "");
    char *path = thud_path_join(directory, name);
    if (!path) return work_error("out of memory");
    bool good = thud_output_open_inside(&output, path, &failure);
    if (good) {
        if (command) write_command(output.stream, command);
        else write_overview(output.stream, commands, count);
        good = thud_output_commit(&output, &failure);
    }
    free(path);
    return good ? EXIT_DONE : work_error("%s", failure.text);
}

int manual_write(const char *directory, const cli_command *const *commands, size_t count) {
    thud_error failure;
    if (!thud_directory_create(directory, &failure)) return work_error("%s", failure.text);
    int status = write_page(directory, NULL, commands, count);
    for (size_t i = 0; i < count && status == EXIT_DONE; i++)
        status = write_page(directory, commands[i], commands, count);
    return status;
}
