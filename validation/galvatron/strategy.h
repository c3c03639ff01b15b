// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Input and output of Galvatron's engine: tasks, strategies, plans. Plain values.
#pragma once

#include "core/base/error.h"
#include "core/base/names.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgram::galvatron {

/// Splits of tensors, of the sequence (Ulysses), or of both kinds side by side.
enum class Mode { TensorOnly, SequenceOnly, Both };

}  // namespace pgram::galvatron

template <>
inline constexpr std::array<std::string_view, 3> pgram::enumNames<pgram::galvatron::Mode>{"tp_only", "sp_only",
                                                                                          "tp_with_sp"};

namespace pgram::galvatron {

/// One sub-problem of its search: everything but the strategies is fixed.
struct TaskKey {
    std::int64_t batch = 1;
    std::int64_t microbatches = 1;
    int pipeline = 1;
    int cap = 1;  ///< largest tensor or Ulysses degree
    Mode mode = Mode::TensorOnly;
    bool operator==(const TaskKey&) const = default;
};

/// Strategy of a layer, or of embedding and head together. At least one of tensor and ulysses is 1.
struct Strategy {
    int tensor = 1;
    int ulysses = 1;
    int data = 1;
    bool zero3 = false;  ///< else the engine's default data parallelism
    bool recompute = false;
    auto operator<=>(const Strategy&) const = default;

    [[nodiscard]] int split() const { return tensor * ulysses; }        ///< s
    [[nodiscard]] int gradientGroup() const { return data * ulysses; }  ///< D
};

/// The engine's own notation, "P-t*-d", "2-2*-2f-c-sp": f ZeRO-3, c recompute, sp Ulysses.
[[nodiscard]] std::string toText(const Strategy& strategy, int pipeline);

struct NamedStrategy {
    int pipeline = 1;
    Strategy strategy;
};
/// Errors: not of that form, a degree outside 1 … 65536.
[[nodiscard]] Result<NamedStrategy> parseStrategy(std::string_view text, const std::string& where);

struct Plan {
    std::vector<int> stages;       ///< layers of each
    std::vector<Strategy> layers;  ///< one a layer
    Strategy ends;                 ///< embedding and head
    bool operator==(const Plan&) const = default;
};

/// The engine's cut: floor(L/P) layers a stage, the rest on the last.
[[nodiscard]] std::vector<int> evenStages(int layers, int pipeline);

}  // namespace pgram::galvatron
