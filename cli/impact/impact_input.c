/* Options for one impact, shared by several commands. */
#include "cli/impact/impact_input.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "cli/message.h"
#include "report/text/format.h"

const thud_law *find_law(const char *name) {
    const thud_law *law = thud_law_find(name);
    if (law) return law;
    const char *near = thud_law_nearest(name);
    if (near) usage_error("unknown model '%s'; did you mean '%s'?", name, near);
    else usage_error("unknown model '%s'; 'thud laws' lists them", name);
    return NULL;
}

int impact_error(const thud_impact_options *options, thud_status status) {
    thud_error error;
    if (thud_impact_check(options, &error) == THUD_OK) thud_error_status(&error, status);
    return library_error(options->law->name, &error);
}

/* Newton's law accepts every restitution between 0 and 1 */
int check_restitution(double restitution) {
    thud_impact_options newton = thud_impact_options_default(thud_law_find("newton"));
    newton.restitution = restitution;
    thud_error error;
    return thud_impact_check(&newton, &error) == THUD_OK ? EXIT_DONE : library_error(NULL, &error);
}

static int check(const thud_impact_options *options) {
    thud_error error;
    return thud_impact_check(options, &error) == THUD_OK ? EXIT_DONE : library_error(options->law->name, &error);
}

/* the law and its exponent come first, because the dimensions of other quantities depend on them */
static int read_law(const cli_options *options, impact_input *input) {
    if (options->word_count == 0) return usage_error("no model given; 'thud laws' lists them");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    const thud_law *law = find_law(options->words[0]);
    if (!law) return EXIT_USAGE;
    input->options = thud_impact_options_default(law);
    if (!option_quantity(options, "n", THUD_DIMENSION_NONE, &input->options.exponent)) return EXIT_USAGE;
    return check(&input->options);
}

static bool read_body_mass(const cli_options *options, const char *name, double *mass) {
    if (!option_quantity(options, name, THUD_DIMENSION_MASS, mass)) return false;
    if (*mass > 0) return true;
    usage_error("--%s '%s': expected a mass above zero, or inf", name, option_value(options, name));
    return false;
}

bool read_mass(const cli_options *options, double *mass) {
    bool first = option_given(options, "m1"), second = option_given(options, "m2");
    if (!first && !second) return option_quantity(options, "m", THUD_DIMENSION_MASS, mass);
    if (option_given(options, "m")) {
        usage_error("--m is the effective mass: give it, or --m1 and --m2, not both");
        return false;
    }
    if (!first || !second) {
        usage_error("--m1 and --m2 go together; --%s is missing (inf for a fixed stop)", first ? "m2" : "m1");
        return false;
    }
    double mass1, mass2;
    if (!read_body_mass(options, "m1", &mass1) || !read_body_mass(options, "m2", &mass2)) return false;
    if (isinf(mass1) && isinf(mass2)) {
        usage_error("--m1 and --m2 are both infinite: one of the bodies must be able to move");
        return false;
    }
    *mass = thud_effective_mass(mass1, mass2);
    return true;
}

bool read_separation(const cli_options *options, thud_separation *separation) {
    static const char *const names[] = {"zero-force", "return"};
    static const thud_separation rules[] = {THUD_SEPARATION_ZERO_FORCE, THUD_SEPARATION_RETURN};
    size_t index = 2;
    if (!option_choice(options, "separation", names, 2, &index)) return false;
    if (index < 2) *separation = rules[index];
    return true;
}

static bool has_option(const cli_options *options, const char *name) {
    for (size_t i = 0; i < options->count; i++)
        if (strcmp(options->table[i].name, name) == 0) return true;
    return false;
}

