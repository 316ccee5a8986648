#define _XOPEN_SOURCE 700 /* mkdir */

/*
 * modelDescription.xml against the rules of the standard (FMI 2.0.5, sections 2.2.1 to 2.2.8 and 4.3.1; FMI 3.0.2,
 * sections 2.4 and 4.4), and the file as a whole: what lies in it, and that it is the same every time.
 */
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "fmu/importer.h"
#include "fmu/scenarios.h"
#include "fmu/unpack.h"
#include "suite.h"

static bool is_one_of(const char *word, const char *list) {
    const char *at = word ? strstr(list, word) : NULL;
    for (; at; at = strstr(at + 1, word)) {
        const char after = at[strlen(word)];
        if ((at == list || at[-1] == ' ') && (after == ' ' || after == '\0')) return true;
    }
    return false;
}

static void check_attributes(const xml *e, const char *allowed) {
    for (size_t i = 0; i < e->attribute_count; i++)
        ck_assert_msg(is_one_of(e->attributes[i], allowed), "%s has no attribute %s", e->name, e->attributes[i]);
}

static void check_true_or_false(const xml *e, const char *names) {
    for (size_t i = 0; i < e->attribute_count; i++)
        if (is_one_of(e->attributes[i], names))
            ck_assert_msg(is_one_of(e->values[i], "true false"), "%s is %s", e->attributes[i], e->values[i]);
}

static double number_of(const char *text) {
    char *end;
    ck_assert_ptr_nonnull(text);
    if (strcmp(text, "INF") == 0) return INFINITY;
    const double value = strtod(text, &end);
    ck_assert_msg(*end == '\0' && isfinite(value), "'%s' is no number", text);
    return value;
}

/* ---- the parts of a description ---- */

static bool is_exchange(const fmu *f) { return xml_child(f->description, "ModelExchange") != NULL; }

static void check_root(const fmu *f, int version) {
    const xml *root = f->description;
    const char *const order[] = {is_exchange(f) ? "ModelExchange" : "CoSimulation",
                                 "UnitDefinitions",
                                 "LogCategories",
                                 "DefaultExperiment",
                                 "ModelVariables",
                                 "ModelStructure"};
    ck_assert_str_eq(root->name, "fmiModelDescription");
    ck_assert_str_eq(xml_attribute(root, "fmiVersion"), version == 2 ? "2.0" : "3.0");
    check_attributes(root, version == 3     ? "fmiVersion modelName instantiationToken description generationTool "
                                              "variableNamingConvention"
                           : is_exchange(f) ? "fmiVersion modelName guid description generationTool "
                                              "variableNamingConvention numberOfEventIndicators"
                                            : "fmiVersion modelName guid description generationTool "
                                              "variableNamingConvention");
    ck_assert_str_eq(xml_attribute(root, "variableNamingConvention"), "flat");
    ck_assert_uint_gt(strlen(xml_attribute(root, "modelName")), 0);
    ck_assert_uint_eq(strlen(f->token), 38);
    ck_assert_uint_eq(root->count, 6);
    for (size_t i = 0; i < root->count; i++) ck_assert_str_eq(root->children[i]->name, order[i]);
}

