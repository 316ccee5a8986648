/*
 * A page in the making: numbers and tables by name, which fill the places {{name}} of its template, and figures.
 *
 * These programs stop at the first thing that goes wrong and say what it was; a page is written whole or not at
 * all.
 */
#ifndef THUD_PAPERS_PAPER_H
#define THUD_PAPERS_PAPER_H

#include <stddef.h>
#include <stdio.h>

#include <thud/thud.h>

#include "bibliography.h"
#include "report/figure/figure.h"

#define PAPER_PI 3.14159265358979323846

typedef struct paper paper;

/* One file per paper; main.c runs them in turn. */
void paper_poursina_nikravesh(paper *page);
void paper_poursina_nikravesh_fits(paper *page);
void paper_poursina_nikravesh_rods(paper *page);
void paper_li_darby(paper *page);
void paper_li_darby_forced(paper *page);
void paper_chanda(paper *page);
void paper_chanda_bridge(paper *page);
void paper_chanda_seeds(paper *page);
void paper_zhao_liu(paper *page);
void paper_zhao_liu_steps(paper *page);

/*
 * `name` is that of the template in `templates` and of the page in `out`, where figures/ is made too. {{cite KEY}}
 * in the template is an entry of `sources`.
 */
paper *paper_create(const char *name, const char *templates, const char *out, const bibliography *sources);

/* Fills the template and frees the page. A place without a number, or a number without a place, is an error. */
void paper_finish(paper *page);

/* What stands at {{name}}. */
void paper_set(paper *page, const char *name, const char *format, ...) THUD_PRINTF(3, 4);

/* The same, written bit by bit: a table. One at a time; paper_close ends it. */
FILE *paper_open(paper *page, const char *name);
void paper_close(paper *page);

/* Rounded up to so many digits behind the point: what "at most" and "within" ask for. */
double paper_up(double value, int digits);

/*
 * The template has these words, with these numbers, line breaks apart: what it says outside of its places is held
 * to the program like this. paper_finish fails where the words are missing, and where a number in the template is
 * in no such words. Numbers of figures, equations, tables and sections are free, and so are years, code and "δ =
 * 0".
 */
void paper_say(paper *page, const char *format, ...) THUD_PRINTF(2, 3);

/* figures/NAME.svg of the page. */
thud_figure paper_figure(const paper *page, const char *name, int width, int height);
void paper_draw(thud_figure *figure);

/* Prints what went wrong and ends the program. */
_Noreturn void paper_fail(const char *format, ...) THUD_PRINTF(1, 2);

/* Makes a directory where there is none. */
void paper_directory(const char *path);

/* A whole file as a string, to be freed. */
char *paper_read(const char *path);

/* Memory or nothing. */
void *paper_allocate(size_t count, size_t size);

/* Fails unless the status is THUD_OK. */
void paper_need(thud_status status, const char *what);

/* One impact of a law in SI units; the options may be changed before. */
thud_impact_options paper_impact(const char *law, double e, double n, double k, double m, double v);
thud_impact paper_solve(const thud_impact_options *options);

/* The exact damping. */
double paper_exact(const thud_impact_options *options);

/* Builds, runs and frees a model; the summary is valid until paper_run_end. */
typedef struct paper_run {
    thud_model *model;
    thud_simulation *simulation;
    const thud_summary *summary;
} paper_run;

paper_run paper_run_model(thud_model *model, const thud_observer *observer);
void paper_run_end(paper_run *run);

#endif
