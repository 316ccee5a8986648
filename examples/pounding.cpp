/*
 * Two decks that pound against each other, in C++: a model by hand, the same as a scenario, and an error that says what
 * is wrong. Ends with status 1 where the two runs differ.
 */
#include <cstdio>

#include <thud/thud.hpp>

static thud::model by_hand() {
    thud::model model;
    const thud_body_id left = model.add_body("left", 1e6), right = model.add_body("right", 5e5);
    thud_link pier{};
    pier.stiffness = 4e7;
    pier.damping_exponent = 1;
    model.add_link(THUD_GROUND, left, pier);
    model.add_link(THUD_GROUND, right, pier);
    thud_gap_contact joint = thud::gap_contact("hunt-crossley");
    joint.gap = 0.02;
    joint.restitution = 0.6;
    joint.stiffness = 5e9;
    model.add_contact("joint", left, right, joint);
    thud_signal shaking{};
    shaking.kind = THUD_SIGNAL_SINE;
    shaking.amplitude = 1.5;
    shaking.frequency = 1;
    model.set_ground(shaking);
    model.set_duration(10);
    model.build();
    return model;
}

static thud::model by_scenario() {
    return thud::model::parse("bodies: {left: {mass: 1000 t}, right: {mass: 500 t}}\n"
                              "links:\n"
                              "  - {left: ground, right: left, stiffness: 40 kN/mm}\n"
                              "  - {left: ground, right: right, stiffness: 40 kN/mm}\n"
                              "contacts:\n"
                              "  - {name: joint, left: left, right: right, gap: 20 mm, model: hunt-crossley,\n"
                              "     restitution: 0.6, stiffness: 5e9}\n"
                              "ground: {sine: {amplitude: 1.5, frequency: 1}}\n"
                              "duration: 10\n");
}

int main() {
    thud::simulation first(by_hand()), second(by_scenario());
    const thud_summary &a = first.run(), &b = second.run();
    std::printf("%zu impacts, up to %.2f MN\n", a.impacts, 1e-6 * a.contacts[0].max_force);
    try {
        thud::model::parse("bodies: {left: {mass: 10 m}}\nduration: 1\n");
        return 1;
    } catch (const thud::error &e) {
        std::printf("%s\n", e.what());
    }
    return a.impacts > 0 && a.impacts == b.impacts && a.contacts[0].max_force == b.contacts[0].max_force ? 0 : 1;
}
