/* The sentences of the answer, and numbers with as many digits as are known. */
#include "report/run/answer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "base/text.h"
#include "model/impulsive.h"
#include "model/model.h"
#include "report/run/model.h"

static const double STANDARD_GRAVITY = 9.80665;

/* ---- numbers ---- */

/* the power of ten of the first digit */
static int place_of(double value) { return (int)floor(log10(value)); }

/* the unit that it is printed in: a ratio in percent */
static double print_unit(const char **unit) {
    if (**unit) return 1;
    *unit = "%";
    return 100;
}

static thud_prefix prefix_of(double value, const char *unit) {
    return strcmp(unit, "%") == 0 ? (thud_prefix){1, ""} : thud_prefix_for(value);
}

/* in digits of 10^place: "2300" of 2288 with its last digit in the hundreds */
static void print_place(char *text, size_t size, double value, int place) {
    if (place <= 0) thud_print(text, size, "%.*f", -place, value);
    else thud_print(text, size, "%.0f", round(value / pow(10, place)) * pow(10, place));
}

/* a number whose last digit is that of 10^place, with its unit */
static thud_text with_place(double value, double three, int place, const char *unit) {
    const double last = pow(10, place); /* 999.96 mm are 1.000 m */
    const thud_prefix prefix = prefix_of(round(fmax(fabs(value), three) / last) * last, unit);
    char number[24], error[20] = "";
    thud_text out;
    place += (int)lround(log10(prefix.factor));
    print_place(number, sizeof number, value * prefix.factor, place);
    if (three > 0) print_place(error, sizeof error, three * prefix.factor, place);
    snprintf(out.text, sizeof out.text, "%s%s%s %s%.12s", number, *error ? " ± " : "", error, prefix.symbol, unit);
    return out;
}

static double three_of(const thud_range *range, double factor) { return range ? 3 * factor * range->deviation : 0; }

/* the last known digit: that of the error's first digit, or of its second if the first is a one */
static int known_place(double three) {
    const int place = place_of(three);
    return three < 1.95 * pow(10, place) ? place - 1 : place;
}

thud_text thud_answer_number(double value, const thud_range *range, const char *unit) {
    const double factor = print_unit(&unit), three = three_of(range, factor);
    value *= factor;
    if (!isfinite(value) || value == 0) return thud_format_quantity(value, unit);
    int place = place_of(fabs(value) * (1 + 5e-4)) - 2;
    if (three > 0 && isfinite(three)) place = (int)fmax(place, fmin(known_place(three), place + 2));
    return with_place(value, 0, place, unit);
}

thud_text thud_answer_value(double value, const thud_range *range, const char *unit) {
    const double factor = print_unit(&unit), three = three_of(range, factor);
    value *= factor;
    if (!isfinite(value) || !isfinite(three) || value == 0) return thud_format_quantity(value, unit);
    /* a spread below the sixth digit is not shown */
    if (three > 1e-6 * fabs(value)) return with_place(value, three, known_place(three), unit);
    return with_place(value, 0, place_of(fabs(value) * (1 + 5e-5)) - 3, unit);
}

thud_text thud_answer_acceleration(const thud_model *model, double value, const thud_range *range,
                                   bool with_range) {
    thud_text out = with_range ? thud_answer_value(value, range, "m/s²") : thud_answer_number(value, range, "m/s²");
    if (!model->in_g || !isfinite(value)) return out;
    const double g = fabs(value) / STANDARD_GRAVITY;
    const size_t used = strlen(out.text);
    thud_print(out.text + used, sizeof out.text - used, ", %.*f g", g < 0.1 ? 4 : g < 1 ? 3 : g < 10 ? 2 : 1, g);
    return out;
}

double thud_answer_beside(double value, double scale) {
    static const double rounding = 1e-10, nothing = 1e-25;
    return fabs(value) <= fmax(rounding * fabs(scale), nothing) ? 0 : value;
}

/* ---- sentences ---- */

static void add(char *text, size_t size, const char *format, ...) THUD_PRINTF(3, 4);
static void add(char *text, size_t size, const char *format, ...) {
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    if (used < size) thud_print_list(text + used, size - used, format, arguments);
    va_end(arguments);
}

