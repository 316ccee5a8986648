/*
 * The kernel: LANES threads per case. Arrays run over numbers first and cases second, so that neighbouring threads
 * read neighbouring data; `cases` is their length.
 */
#define PER_CASE (7 + 2 * BODIES + 7 * CONTACTS + 5 * LINKS)
#define PER_STRUCTURE (BODIES + 2 * ENTRIES)
#define PER_RESULT (9 + 5 * BODIES + 5 * CONTACTS + (LINKS > 0 ? 1 + 6 * LINKS : 0))

static void read_contact(GLOBAL const double *numbers, int cases, int flag, GLOBAL const int *pair, SHARED contact_state *c) {
    c->left = pair[0];
    c->right = pair[1];
    c->q = flag & 7;
    c->law = flag >> 3 & 1;
    c->approach_only = flag >> 4 & 1;
    c->zero_force = flag >> 5 & 1;
    c->gap = numbers[0];
    c->k = numbers[cases];
    c->chi = numbers[2 * cases];
    c->mass = numbers[3 * cases];
    c->n = numbers[4 * cases];
    c->p = numbers[5 * cases];
    c->e = numbers[6 * cases];
    c->phase = PHASE_OPEN;
    c->approaching = c->at_zero = c->rate_is_zero = c->force_is_zero = false;
    c->depth = c->stiffness = c->damping = c->offset = c->top = c->base = c->speed = c->begun = 0;
    c->max_force = c->max_penetration = c->impulse = c->lost = 0;
    c->impacts = 0;
}

#if LINKS > 0
static void read_link(GLOBAL const double *numbers, int cases, GLOBAL const int *pair, SHARED link_state *l) {
    l->left = pair[0];
    l->right = pair[1];
    l->k = numbers[0];
    l->yield = numbers[cases];
    l->hardening = numbers[2 * cases];
    l->drag = numbers[3 * cases];
    l->lean = numbers[4 * cases];
    l->limit = l->yield < INFINITY ? l->yield / l->k : INFINITY;
    l->rate_is_zero = l->adrift = false;
    l->adrift_at = l->max_force = l->plastic = l->energy = l->mechanism = 0;
}

/* the links of a body are looked for */
static void list_links(GLOBAL const int *pairs, SHARED body_state *to) {
    EACH(i, BODIES + 1) {
        int place = 0;
        for (int n = 0; n < 2 * LINKS; n++) place += pairs[n] >= 0 && pairs[n] < i;
        to->link_begin[i] = place;
        for (int n = 0; n < 2 * LINKS && i < BODIES; n++)
            if (pairs[n] == i) to->link_of[place++] = n % 2 == 0 ? n / 2 : -1 - n / 2;
    }
}
#endif

static void read_case(GLOBAL const double *numbers, int cases, GLOBAL const int *pairs, GLOBAL const int *flags,
                      case_state *state, SHARED team_state *t) {
    SHARED body_state *b = &t->bodies;
    state->end = numbers[0];
    state->threshold = numbers[cases];
    state->gravity = numbers[2 * cases]; /* the scale of the record is next */
    state->omega = numbers[4 * cases];
    state->amplitude = numbers[5 * cases];
    state->phase = numbers[6 * cases];
    state->time = state->value = state->slope = 0;
    state->dissipated = state->impact = state->largest_stored = 0;
    state->steps = state->events = state->closed = 0;
    EACH(i, BODIES) {
        b->x[i] = numbers[(7 + i) * cases];
        b->v[i] = numbers[(7 + BODIES + i) * cases];
        b->max_x[i] = fabs(b->x[i]);
        b->max_v[i] = fabs(b->v[i]);
        b->max_a[i] = 0;
    }
    EACH(i, CONTACTS)
        read_contact(numbers + (7 + 2 * BODIES + 7 * i) * cases, cases, flags[i * cases], pairs + 2 * i, &t->contacts[i]);
#if LINKS > 0
    state->hysteresis = 0;
    state->stalls = 0;
    EACH(i, LINKS) {
        int first = 7 + 2 * BODIES + 7 * CONTACTS + 5 * i;
        read_link(numbers + first * cases, cases, pairs + 2 * (CONTACTS + i), &b->link[i]);
    }
    list_links(pairs + 2 * CONTACTS, b);
#endif
}

