/* Two ends of a link or a contact: their effective mass, and their distance at the start. */
#include "model/geometry.h"

#include <float.h>
#include <math.h>

#include <thud/impact.h>

#include "model/check.h"

static double mass_of(const thud_model *model, thud_body body) {
    if (body < 0 && thud_check_is_body(model, body, true)) return INFINITY;
    return thud_check_is_body(model, body, false) ? model->bodies[body].mass : NAN;
}

/* 1/(w M⁻¹ wᵀ) */
static double mass_of_row(const thud_model *model, const thud_row *row) {
    double inverse = 0;
    for (size_t i = 0; i < row->count; i++) {
        const thud_row_term *a = &row->terms[i];
        if (isnan(mass_of(model, a->body))) return NAN;
        if (!thud_model_full_mass_of(model, a->body)) inverse += a->factor * a->factor / mass_of(model, a->body);
        else
            for (size_t j = 0; j < row->count; j++)
                inverse += a->factor * row->terms[j].factor * thud_model_reply(model, a->body, row->terms[j].body);
    }
    return 1 / inverse;
}

double thud_model_pair_mass(const thud_model *model, thud_body left, thud_body right) {
    if (thud_model_full_mass_of(model, left) || thud_model_full_mass_of(model, right)) {
        thud_row_term terms[2] = {{left, 1}, {right, -1}};
        if (left < 0) terms[0] = terms[1];
        return mass_of_row(model, &(thud_row){terms, left < 0 || right < 0 ? 1 : 2});
    }
    return thud_effective_mass(mass_of(model, left), mass_of(model, right));
}

double thud_model_effective_mass(const thud_model *model, const thud_model_contact *contact) {
    if (!thud_contact_is_of_bodies(contact)) return NAN;
    return contact->row.terms ? mass_of_row(model, &contact->row)
                              : thud_model_pair_mass(model, contact->left, contact->right);
}

static double start_of(const thud_model *model, thud_body body) {
    if (body == THUD_BODY_GROUND) return 0;
    if (thud_body_is_support(body) && thud_check_is_body(model, body, true))
        return model->supports[thud_support_index(body)].given.displacement;
    return thud_check_is_body(model, body, false) ? model->bodies[body].displacement : NAN;
}

/* a sum of numbers of this size in all has no digits below that */
static double drop_rounding(double penetration, double size) {
    return penetration > 0 && penetration <= 8 * DBL_EPSILON * size ? 0 : penetration;
}

static bool is_rod(const thud_model *model, int rod) { return rod >= 0 && (size_t)rod < model->rod_count; }

/* a rod at the start, with its pivot displaced by its body */
static thud_rod rod_at_start(const thud_model *model, int rod) {
    thud_rod at = model->rods[rod].given;
    if (model->rods[rod].on != THUD_BODY_GROUND) at.pivot_x += start_of(model, model->rods[rod].on);
    return at;
}

static double penetration_of_rods(const thud_rod *tip, const thud_rod *side, double gap) {
    const double x = tip->pivot_x + tip->length * sin(tip->angle) - side->pivot_x;
    const double y = tip->pivot_y - tip->length * cos(tip->angle) - side->pivot_y;
    const double across = x * cos(side->angle) + y * sin(side->angle);
    const double along = x * sin(side->angle) - y * cos(side->angle);
    if (tip->pivot_x == side->pivot_x || !(along >= 0 && along <= side->length)) return -INFINITY;
    const double size = fabs(tip->pivot_x) + fabs(side->pivot_x) + fabs(tip->pivot_y) + fabs(side->pivot_y) +
                        tip->length + fabs(gap);
    return drop_rounding((tip->pivot_x < side->pivot_x ? across : -across) - gap, size);
}

/* x_left − x_right of bodies */
static double way_of_bodies(const thud_model *model, const thud_model_contact *contact, double *size) {
    double sum = 0;
    if (contact->row.terms) {
        for (size_t i = 0; i < contact->row.count; i++) {
            const double part = contact->row.terms[i].factor * start_of(model, contact->row.terms[i].body);
            sum += part;
            *size += fabs(part);
        }
        return sum;
    }
    const double left = start_of(model, contact->left), right = start_of(model, contact->right);
    *size += fabs(left) + fabs(right);
    return left - right;
}

double thud_model_penetration(const thud_model *model, const thud_model_contact *contact) {
    const double gap = contact->given.gap;
    if (contact->of_rods) {
        if (!is_rod(model, contact->left) || !is_rod(model, contact->right)) return NAN;
        const thud_rod tip = rod_at_start(model, contact->left), side = rod_at_start(model, contact->right);
        return penetration_of_rods(&tip, &side, gap);
    }
    double size = fabs(gap), way = way_of_bodies(model, contact, &size);
    if (contact->of_tip) {
        if (!is_rod(model, contact->tip)) return NAN;
        const thud_model_rod *rod = &model->rods[contact->tip];
        const double tip = start_of(model, rod->on) + rod->given.length * sin(rod->given.angle);
        way += contact->tip_left ? tip : -tip;
        size += fabs(start_of(model, rod->on)) + rod->given.length;
    }
    return drop_rounding(way - gap, size);
}
