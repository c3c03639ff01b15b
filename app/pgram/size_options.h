// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Options that ask for other sizes than a preset's: nodes, layers, widths, and any member by its JSON pointer.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "core/model/architecture.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace pgram::cli {

/// That --layers takes, here and of a profile.
inline constexpr int mostLayers = 4096;

/// 0 or empty: not typed.
struct SizeOptions {
    int nodes = 0;
    int devices = 0;
    std::vector<int> layers;
    std::vector<std::int64_t> hidden;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t ffn = 0;
    std::int64_t experts = 0;
    std::int64_t vocabulary = 0;
    std::string joinedBy;           ///< network between nodes
    std::string hostMemory;         ///< memory of one host
    std::vector<std::string> sets;  ///< "model.POINTER=VALUE", "cluster.POINTER=VALUE"
};

void addSizeOptions(CLI::App& command, SizeOptions& options);
/// Adds --nodes, --devices and --joined-by alone.
void addClusterSizes(CLI::App& command, SizeOptions& options);

/// First the sizes, then what is set, in the order that it was typed. Errors name the option.
[[nodiscard]] Result<Architecture> sized(const SizeOptions& options, const Architecture& model);
[[nodiscard]] Result<Cluster> sized(const SizeOptions& options, const Cluster& given);
/// Errors: a --set of neither a model nor a cluster.
[[nodiscard]] Result<void> checkSets(const SizeOptions& options);

}  // namespace pgram::cli
