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

static const double PI = 3.14159265358979323846;

static const cli_option option_table[] = {
    {"E1", "PRESSURE", "Young's modulus of the first body, as in 210GPa"},
    {"nu1", "NUMBER", "its Poisson's ratio"},
    {"R1", "LENGTH", "its radius, for a sphere or a cylinder"},
    {"E2", "PRESSURE", "Young's modulus of the second body"},
    {"nu2", "NUMBER", "its Poisson's ratio"},
    {"R2", "LENGTH", "its radius, for a sphere or a cylinder; for cylinder-hole that of the hole"},
    {"length", "LENGTH", "length of the contact between two cylinders"},
    {"force", "FORCE", "for cylinders: print the penetration under this force, and by Johnson's formula"},
    {"yield", "PRESSURE",
     "for spheres: pressure in the middle of the contact at which they yield, for thornton-1997"},
    {"adhesion", "ENERGY", "for spheres: work of adhesion w, as in 0.05J/m^2, for dmt and jkr"},
    {"area", "AREA", "contact area of two faces"},
    {"radius", "LENGTH", "mean radius of that area"},
    {"plot", "FILE.svg", "draw force over penetration, to a hundredth of the radius; also .pdf, .png, .eps"},
    {"json", NULL, "one JSON object on stdout"},
};

/* a shape of contact: the options that it needs besides the materials, and its exponent */
typedef struct contact_shape {
    const char *name;
    const char *needs[4]; /* NULL after the last */
    double exponent;
    const char *law; /* a law with that exponent, for the example */
} contact_shape;

static const contact_shape shapes[] = {
    {"sphere-sphere", {"R1", "R2"}, 1.5, "flores"},
    {"sphere-plane", {"R1"}, 1.5, "flores"},
    {"face", {"area", "radius"}, 1, "kelvin-voigt"},
    {"cylinder-cylinder", {"R1", "R2", "length"}, NAN, "flores"},
    {"cylinder-hole", {"R1", "R2", "length"}, NAN, "flores"},
};

enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

/* bodies and geometry as given, in SI units */
typedef struct contact_data {
    double young1, poisson1, radius1, young2, poisson2, radius2, area, mean_radius, length, force, yield, adhesion;
} contact_data;

/* results */
typedef struct contact_result {
    double stiffness, exponent;
    double penetration, johnson;       /* for cylinders under the force; NAN without one */
    double yield;                      /* m, at which spheres yield; NAN without a yield pressure */
    double pull_off_dmt, pull_off_jkr; /* N; NAN without an adhesion */
} contact_result;

#define SHAPES "sphere-sphere, sphere-plane, face, cylinder-cylinder or cylinder-hole"

static const contact_shape *find_shape(const cli_options *options) {
    const char *names[SHAPE_COUNT];
    for (size_t i = 0; i < SHAPE_COUNT; i++) names[i] = shapes[i].name;
    if (options->word_count == 0) usage_error("no shape given; it is " SHAPES);
    if (options->word_count == 0 || options_limit_words(options, 1) != EXIT_DONE) return NULL;
    const char *word = options->words[0];
    for (size_t i = 0; i < SHAPE_COUNT; i++)
        if (strcmp(word, names[i]) == 0) return &shapes[i];
    cli_hint near = hint_nearest(word, names, SHAPE_COUNT);
    usage_error("unknown shape '%s'%s", word, *near.text ? near.text : "; it is " SHAPES);
    return NULL;
}

static bool is_sphere(const contact_shape *shape) { return strncmp(shape->name, "sphere", 6) == 0; }

static bool is_cylinder(const contact_shape *shape) { return strncmp(shape->name, "cylinder", 8) == 0; }

static bool shape_needs(const contact_shape *shape, const char *name) {
    for (size_t i = 0; shape->needs[i]; i++)
        if (strcmp(shape->needs[i], name) == 0) return true;
    return false;
}

