// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Number formats of a training run: one row for each, which all others ask. Plain values.
#pragma once

#include "core/base/text.h"

#include <array>
#include <optional>
#include <span>

namespace pgram {

/// In the order of files' names and of lists on the screen. Fp8 has one scale a tensor; Fp8Block one for each block;
/// MxFp8 and Fp4 are MXFP8 and NVFP4.
enum class Precision { Fp32, Tf32, Fp16, Bf16, Fp8, Fp8Block, MxFp8, Fp4 };

/// Numbers of a measured product's operands: 16 bits, 8 bits with one scale a tensor or row, 8 bits with one for each
/// block, 4 bits.
enum class ProductType { Bf16, Fp8, Fp8Block, Fp4 };

/// Of those narrower than 16 bits only matrix products of blocks are computed in them, everything else as in Bf16.
struct PrecisionRow {
    Precision precision;
    const char* name;                ///< in files and options
    Phrase title;                    ///< on the screen
    int elementBytes;                ///< w: of an activation, and of a weight in compute precision
    int operandBits;                 ///< of an operand's element in products of blocks
    double scaleBytes = 0;           ///< of a scale that several elements share; 0: there are none, or one a tensor
    double inputsPerScale = 1;       ///< elements of an activation that share one
    double weightsPerScale = 1;      ///< elements of a matrix that do
    std::array<Precision, 4> units;  ///< whose peaks it reaches: the first that a device has, or those of Fp32
    std::optional<ProductType> measured{};  ///< whose constants its products take, where a device has them
    bool isBlockFormat = false;             ///< only devices that name it among their block formats have it
    Phrase devices{};                       ///< that have it; empty: wider units stand in where a device has none
    const char* source;

    /// Bytes of an element of an activation or a matrix of a block, as its products read it, with its share of a scale.
    [[nodiscard]] constexpr double inputBytes() const { return operandBits / 8.0 + scaleBytes / inputsPerScale; }
    [[nodiscard]] constexpr double weightBytes() const { return operandBits / 8.0 + scaleBytes / weightsPerScale; }
    /// Products of blocks are computed in 8 or 4 bits, what is around them in 16.
    [[nodiscard]] constexpr bool isNarrow() const { return operandBits < 16; }
};

[[nodiscard]] std::span<const PrecisionRow> precisions();
[[nodiscard]] const PrecisionRow& precisionRow(Precision precision);

[[nodiscard]] inline bool isNarrow(Precision precision)
{
    return precisionRow(precision).isNarrow();
}

}  // namespace pgram
