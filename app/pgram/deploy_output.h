// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The question and the answer of `pgram deploy`.
#pragma once

#include "app/pgram/report.h"
#include "core/serving/deployment.h"

#include <string>
#include <vector>

namespace pgram::cli {

struct DeployRequest {
    DeploymentQuestion question;  ///< batch and context aside
    std::vector<std::int64_t> batches{1};
    std::vector<std::int64_t> contexts{0};  ///< 0: prompt and half of the output
};

/// A format at one batch and one context.
struct DeployedCase {
    DeploymentQuestion question;
    FormatAnswer answer;
};

/// By format, then by context, then by batch. Errors: those of deploy().
[[nodiscard]] Result<std::vector<DeployedCase>> deployedCases(const DeployRequest& request);

[[nodiscard]] std::string toText(const DeployRequest& request, const std::vector<DeployedCase>& cases);

/// The answer of the command.
struct Deployed {
    DeploymentQuestion question;
    std::vector<DeployedCase> cases;
};
extern const AnswerFormat<Deployed> deployAnswer;

}  // namespace pgram::cli
