// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether things may move on the screen by themselves: decided here alone. Docks, menus and the style's own animations
// follow; whoever animates something asks isMotionReduced(). GUI thread only.
#pragma once

#include <QString>

class QMainWindow;

namespace pgram {

enum class Motion { System, Full, Reduced };

/// Of a setting: "system", "full", "reduced"; System for anything else.
[[nodiscard]] Motion motionFromName(const QString& name);

/// As the desktop does, or as the user wants it. `window` is told as it has animations of its own.
void applyMotion(Motion motion, QMainWindow* window);
[[nodiscard]] bool isMotionReduced();

}  // namespace pgram
