/* Watched signals: the parts that they refer to must exist. */
#include "model/check.h"

static void check_motion(thud_check *check, thud_check_part part, const thud_model_watch *w) {
    const thud_watch *watch = &w->given;
    const bool left =
        thud_check_end(check, part, "left", watch->left.number, "it refers to something that is not a body");
    const bool right =
        thud_check_end(check, part, "right", watch->right.number, "it refers to something that is not a body");
    if (left && right && w->row.terms && w->row.count == 0)
        thud_check_error(check, part, "right", "its two sides move together, so that it is zero");
    else if (left && right && watch->left.number == watch->right.number)
        thud_check_error(check, part, "right", "it compares a body with itself, so that it is zero");
}

static void check_base(thud_check *check, thud_check_part part, const thud_watch *watch) {
    const thud_model *model = check->model;
    if (!thud_check_is_body(model, watch->right.number, false))
        thud_check_error(check, part, "right", "a base shear needs a body, whose structure it is for");
}

static void check_watch(thud_check *check, thud_check_part part, const thud_model_watch *w) {
    const thud_model *model = check->model;
    const thud_watch *watch = &w->given;
    switch (watch->kind) {
    case THUD_WATCH_DISPLACEMENT:
    case THUD_WATCH_VELOCITY:
    case THUD_WATCH_ACCELERATION: check_motion(check, part, w); return;
    case THUD_WATCH_LINK_FORCE:
        if (watch->link >= model->link_count) thud_check_error(check, part, "link", "there is no such link");
        return;
    case THUD_WATCH_DRIFT:
        if (watch->link >= model->link_count) thud_check_error(check, part, "link", "there is no such link");
        else if (!(model->links[watch->link].given.height > 0))
            thud_check_error(check, part, "link", "a drift needs a link with a height");
        return;
    case THUD_WATCH_BASE_SHEAR: check_base(check, part, watch); return;
    case THUD_WATCH_GROUND: return;
    }
    thud_check_error(check, part, "of", "a signal of an unknown kind");
}

void thud_check_watches(thud_check *check) {
    const thud_model *model = check->model;
    for (size_t i = 0; i < model->watch_count; i++) {
        const thud_check_part part = {THUD_PART_WATCH, i};
        check_watch(check, part, &model->watches[i]);
        if (model->run.solver == THUD_SOLVER_MOREAU)
            thud_check_error(check, part, "of", "solver moreau does not support watched signals");
    }
}
