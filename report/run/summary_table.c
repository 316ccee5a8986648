/* The results of a run as tables: a column for each quantity with a heading. */
#include <math.h>

#include "contact/run_quantity.h"
#include "model/impulsive.h"
#include "model/model.h"
#include "report/run/answer.h"
#include "report/run/brief_table.h"
#include "report/run/model.h"
#include "report/run/scales.h"
#include "report/run/summary.h"
#include "report/text/format.h"
#include "report/text/print.h"

/* ---- rows of quantities ---- */

/* A table of bodies, rods or contacts. */
typedef struct parts {
    thud_table table;
    thud_run_quantities quantities;
    const thud_scales *scales; /* values that are rounding relative to others of their unit become 0 */
    bool between;              /* impulses strike some: the table has the largest acceleration between impacts */
    bool rested;               /* some came to rest */
    bool endless;              /* some have a gap that never closes */
} parts;

/* One of them. */
typedef struct part {
    const char *name;
    const void *summary;
    const thud_range *ranges; /* [quantities.ranges]; NULL without a spread */
    bool impulsive;           /* a contact, by its law; a body or rod, since impulses struck it */
    bool struck;
    bool rested, may_rest; /* in the run, and in one of its copies */
} part;

static bool is_shown(const parts *all, const thud_run_quantity *q) {
    return q->head && (all->rested || !q->of_rest) && (all->endless || !q->of_endless);
}

static bool is_between(const parts *all, const thud_run_quantity *q) {
    return all->between && q->impulsive == THUD_IMPULSIVE_BETWEEN;
}

static size_t count_columns(const parts *all) {
    size_t count = 1;
    for (size_t i = 0; i < all->quantities.count; i++)
        if (is_shown(all, &all->quantities.list[i])) count += is_between(all, &all->quantities.list[i]) ? 2 : 1;
    return count;
}

static void start(parts *all, const char *head) {
    all->table = thud_table_start("lrrrrrrrrrrrrrrrrrrr");
    all->table.columns = count_columns(all);
    thud_table_cells(&all->table, "%s", head);
    for (size_t i = 0; i < all->quantities.count; i++) {
        const thud_run_quantity *q = &all->quantities.list[i];
        if (is_shown(all, q)) thud_table_cells(&all->table, "%s", q->head);
        if (is_between(all, q)) thud_table_cells(&all->table, "between impacts");
    }
}

/* words instead of numbers: an impulse has no finite force, and not every contact comes to rest */
static const char *word_for(const thud_run_quantity *q, const part *p) {
    if (q->of_rest) return p->rested ? NULL : "–";
    if (q->of_endless && isnan(thud_run_quantity_value(q, p->summary))) return "–";
    if (!p->impulsive || q->impulsive == THUD_IMPULSIVE_SAME) return NULL;
    return p->struck && q->impulsive != THUD_IMPULSIVE_ZERO ? "impulsive" : "–";
}

static void add_row(parts *all, const part *p) {
    thud_table_cells(&all->table, "%s", p->name);
    for (size_t i = 0; i < all->quantities.count; i++) {
        const thud_run_quantity *q = &all->quantities.list[i];
        const double value = thud_run_quantity_value(q, p->summary);
        const char *word = word_for(q, p);
        if (!is_shown(all, q)) continue;
        if (word) thud_table_cells(&all->table, "%s", word);
        else if (q->is_count) thud_table_cells(&all->table, "%.0f", value);
        else thud_table_cells(&all->table, "%s", thud_scales_format(all->scales, value, q->unit).text);
        if (is_between(all, q))
            thud_table_cells(&all->table, "%s", thud_scales_format(all->scales, value, q->unit).text);
    }
}

/* its own range, or that of the quantity with the same number under another name; NULL: none */
static const thud_range *range_of(const parts *all, const part *p, const thud_run_quantity *q) {
    for (size_t i = 0; i < all->quantities.ranges; i++)
        if (all->quantities.list[i].offset == q->offset) return &p->ranges[i];
    return NULL;
}

/* a row of ± below the numbers that it belongs to */
static void add_spread(parts *all, const part *p) {
    const part copies = {.summary = p->summary, .impulsive = p->impulsive, .rested = p->may_rest};
    thud_table_cells(&all->table, "  ±");
    for (size_t i = 0; i < all->quantities.count; i++) {
        const thud_run_quantity *q = &all->quantities.list[i];
        const thud_range *range = range_of(all, p, q);
        if (!is_shown(all, q)) continue;
        if (!range || word_for(q, &copies)) thud_table_cells(&all->table, "–");
        else if (q->is_count) thud_spread_count_cell(&all->table, range);
        else thud_spread_cell(&all->table, range, q->unit, thud_scales_largest(all->scales, q->unit));
        if (is_between(all, q))
            thud_spread_cell(&all->table, range, q->unit, thud_scales_largest(all->scales, q->unit));
    }
}

