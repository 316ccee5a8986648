/* The notes of a study, counted over its cases. */
#include "report/study/notes.h"

#include <string.h>

#include "report/text/table.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* a digit, point or power of a number that has begun */
static bool goes_on(const char *text, size_t at) {
    const char c = text[at], before = text[at - 1];
    return is_digit(c) || c == '.' || c == 'e' || ((c == '-' || c == '+') && before == 'e');
}

/* the end of the unit after a number: 980 mm and 1.2 m are of one kind */
static size_t past_unit(const char *text, size_t at) {
    if (text[at] != ' ') return at;
    for (at++; text[at] && !strchr(" ,;'", text[at]);) at++;
    return at;
}

/* the text with # for each number and its unit, except inside quoted names */
static void make_key(const char *text, char *key) {
    bool quoted = false;
    size_t i = 0;
    while (text[i]) {
        if (text[i] == '\'') quoted = !quoted;
        const bool begins = !quoted && is_digit(text[i]) && (i == 0 || text[i - 1] == ' ');
        *key++ = begins ? '#' : text[i];
        i++;
        while (begins && text[i] && goes_on(text, i)) i++;
        if (begins) i = past_unit(text, i);
    }
    *key = '\0';
}

static void add_one(thud_study_notes *notes, const char *text, size_t length, size_t number) {
    thud_study_note note = {.cases = 1, .first = number};
    snprintf(note.text, sizeof note.text, "%.*s", (int)length, text);
    make_key(note.text, note.key);
    size_t i = 0;
    while (i < notes->count && strcmp(notes->list[i].key, note.key) != 0) i++;
    if (i == THUD_STUDY_NOTES_MOST) notes->others++;
    else if (i == notes->count) notes->list[notes->count++] = note;
    else notes->list[i].cases++;
}

void thud_study_notes_add(thud_study_notes *notes, const thud_results_row *row) {
    for (const char *text = row->notes; text && *text;) {
        const size_t length = strcspn(text, "\n");
        add_one(notes, text, length, row->case_index);
        text += length + (text[length] == '\n');
    }
}

void thud_study_notes_print(const thud_study_notes *notes, size_t cases, FILE *stream) {
    for (size_t i = 0; i < notes->count; i++) {
        const thud_study_note *n = &notes->list[i];
        fprintf(stream, "  note: %zu of %zu case%s: ", n->cases, cases, cases == 1 ? "" : "s");
        thud_text_print(stream, n->text);
        fprintf(stream, n->cases == 1 ? " (case %zu)\n" : " (case %zu first)\n", n->first);
    }
    if (notes->others > 0) fprintf(stream, "  note: %zu more notes are left out\n", notes->others);
}

void thud_study_notes_write(const thud_study_notes *notes, thud_json *json) {
    thud_json_write(json, "notes: [");
    for (size_t i = 0; i < notes->count; i++)
        thud_json_write(json, "{note: %s, cases: %g, first: %g}", notes->list[i].text, (double)notes->list[i].cases,
                        (double)notes->list[i].first);
    thud_json_write(json, "]");
}
