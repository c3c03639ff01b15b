// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The galvatron-3 rules (docs/method/other-systems.md, Galvatron's rules): how Hetu-Galvatron's search engine of 2026
// scores a plan, so that both engines can be compared on equal terms. Times in ms inside, seconds at the door; memory
// in whole MiB, as the engine rounds it.
#pragma once

#include "core/galvatron/figures.h"
#include "validation/galvatron/strategy.h"

#include <optional>
#include <span>

namespace pgram::galvatron {

/// One layer under a strategy, for one micro-batch.
struct LayerCost {
    double withSync = 0;     ///< r_l, seconds
    double withoutSync = 0;  ///< q_l, seconds
    double states = 0;       ///< MiB
    double activation = 0;   ///< MiB of one micro-batch in flight
};

/// Embedding and head under their strategy.
struct EndsCost {
    double first = 0;                  ///< seconds of a micro-batch on the first stage; all of it with one stage
    double last = 0;                   ///< on the last of several stages
    std::vector<std::int64_t> memory;  ///< MiB of each stage, the device's context with it
};

struct Score {
    double seconds = 0;                ///< T of a step
    std::vector<std::int64_t> memory;  ///< MiB of each stage
    bool fits = false;
};

/// C_i (without sync, embedding and head included) and R_i (with sync, layers alone) of the stages, front to back.
struct StageTimes {
    std::vector<double> withoutSync;
    std::vector<double> withSync;
};
[[nodiscard]] double stepTime(const StageTimes& times, std::int64_t microbatches);

/// MiB of a budget that the engine leaves unused.
[[nodiscard]] std::int64_t budgetReserve(double mebibytes);

class Rules {
public:
    Rules(Figures figures, Setting setting) : m_figures(std::move(figures)), m_setting(std::move(setting)) {}

    [[nodiscard]] const Setting& setting() const { return m_setting; }
    void setMemory(double gigabytes) { m_setting.memoryGb = gigabytes; }
    /// The tasks that the engine runs for a batch: every divisor of it, or one number of micro-batches.
    [[nodiscard]] std::vector<TaskKey> tasks(std::int64_t batch, std::optional<std::int64_t> microbatches) const;
    /// Nothing when the task's degrees do not divide the devices, its batch or its layers.
    [[nodiscard]] bool isPossible(const TaskKey& task) const;
    [[nodiscard]] std::vector<Strategy> layerStrategies(const TaskKey& task) const;
    [[nodiscard]] std::vector<Strategy> endStrategies(const TaskKey& task) const;

    /// Nothing where the profile lacks a figure that the strategy needs.
    [[nodiscard]] std::optional<LayerCost> layer(int type, const Strategy& strategy, const TaskKey& task) const;
    [[nodiscard]] std::optional<EndsCost> ends(const Strategy& strategy, const TaskKey& task) const;
    /// MiB of a layer on a stage.
    [[nodiscard]] static std::int64_t layerMemory(const LayerCost& cost, std::int64_t inFlight);
    [[nodiscard]] std::int64_t inFlight(const TaskKey& task, int stage) const;
    /// MiB that layers, embedding, head and context may take on a stage: the budget without reserve and buffer.
    [[nodiscard]] std::int64_t room(const TaskKey& task) const;
    [[nodiscard]] std::int64_t buffer(const TaskKey& task) const;
    [[nodiscard]] std::int64_t reserve() const { return budgetReserve(m_setting.memoryGb * 1024); }

    /// Errors: a plan of another shape than the task, a strategy that the profile has no figures for.
    [[nodiscard]] Result<Score> score(const TaskKey& task, const Plan& plan) const;

private:
    [[nodiscard]] std::int64_t localBatch(const TaskKey& task, const Strategy& strategy) const;
    [[nodiscard]] std::int64_t maxData(const TaskKey& task) const;
    [[nodiscard]] std::optional<double> secondsPerMebibyte(const Strategy& strategy) const;
    [[nodiscard]] double stateShare(const Strategy& strategy, const TaskKey& task) const;
    [[nodiscard]] std::optional<double> splitTime(const Strategy& strategy, double size) const;
    [[nodiscard]] double pipelineTime(const LayerType& type, std::int64_t samples, int pipeline) const;
    [[nodiscard]] std::optional<double> endTime(const EndMemory& table, double forward, const Strategy& strategy,
                                                double gather) const;
    [[nodiscard]] double mebibytes(const LayerType& type, std::int64_t samples) const;
    [[nodiscard]] double half() const { return m_setting.elementBytes == 2 ? 0.5 : 1.0; }
    [[nodiscard]] std::vector<Strategy> strategies(const TaskKey& task, bool recompute) const;
    [[nodiscard]] Result<void> checkShape(const TaskKey& task, const Plan& plan) const;

    Figures m_figures;
    Setting m_setting;
};

}  // namespace pgram::galvatron
