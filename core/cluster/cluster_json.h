// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The file format `parallelogram-cluster`, version 1: a Cluster as JSON, in a file of its own or inside a plan. Members
// name their unit (SI: bytes, bytes/s, FLOP/s, seconds), so that a written file is read back exactly.
#pragma once

#include "core/base/file_format.h"
#include "core/cluster/cluster.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Newest version of the format.
inline constexpr int clusterVersion = 1;

/// Returns the constants of the cluster that are guesses, by their names in files ("gemm_efficiency", "efficiency of
/// NVLink 3"): nobody measured or fitted them, and the file has no source for them. Leaves out the constants of formats
/// and hosts that the cluster does not have, and scan_efficiency unless `scans`: a model has mixers with a state.
[[nodiscard]] std::vector<std::string> guessedConstants(const Cluster& cluster, bool scans);

/// Returns the complete object, `format` and `version` included.
[[nodiscard]] Json toJson(const Cluster& cluster);

[[nodiscard]] Json toJson(const Device& device);
/// Reads a device. Errors stay with the object.
[[nodiscard]] Device readDevice(JsonObject object, UnknownKeys* unknown);

/// Returns the schema of a device in a file: a whole device, the name of a preset, or a preset with changes.
[[nodiscard]] Json deviceSchema();
/// Returns the schema of cluster files.
[[nodiscard]] Json clusterSchema();

/// Reads a cluster. Errors: those of JsonObject, figures beyond sane limits, levels of links that do not nest.
/// Unknown members are collected into `unknown`; where it is null they are errors.
[[nodiscard]] Result<Cluster> clusterFromJson(JsonObject& object, UnknownKeys* unknown = nullptr);

/// Reads the text of a cluster file that holds whole devices; PresetStore::cluster() also reads files that name device
/// presets. `where` names the source in errors.
[[nodiscard]] Result<Cluster> parseCluster(std::string_view text, const std::string& where);
/// Reads a cluster file that holds whole devices.
[[nodiscard]] Result<Cluster> loadCluster(const std::filesystem::path& file);
/// Writes a cluster file atomically.
[[nodiscard]] Result<void> saveCluster(const Cluster& cluster, const std::filesystem::path& file);

}  // namespace pgram
