// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The record of measured runs that the program carries, so that anyone can see how far its predictions are from them:
// the settings of a run, its figures and its publication. Predictions are computed when they are shown. One JSON
// object, "parallelogram-fidelity": suites, each with the usual values of its fields and one line per row with the
// other values; null = not published. Shipped as presets/fidelity.json.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"
#include "core/fidelity/measurement.h"
#include "core/presets/preset_store.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pgram {

inline constexpr const char* recordFormat = "parallelogram-fidelity";
inline constexpr int recordVersion = 1;
/// The largest whole number of a row.
inline constexpr std::int64_t largestRunSize = std::int64_t{1} << 40;

/// Returns the JSON schema of the file.
[[nodiscard]] Json recordSchema();
/// Returns the file's text. Suites are in the order of their first rows.
[[nodiscard]] std::string recordText(const std::vector<Measurement>& rows);

[[nodiscard]] bool isRecord(const Json& json);
/// Reads a record. Errors: those of the JSON reader, with the row's pointer; a newer version.
[[nodiscard]] Result<std::vector<Measurement>> readRecord(const Json& json, const std::string& where);

/// Returns the path of a store's record.
[[nodiscard]] std::filesystem::path recordFile(const PresetStore& presets);

}  // namespace pgram
