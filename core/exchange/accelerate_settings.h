// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads the configuration of Accelerate: its kind of distribution, degrees, precision and devices. Plain functions.
#pragma once

#include "core/exchange/setting_reader.h"

#include <filesystem>

namespace pgram {

/// Reads a configuration into the reader's settings. `where` is its file, next to which DeepSpeed's lies.
void readAccelerate(SettingReader& reader, const std::filesystem::path& where);
/// Reads the file of that name, which another program's file names. Returns false if it is missing or is not YAML.
[[nodiscard]] bool readAccelerateFile(SettingReader& reader, const std::filesystem::path& file);

}  // namespace pgram
