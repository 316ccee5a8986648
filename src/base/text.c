/*
 * The nearest name: Damerau–Levenshtein distance, optimal string alignment
 * (Damerau, CACM 7 (1964) 171; Wagner & Fischer, JACM 21 (1974) 168).
 */
#include "base/text.h"

#include <stdbool.h>
#include <string.h>

/* longer than any known name; a longer word is not a misspelling */
enum { LONGEST = 63 };

/* ASCII only, independent of the locale */
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool same(char a, char b) { return lower(a) == lower(b); }

bool thud_text_same(const char *a, const char *b) {
    while (*a && same(*a, *b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static bool begins(const char *name, const char *word, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!same(name[i], word[i])) return false;
    return true;
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* edit distance of two words of at most LONGEST letters */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][LONGEST + 1]; /* the distance table: row i is in rows[i % 3] */
    for (size_t j = 0; j <= b_length; j++) rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        const size_t *last = rows[(i - 1) % 3];
        size_t *row = rows[i % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t replaced = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = smaller(replaced, smaller(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                row[j] = smaller(row[j], rows[(i - 2) % 3][j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

/* number of slips allowed for a word of this length */
static size_t slips_allowed(size_t length) { return length / 3; }

size_t thud_text_nearest(const char *word, const char *const names[], size_t count) {
    const size_t length = strlen(word);
    if (length == 0 || length > LONGEST) return count;
    size_t nearest = count;
    size_t least = slips_allowed(length) + 1;
    for (size_t i = 0; i < count && least > 0; i++) {
        const size_t name_length = strlen(names[i]);
        if (name_length > LONGEST) continue;
        size_t slips = distance(word, length, names[i], name_length);
        /* an unfinished name counts as one slip, however much of it is missing */
        if (slips > 1 && length >= 3 && length < name_length && begins(names[i], word, length)) slips = 1;
        /* so is a word that was added to it: yield_force */
        if (slips > 1 && name_length >= 3 && length > name_length && strchr("_- ", word[name_length]) &&
            begins(word, names[i], name_length))
            slips = 1;
        if (slips < least) {
            least = slips;
            nearest = i;
        }
    }
    return nearest;
}
