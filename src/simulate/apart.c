/* Two models side by side in one ground motion, with a signal for each pair of floors. */
#include "simulate/apart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/model.h"

size_t thud_apart_count(const thud_model *a, const thud_model *b) {
    return a->body_count < b->body_count ? a->body_count : b->body_count;
}

static thud_body_id shifted(thud_body body, size_t by) { return (thud_body_id){body < 0 ? body : body + (int)by}; }

/* an end of a contact: a body, or a point of several */
static thud_body_id shifted_end(thud_model *both, const thud_model *one, thud_body end, size_t by) {
    if (!thud_is_point(end)) return shifted(end, by);
    const thud_model_point *point = &one->points[thud_point_index(end)];
    double *factors = malloc(point->count * (sizeof *factors + sizeof(thud_body_id)));
    if (!factors) {
        both->out_of_memory = true; /* which the build says */
        return (thud_body_id){THUD_NOTHING};
    }
    thud_body_id *bodies = (thud_body_id *)(factors + point->count);
    for (size_t i = 0; i < point->count; i++) {
        bodies[i] = shifted(point->terms[i].body, by);
        factors[i] = point->terms[i].factor;
    }
    const thud_body_id added = thud_model_add_point(both, point->count, bodies, factors);
    free(factors);
    return added;
}

/* the bodies of a structure given by matrices, all at once */
static void add_matrices(thud_model *both, const thud_model *one, const thud_model_matrices *m, char side) {
    enum { LONGEST = 210 };
    const char **names = malloc(m->count * (sizeof *names + LONGEST));
    if (!names) {
        both->out_of_memory = true;
        return;
    }
    char *text = (char *)(names + m->count);
    for (size_t i = 0; i < m->count; i++, text += LONGEST) {
        snprintf(text, LONGEST, "%c %.200s", side, one->bodies[m->first + i].name);
        names[i] = text;
    }
    thud_model_add_matrices(both,
                            &(thud_matrices){m->count, names, m->mass, m->stiffness, m->damping, m->influence});
    free(names);
}

/* `by` bodies and `rods` come before those of the one that it is of */
static void add_contact(thud_model *both, const thud_model *one, const thud_model_contact *contact,
                        const char *name, size_t by, size_t rods) {
    if (contact->of_rods) {
        thud_model_add_rod_contact(both, name, (thud_rod_id){contact->left + (int)rods},
                                   (thud_rod_id){contact->right + (int)rods}, &contact->given);
    } else if (contact->of_tip) {
        const thud_body struck = contact->tip_left ? contact->right : contact->left;
        thud_model_add_tip_contact(both, name, (thud_rod_id){contact->tip + (int)rods},
                                   contact->tip_left ? THUD_TIP_LEFT : THUD_TIP_RIGHT,
                                   shifted_end(both, one, struck, by), &contact->given);
    } else {
        thud_model_add_contact(both, name, shifted_end(both, one, contact->left, by),
                               shifted_end(both, one, contact->right, by), &contact->given);
    }
}

/* all parts of one, by names that the other cannot have */
static void add_parts(thud_model *both, const thud_model *one, char side) {
    const size_t by = both->body_count, rods = thud_model_rod_count(both);
    char name[400];
    for (size_t i = 0; i < one->body_count; i++) {
        const thud_model_body *body = &one->bodies[i];
        const thud_model_matrices *m = thud_model_matrices_of(one, (thud_body)i);
        snprintf(name, sizeof name, "%c %.200s", side, body->name);
        if (m && m->first == i) add_matrices(both, one, m, side);
        if (m) thud_model_set_start(both, shifted((thud_body)i, by), body->displacement, body->velocity);
        else
            thud_model_set_start(both, thud_model_add_body(both, name, body->mass), body->displacement,
                                 body->velocity);
    }
    for (size_t i = 0; i < thud_model_rod_count(one); i++) {
        snprintf(name, sizeof name, "%c %.200s", side, one->rods[i].name);
        thud_model_hang_rod(both, thud_model_add_rod(both, name, &one->rods[i].given),
                            shifted(one->rods[i].on, by));
    }
    for (size_t i = 0; i < one->link_count; i++) {
        thud_link link = one->links[i].given;
        snprintf(name, sizeof name, "%c %.200s", side, one->links[i].name);
        link.name = name;
        thud_model_add_link(both, shifted(one->links[i].left, by), shifted(one->links[i].right, by), &link);
    }
    for (size_t i = 0; i < one->contact_count; i++) {
        const thud_model_contact *contact = &one->contacts[i];
        snprintf(name, sizeof name, "%c %.200s", side, contact->name);
        add_contact(both, one, contact, name, by, rods);
    }
    for (size_t i = 0; i < one->force_count; i++)
        thud_model_add_force(both, shifted(one->forces[i].body, by), &one->forces[i].signal);
}

