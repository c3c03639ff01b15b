// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/dock_table.h"

#include "widgets/docks/history/history_panel.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/docks/scenario/scenario_panel.h"

namespace pgram {

const std::vector<DockSpec>& dockTable()
{
    using enum LayoutName;
    static const std::vector<DockSpec> docks{
        {"scenario",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Scenario"),
         Qt::LeftDockWidgetArea,
         {Explore, Compare},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new ScenarioPanel(&bench->scenario); }},
        {"inspector",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Inspector"),
         Qt::RightDockWidgetArea,
         {Explore},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new InspectorPanel(bench); }},
        {"plans",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Plans"),
         Qt::BottomDockWidgetArea,
         {Explore, Compare},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new PlansPanel(&bench->session, &bench->fidelity); }},
        // Beside Undo in the menu, and hidden in every layout until it is asked for.
        {"historyDock",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "History"),
         Qt::RightDockWidgetArea,
         {},
         [](Workbench*, QUndoGroup* histories) -> QWidget* { return new HistoryPanel(histories); },
         DockMenu::Edit,
         {Qt::CTRL | Qt::Key_H}}};
    return docks;
}

std::vector<DockPanel> makePanels(Workbench* bench, QUndoGroup* histories)
{
    std::vector<DockPanel> panels;
    for (const DockSpec& spec : dockTable()) {
        panels.push_back({&spec, spec.make(bench, histories)});
    }
    return panels;
}

}  // namespace pgram
