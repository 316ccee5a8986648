/*
 * Ground motion and forces of a scenario.
 */
#include <math.h>
#include <string.h>

#include <thud/generate.h>

#include "base/error.h"
#include "base/hash.h"
#include "model/motions.h"
#include "model/scenario/fields.h"
#include "model/signal.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static thud_signal read_sine(thud_fields *f) {
    return (thud_signal){
        .kind = THUD_SIGNAL_SINE,
        .amplitude = thud_fields_number(f, "amplitude"),
        .frequency = thud_fields_number(f, "frequency"),
        .phase = thud_fields_number(f, "phase"),
    };
}

static thud_signal samples(thud_motion *motion, double scale) {
    return (thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = scale};
}

/* ---- motions that are made ---- */

/* the scenario's key for a generator's option */
static const char *key_of(const thud_fields *f, const char *subject) {
    static const char *const words[][2] = {
        {"dt", "step"}, {"ag", "pga"}, {"shortest period", "period_min"}, {"longest period", "period_max"}};
    for (size_t i = 0; i < COUNT(words); i++)
        if (strcmp(subject, words[i][0]) == 0) subject = words[i][1];
    return thud_schema_find(f->section, subject) ? subject : "seed";
}

/* names the key instead of the subject; the value may be a default, which the user did not give */
static void report_generator(thud_fields *f, const thud_error *error) {
    if (error->status == THUD_ERROR_MEMORY) f->scenario->out_of_memory = true;
    const char *key = key_of(f, error->subject ? error->subject : "");
    const char *reason = thud_error_reason(error);
    if (!error->subject) thud_fields_error(f, key, "%s", reason);
    else if (isnan(error->value)) thud_fields_error(f, key, "%s %s", key, reason);
    else thud_fields_error(f, key, "%s (%.6g) %s", key, error->value, reason);
}

/* by default as long as the scenario, in whole steps */
static thud_sampling read_sampling(thud_fields *f) {
    thud_sampling out = {.step = thud_fields_number(f, "step")};
    const double whole = thud_model_duration(f->scenario->model);
    if (thud_fields_given(f, "duration")) out.duration = thud_fields_number(f, "duration");
    else if (whole > 0 && isfinite(whole) && out.step > 0) out.duration = ceil(whole / out.step - 1e-9) * out.step;
    else out.duration = 20;
    if (out.duration < 2 * out.step && !thud_fields_given(f, "duration")) out.duration = 2 * out.step;
    return out;
}

/* whether every key could be read; otherwise the generator would report known errors again */
static bool is_clean(const thud_fields *f) { return f->node->faulty == 0; }

/* everything that a motion which is made depends on */
static uint64_t fingerprint(const char *what, uint64_t seed, const double *numbers, size_t count) {
    uint64_t hash = thud_hash_count(thud_hash_text(THUD_HASH_START, what), seed);
    for (size_t i = 0; i < count; i++) hash = thud_hash_number(hash, numbers[i]);
    return hash;
}

typedef thud_status maker(const void *options, thud_motion **motion, thud_error *error);

static thud_status make_noise_of(const void *options, thud_motion **motion, thud_error *error) {
    return thud_generate_noise(options, motion, error);
}

static thud_status make_compatible_of(const void *options, thud_motion **motion, thud_error *error) {
    return thud_generate_compatible(options, motion, error);
}

/* makes it, unless it was made before */
static bool make(thud_fields *f, uint64_t known_as, maker *by, const void *options, thud_motion **motion) {
    thud_motions *motions = f->scenario->motions;
    thud_error error = {.status = THUD_OK, .value = NAN};
    if (thud_motions_recall(motions, known_as, motion, NULL)) return true;
    error.status = by(options, motion, &error);
    if (error.status == THUD_OK) {
        thud_motions_keep(motions, known_as, *motion, 1);
        return true;
    }
    report_generator(f, &error);
    return false;
}

