// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/learning/learning_methods.h"

#include "validation/learning/learning.h"

namespace pgram {

void addLearningMethods()
{
    addSampling([](const std::vector<ListedTask>& listed, const SamplingScope& scope, const SamplingOptions& asked,
                   Incumbent& incumbent) {
        LearningOptions options{.evaluations = asked.evaluations, .seed = asked.seed};
        options.members = ensembleSettings().first(asked.kind == Sampling::Ensemble ? ensembleSettings().size() : 1);
        return learnTasks(listed, scope, options, incumbent);
    });
}

}  // namespace pgram
