// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// To paper: the one question for a printer, and a view as a page. GUI thread only.
#pragma once

#include <QPageLayout>
#include <QString>

#include <functional>

class QPrinter;
class QWidget;

namespace pgram {

class View;

/// Asks which printer, and prints there; `print` is false where it cannot. What went wrong, in words; empty = it is
/// printed, or nobody wanted to.
[[nodiscard]] QString askAndPrint(QWidget* before, const QString& title, QPageLayout::Orientation orientation,
                                  const std::function<bool(QPrinter&)>& print);

/// The view's picture as large as the page allows, dark on white whatever the window's theme, with the plan's name
/// and what is drawn above it. The printer counts at most a few hundred dots an inch, as askAndPrint() has it. False
/// where the printer takes nothing: a file that cannot be written, a queue that is gone.
[[nodiscard]] bool printView(View& view, const QString& planName, QPrinter& printer);

}  // namespace pgram
