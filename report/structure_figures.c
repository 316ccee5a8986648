#include "report/structure_figures.h"

#include <math.h>

#include "report/figure.h"

static const double PI = 3.14159265358979323846;

bool thud_static_draw(const char *path, const thud_measurement *m, const thud_static_load *found,
                      thud_failure *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 640, 440, failure)) return false;
    fputs("# load [N], deflection [m]\n", figure.data.stream);
    for (size_t i = 0; i < m->count; i++) fprintf(figure.data.stream, "%.9g %.9g\n", m->value[i], m->second[i]);
    fprintf(figure.script.stream,
            "offset = %.9g; stiffness = %.9g\nset title 'K = %.5g N/m'\n"
            "set xlabel 'load F [N]'\nset ylabel 'deflection x [mm]'\nset key left top reverse Left\n"
            "plot data using 1:($2*1e3) with points linestyle 1 title 'readings', \\\n"
            "     1e3*(offset + x/stiffness) with lines linestyle 2 title 'least squares'\n",
            found->offset.value, found->stiffness.value, found->stiffness.value);
    return thud_figure_draw(&figure, failure);
}

/* the mobility of line i, or what a transmissibility has in its place, in diameters of the circle and without its
 * shift */
static void place(const thud_transfer *t, const thud_resonance *r, size_t i, double *real, double *imaginary) {
    double omega = 2 * PI * t->frequency[i], re = t->real[i], im = t->imaginary[i], y[2] = {re, im};
    if (t->response == THUD_TRANSFER_RECEPTANCE) y[0] = -omega * im, y[1] = omega * re;
    if (t->response == THUD_TRANSFER_ACCELERANCE) y[0] = im / omega, y[1] = -re / omega;
    if (t->response == THUD_TRANSFER_TRANSMISSIBILITY) y[0] = -im / omega, y[1] = (re - 1) / omega;
    *real = (y[0] - r->shift_real) / r->diameter;
    *imaginary = (y[1] - r->shift_imaginary) / r->diameter;
}

bool thud_transfer_draw(const char *path, const thud_transfer *t, const thud_resonance *r, thud_failure *failure) {
    thud_figure figure;
    double f = r->circle.frequency.value, z = r->circle.damping_ratio.value;
    if (!thud_figure_open(&figure, path, 840, 440, failure)) return false;
    fputs("# frequency [Hz], mobility by the diameter of its circle: real, imaginary\n", figure.data.stream);
    for (size_t i = 0; i < t->count; i++) {
        double real, imaginary;
        place(t, r, i, &real, &imaginary);
        fprintf(figure.data.stream, "%.9g %.9g %.9g\n", t->frequency[i], real, imaginary);
    }
    fprintf(figure.script.stream,
            "f = %.9g; z = %.9g\nset multiplot title 'f = %.5g Hz, ζ = %.4g' font ',15'\n"
            "set lmargin at screen 0.12; set rmargin at screen 0.46\n"
            "set tmargin at screen 0.88; set bmargin at screen 0.15\nset size ratio -1\nunset key\nset parametric\n"
            "set xlabel 'real part of Y C  [–]'\nset ylabel 'imaginary part of Y C  [–]'\n"
            "plot [0:2*pi] data using 2:3 with points linestyle 1, 0.5 + 0.5*cos(t), 0.5*sin(t) with lines "
            "linestyle 2\n"
            "unset parametric\nset size noratio\nset lmargin at screen 0.58; set rmargin at screen 0.97\n"
            "set xlabel 'frequency [Hz]'\nset ylabel '|Y| C  [–]'\nset samples 1000\n"
            "set xrange [%.9g:%.9g]\nset yrange [0:*]\nset key at graph 1, graph 1.08 right top horizontal\n"
            "curve(x) = 1/sqrt(1 + ((x/f - f/x)/(2*z))**2)\n"
            "set arrow 1 from f*(sqrt(1 + z*z) - z), sqrt(0.5) to f*(sqrt(1 + z*z) + z), sqrt(0.5) nohead "
            "linecolor '#404040'\n"
            "plot data using 1:(sqrt($2*$2 + $3*$3)) with points linestyle 1 title 'measured', \\\n"
            "     curve(x) with lines linestyle 2 title 'circle'\nunset multiplot\n",
            f, z, f, z, t->frequency[0], t->frequency[t->count - 1]);
    return thud_figure_draw(&figure, failure);
}
