// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan as the configuration of Megatron-Bridge. Its classes are those of Megatron-LM's arguments with other names for
// a few fields, so that the configuration is made of the arguments. Plain functions.
#pragma once

#include "core/base/error.h"
#include "core/exchange/launch.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace pgram {

/// A field of a configuration with its value in Python.
struct BridgeField {
    std::string name;   ///< "num_layers"
    std::string value;  ///< "32", "[0]*3+[1]*58"
};

/// Fields of Megatron-Bridge by the object that has them.
struct BridgeConfig {
    std::vector<BridgeField> sizes;      ///< the model provider's: the model itself
    std::vector<BridgeField> run;        ///< the model provider's: degrees, recomputation, kernels
    std::vector<BridgeField> ddp;        ///< DistributedDataParallelConfig's
    std::vector<BridgeField> optimizer;  ///< OptimizerConfig's
    std::vector<BridgeField> precision;  ///< MixedPrecisionConfig's, on top of the recipe's
    std::vector<BridgeField> adapters;   ///< LoRA's; empty: all parameters train
    std::string recipe;                  ///< name of the recipe of the precision; empty: none, 32 bits
};

/// Returns the configuration of a plan that Megatron-Bridge can run; `lists` are the arguments of the plan for
/// Megatron-LM. Errors: an internal fault, for an argument without a field or a name outside bridgeTable.
[[nodiscard]] Result<BridgeConfig> bridgeConfigOf(const Plan& plan, const std::vector<ArgumentList>& lists);

/// Returns the members of a Python dictionary, or the arguments of a call, a line each.
[[nodiscard]] std::string dictionaryLines(const std::vector<BridgeField>& fields, std::string_view indent);
[[nodiscard]] std::string argumentLines(const std::vector<BridgeField>& fields, std::string_view indent);

}  // namespace pgram