static bool make_noise(thud_fields *f, thud_motion **motion) {
    const thud_noise_options options = {
        .sampling = read_sampling(f),
        .seed = thud_fields_integer(f, "seed"),
        .rms = thud_fields_number(f, "rms"),
        .low = thud_fields_number(f, "low"),
        .high = thud_fields_number(f, "high"),
    };
    if (!is_clean(f)) return false;
    const double numbers[] = {options.sampling.step, options.sampling.duration, options.rms, options.low,
                              options.high};
    return make(f, fingerprint("noise", options.seed, numbers, COUNT(numbers)), make_noise_of, &options, motion);
}

static bool make_compatible(thud_fields *f, thud_motion **motion) {
    const size_t spectrum = thud_fields_choice(f, "spectrum"), soil = thud_fields_choice(f, "soil");
    const double pga = thud_fields_number(f, "pga");
    thud_target target = {0};
    if (spectrum < 2 && soil < 5) thud_ec8_init(&target.ec8, (int)spectrum + 1, "ABCDE"[soil], pga);
    target.ec8.damping = thud_fields_number(f, "damping");
    thud_compatible_options options = thud_compatible_options_default(&target);
    options.sampling = read_sampling(f);
    options.seed = thud_fields_integer(f, "seed");
    options.period_min = thud_fields_number(f, "period_min");
    options.period_max = thud_fields_number(f, "period_max");
    if (!is_clean(f)) return false;
    const double numbers[] = {
        options.sampling.step, options.sampling.duration, (double)spectrum,  (double)soil, pga,
        target.ec8.damping,    options.period_min,        options.period_max};
    return make(f, fingerprint("ec8", options.seed, numbers, COUNT(numbers)), make_compatible_of, &options, motion);
}

/* ---- the ground ---- */

/* keys about a record, where there is none */
static void refuse_without(thud_fields *f, const char *file_key, const char *const keys[], size_t count) {
    for (size_t i = 0; i < count; i++)
        if (thud_fields_given(f, keys[i]) && !thud_fields_given(f, file_key))
            thud_fields_error(f, keys[i], "%s is for a %s", keys[i], file_key);
}

/* the factor that gives a motion the required strength; NAN after an error */
static double read_scale_to(thud_fields *f, const thud_motion *motion) {
    static const char *const measures[] = {"pga", "pgv", "sa"};
    static const char *const sa_keys[] = {"period", "damping"};
    thud_fields inner;
    double factor = NAN;
    thud_error error = {.status = THUD_OK, .value = NAN};
    if (thud_fields_given(f, "scale")) thud_fields_error(f, "scale", "give either scale or scale_to");
    if (!thud_fields_inner(f, "scale_to", &inner)) return NAN;
    const char *measure = thud_fields_one_of(&inner);
    refuse_without(&inner, "sa", sa_keys, COUNT(sa_keys));
    if (!measure) return NAN;
    thud_motion_strength strength = {.value = thud_fields_number(&inner, measure)};
    while (strcmp(measures[strength.measure], measure) != 0) strength.measure++;
    if (strength.measure == THUD_MEASURE_SA) {
        strength.damping = thud_fields_number(&inner, "damping");
        if (!thud_fields_given(&inner, "period")) thud_fields_error(&inner, "period", "period is missing");
        else strength.period = thud_fields_number(&inner, "period");
    }
    if (!is_clean(&inner)) return NAN;
    error.status = thud_motion_scale_factor(motion, &strength, &factor, &error);
    if (error.status == THUD_OK) return factor;
    const char *subject = error.subject ? error.subject : "";
    const bool of_key = strcmp(subject, "period") == 0 || strcmp(subject, "damping") == 0;
    const char *key = of_key ? subject : measure;
    thud_fields_error(&inner, key, "%s %s", strcmp(subject, "motion") == 0 ? "the motion" : key,
                      thud_error_reason(&error));
    return NAN;
}

