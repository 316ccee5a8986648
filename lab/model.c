/* A list of parts becomes a model. */
#include <math.h>

#include "desk.h"

/* numbers behind the code of each part */
static const size_t SIZES[LAB_PART_END] = {
    [LAB_PART_BODY] = 3,        [LAB_PART_LINK] = 5,    [LAB_PART_CONTACT] = 9, [LAB_PART_ROD] = 6,
    [LAB_PART_ROD_CONTACT] = 9, [LAB_PART_GRAVITY] = 1, [LAB_PART_SINE] = 3,    [LAB_PART_RECORD] = 1,
    [LAB_PART_MODAL] = 1,       [LAB_PART_SPAN] = 4};

/* a whole number of a part, or one that no part has */
static int whole(double number) { return number >= -1 && number < 1e6 ? (int)number : 1000000; }

static thud_gap_contact read_contact(const double *p) {
    const int law = whole(p[0]);
    thud_gap_contact contact = thud_gap_contact_default(law >= 0 ? thud_law_at((size_t)law) : NULL);
    contact.gap = p[1];
    contact.restitution = p[2];
    contact.stiffness = p[3];
    if (!isnan(p[4])) contact.exponent = p[4];
    contact.damping = p[5] == THUD_DAMPING_PUBLISHED ? THUD_DAMPING_PUBLISHED : THUD_DAMPING_EXACT;
    contact.separation = p[6] == THUD_SEPARATION_RETURN       ? THUD_SEPARATION_RETURN
                         : p[6] == THUD_SEPARATION_ZERO_FORCE ? THUD_SEPARATION_ZERO_FORCE
                                                              : THUD_SEPARATION_DEFAULT;
    return contact;
}

static thud_body_id body_at(double number) { return (thud_body_id){whole(number)}; }

static void add_body(thud_model *model, const double *p) {
    thud_body_id body = thud_model_add_body(model, NULL, p[0]);
    thud_model_set_start(model, body, p[1], p[2]);
}

static void add_link(thud_model *model, const double *p) {
    const thud_link link = {.stiffness = p[2], .damping = p[3], .damping_ratio = p[4]};
    thud_model_add_link(model, body_at(p[0]), body_at(p[1]), &link);
}

static void add_rod(thud_model *model, const double *p) {
    const thud_rod rod = {
        .pivot_x = p[0], .pivot_y = p[1], .length = p[2], .mass = p[3], .angle = p[4], .angular_velocity = p[5]};
    thud_model_add_rod(model, NULL, &rod);
}

static void set_sine(thud_model *model, const double *p) {
    const thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = p[0], .frequency = p[1], .phase = p[2]};
    thud_model_set_ground(model, &sine);
}

static void set_record(thud_model *model, thud_motion *motion, const double *p) {
    if (!motion) return;
    const thud_signal record = {.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = p[0]};
    thud_model_set_ground(model, &record);
}

static void add(const lab_desk *desk, thud_model *model, int part, const double *p) {
    thud_gap_contact contact;
    switch (part) {
    case LAB_PART_BODY: add_body(model, p); break;
    case LAB_PART_LINK: add_link(model, p); break;
    case LAB_PART_CONTACT:
        contact = read_contact(p + 2);
        thud_model_add_contact(model, NULL, body_at(p[0]), body_at(p[1]), &contact);
        break;
    case LAB_PART_ROD: add_rod(model, p); break;
    case LAB_PART_ROD_CONTACT:
        contact = read_contact(p + 2);
        thud_model_add_rod_contact(model, NULL, (thud_rod_id){whole(p[0])}, (thud_rod_id){whole(p[1])}, &contact);
        break;
    case LAB_PART_GRAVITY: thud_model_set_gravity(model, p[0]); break;
    case LAB_PART_SINE: set_sine(model, p); break;
    case LAB_PART_RECORD: set_record(model, desk->motion, p); break;
    case LAB_PART_MODAL: thud_model_set_modal_damping(model, p[0]); break;
    case LAB_PART_SPAN:
        thud_model_set_duration(model, p[0]);
        thud_model_set_output(model, p[1], p[2] != 0);
        thud_model_set_impact_threshold(model, p[3]);
        break;
    default: break;
    }
}

/* the whole list; false where it is cut short, or has a code of no part */
static bool add_all(const lab_desk *desk, thud_model *model, const double *parts, size_t count) {
    for (size_t i = 0; i < count;) {
        const int part = whole(parts[i]);
        if (part < LAB_PART_BODY || part >= LAB_PART_END || count - i <= SIZES[part]) return false;
        add(desk, model, part, parts + i + 1);
        i += 1 + SIZES[part];
    }
    return true;
}

thud_model *lab_model_build(lab_desk *desk, const double *parts, size_t count, thud_status *status) {
    thud_error problem;
    thud_model *model = thud_model_create();
    *status = model ? THUD_OK : THUD_ERROR_MEMORY;
    if (!model) return NULL;
    if (add_all(desk, model, parts, count)) {
        *status = thud_model_build(model, &problem);
        if (*status == THUD_OK) return model;
        lab_fail(desk, *status, "%s", problem.text);
    } else {
        *status = lab_fail(desk, THUD_ERROR_ARGUMENT, "the list of parts is none");
    }
    thud_model_free(model);
    return NULL;
}
