// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which devices of a mixed cluster a stage may be on: blocks of N/P neighbours, of few classes that cost alike. Only
// the order of the classes along the pipeline makes a difference, and few such orders are all tried.
#pragma once

#include "core/cluster/stage_clusters.h"
#include "core/search/task/layer_costs.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace pgram {

/// Of one number of stages.
struct StagePlaces {
    std::shared_ptr<const StageClusters> clusters;
    std::vector<std::shared_ptr<LayerCosts>> costs;  ///< of each class
    /// The blocks of the stages, of every order that is tried; that of the ranks first. Blocks of one class are used in
    /// the order of their ranks.
    std::vector<std::vector<int>> orders;
    bool hasAll = true;  ///< else those alone that keep each class in a row, or that of the ranks
};

/// Worked out once for all tasks of a search. For several threads at once; refers to the cluster.
class MixedStages {
public:
    /// `inRankOrder`: no other order is tried.
    MixedStages(const Cluster& cluster, bool inRankOrder) : m_cluster(cluster), m_inRankOrder(inRankOrder) {}

    [[nodiscard]] std::shared_ptr<const StagePlaces> of(int stages);

private:
    [[nodiscard]] StagePlaces make(int stages);

    const Cluster& m_cluster;
    bool m_inRankOrder;
    std::mutex m_mutex;
    std::map<int, std::shared_ptr<const StagePlaces>> m_known;
    std::vector<std::pair<Cluster, std::shared_ptr<LayerCosts>>> m_costs;  ///< by what a class sees
};

}  // namespace pgram
