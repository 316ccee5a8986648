/* Tables of the main results of a run; `thud run --all` prints the rest. */
#include "report/run/brief_table.h"

#include <math.h>
#include <string.h>

#include "contact/run_quantity.h"
#include "model/impulsive.h"
#include "model/model.h"
#include "report/run/answer.h"
#include "report/run/model.h"
#include "report/text/format.h"

enum { ROWS_MOST = 8 };

/* ---- contacts ---- */

/* Columns to show: forces if a law has them, rest if a contact came to rest. */
typedef struct contact_columns {
    bool force, rest;
} contact_columns;

static const thud_contact_spread *spread_of(const thud_run_report *report, size_t contact) {
    return report->spread ? &report->spread->contacts[contact] : NULL;
}

static void add_contact(thud_table *table, const thud_run_report *report, size_t i, contact_columns columns) {
    const thud_contact_summary *c = &report->summary->contacts[i];
    const thud_contact_spread *s = spread_of(report, i);
    const bool impulsive = thud_model_is_impulsive(report->model, i);
    const double input = fmax(fabs(report->summary->energy.input), report->summary->energy.stored);
    thud_table_cells(table, "%s", thud_model_contact_name(report->model, i));
    if (s && s->impacts.lowest < s->impacts.highest)
        thud_table_cells(table, "%zu (%.0f to %.0f)", c->impacts, s->impacts.lowest, s->impacts.highest);
    else thud_table_cells(table, "%zu", c->impacts);
    if (columns.force)
        thud_table_cells(table, "%s",
                         impulsive ? "impulsive"
                                   : thud_answer_value(c->max_force, s ? &s->max_force : NULL, "N").text);
    thud_table_cells(
        table, "%s\t%s", thud_answer_value(c->impulse, s ? &s->impulse : NULL, "N·s").text,
        thud_answer_value(thud_answer_beside(c->energy_lost, input), s ? &s->energy_lost : NULL, "J").text);
    if (columns.rest)
        thud_table_cells(table, "%s",
                         c->stick_time > 0 ? thud_answer_value(c->stick_time, s ? &s->stick_time : NULL, "s").text
                                           : "–");
}

/* struck more often, or as often and with more energy lost */
static bool is_before(const thud_contact_summary *a, const thud_contact_summary *b) {
    return a->impacts != b->impacts ? a->impacts > b->impacts : a->energy_lost > b->energy_lost;
}

/* the rank of a contact among those that were struck, from 0 */
static size_t rank_of(const thud_summary *s, size_t contact) {
    size_t rank = 0;
    for (size_t i = 0; i < s->contact_count; i++)
        rank += is_before(&s->contacts[i], &s->contacts[contact]) ||
                (i < contact && !is_before(&s->contacts[contact], &s->contacts[i]));
    return rank;
}

/* those that were struck or pressed; of very many the first by number of impacts */
static bool print_contacts(const thud_run_report *report, FILE *stream) {
    const thud_summary *s = report->summary;
    contact_columns columns = {0};
    size_t struck = 0, shown = 0;
    for (size_t i = 0; i < s->contact_count; i++) {
        if (s->contacts[i].impulse == 0) continue;
        struck++;
        columns.force = columns.force || !thud_model_is_impulsive(report->model, i);
        columns.rest = columns.rest || s->contacts[i].stick_time > 0;
    }
    if (struck == 0) return true;
    thud_table table = thud_table_start("lrrrrr");
    table.columns = 4u + columns.force + columns.rest;
    thud_table_cells(&table, "contact\timpacts");
    if (columns.force) thud_table_cells(&table, "max force");
    thud_table_cells(&table, "impulse\tenergy lost");
    if (columns.rest) thud_table_cells(&table, "at rest");
    for (size_t i = 0; i < s->contact_count; i++) {
        if (s->contacts[i].impulse == 0 || (struck > ROWS_MOST && rank_of(s, i) >= ROWS_MOST)) continue;
        add_contact(&table, report, i, columns);
        shown++;
    }
    const bool good = thud_table_finish(&table, stream, 2);
    if (shown < struck) fprintf(stream, "  and %zu more contacts that were struck\n", struck - shown);
    thud_contact_laws_print(report->model, stream);
    return good;
}

/* ---- structures ---- */

static void add_largest(thud_table *table, const thud_largest *l, thud_text number, bool with_name) {
    if (!l->name) thud_table_cells(table, "–");
    else if (with_name) thud_table_cells(table, "%s (%s)", number.text, l->name);
    else thud_table_cells(table, "%s", number.text);
}

