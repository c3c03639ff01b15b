// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The least memory in which a stage can run, whatever its speed. It decides whether a cut is feasible at all.
#pragma once

#include "core/search/task/task.h"

#include <map>
#include <span>
#include <vector>

namespace pgram {

/// Least memory of any range of layers of one task. Refers to the task.
class StageMemory {
public:
    explicit StageMemory(const Task& task);

    /// Returns the least bytes of layers [first, end) as part `part` of a cut: states, `kept` micro-batches including
    /// incoming skips, transient peak and context. It is min over θ of θ + Σ min { held : transient ≤ θ }, exact
    /// because layers choose independently.
    [[nodiscard]] Bytes least(int part, int first, int end, int kept);
    /// A chunk of a stage with several chunks.
    struct Part {
        int part = 0;  ///< index among the parts of the cut
        int first = 0;
        int end = 0;
        int kept = 1;
    };
    [[nodiscard]] Bytes least(std::span<const Part> parts);

private:
    /// For one count in flight: least bytes held by the layers before each layer; a row per layer, a column per θ.
    using Table = std::vector<Bytes>;
    const Table& table(int kept);

    const Task& m_task;
    std::vector<StageMemory> m_ofClass;  ///< per class of devices on a mixed cluster
    std::vector<Bytes> m_bounds;         ///< θ: the transients of all candidates that are Pareto-minimal in memory
    std::map<int, Table> m_tables;
    std::vector<Bytes> m_held;  ///< work space of least()
};

/// Returns the cut p_m, whose fullest part needs least memory. Sizes front to back; empty if there are too few layers.
[[nodiscard]] std::vector<int> memoryCut(const Task& task, StageMemory& memory);

/// The stage of a cut that needs most memory.
struct FullestStage {
    int stage = 0;
    Bytes bytes = 0;
};
[[nodiscard]] FullestStage fullestStage(const Task& task, StageMemory& memory, const std::vector<int>& sizes);
/// Returns the fullest stage with these counts in flight through each part.
[[nodiscard]] FullestStage fullestStage(const Task& task, StageMemory& memory, const std::vector<int>& sizes,
                                        std::span<const int> inFlight);

/// Returns a lower bound of the bytes per device that any plan of the task needs, whatever its cut: the memory of all
/// stages pooled and shared evenly, with the fewest micro-batches in flight through any part.
[[nodiscard]] Bytes leastNeed(const Task& task);

}  // namespace pgram
