// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A scenario: a named question to the planner, as a small JSON file (`parallelogram-scenario`, version 1) that refers
// to its model and its cluster by preset name or by path, or contains them.
#pragma once

#include "core/base/file_format.h"
#include "core/presets/preset_store.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pgram {

/// Newest version of the format.
inline constexpr int scenarioVersion = 1;

/// The scenario of the window that opens without a file.
inline constexpr const char* defaultScenario = "default";

/// A named question to the planner.
struct Scenario {
    std::string name;         ///< preset name
    std::string title;        ///< name on the screen
    std::string description;  ///< purpose of the scenario
    std::string model;        ///< name, or path relative to the file; empty: the file contains the model
    std::string cluster;      ///< name, or path relative to the file; empty: the file contains the cluster
    SearchRequest request;    ///< the question, with model and cluster
};

/// Returns the complete object, `format` and `version` included.
[[nodiscard]] Json toJson(const Scenario& scenario);

/// Returns the schema of scenario files.
[[nodiscard]] Json scenarioSchema();

/// Returns the request alone. It contains model and cluster instead of their names, so that it needs no preset. It
/// omits the threads, on which no result depends.
[[nodiscard]] Json toJson(const SearchRequest& request);
/// Reads a request. Ignores unknown members, which are from other releases.
[[nodiscard]] Result<SearchRequest> requestFromJson(JsonObject& object);

/// Returns the request without model and cluster.
[[nodiscard]] Json questionToJson(const SearchRequest& request);
/// Reads a request without model and cluster. Errors stick to the object.
[[nodiscard]] SearchRequest questionFromJson(JsonObject& object, UnknownKeys* unknown);

/// Reads the text of a scenario. `where` names the source in errors, relative paths start at `folder`. Errors: those of
/// JsonObject, an unknown model, cluster, dimension, method or schedule, and those of the files that it refers to.
[[nodiscard]] Result<Scenario> parseScenario(std::string_view text, const std::string& where,
                                             const std::filesystem::path& folder, const PresetStore& store);

/// Reads a scenario by its name or its file.
[[nodiscard]] Result<Scenario> loadScenario(const PresetStore& store, std::string_view nameOrFile);
/// Writes a scenario file atomically.
[[nodiscard]] Result<void> saveScenario(const Scenario& scenario, const std::filesystem::path& file);

}  // namespace pgram
