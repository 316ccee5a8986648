#define _XOPEN_SOURCE 700 /* open_memstream, regex */

/*
 * What the prose of a template says in numbers: every digit of it must be in words that the program has said with
 * numbers of its own, or be free by its kind.
 */
#include "said.h"

#include <ctype.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "paper.h"

enum { WORDS_LIMIT = 128 };

struct said {
    char *words[WORDS_LIMIT];
    size_t count;
};

said *said_create(void) { return paper_allocate(1, sizeof(said)); }

void said_add(said *words, const char *format, va_list arguments) {
    size_t size;
    if (words->count == WORDS_LIMIT) paper_fail("too many words for one page");
    FILE *stream = open_memstream(&words->words[words->count++], &size);
    if (!stream) paper_fail("out of memory");
    vfprintf(stream, format, arguments);
    if (fclose(stream) != 0) paper_fail("out of memory");
}

/* places, code, targets of links; references to parts of a paper; the ends of contact; years */
static const char *const FREE[] = {
    "\\{\\{[^}]*\\}\\}",
    "`[^`]*`",
    "\\]\\([^)]*\\)",
    "([Ff]ig(ure)?s?\\.?|[Ee]qs?|[Tt]ables?|[Ss]ection) [0-9]+(\\.[0-9]+)*((–|, | and | to )[0-9]+(\\.[0-9]+)*)*",
    "(δ|F) = 0",
    "(^|[^0-9.])(1[6-9]|20)[0-9][0-9]([^0-9]|$)",
};

/* the text with single blanks for blanks and line feeds, so that words are found across lines */
static char *on_one_line(const char *text) {
    char *line = paper_allocate(strlen(text) + 1, 1), *end = line;
    for (; *text; text++) {
        bool blank = isspace((unsigned char)*text);
        if (!blank) *end++ = *text;
        else if (end > line && end[-1] != ' ') *end++ = ' ';
    }
    return line;
}

static void cover_kind(const char *line, bool *covered, const char *pattern) {
    regex_t kind;
    regmatch_t match;
    if (regcomp(&kind, pattern, REG_EXTENDED) != 0) paper_fail("the pattern %s cannot be read", pattern);
    for (size_t at = 0; regexec(&kind, line + at, 1, &match, at > 0 ? REG_NOTBOL : 0) == 0;) {
        for (regoff_t i = match.rm_so; i < match.rm_eo; i++) covered[at + (size_t)i] = true;
        at += (size_t)match.rm_eo;
    }
    regfree(&kind);
}

void said_check(const said *words, const char *template, const char *path) {
    char *line = on_one_line(template);
    size_t length = strlen(line);
    bool *covered = paper_allocate(length + 1, sizeof *covered);
    for (size_t i = 0; i < sizeof FREE / sizeof *FREE; i++) cover_kind(line, covered, FREE[i]);
    for (size_t i = 0; i < words->count; i++) {
        const char *found = strstr(line, words->words[i]);
        if (!found) paper_fail("%s does not say '%s'", path, words->words[i]);
        for (; found; found = strstr(found + 1, words->words[i]))
            memset(covered + (found - line), true, strlen(words->words[i]));
    }
    size_t alone = 0;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)line[i]) || covered[i]) continue;
        size_t from = i > 40 ? i - 40 : 0;
        fprintf(stderr, "%s: '…%.80s…'\n", path, line + from);
        alone++;
        while (i < length && line[i] != ' ') i++;
    }
    if (alone > 0) paper_fail("%s: %zu numbers for which the program does not stand", path, alone);
    free(covered);
    free(line);
}

void said_free(said *words) {
    for (size_t i = 0; i < words->count; i++) free(words->words[i]);
    free(words);
}
