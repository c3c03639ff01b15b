// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Precisions in Megatron-LM's words, for both directions.
#pragma once

#include "core/base/precision.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace pgram {

/// Formats of 8 and 4 bits have a recipe: the first is what Megatron-LM takes where none is said.
struct MegatronPrecision {
    Precision precision;
    const char* arguments;
    std::string_view bits{};                    ///< "fp8" of --fp8-format and --fp8-recipe; empty: wider formats
    std::array<std::string_view, 2> recipes{};  ///< that have one row of ours
    const char* bridge = nullptr;               ///< Megatron-Bridge's own name for it
};

/// Megatron-LM d98e8a64, transformer_config.py: fp8, fp8_recipe, fp4, fp4_recipe; formats by recipe as Megatron-Bridge
/// 067f987d has them, training/mixed_precision.py.
inline constexpr std::array megatronPrecisions{
    MegatronPrecision{Precision::Fp32, "--main-params-dtype fp32 --main-grads-dtype fp32"},
    MegatronPrecision{Precision::Tf32, "--main-params-dtype fp32 --main-grads-dtype fp32"},
    MegatronPrecision{Precision::Fp16, "--fp16"},
    MegatronPrecision{Precision::Bf16, "--bf16"},
    MegatronPrecision{Precision::Fp8,
                      "--bf16 --fp8-format hybrid",
                      "fp8",
                      {"delayed", "tensorwise"},
                      "bf16_with_fp8_delayed_scaling_mixed"},
    MegatronPrecision{Precision::Fp8Block,
                      "--bf16 --fp8-format hybrid --fp8-recipe blockwise",
                      "fp8",
                      {"blockwise"},
                      "bf16_with_fp8_subchannel_scaling_mixed"},
    MegatronPrecision{
        Precision::MxFp8, "--bf16 --fp8-format e4m3 --fp8-recipe mxfp8", "fp8", {"mxfp8"}, "bf16_with_mxfp8_mixed"},
    MegatronPrecision{Precision::Fp4, "--bf16 --fp4-format e2m1", "fp4", {"nvfp4"}, "bf16_with_nvfp4_mixed"},
};

/// One row for each precision, in their order.
[[nodiscard]] constexpr const MegatronPrecision& megatronPrecision(Precision precision)
{
    return megatronPrecisions[static_cast<std::size_t>(precision)];
}
static_assert(std::ranges::is_sorted(megatronPrecisions, {}, &MegatronPrecision::precision));

}  // namespace pgram
