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

/* the errors that the paper prints beside them, per cent of e₀ */
static const double ZHAO_LIU_ERRORS[2][ZHAO_LIU_ROWS][ZHAO_LIU_COLUMNS] = {
    {{27.6, 32.0, 563.9},
     {19.1, 22.8, 235.8},
     {10.3, 14.4, 128.0},
     {5.5, 9.5, 75.6},
     {3.4, 5.8, 45.2},
     {1.4, 4.0, 26.1},
     {0.9, 2.5, 13.7},
     {0.4, 1.6, 6.0},
     {0, 0.7, 1.6},
     {0, 0, 0}},
    {{26.2, 31.2, 560.4},
     {17.8, 22.5, 234.9},
     {10.1, 14.8, 127.8},
     {5.3, 9.5, 75.4},
     {2.9, 6.2, 45.0},
     {1.3, 3.9, 25.9},
     {0.7, 2.5, 13.6},
     {0.3, 1.6, 6.0},
     {0, 0.6, 1.5},
     {0, 0, 0}},
};

#endif
