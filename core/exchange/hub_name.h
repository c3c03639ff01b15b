// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names of models on a hub, "Qwen/Qwen2.5-7B-Instruct", as presets. Plain functions.
#pragma once

#include "core/presets/preset_store.h"

#include <string>
#include <string_view>

namespace pgram {

/// Returns the model preset that has the name of a model on a hub, or of a folder. Owner, punctuation and the words for
/// its kind of training do not count. Returns an empty text without such a preset.
[[nodiscard]] std::string presetOfHub(std::string_view hubName, const PresetStore& store);

}  // namespace pgram