static void check_kind(const fmu *f, int version) {
    static const char states_2[] = "canBeInstantiatedOnlyOncePerProcess canNotUseMemoryManagementFunctions "
                                   "canGetAndSetFMUstate canSerializeFMUstate providesDirectionalDerivative ";
    static const char states_3[] = "canBeInstantiatedOnlyOncePerProcess canGetAndSetFMUState canSerializeFMUState "
                                   "providesDirectionalDerivatives providesAdjointDerivatives "
                                   "providesEvaluateDiscreteStates ";
    static const char *const steps[] = {
        "canHandleVariableCommunicationStepSize canInterpolateInputs canRunAsynchronuously ",
        "canHandleVariableCommunicationStepSize providesIntermediateUpdate mightReturnEarlyFromDoStep "
        "canReturnEarlyAfterIntermediateUpdate hasEventMode "};
    static const char *const exchange[] = {"completedIntegratorStepNotNeeded ", "needsCompletedIntegratorStep "};
    const bool old = version == 2, of_exchange = is_exchange(f);
    const xml *e = f->description->children[0];
    char flags[600], all[700];
    snprintf(flags, sizeof flags, "%s%s", old ? states_2 : states_3, (of_exchange ? exchange : steps)[!old]);
    snprintf(all, sizeof all, "%smodelIdentifier%s", flags, of_exchange ? "" : " maxOutputDerivativeOrder");
    check_attributes(e, all);
    check_true_or_false(e, flags);
    const char *identifier = xml_attribute(e, "modelIdentifier");
    ck_assert(isalpha((unsigned char)*identifier) || *identifier == '_');
    for (const char *c = identifier; *c; c++) ck_assert(isalnum((unsigned char)*c) || *c == '_');
    /* what it can do, and what it cannot */
    ck_assert_str_eq(xml_attribute(e, old ? "canGetAndSetFMUstate" : "canGetAndSetFMUState"), "true");
    ck_assert_str_eq(xml_attribute(e, old ? "canSerializeFMUstate" : "canSerializeFMUState"), "true");
    ck_assert_str_eq(xml_attribute(e, old ? "providesDirectionalDerivative" : "providesDirectionalDerivatives"),
                     of_exchange ? "true" : "false");
    if (of_exchange || old) return;
    ck_assert_str_eq(xml_attribute(e, "hasEventMode"), "true");
    ck_assert_str_eq(xml_attribute(e, "mightReturnEarlyFromDoStep"), "true");
}

static const xml *unit_of(const fmu *f, const char *name) {
    const xml *units = xml_child(f->description, "UnitDefinitions");
    for (size_t i = 0; i < units->count; i++)
        if (strcmp(xml_attribute(units->children[i], "name"), name) == 0) return units->children[i];
    return NULL;
}

static void check_frame(const fmu *f) {
    const xml *units = xml_child(f->description, "UnitDefinitions");
    for (size_t i = 0; i < units->count; i++) {
        const xml *unit = units->children[i];
        ck_assert_str_eq(unit->name, "Unit");
        ck_assert_ptr_eq(unit_of(f, xml_attribute(unit, "name")), unit); /* once */
        ck_assert_uint_eq(unit->count, 1);
        ck_assert_str_eq(unit->children[0]->name, "BaseUnit");
        check_attributes(unit->children[0], "kg m s A K mol cd rad factor offset");
    }
    const xml *categories = xml_child(f->description, "LogCategories");
    ck_assert_uint_ge(categories->count, 1);
    for (size_t i = 0; i < categories->count; i++) {
        ck_assert_str_eq(categories->children[i]->name, "Category");
        check_attributes(categories->children[i], "name description");
    }
    const xml *experiment = xml_child(f->description, "DefaultExperiment");
    check_attributes(experiment, "startTime stopTime stepSize");
    ck_assert(number_of(xml_attribute(experiment, "startTime")) == 0);
    ck_assert(number_of(xml_attribute(experiment, "stopTime")) > 0);
    ck_assert(number_of(xml_attribute(experiment, "stepSize")) > 0);
}

/* an attribute of a variable, which FMI 2.0 has in two elements */
static const char *attribute_of(const xml *variable, const char *name) {
    const char *value = xml_attribute(variable, name);
    return value || variable->count == 0 ? value : xml_attribute(variable->children[0], name);
}

static const char *type_of(const xml *variable, int version) {
    return version == 2 ? variable->children[0]->name : variable->name;
}

