// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Duration and cost of runs, as text and as JSON.
#pragma once

#include "app/pgram/expected.h"
#include "core/questions/run_choice.h"

#include <optional>
#include <string>
#include <vector>

namespace pgram::cli {

/// The error band of the step time, and the cost at its edges.
struct CostBand {
    ErrorBand step;
    RunRange run;
};

struct CostAnswer {
    std::vector<RunRow> rows;
    std::vector<std::optional<CostBand>> bands;  ///< one for each row; empty without measured runs
    RunQuestion question;
    RunLimits limits;
    bool ofModels = false;     ///< several models to choose from
    bool ofSequences = false;  ///< several sequence lengths to choose from
};

extern const AnswerFormat<CostAnswer> costAnswer;
[[nodiscard]] std::string toText(const CostAnswer& answer);

}  // namespace pgram::cli
