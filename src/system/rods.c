/*
 * Uniform rods that hang from fixed pivots, after M. Poursina & P. E. Nikravesh, Int. J. Mech. Sci. (2020), 6:
 * (m L²/3) θ̈ = −m g (L/2) sin θ, θ from the downward vertical, positive towards +x.
 *
 * The tip T of one rod strikes the side of another with pivot P: with u = (sin θ, −cos θ) along that rod and
 * n = (cos θ, sin θ) across it, δ = s (T − P)·n − gap, s = 1 for a tip on the side that n points away from. For
 * pivots a apart at one height this is δ = L₂ sin(θ₂ − θ₁) − a cos θ₁.
 *
 * The side ends where the rod does. A tip that crosses the line of the rod above the pivot or below the free end
 * passes by; from then on its gap is the distance, along the rod, back to where the side begins, and when it is
 * there it may strike from the side that it has come to. A contact in force is followed on the line of the side,
 * even where the tip slides off its end before they part. A rod's end face is no part of it: rods are thin.
 */
#include "system/rods.h"

#include <math.h>
#include <stdlib.h>

#include <thud/system.h>

#include "model/model.h"
#include "system/run.h"

typedef struct rods {
    const thud_model *model;
    const thud_gap_contact *contacts; /* [contact] */
    double *sides;                    /* [contact], s; 0 while the tip is beyond an end */
} rods;

typedef struct vector {
    double x, y;
} vector;

/* where a tip is in the frame of the rod that it strikes, and the derivatives of that by both angles */
typedef struct place {
    double across, along;
    double across_tip, across_side, along_tip, along_side;
} place;