static void check_variable(const fmu *f, const xml *v, int version) {
    static const char *const combinations[][2] = {
        {"parameter", "fixed tunable"},
        {"calculatedParameter", "fixed tunable"},
        {"input", "discrete continuous"},
        {"output", "constant discrete continuous"},
        {"local", "constant fixed tunable discrete continuous"},
        {"independent", "continuous"},
    };
    const char *causality = attribute_of(v, "causality"), *variability = attribute_of(v, "variability");
    const char *initial = attribute_of(v, "initial"), *start = attribute_of(v, "start"),
               *type = type_of(v, version);
    if (version == 2) {
        ck_assert_str_eq(v->name, "ScalarVariable");
        ck_assert_uint_eq(v->count, 1);
        check_attributes(v, "name valueReference description causality variability initial");
        check_attributes(v->children[0], "unit start derivative");
    } else {
        ck_assert_uint_eq(v->count, 0);
        check_attributes(v, "name valueReference description causality variability initial unit start derivative");
    }
    ck_assert_msg(is_one_of(type, version == 2 ? "Real Integer Boolean" : "Float64 Int32 Boolean"), "%s", type);
    size_t c = 0;
    while (c < 6 && strcmp(combinations[c][0], causality) != 0) c++;
    ck_assert_msg(c < 6 && is_one_of(variability, combinations[c][1]), "%s %s", causality, variability);
    const bool real = is_one_of(type, "Real Float64");
    ck_assert(real || strcmp(variability, "continuous") != 0);
    const bool given = is_one_of(causality, "parameter input");
    ck_assert_msg(given == (start != NULL), "start of a %s", causality);
    if (is_one_of(causality, "input independent")) ck_assert_ptr_null(initial);
    else ck_assert_str_eq(initial, given ? "exact" : "calculated");
    if (start && real) number_of(start);
    if (start && !real) ck_assert(is_one_of(start, "true false"));
    const char *unit = attribute_of(v, "unit");
    if (unit) ck_assert_msg(real && unit_of(f, unit) != NULL, "unit %s", unit);
    ck_assert_ptr_nonnull(attribute_of(v, "description"));
}

static void check_variables(const fmu *f, int version) {
    const xml *all = xml_child(f->description, "ModelVariables");
    size_t independent = 0;
    for (size_t i = 0; i < all->count; i++) {
        const xml *v = all->children[i];
        check_variable(f, v, version);
        independent += strcmp(attribute_of(v, "causality"), "independent") == 0;
        for (size_t k = 0; k < i; k++) {
            ck_assert_str_ne(attribute_of(v, "name"), attribute_of(all->children[k], "name"));
            ck_assert_str_ne(attribute_of(v, "valueReference"), attribute_of(all->children[k], "valueReference"));
        }
    }
    ck_assert_uint_eq(independent, 1);
}

/* the variable that an unknown of the structure means */
static const xml *meant(const fmu *f, const xml *unknown, int version) {
    const xml *all = xml_child(f->description, "ModelVariables");
    if (version == 2) {
        const size_t index = (size_t)number_of(xml_attribute(unknown, "index"));
        ck_assert(index >= 1 && index <= all->count);
        return all->children[index - 1];
    }
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(attribute_of(all->children[i], "valueReference"), xml_attribute(unknown, "valueReference")) == 0)
            return all->children[i];
    ck_abort_msg("an unknown that is no variable");
    return NULL;
}

/* ---- to which lists of the structure a variable belongs ---- */

static bool is_output(const fmu *f, const xml *v, int version) {
    (void)f;
    (void)version;
    return strcmp(attribute_of(v, "causality"), "output") == 0;
}

static bool is_derivative(const fmu *f, const xml *v, int version) {
    (void)f;
    (void)version;
    return attribute_of(v, "derivative") != NULL;
}

/* a continuous state: another variable is its derivative */
static bool is_state(const fmu *f, const xml *v, int version) {
    const xml *all = xml_child(f->description, "ModelVariables");
    for (size_t i = 0; i < all->count; i++) {
        const char *of = attribute_of(all->children[i], "derivative");
        if (!of) continue;
        const size_t number = (size_t)number_of(of);
        if (version == 2 ? all->children[number - 1] == v : strcmp(of, attribute_of(v, "valueReference")) == 0)
            return true;
    }
    return false;
}

