// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Scalars that training programs wrote for TensorBoard: files "events.out.tfevents..." with records of TensorFlow
// (length, check sum, message, check sum). They become the same as a log of steps.
#pragma once

#include "core/base/error.h"
#include "traces/step_log.h"

#include <filesystem>
#include <string_view>

namespace pgram {

/// Returns true if a file begins with a record whose length has its check sum. `text`: the first bytes.
[[nodiscard]] bool isScalarEvents(std::string_view text);

/// Reads the scalars of a run: the times of steps by the tags of Megatron-LM, torchtitan, NeMo and
/// Transformers, and the largest memory. Without these tags it divides the time between two events of a loss
/// by the steps between them. A last record that ends early is left out, and StepLog::unused says so. Errors:
/// not a file, a wrong check sum or a broken message (with the byte), no time of a step.
[[nodiscard]] Result<StepLog> readScalarEvents(const std::filesystem::path& file, const ReadControl& control = {});

}  // namespace pgram
