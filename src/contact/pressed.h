/*
 * Contacts that are pressed by impacts: the speed that they are calibrated for, once for all engines.
 *
 * A contact j in force that was struck with the speed v_j gives, left to itself, the impulse
 *
 *     P_j = (1 + e) v_j/W_jj,   and closes its neighbour i by −W_ij P_j,   W = G M⁻¹ Gᵀ.
 *
 * Where that is under way as the gap of i closes, i is calibrated for the speed to which it leads, not for what has
 * come of it so far: u_i = δ̇_i + Σ −W_ij (P_j − what j has given). This is the speed that it would have with a gap
 * so wide that the impacts come one after the other. It is the same for all gaps, and c with it, down to gaps
 * without any width, where δ̇_i is zero. One in force whose neighbour is struck anew takes that part in it likewise.
 * What is slower than the impact threshold is no impact, and leads to nothing.
 */
#ifndef THUD_CONTACT_PRESSED_H
#define THUD_CONTACT_PRESSED_H

#include <thud/contact.h>
#include <thud/model.h>
#include <thud/simulate.h>

/* The state of one contact. */
typedef struct thud_pressed {
    double speed;        /* m/s, that it is calibrated for */
    double promised;     /* N·s: what the impact gives from then on, left to itself */
    double given_before; /* N·s: its impulse until then */
    bool slow;           /* it closed more slowly than the threshold */
    bool reached;        /* while an impact is passed on */
    double reach;        /* m/s: what it leads to, likewise */
    /* how often it began slowly in this run: pressed by an impact; or not, with the damping of the threshold */
    size_t slow_pressed, slow_alone;
    double least, most; /* m/s: the speeds that those pressed were calibrated for */
} thud_pressed;

/* What an engine says of a contact: its state; in force, its rate, m/s, and the impulse so far, N·s. */
typedef struct thud_pressed_contact {
    thud_pressed *state;
    const thud_gap_contact *given;
    bool in_force;
    double rate, impulse;
} thud_pressed_contact;

/* And of all of them, by number. */
typedef struct thud_pressing {
    void *engine;
    size_t count;
    double threshold; /* m/s, of impacts */
    thud_pressed_contact (*contact)(void *engine, size_t contact);
    double (*coupling)(void *engine, size_t contact, size_t other);       /* W, 1/kg */
    thud_status (*calibrate)(void *engine, size_t contact, double speed); /* one in force, in the midst of it */
} thud_pressing;

/* The threshold that counts: at least 1e-12 m/s. */
double thud_press_threshold(double impact_threshold);

/* Damping for the restitution of an impact at this speed: THUD_ERROR_UNREACHABLE where that is zero. */
thud_status thud_press_calibrate(thud_contact *element, const thud_gap_contact *given, double speed);

/* e that an impact of a contact leaves with, for the impulse that it has left to give; 1 where c is given. */
double thud_press_restitution(const thud_gap_contact *given, double speed);

/* How a compliant contact is struck that closes at this speed; and once it has begun, for the notes. */
void thud_press_find(const thud_pressing *pressing, size_t contact, double speed);
void thud_press_count(const thud_pressing *pressing, size_t contact);

/* One that was released acts again at this speed, with the damping that it has. */
void thud_press_resume(const thud_pressing *pressing, size_t contact, double speed);

/* A contact has begun: those in force that it presses are struck, too. An error when one cannot be calibrated. */
thud_status thud_press_pass_on(const thud_pressing *pressing, size_t contact);

/* Before and after an impulse, which strikes those in force that it makes faster by more than the threshold. */
void thud_press_before_impulse(const thud_pressing *pressing);
thud_status thud_press_after_impulse(const thud_pressing *pressing);

/* The notes of a run that has ended; `model` has the names, and may be NULL. */
void thud_press_say(const thud_pressing *pressing, const thud_model *model, thud_notes *notes);

#endif