static bool print_structures(const thud_run_report *report, FILE *stream) {
    thud_run_structures all;
    bool drift = false, shear = false, yields = false, struck = false;
    if (!thud_run_structures_find(report, &all)) return false;
    for (size_t i = 0; i < all.count; i++) {
        drift = drift || all.list[i].drift.name;
        shear = shear || all.list[i].base_shear.name;
        yields = yields || all.list[i].ductility.name;
        struck = struck || all.list[i].is_struck;
    }
    thud_table table = thud_table_start("lrrrrr");
    table.columns = 3u + drift + shear + yields;
    thud_table_cells(&table, "%s", drift || shear || all.count < report->model->body_count ? "structure" : "body");
    if (drift) thud_table_cells(&table, "max drift");
    if (shear) thud_table_cells(&table, "base shear");
    if (yields) thud_table_cells(&table, "ductility");
    thud_table_cells(&table, "max displacement\t%s",
                     struck ? "max acceleration between impacts" : "max acceleration");
    for (size_t i = 0; i < all.count && i < ROWS_MOST; i++) {
        const thud_run_structure *s = &all.list[i];
        const bool named = s->bodies > 1;
        thud_table_cells(&table, "%s", s->name);
        if (drift) add_largest(&table, &s->drift, thud_answer_value(s->drift.value, s->drift.range, ""), true);
        if (shear)
            add_largest(&table, &s->base_shear, thud_answer_value(s->base_shear.value, s->base_shear.range, "N"),
                        false);
        if (yields) {
            const double ductility = round(100 * s->ductility.value) / 100;
            add_largest(&table, &s->ductility, thud_format_short(ductility), true);
        }
        add_largest(&table, &s->displacement, thud_answer_value(s->displacement.value, s->displacement.range, "m"),
                    named);
        add_largest(&table, &s->acceleration,
                    thud_answer_acceleration(report->model, s->acceleration.value, s->acceleration.range, true),
                    named);
    }
    bool good = all.count == 0 || thud_table_finish(&table, stream, 2);
    if (all.count > ROWS_MOST) fprintf(stream, "  and %zu more\n", all.count - ROWS_MOST);
    thud_run_structures_free(&all);
    return good;
}

static bool print_rods(const thud_run_report *report, FILE *stream) {
    const size_t bodies = thud_model_body_count(report->model), count = report->summary->body_count;
    if (count == bodies) return true;
    thud_table table = thud_table_start("lrr");
    thud_table_cells(&table, "rod\tmax angle\tmax angular velocity");
    for (size_t i = bodies; i < count && i < bodies + ROWS_MOST; i++) {
        const thud_body_summary *b = &report->summary->bodies[i];
        const thud_body_spread *s = report->spread ? &report->spread->bodies[i] : NULL;
        thud_table_cells(&table, "%s\t%s\t%s", thud_coordinate_name(report->model, i),
                         thud_answer_value(b->max_displacement, s ? &s->max_displacement : NULL, "rad").text,
                         thud_answer_value(b->max_velocity, s ? &s->max_velocity : NULL, "rad/s").text);
    }
    const bool good = thud_table_finish(&table, stream, 2);
    if (count - bodies > ROWS_MOST) fprintf(stream, "  and %zu more\n", count - bodies - ROWS_MOST);
    return good;
}

/* ---- signals ---- */

/* not in the table of structures */
static bool is_asked_for(const thud_run_report *report, size_t watch) {
    const thud_watch_kind kind = report->model->watches[watch].given.kind;
    return kind != THUD_WATCH_DRIFT && kind != THUD_WATCH_BASE_SHEAR;
}

static bool print_watches(const thud_run_report *report, FILE *stream) {
    size_t shown = 0, count = 0;
    for (size_t i = 0; i < report->summary->watch_count; i++) count += is_asked_for(report, i);
    if (count == 0) return true;
    thud_table table = thud_table_start("lrr");
    thud_table_cells(&table, "watch\thighest\tlowest");
    for (size_t i = 0; i < report->summary->watch_count && shown < ROWS_MOST; i++) {
        const thud_watch_kind kind = report->model->watches[i].given.kind;
        const thud_watch_summary *w = &report->summary->watches[i];
        const thud_watch_spread *s = report->spread ? &report->spread->watches[i] : NULL;
        const char *unit = thud_quantities_of_watch(kind).list[0].unit;
        if (!is_asked_for(report, i)) continue;
        thud_table_cells(&table, "%s\t%s\t%s", thud_model_watch_name(report->model, i),
                         thud_answer_value(w->highest, s ? &s->highest : NULL, unit).text,
                         thud_answer_value(w->lowest, s ? &s->lowest : NULL, unit).text);
        shown++;
    }
    const bool good = thud_table_finish(&table, stream, 2);
    if (shown < count) fprintf(stream, "  and %zu more\n", count - shown);
    return good;
}

bool thud_brief_print(const thud_run_report *report, FILE *stream) {
    return print_contacts(report, stream) && print_structures(report, stream) && print_rods(report, stream) &&
           print_watches(report, stream);
}
