// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The file format `parallelogram-cluster`, version 1: a Cluster as JSON, in a file of its own or inside a plan.
// Keys name their unit (SI: bytes, bytes/s, FLOP/s, seconds), so that reading back what was written is exact.
#pragma once

#include "core/base/file_format.h"
#include "core/cluster/cluster.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

inline constexpr int clusterVersion = 1;

/// The constants that figures rest on and that nobody measured, fitted or gave a source for, as a file names them
/// ("gemm_efficiency", "efficiency of NVLink 3"): a file that leaves them out gets guesses of ours. Those of formats
/// and hosts that the cluster does not have are none.
[[nodiscard]] std::vector<std::string> guessedConstants(const Cluster& cluster);

/// The complete object, `format` and `version` included.
[[nodiscard]] Json toJson(const Cluster& cluster);

/// Errors: those of JsonObject, figures beyond sane limits, levels of links that do not nest.
/// Unknown members are collected into `unknown`; where it is null they are errors.
[[nodiscard]] Result<Cluster> clusterFromJson(JsonObject& object, UnknownKeys* unknown = nullptr);

/// `where` names the source in errors.
[[nodiscard]] Result<Cluster> parseCluster(std::string_view text, const std::string& where);
[[nodiscard]] Result<Cluster> loadCluster(const std::filesystem::path& file);
[[nodiscard]] Result<void> saveCluster(const Cluster& cluster, const std::filesystem::path& file);

}  // namespace pgram
