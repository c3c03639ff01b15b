// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How little memory a task can do with under the galvatron-3 rules: every layer, and both ends, as light as they get.
#pragma once

#include "validation/galvatron/rules.h"

#include <cstdint>
#include <optional>

namespace pgram::galvatron {

struct MemoryNeed {
    int stage = 0;               ///< the one that needs most
    std::int64_t mebibytes = 0;  ///< MiB of layers, embedding, head, context and buffer on the stage
};

/// Nothing when the task has no plan whatever the memory.
[[nodiscard]] std::optional<MemoryNeed> leastNeed(const Rules& rules, const TaskKey& task);

/// The smallest budget in MiB that leaves so much after the engine's reserve.
[[nodiscard]] std::int64_t smallestBudget(std::int64_t need);

}  // namespace pgram::galvatron
