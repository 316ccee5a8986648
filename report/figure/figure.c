/* A figure: its script and data next to the picture, with one common style. */
#define _XOPEN_SOURCE 700 /* strdup, strndup */

#include "report/figure/figure.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "report/text/file.h"
#include "report/text/print.h"

/* a picture format: gnuplot's terminal, and the ending of a complete file */
struct thud_terminal {
    const char *extension;
    const char *name;
    const char *options;
    const char *unit;   /* unit of lengths in `set terminal … size` */
    double pixel;       /* one pixel of 1/96 inch in that unit */
    const char *ending; /* must occur in the last bytes of a complete picture */
};

/* a point is a pixel in svg, and 96/72 of one in png: twice the pixels are 1.5 times the font */
static const thud_terminal terminals[] = {
    {"svg", "svg", "enhanced font 'Arial,14' background '#ffffff'", "", 1, "</svg>"},
    {"pdf", "pdfcairo", "enhanced color font 'Arial,10.5' linewidth 0.75", "in", 1.0 / 96, "%%EOF"},
    {"png", "pngcairo", "enhanced font 'Arial,14' fontscale 1.5 linewidth 2 pointscale 2", "", 2, "IEND"},
    {"eps", "epscairo", "enhanced color font 'Arial,10.5' linewidth 0.75", "in", 1.0 / 96, "%%EOF"},
};

/* colours of 3:1 or more on white, as on the pages; black the last */
static const char style[] =
    "set encoding utf8\n"
    "set style line 1 linecolor '#0072B2' linewidth 2 pointtype 7 pointsize 0.7 dashtype 1\n"
    "set style line 2 linecolor '#D55E00' linewidth 2 pointtype 5 pointsize 0.65 dashtype 2\n"
    "set style line 3 linecolor '#009E73' linewidth 2 pointtype 9 pointsize 0.75 dashtype 4\n"
    "set style line 4 linecolor '#C4659B' linewidth 2 pointtype 13 pointsize 0.8 dashtype 5\n"
    "set style line 5 linecolor '#A87B00' linewidth 2 pointtype 11 pointsize 0.75 dashtype 3\n"
    "set style line 6 linecolor '#8A63D2' linewidth 2 pointtype 6 pointsize 0.7 dashtype 6\n"
    "set style line 7 linecolor '#000000' linewidth 2 pointtype 4 pointsize 0.65 dashtype 1\n"
    "set border 3 linecolor '#404040' linewidth 1\n"
    "set tics nomirror out scale 0.6\n"
    "set grid back linetype 1 linecolor '#e0e0e0' linewidth 0.5 dashtype solid\n"
    "set xzeroaxis linetype 1 linecolor '#404040' linewidth 0.75 dashtype solid\n"
    "set key samplen 2.5 spacing 1.15\n"
    "\n";

static const thud_terminal *terminal_for(const char *path) {
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof terminals / sizeof *terminals; i++)
        if (thud_text_same(dot + 1, terminals[i].extension)) return &terminals[i];
    return NULL;
}

/* "a/b/loop.svg" → 4 letters of stem, 8 of the whole name, from the returned place on */
static const char *name_of(const char *path, size_t *stem_length) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    *stem_length = dot ? (size_t)(dot - name) : strlen(name);
    return name;
}

bool thud_figure_check(const char *path, thud_error *failure) {
    size_t stem_length;
    const char *name = name_of(path, &stem_length);
    if (!terminal_for(name) || stem_length == 0)
        return thud_fail(failure, "'%s' is no name for a picture: it ends in .svg, .pdf, .png or .eps", path);
    for (const char *c = path; *c; c++)
        if ((unsigned char)*c < 0x20)
            return thud_fail(failure, "the name of a picture cannot hold control characters");
    return true;
}

bool thud_figure_writes(const char *path, const char *file) {
    size_t stem_length, file_stem;
    const char *name = name_of(path, &stem_length), *file_name = name_of(file, &file_stem);
    const char *ending = file_name + file_stem;
    bool stems = file_stem == stem_length && strncmp(name, file_name, stem_length) == 0;
    bool ours =
        strcmp(name + stem_length, ending) == 0 || strcmp(ending, ".gp") == 0 || strcmp(ending, ".dat") == 0;
    return stems && ours && thud_same_directory(path, file);
}

static void forget(thud_figure *figure) {
    free(figure->directory);
    free(figure->picture);
    free(figure->stem);
    *figure = (thud_figure){0};
}

/* directory, picture and stem from "a/b/loop.svg" */
static bool split_path(thud_figure *figure, const char *path) {
    size_t stem_length;
    const char *name = name_of(path, &stem_length);
    size_t before = (size_t)(name - path);
    /* "/loop.svg" lies in "/", "loop.svg" in "." */
    figure->directory = before == 0 ? strdup(".") : strndup(path, before > 1 ? before - 1 : 1);
    figure->picture = strdup(name);
    figure->stem = strndup(name, stem_length);
    return figure->directory && figure->picture && figure->stem;
}

