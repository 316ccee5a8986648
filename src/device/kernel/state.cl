/*
 * A case: its parameters and its state, all in private memory of the thread that runs it.
 *
 * BODIES, CONTACTS and ENTRIES are numbers when this is compiled; TERMS is the highest order of a series.
 */
#define WIDTH (TERMS + 2)

#define PHASE_OPEN 0
#define PHASE_ACTIVE 1
#define PHASE_DETACHED 2

#define LAW_VISCOUS 0
#define LAW_BILINEAR 1

typedef struct {
    int left, right; /* bodies; −1: the ground */
    int law, q;      /* δ^(1/q) is regular */
    bool approach_only, zero_force;
    double gap, k, chi, mass, n, p; /* χ of a viscous law, k₂/k₁ of a bilinear one; negative: −c is given */

    int phase;
    bool approaching;
    bool at_zero, rate_is_zero, force_is_zero; /* by what just happened */
    double depth;              /* m, followed by its own series while the contact is not open */
    double stiffness, damping; /* of the branch under way */
    double offset, top, base;  /* m: of bilinear unloading, where it began, and the set before it */
    double speed, begun;       /* m/s, of approach: since it was taken up, and when the gap closed */

    double max_force, max_penetration, impulse, lost;
    int impacts;
} contact_state;

/* K and C per unit of mass, by their ENTRIES that are not zero */
typedef struct {
    double mass[BODIES], stiffness[ENTRIES + 1], damping[ENTRIES + 1];
    GLOBAL const int *row, *column;
} structure;

typedef struct {
    structure of;
    double gravity, end, threshold, tolerance;

    /* the ground: value + slope t, or amplitude sin(phase + omega t) */
    double omega, amplitude, phase, value, slope;

    double time, x[BODIES], v[BODIES];
    double max_x[BODIES], max_v[BODIES], max_a[BODIES];
    double input, dissipated, impact;
    double largest_stored;
    int steps, events;
} case_state;

static double of_body(const double *values, int body) { return body < 0 ? 0 : values[body]; }

static double contact_rate(const case_state *s, const contact_state *c) {
    return of_body(s->v, c->left) - of_body(s->v, c->right);
}

static double contact_gap_depth(const case_state *s, const contact_state *c) {
    return of_body(s->x, c->left) - of_body(s->x, c->right) - c->gap;
}

/* J in the spring of the branch under way */
static double contact_potential(const contact_state *c) {
    double stretch = c->depth - c->offset;
    return c->phase == PHASE_ACTIVE && stretch > 0 ? c->stiffness * pow(stretch, c->n + 1) / (c->n + 1) : 0;
}

static double stored_energy(const case_state *s, const contact_state *contacts) {
    double energy = 0;
    for (int i = 0; i < BODIES; i++) energy += 0.5 * s->of.mass[i] * s->v[i] * s->v[i];
    for (int i = 0; i < ENTRIES; i++) {
        int row = s->of.row[i];
        energy += 0.5 * s->of.mass[row] * s->of.stiffness[i] * s->x[row] * s->x[s->of.column[i]];
    }
    for (int i = 0; i < CONTACTS; i++) energy += contact_potential(&contacts[i]);
    return energy;
}
