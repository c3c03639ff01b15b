// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The file format `parallelogram-model`, version 1: an Architecture as JSON, in a file of its own or inside a plan.
// A file gives the published vocabulary and the multiple that it is padded to (128 where absent).
#pragma once

#include "core/base/error.h"
#include "core/base/file_format.h"
#include "core/model/architecture.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pgram {

inline constexpr int modelVersion = 1;

/// The complete object, `format` and `version` included. Members that have their default are left out.
[[nodiscard]] Json toJson(const Architecture& model);
/// One of its runs.
[[nodiscard]] Json toJson(const LayerSpec& run);

/// Errors: those of JsonObject, sizes beyond sane limits, widths that do not fit from one run to the next.
/// Unknown members are collected into `unknown`; where it is null they are errors.
[[nodiscard]] Result<Architecture> architectureFromJson(JsonObject& object, UnknownKeys* unknown = nullptr);

/// `where` names the source in errors.
[[nodiscard]] Result<Architecture> parseArchitecture(std::string_view text, const std::string& where);
[[nodiscard]] Result<Architecture> loadArchitecture(const std::filesystem::path& file);
[[nodiscard]] Result<void> saveArchitecture(const Architecture& model, const std::filesystem::path& file);

}  // namespace pgram
