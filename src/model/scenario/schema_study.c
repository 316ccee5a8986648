/* The keys of study files. */
#include "model/scenario/schema.h"

#define REQUIRED .required = true
#define TEXT .kind = THUD_VALUE_TEXT
#define INTEGER .kind = THUD_VALUE_INTEGER
#define ANY .kind = THUD_VALUE_ANY
#define NUMBER .kind = THUD_VALUE_QUANTITY
#define CHOICE(...) .kind = THUD_VALUE_CHOICE, .choices = {__VA_ARGS__}

static const thud_key study_keys[] = {
    {"title", TEXT, .meaning = "title of the study"},
    {"scenario", .kind = THUD_VALUE_FILE, REQUIRED,
     .meaning = "the scenario to vary, relative to the study's folder"},
    {"vary", .kind = THUD_VALUE_NAMED, .section = THUD_SECTION_AXIS, REQUIRED, .meaning = "the axes, by name"},
    {"zip", .kind = THUD_VALUE_NAMES, .otherwise = "every axis is crossed with every other",
     .meaning = "axes of equal length whose values are paired: `[a, b]`, or several such lists"},
    {"correlation", .kind = THUD_VALUE_NAMES, .otherwise = "none",
     .meaning = "correlations of sampled axes, as in `[[a, b, 0.6]]`, or a row of names and then the rows of their "
                "matrix; of normal variables whose probabilities the samples share (a Gaussian copula)"},
    {"sensitivity", CHOICE("sobol", "morris"), .otherwise = "no design",
     .meaning =
         "arranges the samples so that `thud export --sensitivity` gives Sobol' indices (`count` × (axes + 2) "
         "cases) or elementary effects (`count` × (axes + 1) cases)"},
    {"collect", .kind = THUD_VALUE_NAMED, .section = THUD_SECTION_COLLECT,
     .meaning = "thresholds, by name: each gives a column of results, 1 or 0"},
    {"keep", .kind = THUD_VALUE_VALUES, .otherwise = "all of them",
     .meaning = "results that are stored, as in `[impacts, contacts.*.max_force]`; thresholds always are"},
    {"modes", INTEGER, .otherwise = "none",
     .meaning =
         "how many modes of every structure are results, as in `modes.1.1.period`, the first mode of the first "
         "structure; 1 to 100"},
    {"histories", .kind = THUD_VALUE_NUMBERS, .otherwise = "none",
     .meaning = "numbers of cases, from 0, whose histories are kept; or `all`"},
};

static const thud_key axis_keys[] = {
    {"path", .kind = THUD_VALUE_PATH, .otherwise = "only derived axes use it",
     .meaning = "what varies in the scenario, as in `contacts.*.gap`, `links.0.stiffness`, `bodies.deck.mass`"},
    {"scale", .kind = THUD_VALUE_PATH, .otherwise = "`path`",
     .meaning = "instead of `path`: values of the scenario that the axis multiplies, as in "
                "`storeys.low.stiffness.*`"},
    {"values", .kind = THUD_VALUE_VALUES, .meaning = "a list, each value written as in the scenario"},
    {"labels", .kind = THUD_VALUE_VALUES, .meaning = "a name for each of the values"},
    {"from", ANY, .meaning = "first value of a range"},
    {"to", ANY, .otherwise = "needed with `from`", .meaning = "last value of the range, which is included"},
    {"count", INTEGER, .otherwise = "needed for ranges and samples", .meaning = "number of values"},
    {"spacing", CHOICE("linear", "log"), .preset = "linear", .meaning = "equal differences or equal ratios"},
    {"samples", .kind = THUD_VALUE_MAP, .section = THUD_SECTION_SAMPLES, .meaning = "random values"},
    {"sampling", CHOICE("random", "lhs", "sobol", "halton"), .preset = "random",
     .meaning =
         "independent values, a Latin hypercube, or a scrambled Sobol' or Halton sequence; axes with the same "
         "`sampling` and `seed` share one and are paired like those of `zip`"},
    {"seed", INTEGER, .preset = "1", .meaning = "the same seed and name give the same samples"},
    {"files", .kind = THUD_VALUE_GLOB,
     .meaning = "files by a pattern, as in `records/*.at2`, relative to the study's folder; sorted"},
    {"value", .kind = THUD_VALUE_EXPRESSION,
     .meaning = "arithmetic on other axes by their names, in SI units: `+ - * / ^ ( )`, `sqrt`, `exp`, `log`, "
                "`tanh`, `abs`, "
                "`min`, `max`, `pi`"},
};

