/* All keys of scenario and study files in one table: values, defaults, meaning. */
#include "model/scenario/schema.h"

#include <string.h>

#include "base/text.h"

#define QUANTITY(mass, length, time, angle) .kind = THUD_VALUE_QUANTITY, .dimension = {mass, length, time, angle}
#define NUMBER QUANTITY(0, 0, 0, 0)
#define MASS QUANTITY(1, 0, 0, 0)
#define LENGTH QUANTITY(0, 1, 0, 0)
#define TIME QUANTITY(0, 0, 1, 0)
#define SPEED QUANTITY(0, 1, -1, 0)
#define ACCELERATION QUANTITY(0, 1, -2, 0)
#define FORCE QUANTITY(1, 1, -2, 0)
#define FREQUENCY QUANTITY(0, 0, -1, 0)
#define ANGLE QUANTITY(0, 0, 0, 1)
#define ANGULAR_SPEED QUANTITY(0, 0, -1, 1)
#define LINEAR_STIFFNESS QUANTITY(1, 0, -2, 0)
#define LINEAR_DAMPING QUANTITY(1, 0, -1, 0)
#define TEXT .kind = THUD_VALUE_TEXT
#define PATH .kind = THUD_VALUE_FILE
#define INTEGER .kind = THUD_VALUE_INTEGER
#define CHOICE(...) .kind = THUD_VALUE_CHOICE, .choices = {__VA_ARGS__}
#define INNER(how, which) .kind = THUD_VALUE_##how, .section = THUD_SECTION_##which
#define REQUIRED .required = true
#define EACH(mass, length, time, angle) .kind = THUD_VALUE_QUANTITIES, .dimension = {mass, length, time, angle}
#define REPEAT(what)                                                                                               \
    {                                                                                                              \
        "repeat", INTEGER,                                                                                         \
            .preset = "1",                                                                                         \
            .meaning = "so many " what ", numbered from 1: `#` in names is the number, `#+1` the next"             \
    }

static const thud_key root_keys[] = {
    {"title", TEXT, .meaning = "title of the scenario"},
    {"bodies", INNER(NAMED, BODY), .meaning = "masses on the axis, by name"},
    {"links", INNER(LIST, LINK), .meaning = "springs and dashpots"},
    {"contacts", INNER(LIST, CONTACT), .meaning = "gaps, and the laws of their impacts"},
    {"laws", INNER(NAMED, LAW), .meaning = "your own contact laws, by name: a `model` of contacts"},
    {"storeys", INNER(NAMED, STOREYS),
     .meaning = "buildings, by name: a body for each floor and a link below it; `thud scenario FILE --expand` "
                "writes them out"},
    {"structure", INNER(SOME, STRUCTURE),
     .meaning = "condensed matrices of finite-element programs, from files; their degrees of freedom are named "
                "bodies. Several form a list"},
    {"rods", INNER(NAMED, ROD), .meaning = "pendulum rods, by name, alone or with bodies"},
    {"damping", INNER(MAP, DAMPING), .meaning = "damping of the whole structure, instead of that of the links"},
    {"gravity", ACCELERATION, .preset = "0", .meaning = "along +x; with rods downwards, on the rods alone"},
    {"ground", INNER(MAP, GROUND), .meaning = "acceleration of the ground"},
    {"supports", INNER(NAMED, SUPPORT),
     .meaning = "supports with their own motion, by name: a `left` or `right` like `ground`"},
    {"forces", INNER(LIST, FORCE), .meaning = "forces on bodies"},
    {"watch", INNER(NAMED, WATCH), .meaning = "signals to record, by name: their peaks and their histories"},
    {"duration", TIME, .otherwise = "the longest record plus five of the longest periods",
     .meaning = "duration of the simulation; 0 gives the initial state alone"},
    {"output", INNER(MAP, OUTPUT), .meaning = "what to write to history.csv"},
    {"draw", INNER(NAMED, DRAW), .otherwise = "guessed from storeys, heights, links and contacts",
     .meaning = "how reports draw structures, by name; results do not depend on it"},
    {"tolerance", NUMBER, .preset = "1e-9",
     .meaning = "tolerance of contact phases, 1e-15 to 1e-3; the rest is exact"},
    {"impact_threshold", SPEED, .preset = "1 mm/s", .meaning = "slower approaches do not count as impacts"},
    {"precision", NUMBER, .preset = "1e-3",
     .meaning = "relative precision of the inputs: `thud run` shows its effect on the results; 0 to 0.1"},
    {"solver", CHOICE("events", "moreau"), .preset = "events",
     .meaning = "event by event, or Moreau–Jean time stepping for comparison"},
    {"step", TIME, .otherwise = "needed with `solver: moreau`", .meaning = "time step of `solver: moreau`"},
};

