/*
 * The kernel of one body between stops. It has the arguments and arrays of run_cases in entry.cl.
 */
/* flies until a stop is reached, and returns its number, or to the end: −1. Threads leave this loop together */
static int fly_to_stop(one_run *r, int side, int left) {
    int reached = -1;
    while (reached < 0 && !is_over(r)) {
        if (r->clock.at == 0) fly(r);
        look_inside(r);
        if (!is_over(r)) reached = fly_closely(r, side, left, INFINITY);
        left = LEFT_NONE;
    }
    return reached;
}

/*
 * Alternates flights and contacts until all threads of the work-group have finished; `finished` counts them.
 * Threads wait for each other between a flight and a contact, because the code exceeds the instruction cache:
 * together they fetch it once. The count is read before a contact and changed after it.
 */
static int run_to_end(one_run *r, bool has_case, GLOBAL const double *contacts, int cases, GLOBAL const int *flags,
                      const int *number, SHARED int *finished) {
    int status = has_case ? CASE_RUNNING : CASE_DECLINED, side = has_case ? fly_to_stop(r, 0, LEFT_NONE) : -1;
    if (side < 0) COUNT_ONE(finished);
    SYNC;
    while (*finished < LANES) {
        bool touches = side >= 0;
        if (touches) {
            int i = number[side];
            status = be_in_contact(r, contacts + 7 * i * cases, cases, flags[i * cases], side);
        }
        SYNC;
        if (touches) {
            side = status == CASE_RUNNING ? fly_to_stop(r, side, r->left) : -1;
            if (side < 0) COUNT_ONE(finished);
        }
        SYNC;
    }
    return status == CASE_DECLINED ? CASE_DECLINED : CASE_DONE;
}

/* steps between samples, or free ones, as long as the flight series allow */
static void lay_out_steps(one_run *r, double dt, double end) {
    one_load *l = &r->load;
    double rate = sqrt(r->of.w) + r->of.d;
#ifdef SINE
    rate += l->omega;
#endif
    double longest = fmin(fmin(dt, end), FLIGHT_REACH / rate);
    l->parts = l->count == 0 ? 1 : (int)ceil(dt / longest * (1 - 1e-12));
    l->h = l->count == 0 ? longest : dt / l->parts;
    l->last = (int)floor(end / l->h * (1 + 1e-13));
    l->rest = fmax(end - l->last * l->h, 0.0);
    if (l->rest < 1e-9 * l->h) l->rest = 0;
    r->step = flight_prepare(r->of, l->h);
    r->clock.number = r->clock.sample = r->clock.part = 0;
    r->clock.at = 0;
#ifdef SINE
    l->cosine = cos(l->omega * l->h);
    l->sine = sin(l->omega * l->h) / l->omega;
    r->clock.f0 = sine_value(l, 0);
    r->clock.f1 = sine_slope(l, 0);
#else
    r->clock.after = sample_at(l, 1);
    load_piece(l, &r->clock, sample_at(l, 0));
#endif
}

static void begin_accounts(one_run *r) {
    r->account.input = 0.5 * (r->v * r->v + r->of.w * r->x * r->x);
    r->account.dissipated = r->impact = r->largest_stored = r->held = 0;
    r->account.max_x = fabs(r->x);
    r->account.max_v = fabs(r->v);
    r->account.max_a = 0;
    r->account.steps = r->events = 0;
    for (int which = 0; which < 3; which++) r->open[which].bound = 0;
    for (int side = 0; side < 2; side++) {
        r->gap[side] = INFINITY;
        r->max_force[side] = r->max_depth[side] = r->impulse[side] = r->lost[side] = 0;
        r->impacts[side] = 0;
    }
}

/* stops without clearance touch the body on both sides, and impulses of adjacent stops coincide */
static bool has_room(const one_run *r) {
    double room = r->gap[0] + r->gap[1];
#ifdef RIGID
    if (room < INFINITY) room -= 4e-3 * (fabs(r->gap[0]) + fabs(r->gap[1]));
#endif
    return room > 0;
}