static const thud_key samples_keys[] = {
    {"distribution",
     CHOICE("uniform", "normal", "lognormal", "discrete", "gamma", "weibull", "gumbel", "beta", "triangular",
            "empirical"),
     REQUIRED, .meaning = "kind of distribution; `empirical` is linear between measured quantiles"},
    {"low", ANY, .otherwise = "needed for uniform, beta and triangular",
     .meaning = "lower limit; truncates other distributions"},
    {"high", ANY, .otherwise = "needed for uniform, beta and triangular",
     .meaning = "upper limit; truncates other distributions"},
    {"mean", ANY, .otherwise = "needed for normal, gamma, gumbel and beta", .meaning = "mean before truncation"},
    {"deviation", ANY, .otherwise = "needed for normal, gamma, gumbel and beta",
     .meaning = "standard deviation before truncation"},
    {"median", ANY, .otherwise = "needed for lognormal", .meaning = "median before truncation"},
    {"dispersion", NUMBER, .otherwise = "needed for lognormal", .meaning = "standard deviation of the logarithm"},
    {"scale", ANY, .otherwise = "needed for weibull", .meaning = "the 63.2 % quantile"},
    {"shape", NUMBER, .otherwise = "needed for weibull", .meaning = "exponent: 1 is exponential, 2 Rayleigh"},
    {"mode", ANY, .otherwise = "needed for triangular", .meaning = "the most frequent value"},
    {"values", .kind = THUD_VALUE_VALUES, .otherwise = "needed for discrete",
     .meaning = "the values of a discrete distribution; measured ones of an empirical distribution"},
    {"weights", .kind = THUD_VALUE_VALUES, .otherwise = "equal", .meaning = "weights of the values, in any unit"},
    {"file", .kind = THUD_VALUE_FILE, .otherwise = "`values`",
     .meaning = "measured values for an empirical distribution: the first field of each line"},
};

static const thud_key collect_keys[] = {
    {"quantity", .kind = THUD_VALUE_PATH, REQUIRED,
     .meaning = "a result, as in `contacts.east.max_force`; with `contacts.*.impacts` one of them is enough; all "
                "that a `*` takes must have one unit"},
    {"above", ANY, .meaning = "1 when the quantity is larger"},
    {"below", ANY, .meaning = "1 when the quantity is smaller"},
};

#define SECTION(which, rows, called, heading, ...)                                                                 \
    [THUD_SECTION_##which - THUD_SECTION_STUDY] = {.name = called,                                                 \
                                                   .title = heading,                                               \
                                                   .keys = rows,                                                   \
                                                   .count = sizeof rows / sizeof rows[0],                          \
                                                   .text = __VA_ARGS__}
#define ONE_OF(...) .one_of = {__VA_ARGS__}

const thud_section_about thud_schema_study[THUD_SECTION_COUNT - THUD_SECTION_STUDY] = {
    SECTION(STUDY, study_keys, "a study", "The file", NULL),
    SECTION(AXIS, axis_keys, "vary", "vary: NAME",
            "One of `values`, `from`, `samples`, `files` and `value`. Without a `path` the axis changes nothing by "
            "itself, and others are derived from it.",
            ONE_OF("values", "from", "samples", "files", "value")),
    SECTION(SAMPLES, samples_keys, "samples", "vary: NAME: samples", NULL),
    SECTION(COLLECT, collect_keys, "collect", "collect: NAME", "One of `above` and `below`.",
            ONE_OF("above", "below")),
};
