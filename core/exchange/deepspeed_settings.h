// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The members of DeepSpeed's configuration, of which Accelerate's has some under other names.
#pragma once

#include "core/exchange/setting_reader.h"

#include <filesystem>

namespace pgram {

/// Into the reader's settings.
void readDeepSpeed(SettingReader& reader);
/// Reads the file of that name, which another program's file names. Returns false if it is missing or is not JSON.
[[nodiscard]] bool readDeepSpeedFile(SettingReader& reader, const std::filesystem::path& file);
/// "cpu", "nvme": where a member has optimizer states wait; weights that wait there are listed as ignored.
void readOffload(SettingReader& reader, const std::string& optimizer, const std::string& weights);

}  // namespace pgram