bool thud_scenario_read_motion(thud_fields *f, const char *what, thud_signal *signal) {
    thud_fields inner;
    thud_motion *motion = NULL;
    double scale = thud_fields_number(f, "scale");
    if (strcmp(what, "record") == 0) {
        if (!thud_scenario_read_record(f, &motion)) return false;
    } else if (!thud_fields_inner(f, what, &inner)) {
        return false;
    } else if (strcmp(what, "sine") == 0) {
        if (thud_fields_given(f, "scale")) thud_fields_error(f, "scale", "a sine takes an amplitude, not scale");
        if (thud_fields_given(f, "scale_to"))
            thud_fields_error(f, "scale_to", "a sine takes an amplitude, not scale_to");
        *signal = read_sine(&inner);
        return true;
    } else if (!(strcmp(what, "noise") == 0 ? make_noise(&inner, &motion) : make_compatible(&inner, &motion))) {
        return false;
    }
    if (thud_fields_given(f, "scale_to")) scale = read_scale_to(f, motion);
    if (isnan(scale)) {
        thud_motion_free(motion);
        return false;
    }
    *signal = samples(motion, scale);
    return true;
}

void thud_scenario_refuse_without_record(thud_fields *f) {
    static const char *const keys[] = {"format", "unit", "channel", "step"};
    refuse_without(f, "record", keys, COUNT(keys));
}

void thud_scenario_read_ground(thud_scenario *s, thud_fields *root) {
    thud_fields fields;
    thud_signal signal = {0};
    if (!thud_fields_inner(root, "ground", &fields)) return;
    const char *what = thud_fields_one_of(&fields);
    thud_scenario_refuse_without_record(&fields);
    if (!what || !thud_scenario_read_motion(&fields, what, &signal)) return;
    thud_model_set_ground(s->model, &signal);
    thud_signal_free(&signal);
}

/* ---- forces ---- */

static bool read_force_signal(thud_fields *f, const char *what, thud_signal *signal) {
    thud_fields inner;
    const double scale = thud_fields_number(f, "scale");
    if (strcmp(what, "file") == 0) {
        thud_motion *motion;
        double unit;
        if (!thud_scenario_read_table(f, &motion, &unit)) return false;
        *signal = samples(motion, scale * unit);
        return true;
    }
    if (!thud_fields_inner(f, what, &inner)) return false;
    if (strcmp(what, "sine") == 0) *signal = read_sine(&inner);
    else
        *signal = (thud_signal){
            .kind = THUD_SIGNAL_STEP,
            .amplitude = thud_fields_number(&inner, "amplitude"),
            .start = thud_fields_number(&inner, "start"),
        };
    return true;
}

static void read_force(thud_scenario *s, thud_yaml_node *node) {
    static const char *const file_keys[] = {"scale", "unit"};
    thud_fields fields;
    thud_signal signal = {0};
    thud_body_id body = {THUD_NOTHING};
    if (thud_fields_read(s, node, THUD_SECTION_FORCE, &fields)) {
        body = thud_fields_body(&fields, "on");
        if (body.number == THUD_BODY_GROUND) {
            thud_fields_error(&fields, "on", "a force cannot act on the ground; name a body");
            body.number = THUD_NOTHING;
        } else if (thud_body_is_support(body.number)) {
            thud_fields_error(&fields, "on", "a force cannot act on a support; name a body");
            body.number = THUD_NOTHING;
        }
        const char *what = thud_fields_one_of(&fields);
        refuse_without(&fields, "file", file_keys, COUNT(file_keys));
        if (what) (void)read_force_signal(&fields, what, &signal);
    }
    thud_model_add_force(s->model, body, &signal);
    thud_signal_free(&signal);
}

void thud_scenario_read_forces(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *forces = thud_fields_parts(root, "forces");
    for (uint32_t i = 0; forces && i < forces->count; i++) {
        s->messages.once = forces->children[i].is_copy;
        read_force(s, &forces->children[i]);
    }
    s->messages.once = false;
}
