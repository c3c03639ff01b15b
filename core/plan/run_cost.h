// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Duration and cost of a whole training run, from a plan's estimate: steps, days, device-hours, money, energy, and the
// effect of interruptions. Nothing is guessed: an unknown input leaves its results empty.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <optional>

namespace pgram {

/// Failures of devices, and the checkpoints that limit what they cost.
struct Interruptions {
    Seconds betweenFailures = 0;  ///< mean time per device; 0 = devices do not fail
    Seconds checkpoint = 0;       ///< δ: time to write a checkpoint, during which training pauses
    Seconds restart = 0;          ///< R: from a failure until training goes on
    bool operator==(const Interruptions&) const = default;
};

/// Twenty tokens a parameter (Hoffmann et al., arXiv 2203.15556).
inline constexpr double usualTokensPerParameter = 20;

struct RunQuestion {
    double tokens = 0;                         ///< to train; 0 = by the rule
    std::optional<double> tokensPerParameter;  ///< empty: usualTokensPerParameter, the rule of pre-training
    [[nodiscard]] double perParameter() const { return tokensPerParameter.value_or(usualTokensPerParameter); }
    [[nodiscard]] bool isByRuleOfPreTraining() const { return tokens <= 0 && !tokensPerParameter; }
    Quote hourPrice;      ///< replaces the device's price, if it is known
    Quote power;          ///< the same
    double facility = 1;  ///< power of the facility over that of its devices
    double slower = 1;    ///< factor on the estimated step: an edge of its error band
    Interruptions interruptions;
};

struct RunCost {
    double tokens = 0;
    double steps = 0;
    Seconds training = 0;         ///< without interruptions
    Seconds total = 0;            ///< expected, with them
    Seconds checkpointEvery = 0;  ///< seconds of training between checkpoints; 0 = there are no interruptions
    double deviceHours = 0;
    Quote hourPrice;  ///< whose figures the next two rest on
    Quote power;
    std::optional<double> dollars;
    std::optional<double> kilowattHours;  ///< at most: of devices at their full power, hosts and network left out

    [[nodiscard]] double days() const;
};

/// Returns the cost of the run. Errors: a plan without a step, no tokens, adapters by the rule of pre-training,
/// interruptions that leave no progress.
[[nodiscard]] Result<RunCost> runCost(const Plan& plan, const Estimate& figures, const RunQuestion& question);

/// The run if its steps took `low` and `high` times as long, the edges of an error band. Errors: as runCost().
struct RunRange {
    RunCost low;
    RunCost high;
};
[[nodiscard]] Result<RunRange> runRange(const Plan& plan, const Estimate& figures, RunQuestion question, double low,
                                        double high);

/// Training between two checkpoints that costs least, of a system with `mean` seconds between failures: Daly's
/// estimate, which goes over into Young's √(2δM) for small δ (doi 10.1016/j.future.2004.11.016, eq. 37).
[[nodiscard]] Seconds bestCheckpointInterval(Seconds checkpoint, Seconds mean);
/// Expected seconds of `work` seconds of training with a checkpoint every `interval` of them: M·e^(R/M)·(e^((τ+δ)/M) −
/// 1)·T/τ (the same, eq. 20).
[[nodiscard]] Seconds interruptedSeconds(Seconds work, Seconds interval, const Interruptions& of, Seconds mean);

}  // namespace pgram
