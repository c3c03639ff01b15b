// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Search by learning, as Auto-MAP does (arXiv 2007.04069): double DQN, one plan per episode, over the plans and with
// the scorer of the other samplers. The paper's network and settings were not published; ours are in learning.cpp.
#pragma once

#include "core/search/outer/sampling.h"
#include "validation/learning/q_learner.h"

#include <span>

namespace pgram {

/// Returns the settings of the ensemble, starting with Auto-MAP's own. No member is known to be the best for a given
/// request.
[[nodiscard]] std::span<const LearnerSettings> ensembleSettings();

struct LearningOptions {
    std::span<const LearnerSettings> members = ensembleSettings().first(1);
    Weighing weighing = Weighing::Learned;
    std::int64_t evaluations = 0;
    std::uint64_t seed = 1;
};

/// Samples tasks like sampleTasks(). Equal options give equal results.
SamplingTrace learnTasks(const std::vector<Subproblem>& listed, const SearchScope& scope,
                         const LearningOptions& options, Incumbent& incumbent);

}  // namespace pgram
