// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/step_lines.h"

#include <algorithm>
#include <limits>

namespace pgram::galvatron {

namespace {

/// The three lines of the pipeline itself. With m ≥ P: the drain Σ C_i + (m-1)·C_{P-1}, and the fill with the first
/// stage, m·C_0, or with the others, Σ C_i + (m-P)·C_0, as its slower half.
std::vector<StepLine> pipelineLines(std::size_t stages, double m)
{
    const StepLine all{std::vector<Weights>(stages, Weights{1, 0})};
    StepLine drain = all;
    drain.weights.back().onWithout += m - 1;
    StepLine fill = all;
    fill.weights.front().onWithout += m - static_cast<double>(stages);
    StepLine first{std::vector<Weights>(stages, Weights{0, 0})};
    first.weights.front().onWithout = m;
    return stages == 1 ? std::vector{drain} : std::vector{drain, fill, first};
}

}  // namespace

std::vector<StepLine> stepLines(int pipeline, std::int64_t microbatches)
{
    const auto stages = static_cast<std::size_t>(pipeline);
    std::vector<StepLine> lines;
    for (const StepLine& line : pipelineLines(stages, static_cast<double>(microbatches))) {
        lines.push_back(line);
        StepLine delayed = line;
        for (std::size_t i = 0; i < stages; ++i) {
            delayed.weights[i].onWithout -= 1;
            delayed.rises = delayed.rises && delayed.weights[i].onWithout >= 0;
            lines.push_back(delayed);
            lines.back().weights[i].onWith += 1;
        }
    }
    return lines;
}

double valueOf(const StepLine& line, std::span<const StageTime> stages)
{
    double value = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        value += line.weights[i].of(stages[i].withoutSync, stages[i].withSync);
    }
    return value;
}

double largest(std::span<const StepLine> lines, std::span<const StageTime> stages, bool rising)
{
    double most = -std::numeric_limits<double>::infinity();
    for (const StepLine& line : lines) {
        if (line.rises || !rising) {
            most = std::max(most, valueOf(line, stages));
        }
    }
    return most;
}

}  // namespace pgram::galvatron
