// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The `training` object of plan and scenario files.
#pragma once

#include "core/base/file_format.h"
#include "core/model/training.h"

#include <span>
#include <string_view>
#include <vector>

namespace pgram {

/// "fp32", "tf32", …: in the order of Precision.
[[nodiscard]] const std::vector<std::string_view>& precisionNames();
/// "adam", "sgd", …: in the order of Optimizer.
[[nodiscard]] const std::vector<std::string_view>& optimizerNames();
/// Returns optimizerNames(), then the other names that files and options may use: "adamw", "adamw-8bit".
[[nodiscard]] const std::vector<std::string_view>& acceptedOptimizerNames();
/// Returns the optimizer of entry `index` of acceptedOptimizerNames().
[[nodiscard]] Optimizer acceptedOptimizer(int index);

/// A figure of a framework, which its family has with a provenance.
struct FrameworkRate {
    const char* key;
    double Framework::*rate;
    double least;
    double most;
};
[[nodiscard]] std::span<const FrameworkRate> frameworkRates();

/// What a framework adds to the work but for its rates, of a training's `framework` or of a family of frameworks.
void readFrameworkTraits(JsonObject& object, Framework& framework);

/// Returns the names of the kinds of losses in files, in the order of LossKind.
[[nodiscard]] const std::vector<std::string_view>& lossNames();
/// Returns the member "loss" of the object; without it `fallback`. Errors stick to the object.
[[nodiscard]] LossKind readLoss(JsonObject& object, LossKind fallback);
/// Returns the loss that the member "fused_loss" of a framework says, as files of version 0.2 and before have it.
[[nodiscard]] LossKind readOldLoss(JsonObject& framework);

[[nodiscard]] Json toJson(const Training& training);

/// Absent members keep their default. Errors stick to the object.
[[nodiscard]] Training trainingFromJson(JsonObject& object, UnknownKeys* unknown = nullptr);

}  // namespace pgram