static const thud_key body_keys[] = {
    {"mass", MASS, REQUIRED, .meaning = "above zero"},
    {"displacement", LENGTH, .preset = "0", .meaning = "displacement at the start, relative to the ground"},
    {"velocity", SPEED, .preset = "0", .meaning = "velocity at the start, relative to the ground"},
    {"damping_ratio", NUMBER, .otherwise = "none",
     .meaning = "damping ratio of every mode of the body's structure, instead of dashpots; one body of a structure "
                "is enough"},
    REPEAT("bodies"),
};

static const thud_key link_keys[] = {
    {"left", .kind = THUD_VALUE_BODY, REQUIRED, .meaning = "one end"},
    {"right", .kind = THUD_VALUE_BODY, REQUIRED, .meaning = "the other end"},
    {"name", TEXT, .otherwise = "link-1, link-2, …", .meaning = "name in the results"},
    {"stiffness", LINEAR_STIFFNESS, .preset = "0",
     .meaning =
         "stiffness of the spring, elastic where the link yields; may be negative if the structure is stable"},
    {"damping", LINEAR_DAMPING, .preset = "0", .meaning = "c of the dashpot; with an exponent α in N·sᵅ/mᵅ"},
    {"damping_ratio", NUMBER, .preset = "0",
     .meaning = "damping ratio of the pair alone, instead of `damping`: c = 2ζ√(k m), m its effective mass, k the "
                "elastic stiffness"},
    {"damping_exponent", NUMBER, .preset = "1",
     .meaning = "α in c |v|^α sign v, above 0 and up to 2; such a dashpot adds to the damping of the structure"},
    {"hysteresis", INNER(MAP, HYSTERESIS), .otherwise = "a linear spring",
     .meaning = "model of yielding, sliding or slack"},
    {"overdamped", .kind = THUD_VALUE_BOOLEAN, .preset = "false", .meaning = "allows a damping_ratio above 1"},
    {"height", LENGTH, .preset = "0", .meaning = "height of the storey, for its drift ratio in the results"},
    {"weight", FORCE, .preset = "0",
     .meaning = "weight carried by the storey, for P–Δ: subtracts W/h from the stiffness; needs `height`"},
    REPEAT("links"),
};

static const thud_key hysteresis_keys[] = {
    {"model",
     CHOICE("bilinear", "bouc-wen", "friction", "clough", "flag", "hyperbolic", "tension-only", "compression-only"),
     REQUIRED, .meaning = "name of the model"},
    {"yield", FORCE, .otherwise = "needed for bilinear, bouc-wen, clough and flag",
     .meaning = "yield force, at the deformation d_y = yield/k"},
    {"hardening", NUMBER, .preset = "0",
     .meaning = "α: ratio of the stiffness after yielding to that before; below 1"},
    {"exponent", NUMBER, .preset = "1", .meaning = "n of bouc-wen: sharpness of yielding; 1 or more"},
    {"beta", NUMBER, .preset = "0.5", .meaning = "β of bouc-wen, 0 to 1"},
    {"force", FORCE, .otherwise = "needed for friction", .meaning = "Coulomb slip force"},
    {"unloading", NUMBER, .preset = "0",
     .meaning = "γ of clough, 0 to 1: the unloading stiffness is k (d_y/d_max)^γ"},
    {"energy", NUMBER, .otherwise = "needed for flag",
     .meaning = "height of the loop of flag, 0 to 1: unloading returns at (1 − energy) times the yield force"},
    {"strength", FORCE, .otherwise = "needed for hyperbolic", .meaning = "strength of the backfill"},
    {"ratio", NUMBER, .otherwise = "needed for hyperbolic", .meaning = "R_f, 0 to 1"},
    {"gap", LENGTH, .preset = "0", .meaning = "initial gap of hyperbolic"},
    {"slack", LENGTH, .preset = "0", .meaning = "slack of tension-only and compression-only"},
};

