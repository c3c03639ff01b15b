// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The file format `parallelogram-model`, version 1: an Architecture as JSON, in a file of its own or inside a plan. A
// file has the published vocabulary and the multiple to which it is padded (128 if absent).
#pragma once

#include "core/base/error.h"
#include "core/base/file_format.h"
#include "core/model/architecture.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pgram {

/// Newest version of the format.
inline constexpr int modelVersion = 1;

/// Returns the complete object, `format` and `version` included. Members that have their default are left out.
[[nodiscard]] Json toJson(const Architecture& model);
/// Returns one run.
[[nodiscard]] Json toJson(const LayerSpec& spec);

/// Returns the JSON schema of model files.
[[nodiscard]] Json modelSchema();

/// Reads a model. Errors: those of JsonObject, sizes beyond sane limits, widths that do not fit from one run to the
/// next. Unknown members are collected into `unknown`; where it is null they are errors.
[[nodiscard]] Result<Architecture> architectureFromJson(JsonObject& object, UnknownKeys* unknown = nullptr);

/// Reads the text of a model file. `where` names the source in errors.
[[nodiscard]] Result<Architecture> parseArchitecture(std::string_view text, const std::string& where);
/// Reads a model file.
[[nodiscard]] Result<Architecture> loadArchitecture(const std::filesystem::path& file);
/// Writes a model file atomically.
[[nodiscard]] Result<void> saveArchitecture(const Architecture& model, const std::filesystem::path& file);

}  // namespace pgram
