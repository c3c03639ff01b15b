// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The `training` object of plan and scenario files.
#pragma once

#include "core/base/fields.h"
#include "core/base/index.h"
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

template <>
struct Codec<Precision> {
    static void read(const FieldRules& rules, JsonObject& object, Precision& value, UnknownKeys* unknown);
    static Json write(Precision value) { return precisionNames()[at(value)]; }
    static Json schema(const FieldRules&) { return {{"enum", precisionNames()}}; }
};

[[nodiscard]] std::span<const Field<Framework>> fieldsOf(const Framework*);
/// Returns the rows of a framework that families of frameworks have as well, without a provenance.
[[nodiscard]] std::span<const Field<Framework>> frameworkTraits();
[[nodiscard]] std::span<const Field<Training>> fieldsOf(const Training*);

/// Returns the loss that the member "fused_loss" of a framework says, as files of version 0.2 and before have it.
[[nodiscard]] LossKind readOldLoss(JsonObject& framework);

[[nodiscard]] Json toJson(const Training& training);

/// Absent members keep their default. Errors stick to the object.
[[nodiscard]] Training trainingFromJson(JsonObject& object, UnknownKeys* unknown = nullptr);

}  // namespace pgram
