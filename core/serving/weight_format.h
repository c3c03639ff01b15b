// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a served model's weights are written down, and what was pruned of them (docs/method/other-systems.md, Serving).
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>

namespace pgram {

/// Int8 and Int4 are of weights alone: kernels expand them and compute in 16 bits. Fp8 computes in 8 bits where the
/// device can, and keeps its cache in 8 bits.
enum class WeightKind { Bf16, Fp8, Int8, Int4 };

struct Pruning {
    enum class Kind {
        None,
        Structured,    ///< whole heads and channels: every dimension shrinks
        Unstructured,  ///< single weights, anywhere
        TwoOfFour,     ///< two of every four neighbours
    };
    Kind kind = Kind::None;
    double share = 0;  ///< share of the weights that are removed; 2:4 is a half
    bool operator==(const Pruning&) const = default;
};

struct WeightFormat {
    WeightKind kind = WeightKind::Bf16;
    int group = 128;  ///< Int4: weights that share a scale and a zero of 16 bits each
    Pruning pruning;
    /// The group is of Int4 alone.
    bool operator==(const WeightFormat& other) const
    {
        return kind == other.kind && pruning == other.pruning && (kind != WeightKind::Int4 || group == other.group);
    }
};

/// Share of the dimensions that structured pruning leaves; 1 of all else.
[[nodiscard]] double keptShare(const WeightFormat& format);
/// β: bytes of one weight before pruning: 2, 1, 1, 0.5 + 4/group.
[[nodiscard]] double denseBytes(const WeightFormat& format);
/// Returns the bytes that one weight of the unpruned model takes on the device. 2:4: half of its values, two position
/// bits for each remaining value, and for Int4 a scale without a zero: 0.25 + 0.125 + 2/group. Unstructured: (1 - s)·β
/// + 1/8 for a bitmap, or dense if that is smaller. Structured: (1 - s)·β.
[[nodiscard]] double storedBytes(const WeightFormat& format);
/// Returns the bytes of one weight that a step reads: as stored, but all of β if single weights are removed, because
/// dense kernels read them.
[[nodiscard]] double readBytes(const WeightFormat& format);

/// "bf16", "fp8", "int8", "int4:128", with "-2:4", "-structured:0.3", "-unstructured:0.7" behind it.
[[nodiscard]] std::string nameOf(const WeightFormat& format);
/// Reads a format as written by nameOf(). "fp16" means bf16, "int4" groups of 128. Errors name `option`.
[[nodiscard]] Result<WeightFormat> parseWeightFormat(std::string_view text, const std::string& option);
/// Reads "2:4", "structured:0.3", "unstructured:0.7" or "none". Errors name `option`.
[[nodiscard]] Result<Pruning> parsePruning(std::string_view text, const std::string& option);

}  // namespace pgram
