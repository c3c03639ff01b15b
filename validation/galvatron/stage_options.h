// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One stage as a choice: every layer of a run takes one option of its run, and the memory of all must fit. Under the
// galvatron-3 rules a stage's order does not matter, so that an answer is how many layers take which option.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace pgram::galvatron {

/// Cost of a layer under one strategy.
struct StageOption {
    std::int64_t memory = 0;  ///< MiB
    double withoutSync = 0;   ///< seconds
    double withSync = 0;      ///< seconds, at least withoutSync
    int strategy = 0;
};

struct OptionRun {
    int count = 0;
    std::vector<StageOption> options;
};

struct StageQuestion {
    std::vector<OptionRun> runs;
    std::int64_t room = 0;  ///< MiB for all layers
};

/// onWithout·Σ withoutSync + onWith·Σ withSync: how a stage's figures enter one line of the step time.
struct Weights {
    double onWithout = 1;
    double onWith = 0;
    [[nodiscard]] double of(double withoutSync, double withSync) const
    {
        return onWithout * withoutSync + onWith * withSync;
    }
};

/// Layers that take each option, by run and by option of the run.
using Counts = std::vector<std::vector<int>>;

/// A weighed sum of the stage's figures within its memory: a lower bound by pricing memory, exact but for the layer
/// that the price splits, and an answer near it.
struct PricedStage {
    double price = 0;  ///< price per MiB
    double bound = 0;  ///< no answer that fits has less
    Counts counts;     ///< an answer that fits
};
/// Nothing when no answer fits.
[[nodiscard]] std::optional<PricedStage> priceStage(const StageQuestion& question, const Weights& weights);

/// Sums over an answer's layers.
struct StageSums {
    std::int64_t memory = 0;
    double withoutSync = 0;
    double withSync = 0;
};
[[nodiscard]] StageSums sumsOf(const StageQuestion& question, const Counts& counts);

}  // namespace pgram::galvatron
