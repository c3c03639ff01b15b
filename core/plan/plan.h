// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan: a model on a cluster, divided into the chunks of its stages, with a strategy per layer. A plain value: the
// search makes it, the estimator scores it, the window edits it, and exchange writes it.
#pragma once

#include "core/base/index.h"
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

/// Neighbouring layers that one stage runs in one go. Under a schedule without chunks: a whole stage.
struct Chunk {
    int firstLayer = 0;  ///< index of its first layer
    int layerCount = 0;  ///< number of its layers
    /// Returns the index behind its last layer.
    [[nodiscard]] int end() const { return firstLayer + layerCount; }
    bool operator==(const Chunk&) const = default;
};

/// Origin of a plan.
struct PlanProvenance {
    std::string madeBy;       ///< "parallelogram", or the file it was imported from
    std::string version;      ///< version of the program that made it
    std::string method;       ///< name of the search method
    std::string space;        ///< search space of the method
    std::string request;      ///< the whole question as JSON (plan_question.h); empty = not known
    std::string certificate;  ///< "optimal", "gap 0.012", "stopped", "edited"
    std::string created;      ///< ISO 8601
    Text recut;               ///< how the file divided the layers, if it could not run as written; empty otherwise
    bool operator==(const PlanProvenance&) const = default;
};

/// The part of a plan that a search chooses, besides the batch.
struct PlanChoice {
    Schedule schedule;                        ///< order of operations, with m and v
    std::vector<std::int64_t> sliceTokens{};  ///< tokens of each slice of a micro-batch; empty: equal work
    std::vector<Chunk> chunks;                ///< v·P, cover the layers in order
    std::vector<LayerStrategy> strategies;    ///< one per layer
    /// Per stage, the block of N/P neighbouring devices on which it runs; empty: stage i runs on block i.
    std::vector<int> stageBlocks{};
    bool operator==(const PlanChoice&) const = default;
};

/// A plan. It contains all that an estimate needs.
struct Plan : PlanChoice {
    std::string name;                            ///< title of the plan
    Architecture model;                          ///< model that is trained
    Cluster cluster;                             ///< cluster that it is trained on
    Training training;                           ///< batch, precision, optimizer, framework
    Bytes memoryBudget = 0;                      ///< per device, of the largest ones; 0 = their memory
    PlanProvenance provenance;                   ///< origin of the plan
    std::map<std::string, std::string> unknown;  ///< JSON pointer -> JSON text of unknown members of the file

    bool operator==(const Plan&) const = default;

    /// Returns P, the number of stages.
    [[nodiscard]] int pipeline() const { return std::max(1, static_cast<int>(chunks.size()) / schedule.virtualStages); }
    /// Returns N/P, the devices per stage.
    [[nodiscard]] int stageDevices() const { return cluster.devices / pipeline(); }
    /// Returns the block of devices of a stage.
    [[nodiscard]] int blockOf(int stage) const { return stageBlocks.empty() ? stage : stageBlocks[at(stage)]; }
    /// Returns the stage on a block of devices.
    [[nodiscard]] int stageAtBlock(int block) const;
    /// Returns the first device of a stage.
    [[nodiscard]] int firstDevice(int stage) const { return blockOf(stage) * stageDevices(); }
    /// Returns the stage on a device.
    [[nodiscard]] int stageAtDevice(int device) const { return stageAtBlock(device / stageDevices()); }
    /// Returns n, the tokens per sample.
    [[nodiscard]] std::int64_t sequence() const { return training.sequence(model.sequenceLength); }
    /// Returns the memory budget of the largest devices.
    [[nodiscard]] Bytes budget() const { return memoryBudget > 0 ? memoryBudget : cluster.mostMemory(); }
    /// Returns a chunk by its index.
    [[nodiscard]] const Chunk& chunk(int index) const { return chunks[at(index)]; }
    /// Returns the chunk of a layer.
    [[nodiscard]] int chunkOf(int layer) const;
    /// Returns the stage that holds a chunk.
    [[nodiscard]] int stageOfChunk(int chunk) const { return pgram::stageOfChunk(schedule, pipeline(), chunk); }
    /// Returns the stage of a layer.
    [[nodiscard]] int stageOf(int layer) const { return stageOfChunk(chunkOf(layer)); }
    /// Returns the indices of the stage's chunks, in model order.
    [[nodiscard]] std::vector<int> chunksOf(int stage) const;
    /// Returns the layers of a stage, in model order.
    [[nodiscard]] std::vector<int> layersOf(int stage) const;
    /// Returns true if the input of the chunk comes from another stage.
    [[nodiscard]] bool receives(int chunk) const { return chunk > 0 && stageOfChunk(chunk) != stageOfChunk(chunk - 1); }
};

/// Returns the kinds of devices of a stage, "A100" or "V100 at 70 %"; an empty text if all devices are alike.
[[nodiscard]] Text kindsText(const Plan& plan, int stage);

/// Checks the structure on which every function of a plan relies: chunks cover the layers, each stage has v chunks,
/// each layer has a strategy, P divides N, degrees are positive. Errors name the first violation. Illegal strategies
/// are issues of the estimate, not errors.
[[nodiscard]] Result<void> checkStructure(const Plan& plan);

/// Returns chunks of these sizes, which must sum to the number of layers.
[[nodiscard]] std::vector<Chunk> chunksFromSizes(const std::vector<int>& sizes);

/// Returns the sizes of `parts` parts of a model with equal numbers of blocks (the layers that repeat). The middle
/// parts get the remainder, one block each. Layers before the first block go to the first part, layers behind a block
/// to the part of the block. Returns an empty vector if there are fewer layers than parts.
[[nodiscard]] std::vector<int> evenCut(const Architecture& model, int parts);

}  // namespace pgram