/* checks that all options of the shape are given, and no others */
static bool check_given(const cli_options *options, const contact_shape *shape) {
    static const char *const materials[] = {"E1", "nu1", "E2", "nu2"};
    static const char *const geometry[] = {"R1", "R2", "area", "radius", "length"};
    static const char *const of_spheres[] = {"yield", "adhesion", NULL}, *const of_cylinders[] = {"force", NULL};
    for (size_t i = 0; i < 5; i++) {
        bool given = option_given(options, geometry[i]), needed = shape_needs(shape, geometry[i]);
        const char *missing = i < 4 && !option_given(options, materials[i]) ? materials[i]
                              : needed && !given                            ? geometry[i]
                                                                            : NULL;
        if (missing) {
            usage_error("--%s is needed for %s", missing, shape->name);
            return false;
        }
        if (given && !needed) {
            usage_error("--%s does not apply to %s", geometry[i], shape->name);
            return false;
        }
    }
    return (is_sphere(shape) || options_refuse(options, of_spheres, shape->name) == EXIT_DONE) &&
           (is_cylinder(shape) || options_refuse(options, of_cylinders, shape->name) == EXIT_DONE);
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
           option_quantity(options, "radius", THUD_DIMENSION_LENGTH, &data->mean_radius) &&
           option_quantity(options, "length", THUD_DIMENSION_LENGTH, &data->length) &&
           option_quantity(options, "force", THUD_DIMENSION_FORCE, &data->force) &&
           option_quantity(options, "yield", THUD_DIMENSION_PRESSURE, &data->yield) &&
           option_quantity(options, "adhesion", THUD_DIMENSION(1, 0, -2, 0), &data->adhesion);
}

static thud_status solve_cylinders(const contact_shape *shape, const contact_data *d, contact_result *r) {
    double radius2 = strcmp(shape->name, "cylinder-hole") == 0 ? -d->radius2 : d->radius2;
    thud_status status = d->radius2 > 0
                             ? thud_stiffness_cylinders(d->young1, d->poisson1, d->radius1, d->young2, d->poisson2,
                                                        radius2, d->length, &r->stiffness, &r->exponent)
                             : THUD_ERROR_ARGUMENT;
    if (status != THUD_OK || isnan(d->force)) return status;
    r->penetration = pow(d->force / r->stiffness, 1 / r->exponent);
    return thud_cylinders_penetration(d->young1, d->poisson1, d->radius1, d->young2, d->poisson2, radius2,
                                      d->length, d->force, &r->johnson);
}

static thud_status solve_spheres(const contact_data *d, contact_result *r) {
    thud_status status = thud_stiffness_spheres(d->young1, d->poisson1, d->radius1, d->young2, d->poisson2,
                                                d->radius2, &r->stiffness);
    const double radius = 1 / (1 / d->radius1 + 1 / d->radius2);
    if (d->adhesion <= 0) status = THUD_ERROR_ARGUMENT;
    r->pull_off_dmt = 2 * PI * d->adhesion * radius;
    r->pull_off_jkr = 0.75 * r->pull_off_dmt;
    if (status != THUD_OK || isnan(d->yield)) return status;
    return thud_yield_penetration(d->young1, d->poisson1, d->radius1, d->young2, d->poisson2, d->radius2, d->yield,
                                  &r->yield);
}

static thud_status solve(const contact_shape *shape, const contact_data *d, contact_result *r) {
    *r = (contact_result){.exponent = shape->exponent, .penetration = NAN, .johnson = NAN, .yield = NAN};
    if (is_cylinder(shape)) return solve_cylinders(shape, d, r);
    if (is_sphere(shape)) return solve_spheres(d, r);
    return thud_stiffness_face(d->young1, d->poisson1, d->young2, d->poisson2, d->area, d->mean_radius,
                               &r->stiffness);
}

static void print_json(const contact_shape *shape, const contact_result *r) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{shape: %s, stiffness: %g, exponent_n: %g", shape->name, r->stiffness, r->exponent);
    if (!isnan(r->penetration))
        thud_json_write(&json, "penetration: %g, penetration_johnson: %g", r->penetration, r->johnson);
    if (!isnan(r->yield)) thud_json_write(&json, "yield_penetration: %g, damping: %g", r->yield, 1 / r->yield);
    if (is_sphere(shape) && !isnan(r->pull_off_dmt))
        thud_json_write(&json, "pull_off_dmt: %g, pull_off_jkr: %g", r->pull_off_dmt, r->pull_off_jkr);
    thud_json_write(&json, "}\n");
}

