// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Number formats of a training run.
#pragma once

namespace pgram {

/// Fp8, Fp4: matrix products of the blocks in 8 or 4 bits, everything else as in Bf16.
enum class Precision { Fp32, Tf32, Fp16, Bf16, Fp8, Fp4 };

[[nodiscard]] constexpr bool isNarrow(Precision precision)
{
    return precision == Precision::Fp8 || precision == Precision::Fp4;
}

}  // namespace pgram
