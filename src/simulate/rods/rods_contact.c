/*
 * What rods strike.
 *
 * The tip of one strikes the side of another with pivot P: with T the tip, u = (sin θ, −cos θ) along that rod and
 * n = (cos θ, sin θ) across it, δ = s (T − P)·n − gap, s = 1 for a tip on the side that n points away from. For
 * pivots a apart at one height this is δ = L₂ sin(θ₂ − θ₁) − a cos θ₁ (M. Poursina & P. E. Nikravesh, Multibody
 * Syst. Dyn. 50 (2020) 169–188, section 6).
 *
 * The side ends where the rod does. A tip that crosses the line of the rod above the pivot or below the free end
 * passes by; from then on its gap is the distance, along the rod, back to where the side begins, and when it is
 * there it may strike from the side that it has come to. A contact in force is followed on the line of the side,
 * even where the tip slides off its end before they part. A rod's end face is no part of it: rods are thin.
 *
 * The tip strikes a body, whose face is upright, where x + L sin θ comes to it, x being the displacement of its
 * pivot; and bodies strike one another as they do without rods.
 */
#include <math.h>

#include "simulate/rods/rods.h"

typedef struct vector {
    double x, y;
} vector;

/* where a tip is in the frame of the rod that it strikes, and the derivatives of that by both angles */
typedef struct place {
    double across, along;
    double across_tip, across_side, along_tip, along_side;
} place;

/* the pivots may have come nearer by `apart` */
static place place_of(const thud_rod *tip, const thud_rod *side, double apart, double tip_angle,
                      double side_angle) {
    vector arm = {tip->length * sin(tip_angle), -tip->length * cos(tip_angle)};
    vector from = {tip->pivot_x - side->pivot_x + apart + arm.x, tip->pivot_y - side->pivot_y + arm.y};
    vector u = {sin(side_angle), -cos(side_angle)}, n = {cos(side_angle), sin(side_angle)};
    vector turn = {-arm.y, arm.x}; /* of the tip by its angle */
    double across = from.x * n.x + from.y * n.y, along = from.x * u.x + from.y * u.y;
    return (place){
        .across = across,
        .along = along,
        .across_tip = turn.x * n.x + turn.y * n.y,
        .across_side = -along, /* n turns towards −u */
        .along_tip = turn.x * u.x + turn.y * u.y,
        .along_side = across, /* u turns towards n */
    };
}

/* the displacement of a pivot */
static double shift_of(const thud_rods *r, size_t rod, const double *q) {
    const size_t pivot = thud_rod_pivot(r, rod);
    return pivot < r->dof ? q[pivot] : 0;
}

static place place_in(const thud_rods *r, size_t index, const double *q) {
    const thud_model_contact *contact = &r->model->contacts[index];
    size_t tip = (size_t)contact->left, side = (size_t)contact->right;
    double apart = shift_of(r, tip, q) - shift_of(r, side, q);
    const double *angle = q + r->bodies;
    return place_of(&r->model->rods[tip].given, &r->model->rods[side].given, apart, angle[tip], angle[side]);
}

static double length_of_side(const thud_rods *r, size_t index) {
    return r->model->rods[r->model->contacts[index].right].given.length;
}

static bool is_beside(const thud_rods *r, size_t index, const place *p) {
    return p->along >= 0 && p->along <= length_of_side(r, index);
}

/* the pivots of both rods have a part in where the tip is */
static void add_pivots(const thud_rods *r, size_t index, double slope, double *gradient) {
    const thud_model_contact *contact = &r->model->contacts[index];
    const size_t tip = thud_rod_pivot(r, (size_t)contact->left), side = thud_rod_pivot(r, (size_t)contact->right);
    if (tip < r->dof) gradient[tip] += slope;
    if (side < r->dof) gradient[side] -= slope;
}

