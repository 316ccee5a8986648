/*
 * A link, where there are results of links: there are LINKS, all that the model has. On a branch its force is a straight line,
 *     F = stiffness d + offset,
 * elastic from `low` to `high`, with k, and yielding, with a share of it, as long as ḋ keeps its sign. One that is linear never
 * yields: then `yield` is infinite.
 */
#ifndef LINKS
#define LINKS 0
#endif

#if LINKS > 0

/* ends of branches: events in addition to those of contacts */
#define LINK_FALLS 8
#define LINK_RISES 9
#define LINK_TURNS 10

typedef struct {
    int left, right;                  /* bodies; −1: the ground */
    double k, yield, hardening, drag; /* N/m, N, share of k, N·s/m */
    double lean;                      /* N/m, stiffness reduction by the carried weight (P–Δ); part of K */
    double limit;                     /* m: largest elastic part of d */

    int direction; /* of ḋ while it yields; 0: elastic */
    double stiffness, offset, low, high;
    double set;        /* m: d minus its elastic part, on the elastic branch */
    bool rate_is_zero; /* it has just turned */
    bool adrift;       /* it yields, and no other link shares its force; since a plastic deformation of: */
    double adrift_at;

    double max_force, max_d, plastic, energy, mechanism;
} link_state;

static void link_go_elastic(SHARED link_state *l, double set) {
    l->direction = 0;
    l->stiffness = l->k;
    l->offset = -(1 - l->hardening) * l->k * set;
    l->low = set - l->limit;
    l->high = set + l->limit;
    l->set = set;
}

static void link_yield(SHARED link_state *l, int direction) {
    l->direction = direction;
    l->stiffness = l->hardening * l->k;
    l->offset = direction * (1 - l->hardening) * l->yield;
}

/* after coming to d from zero */
static void link_start(SHARED link_state *l, double d) {
    link_go_elastic(l, d > l->limit ? d - l->limit : d < -l->limit ? d + l->limit : 0);
    if (l->set > 0) l->high = d;
    if (l->set < 0) l->low = d;
}

/* passes from one branch to the next, at d */
static void link_pass(SHARED link_state *l, int end, double d) {
    int from = l->direction;
    if (end != LINK_TURNS) {
        link_yield(l, end == LINK_RISES ? 1 : -1);
        return;
    }
    link_go_elastic(l, d - from * l->limit);
    /* exactly at this deformation */
    if (from > 0) l->high = d;
    else l->low = d;
}

/* m, elastic part of d; and the part that would remain without a force */
static double link_elastic(SHARED const link_state *l, double d) {
    return l->direction == 0 ? d - l->set : l->direction * l->limit;
}

static double link_plastic(SHARED const link_state *l, double d) {
    return (1 - l->hardening) * (l->direction == 0 ? l->set : d - l->direction * l->limit);
}

static double link_stored(SHARED const link_state *l, double d) {
    double z = link_elastic(l, d);
    return 0.5 * l->k * (l->hardening * d * d + (1 - l->hardening) * z * z);
}

static bool link_gives_way(SHARED const link_state *l) { return !(l->stiffness + l->lean > 0); }

#endif
