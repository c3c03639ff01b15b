// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keeps the wheel for scrolling: boxes of a scrolled panel take it only when they have the focus, so that a panel
// scrolled under the pointer changes nothing.
#pragma once

class QWidget;

namespace pgram {

/// Guards every spin box and combo box below `panel` that is there now.
void guardWheel(QWidget* panel);

}  // namespace pgram
