/* What came of a run: one JSON object, or a table for people. */

#include "report/run/summary.h"

#include <math.h>

#include "model/impulsive.h"
#include "model/model.h"
#include "report/run/model.h"
#include "report/text/file.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

/* what bodies, and what rods are known by: largest values, then the last ones */
static const char *const BODY_KEYS[] = {"max_displacement", "max_velocity", "max_acceleration",
                                        "final_displacement", "final_velocity"};
static const char *const ROD_KEYS[] = {"max_angle", "max_angular_velocity", "max_angular_acceleration",
                                       "final_angle", "final_angular_velocity"};

/* whether impulses of newton or poisson contacts struck a coordinate: its acceleration is then that between impacts
 */
static bool is_struck(const thud_run_report *report, size_t coordinate) {
    const thud_summary *summary = report->summary;
    size_t i = thud_model_impulsive_at(report->model, coordinate, 0);
    while (i < summary->contact_count && summary->contacts[i].impacts == 0 && summary->contacts[i].energy_lost == 0)
        i = thud_model_impulsive_at(report->model, coordinate, i + 1);
    return i < summary->contact_count;
}

static void write_coordinate(thud_json *json, const char *const *keys, const thud_body_summary *body, bool struck) {
    const double values[] = {body->max_displacement, body->max_velocity, body->max_acceleration,
                             body->final_displacement, body->final_velocity};
    thud_json_begin_object(json);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) thud_json_member_number(json, keys[i], values[i]);
    thud_json_member_boolean(json, "impulsive", struck);
    thud_json_end_object(json);
}

/* bodies or rods, whichever they are from `first` on */
static void write_coordinates(thud_json *json, const thud_run_report *report, const char *key, size_t first,
                              size_t count, const char *const *keys) {
    thud_json_key(json, key);
    thud_json_begin_object(json);
    for (size_t i = first; i < first + count; i++) {
        thud_json_key(json, thud_coordinate_name(report->model, i));
        write_coordinate(json, keys, &report->summary->bodies[i], is_struck(report, i));
    }
    thud_json_end_object(json);
}

/* an impulse has no finite force, and a compliant contact no rest: what a law does not have is null */
static void write_contact(thud_json *json, const thud_gap_contact *given, const thud_contact_summary *contact) {
    const bool impulsive = thud_contact_is_impulsive(given);
    thud_json_begin_object(json);
    thud_json_member_number(json, "impacts", (double)contact->impacts);
    thud_json_member_number(json, "max_force", impulsive ? NAN : contact->max_force);
    thud_json_member_number(json, "resting_force", impulsive ? contact->max_force : NAN);
    thud_json_member_number(json, "max_penetration", contact->max_penetration);
    thud_json_member_number(json, "impulse", contact->impulse);
    thud_json_member_number(json, "energy_lost", contact->energy_lost);
    thud_json_member_number(json, "stick_time", contact->stick_time);
    thud_contact_law_write(json, given);
    thud_json_end_object(json);
}

static void write_contacts(thud_json *json, const thud_run_report *report) {
    thud_json_key(json, "contacts");
    thud_json_begin_object(json);
    for (size_t i = 0; i < report->summary->contact_count; i++) {
        thud_json_key(json, thud_model_contact_name(report->model, i));
        write_contact(json, &report->model->contacts[i].given, &report->summary->contacts[i]);
    }
    thud_json_end_object(json);
}

static void write_energy(thud_json *json, const thud_run_report *report) {
    const thud_energy_summary *energy = &report->summary->energy;
    thud_json_key(json, "energy");
    thud_json_begin_object(json);
    thud_json_member_number(json, "input", energy->input);
    thud_json_member_number(json, "dissipated", energy->dissipated);
    thud_json_member_number(json, "impact", energy->impact);
    thud_json_member_number(json, "stored", energy->stored);
    thud_json_member_number(json, "residual", energy->residual);
    thud_json_member_number(json, "residual_limit", thud_residual_limit(report));
    thud_json_end_object(json);
}

