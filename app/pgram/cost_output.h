// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What runs take and cost, as text and as JSON.
#pragma once

#include "core/base/json.h"
#include "core/search/questions/run_choice.h"

#include <string>
#include <vector>

namespace pgram::cli {

struct CostAnswer {
    std::vector<RunRow> rows;
    RunQuestion question;
    RunLimits limits;
    bool ofModels = false;  ///< there are several to choose from
};

[[nodiscard]] std::string toText(const CostAnswer& answer);
[[nodiscard]] Json toJson(const CostAnswer& answer);

}  // namespace pgram::cli
