// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Titles of presets in the language of the window. Plain functions.
#pragma once

#include <QString>

#include <string>

namespace pgram {

/// Of a preset's title or description; a user's own stays as it is, and so do names of models and machines.
[[nodiscard]] QString presetText(const std::string& text);

}  // namespace pgram
