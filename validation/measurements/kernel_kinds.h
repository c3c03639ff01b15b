// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Kinds of measured kernels: how the columns of each are read, and what our formulas say of what they measured. A kind
// is a row of the table in kernel_kinds.cpp. Plain values; pure.
#pragma once

#include "core/cost/kernel_shapes.h"
#include "validation/measurements/kernel_files.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace pgram {

using KernelShape = std::variant<ProductShape, AttentionShape, ExpertsShape, CollectiveShape, DispatchShape, CastShape>;

/// Measurement of one line.
struct KernelSample {
    std::string kind;  ///< "gemm", "attention-short": what it is judged with
    ProductType type = ProductType::Bf16;
    bool anyType = false;  ///< files do not tell, or took the median of several
    std::string key;       ///< the shape's cells: lines of one kind, type and key measured the same
    KernelShape shape;
    Seconds seconds = 0;
    std::string library = {};  ///< whose kernel it is; empty: files do not tell
    [[nodiscard]] std::string typeName() const { return anyType ? "any" : std::string(name(type)); }
};

struct KernelKind {
    const char* name;  ///< name in the files: "gemm"
    /// Adds what the line measured. A line of what we have no formula for adds nothing.
    void (*read)(KernelLine& line, std::vector<KernelSample>& samples);
    /// Seconds by the formulas that plans are estimated with.
    Seconds (*predict)(const KernelSample& sample, const Cluster& cluster);
    /// Gives samples that contradict others of their file a kind of their own; none: all are taken as they are.
    void (*setAside)(std::vector<KernelSample>& samples) = nullptr;
};

[[nodiscard]] std::span<const KernelKind> kernelKinds();

}  // namespace pgram
