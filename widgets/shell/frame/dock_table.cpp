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
         [](const DockParts& of) -> QWidget* { return new ScenarioPanel(of.scenario); }},
        {"inspector",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Inspector"),
         Qt::RightDockWidgetArea,
         {Explore},
         [](const DockParts& of) -> QWidget* { return new InspectorPanel(of.session, of.selection); }},
        {"plans",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Plans"),
         Qt::BottomDockWidgetArea,
         {Explore, Compare},
         [](const DockParts& of) -> QWidget* { return new PlansPanel(of.session); }},
        // Beside Undo in the menu, and hidden in every layout until it is asked for.
        {"historyDock",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "History"),
         Qt::RightDockWidgetArea,
         {},
         [](const DockParts& of) -> QWidget* { return new HistoryPanel(of.histories); },
         DockMenu::Edit,
         {Qt::CTRL | Qt::Key_H}}};
    return docks;
}

std::vector<DockPanel> makePanels(const DockParts& parts)
{
    std::vector<DockPanel> panels;
    for (const DockSpec& spec : dockTable()) {
        panels.push_back({&spec, spec.make(parts)});
    }
    return panels;
}

}  // namespace pgram
