#include "report/psd.h"

#include <math.h>

#include "report/figure.h"
#include "report/gnuplot.h"

bool thud_psd_write(const char *path, const thud_psd *psd, thud_failure *failure) {
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    fputs("frequency [Hz],density [(m/s^2)^2/Hz]\n", output.stream);
    for (size_t i = 0; i < psd->count; i++)
        fprintf(output.stream, "%.17g,%.17g\n", (double)i * psd->resolution, psd->density[i]);
    return thud_output_commit(&output, failure);
}

/* the density at f = 0 has no place on a logarithmic axis */
static void write_data(FILE *stream, const thud_psd *psd) {
    fputs("# frequency [Hz], density [(m/s^2)^2/Hz]\n", stream);
    for (size_t i = 1; i < psd->count; i++)
        fprintf(stream, "%.9g %.9g\n", (double)i * psd->resolution, psd->density[i]);
}

/* the axis of densities reaches from the smallest to the largest, but over six decades at most */
static void find_range(const thud_psd *psd, double *lowest, double *largest) {
    *largest = 0;
    for (size_t i = 1; i < psd->count; i++) *largest = fmax(*largest, psd->density[i]);
    *lowest = *largest;
    for (size_t i = 1; i < psd->count; i++) *lowest = fmin(*lowest, psd->density[i]);
    *lowest = fmax(*lowest, 1e-6 * *largest);
}

bool thud_psd_draw(const char *path, const thud_psd *psd, const char *title, thud_failure *failure) {
    thud_figure figure;
    double lowest, largest;
    find_range(psd, &lowest, &largest);
    if (!(largest > 0)) return thud_failure_set(failure, "there is no density to draw: the ground stands still");
    if (!thud_figure_open(&figure, path, 800, 480, failure)) return false;
    write_data(figure.data.stream, psd);
    FILE *script = figure.script.stream;
    fputs("set title ", script);
    thud_gnuplot_text(script, *title ? title : "Power spectral density");
    fprintf(script,
            " noenhanced\nunset key\nset logscale xy\nset format y '10^{%%T}'\nset xrange [%.9g:%.9g]\n"
            "set yrange [%.3e:*]\n"
            "set xlabel 'frequency [Hz]'\nset ylabel 'density [(m/s^2)^2/Hz]'\n"
            "plot data using 1:2 with lines linestyle 1\n",
            psd->resolution, (double)(psd->count - 1) * psd->resolution, lowest / 2);
    return thud_figure_draw(&figure, failure);
}
