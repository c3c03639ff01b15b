// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Settings of a training framework's file, and the plan that they make of the model at hand: one strategy for all
// layers, stages of equal size. Values that the file lacks are assumed and listed, or asked for.
#pragma once

#include "core/exchange/format.h"
#include "core/exchange/uniform_plan.h"

#include <map>
#include <span>

namespace pgram {

/// A habit of a framework that a file turns on or off.
struct Habit {
    bool Framework::*member = nullptr;
    bool value = false;
};

/// An optimizer by a framework's name for it.
struct NamedOptimizer {
    std::string_view name;  ///< in lower case
    Optimizer optimizer = Optimizer::Adam;
    bool isLike = false;  ///< has as many states as `optimizer`, and another update or other traffic
};

struct PlanSettings {
    std::optional<Architecture> model;  ///< model that the file describes
    std::string preset;                 ///< preset of a model that the file names; empty: none
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
    std::optional<std::int64_t> shard;   ///< data-parallel devices that split one copy of the states
    std::optional<std::int64_t> copies;  ///< copies of the states, in place of `shard`
    std::optional<std::int64_t> zero;
    std::optional<std::int64_t> microBatch;    ///< samples of a micro-batch on a data-parallel part
    std::optional<std::int64_t> globalBatch;   ///< samples of a step
    std::optional<std::int64_t> microbatches;  ///< micro-batches of a step
    std::optional<std::int64_t> sequence;
    std::optional<std::int64_t> chunks;          ///< chunks per stage
    std::optional<std::int64_t> layersPerChunk;  ///< layers per chunk, in place of `chunks`
    std::optional<std::int64_t> firstLayers;     ///< blocks of the first stage, if the stages differ
    std::optional<std::int64_t> lastLayers;
    bool countsFront = false;      ///< layers before the blocks count as one block in an even cut
    bool countsBack = false;       ///< layers behind the blocks count as one block
    std::vector<ChunkBlocks> cut;  ///< chunk by chunk, in place of all of these; empty: not given
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    bool sequenceParallel = false;  ///< Megatron-LM's sequence parallelism on the tensor group
    KeptPart kept = KeptPart::All;
    bool leavesRecompute = false;                ///< the file leaves recomputation to the program that trains
    std::int64_t recomputeEvery = 1;             ///< one of this many blocks is recomputed
    std::optional<std::int64_t> recomputeFirst;  ///< number of blocks of each chunk that are recomputed
    std::vector<bool> recomputed;                ///< by layer, in place of both; empty: not given
    ModuleSet modules = cheapModules;            ///< modules that KeptPart::WithoutModules recomputes
    bool offloadOptimizer = false;
    bool offloadWeights = false;  ///< weights of ZeRO-3, beside the optimizer
    bool gathersKeys = false;     ///< context ranks all-gather keys and values
    double offloadShare = 1;      ///< share of the states that is offloaded
    std::optional<Precision> precision;
    int gradientBytes = 4;
    Optimizer optimizer = Optimizer::Adam;
    int stateBytes = 4;                        ///< Training::stateBytes
    bool masterWeights = true;                 ///< Training::masterWeights
    bool fusedAttention = true;                ///< Training::fusedAttention
    std::optional<LossKind> loss;              ///< Training::loss; empty: that of the framework
    Tuning tuning;                             ///< Training::tuning
    Preference preference = Preference::None;  ///< Training::preference
    std::optional<bool> encoderFrozen;         ///< frozen or trained encoder; empty: unchanged
    std::optional<bool> projectorFrozen;       ///< the same of the projector behind it
    std::string family;         ///< family of frameworks whose costs the plan has; empty: the file names no framework
    std::vector<Habit> habits;  ///< habits of the framework that the file turns on or off, whatever its family has
    std::string method;         ///< method in the provenance: the name of the format
    bool isMegatron = false;    ///< Megatron-LM's own rules are checked
    /// Our names of keys that the file has as "auto", with its own: "micro_batch", "train_micro_batch_size_per_gpu".
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
    /// Sets the optimizer that the file names as `said`, unless that is empty. One that plans lack is assumed to be one
    /// with as many states.
    void takeOptimizer(const std::string& said, std::span<const NamedOptimizer> known, const char* what);
    void setHabit(bool Framework::*member, bool value) { habits.push_back({member, value}); }
};

/// Returns the plan of the settings. Errors: degrees that do not divide the devices or the batch, more stages than
/// layers, an impossible schedule.
[[nodiscard]] Result<Reading> planOfSettings(PlanSettings settings, const std::string& where,
                                             const ReadContext& context);

}  // namespace pgram
