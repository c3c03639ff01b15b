// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/core_text.h"
#include "widgets/document/plan_names.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/planning.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/window/main_window.h"
#include "widgets/shell/window/menus/menus.h"
#include "widgets/shell/window/scenario_follower.h"

namespace pgram {

namespace {

int shown(const WindowParts& w)
{
    return w.bench->session.currentRow();
}

QString closedText(const PlanDocument& plan)
{
    return Words::tr("Closed %1.").arg(qs(plan.plan()->name));
}

void closePlan(const WindowParts& w)
{
    const QString text = closedText(w.bench->session.at(shown(w)));
    w.bench->session.close(shown(w));
    w.messages->post({Tone::Note, text, Words::tr("Bring Back"), [s = &w.bench->session] { s->reopenClosed(); }});
}

void reopenPlan(const WindowParts& w)
{
    // The offer to bring it back would open another one by then.
    w.messages->dismiss(closedText(*w.bench->session.closed().back()));
    w.bench->session.reopenClosed();
}

/// What was edited beside what the planner made, in front.
void showBesidePlanned(const WindowParts& w)
{
    comparePlanned(w.bench->session, shown(w));
    if (w.views->setCurrent(QStringLiteral("compare"))) {
        w.views->current()->setFocus();
    }
}

std::vector<ActionSpec> searchRows()
{
    const Need isComplete{[](auto& w) { return w.scenarioPanel->isComplete(); },
                          Reasons::tr("the scenario is not complete")};
    const Need isRunning{[](auto& w) { return w.planning->isRunning(); }, Reasons::tr("no search is running")};
    const Need hasLayers{[](auto& w) { return w.bench->selection.current().firstLayer >= 0; },
                         Reasons::tr("no layer is selected")};
    return {
        row("plan", Words::tr("&Plan"), [](auto& w) { w.window->plan(); },
            {.icon = "plan",
             .keys = {Qt::CTRL | Qt::Key_Return, Qt::Key_F5},
             .toolBar = 30,
             .needs = {isIdle(), isComplete}}),
        row("planUntilStopped", Words::tr("Plan &Until Stopped"), [](auto& w) { w.window->planUntilStopped(); },
            {.needs = {isIdle(), isComplete}}),
        row("stop", Words::tr("&Stop"), [](auto& w) { w.planning->stop(); },
            {.icon = "stop", .keys = {Qt::Key_Escape}, .toolBar = 31, .needs = {isRunning}}),
        {},
        row("keepLayers", Words::tr("&Keep the Selected Layers, Plan the Rest"),
            [](auto& w) { w.planning->planRest(Planning::Kept::SelectedLayers, w.bench->selection.current()); },
            {.keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_Return}, .needs = {hasPlan(), isListed(), isIdle(), hasLayers}}),
        row("keepCuts", Words::tr("Keep the Stage &Cuts, Plan the Layers"),
            [](auto& w) { w.planning->planRest(Planning::Kept::Stages, w.bench->selection.current()); },
            {.needs = {hasPlan(), isListed(), isIdle()}}),
    };
}

std::vector<ActionSpec> planRows()
{
    const Need isEdited{[](auto& w) { return shown(w) >= 0 && differsFromPlanned(w.bench->session.at(shown(w))); },
                        Reasons::tr("the plan is as the planner made it, or no planner made it")};
    const Need hasClosed{[](auto& w) { return !w.bench->session.closed().empty(); }, Reasons::tr("no plan was closed")};
    return {
        row("scenarioFromPlan", Words::tr("&Take Scenario from Plan"), [](auto& w) { w.follower->take(); },
            {.needs = {hasPlan()}}),
        row("reference", Words::tr("Set as Re&ference"), [](auto& w) { w.bench->session.setReference(shown(w)); },
            {.icon = "reference", .keys = {Qt::CTRL | Qt::Key_R}, .needs = {hasPlan(), isListed()}}),
        row("compared", Words::tr("C&ompare This Plan"),
            [](auto& w) { w.bench->session.setCompared(shown(w), !w.bench->session.at(shown(w)).isCompared()); },
            {.keys = {Qt::CTRL | Qt::Key_K},
             .needs = {hasPlan(), isListed()},
             .isOn = [](auto& w) { return shown(w) >= 0 && w.bench->session.at(shown(w)).isCompared(); }}),
        row("comparePlanned", Words::tr("Compare &with the Planner's Plan"), showBesidePlanned,
            {.icon = "compare",
             .keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_K},
             .toolBar = 40,
             .needs = {hasPlan(), isListed(), isEdited}}),
        row("rename", Words::tr("Re&name"), [](auto& w) { w.plans->editCurrentName(); },
            {.icon = "rename", .keys = {Qt::Key_F2}, .needs = {hasPlan(), isListed()}}),
        row("duplicate", Words::tr("&Duplicate"), [](auto& w) { w.bench->session.duplicate(shown(w)); },
            {.icon = "duplicate", .keys = {Qt::CTRL | Qt::Key_D}, .needs = {hasPlan(), isListed()}}),
        row("remove", Words::tr("C&lose Plan"), closePlan,
            {.icon = "delete", .keys = {Qt::CTRL | Qt::Key_W}, .needs = {hasPlan(), isListed()}}),
        row("reopen", Words::tr("R&eopen Closed Plan"), reopenPlan,
            {.keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_T}, .needs = {hasClosed}}),
    };
}

}  // namespace

ActionSpec planMenu(const WindowParts& /*window*/)
{
    ActionSpec menu = submenu("planMenu", Words::tr("&Plan", "menu"), searchRows());
    menu.rows.push_back({});
    for (ActionSpec& spec : planRows()) {
        menu.rows.push_back(std::move(spec));
    }
    return menu;
}

}  // namespace pgram
