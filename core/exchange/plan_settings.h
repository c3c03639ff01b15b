// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a training framework's file says of a plan, and the plan that it makes of the model at hand: one strategy for
// all layers, stages of equal size. What the file leaves open is assumed and listed, or asked for.
#pragma once

#include "core/exchange/format.h"
#include "core/exchange/uniform_plan.h"

#include <map>

namespace pgram {

/// A habit of a framework that a file turns on or off.
struct Habit {
    bool Framework::*member = nullptr;
    bool value = false;
};

struct PlanSettings {
    std::optional<Architecture> model;  ///< that the file describes
    std::string preset;                 ///< that the file names; empty: none
    /// Names of checkpoints and tokenizers in the file, each with its flag, where nothing else describes the model.
    std::vector<std::pair<std::string, std::string>> hints;
    std::optional<std::int64_t> devices;
    std::optional<std::int64_t> tensor;
    std::optional<std::int64_t> pipeline;
    std::optional<std::int64_t> context;
    std::optional<std::int64_t> expert;
    std::optional<std::int64_t> expertTensor;  ///< ranks that split one expert
    std::optional<std::int64_t> ulysses;
    std::optional<std::int64_t> data;
    std::optional<std::int64_t> shard;   ///< of the data-parallel devices, those that split one copy of the states
    std::optional<std::int64_t> copies;  ///< of the states, in its place
    std::optional<std::int64_t> zero;
    std::optional<std::int64_t> microBatch;    ///< samples of a data-parallel part
    std::optional<std::int64_t> globalBatch;   ///< samples of a step
    std::optional<std::int64_t> microbatches;  ///< of a step
    std::optional<std::int64_t> sequence;
    std::optional<std::int64_t> chunks;          ///< a stage
    std::optional<std::int64_t> layersPerChunk;  ///< in their place
    std::optional<std::int64_t> firstLayers;     ///< blocks of the first stage, where the stages differ
    std::optional<std::int64_t> lastLayers;
    bool countsFront = false;      ///< what stands before the blocks counts as one of them in an even cut
    bool countsBack = false;       ///< and what stands behind them
    std::vector<ChunkBlocks> cut;  ///< chunk by chunk, in place of all of these; empty: the file has none
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    bool sequenceParallel = false;  ///< Megatron's, on the tensor group
    KeptPart kept = KeptPart::All;
    bool leavesRecompute = false;                ///< the file leaves recomputation to the program that trains
    std::int64_t recomputeEvery = 1;             ///< of so many blocks one is computed again
    std::optional<std::int64_t> recomputeFirst;  ///< of each chunk, so many blocks
    std::vector<bool> recomputed;                ///< by layer, in place of both; empty: the file does not say it so
    ModuleSet modules = cheapModules;            ///< that blocks of KeptPart::WithoutModules compute again
    bool offloadOptimizer = false;
    double offloadShare = 1;  ///< share of the states that is offloaded
    std::optional<Precision> precision;
    int gradientBytes = 4;
    Optimizer optimizer = Optimizer::Adam;
    int stateBytes = 4;            ///< Training::stateBytes
    bool masterWeights = true;     ///< Training::masterWeights
    bool fusedAttention = true;    ///< Training::fusedAttention
    std::optional<LossKind> loss;  ///< Training::loss; empty: that of the framework
    Tuning tuning;                 ///< Training::tuning
    std::string family;         ///< family of frameworks whose costs the plan has; empty: the file names no framework
    std::vector<Habit> habits;  ///< habits of the framework that the file turns on or off, whatever its family has
    std::string method;         ///< of the provenance: the format's name
    bool isMegatron = false;    ///< Megatron-LM's own rules are checked
    /// The file's keys of ours that it has as "auto": "micro_batch" and "train_micro_batch_size_per_gpu".
    std::map<std::string, std::string> autoKeys;
    std::vector<ValueNote> assumed;
    std::vector<ValueNote> asked;
    std::vector<ValueNote> ignored;
    std::vector<ValueNote> unknown;
    std::vector<ValueNote> refused;  ///< Reading::refused

    void assume(std::string what, std::string value, Text why)
    {
        assumed.push_back({std::move(what), std::move(value), std::move(why)});
    }
    void ask(std::string what, Text why) { asked.push_back({std::move(what), {}, std::move(why)}); }
    void ignore(std::string what, std::string value, Text why)
    {
        ignored.push_back({std::move(what), std::move(value), std::move(why)});
    }
    void refuse(std::string rule, Text why) { refused.push_back({std::move(rule), {}, std::move(why)}); }
    void setHabit(bool Framework::*member, bool value) { habits.push_back({member, value}); }
};

/// Errors: degrees that do not go into the devices or the batch at hand, more stages than layers, a schedule that
/// cannot be.
[[nodiscard]] Result<Reading> planOfSettings(PlanSettings settings, const std::string& where,
                                             const ReadContext& context);

}  // namespace pgram
