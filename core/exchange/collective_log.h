// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads the output of nccl-tests and rccl-tests: seconds and bandwidth of a collective by message size.
#pragma once

#include "core/base/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Figures of one message size.
struct LogRow {
    double bytes = 0;          ///< message size, as the tool prints it
    double seconds = 0;        ///< mean time of one call
    double algorithmRate = 0;  ///< bytes/s, "algbw"
    double busRate = 0;        ///< bytes/s, "busbw"
};

/// A measured collective.
struct CollectiveLog {
    std::string operation;            ///< "all_reduce"; empty: unknown
    bool operationIsGuessed = false;  ///< true if `operation` follows from the columns and the rates
    int ranks = 0;                    ///< 0 = unknown
    bool ranksAreGuessed = false;     ///< true if `ranks` follows from the rates
    int nodes = 0;                    ///< hosts in the list of ranks; 0 = the list is missing or incomplete
    std::string device;               ///< "NVIDIA H100 80GB HBM3"; empty: unknown
    std::vector<LogRow> rows;         ///< out of place, by rising bytes, each size once; not empty
};

/// Returns true if a line of the text is a row of such a log.
[[nodiscard]] bool hasCollectiveLog(std::string_view text);
/// Reads a log with or without prefixes of launchers, other lines between the rows, and columns of old and new
/// versions. `where` names the source in errors. Errors: no row.
[[nodiscard]] Result<CollectiveLog> parseCollectiveLog(std::string_view text, const std::string& where);

}  // namespace pgram
