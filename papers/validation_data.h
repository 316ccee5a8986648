/*
 * Measurements of others, typed in from where they say: for docs/validation.md. Nothing here is computed.
 */
#ifndef THUD_PAPERS_VALIDATION_DATA_H
#define THUD_PAPERS_VALIDATION_DATA_H

#include <stddef.h>

/*
 * M. Ali, D. Broggi & G. Cantarini 2023, "Misura del coefficiente di restituzione": balls dropped on floors. Method
 * 1, on video: height of release and ten heights after the first bounce, cm. Method 2, by sound: five throws from
 * each height, the intervals between successive bounces, s.
 */
enum { BALL_DROPS = 6, BALL_BOUNCES = 8, BALL_THROWS = 5, BALL_READINGS = 10 };

typedef struct ball_data {
    const char *name, *key;
    double mass, diameter;     /* kg, m */
    int bounces;               /* intervals of each throw */
    int drops, video;          /* how many heights by method 2 and by method 1; the lowest first */
    double height[BALL_DROPS]; /* of method 2, m */
    double interval[BALL_DROPS][BALL_BOUNCES][BALL_THROWS]; /* s */
    int first_throw[BALL_DROPS];     /* throws before this one are left out: they lack the first interval */
    double video_height[BALL_DROPS]; /* of method 1, m */
    double rebound[BALL_DROPS][BALL_READINGS]; /* cm */
    long interval_sum, rebound_sum; /* ms and mm: of all of them, added up from the tables of the report */
} ball_data;

enum { BALLS = 3 };

/* what the report has and this project does not use: restitutions of the lowest drops and diameters, m, of the
 * ping-pong and of the tennis ball */
static const double BALL_REPORTED_E[2] = {0.9754, 0.854}, BALL_REPORTED_DIAMETER[2] = {0.055, 0.202};