static void write_solver(thud_json *json, const thud_solver_summary *solver) {
    thud_json_key(json, "solver");
    thud_json_begin_object(json);
    thud_json_member_number(json, "steps", (double)solver->steps);
    thud_json_member_number(json, "events", (double)solver->events);
    thud_json_member_number(json, "rhs_evaluations", (double)solver->rhs_evaluations);
    thud_json_member_number(json, "wall_seconds", solver->wall_seconds);
    thud_json_end_object(json);
}

void thud_summary_write_json(const thud_run_report *report, FILE *stream) {
    const thud_summary *summary = report->summary;
    size_t bodies = thud_model_body_count(report->model), rods = thud_model_rod_count(report->model);
    thud_json json = thud_json_start(stream);
    thud_json_begin_object(&json);
    thud_json_member_string(&json, "title", thud_run_title(report));
    thud_json_member_number(&json, "duration", summary->duration);
    thud_json_member_number(&json, "impacts", (double)summary->impacts);
    write_coordinates(&json, report, "bodies", 0, bodies, BODY_KEYS);
    if (rods > 0) write_coordinates(&json, report, "rods", bodies, rods, ROD_KEYS);
    write_contacts(&json, report);
    write_energy(&json, report);
    write_solver(&json, &summary->solver);
    if (report->spread) thud_spread_write(&json, report->model, report->spread);
    if (report->verification) thud_verification_write(&json, report);
    if (*summary->error.text) thud_json_member_string(&json, "stop", summary->error.text);
    thud_json_end_object(&json);
    thud_json_finish(&json);
}

bool thud_summary_write(const char *path, const thud_run_report *report, thud_failure *failure) {
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    thud_summary_write_json(report, output.stream);
    return thud_output_commit(&output, failure);
}

static void add_row(thud_table *table, const char *const *cells, size_t count) {
    for (size_t i = 0; i < count; i++) thud_table_cell(table, "%s", cells[i]);
}

/* what is left of sums that cancel, some 1e-30 in SI units, is zero to everybody who reads it */
static const double BELOW_ROUNDING = 1e-25;

static double shown(double value) { return fabs(value) < BELOW_ROUNDING ? 0 : value; }

static void add_quantity(thud_table *table, double value, const char *unit) {
    thud_table_cell(table, "%s", thud_format_quantity(shown(value), unit).text);
}

static bool any_struck(const thud_run_report *report, bool rods) {
    for (size_t i = 0; i < report->summary->body_count; i++)
        if (thud_coordinate_is_rod(report->model, i) == rods && is_struck(report, i)) return true;
    return false;
}

/* a row of ± below the numbers that it belongs to */
static void add_body_spread(thud_table *table, const thud_body_spread *spread,
                            const thud_coordinate_quantity *quantities, bool impulsive, bool struck) {
    thud_table_cell(table, "  ±");
    thud_spread_cell(table, &spread->max_displacement, quantities[0].unit);
    thud_spread_cell(table, &spread->max_velocity, quantities[1].unit);
    if (impulsive) thud_table_cell(table, "–");
    else thud_spread_cell(table, &spread->max_acceleration, quantities[2].unit);
    if (struck) thud_spread_cell(table, &spread->max_acceleration, quantities[2].unit);
    thud_spread_cell(table, &spread->final_displacement, quantities[0].unit);
}

