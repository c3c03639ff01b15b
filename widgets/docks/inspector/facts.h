// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures that the Inspector tells of a plan, a stage and a range of layers, each with the formula that made it
// and the numbers in it. Plain functions: no arithmetic on costs but sums over the range.
#pragma once

#include "core/fidelity/error_band.h"
#include "core/plan/estimate.h"
#include "widgets/document/strategy_choices.h"

#include <QString>

#include <vector>

namespace pgram {

struct Fact {
    QString name;
    QString value;
    QString formula;       ///< how the value came about; may be empty
    bool heading = false;  ///< a section's title: no value
    bool bad = false;      ///< out of budget, illegal
    int level = 0;         ///< of a part: below the fact before it
    bool operator==(const Fact&) const = default;
};

[[nodiscard]] std::vector<Fact> planFacts(const Plan& plan, const Estimate& estimate);
[[nodiscard]] std::vector<Fact> stageFacts(const Plan& plan, const Estimate& estimate, int stage);
[[nodiscard]] std::vector<Fact> layerFacts(const Plan& plan, const Estimate& estimate, LayerRange range);
/// What a run of the plan is expected to measure; nothing without bands.
[[nodiscard]] std::vector<Fact> expectedFacts(const Estimate& estimate, const ErrorBands& bands);
/// Where the constants of the cluster came from.
[[nodiscard]] std::vector<Fact> constantFacts(const Cluster& cluster);

}  // namespace pgram