enum { NAMED_MOST = 3 }; /* contacts in a sentence */

/* the contacts with impacts, the most frequent first: their number, and the first of them in `first` */
static size_t find_struck(const thud_summary *s, size_t *first) {
    size_t count = 0;
    for (size_t i = 0; i < s->contact_count; i++) {
        if (s->contacts[i].impacts == 0) continue;
        size_t at = count < NAMED_MOST ? count : NAMED_MOST;
        for (; at > 0 && s->contacts[first[at - 1]].impacts < s->contacts[i].impacts; at--)
            if (at < NAMED_MOST) first[at] = first[at - 1];
        if (at < NAMED_MOST) first[at] = i;
        count++;
    }
    return count;
}

static void add_impacts(const thud_run_report *report, char *text, size_t size) {
    const size_t impacts = report->summary->impacts;
    add(text, size, ": %zu impact%s", impacts, impacts == 1 ? "" : "s");
    if (!report->spread) return;
    const thud_range *range = &report->spread->impacts;
    if (range->lowest < range->highest)
        add(text, size, " (%.0f to %.0f when inputs vary by %s %%)", range->lowest, range->highest,
            thud_format_short(100 * report->spread->precision).text);
}

/* the largest force of all, or the energy lost by impulses */
static void add_force(const thud_run_report *report, size_t struck, char *text, size_t size) {
    const thud_summary *s = report->summary;
    size_t strongest = s->contact_count;
    double lost = 0;
    for (size_t i = 0; i < s->contact_count; i++) {
        lost += s->contacts[i].energy_lost;
        if (s->contacts[i].impacts == 0 || thud_model_is_impulsive(report->model, i)) continue;
        if (strongest == s->contact_count || s->contacts[i].max_force > s->contacts[strongest].max_force)
            strongest = i;
    }
    if (strongest == s->contact_count) {
        const double input = fmax(fabs(s->energy.input), s->energy.stored);
        add(text, size, "; they lose %s.", thud_answer_number(thud_answer_beside(lost, input), NULL, "J").text);
        return;
    }
    const thud_range *range = report->spread ? &report->spread->contacts[strongest].max_force : NULL;
    add(text, size, ", up to %s", thud_answer_number(s->contacts[strongest].max_force, range, "N").text);
    if (struck > 1) add(text, size, " (%.60s)", thud_model_contact_name(report->model, strongest));
    add(text, size, ".");
}

/* the remaining part of a gap */
static double left_of(const thud_run_report *report, size_t contact) {
    return report->model->contacts[contact].given.gap - report->summary->contacts[contact].closest_approach;
}

static void say_apart(const thud_run_report *report, char *text, size_t size) {
    const thud_summary *s = report->summary;
    size_t nearest = s->contact_count;
    bool endless = true;
    for (size_t i = 0; i < s->contact_count; i++) {
        if (isnan(s->contacts[i].closest_approach)) continue;
        const bool ends = report->model->contacts[i].given.gap < INFINITY;
        const bool nearer =
            nearest == s->contact_count || (ends && endless) ||
            (ends ? left_of(report, i) < left_of(report, nearest)
                  : endless && s->contacts[i].closest_approach > s->contacts[nearest].closest_approach);
        if (nearer && (ends || endless)) nearest = i;
        endless = endless && !ends;
    }
    add(text, size, "No contact is struck");
    if (nearest == s->contact_count) {
        add(text, size, ".");
        return;
    }
    const double closest = s->contacts[nearest].closest_approach;
    const char *name = thud_model_contact_name(report->model, nearest);
    if (!endless)
        add(text, size, ": at %.60s, %s is left of the gap of %s.", name,
            thud_answer_number(left_of(report, nearest), NULL, "m").text,
            thud_answer_number(report->model->contacts[nearest].given.gap, NULL, "m").text);
    else
        add(text, size, ": the gaps never close. At %.60s, a gap of %s would just have been reached.", name,
            thud_answer_number(closest, NULL, "m").text);
}

