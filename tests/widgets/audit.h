// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be wrong with a window for somebody who cannot see it, or uses no mouse: plain functions from widgets to
// complaints, an empty list = nothing is wrong.
#pragma once

#include <QStringList>
#include <QWidget>

#include <set>
#include <vector>

class QMenu;

namespace pgram {

/// "MainWindow/QDockWidget#scenario/…/QComboBox#model": where a widget stands.
[[nodiscard]] QString placeOf(const QWidget* widget);

/// Those that the keyboard can reach now: visible, enabled, and no part that its widget looks after (the line edit of a
/// spin box, the list of a combo box).
[[nodiscard]] std::vector<QWidget*> focusableWidgets(QWidget* window);

/// Without a name that says what it is for; two of one kind side by side with one name.
[[nodiscard]] QStringList nameComplaints(QWidget* window);

/// Tab from the focused widget on until it comes back: widgets that it never reaches, and traps that it does not leave.
/// `backwards`: the same for Shift+Tab.
[[nodiscard]] QStringList tabComplaints(QWidget* window, bool backwards);

/// Texts whose colour is too near to what they stand on (WCAG 2: 4.5), measured on a picture of the window.
[[nodiscard]] QStringList contrastComplaints(QWidget* window);

/// Entries of a menu, and of the menus in it, that answer to the same letter; without the name of a menu: of the bar,
/// whose entries need one each.
[[nodiscard]] QStringList mnemonicComplaints(const QList<QAction*>& entries, const QString& menu);

/// Keys that two actions of the window answer to wherever the focus is.
[[nodiscard]] QStringList shortcutComplaints(QWidget* window);

}  // namespace pgram
