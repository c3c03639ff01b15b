// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mixed cluster as one stage of a pipeline sees it: a plain cluster, all of whose devices are alike. Every collective
// and every step waits for the slowest device. A stage on several kinds therefore has the worst of each figure, and a
// slow device makes its stage slow (our definition).
#pragma once

#include "core/base/index.h"
#include "core/base/text.h"
#include "core/cluster/cluster.h"

#include <vector>

namespace pgram {

/// A cluster divided into blocks of N/P neighbouring devices, one for each stage. Blocks that are alike form a class.
class StageClusters {
public:
    /// `stages` must divide the number of devices.
    StageClusters(const Cluster& cluster, int stages);

    /// Returns the number of blocks, P.
    [[nodiscard]] int blocks() const { return static_cast<int>(m_classOf.size()); }
    /// Returns the number of classes.
    [[nodiscard]] int classes() const { return static_cast<int>(m_classes.size()); }
    /// Returns the class of a block. Classes are numbered in the order of ranks.
    [[nodiscard]] int classOf(int block) const { return m_classOf[at(block)]; }
    /// Returns the plain cluster of a class.
    [[nodiscard]] const Cluster& ofClass(int index) const { return m_classes[at(index)]; }
    /// Returns the plain cluster of a block.
    [[nodiscard]] const Cluster& of(int block) const { return ofClass(classOf(block)); }
    /// Returns the plain cluster for transfers between two blocks: it has the slower links of both.
    [[nodiscard]] const Cluster& between(int from, int to) const;
    /// Returns the plain cluster for transfers between any two blocks: it has the slowest links of all.
    [[nodiscard]] const Cluster& slowest() const { return m_slowest; }
    /// Returns the budget of a device of the class when `asked` is the budget of the largest device.
    [[nodiscard]] Bytes budgetOf(int classIndex, Bytes asked) const;

private:
    std::vector<int> m_classOf;      ///< class of each block
    std::vector<Cluster> m_classes;  ///< cluster of each class
    std::vector<Cluster> m_between;  ///< for classes a < b at a·classes + b
    Cluster m_slowest;
    Bytes m_mostMemory = 0;
};

/// Returns the cluster with all devices of this kind, none of them slow. A default-constructed kind means for the
/// cluster's own device.
[[nodiscard]] Cluster plainOf(const Cluster& cluster, const DeviceKind& kind);

/// Returns the speed of a device relative to that of its kind, in (0, 1].
[[nodiscard]] double speedOf(const Cluster& cluster, int device);

/// Returns true if devices differ in speed, memory or links, whatever their names are.
[[nodiscard]] bool devicesDiffer(const Cluster& cluster);

/// Returns the kinds of the ranks [first, first + count), and how slow they are: "A100", "A100 + V100", "A100 at 70 %".
/// Returns an empty text for a plain cluster.
[[nodiscard]] Text kindsText(const Cluster& cluster, int first, int count);

}  // namespace pgram