static void say_contacts(const thud_run_report *report, char *text, size_t size) {
    const thud_summary *s = report->summary;
    size_t first[NAMED_MOST];
    *text = '\0';
    if (s->contact_count == 0) return;
    const size_t struck = find_struck(s, first);
    if (struck == 0) {
        say_apart(report, text, size);
        return;
    }
    add(text, size, "%s at ", report->model->ground.kind == THUD_SIGNAL_NONE ? "Strikes" : "Pounds");
    const size_t named = struck < NAMED_MOST ? struck : NAMED_MOST;
    for (size_t i = 0; i < named; i++)
        add(text, size, "%s%.60s",
            i == 0            ? ""
            : i + 1 == struck ? " and "
                              : ", ",
            thud_model_contact_name(report->model, first[i]));
    if (struck > named) add(text, size, " and %zu more", struck - named);
    add_impacts(report, text, size);
    add_force(report, struck, text, size);
}

static void add_part(char *text, size_t size, const char *what, thud_text number, const char *name) {
    add(text, size, "%s%s %s (%.60s)", *text ? "; " : "Largest ", what, number.text, name);
}

static const thud_largest *larger(const thud_largest *a, const thud_largest *b) {
    return b->value > a->value ? b : a;
}

static void say_rods(const thud_run_report *report, char *text, size_t size) {
    const size_t bodies = thud_model_body_count(report->model);
    size_t most = bodies;
    for (size_t i = bodies; i < report->summary->body_count; i++)
        if (report->summary->bodies[i].max_displacement > report->summary->bodies[most].max_displacement) most = i;
    const thud_range *range = report->spread ? &report->spread->bodies[most].max_displacement : NULL;
    add_part(text, size, "angle", thud_answer_number(report->summary->bodies[most].max_displacement, range, "rad"),
             thud_coordinate_name(report->model, most));
}

static void say_structures(const thud_run_report *report, const thud_run_structures *all, char *text, size_t size) {
    static const thud_largest none = {0};
    const thud_largest *drift = &none, *shear = &none, *ductility = &none, *displacement = &none,
                       *acceleration = &none;
    bool struck = false;
    *text = '\0';
    for (size_t i = 0; i < all->count; i++) {
        const thud_run_structure *s = &all->list[i];
        drift = larger(drift, &s->drift);
        shear = larger(shear, &s->base_shear);
        ductility = larger(ductility, &s->ductility);
        displacement = larger(displacement, &s->displacement);
        if (s->acceleration.value > acceleration->value) struck = s->is_struck;
        acceleration = larger(acceleration, &s->acceleration);
    }
    if (drift->name) add_part(text, size, "drift", thud_answer_number(drift->value, drift->range, ""), drift->name);
    if (shear->name)
        add_part(text, size, "base shear", thud_answer_number(shear->value, shear->range, "N"), shear->name);
    if (ductility->value > 1) {
        thud_text number;
        thud_print(number.text, sizeof number.text, "%.2f", ductility->value);
        add_part(text, size, "ductility", number, ductility->name);
    }
    if (!drift->name && displacement->name)
        add_part(text, size, "displacement", thud_answer_number(displacement->value, displacement->range, "m"),
                 displacement->name);
    if (!drift->name && acceleration->name)
        add_part(text, size, struck ? "acceleration between impacts" : "acceleration",
                 thud_answer_acceleration(report->model, acceleration->value, acceleration->range, false),
                 acceleration->name);
    if (thud_model_rod_count(report->model) > 0) say_rods(report, text, size);
    if (*text) add(text, size, ".");
}

bool thud_answer_find(const thud_run_report *report, thud_answer *answer) {
    thud_run_structures structures;
    if (!thud_run_structures_find(report, &structures)) return false;
    say_contacts(report, answer->contacts, sizeof answer->contacts);
    say_structures(report, &structures, answer->structures, sizeof answer->structures);
    thud_run_structures_free(&structures);
    thud_printable_make(answer->contacts); /* names are the user's */
    thud_printable_make(answer->structures);
    return true;
}

void thud_answer_write(thud_json *json, const thud_run_report *report) {
    thud_answer answer;
    if (!thud_answer_find(report, &answer)) return;
    thud_json_write(json, "answer: [");
    if (*answer.contacts) thud_json_string(json, answer.contacts);
    if (*answer.structures) thud_json_string(json, answer.structures);
    thud_json_write(json, "]");
}
