#define _XOPEN_SOURCE 700 /* strdup */

/* The bibliography: reads paper/paper.bib, writes citations and docs/bibliography.md. */
#include "bibliography.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <thud/law.h>

#include "paper.h"
#include "report/text/file.h"

static const struct {
    const char *name;
    size_t place;
} FIELDS[] = {{"shorthand", offsetof(reference, shorthand)}, {"author", offsetof(reference, author)},
              {"title", offsetof(reference, title)},         {"journal", offsetof(reference, journal)},
              {"volume", offsetof(reference, volume)},       {"number", offsetof(reference, number)},
              {"pages", offsetof(reference, pages)},         {"publisher", offsetof(reference, publisher)},
              {"year", offsetof(reference, year)},           {"doi", offsetof(reference, doi)}};

static char *skip(char *at, const char *these) { return at + strspn(at, these); }

/* `name = {text}`; gives what follows */
static char *read_field(const char *path, reference *r, char *at) {
    size_t length = strcspn(at, " =");
    char *open = strchr(at, '{'), *close = open ? strchr(open, '}') : NULL;
    if (!close) paper_fail("%s: entry %s: '%.20s' is no field", path, r->key, at);
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        if (strlen(FIELDS[i].name) != length || strncmp(FIELDS[i].name, at, length) != 0) continue;
        char **place = (char **)((char *)r + FIELDS[i].place);
        if (*place) paper_fail("%s: entry %s has %s twice", path, r->key, FIELDS[i].name);
        *place = open + 1;
        *close = '\0';
        return close + 1;
    }
    paper_fail("%s: entry %s: unknown field '%.*s'", path, r->key, (int)length, at);
}

bibliography bibliography_read(const char *path) {
    bibliography all = {.text = paper_read(path)};
    size_t room = 0;
    for (char *c = all.text; *c; c++) room += *c == '@';
    all.entry = paper_allocate(room + 1, sizeof *all.entry);
    for (char *at = strchr(all.text, '@'); at; at = strchr(at, '@')) {
        reference *r = &all.entry[all.count++];
        char *open = strchr(at, '{'), *comma = open ? strchr(open, ',') : NULL;
        if (!comma) paper_fail("%s: an entry without a key", path);
        r->key = open + 1;
        *comma = '\0';
        for (at = skip(comma + 1, " \n,"); *at != '}'; at = skip(at, " \n,")) {
            if (!*at) paper_fail("%s: entry %s has no end", path, r->key);
            at = read_field(path, r, at);
        }
        if (!r->shorthand || !r->author || !r->title || !r->year)
            paper_fail("%s: entry %s needs shorthand, author, title and year", path, r->key);
        if (all.count > 1 && strcmp(all.entry[all.count - 2].key, r->key) >= 0)
            paper_fail("%s: entry %s is not in the order of the alphabet", path, r->key);
    }
    return all;
}

void bibliography_free(bibliography *all) {
    free(all->entry);
    free(all->text);
    *all = (bibliography){0};
}

const reference *bibliography_find(const bibliography *all, const char *key, size_t length) {
    for (size_t i = 0; i < all->count; i++)
        if (strlen(all->entry[i].key) == length && strncmp(all->entry[i].key, key, length) == 0)
            return &all->entry[i];
    paper_fail("the bibliography has no entry %.*s", (int)length, key);
}

/* "A and B and C" as "A, B & C", "A and others" as "A et al." */
static void write_authors(const char *authors, FILE *out) {
    const char *next;
    for (const char *at = authors; at; at = next) {
        const char *end = strstr(at, " and ");
        next = end ? end + 5 : NULL;
        fprintf(out, "%.*s", end ? (int)(end - at) : (int)strlen(at), at);
        if (!next) return;
        if (strcmp(next, "others") == 0) {
            fputs(" et al.", out);
            return;
        }
        fputs(strstr(next, " and ") ? ", " : " & ", out);
    }
}

