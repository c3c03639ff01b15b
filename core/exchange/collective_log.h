// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What nccl-tests and rccl-tests print: seconds and bandwidth of a collective by size. Plain values.
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
    std::string operation;            ///< "all_reduce"; empty: nobody says
    bool operationIsGuessed = false;  ///< from the columns and the rates
    int ranks = 0;                    ///< 0 = nobody says
    bool ranksAreGuessed = false;     ///< from the rates
    int nodes = 0;                    ///< hosts that the list of ranks names; 0 = it names none, or not all ranks
    std::string device;               ///< "NVIDIA H100 80GB HBM3"; empty: nobody says
    std::vector<LogRow> rows;         ///< out of place, by rising bytes, each size once; not empty
};

[[nodiscard]] bool hasCollectiveLog(std::string_view text);
/// With or without prefixes of launchers, other lines between the rows, columns of old and new versions. Errors: no
/// row.
[[nodiscard]] Result<CollectiveLog> parseCollectiveLog(std::string_view text, const std::string& where);

}  // namespace pgram
