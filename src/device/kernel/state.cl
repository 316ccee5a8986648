/*
 * A case: data shared by its lanes (bodies, contacts), and private ones.
 *
 * BODIES, CONTACTS and ENTRIES are compile-time numbers; TERMS is the order of all series. The scalars of
 * case_state are equal in all lanes, because each computes them by the same operations; its energies are the share
 * of the lane's own bodies and contacts.
 */
#define TERMS 10
#define WIDTH (TERMS + 2)
#define EACH(i, count) ROLLED for (int i = LANE; i < (count); i += LANES)
#define SEATS (BODIES > CONTACTS + 1 ? BODIES : CONTACTS + 1)

#define PHASE_OPEN 0
#define PHASE_ACTIVE 1
#define PHASE_DETACHED 2

#define LAW_VISCOUS 0
#define LAW_BILINEAR 1

typedef struct {
    int left, right; /* bodies; −1: the ground */
    int law, q;      /* δ^(1/q) is regular */
    bool approach_only, zero_force;
    double gap, k, chi, mass, n, p; /* χ for a viscous law, k₂/k₁ for a bilinear one; negative: −c is given */
    double e;                       /* that an impact is expected to leave with */

    int phase;
    bool approaching;
    bool at_zero, rate_is_zero, force_is_zero; /* zero by the previous event */
    double depth;              /* m, followed by its own series while the contact is not open */
    double stiffness, damping; /* on the current branch */
    double offset, top, base;  /* m: of bilinear unloading, its start, and the previous set */
    double speed, begun;       /* m/s, of approach: since it was taken up, and when the gap closed */
    double struck;             /* m/s: the calibration speed */
    double promised, given_before; /* N·s: impulse of this impact if left alone; and its impulse before that */
    double reach;              /* m/s: speed to which a transmitted impact leads */
    bool reached;

    double max_force, max_penetration, impulse, lost;
    int impacts;
} contact_state;

typedef struct {
    /* K and C per unit of mass, by nonzero ENTRIES, row after row */
    double mass[BODIES], over_mass[BODIES], stiffness[ENTRIES + 1], damping[ENTRIES + 1];
    int column[ENTRIES + 1], row_begin[BODIES + 1];
    /* the contacts of each body, one after another; −1 − number where the body is on the right */
    int contact[2 * CONTACTS + 1], contact_begin[BODIES + 1];

#if LINKS > 0
    /* the links of each body, like its contacts; and the group of connected bodies, the ground last */
    link_state link[LINKS];
    int link_of[2 * LINKS], link_begin[BODIES + 1], held[BODIES + 1];
#endif

    double x[BODIES], v[BODIES];
    double max_x[BODIES], max_v[BODIES], max_a[BODIES];
    double share[LANES]; /* partial sums, by lanes */
} body_state;

typedef struct {
    double gravity, end, threshold, tolerance;

    /* the ground: value + slope t, or amplitude sin(phase + omega t) */
    double omega, amplitude, phase, value, slope;

    double time;
    int steps, events, closed; /* contacts that are not open */

    double input, dissipated, impact; /* share of this lane */
#if LINKS > 0
    double hysteresis; /* share of this lane */
    int stalls;        /* consecutive events of links in one instant */
#endif
    double largest_stored;
} case_state;

static double of_body(SHARED const double *values, int body) { return body < 0 ? 0 : values[body]; }

static double contact_rate(SHARED const body_state *b, SHARED const contact_state *c) {
    return of_body(b->v, c->left) - of_body(b->v, c->right);
}

static double contact_gap_depth(SHARED const body_state *b, SHARED const contact_state *c) {
    return of_body(b->x, c->left) - of_body(b->x, c->right) - c->gap;
}

/* J, energy in the spring of the current branch */
static NOINLINE double contact_potential(SHARED const contact_state *c) {
    double stretch = c->depth - c->offset;
    return c->phase == PHASE_ACTIVE && stretch > 0 ? c->stiffness * pow(stretch, c->n + 1) / (c->n + 1) : 0;
}

/* the sum over all lanes; all lanes must call it */
static double sum_of_lanes(SHARED double *share, double value) {
    double sum = 0;
    share[LANE] = value;
    SYNC;
    ROLLED for (int i = 0; i < LANES; i++) sum += share[i];
    SYNC;
    return sum;
}

static double stored_energy(SHARED body_state *b, SHARED const contact_state *contacts) {
    double energy = 0;
    EACH(i, BODIES) {
        double force = 0;
        ROLLED for (int e = b->row_begin[i]; e < b->row_begin[i + 1]; e++) force += b->stiffness[e] * b->x[b->column[e]];
        energy += 0.5 * b->mass[i] * (b->v[i] * b->v[i] + force * b->x[i]);
    }
    EACH(i, CONTACTS) energy += contact_potential(&contacts[i]);
#if LINKS > 0
    EACH(i, LINKS) energy += link_stored(&b->link[i], of_body(b->x, b->link[i].right) - of_body(b->x, b->link[i].left));
#endif
    return sum_of_lanes(b->share, energy);
}
