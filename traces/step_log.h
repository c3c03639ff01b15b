// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Step times in the logs of training programs: Megatron-LM, torchtitan, DeepSpeed, NeMo, the Trainer of Transformers,
// and the programs that Parallelogram writes.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/plan/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Measured steps of a run.
struct StepLog {
    std::string program;         ///< program that wrote the log: "Megatron-LM"
    std::vector<Seconds> steps;  ///< seconds of each step that the log has, in its order
    Bytes memory = 0;            ///< largest memory of a device that the log has; 0 = none
    std::vector<Text> unused;    ///< parts of the file that could not be used

    /// Returns the median of the later half of the steps: the first ones compile and allocate.
    [[nodiscard]] Seconds typical() const;
};

/// Returns the seconds of a step at so many samples per second.
[[nodiscard]] Seconds stepOfSamples(double rate, const Plan& plan);
/// Returns the seconds of a step at so many tokens per second and device.
[[nodiscard]] Seconds stepOfTokens(double rate, const Plan& plan);

/// Reads the log of a run of `plan`, whose batch and sequence turn samples or tokens per second into seconds. Of
/// several programs the one with most steps counts. Errors: no line has the time of a step.
[[nodiscard]] Result<StepLog> readStepLog(std::string_view text, const Plan& plan);

/// Reads a log, or scalars of TensorBoard, from a file. Errors: those of readStepLog() and readScalarEvents(), and
/// those of reading a file.
[[nodiscard]] Result<StepLog> loadStepLog(const std::string& file, const Plan& plan);

}  // namespace pgram
