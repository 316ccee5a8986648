/* The values of a case, written into a draft of the scenario. */
#include "study/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_of_ground(const thud_axis *axis) {
    static const char ground[] = "ground.";
    return axis->path && strncmp(axis->path, ground, sizeof ground - 1) == 0;
}

/* which bodies a contact is between is structure; its gap and its law are not */
static bool is_structural(const thud_draft_place *place) {
    static const char *const ends[] = {"left", "right", "tip", "rod"};
    if (place->contact == SIZE_MAX) return true;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (strcmp(place->key->name, ends[i]) == 0) return true;
    return false;
}

static thud_plain plain_of(const thud_draft_place *place) {
    if (place->contact == SIZE_MAX) return THUD_PLAIN_NONE;
    if (strcmp(place->key->name, "gap") == 0) return THUD_PLAIN_GAP;
    return strcmp(place->key->name, "restitution") == 0 ? THUD_PLAIN_RESTITUTION : THUD_PLAIN_NONE;
}

static bool find_places(thud_draft *draft, const thud_axis *axis, thud_setting *setting) {
    if (!axis->path) return true;
    setting->places = thud_draft_find(draft, axis->path, &setting->place_count);
    if (!setting->places) return false;
    setting->of_ground = is_of_ground(axis);
    for (size_t i = 0; i < setting->place_count; i++) {
        setting->structural = setting->structural || (!setting->of_ground && is_structural(&setting->places[i]));
        setting->places[i].node->complete = axis->is_file;
    }
    setting->plain = axis->scaled ? THUD_PLAIN_NONE : plain_of(&setting->places[0]);
    if (axis->scaled) setting->products = calloc(setting->place_count, sizeof *setting->products);
    return !axis->scaled || setting->products;
}

thud_status thud_settings_create(const thud_study *study, thud_draft *draft, thud_settings *settings) {
    *settings = (thud_settings){.study = study, .draft = draft};
    settings->list = calloc(study->axis_count + 1, sizeof *settings->list);
    settings->numbers = calloc(study->axis_count + 1, sizeof *settings->numbers);
    if (!settings->list || !settings->numbers) return THUD_ERROR_MEMORY;
    thud_draft_fault fault;
    for (size_t i = 0; i < study->axis_count; i++) {
        const char *path = study->axes[i].path;
        const thud_status status = path ? thud_draft_open(draft, path, &fault) : THUD_OK;
        if (status != THUD_OK) return status;
    }
    for (size_t i = 0; i < study->axis_count; i++)
        if (!find_places(draft, &study->axes[i], &settings->list[i])) return THUD_ERROR_MEMORY;
    return THUD_OK;
}

void thud_settings_free(thud_settings *settings) {
    for (size_t i = 0; settings->list && i < settings->study->axis_count; i++) {
        free(settings->list[i].places);
        free(settings->list[i].products);
    }
    free(settings->list);
    free(settings->numbers);
    *settings = (thud_settings){0};
}

void thud_settings_take(thud_settings *settings, size_t case_index) {
    const thud_study *study = settings->study;
    thud_study_numbers(study, case_index, settings->numbers);
    for (size_t i = 0; i < study->axis_count; i++) {
        const thud_axis *axis = &study->axes[i];
        thud_setting *s = &settings->list[i];
        const thud_axis_item *item =
            axis->kind == THUD_AXIS_VALUES ? &axis->items[thud_study_position(study, case_index, axis)] : NULL;
        const double number = settings->numbers[i];
        /* NaN never compares equal */
        s->changed = !s->known || item != s->item || (!item && number != s->number);
        if (!s->changed) continue;
        s->item = item;
        s->number = number;
        s->known = true;
        s->written = false;
    }
}

static void write(const thud_axis *axis, thud_setting *s) {
    const char *text = s->digits;
    if (s->item && !axis->scaled) text = s->item->setting;
    else if (!axis->scaled) thud_study_write_number(axis, s->number, s->digits);
    for (size_t i = 0; i < s->place_count; i++) {
        if (axis->scaled) {
            thud_study_write_number(axis, (s->item ? s->item->number : s->number) * axis->scaled[i],
                                    s->products[i]);
            text = s->products[i];
        }
        s->places[i].node->text = text;
        s->places[i].node->count = (uint32_t)strlen(text);
        s->places[i].node->kind = THUD_YAML_TEXT;
    }
    s->written = true;
}

bool thud_settings_write(thud_settings *settings, size_t *axis) {
    for (size_t i = 0; i < settings->study->axis_count; i++) {
        thud_setting *s = &settings->list[i];
        if (!s->places) continue;
        *axis = i;
        if (!s->item && isnan(s->number)) return false;
        if (!s->written) write(&settings->study->axes[i], s);
    }
    return true;
}
