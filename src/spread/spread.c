/*
 * Runs the model with its history, then its copies, and compares them.
 */
#include <thud/spread.h>

#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "contact/run_quantity.h"
#include "model/vary.h"

enum { ROWS = 1000 }; /* rows of the history for the comparison */

thud_spread_options thud_spread_options_default(void) {
    return (thud_spread_options){.copies = 32, .precision = 1e-3, .agreement = 0.01, .seed = 1};
}

/* The displacements of a run on its own time grid, and how far those of another run agree. */
typedef struct history {
    size_t bodies, rows;
    double *displacement;  /* [rows × bodies] */
    const double *allowed; /* [bodies]; NULL while the reference itself is recorded */
    size_t row;
    double agreed_until; /* s */
    bool apart;
} history;

static bool write_down(void *context, const thud_sample *sample) {
    history *h = context;
    for (size_t i = 0; h->row < h->rows && i < h->bodies; i++)
        h->displacement[h->row * h->bodies + i] = sample->displacement[i];
    h->row++;
    return true;
}

static bool compare(void *context, const thud_sample *sample) {
    history *h = context;
    for (size_t i = 0; h->row < h->rows && i < h->bodies && !h->apart; i++) {
        double difference = sample->displacement[i] - h->displacement[h->row * h->bodies + i];
        h->apart = !(fabs(difference) <= h->allowed[i]);
    }
    if (!h->apart) h->agreed_until = sample->time;
    h->row++;
    return true;
}

static thud_status simulate(const thud_model *model, history *h, thud_simulation **simulation) {
    thud_status status = thud_simulation_create(model, simulation);
    thud_observer observer = {.context = h, .sample = h->allowed ? compare : write_down};
    h->row = 0;
    h->apart = false;
    return status == THUD_OK ? thud_simulation_run(*simulation, &observer) : status;
}

/* ---- ranges ---- */

/* one quantity of a part; ranges are in the order of the table */
static void start_ranges(thud_run_quantities results, const void *part, thud_range *ranges) {
    for (size_t i = 0; i < results.ranges; i++) {
        double value = thud_run_quantity_value(&results.list[i], part);
        ranges[i] = (thud_range){0, value, value};
    }
}

static void widen(thud_range *range, double nominal, double value) {
    range->deviation += (value - nominal) * (value - nominal); /* the sum of squares, until it is finished */
    range->lowest = fmin(range->lowest, value);
    range->highest = fmax(range->highest, value);
}

static void widen_ranges(thud_run_quantities results, const void *nominal, const void *part, thud_range *ranges) {
    for (size_t i = 0; i < results.ranges; i++)
        widen(&ranges[i], thud_run_quantity_value(&results.list[i], nominal),
              thud_run_quantity_value(&results.list[i], part));
}

static void finish(thud_range *ranges, size_t count, double runs) {
    for (size_t i = 0; i < count; i++) ranges[i].deviation = sqrt(ranges[i].deviation / fmax(1, runs));
}

static thud_range *body_ranges(thud_spread *s, size_t i) { return &s->bodies[i].max_displacement; }
static thud_range *contact_ranges(thud_spread *s, size_t i) { return &s->contacts[i].impacts; }

static thud_range *energy_ranges(thud_spread *s) { return &s->energy.input; }
static thud_range *link_ranges(thud_spread *s, size_t i) { return &s->links[i].max_force; }
static thud_range *watch_ranges(thud_spread *s, size_t i) { return &s->watches[i].max; }

/* the layout is the same for any unit */
static thud_run_quantities of_watch(void) { return thud_quantities_of_watch(THUD_WATCH_GROUND); }

_Static_assert(sizeof(thud_energy_spread) == THUD_ENERGY_RANGES * sizeof(thud_range), "a range for each");
_Static_assert(sizeof(thud_body_spread) == THUD_BODY_RANGES * sizeof(thud_range), "a range for each");
_Static_assert(sizeof(thud_contact_spread) == THUD_CONTACT_RANGES * sizeof(thud_range), "a range for each");
_Static_assert(sizeof(thud_link_spread) == THUD_LINK_RANGES * sizeof(thud_range), "a range for each");
_Static_assert(sizeof(thud_watch_spread) == THUD_WATCH_RANGES * sizeof(thud_range), "a range for each");

