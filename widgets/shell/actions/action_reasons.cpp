// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/action_reasons.h"

#include <QCoreApplication>

namespace pgram {

namespace {

struct Reasons {
    Q_DECLARE_TR_FUNCTIONS(ActionReasons)
};

}  // namespace

QString whyDisabled(const Actions& actions, const QAction* action, const WindowState& state)
{
    if (action->isEnabled()) {
        return {};
    }
    if (action == actions.stop) {
        return Reasons::tr("no search is running");
    }
    if (action == actions.plan) {
        return state.isPlanning ? Reasons::tr("a search is running") : Reasons::tr("the scenario is not complete");
    }
    if (action == actions.undo || action == actions.redo) {
        return action == actions.undo ? Reasons::tr("nothing to undo") : Reasons::tr("nothing to redo");
    }
    if (action == actions.largerType || action == actions.smallerType || action == actions.usualType) {
        return action == actions.largerType ? Reasons::tr("the type is at its largest")
                                            : Reasons::tr("the type has its usual size");
    }
    if (action == actions.timeBack || action == actions.timeForward || action == actions.timeAll) {
        return action == actions.timeAll ? Reasons::tr("the whole step is shown")
                                         : Reasons::tr("no other zoom was shown");
    }
    if (action == actions.reopen) {
        return Reasons::tr("no plan was closed");
    }
    if (!state.hasPlan) {
        return Reasons::tr("there is no plan yet");
    }
    if (action == actions.keepLayers || action == actions.keepCuts) {
        return state.isPlanning ? Reasons::tr("a search is running") : Reasons::tr("no layer is selected");
    }
    if (action == actions.comparePlanned) {
        return Reasons::tr("the plan is as the planner made it, or no planner made it");
    }
    return {};
}

}  // namespace pgram