/* gravity of the one without rods: along its axis; beside rods there is none of that kind */
static double pull_of(const thud_model *a, const thud_model *b) {
    return thud_model_rod_count(a) == 0 ? a->gravity : b->gravity;
}

static thud_status check(const thud_model *a, const thud_model *b, thud_error *error) {
    if (a->body_count == 0 || b->body_count == 0)
        return thud_error_argument(error, "rods", NAN, "alone have no floors that could come together");
    if (a->support_count > 0 || b->support_count > 0)
        return thud_error_argument(error, "supports", NAN, "are not for a motion that the whole ground has");
    if ((thud_model_rod_count(a) > 0) != (thud_model_rod_count(b) > 0)) {
        if (pull_of(a, b) != 0)
            return thud_error_argument(error, "gravity", NAN,
                                       "pulls bodies along in the one scenario, and rods down in the other");
    } else if (a->gravity != b->gravity)
        return thud_error_argument(error, "gravity", NAN, "of the two scenarios must be the same");
    const bool same_ratio = a->modal_ratio == b->modal_ratio || (isnan(a->modal_ratio) && isnan(b->modal_ratio));
    if (a->damping != b->damping || !same_ratio || a->rayleigh_mass != b->rayleigh_mass ||
        a->rayleigh_stiffness != b->rayleigh_stiffness)
        return thud_error_argument(error, "damping", NAN,
                                   "of the two scenarios as a whole must be the same; links have their own");
    return THUD_OK;
}

static void add_whole(thud_model *both, const thud_model *a, const thud_model *b, const thud_motion *motion) {
    thud_model_set_gravity(both, thud_model_rod_count(a) > 0 ? a->gravity : b->gravity);
    if (a->damping == THUD_STRUCTURE_DAMPING_MODAL && !isnan(a->modal_ratio))
        thud_model_set_modal_damping(both, a->modal_ratio);
    if (a->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH)
        thud_model_set_rayleigh_damping(both, a->rayleigh_mass, a->rayleigh_stiffness);
    thud_model_set_ground(both, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    thud_model_set_duration(
        both, fmax(thud_motion_time(motion, motion->count - 1), fmax(a->run.duration, b->run.duration)));
    const size_t count = thud_apart_count(a, b);
    for (size_t i = 0; i < count; i++)
        thud_model_add_watch(
            both, NULL,
            &(thud_watch){.kind = THUD_WATCH_DISPLACEMENT, .left = {(int)i}, .right = {(int)(a->body_count + i)}});
}

static thud_status run(const thud_model *both, thud_apart *pairs, thud_error *error) {
    thud_simulation *simulation = NULL;
    thud_status status = thud_simulation_create(both, &simulation);
    if (status == THUD_OK) status = thud_simulation_run(simulation, NULL);
    const thud_summary *summary = simulation ? thud_simulation_summary(simulation) : NULL;
    if (status != THUD_OK && error) {
        if (summary && *summary->error.text) *error = summary->error;
        else thud_error_status(error, status);
    }
    for (size_t i = 0; status == THUD_OK && i < summary->watch_count; i++)
        pairs[i] = (thud_apart){i, i, fmax(0, -summary->watches[i].lowest), fmax(0, summary->watches[i].highest)};
    thud_simulation_free(simulation);
    return status;
}

thud_status thud_apart_find(const thud_model *a, const thud_model *b, const thud_motion *motion, thud_apart *pairs,
                            thud_error *error) {
    thud_status status = check(a, b, error);
    if (status != THUD_OK) return status;
    thud_model *both = thud_model_create();
    if (!both) return thud_error_status(error, THUD_ERROR_MEMORY);
    add_parts(both, a, 'A');
    add_parts(both, b, 'B');
    add_whole(both, a, b, motion);
    status = thud_model_build(both, error);
    if (status == THUD_OK) status = run(both, pairs, error);
    thud_model_free(both);
    return status;
}