static const ball_data BALL_DATA[BALLS] = {
    {.name = "ping-pong ball on parquet",
     .key = "pingpong",
     .mass = 0.0027,
     .diameter = 0.040,
     .bounces = 8,
     .drops = 5,
     .video = 6,
     .height = {0.08, 0.10, 0.15, 0.18, 0.30},
     .interval = {{{0.255, 0.253, 0.251, 0.250, 0.249},
                   {0.242, 0.239, 0.238, 0.237, 0.236},
                   {0.226, 0.233, 0.226, 0.225, 0.223},
                   {0.217, 0.213, 0.213, 0.214, 0.212},
                   {0.207, 0.202, 0.203, 0.203, 0.201},
                   {0.196, 0.191, 0.193, 0.193, 0.192},
                   {0.183, 0.182, 0.183, 0.183, 0.182},
                   {0.174, 0.173, 0.175, 0.174, 0.174}},
                  {{0.277, 0.273, 0.275, 0.277, 0.274},
                   {0.262, 0.258, 0.263, 0.259, 0.261},
                   {0.247, 0.245, 0.245, 0.247, 0.244},
                   {0.235, 0.235, 0.231, 0.234, 0.231},
                   {0.223, 0.223, 0.218, 0.222, 0.219},
                   {0.205, 0.211, 0.205, 0.211, 0.207},
                   {0.201, 0.200, 0.194, 0.200, 0.197},
                   {0.190, 0.190, 0.185, 0.190, 0.187}},
                  {{0.339, 0.341, 0.339, 0.340, 0.337},
                   {0.318, 0.319, 0.319, 0.319, 0.317},
                   {0.298, 0.299, 0.299, 0.299, 0.297},
                   {0.281, 0.282, 0.282, 0.281, 0.280},
                   {0.265, 0.266, 0.266, 0.266, 0.268},
                   {0.250, 0.253, 0.251, 0.251, 0.251},
                   {0.233, 0.237, 0.236, 0.236, 0.237},
                   {0.219, 0.225, 0.224, 0.224, 0.224}},
                  {{0.363, 0.368, 0.367, 0.368, 0.362},
                   {0.339, 0.342, 0.341, 0.344, 0.338},
                   {0.318, 0.320, 0.320, 0.323, 0.318},
                   {0.298, 0.301, 0.300, 0.302, 0.298},
                   {0.282, 0.283, 0.282, 0.285, 0.281},
                   {0.261, 0.265, 0.269, 0.269, 0.264},
                   {0.247, 0.251, 0.251, 0.255, 0.251},
                   {0.233, 0.237, 0.232, 0.238, 0.238}},
                  {{0.462, 0.459, 0.460, 0.463, 0.460},
                   {0.425, 0.424, 0.425, 0.422, 0.424},
                   {0.394, 0.390, 0.395, 0.391, 0.392},
                   {0.365, 0.364, 0.368, 0.364, 0.365},
                   {0.344, 0.340, 0.339, 0.340, 0.340},
                   {0.323, 0.320, 0.323, 0.318, 0.320},
                   {0.299, 0.299, 0.304, 0.298, 0.298},
                   {0.286, 0.282, 0.281, 0.280, 0.281}}},
     .video_height = {0.05, 0.075, 0.08, 0.10, 0.18, 0.30},
     .rebound = {{4.40, 4.50, 4.40, 4.60, 4.60, 4.30, 4.50, 4.60, 4.50, 4.70},
                 {6.60, 6.70, 6.70, 6.90, 6.70, 6.90, 6.90, 6.80, 6.90, 6.80},
                 {7.40, 7.50, 7.40, 7.50, 7.50, 7.30, 7.40, 7.50, 7.40, 7.30},
                 {8.80, 9.00, 8.90, 8.70, 8.90, 8.90, 8.70, 8.90, 8.70, 9.00},
                 {15.7, 15.8, 15.8, 15.6, 16.0, 15.4, 15.9, 15.5, 16.0, 16.1},
                 {24.8, 24.8, 25.0, 24.9, 24.9, 25.0, 24.9, 25.1, 25.1, 25.1}},
     .interval_sum = 54866,
     .rebound_sum = 6831},
    {.name = "tennis ball on stoneware",
     .key = "tennis",
     .mass = 0.056,
     .diameter = 0.0643, /* a circumference of 0.202 m, which the report has for the diameter */
     .bounces = 4,
     .drops = 5,
     .video = 5,
     .height = {0.25, 0.35, 0.45, 0.55, 0.65},
     .interval = {{{0.350, 0.349, 0.352, 0.347, 0.355},
                   {0.267, 0.268, 0.271, 0.268, 0.272},
                   {0.203, 0.215, 0.209, 0.203, 0.206},
                   {0.153, 0.144, 0.146, 0.150, 0.160}},
                  {{0.411, 0.407, 0.408, 0.410, 0.407},
                   {0.305, 0.309, 0.308, 0.311, 0.311},
                   {0.242, 0.240, 0.235, 0.236, 0.240},
                   {0.178, 0.183, 0.177, 0.177, 0.186}},
                  {{0.453, 0.459, 0.456, 0.458, 0.458},
                   {0.354, 0.343, 0.351, 0.345, 0.348},
                   {0.263, 0.256, 0.264, 0.276, 0.270},
                   {0.199, 0.206, 0.212, 0.190, 0.210}},
                  {{0.496, 0.505, 0.504, 0.500, 0.499},
                   {0.384, 0.386, 0.375, 0.375, 0.382},
                   {0.290, 0.293, 0.284, 0.293, 0.286},
                   {0.230, 0.233, 0.226, 0.235, 0.228}},
                  {{0.547, 0.510, 0.535, 0.535, 0.533},
                   {0.412, 0.383, 0.402, 0.398, 0.404},
                   {0.314, 0.306, 0.315, 0.303, 0.306},
                   {0.245, 0.225, 0.231, 0.242, 0.234}}},
     .video_height = {0.25, 0.35, 0.45, 0.55, 0.65},
     .rebound = {{12.2, 12.8, 13.0, 12.7, 12.5, 13.1, 13.2, 13.2, 13.0, 13.0},
                 {19.5, 20.5, 19.4, 19.8, 19.0, 20.4, 19.4, 19.8, 20.3, 19.5},
                 {25.0, 25.2, 24.6, 25.1, 24.8, 25.0, 25.4, 24.8, 24.7, 25.5},
                 {28.5, 29.9, 28.2, 28.6, 29.0, 30.0, 29.5, 28.6, 28.5, 30.0},
                 {33.0, 33.5, 32.0, 32.8, 32.1, 33.1, 32.7, 33.6, 33.1, 32.1}},
     .interval_sum = 31324,
     .rebound_sum = 11952},
    {.name = "golf ball on marble",
     .key = "golf",
     .mass = 0.0415,
     .diameter = 0.042,
     .bounces = 8,
     .drops = 4,
     .video = 4,
     .height = {0.80, 0.90, 1.00, 1.10},
     .interval = {{{0.649, 0.723, 0.724, 0.722, 0.723},
                   {0.584, 0.642, 0.649, 0.647, 0.649},
                   {0.523, 0.577, 0.588, 0.584, 0.576},
                   {0.523, 0.518, 0.532, 0.525, 0.513},
                   {0.464, 0.469, 0.479, 0.471, 0.459},
                   {0.407, 0.422, 0.436, 0.421, 0.411},
                   {0.364, 0.384, 0.391, 0.376, 0.366},
                   {0.328, 0.349, 0.350, 0.337, 0.326}},
                  {{0.675, 0.762, 0.759, 0.764, 0.763},
                   {0.604, 0.682, 0.680, 0.683, 0.683},
                   {0.533, 0.612, 0.606, 0.609, 0.614},
                   {0.478, 0.551, 0.544, 0.545, 0.558},
                   {0.432, 0.494, 0.489, 0.479, 0.505},
                   {0.386, 0.439, 0.437, 0.426, 0.458},
                   {0.349, 0.391, 0.388, 0.378, 0.416},
                   {0.316, 0.345, 0.349, 0.338, 0.378}},
                  {{0.794, 0.811, 0.804, 0.791, 0.804},
                   {0.716, 0.725, 0.718, 0.710, 0.716},
                   {0.637, 0.643, 0.644, 0.638, 0.645},
                   {0.562, 0.580, 0.580, 0.574, 0.581},
                   {0.504, 0.518, 0.501, 0.518, 0.525},
                   {0.452, 0.460, 0.450, 0.468, 0.473},
                   {0.403, 0.421, 0.401, 0.425, 0.429},
                   {0.367, 0.359, 0.356, 0.386, 0.391}},
                  {{0.845, 0.838, 0.838, 0.832, 0.845},
                   {0.760, 0.751, 0.746, 0.742, 0.753},
                   {0.682, 0.673, 0.666, 0.665, 0.675},
                   {0.608, 0.607, 0.594, 0.591, 0.609},
                   {0.543, 0.547, 0.528, 0.527, 0.549},
                   {0.488, 0.492, 0.465, 0.472, 0.493},
                   {0.421, 0.438, 0.417, 0.423, 0.441},
                   {0.377, 0.388, 0.372, 0.365, 0.396}}},
     .first_throw = {1, 1, 0, 0},
     .video_height = {0.80, 0.90, 1.00, 1.10},
     .rebound = {{63.7, 64.6, 63.2, 64.1, 63.8, 63.5, 63.7, 64.2, 64.3, 63.2},
                 {72.2, 72.0, 71.3, 72.2, 72.5, 72.4, 72.1, 71.5, 71.4, 72.2},
                 {78.5, 79.2, 79.4, 80.2, 79.0, 79.2, 78.7, 79.1, 79.5, 77.4},
                 {87.7, 86.7, 86.1, 86.5, 87.0, 87.9, 85.8, 86.5, 86.6, 86.9}},
     .interval_sum = 87021,
     .rebound_sum = 30160},
};

