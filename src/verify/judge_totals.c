/*
 * Energy, impulses and plastic deformations of both solvers. A course that is off by a share s of its displacements
 * X and speeds V has work F s X more or less of a force F, and a loss J s V of an impulse J.
 */
#include <math.h>

#include "link/hysteresis.h"
#include "verify/judge.h"

/* m: a plastic deformation is a difference of two deformations, d − F/k, and its way one of two such at least */
static double way_allowed(const thud_verify_judgement *j, size_t i) {
    return j->share * j->v->links[i].slid + 4 * thud_verify_deformation_allowed(j, i);
}

/* friction that hardly moves by rounding has all of its force on that way */
static double hysteresis_allowed(const thud_verify_judgement *j, size_t i) {
    double force = j->v->peak[thud_verify_place_of_link(j->v, i)];
    return fmax(force, j->v->links[i].source->given.hysteresis.force) * way_allowed(j, i);
}

/* kg; 0 where nothing ever moves */
static double effective_mass(const thud_verify_model *v, size_t contact) {
    const double coupling = thud_verify_coupling(v, &v->contacts[contact], &v->contacts[contact]);
    return coupling > 0 ? 1 / coupling : 0;
}

/* J: of an impact that may be before the end or not */
static double last_energy(const thud_verify_judgement *j, size_t i) {
    double speed = thud_verify_speed_in_doubt(j, &j->v->contacts[i]);
    return effective_mass(j->v, i) * speed * speed;
}

/* bodies that touch at speeds that are rest to CVODE have had no impact */
static double loss_allowed(const thud_verify_judgement *j, size_t i) {
    double speed = j->v->speed, still = 2 * THUD_VERIFY_RESTING * speed;
    return 2 * j->share * speed * j->v->contacts[i].pushed + effective_mass(j->v, i) * still * still +
           last_energy(j, i);
}

static void judge_link(thud_verify_judgement *j, size_t i, const thud_link_summary *sum) {
    const thud_verify_model *v = j->v;
    const thud_verify_link *l = &v->links[i];
    const thud_link *given = &l->source->given;
    const double *peak = v->peak + thud_verify_place_of_link(v, i);
    double deformation = thud_verify_deformation_allowed(j, i),
           yield = given->hysteresis.yield > 0 ? given->hysteresis.yield / given->stiffness : 0;
    bool centres = given->hysteresis.model == THUD_HYSTERESIS_FLAG;
    thud_verify_note_difference(j, THUD_VERIFY_LINK, i, "energy", sum->energy, l->lost, hysteresis_allowed(j, i));
    thud_verify_note_difference(j, THUD_VERIFY_LINK, i, "plastic_deformation", sum->plastic_deformation, l->slid,
                                way_allowed(j, i));
    thud_verify_note_difference(j, THUD_VERIFY_LINK, i, "residual_deformation", sum->residual_deformation,
                                centres ? 0 : l->plastic, (thud_verify_is_friction(l) ? 1 : 2) * deformation);
    thud_verify_note_difference(j, THUD_VERIFY_LINK, i, "mechanism", sum->mechanism, l->mechanism,
                                way_allowed(j, i));
    thud_verify_note_difference(j, THUD_VERIFY_LINK, i, "ductility", sum->ductility,
                                yield > 0 ? peak[1] / yield : 0, yield > 0 ? deformation / yield : 0);
}

/* each impact has an impulse J = m (u + u′) of two speeds; other forces are known as their peaks are */
static double impulse_allowed(const thud_verify_judgement *j, size_t i) {
    const thud_verify_model *v = j->v;
    const thud_verify_contact *c = &v->contacts[i];
    double uncertain = c->impulsive ? 1 : thud_verify_contact_uncertainty(j, i),
           last = 2 * effective_mass(v, i) * thud_verify_speed_in_doubt(j, c),
           speeds = j->share * (double)c->impacts + THUD_VERIFY_RESTING,
           held = c->stick_time > 0 ? c->stick_time * thud_verify_grip_beside(v, c) : 0;
    return j->share * uncertain * c->pushed + 2 * effective_mass(v, i) * v->speed * speeds + held + last;
}

