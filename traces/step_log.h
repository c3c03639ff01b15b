// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Step times in the logs of training programs: Megatron-LM, torchtitan, DeepSpeed, NeMo, the Trainer of Transformers,
// and the programs that Parallelogram writes. Files may be gzip.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "traces/read_control.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Figure that a log has for a step; durations are in seconds.
enum class StepFigure { Duration, DurationPerSample, SamplesPerSecond, TokensPerDeviceSecond };

/// Returns true for a number that can be a figure of a step: a rate or a time of any machine.
[[nodiscard]] constexpr bool isStepFigure(double value)
{
    return value > 1e-9 && value < 1e15;
}

/// Measured steps of a run.
struct StepLog {
    std::string program;                       ///< program that wrote the log: "Megatron-LM"
    StepFigure figure = StepFigure::Duration;  ///< unit of the values
    std::vector<double> values;                ///< one for each step that the log has, in its order; positive
    Bytes memory = 0;                          ///< largest memory of a device that the log has; 0 = none
    std::vector<Text> unused;                  ///< parts of the file that could not be used
};

/// Reads the text of a log. Of several programs the one with most steps counts. Errors: no line has the time of a step.
[[nodiscard]] Result<StepLog> readStepLog(std::string_view text);

/// Returns true if a file has scalars of TensorBoard, or the time of a step in its first 8 MiB.
[[nodiscard]] bool isStepLog(const std::filesystem::path& file);

/// Reads a log, or scalars of TensorBoard, from a file. Errors: those of readStepLog() and readScalarEvents(), and
/// those of reading a file. Of a log, at most 256 MiB are read.
[[nodiscard]] Result<StepLog> loadStepLog(const std::filesystem::path& file, const ReadControl& control = {});

/// A log beside the plan of its run.
struct LogDifference {
    StepLog log;
    std::vector<Seconds> steps;  ///< by the batch, the sequence and the devices of the plan; at least one
    Seconds measured = 0;        ///< median of the later half of the steps: the first ones compile and allocate
    Seconds predicted = 0;
    Bytes predictedMemory = 0;  ///< largest of a device

    /// Returns the measured step over the predicted one, less 1.
    [[nodiscard]] double difference() const { return measured / predicted - 1; }
};

/// Sets a log beside a plan and its estimate.
[[nodiscard]] LogDifference logDifferenceOf(const Plan& plan, const Estimate& estimate, StepLog log);

}  // namespace pgram