/*
 * The same authors, "Leggi di Newton e urti centrali elastici e anelastici": a cart strikes one that stands, on a
 * track. Velocity before, m/s, and of the struck cart after.
 */
enum { CART_SETS = 3, CART_RUNS = 5 };
static const double CART_LOAD = 0.5; /* kg, as the report calls it */

typedef struct cart_data {
    const char *name;
    double striking, struck; /* kg; the report gives the striking cart and the sum */
    int runs;                /* that are used */
    double before[CART_RUNS], after[CART_RUNS];
} cart_data;

static const cart_data CART_DATA[CART_SETS] = {
    {"empty", 0.270, 0.543 - 0.270, 5, {0.531, 0.474, 0.380, 0.558, 0.642}, {0.516, 0.469, 0.368, 0.544, 0.618}},
    /* of the fifth run the report has 0.829 m/s before and 0.828 m/s expected after, which its own formula does not
     * give: left out */
    {"striking cart with 500 g",
     0.777,
     1.050 - 0.777,
     4,
     {0.524, 0.400, 0.376, 0.612, 0.829},
     {0.752, 0.576, 0.543, 0.881, 0.808}},
    {"struck cart with 500 g",
     0.270,
     1.050 - 0.270,
     5,
     {0.635, 0.640, 0.405, 0.547, 0.528},
     {0.315, 0.320, 0.201, 0.277, 0.264}},
};

/*
 * I. Newton 1687, scholium to the laws: parts of motion of two pendulums before and after, towards the right; the
 * first strikes the second.
 */
enum { NEWTON_TRIALS = 3 };
static const struct {
    double before[2], after[2];
} NEWTON_DATA[NEWTON_TRIALS] = {{{9, 0}, {2, 7}}, {{12, -6}, {-2, 8}}, {{14, 5}, {5, 14}}};

/* and of balls of wool: they part "as about 5 to 9" */
static const int NEWTON_WOOL[2] = {5, 9};

#endif
