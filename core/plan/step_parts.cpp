// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/step_parts.h"

#include "core/base/index.h"
#include "core/plan/volumes.h"

#include <cmath>
#include <map>
#include <tuple>

namespace pgram {

namespace {

Seconds exposedOf(const LayerCost& cost)
{
    Seconds exposed = 0;
    for (const Charge& charge : cost.charges) {
        exposed += charge.exposed;
    }
    return exposed;
}

/// Returns the seconds of one layer per step.
Seconds computeOf(const LayerCost& cost, int microbatches)
{
    return microbatches * cost.time() + cost.sync - exposedOf(cost);
}

/// Returns the part, or 0 if it is mere rounding of a step's sums.
Seconds withoutRounding(Seconds part, Seconds step)
{
    constexpr double rounding = 1e-12;
    return std::abs(part) > rounding * step ? part : 0;
}

/// Compute that recomputing adds to a layer. Equal layers are computed once.
class Recomputation {
public:
    explicit Recomputation(const Plan& plan) : m_plan(plan), m_context(contextOf(plan)) {}

    Seconds of(int layer, const LayerCost& cost)
    {
        LayerStrategy strategy = m_plan.strategies[at(layer)];
        if (!strategy.kept.recomputes() || strategy.groupSize() != m_plan.stageDevices()) {
            return 0;
        }
        const int block = m_context.stages ? m_plan.blockOf(m_plan.stageOf(layer)) : 0;
        const auto [entry, isNew] = m_known.try_emplace({block, m_plan.model.runOf(layer), strategy}, 0);
        if (isNew) {
            strategy.kept.part = KeptPart::All;
            const LayerCost plain = layerCost(ofStage(m_context, block), m_plan.model.layer(layer), strategy);
            const int m = m_plan.schedule.microbatches;
            entry->second = computeOf(cost, m) - computeOf(plain, m);
        }
        return entry->second;
    }

private:
    const Plan& m_plan;
    CostContext m_context;
    std::map<std::tuple<int, int, LayerStrategy>, Seconds> m_known;
};

}  // namespace

StepParts stepParts(const Plan& plan, const Estimate& estimate)
{
    StepParts sum;
    Recomputation recomputation(plan);
    const int m = plan.schedule.microbatches;
    for (int i = 0; i < plan.pipeline(); ++i) {
        const StageEstimate& stage = estimate.stages[at(i)];
        Seconds communication = m * stage.receive;
        for (const int layer : plan.layersOf(i)) {
            const LayerEstimate& figures = estimate.layers[at(layer)];
            communication += exposedOf(figures.cost) + m * figures.transformation.time();
            sum.recompute += recomputation.of(layer, figures.cost);
        }
        const Seconds busy = m * stage.time + stage.sync + stage.optimizer;
        sum.communication += communication;
        sum.compute += busy - communication;
        sum.bubble += estimate.stepTime - busy;
    }
    sum.compute -= sum.recompute;
    const double stages = plan.pipeline();
    return {sum.compute / stages, withoutRounding(sum.recompute / stages, estimate.stepTime),
            withoutRounding(sum.communication / stages, estimate.stepTime),
            withoutRounding(sum.bubble / stages, estimate.stepTime)};
}

}  // namespace pgram