static bool is_initial(const fmu *f, const xml *v, int version) {
    return is_output(f, v, version) || is_derivative(f, v, version) || is_state(f, v, version);
}

static bool is_indicator(const fmu *f, const xml *v, int version) {
    (void)f;
    (void)version;
    return strstr(attribute_of(v, "name"), ".events.") != NULL;
}

/* exactly the variables that belong there, in their order; returns the place behind the last */
static size_t check_list(const fmu *f, const xml *list, size_t from, const char *element,
                         bool (*belongs)(const fmu *, const xml *, int), int version) {
    const xml *all = xml_child(f->description, "ModelVariables");
    for (size_t i = 0; i < all->count; i++) {
        if (!belongs(f, all->children[i], version)) continue;
        ck_assert_uint_lt(from, list->count);
        const xml *unknown = list->children[from++];
        ck_assert_str_eq(unknown->name, element);
        check_attributes(unknown, version == 2 ? "index" : "valueReference");
        ck_assert_ptr_eq(meant(f, unknown, version), all->children[i]);
    }
    return from;
}

static void check_structure_3(const fmu *f) {
    const xml *s = xml_child(f->description, "ModelStructure");
    size_t next = check_list(f, s, 0, "Output", is_output, 3);
    next = check_list(f, s, next, "ContinuousStateDerivative", is_derivative, 3);
    next = check_list(f, s, next, "InitialUnknown", is_initial, 3);
    ck_assert_uint_eq(check_list(f, s, next, "EventIndicator", is_indicator, 3), s->count);
}

static void check_structure_2(const fmu *f) {
    const xml *s = xml_child(f->description, "ModelStructure");
    const size_t last = is_exchange(f) ? 2 : 1;
    ck_assert_uint_eq(s->count, last + 1);
    ck_assert_str_eq(s->children[0]->name, "Outputs");
    ck_assert_str_eq(s->children[last]->name, "InitialUnknowns");
    ck_assert_uint_eq(check_list(f, s->children[0], 0, "Unknown", is_output, 2), s->children[0]->count);
    ck_assert_uint_eq(check_list(f, s->children[last], 0, "Unknown", is_initial, 2), s->children[last]->count);
    if (!is_exchange(f)) return;
    ck_assert_str_eq(s->children[1]->name, "Derivatives");
    ck_assert_uint_eq(check_list(f, s->children[1], 0, "Unknown", is_derivative, 2), s->children[1]->count);
}

static void check_structure(const fmu *f, int version) {
    const xml *all = xml_child(f->description, "ModelVariables");
    size_t states = 0, derivatives = 0, indicators = 0;
    if (version == 2) check_structure_2(f);
    else check_structure_3(f);
    for (size_t i = 0; i < all->count; i++) {
        states += is_state(f, all->children[i], version);
        derivatives += is_derivative(f, all->children[i], version);
        indicators += is_indicator(f, all->children[i], version);
    }
    ck_assert_uint_eq(states, derivatives);
    ck_assert((states > 0) == is_exchange(f));
    const char *number = xml_attribute(f->description, "numberOfEventIndicators");
    if (number) ck_assert(number_of(number) == (double)indicators);
}

static void check_description(const fmu *f, int version) {
    check_root(f, version);
    check_kind(f, version);
    check_frame(f);
    check_variables(f, version);
    check_structure(f, version);
}

/* ---- descriptions ---- */

/* names that XML must be told of; a stiffness whose unit the standard has no integer exponents for, and a gap that
 * never closes */
#define ODD                                                                                                        \
    "title: \"<odd> \\\"names\\\" & such\"\n"                                                                      \
    "bodies: {'a \"b\" & <c>': {mass: 1}, käfer: {mass: 2}}\n"                                                    \
    "duration: 1\n"                                                                                                \
    "contacts:\n"                                                                                                  \
    "  - {left: 'a \"b\" & <c>', right: käfer, gap: 1, model: hertz, stiffness: 1e6}\n"                           \
    "  - {name: far, left: käfer, right: ground, gap: .inf, model: newton, restitution: 0.5}\n"

