// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/run_cost.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr Seconds hour = 3600;
constexpr double hoursOfDay = 24;
constexpr double wattsOfKilowatt = 1000;

}  // namespace

double RunCost::days() const
{
    return total / hour / hoursOfDay;
}

Seconds bestCheckpointInterval(Seconds checkpoint, Seconds mean)
{
    if (checkpoint >= 2 * mean) {
        return mean;
    }
    const double ratio = checkpoint / (2 * mean);
    return std::sqrt(2 * checkpoint * mean) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - checkpoint;
}

Seconds interruptedSeconds(Seconds work, Seconds interval, const Interruptions& of, Seconds mean)
{
    return mean * std::exp(of.restart / mean) * std::expm1((interval + of.checkpoint) / mean) * work / interval;
}

Result<RunCost> runCost(const Plan& plan, const Estimate& figures, const RunQuestion& question)
{
    RunCost cost;
    if (question.isByRuleOfPreTraining() && plan.training.tuning.method != TuningMethod::All) {
        return badInput(
            Core::tr("the rule of 20 tokens per parameter is for training all of them from scratch, and this "
                     "run trains adapters"),
            "tokens", Core::tr("Give the tokens of the data times the epochs"));
    }
    cost.tokens = question.tokens > 0 ? question.tokens : question.perParameter() * parameterCount(plan.model);
    const double tokensOfStep =
        static_cast<double>(plan.training.globalBatch) * plan.training.tokensOfSample(plan.model.sequenceLength);
    if (!(cost.tokens > 0) || !std::isfinite(cost.tokens) || !(tokensOfStep > 0) || !(figures.stepTime > 0)) {
        return badInput(Core::tr("there are no tokens to train, or no step that trains them"), "tokens",
                        Core::tr("Give a number of tokens, or of tokens per parameter"));
    }
    cost.steps = std::ceil(cost.tokens / tokensOfStep);
    cost.training = cost.steps * figures.stepTime * question.slower;
    cost.total = cost.training;
    const Interruptions& interruptions = question.interruptions;
    if (interruptions.betweenFailures > 0) {
        const Seconds mean = interruptions.betweenFailures / plan.cluster.devices;
        cost.checkpointEvery = interruptions.checkpoint > 0 ? bestCheckpointInterval(interruptions.checkpoint, mean)
                                                            : std::min(mean, figures.stepTime);
        cost.total = interruptedSeconds(cost.training, cost.checkpointEvery, interruptions, mean);
        if (!std::isfinite(cost.total)) {
            return badInput(Core::tr("a failure every {} s leaves no time to train", fmt::format("{:.3g}", mean)),
                            "interruptions", Core::tr("Take fewer devices, or shorter checkpoints and restarts"));
        }
    }
    cost.deviceHours = plan.cluster.devices * cost.total / hour;
    cost.hourPrice = question.hourPrice.isKnown() ? question.hourPrice : plan.cluster.mean(&Device::hourPrice);
    cost.power = question.power.isKnown() ? question.power : plan.cluster.mean(&Device::power);
    if (cost.hourPrice.isKnown()) {
        cost.dollars = cost.deviceHours * cost.hourPrice.value;
    }
    if (cost.power.isKnown()) {
        cost.kilowattHours = cost.deviceHours * cost.power.value * question.facility / wattsOfKilowatt;
    }
    return cost;
}

Result<RunRange> runRange(const Plan& plan, const Estimate& figures, RunQuestion question, double low, double high)
{
    const auto costOf = [&](double slower) {
        question.slower = slower;
        return runCost(plan, figures, question);
    };
    return costOf(low).and_then([&](const RunCost& least) {
        return costOf(high).map([&](const RunCost& most) { return RunRange{least, most}; });
    });
}

}  // namespace pgram
