// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Presets of one's own: models and clusters that a user made, as files in the user's folder of a store.
#pragma once

#include "core/presets/preset_store.h"

#include <string>
#include <string_view>

namespace pgram {

/// The name of a preset with this title: "My 70B, 128k" is "my-70b-128k". Errors: no letter and no digit in it.
[[nodiscard]] Result<std::string> presetNameOf(std::string_view title);

/// The preset of this name is a file in the user's folder.
[[nodiscard]] bool isOwnPreset(const PresetStore& store, PresetKind kind, std::string_view name);

/// Writes it under `title` into the user's folder, in the place of an own preset of that name, and returns it as
/// written. Errors: no user folder; a title that names nothing, or a shipped preset; a file that cannot be written.
[[nodiscard]] Result<Architecture> saveOwnPreset(const PresetStore& store, Architecture model,
                                                 const std::string& title);
[[nodiscard]] Result<Cluster> saveOwnPreset(const PresetStore& store, Cluster cluster, const std::string& title);

/// Takes the file away. Errors: none of the user's own, or the system refuses.
[[nodiscard]] Result<void> removeOwnPreset(const PresetStore& store, PresetKind kind, const std::string& name);

}  // namespace pgram