static double penetration_of_rods(const thud_rods *r, size_t index, const double *q, double *gradient) {
    const thud_model_contact *contact = &r->model->contacts[index];
    const size_t tip = r->bodies + (size_t)contact->left, rod = r->bodies + (size_t)contact->right;
    double side = r->sides[index], gap = r->contacts[index].gap;
    place p = place_in(r, index, q);
    if (side != 0) {
        gradient[tip] = side * p.across_tip;
        gradient[rod] = side * p.across_side;
        add_pivots(r, index, side * cos(q[rod]), gradient);
        return side * p.across - gap;
    }
    /* beyond an end: how far it is back to the side */
    double length = length_of_side(r, index), sign = p.along > length / 2 ? -1 : 1;
    gradient[tip] = sign * p.along_tip;
    gradient[rod] = sign * p.along_side;
    add_pivots(r, index, sign * sin(q[rod]), gradient);
    return sign > 0 ? p.along : length - p.along;
}

double thud_rods_way_of_bodies(const thud_rods *r, size_t index, const double *q, double *gradient) {
    const thud_model_contact *contact = &r->model->contacts[index];
    double way = 0;
    for (size_t i = 0; contact->row.terms && i < contact->row.count; i++) {
        const thud_row_term *term = &contact->row.terms[i];
        if (gradient) gradient[term->body] += term->factor;
        way += term->factor * q[term->body];
    }
    if (contact->row.terms) return way;
    if (contact->left >= 0) way += q[contact->left];
    if (contact->right >= 0) way -= q[contact->right];
    if (gradient && contact->left >= 0) gradient[contact->left] += 1;
    if (gradient && contact->right >= 0) gradient[contact->right] -= 1;
    return way;
}

/* how far the tip of a contact is from where it hangs */
static double way_of_tip(const thud_rods *r, size_t index, const double *q, double *gradient) {
    const thud_model_contact *contact = &r->model->contacts[index];
    const size_t rod = (size_t)contact->tip, own = r->bodies + rod, pivot = thud_rod_pivot(r, rod);
    const double length = r->model->rods[rod].given.length, sign = contact->tip_left ? 1 : -1;
    gradient[own] += sign * length * cos(q[own]);
    if (pivot < r->dof) gradient[pivot] += sign;
    return sign * (shift_of(r, rod, q) + length * sin(q[own]));
}

double thud_rods_penetration(void *context, size_t index, const double *q, double *gradient) {
    const thud_rods *r = context;
    const thud_model_contact *contact = &r->model->contacts[index];
    double gap = r->contacts[index].gap;
    for (size_t i = 0; i < r->dof; i++) gradient[i] = 0;
    if (!(gap < INFINITY)) return -1; /* never closes */
    if (contact->of_rods) return penetration_of_rods(r, index, q, gradient);
    double way = thud_rods_way_of_bodies(r, index, q, gradient);
    if (contact->of_tip) way += way_of_tip(r, index, q, gradient);
    return way - gap;
}

bool thud_rods_touch(void *context, size_t index, const double *q) {
    const thud_rods *r = context;
    if (!r->model->contacts[index].of_rods) return true;
    double *side = &r->sides[index];
    place p = place_in(r, index, q);
    if (*side == 0) {
        *side = p.across < 0 ? 1 : -1;
        return false;
    }
    if (is_beside(r, index, &p)) return true;
    *side = 0;
    return false;
}

/* a tip along the rod faces it from the side of its pivot; elsewhere, from the side that it is on */
void thud_rods_face(const thud_rods *r, size_t index, const double *q) {
    const thud_model_contact *contact = &r->model->contacts[index];
    if (!contact->of_rods) return;
    const size_t tip = (size_t)contact->left, side = (size_t)contact->right;
    double tip_x = r->model->rods[tip].given.pivot_x + shift_of(r, tip, q),
           x = r->model->rods[side].given.pivot_x + shift_of(r, side, q);
    place p = place_in(r, index, q);
    bool hangs_left = tip_x < x, is_left = p.across < 0;
    bool left = is_beside(r, index, &p) && tip_x != x ? hangs_left : is_left;
    r->sides[index] = left ? 1 : -1;
}
