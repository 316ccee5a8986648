/* JSON: a streaming writer, and a check of texts that are taken over as they are (RFC 8259). */

#include "report/text/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "report/text/print.h"

thud_json thud_json_start(FILE *stream) { return (thud_json){.stream = stream}; }

static void new_line(thud_json *json) { fprintf(json->stream, "\n%*s", 2 * json->depth, ""); }

/* what stands before every value or key: nothing right after a key, else a comma and a line of its own */
static void separate(thud_json *json) {
    if (json->after_key) {
        json->after_key = false;
        return;
    }
    if (json->filled[json->depth]) fputc(',', json->stream);
    json->filled[json->depth] = true;
    if (json->depth > 0) new_line(json);
}

static void open_level(thud_json *json, char bracket) {
    separate(json);
    fputc(bracket, json->stream);
    json->filled[++json->depth] = false;
}

static void close_level(thud_json *json, char bracket) {
    bool filled = json->filled[json->depth--];
    if (filled) new_line(json);
    fputc(bracket, json->stream);
}

/* bytes of the UTF-8 character at `text`; 0 where there is none, as in the name of a file it may be */
static int character_bytes(const unsigned char *text) {
    int more = text[0] < 0x80   ? 0
               : text[0] < 0xc2 ? -1
               : text[0] < 0xe0 ? 1
               : text[0] < 0xf0 ? 2
               : text[0] < 0xf5 ? 3
                                : -1;
    for (int i = 1; i <= more; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    /* longer than needed, a half of a pair, or past the last code point */
    bool wrong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] >= 0xa0) ||
                 (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] >= 0x90);
    return wrong ? 0 : more + 1;
}

static void write_quoted(FILE *stream, const char *text) {
    fputc('"', stream);
    for (const char *c = text; *c; c++) {
        int bytes = character_bytes((const unsigned char *)c);
        if (bytes != 1) {
            if (bytes == 2 && (unsigned char)c[0] == 0xc2 && (unsigned char)c[1] < 0xa0)
                fprintf(stream, "\\u%04x", (unsigned)(unsigned char)c[1]);
            else if (bytes) fwrite(c, 1, (size_t)bytes, stream);
            else fputs("\\ufffd", stream);
            c += bytes ? bytes - 1 : 0;
            continue;
        }
        if (*c == '"' || *c == '\\') fprintf(stream, "\\%c", *c);
        else if (*c == '\n') fputs("\\n", stream);
        else if ((unsigned char)*c < 0x20 || *c == 0x7f) fprintf(stream, "\\u%04x", (unsigned)(unsigned char)*c);
        else fputc(*c, stream);
    }
    fputc('"', stream);
}

void thud_json_number(thud_json *json, double value) {
    separate(json);
    if (isfinite(value)) thud_print_to(json->stream, "%.17g", value);
    else fputs("null", json->stream);
}

void thud_json_string(thud_json *json, const char *text) {
    separate(json);
    if (text) write_quoted(json->stream, text);
    else fputs("null", json->stream);
}

static void write_key(thud_json *json, const char *text, size_t length) {
    separate(json);
    fprintf(json->stream, "\"%.*s\"", (int)length, text);
}

static void write_literal(thud_json *json, const char *text, size_t length) {
    separate(json);
    fwrite(text, 1, length, json->stream);
}

void thud_json_write(thud_json *json, const char *format, ...) {
    va_list values;
    va_start(values, format);
    for (const char *c = format; *c;) {
        size_t length = strcspn(c, " ,:{}[]\n");
        bool given = *c == '%', is_key = c[length] == ':';
        if (length == 0) {
            if (*c == '{' || *c == '[') open_level(json, *c);
            else if (*c == '}' || *c == ']') close_level(json, *c);
            else if (*c == '\n') fputc('\n', json->stream);
            c++;
            continue;
        }
        if (given && c[1] == 's') thud_json_string(json, va_arg(values, const char *));
        else if (given && c[1] == 'g') thud_json_number(json, va_arg(values, double));
        else if (given && va_arg(values, int)) write_literal(json, "true", 4);
        else if (given) write_literal(json, "false", 5);
        else if (is_key) write_key(json, c, length);
        else write_literal(json, c, length);
        if (is_key) fputs(": ", json->stream);
        json->after_key = is_key;
        c += length + is_key;
    }
    va_end(values);
}

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
