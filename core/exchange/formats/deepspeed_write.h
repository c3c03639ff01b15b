// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What DeepSpeed's row writes, and how its runs are started.
#pragma once

#include "core/exchange/formats/rows.h"

#include <array>
#include <string_view>

namespace pgram {

/// All keys that we write at the top of its configuration. DeepSpeed ignores others there without a word: this list is
/// the only guard.
inline constexpr std::array<std::string_view, 11> deepSpeedKeys{"train_batch_size",
                                                                "train_micro_batch_size_per_gpu",
                                                                "gradient_accumulation_steps",
                                                                "gradient_clipping",
                                                                "bf16",
                                                                "fp16",
                                                                "data_types",
                                                                "zero_optimization",
                                                                "tensor_parallel",
                                                                "sequence_parallel_size",
                                                                "pipeline"};

/// The JSON alone.
[[nodiscard]] std::string deepSpeedConfiguration(const Plan& plan);
/// Errors: of a pipeline, a model that is no blocks of one shape.
[[nodiscard]] Result<std::vector<NamedFile>> writeDeepSpeed(const Plan& plan, const WriteContext& context);
[[nodiscard]] Launch launchOfDeepSpeed(const Plan& plan);

}  // namespace pgram