/* the stem with another extension; NULL when memory is short */
static char *sibling(const char *stem, const char *extension) {
    size_t size = strlen(stem) + strlen(extension) + 1;
    char *name = malloc(size);
    if (name) snprintf(name, size, "%s%s", stem, extension);
    return name;
}

static bool open_sibling(const thud_figure *figure, const char *extension, thud_output *output,
                         thud_error *failure) {
    char *name = sibling(figure->stem, extension);
    char *path = name ? thud_path_join(figure->directory, name) : NULL;
    bool good = path ? thud_output_open_inside(output, path, failure) : thud_fail_memory(failure);
    free(path);
    free(name);
    return good;
}

static bool write_preamble(const thud_figure *figure, int width, int height, thud_error *failure) {
    FILE *script = figure->script.stream;
    const thud_terminal *terminal = figure->terminal;
    char *data = sibling(figure->stem, ".dat");
    if (!data) return thud_fail_memory(failure);
    fputs("# Drawn by thud. To draw it again, run gnuplot on this file in its own folder.\n"
          "if (!exists(\"picture\")) picture = ",
          script);
    thud_gnuplot_name(script, figure->picture);
    fputs("\ndata = ", script);
    thud_gnuplot_name(script, data);
    thud_print_to(script, "\nset terminal %s size %.6g%s,%.6g%s %s\nset output picture\n%s", terminal->name,
                  width * terminal->pixel, terminal->unit, height * terminal->pixel, terminal->unit,
                  terminal->options, style);
    free(data);
    return true;
}

bool thud_figure_open(thud_figure *figure, const char *path, int width, int height, thud_error *failure) {
    *figure = (thud_figure){.terminal = terminal_for(path)};
    if (!thud_figure_check(path, failure) || !thud_output_check(path, failure)) return false;
    if (!split_path(figure, path)) {
        thud_figure_abort(figure);
        return thud_fail_memory(failure);
    }
    bool good = open_sibling(figure, ".gp", &figure->script, failure) &&
                open_sibling(figure, ".dat", &figure->data, failure) &&
                write_preamble(figure, width, height, failure);
    if (!good) thud_figure_abort(figure);
    return good;
}

double thud_figure_tics(double length) {
    double power = pow(10, floor(log10(length / 4))), times = length / 4 / power;
    return power * (times < 2 ? 2 : times < 5 ? 5 : 10);
}

void thud_figure_abort(thud_figure *figure) {
    thud_output_abort(&figure->script);
    thud_output_abort(&figure->data);
    forget(figure);
}

/* gnuplot does not report a full disk: a picture is complete if it has its format's ending */
static bool is_whole(const char *path, const char *ending) {
    char tail[65] = "";
    FILE *stream = fopen(path, "rb");
    if (!stream) return false;
    bool placed = fseek(stream, -64, SEEK_END) == 0 || fseek(stream, 0, SEEK_SET) == 0;
    size_t length = placed ? fread(tail, 1, sizeof tail - 1, stream) : 0;
    fclose(stream);
    size_t wanted = strlen(ending);
    for (size_t i = 0; i + wanted <= length; i++)
        if (memcmp(tail + i, ending, wanted) == 0) return true;
    return false;
}

static bool put_in_place(const char *from, const char *to, const char *ending, thud_error *failure) {
    if (!is_whole(from, ending))
        return thud_fail(failure, "gnuplot left the picture '%s' incomplete: is the disk full?", to);
    if (rename(from, to) != 0) return thud_fail(failure, "cannot write '%s': %s", to, strerror(errno));
    return true;
}

/* under a temporary name, so that an older picture stays until the new one is complete */
static bool draw_picture(const thud_figure *figure, thud_error *failure) {
    char *script = sibling(figure->stem, ".gp");
    char *to = thud_path_join(figure->directory, figure->picture), *from = NULL;
    if (!script || !to) {
        free(to);
        free(script);
        return thud_fail_memory(failure);
    }
    int held = thud_part_create(to, &from);
    bool good = held >= 0 ? thud_gnuplot_run(figure->directory, script, strrchr(from, '/') + 1, failure) &&
                                put_in_place(from, to, figure->terminal->ending, failure)
                          : thud_fail(failure, "cannot write '%s': %s", to, strerror(errno));
    if (!good && from) unlink(from);
    if (held >= 0) close(held);
    free(from);
    free(to);
    free(script);
    return good;
}

bool thud_figure_draw(thud_figure *figure, thud_error *failure) {
    fputs("unset output\n", figure->script.stream);
    bool good = thud_output_commit(&figure->data, failure) && thud_output_commit(&figure->script, failure) &&
                draw_picture(figure, failure);
    thud_figure_abort(figure);
    return good;
}