static void add_part(parts *all, const part *p) {
    add_row(all, p);
    if (p->ranges) add_spread(all, p);
}

/* ---- bodies and rods ---- */

static bool print_coordinates(const thud_run_report *report, const thud_scales *scales, bool rods, FILE *stream) {
    const size_t bodies = thud_model_body_count(report->model), first = rods ? bodies : 0,
                 end = rods ? report->summary->body_count : bodies;
    parts all = {.scales = scales, .quantities = rods ? thud_quantities_of_rod : thud_quantities_of_body};
    if (first == end) return true;
    for (size_t i = first; i < end; i++) all.between = all.between || thud_run_is_struck(report, i);
    start(&all, rods ? "rod" : "body");
    for (size_t i = first; i < end; i++) {
        const bool struck = thud_run_is_struck(report, i);
        add_part(&all, &(part){.name = thud_coordinate_name(report->model, i),
                               .summary = &report->summary->bodies[i],
                               .ranges = report->spread ? &report->spread->bodies[i].max_displacement : NULL,
                               .impulsive = struck,
                               .struck = struck});
    }
    return thud_table_finish(&all.table, stream, 2);
}

/* ---- contacts ---- */

/* with very many contacts, only those with activity are listed */
enum { LISTED_ALL = 24 };

static bool is_listed(const thud_summary *summary, size_t contact) {
    return summary->contact_count <= LISTED_ALL || summary->contacts[contact].impulse != 0;
}

static void add_contact(parts *all, const thud_run_report *report, size_t index) {
    const thud_contact_summary *contact = &report->summary->contacts[index];
    const thud_contact_spread *spread = report->spread ? &report->spread->contacts[index] : NULL;
    add_part(all, &(part){.name = thud_model_contact_name(report->model, index),
                          .summary = contact,
                          .ranges = spread ? &spread->impacts : NULL,
                          .impulsive = thud_model_is_impulsive(report->model, index),
                          .struck = contact->impacts > 0,
                          .rested = contact->stick_time > 0,
                          .may_rest = spread && spread->stick_time.highest > 0});
}

static bool print_contacts(const thud_run_report *report, const thud_scales *scales, FILE *stream) {
    const thud_summary *summary = report->summary;
    parts all = {.scales = scales, .quantities = thud_quantities_of_contact};
    size_t left_out = 0;
    if (summary->contact_count == 0) return true;
    for (size_t i = 0; i < summary->contact_count; i++) {
        all.rested = all.rested || summary->contacts[i].stick_time > 0;
        all.endless = all.endless || !isnan(summary->contacts[i].closest_approach);
    }
    start(&all, "contact");
    for (size_t i = 0; i < summary->contact_count; i++) {
        if (is_listed(summary, i)) add_contact(&all, report, i);
        else left_out++;
    }
    bool good = thud_table_finish(&all.table, stream, 2);
    if (left_out > 0) fprintf(stream, "  and %zu contacts that were not struck\n", left_out);
    thud_contact_laws_print(report->model, stream);
    return good;
}

/* ---- links ---- */

static bool print_links(const thud_run_report *report, const thud_scales *scales, FILE *stream) {
    const thud_summary *summary = report->summary;
    parts all = {.scales = scales, .quantities = thud_quantities_of_link};
    if (summary->link_count == 0) return true;
    start(&all, "link");
    for (size_t i = 0; i < summary->link_count; i++)
        add_part(&all, &(part){.name = thud_model_link_name(report->model, i),
                               .summary = &summary->links[i],
                               .ranges = report->spread ? &report->spread->links[i].max_force : NULL});
    return thud_table_finish(&all.table, stream, 2);
}

/* ---- signals that are watched ---- */

static bool print_watches(const thud_run_report *report, const thud_scales *scales, FILE *stream) {
    const thud_summary *summary = report->summary;
    parts all = {.scales = scales, .quantities = thud_quantities_of_watch(THUD_WATCH_DISPLACEMENT)};
    if (summary->watch_count == 0) return true;
    start(&all, "watch");
    for (size_t i = 0; i < summary->watch_count; i++) {
        all.quantities = thud_quantities_of_watch(report->model->watches[i].given.kind);
        add_part(&all, &(part){.name = thud_model_watch_name(report->model, i),
                               .summary = &summary->watches[i],
                               .ranges = report->spread ? &report->spread->watches[i].max : NULL});
    }
    return thud_table_finish(&all.table, stream, 2);
}