static place place_of(const thud_rod *tip, const thud_rod *side, double tip_angle, double side_angle) {
    vector arm = {tip->length * sin(tip_angle), -tip->length * cos(tip_angle)};
    vector from = {tip->pivot_x - side->pivot_x + arm.x, tip->pivot_y - side->pivot_y + arm.y};
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

static place place_in(const rods *r, size_t index, const double *angle) {
    const thud_model_contact *contact = &r->model->contacts[index];
    size_t tip = (size_t)contact->left, side = (size_t)contact->right;
    return place_of(&r->model->rods[tip].given, &r->model->rods[side].given, angle[tip], angle[side]);
}

static double length_of_side(const rods *r, size_t index) {
    return r->model->rods[r->model->contacts[index].right].given.length;
}

static bool is_beside(const rods *r, size_t index, const place *p) {
    return p->along >= 0 && p->along <= length_of_side(r, index);
}

static double inertia_of(const thud_rod *rod) { return rod->mass * rod->length * rod->length / 3; }

static void mass(void *context, const double *angle, double *matrix) {
    const rods *r = context;
    size_t n = r->model->rod_count;
    (void)angle;
    for (size_t i = 0; i < n * n; i++) matrix[i] = 0;
    for (size_t i = 0; i < n; i++) matrix[i * n + i] = inertia_of(&r->model->rods[i].given);
}

static void torques(void *context, double time, const double *angle, const double *rate, double *torque) {
    const rods *r = context;
    (void)time, (void)rate;
    for (size_t i = 0; i < r->model->rod_count; i++) {
        const thud_rod *rod = &r->model->rods[i].given;
        torque[i] = -rod->mass * r->model->gravity * rod->length / 2 * sin(angle[i]);
    }
}

static double energy(void *context, double time, const double *angle, const double *rate) {
    const rods *r = context;
    double sum = 0;
    (void)time;
    for (size_t i = 0; i < r->model->rod_count; i++) {
        const thud_rod *rod = &r->model->rods[i].given;
        double lift = sin(angle[i] / 2); /* 1 − cos θ = 2 sin²(θ/2), from the lowest place */
        sum += inertia_of(rod) * rate[i] * rate[i] / 2 + rod->mass * r->model->gravity * rod->length * lift * lift;
    }
    return sum;
}

static double penetration(void *context, size_t index, const double *angle, double *gradient) {
    const rods *r = context;
    const thud_model_contact *contact = &r->model->contacts[index];
    double side = r->sides[index], gap = r->contacts[index].gap;
    for (size_t i = 0; i < r->model->rod_count; i++) gradient[i] = 0;
    if (!(gap < INFINITY)) return -1; /* never closes */
    place p = place_in(r, index, angle);
    if (side != 0) {
        gradient[contact->left] = side * p.across_tip;
        gradient[contact->right] = side * p.across_side;
        return side * p.across - gap;
    }
    /* beyond an end: how far it is back to the side */
    double length = length_of_side(r, index), sign = p.along > length / 2 ? -1 : 1;
    gradient[contact->left] = sign * p.along_tip;
    gradient[contact->right] = sign * p.along_side;
    return sign > 0 ? p.along : length - p.along;
}

static bool touch(void *context, size_t index, const double *angle) {
    const rods *r = context;
    double *side = &r->sides[index];
    place p = place_in(r, index, angle);
    if (*side == 0) {
        *side = p.across < 0 ? 1 : -1;
        return false;
    }
    if (is_beside(r, index, &p)) return true;
    *side = 0;
    return false;
}

/* on which side a tip begins: beside the rod, on the one that it hangs on; elsewhere, on the one that it is on */
static void face(const rods *r, size_t index, const double *angle) {
    const thud_model_contact *contact = &r->model->contacts[index];
    double tip_x = r->model->rods[contact->left].given.pivot_x, x = r->model->rods[contact->right].given.pivot_x;
    place p = place_in(r, index, angle);
    bool hangs_left = tip_x < x, is_left = p.across < 0;
    bool left = is_beside(r, index, &p) && tip_x != x ? hangs_left : is_left;
    r->sides[index] = left ? 1 : -1;
}

static thud_status run(rods *r, const thud_run_options *how, double *angle, double *rate,
                       const thud_observer *observer, thud_body_summary *angles, thud_contact_summary *forces,
                       thud_summary *summary) {
    const thud_model *model = r->model;
    thud_system system = {
        .context = r,
        .dof = model->rod_count,
        .contact_count = model->contact_count,
        .contacts = r->contacts,
        .mass = mass,
        .forces = torques,
        .penetration = penetration,
        .touch = touch,
        .energy = energy,
    };
    thud_system_options options = thud_system_options_default();
    options.duration = how->duration;
    options.tolerance = how->tolerance;
    options.impact_threshold = how->impact_threshold;
    options.output_interval = how->output_interval;
    options.output_events = how->output_events;
    for (size_t i = 0; i < model->rod_count; i++) {
        angle[i] = model->rods[i].given.angle;
        rate[i] = model->rods[i].given.angular_velocity;
    }
    for (size_t i = 0; i < model->contact_count; i++) face(r, i, angle);
    return thud_system_run_model(model, &system, &options, angle, rate, angles, forces, observer, summary);
}

thud_status thud_rods_run(const thud_model *model, const thud_run_options *how, const thud_gap_contact *contacts,
                          const thud_observer *observer, thud_body_summary *angles, thud_contact_summary *forces,
                          thud_summary *summary) {
    if (!model || !angles || !summary || model->rod_count == 0 || (model->contact_count > 0 && !forces))
        return THUD_ERROR_ARGUMENT;
    size_t n = model->rod_count, m = model->contact_count;
    double *block = malloc((2 * n + m) * sizeof *block);
    thud_gap_contact *own = malloc((m + 1) * sizeof *own);
    thud_status status = THUD_ERROR_MEMORY;
    if (block && own) {
        for (size_t i = 0; i < m; i++) own[i] = contacts ? contacts[i] : model->contacts[i].given;
        rods r = {.model = model, .contacts = own, .sides = block + 2 * n};
        status = run(&r, how, block, block + n, observer, angles, forces, summary);
    }
    free(block);
    free(own);
    return status;
}