/* exact, published, or c itself */
static bool read_damping(const cli_options *options, thud_impact_options *impact) {
    static const char *const names[] = {"exact", "published"};
    static const thud_damping sources[] = {THUD_DAMPING_EXACT, THUD_DAMPING_PUBLISHED};
    const char *text = has_option(options, "damping") ? option_value(options, "damping") : NULL;
    if (!text) return true;
    for (size_t i = 0; i < 2; i++)
        if (strcmp(text, names[i]) == 0) {
            impact->damping = sources[i];
            return true;
        }
    if ((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z')) { /* inf and nan among them */
        usage_error("--damping '%s': expected exact, published or a finite number for c%s", text,
                    hint_nearest(text, names, 2).text);
        return false;
    }
    thud_dimension dimension;
    if (!thud_law_damping_dimension(impact->law, impact->exponent, &dimension)) {
        usage_error("--damping '%s': %s has no damper", text, impact->law->name);
        return false;
    }
    impact->damping = THUD_DAMPING_GIVEN;
    return option_quantity(options, "damping", dimension, &impact->damping_value);
}

/* the speed for which c is found, if it is not the approach speed */
static int read_restitution_speed(const cli_options *options, thud_impact_options *impact) {
    const char *text = option_value(options, "restitution-speed");
    if (!text) return EXIT_DONE;
    if (!option_quantity(options, "restitution-speed", THUD_DIMENSION_SPEED, &impact->restitution_speed))
        return EXIT_USAGE;
    if (!(impact->restitution_speed > 0))
        return usage_error("--restitution-speed '%s': expected a speed above zero", text);
    if (impact->law->structure->kind != THUD_FORCE_VISCOUS && impact->law->structure->kind != THUD_FORCE_GENERAL)
        return usage_error("--restitution-speed: %s has no damping that depends on the speed", impact->law->name);
    if (impact->damping == THUD_DAMPING_GIVEN)
        return usage_error("--restitution-speed needs a restitution, but --damping is a number");
    return EXIT_DONE;
}

/* NAME=VALUE,NAME=VALUE */
static bool read_extras(const cli_options *options, thud_impact_options *impact) {
    const thud_structure *structure = impact->law->structure;
    const char *names[THUD_LAW_EXTRAS];
    for (size_t i = 0; i < structure->extra_count; i++) names[i] = structure->extras[i].row.name;
    const char *text = has_option(options, "set") ? option_value(options, "set") : NULL;
    while (text && *text) {
        char word[200];
        const size_t length = strcspn(text, ",");
        if (length >= sizeof word) {
            usage_error("--set: '%.40s…' is too long", text);
            return false;
        }
        memcpy(word, text, length);
        word[length] = '\0';
        text += text[length] ? length + 1 : length;
        char *value = strchr(word, '=');
        if (!value) {
            usage_error("--set '%s': expected NAME=VALUE", word);
            return false;
        }
        *value++ = '\0';
        size_t at = 0;
        while (at < structure->extra_count && strcmp(names[at], word) != 0) at++;
        if (at == structure->extra_count) {
            usage_error("--set: %s has no parameter '%s'%s", impact->law->name, word,
                        hint_nearest(word, names, structure->extra_count).text);
            return false;
        }
        thud_error error;
        if (thud_quantity_parse(value, structure->extras[at].dimension, &impact->extra[at], &error) != THUD_OK) {
            usage_error("--set %s: %s", word, error.text);
            return false;
        }
    }
    return true;
}

static int read_restitution(const cli_options *options, impact_input *input) {
    thud_impact_options *impact = &input->options;
    bool given = option_given(options, "e");
    bool needed = impact->damping != THUD_DAMPING_GIVEN && impact->law->structure->kind != THUD_FORCE_ELASTIC;
    if (!given && needed) return usage_error("--e is needed: the restitution to reach, in (0, 1]");
    if (!option_quantity(options, "e", THUD_DIMENSION_NONE, &impact->restitution)) return EXIT_USAGE;
    input->asked = given ? impact->restitution : NAN;
    /* checked even if unused: for a law without a damper, or a given damping */
    return given ? check_restitution(impact->restitution) : EXIT_DONE;
}

static void note_defaults(const cli_options *options, impact_input *input) {
    /* a non-smooth law does not use a stiffness, so no note is needed */
    bool stiff = input->options.law->structure->kind != THUD_FORCE_IMPULSIVE;
    input->default_stiffness = stiff && !option_given(options, "k");
    input->default_mass = !option_given(options, "m") && !option_given(options, "m1");
    input->default_speed = !option_given(options, "v");
    input->dimensionless = !option_given(options, "k") && input->default_mass && input->default_speed;
}

int impact_input_read(const cli_options *options, impact_input *input) {
    *input = (impact_input){0};
    int status = read_law(options, input);
    if (status != EXIT_DONE) return status;
    thud_impact_options *impact = &input->options;
    thud_dimension stiffness = thud_dimension_stiffness(impact->exponent);
    if (!option_quantity(options, "k", stiffness, &impact->stiffness) || !read_mass(options, &impact->mass) ||
        !option_quantity(options, "v", THUD_DIMENSION_SPEED, &impact->speed) ||
        !read_separation(options, &impact->separation) || !read_damping(options, impact) ||
        !read_extras(options, impact))
        return EXIT_USAGE;
    status = read_restitution_speed(options, impact);
    if (status == EXIT_DONE) status = read_restitution(options, input);
    if (status != EXIT_DONE) return status;
    note_defaults(options, input);
    return check(impact);
}

const char *impact_unit(const impact_input *input, const char *unit) { return input->dimensionless ? "" : unit; }

void impact_input_print(const impact_input *input) {
    const thud_impact_options *o = &input->options;
    printf("%s (%s structure", o->law->name, o->law->structure->name);
    if (o->law->structure->kind != THUD_FORCE_IMPULSIVE)
        printf(", n = %s, %s", thud_format_short(o->exponent).text,
               thud_format_separation(thud_law_separation(o->law, o->separation)));
    printf(")\n");
    if (input->dimensionless) {
        printf("  k = m = v = 1: the numbers are dimensionless; give --k, --m and --v for SI units\n");
    } else if (input->default_stiffness || input->default_mass || input->default_speed) {
        printf("  by default");
        if (input->default_stiffness) printf(" k = 1 %s", thud_format_stiffness_unit(o->exponent).text);
        if (input->default_mass) printf(" m = 1 kg");
        if (input->default_speed) printf(" v = 1 m/s");
        printf("\n");
    }
}

double impact_restitution_speed(const thud_impact_options *options) {
    return options->restitution_speed > 0 ? options->restitution_speed : NAN;
}

void impact_print_speeds(const impact_input *input, double asked, double returned) {
    const thud_impact_options *o = &input->options;
    const char *unit = impact_unit(input, "m/s");
    printf("  c is that of e = %s at %s; at %s it returns e = %s\n", thud_format_restitution(asked).text,
           thud_format_quantity(o->restitution_speed, unit).text, thud_format_quantity(o->speed, unit).text,
           thud_format_restitution(returned).text);
}
