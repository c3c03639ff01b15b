// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What runs take and cost, as text and as JSON.
#pragma once

#include "app/pgram/expected.h"
#include "core/base/json.h"
#include "core/questions/run_choice.h"

#include <optional>
#include <string>
#include <vector>

namespace pgram::cli {

/// Of a run whose steps take as long as the edges of their error band say.
struct CostBand {
    ErrorBand step;
    RunRange run;
};

struct CostAnswer {
    std::vector<RunRow> rows;
    std::vector<std::optional<CostBand>> bands;  ///< of each row, where measured runs say something of it
    RunQuestion question;
    RunLimits limits;
    bool ofModels = false;     ///< there are several to choose from
    bool ofSequences = false;  ///< the same
};

[[nodiscard]] std::string toText(const CostAnswer& answer);
[[nodiscard]] Json toJson(const CostAnswer& answer);

}  // namespace pgram::cli
