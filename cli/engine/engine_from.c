/* thud engine --from: reads the JSON of an identification. JSON is a subset of YAML, and is read as such. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/engine/engine_parts.h"
#include "cli/message.h"
#include "ground/bytes.h"
#include "model/yaml/yaml.h"
#include "report/text/format.h"

/* NAN if it is missing or null */
static double number_of(const thud_yaml_node *map, const char *key) {
    for (uint32_t i = 0; map->kind == THUD_YAML_MAP && i < map->count; i++)
        if (strcmp(map->children[i].key, key) == 0 && map->children[i].kind == THUD_YAML_TEXT)
            return thud_number_value(map->children[i].text, NULL);
    return NAN;
}

/* the mass and the speed that were measured, where others are not given */
static void take_motion(const cli_options *options, const thud_yaml_node *root, thud_engine_options *asked) {
    const double mass = number_of(root, "mass"), speed = number_of(root, "speed");
    if (mass > 0 && !option_given(options, "m") && !option_given(options, "m1") && !option_given(options, "m2"))
        asked->mass1 = mass;
    if (speed > 0 && !option_given(options, "v")) asked->speed = speed;
}

static int take(const cli_options *options, const thud_yaml_node *root, thud_engine_options *asked) {
    const char *path = option_value(options, "from");
    const double e = number_of(root, "e"), k = number_of(root, "stiffness"), time = number_of(root, "contact_time"),
                 fitted = number_of(root, "exponent_n"), wanted = thud_engine_exponent(asked->model);
    if (!(e > 0) || !(k > 0 || time > 0))
        return usage_error(
            "--from '%s': there is no e with a stiffness or a contact_time; 'thud identify … --json' prints them",
            path);
    if (!option_given(options, "e")) asked->restitution = e;
    take_motion(options, root, asked);
    if (option_given(options, "k") || option_given(options, "duration") || option_given(options, "overlap"))
        return EXIT_DONE;
    /* a stiffness in N/m^1.5 cannot be used in N/m */
    if (k > 0 && !isnan(fitted) && fabs(fitted - wanted) <= 1e-6) {
        asked->stiffness = k;
        return EXIT_DONE;
    }
    const thud_text own = thud_format_stiffness_unit(isnan(fitted) ? 1 : fitted),
                    theirs = thud_format_stiffness_unit(isnan(wanted) ? 1 : wanted);
    if (time > 0)
        return usage_error("--from '%s': its stiffness is in %s, but %s needs %s: give the measured contact time, "
                           "'--duration %.6g', identify with '--n %.3g', or choose another --model",
                           path, own.text, asked->model->name, theirs.text, time, isnan(wanted) ? 1 : wanted);
    return usage_error("--from '%s': its stiffness is in %s, but %s needs %s: give --duration, identify with '--n "
                       "%.3g', or choose "
                       "another --model",
                       path, own.text, asked->model->name, theirs.text, isnan(wanted) ? 1 : wanted);
}

int engine_read_fit(const cli_options *options, thud_engine_options *asked) {
    const char *path = option_value(options, "from");
    thud_bytes bytes = {0};
    thud_error error;
    thud_yaml *yaml = NULL;
    thud_yaml_fault fault;
    if (!path) return EXIT_DONE;
    const thud_status loaded = thud_bytes_load_or_input(path, &bytes, &error);
    if (loaded != THUD_OK) return usage_error("--from '%s': %s", path, error.text);
    const thud_status status = thud_yaml_parse(bytes.data, bytes.size, &yaml, &fault);
    const thud_yaml_node *root = status == THUD_OK ? thud_yaml_root(yaml) : NULL;
    int done = root && root->kind == THUD_YAML_MAP
                   ? take(options, root, asked)
                   : usage_error("--from '%s': not the output of thud identify --json", path);
    thud_yaml_free(yaml);
    free(bytes.data);
    return done;
}
