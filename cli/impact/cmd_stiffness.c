/*
 * thud stiffness: contact stiffness from materials and geometry.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <thud/law.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/print.h"

static const cli_option option_table[] = {
    {"E1", "PRESSURE", "Young's modulus of the first body, as in 210GPa"},
    {"nu1", "NUMBER", "its Poisson's ratio"},
    {"R1", "LENGTH", "its radius, for a sphere"},
    {"E2", "PRESSURE", "Young's modulus of the second body"},
    {"nu2", "NUMBER", "its Poisson's ratio"},
    {"R2", "LENGTH", "its radius, for a sphere"},
    {"area", "AREA", "contact area of two faces"},
    {"radius", "LENGTH", "mean radius of that area"},
    {"plot", "FILE.svg", "draw force over penetration, to a hundredth of the radius; also .pdf, .png, .eps"},
    {"json", NULL, "one JSON object on stdout"},
};

/* a shape of contact: which of the options it needs besides the materials, and the exponent that it leads to */
typedef struct contact_shape {
    const char *name;
    const char *needs[3]; /* NULL after the last */
    double exponent;
    const char *law; /* one of that exponent, to show what k is good for */
} contact_shape;

static const contact_shape shapes[] = {
    {"sphere-sphere", {"R1", "R2"}, 1.5, "flores"},
    {"sphere-plane", {"R1"}, 1.5, "flores"},
    {"face", {"area", "radius"}, 1, "kelvin-voigt"},
};

enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

/* what is given of bodies and geometry, SI units */
typedef struct contact_data {
    double young1, poisson1, radius1, young2, poisson2, radius2, area, mean_radius;
} contact_data;

static const contact_shape *find_shape(const cli_options *options) {
    const char *names[SHAPE_COUNT];
    for (size_t i = 0; i < SHAPE_COUNT; i++) names[i] = shapes[i].name;
    if (options->word_count != 1) {
        usage_error("one shape is needed: sphere-sphere, sphere-plane or face");
        return NULL;
    }
    const char *word = options->words[0];
    for (size_t i = 0; i < SHAPE_COUNT; i++)
        if (strcmp(word, names[i]) == 0) return &shapes[i];
    cli_hint near = hint_nearest(word, names, SHAPE_COUNT);
    usage_error("unknown shape '%s'%s", word,
                *near.text ? near.text : "; it is sphere-sphere, sphere-plane or face");
    return NULL;
}

static bool shape_needs(const contact_shape *shape, const char *name) {
    for (size_t i = 0; shape->needs[i]; i++)
        if (strcmp(shape->needs[i], name) == 0) return true;
    return false;
}

/* all that the shape needs is there, and nothing that it has no use for */
static bool check_given(const cli_options *options, const contact_shape *shape) {
    static const char *const materials[] = {"E1", "nu1", "E2", "nu2"};
    static const char *const geometry[] = {"R1", "R2", "area", "radius"};
    for (size_t i = 0; i < 4; i++) {
        bool given = option_given(options, geometry[i]), needed = shape_needs(shape, geometry[i]);
        const char *missing = !option_given(options, materials[i]) ? materials[i]
                              : needed && !given                   ? geometry[i]
                                                                   : NULL;
        if (missing) {
            usage_error("--%s is needed for %s", missing, shape->name);
            return false;
        }
        if (given && !needed) {
            usage_error("--%s has no meaning for %s", geometry[i], shape->name);
            return false;
        }
    }
    return true;
}

static bool read_data(const cli_options *options, contact_data *data) {
    data->radius2 = INFINITY; /* a plane, unless a sphere is given */
    return option_quantity(options, "E1", THUD_DIMENSION_PRESSURE, &data->young1) &&
           option_quantity(options, "nu1", THUD_DIMENSION_NONE, &data->poisson1) &&
           option_quantity(options, "R1", THUD_DIMENSION_LENGTH, &data->radius1) &&
           option_quantity(options, "E2", THUD_DIMENSION_PRESSURE, &data->young2) &&
           option_quantity(options, "nu2", THUD_DIMENSION_NONE, &data->poisson2) &&
           option_quantity(options, "R2", THUD_DIMENSION_LENGTH, &data->radius2) &&
           option_quantity(options, "area", THUD_DIMENSION_AREA, &data->area) &&
           option_quantity(options, "radius", THUD_DIMENSION_LENGTH, &data->mean_radius);
}

