// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A study: a scenario, and members of it that take several values. Each combination is one request to the planner.
#pragma once

#include "core/base/json.h"
#include "core/presets/preset_store.h"
#include "core/search/task/request.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Newest version of the format.
inline constexpr int studyVersion = 1;
/// Largest number of requests of a study.
inline constexpr std::int64_t mostRequests = 100'000'000;

/// A member of the scenario and the values that it takes.
struct StudyAxis {
    std::string member;  ///< pointer into the scenario ("training/global_batch"), a number of withNumber() ("nodes"),
                         ///< or an edit of the model or the cluster as of --set ("cluster.links/1/bytes_per_s")
    std::vector<Json> values;
};

/// A file of format `parallelogram-study`.
struct Study {
    std::string name;                ///< short name, as of presets
    std::string title;               ///< name on the screen
    std::string description;         ///< purpose
    Json scenario = Json::object();  ///< members of the scenario that all requests share
    std::vector<StudyAxis> grid;     ///< every value of an axis goes with every value of the others
    std::vector<Json> list;          ///< members that vary together, each an object; empty: none do
    std::filesystem::path folder;    ///< relative paths of models and clusters start here

    /// Returns the number of requests.
    [[nodiscard]] std::int64_t size() const;
    /// Returns the members that request number `index` sets, from 0: those of the list, then those of the grid, of
    /// which the last axis varies fastest.
    [[nodiscard]] Json membersOf(std::int64_t index) const;
    /// Returns the names of all members that vary, in the order of membersOf().
    [[nodiscard]] std::vector<std::string> members() const;
};

/// Reads the text of a study. `where` names the source in errors. Errors: those of the JSON reader; an axis without
/// values; a member that is set twice; no request, or more than mostRequests.
[[nodiscard]] Result<Study> parseStudy(std::string_view text, const std::string& where,
                                       const std::filesystem::path& folder);
/// Reads a study by the path of its file.
[[nodiscard]] Result<Study> loadStudy(const std::filesystem::path& file);
/// Returns the complete object, `format` and `version` included, without the folder.
[[nodiscard]] Json toJson(const Study& study);
/// Returns the JSON schema of the file.
[[nodiscard]] Json studySchema();

/// Returns the request with these members. Parts that the scenario leaves open are chosen as by `pgram plan`
/// (chooseUsual()). Errors: those of a scenario, of withEdits() and of withNumber().
[[nodiscard]] Result<SearchRequest> requestOf(const Study& study, const Json& members, const PresetStore& store);

}  // namespace pgram
