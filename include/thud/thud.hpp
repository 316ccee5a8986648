/*
 * The C interface with owners and exceptions, for C++17 and later. Nothing else is added: options and results are the
 * structs of the C headers, and whatever has no method here is called in C with get().
 *
 *     thud::model model = thud::model::read("bridge.yaml");
 *     thud::simulation run(model);
 *     const thud_summary &summary = run.run();
 *     std::printf("%zu impacts\n", summary.impacts);
 *
 * A call that fails throws thud::error, whose what() is the text of the library and which has its status and place.
 * Objects can be moved and not copied. A simulation keeps its model alive.
 */
#ifndef THUD_THUD_HPP
#define THUD_THUD_HPP

#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <thud/thud.h>

namespace thud {

/* What went wrong, with what, and where. */
class error : public std::runtime_error {
public:
    error(thud_status status, const std::string &text) : std::runtime_error(text), status_(status) {}
    explicit error(const thud_error &from)
        : std::runtime_error(place_of(from) + from.text), status_(from.status),
          subject_(from.subject ? from.subject : ""), file_(from.file ? from.file : ""), line_(from.line),
          column_(from.column) {}

    thud_status status() const noexcept { return status_; }
    const std::string &subject() const noexcept { return subject_; } /* the parameter at fault; "": none */
    const std::string &file() const noexcept { return file_; }
    std::size_t line() const noexcept { return line_; } /* from 1; 0: about no line */
    std::size_t column() const noexcept { return column_; }

private:
    static std::string place_of(const thud_error &from) {
        if (!from.file) return "";
        if (from.line == 0) return std::strstr(from.text, from.file) ? "" : std::string(from.file) + ": ";
        return std::string(from.file) + ":" + std::to_string(from.line) + ":" + std::to_string(from.column) + ": ";
    }

    thud_status status_;
    std::string subject_, file_;
    std::size_t line_ = 0, column_ = 0;
};

/* Throws where a status is not THUD_OK; with what is known of it, where something is. */
inline void check(thud_status status, const thud_error *about = nullptr) {
    if (status == THUD_OK) return;
    if (about && *about->text) throw error(*about);
    throw error(status, thud_status_text(status));
}

/* An error that a call may fill in. */
inline thud_error no_error() {
    thud_error none{};
    none.status = THUD_OK;
    none.value = std::nan("");
    return none;
}

/* A law of the catalogue; throws where there is none of that name. */
inline const thud_law *law(const std::string &name) {
    const thud_law *found = thud_law_find(name.c_str());
    if (found) return found;
    const char *near = thud_law_nearest(name.c_str());
    throw error(THUD_ERROR_ARGUMENT, "no contact law is called '" + name + "'" +
                                         (near ? "; did you mean '" + std::string(near) + "'?" : ""));
}

/* Options of one impact, of contacts and of runs, with the library's defaults. */
inline thud_impact_options impact_options(const std::string &name) { return thud_impact_options_default(law(name)); }
inline thud_gap_contact gap_contact(const std::string &name) { return thud_gap_contact_default(law(name)); }

/* One impact. */
inline thud_impact solve(const thud_impact_options &options) {
    thud_error about = no_error();
    thud_impact impact;
    check(thud_impact_check(&options, &about), &about);
    check(thud_impact_solve(&options, &impact));
    return impact;
}

/* A contact element in a simulator of one's own; a value, which copies like one. */
class contact {
public:
    explicit contact(const thud_impact_options &options) {
        thud_error about = no_error();
        check(thud_contact_check(&options, &about), &about);
        check(thud_contact_init(&state_, &options));
    }
    void begin(double approach_speed) { check(thud_contact_begin(&state_, approach_speed)); }
    double force(double penetration, double speed) const {
        return thud_contact_force(&state_, penetration, speed);
    }
    bool accept(double penetration, double speed) { return thud_contact_accept(&state_, penetration, speed); }
    thud_contact *get() noexcept { return &state_; }

private:
    thud_contact state_;
};

/* An accelerogram. */
class motion {
public:
    static motion read(const std::string &path, const thud_motion_options &options = thud_motion_options_default()) {
        thud_motion *read = nullptr;
        thud_motion_info info{};
        info.error = no_error();
        const thud_status status = thud_motion_read(path.c_str(), &options, &read, &info);
        check(status, &info.error);
        return motion(read);
    }
    motion(std::size_t count, double step) : motion(thud_motion_create(count, step)) {}