/* ---- everything ---- */

static void print_balance(const thud_run_report *report, FILE *stream) {
    const double residual = report->summary->energy.residual;
    if (fabs(residual) <= thud_residual_limit(report))
        thud_print_to(stream, "the energy balance closes to %.0e, relative\n", fabs(residual));
    else
        fprintf(stream, "THE ENERGY BALANCE DOES NOT CLOSE: %s of it is missing; do not trust this run\n",
                thud_format_number(residual).text);
}

static void print_energy(const thud_run_report *report, const thud_scales *scales, FILE *stream) {
    const thud_energy_summary *energy = &report->summary->energy;
    fprintf(stream, "  energy   %s in = %s damped + ", thud_scales_format(scales, energy->input, "J").text,
            thud_scales_format(scales, energy->dissipated, "J").text);
    if (energy->hysteresis != 0)
        fprintf(stream, "%s by hysteresis + ", thud_scales_format(scales, energy->hysteresis, "J").text);
    fprintf(stream, "%s lost in impacts + %s stored\n", thud_scales_format(scales, energy->impact, "J").text,
            thud_scales_format(scales, energy->stored, "J").text);
    fprintf(stream, "           ");
    print_balance(report, stream);
}

static void print_head(const thud_run_report *report, FILE *stream) {
    const thud_summary *summary = report->summary;
    const char *title = thud_run_title(report);
    thud_text_print(stream, title ? title : "");
    fprintf(stream, "%s%s s", title && *title ? ": " : "", thud_format_short(summary->duration).text);
    if (summary->duration < thud_run_options_of(report).duration)
        fprintf(stream, ", not the %s s asked for", thud_format_short(thud_run_options_of(report).duration).text);
    if (report->show_all) fprintf(stream, ", %zu impact%s", summary->impacts, summary->impacts == 1 ? "" : "s");
    fprintf(stream, "\n");
}

static bool print_answer(const thud_run_report *report, FILE *stream) {
    thud_answer answer;
    if (!thud_answer_find(report, &answer)) return false;
    if (*answer.contacts) fprintf(stream, "%s\n", answer.contacts);
    if (*answer.structures) fprintf(stream, "%s\n", answer.structures);
    return true;
}

static bool print_modes(const thud_run_report *report, FILE *stream) {
    return !report->show_modes || !report->modes || thud_modes_print(report->model, report->modes, stream);
}

/* every table, the energy and what the solver did */
static bool print_all(const thud_run_report *report, FILE *stream) {
    const thud_summary *summary = report->summary;
    const thud_scales scales = thud_scales_of(report->model, summary);
    const bool good = print_coordinates(report, &scales, false, stream) &&
                      print_coordinates(report, &scales, true, stream) && print_contacts(report, &scales, stream) &&
                      print_links(report, &scales, stream) && print_watches(report, &scales, stream) &&
                      print_modes(report, stream);
    print_energy(report, &scales, stream);
    fprintf(stream, "  solved   in %s: %zu steps, %zu events\n",
            thud_format_quantity(summary->solver.wall_seconds, "s").text, summary->solver.steps,
            summary->solver.events);
    return good;
}

static bool print_brief(const thud_run_report *report, FILE *stream) {
    const bool good = thud_brief_print(report, stream) && print_modes(report, stream);
    fprintf(stream, "  checked  ");
    print_balance(report, stream);
    return good;
}

bool thud_summary_print(const thud_run_report *report, FILE *stream) {
    print_head(report, stream);
    bool good = print_answer(report, stream);
    thud_notes_print(report, stream);
    good = good && (!report->open || thud_open_print(report, stream)) &&
           (report->show_all ? print_all(report, stream) : print_brief(report, stream));
    if (report->spread) thud_spread_print(report->spread, report->summary->duration, stream);
    else if (report->spread_missing)
        fprintf(stream, "  spread   the runs with varied inputs that give ± are left out: %s\n",
                report->spread_missing);
    if (report->derivatives) good = good && thud_derivatives_print(report->derivatives, report->show_all, stream);
    if (report->verification) thud_verification_print(report, stream);
    if (!report->show_all) fprintf(stream, "  --all    prints every body, contact and link\n");
    return good;
}
