// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Placement of stages on a mixed cluster. A stage takes a block of N/P neighbouring devices, and blocks of the same
// cost form a class. Only the order of the classes along the pipeline matters; if the orders are few, the search tries
// all of them.
#pragma once

#include "core/cluster/stage_clusters.h"
#include "core/search/task/layer_costs.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace pgram {

/// Places for one number of stages.
struct StagePlaces {
    std::shared_ptr<const StageClusters> clusters;
    std::vector<std::shared_ptr<LayerCosts>> costs;  ///< per class
    /// Blocks of the stages in every order that is tried; the order of the ranks comes first. Blocks of one class are
    /// used in the order of their ranks.
    std::vector<std::vector<int>> orders;
    bool hasAll = true;  ///< false: only the rank order, or orders whose classes are consecutive, are tried
};

/// Cache of stage places, shared by all tasks of a search. Thread-safe. Refers to the cluster.
class MixedStages {
public:
    /// `inRankOrder`: try no other order.
    MixedStages(const Cluster& cluster, bool inRankOrder) : m_cluster(cluster), m_inRankOrder(inRankOrder) {}

    [[nodiscard]] std::shared_ptr<const StagePlaces> of(int stages);

private:
    [[nodiscard]] StagePlaces make(int stages);

    const Cluster& m_cluster;
    bool m_inRankOrder;
    std::mutex m_mutex;
    std::map<int, std::shared_ptr<const StagePlaces>> m_known;
    /// By the cluster that a class of devices sees.
    std::vector<std::pair<Cluster, std::shared_ptr<LayerCosts>>> m_costs;
};

}  // namespace pgram
