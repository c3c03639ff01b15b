// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A scenario: a question to the planner under a name, as a small JSON file (`parallelogram-scenario`, version 1) that
// refers to its model and its cluster by preset name or by path.
#pragma once

#include "core/base/file_format.h"
#include "core/plan/preset_store.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pgram {

inline constexpr int scenarioVersion = 1;

/// The scenario of the window that opens without a file.
inline constexpr const char* defaultScenario = "default";

struct Scenario {
    std::string name;
    std::string title;
    std::string description;  ///< what there is to see
    std::string model;        ///< as the file says it: a name, or a path relative to the file
    std::string cluster;
    SearchRequest request;
};

[[nodiscard]] Json toJson(const Scenario& scenario);

/// The request alone, with its model and cluster whole instead of their names, so that it needs no preset. Pins, seed
/// and threads are not kept.
[[nodiscard]] Json toJson(const SearchRequest& request);
/// Members that it does not know are another release's and do not count.
[[nodiscard]] Result<SearchRequest> requestFromJson(JsonObject& object);

/// The request without its model and cluster, which stand elsewhere. Errors stick to the object.
[[nodiscard]] Json questionToJson(const SearchRequest& request);
[[nodiscard]] SearchRequest questionFromJson(JsonObject& object, UnknownKeys* unknown);

/// `where` names the source in errors, `folder` is what relative paths start from. Errors: those of JsonObject, an
/// unknown model, cluster, dimension, method or schedule, and those of the files that it refers to.
[[nodiscard]] Result<Scenario> parseScenario(std::string_view text, const std::string& where,
                                             const std::filesystem::path& folder, const PresetStore& store);

/// A name, or a path to a JSON file.
[[nodiscard]] Result<Scenario> loadScenario(const PresetStore& store, std::string_view nameOrFile);
[[nodiscard]] Result<void> saveScenario(const Scenario& scenario, const std::filesystem::path& file);

}  // namespace pgram