static const thud_key contact_keys[] = {
    {"name", TEXT, .otherwise = "contact-1, contact-2, …", .meaning = "name in the results"},
    {"left", .kind = THUD_VALUE_PLACE, .otherwise = "needed between bodies", .meaning = "the body that strikes"},
    {"right", .kind = THUD_VALUE_PLACE, .otherwise = "needed between bodies", .meaning = "the body that is struck"},
    {"tip", .kind = THUD_VALUE_ROD, .otherwise = "needed where a rod strikes",
     .meaning = "the rod whose tip strikes: a `rod`, or a body in place of `left` or `right`"},
    {"rod", .kind = THUD_VALUE_ROD, .otherwise = "needed between rods", .meaning = "the rod whose side is struck"},
    {"gap", LENGTH, .preset = "0",
     .meaning = "gap at zero displacements: penetration = x_left − x_right − gap; `.inf` never closes"},
    {"model", .kind = THUD_VALUE_LAW, REQUIRED,
     .meaning = "contact law, from the list of `thud laws` or from `laws`"},
    {"restitution", INNER(RESTITUTION, RESTITUTION), .otherwise = "1 where it is unused",
     .meaning =
         "0 to 1 for newton, poisson and stronge, above 0 for the others; a map where it depends on the speed"},
    {"restitution_speed", SPEED, .otherwise = "the speed of each impact",
     .meaning = "c is a constant, found for an impact that returns `restitution` at this speed"},
    {"stiffness", .kind = THUD_VALUE_STIFFNESS, .otherwise = "needed but for newton, poisson and stronge",
     .meaning = "k in F = k δⁿ"},
    {"exponent", NUMBER, .otherwise = "the law's own", .meaning = "n in F = k δⁿ"},
    {"transition", LENGTH, .otherwise = "0.1 mm",
     .meaning = "d of laws whose damper sets in with the penetration: adams-impact, simscape"},
    {"adhesion", QUANTITY(1, 1, -2, 0), .otherwise = "0", .meaning = "pull-off force of dmt"},
    {"damping", .kind = THUD_VALUE_DAMPING, .preset = "exact", .choices = {"exact", "published"},
     .meaning =
         "`exact` (the damping that returns the restitution), `published` (the law's own rule), or c itself"},
    {"separation", CHOICE("zero-force", "return"), .otherwise = "the law's own",
     .meaning = "the contact ends when the force is zero, or when the penetration is zero"},
    {"indentation", CHOICE("recovers", "permanent"), .preset = "recovers",
     .meaning = "for laws with two stiffnesses: whether the dent of an impact recovers or stays in the gap"},
    REPEAT("contacts"),
};

static const thud_key restitution_keys[] = {
    {"at", .kind = THUD_VALUE_SPEEDS,
     .meaning = "1 to 16 points, as in [[0.1, 0.8], [1, 0.6]]: linear in ln v, constant beyond the ends"},
    {"a", NUMBER, .meaning = "a in e = 1 − a v^b, v in m/s, as fitted by `thud identify --bounces`"},
    {"b", NUMBER, .otherwise = "needed with `a`", .meaning = "in e = 1 − a v^b"},
    {"least", NUMBER, .preset = "0",
     .meaning = "with `a`: e is never less; above 0 but for newton, poisson and stronge"},
};

static const thud_key law_keys[] = {
    {"spring", NUMBER, .preset = "1.5", .meaning = "n in F = k δⁿ + c δᵖ δ̇"},
    {"drag", NUMBER, .otherwise = "the force of `spring`", .meaning = "p in F = k δⁿ + c δᵖ δ̇"},
    {"force", TEXT, .otherwise = "k δⁿ + c δᵖ δ̇",
     .meaning = "F as an expression in `depth`, `rate`, `speed`, `e`, `k`, `c` and `n`, as in `k*depth^n*(1 + "
                "c*tanh(rate/0.2))`"},
    {"rule", TEXT, .otherwise = "none: damping is exact",
     .meaning = "rule for `damping: published`: χ as an expression in `e` and `n`, as in `8*(1-e)/(5*e)`; c = χ m "
                "v/L^(p+1)"},
    {"separation", CHOICE("zero-force", "return"), .preset = "zero-force",
     .meaning = "the contact ends when the force is zero, or when the penetration is zero"},
};

