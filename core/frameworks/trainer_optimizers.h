// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Optimizers of Hugging Face's Trainer, by the names of its `optim` (transformers/training_args.py: OptimizerNames).
// Its SGD has no momentum, its Adafactor no first moment.
#pragma once

#include "core/model/optimizer.h"

#include <array>

namespace pgram {

inline constexpr std::array optimizersOfTrainer{Optimizer::Adam, Optimizer::Adam8, Optimizer::Adafactor,
                                                Optimizer::PlainSgd};
/// In the same order.
inline constexpr std::array trainerOptimizerNames{"adamw_torch_fused", "adamw_bnb_8bit", "adafactor", "sgd"};
static_assert(trainerOptimizerNames.size() == optimizersOfTrainer.size());

}  // namespace pgram
