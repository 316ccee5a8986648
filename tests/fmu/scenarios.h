/* Scenarios of which tests make FMUs. */
#ifndef THUD_TESTS_FMU_SCENARIOS_H
#define THUD_TESTS_FMU_SCENARIOS_H

/* a ball that falls 1 m and bounces with e = 0.5: it strikes the floor at √(2/g), and rests after thrice that */
#define BALL                                                                                                       \
    "title: A ball & a <floor>\n"                                                                                  \
    "bodies: {ball: {mass: 2}}\n"                                                                                  \
    "gravity: 9.81\n"                                                                                              \
    "duration: 2\n"                                                                                                \
    "contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\n"

/* a body that nothing holds */
#define FREE                                                                                                       \
    "bodies: {mass: {mass: 4, velocity: 0}}\n"                                                                     \
    "duration: 1\n"

/* a deck between two abutments, shaken by a record; one stop is compliant, the other is not */
#define DECK                                                                                                       \
    "bodies: {deck: {mass: 1.25e6}, 'side span': {mass: 4e5}}\n"                                                   \
    "links:\n"                                                                                                     \
    "  - {left: ground, right: deck, stiffness: 1.2867963e7, damping_ratio: 0.05}\n"                               \
    "  - {left: ground, right: side span, stiffness: 2e7, damping_ratio: 0.02}\n"                                  \
    "contacts:\n"                                                                                                  \
    "  - {name: east, left: deck, right: ground, gap: 30 mm, model: newton, restitution: 0.6}\n"                   \
    "  - {name: span, left: side span, right: deck, gap: 10 mm, model: flores, stiffness: 5e8, restitution: "      \
    "0.6}\n"                                                                                                       \
    "ground: {record: deck.csv}\n"                                                                                 \
    "tolerance: 1e-14\n"                                                                                           \
    "duration: 4\n"

/* a frame that yields, with a signal to look at */
#define FRAME                                                                                                      \
    "bodies: {floor: {mass: 1e5}, roof: {mass: 8e4}}\n"                                                            \
    "links:\n"                                                                                                     \
    "  - {name: first, left: ground, right: floor, stiffness: 4e7, damping_ratio: 0.03,\n"                         \
    "     hysteresis: {model: bilinear, yield: 5e5, hardening: 0.05}}\n"                                           \
    "  - {name: second, left: floor, right: roof, stiffness: 3e7, damping_ratio: 0.03}\n"                          \
    "watch: {top: {of: link-force, link: second}}\n"                                                               \
    "ground: {sine: {amplitude: 0.4 g, frequency: 2}}\n"                                                           \
    "duration: 3\n"

#endif