    std::size_t size() const noexcept { return held_->count; }
    double &operator[](std::size_t i) noexcept { return held_->acceleration[i]; }
    double operator[](std::size_t i) const noexcept { return held_->acceleration[i]; }
    thud_motion *get() const noexcept { return held_.get(); }

private:
    struct release {
        void operator()(thud_motion *held) const noexcept { thud_motion_free(held); }
    };
    explicit motion(thud_motion *held) : held_(held) {
        if (!held) throw std::bad_alloc();
    }
    std::unique_ptr<thud_motion, release> held_;
};

/* A model: built by hand, or read from a scenario. */
class model {
public:
    model() : held_(thud_model_create(), thud_model_free) {
        if (!held_) throw std::bad_alloc();
    }
    static model read(const std::string &path) {
        first_error found;
        thud_model *read = nullptr;
        check(thud_scenario_read(path.c_str(), take, &found, &read), found);
        return model(read);
    }
    static model parse(const std::string &text, const std::string &folder = "") {
        first_error found;
        thud_model *read = nullptr;
        check(thud_scenario_parse(text.data(), text.size(), folder.c_str(), take, &found, &read), found);
        return model(read);
    }

    thud_body_id add_body(const std::string &name, double mass) {
        return thud_model_add_body(get(), name.c_str(), mass);
    }
    void set_start(thud_body_id body, double displacement, double velocity) {
        thud_model_set_start(get(), body, displacement, velocity);
    }
    void add_link(thud_body_id left, thud_body_id right, const thud_link &link) {
        thud_model_add_link(get(), left, right, &link);
    }
    void add_contact(const std::string &name, thud_body_id left, thud_body_id right,
                     const thud_gap_contact &contact) {
        thud_model_add_contact(get(), name.c_str(), left, right, &contact);
    }
    void set_ground(const thud_signal &acceleration) { thud_model_set_ground(get(), &acceleration); }
    void set_ground(const motion &record, double scale = 1) {
        thud_signal signal{};
        signal.kind = THUD_SIGNAL_SAMPLES;
        signal.samples = record.get();
        signal.scale = scale;
        thud_model_set_ground(get(), &signal);
    }
    void set_gravity(double gravity) { thud_model_set_gravity(get(), gravity); }
    void set_duration(double duration) { thud_model_set_duration(get(), duration); }
    void set_modal_damping(double ratio) { thud_model_set_modal_damping(get(), ratio); }
    void build() {
        thud_error about = no_error();
        check(thud_model_build(get(), &about), &about);
    }

    thud_model *get() const noexcept { return held_.get(); }
    std::shared_ptr<thud_model> share() const noexcept { return held_; }

private:
    struct first_error {
        thud_status status = THUD_OK;
        std::string text;
    };
    static void take(void *context, const thud_error *from) {
        first_error *found = static_cast<first_error *>(context);
        if (from->status == THUD_OK) return; /* a warning */
        try {
            if (!found->text.empty()) found->text += "\n";
            else found->status = from->status;
            found->text += error(*from).what();
        } catch (...) { /* without memory the status alone is told */
        }
    }
    static void check(thud_status status, const first_error &found) {
        if (status == THUD_OK) return;
        throw error(status, found.text.empty() ? thud_status_text(status) : found.text);
    }
    static void check(thud_status status, const thud_error *about) { thud::check(status, about); }
    explicit model(thud_model *held) : held_(held, thud_model_free) {}

    std::shared_ptr<thud_model> held_;
};

/* A model in motion: whole runs, or in steps. */
class simulation {
public:
    explicit simulation(const model &of) : model_(of.share()) {
        thud_simulation *made = nullptr;
        check(thud_simulation_create(model_.get(), &made));
        held_.reset(made);
    }
    const thud_summary &run(const thud_observer *observer = nullptr) {
        explain(thud_simulation_run(get(), observer));
        return summary();
    }
    void start(const thud_observer *observer = nullptr) { explain(thud_simulation_start(get(), observer)); }
    void advance(double until) { explain(thud_simulation_advance(get(), until)); }
    thud_sample state() {
        thud_sample now{};
        explain(thud_simulation_state(get(), &now));
        return now;
    }
    void set_force(thud_body_id body, double force, thud_input_kind kind = THUD_INPUT_HELD) {
        check(thud_simulation_set_force(get(), body, force, kind));
    }
    void set_options(const thud_run_options &options) {
        thud_error about = no_error();
        check(thud_simulation_set_options(get(), &options, &about), &about);
    }
    std::vector<unsigned char> save() {
        std::vector<unsigned char> bytes(thud_simulation_save_size(get()));
        check(thud_simulation_save(get(), bytes.data(), bytes.size()));
        return bytes;
    }
    void restore(const std::vector<unsigned char> &bytes) {
        check(thud_simulation_restore(get(), bytes.data(), bytes.size()));
    }

    /* of the last run; the next one writes over it */
    const thud_summary &summary() const noexcept { return *thud_simulation_summary(held_.get()); }
    thud_simulation *get() const noexcept { return held_.get(); }

private:
    struct release {
        void operator()(thud_simulation *held) const noexcept { thud_simulation_free(held); }
    };
    void explain(thud_status status) const { check(status, status == THUD_OK ? nullptr : &summary().error); }

    std::shared_ptr<thud_model> model_;
    std::unique_ptr<thud_simulation, release> held_;
};

} // namespace thud

#endif
