/* A page: the bundled skeleton with the data put in, everything escaped. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "report/page/page.h"

#include <stdlib.h>
#include <string.h>

static const char TITLE_MARK[] = "<!--title-->", DATA_MARK[] = "<!--data-->";

static void write_html(FILE *stream, const char *text) {
    for (; *text; text++) switch (*text) {
        case '&': fputs("&amp;", stream); break;
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '"': fputs("&quot;", stream); break;
        case '\'': fputs("&#39;", stream); break;
        default: fputc(*text, stream);
        }
}

/* writes the skeleton up to a mark, and skips the mark */
static void write_until(thud_page *page, const char *mark) {
    const char *at = strstr(page->rest, mark);
    if (!at) return;
    fwrite(page->rest, 1, (size_t)(at - page->rest), page->output.stream);
    page->rest = at + strlen(mark);
}

bool thud_page_open(thud_page *page, thud_page_kind kind, const char *path, const char *title,
                    thud_error *failure) {
    *page = (thud_page){.rest = kind == THUD_PAGE_RUN ? thud_page_run_html : thud_page_study_html};
    if (!*page->rest)
        return thud_fail(failure, "this thud was built without uPlot, which its pages are drawn with: "
                                  "run 'tools/setup build' in its repository and build it again");
    if (!thud_output_open_inside(&page->output, path, failure)) return false;
    write_until(page, TITLE_MARK);
    write_html(page->output.stream, title && *title ? title : "Untitled");
    write_until(page, DATA_MARK);
    return true;
}

bool thud_page_begin(thud_page *page, thud_json *json, thud_error *failure) {
    page->memory = open_memstream(&page->text, &page->text_size);
    if (!page->memory) return thud_fail_memory(failure);
    *json = thud_json_start(page->memory);
    return true;
}

/* in JSON these occur only inside strings, where \u escapes are equivalent */
static void write_escaped(FILE *stream, const char *text, size_t size) {
    for (const char *c = text, *end = text + size; c < end; c++) {
        bool separator = end - c >= 3 && memcmp(c, "\xe2\x80", 2) == 0 && ((unsigned char)c[2] | 1) == 0xa9;
        if (*c == '<' || *c == '>' || *c == '&') {
            fprintf(stream, "\\u%04x", (unsigned)*c);
        } else if (separator) {
            fprintf(stream, "\\u20%02x", (unsigned char)c[2] == 0xa8 ? 0x28U : 0x29U);
            c += 2;
        } else {
            fputc(*c, stream);
        }
    }
}

void thud_page_add_json(thud_page *page, const char *name, const char *text, size_t size) {
    fprintf(page->output.stream, "<script type=\"application/json\" id=\"data-%s\">", name);
    write_escaped(page->output.stream, text, size);
    fputs("</script>\n", page->output.stream);
}

static void drop_memory(thud_page *page) {
    if (page->memory) fclose(page->memory);
    free(page->text);
    page->memory = NULL;
    page->text = NULL;
}

bool thud_page_end(thud_page *page, thud_json *json, const char *name, thud_error *failure) {
    thud_json_write(json, "\n");
    bool good = fflush(page->memory) == 0 && !ferror(page->memory);
    if (good) thud_page_add_json(page, name, page->text, page->text_size);
    drop_memory(page);
    return good || thud_fail_memory(failure);
}

bool thud_page_commit(thud_page *page, thud_error *failure) {
    fputs(page->rest, page->output.stream);
    return thud_output_commit(&page->output, failure);
}

void thud_page_abort(thud_page *page) {
    drop_memory(page);
    thud_output_abort(&page->output);
}
