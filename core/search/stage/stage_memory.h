// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The least memory that a stage can be run in, whatever its speed: what decides whether a cut is feasible at all.
#pragma once

#include "core/search/task/task.h"

#include <map>
#include <span>
#include <vector>

namespace pgram {

/// Answers for any range of layers of one task. Refers to the task.
class StageMemory {
public:
    explicit StageMemory(const Task& task);

    /// Least bytes (states, `kept` micro-batches with the skips that come in, transient peak, context) of layers
    /// [first, end) as part `part` of a cut: min over θ of θ + Σ min { held : transient ≤ θ }, exact because layers
    /// choose independently.
    [[nodiscard]] Bytes least(int part, int first, int end, int kept);
    /// Of a stage of several chunks.
    struct Part {
        int part = 0;  ///< of the cut
        int first = 0;
        int end = 0;
        int kept = 1;
    };
    [[nodiscard]] Bytes least(std::span<const Part> parts);

private:
    /// For one in-flight count: the least held bytes of the layers before each layer, a row a layer, by θ.
    using Table = std::vector<Bytes>;
    const Table& table(int kept);

    const Task& m_task;
    std::vector<StageMemory> m_ofClass;  ///< on a mixed cluster
    std::vector<Bytes> m_bounds;         ///< θ: the transients of all lean candidates
    std::map<int, Table> m_tables;
    std::vector<Bytes> m_held;  ///< least() works in it
};

/// The cut of the task's layers whose fullest part needs least: p_m. Sizes front to back; empty when there are too
/// few layers.
[[nodiscard]] std::vector<int> memoryCut(const Task& task, StageMemory& memory);

/// The stage of a cut that needs most.
struct FullestStage {
    int stage = 0;
    Bytes bytes = 0;
};
[[nodiscard]] FullestStage fullestStage(const Task& task, StageMemory& memory, const std::vector<int>& sizes);
/// With so many micro-batches in flight through each part.
[[nodiscard]] FullestStage fullestStage(const Task& task, StageMemory& memory, const std::vector<int>& sizes,
                                        std::span<const int> inFlight);

/// No plan of the task, whatever its cut, does with fewer bytes a device: all stages' memory taken as one, shared
/// evenly, and the fewest micro-batches in flight through any part.
[[nodiscard]] Bytes leastNeed(const Task& task);

}  // namespace pgram