static void write_one(const one_run *r, int status, double end, GLOBAL const int *pairs, GLOBAL double *to, int cases) {
    double stored = 0.5 * (r->v * r->v + r->of.w * r->x * r->x) + r->held;
    to[0] = status;
    to[cases] = end;
    to[2 * cases] = r->mass * r->account.input;
    to[3 * cases] = r->mass * r->account.dissipated;
    to[4 * cases] = r->mass * r->impact;
    to[5 * cases] = r->mass * stored;
    to[6 * cases] = r->mass * fmax(r->largest_stored, stored);
    to[7 * cases] = r->account.steps;
    to[8 * cases] = r->events;
    to[9 * cases] = r->account.max_x;
    to[10 * cases] = r->account.max_v;
    to[11 * cases] = r->account.max_a;
    to[12 * cases] = r->x;
    to[13 * cases] = r->v;
    for (int c = 0; c < CONTACTS; c++) {
        int side = pairs[2 * c] < 0;
        GLOBAL double *at = to + (14 + 5 * c) * cases;
        at[0] = r->impacts[side];
        at[cases] = r->mass * r->max_force[side];
        at[2 * cases] = r->max_depth[side];
        at[3 * cases] = r->mass * r->impulse[side];
        at[4 * cases] = r->mass * r->lost[side];
    }
}

KERNEL void run_cases(int cases, int count, double tolerance, GLOBAL const double *numbers, GLOBAL const int *flags,
                      GLOBAL const int *choices, GLOBAL const double *structures, GLOBAL const int *places,
                      GLOBAL const int *pairs, GLOBAL const double *samples, GLOBAL const int *records,
                      GLOBAL const double *steps, GLOBAL double *results) {
    SHARED_VARIABLE int finished;
    const bool is_case = (int)GLOBAL_ID < count; /* the last work-group may have unused threads */
    const int i = is_case ? (int)GLOBAL_ID : count - 1;
    one_run r;
    if (LANE == 0) finished = 0;
    SYNC;
    GLOBAL const double *own = numbers + i, *structure = structures + 3 * choices[i];
    int record = choices[cases + i], number[2] = {0, 0};
    double end = own[0];
    r.threshold = own[cases];
    r.load.gravity = own[2 * cases];
    r.load.scale = own[3 * cases];
    r.x = own[7 * cases];
    r.v = own[8 * cases];
    r.mass = structure[0];
    r.of.w = structure[1];
    r.of.d = structure[2];
    r.tolerance = tolerance;
    r.load.samples = samples + (record < 0 ? 0 : records[2 * record]);
    r.load.count = record < 0 ? 0 : records[2 * record + 1];
    r.load.per_step = record < 0 ? 0 : r.load.scale / steps[3 * record];
    r.load.most = fabs(r.load.gravity) + (record < 0 ? 0 : fabs(r.load.scale) * steps[3 * record + 1]);
    r.load.steepest = record < 0 ? 0 : fabs(r.load.scale) * steps[3 * record + 2];
#ifdef SINE
    r.load.omega = own[4 * cases];
    r.load.amplitude = own[5 * cases];
    r.load.phase = own[6 * cases];
    r.load.most += fabs(r.load.amplitude);
    r.load.steepest += fabs(r.load.amplitude) * r.load.omega;
    r.of.square = r.load.omega * r.load.omega;
    r.of.level = r.load.gravity;
#endif
    lay_out_steps(&r, record < 0 ? INFINITY : steps[3 * record], end);
    begin_accounts(&r);
    for (int c = 0; c < CONTACTS; c++) {
        int side = pairs[2 * c] < 0;
        r.gap[side] = own[(9 + 7 * c) * cases];
        number[side] = c;
    }
    int status = run_to_end(&r, is_case && has_room(&r), own + 9 * cases, cases, flags + i, number, &finished);
    if (is_case) write_one(&r, status, end, pairs, results + i, cases);
    (void)places;
}
