// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan: a model on a cluster, cut into the chunks of its stages, each layer with its strategy. A plain value; search
// makes one, the estimator scores one, the window edits one, exchange writes one.
#pragma once

#include "core/cluster/cluster.h"
#include "core/model/architecture.h"
#include "core/model/training.h"
#include "core/schedule/schedule.h"
#include "core/strategy/layer_strategy.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace pgram {

/// Neighbouring layers that one stage runs without handing on; where the schedule has no chunks, a whole stage.
struct Chunk {
    int firstLayer = 0;
    int layerCount = 0;
    [[nodiscard]] int end() const { return firstLayer + layerCount; }
    bool operator==(const Chunk&) const = default;
};

struct PlanProvenance {
    std::string madeBy;  ///< "parallelogram", or the file it was imported from
    std::string version;
    std::string method;
    std::string space;        ///< that the method searched
    std::string request;      ///< the whole question as JSON (plan_question.h); empty = not known
    std::string certificate;  ///< "optimal", "gap 0.012", "stopped", "edited"
    std::string created;      ///< ISO 8601
    Text recut;               ///< how the file had it, where it could not be run as written; empty = as it was
    bool operator==(const PlanProvenance&) const = default;
};

struct Plan {
    std::string name;
    Architecture model;
    Cluster cluster;
    Training training;
    Bytes memoryBudget = 0;  ///< per device, of the largest ones; 0 = their memory
    Schedule schedule;
    std::vector<std::int64_t> sliceTokens{};  ///< of each slice of a micro-batch; empty: of equal work
    std::vector<Chunk> chunks;                ///< v·P, cover the layers in order
    std::vector<LayerStrategy> strategies;    ///< one a layer
    /// Of each stage, which of the cluster's blocks of N/P neighbouring devices it runs on; empty: in their order.
    std::vector<int> stageBlocks{};
    PlanProvenance provenance;
    std::map<std::string, std::string> unknown;  ///< JSON pointer -> JSON text of keys that we do not know

    bool operator==(const Plan&) const = default;

    [[nodiscard]] int pipeline() const { return std::max(1, static_cast<int>(chunks.size()) / schedule.virtualStages); }
    [[nodiscard]] int stageDevices() const { return cluster.devices / pipeline(); }
    [[nodiscard]] int blockOf(int stage) const
    {
        return stageBlocks.empty() ? stage : stageBlocks[static_cast<std::size_t>(stage)];
    }
    [[nodiscard]] int stageAtBlock(int block) const;
    [[nodiscard]] int firstDevice(int stage) const { return blockOf(stage) * stageDevices(); }
    [[nodiscard]] int stageAtDevice(int device) const { return stageAtBlock(device / stageDevices()); }
    [[nodiscard]] std::int64_t sequence() const { return training.sequence(model.sequenceLength); }
    [[nodiscard]] Bytes budget() const { return memoryBudget > 0 ? memoryBudget : cluster.mostMemory(); }
    [[nodiscard]] const Chunk& chunk(int index) const { return chunks[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int chunkOf(int layer) const;
    [[nodiscard]] int stageOfChunk(int chunk) const { return pgram::stageOfChunk(schedule, pipeline(), chunk); }
    [[nodiscard]] int stageOf(int layer) const { return stageOfChunk(chunkOf(layer)); }
    /// Indices of the stage's chunks, in model order.
    [[nodiscard]] std::vector<int> chunksOf(int stage) const;
    /// All layers of a stage, in model order.
    [[nodiscard]] std::vector<int> layersOf(int stage) const;
    /// Whether what comes into the chunk comes from another stage.
    [[nodiscard]] bool receives(int chunk) const { return chunk > 0 && stageOfChunk(chunk) != stageOfChunk(chunk - 1); }
};

/// Which kinds of devices the stage is on, where they are not all alike: "A100", "V100 at 70 %"; else empty.
[[nodiscard]] Text kindsText(const Plan& plan, int stage);

/// Structure that every function taking a plan relies on: chunks cover the layers, v of them a stage, one strategy a
/// layer, P divides N, positive degrees. The message says which. Legality of strategies is an issue of the estimate,
/// not an error.
[[nodiscard]] Result<void> checkStructure(const Plan& plan);

/// Sizes -> chunks; the sizes must sum to the layer count.
[[nodiscard]] std::vector<Chunk> chunksFromSizes(const std::vector<int>& sizes);

/// Sizes of so many parts of a model that hold equal numbers of blocks (the layers that repeat), the remainder one each
/// to the middle parts first; what stands before the first block goes to the first part, what follows a block goes with
/// it. Empty: fewer layers than parts.
[[nodiscard]] std::vector<int> evenCut(const Architecture& model, int parts);

}  // namespace pgram
