/*
 * Messages about a scenario, collected during reading and reported at the end, in the order of the file.
 */
#include "model/scenario/messages.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "base/text.h"

/* a million errors are one error and its consequences */
enum { MOST_KEPT = 1000 };

struct thud_remark {
    size_t offset;   /* in the scenario */
    size_t sequence; /* messages at one place keep their order */
    bool warning;
    char *text;
    char *file; /* a file other than the scenario, or NULL; with it: */
    size_t line, column;
};

/* ---- collecting ---- */

static char *copy_text(thud_messages *m, const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) {
        m->out_of_memory = true;
        return NULL;
    }
    if (length) memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* NULL when it is not kept */
static thud_remark *add(thud_messages *m, size_t offset, bool warning, const char *text) {
    if (!warning) m->errors++;
    if (m->count == MOST_KEPT) {
        m->left_out += !warning;
        return NULL;
    }
    if (m->count == m->capacity) {
        const size_t capacity = m->capacity ? 2 * m->capacity : 8;
        thud_remark *larger = realloc(m->remarks, capacity * sizeof *larger);
        if (!larger) {
            m->out_of_memory = true;
            return NULL;
        }
        m->remarks = larger;
        m->capacity = capacity;
    }
    char *copy = copy_text(m, text, strlen(text));
    if (!copy) return NULL;
    thud_printable_make(copy);
    thud_remark *remark = &m->remarks[m->count];
    *remark = (thud_remark){.offset = offset, .sequence = m->count, .warning = warning, .text = copy};
    m->count++;
    return remark;
}

static void add_formatted(thud_messages *m, size_t offset, bool warning, const char *format, va_list arguments) {
    char text[THUD_ERROR_TEXT];
    thud_print_list(text, sizeof text, format, arguments);
    add(m, offset, warning, text);
}

void thud_messages_error(thud_messages *messages, size_t offset, const char *format, ...) {
    if (messages->once && thud_messages_find(messages, offset, offset)) return;
    va_list arguments;
    va_start(arguments, format);
    add_formatted(messages, offset, false, format, arguments);
    va_end(arguments);
}

static bool is_remarked(const thud_messages *m, size_t offset) {
    for (size_t i = 0; i < m->count; i++)
        if (m->remarks[i].offset == offset) return true;
    return false;
}

void thud_messages_warning(thud_messages *messages, size_t offset, const char *format, ...) {
    if (messages->once && is_remarked(messages, offset)) return;
    va_list arguments;
    va_start(arguments, format);
    add_formatted(messages, offset, true, format, arguments);
    va_end(arguments);
}

/* ---- lines ---- */

/* a place that moves through a text, line by line; a line ends with LF, CR or both */
typedef struct cursor {
    const thud_source *source;
    size_t start; /* start of the line */
    size_t line;  /* from 1 */
} cursor;

static cursor cursor_start(const thud_source *source) {
    const bool mark = source->size >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0;
    return (cursor){.source = source, .start = mark ? 3 : 0, .line = 1};
}

static size_t line_end(const cursor *c) {
    size_t end = c->start;
    while (end < c->source->size && c->source->text[end] != '\n' && c->source->text[end] != '\r') end++;
    return end;
}

/* the start of the next line; SIZE_MAX past the last */
static size_t next_line(const cursor *c) {
    const thud_source *s = c->source;
    size_t end = line_end(c);
    if (end == s->size) return SIZE_MAX;
    if (s->text[end] == '\r' && end + 1 < s->size && s->text[end + 1] == '\n') end++;
    return end + 1;
}

/* moves forwards to the line of a place */
static void move_to(cursor *c, size_t offset) {
    for (size_t next = next_line(c); next <= offset && next != SIZE_MAX; next = next_line(c)) {
        c->start = next;
        c->line++;
    }
}

void thud_messages_record(thud_messages *m, size_t offset, bool warning, const char *file,
                          const thud_error *error) {
    thud_remark *remark = add(m, offset, warning, error->text);
    if (!remark) return;
    remark->file = copy_text(m, file, strlen(file));
    remark->line = error->line;
    remark->column = error->column;
}

/* ---- reporting ---- */

static int compare(const void *a, const void *b) {
    const thud_remark *x = a, *y = b;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

static thud_error place_in_scenario(const thud_remark *remark, cursor *c) {
    const thud_source *s = c->source;
    thud_error out = {.file = s->file};
    if (remark->offset == THUD_WHOLE_FILE) return out;
    const size_t offset = remark->offset < s->size ? remark->offset : s->size;
    move_to(c, offset);
    out.line = c->line;
    out.column = offset >= c->start ? offset - c->start + 1 : 1;
    out.source = s->text + c->start;
    out.source_size = line_end(c) - c->start;
    return out;
}

/* without the line: a record may be any file of the machine */
static thud_error place_in_record(const thud_remark *remark) {
    return (thud_error){
        .file = remark->file,
        .line = remark->line,
        .column = remark->column,
    };
}

static void report_one(thud_error message, thud_status status, const char *text, thud_error_report *report,
                       void *context) {
    message.status = status;
    message.value = NAN;
    snprintf(message.text, sizeof message.text, "%s", text);
    report(context, &message);
}

void thud_messages_report(const thud_messages *m, thud_error_report *report, void *context) {
    if (!report) return;
    if (m->count) qsort(m->remarks, m->count, sizeof *m->remarks, compare);
    cursor c = cursor_start(&m->source);
    for (size_t i = 0; i < m->count; i++) {
        const thud_remark *remark = &m->remarks[i];
        thud_error message = remark->file ? place_in_record(remark) : place_in_scenario(remark, &c);
        if (m->unquoted) message.source = NULL;
        report_one(message, remark->warning ? THUD_OK : THUD_ERROR_ARGUMENT, remark->text, report, context);
    }
    char text[80];
    snprintf(text, sizeof text, "%zu more errors are not shown", m->left_out);
    if (m->left_out) report_one((thud_error){.file = m->source.file}, THUD_ERROR_ARGUMENT, text, report, context);
}

const char *thud_messages_find(const thud_messages *m, size_t low, size_t high) {
    for (size_t i = 0; i < m->count; i++) {
        const thud_remark *remark = &m->remarks[i];
        if (!remark->warning && remark->offset >= low && remark->offset <= high) return remark->text;
    }
    return NULL;
}

void thud_messages_free(thud_messages *m) {
    for (size_t i = 0; i < m->count; i++) {
        free(m->remarks[i].text);
        free(m->remarks[i].file);
    }
    free(m->remarks);
    m->remarks = NULL;
    m->count = m->capacity = 0;
}