/* for model exchange */
#define SOFT                                                                                                       \
    "bodies: {a: {mass: 1}, 'b & c': {mass: 2}}\n"                                                                 \
    "contacts: [{left: a, right: 'b & c', gap: 1, model: hertz, stiffness: 1e6}, {name: far, left: a, right: "     \
    "ground, gap: .inf, model: hertz, stiffness: 1e6}]\n"                                                          \
    "duration: 1\n"

static const fmu_recipe RECIPES[] = {
    {"ball", BALL, 0, "forces.ball,ground", NULL, "contacts.*.gap,contacts.*.restitution,gravity", false},
    {"deck", DECK, 0, "ground", "bodies.*.velocity,contacts.span.*", "links.*.stiffness,bodies.deck.mass", false},
    {"frame", FRAME, 0, NULL, NULL, NULL, false},
    {"free", FREE, 0, "forces.*", "bodies.mass.max_velocity", "bodies.mass.displacement", false},
    {"odd", ODD, 0, "forces.*", NULL, "contacts.contact-1.stiffness,contacts.far.gap", false},
    {"soft", SOFT, 0, "forces.*,ground", NULL, "contacts.*.gap", true},
    {"free", FREE, 0, NULL, NULL, NULL, true},
};

static void write_motion(const char *path, double peak) {
    char record[100];
    const int size = snprintf(record, sizeof record, "time [s],acceleration [m/s^2]\n0,0\n1,%g\n2,0\n", peak);
    write_bytes(path, record, (size_t)size);
}

static void write_record(const char *path) { write_motion(path, 1); }

START_TEST(test_rules) {
    fmu_recipe recipe = RECIPES[_i / 2];
    recipe.version = 2 + _i % 2;
    write_record("deck.csv");
    fmu *f = fmu_load(&recipe);
    check_description(f, recipe.version);
    fmu_unload(f);
}
END_TEST

/* start values are what an instance begins with, to the bit */
START_TEST(test_start_values) {
    fmu *f = fmu_load(
        &(fmu_recipe){"odd", ODD, 3, "forces.*", NULL, "contacts.contact-1.stiffness,contacts.far.gap", false});
    fmi3Instance i = fmu_make_3(f, false, false);
    ck_assert_str_eq(xml_attribute(f->description, "modelName"), "<odd> \"names\" & such");
    ck_assert(number_of(attribute_of(fmu_variable_of(f, "contacts.contact-1.stiffness"), "start")) == 1e6);
    ck_assert(fmu_get_3(f, i, "contacts.contact-1.stiffness") == 1e6);
    ck_assert_str_eq(attribute_of(fmu_variable_of(f, "contacts.far.gap"), "start"), "INF");
    ck_assert(fmu_get_3(f, i, "contacts.far.gap") == (double)INFINITY);
    ck_assert(fmu_get_3(f, i, "forces.käfer") == 0 && fmu_get_3(f, i, "forces.a \"b\" & <c>") == 0);
    /* a gap that never closes has an approach, and a value that was written comes back to what it was */
    ck_assert_str_eq(attribute_of(fmu_variable_of(f, "contacts.far.closest_approach"), "unit"), "m");
    fmu_set_3(f, i, "contacts.far.gap", 3);
    fmu_set_3(f, i, "contacts.far.gap", INFINITY);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* units, by what the variables are, and which are outputs */
START_TEST(test_units_and_outputs) {
    static const char *const expected[][3] = {
        {"bodies.deck.velocity", "m/s", "output"},
        {"bodies.deck.displacement", "m", "local"},
        {"bodies.deck.acceleration", "m/s2", "local"},
        {"contacts.span.force", "N", "output"},
        {"contacts.span.impulse", "N.s", "output"},
        {"contacts.span.energy_lost", "J", "output"},
        {"contacts.east.force", "N", "local"},
        {"links.link-1.stiffness", "N/m", "parameter"},
        {"bodies.deck.mass", "kg", "parameter"},
        {"ground", "m/s2", "input"},
        {"time", "s", "independent"},
        {"energy.stored", "J", "local"},
    };
    write_record("deck.csv");
    fmu_recipe recipe = RECIPES[1];
    recipe.version = 3;
    fmu *f = fmu_load(&recipe);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const xml *v = fmu_variable_of(f, expected[i][0]);
        ck_assert_str_eq(attribute_of(v, "unit"), expected[i][1]);
        ck_assert_str_eq(attribute_of(v, "causality"), expected[i][2]);
    }
    const xml *newton = unit_of(f, "N")->children[0];
    ck_assert(number_of(xml_attribute(newton, "kg")) == 1 && number_of(xml_attribute(newton, "m")) == 1 &&
              number_of(xml_attribute(newton, "s")) == -2);
    fmu_unload(f);
}
END_TEST

