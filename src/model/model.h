/*
 * Internals of a model: plain arrays, filled while it is built and only read afterwards.
 */
#ifndef THUD_MODEL_MODEL_H
#define THUD_MODEL_MODEL_H

#include <thud/impact.h>
#include <thud/model.h>

#include "model/drawing.h"
#include "model/matrices.h"
#include "model/odd.h"
#include "model/own_law.h"
#include "model/row.h"

/* a body by its index in the arrays; the ground, a failed part and supports are negative: their motion is
 * prescribed */
typedef int thud_body;
enum { THUD_BODY_GROUND = -1, THUD_NOTHING = -2, THUD_FIRST_SUPPORT = -3 };

static inline bool thud_body_is_support(thud_body body) {
    return body <= THUD_FIRST_SUPPORT && !thud_is_point(body);
}
static inline size_t thud_support_index(thud_body body) { return (size_t)(THUD_FIRST_SUPPORT - body); }

typedef struct thud_model_body {
    char *name;
    double mass;
    double displacement, velocity; /* at the start */
    double damping_ratio;          /* ratio of every mode of its structure; NAN: not given */
} thud_model_body;

typedef struct thud_model_support {
    char *name;
    thud_support given; /* its signal is a copy */
} thud_model_support;

typedef struct thud_model_link {
    char *name;
    thud_body left, right;
    thud_link given; /* its name is the field above */
    bool named;      /* named by the user: results are requested */
    double damping;  /* c, from either form; set by build */
} thud_model_link;

/* N/m, reduced by the weight that it carries (P–Δ) */
static inline double thud_model_link_stiffness(const thud_model_link *link) {
    const thud_link *given = &link->given;
    return given->weight > 0 ? given->stiffness - given->weight / given->height : given->stiffness;
}

typedef struct thud_model_contact {
    char *name;
    bool of_rods;          /* then left is the rod with the tip and right the rod with the side */
    thud_body left, right; /* bodies or points, or rods */
    bool of_tip;           /* the tip of a rod strikes a body; the ground is on the same side as the tip */
    int tip;               /* the rod, of contacts of tips */
    bool tip_left;         /* it is on the left */
    thud_row row;          /* combination of bodies, if an end is a point */
    thud_gap_contact given;
    double effective_mass; /* kg, of the two bodies; NAN if rods take part and it varies; set by build */
} thud_model_contact;

typedef struct thud_model_rod {
    char *name;
    thud_rod given;
    thud_body on; /* the body with which its pivot moves */
} thud_model_rod;

typedef struct thud_model_force {
    thud_body body;
    thud_signal signal;
} thud_model_force;

typedef struct thud_model_watch {
    char *name;
    thud_watch given;
    thud_row row; /* x_left − x_right, if an end is a point */
} thud_model_watch;

struct thud_model {
    char *title;
    thud_drawings drawings;
    thud_model_body *bodies;
    size_t body_count;
    thud_model_matrices *matrices;
    size_t matrices_count;
    thud_model_point *points;
    size_t point_count;
    thud_model_support *supports;
    size_t support_count;
    thud_model_link *links;
    size_t link_count;
    thud_model_contact *contacts;
    size_t contact_count;
    thud_model_rod *rods;
    size_t rod_count;
    thud_model_watch *watches;
    size_t watch_count;
    thud_own_law **own_laws; /* that contacts of this model have: they go with it */
    size_t own_law_count;
    thud_model_force *forces;
    size_t force_count;
    thud_signal ground;
    double gravity;
    thud_structure_damping damping;
    double modal_ratio;     /* ratio of all structures; NAN if bodies give those of theirs */
    bool whole_and_body;    /* both were set */
    double rayleigh_mass, rayleigh_stiffness;
    double rayleigh_ratio, rayleigh_periods[2]; /* input from which build computes the two coefficients; 0: they
                                                   are given */
    size_t rayleigh_modes[2];                   /* modes that define the periods; 0: the periods are given */
    thud_run_options run;     /* defaults of runs */
    double record_end;        /* s; the record's end, if the duration is derived from it, */
    double tail_period;       /* s, plus five of these; 0: none */
    double precision;         /* relative precision of the inputs */
    thud_model_odd odd;       /* set by build */
    bool in_g;                /* accelerations of its scenario, or of a record, are given in g */
    bool matrices_of_nothing; /* a structure was added without its matrices */
    bool start_of_nothing;    /* a start was set for a body that does not exist */
    bool pivot_of_nothing;    /* a pivot was set for a rod that does not exist */
    bool built;
    bool out_of_memory; /* something could not be added; build reports it */
    /* eigenproblems that were solved before, while the model is built; NULL: none are kept */
    struct thud_eigen_memo *eigen_memo;
};

/* The acceleration of a support before its delay: its own, or that of the ground. */
static inline const thud_signal *thud_model_support_signal(const thud_model *model, size_t support) {
    const thud_signal *own = &model->supports[support].given.acceleration;
    return own->kind == THUD_SIGNAL_NONE ? &model->ground : own;
}

/* Whether a contact is between bodies alone. */
static inline bool thud_contact_is_of_bodies(const thud_model_contact *contact) {
    return !contact->of_rods && !contact->of_tip;
}

/* One impact of a contact: 1 kg at 1 m/s, with restitution 1 if it depends on the speed. */
thud_impact_options thud_gap_contact_impact(const thud_gap_contact *contact);

/* The reason to run the model as a system of callbacks: "rods", or the name of a law whose force has no series;
 * NULL: none. */
static inline const char *thud_model_system_cause(const thud_model *model) {
    if (model->rod_count > 0) return "rods";
    for (size_t i = 0; i < model->contact_count; i++) {
        const thud_law *law = model->contacts[i].given.law;
        if (law && law->structure->kind == THUD_FORCE_GENERAL) return law->name;
    }
    return NULL;
}

/* Number of coordinates with results: displacements of bodies, then angles of rods. */
static inline size_t thud_model_coordinates(const thud_model *model) { return model->body_count + model->rod_count; }

/* m/s² along the axis; in models with rods gravity acts downwards, and on rods alone. */
static inline double thud_model_axial_gravity(const thud_model *model) {
    return model->rod_count > 0 ? 0 : model->gravity;
}

static inline bool thud_model_is_system(const thud_model *model) { return thud_model_system_cause(model) != NULL; }

/* Takes ownership of a law; false when memory is short, and then the law is freed. */
bool thud_model_take_law(thud_model *model, thud_own_law *own);

/* The model's own law of that name; NULL if there is none. */
const thud_law *thud_model_own_law(const thud_model *model, const char *name);

/* Number of links with results: all if one is nonlinear or named, otherwise none. */
size_t thud_model_watched_links(const thud_model *model);

/* thud_model_build without the check, for a model without errors. */
thud_status thud_model_make_ready(thud_model *model, thud_error *error);

/* Computes what follows from the parts: dampers of links, effective masses. */
void thud_model_derive(thud_model *model);

/* Replaces the parameters of a contact in a built model, if they are valid; `error` is the first problem. Only for
 * the owner of the model, which is const for everybody else. */
thud_status thud_model_replace_contact(thud_model *model, size_t index, const thud_gap_contact *contact,
                                       thud_error *error);

#endif
