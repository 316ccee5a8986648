/*
 * The kernel: one thread per case. All arrays are by number first and case second, so that threads side by side read side
 * by side; `cases` is their length.
 */
#define PER_CASE (7 + 2 * BODIES + 6 * CONTACTS)
#define PER_STRUCTURE (BODIES + 2 * ENTRIES)
#define PER_RESULT (9 + 5 * BODIES + 5 * CONTACTS)

typedef struct {
    GLOBAL const double *at;
    int cases;
} column_reader;

static double next_number(column_reader *r) {
    double value = *r->at;
    r->at += r->cases;
    return value;
}

typedef struct {
    GLOBAL double *at;
    int cases;
} column_writer;

static void put_number(column_writer *w, double value) {
    *w->at = value;
    w->at += w->cases;
}

static void read_case(column_reader *r, GLOBAL const int *pairs, GLOBAL const int *flags, case_state *state,
               contact_state *contacts) {
    state->end = next_number(r);
    state->threshold = next_number(r);
    state->gravity = next_number(r);
    next_number(r); /* the scale of the record */
    state->omega = next_number(r);
    state->amplitude = next_number(r);
    state->phase = next_number(r);
    for (int i = 0; i < BODIES; i++) state->x[i] = next_number(r);
    for (int i = 0; i < BODIES; i++) state->v[i] = next_number(r);
    for (int i = 0; i < CONTACTS; i++) {
        contact_state *c = &contacts[i];
        int flag = flags[i * r->cases];
        c->left = pairs[2 * i];
        c->right = pairs[2 * i + 1];
        c->q = flag & 7;
        c->law = flag >> 3 & 1;
        c->approach_only = flag >> 4 & 1;
        c->zero_force = flag >> 5 & 1;
        c->gap = next_number(r);
        c->k = next_number(r);
        c->chi = next_number(r);
        c->mass = next_number(r);
        c->n = next_number(r);
        c->p = next_number(r);
        c->phase = PHASE_OPEN;
        c->approaching = c->at_zero = c->rate_is_zero = c->force_is_zero = false;
        c->depth = c->stiffness = c->damping = c->offset = c->top = c->base = c->speed = c->begun = 0;
        c->max_force = c->max_penetration = c->impulse = c->lost = 0;
        c->impacts = 0;
    }
}

static void read_structure(GLOBAL const double *numbers, GLOBAL const int *places, structure *to) {
    for (int i = 0; i < BODIES; i++) to->mass[i] = numbers[i];
    for (int i = 0; i < ENTRIES; i++) {
        to->stiffness[i] = numbers[BODIES + i];
        to->damping[i] = numbers[BODIES + ENTRIES + i];
    }
    to->row = places;
    to->column = places + ENTRIES;
}

static void write_result(column_writer *w, int status, const case_state *state, const contact_state *contacts) {
    put_number(w, status);
    put_number(w, state->time);
    put_number(w, state->input);
    put_number(w, state->dissipated);
    put_number(w, state->impact);
    put_number(w, stored_energy(state, contacts));
    put_number(w, state->largest_stored);
    put_number(w, state->steps);
    put_number(w, state->events);
    for (int i = 0; i < BODIES; i++) {
        put_number(w, state->max_x[i]);
        put_number(w, state->max_v[i]);
        put_number(w, state->max_a[i]);
        put_number(w, state->x[i]);
        put_number(w, state->v[i]);
    }
    for (int i = 0; i < CONTACTS; i++) {
        put_number(w, contacts[i].impacts);
        put_number(w, contacts[i].max_force);
        put_number(w, contacts[i].max_penetration);
        put_number(w, contacts[i].impulse);
        put_number(w, contacts[i].lost);
    }
}

/*
 * numbers: [PER_CASE][cases]; flags: [CONTACTS][cases]; choices: [2][cases], which structure and which record, −1 for none;
 * records: [2 × number], where each begins in `samples` and how many it has; steps: [3 × number], s between them, and the most of |a| and of its slope; pairs: [2 × CONTACTS],
 * the bodies; places: [2][ENTRIES]; results: [PER_RESULT][cases].
 */
KERNEL void run_cases(int cases, int step_limit, double tolerance, GLOBAL const double *numbers, GLOBAL const int *flags,
                      GLOBAL const int *choices, GLOBAL const double *structures, GLOBAL const int *places,
                      GLOBAL const int *pairs, GLOBAL const double *samples, GLOBAL const int *records,
                      GLOBAL const double *steps, GLOBAL double *results) {
    int i = (int)GLOBAL_ID;
    if (i >= cases) return;
    case_state state;
    contact_state contacts[CONTACTS + 1];
    column_reader reader = {numbers + i, cases};
    read_case(&reader, pairs, flags + i, &state, contacts);
    read_structure(structures + choices[i] * PER_STRUCTURE, places, &state.of);
    state.tolerance = tolerance;
    state.time = state.value = state.slope = 0;
    state.dissipated = state.impact = state.largest_stored = 0;
    state.steps = state.events = 0;
    for (int j = 0; j < BODIES; j++) state.max_a[j] = 0;
    int record = choices[cases + i], count = record < 0 ? 0 : records[2 * record + 1];
    int status = run_one(&state, contacts, samples + (record < 0 ? 0 : records[2 * record]), count,
                         record < 0 ? 0 : steps[3 * record], numbers[3 * cases + i], step_limit);
    column_writer writer = {results + i, cases};
    write_result(&writer, status, &state, contacts);
}
