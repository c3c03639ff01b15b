// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the help can say about what is under the keyboard's focus or the pointer. GUI thread only.
#pragma once

#include "widgets/shell/guide/help_pages.h"

#include <QPoint>

class QWidget;

namespace pgram {

/// From the inside out, as topics of the help: an item's, its widget's, those of the views, docks and dialogs around
/// it. `at`: the place on the screen that is meant; without one, the item that has the focus.
[[nodiscard]] QStringList topicsOf(const QWidget* widget, std::optional<QPoint> at = {});

/// The first of these that a page answers; else the contents.
[[nodiscard]] HelpPlace placeOf(const QStringList& topics);

/// Of an action by its name: "action:undo"; of one of a family, which are named "theme-dark", "action:theme-".
[[nodiscard]] QString topicOfAction(const QString& name);

}  // namespace pgram