static void start(thud_spread *s, const thud_summary *summary) {
    double impacts = (double)summary->impacts;
    s->impacts = (thud_range){0, impacts, impacts};
    start_ranges(thud_quantities_of_energy, &summary->energy, energy_ranges(s));
    for (size_t i = 0; i < s->body_count; i++)
        start_ranges(thud_quantities_of_body, &summary->bodies[i], body_ranges(s, i));
    for (size_t i = 0; i < s->contact_count; i++)
        start_ranges(thud_quantities_of_contact, &summary->contacts[i], contact_ranges(s, i));
    for (size_t i = 0; i < s->link_count; i++)
        start_ranges(thud_quantities_of_link, &summary->links[i], link_ranges(s, i));
    for (size_t i = 0; i < s->watch_count; i++) start_ranges(of_watch(), &summary->watches[i], watch_ranges(s, i));
}

static void add(thud_spread *s, const thud_summary *nominal, const thud_summary *copy) {
    widen(&s->impacts, (double)nominal->impacts, (double)copy->impacts);
    widen_ranges(thud_quantities_of_energy, &nominal->energy, &copy->energy, energy_ranges(s));
    for (size_t i = 0; i < s->body_count; i++)
        widen_ranges(thud_quantities_of_body, &nominal->bodies[i], &copy->bodies[i], body_ranges(s, i));
    for (size_t i = 0; i < s->contact_count; i++)
        widen_ranges(thud_quantities_of_contact, &nominal->contacts[i], &copy->contacts[i], contact_ranges(s, i));
    for (size_t i = 0; i < s->link_count; i++)
        widen_ranges(thud_quantities_of_link, &nominal->links[i], &copy->links[i], link_ranges(s, i));
    for (size_t i = 0; i < s->watch_count; i++)
        widen_ranges(of_watch(), &nominal->watches[i], &copy->watches[i], watch_ranges(s, i));
}

static void conclude(thud_spread *s) {
    double runs = (double)(s->copies - s->failed);
    finish(&s->impacts, 1, runs);
    finish(energy_ranges(s), thud_quantities_of_energy.ranges, runs);
    for (size_t i = 0; i < s->body_count; i++) finish(body_ranges(s, i), thud_quantities_of_body.ranges, runs);
    for (size_t i = 0; i < s->contact_count; i++)
        finish(contact_ranges(s, i), thud_quantities_of_contact.ranges, runs);
    for (size_t i = 0; i < s->link_count; i++) finish(link_ranges(s, i), thud_quantities_of_link.ranges, runs);
    for (size_t i = 0; i < s->watch_count; i++) finish(watch_ranges(s, i), of_watch().ranges, runs);
}

/* ---- runs ---- */

typedef struct estimate {
    const thud_spread_options *options;
    thud_model *model; /* as given, with the grid of the comparison */
    thud_simulation *nominal;
    history history;
    double *allowed; /* [body] */
    thud_spread *spread;
} estimate;

static thud_status run_copy(estimate *e, thud_random *random) {
    thud_simulation *simulation = NULL;
    thud_model *copy = thud_model_vary(e->model, e->options->precision, random);
    thud_status status = copy ? simulate(copy, &e->history, &simulation) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) {
        add(e->spread, thud_simulation_summary(e->nominal), thud_simulation_summary(simulation));
        e->spread->agreed_until = fmin(e->spread->agreed_until, e->history.agreed_until);
    } else if (status != THUD_ERROR_MEMORY) {
        e->spread->failed++;
        status = THUD_OK;
    }
    thud_simulation_free(simulation);
    thud_model_vary_free(copy);
    return status;
}