/* As well known as the penetration, which is compared by itself. A rigid contact that was struck has its gap; where
 * it is doubtful whether it was, nearly that. */
static void judge_approach(thud_verify_judgement *j, size_t i, const thud_contact_summary *sum, double depth) {
    const thud_verify_model *v = j->v;
    const thud_verify_contact *c = &v->contacts[i];
    double approach = v->peak[thud_verify_place_of_signals(v) + 2 * v->model->watch_count + i], size = v->size;
    if (isnan(sum->closest_approach)) return;
    const bool struck = c->impulsive ? c->doubtful == 0 && (c->impacts > 0 || c->stick_time > 0)
                                     : depth > 0 && sum->max_penetration > 0;
    if (c->impulsive) approach = struck ? c->given.gap : fmin(approach, c->given.gap);
    if (struck) size = fabs(c->given.gap);
    double uncertain = c->impulsive ? 0
                                    : 2 * j->share * thud_verify_contact_uncertainty(j, i) * depth +
                                          fabs(depth - sum->max_penetration);
    thud_verify_note_difference(j, THUD_VERIFY_CONTACT, i, "closest_approach", sum->closest_approach, approach,
                                2 * j->share * size + uncertain);
}

static void judge_contact(thud_verify_judgement *j, size_t i, const thud_contact_summary *sum) {
    const thud_verify_model *v = j->v;
    const thud_verify_contact *c = &v->contacts[i];
    /* those side by side may be struck in turns, in an order that is the solver's own: all together are compared */
    if (!c->shared && (c->alone || !c->impulsive)) {
        thud_verify_note_difference(j, THUD_VERIFY_CONTACT, i, "impulse", sum->impulse, c->impulse,
                                    impulse_allowed(j, i));
        thud_verify_note_difference(j, THUD_VERIFY_CONTACT, i, "energy_lost", sum->energy_lost, c->lost,
                                    loss_allowed(j, i));
    }
    /* the depth that it turned at, less what the force has bent */
    double depth = v->peak[thud_verify_place_of_contact(v, i) + 1];
    thud_verify_note_difference(j, THUD_VERIFY_CONTACT, i, "indentation", sum->indentation, c->dent,
                                2 * j->share * thud_verify_contact_uncertainty(j, i) * depth);
    judge_approach(j, i, sum, depth);
}

/* powers are products of two numbers */
static void judge_energy(thud_verify_judgement *j, const thud_energy_summary *energy) {
    const thud_verify_model *v = j->v;
    double hysteresis = 0, impact = 0, rounding = thud_verify_energy_rounding(v), by_links = rounding,
           by_contacts = rounding, allowed = 2 * j->share * v->turnover + rounding;
    for (size_t i = 0; i < v->link_count; i++) {
        hysteresis += v->links[i].lost;
        by_links += hysteresis_allowed(j, i);
    }
    for (size_t i = 0; i < v->contact_count; i++) {
        impact += v->contacts[i].lost;
        by_contacts += loss_allowed(j, i);
        allowed += last_energy(j, i);
    }
    thud_verify_note_difference(j, THUD_VERIFY_ENERGY, 0, "input", energy->input, v->input, allowed);
    thud_verify_note_difference(j, THUD_VERIFY_ENERGY, 0, "dissipated", energy->dissipated, v->dissipated, allowed);
    thud_verify_note_difference(j, THUD_VERIFY_ENERGY, 0, "hysteresis", energy->hysteresis, hysteresis, by_links);
    thud_verify_note_difference(j, THUD_VERIFY_ENERGY, 0, "impact", energy->impact, impact, by_contacts);
    thud_verify_note_difference(j, THUD_VERIFY_ENERGY, 0, "stored", energy->stored, v->stored, allowed);
}

void thud_verify_judge_totals(thud_verify_judgement *j, const thud_verify_results *run) {
    for (size_t i = 0; i < j->v->contact_count; i++) judge_contact(j, i, &run->contacts[i]);
    for (size_t i = 0; run->links && i < j->v->link_count; i++) judge_link(j, i, &run->links[i]);
    judge_energy(j, &run->energy);
}