static const thud_key rod_keys[] = {
    {"pivot", .kind = THUD_VALUE_POINT, .preset = "[0, 0]",
     .meaning = "position of the pivot: x to the right, y up"},
    {"length", LENGTH, REQUIRED, .meaning = "length from the pivot to the tip"},
    {"mass", MASS, REQUIRED, .meaning = "mass, uniform over the length"},
    {"angle", ANGLE, .preset = "0",
     .meaning = "angle at the start, from the downward vertical, positive to the right"},
    {"angular_velocity", ANGULAR_SPEED, .preset = "0", .meaning = "angular velocity at the start"},
    {"on", .kind = THUD_VALUE_BODY, .preset = "ground", .meaning = "body with which the pivot moves horizontally"},
};

static const thud_key storeys_keys[] = {
    {"count", INTEGER, .otherwise = "the length of the lists", .meaning = "number of storeys"},
    {"mass", EACH(1, 0, 0, 0), REQUIRED, .meaning = "mass of each floor"},
    {"stiffness", EACH(1, 0, -2, 0), .meaning = "stiffness of each storey"},
    {"period", TIME,
     .meaning = "period of the first mode, from which stiffnesses follow; includes P–Δ of `weight`"},
    {"shape", EACH(0, 0, 0, 0), .otherwise = "a straight line over the height",
     .meaning = "first mode shape, with `period`: displacement of each floor; without heights, for equal storeys"},
    {"height", EACH(0, 1, 0, 0), .otherwise = "none",
     .meaning = "height of each storey, for drift ratios and `weight`"},
    {"weight", EACH(1, 1, -2, 0), .otherwise = "none",
     .meaning = "weight of each floor: links carry all weight above them, and lose W/h of their stiffness (P–Δ)"},
    {"yield", EACH(1, 1, -2, 0), .otherwise = "elastic", .meaning = "force at which each storey yields, bilinear"},
    {"hardening", NUMBER, .otherwise = "0", .meaning = "ratio of the stiffness after yielding to that before"},
    {"hysteresis", INNER(MAP, HYSTERESIS), .otherwise = "elastic, or bilinear with `yield`",
     .meaning = "model of every storey, as for links; its values may be lists with one for each storey"},
    {"damping", EACH(1, 0, -1, 0), .choices = {"ratio"}, .otherwise = "none",
     .meaning =
         "damping of the dashpot in each storey; or `{ratio: 5 %}`, the same ratio in every mode of the building"},
    {"damping_ratio", NUMBER, .otherwise = "none",
     .meaning = "damping ratio of the first mode alone: stiffness-proportional dashpots give other modes more, in "
                "proportion to their frequencies (5 % in the first mode of six storeys means 40 % in the sixth)"},
    {"on", .kind = THUD_VALUE_BODY, .preset = "ground", .meaning = "support of the building"},
};

static const thud_key structure_keys[] = {
    {"names", .kind = THUD_VALUE_NAMES, REQUIRED,
     .meaning = "names of the degrees of freedom, in the order of the matrices: 1 to 1000"},
    {"mass", PATH, REQUIRED, .meaning = "M, kg: symmetric, positive definite, full or diagonal"},
    {"stiffness", PATH, REQUIRED, .meaning = "K, N/m: symmetric; the structure may be supported or free"},
    {"damping", PATH, .otherwise = "none", .meaning = "C, N·s/m: symmetric, positive semi-definite"},
    {"influence", EACH(0, 0, 0, 0), .preset = "1",
     .meaning =
         "ι, influence vector: displacement of each when the ground moves by 1; ground and gravity act by M ι"},
    {"displacement", EACH(0, 1, 0, 0), .preset = "0",
     .meaning = "displacements at the start, relative to the ground"},
    {"velocity", EACH(0, 1, -1, 0), .preset = "0", .meaning = "velocities at the start, relative to the ground"},
};

static const thud_key damping_keys[] = {
    {"ratio", NUMBER, .meaning = "the same damping ratio in every mode"},
    {"rayleigh", INNER(MAP, RAYLEIGH), .meaning = "C = a M + b K"},
};