static thud_status run_nominal(estimate *e) {
    thud_status status = simulate(e->model, &e->history, &e->nominal);
    if (status != THUD_OK) return status;
    const thud_summary *summary = thud_simulation_summary(e->nominal);
    for (size_t i = 0; i < e->history.bodies; i++)
        e->allowed[i] = e->options->agreement * summary->bodies[i].max_displacement;
    e->history.allowed = e->allowed;
    e->spread->agreed_until = summary->duration;
    start(e->spread, summary);
    return THUD_OK;
}

static bool prepare(estimate *e, const thud_model *model) {
    thud_random unused = thud_random_seed(0);
    thud_spread *s = calloc(1, sizeof *s);
    size_t bodies = thud_model_coordinates(model);
    e->spread = s;
    e->model = thud_model_vary(model, 0, &unused);
    e->history = (history){.bodies = bodies, .rows = ROWS + 1};
    e->history.displacement = calloc((ROWS + 1) * bodies + 1, sizeof *e->history.displacement);
    e->allowed = calloc(bodies + 1, sizeof *e->allowed);
    if (!s || !e->model || !e->history.displacement || !e->allowed) return false;
    if (e->options->run) e->model->run = *e->options->run;
    e->model->run.output_interval = e->model->run.duration / ROWS;
    e->model->run.output_events = false;
    s->copies = e->options->copies;
    s->precision = e->options->precision;
    s->body_count = bodies;
    s->contact_count = model->contact_count;
    s->bodies = calloc(bodies + 1, sizeof *s->bodies);
    s->contacts = calloc(s->contact_count + 1, sizeof *s->contacts);
    s->link_count = thud_model_watched_links(model);
    s->links = calloc(s->link_count + 1, sizeof *s->links);
    s->watch_count = model->watch_count;
    s->watches = calloc(s->watch_count + 1, sizeof *s->watches);
    return s->bodies && s->contacts && s->links && s->watches;
}

thud_status thud_spread_estimate(const thud_model *model, const thud_spread_options *options,
                                 bool (*go_on)(void *context), void *context, thud_spread **spread) {
    THUD_PLAIN_ENVIRONMENT;
    if (!model || !model->built || !options || !spread || !(options->precision >= 0 && options->precision < 1))
        return THUD_ERROR_ARGUMENT;
    if (options->run && thud_run_options_check(options->run, model, NULL) != THUD_OK) return THUD_ERROR_ARGUMENT;
    estimate e = {.options = options};
    thud_status status = prepare(&e, model) ? run_nominal(&e) : THUD_ERROR_MEMORY;
    thud_random random = thud_random_seed(options->seed);
    for (size_t i = 0; status == THUD_OK && i < options->copies; i++) {
        status = run_copy(&e, &random);
        if (status == THUD_OK && go_on && !go_on(context)) status = THUD_ERROR_STOPPED;
    }
    if (status == THUD_OK) conclude(e.spread);
    thud_simulation_free(e.nominal);
    thud_model_vary_free(e.model);
    free(e.history.displacement);
    free(e.allowed);
    if (status == THUD_OK) *spread = e.spread;
    else thud_spread_free(e.spread);
    return status;
}

/*
 * Instructions by callgrind over 24 models of 1 to 120 bodies: 700 + 120 n for each step, event or evaluation, within
 * a factor of three; as a system, with rods, whose equations are solved anew each time, about eight times as many.
 */
double thud_spread_work(const thud_model *model, const thud_summary *summary, size_t copies) {
    if (!model || !summary) return NAN;
    const thud_solver_summary *s = &summary->solver;
    const double of_system = thud_model_is_system(model) ? 8 : 1;
    return of_system * (double)copies * (6 + (double)summary->body_count) *
           ((double)s->steps + (double)s->events + (double)s->rhs_evaluations);
}

void thud_spread_free(thud_spread *spread) {
    if (!spread) return;
    free(spread->bodies);
    free(spread->contacts);
    free(spread->links);
    free(spread->watches);
    free(spread);
}
