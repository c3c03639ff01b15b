// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A combo box for a long list of presets. GUI thread only.
#pragma once

#include <QString>

class QComboBox;

namespace pgram {

/// Searched by typing any part of a title; entries carry the preset's name as data.
[[nodiscard]] QComboBox* presetBox(const QString& name);

/// Shows a preset that is in the list, or adds one that is not. No signal tells of it.
void showEntry(QComboBox* box, const QString& name, const QString& title);

}  // namespace pgram
