/*
 * Owners and exceptions: closed forms through every class, what an exception says, moves, and a model that outlives its
 * name in a simulation. Ends with status 1 and the line of the first check that fails.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include <thud/thud.hpp>

#define CHECK(what)                                                                                                \
    do {                                                                                                           \
        if (!(what)) {                                                                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                                        \
            std::exit(1);                                                                                          \
        }                                                                                                          \
    } while (0)

static bool near(double a, double b, double tolerance) { return std::fabs(a - b) <= tolerance * std::fabs(b); }

template <typename Call> static thud::error thrown_by(Call call) {
    try {
        call();
    } catch (const thud::error &e) {
        return e;
    }
    return thud::error(THUD_OK, "nothing was thrown");
}

/* an elastic impact of 2 kg at 3 m/s on 8 N/m: half a period, m v w, 2 m v */
static void impacts() {
    thud_impact_options options = thud::impact_options("linear");
    options.mass = 2;
    options.speed = 3;
    options.stiffness = 8;
    const thud_impact hit = thud::solve(options);
    CHECK(near(hit.contact_time, 3.14159265358979324 / 2, 1e-12));
    CHECK(near(hit.max_force, 12, 1e-12));
    options.mass = -1;
    const thud::error e = thrown_by([&] { thud::solve(options); });
    CHECK(e.status() == THUD_ERROR_ARGUMENT && e.subject() == "mass");
    CHECK(std::string(e.what()) == "mass (-1 given) must be positive");
    const auto words = [](auto call) { return std::string(thrown_by(call).what()); };
    CHECK(words([] { thud::law("herz"); }) == "no contact law is called 'herz'; did you mean 'hertz'?");
    CHECK(words([] { thud::law("rubberband"); }) == "no contact law is called 'rubberband'");
    CHECK(words([] { thud::model::read("nowhere.yaml"); }) == "nowhere.yaml: No such file or directory");
    CHECK(words([] { thud::motion::read("nowhere.at2"); }) == "nowhere.at2: No such file or directory");
}

static void elements() {
    thud_impact_options options = thud::impact_options("linear");
    options.stiffness = 8;
    thud::contact spring(options);
    spring.begin(3);
    CHECK(spring.force(0.5, 1) == 4);
    CHECK(spring.accept(0.5, 1));
    options.stiffness = 0;
    CHECK(thrown_by([&] { thud::contact bad(options); }).subject() == "stiffness");
}

/* free vibration of 4 kg on 16 N/m from 0.1 m: x = 0.1 cos 2t; the model goes before the simulation does */
static void runs() {
    thud::model *made = new thud::model();
    const thud_body_id body = made->add_body("body", 4);
    thud_link spring{};
    spring.stiffness = 16;
    spring.damping_exponent = 1;
    made->add_link(THUD_GROUND, body, spring);
    made->set_start(body, 0.1, 0);
    made->set_duration(3);
    made->build();
    thud::simulation first(*made);
    delete made;
    CHECK(near(first.run().bodies[0].final_displacement, 0.1 * std::cos(6.0), 1e-12));
    thud::simulation moved = std::move(first);
    moved.start();
    moved.advance(1);
    const std::vector<unsigned char> kept = moved.save();
    moved.advance(2);
    moved.restore(kept);
    CHECK(moved.state().time == 1);
    CHECK(near(moved.state().displacement[0], 0.1 * std::cos(2.0), 1e-12));
    CHECK(thrown_by([&] { moved.advance(0.5); }).status() == THUD_ERROR_ARGUMENT);
    thud_run_options options = thud_run_options_default();
    options.duration = -1;
    CHECK(thrown_by([&] { moved.set_options(options); }).subject() == "duration");
}

static void scenarios() {
    const thud::error e = thrown_by([] { thud::model::parse("bodies: {a: {mass: 0}}\nduraton: 1\n"); });
    CHECK(e.status() == THUD_ERROR_ARGUMENT);
    CHECK(std::string(e.what()).find("(text):1:20: body 'a': mass (0 given) must be positive") == 0);
    CHECK(std::string(e.what()).find("unknown key 'duraton'") != std::string::npos);
    CHECK(thrown_by([] { thud::model::read("/nowhere/at/all.yaml"); }).status() == THUD_ERROR_FILE);
    thud::model empty;
    CHECK(std::string(thrown_by([&] { empty.build(); }).what()) == "there are no bodies");
}

static void motions() {
    thud::motion record(3, 0.5);
    record[1] = 2;
    CHECK(record.size() == 3 && record[1] == 2);
    thud::model model;
    thud_link spring{};
    spring.stiffness = 1;
    spring.damping_exponent = 1;
    model.add_link(THUD_GROUND, model.add_body("a", 1), spring);
    model.set_ground(record, 0.5);
    model.set_duration(1);
    model.build();
    CHECK(thud::simulation(model).run().bodies[0].max_displacement > 0);
    CHECK(thrown_by([] { thud::motion::read("/nowhere.at2"); }).status() == THUD_ERROR_FILE);
}

int main() {
    impacts();
    elements();
    runs();
    scenarios();
    motions();
    return 0;
}
