// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan: a model on a cluster, cut into stages, each layer with its strategy. A plain value; search makes one, the
// estimator scores one, the window edits one, exchange writes one.
#pragma once

#include "core/cluster/cluster.h"
#include "core/model/architecture.h"
#include "core/model/training.h"
#include "core/schedule/schedule.h"
#include "core/strategy/layer_strategy.h"

#include <map>
#include <string>
#include <vector>

namespace pgram {

struct Stage {
    int firstLayer = 0;
    int layerCount = 0;
    bool operator==(const Stage&) const = default;
};

struct PlanProvenance {
    std::string madeBy;  ///< "parallelogram", or the file it was imported from
    std::string version;
    std::string method;
    std::string space;        ///< that the method searched
    std::string request;      ///< the whole question as JSON (plan_question.h); empty = not known
    std::string certificate;  ///< "optimal", "gap 0.012", "stopped", "edited"
    std::string created;      ///< ISO 8601
    bool operator==(const PlanProvenance&) const = default;
};

struct Plan {
    std::string name;
    Architecture model;
    Cluster cluster;
    Training training;
    Bytes memoryBudget = 0;  ///< per device; 0 = the device's memory
    Schedule schedule;
    std::vector<Stage> stages;              ///< cover the layers in order
    std::vector<LayerStrategy> strategies;  ///< one a layer
    PlanProvenance provenance;
    std::map<std::string, std::string> unknown;  ///< JSON pointer -> JSON text of keys that we do not know

    bool operator==(const Plan&) const = default;

    [[nodiscard]] int pipeline() const { return static_cast<int>(stages.size()); }
    [[nodiscard]] int stageDevices() const { return cluster.devices / pipeline(); }
    [[nodiscard]] std::int64_t sequence() const
    {
        return training.sequenceLength > 0 ? training.sequenceLength : model.sequenceLength;
    }
    [[nodiscard]] Bytes budget() const { return memoryBudget > 0 ? memoryBudget : cluster.device.memory; }
    [[nodiscard]] int stageOf(int layer) const;
};

/// Structure that every function taking a plan relies on: stages cover the layers, one strategy a layer, P divides N,
/// positive degrees. The message says which. Legality of strategies is an issue of the estimate, not an error.
[[nodiscard]] Result<void> checkStructure(const Plan& plan);

/// Stage sizes -> stages; the sizes must sum to the layer count.
[[nodiscard]] std::vector<Stage> stagesFromSizes(const std::vector<int>& sizes);

}  // namespace pgram
