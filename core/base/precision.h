// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Number formats of a training run: a table with one row per format. Plain values.
#pragma once

#include "core/base/text.h"

#include <array>
#include <optional>
#include <span>

namespace pgram {

/// Number formats, in the order of lists. Fp8 has one scale per tensor; Fp8Block one per block;
/// MxFp8 and Fp4 are MXFP8 and NVFP4.
enum class Precision { Fp32, Tf32, Fp16, Bf16, Fp8, Fp8Block, MxFp8, Fp4 };

/// Formats of the operands of measured products: 16 bits, 8 bits with one scale per tensor or row, 8 bits with one per
/// block, 4 bits.
enum class ProductType { Bf16, Fp8, Fp8Block, Fp4 };

/// Properties of a number format. In formats of fewer than 16 bits, only matrix products of blocks are computed;
/// everything else is as in Bf16.
struct PrecisionRow {
    Precision precision;             ///< which format
    const char* name;                ///< name in files and options
    Phrase title;                    ///< name on the screen
    int elementBytes;                ///< w: bytes of an activation element, and of a weight in compute precision
    int operandBits;                 ///< bits of an operand element in products of blocks
    double scaleBytes = 0;           ///< bytes of a scale that several elements share; 0: no scales, or one per tensor
    double inputsPerScale = 1;       ///< elements of an activation that share a scale
    double weightsPerScale = 1;      ///< elements of a matrix that share a scale
    std::array<Precision, 4> units;  ///< units that compute it: the first that a device has, else those of Fp32
    std::optional<ProductType> measured{};  ///< constants of its products, if a device has them
    bool isBlockFormat = false;             ///< only devices that list it in Device::blockFormats have it
    Phrase devices{};                       ///< devices that have it; empty: wider units replace missing ones
    const char* source;                     ///< source of the figures

    /// Returns the bytes of an element of an activation of a block, as its products read it, with its share of a scale.
    [[nodiscard]] constexpr double inputBytes() const { return operandBits / 8.0 + scaleBytes / inputsPerScale; }
    /// Returns the bytes of an element of a matrix of a block, as its products read it, with its share of a scale.
    [[nodiscard]] constexpr double weightBytes() const { return operandBits / 8.0 + scaleBytes / weightsPerScale; }
    /// Returns true if products of blocks are computed in 8 or 4 bits, and everything else in 16.
    [[nodiscard]] constexpr bool isNarrow() const { return operandBits < 16; }
};

/// Returns all formats, by enumerator.
[[nodiscard]] std::span<const PrecisionRow> precisions();
/// Returns the properties of a format.
[[nodiscard]] const PrecisionRow& precisionRow(Precision precision);

/// Returns true if the format has fewer than 16 bits.
[[nodiscard]] inline bool isNarrow(Precision precision)
{
    return precisionRow(precision).isNarrow();
}

}  // namespace pgram