/* ---- the file ---- */

static char *token_of(const fmu_recipe *recipe) {
    fmu *f = fmu_load(recipe);
    char *token = strdup(f->token);
    fmu_unload(f);
    return token;
}

/* the same bytes from the same scenario; another list, record or value is another FMU */
START_TEST(test_same_bytes) {
    write_record("deck.csv");
    fmu_recipe recipe = {"deck", DECK, 3, "ground", NULL, NULL, false};
    char *token = token_of(&recipe);
    size_t size, again;
    unsigned char *bytes = read_bytes("deck.fmu", &size);
    char *same = token_of(&recipe);
    unsigned char *other = read_bytes("deck.fmu", &again);
    ck_assert_uint_eq(size, again);
    ck_assert_mem_eq(bytes, other, size);
    ck_assert_str_eq(token, same);
    recipe.inputs = "forces.deck";
    char *of_list = token_of(&recipe);
    recipe.inputs = "ground";
    write_motion("deck.csv", 1.5);
    char *of_record = token_of(&recipe);
    ck_assert_str_ne(of_list, token);
    ck_assert_str_ne(of_record, token);
    free(of_record);
    free(of_list);
    free(other);
    free(same);
    free(bytes);
    free(token);
}
END_TEST

/* records of one name from two folders, and one that is named twice; the FMU needs none of them where they were */
START_TEST(test_records) {
    static const char scenario[] = "bodies: {a: {mass: 1}, b: {mass: 1}}\n"
                                   "ground: {record: one/motion.csv}\n"
                                   "forces: [{on: a, file: two/motion.csv}, {on: b, file: two/motion.csv}]\n"
                                   "duration: 2\n";
    mkdir("one", 0777);
    mkdir("two", 0777);
    write_record("one/motion.csv");
    write_bytes("two/motion.csv", "0,0\n2,6\n", 8);
    fmu *f = fmu_load(&(fmu_recipe){"records", scenario, 3, NULL, NULL, NULL, false});
    ck_assert_int_eq(remove("one/motion.csv") + remove("two/motion.csv"), 0);
    char path[2400];
    size_t size;
    snprintf(path, sizeof path, "%srecords/2-motion.csv", f->resources);
    free(read_bytes(path, &size));
    ck_assert_uint_eq(size, 8);
    fmi3Instance i = fmu_begin_3(f);
    fmu_step_3(f, i, 0, 2);
    /* both bodies: −∫ a_g dt = −1 m/s of the ground, ∫ F dt/m = 6 m/s of the force */
    assert_relative(fmu_get_3(f, i, "bodies.a.velocity"), 5, 1e-14);
    assert_relative(fmu_get_3(f, i, "bodies.b.velocity"), 5, 1e-14);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fmu_description");
    tcase_add_loop_test(tests, test_rules, 0, 2 * (int)(sizeof RECIPES / sizeof RECIPES[0]));
    tcase_add_test(tests, test_start_values);
    tcase_add_test(tests, test_units_and_outputs);
    tcase_add_test(tests, test_same_bytes);
    tcase_add_test(tests, test_records);
    return run_suite("fmu_description", tests);
}