static thud_status solve(const contact_shape *shape, const contact_data *d, double *stiffness) {
    if (shape_needs(shape, "area"))
        return thud_stiffness_face(d->young1, d->poisson1, d->young2, d->poisson2, d->area, d->mean_radius,
                                   stiffness);
    return thud_stiffness_spheres(d->young1, d->poisson1, d->radius1, d->young2, d->poisson2, d->radius2,
                                  stiffness);
}

static void print_json(const contact_shape *shape, double stiffness) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{shape: %s, stiffness: %g, exponent_n: %g}\n", shape->name, stiffness, shape->exponent);
}

static void print_human(const contact_shape *shape, double stiffness) {
    printf("%s: F = k δⁿ with k = %s %s, n = %s\n", shape->name, thud_format_number(stiffness).text,
           thud_format_stiffness_unit(shape->exponent).text, thud_format_short(shape->exponent).text);
    thud_print_to(stdout, "  to strike it: thud impact %s --e 0.5 --k %.6g --m 1 --v 1\n", shape->law, stiffness);
}

/* small as Hertz's theory wants it: the contact reaches over a tenth of the radius */
static const double DEEPEST = 0.01;

static int draw(const cli_options *options, const contact_shape *shape, const contact_data *d, double stiffness) {
    const char *plot = option_value(options, "plot");
    double radius = shape_needs(shape, "area") ? d->mean_radius : 1 / (1 / d->radius1 + 1 / d->radius2);
    thud_stiffness_picture picture = {shape->name, stiffness, shape->exponent, DEEPEST * radius};
    thud_error failure;
    if (plot && !thud_stiffness_draw(plot, &picture, &failure)) return work_error("%s", failure.text);
    return EXIT_DONE;
}

static int run(const cli_options *options) {
    const contact_shape *shape = find_shape(options);
    contact_data data = {0};
    if (!shape || !check_given(options, shape) || !read_data(options, &data)) return EXIT_USAGE;
    int spared = check_overwrite_input(option_value(options, "plot"), NULL);
    if (spared != EXIT_DONE) return spared;
    double stiffness;
    thud_status status = solve(shape, &data, &stiffness);
    if (status == THUD_ERROR_ARGUMENT)
        return usage_error("%s: moduli, radii and areas are above zero, Poisson's ratios above -1 and at most 0.5",
                           shape->name);
    if (status != THUD_OK) return status_error(shape->name, status);
    int drawn = draw(options, shape, &data, stiffness);
    if (drawn != EXIT_DONE) return drawn;
    if (option_given(options, "json")) print_json(shape, stiffness);
    else print_human(shape, stiffness);
    return EXIT_DONE;
}

const cli_command command_stiffness = {
    .name = "stiffness",
    .synopsis =
        "sphere-sphere|sphere-plane|face --E1 … --nu1 … --E2 … --nu2 … [--R1 …] [--R2 …] [--area … --radius …]",
    .summary = "Find the contact stiffness of elastic bodies: Hertz's spheres, Luo and Nahon's faces",
    .details = NULL,
    .examples = "  thud stiffness sphere-sphere --E1 210GPa --nu1 0.3 --R1 20mm --E2 70GPa --nu2 0.33 --R2 10mm\n"
                "  thud stiffness sphere-plane --E1 210GPa --nu1 0.3 --R1 20mm --E2 30GPa --nu2 0.2 --plot k.svg\n"
                "  thud stiffness face --E1 30GPa --nu1 0.2 --E2 30GPa --nu2 0.2 --area 0.5m^2 --radius 0.4m\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