static bool print_coordinates(const thud_run_report *report, bool rods, FILE *stream) {
    static const char *const heads[2][4] = {
        {"body", "max displacement", "max velocity", "max acceleration"},
        {"rod", "max angle", "max angular velocity", "max angular acceleration"},
    };
    const bool struck = any_struck(report, rods);
    thud_table table = thud_table_start(struck ? "lrrrrr" : "lrrrr");
    add_row(&table, heads[rods], 4);
    if (struck) thud_table_cell(&table, "between impacts");
    thud_table_cell(&table, "at the end");
    for (size_t i = 0; i < report->summary->body_count; i++) {
        if (thud_coordinate_is_rod(report->model, i) != rods) continue;
        const thud_body_summary *body = &report->summary->bodies[i];
        const thud_coordinate_quantity *quantities = thud_coordinate_quantities(report->model, i);
        thud_table_cell(&table, "%s", thud_coordinate_name(report->model, i));
        add_quantity(&table, body->max_displacement, quantities[0].unit);
        add_quantity(&table, body->max_velocity, quantities[1].unit);
        if (is_struck(report, i)) thud_table_cell(&table, "impulsive");
        else add_quantity(&table, body->max_acceleration, quantities[2].unit);
        if (struck) add_quantity(&table, body->max_acceleration, quantities[2].unit);
        add_quantity(&table, body->final_displacement, quantities[0].unit);
        if (report->spread)
            add_body_spread(&table, &report->spread->bodies[i], quantities, is_struck(report, i), struck);
    }
    return thud_table_finish(&table, stream, 2);
}

static bool any_stuck(const thud_summary *summary) {
    for (size_t i = 0; i < summary->contact_count; i++)
        if (summary->contacts[i].stick_time > 0) return true;
    return false;
}

/* of very many contacts, only those that did something are listed */
enum { LISTED_ALL = 24 };

static bool is_listed(const thud_summary *summary, size_t contact) {
    return summary->contact_count <= LISTED_ALL || summary->contacts[contact].impulse != 0;
}

/* an impulsive contact has neither a largest force nor a penetration, a compliant one no rest */
static void add_contact(thud_table *table, const thud_run_report *report, size_t index, bool stuck) {
    const thud_contact_summary *contact = &report->summary->contacts[index];
    const bool impulsive = thud_model_is_impulsive(report->model, index);
    thud_table_cell(table, "%s", thud_model_contact_name(report->model, index));
    thud_table_cell(table, "%zu", contact->impacts);
    if (impulsive) {
        thud_table_cell(table, "%s", contact->impacts > 0 ? "impulsive" : "–");
        thud_table_cell(table, "–");
    } else {
        add_quantity(table, contact->max_force, "N");
        add_quantity(table, contact->max_penetration, "m");
    }
    add_quantity(table, contact->impulse, "N·s");
    add_quantity(table, contact->energy_lost, "J");
    if (!stuck) return;
    if (contact->stick_time > 0) {
        add_quantity(table, contact->max_force, "N");
        add_quantity(table, contact->stick_time, "s");
    } else {
        thud_table_cell(table, "–");
        thud_table_cell(table, "–");
    }
}

static void add_contact_spread(thud_table *table, const thud_contact_spread *spread, bool impulsive, bool stuck) {
    thud_table_cell(table, "  ±");
    thud_spread_count_cell(table, &spread->impacts);
    if (impulsive) {
        thud_table_cell(table, "–");
        thud_table_cell(table, "–");
    } else {
        thud_spread_cell(table, &spread->max_force, "N");
        thud_spread_cell(table, &spread->max_penetration, "m");
    }
    thud_spread_cell(table, &spread->impulse, "N·s");
    thud_spread_cell(table, &spread->energy_lost, "J");
    if (!stuck) return;
    if (spread->stick_time.highest > 0) {
        thud_spread_cell(table, &spread->max_force, "N");
        thud_spread_cell(table, &spread->stick_time, "s");
    } else {
        thud_table_cell(table, "–");
        thud_table_cell(table, "–");
    }
}