/* the places of K and C are by rows; the contacts of a body are looked for */
static void read_structure(GLOBAL const double *numbers, GLOBAL const int *places, GLOBAL const int *pairs,
                           SHARED body_state *to) {
    EACH(i, BODIES) {
        to->mass[i] = numbers[i];
        to->over_mass[i] = 1 / numbers[i];
    }
    EACH(i, ENTRIES) {
        to->stiffness[i] = numbers[BODIES + i];
        to->damping[i] = numbers[BODIES + ENTRIES + i];
        to->column[i] = places[ENTRIES + i];
    }
    EACH(i, BODIES + 1) {
        int row = 0, contact = 0;
        while (row < ENTRIES && places[row] < i) row++;
        for (int c = 0; c < 2 * CONTACTS; c++) contact += pairs[c] >= 0 && pairs[c] < i;
        to->row_begin[i] = row;
        to->contact_begin[i] = contact;
        for (int c = 0; c < 2 * CONTACTS && i < BODIES; c++)
            if (pairs[c] == i) to->contact[contact++] = c % 2 == 0 ? c / 2 : -1 - c / 2;
    }
}

typedef struct {
    GLOBAL double *at;
    int cases;
} column_writer;

static void put_number(column_writer *w, double value) {
    *w->at = value;
    w->at += w->cases;
}

/* by lane 0, with sums over all lanes */
static void write_result(column_writer *w, int status, const case_state *state, SHARED team_state *t) {
    SHARED body_state *b = &t->bodies;
    double input = sum_of_lanes(b->share, state->input), dissipated = sum_of_lanes(b->share, state->dissipated);
    double impact = sum_of_lanes(b->share, state->impact), stored = stored_energy(b, t->contacts);
#if LINKS > 0
    double hysteresis = sum_of_lanes(b->share, state->hysteresis);
#endif
    if (LANE != 0) return;
    put_number(w, status);
    put_number(w, state->time);
    put_number(w, input);
    put_number(w, dissipated);
    put_number(w, impact);
    put_number(w, stored);
    put_number(w, state->largest_stored);
    put_number(w, state->steps);
    put_number(w, state->events);
    ROLLED for (int i = 0; i < BODIES; i++) {
        put_number(w, b->max_x[i]);
        put_number(w, b->max_v[i]);
        put_number(w, b->max_a[i]);
        put_number(w, b->x[i]);
        put_number(w, b->v[i]);
    }
    ROLLED for (int i = 0; i < CONTACTS; i++) {
        put_number(w, t->contacts[i].impacts);
        put_number(w, t->contacts[i].max_force);
        put_number(w, t->contacts[i].max_penetration);
        put_number(w, t->contacts[i].impulse);
        put_number(w, t->contacts[i].lost);
    }
#if LINKS > 0
    put_number(w, hysteresis);
    ROLLED for (int i = 0; i < LINKS; i++) {
        SHARED const link_state *l = &b->link[i];
        put_number(w, l->max_force);
        put_number(w, l->max_d);
        put_number(w, link_plastic(l, link_stretch(b->x, l)));
        put_number(w, l->plastic);
        put_number(w, l->energy);
        put_number(w, l->mechanism);
    }
#endif
}

/*
 * The first `count` of cases, for which there is place in the arrays.
 * numbers: [PER_CASE][cases]; flags: [CONTACTS][cases]; choices: [2][cases], which structure and which record, −1 for none;
 * records: [2 × number], where each begins in `samples` and how many it has; steps: [3 × number], s between them, and the most
 * of |a| and of its slope; pairs: [2 × (CONTACTS + LINKS)], the bodies; places: [2][ENTRIES]; results: [PER_RESULT][cases].
 */
KERNEL void run_cases(int cases, int count, double tolerance, GLOBAL const double *numbers, GLOBAL const int *flags,
                      GLOBAL const int *choices, GLOBAL const double *structures, GLOBAL const int *places,
                      GLOBAL const int *pairs, GLOBAL const double *samples, GLOBAL const int *records,
                      GLOBAL const double *steps, GLOBAL double *results) {
    SHARED_VARIABLE team_state team;
    int i = (int)CASE_ID;
    if (i >= count) return;
    case_state state;
    read_case(numbers + i, cases, pairs, flags + i, &state, &team);
    read_structure(structures + choices[i] * PER_STRUCTURE, places, pairs, &team.bodies);
    state.tolerance = tolerance;
    SYNC;
#if LINKS > 0
    if (LANE == 0) start_links(&team.bodies);
    SYNC;
#endif
    int record = choices[cases + i], length = record < 0 ? 0 : records[2 * record + 1];
    int status = run_one(&state, &team, samples + (record < 0 ? 0 : records[2 * record]), length,
                         record < 0 ? 0 : steps[3 * record], numbers[3 * cases + i]);
    SYNC;
    column_writer writer = {results + i, cases};
    write_result(&writer, status, &state, &team);
}
