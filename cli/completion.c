/*
 * Completion for shells: thud --completion bash|zsh. Both use the same table of words and options; the code around
 * it is specific to the shell.
 */
#include <stdio.h>
#include <string.h>

#include <thud/engine.h>
#include <thud/law.h>

#include "cli/manual.h"
#include "cli/message.h"

static void print_models(void) {
    for (size_t i = 0; i < thud_law_count(); i++) printf(" %s", thud_law_at(i)->name);
}

static void print_simulators(void) {
    for (size_t i = 0; i < thud_engine_count(); i++) printf(" %s", thud_engine_at(i)->name);
}

/* the name of a part without that of its command */
static const char *last_word(const char *name) {
    const char *space = strrchr(name, ' ');
    return space ? space + 1 : name;
}

static void print_options(const cli_command *command, bool with_value) {
    for (size_t i = 0; i < command->option_count; i++) {
        const cli_option *o = &command->options[i];
        if (o->value || !with_value) printf(" %s%s", option_dashes(o), o->name);
    }
}

/* a row of the table for the command, and for each part */
static void print_row(const cli_command *command) {
    printf("        '%s')\n            thud_words='", command->name);
    for (size_t i = 0; i < command->part_count; i++) printf(" %s", last_word(command->parts[i]->name));
    /* only models and simulators are known in advance; other arguments are files */
    if (strncmp(command->synopsis, "[SIMULATOR", 10) == 0) print_simulators();
    if (strncmp(command->synopsis, "MODEL", 5) == 0 || strncmp(command->synopsis, "[MODEL", 6) == 0) print_models();
    printf("'\n            thud_options='");
    print_options(command, false);
    printf(" --help'\n            thud_takes='");
    print_options(command, true);
    printf("'\n            ;;\n");
    for (size_t i = 0; i < command->part_count; i++) print_row(command->parts[i]);
}

static void print_table(const cli_command *const *commands, size_t count) {
    printf("# sets the words, the options and those with a value of a command; fails where there is none\n"
           "_thud_table() {\n    case $1 in\n        '')\n            thud_words='");
    for (size_t i = 0; i < count; i++) printf(" %s", commands[i]->name);
    printf(
        "'\n            thud_options=' --help --version --completion --man'\n            thud_takes=''\n"
        "            ;;\n"
        "        --completion)\n            thud_words=' bash zsh' thud_options='' thud_takes=''\n            ;;\n"
        "        --man)\n            thud_words='' thud_options='' thud_takes=' --man'\n            ;;\n");
    for (size_t i = 0; i < count; i++) print_row(commands[i]);
    printf("        *) return 1 ;;\n    esac\n}\n\n");
}

static const char bash_rest[] = "_thud() {\n"
                                "    local word=$2 before=$3 at='' i thud_words thud_options thud_takes\n"
                                "    # the command: as many words as name one\n"
                                "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                                "        _thud_table \"${at:+$at }${COMP_WORDS[i]}\" || break\n"
                                "        at=\"${at:+$at }${COMP_WORDS[i]}\"\n"
                                "    done\n"
                                "    _thud_table \"$at\"\n"
                                "    COMPREPLY=()\n"
                                "    # a value: the shell offers files\n"
                                "    case \"$thud_takes \" in *\" $before \"*) return ;; esac\n"
                                "    if [[ $word == -* ]]; then thud_words=$thud_options; fi\n"
                                "    mapfile -t COMPREPLY < <(compgen -W \"$thud_words\" -- \"$word\")\n"
                                "}\n"
                                "complete -o default -F _thud thud\n";

static const char zsh_rest[] =
    "_thud() {\n"
    "    local at='' i thud_words thud_options thud_takes\n"
    "    # the command: as many words as name one\n"
    "    for ((i = 2; i < CURRENT; i++)); do\n"
    "        _thud_table \"${at:+$at }${words[i]}\" || break\n"
    "        at=\"${at:+$at }${words[i]}\"\n"
    "    done\n"
    "    _thud_table \"$at\"\n"
    "    if [[ \"$thud_takes \" == *\" ${words[CURRENT - 1]} \"* ]]; then\n"
    "        _files\n"
    "    elif [[ ${words[CURRENT]} == -* ]]; then\n"
    "        compadd -- ${=thud_options}\n"
    "    else\n"
    "        [[ -z $thud_words ]] || compadd -- ${=thud_words}\n"
    "        [[ -z $at ]] || _files\n"
    "    fi\n"
    "}\n"
    "# loaded by its name on the first use, or sourced\n"
    "if [[ ${funcstack[1]} == _thud ]]; then _thud \"$@\"; else compdef _thud thud; fi\n";

int completion_print(const char *shell, const cli_command *const *commands, size_t count) {
    bool zsh = strcmp(shell, "zsh") == 0;
    if (!zsh && strcmp(shell, "bash") != 0) return usage_error("--completion '%s': expected bash or zsh", shell);
    printf(zsh ? "#compdef thud\n# Completion of thud for zsh, made by 'thud --completion zsh'.\n\n"
               : "# Completion of thud for bash, made by 'thud --completion bash'.\n\n");
    print_table(commands, count);
    fputs(zsh ? zsh_rest : bash_rest, stdout);
    return EXIT_DONE;
}