static bool print_contacts(const thud_run_report *report, FILE *stream) {
    static const char *const heads[] = {"contact", "impacts",     "max force",        "max penetration",
                                        "impulse", "energy lost", "resting reaction", "at rest"};
    const thud_summary *summary = report->summary;
    bool stuck = any_stuck(summary);
    size_t left_out = 0;
    if (summary->contact_count == 0) return true;
    thud_table table = thud_table_start(stuck ? "lrrrrrrr" : "lrrrrr");
    add_row(&table, heads, stuck ? 8 : 6);
    for (size_t i = 0; i < summary->contact_count; i++) {
        if (!is_listed(summary, i)) {
            left_out++;
            continue;
        }
        add_contact(&table, report, i, stuck);
        if (report->spread)
            add_contact_spread(&table, &report->spread->contacts[i], thud_model_is_impulsive(report->model, i),
                               stuck);
    }
    bool good = thud_table_finish(&table, stream, 2);
    if (left_out > 0) fprintf(stream, "  and %zu contacts that were not struck\n", left_out);
    thud_contact_laws_print(report->model, stream);
    return good;
}

static void print_energy(const thud_run_report *report, FILE *stream) {
    const thud_energy_summary *energy = &report->summary->energy;
    fprintf(stream, "  energy   %s in = %s damped + %s lost in impacts + %s stored\n",
            thud_format_quantity(shown(energy->input), "J").text,
            thud_format_quantity(shown(energy->dissipated), "J").text,
            thud_format_quantity(shown(energy->impact), "J").text,
            thud_format_quantity(shown(energy->stored), "J").text);
    double size = fabs(energy->residual);
    if (size <= thud_residual_limit(report))
        fprintf(stream, "           the energy balance closes to %.0e of it\n", size);
    else
        fprintf(stream,
                "           THE ENERGY BALANCE DOES NOT CLOSE: %s of it is missing; do not trust this run\n",
                thud_format_number(energy->residual).text);
}

/* when a sampled motion of the ground comes to rest for good, s; 0: there is none */
static double motion_end(const thud_model *model) {
    const thud_motion *motion = model->ground.kind == THUD_SIGNAL_SAMPLES ? model->ground.samples : NULL;
    size_t count = motion ? motion->count : 0;
    while (count > 0 && motion->acceleration[count - 1] == 0) count--;
    return count > 0 ? thud_motion_time(motion, count - 1) : 0;
}

static void print_head(const thud_run_report *report, FILE *stream) {
    const thud_summary *summary = report->summary;
    const char *title = thud_run_title(report);
    thud_text_print(stream, title ? title : "");
    fprintf(stream, "%s%s s, ", title && *title ? ": " : "", thud_format_short(summary->duration).text);
    if (summary->duration < thud_run_options_of(report).duration)
        fprintf(stream, "not the %s s asked for, ", thud_format_short(thud_run_options_of(report).duration).text);
    fprintf(stream, "%zu impact%s\n", summary->impacts, summary->impacts == 1 ? "" : "s");
    double shaken = motion_end(report->model);
    if (shaken > (1 + 1e-9) * thud_run_options_of(report).duration)
        fprintf(stream, "  note     the ground motion goes on until %s s, and the run does not\n",
                thud_format_short(shaken).text);
}

bool thud_summary_print(const thud_run_report *report, FILE *stream) {
    const thud_summary *summary = report->summary;
    print_head(report, stream);
    bool good = (thud_model_body_count(report->model) == 0 || print_coordinates(report, false, stream)) &&
                (thud_model_rod_count(report->model) == 0 || print_coordinates(report, true, stream)) &&
                print_contacts(report, stream);
    print_energy(report, stream);
    fprintf(stream, "  solved   in %s: %zu steps, %zu events\n",
            thud_format_quantity(summary->solver.wall_seconds, "s").text, summary->solver.steps,
            summary->solver.events);
    if (report->spread) thud_spread_print(report->spread, summary->duration, stream);
    else if (report->spread_seconds > 0)
        fprintf(stream, "  spread   left out: its runs with varied inputs would take %.0f s\n",
                report->spread_seconds);
    if (report->verification) thud_verification_print(report, stream);
    return good;
}
