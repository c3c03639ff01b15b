// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writers of Accelerate's formats, and the starts of their runs.
#pragma once

#include "core/exchange/formats/rows.h"

namespace pgram {

/// Options of the program that runs with Megatron-LM, which the YAML does not have.
inline constexpr const char* microBatchOption = "--per_device_train_batch_size";
inline constexpr const char* sequenceOption = "--block_size";

[[nodiscard]] Result<std::vector<NamedFile>> writeAccelerate(const Plan& plan, const WriteContext& context);
[[nodiscard]] Launch launchOfAccelerate(const Plan& plan);
[[nodiscard]] Result<std::vector<NamedFile>> writeAccelerateDeepSpeed(const Plan& plan, const WriteContext& context);
[[nodiscard]] Launch launchOfAccelerateDeepSpeed(const Plan& plan);
[[nodiscard]] Result<std::vector<NamedFile>> writeAccelerateMegatron(const Plan& plan, const WriteContext& context);
[[nodiscard]] Launch launchOfAccelerateMegatron(const Plan& plan);

}  // namespace pgram