static const thud_key rayleigh_keys[] = {
    {"mass", QUANTITY(0, 0, -1, 0), .preset = "0", .meaning = "a in C = a M + b K"},
    {"stiffness", TIME, .preset = "0", .meaning = "b in C = a M + b K"},
    {"ratio", NUMBER, .otherwise = "from `mass` and `stiffness`",
     .meaning = "damping ratio of two modes, from which a and b follow; with `modes` or `periods`"},
    {"modes", EACH(0, 0, 0, 0),
     .meaning = "two modes by their numbers, as in [1, 3]; for a model of one structure"},
    {"periods", EACH(0, 0, 1, 0), .meaning = "two periods, as in [0.8, 0.2]"},
};

/* how the ground moves, or a support */
#define MOTION_KEYS                                                                                                \
    {"record", PATH, .meaning = "a file of any format that `thud motion` reads"},                                  \
        {"sine", INNER(MAP, GROUND_SINE), .meaning = "a·sin(2π f t + φ)"},                                         \
        {"noise", INNER(MAP, NOISE), .meaning = "Gaussian noise in a band"},                                       \
        {"generate", INNER(MAP, GENERATE), .meaning = "a generated motion that matches a spectrum"},               \
        {"scale", NUMBER, .preset = "1", .meaning = "factor on a record, noise or generated motion"},              \
        {"scale_to", INNER(MAP, SCALE_TO), .otherwise = "as it is",                                                \
         .meaning = "strength to scale to, instead of a factor"},                                                  \
        {"format", TEXT, .otherwise = "found by content", .meaning = "format of the record"},                      \
        {"unit", TEXT, .otherwise = "as the file says",                                                            \
         .meaning = "unit of the record's accelerations, as in g or gal"},                                         \
        {"channel", TEXT, .otherwise = "the first",                                                                \
         .meaning = "channel of the record, by name or by number from 1"},                                         \
        {"step", TIME, .otherwise = "as the file says", .meaning = "time step of the record"},

static const thud_key ground_keys[] = {MOTION_KEYS};

static const thud_key support_keys[] = {
    MOTION_KEYS{"delay", TIME, .otherwise = "none", .meaning = "delay of the ground's motion; zero or more"},
    {"speed", SPEED, .otherwise = "needed with `position`",
     .meaning = "speed of the wave, instead of a `delay`: the delay is position/speed"},
    {"position", LENGTH, .otherwise = "needed with `speed`",
     .meaning = "distance of the support along the path of the wave, from where the ground's motion is"},
    {"displacement", LENGTH, .preset = "0", .meaning = "displacement at the start, relative to the ground"},
    {"velocity", SPEED, .preset = "0", .meaning = "velocity at the start, relative to the ground"},
};

static const thud_key ground_sine_keys[] = {
    {"amplitude", ACCELERATION, REQUIRED, .meaning = "a"},
    {"frequency", FREQUENCY, REQUIRED, .meaning = "frequency f, in cycles"},
    {"phase", ANGLE, .preset = "0", .meaning = "φ"},
};

static const thud_key scale_to_keys[] = {
    {"pga", ACCELERATION, .meaning = "peak ground acceleration"},
    {"pgv", SPEED, .meaning = "peak ground velocity"},
    {"sa", ACCELERATION, .meaning = "spectral pseudo-acceleration at `period`"},
    {"period", TIME, .otherwise = "needed with `sa`", .meaning = "period of the oscillator"},
    {"damping", NUMBER, .preset = "5 %", .meaning = "damping ratio of the oscillator"},
};

static const thud_key noise_keys[] = {
    {"rms", ACCELERATION, REQUIRED, .meaning = "rms of the samples"},
    {"low", FREQUENCY, .preset = "0", .meaning = "lower end of the band"},
    {"high", FREQUENCY, .preset = "15 Hz", .meaning = "upper end of the band"},
    {"seed", INTEGER, .preset = "1", .meaning = "the same seed gives the same motion"},
    {"duration", TIME, .otherwise = "the scenario's duration", .meaning = "duration of the motion"},
    {"step", TIME, .preset = "0.01 s", .meaning = "time step"},
};