static void print_human(const contact_shape *shape, const contact_result *r) {
    printf("%s: F = k δⁿ with k = %s %s, n = %s\n", shape->name, thud_format_number(r->stiffness).text,
           thud_format_stiffness_unit(r->exponent).text, thud_format_short(r->exponent).text);
    if (!isnan(r->penetration))
        printf("  under that force: penetration %s, and %s by Johnson's formula\n",
               thud_format_quantity(r->penetration, "m").text, thud_format_quantity(r->johnson, "m").text);
    if (!isnan(r->yield)) {
        printf("  yields at penetration %s, under %s\n", thud_format_quantity(r->yield, "m").text,
               thud_format_quantity(r->stiffness * pow(r->yield, 1.5), "N").text);
        thud_print_to(stdout, "  solve an impact: thud impact thornton-1997 --damping %.6g --k %.6g --m 1 --v 1\n",
                      1 / r->yield, r->stiffness);
    } else if (is_sphere(shape) && !isnan(r->pull_off_dmt)) {
        printf("  pull-off force: %s by DMT, %s by JKR\n", thud_format_quantity(r->pull_off_dmt, "N").text,
               thud_format_quantity(r->pull_off_jkr, "N").text);
        thud_print_to(stdout,
                      "  solve an impact: thud impact jkr --damping 0 --set adhesion=%.6gN --k %.6g --m 1 --v 1\n",
                      r->pull_off_jkr, r->stiffness);
    } else if (is_cylinder(shape)) {
        thud_print_to(stdout, "  solve an impact: thud impact %s --n %.6g --e 0.5 --k %.6g --m 1 --v 1\n",
                      shape->law, r->exponent, r->stiffness);
    } else {
        thud_print_to(stdout, "  solve an impact: thud impact %s --e 0.5 --k %.6g --m 1 --v 1\n", shape->law,
                      r->stiffness);
    }
}

/* limit of Hertz's theory: the contact extends over a tenth of the radius */
static const double DEEPEST = 0.01;

static int draw(const cli_options *options, const contact_shape *shape, const contact_data *d,
                const contact_result *r) {
    const char *plot = option_value(options, "plot");
    double radius = shape_needs(shape, "area") ? d->mean_radius : 1 / (1 / d->radius1 + 1 / d->radius2);
    if (is_cylinder(shape)) radius = d->radius1;
    thud_stiffness_picture picture = {shape->name, r->stiffness, r->exponent, DEEPEST * radius};
    thud_error failure;
    if (plot && !thud_stiffness_draw(plot, &picture, &failure)) return work_error("%s", failure.text);
    return EXIT_DONE;
}

static int run(const cli_options *options) {
    const contact_shape *shape = find_shape(options);
    contact_data data = {.force = NAN, .yield = NAN, .adhesion = NAN};
    if (!shape || !check_given(options, shape) || !read_data(options, &data)) return EXIT_USAGE;
    int spared = check_overwrite_input(option_value(options, "plot"), NULL);
    if (spared != EXIT_DONE) return spared;
    contact_result result;
    thud_status status = solve(shape, &data, &result);
    if (status == THUD_ERROR_ARGUMENT && is_cylinder(shape))
        return usage_error("%s: moduli, radii and lengths must be above zero, Poisson's ratios above -1 and at "
                           "most 0.5; the hole must be wider than the cylinder by 5 µm to 10 mm; the force must be "
                           "above zero and within the range of Johnson's formula",
                           shape->name);
    if (status == THUD_ERROR_ARGUMENT)
        return usage_error("%s: moduli, radii, areas, pressures and energies must be above zero, Poisson's ratios "
                           "above -1 and at most 0.5",
                           shape->name);
    if (status != THUD_OK) return status_error(shape->name, status);
    int drawn = draw(options, shape, &data, &result);
    if (drawn != EXIT_DONE) return drawn;
    if (option_given(options, "json")) print_json(shape, &result);
    else print_human(shape, &result);
    return EXIT_DONE;
}

const cli_command command_stiffness = {
    .name = "stiffness",
    .synopsis = "sphere-sphere|sphere-plane|face|cylinder-cylinder|cylinder-hole --E1 … --nu1 … --E2 … --nu2 … "
                "[--R1 …] [--R2 …] "
                "[--area … --radius …] [--length …]",
    .summary =
        "Find the contact stiffness of elastic bodies: spheres (Hertz), faces (Luo and Nahon), cylinders (Pereira)",
    .details =
        "Cylinders touch along a line: k and n of the power law of Pereira, Ramalho and Ambrósio (2015). For\n"
        "cylinder-hole, a cylinder of radius R1 lies in a hole of radius R2, as in a clearance joint.",
    .examples =
        "  thud stiffness sphere-sphere --E1 210GPa --nu1 0.3 --R1 20mm --E2 70GPa --nu2 0.33 --R2 10mm\n"
        "  thud stiffness sphere-plane --E1 210GPa --nu1 0.3 --R1 20mm --E2 30GPa --nu2 0.2 --plot k.svg\n"
        "  thud stiffness face --E1 30GPa --nu1 0.2 --E2 30GPa --nu2 0.2 --area 0.5m^2 --radius 0.4m\n"
        "  thud stiffness cylinder-hole --E1 210GPa --nu1 0.3 --R1 9.95mm --E2 70GPa --nu2 0.33 --R2 10mm --length "
        "20mm --force 1kN\n"
        "  thud stiffness sphere-plane --E1 210GPa --nu1 0.3 --R1 5mm --E2 210GPa --nu2 0.3 --yield 1.2GPa\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
