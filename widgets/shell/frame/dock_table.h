// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks of the window: a row for each, which the layouts, the menus and the way from pane to pane go through.
#pragma once

#include "widgets/document/workbench.h"
#include "widgets/shell/frame/dock_layouts.h"

#include <QKeySequence>

class QUndoGroup;

namespace pgram {

enum class DockMenu { View, Edit };

struct DockSpec {
    const char* key;    ///< the dock's object name
    const char* title;  ///< in the context of DockLayouts
    Qt::DockWidgetArea area;
    std::vector<LayoutName> layouts;  ///< those that show it at first
    QWidget* (*make)(Workbench* bench, QUndoGroup* histories);
    DockMenu menu = DockMenu::View;
    QList<QKeySequence> keys = {};
};

/// In the order of the menus; with F6, the views come after the docks on their left.
[[nodiscard]] const std::vector<DockSpec>& dockTable();
[[nodiscard]] std::vector<DockPanel> makePanels(Workbench* bench, QUndoGroup* histories);

/// The panel of a kind; there must be one.
template <typename Panel>
Panel* panelOf(const std::vector<DockPanel>& panels)
{
    Panel* found = nullptr;
    for (const DockPanel& each : panels) {
        auto* panel = qobject_cast<Panel*>(each.widget);
        found = panel != nullptr ? panel : found;
    }
    return found;
}

}  // namespace pgram
