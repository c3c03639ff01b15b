// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of all targets, made at compile time, and what several rules ask.
#pragma once

#include "core/frameworks/target.h"

namespace pgram {

extern constinit const Target galvatronTarget;
extern constinit const Target megatronTarget;
extern constinit const Target megatronBridgeTarget;
extern constinit const Target deepSpeedTarget;
extern constinit const Target torchtitanTarget;
extern constinit const Target torchtitanTomlTarget;
extern constinit const Target accelerateTarget;
extern constinit const Target accelerateDeepSpeedTarget;
extern constinit const Target accelerateMegatronTarget;
extern constinit const Target torchtuneTarget;
extern constinit const Target fsdp2Target;
extern constinit const Target colossalAiTarget;

/// DeepSpeed's reduce_bucket_size and allgather_bucket_size, 5e8 elements each of two bytes.
inline constexpr Bytes deepSpeedBuckets = 2'000'000'000;
/// Rules of DeepSpeed without ZeRO, whichever launcher starts it.
[[nodiscard]] bool isOnHostWithoutZero(const TargetCase& layer);
[[nodiscard]] bool mixesTypesOfCopies(const TargetCase& layer);

/// Rules of adapters by PEFT and bitsandbytes, beside a model of Transformers. Experts of Transformers are tensors of
/// three dimensions: PEFT puts adapters at linear modules, and bitsandbytes quantises these.
[[nodiscard]] bool adaptsExperts(const TargetCase& layer);
[[nodiscard]] bool quantisesExperts(const TargetCase& layer);
/// A base of 4 bits that computes in fp16.
[[nodiscard]] bool quantisesInFp16(const TargetCase& layer);
/// Adapters at matrices that a group divides, or whose tokens it divides.
[[nodiscard]] bool dividesAdapters(const TargetCase& layer);

/// Preference tuning by TRL beside a group that divides matrices or tokens.
[[nodiscard]] bool dividesPairs(const TargetCase& layer);

/// A tensor group of ranks that do not follow each other.
[[nodiscard]] bool isSpread(const LayerStrategy& strategy);
/// Returns true if a group would divide a mixer with a state: Transformers splits neither its heads nor its tokens.
[[nodiscard]] bool dividesState(const TargetCase& layer);
/// Blocks, embedding and head of a language model that is a decoder alone.
[[nodiscard]] bool isOfDecoder(const LayerSpec& layer);

}  // namespace pgram
