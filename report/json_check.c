#include "report/json_check.h"

#include <stdbool.h>
#include <string.h>

#include "report/json.h"

/* what is left to read */
typedef struct cursor {
    const char *at;
    int depth;
} cursor;

static bool check_value(cursor *c);

static void skip_blanks(cursor *c) { c->at += strspn(c->at, " \t\r\n"); }

static bool take(cursor *c, char wanted) {
    skip_blanks(c);
    if (*c->at != wanted) return false;
    c->at++;
    return true;
}

static bool check_escape(cursor *c) {
    static const char simple[] = "\"\\/bfnrt";
    if (*c->at && strchr(simple, *c->at)) return c->at++;
    if (*c->at != 'u') return false;
    c->at++;
    for (int i = 0; i < 4; i++, c->at++)
        if (!*c->at || !strchr("0123456789abcdefABCDEF", *c->at)) return false;
    return true;
}

static bool check_string(cursor *c) {
    if (!take(c, '"')) return false;
    while (*c->at != '"') {
        if ((unsigned char)*c->at < 0x20) return false;
        if (*c->at++ == '\\' && !check_escape(c)) return false;
    }
    return c->at++;
}

static bool check_digits(cursor *c) {
    size_t count = strspn(c->at, "0123456789");
    c->at += count;
    return count > 0;
}

static bool check_number(cursor *c) {
    if (*c->at == '-') c->at++;
    if (*c->at == '0') c->at++;
    else if (!check_digits(c)) return false;
    if (*c->at == '.' && (c->at++, !check_digits(c))) return false;
    if (*c->at != 'e' && *c->at != 'E') return true;
    c->at++;
    if (*c->at == '+' || *c->at == '-') c->at++;
    return check_digits(c);
}

static bool check_word(cursor *c, const char *word) {
    if (strncmp(c->at, word, strlen(word)) != 0) return false;
    c->at += strlen(word);
    return true;
}

/* members of an object or items of an array, up to the bracket */
static bool check_items(cursor *c, char bracket) {
    c->at++;
    if (take(c, bracket)) return true;
    do {
        if (bracket == '}' && !(check_string(c) && take(c, ':'))) return false;
        if (!check_value(c)) return false;
    } while (take(c, ','));
    return take(c, bracket);
}

static bool check_value(cursor *c) {
    skip_blanks(c);
    switch (*c->at) {
    case '{':
    case '[': {
        if (++c->depth > THUD_JSON_DEPTH) return false;
        bool good = check_items(c, *c->at == '{' ? '}' : ']');
        c->depth--;
        return good;
    }
    case '"': return check_string(c);
    case 't': return check_word(c, "true");
    case 'f': return check_word(c, "false");
    case 'n': return check_word(c, "null");
    default: return check_number(c);
    }
}

size_t thud_json_check(const char *text, size_t size) {
    cursor c = {.at = text};
    bool good = check_value(&c);
    skip_blanks(&c);
    return good && c.at == text + size ? 0 : (size_t)(c.at - text) + 1;
}
