#define _POSIX_C_SOURCE 200809L /* strdup */

#include "report/page_words.h"

#include <stdlib.h>
#include <string.h>

#include "report/page_numbers.h"

static bool make_room(thud_page_words *words) {
    if (words->rows < words->room) return true;
    size_t room = words->room ? 2 * words->room : 256;
    size_t *codes = realloc(words->codes, room * sizeof *codes);
    if (!codes) return false;
    words->codes = codes;
    words->room = room;
    return true;
}

static bool add_word(thud_page_words *words, const char *text) {
    char **list = realloc(words->list, (words->count + 1) * sizeof *list);
    if (!list) return false;
    words->list = list;
    list[words->count] = strdup(words->count < THUD_PAGE_WORDS ? text : "(others)");
    return list[words->count] && ++words->count;
}

/* often the same as in the row before, or the one that comes behind it */
static size_t find(const thud_page_words *words, const char *text) {
    size_t start = words->rows ? words->codes[words->rows - 1] : 0;
    for (size_t i = 0; i < words->count; i++) {
        size_t at = (start + i) % words->count;
        if (strcmp(words->list[at], text) == 0) return at;
    }
    return words->count;
}

bool thud_page_words_add(thud_page_words *words, const char *text) {
    if (!make_room(words)) return false;
    size_t at = find(words, text ? text : "");
    if (at > THUD_PAGE_WORDS) at = THUD_PAGE_WORDS;
    if (at == words->count && !add_word(words, text ? text : "")) return false;
    words->codes[words->rows++] = at;
    return true;
}

bool thud_page_words_write(const thud_page_words *words, thud_json *json) {
    thud_json_key(json, "words");
    thud_json_begin_array(json);
    for (size_t i = 0; i < words->count; i++) thud_json_string(json, words->list[i]);
    thud_json_end_array(json);
    return thud_page_codes(json, words->codes, words->rows, words->count);
}

void thud_page_words_free(thud_page_words *words) {
    for (size_t i = 0; i < words->count; i++) free(words->list[i]);
    free(words->list);
    free(words->codes);
    *words = (thud_page_words){0};
}
