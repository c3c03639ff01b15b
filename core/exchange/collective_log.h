// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads the output of nccl-tests and rccl-tests: seconds and bandwidth of a collective by size. Plain values.
#pragma once

#include "core/base/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

struct LogRow {
    double bytes = 0;
    double seconds = 0;
    double algorithmRate = 0;  ///< bytes/s
    double busRate = 0;        ///< bytes/s
};

struct CollectiveLog {
    std::string operation;            ///< "all_reduce"; empty: unknown
    bool operationIsGuessed = false;  ///< from the columns and the rates
    int ranks = 0;                    ///< 0 = unknown
    bool ranksAreGuessed = false;     ///< from the rates
    int nodes = 0;                    ///< hosts in the list of ranks; 0 = the list is missing or incomplete
    std::string device;               ///< "NVIDIA H100 80GB HBM3"; empty: unknown
    std::vector<LogRow> rows;         ///< out of place, by rising bytes, each size once; not empty
};

[[nodiscard]] bool hasCollectiveLog(std::string_view text);
/// Reads a log with or without prefixes of launchers, other lines between the rows, and columns of old and new
/// versions. Errors: no row.
[[nodiscard]] Result<CollectiveLog> parseCollectiveLog(std::string_view text, const std::string& where);

}  // namespace pgram
