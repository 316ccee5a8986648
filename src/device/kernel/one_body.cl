/*
 * One body between two stops along a record: flight from sample to sample, contacts by series, and the accounts of
 * both.
 *
 * A thread runs one case. Two loops take nearly all steps: whole steps of flight, and steps of a contact from
 * break to break of the load. In these, neighbouring threads do the same work for long. Searches for closing gaps,
 * ends of contacts and peaks are done between these loops, by threads together.
 *
 * The kernel declines what it cannot do accurately, and the library then runs the case on a core.
 */
#define CASE_RUNNING 0
#define CASE_DONE 1
#define CASE_DECLINED 2
#define CASE_RESUMED 3 /* a contact that had ended pushes again */

#define STOP_LIMIT 65536 /* limit on steps of one contact */

/* the load on the body, per unit of mass */
typedef struct {
    GLOBAL const double *samples;
    int count, parts; /* samples; steps from one to the next */
    double scale, per_step, gravity; /* per_step: scale over s between samples */
    double h, rest; /* s: of a step, and of the last one, which may be empty */
    int last;       /* number of the last step */
    double most, steepest; /* of |load| and of its slope */
#ifdef SINE
    double amplitude, omega, phase, cosine, sine; /* the last two: cos ωh and sin(ωh)/ω */
#endif
} one_load;

/* position in time: in the step `number` since the start, part `part` of the piece after sample `sample`, `at` s
   inside; load f₀ + f₁ at */
typedef struct {
    int number, sample, part;
    double at, f0, f1;
    double next, after; /* the samples at the end of the piece and of the next one, read in advance */
} one_clock;

/* per unit of mass */
typedef struct {
    double input, dissipated;
    double max_x, max_v, max_a; /* a: absolute acceleration */
    int steps;
} one_account;

/* a step of flight in which a quantity may have its peak, with an upper bound */
typedef struct {
    double bound, x, v, f0, f1;
} open_peak;

typedef struct {
    oscillator of;
    flight_step step;
    one_load load;
    one_clock clock;
    one_account account;
    double mass, threshold, tolerance;
    double x, v, gap[2]; /* stops: towards +x and −x; INFINITY if absent */
    open_peak open[3];

    double impact, largest_stored;
    double held; /* energy in the spring of a contact at the end of the run */
    int events, impacts[2];
    double max_force[2], max_depth[2], impulse[2], lost[2]; /* stops without compliance: max_depth is the time at rest, s */
    int left; /* how the body left the last stop: LEFT_… */
} one_run;

/* ---- the clock ---- */

static double step_length(const one_run *r) { return r->clock.number < r->load.last ? r->load.h : r->load.rest; }

static double time_of(const one_run *r) { return r->clock.number * r->load.h + r->clock.at; }

#ifdef SINE
static double sine_value(const one_load *l, double time) { return l->gravity - l->amplitude * sin(l->omega * time + l->phase); }

static double sine_slope(const one_load *l, double time) { return -l->amplitude * l->omega * cos(l->omega * time + l->phase); }

static double load_of(const one_run *r) { return sine_value(&r->load, time_of(r)); }

static double slope_of(const one_run *r) { return sine_slope(&r->load, time_of(r)); }

/* at the end of a whole step that begins with f₀ and f₁ */
static double next_load(const one_load *l, double f0, double f1) {
    return l->gravity + (f0 - l->gravity) * l->cosine + f1 * l->sine;
}

static double next_slope(const one_load *l, double f0, double f1) {
    return f1 * l->cosine - l->omega * l->omega * (f0 - l->gravity) * l->sine;
}
#else
static double load_of(const one_run *r) { return r->clock.f0 + r->clock.f1 * r->clock.at; }

static double slope_of(const one_run *r) { return r->clock.f1; }

static double next_load(const one_load *l, double f0, double f1) { return f0 + f1 * l->h; }

static double next_slope(const one_load *l, double f0, double f1) { return (void)l, (void)f0, f1; }
#endif

static bool is_over(const one_run *r) {
    return r->clock.number > r->load.last || (r->clock.number == r->load.last && r->clock.at >= r->load.rest);
}

static double sample_at(const one_load *l, int i) { return i < l->count ? l->samples[i] : 0; }

/* the load of the piece that begins with a sample; zero after the last one */
static void load_piece(const one_load *l, one_clock *c, double from) {
    bool inside = c->sample + 1 < l->count;
    c->next = c->after;
    c->after = sample_at(l, c->sample + 2);
    c->f0 = l->gravity - (inside ? l->scale * from : 0);
    c->f1 = inside ? (from - c->next) * l->per_step : 0;
}

static void next_step(const one_load *l, one_clock *c) {
    c->number++;
    c->at = 0;
#ifdef SINE
    c->f0 = sine_value(l, c->number * l->h);
    c->f1 = sine_slope(l, c->number * l->h);
#else
    c->f0 += c->f1 * l->h;
    if (++c->part < l->parts) return;
    c->part = 0;
    c->sample++;
    load_piece(l, c, c->next);
#endif
}

/* ends the current step; the last one leads to the end of the run */
static void end_step(const one_load *l, one_clock *c) {
    if (c->number < l->last) next_step(l, c);
    else c->at = l->rest;
}

static void note_stored(one_run *r, double potential) {
    r->largest_stored = fmax(r->largest_stored, 0.5 * (r->v * r->v + r->of.w * r->x * r->x) + potential);
}

static void lose(one_run *r, int side, double energy) {
    r->lost[side] += energy;
    r->impact += energy;
}
