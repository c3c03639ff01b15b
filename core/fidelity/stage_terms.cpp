// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/stage_terms.h"

#include "core/base/index.h"

#include <algorithm>

namespace pgram {

std::vector<StageTerms> stageTerms(const Plan& plan, const Estimate& estimate)
{
    std::vector<StageTerms> all;
    const double microbatches = plan.schedule.microbatches;
    for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
        const StageEstimate& stage = estimate.stages[i];
        StageTerms terms;
        if (stage.receive > 0) {
            terms.traffic[TrafficKind::Pipeline] = microbatches * stage.receive;
        }
        for (const int layer : plan.layersOf(static_cast<int>(i))) {
            const LayerEstimate& part = estimate.layers[at(layer)];
            for (const Charge& charge : part.cost.charges) {
                terms.traffic[charge.kind] += charge.exposed;
            }
        }
        for (const auto& [kind, seconds] : terms.traffic) {
            terms.communication += seconds;
        }
        terms.optimizer = stage.optimizer;
        terms.compute = microbatches * stage.time + stage.sync - terms.communication;
        terms.bubble = stage.bubble;
        all.push_back(std::move(terms));
    }
    return all;
}

const StageTerms& busiestStage(const std::vector<StageTerms>& stages)
{
    return *std::ranges::max_element(stages, {}, &StageTerms::busy);
}

}  // namespace pgram