void bibliography_cite(const reference *r, FILE *out) {
    write_authors(r->author, out);
    if (r->journal) {
        fprintf(out, ", “%s”, *%s*", r->title, r->journal);
        if (r->volume && strcmp(r->volume, r->year) != 0) fprintf(out, " %s", r->volume);
        if (r->number) fprintf(out, ", no. %s", r->number);
        fprintf(out, " (%s)", r->year);
        if (r->pages) fprintf(out, " %s", r->pages);
    } else {
        fprintf(out, ", *%s*, ", r->title);
        if (r->publisher) fprintf(out, "%s ", r->publisher);
        fputs(r->year, out);
    }
    if (r->doi) {
        /* parentheses would end the link */
        fprintf(out, ", [doi:%s](https://doi.org/", r->doi);
        for (const char *c = r->doi; *c; c++)
            if (*c == '(') fputs("%28", out);
            else if (*c == ')') fputs("%29", out);
            else fputc(*c, out);
        fputc(')', out);
    }
}

/* whether the year that ends at `end` belongs to the shorthand of an entry */
static bool named(const bibliography *all, const char *source, const char *end) {
    for (size_t i = 0; i < all->count; i++) {
        size_t length = strlen(all->entry[i].shorthand);
        if ((size_t)(end - source) >= length && strncmp(end - length, all->entry[i].shorthand, length) == 0)
            return true;
    }
    return false;
}

/* every year in the sources of the laws must end a shorthand */
static void check_laws(const bibliography *all) {
    for (size_t i = 0; i < thud_law_count(); i++) {
        const char *source = thud_law_at(i)->source;
        int years = 0;
        for (const char *at = source; *at; at++) {
            if (!isdigit((unsigned char)at[0]) || strspn(at, "0123456789") != 4) {
                at += isdigit((unsigned char)at[0]) ? strspn(at, "0123456789") - 1 : 0;
                continue;
            }
            if (!named(all, source, at + 4))
                paper_fail("law %s: '%s' has a source that the bibliography does not", thud_law_at(i)->name,
                           source);
            years++;
            at += 3;
        }
        if (years == 0) paper_fail("law %s: '%s' names no source with its year", thud_law_at(i)->name, source);
    }
}

void bibliography_page(const bibliography *all, const char *out) {
    thud_output output;
    thud_error failure;
    char path[4096];
    check_laws(all);
    snprintf(path, sizeof path, "%s/bibliography.md", out);
    if (!thud_output_open(&output, path, &failure)) paper_fail("%s", failure.text);
    fputs("<!-- generated by make papers from paper/paper.bib; change that, not this -->\n\n# Bibliography\n\n"
          "What [laws](laws.md), the [papers computed again](papers/README.md), the [validation](validation.md) "
          "and the paper cite,\n"
          "from one file, [paper/paper.bib](../paper/paper.bib). A DOI stands where it was found in print or in a "
          "public record.\n\n"
          "The rules that thud calls `jankowski-2005` and `jankowski-2006` are told apart by year as later papers "
          "do:\n"
          "Chanda et al. 2016 print both under the paper of 2005, Zhao & Liu 2016 the second under that of 2006. "
          "Which of the\n"
          "two papers has the first was not checked in them.\n",
          output.stream);
    for (size_t i = 0; i < all->count; i++) {
        const reference *r = &all->entry[i];
        fprintf(output.stream, "\n- **%s**: ", r->shorthand);
        bibliography_cite(r, output.stream);
        const char *between = ". Law: ";
        for (size_t j = 0; j < thud_law_count(); j++) {
            if (!strstr(thud_law_at(j)->source, r->shorthand)) continue;
            fprintf(output.stream, "%s[`%s`](laws.md#%s)", between, thud_law_at(j)->name, thud_law_at(j)->name);
            between = ", ";
        }
    }
    fputc('\n', output.stream);
    if (!thud_output_commit(&output, &failure)) paper_fail("%s", failure.text);
}
