// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of all targets, and what several rules ask.
#pragma once

#include "core/target/target.h"

namespace pgram {

extern const Target galvatronTarget;
extern const Target megatronTarget;
extern const Target deepSpeedTarget;
extern const Target torchtitanTarget;
extern const Target torchtitanTomlTarget;
extern const Target accelerateTarget;
extern const Target accelerateDeepSpeedTarget;
extern const Target accelerateMegatronTarget;
extern const Target fsdp2Target;
extern const Target colossalAiTarget;

/// DeepSpeed's reduce_bucket_size and allgather_bucket_size, 5e8 elements each of two bytes.
inline constexpr Bytes deepSpeedBuckets = 2'000'000'000;
/// What DeepSpeed refuses without ZeRO, whoever starts it.
[[nodiscard]] bool isOnHostWithoutZero(const TargetCase& layer);
[[nodiscard]] bool mixesTypesOfCopies(const TargetCase& layer);

/// A tensor group of ranks that do not follow each other.
[[nodiscard]] bool isSpread(const LayerStrategy& strategy);
/// Blocks, embedding and head of a language model that is a decoder alone.
[[nodiscard]] bool isOfDecoder(const LayerSpec& layer);

}  // namespace pgram
