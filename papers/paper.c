#define _XOPEN_SOURCE 700 /* open_memstream, strdup */

/*
 * A page in the making: numbers and tables by name, which fill the places {{name}} of its template, and figures.
 */
#include "paper.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/file.h"
#include "said.h"

enum { PLACE_LIMIT = 128 };

typedef struct place {
    const char *name;
    char *text;
    bool used;
} place;

struct paper {
    const char *name;
    char *template_path, *page_path, *figures;
    const bibliography *sources;
    place places[PLACE_LIMIT];
    size_t count;
    FILE *open;  /* the stream of paper_open */
    size_t size; /* of what went into it */
    said *words; /* of paper_say */
};

void paper_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("papers: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void *paper_allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) paper_fail("out of memory");
    return memory;
}

void paper_need(thud_status status, const char *what) {
    if (status != THUD_OK) paper_fail("%s: %s", what, thud_status_text(status));
}

static char *joined(const char *directory, const char *name, const char *extension) {
    size_t size = strlen(directory) + strlen(name) + strlen(extension) + 2;
    char *path = paper_allocate(size, 1);
    snprintf(path, size, "%s/%s%s", directory, name, extension);
    return path;
}

void paper_directory(const char *path) {
    thud_error failure;
    if (!thud_directory_create(path, &failure)) paper_fail("%s", failure.text);
}

paper *paper_create(const char *name, const char *templates, const char *out, const bibliography *sources) {
    paper *page = paper_allocate(1, sizeof *page);
    *page = (paper){
        .name = name,
        .sources = sources,
        .template_path = joined(templates, name, ".md"),
        .page_path = joined(out, name, ".md"),
        .figures = joined(out, "figures", ""),
        .words = said_create(),
    };
    paper_directory(out);
    paper_directory(page->figures);
    return page;
}

/* a new place, whose text is still to come */
static place *take_place(paper *page, const char *name) {
    for (size_t i = 0; i < page->count; i++)
        if (strcmp(page->places[i].name, name) == 0) paper_fail("%s: {{%s}} is set twice", page->name, name);
    if (page->count == PLACE_LIMIT) paper_fail("%s: too many places", page->name);
    place *taken = &page->places[page->count++];
    taken->name = name;
    return taken;
}

FILE *paper_open(paper *page, const char *name) {
    place *taken = take_place(page, name);
    page->open = open_memstream(&taken->text, &page->size);
    if (!page->open) paper_fail("out of memory");
    return page->open;
}

void paper_close(paper *page) {
    place *last = &page->places[page->count - 1];
    if (fclose(page->open) != 0) paper_fail("out of memory");
    /* the template has the line feed after the place */
    size_t length = strlen(last->text);
    if (length > 0 && last->text[length - 1] == '\n') last->text[length - 1] = '\0';
}

void paper_set(paper *page, const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(paper_open(page, name), format, arguments);
    paper_close(page);
    va_end(arguments);
}

double paper_up(double value, int digits) {
    double scale = pow(10, digits);
    return ceil(value * scale) / scale;
}

void paper_say(paper *page, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    said_add(page->words, format, arguments);
    va_end(arguments);
}

thud_figure paper_figure(const paper *page, const char *name, int width, int height) {
    thud_figure figure;
    thud_error failure;
    char *path = joined(page->figures, name, ".svg");
    if (!thud_figure_open(&figure, path, width, height, &failure)) paper_fail("%s", failure.text);
    free(path);
    return figure;
}

void paper_draw(thud_figure *figure) {
    thud_error failure;
    if (!thud_figure_draw(figure, &failure)) paper_fail("%s", failure.text);
}

char *paper_read(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "rb"), *memory = open_memstream(&text, &size);
    if (!file || !memory) paper_fail("cannot read '%s'", path);
    for (int c; (c = fgetc(file)) != EOF;) fputc(c, memory);
    fclose(file);
    fclose(memory);
    return text;
}

static const char *text_of(paper *page, const char *name, size_t length) {
    for (size_t i = 0; i < page->count; i++) {
        place *p = &page->places[i];
        if (strlen(p->name) != length || strncmp(p->name, name, length) != 0) continue;
        p->used = true;
        return p->text;
    }
    paper_fail("%s: nothing is set for {{%.*s}}", page->template_path, (int)length, name);
}

static void fill(paper *page, const char *template, FILE *out) {
    const char *open;
    while ((open = strstr(template, "{{"))) {
        const char *end = strstr(open, "}}");
        if (!end) paper_fail("%s: '{{' without '}}'", page->template_path);
        fwrite(template, 1, (size_t)(open - template), out);
        size_t length = (size_t)(end - open - 2), cite = strlen("cite ");
        if (length > cite && strncmp(open + 2, "cite ", cite) == 0)
            bibliography_cite(bibliography_find(page->sources, open + 2 + cite, length - cite), out);
        else fputs(text_of(page, open + 2, length), out);
        template = end + 2;
    }
    fputs(template, out);
}

static void free_page(paper *page) {
    for (size_t i = 0; i < page->count; i++) free(page->places[i].text);
    said_free(page->words);
    free(page->template_path);
    free(page->page_path);
    free(page->figures);
    free(page);
}

void paper_finish(paper *page) {
    thud_output output;
    thud_error failure;
    char *template = paper_read(page->template_path);
    said_check(page->words, template, page->template_path);
    if (!thud_output_open(&output, page->page_path, &failure)) paper_fail("%s", failure.text);
    fprintf(output.stream, "<!-- generated by make papers from papers/pages/%s.md; change that, not this -->\n\n",
            page->name);
    fill(page, template, output.stream);
    for (size_t i = 0; i < page->count; i++)
        if (!page->places[i].used) paper_fail("%s: no place for {{%s}}", page->template_path, page->places[i].name);
    if (!thud_output_commit(&output, &failure)) paper_fail("%s", failure.text);
    free(template);
    free_page(page);
}

thud_impact_options paper_impact(const char *law, double e, double n, double k, double m, double v) {
    const thud_law *found = thud_law_find(law);
    if (!found) paper_fail("no law called %s", law);
    thud_impact_options options = thud_impact_options_default(found);
    options.restitution = e;
    options.exponent = n;
    options.stiffness = k;
    options.mass = m;
    options.speed = v;
    /* what the papers printed; where the exact damping is meant, the caller says so */
    options.damping = THUD_DAMPING_PUBLISHED;
    return options;
}

thud_impact paper_solve(const thud_impact_options *options) {
    thud_impact hit;
    thud_error error = {0};
    if (thud_impact_check(options, &error) != THUD_OK) paper_fail("%s: %s", options->law->name, error.text);
    paper_need(thud_impact_solve(options, &hit), options->law->name);
    return hit;
}

double paper_exact(const thud_impact_options *options) {
    double damping;
    paper_need(thud_calibrate(options, &damping), options->law->name);
    return damping;
}

paper_run paper_run_model(thud_model *model, const thud_observer *observer) {
    paper_run run = {.model = model};
    thud_error problem = {0};
    if (thud_model_build(model, &problem) != THUD_OK) paper_fail("%s", problem.text);
    paper_need(thud_simulation_create(model, &run.simulation), "simulation");
    thud_status status = thud_simulation_run(run.simulation, observer);
    run.summary = thud_simulation_summary(run.simulation);
    if (status != THUD_OK) paper_fail("%s: %s", thud_status_text(status), run.summary->error.text);
    return run;
}

void paper_run_end(paper_run *run) {
    thud_simulation_free(run->simulation);
    thud_model_free(run->model);
}
