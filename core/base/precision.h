// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Number formats of a training run: a table with one row per format. Plain values.
#pragma once

#include "core/base/names.h"
#include "core/base/text.h"

#include <array>
#include <optional>
#include <span>

namespace pgram {

/// Number formats, in the order of menus. Fp8 has one scale per tensor, Fp8Block one per block of elements; MxFp8 and
/// Fp4 are MXFP8 and NVFP4.
enum class Precision { Fp32, Tf32, Fp16, Bf16, Fp8, Fp8Block, MxFp8, Fp4 };

/// Formats of operands for which the speed of products was measured: 16 bits, 8 bits with one scale per tensor or row,
/// 8 bits with one scale per block of elements, 4 bits.
enum class ProductType { Bf16, Fp8, Fp8Block, Fp4 };
template <>
inline constexpr std::array<std::string_view, 4> enumNames<ProductType>{"bf16", "fp8", "fp8_block", "nvfp4"};

/// Properties of a number format. A format of fewer than 16 bits is used by the matrix products of transformer blocks
/// alone; everything else is as in Bf16.
struct PrecisionRow {
    Precision precision;             ///< which format
    const char* name;                ///< name in files and options
    Phrase title;                    ///< name on the screen
    int elementBytes;                ///< w: bytes of an activation element, and of a weight in compute precision
    int operandBits;                 ///< bits of an operand element in products of transformer blocks
    double scaleBytes = 0;           ///< bytes of a scale that several elements share; 0: no scales, or one per tensor
    double inputsPerScale = 1;       ///< elements of an activation that share a scale
    double weightsPerScale = 1;      ///< elements of a matrix that share a scale
    std::array<Precision, 4> units;  ///< hardware units for the format, in order of preference; else those of Fp32
    std::optional<ProductType> measured{};  ///< measured products that apply to the format; empty: none
    bool isBlockFormat = false;             ///< only devices that list the format in Device::blockFormats have it
    Phrase devices{};                       ///< devices that have the format; empty: wider units replace missing ones
    const char* source;                     ///< source of the figures

    /// Returns the bytes of an activation element as a product reads it, with its share of a scale.
    [[nodiscard]] constexpr double inputBytes() const { return operandBits / 8.0 + scaleBytes / inputsPerScale; }
    /// Returns the bytes of a weight as a product reads it, with its share of a scale.
    [[nodiscard]] constexpr double weightBytes() const { return operandBits / 8.0 + scaleBytes / weightsPerScale; }
    /// Returns true if products of blocks are computed in 8 or 4 bits, and everything else in 16.
    [[nodiscard]] constexpr bool isNarrow() const { return operandBits < 16; }
};

/// Returns all formats, in the order of Precision.
[[nodiscard]] std::span<const PrecisionRow> precisions();
/// Returns the properties of a format.
[[nodiscard]] const PrecisionRow& precisionRow(Precision precision);

/// Returns true if the format has fewer than 16 bits.
[[nodiscard]] inline bool isNarrow(Precision precision)
{
    return precisionRow(precision).isNarrow();
}

}  // namespace pgram
