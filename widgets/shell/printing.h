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

/// Asks which printer, and prints there. False when nobody wants to.
bool askAndPrint(QWidget* before, const QString& title, QPageLayout::Orientation orientation,
                 const std::function<void(QPrinter&)>& print);

/// The view's picture as large as the page allows, dark on white whatever the window's theme, with the plan's name
/// and what is drawn above it. The printer counts at most a few hundred dots an inch, as askAndPrint() has it.
void printView(View& view, const QString& planName, QPrinter& printer);

}  // namespace pgram