static const thud_key generate_keys[] = {
    {"spectrum", CHOICE("ec8-1", "ec8-2"), REQUIRED, .meaning = "Eurocode 8, type 1 or 2"},
    {"soil", CHOICE("A", "B", "C", "D", "E"), REQUIRED, .meaning = "ground type"},
    {"pga", ACCELERATION, REQUIRED, .meaning = "design acceleration on ground type A"},
    {"damping", NUMBER, .preset = "5 %", .meaning = "damping ratio of the spectrum"},
    {"period_min", TIME, .preset = "0.04 s", .meaning = "shortest matched period"},
    {"period_max", TIME, .preset = "4 s", .meaning = "longest matched period"},
    {"seed", INTEGER, .preset = "1", .meaning = "the same seed gives the same motion"},
    {"duration", TIME, .otherwise = "the scenario's duration", .meaning = "duration of the motion"},
    {"step", TIME, .preset = "0.01 s", .meaning = "time step"},
};

static const thud_key force_keys[] = {
    {"on", .kind = THUD_VALUE_BODY, REQUIRED, .meaning = "the body"},
    {"sine", INNER(MAP, FORCE_SINE), .meaning = "a·sin(2π f t + φ)"},
    {"step", INNER(MAP, STEP), .meaning = "0, then constant"},
    {"file", PATH, .meaning = "two columns, times in s and forces; zero before the first and after the last"},
    {"scale", NUMBER, .preset = "1", .meaning = "factor on the file"},
    {"unit", TEXT, .otherwise = "as in the column heading, such as `F [kN]`, or N",
     .meaning = "unit of the file's forces"},
    REPEAT("forces"),
};

static const thud_key force_sine_keys[] = {
    {"amplitude", FORCE, REQUIRED, .meaning = "a"},
    {"frequency", FREQUENCY, REQUIRED, .meaning = "frequency f, in cycles"},
    {"phase", ANGLE, .preset = "0", .meaning = "φ"},
};

static const thud_key step_keys[] = {
    {"amplitude", FORCE, REQUIRED, .meaning = "force from the start on"},
    {"start", TIME, .preset = "0", .meaning = "start time"},
};

static const thud_key watch_keys[] = {
    {"of", CHOICE("displacement", "velocity", "acceleration", "link-force", "base-shear", "drift", "ground"),
     .preset = "displacement",
     .meaning = "kind of signal: of x_right − x_left, of a link, of a structure, or of the ground"},
    {"left", .kind = THUD_VALUE_PLACE, .preset = "ground", .meaning = "reference of the motion of `right`"},
    {"right", .kind = THUD_VALUE_PLACE, .otherwise = "needed for motions and base shears",
     .meaning = "the body; for a base shear any body of the structure"},
    {"link", TEXT, .otherwise = "needed for link-force and drift", .meaning = "the link, by name"},
};

static const thud_key output_keys[] = {
    {"interval", TIME, .preset = "0",
     .meaning = "time between rows of history.csv; 0: a thousandth of the duration"},
    {"events", .kind = THUD_VALUE_BOOLEAN, .preset = "false",
     .meaning = "write rows at the instants of events too"},
};

static const thud_key draw_keys[] = {
    {"kind", CHOICE("building", "isolated", "deck", "ball", "block"), REQUIRED,
     .meaning = "kind of picture; `isolated` is a building whose first body is the base on bearings, `ball` hangs "
                "on a string"},
    {"bodies", .kind = THUD_VALUE_NAMES, .otherwise = "the body of that name, or all floors of those `storeys`",
     .meaning = "bodies from the bottom up: one for a deck, a ball or a block, two or more with `isolated`"},
    {"width", LENGTH, .otherwise = "guessed",
     .meaning = "width from the left face to the right face; for a ball its diameter"},
    {"height", LENGTH, .otherwise = "the building's, or guessed",
     .meaning = "height of the roof, or of the top of a deck or block, above the ground; storeys share it in "
                "proportion to their heights, or equally. A ball has none"},
};

#define SECTION(which, rows, called, heading, ...)                                                                 \
    [THUD_SECTION_##which] = {.name = called,                                                                      \
                              .title = heading,                                                                    \
                              .keys = rows,                                                                        \
                              .count = sizeof rows / sizeof rows[0],                                               \
                              .text = __VA_ARGS__}
#define ONE_OF(...) .one_of = {__VA_ARGS__}

