// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the devices of a cluster stand in a map of its nodes: pure geometry. A node is a block of cells in rank order;
// where all of them would be too small to read, neighbours whose devices run the same stages share one block.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "core/strategy/layer_strategy.h"
#include "widgets/views/common/scene.h"

#include <QPointF>
#include <QRectF>

#include <vector>

namespace pgram {

/// Devices of a node: the largest island of at most 16 below the level that joins all, or the innermost one; never more
/// than the cluster has.
[[nodiscard]] int nodeDevices(const Cluster& cluster);

/// Neighbouring nodes whose devices run the same stages.
struct NodeRun {
    int first = 0;
    int count = 1;
    bool operator==(const NodeRun&) const = default;
};
[[nodiscard]] std::vector<NodeRun> alikeNodes(const Plan& plan);

/// Where a device stands in the plan: its rank in its stage, and in the groups of that stage's first layer.
struct DevicePlace {
    int node = 0;
    int stage = 0;
    int rank = 0;  ///< in the stage
    int tensor = 0;
    int context = 0;
    int data = 0;
    bool operator==(const DevicePlace&) const = default;
};
[[nodiscard]] DevicePlace placeOf(const Plan& plan, int device);
/// Of the stage's first layer.
[[nodiscard]] const LayerStrategy& firstStrategyOf(const Plan& plan, int stage);

struct DeviceMapMetrics {
    double leastCell = 14;  ///< smaller cells are folded, where they can be
    double widestCell = 120;
    double highestCell = 72;
    double labelHeight = 18;  ///< above a block
    double leastLabel = 60;   ///< a narrower block has no label
    double gap = 14;          ///< between blocks
};

struct DeviceMapLayout {
    struct Block {
        NodeRun nodes;
        QRectF frame;  ///< of the cells
    };
    std::vector<Block> blocks;
    int devices = 0;
    int perNode = 1;
    int columns = 1;  ///< of cells in a block
    double cellWidth = 0;
    double cellHeight = 0;
    bool labelled = true;
    bool folded = false;  ///< some block stands for several nodes

    /// Cells in the order of their devices, those of folded nodes left out.
    [[nodiscard]] int cellCount() const;
    /// The first device that the cell stands for; -1 beyond the last one.
    [[nodiscard]] int deviceOf(int cell) const;
    /// The cell that stands for the device.
    [[nodiscard]] int cellOf(int device) const;
    [[nodiscard]] QRectF cellArea(int cell) const;
    [[nodiscard]] int cellAt(const QPointF& position) const;  ///< -1 = none
};

[[nodiscard]] DeviceMapLayout layoutDeviceMap(const Plan& plan, const QRectF& area, const DeviceMapMetrics& metrics);

[[nodiscard]] DeviceMapMetrics deviceMapMetrics(const Theme& theme);
/// "node 3", "nodes 4–130, 127 alike", with the stages that its devices run.
[[nodiscard]] QString blockTitle(const Plan& plan, const DeviceMapLayout& layout, const NodeRun& nodes);
/// Peak of the device as a share of the budget; above one it does not fit.
[[nodiscard]] double fullness(const Plan& plan, const Estimate& estimate, int device);

/// Adds the devices as "device": how full each is at its peak, as a share of the budget.
void addDeviceMap(Scene& scene, const Plan& plan, const Estimate& estimate);
/// Returns the map that addDeviceMap adds.
[[nodiscard]] DeviceMapLayout deviceMapIn(const Scene& scene, const Plan& plan, const Estimate& estimate);

}  // namespace pgram
