// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Text and JSON of `pgram deploy --tiers`.
#pragma once

#include "app/pgram/report.h"
#include "core/serving/edge.h"

#include <string>

namespace pgram::cli {

/// A question with its answer.
struct EdgeReport {
    const EdgeQuestion* question;
    const EdgeAnswer* answer;
};
extern const AnswerFormat<EdgeReport> tiersAnswer;

[[nodiscard]] std::string edgeText(const EdgeQuestion& question, const EdgeAnswer& answer);

}  // namespace pgram::cli