static const thud_section_about sections[THUD_SECTION_SCENARIO_COUNT] = {
    SECTION(ROOT, root_keys, "a scenario", "The file",
            "Bodies, storeys, a structure or rods are needed, and a duration if there is no record; everything "
            "else is optional."),
    SECTION(BODY, body_keys, "bodies", "bodies: NAME",
            "The key is the name; `ground` always exists and is not listed. A body that nothing holds is free."),
    SECTION(LINK, link_keys, "links", "links",
            "Each has a stiffness, a damping or both, or friction. Deformations are x_right − x_left, and forces "
            "are positive in tension."),
    SECTION(HYSTERESIS, hysteresis_keys, "hysteresis", "links: hysteresis",
            "With d the deformation, k the `stiffness` and F the force: `bilinear`, F = αkd + (1 − α)kz, where z "
            "follows d but stays within ±d_y; `bouc-wen`, the same with ż = ḋ (1 − |z/d_y|ⁿ (β sign(ḋz) + 1 − β)); "
            "`friction`, Coulomb's, in parallel with the spring; `clough`, degrading, reloading aims at the "
            "largest deformation so far; `flag`, self-centring; `hyperbolic`, backfill in compression, x/(1/k + "
            "R_f x/strength) with x = −d − gap on first loading; `tension-only` and `compression-only`. Damping "
            "ratios, modal and Rayleigh damping all refer to the elastic stiffness."),
    SECTION(
        CONTACT, contact_keys, "contacts", "contacts",
        "A contact is between bodies with `left` and `right`, or between rods with `tip` and `rod`. If the tip of "
        "a rod strikes a body or the ground, `tip` replaces `left` or `right`: x_tip is the displacement of its "
        "pivot plus L sin θ, and the struck face is upright. A point that moves with several bodies is a map of "
        "them: `left: {a3: 0.4, a4: 0.6}` is a slab between two floors, x = 0.4 x_a3 + 0.6 x_a4, and its force "
        "acts on each body, multiplied by the same factor. The ground and supports may be among them, or be the "
        "other side. The parameters are those of the law: newton, poisson and stronge take the restitution alone. "
        "The damping c of other laws is found when a gap closes. It returns the restitution at that approach "
        "speed, or at the speed to which the impacts lead that press the contact at that instant. Without "
        "`restitution_speed`, a contact that closes more slowly than `impact_threshold`, with nothing that presses "
        "it, has the c of the threshold, and a note says so. An overlap at the start is an error. Between rods the "
        "gap is the distance beyond the middle of the rod; it is negative for a thick rod."),
    SECTION(LAW, law_keys, "laws", "laws: NAME",
            "All values are in SI units: δ (`depth`) in m, δ̇ (`rate`) in m/s, positive while the bodies approach, "
            "the approach `speed` of the impact in m/s. The functions are sqrt, exp, log, tanh, abs, min and max, "
            "with the constant pi. F must be continuous where δ > 0. With c = 0 it must be conservative, and a "
            "larger c must lose more energy, because c is found by solving impacts."),
    SECTION(RESTITUTION, restitution_keys, "restitution", "contacts: restitution",
            "Restitution against the approach speed of each impact at gap closure; approaches slower than "
            "`impact_threshold` take the value at the threshold. Give `at`, or `a` and `b`. Where 1 − a v^b falls "
            "below `least`, e is `least`; in a compliant law e = 0 ends the run.",
            ONE_OF("at", "a")),
    SECTION(ROD, rod_keys, "rods", "rods: NAME",
            "Uniform pendulum rods in a vertical plane under `gravity`, which acts on them alone: bodies move "
            "horizontally. The pivot moves with the ground, or with the body that the rod hangs `on`. In models "
            "with rods the solver is `events`, there are no supports, and links have linear dashpots and piecewise "
            "linear springs: they may be `bilinear`, `clough`, `flag`, `tension-only` and `compression-only`."),
    SECTION(STOREYS, storeys_keys, "storeys", "storeys: NAME",
            "A building, from the bottom up: floors are bodies NAME1, NAME2, …, storeys the links below them. A "
            "value is one number for all storeys, or a list with one for each.",
            ONE_OF("stiffness", "period")),
    SECTION(STRUCTURE, structure_keys, "structure", "structure",
            "M ẍ + C ẋ + K x = −M ι a_g + forces. Files are in Matrix Market format (`.mtx`; coordinate or array, "
            "real, general or symmetric), or rows of numbers separated by commas, semicolons or spaces, with `#` "
            "before comments, in SI units. Contacts, links, forces and watches use the names like those of bodies. "
            "A `damping` of the whole scenario replaces C."),
    SECTION(DAMPING, damping_keys, "damping", "damping", "One of the two.", ONE_OF("ratio", "rayleigh")),
    SECTION(RAYLEIGH, rayleigh_keys, "rayleigh", "damping: rayleigh", NULL),
    SECTION(GROUND, ground_keys, "ground", "ground", "One of `record`, `sine`, `noise` and `generate`.",
            ONE_OF("record", "sine", "noise", "generate")),
    SECTION(GROUND_SINE, ground_sine_keys, "sine", "ground: sine", NULL),
    SECTION(SCALE_TO, scale_to_keys, "scale_to", "ground: scale_to", "One of `pga`, `pgv` and `sa`.",
            ONE_OF("pga", "pgv", "sa")),
    SECTION(NOISE, noise_keys, "noise", "ground: noise", NULL),
    SECTION(GENERATE, generate_keys, "generate", "ground: generate", NULL),
    SECTION(SUPPORT, support_keys, "supports", "supports: NAME",
            "A pier, an abutment, a wall or a belt, whose motion does not depend on links and contacts. Its motion "
            "is an absolute acceleration with the keys of `ground`: one of `record`, `sine`, `noise` and "
            "`generate`. Without them it is that of the `ground`, delayed by `delay`, or by `speed` and "
            "`position`. It is integrated without a baseline correction: `thud motion filter` makes records that "
            "end at rest. Like all displacements, that of a support is relative to the ground; `watch` records it. "
            "A delayed `sine` is zero until it arrives. Damping of the whole structure must be `rayleigh`, whose "
            "mass part acts on velocities relative to the ground; modal damping is refused."),
    SECTION(FORCE, force_keys, "forces", "forces", "Each with one of `sine`, `step` and `file`.",
            ONE_OF("sine", "step", "file")),
    SECTION(FORCE_SINE, force_sine_keys, "sine", "forces: sine", NULL),
    SECTION(STEP, step_keys, "step", "forces: step", NULL),
    SECTION(WATCH, watch_keys, "watch", "watch: NAME",
            "A base shear is the total force of all links between the structure and the ground or supports, "
            "springs and dashpots. It does not include modal damping, which belongs to no link. A drift is the "
            "deformation of a link over its `height`. Buildings of `storeys` have their own signals: "
            "`NAME-base-shear`, and with heights `NAME-1-drift`, …. Accelerations are relative to `left`."),
    SECTION(OUTPUT, output_keys, "output", "output", NULL),
    SECTION(DRAW, draw_keys, "draw", "draw: NAME",
            "For structures that the report would otherwise draw as something else. Results do not depend on it. "
            "Other structures are drawn as without `draw`. Rods must hang on bodies that are drawn as a `building` "
            "here. Bodies that fall (`gravity` without rods) are always drawn as falling."),
};

const thud_section_about *thud_schema_section(thud_section section) {
    return section < THUD_SECTION_SCENARIO_COUNT ? &sections[section]
                                                 : &thud_schema_study[section - THUD_SECTION_STUDY];
}

const thud_key *thud_schema_find(thud_section section, const char *name) {
    const thud_section_about *about = thud_schema_section(section);
    for (size_t i = 0; i < about->count; i++)
        if (strcmp(about->keys[i].name, name) == 0) return &about->keys[i];
    return NULL;
}

size_t thud_schema_index(thud_section section, const thud_key *key) {
    return (size_t)(key - thud_schema_section(section)->keys);
}

const thud_key *thud_schema_nearest(thud_section section, const char *word) {
    const thud_section_about *about = thud_schema_section(section);
    const char *names[THUD_KEYS_MOST] = {0};
    for (size_t i = 0; i < about->count; i++) names[i] = about->keys[i].name;
    const size_t nearest = thud_text_nearest(word, names, about->count);
    return nearest < about->count ? &about->keys[nearest] : NULL;
}
