/* The results of CVODE for the same run, as JSON and text. */

#include "report/run/summary.h"

#include <math.h>
#include <string.h>

#include "base/print.h"
#include "contact/run_quantity.h"
#include "report/run/model.h"
#include "report/text/format.h"
#include "report/text/print.h"

/* keys of rods that differ from those of bodies */
static const char *key_of_rod(const char *key) {
    size_t i = thud_run_quantity_find(thud_quantities_of_body, key);
    return i < thud_quantities_of_rod.count ? thud_quantities_of_rod.list[i].name : "angle";
}

void thud_verification_path(const thud_model *model, const thud_verify_difference *d, char *text, size_t size) {
    size_t i = d->index;
    bool rod = d->part == THUD_VERIFY_BODY && i >= thud_model_body_count(model);
    switch (d->part) {
    case THUD_VERIFY_BODY:
        snprintf(text, size, "%s.%s.%s", rod ? "rods" : "bodies", thud_coordinate_name(model, i),
                 rod ? key_of_rod(d->key) : d->key);
        break;
    case THUD_VERIFY_SUPPORT:
        snprintf(text, size, "supports.%s.%s", thud_model_support_name(model, i), d->key);
        break;
    case THUD_VERIFY_CONTACT:
        snprintf(text, size, "contacts.%s.%s", thud_model_contact_name(model, i), d->key);
        break;
    case THUD_VERIFY_LINK: snprintf(text, size, "links.%s.%s", thud_model_link_name(model, i), d->key); break;
    case THUD_VERIFY_ENERGY: snprintf(text, size, "energy.%s", d->key); break;
    }
}

static bool is_trajectory(const thud_verify_difference *d) { return strcmp(d->key, "displacement") == 0; }

void thud_verification_describe(const thud_model *model, const thud_verify_difference *d, char *text, size_t size) {
    char path[320];
    thud_verification_path(model, d, path, sizeof path);
    if (is_trajectory(d))
        snprintf(text, size,
                 "CVODE has another trajectory for %s, and runs with inputs varied by 1e-9 do not explain why",
                 path);
    else thud_print(text, size, "CVODE has %.9g for %s, the run %.9g", d->cvode, path, d->run);
}

static void write_different(thud_json *json, const thud_run_report *report) {
    const thud_verification *v = report->verification;
    thud_json_write(json, "different: [");
    for (size_t i = 0; i < v->difference_count && i < THUD_VERIFY_DIFFERENCES; i++) {
        const thud_verify_difference *d = &v->different[i];
        char path[320];
        thud_verification_path(report->model, d, path, sizeof path);
        thud_json_write(json, "{quantity: %s, run: %g, cvode: %g, allowed: %g}", path, d->run, d->cvode,
                        d->allowed);
    }
    thud_json_write(json, "]");
}

void thud_verification_write(thud_json *json, const thud_run_report *report) {
    const thud_verification *v = report->verification;
    thud_json_write(json, "verify: {max_difference: {");
    for (size_t i = 0; i < report->summary->body_count; i++)
        thud_json_write(json, "%s: %g", thud_coordinate_name(report->model, i), report->differences[i]);
    thud_json_write(json,
                    "}, impacts: %g, agreed_until: %g, agrees: %d, compared_until: %g, peak_difference: %g, "
                    "undetermined: %g, crowded_at: %g",
                    (double)v->impacts, v->agreed_until, v->agrees, v->compared_until, v->peak_difference,
                    (double)v->undetermined, v->crowded_at > 0 ? v->crowded_at : NAN);
    write_different(json, report);
    thud_json_write(json, "samples: %g, steps: %g, wall_seconds: %g", (double)v->samples, (double)v->steps,
                    v->wall_seconds);
    if (*v->error.text) thud_json_write(json, "stop: %s", v->error.text);
    thud_json_write(json, "}");
}

/* two correct solvers diverge where impacts magnify differences: then print how long they agree */
void thud_verification_print(const thud_run_report *report, FILE *stream) {
    const thud_verification *v = report->verification;
    fprintf(stream, "  CVODE    %zu impact%s in %s; ", v->impacts, v->impacts == 1 ? "" : "s",
            thud_format_quantity(v->wall_seconds, "s").text);
    if (v->max_difference <= THUD_VERIFY_AGREEMENT)
        thud_print_to(stream, "agrees to %.0e of the peaks\n", v->max_difference);
    else
        thud_print_to(stream, "agrees to %.0e of the peaks until %s s of %s s, then differs by %.0e\n",
                      THUD_VERIFY_AGREEMENT, thud_format_short(v->agreed_until).text,
                      thud_format_short(report->summary->duration).text, v->max_difference);
    if (v->undetermined > 0)
        fprintf(
            stream,
            "           not judged: forces or impacts of %zu of the contacts and links, which are not determined\n",
            v->undetermined);
    if (v->crowded_at > 0)
        fprintf(
            stream,
            "           not judged: what follows %s s, where contacts close together in an order that is rounding "
            "to CVODE\n",
            thud_format_short(v->crowded_at).text);
    for (size_t i = 0; i < v->difference_count && i < THUD_VERIFY_DIFFERENCES; i++) {
        char text[512];
        thud_verification_describe(report->model, &v->different[i], text, sizeof text);
        fprintf(stream, "           BUT %s\n", text);
    }
}
