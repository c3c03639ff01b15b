// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What each stage of a pipeline sees of a mixed cluster: a plain one, all of whose devices are like its own. Every
// collective and every step waits for the slowest, so that a stage on several kinds runs at the least of each figure,
// and a slow device makes its stage slow (our definition).
#pragma once

#include "core/base/text.h"
#include "core/cluster/cluster.h"

#include <vector>

namespace pgram {

/// The devices in blocks of N/P neighbours, one for each stage. Blocks that see the same are of one class.
class StageClusters {
public:
    /// `stages` divides the devices.
    StageClusters(const Cluster& cluster, int stages);

    [[nodiscard]] int blocks() const { return static_cast<int>(m_classOf.size()); }
    [[nodiscard]] int classes() const { return static_cast<int>(m_classes.size()); }
    /// In the order in which ranks come to them.
    [[nodiscard]] int classOf(int block) const { return m_classOf[static_cast<std::size_t>(block)]; }
    [[nodiscard]] const Cluster& ofClass(int index) const { return m_classes[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const Cluster& of(int block) const { return ofClass(classOf(block)); }
    /// What a transfer from one block to another sees: the slower links of both.
    [[nodiscard]] const Cluster& between(int from, int to) const;
    /// What a transfer between any two blocks sees at worst: the slowest links of all.
    [[nodiscard]] const Cluster& slowest() const { return m_slowest; }
    /// Of the memory that is asked for on the largest device, what a device of the class has.
    [[nodiscard]] Bytes budgetOf(int classIndex, Bytes asked) const;

private:
    std::vector<int> m_classOf;      ///< of each block
    std::vector<Cluster> m_classes;  ///< as seen
    std::vector<Cluster> m_between;  ///< of two classes a < b at a·classes + b
    Cluster m_slowest;
    Bytes m_mostMemory = 0;
};

/// The cluster as if all of its devices were the kind's, none of them slow; a kind of nothing gives the cluster's own.
[[nodiscard]] Cluster plainOf(const Cluster& cluster, const DeviceKind& kind);

/// Share of the speed of its kind that a device computes at.
[[nodiscard]] double speedOf(const Cluster& cluster, int device);

/// Some of its devices are unlike others in speed, memory or links, whatever it calls them.
[[nodiscard]] bool devicesDiffer(const Cluster& cluster);

/// The kinds that ranks [first, first + count) are of, and what is slow of them: "A100", "A100 + V100",
/// "A100 at 70 %"; empty on a plain cluster.
[[nodiscard]] Text kindsText(const Cluster& cluster, int first, int count);

}  // namespace pgram
