/*
 * D. Zhao & Y. Liu, Math. Probl. Eng. 2016, 9161789: tables 1 (a ball falls on a plane) and 2 (a pendulum strikes a
 * wall) as printed, for the page of the paper and for the test of it.
 */
#ifndef THUD_PAPERS_ZHAO_LIU_TABLES_H
#define THUD_PAPERS_ZHAO_LIU_TABLES_H

enum { ZHAO_LIU_ROWS = 10, ZHAO_LIU_COLUMNS = 3 };

/* "the model of this paper", "nonlinear viscoelastic", "Hertz-damp": the rules that the columns really are of */
static const char *const ZHAO_LIU_LAWS[ZHAO_LIU_COLUMNS] = {"hu-guo", "flores", "lankarani-nikravesh"};

/* restitution for e₀ = 0.1 to 1 */
static const double ZHAO_LIU_TABLES[2][ZHAO_LIU_ROWS][ZHAO_LIU_COLUMNS] = {
    {{0.0724, 0.0680, 0.6639},
     {0.1618, 0.1544, 0.6715},
     {0.2690, 0.2568, 0.6841},
     {0.3779, 0.3619, 0.7024},
     {0.4831, 0.4710, 0.7258},
     {0.5916, 0.5762, 0.7563},
     {0.6937, 0.6827, 0.7960},
     {0.7965, 0.7874, 0.8477},
     {0.9000, 0.8936, 0.9142},
     {1, 1, 1}},
    {{0.0738, 0.0688, 0.6604},
     {0.1644, 0.1550, 0.6698},
     {0.2696, 0.2557, 0.6835},
     {0.3785, 0.3622, 0.7015},
     {0.4857, 0.4692, 0.7250},
     {0.5921, 0.5769, 0.7553},
     {0.6949, 0.6826, 0.7955},
     {0.7976, 0.7869, 0.8481},
     {0.9000, 0.8948, 0.9137},
     {1, 1, 1}},
};

#endif
