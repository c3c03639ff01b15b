// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The menus of the window: one row for each thing that it can be asked to do, with its keys, its place in the tool bar,
// what it needs, and what it does. A new action is a new row.
#pragma once

#include "widgets/shell/actions/action_spec.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/window/window_parts.h"

#include <QCoreApplication>

namespace pgram {

/// Of the rows, and of why one cannot be chosen.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};
struct Reasons {
    Q_DECLARE_TR_FUNCTIONS(ActionReasons)
};

[[nodiscard]] ActionSpec fileMenu(const WindowParts& window);
[[nodiscard]] ActionSpec editMenu(const WindowParts& window);
[[nodiscard]] ActionSpec planMenu(const WindowParts& window);
[[nodiscard]] ActionSpec viewMenu(const WindowParts& window);
[[nodiscard]] ActionSpec learnMenu(const WindowParts& window);
[[nodiscard]] ActionSpec helpMenu(const WindowParts& window);
[[nodiscard]] std::vector<ActionSpec> allMenus(const WindowParts& window);

/// An action by its name, its text and what it does, with whatever else there is to say of it.
[[nodiscard]] ActionSpec row(const char* id, const QString& text, std::function<void(const WindowParts&)> run,
                             ActionSpec rest = {});
[[nodiscard]] ActionSpec submenu(const char* id, const QString& text, std::vector<ActionSpec> rows);

/// The docks that a menu shows and hides.
[[nodiscard]] std::vector<ActionSpec> dockRows(const WindowParts& window, DockMenu menu);

/// What several rows need.
[[nodiscard]] Need hasPlan();
/// The shown plan is in the session. The plan of a lesson's step is not.
[[nodiscard]] Need isListed();
[[nodiscard]] Need isIdle();

}  // namespace pgram
